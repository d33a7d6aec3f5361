"""The one door through which every strategy is played.

A codebreaker is a function of (game, options, seed, history) that may keep state to be fast: `start` builds one, `next`
gives its move, `learn` takes any legal turn, `report` says what it knows. Learning a turn is the same as starting with
the longer history.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

import msgspec

from codepegs.errors import BadPosition
from codepegs.game import Code, Game, Position, Turn, counted
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies.suggestion import Suggestion
from codepegs.strategies.whole_strategy import Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codepegs.candidates import Candidates


@dataclass(frozen=True, slots=True)
class Guess:
    """Ask this code."""

    code: Code
    consistent: bool | None = None
    """Whether it fits all replies so far; None when that is not known."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The secret is this, with this confidence (a probability)."""

    code: Code
    confidence: float


@dataclass(frozen=True, slots=True)
class Stop:
    """No further move, for this reason."""

    reason: str


Move = Guess | Declaration | Stop


@dataclass
class Budget:
    """What one move may cost, and who does the work."""

    crew: Crew = field(default_factory=Crew)
    work: int | None = None
    """Units of work, for strategies that search without end; results then repeat whatever the machine."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a codebreaker knows at this moment."""

    candidates: int | None = None
    """Codes that fit all replies, where that is known exactly."""
    candidates_estimate: float | None = None
    suspect_turns: tuple[int, ...] = ()
    """Turns, from 1, whose replies are probably false."""
    noise: float | None = None
    """The share of false replies the strategy assumes or estimates, where it reckons with any."""
    notes: tuple[str, ...] = ()


class ForeignHistory(BadPosition):
    """Turns that a strategy which can only follow its own guesses cannot take; the driver hands them to another."""


class Codebreaker(Protocol):
    """One player in one game."""

    @property
    def position(self) -> Position:
        """The rules and the turns learned so far."""
        ...

    def next(self, budget: Budget | None = None) -> Move:
        """The move at this position."""
        ...

    def learn(self, turn: Turn) -> None:
        """Take in a turn, even if the guess is another's; raises `Contradiction` when no code fits any more."""
        ...

    def report(self) -> Report:
        """What is known now."""
        ...


@runtime_checkable
class Ranks(Protocol):
    """The ability, which not every codebreaker has, to rank several guesses."""

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """The best guesses by the strategy's own order, best first."""
        ...


@runtime_checkable
class Believes(Protocol):
    """The ability to say how probable codes and colours are."""

    def belief(self) -> NDArray[np.float64]:
        """Probability of each colour at each peg, shape (pegs, colours), rows adding up to one."""
        ...

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """The most probable codes with their probabilities, most probable first."""
        ...


@runtime_checkable
class AdoptsCandidates(Protocol):
    """The ability to take over a list of the candidates, which all codebreakers have that list them."""

    def adopt(self, candidates: Candidates) -> None:
        """Take over the candidates of this position from a caller that has listed them."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long game is."""

    guesses: int
    pegs_known: int
    colors_counted: int
    """Colours whose number of pegs is known."""
    guesses_left: float
    """About how many more guesses it takes, the last one among them."""
    known: Mapping[int, int]
    """The pegs that are known and their colours, both from 0."""

    def words(self, game: Game) -> str:
        """How far a game is, for a person.

        >>> Progress(3, 1, 20, 12.3, {4: 2}).words(Game(100, 20))
        '1 of 100 pegs known, 20 of 20 colours counted, about 12 guesses left'
        """
        return (
            f"{self.pegs_known:,} of {counted(game.pegs, 'peg')} known, {self.colors_counted:,} of "
            f"{counted(game.colors, 'colour')} counted, about {self.guesses_left:,.0f} guesses left"
        )


@runtime_checkable
class Progresses(Protocol):
    """The ability to say how far a long game is."""

    def progress(self) -> Progress | None:
        """How far it is now; None if the current strategy has no progress."""
        ...


def progress_of(codebreaker: Codebreaker) -> Progress | None:
    """How far a codebreaker's game is, where it can tell."""
    return codebreaker.progress() if isinstance(codebreaker, Progresses) else None


class UnderNoise(Enum):
    """What a strategy does where replies may be false."""

    REFUSES = "assumes that every reply is true"
    BEARS = "continues after false replies, without a model of them"
    MODELS = "uses posterior probabilities, with the options noise and declare"


Options = TypeVar("Options", contravariant=True)


class Start(Protocol[Options]):
    """Builds the codebreaker of a strategy."""

    def __call__(self, game: Game, options: Options, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        """The codebreaker at the position after `history`."""
        ...


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a strategy that has none."""


@dataclass(frozen=True)
class Strategy(Generic[Options]):
    """The declaration of a strategy; a name and a `start` suffice."""

    name: str
    start: Start[Options]
    summary: str = ""
    origin: str = ""
    limits: str = ""
    options: type = NoOptions
    """The options, a frozen `msgspec.Struct` whose field descriptions are the help."""
    refuses: Callable[[Game], str | None] = lambda game: None
    """Why a game cannot be played, in one sentence, or None."""
    is_deterministic: Callable[[Game, Options], bool] = lambda game, options: True
    """Whether the guess follows from the history alone, so that a strategy is one tree."""
    plan: Callable[[Game, Options, Crew], Plan | None] = lambda game, options, crew: None
    """The strategy as a whole, where there is a faster way to it than asking for one guess after another."""
    under_noise: UnderNoise = UnderNoise.REFUSES
    """What it does where replies may be false; one that `MODELS` has the options of `NoiseOptions`."""
    how: Callable[[Game], str | None] = lambda game: None
    """How it plays a game, where it chooses that by the rules."""
    own_guesses_only: bool = False
    """Whether it can go on from its own guesses only."""
    text_option: str | None = None
    """The option that takes everything after the colon of a strategy text, such as a path; None where options are
    listed as usual."""
    files: Callable[[Options, Game | None], Sequence[str]] = lambda options, game: ()
    """Files that the guesses depend on: those that the options name and, where a game is given, those that the strategy
    looks up for it."""
    delegate: Callable[[Game, Options], tuple[Strategy[Any], Any] | None] = lambda game, options: None
    """The strategy, with its options, that plays a game in its place."""
    refinements: tuple[str, ...] = ()
    """Options with which the strategy takes more time for better advice, in ascending order of the time."""
