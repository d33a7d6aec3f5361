"""Evaluations as tables: what is printed, flat rows, and Markdown and LaTeX with intervals and sign tests."""

from __future__ import annotations

import importlib
import io
import math
import random
import re
import statistics
from fractions import Fraction
from pathlib import Path

import polars
import pytest

from codepegs import Game, iter_play
from codepegs.experiments.evaluation import Evaluations, evaluate, iter_evaluate
from codepegs.experiments.significance import interval_of, p_value_text, sign_test, t_quantile
from codepegs.experiments.tables import Column, latex, latex_text, markdown
from tests.conftest import Cli

QUANTILES = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 7: 2.365, 10: 2.228, 30: 2.042, 60: 2.0, 120: 1.98}
"""Of Student's t at 97.5 %, as every textbook has them, by degrees of freedom."""


@pytest.fixture(scope="module")
def sampled() -> Evaluations:
    return evaluate("p4c5", ["entropy", "minimax", "random-consistent"], games=60, seed=4)


@pytest.fixture(scope="module")
def every() -> Evaluations:
    return evaluate("p3c4", ["entropy", "minimax"])


def by_counting(fewer: int, more: int) -> Fraction:
    """The probability that fair coins fall at least as unevenly, counted for each number of heads."""
    games = fewer + more
    uneven = [heads for heads in range(games + 1) if abs(2 * heads - games) >= abs(fewer - more)]
    return Fraction(sum(math.comb(games, heads) for heads in uneven), 2**games)


def test_the_sign_test_is_exact() -> None:
    for games in range(41):
        for fewer in range(games + 1):
            assert sign_test(fewer, games - fewer) == float(by_counting(fewer, games - fewer))
    drawn = random.Random(5)
    for _ in range(6):
        fewer, more = drawn.randrange(900), drawn.randrange(900)
        assert sign_test(fewer, more) == pytest.approx(float(by_counting(fewer, more)), rel=1e-15)
    assert sign_test(0, 5_000) == 0.0  # below all floating-point numbers
    assert [p_value_text(value) for value in (None, 1.0, 0.00012, 3e-7, 0.0)] == [
        "–",
        "1.0000",
        "0.0001",
        "3.0e-07",
        "< 1e-300",
    ]


def test_quantiles_are_those_of_the_textbooks() -> None:
    assert {freedom: round(t_quantile(freedom), 3) for freedom in QUANTILES} == pytest.approx(QUANTILES, abs=0.001)
    assert t_quantile(10**6) == pytest.approx(1.96, abs=1e-4)
    assert interval_of(2.0, 0.5, 11) == pytest.approx((2 - 2.2281 * 0.5, 2 + 2.2281 * 0.5), abs=1e-4)
    assert interval_of(2.0, None, 11) is interval_of(2.0, 0.0, 1) is interval_of(None, 0.5, 11) is None


def rows_of(text: str) -> list[dict[str, str]]:
    """The rows of the Markdown table; a column of the same heading as one before has that before it in front."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines]
    names: list[str] = []
    for name in cells[0]:
        names.append(f"{names[-1]}, {name}" if name == "95 % interval" else name)
    assert {len(row) for row in cells} == {len(names)}
    return [dict(zip(names, row, strict=True)) for row in cells[2:]]


def test_figures_of_a_sample_by_hand(sampled: Evaluations) -> None:
    first = sampled[0].lengths.tolist()
    for found, row in zip(sampled, rows_of(sampled.to_markdown()), strict=True):
        lengths = found.lengths.tolist()
        half = t_quantile(59) * statistics.stdev(lengths) / math.sqrt(60)
        mean = statistics.mean(lengths)
        assert (row["strategy"], row["longest game"]) == (f"`{found.strategy}`", str(max(lengths)))
        assert row["average"] == f"{mean:.4f}"
        assert row["average, 95 % interval"] == f"{mean - half:.4f} to {mean + half:.4f}"
        if found is sampled[0]:
            assert {row[name] for name in ("difference", "better", "equal", "worse", "sign test")} == {""}
            continue
        gaps = [own - other for own, other in zip(lengths, first, strict=True)]
        half = t_quantile(59) * statistics.stdev(gaps) / math.sqrt(60)
        assert row["difference"] == f"{statistics.mean(gaps):+.4f}"
        assert (
            row["difference, 95 % interval"]
            == f"{statistics.mean(gaps) - half:.4f} to {statistics.mean(gaps) + half:.4f}"
        )
        counts = [sum(gap < 0 for gap in gaps), gaps.count(0), sum(gap > 0 for gap in gaps)]
        assert [int(row[name]) for name in ("better", "equal", "worse")] == counts
        assert row["sign test"] == f"{float(by_counting(counts[0], counts[2])):.4f}"
        assert found.difference is not None
        assert found.difference.p_value == float(by_counting(counts[0], counts[2]))
    assert "Student's t" in sampled.to_markdown()


def test_averages_over_every_secret_have_no_sampling_error(every: Evaluations) -> None:
    for text in (every.to_markdown(), every.to_latex()):
        assert "Every secret was played once: the figures have no sampling error." in text
        assert "interval" not in text
        assert "sign test" not in text.lower()
    difference = every[1].difference
    assert difference is not None
    assert (every[0].interval, difference.interval, difference.p_value) == (None, None, None)
    drawn = evaluate("p2c3", ["entropy", "random-consistent"], games="all", seed=7)
    assert "What the strategies drew at random depends on the seed, 7." in drawn.to_markdown()


def test_adjusted_averages_have_intervals_of_their_own() -> None:
    found = evaluate("p3c4", ["entropy", "random-consistent"], games=30, seed=2, adjust_for_luck=True)
    row = rows_of(found.to_markdown())[1]
    low, high = map(float, row["adjusted average, 95 % interval"].split(" to "))
    assert low < float(row["adjusted average"]) < high
    difference = found[1].difference
    assert difference is not None
    assert row["adjusted difference"] == f"{difference.adjusted_average:+.4f}"
    assert row["adjusted difference, 95 % interval"] == "{:.4f} to {:.4f}".format(*(difference.adjusted_interval or ()))


NAMES = ["a|b", "50 % of {x}_y & ~z^2 #1 $3 \\cmd", "tree:a`b.tree", "--x", "<b>", "plain"]


def test_names_are_no_markup() -> None:
    columns = [Column("name", NAMES, False), Column("figure", ["-1.5 to 2"] * len(NAMES))]
    rows = rows_of(markdown(["a_b [c] | *d*"], columns, []))
    assert [re.sub(r"^(`+) ?(.*?) ?\1$", r"\2", row["name"]).replace("\\|", "|") for row in rows] == NAMES
    text = latex(["a_b 100 %"], columns, ["x & y"])
    assert text.count("{") == text.count("}")
    lines = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert len(lines) == len(NAMES) + 1
    for line in lines:
        plain = re.sub(r"\\(\\|[a-z]+|.)", "", line)  # commands, and characters that one makes harmless
        assert plain.count("&") == 1
        assert not re.search(r"[%#_~^\\|<>]", plain), line
        assert plain.count("$") % 2 == 0
    assert "$-$1.5 to 2" in text
    assert latex_text("a--b") == "a-{}-b"  # otherwise a dash


def test_nothing_to_compare() -> None:
    empty = Evaluations()
    assert (str(empty), repr(empty), empty.to_dicts()) == ("No strategies.", "<no strategies>", [])
    assert "No strategies" in empty.to_markdown() + empty.to_latex()


@pytest.mark.parametrize("columns", [20, 60, 80, 200])
def test_what_is_printed_is_no_wider_than_the_screen(
    columns: int, monkeypatch: pytest.MonkeyPatch, sampled: Evaluations, every: Evaluations
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    for found in (sampled, every):
        text = str(found)
        assert max(map(len, text.splitlines())) <= columns
        assert all(f"{each.average:.4f}" in text for each in found)
        assert f"{found[1].average:.4f}" in str(found[1])


def masked(text: str) -> list[list[str]]:
    """The words of each line without times and memory."""
    return [re.sub(r"[\d.,]+ (ms|s|µs|us|MiB)\b|memory|time/game", "", line).split() for line in text.splitlines()]


def test_reprs_are_short(sampled: Evaluations) -> None:
    long = evaluate("p3c3", ["entropy", "max-parts:candidates-only", "first-consistent", "minimax", "max-parts"])
    for value in (sampled, long, Evaluations(), iter_play("p4c6", "3456", "minimax"), iter_evaluate("p3c3", "minimax")):
        assert len(repr(value)) <= 100, repr(value)
        assert "\n" not in repr(value)
    assert repr(iter_play("p4c6", "3456", "minimax")) == "<game of p4c6 in play, 0 turns>"


def test_rows_are_flat(sampled: Evaluations, every: Evaluations) -> None:
    for found in (sampled, every):
        rows = found.to_dicts()
        assert {type(value) for row in rows for value in row.values()} <= {int, float, str, bool, type(None)}
        written = polars.DataFrame(rows).write_csv()
        read = polars.read_csv(io.StringIO(written))
        assert read["strategy"].to_list() == [each.strategy for each in found]
        lengths = [tuple(map(int, text.split())) for text in read["histogram"]]
        assert lengths == [each.histogram for each in found]


def test_the_status_of_a_sweep_as_tables(cli: Cli, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(
        'strategies = ["entropy", "random-consistent"]\nseed = 1\n'
        '[[task]]\nrules = ["p3c3"]\ngames = 20\n[[task]]\nrules = ["p2c3"]\nstrategies = ["entropy"]'
    )
    text = cli("lab", "status", str(plan), "--format", "md")
    assert rows_of(text)[0]["average"] == "–"
    assert "Not all games of the plan have been played." in text
    cli("lab", "run", str(plan), "--executor", "serial")
    text = cli("lab", "status", str(plan), "-o", "-", "-o", str(tmp_path / "rows.tex"))
    *drawn, every = rows_of(text)
    (found,) = evaluate("p2c3", "entropy")
    expected = {
        "games": "9",
        "average": f"{found.average:.4f}",
        "average, 95 % interval": "–",
        "total": str(found.total),
    }
    assert every == {"rules": "`p2c3`", "strategy": "`entropy`", "longest game": str(found.longest_game), **expected}
    for row, one in zip(drawn, evaluate("p3c3", ["entropy", "random-consistent"], games=20, seed=1), strict=True):
        assert one.interval is not None
        assert row["average, 95 % interval"] == "{:.4f} to {:.4f}".format(*one.interval)
    assert "Where every secret is played, there is no sampling error and no interval." in text
    assert "p3c3 & entropy & 20 &" in (tmp_path / "rows.tex").read_text()


@pytest.mark.slow
def test_rows_in_pandas(every: Evaluations) -> None:
    pandas = importlib.import_module("pandas")  # without types

    table = pandas.DataFrame(every.to_dicts())
    read = pandas.read_csv(io.StringIO(table.to_csv(index=False)))
    assert read["total"].tolist() == [each.total for each in every]
    assert read["histogram"].tolist() == table["histogram"].tolist()


def test_the_command_prints_and_writes_what_python_returns(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [tmp_path / "rows.md", tmp_path / "rows.tex"]
    outputs = ("-o", str(files[0]), "-o", str(files[1]), "--workers", "1")
    found = evaluate(Game(3, 3), ["minimax", "random-consistent"], games=20, seed=1)
    words = ("-s", "minimax", "-s", "random-consistent", "--games", "20", "--seed", "1")
    printed = cli("evaluate", "p3c3", *words, *outputs)
    monkeypatch.setenv("COLUMNS", "400")
    assert masked(str(found)) == masked(printed)
    assert [file.read_text() for file in files] == [found.to_markdown(), found.to_latex()]
    one = evaluate(Game(3, 3), "entropy")
    alone = ("evaluate", "p3c3", "-s", "entropy")
    cli(*alone, *outputs)  # what a run wrote before is written over
    assert [file.read_text() for file in files] == [one.to_markdown(), one.to_latex()]
    assert cli(*alone, "--format", "tex") == one.to_latex()
    files[0].write_text("# My notes\n")
    assert "exists and is not a Markdown table" in cli.complaint(*alone, *outputs)
