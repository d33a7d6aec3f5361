"""The claims of a report, each judged by comparing the report's figure with a measured one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np

from codepegs.reports.pages.estimates import (
    clearly_above,
    difference,
    estimate,
    every,
    exceeds,
    mean_difference,
    mean_of,
    opposite,
    ratio,
)
from codepegs.reports.pages.page import Effort, in_words, markdown_table, sample

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


_HELPERS = (
    *(close, within_errors, estimate, mean_of, difference, mean_difference, ratio),
    *(exceeds, clearly_above, every, opposite, sample, pairwise),
)
_NAMES = {helper.__name__: helper for helper in _HELPERS}
"""What every expression of a claim may call."""


def _value(expression: str, names: Mapping[str, Any], **figures: Any) -> Any:
    """The value of an expression of a claim; the file is part of the package."""
    return eval(expression, {**_NAMES, **names, **figures})


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement of a report, and how it is judged, by Python expressions with the names of the report's module."""

    says: str
    where: str
    """The section or figure of the report."""
    ours: str
    """An expression with `effort`: our figure, which is measured or stored."""
    stored: str | None = None
    """The name under which the figure is stored if the expression only measures it."""
    command: str
    """The command that shows our figure."""
    shows: str = ""
    """Where it shows it: the heading of a column, or other words of its output; empty for the usual ones."""
    theirs: Any = None
    """The report's figure, None if it gives none; or `{figure = …}`, an expression for one that the pages use, too."""
    form: str = "{}"
    """How figures are written, the report's and ours: a form of `in_words`."""
    words: str | None = None
    """An expression with `figure`, which writes them instead."""
    shown: str | None = None
    """The report's figure in words."""
    best: str | None = None
    """An expression like `ours`: our figure under the best reading of the report, if that is another."""
    holds: str = "ours"
    """An expression with `theirs` and `ours`: whether the claim is true; None if the figures do not decide it."""
    more: str | None = None
    """Likewise: whether ours is better than the report's, or the claim is true of more."""
    otherwise: Verdict = Verdict.FAILS
    """The verdict if it does not hold: `DIFFERS` where conditions differ."""
    factor: bool = False
    """Whether the report's figure is shown as a multiple of ours."""
    why: str = ""
    """The reason why it differs, does not hold, or is not decided."""
    long: bool = False
    """Whether the figure takes so long that `--quick` leaves it out."""

    def figure(self, effort: Effort, names: Mapping[str, Any]) -> Any:
        """Our figure, measured or stored; `names` are those of the report's module."""
        measure = partial(_value, self.ours, names, effort=effort)
        return measure() if self.stored is None else effort.figure(self.stored, self.command, measure)

    def judge(self, effort: Effort, names: Mapping[str, Any]) -> Judged:
        """Compare the report's figure with ours; `names` are those of the report's module."""
        ours = self.figure(effort, names)
        theirs = _value(self.theirs["figure"], names) if isinstance(self.theirs, dict) else self.theirs
        figures = {"theirs": theirs, "ours": ours}
        if self.more is not None and _value(self.more, names, **figures):
            verdict = Verdict.MORE
        else:
            decided = _value(self.holds, names, **figures)
            verdict = Verdict.UNDECIDED if decided is None else Verdict.HOLDS if decided else self.otherwise
        shown = self.shown if self.shown is not None else "" if theirs is None else self._written(theirs, names)
        our_words = self._written(ours, names)
        if self.factor:
            factor = theirs / (ours["average"] if isinstance(ours, dict) else ours)
            our_words += f" (factor {factor:,.0f})" if factor >= 10 else f" (factor {factor:.2f})"
        best = "" if self.best is None else self._written(_value(self.best, names, effort=effort), names)
        return Judged(self, shown, our_words, verdict, best)

    def _written(self, figure: Any, names: Mapping[str, Any]) -> str:
        return in_words(self.form, figure) if self.words is None else str(_value(self.words, names, figure=figure))


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
