"""The declaration of a strategy, and the guesses that it suggests, with their figures and reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Meta

from codepegs.core import loops
from codepegs.game import (
    GUESSES_ERROR,
    OF_PARTS,
    Code,
    Fits,
    FormerName,
    Game,
    JsonKeys,
    Kind,
    Kinds,
    Reasons,
    Turn,
    View,
    described,
    kinds_of,
    optional,
    record,
)
from codepegs.parallel import WorkerThreads
from codepegs.reasons import ROUNDED_ERROR, Reason, bracketed, clip, count_text
from codepegs.rng import Seed

if TYPE_CHECKING:
    from codepegs.strategies.protocol.codebreaker import Codebreaker, MinimalCodebreaker
    from codepegs.strategies.protocol.whole_strategy import Plan


class ExpectedGuesses(msgspec.Struct, frozen=True):
    """How many guesses the rest of the game is expected to take if a given guess is made now, this one included."""

    value: float
    """The expected number."""
    error: float = 0.0
    """Half the width of an interval that covers the true value with a probability of 95 %; 0 if the value is exact."""
    shared: float = 0.0
    """The part of the error that all estimates at a position have in common, so that it does not affect differences."""

    @property
    def exact(self) -> bool:
        """Whether the value is exact, not estimated."""
        return not self.error

    @property
    def kind(self) -> Kind:
        """Whether the value is counted, for the best known play, or estimated."""
        return "counted" if self.exact else "estimated"

    def at_least(self, best: float) -> ExpectedGuesses:
        """Return the value, raised to that of a guess that is known to be at least as good."""
        return self if self.value >= best else msgspec.structs.replace(self, value=best)

    def difference_error(self, other: ExpectedGuesses) -> float:
        """Return the uncertainty of the difference of two values at one position."""
        return loops.error_of_difference(self.error, self.shared, other.error, other.shared)

    def is_as_good_as(self, other: ExpectedGuesses) -> bool:
        """Return whether a guess is at least as good as another, as far as the estimates can tell."""
        return self.value - other.value <= self.difference_error(other) + SAME

    def is_less_than(self, other: ExpectedGuesses) -> bool:
        """Return whether this value is less by more than what rounding can do."""
        return self.value < other.value - SAME

    def __str__(self) -> str:
        if self.exact:
            return f"{self.value:.3f}"
        digits = 0 if self.error >= ROUNDED_ERROR else 2
        return f"{self.value:,.{digits}f} ± {self.error:,.{digits}f}"


SAME = 1e-9
"""Largest difference between sums that are equal but for the order of their terms."""


class Best(msgspec.Struct, frozen=True):
    """A guess with the fewest expected guesses, or the fewest known."""

    guess: Code
    average: float
    """Expected guesses from here on, this one counted."""
    is_proved: bool

    def reason_in(self, game: Game) -> Reason:
        """Return what it is worth: a number of guesses or tests, or their cost."""
        proved = "optimal_cost" if game.costs is not None else "optimal_tests" if game._first_guess else "optimal"
        return Reason.of(proved if self.is_proved else "best_known", expected_guesses=self.average)


@record("SuggestionAnswer")
@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess and its figures.

    >>> from codepegs import suggest
    >>> (best,) = suggest("p4c6 1122:1b0w", top=1)
    >>> best.text, best.guess, best.worst_part, best.parts
    ('1334', (0, 2, 2, 3), 51, 14)
    """

    guess: Code
    """The code, 0-based colours."""
    is_candidate: Fits
    """Whether it is consistent with every reply; None if that is not known, or replies may be false."""
    worst_part: Annotated[int | None, described("worst_part")]
    """Size of the largest part. This and the figures below are None if they can be neither counted nor estimated."""
    expected_size: Annotated[float | None, described("expected_size")]
    """Expected number of candidates left."""
    bits: Annotated[float | None, described("bits")]
    """Expected information of the reply, in bits."""
    parts: Annotated[int | None, described("parts")]
    """Number of parts, which is the number of different replies that the candidates give."""
    win_chance: Annotated[float | None, described("win_chance")]
    """Probability that the guess is the secret."""
    reasons: Reasons
    """Why it is suggested, as data."""
    exact: Annotated[bool, Meta(description="whether the figures were counted over all candidates")] = True
    """Whether the figures are counted over all candidates, not estimated."""
    expected: ExpectedGuesses | None = None
    """`expected_guesses` and its error as one object, by which guesses are compared; None if the strategy cannot
    compute it."""
    text: str = field(default="", compare=False)
    """The canonical text of the guess; empty if a codebreaker, which deals in colours, ranked it."""

    equivalents: Annotated[
        tuple[Code, ...] | None,
        Meta(description="the guesses that are as good by symmetry, ascending; only if asked for"),
    ] = field(default=None, compare=False)
    """The other guesses that are as good by symmetry, ascending; None if they were not asked for."""

    def _json_keys(self) -> JsonKeys:
        return {
            "guess": self.guess,
            "expected_guesses": self.expected_guesses,
            "expected_guesses_error": self.expected_guesses_error,
            "is_candidate": self.is_candidate,
            "worst_part": self.worst_part,
            "expected_size": self.expected_size,
            "bits": self.bits,
            "parts": self.parts,
            "win_chance": self.win_chance,
            "why": self.why,
            "reasons": self.reasons,
            "exact": self.exact,
            "kinds": self.kinds,
            "equivalents": optional(self.equivalents),
        }

    worst: ClassVar[FormerName] = FormerName("worst_part")
    entropy_bits: ClassVar[FormerName] = FormerName("bits")

    @property
    def expected_guesses(
        self,
    ) -> Annotated[float | None, Meta(description="expected guesses from here on, this one included; null if unknown")]:
        """Expected number of guesses from here on, this one included; None if the strategy cannot compute it."""
        return None if self.expected is None else self.expected.value

    @property
    def expected_guesses_error(self) -> Annotated[float | None, GUESSES_ERROR]:
        """Half the width of a 95 % interval around it; 0 if it is exact, None if it is not known."""
        return None if self.expected is None else self.expected.error

    @property
    def kinds(self) -> Kinds:
        """Which of the figures that are known are proved, counted or estimated."""
        kind: Kind = "counted" if self.exact else "estimated"
        needed: Kind = "estimated" if self.expected is None else self.expected.kind
        if needed == "counted" and OPTIMAL & {reason.kind for reason in self.reasons}:
            needed = "proved"
        return kinds_of(self, {"expected_guesses": needed, **dict.fromkeys(OF_PARTS, kind)})

    def __repr__(self) -> str:
        figures = [
            None if self.expected is None else f"{self.expected} guesses expected",
            None if self.worst_part is None else f"at most {count_text(self.worst_part)} left",
            None if self.bits is None else f"{self.bits:.3f} bits",
        ]
        known = ", ".join(figure for figure in figures if figure) or "figures unknown"
        return bracketed(f"suggestion {clip(self.text or str(self.guess))}: {known}")

    @property
    def why(self) -> str:
        """The reasons in words; empty if there are none."""
        return " ".join(reason.text for reason in self.reasons)

    def scaled(self, ratio: float) -> Suggestion:
        """Return the suggestion with estimated sizes corrected for the true number of candidates.

        Args:
            ratio: The number of candidates divided by the estimate from which the sizes were computed.

        Returns:
            The suggestion; unchanged if the sizes are exact or not known.

        >>> found = Suggestion((0, 1), True, 120, 50.0, 2.0, 5, 0.0025, (), exact=False)
        >>> found.scaled(1.1).worst_part, found.scaled(1.1).expected_size
        (132, 55.0)
        """
        if self.exact or self.worst_part is None or self.expected_size is None:
            return self
        chance = None if self.win_chance is None else self.win_chance / ratio
        return replace(
            self,
            worst_part=round(self.worst_part * ratio),
            expected_size=round(self.expected_size * ratio, 6),
            win_chance=chance,
        )


def with_value_as_reason(found: Suggestion, game: Game | None = None) -> Suggestion:
    """Add the expected number of guesses to the reasons for a suggestion, or their cost in a game with costs."""
    if found.expected is None or found.expected.value == 1.0 or VALUES & {reason.kind for reason in found.reasons}:
        return found
    value, error = found.expected.value, found.expected.error
    kinds = _VALUES[game is not None and game._is_test(found.guess), game is not None and game.costs is not None]
    if found.expected.exact:
        reason = Reason.of(kinds[0], expected_guesses=value)
    else:
        reason = Reason.of(kinds[1], expected_guesses=value, expected_guesses_error=error)
    return replace(found, reasons=(*found.reasons, reason))


_VALUES = {
    (False, False): ("value", "value_estimate"),
    (True, False): ("test_value", "test_value_estimate"),
    (False, True): ("cost", "cost_estimate"),
    (True, True): ("test_cost", "test_cost_estimate"),
}
"""The kinds of reasons, exact and estimated, that say what is needed after a guess or a test: a number or a cost."""

OPTIMAL = frozenset(("optimal", "optimal_tests", "optimal_cost"))
"""The kinds of reasons that say that no guess needs less."""

VALUES = frozenset((*OPTIMAL, "best_known", *(kind for kinds in _VALUES.values() for kind in kinds)))
"""The kinds of reasons that say what is needed."""


def undescribed(guess: Code, expected: ExpectedGuesses | None = None) -> Suggestion:
    """Return a guess without figures."""
    return Suggestion(guess, None, None, None, None, None, None, (), exact=False, expected=expected)


class NoSuggestions(list[Suggestion]):
    """An empty list of guesses, and why it is empty: the strategy stops."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class UnderNoise(Enum):
    """What a strategy does if replies may be false."""

    REFUSES = "assumes that every reply is true"
    BEARS = "continues after false replies, without a model of them"
    MODELS = "uses posterior probabilities, with the options noise and declare"


Options = TypeVar("Options", contravariant=True)


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a strategy that has none."""


def _none(*of: object) -> None:
    """A default of `Strategy`; a function with a name can be pickled."""


def refuses_without_black(game: Game) -> Reason | None:
    """Return why a strategy that needs black pegs and repeated colours cannot play a game; None if it can."""
    if not game.repeats:
        return Reason.of("needs_repeats")
    shows = {View.TOTAL: "shows_total", View.WHITE: "shows_white"}.get(game.view)
    return None if shows is None else Reason.of("needs_black", shows=shows)


def _always(game: Game, options: object) -> bool:
    return True


def _no_files(options: object, game: Game | None) -> Sequence[str]:
    return ()


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
    start: Callable[[Game, Options, Seed, tuple[Turn, ...]], MinimalCodebreaker]
    """The function `start(game, options, seed, history)` that creates a codebreaker."""
    summary: str = ""
    """What the strategy does, in one sentence, for the list of strategies."""
    origin: str = ""
    """The author and year of the publication that describes it; empty if there is none."""
    limits: str = ""
    """The games it can play, in a few words."""
    options: type = NoOptions
    """The options, a frozen `msgspec.Struct` whose field descriptions are the help."""
    fixed: Mapping[str, float] = field(default_factory=dict, compare=False)
    """Options of earlier versions, each with the value that it now always has, for the message to a user of one."""
    refuses: Callable[[Game], Reason | str | None] = _none
    """A function that returns why the strategy cannot play a game, a `Reason` or one sentence without a full stop, or
    None if it can."""
    is_deterministic: Callable[[Game, Options], bool] = _always
    """A function that returns whether each guess in a game follows from the history alone, so that the strategy can be
    written as a tree."""
    plan: Callable[[Game, Options, WorkerThreads], Plan | None] = _none
    """A function that returns a `Plan`, which computes the guesses at all positions faster than one position at a time,
    or None."""
    searches: Callable[[Options], Literal["all", "candidates"] | None] = _none
    """A function that returns which guesses each search compares, 'all' codes or only the 'candidates', for estimates
    of its time; None if this does not describe the strategy."""
    under_noise: UnderNoise = UnderNoise.REFUSES
    """What it does if replies may be false. With `UnderNoise.MODELS`, `options` must subclass `NoiseOptions`."""
    how: Callable[[Game], str | None] = _none
    """A function that returns a phrase for what the strategy does in a game, if that depends on the rules, or None."""
    plays_lists: bool = False
    """Whether it also plays a `ListedGame`."""
    plays_tables: bool = False
    """Whether it also plays games that end when the secret is known, or its class, without being guessed."""
    has_best_first: bool = False
    """Whether the option `first` takes `best`, the first guess with the fewest guesses in total."""
    own_guesses_only: bool = False
    """Whether it can continue only from guesses of its own."""
    text_option: str | None = None
    """The option that takes everything after the colon of a strategy text, such as a path; None if options are
    separated by commas as usual."""
    text_words: str = ""
    """What that option is, in words, for the message to a user who leaves it out."""
    text_example: str = ""
    """A strategy text with it, for the same message."""
    files: Callable[[Options, Game | None], Sequence[str]] = _no_files
    """A function that returns the paths of the files that the guesses depend on: those that the options name and, if a
    game is given, those that the strategy reads for this game."""
    delegate: Callable[[Game, Options], tuple[Strategy[Any], Any] | None] = _none
    """A function that returns the strategy that plays a game in place of this one, with the options of that strategy;
    None if this one plays itself."""
    refinements: tuple[str, ...] = ()
    """Options that give better advice in more time, in ascending order of time."""

    def __repr__(self) -> str:
        return bracketed(f"strategy {clip(self.name)}: {self.summary or 'without a summary'}")

    def begin(self, game: Game, options: Any, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        """Create a codebreaker with all its methods, from whatever `start` returns.

        Args:
            game: The game.
            options: The options of the strategy.
            seed: The random seed.
            history: The turns so far.

        Returns:
            The codebreaker at the position after `history`.

        Raises:
            BadStrategy: The option `first` is not a first guess of the game.
        """
        from codepegs.strategies.protocol.codebreaker import Codebreaker

        made, first = self.start(game, options, seed, history), getattr(options, "first", None)
        if isinstance(made, Codebreaker) and isinstance(first, str):
            from codepegs.strategies.protocol.first_guesses import check_first

            check_first(first, game, without_best=None if self.has_best_first else self.name)
        return Codebreaker.of(made)

    def why_not(self, game: Game) -> Reason | None:
        """Return why the strategy cannot play a game.

        Args:
            game: The game.

        Returns:
            The reason, whose text is one sentence without a full stop; None if it can.
        """
        if not (game._traits.counts_pegs or self.plays_lists):
            return Reason.of("plays_pegs")
        if game.until != "named" and not self.plays_tables:
            return game._reason("plays_until_named")
        found = self.refuses(game)
        return Reason.of("in_own_words", text=found) if isinstance(found, str) else found
