"""The interface through which every strategy is played.

A codebreaker is a function of (game, options, seed, history) that may keep state to be fast. `start` creates one,
`next` returns its move, `learn` adds any valid turn, `report` returns what is known. Learning a turn is the same as
starting with the longer history.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, Protocol, TypeVar, runtime_checkable

import msgspec
from msgspec import Meta

from codepegs.errors import BadCode, BadPosition, BadStrategy
from codepegs.game import FOR_PEGS, Code, Game, Position, Turn, counted, record
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.suggestion import Suggestion
from codepegs.strategies.whole_strategy import Plan

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codepegs.codes import Candidates


@dataclass(frozen=True, slots=True)
class Guess:
    """A move that guesses a code.

    >>> Guess((0, 0, 1, 1)).code
    (0, 0, 1, 1)
    """

    code: Code
    """The code, 0-based colours."""
    consistent: bool | None = None
    """Whether the code is consistent with all replies so far; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A move that ends a game in which the codemaker does not announce the win, by naming the secret.

    >>> Declaration((0, 0, 1, 1), confidence=0.99).confidence
    0.99
    """

    code: Code
    """The code that is declared to be the secret."""
    confidence: float
    """The probability that it is the secret."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A move that gives up the game.

    >>> Stop("no code is consistent").reason
    'no code is consistent'
    """

    reason: str
    """The reason, in one sentence without a full stop."""


Move = Guess | Declaration | Stop


def next_move(codebreaker: Codebreaker, game: Game, budget: Budget | None = None) -> Move:
    """Ask a codebreaker for its move, and check that it is one.

    Args:
        codebreaker: The codebreaker.
        game: Its game.
        budget: Threads and units of work.

    Returns:
        The move.

    Raises:
        BadStrategy: The codebreaker returned something that is not a move, or a code that is not a code of the game.
    """
    move: object = codebreaker.next(budget)
    if isinstance(move, Stop):
        return move
    name = type(codebreaker).__name__
    if not isinstance(move, Guess | Declaration):
        raise BadStrategy(f"{name}.next returned {move!r:.60}: expected a Guess, a Declaration or a Stop")
    try:
        code = game.check_code(move.code)
        game.check_allowed(codebreaker.position.turns, code)
    except BadCode as error:
        raise BadStrategy(f"{name}.next returned an invalid code: {error}") from None
    return move if code is move.code else replace(move, code=code)


@dataclass
class Budget:
    """The threads and the units of work that one move may use.

    >>> Budget(work=1000).work
    1000
    """

    threads: WorkerThreads = field(default_factory=WorkerThreads)
    """The threads."""
    work: int | None = None
    """Limit for one move, in units of work that the strategy defines; its default if None. Strategies without such a
    unit ignore it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a codebreaker knows at its position.

    >>> from codepegs import make_codebreaker
    >>> make_codebreaker("p4c6 1122:1b0w", "minimax").report().candidates
    256
    """

    candidates: int | None = None
    """Exact number of candidates; None if it is not known."""
    candidates_estimate: float | None = None
    """Estimated number of candidates; None if there is no estimate."""
    candidates_interval: tuple[float, float] | None = None
    """An interval that contains the number of candidates with a probability of 95 %; None without an estimate."""
    found: bool | None = None
    """Whether the strategy found a consistent code; None if it does not search for whole codes."""
    suspect_turns: Annotated[
        tuple[int, ...], Meta(description="turns, counted from 1, whose replies are probably false")
    ] = ()
    """Numbers of the turns, counted from 1, whose replies are probably false."""
    noise: Annotated[
        float | None,
        Meta(description="share of false replies assumed or estimated; only if replies may be false"),
    ] = None
    """The share of false replies, 0 to 1, that the strategy assumes or estimates; None if it takes all replies as
    true."""
    notes: tuple[str, ...] = ()
    """Further remarks, one sentence each."""


class ForeignHistory(BadPosition):
    """Turns that a strategy cannot continue from, because the guesses are not its own; another strategy takes over."""


class Codebreaker(Protocol):
    """A strategy that plays one game; implement this protocol for a strategy of your own.

    Codebreakers of codepegs are created with `make_codebreaker`.

    >>> from codepegs import make_codebreaker
    >>> codebreaker = make_codebreaker("p4c6 1122:1b0w", "minimax")
    >>> codebreaker.next()
    Guess(code=(0, 2, 3, 3), consistent=True)
    >>> codebreaker.learn(codebreaker.position.after("1344", "1b1w").turns[-1])
    >>> str(codebreaker.position)
    'p4c6 1122:1b0w 1344:1b1w'
    """

    @property
    def position(self) -> Position:
        """The rules and the turns learned so far."""
        ...

    def next(self, budget: Budget | None = None) -> Move:
        """Return the move at this position, without making it: the position changes only with `learn`.

        Args:
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            A `Guess`, a `Declaration` or a `Stop`.

        Raises:
            Contradiction: No code is consistent with the replies.
        """
        ...

    def learn(self, turn: Turn) -> None:
        """Add a turn to the position, even if the guess is not the strategy's own.

        Args:
            turn: The guess and its reply.

        Raises:
            Contradiction: No code is consistent with all turns.
            ForeignHistory: The strategy can continue from its own guesses only.
        """
        ...

    def report(self) -> Report:
        """Return what is known at this position.

        Returns:
            The number of candidates, suspect turns and notes, as far as they are known.
        """
        ...


@runtime_checkable
class Ranks(Protocol):
    """The ability, which not every codebreaker has, to rank several guesses."""

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses by the strategy's own order.

        Args:
            most: Largest number of guesses.
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            The guesses with their figures, best first.
        """
        ...


@runtime_checkable
class Describes(Protocol):
    """A codebreaker that can compute the figures of any guess, such as its expected number of guesses."""

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the figures of guesses at this position, as `Ranks.rank` does for those it finds.

        Args:
            guesses: The guesses.
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            The guesses with their figures, in their order; figures that cannot be computed are None.
        """
        ...


@runtime_checkable
class Believes(Protocol):
    """The ability of a codebreaker to compute the probabilities of codes and colours."""

    def belief(self) -> NDArray[np.float64]:
        """Return the probability of each colour at each peg.

        Returns:
            Probabilities, float64, shape (pegs, colors); each row sums to 1.
        """
        ...

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """Return the most probable codes.

        Args:
            most: Largest number of codes.

        Returns:
            Pairs (code, probability), most probable first.
        """
        ...


@runtime_checkable
class ListsCandidates(Protocol):
    """The ability of a codebreaker to list the candidates."""

    def candidates(self, workers: WorkerThreads | int = 1) -> Candidates:
        """Return the candidates at this position.

        Args:
            workers: Threads, or their number.

        Returns:
            The candidates.
        """
        ...


@runtime_checkable
class AdoptsCandidates(Protocol):
    """The ability of a codebreaker to use a list of the candidates made elsewhere."""

    def adopt(self, candidates: Candidates) -> None:
        """Use a list of the candidates, so that it is not computed again.

        Args:
            candidates: The candidates of this position.
        """
        ...


@runtime_checkable
class AdoptsCodes(Protocol):
    """The ability of a codebreaker that samples candidates to use consistent codes found elsewhere."""

    def adopt_codes(self, codes: Sequence[Code], complete: bool) -> None:
        """Use consistent codes, instead of those that the codebreaker found or would search for.

        Args:
            codes: Codes consistent with this position, at least one.
            complete: Whether they are all candidates.
        """
        ...


@record("ProgressAnswer", "known_pegs=pegs_known counted_colors=colors_counted left_estimate=guesses_left")
@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a large game."""

    guesses: int
    """Guesses made so far."""
    pegs_known: int
    """Pegs whose colour is known."""
    colors_counted: int
    """Colours whose number of pegs is known."""
    guesses_left: Annotated[float, Meta(description="estimated number of further guesses")]
    """Estimated number of guesses still to be made, the winning one included."""
    known: Mapping[int, int]
    """The pegs that are known and their colours, both from 0."""

    def words(self, game: Game) -> str:
        """Describe the progress in words.

        Args:
            game: The game.

        Returns:
            One sentence without a full stop.

        >>> Progress(3, 1, 20, 12.3, {4: 2}).words(Game(100, 20))
        '1 of 100 pegs known, 20 of 20 colours counted, about 12 guesses left'
        """
        return (
            f"{self.pegs_known:,} of {counted(game.pegs, 'peg')} known, {self.colors_counted:,} of "
            f"{counted(game.colors, 'colour')} counted, about {self.guesses_left:,.0f} guesses left"
        )


@runtime_checkable
class Progresses(Protocol):
    """The ability of a codebreaker to measure its progress in a long game."""

    def progress(self) -> Progress | None:
        """Return the progress at this position.

        Returns:
            The progress; None if the strategy that plays this game does not measure it.
        """
        ...


def progress_of(codebreaker: Codebreaker) -> Progress | None:
    """Return the progress of a codebreaker in a long game.

    Args:
        codebreaker: The codebreaker.

    Returns:
        The progress; None if the codebreaker does not measure it.
    """
    return codebreaker.progress() if isinstance(codebreaker, Progresses) else None


class UnderNoise(Enum):
    """What a strategy does if replies may be false."""

    REFUSES = "assumes that every reply is true"
    BEARS = "continues after false replies, without a model of them"
    MODELS = "uses posterior probabilities, with the options noise and declare"


Options = TypeVar("Options", contravariant=True)


class Start(Protocol[Options]):
    """A function that creates the codebreaker of a strategy."""

    def __call__(self, game: Game, options: Options, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        """Create the codebreaker.

        Args:
            game: The game.
            options: The options of the strategy.
            seed: The random seed.
            history: The turns so far.

        Returns:
            The codebreaker at the position after `history`.
        """
        ...


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a strategy that has none."""


@dataclass(frozen=True)
class Strategy(Generic[Options]):
    """The declaration of a strategy. Only `name` and `start` are required.

    Pass it to `add_strategy` to use a strategy of your own by its name.

    >>> from codepegs.strategies import Player
    >>> Player.parse("minimax").strategy.origin
    'Knuth 1976'
    """

    name: str
    """Lower-case letters, digits and single hyphens."""
    start: Start[Options]
    """The function `start(game, options, seed, history)` that creates a codebreaker."""
    summary: str = ""
    """What the strategy does, in one sentence, for the list of strategies."""
    origin: str = ""
    """The author and year of the publication that describes it; empty if there is none."""
    limits: str = ""
    """The games it can play, in a few words."""
    options: type = NoOptions
    """The options, a frozen `msgspec.Struct` whose field descriptions are the help."""
    refuses: Callable[[Game], str | None] = lambda game: None
    """A function that returns why the strategy cannot play a game, one sentence without a full stop, or None if it
    can."""
    is_deterministic: Callable[[Game, Options], bool] = lambda game, options: True
    """A function that returns whether each guess in a game follows from the history alone, so that the strategy can be
    written as a tree."""
    plan: Callable[[Game, Options, WorkerThreads], Plan | None] = lambda game, options, threads: None
    """A function that returns a `Plan`, which computes the guesses at all positions faster than one position at a time,
    or None."""
    searches: Callable[[Options], Literal["all", "candidates"] | None] = lambda options: None
    """A function that returns which guesses each search compares, 'all' codes or only the 'candidates', for estimates
    of its time; None if this does not describe the strategy."""
    under_noise: UnderNoise = UnderNoise.REFUSES
    """What it does if replies may be false. With `UnderNoise.MODELS`, `options` must subclass `NoiseOptions`."""
    how: Callable[[Game], str | None] = lambda game: None
    """A function that returns a phrase for what the strategy does in a game, if that depends on the rules, or None."""
    plays_lists: bool = False
    """Whether it also plays a `ListedGame`."""
    own_guesses_only: bool = False
    """Whether it can continue only from guesses of its own."""
    text_option: str | None = None
    """The option that takes everything after the colon of a strategy text, such as a path; None if options are
    separated by commas as usual."""
    text_words: str = ""
    """What that option is, in words, for the message to a user who leaves it out."""
    text_example: str = ""
    """A strategy text with it, for the same message."""
    files: Callable[[Options, Game | None], Sequence[str]] = lambda options, game: ()
    """A function that returns the paths of the files that the guesses depend on: those that the options name and, if a
    game is given, those that the strategy reads for this game."""
    delegate: Callable[[Game, Options], tuple[Strategy[Any], Any] | None] = lambda game, options: None
    """A function that returns the strategy that plays a game in place of this one, with the options of that strategy;
    None if this one plays itself."""
    refinements: tuple[str, ...] = ()
    """Options that give better advice in more time, in ascending order of time."""

    def why_not(self, game: Game) -> str | None:
        """Return why the strategy cannot play a game.

        Args:
            game: The game.

        Returns:
            The reason in one sentence without a full stop; None if it can.
        """
        if not (game.traits.counts_pegs or self.plays_lists):
            return f"it plays {FOR_PEGS}"
        return self.refuses(game)
