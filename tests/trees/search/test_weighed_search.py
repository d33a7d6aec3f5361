"""Optimal trees of games with weights, costs, and other endings than the guess of the secret."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codepegs import BadInput, Game, ListedGame, load_game, verify
from codepegs.codes import CodeSpace
from codepegs.core import loops
from codepegs.trees import Tree
from codepegs.trees.search import SearchOptions, certify, improve, lower_bound, optimal
from codepegs.trees.search.set_search import Cost, game_terms, reply_tables, search_settings
from tests import extent
from tests.conftest import Cli
from tests.data.make_attributes import PATH, attributes

UNTIL = ("known", "class", "named")


def random_table(seed: int) -> Game:
    """A table of up to 8 objects, 10 tests and 3 outcomes; weights, costs and classes differ by seed."""
    rng = np.random.default_rng([20, seed])
    objects, tests = int(rng.integers(2, 9)), int(rng.integers(1, 11))
    table = rng.integers(0, rng.integers(2, 4), size=(tests, objects))
    table[0, :2] = (0, 1)  # so that the game is not over at once
    options: dict[str, Any] = {"until": UNTIL[seed % 3]}
    if seed % 2:
        options["weights"] = rng.integers(1, 10, size=objects).tolist()
    if seed % 4 < 2:
        guesses = tests + objects * (options["until"] == "named")
        options["costs"] = rng.integers(1, 6, size=guesses).tolist()
    if options["until"] == "class":
        options["classes"] = [0, 1, *rng.integers(0, 3, size=objects - 2).tolist()]
    names = [f"o{n}" for n in range(objects)]
    if options["until"] != "named" or "costs" not in options:
        return Game.from_table(table, objects=names, **options)
    game = Game.from_table(table, objects=names, until="named")
    assert isinstance(game, ListedGame)
    costs = dict(zip(game.texts, options["costs"], strict=True))
    return ListedGame(names, None, game._how, weights=options.get("weights"), costs=costs)


def least_total(game: Game) -> int:
    """The least sum of weight times cost over all trees, by plain recursion."""
    return values_of(game)(tuple(range(game.size)))


def values_of(game: Game) -> Callable[[tuple[int, ...]], int]:
    """The least cost of sets of secrets, given by their numbers, by plain recursion."""
    table = CodeSpace.of(game).table
    assert table is not None
    replies = table.tolist()
    weights = [1] * game.size if game.weights is None else game.weights.tolist()
    costs = [1] * len(replies) if game.costs is None else game.costs.tolist()
    win = len(game.replies()) - 1
    labels = [0] * game.size if game.classes is None else game.classes.tolist()

    def is_over(left: tuple[int, ...]) -> bool:
        alike = len({tuple(row[s] for row in replies) for s in left}) == 1
        return game.until != "named" and (alike or (game.until == "class" and len({labels[s] for s in left}) == 1))

    @cache
    def least(left: tuple[int, ...]) -> int:
        if is_over(left):
            return 0
        best = 10**12
        for guess, row in enumerate(replies):
            parts: dict[int, list[int]] = {}
            for s in left:
                parts.setdefault(row[s], []).append(s)
            if len(parts) == 1 and win not in parts:
                continue
            rest = sum(least(tuple(part)) for reply, part in parts.items() if reply != win)
            best = min(best, costs[guess] * sum(weights[s] for s in left) + rest)
        return best

    return least


def played_total(tree: Tree) -> int:
    """The sum of weight times cost of a tree, secret by secret."""
    game, total = tree.game, 0
    for number in range(game.size):
        secret, spent = game._code_at(number), 0
        node: int | None = 0
        while node is not None:
            guess = tree.guess(node)
            spent += game._cost_of(guess)
            node = tree.child(node, game.reply(guess, secret))
        total += spent * (1 if game.weights is None else int(game.weights[number]))
    return total


def check_random_table(seed: int) -> None:
    game = random_table(seed)
    found = optimal(game)
    assert found.proved
    assert found.tree is not None
    assert (found.upper_bound, found.lower_bound) == (least_total(game),) * 2
    assert played_total(found.tree) == found.tree.total == found.upper_bound


@pytest.mark.loops
@pytest.mark.parametrize("start", range(0, 60, 20))
def test_random_tables_have_the_total_of_plain_recursion(start: int) -> None:
    for seed in range(start, start + 20):
        check_random_table(seed)


@pytest.mark.extended
def test_more_random_tables_have_the_total_of_plain_recursion() -> None:
    for seed in range(60, 500):
        check_random_table(seed)


@pytest.mark.parametrize(
    "options", [SearchOptions(bounds=False), SearchOptions(order=False), SearchOptions(memory_entries=4)]
)
def test_the_methods_of_a_search_change_no_total(options: SearchOptions) -> None:
    for seed in range(12):
        game = random_table(seed)
        assert optimal(game, options=options).upper_bound == least_total(game)


def test_a_commit_is_found_with_six_interval_tests() -> None:
    commits = np.arange(64)
    tests = [(commits >= first) & (commits < end) for first in range(64) for end in range(first + 1, 65)]
    found = optimal(Game.from_table(np.array(tests)))
    assert found.tree is not None
    assert (found.upper_bound, found.proved, found.tree.figures.histogram) == (384, True, (0, 0, 0, 0, 0, 64))


@pytest.mark.parametrize("weights", [[1, 1, 2, 4], [1, 1, 1, 1, 1], [5, 9, 12, 13, 16, 45], [1, 2, 4, 8, 16, 32, 63]])
def test_all_two_way_splits_give_huffmans_code(weights: list[int]) -> None:
    objects = np.arange(len(weights))
    tests = np.array([(mask >> objects) & 1 for mask in range(1, 2 ** (len(weights) - 1))])
    heap, total = list(weights), 0
    heapq.heapify(heap)
    while len(heap) > 1:
        pair = heapq.heappop(heap) + heapq.heappop(heap)
        total += pair
        heapq.heappush(heap, pair)
    found = optimal(Game.from_table(tests, weights=weights))
    assert (found.upper_bound, found.proved) == (total, True)
    if weights == [1, 1, 2, 4]:
        assert found.upper_bound == 14


@pytest.mark.parametrize("size", [2, 5, 12, 90])
def test_single_objects_are_tested_in_the_order_of_their_weights(size: int) -> None:
    weights = np.random.default_rng(size).permutation(size) + 1
    found = optimal(Game.from_table(np.eye(size, dtype=bool), weights=weights.tolist()))
    order = np.sort(weights)[::-1]
    assert found.upper_bound == int(order[:-1] @ np.arange(1, size)) + int(order[-1]) * (size - 1)
    assert found.proved


def test_a_dear_test_is_left_out_if_cheap_ones_do() -> None:
    cells = [[0, 1, 2, 3], [0, 0, 1, 1], [0, 1, 0, 1]]
    assert optimal(Game.from_table(cells, costs=[1, 1, 1])).upper_bound == 4
    assert optimal(Game.from_table(cells, costs=[3, 1, 1])).upper_bound == 8
    assert optimal(Game.from_table(cells, costs=[2, 1, 1])).upper_bound == 8


def test_a_first_test_can_be_given() -> None:
    game = Game.from_table(
        [[0, 1, 2, 3], [0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 0]], tests=["all", "high", "low", "none"]
    )
    found = optimal(game, first="low")
    assert (found.upper_bound, found.proved) == (8, True)
    assert found.tree is not None
    assert found.tree.guess(0) == game.check_code("low")
    with pytest.raises(BadInput, match="none distinguishes nothing: give another first guess"):
        optimal(game, first="none")


def test_a_search_continues_from_its_journal(tmp_path: Path) -> None:
    game, journal = random_table(9), tmp_path / "search"
    assert optimal(game, journal=journal).upper_bound == optimal(game, journal=journal).upper_bound == least_total(game)


def test_workers_and_a_start_change_no_total() -> None:
    for seed in range(6):
        game = random_table(seed)
        found = optimal(game, workers=2)
        again = optimal(game, start=found.tree)
        assert found.upper_bound == again.upper_bound == least_total(game)
        assert again.tree == found.tree


def test_other_objectives_refuse_such_games_in_one_sentence() -> None:
    game = Game.from_table([[0, 0, 1, 1], [0, 1, 0, 1]], weights=[1, 2, 3, 4], costs=[1, 2], name="few")
    sentence = (
        "few has weights and costs and until = known: its trees are searched for with the objective expected only"
    )
    for refused in (
        lambda: optimal(game, "depth"),
        lambda: optimal(game, then="depth"),
        lambda: certify(game, 20, "depth"),
    ):
        with pytest.raises(BadInput, match=sentence):
            refused()
    assert optimal(game).upper_bound == 30
    free = Game.from_table([[0, 0, 1, 1], [0, 1, 0, 1]], weights=[1, 2, 3, 4], name="free")
    able = (
        "free has weights and until = known: its trees are searched for with the objectives expected, worst, depth and"
    )
    with pytest.raises(BadInput, match=f"{able} expected-within only"):
        optimal(free, "last-turn:2")
    with pytest.raises(BadInput, match=f"{able} expected-within only"):
        optimal(free, then="depth")


def least_within(game: Game) -> Callable[[int], int | None]:
    """The least cost of trees of up to so many guesses, by plain recursion; None if there is none."""
    table = CodeSpace.of(game).table
    assert table is not None
    replies = table.tolist()
    weights = [1] * game.size if game.weights is None else game.weights.tolist()
    win = len(game.replies()) - 1
    is_over = values_of(game)

    @cache
    def least(left: tuple[int, ...], turns: int) -> int | None:
        if game.until != "named" and is_over(left) == 0:
            return 0
        best = None
        for row in replies if turns else ():
            parts: dict[int, list[int]] = {}
            for s in left:
                parts.setdefault(row[s], []).append(s)
            if len(parts) == 1 and win not in parts:
                continue
            values = [least(tuple(part), turns - 1) for reply, part in parts.items() if reply != win]
            known = [value for value in values if value is not None]
            total = sum(known) + sum(weights[s] for s in left)
            if len(known) == len(values) and (best is None or total < best):
                best = total
        return best

    return lambda turns: least(tuple(range(game.size)), turns)


def check_depths(game: Game) -> None:
    """Every objective of the depth has the values that plain recursion finds."""
    least = least_within(game)
    depth = next(turns for turns in range(1, game.size + 1) if least(turns) is not None)
    worst, only = optimal(game, "worst"), optimal(game, "depth")
    assert worst.tree is not None
    assert only.tree is not None
    assert (worst.tree.figures.longest_game, worst.upper_bound, worst.lower_bound, worst.depth_bound) == (
        depth,
        least(depth),
        least(depth),
        depth,
    )
    assert (only.tree.figures.longest_game, only.upper_bound, only.lower_bound) == (depth, depth, depth)
    assert worst.tree.total == worst.upper_bound
    assert worst.proved
    assert only.proved
    assert verify(worst.tree).valid
    for turns in range(1, depth + 3):
        found = optimal(game, f"expected-within:{turns}")
        assert found.proved
        assert (found.upper_bound, found.tree is None) == (least(turns), turns < depth)
        assert found.tree is None or (
            found.tree.total == found.upper_bound and found.tree.figures.longest_game <= turns
        )
    assert least(game.size) == optimal(game).upper_bound == least_total(game)


@pytest.mark.parametrize("seed", extent.few([seed for seed in range(160) if seed % 4 >= 2]))
def test_the_depth_of_small_tables_is_the_least(seed: int) -> None:
    check_depths(random_table(seed))


@pytest.mark.parametrize("until", UNTIL)
def test_the_depth_of_lists_with_weights_is_the_least(until: Any) -> None:
    words = ["eat", "tea", "ate", "eta", "tee", "ten", "net", "ant", "tan", "nee"]
    more: dict[str, Any] = {"classes": [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]} if until == "class" else {}
    weights = [5, 1, 1, 2, 9, 1, 1, 3, 1, 1]
    check_depths(
        ListedGame(
            words[:8], words[8:], "wordle", weights=weights[:8], until=until, **{k: v[:8] for k, v in more.items()}
        )
    )
    check_depths(ListedGame(words, None, "common", weights=weights, until=until, **more))


def test_the_depth_of_a_chain_of_tests() -> None:
    """Each test tells one object: the depth is one less than their number, which bounds show at once."""
    size = 12
    game = Game.from_table(np.eye(size, dtype=np.uint8)[:-1], weights=range(1, size + 1))
    worst, expected = optimal(game, "worst"), optimal(game)
    assert worst.tree is not None
    assert (worst.tree.figures.longest_game, worst.upper_bound) == (size - 1, expected.upper_bound)
    assert worst.nodes < 3 * expected.nodes


def test_bounds_and_improved_trees_of_small_tables_are_optimal() -> None:
    for seed in range(30):
        game = random_table(seed)
        least = least_total(game)
        found = lower_bound(game)
        assert (found.lower_bound, found.exact) == (least, True)
        assert found.least_average == pytest.approx(least / game._mass)
        tree = improve(game, passes=1)
        assert played_total(tree) == tree.total == least


def hard_table(seed: int) -> Game:
    """A table of 400 objects and 30 tests, far too large for the exact search."""
    rng = np.random.default_rng([22, seed])
    table = rng.integers(0, 3, size=(30, 400))
    return Game.from_table(
        table, weights=rng.integers(1, 50, size=400).tolist(), costs=rng.integers(1, 9, size=30).tolist()
    )


@pytest.mark.extended
def test_trees_of_large_tables_get_better_and_bounds_hold() -> None:
    game = hard_table(0)
    saved: list[Tree] = []
    first = improve(game, passes=1, save=saved.append)
    again = improve(game, first, passes=1)
    assert played_total(first) == first.total
    assert again.total <= first.total < saved[0].total
    found = lower_bound(game, limit=1)
    assert not found.exact
    assert found.lower_bound < again.total


PEG_GAMES = ["p1c5", "p2c2", "p2c4", "p2c6", "p2c4n", "p2c5-b", "p3c2", "p3c3", "p3c3-t", "p3c4n"]


def as_table(game: Game, **options: Any) -> Game:
    """The same game as a table of outcomes, in which each code names itself."""
    codes = [game._code_at(number) for number in range(game.size)]
    names = ["".join(map(str, code)) for code in codes]
    cells = [[str(game.reply(guess, secret)).replace("solved", "won") for secret in codes] for guess in codes]
    return Game.from_table(cells, tests=names, objects=names, until="named", **options)


@pytest.mark.parametrize("rules", PEG_GAMES)
def test_games_of_pegs_have_the_same_totals_as_tables(rules: str) -> None:
    total = optimal(rules).upper_bound
    assert total is not None
    game = Game.parse(rules)
    assert optimal(as_table(game)).upper_bound == total
    assert optimal(as_table(game, costs=[3] * game.size)).upper_bound == 3 * total
    heavy = as_table(game, weights=[1000] * game.size)
    assert optimal(heavy).upper_bound == total * (1 if heavy.weights is None else int(heavy.weights[0]))


@pytest.mark.parametrize("rules", PEG_GAMES)
def test_games_of_pegs_have_the_same_trees_and_nodes_as_tables_as_in_lists(rules: str) -> None:
    table = as_table(Game.parse(rules))
    pegs, names = Game.parse(rules), list(table.texts)  # type: ignore[attr-defined]

    def replied(guess: str, secret: str) -> str:
        return str(pegs.reply([int(peg) for peg in guess], [int(peg) for peg in secret]))

    listed = ListedGame(names, reply=replied)
    found, again = optimal(listed), optimal(table)
    assert found.tree is not None
    assert again.tree is not None
    assert (found.upper_bound, found.nodes) == (again.upper_bound, again.nodes)
    assert np.array_equal(np.sort(found.tree.guesses), np.sort(again.tree.guesses))
    assert np.array_equal(found.tree.lengths, again.tree.lengths)


@pytest.mark.parametrize("letters", ["aest", "aelr"])
def test_lists_of_words_have_the_same_trees_as_tables(letters: str) -> None:
    rng = np.random.default_rng(len(letters) + ord(letters[-1]))
    words = sorted({"".join(rng.choice(list(letters), size=4)) for _ in range(40)})
    game = ListedGame(words, reply="wordle")
    cells = [[str(game.reply(guess, secret)) for secret in words] for guess in words]
    table = Game.from_table(cells, tests=words, objects=words, until="named")
    found, again = optimal(game), optimal(table)
    assert found.tree is not None
    assert again.tree is not None
    assert (found.upper_bound, found.nodes) == (again.upper_bound, again.nodes)
    assert np.array_equal(np.sort(found.tree.guesses), np.sort(again.tree.guesses))
    assert np.array_equal(found.tree.lengths, again.tree.lengths)
    assert optimal(ListedGame(words, reply="wordle", costs=[2] * len(words))).upper_bound == 2 * (
        found.upper_bound or 0
    )


@pytest.mark.extended
@pytest.mark.parametrize("seed", range(6))
def test_larger_tables_have_the_total_of_plain_recursion(seed: int) -> None:
    rng = np.random.default_rng([21, seed])
    table = rng.integers(0, rng.integers(2, 5), size=(7, 40))
    weights, costs = rng.integers(1, 100, size=40).tolist(), rng.integers(1, 9, size=7).tolist()
    for options in ({}, {"weights": weights}, {"costs": costs}, {"classes": rng.integers(0, 6, size=40).tolist()}):
        game = Game.from_table(table, **options)
        assert optimal(game).upper_bound == least_total(game)


@pytest.mark.loops
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("weights", [1, 2, 3], "expected all secrets"),
        ("weights", [1, 2, 3, 0], "a weight is 1 at least"),
        ("costs", [1], "the cost of every guess"),
        ("costs", [1, 0], "a cost is 1 at least"),
        ("items", [0, 1, 2, 4], "items are numbered from 0"),
        ("endings", [[0, 1, 2]], "a label for each secret"),
        ("endings", np.zeros((0, 4)), "a guess that names each secret"),
    ],
)
def test_wrong_terms_are_refused(field: str, value: Any, message: str) -> None:
    game = Game.from_table([[0, 0, 1, 1], [0, 1, 0, 1]], weights=[1, 2, 3, 4])
    tables, terms = reply_tables(game), game_terms(game)
    assert tables is not None
    settings = search_settings(game, Cost(), False, SearchOptions())
    changed = loops.GameTerms(
        **{name: getattr(terms, name) for name in ("weights", "costs", "endings", "items")}
        | {field: np.array(value, dtype=np.int64)}
    )
    with pytest.raises(ValueError, match=message):
        loops.new_weighed_search(*tables, settings, changed)
    with pytest.raises(ValueError, match="candidates are guesses of games that end when the secret is named"):
        loops.new_weighed_search(*tables, search_settings(game, Cost(), True, SearchOptions()), terms)


def test_a_table_of_300_objects_and_8_attributes_is_searched_in_few_nodes() -> None:
    assert PATH.read_text(encoding="utf-8") == attributes(), "written by make_attributes.py"
    found = optimal(load_game(f"table:{PATH}"))
    assert found.proved
    assert found.nodes < 20_000


PLANTS = """plant,colour,thorns,leaves,how often,kind
rose,red,yes,five,5,bush
briar,pink,yes,five,1,bush
oak,green,no,lobed,9,tree
fir,green,no,needles,4,tree
larch,green,no,needles,2,tree
yew,red,no,needles,3,bush
price,2,1,3,,
"""


def test_the_command_line_says_what_a_tree_costs(cli: Cli) -> None:
    rows = PLANTS.replace("price,2,1,3,,\n", "")
    Path("plants.csv").write_text(rows, encoding="utf-8")
    rules = "table:plants.csv:classes=kind:weights=how_often"
    words = cli("optimal", rules).splitlines()
    game = Game.parse(rules)
    total = least_total(game)
    assert words[0] == f"{rules}, objective expected: fewest tests on average."
    assert words[1].startswith(f"{total} tests by weight for 6 objects, {total / 24:.4f} on average, at most 1 (")
    assert words[3].startswith("Proved optimal in ")
    found = cli.json("optimal", rules)
    assert (found["total"], found["lower_bound"], found["upper_bound"], found["proved"]) == (total, total, total, True)
    assert cli.json("optimal", rules, "--objective", "worst")["total"] == total  # one test tells the classes
    refused = f"{rules} has weights and until = class: its trees are searched for with the objectives expected, worst,"
    assert refused in cli.complaint("optimal", rules, "--then", "depth")
    cli("optimal", rules, "--certificate", "plants.cert")
    assert f"costs less than {total} in total" in cli("tree", "verify", "plants.cert", "--rules", rules)
    assert f"an optimal strategy needs {total} tests by weight in total ({total / 24:.4f} on average)" in cli(
        "optimal", "--bound-only", rules
    )
    improved = cli("optimal", "--no-proof", rules, "-o", "better.tree", "--passes", "1")
    assert f"{total} tests by weight for 6 objects" in improved
    assert "\nObjects by number of tests (1, " in improved
    assert "candidates_only goes with games that end when" in cli.complaint("optimal", rules, "--candidates-only")
    cli("optimal", rules, "-o", "plants.tree")
    assert cli.json("evaluate", rules, "-s", "tree:plants.tree")["weighted_average"] == pytest.approx(total / 24)
    found = cli.json("evaluate", rules, "-s", "optimal")
    assert (found["weighted_average"], found["weighted_total"]) == (pytest.approx(total / 24), total)


def test_a_tree_with_costs_is_saved_with_what_it_costs(cli: Cli) -> None:
    Path("plants.csv").write_text(PLANTS.replace(",,", ",1,1"), encoding="utf-8")
    rules = "table:plants.csv:costs=price"
    words = cli("optimal", rules, "-o", "plants.tree").splitlines()
    total = least_total(Game.parse(rules))
    assert words[0].endswith("least cost on average.")
    assert words[1].startswith(f"A cost of {total:,} for 6 objects")
    assert cli.json("evaluate", rules, "-s", "tree:plants.tree")["total"] == total


@pytest.mark.parametrize("priced", [False, True])
def test_tree_and_certificate_prove_the_same_total(cli: Cli, priced: bool) -> None:
    Path("plants.csv").write_text(PLANTS.replace("price,2,1,3,,\n", ""), encoding="utf-8")
    rules = "priced.toml" if priced else "free.toml"
    costs = 'costs = { "colour" = 3, "thorns" = 2 }\n' if priced else ""
    Path(rules).write_text(f'table = "plants.csv"\nweights = "how often"\n{costs}', encoding="utf-8")
    cli("optimal", rules, "-o", "best.tree", "--certificate", "best.cert")
    total = cli.json("tree", "verify", "best.cert")["total"]
    assert total == least_total(Game.parse(rules))
    cli("tree", "export", "best.tree", "-o", "best.tree.json")
    for command, file in (("verify", "best.tree"), ("verify", "best.tree.json"), ("stats", "best.tree")):
        found = cli.json("tree", command, file)
        assert (found["total"], found["average"]) == (total, pytest.approx(total / 24)), (command, file)
    assert f"\ntotal {total}\n" in Path("best.tree").read_text(encoding="utf-8")
    words = f"a cost of {total} by weight" if priced else f"{total} tests by weight"
    assert f"finds all 6 objects of {rules} with {words} in total" in cli("tree", "verify", "best.tree")
    stats = cli("tree", "stats", "best.tree", "--rules", rules)
    assert f"{words} for 6 objects" in stats
    assert f"Objects by {'cost' if priced else 'number of tests'}:" in stats
    assert words in cli("tree", "export", "best.tree", "--format", "dot")
    improved = cli("optimal", "--no-proof", rules, "-o", "better.tree", "--passes", "1")
    assert words in improved
    assert ("number of" in improved) == (not priced)
    shown = cli("tree", "show", "best.tree")
    assert " 6 objects" in shown
    assert "guess" not in shown
    assert "secret" not in shown
