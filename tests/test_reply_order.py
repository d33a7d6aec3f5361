"""Everything that computes a reply keeps guess and secret apart: games whose replies differ when they are swapped."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, cast

import numpy as np
import pytest

from codepegs import (
    BadCode,
    BadInput,
    Candidates,
    Game,
    ListedGame,
    Position,
    build_tree,
    evaluate,
    explain_contradiction,
    optimal,
    play,
    review,
    score,
    suggest,
    verify,
)
from codepegs.codes import check_secret
from codepegs.game import parts_between
from codepegs.match import Secret, draw_secrets, play_boards
from codepegs.rng import Seed
from codepegs.server import requests, tasks
from tests.conftest import Cli
from tests.game.test_listed import wordle

SECRETS = ["three", "eerie", "crane", "erase", "geese", "every"]
MORE = ["slate"]
CODES = [*SECRETS, *MORE]


def later(guess: str, secret: str) -> str:
    """How many letters of the guess come later in the alphabet than those of the secret; lower case only."""
    assert (guess + secret).islower()
    return str(sum(mine > theirs for mine, theirs in zip(guess, secret, strict=True)))


class Twin:
    """A game and its replies in plain Python."""

    def __init__(self, name: str, how: Callable[[str, str], str], reply: Any) -> None:
        self.game = ListedGame(SECRETS, MORE, reply, name=f"order-{name}")
        self.hard = ListedGame(SECRETS, MORE, reply, name=f"order-{name}-hard", hard=True)
        self.how = how

    def reply(self, guess: str, secret: str) -> str:
        """The text of the reply, for codes in lower case."""
        return str(self.game.win) if guess == secret else self.how(guess, secret)

    def text(self, code: Any) -> str:
        """The text of a code as it was given."""
        return self.game.text_of(code).lower()

    def left(self, *turns: tuple[str, str]) -> list[str]:
        """The secrets that give the replies."""
        return [code for code in SECRETS if all(self.reply(guess, code) == reply for guess, reply in turns)]


TWINS = {"marks": Twin("marks", wordle, "wordle"), "function": Twin("function", later, later)}


@pytest.fixture(params=TWINS)
def twin(request: pytest.FixtureRequest) -> Twin:
    return TWINS[request.param]


def test_an_exchange_shows(twin: Twin) -> None:
    assert twin.reply("eerie", "three") != twin.reply("three", "eerie")
    assert wordle("eerie", "three") == "y-g-g"
    assert later("eerie", "three") == "1"


def test_single_replies(twin: Twin) -> None:
    game = twin.game
    for guess, secret in itertools.product(CODES, SECRETS):
        wanted, codes = twin.reply(guess, secret), (game.check_code(guess), game.check_code(secret))
        assert str(game.reply(guess, secret)) == str(game.reply(secret=secret, guess=guess)) == wanted
        assert str(game._reply_between(*codes)) == str(game._reply_between(secret=codes[1], guess=codes[0])) == wanted
        assert str(Secret(game, secret).reply(guess)) == wanted
        number = parts_between(game, np.array(codes[0]), np.array([codes[1]]))[0]
        assert str(game.replies()[number]) == wanted
        assert Position(game).after(guess, wanted).fits(secret)
        check_secret(Position(game).after(guess, wanted), codes[1])
    with pytest.raises(BadCode, match="SLATE can be guessed but cannot be the secret"):
        game.reply("three", "slate")


def test_matrices(twin: Twin) -> None:
    game = twin.game
    found = game.reply_matrix(CODES, SECRETS)
    assert (
        found.tolist() == game.reply_matrix(secrets=SECRETS, guesses=game._code_array).tolist() == game._table.tolist()
    )
    for guess, row in zip(CODES, found, strict=True):
        assert [str(game.replies()[n]) for n in row] == [twin.reply(guess, secret) for secret in SECRETS]
    assert game.reply_matrix([], SECRETS).shape == (0, len(SECRETS))
    with pytest.raises(BadCode, match="SLATE can be guessed but cannot be the secret"):
        game.reply_matrix(SECRETS, MORE)
    with pytest.raises(BadCode, match="not in the list"):
        game.reply_matrix(["xyzzy"], SECRETS)


def test_pegs_take_keywords() -> None:
    assert score(guess=(0, 1, 0, 2), secret=(0, 0, 1, 1)) == score((0, 1, 0, 2), (0, 0, 1, 1)) == (1, 2)
    with pytest.raises(BadCode, match="'7' in '7213'"):
        Game(4, 6).reply("7213", "8122")  # the first fault is that of the guess


def test_candidates_and_suggestions(twin: Twin) -> None:
    for guess, secret in itertools.product(CODES, SECRETS):
        reply = twin.reply(guess, secret)
        position = Position(twin.game).after(guess, reply)
        left = twin.left((guess, reply))
        assert [twin.text(code) for code in Candidates.after(position)] == left
        if guess == secret:
            continue
        for found in suggest(position, "entropy", top=20):
            parts = {twin.reply(twin.text(found.guess), code) for code in left}
            assert (found.parts, twin.text(found.guess) in left) == (len(parts), found.is_candidate)


def test_games(twin: Twin) -> None:
    for strategy, secret in itertools.product(["auto", "entropy", "minimax", "first-consistent"], SECRETS):
        played = play(twin.game, secret, f"{strategy}:first=eerie" if strategy in ("entropy", "minimax") else strategy)
        assert played.solved
        assert [str(turn.reply) for turn in played.turns] == [
            twin.reply(twin.text(turn.guess), secret) for turn in played.turns
        ]
        assert [twin.text(code) for code in Candidates.after(Position(twin.game, played.position.turns))] == [secret]

        def answer(guess: Any, secret: str = secret) -> str:
            return twin.reply(twin.text(guess), secret)

        again = play(twin.game, strategy=strategy, codemaker=answer)
        assert twin.text(again.turns[-1].guess) == secret


def test_trees_and_evaluation(twin: Twin) -> None:
    tree = build_tree(twin.game, "entropy")
    proved = optimal(twin.game).tree
    assert proved is not None
    for each in (tree, proved):
        assert verify(each).valid
        below = {(int(each.parents[node]), str(each.reply(node))): node for node in range(1, len(each))}
        lengths = []
        for secret in SECRETS:
            node, length = 0, 1
            while (guess := twin.text(each.guess(node))) != secret:
                node, length = below[node, twin.reply(guess, secret)], length + 1
            lengths.append(length)
        assert each.lengths.tolist() == lengths
        assert each.figures.total == sum(lengths)
    assert evaluate(twin.game, "entropy")[0].total == tree.figures.total


def test_contradictions_and_reviews(twin: Twin) -> None:
    game = twin.game
    tried = 0
    for first, second, one, two in itertools.product(CODES, CODES, SECRETS, SECRETS):
        turns = [(first, twin.reply(first, one)), (second, twin.reply(second, two))]
        position = Position(game).after(*turns[0])
        if position.solved or first == second:
            continue
        if not twin.left(*turns):
            found = explain_contradiction(position.after(*turns[1]))
            assert found is not None
            for repair in found.repairs:
                mended = list(turns)
                mended[repair.turn - 1] = mended[repair.turn - 1][0], str(repair.reply)
                assert twin.left(*mended)
            with pytest.raises(BadInput, match=f"gives the reply {twin.reply(second, one)}$"):
                check_secret(position.after(*turns[1]), game.check_code(one))
        elif second in SECRETS and tried < 60:  # a review takes milliseconds
            tried += 1
            breaks = [] if twin.reply(first, second) == turns[0][1] else [1]
            assert list(review(position.after(*turns[1])).turns[1].breaks) == breaks
    assert tried


def test_hard_mode(twin: Twin) -> None:
    for first, secret, guess in itertools.product(CODES, SECRETS, SECRETS):
        reply = twin.reply(first, secret)
        if first == secret:
            continue
        turns, code = Position(twin.hard).after(first, reply).turns, twin.hard.check_code(guess)
        if twin.reply(first, guess) == reply:
            twin.hard._check_allowed(turns, code)
        else:
            with pytest.raises(BadCode):
                twin.hard._check_allowed(turns, code)


def test_boards(twin: Twin) -> None:
    for secrets in itertools.permutations(SECRETS[:3], 2):
        played = play_boards(twin.game, secrets=secrets)
        assert played.solved
        for secret, number in zip(secrets, itertools.count()):
            replies = [(twin.text(turn.guess), turn.replies[number]) for turn in played.turns]
            assert all(reply is None or str(reply) == twin.reply(guess, secret) for guess, reply in replies)


def test_the_environment(twin: Twin) -> None:
    pytest.importorskip("gymnasium")
    from codepegs.gym import MastermindEnv

    env = MastermindEnv(game=twin.game)
    for secret, guess in itertools.product(SECRETS, CODES):
        env.reset(options={"secret": secret})
        info = env.step(env.action(guess))[-1]
        assert info["position"].endswith(f"{guess.upper()}:{twin.reply(guess, secret)}")


def test_commands(twin: Twin, cli: Cli) -> None:
    name = str(twin.game)
    wanted = twin.reply("eerie", "three")
    assert cli("score", "eerie", "three", "--rules", name).split()[0] == wanted
    assert cli.json("score", "eerie", "three", "--rules", name) == {
        "rules": name,
        "secret": "THREE",
        "guess": "EERIE",
        "reply": wanted,
    }
    turns = [{"guess": "EERIE", "reply": wanted}]
    game = ("solve", name, "three", "-s", "entropy:first=eerie", "--save", "game")
    played = cli.json(*game)
    assert [{key: turn[key] for key in ("guess", "reply")} for turn in played["turns"]][:1] == turns
    assert cli.json("solve", "--resume", "game")["secret"] == "THREE"
    assert cli.json("coach", "game")["turns"][0]["reply"] == wanted
    cli("coach", f"{name} EERIE:{wanted}", "--secret", "three")
    other = next(reply for code in SECRETS if (reply := twin.reply("eerie", code)) != wanted)
    assert f"gives the reply {wanted}" in cli.complaint("coach", f"{name} EERIE:{other}", "--secret", "three")
    printed = cli("host", name, "--secret", "three", "-s", "entropy:first=eerie", answers="\n" * 10)
    assert f"Reply [{wanted}]" in printed
    assert f"EERIE:{wanted} " in printed
    assert "Solved in" in printed


def test_playing(twin: Twin, cli: Cli) -> None:
    secret = twin.text(Secret.draw(twin.game, Seed(1)).code)
    printed = cli("play", str(twin.game), "--seed", "1", answers="eerie\nthree\nquit\n")
    for number, guess in enumerate(["eerie", "three"], 1):
        assert f"{number}  {guess.upper()}  {twin.reply(guess, secret)}" in printed
    printed = cli("play", str(twin.game), "--boards", "2", "--seed", "1", answers="slate\nquit\n")
    secrets = [twin.text(code) for code in draw_secrets(twin.game, 2, Seed(1))]
    row = next(line for line in printed.splitlines() if line.startswith("  1  SLATE"))
    assert row.split()[2::2] == [twin.reply("slate", code) for code in secrets]


def test_the_server(twin: Twin) -> None:
    context = cast(Any, None)
    for guess, secret in itertools.product(CODES, SECRETS):
        asked = {"rules": str(twin.game), "guess": guess, "secret": secret}
        assert str(tasks.score(requests.ScoreRequest(**asked), context).reply) == twin.reply(guess, secret)
        assert str(tasks.reply(requests.ReplyRequest(**asked, seed=1), context).reply) == twin.reply(guess, secret)
