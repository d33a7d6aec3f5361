"""First guesses: given, random, or the one with which the whole strategy needs the fewest guesses."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from codepegs.codes import Candidates, OneStep, differing_guesses
from codepegs.errors import BadInput, BadStrategy, one_of
from codepegs.game import CANONICAL, FOR_PEGS, Code, Game, Position
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed


def half_and_half(game: Game) -> Code:
    """Return the code with half its pegs in the first colour and half in the second, the longer half first.

    The first guess of the two-part solver report, section 2.2.

    >>> half_and_half(Game(5, 8))
    (0, 0, 0, 1, 1)
    """
    if not game.repeats:
        return tuple(range(game.pegs))
    longer = (game.pegs + 1) // 2
    return tuple(0 if i < longer else min(1, game.colors - 1) for i in range(game.pegs))


def two_then_singles(game: Game) -> Code:
    """Return the code with two pegs of the first colour and one of each next: AABC.

    The first guess of the Max Parts report, section 2.2. If there are too few colours, they start again from the first.

    >>> two_then_singles(Game(6, 9))
    (0, 0, 1, 2, 3, 4)
    """
    if not game.repeats:
        return tuple(range(game.pegs))
    return tuple(max(0, i - 1) % game.colors for i in range(game.pegs))


def random_code(game: Game, seed: Seed, stream: str = "first") -> Code:
    """Draw a code that can be the secret, uniformly or by the weights of the secrets.

    >>> random_code(Game(4, 6), Seed(1)) == random_code(Game(4, 6), Seed(1))
    True
    """
    return game.draw(seed.stream(stream))


NAMED = {"half": half_and_half, "aabc": two_then_singles}


def check_first(text: str, game: Game, *, without_best: str | None = None) -> None:
    """Check the option `first`; `without_best` names the strategy, if it has no first guess `best`."""
    if not game.traits.is_complete and text in NAMED:
        names = "random or best" if without_best is None else "random"
        raise BadStrategy(f"first={text} is for {FOR_PEGS}: expected a code of {game}, {names}")
    if text in NAMED or text == "random" or (text == "best" and without_best is None):
        return
    if text == "best":
        raise BadStrategy(f"{without_best} has no first guess {text!r}: give a code, {one_of(('random', *NAMED))}")
    parse_first(text, game)


def parse_first(text: str, game: Game) -> Code:
    """Parse a code given as the option `first`; colours written as numbers are separated by dots."""
    try:
        return CANONICAL.parse(game, CANONICAL.without_dots(game, text), alone=False)
    except BadInput as error:
        raise BadStrategy(f"the first guess {text!r} is not valid: {error}") from None


def first_guess(
    text: str, game: Game, seed: Seed, search: OneStep | None = None, threads: WorkerThreads | None = None
) -> Code:
    """Return the first guess for the option `first`.

    >>> first_guess("half", Game(4, 6), Seed(0)), first_guess("1.1.2.3", Game(4, 6), Seed(0))
    ((0, 0, 1, 1), (0, 0, 1, 2))
    """
    if text == "random":
        return random_code(game, seed)
    if text == "best" and search is not None:
        return best_first(game, search, threads or WorkerThreads())
    return NAMED[text](game) if text in NAMED else parse_first(text, game)


def best_first(game: Game, search: OneStep, threads: WorkerThreads) -> Code:
    """The first guess with which a strategy needs the fewest guesses over all secrets; the lowest among equals."""
    return _best_first(game, search, _Uncompared(threads))


class _Uncompared:
    """Threads that compare equal to any others, so that a cache ignores it."""

    def __init__(self, threads: WorkerThreads) -> None:
        self.threads = threads

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Uncompared)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _best_first(game: Game, search: OneStep, holder: _Uncompared) -> Code:
    from codepegs.trees import walk

    start = Position(game)
    everything = Candidates.all(game)
    keys = differing_guesses(start, everything, candidates_only=search.candidates_only).tolist()
    totals, progress = [], holder.threads.progress
    for number, key in enumerate(keys):
        part_done = None if progress is None else partial(_part_done, progress, number, len(keys))
        first = everything.space.decode(key)
        figures = walk(start, search, first=first, threads=holder.threads.reporting(part_done))
        totals.append((figures.total, first))
    return min(totals)[1]


def _part_done(progress: Callable[[int, int], None], number: int, of: int, done: int, total: int) -> None:
    """Report the progress of one of several equal jobs, in thousandths of each."""
    progress(1000 * number + 1000 * done // total, 1000 * of)
