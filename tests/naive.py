"""Readable twins of the fast parts: plain Python, no cleverness, used as oracles.

They take values from codepegs, but none of its rules: which codes there are, which reply each gives, and what a view
shows of it are written here again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from math import log2

import numpy as np
from numpy.typing import NDArray

from codepegs.game.position import Position
from codepegs.game.reply import Code, Reply, View
from codepegs.game.rules import Game

MOST_CACHED = 300
"""Codes of the largest game whose replies are kept."""


def all_codes(game: Game) -> list[Code]:
    """Every code of a game, ascending."""
    codes = product(range(game.colors), repeat=game.pegs)
    return [code for code in codes if game.repeats or len(set(code)) == game.pegs]


def reply_to(game: Game, guess: Code, secret: Code) -> Reply:
    """The reply: pegs that match are put aside, and each other one of the guess takes an equal one of the secret."""
    black = [mine for mine, hidden in zip(guess, secret, strict=True) if mine == hidden]
    rest = [hidden for mine, hidden in zip(guess, secret, strict=True) if mine != hidden]
    white = 0
    for mine, hidden in zip(guess, secret, strict=True):
        if mine != hidden and mine in rest:
            rest.remove(mine)
            white += 1
    solved = len(black) == game.pegs
    match game.view:
        case View.BLACK_WHITE:
            return Reply(black=len(black), white=white, solved=solved)
        case View.BLACK:
            return Reply(black=len(black), solved=solved)
        case View.WHITE:
            return Reply(solved=True) if solved else Reply(white=white)
        case View.TOTAL:
            return Reply(solved=True) if solved else Reply(total=len(black) + white)


def candidates(position: Position) -> list[Code]:
    """The codes that fit every turn."""
    game, left = position.game, all_codes(position.game)
    for turn in position.turns:
        if game.size > MOST_CACHED:
            left = [code for code in left if reply_to(game, turn.guess, code) == turn.reply]
        else:
            reply = replies(game, turn.guess)
            left = [code for code in left if reply[code] == turn.reply]
    return left


@cache
def replies(game: Game, guess: Code) -> dict[Code, Reply]:
    """The reply of every code of a small game to a guess."""
    return {code: reply_to(game, guess, code) for code in all_codes(game)}


def partition(game: Game, codes: Iterable[Code], guess: Code) -> Counter[Reply]:
    """Part sizes by reply."""
    if game.size > MOST_CACHED:
        return Counter(reply_to(game, guess, code) for code in codes)
    return Counter(map(replies(game, guess).__getitem__, codes))


def objective_score(name: str, parts: Counter[Reply]) -> float:
    """What a one-step strategy makes of a partition, less being better; entropies rounded so that equals tie."""
    sizes = sorted(parts.values())
    if name == "minimax":
        return max(sizes)
    if name == "expected-size":
        return sum(size * size for size in sizes)
    if name == "max-parts":
        return -len(sizes)
    return round(sum(size * log2(size) for size in sizes), 9)


def one_step_guess(name: str, game: Game, left: Sequence[Code], *, candidates_only: bool = False) -> Code:
    """The one-step choice: best score, then a candidate, then the lowest."""
    guesses = left if candidates_only else all_codes(game)
    possible = set(left)
    return min(
        guesses, key=lambda guess: (objective_score(name, partition(game, left, guess)), guess not in possible, guess)
    )


def one_step_histogram(name: str, game: Game, *, candidates_only: bool = False) -> list[int]:
    """Codes by number of guesses under a one-step strategy, by walking every part."""
    lengths: Counter[int] = Counter()
    pending = [(all_codes(game), 1)]
    while pending:
        left, turn = pending.pop()
        guess = one_step_guess(name, game, left, candidates_only=candidates_only)
        groups: dict[Reply, list[Code]] = {}
        for code in left:
            groups.setdefault(reply_to(game, guess, code), []).append(code)
        for reply, part in groups.items():
            if reply.solved:
                lengths[turn] += 1
            else:
                pending.append((part, turn + 1))
    return [lengths[turn] for turn in range(1, max(lengths) + 1)]


def alike(position: Position, codes: Iterable[Code]) -> dict[Code, Code]:
    """For each code the lowest code it becomes under a permutation of positions and of colours that fixes the history.

    The history counts as a set of turns: a symmetry may exchange turns with equal replies.
    """
    game = position.game
    history = {(turn.guess, turn.reply) for turn in position.turns}
    lowest: dict[Code, Code] = {}
    group = [
        (places, colors)
        for places in permutations(range(game.pegs))
        for colors in permutations(range(game.colors))
        if {(tuple(colors[guess[i]] for i in places), reply) for guess, reply in history} == history
    ]
    for code in codes:
        lowest[code] = min(tuple(colors[code[i]] for i in places) for places, colors in group)
    return lowest


@cache
def parallel_knuth_game(colors: int, holes: int, secret: Code, first: Code) -> list[Code]:
    """The algorithm of the parallel Knuth report, step by step as in its section 3, on NumPy columns for speed."""
    every_code = list(product(range(colors), repeat=holes))
    possible = np.array(every_code)
    counts = np.stack([(possible == color).sum(axis=1) for color in range(colors)], axis=1)
    guess, played = first, [first]
    while guess != secret:
        response = _answers(possible, counts, guess) == _answers(np.array([secret]), _count(secret, colors), guess)[0]
        possible, counts = possible[response], counts[response]
        still_possible = set(map(tuple, possible.tolist()))
        guess = min(
            every_code,
            key=lambda code: (np.bincount(_answers(possible, counts, code)).max(), code not in still_possible, code),
        )
        played.append(guess)
    return played


def _count(code: Code, colors: int) -> NDArray[np.int64]:
    return np.array([[code.count(color) for color in range(colors)]])


def _answers(codes: NDArray[np.int64], counts: NDArray[np.int64], guess: Code) -> NDArray[np.int64]:
    """Black and total of each code, as one number."""
    black = (codes == np.array(guess)).sum(axis=1)
    total = np.minimum(counts, _count(guess, counts.shape[1])).sum(axis=1)
    return np.asarray(black * (len(guess) + 1) + total)
