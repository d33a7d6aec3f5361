"""Replies that may be false: the codemaker that makes them so, who ends the game, and the commands that take them."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import numpy as np
import pytest

from codepegs.errors import BadInput, BadReply, BadStrategy
from codepegs.experiments.evaluation import evaluate
from codepegs.experiments.units import Unit, run_unit
from codepegs.game.position import Position
from codepegs.game.reply import Code, Reply
from codepegs.game.rules import Game
from codepegs.match.codemakers import Noisy, Secret, as_codemaker
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.registry import STRATEGIES, Player
from tests import naive
from tests.conftest import Cli

VIEWS = ["p4c6", "p4c6-b", "p4c6-t", "p4c6-w", "p4c7n", "p3c2", "p1c3", "p3c1"]


@pytest.mark.parametrize("rules", VIEWS)
def test_without_noise_the_codemaker_is_the_secret_itself(rules: str) -> None:
    game = Game.parse(rules)
    secret = Secret.draw(game, Seed(3))
    noisy = Noisy(game, secret, 0.0, Seed(3))
    for guess in naive.all_codes(game)[::7]:
        assert noisy.reply(guess) == secret.reply(guess)
        assert noisy.over(guess, secret.reply(guess)) == (guess == secret.code)


@pytest.mark.parametrize("rules", ["p4c6", "p3c4-t"])
def test_false_replies_are_drawn_evenly_from_all(rules: str) -> None:
    game = Game.parse(rules)
    secret = Secret.draw(game, Seed(1))
    guess = naive.all_codes(game)[5]
    count, share = 4_000, 0.5
    noisy = Noisy(game, secret, share, Seed(8))
    shown = Counter(noisy.reply(guess) for _ in range(count))
    replies = game.replies()
    assert set(shown) == set(replies)
    for reply in replies:
        expected = count * (share / len(replies) + (1 - share) * (reply == secret.reply(guess)))
        assert abs(shown[reply] - expected) < 4.5 * np.sqrt(expected)


def test_what_is_false_follows_from_seed_game_and_turn() -> None:
    game = Game(4, 6)
    codes = naive.all_codes(game)

    def shown(seed: Seed, guesses: list[Code]) -> list[Reply | None]:
        """The replies that are false, None for the true ones."""
        secret = Secret(game, codes[77])
        noisy = Noisy(game, secret, 0.4, seed)
        found = []
        for guess in guesses:
            reply = noisy.reply(guess)
            found.append(None if reply == secret.reply(guess) else reply)
        return found

    ours, theirs = shown(Seed(5, 17), codes[100:130]), shown(Seed(5, 17), codes[500:530])
    assert all(mine == its for mine, its in zip(ours, theirs, strict=True) if mine is not None and its is not None)
    assert sum(mine is not None and its is not None for mine, its in zip(ours, theirs, strict=True)) > 3
    assert shown(Seed(5, 18), codes[100:130]) != ours


def test_a_false_win_does_not_end_the_game() -> None:
    game = Game(3, 4)
    false_wins = 0
    for number in range(60):
        played = play(game, None, "bayes", noise=0.5, seed=Seed(4, number))
        assert played.solved
        assert [turn.ends for turn in played.turns] == [turn.guess == played.secret for turn in played.turns]
        false_wins += sum(turn.reply.solved for turn in played.turns[:-1])
        false = played.false_turns
        assert false is not None
        for n, turn in enumerate(played.turns, 1):
            assert (n in false) == (turn.reply != game.reply(turn.guess, played.secret or ()))
    assert false_wins > 0


def test_where_nobody_tells_the_player_declares() -> None:
    game = Game(3, 4)
    rights = []
    for number in range(40):
        played = play(game, None, "bayes", noise=0.3, declare=0.7, seed=Seed(6, number))
        assert played.declared is not None
        assert played.confidence is not None
        assert 0.7 <= played.confidence <= 1.0
        assert played.correct == played.solved == (played.declared == played.secret)
        assert not any(turn.ends for turn in played.turns)
        assert f"declared {''.join(str(color + 1) for color in played.declared)} after" in str(played)
        rights.append(played.correct)
    assert {True, False} == set(rights)


def test_games_that_are_not_declared_carry_no_declaration() -> None:
    played = play(Game(3, 4), None, "entropy", seed=1)
    assert (played.declared, played.confidence, played.correct, played.false_turns) == (None, None, None, ())


def test_replies_that_show_nothing_but_the_truth_may_leave_the_end_untold() -> None:
    played = play(Game(4, 6), "3456", "bayes", declare=0.99, seed=1)
    assert played.correct
    assert played.confidence == pytest.approx(1.0)


def test_a_function_can_hold_the_secret() -> None:
    game = Game(4, 6)
    secret = (3, 1, 4, 1)
    for answer in (lambda guess: game.reply(guess, secret), lambda guess: naive_pair(guess, secret)):
        played = play(game, strategy="minimax", codemaker=answer)
        assert played.turns[-1].guess == secret
        assert played.secret is played.false_turns is None
    noisy = play(game, strategy="bayes", codemaker=lambda guess: naive_pair(guess, secret), noise=0.2, seed=3)
    assert noisy.turns[-1].guess == secret
    declared = play(game, strategy="bayes", codemaker=lambda guess: naive_pair(guess, secret), declare=0.9, seed=3)
    assert declared.declared == secret
    assert declared.correct is None


def naive_pair(guess: Code, secret: Code) -> tuple[int, int]:
    """Black and white by crossing out."""
    black = sum(a == b for a, b in zip(secret, guess, strict=True))
    left = [a for a, b in zip(secret, guess, strict=True) if a != b]
    white = 0
    for color in (b for a, b in zip(secret, guess, strict=True) if a != b):
        if color in left:
            left.remove(color)
            white += 1
    return black, white


def test_codemakers_that_are_none() -> None:
    with pytest.raises(BadInput, match="with a method reply"):
        as_codemaker(Game(4, 6), 5)  # type: ignore[arg-type]
    with pytest.raises(BadReply, match="impossible"):
        play(Game(4, 6), strategy="entropy", codemaker=lambda guess: (3, 1))
    with pytest.raises(BadInput, match="at least 0 and below 1"):
        Noisy(Game(1, 2), Secret(Game(1, 2), (0,)), 1.0, Seed(1))


@pytest.mark.parametrize("rules", VIEWS)
def test_what_a_game_has_as_a_reply(rules: str) -> None:
    game = Game.parse(rules)
    counts = [None, *range(game.pegs + 2)]
    every = {
        Reply(black, white, total, solved)
        for black in counts
        for white in counts
        for total in counts
        for solved in (False, True)
    }
    assert {reply for reply in every if game._has_reply(reply)} == set(game.replies())


def test_with_noise_a_reply_need_not_be_possible_for_its_guess() -> None:
    with pytest.raises(BadReply, match="one colour never gets a white"):
        Position.parse("p4c6 1111:1b2w")
    position = Position.parse("p4c6 1111:1b2w", noisy=True)
    assert str(position) == "p4c6 1111:1b2w"
    assert str(position.after((0, 0, 0, 1), Reply(black=4, white=0, solved=True), noisy=True)).endswith("1112:4b0w")
    with pytest.raises(BadReply):
        Position.parse("p4c6 1112:3b1w", noisy=True)


def test_players_under_noise() -> None:
    assert str(Player.parse("bayes").with_noise(0.25)) == "bayes:noise=0.25"
    assert str(Player.parse("bayes:noise=0.2").with_noise(0.1, 0.9)) == "bayes:noise=0.2,declare=0.9"
    assert str(Player.parse("auto").with_noise("unknown")) == "auto:noise=unknown"
    for text in ("bayes", "auto", "minimax", "optimal"):
        assert str(Player.parse(text).with_noise(0.0)) == text
    for text in ("minimax", "random-consistent", "optimal", "tree:none"):
        with pytest.raises(BadStrategy, match=r"cannot play if replies may be false.*auto.*bayes"):
            Player.parse(text).with_noise(0.1)
        with pytest.raises(BadStrategy, match="the codemaker does not announce the win"):
            Player.parse(text).with_noise(0.0, 0.9)


@pytest.mark.parametrize(("noise", "declare"), [(0.1, None), (0.1, 0.9), (0.0, 0.9), ("swap:0.1", None)])
def test_strategies_that_are_named_for_games_with_false_replies_can_play_them(
    noise: float | str, declare: float | None
) -> None:
    with pytest.raises(BadStrategy) as error:
        Player.parse("minimax").with_noise(noise, declare)
    named = str(error.value).split("choose ")[1].replace(" or ", ", ").split(", ")
    able = []
    for name in STRATEGIES:
        with suppress(BadStrategy):
            assert Player.parse(name).with_noise(noise, declare).noise
            able.append(name)
    assert sorted(named) == sorted(able)


def lengths_of(unit: Unit, workers: int) -> list[int]:
    lengths = run_unit(unit, workers, each_game=True).lengths
    assert lengths is not None
    return lengths.tolist()  # type: ignore[no-any-return]


@pytest.mark.extended
def test_any_number_of_workers_plays_the_same_games() -> None:
    game, player = Game(3, 5), Player.parse("bayes:noise=0.2")
    unit = Unit(rules="p3c5", strategy=str(player), seed=3, games=30, noise=0.2)
    one, two = (lengths_of(unit, workers) for workers in (1, 2))
    assert one == two
    assert min(one) > 0
    alone = [play(game, None, player, noise=0.2, seed=Seed(3, number)).guesses for number in range(30)]
    assert alone == one


def test_noise_is_part_of_what_a_unit_is() -> None:
    units = [
        Unit(rules="p3c4", strategy="bayes", games=20),
        Unit(rules="p3c4", strategy="bayes", games=20, noise=0.1),
        Unit(rules="p3c4", strategy="bayes", games=20, noise=0.2),
        Unit(rules="p3c4", strategy="bayes", games=20, noise=0.2, declare=0.9),
    ]
    assert len({unit.name for unit in units}) == 4
    outcomes = [run_unit(unit) for unit in units]
    assert all(outcome.games == 20 for outcome in outcomes)
    assert outcomes[0].figures.average < outcomes[2].figures.average
    assert [outcome.unsolved for outcome in outcomes[:3]] == [0, 0, 0]


@pytest.mark.extended
def test_evaluations_under_noise() -> None:
    honest, known, unknown = (
        *evaluate("p3c4", ["bayes"], seed=1),
        *evaluate("p3c4", ["bayes", "bayes:noise=unknown"], seed=1, noise=0.2, games=40),
    )
    assert honest.exhaustive
    assert (known.strategy, known.noise, known.games, known.success_rate) == ("bayes:noise=0.2", 0.2, 40, 1.0)
    assert known.standard_error is not None
    assert unknown.difference
    declared = evaluate("p3c4", ["bayes"], seed=1, noise=0.3, declare=0.6, games=60)[0]
    assert 0.4 < declared.success_rate < 1.0
    assert declared.unsolved == 60 - sum(declared.histogram)
    everyone = evaluate("p2c3", ["bayes"], seed=1, noise=0.2, games="all")[0]
    assert everyone.exhaustive
    assert everyone.games == 9
    assert everyone.standard_error is not None


def test_solving_under_noise(cli: Cli) -> None:
    told = cli.json("solve", "p4c6", "--noise", "0.3", "--seed", "2")
    assert told["solved"]
    assert "declared" not in told
    game = Game(4, 6)
    secret = tuple(int(symbol) - 1 for symbol in told["secret"])
    for number, turn in enumerate(told["turns"], 1):
        guess = tuple(int(symbol) - 1 for symbol in turn["guess"])
        assert (number in told["false_turns"]) == (turn["reply"] != str(game.reply(guess, secret)))
    shown = cli("solve", "p4c6", "--noise", "0.3", "--seed", "2")
    assert "false." in shown
    assert f"Solved in {told['guesses']} turn" in shown


def test_declaring(cli: Cli) -> None:
    codes = set()
    for seed in range(8):
        words = ("solve", "p3c3", "--noise", "0.5", "--declare", "0.5", "--seed", str(seed))
        game = play(Game(3, 3), None, "auto", noise=0.5, declare=0.5, seed=seed)
        code = 0 if game.correct else 1
        record = cli.json(*words, code=code)
        assert record["correct"] is game.correct
        assert record["correct"] == record["solved"] == (record["declared"] == record["secret"])
        assert 0.5 <= record["confidence"] <= 1
        text = cli(*words, code=code)
        assert f"Declared {record['declared']}" in text
        assert ("correct" if record["correct"] else f"The secret was {record['secret']}") in text
        codes.add(code)
    assert codes == {0, 1}


def test_advice_under_noise(cli: Cli) -> None:
    position = "p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w 1111:1b2w"
    record = cli.json("suggest", position, "--noise", "0.1", "--top", "3")
    assert record["noise"] == 0.1
    assert 5 in record["suspect_turns"]
    assert len(record["suggestions"]) == 3
    chances = [row["probability"] for row in record["posterior"]]
    assert chances == sorted(chances, reverse=True)
    assert 0 < sum(chances) <= 1
    shown = cli("suggest", position, "--noise", "0.1")
    assert "The reply in turn 5 (1111:1b2w) is probably false." in shown
    assert "probability of being the secret" in shown
    estimated = cli.json("suggest", "p4c6 1122:1b0w", "--noise", "unknown")
    assert 0 < estimated["noise"] < 1
    assert "posterior" not in cli.json("suggest", "p4c6 1122:1b0w")


def test_measuring_under_noise(cli: Cli) -> None:
    shown = cli("evaluate", "p3c4", "-s", "bayes", "--noise", "0.1", "--games", "20", "--seed", "1")
    assert "Each reply is replaced by a random one with probability 0.1" in shown
    record = cli.json(
        "evaluate", "p3c4", "-s", "bayes", "--noise", "0.1", "--declare", "0.9", "--games", "20", "--seed", "1"
    )
    assert (record["noise"], record["declare"]) == (0.1, 0.9)
    assert record["success_rate"] == 1 - record["unsolved"] / 20


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("solve", "p4c6", "--noise", "1.5"), "--noise 1.5 is invalid"),
        (("solve", "p4c6", "--noise", "often"), "--noise often is invalid"),
        (("solve", "p4c6", "--noise", "unknown"), "auto:noise=unknown"),
        (("evaluate", "p4c6", "--noise", "-1"), "--noise -1 is invalid"),
        (("solve", "p4c6", "--declare", "2"), "--declare 2 is invalid"),
        (("solve", "p4c6", "--declare", "sometime"), "--declare"),
        (("solve", "p4c6", "--noise", "0.1", "-s", "minimax"), "minimax cannot play if replies may be false"),
        (("evaluate", "p4c6", "--noise", "0.1", "-s", "entropy"), "entropy cannot play if replies may be false"),
        (("suggest", "p4c6 1122:1b0w", "--noise", "2"), "--noise 2 is invalid"),
        (("suggest", "p4c6 1112:3b1w", "--noise", "0.1"), "turn 1: the reply 3b1w is impossible"),
        (("solve", "p12c12", "--noise", "0.1", "-s", "bayes"), "lists all codes"),
    ],
)
def test_bad_input(cli: Cli, words: tuple[str, ...], complaint: str) -> None:
    assert complaint in cli.complaint(*words)


def test_hosting_with_wrong_replies(cli: Cli) -> None:
    shown = cli("host", "p3c3", "--noise", "0.2", "--seed", "1", answers="0b0w\n3b0w\n0b0w\nfound\n")
    assert "Solved in 4 turns." in shown
    assert "is probably false" in shown
    declared = cli(
        "host",
        "p2c2",
        "--noise",
        "0.1",
        "--declare",
        "0.6",
        "--secret",
        "12",
        answers="0b2w\n0b2w\n" + "2b0w\n" * 9,
    )
    assert "Declared" in declared
    left = cli("host", "p4c6", "--noise", "unknown", "--seed", "1", answers="1b0w\nquit\n")
    assert "--strategy auto:noise=unknown" in left


def test_playing_with_wrong_replies(cli: Cli) -> None:
    secret = "".join(str(color + 1) for color in Secret.draw(Game(3, 3), Seed(5)).code)
    other = "111" if secret != "111" else "222"
    shown = cli("play", "p3c3", "--noise", "0.9", "--seed", "5", answers=f"{other}\ncandidates\nhint\n{secret}\n")
    assert "equally probable" in shown
    assert "Hint:" in shown
    assert "Solved in 2 turns" in shown
