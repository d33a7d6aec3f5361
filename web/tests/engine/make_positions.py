"""Write questions with the answers of codepegs, one JSON object a line: `python make_positions.py COUNT [SEED]`.

The answers are the records that `codepegs suggest`, `coach` and `tree verify` print with `--json`; the page's engine
has to give the same.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import numpy as np

from codepegs import BadInput, Contradiction, Game, Position, play
from codepegs.analysis import list_candidates, suggest, verify
from codepegs.analysis.coach import review
from codepegs.codes import explain_contradiction
from codepegs.core import loops
from codepegs.game import CANONICAL, Code, Turn, as_json
from codepegs.match import Secret
from codepegs.rng import Seed
from codepegs.strategies import Player
from codepegs.trees.gallery import Entry, entries

# fmt: off
GAMES = [
    "p4c6", "p4c6", "p4c6", "p4c10n", "p4c10n", "p5c8", "p5c7", "p5c6", "p4c8", "p4c10",
    "p3c10n", "p3c6", "p4c9n", "p5c10n", "p6c5", "p4c14", "p2c200", "p1c10", "p7c4", "p15c2",
    "p4c6-b", "p4c6-t", "p4c6-w", "p5c5-b", "p4c10n-b", "p4c10n-t", "p4c10n-w", "p5c4-w", "p5c4-t", "p3c34",
    "p6c4", "p2c2", "p3c1", "p5c8n", "p8c3", "p6c7n", "p7c7n",
]
# fmt: on
"""Games that are played more often stand there more often; the largest have 40,000 codes."""

LARGE = (
    "p6c9",
    "p6c9 112234:1b1w",
    "p6c9 112234:1b1w 156278:0b1w 333999:0b0w",
    "p7c7 1122334:4b2w",
    "p7c7 1122334:4b2w 1122543:5b0w",
    "p8c5 11223345:4b3w",
    "p5c10",
    "p5c10 1,2,3,4,5:0b0w 6,7,8,9,9:1b1w",
    "p10c4",
    "p10c4 1111222233:6b2w 1111222334:7b2w",
    "p20c2 11111111112222222222:2b16w",
    "p4c31 1,2,3,4:0b1w",
    "p3c100 1,2,3:0b0w",
    "p6c12n 123456:1b1w",
    "p7c6-b 1122334:3b",
    "p6c8-t 112233:2t 445566:3t",
    "p8c4-w 11223344:2w",
    "p7c7 2222666:1b1w 3333555:1b2w 4144517:1b6w",
    "p6c9 112233:4b0w 112244:0b1w",
    "p6c12n 123456:1b1w 654321:5b0w",
)
"""Positions of games of up to a million codes, where few guesses differ or few candidates are left: the page compares
all of them. The last three contradict themselves."""

NEARLY_FEW = "p10c10 2422376528:1b3w 8314286636:2b4w A3814A9199:1b4w 54AA743A36:1b6w 734827A775:1b3w A347722797:1b3w"
"""After it, so few candidates are expected that an exact search is tried."""

SAMPLED = (
    "p6c9",
    "p6c9 112234:1b1w",
    "p6c9 112234:1b1w 152567:1b1w",
    "p6c9 112234:1b1w 156278:0b1w 333999:0b0w",
    "p6c9 112233:4b0w 112244:0b1w",
    "p7c7 1122334:4b2w 1122543:5b0w",
    "p6c12n",
    "p6c12n 123456:1b1w",
    "p6c8-t 112233:2t 445566:3t",
    "p8c4-w 11223344:2w",
    "p7c8-b 1122334:2b 5566778:1b",
    "p8c8 11223344:2b3w 15627384:1b4w",
    "p8c12",
    "p8c12 11223344:2b1w",
    "p8c12 11223344:2b1w 15567889:1b3w",
    "p8c12 11223344:1b2w CB293947:2b2w 3A195B2C:2b3w 92B13B55:1b4w",
    "p10c10",
    "p10c10 1122334455:2b3w",
    "p10c10 1122334455:2b3w 1166778899:2b3w 21A6338A67:2b4w",
    f"{NEARLY_FEW} A448122428:2b2w",
    f"{NEARLY_FEW} A448122428:2b2w 9418272A7A:0b4w",
    "p8c12 11111112:7b0w 11111121:7b0w",
    "p8c12 11111112:7b0w 11111121:7b0w 11111111:6b0w",
    "p8c12 11223344:0b0w 55667788:0b0w 99AABBCC:0b0w",
    "p8c12 11223344:2b1w 15567889:1b3w 11223344:2b2w",
    "p8c12 11223344:1b2w CB293947:2b2w 3A195B2C:2b3w 92B13B55:7b0w",
    "p8c12-b 11111111:5b 22222222:4b",
    "p8c16n",
    "p8c16n 12345678:1b3w",
    "p8c16n 12345678:1b3w 1A2B3CG9:2b2w",
    "p10c14n-b 123456789A:2b",
    "p12c14n-t 123456789ABC:10t",
    "p8c12-b 11223344:2b 15567889:1b",
    "p8c12-t",
    "p8c12-t 11223344:3t",
    "p8c12-t 11223344:3t 15567889:4t",
    "p10c10-t 1111122222:5t 3333344444:5t 1111133333:5t 1234512345:5t",
    "p8c12-w 11223344:2w 15567889:3w",
    "p8c12-w 11122233:8w",
    "p8c12-w 11122233:8w 33311122:6w",
    "p8c10-t 11112222:8t 11122222:7t 11112223:7t",
    "p9c7-w 111112222:0w 333334444:0w 555556666:2w 666667777:0w",
    "p8c16n 12345678:1b3w 1A2B3CG9:2b2w 12345678:1b4w",
    "p8c16n 12345678:0b0w 9ABCDEFG:0b1w",
)
"""Positions in which `auto` has a sample of the candidates, or all: of a list, or those that an exact search finds. The
four before those without repeats and of other views contradict themselves, and the last two."""

LISTED = (
    "p6c9 112234:1b1w 152567:0b1w",
    "p7c8",
    "p8c8 11223344:2b3w 15627384:1b4w",
    "p7c9 1122334:3b1w",
    "p7c11n 1234567:1b3w",
    "p7c8-t 1122334:4t 1562738:6t",
    "p7c8-w 1122334:4w",
    "p11c4-b 11223344112:7b 11112222333:2b",
    "p7c8 1122334:2b3w 1562738:7b0w",
    "p7c8 1122334:2b3w 1562738:1b4w 5566778:5b1w",
    "p7c9 1122334:0b0w 5566778:0b0w 9999999:2b0w",
    "p7c11n 1234567:0b3w 89AB123:1b2w",
    "p7c11n-b 1234567:0b 2345678:6b 7654321:5b",
    "p7c8-w 1122334:4w 5566778:7w",
    "p9c9n 384256197:3b6w",
    "p10c10n 782A163549:1b9w 4978631A52:2b8w",
    "p10c10n-w 782A163549:8w 4978631A52:7w",
    "p9c9n 384256197:3b6w 159672348:0b9w 348256197:6b3w",
    "p10c10n 782A163549:7b3w 4978631A52:2b8w 4A96857132:7b3w",
)
"""Positions of games of up to 50 million codes, whose candidates are listed; the last five have codes of more than 32
bits. Six before these contradict themselves, and the last two."""

STREAMED = ("p100c100", "p45c40", "p31c60-b", "p120c20", "p60c900", "p80c25-b")
"""Games that `auto` plays by streaming: the page advises after the program's own guesses."""

STRATEGIES = ("auto", "auto", "auto", "auto", "entropy", "minimax", "expected-size", "max-parts")

FIGURE_QUESTIONS, FIGURES_A_QUESTION = 50, 200
"""Questions about figures, and the guesses of each."""

MOST_EXHAUSTIVE = 22_000
"""Codes from which on `auto` samples off the tree, which the page's coach does not do."""


def questions(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Questions of all kinds, each with its answer."""
    rng = np.random.default_rng(seed)
    trees = entries()
    for number, text in enumerate(LARGE):
        yield _advised(rng, Position.parse(text), ("entropy", "minimax", "expected-size", "max-parts")[number % 4])
    for text in SAMPLED:
        yield _advised(rng, Position.parse(text), "auto")
    for text in LISTED:
        yield _listed(Position.parse(text), int(rng.integers(1, 30)))
    for number, text in enumerate(STREAMED):
        yield from _streamed(rng, Game.parse(text), number)
    parts = np.random.default_rng([seed, 1])
    for _ in range(FIGURE_QUESTIONS):
        yield _figures(parts)
    for number in range(count):
        kind = rng.choice(["suggest", "suggest", "suggest", "wrong", "wrong", "coach", "coach", "secret", "verify"])
        if kind == "verify":
            yield _verification(rng, trees[int(rng.integers(len(trees)))])
            continue
        game = Game.parse(str(rng.choice(GAMES)))
        if kind == "secret":
            drawn = Secret.draw(game, Seed(number))
            yield {
                "task": "secret",
                "body": {"rules": str(game), "seed": number},
                "answer": CANONICAL.format(game, drawn.code),
            }
            continue
        secret = _code(rng, game)
        if kind == "coach" and game.size <= MOST_EXHAUSTIVE:
            position = _played(rng, game, secret, int(rng.integers(1, 7)), until_solved=True)
            yield _coached(position, secret if rng.random() < 0.3 else None)
            continue
        position = _played(rng, game, secret, int(rng.integers(0, 6)), until_solved=rng.random() < 0.1)
        if kind == "wrong":
            position = _with_wrong_replies(rng, position)
        yield _advised(rng, position)


def _figures(rng: np.random.Generator) -> dict[str, Any]:
    """The figures of the parts of some guesses, which are equal to the last digit."""
    body, answer = [], []
    for _ in range(FIGURES_A_QUESTION):
        sizes = rng.integers(rng.choice([2, 4, 200, 100_000]), size=rng.integers(1, 40))
        sizes[rng.integers(len(sizes))] += 1
        weights = sizes * rng.integers(1, rng.choice([2, 1_000]), size=len(sizes))
        fewest_left, is_test, ends_named = int(rng.integers(-1, 10_000)), bool(rng.integers(2)), bool(rng.integers(2))
        body.append([sizes.tolist(), weights.tolist(), fewest_left, is_test, ends_named])
        answer.append(loops.part_figures(sizes, weights, fewest_left, is_test, ends_named))
    return {"task": "figures", "body": body, "answer": answer}


def _code(rng: np.random.Generator, game: Game) -> Code:
    if game.repeats:
        return tuple(rng.integers(game.colors, size=game.pegs).tolist())
    return tuple(rng.permutation(game.colors)[: game.pegs].tolist())


def _played(rng: np.random.Generator, game: Game, secret: Code, turns: int, *, until_solved: bool) -> Position:
    """A game in which some guesses are those of a strategy, some are drawn, and some are like codes that people try."""
    position = Position(game)
    for _ in range(turns):
        draw = rng.random()
        if draw < 0.5:
            guess = suggest(position, _player(rng), top=1, seed=0)[0].guess
        elif draw < 0.7 and game.repeats:
            pair = rng.integers(game.colors, size=2)
            guess = tuple(int(pair[int(2 * peg >= game.pegs)]) for peg in range(game.pegs))
        else:
            guess = _code(rng, game)
        reply = game.reply(guess, secret)
        if reply.solved and not until_solved:
            break
        position = position.after(guess, reply)
        if reply.solved:
            break
    return position


def _streamed(rng: np.random.Generator, game: Game, seed: int) -> Iterator[dict[str, Any]]:
    """Questions after some of the turns of a game, at its start and at its end, in any order."""
    turns = play(game, strategy="auto", seed=seed).position.turns
    ends = [0, 1, len(turns) - 1, len(turns)]
    for count in rng.permutation([*ends, *rng.integers(2, len(turns) - 1, size=4)]).tolist():
        yield _advised(rng, Position(game, turns[:count]), "auto", seed)


def _player(rng: np.random.Generator) -> Player:
    return Player.parse(str(rng.choice(STRATEGIES)))


def _with_wrong_replies(rng: np.random.Generator, position: Position) -> Position:
    turns = list(position.turns)
    for _ in range(int(rng.integers(1, 3))):
        if turns:
            at = int(rng.integers(len(turns)))
            game, guess = position.game, turns[at].guess
            others = [reply for reply in game.replies()[:-1] if game.can_reply(guess, reply)]
            if others:
                turns[at] = Turn(guess, others[int(rng.integers(len(others)))])
    return replace(position, turns=tuple(turns))


def _advised(
    rng: np.random.Generator, position: Position, strategy: str | None = None, seed: int = 0
) -> dict[str, Any]:
    player = Player.parse(strategy) if strategy else _player(rng)
    top = int(rng.integers(1, 8))
    body = {"position": str(position), "strategy": str(player), "top": top, "seed": seed}
    try:
        answer: Any = as_json(suggest(position, player, top=top, seed=seed))
    except Contradiction:
        answer = _contradiction(position)
    return {"task": "suggest", "body": body, "answer": answer}


def _listed(position: Position, limit: int) -> dict[str, Any]:
    body = {"position": str(position), "limit": limit}
    try:
        return {"task": "candidates", "body": body, "answer": as_json(list_candidates(position, limit))}
    except Contradiction:
        return {"task": "candidates", "body": body, "answer": _contradiction(position)}


def _coached(position: Position, secret: Code | None) -> dict[str, Any]:
    text = None if secret is None else CANONICAL.format(position.game, secret)
    body = {"position": str(position), "secret": text}
    try:
        return {"task": "coach", "body": body, "answer": as_json(review(position, secret))}
    except Contradiction:
        return {"task": "coach", "body": body, "answer": _contradiction(position)}


def _contradiction(position: Position) -> object:
    conflict = explain_contradiction(position)
    assert conflict is not None
    return as_json(conflict)


def _verification(rng: np.random.Generator, entry: Entry) -> dict[str, Any]:
    """A tree of the gallery, as it is or with one character changed."""
    text = gzip.decompress(entry.path.read_bytes()).decode()
    at = None
    if rng.random() < 0.6:
        at = int(rng.integers(len(text)))
        text = text[:at] + str(rng.integers(10)) + text[at + 1 :]
    body = {"name": entry.name, "at": at, "letter": None if at is None else text[at]}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "changed.tree"
        path.write_text(text, newline="\n")
        try:
            return {"task": "verify", "body": body, "answer": verify(path)}
        except BadInput:
            return {"task": "verify", "body": body, "answer": None}


if __name__ == "__main__":
    for question in questions(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        print(msgspec.json.encode(question).decode())
