"""The claims of a report, each judged by comparing the report's figure with a measured one."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
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


def close(theirs: Any, ours: Any, tolerance: float) -> bool:
    """Whether two figures, or each pair of figures of two lists, differ by at most a tolerance."""
    return bool(np.abs(np.subtract(theirs, ours)).max() <= tolerance)


def within_errors(theirs: float, ours: dict[str, float], games: int) -> bool:
    """Whether an average of so few games is within two standard errors of ours, an `Effort.average`."""
    error = math.hypot(ours["spread"] / math.sqrt(games), ours["error"])
    return abs(theirs - ours["average"]) <= 2 * error


def _value(expression: str, names: Mapping[str, Any], **figures: Any) -> Any:
    """The value of an expression of a claim; the file is part of the package."""
    return eval(expression, {**names, "close": close, "within_errors": within_errors, **figures})


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
    theirs: Any = None
    """The report's figure, None if it gives none; or `{figure = …}`, an expression for one that the pages use, too."""
    form: str = "{}"
    """How figures are written, the report's and ours: a form of `in_words`."""
    words: str | None = None
    """An expression with `figure`, which writes them instead."""
    shown: str | None = None
    """The report's figure in words."""
    holds: str = "ours"
    """An expression with `theirs` and `ours`: whether the claim is true."""
    more: str | None = None
    """Likewise: whether ours is better than the report's, or the claim is true of more."""
    otherwise: Verdict = Verdict.FAILS
    """The verdict if it does not hold: `DIFFERS` where conditions differ."""
    factor: bool = False
    """Whether the report's figure is shown as a multiple of ours."""
    why: str = ""
    """The reason why it differs or does not hold."""

    def judge(self, effort: Effort, names: Mapping[str, Any]) -> Judged:
        """Compare the report's figure with ours; `names` are those of the report's module."""
        measure = partial(_value, self.ours, names, effort=effort)
        ours = measure() if self.stored is None else effort.figure(self.stored, self.command, measure)
        theirs = _value(self.theirs["figure"], names) if isinstance(self.theirs, dict) else self.theirs
        figures = {"theirs": theirs, "ours": ours}
        if self.more is not None and _value(self.more, names, **figures):
            verdict = Verdict.MORE
        else:
            verdict = Verdict.HOLDS if _value(self.holds, names, **figures) else self.otherwise
        shown = self.shown if self.shown is not None else "" if theirs is None else self._written(theirs, names)
        our_words = self._written(ours, names)
        if self.factor:
            factor = theirs / (ours["average"] if isinstance(ours, dict) else ours)
            our_words += f" (factor {factor:,.0f})" if factor >= 10 else f" (factor {factor:.2f})"
        return Judged(self, shown, our_words, verdict)

    def _written(self, figure: Any, names: Mapping[str, Any]) -> str:
        return in_words(self.form, figure) if self.words is None else str(_value(self.words, names, figure=figure))


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
    usual: float
    """Seconds that the page usually takes, by which the share of the work is shown."""
    quick: float
    """The same with `--quick`."""
