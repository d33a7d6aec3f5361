"""The claims of a report, each judged by comparing the report's figure with a measured one."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from operator import eq, ge, gt, le
from pathlib import Path
from typing import Any

import msgspec

from codepegs import files
from codepegs.reports.pages.page import Effort, evaluation_command, in_words, markdown_table

BEGIN, END = "<!-- claims -->", "<!-- end of claims -->"
"""The lines around the claims on a page and on the index, by which they are judged again without a new page."""


class Verdict(StrEnum):
    """What is found about a claim."""

    MORE = "holds and more"
    HOLDS = "holds"
    DIFFERS = "differs"
    FAILS = "does not hold"


Comparison = Callable[[Any, Any], bool]


equal, at_most, at_least, below = eq, ge, le, gt
"""Whether ours is the same as the report's, at most that, at least that, or below it."""


def close(tolerance: float) -> Comparison:
    """Return whether both differ by at most a tolerance."""
    return lambda theirs, ours: abs(theirs - ours) <= tolerance


def within_errors(games: int, errors: float = 2.0) -> Comparison:
    """Return whether an average of so few games is within two standard errors of ours, an `average_of`."""

    def compare(theirs: float, ours: dict[str, float]) -> bool:
        error = math.hypot(ours["spread"] / math.sqrt(games), ours["error"])
        return abs(theirs - ours["average"]) <= errors * error

    return compare


def every(comparison: Comparison) -> Comparison:
    """Return whether a comparison is true of each pair of figures of two lists."""
    return lambda theirs, ours: all(comparison(*pair) for pair in zip(theirs, ours, strict=True))


def is_so(theirs: Any, ours: Any) -> bool:
    """Whether ours, a truth value, is true; the report gives no figure."""
    return bool(ours)


def _size(figure: Any) -> Any:
    """Return the number to compare: a figure, or the average of a sample."""
    return figure["average"] if isinstance(figure, dict) else figure


def _several(figure: Any) -> list[Any]:
    return list(figure.values()) if isinstance(figure, dict) else figure if isinstance(figure, list) else [figure]


COMPARISONS: dict[str, Callable[[float | None], Comparison]] = {
    "so": lambda _: is_so,
    "equal": lambda _: equal,
    "at most": lambda _: at_most,
    "at least": lambda times: lambda theirs, ours: at_least((times or 1) * theirs, ours),
    "below": lambda times: lambda theirs, ours: below((times or 1) * theirs, _size(ours)),
    "above": lambda _: lambda theirs, ours: ours > theirs,
    "surely below": lambda _: lambda theirs, ours: ours["average"] + 2 * ours["error"] < theirs,
    "not surely above": lambda _: lambda theirs, ours: ours["average"] - 2 * ours["error"] <= theirs,
    "close": lambda tolerance: close(tolerance or 0.0),
    "each close": lambda tolerance: every(close(tolerance or 0.0)),
    "within errors": lambda games: within_errors(int(games or 0)),
    "among": lambda _: lambda theirs, ours: theirs in ours,
    "each among": lambda _: every(lambda theirs, ours: theirs in ours),
    "over": lambda limit: lambda _, ours: min(_several(ours)) > (limit or 0),
    "under": lambda limit: lambda _, ours: max(_several(ours)) < (limit or 0),
    "up to": lambda limit: lambda _, ours: max(_several(ours)) <= (limit or 0),
    "first above": lambda times: lambda _, ours: _size(ours[0]) > (times or 1) * _size(ours[1]),
    "second above": lambda times: lambda _, ours: ours[1] > (times or 1) * ours[0],
    "second below": lambda times: lambda _, ours: ours[1] < (times or 1) * ours[0],
    "rises": lambda least: lambda _, ours: ours[1] > ours[0] + (least or 0),
}
"""What a claim may compare, by name, and made from the number behind it.

With `over`, `under` and `up to` every figure of ours is compared with that number; with `first` and `second`, ours are
two figures, one compared with so many times the other.
"""


class Claim(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One statement of a report, and how it is judged; its file has names in place of functions."""

    says: str
    """The statement, in short."""
    where: str
    """The section or figure of the report."""
    ours: Any
    """Measures our figure, or returns the stored one; in the file, the name of a measurement and what it takes."""
    of: str | int | None = None
    """The part of what is measured, of each of several."""
    command: str | None = None
    """The command that shows our figure; in the file, by default that of the average."""
    theirs: Any = None
    """The report's figure, None if it gives none; in the file also `{figure = …}`, one that the pages use, too."""
    form: Any = partial(in_words, "{}")
    """Writes a figure, the report's or ours; in the file, its form for `in_words`, or the name of a function."""
    shown: str | None = None
    """The report's figure in words."""
    holds: Any = is_so
    """The comparison; in the file, its name and its number."""
    more: Any = None
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


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    report: About
    claim: list[Claim]


MEASUREMENTS: dict[str, Callable[..., Any]] = {
    "average": Effort.average,
    "averages": lambda effort, *calls: [effort.average(*call) for call in calls],
    "seconds": Effort.seconds,
    "cited": lambda effort, statement: statement,
}
"""What the claims of all reports may measure; `cited` is what a published proof says."""


def claims_of(path: Path, names: Mapping[str, Any]) -> tuple[About, tuple[Claim, ...]]:
    """Read what a report is and its claims; `names` has its own measurements, comparisons, forms and figures."""
    read = msgspec.toml.decode(files.read_bytes(path), type=_File)
    return read.report, tuple(_claim(row, names) for row in read.claim)


def _claim(read: Claim, names: Mapping[str, Any]) -> Claim:
    """The claim with functions in place of their names."""
    name, *given = read.ours
    measure = names[name] if name in names else MEASUREMENTS[name]
    form = read.form if callable(read.form) else names.get(read.form, partial(in_words, read.form))
    return msgspec.structs.replace(
        read,
        ours=lambda effort: _part(measure(effort, *given), read.of),
        command=evaluation_command(*given) if read.command is None else read.command,
        theirs=names[read.theirs["figure"]] if isinstance(read.theirs, dict) else read.theirs,
        form=form,
        holds=_comparison(read.holds, names),
        more=None if read.more is None else _comparison(read.more, names),
    )


def _part(found: Any, of: str | int | None) -> Any:
    if isinstance(of, str) and isinstance(found, list):
        return [one[of] for one in found]
    return found if of is None else found[of]


def _comparison(text: Any, names: Mapping[str, Any]) -> Any:
    if callable(text) or text in names:
        return names.get(text, text)
    name, _, number = text.rpartition(" ") if text[-1].isdecimal() else (text, "", "")
    return COMPARISONS[name](float(number) if number else None)
