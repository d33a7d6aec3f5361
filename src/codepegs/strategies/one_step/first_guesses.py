"""First guesses: given, drawn, or the best of all by what the whole strategy then costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from codepegs.candidates import Candidates, differing_guesses
from codepegs.errors import BadInput, BadStrategy
from codepegs.game import CANONICAL, Code, Game, Position
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies.one_step.search import OneStep
from codepegs.strategies.one_step.walk import walk


def half_and_half(game: Game) -> Code:
    """Half in the first colour, the rest in the second; the longer half first (two-part solver report, section 2.2).

    >>> half_and_half(Game(5, 8))
    (0, 0, 0, 1, 1)
    """
    if not game.repeats:
        return tuple(range(game.pegs))
    longer = (game.pegs + 1) // 2
    return tuple(0 if i < longer else min(1, game.colors - 1) for i in range(game.pegs))


def two_then_singles(game: Game) -> Code:
    """Two pegs of the first colour, then one of each next: AABC (Max Parts report, section 2.2); colours start over if
    short.

    >>> two_then_singles(Game(6, 9))
    (0, 0, 1, 2, 3, 4)
    """
    if not game.repeats:
        return tuple(range(game.pegs))
    return tuple(max(0, i - 1) % game.colors for i in range(game.pegs))


def random_code(game: Game, seed: Seed, stream: str = "first") -> Code:
    """A code drawn uniformly.

    >>> random_code(Game(4, 6), Seed(1)) == random_code(Game(4, 6), Seed(1))
    True
    """
    rng = seed.stream(stream)
    if game.repeats:
        return tuple(rng.integers(game.colors, size=game.pegs).tolist())
    return tuple(rng.permutation(game.colors)[: game.pegs].tolist())


NAMED = {"half": half_and_half, "aabc": two_then_singles}


def check_first(text: str, game: Game, *, allow_best: bool = True) -> None:
    """Raise `BadStrategy` when `text` is not a first guess of this game."""
    if text not in NAMED and text != "random" and not (text == "best" and allow_best):
        parse_first(text, game)


def parse_first(text: str, game: Game) -> Code:
    """The code a `first=` option spells, its colours parted by dots when they are numbers."""
    try:
        return CANONICAL.parse(game, text.replace(".", ","), alone=False)
    except BadInput as error:
        raise BadStrategy(
            f"first={text} is not a valid first guess for {game} ({error}): expected a code with colours from 1, or "
            "random, best, half or aabc"
        ) from None


def first_guess(text: str, game: Game, seed: Seed, search: OneStep | None = None, crew: Crew | None = None) -> Code:
    """The first guess an option asks for; `best` needs the search whose whole strategy is to be cheapest."""
    if text == "random":
        return random_code(game, seed)
    if text == "best" and search is not None:
        return best_first(game, search, crew or Crew())
    return NAMED[text](game) if text in NAMED else parse_first(text, game)


def best_first(game: Game, search: OneStep, crew: Crew) -> Code:
    """Of all first guesses that differ by symmetry the one with the least total over all secrets, then the lowest."""
    return _best_first(game, search, _Uncompared(crew))


class _Uncompared:
    """A crew that makes no difference to what is remembered."""

    def __init__(self, crew: Crew) -> None:
        self.crew = crew

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Uncompared)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=64)
def _best_first(game: Game, search: OneStep, holder: _Uncompared) -> Code:
    start = Position(game)
    everything = Candidates.all(game)
    keys = differing_guesses(start, everything, candidates_only=search.candidates_only).tolist()
    totals = []
    crew, progress = holder.crew, holder.crew.progress
    try:
        for number, key in enumerate(keys):
            if progress is not None:
                crew.progress = partial(_part_done, progress, number, len(keys))
            first = everything.layout.decode(key)
            totals.append((walk(start, search, first=first, crew=crew).total, first))
    finally:
        crew.progress = progress
    return min(totals)[1]


def _part_done(progress: Callable[[int, int], None], number: int, of: int, done: int, total: int) -> None:
    """Tell of the progress of one of several equal jobs, in thousandths of each."""
    progress(1000 * number + 1000 * done // total, 1000 * of)
