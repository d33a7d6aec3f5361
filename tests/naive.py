"""Readable twins of the fast parts: plain Python, no cleverness, used as oracles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from math import log2

from codepegs.game import Code, Game, Reply, score
from codepegs.texts import Position


def all_codes(game: Game) -> list[Code]:
    """Every code of a game, ascending."""
    codes = product(range(game.colors), repeat=game.pegs)
    return [code for code in codes if game.repeats or len(set(code)) == game.pegs]


def candidates(position: Position) -> list[Code]:
    """The codes that fit every turn."""
    return [
        code
        for code in all_codes(position.game)
        if all(position.game.reply(code, turn.guess) == turn.reply for turn in position.turns)
    ]


def partition(game: Game, codes: Iterable[Code], guess: Code) -> Counter[Reply]:
    """Part sizes by reply."""
    return Counter(game.reply(code, guess) for code in codes)


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
            groups.setdefault(game.reply(code, guess), []).append(code)
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


def first_seed_game(colors: int, holes: int, secret: Code, first: Code) -> list[Code]:
    """The first seed's algorithm, step by step as its section 3 lists them (guesses counted from colour 0)."""
    every_code = list(product(range(colors), repeat=holes))
    possible = every_code
    guess, played = first, [first]
    while guess != secret:
        response = score(secret, guess)
        possible = [code for code in possible if score(code, guess) == response]
        best = None
        still_possible = set(possible)
        for code in every_code:
            counts = Counter(score(answer, code) for answer in possible)
            rating = (max(counts.values()), code not in still_possible, code)
            if best is None or rating < best:
                best = rating
        assert best is not None
        guess = best[2]
        played.append(guess)
    return played
