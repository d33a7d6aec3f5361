"""The figures of codepegs: each has one name, in JSON, CSV, Python and HTTP, and as the heading of a column.

A figure is proved (no play can be better, or the bound holds for every strategy), counted (exact, for what it
describes: a guess, a tree or the games that were played) or estimated (from a sample, or with an uncertainty). Records
name the kind of each of their figures in `kinds`; a line above a table says it in words.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta

Kind = Literal["proved", "counted", "estimated"]

Kinds = Annotated[
    dict[str, Kind], Meta(description="of each figure that is not null: whether it is proved, counted or estimated")
]


class Figure(NamedTuple):
    """What codepegs says about a guess, a strategy or a game, as a number."""

    name: str
    """The key in JSON, the column in CSV, and the attribute in Python."""
    meaning: str
    """What it is, without a full stop."""
    unit: str
    said: str
    """How a sentence says its value, which takes the place of the braces."""

    @property
    def heading(self) -> str:
        """The heading of its column in printed tables."""
        return self.name.replace("_", " ")


SAID = {
    "total": "{} in total",
    "average": "{} on average",
    "longest_game": "at most {}",
    "expected_guesses": "{} expected from here",
}
"""How sentences say the value of a figure, on the page, too."""

FIGURES = {
    name: Figure(name, meaning, unit, SAID.get(name, ""))
    for name, unit, meaning in (
        ("expected_guesses", "guesses, or their cost", "expected number of guesses from here on, this one included"),
        ("worst_part", "candidates", "largest number of candidates that a reply can leave"),
        ("expected_size", "candidates", "expected number of candidates left"),
        ("bits", "bits", "expected information of the reply"),
        ("parts", "replies", "number of possible replies"),
        ("win_chance", "probability", "probability that the guess is the secret"),
        ("total", "guesses, or their cost", "guesses summed over all secrets, or over the games won"),
        ("average", "guesses, or their cost", "guesses per secret, or per game won"),
        ("weighted_average", "guesses, or their cost", "guesses per game, by the weights of the secrets"),
        ("weighted_total", "guesses, or their cost", "sum over the secrets of weight times guesses"),
        ("adjusted_average", "guesses", "the average, adjusted for the luck of the replies"),
        ("longest_game", "guesses, or their cost", "guesses of the longest game"),
        ("codes_at_longest", "secrets", "number of secrets that need as many guesses as the longest game"),
        ("lower_bound", "units of the objective", "least that any strategy can need"),
        ("upper_bound", "units of the objective", "what the best known strategy needs"),
        ("least_average", "guesses", "lower bound on the average of any strategy"),
        ("least_longest_game", "guesses", "lower bound on the longest game of any strategy"),
        ("least_cost", "cost", "lower bound on the expected cost of any strategy"),
        ("secret_bits", "bits", "entropy of the secret, or of its class, as far as guesses tell it"),
        ("gained_bits", "bits", "information of the reply"),
        ("lost_guesses", "guesses", "expected guesses more than after the best guess"),
        ("skill", "0 to 1", "one minus the guesses lost"),
        ("luck", "bits", "information of the replies beyond what was expected"),
    )
}
"""The figures by name."""

OF_PARTS = ("worst_part", "expected_size", "bits", "parts", "win_chance")
"""The figures of a guess that follow from its parts."""

FORMER = {
    "worst": "worst_part",
    "entropy_bits": "bits",
    "depth": "longest_game",
    "codes_at_depth": "codes_at_longest",
    "least_worst": "least_longest_game",
}
"""What figures were called up to version 0.1, in JSON, CSV and Python."""

FORMER_IN_PLACES = (
    ("`describe`, `GameDescription`", "`entropy_bits`", "`secret_bits`"),
    ("`bound`, `LowerBound`", "`average`", "`least_average`"),
    ("`Found`, and `Bounds` of its search, in Python", "`value`, `upper`, `lower`", "`upper_bound`, `lower_bound`"),
    ("`LowerBound` in Python", "`total`, `upper`", "`lower_bound`, `upper_bound`"),
    (
        "`Progress` in Python",
        "`pegs_known`, `colors_counted`, `guesses_left`",
        "`known_pegs`, `counted_colors`, `left_estimate`",
    ),
    ("`coach`, `ReviewedTurn`", "`expected_after`", "`expected_size`"),
    ("`ReviewedTurn` in Python", "`lost_error`", "`lost_guesses_error`"),
    ("`Suggestion` in Python", "`expected.value`, `expected.error`", "`expected_guesses`, `expected_guesses_error`"),
    ("reasons `leaves_…`, `test_leaves`", "`average`, `worst`", "`expected_size`, `worst_part`"),
    ("reasons `sample_…`", "`average`, `worst`", "`expected_share`, `worst_share`"),
    ("reasons about expected guesses", "`guesses`, `error`", "`expected_guesses`, `expected_guesses_error`"),
    (
        "reasons of the coach",
        "`best_guesses`, `best_error`",
        "`best_expected_guesses`, `best_expected_guesses_error`",
    ),
    ("reason `information_candidate`", "`chance`", "`win_chance`"),
    (
        "table of `suggest`",
        "guesses, worst, average, P(win)",
        "expected guesses, worst part, expected size, win chance",
    ),
    ("tables of `evaluate` and `lab`", "worst", "longest game"),
    ("table of `evaluate`", "weighted, adjusted", "weighted average, adjusted average"),
    ("table of `tree list`", "worst, in worst", "longest game, codes at longest"),
    ("`docs/results/totals.csv`", "`mean`", "`average`"),
)
"""The same where an old name had several meanings: the place, the old names and the new ones."""


GUESSES_ERROR = Meta(description="uncertainty of the estimate: at least its error in 95 % of cases; 0 if it is exact")
"""The description of the error of expected guesses."""


def described(name: str) -> Meta:
    """Return the description of a figure in the schema of JSON."""
    return Meta(description=FIGURES[name].meaning)


def said(name: str, value: str | int) -> str:
    """Return what a sentence says of the value of a figure.

    >>> said("average", "4.34 guesses"), said("longest_game", 6)
    ('4.34 guesses on average', 'at most 6')
    """
    return FIGURES[name].said.format(value)


def heading_of(name: str, unit: str = "guesses") -> str:
    """Return the heading of a figure in a printed table; `unit` is what its guesses are called.

    >>> heading_of("longest_game"), heading_of("expected_guesses", "tests")
    ('longest game', 'expected tests')
    """
    return FIGURES[name].heading.replace("guesses", unit)


def kinds_of(figures: object, kinds: Mapping[str, Kind]) -> dict[str, Kind]:
    """Return the kinds of the figures that a record has: attributes that are not None."""
    return {name: kind for name, kind in kinds.items() if getattr(figures, name) is not None}


def set_kinds(figures: msgspec.Struct, **kinds: Kind) -> None:
    """Set the field `kinds` of a frozen struct, when it is made."""
    msgspec.structs.force_setattr(figures, "kinds", kinds_of(figures, kinds))


def kinds_text(kinds: Mapping[str, Kind]) -> str:
    """Return the kinds of the figures of a record as one text, for a column of a file.

    >>> kinds_text({"total": "counted", "average": "estimated"})
    'total=counted average=estimated'
    """
    return " ".join(f"{name}={kind}" for name, kind in kinds.items())


def kinds_of_columns(records: Iterable[Mapping[str, Kind]], columns: Mapping[str, str]) -> dict[str, set[Kind]]:
    """Return the kinds of the figures in a table.

    Args:
        records: The kinds of the figures of each row.
        columns: The name of each column's figure, by its heading.
    """
    rows = list(records)
    return {heading: {row[name] for row in rows if name in row} for heading, name in columns.items()}


def kinds_words(columns: Mapping[str, Collection[Kind]]) -> str:
    """Return the kinds of the figures in a table, in words: that of most columns, then those of the others.

    >>> kinds_words({"average": {"proved", "counted"}, "bits": {"counted"}, "parts": {"counted"}})
    'Figures: counted; average: proved or counted.'
    """
    groups: dict[str, list[str]] = {}
    for heading, kinds in columns.items():
        if kinds:
            groups.setdefault(" or ".join(kind for kind in get_args(Kind) if kind in kinds), []).append(heading)
    if not groups:
        return ""
    most, *others = sorted(groups.items(), key=lambda group: -len(group[1]))
    return "; ".join([f"Figures: {most[0]}", *(f"{', '.join(names)}: {kind}" for kind, names in others)]) + "."


def kinds_sentence(kinds: Mapping[str, Kind], **also: Kind) -> str:
    """Return the kinds of the figures of a record in words; `also` has those that are said beside them.

    >>> kinds_sentence({"total": "proved", "longest_game": "counted"}, average="proved")
    'Figures: proved; longest game: counted.'
    """
    return kinds_words({heading_of(name): {kind} for name, kind in {**kinds, **also}.items()})
