"""First guesses: given, random, the one with which a strategy needs the fewest guesses, or the most informative."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from codepegs import trees
from codepegs.codes import Candidates, OneStep, differing_guesses
from codepegs.core import loops
from codepegs.errors import BadInput, BadStrategy, one_of
from codepegs.game import CANONICAL, Code, Game, Position, View, part_table
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.protocol.tracker import entropy_of


def half_and_half(game: Game) -> Code:
    """Return AABB, the longer half first: the first guess of the two-part solver report, section 2.2."""
    if not game.repeats:
        return tuple(range(game.pegs))
    longer = (game.pegs + 1) // 2
    return tuple(0 if i < longer else min(1, game.colors - 1) for i in range(game.pegs))


def two_then_singles(game: Game) -> Code:
    """Return AABC, colours repeated at need: the first guess of the Max Parts report, section 2.2."""
    if not game.repeats:
        return tuple(range(game.pegs))
    return tuple(max(0, i - 1) % game.colors for i in range(game.pegs))


def random_code(game: Game, seed: Seed, stream: str = "first") -> Code:
    """Draw a code that can be the secret, uniformly or by the weights of the secrets."""
    return game.draw(seed.stream(stream))


NAMED = {"half": half_and_half, "aabc": two_then_singles}


def check_first(text: str, game: Game, *, without_best: str | None = None) -> None:
    """Check the option `first`; `without_best` names the strategy, if it has no first guess `best`."""
    if not game._traits.is_complete and text in NAMED:
        names = "random or best" if without_best is None else "random"
        raise BadStrategy.because(game._reason("first_for_pegs", text=text, names=names))
    if text in NAMED or text == "random" or (text == "best" and without_best is None):
        return
    if text == "best":
        raise BadStrategy.because(
            "no_best_first", strategy=without_best or "", text=text, choice=one_of(("random", *NAMED))
        )
    parse_first(text, game)


def parse_first(text: str, game: Game) -> Code:
    """Parse a code given as the option `first`; colours written as numbers are separated by dots."""
    try:
        return CANONICAL.parse(game, CANONICAL.without_dots(game, text), alone=False)
    except BadInput as error:
        raise BadStrategy.like(error).within(f"the first guess {text!r} is not valid", first_guess=text) from None


def first_guess(
    text: str, game: Game, seed: Seed, search: OneStep | None = None, threads: WorkerThreads | None = None
) -> Code:
    """Return the first guess for the option `first`."""
    if text == "random":
        return random_code(game, seed)
    if text == "best" and search is not None:
        return best_first(game, search, threads or WorkerThreads())
    return NAMED[text](game) if text in NAMED else parse_first(text, game)


def best_first(game: Game, search: OneStep, threads: WorkerThreads) -> Code:
    """The first guess with which a strategy needs the fewest guesses over all secrets; the lowest among equals."""
    known = _known_first(game, search)
    if not known:
        known.append(_best_first(game, search, threads))
    return known[0]


@lru_cache(maxsize=64)
def _known_first(game: Game, search: OneStep) -> list[Code]:
    """The best first guess, once it was found: it does not depend on the threads."""
    return []


def _best_first(game: Game, search: OneStep, threads: WorkerThreads) -> Code:
    start = Position(game)
    everything = Candidates.all(game)
    keys = differing_guesses(start, everything, candidates_only=search.candidates_only).tolist()
    totals, progress = [], threads.progress
    for number, key in enumerate(keys):
        part_done = None if progress is None else partial(_part_done, progress, number, len(keys))
        first = everything.space.decode(key)
        figures = trees.walk(start, search, first=first, threads=threads.reporting(part_done))
        totals.append((figures.total, first))
    return min(totals)[1]


def _part_done(progress: Callable[[int, int], None], number: int, of: int, done: int, total: int) -> None:
    """Report the progress of one of several equal jobs, in thousandths of each."""
    progress(1000 * number + 1000 * done // total, 1000 * of)


COUNTED_WORK = 75_000_000
"""Largest number of patterns times pegs^5 for which all are compared by exact counts: half a second."""

COUNTED_PEGS = 24
"""Largest number of pegs for which inclusion and exclusion is precise enough."""

COUNTED_WITHOUT_REPEATS = 100
"""The same without repeated colours, of up to 255 colours: the number of codes must not exceed a double."""

SAMPLED_CODES = 2_000
"""Number of codes sampled to compare patterns of longer codes, with a fixed seed."""

SAMPLED_REPLIES = 40_000_000
"""Limit of codes times pegs of that sample; with very many pegs it has fewer codes."""

LEAST_SAMPLED = 64

MOST_PATTERNS = 64
"""Number of patterns compared for longer codes."""


@lru_cache(maxsize=64)
def best_opening(game: Game) -> Code:
    """Return the most informative first guess; above 24 pegs by a fixed sample, of even patterns only."""
    return ranked_openings(game)[0][0]


@lru_cache(maxsize=64)
def ranked_openings(game: Game) -> list[tuple[Code, float]]:
    """Rank the first guesses that differ by symmetry."""
    if game.repeats:
        work = count_color_patterns(game.pegs, game.colors) * game.pegs**5
        is_counted = game.pegs <= COUNTED_PEGS and work <= COUNTED_WORK
        patterns = list(color_patterns(game.pegs, game.colors)) if is_counted else _even_patterns(game)
    else:
        is_counted, patterns = game.pegs <= COUNTED_WITHOUT_REPEATS, [(1,) * game.pegs]
    bits = [reply_shares(game, pattern)[1] for pattern in patterns] if is_counted else _sampled_bits(game, patterns)
    order = sorted(range(len(patterns)), key=lambda n: (round(bits[n], 9), patterns[n]), reverse=True)
    return [(code_of(patterns[n]), bits[n]) for n in order]


def code_of(pattern: tuple[int, ...]) -> Code:
    """Return the lowest code of a pattern."""
    return tuple(color for color, count in enumerate(pattern) for _ in range(count))


def color_patterns(pegs: int, colors: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Iterate over the ways to write a number of pegs as a non-increasing sum."""
    if pegs == 0:
        yield ()
    elif colors:
        for first in range(min(pegs, most or pegs), 0, -1):
            for rest in color_patterns(pegs - first, colors - 1, first):
                yield (first, *rest)


def count_color_patterns(pegs: int, colors: int) -> int:
    """Count the first guesses, those equal up to symmetry once."""
    ways = [1, *[0] * pegs]
    for part in range(1, min(pegs, colors) + 1):  # sums of at most k terms, conjugated: terms of at most k
        for total in range(part, pegs + 1):
            ways[total] += ways[total - part]
    return ways[pegs]


def reply_shares(game: Game, pattern: tuple[int, ...]) -> tuple[NDArray[np.float64], float]:
    """The share of all codes that gives each part for a first guess, float64, shape (parts,), and its information."""
    table = part_table(game)
    shares = np.empty(len(table))
    colors = np.array(pattern, dtype=np.int64)
    return shares, loops.first_reply_shares(colors, game.colors, game.repeats, table.part_of, shares)


def first_shares(game: Game, guess: Code) -> NDArray[np.float64] | None:
    """The share of all codes that gives each reply to a first guess, the win last; None where that is not counted."""
    if game.pegs > (COUNTED_PEGS if game.repeats else COUNTED_WITHOUT_REPEATS):
        return None
    counts = np.bincount(np.array(guess), minlength=game.colors)
    pattern = tuple(sorted((int(count) for count in counts if count), reverse=True))
    return reply_shares(game, pattern)[0] if game.repeats or len(pattern) == game.pegs else None


def entropy_bits(shares: NDArray[np.float64]) -> float:
    """Return the expected information of a reply."""
    return entropy_of(shares[shares > 1e-15])


def _even_patterns(game: Game) -> list[tuple[int, ...]]:
    """Patterns in which any two colours are used equally often but for one peg."""
    kept: dict[tuple[int, ...], None] = {}
    most = min(game.pegs, game.colors)
    for colors in np.unique(np.geomspace(1, most, MOST_PATTERNS).round().astype(int)).tolist():
        each, more = divmod(game.pegs, colors)
        kept[tuple([each + 1] * more + [each] * (colors - more))] = None
    return list(kept)


def _sampled_bits(game: Game, patterns: list[tuple[int, ...]]) -> list[float]:
    size = min(SAMPLED_CODES, max(LEAST_SAMPLED, SAMPLED_REPLIES // (game.pegs * len(patterns))))
    codes = Seed(0).stream("opening").integers(game.colors, size=(size, game.pegs), dtype=np.int32)
    most = min(game.pegs, game.colors)
    rows = np.arange(size)
    held = np.zeros((size, game.colors), dtype=np.int32)
    for position in range(game.pegs):
        held[rows, codes[:, position]] += 1
    bits = []
    for pattern in patterns:
        used = np.zeros(most, dtype=np.int32)
        used[: len(pattern)] = pattern
        black = (codes == np.array(code_of(pattern), dtype=np.int32)).sum(axis=1)
        total = np.minimum(held[:, :most], used).sum(axis=1)
        shown = {
            View.BLACK_WHITE: black * (game.pegs + 1) + total,
            View.BLACK: black,
            View.TOTAL: np.where(black == game.pegs, game.pegs + 1, total),
            View.WHITE: np.where(black == game.pegs, game.pegs + 1, total - black),
        }[game.view]
        bits.append(entropy_bits(np.unique(shown, return_counts=True)[1] / size))
    return bits
