"""Cells of a table as distributions: unknown ones, several values, intervals of a measured test."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from codepegs.game.odd_cells import SEVERAL, UNKNOWN
from codepegs.game.outcomes import fold
from codepegs.game.ranges import LONGEST_RANGE, Range, read_number, read_range

DASHES = ("-", "–", "—")
"""What is unknown only in a test in which no cell is a plus."""

Shares = Mapping[str, Fraction]
"""The share of each outcome in a cell; they add up to 1."""

MOST_RUNS = 200_000
"""Runs in all cells of a measured test, at most; with more, each cell is one outcome."""

MOST_PIECES = 50
"""Values of a cell that is divided."""

_SPREAD = re.compile(r"([-+]?\d+(?:\.\d+)?)\s*(?:±|\+/-)\s*(\d+(?:\.\d+)?)\s*(.*)")


@dataclass(frozen=True)
class Column:
    """The cells of a test, by their texts."""

    cells: Mapping[str, Shares | None]
    """The distribution of each text; None if it is not known from the text alone."""
    is_measured: bool = False
    without: Mapping[str, str] = field(default_factory=dict)
    """For a text such as `not red`, the outcome that it excludes."""

    @property
    def is_certain(self) -> bool:
        """Whether each cell has the outcome that it says, and no other."""
        return all(shares is not None and shares.keys() == {text} for text, shares in self.cells.items())


def read_column(counts: Mapping[str, int], *, is_whole: bool = False, unknown_texts: Collection[str] = ()) -> Column:
    """Read the cells of a test, given by their texts and how often each occurs.

    `is_whole`, each text is one outcome. Without `unknown_texts`, those that are usual mean unknown.
    """
    has_plus = "+" in counts
    unknown = {text for text in counts if _is_unknown(text, unknown_texts, has_plus=has_plus)}
    known = {text: count for text, count in counts.items() if text not in unknown}
    cells = None if is_whole else _measured(known)
    is_measured = cells is not None
    without = {}
    if cells is None:
        cells = {text: {text: Fraction(1)} for text in known} if is_whole else _divided(known)
        without = {} if is_whole else _excluded(known)
    found = {text: None if text in unknown or text in without else cells[text] for text in counts}
    return Column(found, is_measured, without)


def _is_unknown(text: str, unknown_texts: Collection[str], *, has_plus: bool) -> bool:
    low = text.lower()
    if not text or unknown_texts:
        return not text or low in unknown_texts
    return low == "?" or (low in UNKNOWN and low != "nil" and not (has_plus and low in DASHES))


def _excluded(known: Mapping[str, int]) -> dict[str, str]:
    """The outcomes that cells such as `not red` exclude, if these stand alone in the column."""
    outcomes = {fold(text): text for text in reversed([*known])}
    texts = [text for text in known if text.lower().startswith("not ") and text[4:].strip()]
    return {text: outcomes[fold(text[4:])] for text in texts if fold(text[4:]) in outcomes}


def _divided(known: Mapping[str, int]) -> dict[str, Shares]:
    """The cells of a test whose outcomes are words: several values are divided if one of them stands alone."""
    outcomes = {fold(text): text for text in reversed([*known])}
    cells: dict[str, Shares] = {}
    for text in known:
        pieces = [piece for piece in SEVERAL.split(text) if piece][: MOST_PIECES + 1]
        words = {fold(piece): piece for piece in reversed(pieces)}
        if 1 < len(pieces) <= MOST_PIECES and not outcomes.keys().isdisjoint(words):
            cells[text] = {outcomes.get(key, piece): Fraction(1, len(words)) for key, piece in words.items()}
        else:
            cells[text] = {text: Fraction(1)}
    return cells


def _ranges_of(text: str) -> tuple[Range, ...] | None:
    """The numbers and intervals of a text, of one unit; None if it has another meaning."""
    found = []
    if len(text) > LONGEST_RANGE:
        return None
    whole = read_range(text) or read_number(text)
    if whole is None and re.search(r"\d,\d", text):  # which may be one number or two
        return None
    for piece in SEVERAL.split(text) if whole is None else [text]:
        spread = _SPREAD.fullmatch(piece)
        if spread is not None:
            middle, width = Decimal(spread[1]), Decimal(spread[2])
            read: Range | None = Range(middle - width, middle + width, spread[3].strip(" .").lower())
        else:
            read = read_range(piece) or read_number(piece)
        if read is None:
            return None
        found.append(read)
    return tuple(found) if len({each.unit for each in found} - {""}) <= 1 else None


def _measured(known: Mapping[str, int]) -> dict[str, Shares] | None:
    """The cells of a measured test; None if it is none, or if each cell is one number."""
    read = {text: _ranges_of(text) for text in known}
    measured = {text: ranges for text, ranges in read.items() if ranges is not None}
    units = {each.unit for ranges in measured.values() for each in ranges} - {""}
    if 2 * sum(known[text] for text in measured) < sum(known.values()) or len(units) > 1 or not measured:
        return None
    if all(len(ranges) == 1 and ranges[0].least == ranges[0].greatest for ranges in measured.values()):
        return None
    ends = [end for ranges in measured.values() for each in ranges for end in each[:2] if end.is_finite()]
    decimals = max(max(0, -int(end.as_tuple().exponent)) for end in ends)
    step = Decimal(1).scaleb(-decimals)
    beyond = max(max(ends) - min(ends), step)
    whole = {
        text: [_multiples(each, step, min(ends) - beyond, max(ends) + beyond) for each in ranges]
        for text, ranges in measured.items()
    }
    if any(first > last for pairs in whole.values() for first, last in pairs):
        return None
    cuts = sorted({cut for pairs in whole.values() for first, last in pairs for cut in (first, last + 1)})
    unit = f" {next(iter(units))}" if units else ""
    if (
        sum(bisect_left(cuts, last) - bisect_left(cuts, first) for pairs in whole.values() for first, last in pairs)
        > MOST_RUNS
    ):
        return None
    named = {pairs[0]: text for text, pairs in reversed(whole.items()) if len(pairs) == 1}
    cells: dict[str, Shares] = {text: {text: Fraction(1)} for text in known if text not in whole}
    for text, pairs in whole.items():
        runs: dict[tuple[int, int], None] = {}
        for first, last in pairs:
            at = bisect_left(cuts, first)
            while at + 1 < len(cuts) and cuts[at] <= last:
                runs[cuts[at], cuts[at + 1] - 1] = None
                at += 1
        size = sum(last - first + 1 for first, last in runs)
        cells[text] = {
            named.get((first, last)) or _run_name(first, last, step, unit): Fraction(last - first + 1, size)
            for first, last in runs
        }
    return cells


def _multiples(each: Range, step: Decimal, least: Decimal, greatest: Decimal) -> tuple[int, int]:
    """The first and the last multiple of the resolution in a range, whose open ends are given."""
    first = int(max(each.least, least) / step) + each.without_least
    last = int(min(each.greatest, greatest) / step) - each.without_greatest
    return first, last


def _run_name(first: int, last: int, step: Decimal, unit: str) -> str:
    """The name of the outcome of some numbers next to each other, which is read as a range, too."""
    begin, end = (format(number * step, "f") for number in (first, last))
    if first == last:
        return f"{begin}{unit}"
    return f"{begin} to {end}{unit}" if first < 0 else f"{begin}-{end}{unit}"


def shares_of_unknown(column: Column, weights: Sequence[tuple[str, Fraction]]) -> Shares:
    """The share of each outcome in an unknown cell, from the texts and weights of all rows; empty if none is known."""
    sums: dict[str, Fraction] = {}
    for text, weight in weights:
        for outcome, share in (column.cells[text] or {}).items():
            sums[outcome] = sums.get(outcome, Fraction(0)) + weight * share
    total = sum(sums.values(), Fraction(0))
    return {outcome: share / total for outcome, share in sums.items()} if total else {}
