"""The claims of a report, each judged by comparing the report's figure with a measured one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

import msgspec
import numpy as np

from codepegs.reports.pages.page import Effort, in_words, markdown_table

BEGIN, END = "<!-- claims -->", "<!-- end of claims -->"
"""The lines around the claims on a page and on the index, by which they are judged again without a new page."""


class Verdict(StrEnum):
    """What is found about a claim."""

    MORE = "holds and more"
    HOLDS = "holds"
    DIFFERS = "differs"
    FAILS = "does not hold"
    UNDECIDED = "not decided"


def close(theirs: Any, ours: Any, tolerance: float) -> bool:
    """Whether two figures, or each pair of figures of two lists, differ by at most a tolerance."""
    return bool(np.abs(np.subtract(theirs, ours)).max() <= tolerance)


def within_errors(theirs: float, ours: dict[str, float], games: int) -> bool:
    """Whether an average of so few games is within two standard errors of ours, an `Effort.average`."""
    error = math.hypot(ours["spread"] / math.sqrt(games), ours["error"])
    return abs(theirs - ours["average"]) <= 2 * error


@dataclass(frozen=True, kw_only=True)
class Claim:
    """One statement of a report, and how it is judged by our figure."""

    says: str
    where: str
    """The section or figure of the report."""
    theirs: Any = None
    """The report's figure, None if it gives none."""
    ours: Callable[[Effort], Any]
    """Our figure, which is measured or stored."""
    stored: str | None = None
    """The name under which the figure is stored if `ours` only measures it."""
    form: str = "{}"
    """How figures are written, the report's and ours: a form of `in_words`."""
    words: Callable[[Any], str] | None = None
    """Writes a figure instead."""
    shown: str | None = None
    """The report's figure in words."""
    best: Callable[[Effort], Any] | None = None
    """Our figure under the best reading of the report, if that is another."""
    holds: Callable[[Any, Any], bool | None]
    """Whether the claim is true, by their figure and ours; None if the figures do not decide it."""
    more: Callable[[Any, Any], bool | None] | None = None
    """Likewise: whether ours is better than the report's, or the claim is true of more."""
    otherwise: Verdict = Verdict.FAILS
    """The verdict if it does not hold: `DIFFERS` where conditions differ."""
    factor: bool = False
    """Whether the report's figure is shown as a multiple of ours."""
    why: str = ""
    """The reason why it differs, does not hold, or is not decided."""
    command: str
    """The command that shows our figure."""
    shows: str = ""
    """Where it shows it: the heading of a column, or other words of its output; empty for the usual ones."""
    long: bool = False
    """Whether the figure takes so long that `--quick` leaves it out."""

    def figure(self, effort: Effort) -> Any:
        """Our figure, measured or stored."""
        measure = partial(self.ours, effort)
        return measure() if self.stored is None else effort.figure(self.stored, self.command, measure)

    def verdict(self, ours: Any) -> Verdict:
        """What our figure says of the claim."""
        if self.more is not None and self.more(self.theirs, ours):
            return Verdict.MORE
        decided = self.holds(self.theirs, ours)
        return Verdict.UNDECIDED if decided is None else Verdict.HOLDS if decided else self.otherwise

    def judge(self, effort: Effort) -> Judged:
        """Compare the report's figure with ours."""
        theirs, ours = self.theirs, self.figure(effort)
        shown = self.shown if self.shown is not None else "" if theirs is None else self._written(theirs)
        our_words = self._written(ours)
        if self.factor:
            factor = theirs / (ours["average"] if isinstance(ours, dict) else ours)
            our_words += f" (factor {factor:,.0f})" if factor >= 10 else f" (factor {factor:.2f})"
        best = "" if self.best is None else self._written(self.best(effort))
        return Judged(self, shown, our_words, self.verdict(ours), best)

    def _written(self, figure: Any) -> str:
        return in_words(self.form, figure) if self.words is None else self.words(figure)


@dataclass(frozen=True)
class Judged:
    """A claim with both figures as text, and the verdict."""

    claim: Claim
    theirs: str
    ours: str
    verdict: Verdict
    best: str = ""

    @property
    def conclusion(self) -> str:
        """The verdict, with the reason if the claim is not true as it stands."""
        is_true = self.verdict in (Verdict.MORE, Verdict.HOLDS)
        return f"*{self.verdict}*" + ("" if is_true or not self.claim.why else f": {self.claim.why}")


def table_of_claims(judged: Sequence[Judged], *, is_quick: bool = False) -> list[str]:
    """The claims of a report as a table; a column is for the best reading, if some have one."""
    headings, rows = ["claim", "where", "report", "codepegs", "best reading", "verdict", "command"], []
    for one in judged:
        conclusion = one.conclusion + " (quick)" * is_quick
        cells = [one.claim.says, one.claim.where, one.theirs, one.ours, one.best, conclusion, f"`{one.claim.command}`"]
        rows.append(cells)
    if not any(one.best for one in judged):
        for cells in [headings, *rows]:
            del cells[4]
    return markdown_table(headings, rows)


def counts(judged: Sequence[Judged]) -> list[int]:
    """How many claims have each verdict."""
    return [sum(one.verdict is verdict for one in judged) for verdict in Verdict]


def between_marks(text: str, lines: Sequence[str]) -> str:
    """The text with other lines between the marks around the claims."""
    before, _, rest = text.partition(f"{BEGIN}\n")
    _, _, after = rest.partition(f"{END}\n")
    return "\n".join([f"{before}{BEGIN}", *lines, f"{END}\n{after}"])


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a report is, and how long its page takes."""

    title: str
    source: str
    """Authors, title and year, as the report states them."""
    about: str
    """What the report is about, and what it is compared with."""
    lead: str
    """The name of the picture above the details of its page."""
    reading: str
    """What codepegs takes its program to be, with the options of the strategies; all rows but other readings use it."""
    usual: float
    """Seconds that the page usually takes, by which the share of the work is shown."""
    quick: float
    """The same with `--quick`."""
    notes: tuple[str, ...] = ()
    """Its slips, and other sentences that cannot be measured."""
