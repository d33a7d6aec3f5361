"""The interface through which every strategy is played.

A codebreaker is a function of (game, options, seed, history) that may keep state to be fast. `start` creates one,
`next` returns its move, `learn` adds any valid turn, `report` returns what is known. Learning a turn is the same as
starting with the longer history.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol

import msgspec
from msgspec import Meta

from codepegs.errors import BadCode, BadInput, BadPosition, BadReply, BadStrategy, as_number, shown, whole_number
from codepegs.game import Code, FormerName, Game, JsonKeys, Noise, NoiseOptions, Position, Turn, plain_code, record
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, bracketed, bracketed_if_long, clip, counted
from codepegs.rng import Seed
from codepegs.strategies.protocol.strategy import NoSuggestions, Suggestion, undescribed
from codepegs.strategies.protocol.tracker import Report, State, Tracker, suspects

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codepegs.codes import Candidates


@bracketed_if_long(lambda move: f"guess of {counted(len(move.code), 'peg')}: {move.code}")
@dataclass(frozen=True, slots=True)
class Guess:
    """A move that guesses a code.

    >>> from codepegs import make_codebreaker
    >>> make_codebreaker("p4c6 1122:1b0w", "minimax").next()
    Guess(code=(0, 2, 3, 3), consistent=True)
    """

    code: Code
    """The code, 0-based colours."""
    consistent: bool | None = None
    """Whether the code is consistent with all replies so far; None if that is not known."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", plain_code(self.code))


@bracketed_if_long(lambda move: f"declaration with confidence {move.confidence:.4g}: {move.code}")
@dataclass(frozen=True, slots=True)
class Declaration:
    """A move that ends a game in which the codemaker does not announce the win, by naming the secret.

    >>> from codepegs import make_codebreaker
    >>> make_codebreaker("p2c2 11:0b0w", "bayes:declare=0.99").next()
    Declaration(code=(1, 1), confidence=1.0)
    """

    code: Code
    """The code that is declared to be the secret."""
    confidence: float
    """The probability that it is the secret."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "code", plain_code(self.code))
        if not 0 <= as_number("confidence", self.confidence) <= 1:
            raise BadInput.because("argument_not_a_probability", name="confidence", value=shown(self.confidence))


@bracketed_if_long(lambda move: f"stop: {move.reason}")
@dataclass(frozen=True, slots=True)
class Stop:
    """A move that gives up the game.

    >>> Stop("no code is consistent").reason
    'no code is consistent'
    """

    reason: str
    """The reason, in one sentence without a full stop."""


Move = Guess | Declaration | Stop

Choice = Code | Guess | Stop
"""What a codebreaker chooses: a code, a `Guess` that says more about it, or to stop."""


def next_move(codebreaker: Codebreaker, game: Game, budget: Budget | None = None) -> Move:
    """Ask a codebreaker for its move; raises `BadStrategy` if it is not a move with a code of the game."""
    name = type(codebreaker).__name__
    try:
        move: object = codebreaker.next(budget)
        if isinstance(move, Stop):
            return move
        if not isinstance(move, Guess | Declaration):
            raise BadStrategy.because("returned_no_move", name=name, given=shown(move))
        code = game.check_code(move.code)
        if game._traits.hard:  # otherwise do not ask for the turns, which some codebreakers replay
            game._check_allowed(codebreaker.position.turns, code)
    except BadCode as error:
        raise BadStrategy.because("returned_bad_code", name=name, error=str(error)) from None
    return move if code is move.code else replace(move, code=code)


@dataclass
class Budget:
    """The threads and the units of work that one move may use.

    >>> from codepegs import make_codebreaker
    >>> make_codebreaker("p4c6 1122:1b0w", "minimax").next(Budget(work=1000))
    Guess(code=(0, 2, 3, 3), consistent=True)
    """

    threads: WorkerThreads = field(default_factory=WorkerThreads)
    """The threads."""
    work: int | None = None
    """Limit for one move, in units of work that the strategy defines; its default if None. Strategies without such a
    unit ignore it."""

    def __post_init__(self) -> None:
        if self.work is not None:
            object.__setattr__(self, "work", whole_number("work", self.work))


class ForeignHistory(BadPosition):
    """Turns that a strategy cannot continue from, because the guesses are not its own; another strategy takes over."""


class MinimalCodebreaker(Protocol):
    """The least that plays a game: what a strategy's `start` must return, for use by `Codebreaker.of`."""

    @property
    def position(self) -> Position:
        """The rules and the turns learned so far."""

    def next(self, budget: Budget | None = None) -> Move:
        """Return the move at this position; see `Codebreaker.next`."""

    def learn(self, turn: Turn) -> None:
        """Add a turn to the position; see `Codebreaker.learn`."""

    def report(self) -> Report:
        """Return what is known at this position."""


class Codebreaker:
    """A strategy that plays one game; derive from it for a strategy of your own, and define `choose`.

    Codebreakers of codepegs are created with `make_codebreaker`. Those of one strategy with equal options, seeds and
    turns are equal. A copy learns by itself.

    Args:
        game: The game.
        options: The options of the strategy.
        seed: The random seed.
        history: The turns so far.

    >>> from codepegs import make_codebreaker
    >>> codebreaker = make_codebreaker("p4c6 1122:1b0w", "minimax")
    >>> codebreaker.next()
    Guess(code=(0, 2, 3, 3), consistent=True)
    >>> codebreaker.learn(codebreaker.position.after("1344", "1b1w").turns[-1])
    >>> str(codebreaker.position)
    'p4c6 1122:1b0w 1344:1b1w'
    """

    lists_codes = False
    """Whether it lists the candidates, so that its memory grows with the game."""
    tolerates_false_replies = False
    """Whether it takes every reply of the game, without a model of false ones."""
    takes_unknown_replies = False
    """Whether it takes replies of which a number is unknown."""
    compared: tuple[str, ...] = ()
    """What two codebreakers have in common that are equal, besides their class, position, options and seed."""
    noise: Noise = Noise()
    """What it assumes about false replies and the end of the game."""
    _tracker: Any = None
    _tracked = 0
    """Number of turns that the tracker has."""

    def __init__(self, game: Game, options: Any, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        self._position = Position(game, history)
        self.check_known(history)
        self.options = options
        self.seed = seed
        if isinstance(options, NoiseOptions):
            self.noise = Noise.of(options)
        self._computed: dict[str, Any] = {}
        """What was computed at this position."""

    @classmethod
    def of(cls, made: MinimalCodebreaker) -> Codebreaker:
        """Return a codebreaker with all methods, those that an object does not define by default.

        Args:
            made: A codebreaker, or an object with `position`, `next`, `learn` and `report`.

        Returns:
            The codebreaker.
        """
        if isinstance(made, Codebreaker):
            return made
        travels = {"__reduce__": lambda self: (Codebreaker.of, (self.player,))}
        relayed: type[Relayed] = type(type(made).__name__, (Relayed,), travels)
        return relayed(made)

    def __repr__(self) -> str:
        turns = counted(len(self.position.turns), "turn")
        return bracketed(f"{type(self).__name__} at {clip(str(self.position.game))} after {turns}")

    def __eq__(self, other: object) -> bool:
        """Whether both make the same moves: a codebreaker is a function of its game, options, seed and turns."""
        if type(other) is not type(self):
            return NotImplemented
        names = ("position", "options", "seed", *self.compared)
        return all(getattr(self, name, None) == getattr(other, name, None) for name in names)

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # it changes with every turn

    def __copy__(self) -> Codebreaker:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        """A copy computes what it needs itself, with the same result."""
        return self.__dict__ | {"_computed": {}}

    @property
    def position(self) -> Position:
        """The rules and the turns learned so far."""
        return self._position

    def choose(self, budget: Budget) -> Choice:
        """Choose the guess at this position.

        Args:
            budget: Threads and units of work.

        Returns:
            The choice.

        Raises:
            Contradiction: No code is consistent with the replies.
        """
        guesses = self.compare_guesses(1, budget)
        if guesses is None:
            raise NotImplementedError
        return guesses[0]

    def compare_guesses(self, most: int, budget: Budget) -> list[Code] | None:
        """Return the guesses that are compared at this position, for `choose` and `rank`.

        Args:
            most: Number of guesses that are wanted.
            budget: Threads and units of work.

        Returns:
            The guesses, best first; None if the strategy compares no others with its own, which is the default.

        Raises:
            Contradiction: No code is consistent with the replies.
        """
        return None

    def opening(self, budget: Budget) -> Choice:
        """Choose the first guess: that of the option `first`, if there is one.

        Args:
            budget: Threads and units of work.

        Returns:
            As of `choose`.
        """
        first = getattr(self.options, "first", None)
        if first is None:
            return self.choose(budget)
        from codepegs.strategies.protocol.first_guesses import first_guess

        return first_guess(first, self.position.game, self.seed)

    def ending(self, budget: Budget) -> Declaration | Stop | None:
        """Return how the game ends here without a guess: with the likeliest secret, if enough is known of it.

        Args:
            budget: Threads and units of work.

        Returns:
            The move; None if there is to be a guess.
        """
        position, confidence = self.position, self.noise.declare
        if not position.turns:
            confidence = None
        if confidence is None and position.game.until == "named" and not position.game._traits.asks_once:
            return None
        state = self.tracked_state(budget.threads)
        if state is None or not state.is_over(position, confidence):
            return None
        return Declaration(*state.top(1)[0])

    def is_consistent(self, code: Code, budget: Budget) -> bool | None:
        """Return whether a chosen code is consistent with all replies so far.

        Args:
            code: The code.
            budget: Threads and units of work.

        Returns:
            None if that is not known.
        """
        return self.position.fits(code)

    def next(self, budget: Budget | None = None) -> Move:
        """Return the move at this position, without making it: the position changes only with `learn`.

        Args:
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            A `Guess`, a `Declaration` or a `Stop`.

        Raises:
            Contradiction: No code is consistent with the replies.
        """
        budget = budget or Budget()
        is_first = not self.position.turns
        move = self.ending(budget) or (self.opening(budget) if is_first else self.choose(budget))
        return Guess(move, is_first or self.is_consistent(move, budget)) if isinstance(move, tuple) else move

    def check_known(self, turns: Sequence[Turn]) -> None:
        """Check that every reply is known, unless the strategy takes others.

        Args:
            turns: The turns.

        Raises:
            BadReply: A reply is unknown.
        """
        unknown = next((turn.reply for turn in turns if turn.reply.unknown), None)
        if unknown is not None and not self.takes_unknown_replies:
            raise BadReply.because("needs_known_replies", reply=str(unknown))

    def learn(self, turn: Turn) -> None:
        """Add a turn to the position, even if the guess is not the strategy's own.

        Args:
            turn: The guess and its reply.

        Raises:
            BadReply: The reply is impossible, or unknown, which not every strategy takes.
            Contradiction: No code is consistent with all turns; the position is then unchanged.
            ForeignHistory: The strategy can continue from its own guesses only; the position is then unchanged.
        """
        self.check_known([turn])
        noisy = self.tolerates_false_replies or self.noise.doubts
        longer, before = self.position.after(turn.guess, turn.reply, noisy=noisy), self.__dict__.copy()
        self._position, self._computed = longer, {}
        try:
            self.update()
        except BaseException:  # an interrupt, too, must not leave a turn half learned
            self.__dict__ = before
            self.forget()
            raise

    def update(self) -> None:
        """Bring what is known up to the position, after a turn was added; raises as `learn`."""

    def forget(self) -> None:
        """Drop what was computed from the turns; it is computed again when it is needed."""
        self._computed = {}
        if not getattr(self._tracker, "is_value", False):
            self._tracker, self._tracked = None, 0

    def track(self) -> Any:
        """Return what is known at the start of the game, for `tracked`: None, or a `Tracker`.

        Any object with `advance(turn, threads)`, which adds a turn, can be one.
        """
        return None

    def tracked(self, threads: WorkerThreads | None = None) -> Any:
        """Return the tracker after all turns, which is made and brought up to date when it is asked for."""
        turns = self.position.turns
        if self._tracker is not None and self._tracked == len(turns):
            return self._tracker
        try:
            if self._tracker is None:
                self._tracker = self.track()
            if self._tracker is not None:
                for turn in turns[self._tracked :]:
                    other = self._tracker.advance(turn, threads)
                    self._tracker = self._tracker if other is None else other
                    self._tracked += 1
        except BaseException:
            self.forget()
            raise
        return self._tracker

    def tracked_state(self, threads: WorkerThreads | None = None) -> State | None:
        """Return what is known at this position, as codes with weights.

        Args:
            threads: The threads.

        Returns:
            The state; None if the strategy does not keep one.

        Raises:
            Contradiction: No code is consistent with the replies.
        """
        tracker = self.tracked(threads)
        return tracker.state(threads) if isinstance(tracker, Tracker) else None

    def report(self) -> Report:
        """Return what is known at this position.

        Returns:
            The number of candidates, suspect turns and notes, as far as they are known.
        """
        state = self.tracked_state()
        if state is None:
            return Report(candidates=None if self.position.turns else self.position.game.size)
        known = state.report()
        return replace(known, suspect_turns=suspects(self.doubts())) if self.noise.doubts else known

    def doubts(self) -> list[float]:
        """Return the probability of each turn's reply to be false.

        Returns:
            Probabilities, one for each turn; 0 if the strategy takes all replies as true.
        """
        state, turns = self.tracked_state(), self.position.turns
        if state is None or not self.noise.doubts:
            return [0.0] * len(turns)
        return state.doubts(self.position.game, turns)

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses by the strategy's own order.

        Args:
            most: Largest number of guesses.
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            The guesses with their figures, best first; only its own if it compares no others.
        """
        guesses = self.compare_guesses(most, budget or Budget())
        if guesses is not None:
            return self.describe(guesses[:most], budget)
        move = next_move(self, self.position.game, budget)
        if isinstance(move, Stop):
            return NoSuggestions(move.reason)
        (found,) = self.describe([move.code], budget)
        consistent = move.consistent if isinstance(move, Guess) else None
        return [replace(found, is_candidate=consistent, reasons=found.reasons or (NOT_COUNTED,))][:most]

    def knows_best(self, budget: Budget | None = None) -> bool:
        """Return whether no guess is better than the first of `rank`, so that no other need be compared with it.

        Args:
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            True if the first has the fewest expected guesses, as far as is known.
        """
        return False

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the figures of guesses at this position, as `rank` does for those it finds.

        Args:
            guesses: The guesses.
            budget: Threads and units of work; one thread and the strategy's own limit if None.

        Returns:
            The guesses with their figures, in their order; figures that cannot be computed are None.
        """
        return [undescribed(guess) for guess in guesses]

    def belief(self) -> NDArray[np.float64] | None:
        """Return the probability of each colour at each peg.

        Returns:
            Probabilities, float64, shape (pegs, colors), each row of which sums to 1; None if they are not known.
        """
        state = self.tracked_state()
        return None if state is None else state.belief(self.position.game)

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """Return the most probable codes.

        Args:
            most: Largest number of codes.

        Returns:
            Pairs (code, probability), most probable first; none if they are not known.
        """
        state = self.tracked_state()
        return [] if state is None else [(code, state.coverage * chance) for code, chance in state.top(most)]

    def progress(self) -> Progress | None:
        """Return how much of the secret is known in a long game.

        Returns:
            The progress; None if the strategy does not measure it.
        """
        return None

    def adopt(self, candidates: Candidates) -> None:
        """Use a list of the candidates made elsewhere, so that it is not computed again.

        Args:
            candidates: The candidates of this position.
        """

    def adopt_codes(self, codes: Sequence[Code], complete: bool) -> bool:
        """Use consistent codes found elsewhere, instead of those that the codebreaker found or would search for.

        Args:
            codes: Codes consistent with this position, at least one.
            complete: Whether they are all candidates.

        Returns:
            Whether it uses them.
        """
        return False


NOT_COUNTED = Reason.of("uncounted")


class Relayed(Codebreaker):
    """A codebreaker that plays through another object: what that defines is used, and the defaults for the rest."""

    _RELAYED = (
        *(Codebreaker.next, Codebreaker.report, Codebreaker.rank, Codebreaker.knows_best, Codebreaker.describe),
        *(Codebreaker.tracked_state, Codebreaker.doubts),
        *(Codebreaker.belief, Codebreaker.posterior, Codebreaker.progress, Codebreaker.adopt, Codebreaker.adopt_codes),
    )
    """Methods of the other object that are used if it has them."""

    def __eq__(self, other: object) -> bool:
        return self.player == other.player if isinstance(other, Relayed) else NotImplemented

    def __init__(self, player: MinimalCodebreaker) -> None:
        self.play_through(player)

    def play_through(self, player: MinimalCodebreaker) -> None:
        self.player = player
        self.lists_codes = getattr(player, "lists_codes", hasattr(player, "adopt"))
        for method in self._RELAYED:
            if hasattr(player, method.__name__):
                setattr(self, method.__name__, getattr(player, method.__name__))

    def __getattr__(self, name: str) -> Any:
        """What else the object has."""
        return getattr(object.__getattribute__(self, "player"), name)

    @property
    def position(self) -> Position:
        return self.player.position

    def learn(self, turn: Turn) -> None:
        self.player.learn(turn)


@record("ProgressAnswer")
class Progress(msgspec.Struct, frozen=True):
    """The progress of a large game."""

    guesses: int
    """Guesses made so far."""
    known_pegs: int
    """Pegs whose colour is known."""
    counted_colors: int
    """Colours whose number of pegs is known."""
    left_estimate: Annotated[float, Meta(description="estimated number of further guesses")]
    """Estimated number of guesses still to be made, the winning one included."""
    known: Mapping[int, int]
    """The pegs that are known and their colours, both from 0."""

    def _json_keys(self) -> JsonKeys:
        return {
            "known_pegs": self.known_pegs,
            "counted_colors": self.counted_colors,
            "left_estimate": self.left_estimate,
        }

    pegs_known: ClassVar[FormerName] = FormerName("known_pegs")
    colors_counted: ClassVar[FormerName] = FormerName("counted_colors")
    guesses_left: ClassVar[FormerName] = FormerName("left_estimate")

    def words(self, game: Game) -> str:
        """Describe the progress in one sentence without a full stop."""
        return (
            f"{self.known_pegs:,} of {counted(game.pegs, 'peg')} known, {self.counted_colors:,} of "
            f"{counted(game.colors, 'colour')} counted, about {self.left_estimate:,.0f} guesses left"
        )
