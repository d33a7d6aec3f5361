"""Trees improved: known optima reached, never worse than before, repeatable, and on disk at any time."""

from __future__ import annotations

import math
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from codepegs import read_tree, write_tree
from codepegs.codes.guess_search import Objective
from codepegs.errors import BadInput
from codepegs.game.position import Position
from codepegs.game.rules import Game
from codepegs.trees import text
from codepegs.trees.build import walked_tree
from codepegs.trees.checker import check_file, check_text
from codepegs.trees.search import passes
from codepegs.trees.search.beam import Estimate, improve, subtree_costs
from codepegs.trees.search.objectives import one_step_tree, optimal
from codepegs.trees.search.passes import Begin
from codepegs.trees.tree import Tree
from tests import extent
from tests.conftest import Cli


def improved(rules: str, start: Tree | None = None, **options: object) -> Tree:
    found = improve(Game.parse(rules), start, **options)  # type: ignore[arg-type]
    assert check_text(text.write(found))["valid"]
    return found


def minimax(rules: str) -> Tree:
    from codepegs.codes.guess_search import OneStep

    return walked_tree(Position.parse(rules), OneStep(Objective.WORST_PART))


@pytest.mark.parametrize(
    ("rules", "passes", "most"),
    [
        ("p1c3", 1, 6), ("p2c6", 2, 132), ("p3c6", 3, 854), ("p4c4", 3, 905), ("p4c5", 5, 2463), ("p4c6", 5, 5627),
        ("p3c8n", 3, 1449), ("p4c6n", 3, 1446),
    ],
)  # fmt: skip
def test_known_optima(rules: str, passes: int, most: int) -> None:
    assert improved(rules, passes=passes).figures.total <= most


@pytest.mark.parametrize("rules", ["p3c4-b", "p3c5-t", "p3c4-w", "p2c10", "p6c2", "p7c2", "p3c5n-b"])
def test_never_worse_than_looking_one_step_ahead(rules: str) -> None:
    assert improved(rules, passes=2).figures.total <= one_step_tree(Game.parse(rules)).figures.total


def test_never_worse_than_the_tree_it_goes_on_from() -> None:
    good = improved("p4c5", passes=5)
    assert improved("p4c5", good, width=1, passes=1).figures.total <= good.figures.total
    assert improved("p4c5", minimax("p4c5"), passes=1).figures.total < minimax("p4c5").figures.total


def test_candidates_only() -> None:
    found = improved("p4c4", passes=4, candidates_only=True)
    assert found.figures.total == 908
    assert found.solves.all()


@pytest.mark.parametrize("rules", ["p4c5", "p4c5n"])
def test_it_repeats_with_any_number_of_workers(rules: str) -> None:
    once = improved(rules, passes=3, seed=5)
    assert improved(rules, passes=3, seed=5) == once
    assert improved(rules, passes=3, seed=5, workers=3) == once


def test_every_saved_tree_is_better_and_whole(tmp_path: Path) -> None:
    totals = []

    def save(tree: Tree) -> None:
        write_tree(tree, tmp_path / "best.tree")
        totals.append(int(check_file(str(tmp_path / "best.tree"))["total"]))

    found = improved("p4c5", passes=4, save=save)
    assert totals == sorted(totals, reverse=True)
    assert totals[-1] == found.figures.total
    assert read_tree(tmp_path / "best.tree").strategy == "improve:next-width=16"


@pytest.mark.parametrize("candidates_only", [False, True])
def test_it_continues_where_a_tree_was_left(candidates_only: bool) -> None:
    once = improved("p3c4", passes=2, candidates_only=candidates_only)
    kept: list[Tree] = []
    improve("p3c4", passes=2, candidates_only=candidates_only, save=kept.append)
    option, word = ("candidates-only,", " candidates-only") if candidates_only else ("", "")
    assert kept[-1].strategy == f"improve:{option}next-width=4"
    for stated in (kept[-1].strategy, f"improve{word}, next width 4"):  # the second as earlier versions wrote it
        more: list[Tree] = []
        improve("p3c4", once.named(stated), passes=1, candidates_only=candidates_only, save=more.append)
        assert more[-1].strategy == f"improve:{option}next-width=8"


class Killed(BaseException):
    """Ends a search at once."""


def weighted_table() -> Game:
    """A table of 200 objects with weights, whose tree no pass proves optimal."""
    rng = np.random.default_rng(7)
    names = [f"o{number}" for number in range(200)]
    return Game.from_table(rng.integers(0, 3, (14, 200)), objects=names, weights=rng.integers(1, 9, 200).tolist())


def looks(game: Game | str, **options: Any) -> int:
    """How often a search looks whether it is to end."""
    found: list[object] = []
    improve(game, progress=found.append, **options)
    return len(found)


@pytest.mark.parametrize(
    ("rules", "passes", "kills"),
    extent.rest_extended([("p3c5", 3, 2), ("p4c5", 3, 4), ("p3c7", 4, 4), ("p4c5n", 3, 4), ("a table", 3, 2)],
                         [("p3c5", 3, 2)]),
)  # fmt: skip
def test_a_search_that_was_killed_ends_as_if_it_was_not(rules: str, passes: int, kills: int, tmp_path: Path) -> None:
    game: Any = weighted_table() if rules == "a table" else rules
    options: dict[str, Any] = {"passes": passes, "seed": 1}
    saved: list[Tree] = []
    improve(game, save=saved.append, **options)
    whole, state, rng = text.write(saved[-1]), tmp_path / "state", random.Random(rules)
    options["state"] = state
    ends = looks(game, **options)
    for _ in range(kills):
        saved.clear()
        found = None
        for left in [*(rng.randrange(ends) for _ in range(2)), ends]:  # killed up to twice
            start = text.read(text.write(saved[-1]), game) if saved else None
            with suppress(Killed):
                found = improve(
                    game, start, save=partial(keep, saved), progress=partial(kill, iter(range(left))), **options
                )
                break
        assert found is not None
        assert text.write(saved[-1]) == whole
        assert found.total == saved[-1].total
        assert not state.exists()


def kill(looks: Iterator[int], state: object) -> None:
    """End a search after so many looks."""
    if next(looks, None) is None:
        raise Killed


def keep(saved: list[Tree], tree: Tree) -> None:
    """Save a tree as the command does: not over a better one."""
    if not saved or tree.total <= saved[-1].total:
        saved.append(tree)


def test_what_is_kept_of_a_search_is_not_believed_unchecked(tmp_path: Path) -> None:
    state, saved = tmp_path / "state", list[Tree]()
    options: dict[str, Any] = {"passes": 2, "state": state, "save": saved.append}

    def kill(progress: object) -> None:
        if len(saved) > 2:
            raise Killed

    with suppress(Killed):
        improve("p4c5", progress=kill, **options)
    content = state.read_bytes()
    wanted = msgspec.json.decode(content, type=Begin).wanted
    begin = passes.read(state, wanted)
    assert begin is not None
    for other in ({"seed": 2}, {"passes": 3}, {"width": 2.0}, {"candidates_only": True}, {"rules": "p4c6"}):
        assert passes.read(state, msgspec.structs.replace(wanted, **other)) is None
    for at in range(0, len(content) - 1, extent.of(61, 397)):
        state.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        assert passes.read(state, wanted) is None
    state.write_bytes(content)
    better = improve("p4c5", passes=4)
    improve("p4c5", better, **options)  # a tree that is better than all that the search has had
    assert saved[-1].total <= better.total


def test_the_end_of_the_time_comes_in_the_middle() -> None:
    found = improved("p4c7", limit=0.3, workers=2)
    assert found.figures.total <= one_step_tree(Game(4, 7)).figures.total


def test_estimates_are_the_mean_of_what_there_is() -> None:
    tree = minimax("p3c5")
    costs = subtree_costs(tree)
    assert costs[0] == tree.figures.total - 125
    assert (costs[tree.secrets == 1] == 0).all()
    estimate = Estimate.fit([tree])
    assert estimate.cost[:3].tolist() == [0, 0, 1]
    assert estimate.cost[125] == pytest.approx(costs[0], rel=0.1)
    assert (estimate.cost[1:] >= estimate.cost[:-1]).all()
    assert (estimate.spread >= 0).all()


def test_the_command(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "best.tree"
    record = cli.json("optimal", "--no-proof", "p4c4", "-o", str(file), "--passes", "3")
    assert (record["rules"], record["total"], record["from_total"]) == ("p4c4", 905, None)
    assert "Valid" in cli("tree", "verify", str(file))
    again = cli("optimal", "--no-proof", "p4c4", "-o", str(file), "--passes", "1")
    assert "fewer than" not in again
    assert "Nothing was left to search" in again
    write_tree(read_tree(file).named("mine"), file)
    other = tmp_path / "other.tree"
    assert (
        cli.json("optimal", "--no-proof", "p4c4", "-o", str(other), "--start", str(file), "--passes", "1")["from_total"]
        == 905
    )
    assert read_tree(other).strategy == "mine"


def test_a_worse_tree_never_replaces_the_output(cli: Cli, tmp_path: Path) -> None:
    best, worse = tmp_path / "best.tree", tmp_path / "worse.tree"
    write_tree(one_step_tree(Game(4, 5)), best)
    total = read_tree(best).figures.total
    cli("tree", "build", "p4c5", "-s", "first-consistent", "-o", str(worse))
    assert read_tree(worse).figures.total > total
    found = cli.json("optimal", "--no-proof", "p4c5", "-o", str(best), "--start", str(worse), "--passes", "1")
    assert found["from_total"] == total
    assert read_tree(best).figures.total == found["total"] <= total


def test_input_that_is_wrong(cli: Cli, tmp_path: Path) -> None:
    other, broken = tmp_path / "other.tree", tmp_path / "broken.tree"
    write_tree(minimax("p3c3"), other)
    broken.write_text("no tree")
    candidates = tmp_path / "any.tree"
    write_tree(one_step_tree(Game(4, 5)), candidates)
    out = str(tmp_path / "out.tree")
    assert "not for p3c4" in cli.complaint("optimal", "--no-proof", "p3c4", "-o", str(other))
    assert "not a strategy tree" in cli.complaint("optimal", "--no-proof", "p3c4", "-o", str(broken))
    assert broken.read_text() == "no tree"
    assert "file not found" in cli.complaint(
        "optimal", "--no-proof", "p3c4", "-o", out, "--start", str(tmp_path / "none"), code=3
    )
    assert "a search without a proof supports games of up to" in cli.complaint(
        "optimal", "--no-proof", "p9c9", "-o", out
    )
    assert "--candidates-only" in cli.complaint(
        "optimal", "--no-proof", "p4c5", "-o", out, "--start", str(candidates), "--candidates-only"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("sent", extent.rest_extended([signal.SIGINT, signal.SIGTERM], [signal.SIGINT]))
def test_an_interrupt_loses_nothing(sent: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "best.tree"
    improve(Game(4, 7), passes=1)  # so that all is compiled
    command = "import sys; from codepegs.cli.main import run; sys.argv[0] = 'codepegs'; run()"
    process = subprocess.Popen(
        [
            sys.executable,
            "-c",
            command,
            "optimal",
            "--no-proof",
            "p4c7",
            "-o",
            str(file),
            "--limit",
            "300",
            "--workers",
            "2",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        for _ in range(600):
            if file.exists() and read_tree(file).strategy.startswith("improve"):
                break
            time.sleep(0.1)
        process.send_signal(sent)
        printed, _ = process.communicate(timeout=60)
        assert process.returncode == 130
    finally:
        process.kill()
    assert check_file(str(file))["valid"]
    assert f"{check_file(str(file))['total']:,} guesses" in printed
    assert check_file(str(file))["total"] < one_step_tree(Game(4, 7)).figures.total


def test_the_file_a_command_names_itself_is_not_left_in_the_repository(cli: Cli) -> None:
    cli("optimal", "--no-proof", "p1c1")
    assert Path("p1c1-improved.tree").exists()
    assert not (Path(__file__).parents[3] / "p1c1-improved.tree").exists()


def test_a_start_of_another_game_is_refused() -> None:
    tree = one_step_tree(Game.parse("p2c3"))
    with pytest.raises(BadInput, match="start is a tree of p2c3, not of p2c4"):
        improve("p2c4", tree, passes=1)
    with pytest.raises(BadInput, match="start is a tree of p2c3, not of p2c4"):
        optimal("p2c4", start=tree)


def test_a_start_that_is_no_tree_is_refused() -> None:
    file: Any = "gallery:p2c4"
    for search in (improve, optimal):
        with pytest.raises(BadInput, match="start must be a Tree"):
            search("p2c4", start=file)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"passes": 0}, "passes must be at least 1, not 0"),
        ({"passes": 1, "width": 0}, "width must be at least 1, not 0"),
        ({"passes": 1, "width": math.nan}, "width must be at least 1, not nan"),
        ({"passes": 1, "workers": 0}, "workers must be at least 1, not 0"),
        ({"passes": 1, "seed": -1}, "the seed must be an integer of at least 0, not -1"),
    ],
)
def test_arguments_that_allow_no_search_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        improve("p2c4", **options)


def test_seeds_of_any_size_are_taken(cli: Cli) -> None:
    for seed in (2**64 - 1, 2**64, 10**30):
        assert "905 guesses" in cli(
            "optimal", "--no-proof", "p4c4", "--passes", "2", "--seed", str(seed), "-o", f"{seed}.tree"
        )
