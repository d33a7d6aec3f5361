"""Write the results as data: `python docs/make/results.py`.

The sources are the index of the gallery, the page `docs/results/README.md` (what others have published, and lower
bounds of games that are not proved) and the files of `SOURCES`, with the commands that give their rows. Made from them:

- `totals.csv`: the trees of the gallery with the fewest expected guesses;
- `totals.txt`: the proved totals as sequences by number of colours;
- `results.csv` and `results.parquet`: all facts, one a row, with the columns of `COLUMNS`;
- the table of these columns in `docs/results/data-card.md`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import codepegs
from codepegs.files import write_whole
from codepegs.game import Game, View
from codepegs.trees.gallery import EXPECTED, Entry, entries

if TYPE_CHECKING:
    import polars as pl

RESULTS = Path(__file__).parent.parent / "results"
SOURCES = ("more-totals.csv", "least-depths.csv", "longest-games.csv", "averages.csv")
VIEWS = {View.BLACK_WHITE: "black and white", View.BLACK: "black", View.TOTAL: "total", View.WHITE: "white"}
BY_EARLIER_VERSIONS = ("p6c7n",)
"""Games proved by an earlier version of codepegs, of which neither a journal nor a certificate is kept."""

TOTALS = (
    "rules", "pegs", "colors", "repeats", "reply", "codes", "first_guess", "total", "average", "longest_game",
    "codes_at_longest", "status", "depth_minimized", "published", "command",
)  # fmt: skip


class Column(NamedTuple):
    """A column of the facts."""

    type: str
    unit: str
    meaning: str


COLUMNS = {
    "rules": Column("text", "", "the game in the [notation](../reference/notation.md): `p4c6`, `p4c10n`, `p4c6-b`"),
    "pegs": Column("integer", "pegs", "number of pegs"),
    "colors": Column("integer", "colours", "number of colours"),
    "repeats": Column("boolean", "", "whether a colour may repeat in the secret"),
    "view": Column("text", "", "what the reply shows: `black and white`, `black only`, `white only` or `total only`"),
    "codes": Column("integer", "codes", "number of codes that can be the secret; empty from 2⁶³ on"),
    "objective": Column(
        "text",
        "",
        "what is minimised, as in `codepegs optimal --objective`: `expected` (total guesses), `worst` (total guesses "
        "of trees of the least depth), `depth` (longest game) or `last-turn:N` (codes found with guess N); empty in "
        "rows about a strategy",
    ),
    "strategy": Column("text", "", "the strategy whose games are counted; empty in rows about an optimum"),
    "status": Column(
        "text",
        "",
        "`proved`: no strategy is better; `proved by an earlier version`: no journal is kept; `bounds`: the optimum is "
        "from `lower_bound` to `upper_bound`; `best known`: the same, of a tree; `counted`: every secret was played; "
        "`estimated`: from a sample",
    ),
    "total": Column("integer", "guesses", "guesses over all secrets, the last guess of each included"),
    "average": Column("number", "guesses", "guesses for a secret on average: the total divided by the codes"),
    "standard_error": Column("number", "guesses", "standard error of `average`, if it is estimated"),
    "adjusted_average": Column("number", "guesses", "the average adjusted for the luck of the secrets drawn"),
    "adjusted_standard_error": Column("number", "guesses", "standard error of `adjusted_average`"),
    "longest_game": Column("integer", "guesses", "largest number of guesses that a secret needs (depth of the tree)"),
    "codes_at_longest": Column("integer", "codes", "number of secrets that need that many guesses"),
    "lower_bound": Column("integer", "of the objective", "no strategy needs fewer; proved"),
    "upper_bound": Column("integer", "of the objective", "a tree needs as many"),
    "first_guess": Column("text", "", "the first guess of the tree"),
    "depth_minimized": Column(
        "boolean", "", "whether no tree with this total has a shorter longest game, or fewer codes at it"
    ),
    "games": Column("integer", "games", "number of games played, in rows about a strategy"),
    "seed": Column("text", "", "the random seeds, if something was drawn"),
    "noise": Column("text", "", "how replies were wrong, as in `--noise`; empty: never"),
    "declare": Column("number", "probability", "at which the strategy declared the secret, with wrong replies"),
    "cpu_seconds": Column("number", "seconds per game", "CPU time on one core, where it was measured"),
    "published": Column("text", "", "who published the same total; `as published`: several have"),
    "tree": Column("text", "", "the tree, as `codepegs tree show` and `codepegs tree verify` accept it"),
    "proof": Column("text", "", "files with the proof, in this folder: a certificate (`.cert`), a journal (`.search`)"),
    "command": Column("text", "", "the command that gives the row"),
    "version": Column("text", "", "the version of codepegs that has this row and runs this command"),
}
"""The columns of `results.csv` and `results.parquet`, in their order."""

VERSION = codepegs.__version__
MOST_CODES = 1 << 63
"""From here on the number of codes is left out: it is no integer of 64 bits."""

BEGIN, END = "<!-- Made by docs/make/results.py. -->\n", "<!-- The end of it. -->\n"
CARD = RESULTS / "data-card.md"

Fact = dict[str, str]
"""A row: texts, as the CSV has them; an absent key is an empty cell."""


def rows_of_page() -> Iterator[list[str]]:
    """The rows of the page's tables that begin with a game."""
    for line in (RESULTS / "README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"p\d+c\d+n?(-b)?", cells[0]):
            yield cells


def published() -> dict[str, str]:
    """Read from the page what is known from others, by game."""
    return {cells[0]: cells[6].removesuffix("†") for cells in rows_of_page() if len(cells) == 7}


def lower_bounds() -> dict[str, str]:
    """Read from the page the lower bounds of the games whose best tree is not proved."""
    return {cells[0]: cells[7].split()[0].replace(",", "") for cells in rows_of_page() if len(cells) == 8}


def status_of(tree: Entry) -> str:
    """The status of a tree's total."""
    return tree.status + " by an earlier version" * (tree.rules in BY_EARLIER_VERSIONS)


def yes(true: bool) -> str:
    """Return a boolean as the tables have it."""
    return "yes" if true else "no"


def as_csv(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a table as text."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return file.getvalue()


def totals_csv(trees: list[Entry]) -> str:
    """Return the table of the trees with the fewest expected guesses."""
    remarks = published()
    return as_csv(TOTALS, ((
        tree.rules, tree.game.pegs, tree.game.colors, yes(tree.game.repeats), VIEWS[tree.game.view], tree.game.size,
        tree.first, tree.total, f"{tree.average:.4f}", tree.longest_game, tree.codes_at_longest, status_of(tree),
        yes(tree.then_depth), remarks.get(tree.rules, ""), tree.found,
    ) for tree in trees))  # fmt: skip


def as_sequences(trees: list[Entry]) -> str:
    """Return the proved totals of each number of pegs, by number of colours."""
    lines = [
        "The least number of guesses over all secrets of p pegs and c colours, each secret's last guess included:",
        "T(p, c) for consecutive c. All are proved. Divided by the number of secrets they are the least expected",
        "numbers of guesses.",
    ]
    proved = [tree for tree in trees if tree.is_proved]
    for (view, repeats), kind in groupby(proved, key=lambda tree: (tree.game.view, tree.game.repeats)):
        rule = "a colour may repeat" if repeats else "no colour repeats"
        lines += ["", f"Replies in {VIEWS[view]}, {rule}:"]
        for pegs, row in groupby(kind, key=lambda tree: tree.game.pegs):
            run: list[Entry] = []
            for tree in row:
                if run and tree.game.colors != run[-1].game.colors + 1:
                    lines.append(sequence(pegs, run))
                    run = []
                run.append(tree)
            lines.append(sequence(pegs, run))
    return "\n".join(lines) + "\n"


def sequence(pegs: int, run: list[Entry]) -> str:
    """Return one line: the totals of consecutive numbers of colours."""
    first, last = run[0].game.colors, run[-1].game.colors
    span = f"c = {first}" + (f" to {last}" if last > first else "")
    return f"p = {pegs}, {span}: {', '.join(str(tree.total) for tree in run)}"


def about(rules: str) -> Fact:
    """The columns that describe a game."""
    game = Game.parse(rules)
    view = VIEWS[game.view]
    return {
        "rules": rules,
        "pegs": str(game.pegs),
        "colors": str(game.colors),
        "repeats": str(game.repeats).lower(),
        "view": view if game.view is View.BLACK_WHITE else f"{view} only",
        "codes": str(game.size) if game.size < MOST_CODES else "",
        "version": VERSION,
    }


def read(name: str) -> list[dict[str, str]]:
    """Read one of the sources."""
    return list(csv.DictReader((RESULTS / name).read_text(encoding="utf-8").splitlines()))


def proofs(rules: str, objective: str) -> str:
    """The files that prove the optimum of a game: a certificate or a journal."""
    stem = rules if objective == EXPECTED else f"{rules}-{objective}"
    kept = (f"{stem}{end}" for end in (".cert", ".cert.gz", ".search.gz"))
    return " ".join(name for name in kept if (RESULTS / name).exists())


def facts_of_trees() -> Iterator[Fact]:
    """The totals of the gallery's trees."""
    remarks, bounds = published(), lower_bounds()
    for tree in entries():
        yield about(tree.rules) | {
            "objective": tree.objective,
            "status": status_of(tree),
            "total": str(tree.total),
            "average": f"{tree.average:.4f}",
            "longest_game": str(tree.longest_game),
            "codes_at_longest": str(tree.codes_at_longest),
            "lower_bound": str(tree.total) if tree.is_proved else bounds[tree.rules],
            "upper_bound": str(tree.total),
            "first_guess": tree.first,
            "depth_minimized": str(tree.then_depth).lower(),
            "published": remarks.get(tree.rules, "") if tree.objective == EXPECTED else "",
            "tree": tree.name,
            "proof": proofs(tree.rules, tree.objective),
            "command": tree.found,
        }


def facts_of_searches() -> Iterator[Fact]:
    """Optima of which no tree is kept."""
    for row in read("more-totals.csv"):
        total = int(row["total"])
        yield about(row["rules"]) | {
            "objective": EXPECTED,
            "status": "proved",
            "total": row["total"],
            "average": f"{total / Game.parse(row['rules']).size:.4f}",
            "lower_bound": row["total"],
            "upper_bound": row["total"],
            "command": row["command"],
        }
    for row in read("least-depths.csv"):
        settled = row["at_least"] == row["at_most"]
        yield about(row["rules"]) | {
            "objective": "depth",
            "status": "proved" if settled else "bounds",
            "longest_game": row["at_most"] if settled else "",
            "lower_bound": row["at_least"],
            "upper_bound": row["at_most"],
            "proof": proofs(row["rules"], "depth"),
            "command": row["command"],
        }
    for row in read("longest-games.csv"):
        yield about(row["rules"]) | {
            "objective": f"last-turn:{row['longest_game']}",
            "status": "proved",
            "longest_game": row["longest_game"],
            "codes_at_longest": row["codes_at_longest"],
            "lower_bound": row["codes_at_longest"],
            "upper_bound": row["codes_at_longest"],
            "command": row["command"],
        }


def facts_of_strategies() -> Iterator[Fact]:
    """The averages of strategies."""
    ends = {"black and white": "", "black only": "-b", "white only": "-w", "total only": "-t"}
    for row in read("averages.csv"):
        game = about(row["game"] + ends[row["view"]])
        every = row["games"] == "all"
        same = {key: row[key] for key in row.keys() & COLUMNS.keys() - {"view", "games"}}
        yield (
            game
            | same
            | {
                "status": "counted" if every else "estimated",
                "games": game["codes"] if every else row["games"],
            }
        )


def facts() -> list[Fact]:
    """All facts: optima by objective, then strategies."""
    return [*facts_of_trees(), *facts_of_searches(), *facts_of_strategies()]


def results_csv(found: list[Fact]) -> str:
    """Return the table of all facts."""
    return as_csv(COLUMNS, ([fact.get(name, "") for name in COLUMNS] for fact in found))


def frame(text: str) -> pl.DataFrame:
    """The same table with the types of `COLUMNS`."""
    import polars as pl

    types = {"text": pl.String, "integer": pl.Int64, "number": pl.Float64, "boolean": pl.Boolean}
    return pl.read_csv(io.StringIO(text), schema={name: types[column.type] for name, column in COLUMNS.items()})


def parquet(text: str) -> bytes:
    """Return the table as Parquet; the same version of polars always writes the same bytes."""
    file = io.BytesIO()
    frame(text).write_parquet(file, compression="zstd", statistics=False)
    return file.getvalue()


def card() -> str:
    """Return the data card with the table of the columns in it."""
    before, rest = CARD.read_text(encoding="utf-8").split(BEGIN)
    lines = ["| column | type | unit | meaning |\n", "|---|---|---|---|\n"]
    lines += [f"| `{name}` | {' | '.join(column)} |\n".replace("|  |", "| |") for name, column in COLUMNS.items()]
    return f"{before}{BEGIN}\n{''.join(lines)}\n{END}{rest.split(END)[1]}"


def main() -> None:
    """Write all files."""
    trees = [tree for tree in entries() if tree.objective == EXPECTED]
    write_whole(RESULTS / "totals.csv", totals_csv(trees))
    write_whole(RESULTS / "totals.txt", as_sequences(trees))
    text = results_csv(facts())
    write_whole(RESULTS / "results.csv", text)
    path = RESULTS / "results.parquet"
    if not path.exists() or not pl_equal(path, text):
        path.write_bytes(parquet(text))
    write_whole(CARD, card())


def pl_equal(path: Path, text: str) -> bool:
    """Whether a Parquet file has this table; then it is kept, whatever version of polars wrote it."""
    import polars as pl

    return pl.read_parquet(path).equals(frame(text))


if __name__ == "__main__":
    main()
