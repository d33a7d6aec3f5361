"""What is shown of games whose guesses nobody would read."""

from __future__ import annotations

import re

import numpy as np
import pytest

from codepegs.cli.long_game import ROW, code_words, map_rows, map_text, shares_known
from codepegs.game import Game
from codepegs.texts import CANONICAL
from tests.conftest import Cli

WIDEST = 140
"""Columns of the longest line."""


def shown_lines(printed: str) -> list[str]:
    """The lines about turns."""
    return [line for line in printed.splitlines() if re.match(r" +[\d,]+ +\d+b", line)]


@pytest.mark.parametrize("strategy", ["streaming", "auto"])
def test_a_line_for_every_tenth(cli: Cli, strategy: str) -> None:
    printed = cli("solve", "p100c90", "--strategy", strategy, "--seed", "2")
    lines = printed.splitlines()
    assert max(map(len, lines)) <= WIDEST
    rows = shown_lines(printed)
    assert 3 <= len(rows) <= 11
    known = [int(row.split()[2]) for row in rows]
    assert known == sorted(known)
    assert len({count // 10 for count in known}) == len(known)
    assert re.match(r"Solved in \d+ turns", lines[-1])
    assert "(100 of 100)" in lines[-2]


def test_strategies_that_cannot_tell_get_a_line_whenever_turns_double(cli: Cli) -> None:
    printed = cli("solve", "p100c90", "--strategy", "binary-search", "--seed", "2")
    turns = [int(row.split()[0].replace(",", "")) for row in shown_lines(printed)]
    assert turns[:-1] == [2**power for power in range(len(turns) - 1)]
    assert printed.splitlines()[-1].startswith(f"Solved in {turns[-1]} turns")


def test_the_map_at_the_end_of_a_game_that_is_not_solved(cli: Cli) -> None:
    printed = cli("solve", "p100c90", "--strategy", "streaming", "--seed", "2", "--turns", "120", code=1)
    lines = printed.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("Known pegs: "))
    signs = "".join(line.strip() for line in lines[head + 1 : head + 3])
    known = int(re.findall(r"\((\d+) of 100\)", printed)[0])
    assert len(signs) == 100
    assert signs.count("█") == known > 0
    assert signs.count("·") == 100 - known
    assert "… 80 pegs …" in lines[-1]


def test_every_guess_in_full(cli: Cli) -> None:
    printed = cli("solve", "p70c40", "--strategy", "streaming", "--seed", "2", "--verbose")
    record = cli.json("solve", "p70c40", "--strategy", "streaming", "--seed", "2")
    rows = printed.splitlines()[1:-1]
    assert len(rows) == record["guesses"]
    for row, turn in zip(rows, record["turns"], strict=True):
        assert turn["guess"] in row
    assert "--quiet shows no turns" in cli.complaint("solve", "p70c40", "--verbose", "--quiet")


def test_quiet_tells_the_end_only(cli: Cli) -> None:
    lines = cli("solve", "p70c40", "--seed", "2", "--quiet").splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("Solved in ")


def test_maps() -> None:
    rng = np.random.default_rng(0)
    for pegs in (1, 7, 61, 100, 399, 401, 1000, 9_999, 10_000):
        known = np.flatnonzero(rng.random(pegs) < 0.4).tolist()
        for cells in (1, 5, 40):
            shares = shares_known(pegs, known, min(cells, pegs))
            where = [peg * len(shares) // pegs for peg in range(pegs)]
            for cell, share in enumerate(shares):
                here = [peg for peg in range(pegs) if where[peg] == cell]
                assert share == pytest.approx(len(set(here) & set(known)) / len(here))
        assert set(map_text(pegs, range(pegs), 40)) == {"█"}
        assert set(map_text(pegs, (), 40)) == {"·"}
        head, *rows = map_rows(pegs, known)
        assert len(rows) <= 8
        assert all(len(row) <= ROW + 2 for row in rows)
        assert head.startswith("Known pegs")


def test_codes_are_shortened_only_where_they_are_long() -> None:
    assert code_words(Game(60, 3), (1,) * 60, CANONICAL) == "2" * 60
    assert code_words(Game(61, 300), (9,) * 61, CANONICAL).count("10") == 20
    assert code_words(Game(61, 300), (9,) * 61, CANONICAL, in_full=True) == ",".join(["10"] * 61)
