"""The search of whole games shared out: its journal, its executors, and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor
from pathlib import Path

import pytest

from codepegs import read_tree, write_tree
from codepegs.errors import BadInput, Unavailable
from codepegs.experiments.executors import Serial, open_executor
from codepegs.game.rules import Game
from codepegs.trees.search.journal import Fact, Journal
from codepegs.trees.search.objectives import Found, TreeObjective, optimal
from tests.conftest import Cli

JOURNAL = ("p4c6", "expected", False)


def search(path: Path, **options: object) -> Found:
    """The best tree of p4c6 with a journal."""
    with Journal(path, *JOURNAL) as journal:
        return optimal(Game(4, 6), journal=journal, **options)  # type: ignore[arg-type]


def test_a_journal_is_gone_on_from(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    whole = search(path)
    assert whole.upper_bound == 5625
    assert whole.proved
    lines = path.read_bytes().splitlines(keepends=True)
    nodes = []
    for kept in (len(lines), len(lines) // 2, 2):
        path.write_bytes(b"".join(lines[:kept]) + b'{"cost":"gue')  # the last line was being written
        found = search(path)
        assert (found.upper_bound, found.proved) == (5625, True)
        assert found.tree is not None
        assert found.tree.figures.total == 5625
        nodes.append(found.nodes)
        facts = [line.rpartition(b',"check"')[0] for line in path.read_bytes().splitlines()]
        assert len(set(facts)) == len(facts)
    assert nodes[0] < nodes[1] < nodes[2]


def test_what_a_journal_says_is_exact(tmp_path: Path) -> None:
    """Each set's value is the cost of the best tree after its guess and reply, searched for alone."""
    path = tmp_path / "journal"
    with Journal(path, "p3c5", "expected", False) as journal:
        optimal(Game(3, 5), journal=journal)
    facts = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert facts
    from codepegs.codes.candidates import Candidates
    from codepegs.game.position import Position
    from codepegs.trees.search.set_search import Searcher

    searcher = Searcher(Game(3, 5))
    for fact in facts:
        position = Position.parse(fact["set"])
        value = searcher.search(Candidates.after(position).keys, position.turns)
        assert value is not None
        if fact["guess"] is None:
            assert value == fact["value"] if fact["exact"] else value >= fact["value"]
        elif fact["exact"]:
            assert value <= fact["value"]


def test_a_journal_of_another_search(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    search(path)
    with pytest.raises(BadInput, match="is the journal of another search \\(p4c6, expected\\)"):
        Journal(path, "p4c7", "expected", False)
    with pytest.raises(BadInput, match="is the journal of another search \\(p4c6, expected among all guesses\\)"):
        Journal(path, "p4c6", "expected", True)
    path.write_text("codes\n")
    with pytest.raises(BadInput, match="is not a search journal"):
        Journal(path, *JOURNAL)


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "journal", *JOURNAL),
        pytest.raises(Unavailable, match=f"is being written by process {os.getpid()} "),
        Journal(tmp_path / "journal", *JOURNAL),
    ):
        pass
    with pytest.raises(Unavailable, match="folder"):
        Journal(tmp_path / "nowhere" / "journal", *JOURNAL)
    with Journal(tmp_path / "journal", *JOURNAL):
        pass


def test_facts_are_kept_by_cost_set_and_guess(tmp_path: Path) -> None:
    facts = [Fact("guesses", "p4c6 1122:0b0w", guess, value, True) for guess, value in ((None, 3), ("1234", 4))]
    with Journal(tmp_path / "journal", *JOURNAL) as journal:
        for fact in facts:
            journal.add(fact)
    with Journal(tmp_path / "journal", *JOURNAL) as journal:
        assert [journal.known(fact.cost, fact.set, fact.guess) for fact in facts] == facts
        assert journal.known("last<=5", facts[0].set, None) is None


@pytest.mark.parametrize("objective", ["expected", "worst", "last-turn:5"])
def test_an_executor_finds_the_same(objective: str) -> None:
    wanted = optimal(Game(4, 5), TreeObjective.parse(objective))
    found = optimal(Game(4, 5), TreeObjective.parse(objective), workers=2, executor=Serial())
    assert (found.upper_bound, found.proved, found.lower_bound) == (wanted.upper_bound, True, wanted.lower_bound)
    assert found.tree is not None
    assert wanted.tree is not None
    assert found.tree.figures == wanted.tree.figures or objective != "expected"


@pytest.mark.extended
def test_processes_find_the_same() -> None:
    executor: Executor
    with open_executor("processes", 2) as executor:
        found = optimal(Game(4, 6), workers=2, executor=executor)
    assert (found.upper_bound, found.proved) == (5625, True)
    assert found.tree is not None
    assert found.tree.figures.total == 5625


def test_a_tree_to_beat(tmp_path: Path) -> None:
    best = optimal(Game(4, 5)).tree
    assert best is not None
    again = optimal(Game(4, 5), start=best)
    assert again.proved
    assert again.upper_bound == 2463
    assert again.tree == best


def test_a_tree_to_beat_that_does_not_fit(tmp_path: Path, cli: Cli) -> None:
    best = optimal(Game(4, 5)).tree
    assert best is not None
    path = tmp_path / "best.tree"
    write_tree(best.named("best"), path)
    assert "is a tree for p4c5, not for p4c6" in cli.complaint("optimal", "p4c6", "--start", str(path))
    only = cli.complaint("optimal", "p4c5", "--candidates-only", "--start", str(path))
    assert "are not candidates" in only
    worst = cli.complaint("optimal", "p4c5", "--objective", "worst", "--start", str(path))
    assert "needs the objective expected" in worst


@pytest.mark.extended
def test_interrupted_it_keeps_the_tree_and_what_is_proved(tmp_path: Path) -> None:
    journal, tree = tmp_path / "journal", tmp_path / "best.tree"
    command = [sys.executable, "-m", "codepegs", "optimal", "p4c8", "--workers", "2"]
    command += ["--journal", str(journal), "-o", str(tree)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not journal.exists() or journal.read_bytes().count(b"\n") < 3:
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "not proved optimal; no tree needs fewer than" in output
    assert "interrupted" in error
    assert read_tree(tree).figures.secrets == 4096
    with Journal(journal, "p4c8", "expected", False) as facts:
        assert len(facts) >= 2
