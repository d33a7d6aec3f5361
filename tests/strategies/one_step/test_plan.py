"""Plans of sweeps: what they mean, and what is wrong with those that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest

from codepegs.errors import BadInput, CodepegsError
from codepegs.experiments.executors import Serial
from codepegs.experiments.store import Store, add_up
from codepegs.experiments.sweep import MOST_UNITS, parse_plan, run_sweep
from codepegs.experiments.units import Unit
from tests.experiments.sweeps import PLAN


def test_a_plan_becomes_units_in_order() -> None:
    units = parse_plan(PLAN)
    assert len(units) == 180
    assert units[0] == Unit(rules="p4c6", strategy="entropy", shard=0, shards=20)
    assert units[20].strategy == "minimax:candidates-only"
    assert units[-1] == Unit(rules="p5c8", strategy="random-consistent", games=10, seed=5, start=490)
    assert parse_plan(PLAN) == units


def test_a_plan_may_be_a_grid() -> None:
    units = parse_plan('pegs = [3, 4]\ncolors = [4, 6]\nstrategies = ["minimax"]')
    assert [unit.rules for unit in units] == ["p3c4", "p3c6", "p4c4", "p4c6"]


def test_options_are_combined() -> None:
    text = 'rules = ["mm"]\nstrategies = ["minimax", "entropy:ties=lowest"]\n'
    units = parse_plan(text + 'options = { first = ["1122", "best"], candidates-only = [false, true] }')
    assert [unit.strategy for unit in units] == [
        "minimax:first=1122",
        "minimax:first=1122,candidates-only",
        "minimax:first=best",
        "minimax:first=best,candidates-only",
        "entropy:ties=lowest,first=1122",
        "entropy:ties=lowest,first=1122,candidates-only",
        "entropy:ties=lowest,first=best",
        "entropy:ties=lowest,first=best,candidates-only",
    ]
    assert {unit.rules for unit in units} == {"p4c6"}


def test_tasks_inherit_and_override() -> None:
    units = parse_plan(
        """
        strategies = ["minimax"]
        pegs = [3]
        colors = [4, 5]
        games = 50
        games_per_unit = 25
        [[task]]
        rules = ["p4c6"]
        games = "all"
        [[task]]
        colors = [6]
        seed = 9
        """
    )
    shown = [(unit.rules, unit.games, unit.start, unit.seed) for unit in units]
    assert shown == [
        ("p3c4", 25, 0, 0),
        ("p3c4", 25, 25, 0),
        ("p3c5", 25, 0, 0),
        ("p3c5", 25, 25, 0),
        ("p4c6", None, 0, 0),
        ("p3c6", 25, 0, 9),
        ("p3c6", 25, 25, 9),
    ]


def test_the_values_at_the_top_may_be_no_task() -> None:
    text = 'strategies = ["minimax"]\ngames = 10\n[[task]]\nrules = ["p4c6"]\n[[task]]\nrules = ["p4c7"]'
    assert [unit.rules for unit in parse_plan(text)] == ["p4c6", "p4c7"]


def test_duplicates_collapse() -> None:
    assert len(parse_plan('rules = ["p4c6", "mm"]\nstrategies = ["minimax", "minimax"]\nseed = 3')) == 1
    text = 'rules = ["p4c6"]\nstrategies = ["minimax"]\nseed = 3\n[[task]]\nseed = 4'
    assert len(parse_plan(text)) == 1
    assert len(parse_plan(text.replace("seed = 3", "seed = 3\ngames = 5"))) == 2


START = 'rules = ["p4c6"]\nstrategies = ["minimax"]\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules = [", "the plan is not valid TOML: "),
        ("", 'expected rules = ["p4c6"], or both'),
        ('rules = ["p4c6"]', 'expected e.g. strategies = ["entropy"]'),
        ('strategies = ["minimax"]', "expected rules"),
        ('pegs = [3]\nstrategies = ["minimax"]', "or both pegs = [4] and colors = [6, 7]"),
        (START + "pegs = [3]\ncolors = [3]", "rules cannot be combined with pegs and colors"),
        (START + "sed = 3", "unknown key 'sed': did you mean seed?"),
        (START + "whatever = 3", "unknown key 'whatever': expected rules, pegs"),
        (START + "seed = -1", "seed must be a number from 0 to 9223372036854775807, not -1"),
        (START + "seed = true", "seed must be a number from 0 to 9223372036854775807, not true"),
        (START + f"seed = {2**63}", "not 9223372036854775808"),
        (START + 'games = "most"', 'games must be a number of at least 1, or "all", not "most"'),
        (START + "games = 0", "games must be a number of at least 1"),
        (START + "games_per_unit = 1.5", "games_per_unit must be a number of at least 1, not 1.5"),
        (START + "shards = 0", "shards must be a number of at least 1, not 0"),
        (START + "options = 3", "options must be a table of lists"),
        (START + 'options = { first = "1122" }', "options must be a table of lists"),
        (START + 'options = { frist = ["1122"] }', "unknown option 'frist': did you mean first?"),
        (START + 'options = { first = ["112"] }', "a code of p4c6 has 4"),
        ('rules = "p4c6"\nstrategies = ["minimax"]', 'rules must be a list of rules ids, e.g. ["p4c6", "p5c8"], not'),
        ('rules = []\nstrategies = ["minimax"]', "rules must be a list of rules ids"),
        ('rules = ["p0c6"]\nstrategies = ["minimax"]', "the number of pegs must be from 1 to 10,000"),
        ('pegs = [0]\ncolors = [4]\nstrategies = ["minimax"]', "pegs must be a list of numbers of at least 1"),
        ('rules = ["p4c6"]\nstrategies = ["minimx"]', "did you mean minimax?"),
        ('rules = ["p4c6"]\nstrategies = []', "strategies must be a list of strategy texts"),
        ('rules = ["p10c10"]\nstrategies = ["minimax"]', "minimax cannot play p10c10"),
        ('rules = ["p10c10"]\nstrategies = ["random-consistent"]', "give a number of games"),
        (START + "task = 3", "task must be a table that starts with [[task]]"),
        (START + '[[task]]\n[[task]]\nstrategies = ["x"]', "the plan, task 2: unknown strategy 'x'"),
        (START + "games = 1_000_001\ngames_per_unit = 1", f"1,000,001 units, more than {MOST_UNITS:,}"),
    ],
)
def test_plans_that_cannot_be(text: str, words: str) -> None:
    with pytest.raises(BadInput, match=r"^the plan") as caught:
        parse_plan(text)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_tree_in_a_plan(tmp_path: Path) -> None:
    with pytest.raises(CodepegsError, match="file not found"):
        parse_plan(f'rules = ["p4c6"]\nstrategies = ["tree:{tmp_path}/none.txt"]')
    tree = tmp_path / "tree.txt"
    from codepegs.game.rules import Game
    from codepegs.parallel import WorkerThreads
    from codepegs.strategies.registry import Player
    from codepegs.trees.formats import write_tree

    write_tree(Player.parse("entropy").plan(Game(4, 6)).tree(WorkerThreads()), tree)
    text = f'rules = ["p4c6"]\nstrategies = ["tree:{tree}"]\nshards = 3'
    with pytest.raises(BadInput, match="has no options"):
        parse_plan(text + '\noptions = { first = ["1122"] }')
    with Store(tmp_path / "rows.sqlite") as store:
        run_sweep(parse_plan(text), store, Serial())
        assert add_up(store.rows())[0].total == 5722
