"""A suggested guess with its figures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import hypot, sqrt
from typing import Annotated

from msgspec import Meta

from codepegs.game import ROUNDED_ERROR, Code, Fits, Game, Reason, Reasons, record


@dataclass(frozen=True, slots=True)
class ExpectedGuesses:
    """How many guesses the rest of the game is expected to take if a given guess is made now, this one included."""

    value: Annotated[float, Meta(description="expected guesses from here on, this one included; null if unknown")]
    """The expected number."""
    error: Annotated[
        float,
        Meta(description="uncertainty of the estimate: at least its error in 95 % of cases; 0 if it is exact"),
    ] = 0.0
    """Half the width of an interval that covers the true value with a probability of 95 %; 0 if the value is exact."""
    shared: float = 0.0
    """The part of the error that all estimates at a position have in common, so that it does not affect differences."""

    @property
    def exact(self) -> bool:
        """Whether the value is proved, not estimated."""
        return not self.error

    def at_least(self, best: float) -> ExpectedGuesses:
        """Return the value, raised to that of a guess that is known to be at least as good."""
        return self if self.value >= best else replace(self, value=best)

    def difference_error(self, other: ExpectedGuesses) -> float:
        """Return the uncertainty of the difference of two values at one position.

        >>> ExpectedGuesses(8.0, 0.5, 0.4).difference_error(ExpectedGuesses(7.5, 0.5, 0.4)) < 0.5
        True
        """
        own = hypot(sqrt(max(0.0, self.error**2 - self.shared**2)), sqrt(max(0.0, other.error**2 - other.shared**2)))
        return own + abs(self.shared - other.shared)

    def is_as_good_as(self, other: ExpectedGuesses) -> bool:
        """Return whether a guess is at least as good as another, as far as the estimates can tell.

        >>> ExpectedGuesses(4.36, 0.05).is_as_good_as(ExpectedGuesses(4.34))
        True
        >>> ExpectedGuesses(4.36).is_as_good_as(ExpectedGuesses(4.34))
        False
        """
        return self.value - other.value <= self.difference_error(other) + SAME

    def is_less_than(self, other: ExpectedGuesses) -> bool:
        """Return whether this value is less by more than what rounding can do.

        >>> ExpectedGuesses(4.34).is_less_than(ExpectedGuesses(4.36))
        True
        >>> ExpectedGuesses(0.3).is_less_than(ExpectedGuesses(0.1 + 0.2))
        False
        """
        return self.value < other.value - SAME

    def __str__(self) -> str:
        if self.exact:
            return f"{self.value:.3f}"
        digits = 0 if self.error >= ROUNDED_ERROR else 2
        return f"{self.value:,.{digits}f} ± {self.error:,.{digits}f}"


SAME = 1e-9
"""Largest difference between sums that are equal but for the order of their terms."""


@dataclass(frozen=True, slots=True)
class Best:
    """A guess with the fewest expected guesses, or the fewest known."""

    guess: Code
    average: float
    """Expected guesses from here on, this one counted."""
    is_proved: bool

    def reason_in(self, game: Game) -> Reason:
        """Return what it is worth: a number of guesses or tests, or their cost."""
        proved = "optimal_cost" if game.costs is not None else "optimal_tests" if game.first_guess else "optimal"
        return Reason.of(proved if self.is_proved else "best_known", guesses=self.average)


@record(
    "SuggestionAnswer",
    "guess expected_guesses=expected.value expected_guesses_error=expected.error is_candidate worst expected_size "
    "entropy_bits parts win_chance why reasons exact equivalents?",
)
@dataclass(frozen=True, slots=True)
class Suggestion:
    """One guess and its figures.

    >>> from codepegs import suggest
    >>> (best,) = suggest("p4c6 1122:1b0w", top=1)
    >>> best.text, best.guess, best.worst, best.parts
    ('1334', (0, 2, 2, 3), 51, 14)
    """

    guess: Code
    """The code, 0-based colours."""
    is_candidate: Fits
    """Whether it is consistent with every reply; None if that is not known, or replies may be false."""
    worst: int | None
    """Size of the largest part. This and the figures below are None if they can be neither counted nor estimated."""
    expected_size: float | None
    """Expected number of candidates left."""
    entropy_bits: float | None
    """Expected information of the reply, in bits."""
    parts: int | None
    """Number of parts, which is the number of different replies that the candidates give."""
    win_chance: float | None
    """Probability that the guess is the secret."""
    reasons: Reasons
    """Why it is suggested, as data."""
    exact: Annotated[bool, Meta(description="whether the figures were counted over all candidates")] = True
    """Whether the figures are counted over all candidates, not estimated."""
    expected: ExpectedGuesses | None = None
    """Expected number of guesses from here on, this one included, by which guesses are compared; None if the strategy
    cannot compute it."""
    text: str = field(default="", compare=False)
    """The canonical text of the guess; empty if a codebreaker, which deals in colours, ranked it."""

    equivalents: Annotated[
        tuple[Code, ...] | None,
        Meta(description="the guesses that are as good by symmetry, ascending; only if asked for"),
    ] = field(default=None, compare=False)
    """The other guesses that are as good by symmetry, ascending; None if they were not asked for."""

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
        >>> found.scaled(1.1).worst, found.scaled(1.1).expected_size
        (132, 55.0)
        """
        if self.exact or self.worst is None or self.expected_size is None:
            return self
        chance = None if self.win_chance is None else self.win_chance / ratio
        return replace(
            self, worst=round(self.worst * ratio), expected_size=round(self.expected_size * ratio, 6), win_chance=chance
        )


def with_value_as_reason(found: Suggestion, game: Game | None = None) -> Suggestion:
    """Add the expected number of guesses to the reasons for a suggestion, or their cost in a game with costs.

    >>> with_value_as_reason(undescribed((0, 0), ExpectedGuesses(7.16, 0.3))).why
    'The best known play after this guess needs 7.2 ± 0.3 guesses on average, including this one.'
    """
    if found.expected is None or found.expected.value == 1.0 or VALUES & {reason.kind for reason in found.reasons}:
        return found
    value, error = found.expected.value, found.expected.error
    kinds = _VALUES[game is not None and game.is_test(found.guess), game is not None and game.costs is not None]
    if found.expected.exact:
        reason = Reason.of(kinds[0], guesses=value)
    else:
        reason = Reason.of(kinds[1], guesses=value, error=error)
    return replace(found, reasons=(*found.reasons, reason))


_VALUES = {
    (False, False): ("value", "value_estimate"),
    (True, False): ("test_value", "test_value_estimate"),
    (False, True): ("cost", "cost_estimate"),
    (True, True): ("test_cost", "test_cost_estimate"),
}
"""The kinds of reasons, exact and estimated, that say what is needed after a guess or a test: a number or a cost."""

VALUES = frozenset(
    ("optimal", "optimal_tests", "optimal_cost", "best_known", *(kind for kinds in _VALUES.values() for kind in kinds))
)
"""The kinds of reasons that say what is needed."""


def undescribed(guess: Code, expected: ExpectedGuesses | None = None) -> Suggestion:
    """Return a guess without figures."""
    return Suggestion(guess, None, None, None, None, None, None, (), exact=False, expected=expected)


class NoSuggestions(list[Suggestion]):
    """An empty list of guesses, and why it is empty: the strategy stops."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
