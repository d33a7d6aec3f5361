"""Write the drafts for the OEIS from the results: `python docs/make/oeis.py`.

Each draft in `docs/results/oeis` has the internal format of the OEIS, with A000000 for the number that it will get.
The values are the proved ones of `docs/results/results.csv`; games of one peg or one colour are given by a formula.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

from codepegs.files import write_whole
from codepegs.game import Game
from codepegs.trees.gallery import EXPECTED

RESULTS = Path(__file__).parent.parent / "results"
FOLDER = RESULTS / "oeis"
MOST = 260
"""Characters of data that an entry of the OEIS has."""
AUTHOR = "The codepegs developers, Nov 28 2026"

PROGRAM = "(Python)|from codepegs import optimal  # pip install codepegs"
LINKS = {
    "mastermind": 'Wikipedia, <a href="https://en.wikipedia.org/wiki/Mastermind_(board_game)">Mastermind</a>',
    "bulls": 'Wikipedia, <a href="https://en.wikipedia.org/wiki/Bulls_and_cows">Bulls and cows</a>',
    "ville": (
        'Geoffroy Ville, <a href="https://arxiv.org/abs/1305.1010">An Optimal Mastermind (4,7) Strategy and More '
        "Results in the Expected Case</a>, arXiv:1305.1010 [cs.GT], 2013"
    ),
    "peczarski": (
        'Marcin Peczarski, <a href="https://arxiv.org/abs/1808.03849">Algorithm to Prove Formulas for the Expected '
        "Number of Questions in Mastermind Games</a>, arXiv:1808.03849, 2018"
    ),
    "slovesnov": (
        'Alexey Slovesnov, <a href="http://bulls-cows.sourceforge.net">Bulls and Cows</a>, game trees with 26274 '
        "guesses for 4 digits of 10"
    ),
    "magruder": (
        'Michael Magruder, <a href="https://github.com/mikemag/Mastermind/tree/master/results">Mastermind results</a>, '
        "totals of one-step strategies, which are upper bounds"
    ),
}
BOOKS = {
    "knuth": "D. E. Knuth, The Computer as Master Mind, J. Recreational Math., 9 (1976-77), 1-6.",
    "koyama": "K. Koyama and T. W. Lai, An Optimal Mastermind Strategy, J. Recreational Math., 25 (1993), 251-256.",
    "jager": (
        "G. Jäger and M. Peczarski, The number of pessimistic guesses in Generalized Mastermind, Inform. Process. "
        "Lett., 109 (2009), 635-641."
    ),
    "black": (
        "G. Jäger and M. Peczarski, The number of pessimistic guesses in Generalized Black-peg Mastermind, Inform. "
        "Process. Lett., 111 (2011), 933-940."
    ),
}


@cache
def optima(objective: str) -> dict[str, int]:
    """The proved optima of an objective, by game."""
    rows = csv.DictReader((RESULTS / "results.csv").read_text(encoding="utf-8").splitlines())
    return {
        row["rules"]: int(row["upper_bound"])
        for row in rows
        if row["objective"] == objective and row["status"].startswith("proved")
    }


def total(rules: str) -> int | None:
    """The fewest guesses over all secrets: with one peg, all colours in turn; with one colour, one guess."""
    game = Game.parse(rules)
    if game.pegs == 1:
        return game.colors * (game.colors + 1) // 2
    return 1 if game.size == 1 else optima(EXPECTED).get(rules)


@cache
def longest_games() -> dict[str, int]:
    """The least depths, from the searches for the depth and for the fewest codes at it."""
    found = dict(optima("depth"))
    rows = csv.DictReader((RESULTS / "longest-games.csv").read_text(encoding="utf-8").splitlines())
    return found | {row["rules"]: int(row["longest_game"]) for row in rows}


def depth(rules: str) -> int | None:
    """The least longest game."""
    game = Game.parse(rules)
    if game.pegs == 1:
        return game.colors
    return 1 if game.size == 1 else longest_games().get(rules)


@dataclass(frozen=True)
class Draft:
    """A sequence for the OEIS."""

    file: str
    name: str
    value: Callable[[str], int | None]
    """The value of a game, if it is proved."""
    games: Callable[[], Iterator[str]]
    """The games in the order of the terms."""
    comments: tuple[str, ...]
    program: str
    keywords: str
    links: str
    books: str = ""
    formulas: tuple[str, ...] = ()
    see: str = "A231205"
    example: tuple[str, ...] = ()
    offset: int = 1
    shape: str = ""
    """`array`: read by antidiagonals; `triangle`: read by rows."""
    view: str = ""

    def terms(self) -> list[int]:
        """All terms up to the first that is not proved."""
        found = []
        for rules in self.games():
            value = self.value(rules)
            if value is None:
                break
            found.append(value)
        return found

    def shown(self) -> list[int]:
        """The terms that fit into an entry."""
        terms = self.terms()
        while len(",".join(map(str, terms))) > MOST:
            terms.pop()
        return terms

    def table(self) -> Iterator[str]:
        """The lines of an array or triangle, for the examples."""
        if self.shape == "array":
            yield "Array begins:"
            yield "  n\\k|  1   2   3   4 ..."
            for n in range(1, 6):
                row = [self.value(f"p{n}c{k}{self.view}") for k in range(1, 7)]
                yield f"   {n} | {', '.join(map(str, row[: row.index(None) if None in row else None]))}, ..."
        elif self.shape == "triangle":
            yield "Triangle begins:"
            for k in range(1, 7):
                yield "  " + ", ".join(str(self.value(f"p{n}c{k}n")) for n in range(1, k + 1)) + ";"

    def first_above_one(self) -> int:
        """The position of the first term above 1, counted from 1: the second number of the offset."""
        return next(place for place, term in enumerate(self.terms(), 1) if term > 1)

    def text(self) -> str:
        """Return the draft."""
        data = lines_of(self.shown())
        fields: list[tuple[str, str]] = [("I", "")]
        fields += [("STU"[place], line) for place, line in enumerate(data)]
        fields += [("N", self.name), *(("C", comment) for comment in self.comments)]
        fields += [("D", BOOKS[key]) for key in self.books.split()]
        fields += [("H", LINKS[key] + ".") for key in self.links.split()]
        fields += [("F", formula) for formula in self.formulas]
        fields += [("e", line) for line in (*self.example, *self.table())]
        fields += [("o", line) for line in (*PROGRAM.split("|"), self.program)]
        fields += [("Y", f"Cf. {self.see}."), ("K", self.keywords), ("O", f"{self.offset},{self.first_above_one()}")]
        fields += [("A", AUTHOR)]
        return "".join(f"%{letter} A000000 {content}".rstrip() + "\n" for letter, content in fields)


def lines_of(terms: list[int]) -> list[str]:
    """The terms in lines; all but the last end with a comma."""
    lines = [""]
    for place, term in enumerate(terms):
        word = f"{term}," if place < len(terms) - 1 else str(term)
        if len(lines[-1]) + len(word) > MOST // 3 + 1:
            lines.append("")
        lines[-1] += word
    return lines


def antidiagonals(view: str = "") -> Iterator[str]:
    """p1c1; p1c2, p2c1; p1c3, p2c2, p3c1; and so on."""
    for both in count(2):
        yield from (f"p{n}c{both - n}{view}" for n in range(1, both))


def row(pegs: int, view: str = "", first: int = 1) -> Iterator[str]:
    """The games of a number of pegs."""
    return (f"p{pegs}c{colors}{view}" for colors in count(first))


def column(colors: int) -> Iterator[str]:
    """The games of a number of colours."""
    return (f"p{pegs}c{colors}" for pegs in count(1))


def triangle() -> Iterator[str]:
    """p1c1n; p1c2n, p2c2n; p1c3n, p2c3n, p3c3n; and so on."""
    return (f"p{pegs}c{colors}n" for colors in count(1) for pegs in range(1, colors + 1))


REPLY = (
    "The codebreaker guesses a code of {pegs}, each with one of {colors}, until it is the secret. Each reply gives the "
    "number of pegs that are right in color and position (black), and the number of further pegs that are right in "
    "color only (white)."
)
BLACK = (
    "The codebreaker guesses a code of {pegs}, each with one of {colors}, until it is the secret. Each reply gives "
    "only the number of pegs that are right in color and position (black-peg Mastermind)."
)
COWS = (
    "The secret has {} different digits out of n, and so has each guess. Each reply gives the number of digits in the "
    "right place (bulls), and the number of digits of the secret that are in another place (cows)."
)
SUM = (
    "The total is the sum of the numbers of guesses over all secrets, the last guess included; divided by the number "
    "of secrets it is the least expected number of guesses for a secret drawn at random."
)
ANY = "A guess need not be consistent with the replies so far."
SEARCH = "The values were proved by an exhaustive search (branch and bound with symmetry) with the program codepegs."

TWO = (
    "Empirical for 3 <= n <= 20: a(n) = (8*n^3 + 51*n^2 - 74*n + 48)/24 for even n and "
    "a(n) = (8*n^3 + 51*n^2 - 80*n + 69)/24 for odd n. Peczarski proves formulas for two pegs."
)

DRAFTS = (
    Draft(
        "least-totals",
        "Array read by descending antidiagonals: T(n,k) is the least total number of guesses that finds every secret "
        "in Mastermind with n pegs and k colors.",
        total,
        antidiagonals,
        (REPLY.format(pegs="n pegs", colors="k colors"), SUM, ANY, SEARCH),
        'def T(n, k): return optimal(f"p{n}c{k}").upper_bound',
        "nonn,tabl,hard,more,nice",
        "magruder peczarski ville mastermind",
        "knuth koyama",
        ("T(1,k) = k*(k+1)/2.", "T(n,1) = 1."),
        "A000217 (row n=1), A231205",
        ("T(4,6) = 5625: the board game; 5625/1296 = 4.3403 guesses on average (Koyama and Lai).",),
        shape="array",
    ),
    Draft(
        "least-totals-2-pegs",
        "Least total number of guesses that finds every secret in Mastermind with 2 pegs and n colors.",
        total,
        lambda: row(2),
        (REPLY.format(pegs="2 pegs", colors="n colors"), SUM, SEARCH),
        'def a(n): return optimal(f"p2c{n}").upper_bound',
        "nonn,more",
        "peczarski mastermind",
        formulas=(TWO,),
    ),
    Draft(
        "least-totals-3-pegs",
        "Least total number of guesses that finds every secret in Mastermind with 3 pegs and n colors.",
        total,
        lambda: row(3),
        (REPLY.format(pegs="3 pegs", colors="n colors"), SUM, ANY, SEARCH),
        'def a(n): return optimal(f"p3c{n}").upper_bound',
        "nonn,hard,more",
        "magruder ville mastermind",
    ),
    Draft(
        "least-totals-4-pegs",
        "Least total number of guesses that finds every secret in Mastermind with 4 pegs and n colors.",
        total,
        lambda: row(4),
        (REPLY.format(pegs="4 pegs", colors="n colors"), SUM, ANY, SEARCH),
        'def a(n): return optimal(f"p4c{n}").upper_bound',
        "nonn,hard,more",
        "magruder ville mastermind",
        "knuth koyama",
        example=("a(6) = 5625: the board game; 5625/1296 = 4.3403 guesses on average (Koyama and Lai).",),
    ),
    Draft(
        "least-totals-2-colors",
        "Least total number of guesses that finds every secret in Mastermind with n pegs and 2 colors.",
        total,
        lambda: column(2),
        (REPLY.format(pegs="n pegs", colors="2 colors"), SUM, ANY, SEARCH),
        'def a(n): return optimal(f"p{n}c2").upper_bound',
        "nonn,hard,more",
        "magruder mastermind",
    ),
    Draft(
        "least-longest-games",
        "Array read by descending antidiagonals: T(n,k) is the least number of guesses within which every secret can "
        "be found in Mastermind with n pegs and k colors.",
        depth,
        antidiagonals,
        (REPLY.format(pegs="n pegs", colors="k colors"), "The last guess, of the secret, is counted.", ANY, SEARCH),
        'def T(n, k): return optimal(f"p{n}c{k}", "depth").upper_bound',
        "nonn,tabl,hard,more,nice",
        "ville mastermind",
        "knuth jager",
        ("T(1,k) = k.", "T(n,1) = 1.", "T(3,k) = floor((k-1)/3) + 4 for k >= 5 (Jäger and Peczarski)."),
        "A231205",
        ("T(4,6) = 5: the board game (Knuth).",),
        shape="array",
    ),
    Draft(
        "least-totals-black",
        "Array read by descending antidiagonals: T(n,k) is the least total number of guesses that finds every secret "
        "in black-peg Mastermind with n pegs and k colors.",
        total,
        lambda: antidiagonals("-b"),
        (BLACK.format(pegs="n pegs", colors="k colors"), SUM, ANY, SEARCH),
        'def T(n, k): return optimal(f"p{n}c{k}-b").upper_bound',
        "nonn,tabl,hard,more",
        "mastermind",
        "black",
        ("T(1,k) = k*(k+1)/2.", "T(n,1) = 1."),
        "A000217 (row n=1), A231205",
        shape="array",
        view="-b",
    ),
    Draft(
        "least-totals-no-repeats",
        "Triangle read by rows: T(n,k) is the least total number of guesses that finds every secret in Bulls and Cows "
        "with k different digits out of n, 1 <= k <= n.",
        total,
        triangle,
        (COWS.format("k"), SUM, ANY, SEARCH),
        'def T(n, k): return optimal(f"p{k}c{n}n").upper_bound',
        "nonn,tabl,hard,more",
        "bulls slovesnov",
        formulas=("T(n,1) = n*(n+1)/2.",),
        see="A000217 (column k=1), A231205",
        shape="triangle",
    ),
    Draft(
        "least-totals-bulls-and-cows",
        "Least total number of guesses that finds every secret in Bulls and Cows with 4 different digits out of n.",
        total,
        lambda: row(4, "n", 4),
        (COWS.format("4"), SUM, ANY, SEARCH),
        'def a(n): return optimal(f"p4c{n}n").upper_bound',
        "nonn,hard,more",
        "bulls slovesnov",
        example=("a(10) = 26274: the usual game; 26274/5040 = 5.2131 guesses on average.",),
        offset=4,
    ),
    Draft(
        "least-totals-permutations",
        "Least total number of guesses that finds every permutation of 1..n if each reply gives the number of elements "
        "in the right place.",
        total,
        lambda: (f"p{n}c{n}n" for n in count(1)),
        (
            "Permutation Mastermind, or black-peg Mastermind with n pegs and n colors without repetition; each guess "
            "is a permutation. This is the main diagonal of the triangle for Bulls and Cows.",
            SUM,
            ANY,
            SEARCH,
        ),
        'def a(n): return optimal(f"p{n}c{n}n").upper_bound',
        "nonn,hard,more",
        "mastermind bulls",
        example=("a(2) = 3: the first permutation takes one guess, the other two.",),
    ),
)


def main() -> None:
    """Write all drafts."""
    for draft in DRAFTS:
        write_whole(FOLDER / f"{draft.file}.txt", draft.text())


if __name__ == "__main__":
    main()
