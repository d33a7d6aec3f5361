"""The kinds of false replies: their probabilities, their texts, and the codemakers that give them."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from codepegs.errors import BadInput, BadStrategy, Unavailable
from codepegs.experiments.evaluation import evaluate
from codepegs.game.noise import ErrorModel, is_model, noise_of, parse_model
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.match.codemakers import Liar, Noisy, Secret
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.registry import Player
from tests import extent, naive
from tests.conftest import Cli

TEXTS = ["miscount:0.2", "swap:0.3", "at-most:1", "at-most:2:0.4", "lying:1", "lying:3:0.5"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("rules", ["p1c3", "p2c3", "p4c6", "p4c7n", "p3c2"])
def test_probabilities_add_up_and_states_count_false_replies(text: str, rules: str) -> None:
    model, game = parse_model(text), Game.parse(rules)
    shown = model.likelihood(game)
    count = len(game.replies())
    assert isinstance(model, ErrorModel)
    assert str(model) == text
    assert shown.shape == ((model.limit or 0) + 1, count, count)
    assert np.allclose(shown.sum(axis=2), 1.0)
    if model.limit:
        assert (shown[-1] == np.eye(count)).all()


def test_miscounts_are_wrong_by_one_and_exchanges_by_both() -> None:
    game = Game(4, 6)
    pairs = [(reply.black or 0, reply.white or 0) for reply in game.replies()]
    miscounted = parse_model("miscount:0.2").likelihood(game)[0]
    exchanged = parse_model("swap:0.2").likelihood(game)[0]
    for (a, true), (b, shown) in itertools.product(enumerate(pairs), repeat=2):
        distance = abs(true[0] - shown[0]) + abs(true[1] - shown[1])
        neighbours = sum(abs(true[0] - c) + abs(true[1] - d) == 1 for c, d in pairs)
        wanted = 0.05 if distance == 1 else 0.8 + 0.05 * (4 - neighbours) if not distance else 0.0
        assert miscounted[a, b] == pytest.approx(wanted)
        stays = true == shown and (true[0] == true[1] or true[::-1] not in pairs)
        assert exchanged[a, b] == pytest.approx(
            1.0 if stays else 0.8 if true == shown else 0.2 if true == shown[::-1] else 0.0
        )


@pytest.mark.parametrize("text", ["miscount:0.4", "swap:0.4"])
def test_the_codemaker_draws_with_these_probabilities(text: str) -> None:
    game = Game(3, 4)
    secret, guess = (0, 1, 2), (1, 0, 2)
    noisy = Noisy(game, Secret(game, secret), text, Seed(4))
    count = 3_000
    seen = Counter(noisy.reply(guess) for _ in range(count))
    replies = game.replies()
    row = parse_model(text).likelihood(game)[0, replies.index(game.reply(guess, secret))]
    for reply, chance in zip(replies, row, strict=True):
        assert abs(seen[reply] - count * chance) <= 4.5 * np.sqrt(count * chance)


@pytest.mark.parametrize("text", ["at-most:1:0.5", "at-most:2:0.5", "lying:1", "lying:2"])
def test_no_game_has_more_false_replies_than_the_limit(text: str) -> None:
    limit = parse_model(text).limit
    most = 0
    for number in range(12):
        played = play("p3c4", None, "bayes", noise=text, seed=Seed(5, number))
        assert played.solved
        assert played.turns[-1].guess == played.secret
        assert played.false_turns is not None
        most = max(most, len(played.false_turns))
    assert most == limit


def test_a_continued_game_remembers_its_false_replies() -> None:
    game = Game(3, 4)
    codes = naive.all_codes(game)
    for text in ("at-most:1:0.5", "lying:1", "miscount:0.4"):
        noisy = Noisy(game, Secret(game, (3, 1, 0)), text, Seed(3))
        turns = [Turn(guess, noisy.reply(guess)) for guess in codes[::9]]
        for cut in range(len(turns)):
            again = Noisy(game, Secret(game, (3, 1, 0)), text, Seed(3), turns=turns[:cut])
            assert [Turn(turn.guess, again.reply(turn.guess)) for turn in turns[cut:]] == turns[cut:]


def test_a_liar_shows_the_reply_that_leaves_most() -> None:
    game = Game(3, 3)
    secret, replies = (0, 1, 2), game.replies()
    codes = naive.all_codes(game)
    liar = Liar(game, 1, announce=True)
    lies = dict.fromkeys(codes, 0)
    told = 0
    for guess in (codes[1], codes[16], codes[22], codes[8]):
        lies.pop(guess, None)

        after = [[n + (reply != game.reply(guess, code)) for code, n in lies.items()] for reply in replies]
        left = [sum(len(replies) if n == 0 else n == 1 for n in states) for states in after]
        true = replies.index(game.reply(guess, secret))
        shown = liar.shown(guess, true, np.random.default_rng(0))
        if told:
            assert shown == true
        else:
            assert left[shown] == max(left)
        told += shown != true
        liar.learn(guess, true, shown)
        lies = {code: n + (replies[shown] != game.reply(guess, code)) for code, n in lies.items()}
    assert told == 1


@pytest.mark.extended
def test_evaluations_of_every_kind() -> None:
    honest = evaluate("p3c4", "bayes")[0].average
    for text in TEXTS:
        found = evaluate("p3c4", "bayes", noise=text, games=extent.of(20, 8), seed=1)[0]
        assert (found.noise, found.strategy, found.success_rate) == (text, f"bayes:noise={text}", 1.0)
        assert found.average > honest - 0.3


@pytest.mark.parametrize(
    "text",
    ["miscount", "miscount:", "miscount:0", "miscount:1", "swap:x", "at-most:0", "at-most:1:2", "lying:-1", "cheat:1"],
)
def test_texts_that_are_no_kind(text: str) -> None:
    assert is_model(text)
    for function in (parse_model, noise_of, Player.parse("bayes").with_noise):
        with pytest.raises(BadStrategy, match=f"noise={text} is invalid"):
            function(text)


def test_strategies_and_games_that_do_not_play_a_kind() -> None:
    with pytest.raises(BadStrategy, match="supported only by bayes"):
        play("p4c6", None, "sampling", noise="swap:0.1", seed=1)
    with pytest.raises(BadStrategy, match="supported only by bayes"):
        play("p12c12", None, "auto", noise="at-most:1", seed=1)
    with pytest.raises(BadStrategy, match="cannot play if replies may be false"):
        play("p4c6", None, "minimax", noise="swap:0.1", seed=1)
    with pytest.raises(BadStrategy, match="black and white pegs"):
        play("p4c6-b", None, "bayes", noise="swap:0.1", seed=1)
    with pytest.raises(BadStrategy, match="2,000,000"):
        play("p7c9", None, "bayes", noise="at-most:1", seed=1)
    with pytest.raises(Unavailable, match="lying codemaker"):
        Liar(Game(8, 8), 1, announce=True)
    with pytest.raises(BadInput, match=r"noise 1\.5 is invalid"):
        play("p4c6", None, "bayes", noise=1.5)


def test_commands_with_every_kind(cli: Cli) -> None:
    for text in ("miscount:0.1", "swap:0.1", "at-most:1", "lying:1"):
        record = cli.json("solve", "p3c3", "--noise", text, "--seed", "3")
        assert record["solved"]
        assert record["strategy"] == f"auto:noise={text}"
        assert "false_turns" in record
        assert parse_model(text).describe() in cli(
            "evaluate", "p2c3", "-s", "bayes", "--noise", text, "--games", "5", "--seed", "1"
        )
        shown = cli("host", "p2c3", "--noise", text, "--seed", "1", answers="0b1w\nfound\n")
        assert "Solved in 2 turns" in shown
        left = cli("play", "p2c3", "--noise", text, "--seed", "1", answers="11\nquit\n")
        assert f"--noise {text}" in left
    told = cli("suggest", "p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w", "--noise", "at-most:1")
    assert "Most probable secrets" in told
    assert "no code of p4c6 is consistent" in cli.complaint(
        "suggest", "p4c6 1122:4b0w 1122:0b0w 1122:1b0w", "--noise", "at-most:1", code=1
    )
    assert "--noise cheat:1 is invalid" in cli.complaint("solve", "p4c6", "--noise", "cheat:1")
