"""The claims of a report, each judged by comparing the report's figure with a measured one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from codepegs.reports.pages.page import Effort, markdown_table

BEGIN, END = "<!-- claims -->", "<!-- end of claims -->"
"""The lines around the claims on a page and on the index, by which they are judged again without a new page."""


class Verdict(StrEnum):
    """What is found about a claim."""

    MORE = "holds and more"
    HOLDS = "holds"
    DIFFERS = "differs"
    FAILS = "does not hold"


Comparison = Callable[[Any, Any], bool]
"""Compares the report's figure with ours."""


def equal(theirs: Any, ours: Any) -> bool:
    """Whether both are the same."""
    return bool(theirs == ours)


def at_most(theirs: float, ours: float) -> bool:
    """Whether ours is not above the report's."""
    return ours <= theirs


def at_least(theirs: float, ours: float) -> bool:
    """Whether ours is not below the report's."""
    return ours >= theirs


def below(theirs: float, ours: float) -> bool:
    """Whether ours is below the report's."""
    return ours < theirs


def close(tolerance: float) -> Comparison:
    """Return whether both differ by at most a tolerance.

    >>> close(0.1)(4.5, 4.55), close(0.1)(4.5, 4.65)
    (True, False)
    """
    return lambda theirs, ours: abs(theirs - ours) <= tolerance


def within_errors(games: int, errors: float = 2.0) -> Comparison:
    """Return whether an average of so few games is within two standard errors of ours, an `average_of`.

    >>> within_errors(100)(4.4, {"average": 4.5, "error": 0.0, "spread": 0.7})
    True
    """

    def compare(theirs: float, ours: dict[str, float]) -> bool:
        error = math.hypot(ours["spread"] / math.sqrt(games), ours["error"])
        return abs(theirs - ours["average"]) <= errors * error

    return compare


def every(comparison: Comparison) -> Comparison:
    """Return whether a comparison is true of each pair of figures of two lists.

    >>> every(at_most)([3, 4], [2, 4]), every(at_most)([3, 4], [4, 4])
    (True, False)
    """
    return lambda theirs, ours: all(comparison(*pair) for pair in zip(theirs, ours, strict=True))


def is_so(theirs: Any, ours: Any) -> bool:
    """Whether ours, a truth value, is true; the report gives no figure."""
    return bool(ours)


def cited(statement: str) -> Callable[[Effort], str]:
    """Return what a published proof says, which is not measured."""
    return lambda effort: statement


def listed(form: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return what writes several figures.

    >>> listed(times_as)([0.5, 64])
    '0.50 times, 64.00 times'
    """
    return lambda values: ", ".join(map(form, values))


def times_as(value: float) -> str:
    """A ratio of times."""
    return f"{value:.2f} times"


def share(value: float) -> str:
    """A share as a percentage."""
    return f"{100 * value:.3g} %"


def sample(digits: int = 2) -> Callable[[Any], str]:
    """Return what writes an average of `Effort.average` with its error, or a figure of the report.

    >>> sample()({"average": 4.5, "error": 0.012}), sample()({"average": 4.5, "error": 0.0}), sample()(4.687)
    ('4.50 ± 0.01', '4.5000', '4.687')
    """

    def write(value: Any) -> str:
        if not isinstance(value, dict):
            return f"{value:g}"
        if not value["error"]:
            return f"{value['average']:.4f}"
        return f"{value['average']:.{digits}f} ± {value['error']:.{digits}f}"

    return write


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement of a report, and how it is judged."""

    says: str
    """The statement, in short."""
    where: str
    """The section or figure of the report."""
    ours: Callable[[Effort], Any]
    """Measures our figure, or returns the stored one."""
    command: str
    """The command that shows our figure."""
    theirs: Any = None
    """The report's figure; None if it gives none."""
    form: Callable[[Any], str] = str
    """Writes a figure, the report's or ours."""
    shown: str | None = None
    """The report's figure in words."""
    holds: Comparison = is_so
    more: Comparison | None = None
    """Whether ours is better than the report's, or the claim is true of more."""
    otherwise: Verdict = Verdict.FAILS
    """The verdict if it does not hold: `DIFFERS` where conditions differ."""
    factor: bool = False
    """Whether the report's figure is shown as a multiple of ours."""
    why: str = ""
    """The reason why it differs or does not hold."""

    def judge(self, effort: Effort) -> Judged:
        """Compare the report's figure with ours."""
        ours = self.ours(effort)
        if self.more is not None and self.more(self.theirs, ours):
            verdict = Verdict.MORE
        else:
            verdict = Verdict.HOLDS if self.holds(self.theirs, ours) else self.otherwise
        theirs = self.shown if self.shown is not None else "" if self.theirs is None else self.form(self.theirs)
        return Judged(self, theirs, self.form(ours) + (self._factor(ours) if self.factor else ""), verdict)

    def _factor(self, ours: Any) -> str:
        factor = self.theirs / (ours["average"] if isinstance(ours, dict) else ours)
        return f" (factor {factor:,.0f})" if factor >= 10 else f" (factor {factor:.2f})"


@dataclass(frozen=True)
class Judged:
    """A claim with both figures as text, and the verdict."""

    claim: Claim
    theirs: str
    ours: str
    verdict: Verdict

    @property
    def conclusion(self) -> str:
        """The verdict, with the reason if the claim is not true as it stands."""
        is_true = self.verdict in (Verdict.MORE, Verdict.HOLDS)
        return f"*{self.verdict}*" + ("" if is_true or not self.claim.why else f": {self.claim.why}")


def table_of_claims(judged: Sequence[Judged]) -> list[str]:
    """The claims of a report as a table."""
    return markdown_table(
        ["claim", "where", "report", "codepegs", "verdict", "command"],
        [
            (one.claim.says, one.claim.where, one.theirs, one.ours, one.conclusion, f"`{one.claim.command}`")
            for one in judged
        ],
    )


def counts(judged: Sequence[Judged]) -> list[int]:
    """How many claims have each verdict."""
    return [sum(one.verdict is verdict for one in judged) for verdict in Verdict]


def between_marks(text: str, lines: Sequence[str]) -> str:
    """The text with other lines between the marks around the claims.

    >>> between_marks(f"a\\n{BEGIN}\\nold\\n{END}\\nb\\n", ["new"]).split()
    ['a', '<!--', 'claims', '-->', 'new', '<!--', 'end', 'of', 'claims', '-->', 'b']
    """
    before, _, rest = text.partition(f"{BEGIN}\n")
    _, _, after = rest.partition(f"{END}\n")
    return "\n".join([f"{before}{BEGIN}", *lines, f"{END}\n{after}"])
