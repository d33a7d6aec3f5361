"""Write questions about lists of words with the answers of codepegs, one JSON object a line.

Use: `python make_words.py COUNT [SEED]`. The answers are those that `codepegs suggest LIST --json` prints; the
page has to give the same.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import numpy as np

from codepegs import Contradiction, ListedGame, Position
from codepegs.analysis import suggest
from codepegs.codes import Candidates, explain_contradiction
from codepegs.game import CANONICAL, Until, as_json
from codepegs.game.words import distinct
from codepegs.strategies import Player

REPLIES = ("wordle", "wordle", "common", "same-place", "per-slot", "mastermind")

ALPHABETS = ("ıiIaKk", "σςΣοΟδ", "ſsStTeE", "ßẞaAsS", "µμΜΑα", "ϐβΒϑθϴΘ", "ẛṡṠaA", "ꙋᲈꙊвᲀВ", "abAB", "ǆǅǄaA")
"""Letters of which the capitals or the small letters are equal: a list keeps its words apart, in one case or none."""

FOLDED = 0.3
"""Share of the lists with such letters, whose words are given in any case, and some of them twice."""

SIZES = (1, 2, 3, 8, 12, 40, 150, 400)
"""Secrets of the lists."""

KNOWN = 0.4
"""Share of the lists with which the game ends when one word is left."""

WRONG = 0.15
"""Share of the turns with a reply that another secret gives."""


def questions(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Questions with their answers."""
    rng = np.random.default_rng(seed)
    player = Player.parse("auto")
    for _ in range(count):
        reply = str(rng.choice(REPLIES))
        secrets, more = _lists(rng)
        until: Until = "known" if rng.random() < KNOWN else "named"
        # A word that is in both lists is a secret.
        kept = distinct([*secrets, *more])
        size = len(distinct(secrets))
        game = ListedGame(kept[:size], kept[size:], reply, until=until)
        position = Position(game)
        secret = int(rng.integers(game.size))
        for _ in range(int(rng.integers(5))):
            guess = game.texts[int(rng.integers(len(game.texts)))]
            held = int(rng.integers(game.size)) if rng.random() < WRONG else secret
            shown = game.reply(guess, game.texts[held])
            position = position.after(guess, shown)
            if shown.solved:
                break
        top = int(rng.integers(1, 11))
        turns = [{"guess": game.text_of(turn.guess), "reply": str(turn.reply)} for turn in position.turns]
        body = {
            "game": {"secrets": " ".join(secrets), "guesses": " ".join(more), "reply": reply, "until": until},
            "turns": turns,
            "top": top,
        }
        yield {"body": body, "answer": _answer(position, player, top)}


def _answer(position: Position, player: Player, top: int) -> dict[str, Any]:
    try:
        record = msgspec.to_builtins(as_json(suggest(position, player, top=top, seed=0)))
    except Contradiction:
        found = explain_contradiction(position)
        assert found is not None
        repairs = [
            {"turn": repair.turn, "reply": str(repair.reply), "candidates": repair.candidates}
            for repair in found.repairs
        ]
        return {
            "candidates": 0,
            "words": [],
            "suggestions": [],
            "conflict": {"turns": found.turns, "repairs": repairs},
        }
    left = Candidates.after(position)
    return {
        "candidates": record["candidates"],
        "words": [CANONICAL.spell(position.game, code) for code in left[:40]],
        "suggestions": record["suggestions"],
        "conflict": None,
    }


def _lists(rng: np.random.Generator) -> tuple[list[str], list[str]]:
    """Words of one length and few letters, many of which occur twice in a word."""
    if rng.random() < FOLDED:
        alphabet, length = np.array(list(str(rng.choice(ALPHABETS)))), int(rng.integers(2, 5))
        given = ["".join(rng.choice(alphabet, size=length)) for _ in range(2 * int(rng.choice(SIZES[:-1])))]
        return given[: len(given) // 2], given[len(given) // 2 :]
    letters, length = int(rng.integers(4, 15)), int(rng.integers(2, 7))
    alphabet = np.array(list("ETAOINSRHLDCUM"))[:letters]
    drawn = dict.fromkeys("".join(rng.choice(alphabet, size=length)) for _ in range(2 * int(rng.choice(SIZES))))
    words = list(drawn)
    size = max(1, len(words) // 2) if rng.random() < 0.5 else len(words)
    return words[:size], words[size:]


if __name__ == "__main__":
    for question in questions(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0):
        print(msgspec.json.encode(question).decode())
