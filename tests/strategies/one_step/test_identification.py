"""One-step strategies on tables: the known figures, and plain Python for weights, costs and both other endings."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import log2
from typing import Any

import numpy as np
import pytest

from codepegs import BadStrategy, Candidates, Game, ListedGame, Position, build_tree, evaluate, play, suggest, verify
from codepegs.analysis import choose_move
from codepegs.codes import CodeSpace
from codepegs.game import Outcomes, Until
from codepegs.strategies import STRATEGIES
from tests.game.test_listed import words

ENDINGS: tuple[Until, Until] = ("known", "named")
KINDS = ("minimax", "expected-size", "entropy", "max-parts")


def peg_table(game: Game) -> ListedGame:
    """A game of pegs as a table in which objects are named, with the same numbers of codes and replies."""
    texts = [Candidates.all(game).space.decode(key) for key in Candidates.all(game).keys.tolist()]
    names = ["".join(map(str, code)) for code in texts]
    return ListedGame(names, None, Outcomes.of(game.reply_matrix(texts, texts), names))


@pytest.mark.parametrize(
    "rules", ["p1c4", "p2c3", "p2c6", "p3c3", "p3c4", "p3c4-b", "p3c4-t", "p3c4-w", "p3c5n", "p4c3"]
)
def test_games_of_pegs_as_tables_have_the_same_trees(rules: str) -> None:
    game = Game.parse(rules)
    table = peg_table(game)
    assert len(table.replies()) == len(game.replies())
    for kind in KINDS:
        assert evaluate(table, kind)[0].histogram == evaluate(game, kind)[0].histogram
        ours, theirs = build_tree(table, kind), build_tree(game, kind)
        assert ours.parents.tolist() == theirs.parents.tolist()
        assert ours.parts.tolist() == theirs.parts.tolist()
        numbers = CodeSpace.of(game).numbers(theirs.guesses)
        assert ours.guesses.tolist() == numbers.tolist()


@pytest.mark.parametrize("seed", [2, 7])
def test_lists_of_words_as_tables_have_the_same_trees(seed: int) -> None:
    secrets, more = words(60, 4, "ABCDEF", seed), words(25, 4, "GHIJK", seed)
    game = ListedGame(secrets, more, "wordle")
    cells = [[str(game.reply(guess, secret)) for secret in game.texts[: game.size]] for guess in game.texts]
    table = ListedGame(secrets, None, Outcomes.of(cells, game.texts))
    for kind in KINDS:
        ours, theirs = build_tree(table, kind), build_tree(game, kind)
        assert ours.figures == theirs.figures
        played = [
            {str(node.position).partition(" ")[2]: node.guess for node in tree.nodes()} for tree in (ours, theirs)
        ]
        by_text = [
            {turns.upper(): tree.space.encode(guess) for turns, guess in found.items()}
            for found, tree in zip(played, (ours, theirs), strict=True)
        ]
        assert by_text[0] == by_text[1]


def commits(count: int, **options: Any) -> Game:
    """Which of the commits broke it: is a commit the bad one, or after it?"""
    table = np.tri(count, dtype=bool)[:-1]
    return Game.from_table(table, objects=[f"c{n}" for n in range(count)], **options)


@pytest.mark.parametrize("kind", ["minimax", "expected-size", "entropy", "auto"])
def test_64_commits_take_six_tests_each(kind: str) -> None:
    game = commits(64)
    (found,) = evaluate(game, kind)
    assert (found.total, found.histogram) == (384, (0, 0, 0, 0, 0, 64))
    tree = build_tree(game, kind)
    assert (len(tree), tree.figures.total) == (63, 384)
    assert verify(tree).valid
    played = play(game, "c17", kind)
    assert (played.guesses, played.solved, played.correct) == (6, True, True)
    assert played.declared == game.check_code("c17")
    assert evaluate(game, kind, games=10, seed=4)[0].histogram == (0, 0, 0, 0, 0, 10)


def test_no_move_is_left_when_the_object_is_known() -> None:
    start = Position(Game.from_table([[0, 1, 1]], tests=["fur"], objects=["cat", "hen", "cod"]))
    begun = choose_move(start)
    assert (begun.guess, begun.stopped) == (start.game.check_guess("fur"), None)
    for outcome, known in (("0", "it is cat"), ("1", "it is hen or cod, which no test distinguishes")):
        ended = choose_move(start.after("fur", outcome))
        assert (ended.guess, ended.stopped, ended.consistent) == (None, known, None)
        assert suggest(start.after("fur", outcome)).stopped == known


def test_all_splits_give_the_cost_of_huffman() -> None:
    subsets = [[n >> place & 1 for place in range(4)] for n in range(1, 8)]
    game = Game.from_table(subsets, weights=[1, 1, 2, 4])
    (found,) = evaluate(game, "entropy")
    assert game.weights is not None
    assert int(found.lengths @ game.weights) == 14
    assert found.weighted_average == 14 / 8


def test_a_test_for_each_object_takes_all_but_one() -> None:
    game = Game.from_table(np.eye(9, dtype=int), weights=range(9, 0, -1))
    (found,) = evaluate(game, "entropy")
    assert found.lengths.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 8]


@pytest.mark.parametrize("size", [300])
def test_a_guess_that_names_the_object_costs_one_more_at_most(size: int) -> None:
    drawn = np.random.default_rng(9).integers(4, size=(8, size))
    drawn = np.unique(drawn, axis=1)
    known, named = (Game.from_table(drawn, until=until) for until in ENDINGS)
    totals = [evaluate(game, "entropy")[0].total for game in (known, named)]
    assert totals[0] < totals[1] <= totals[0] + drawn.shape[1]


def gain(kind: str, groups: dict[int, list[int]], weights: list[int]) -> Fraction | float:
    """What a test gains: the fall of the objective from one group to these."""
    together = [member for group in groups.values() for member in group]

    def term(group: list[int]) -> float:
        mass = sum(weights[member] for member in group)
        return mass * log2(mass) if kind == "entropy" else len(group) * mass

    if kind == "minimax":
        return Fraction(len(together) - max(map(len, groups.values())))
    if kind == "max-parts":
        return Fraction(len(groups) - 1)
    return round(term(together) - sum(map(term, groups.values())), 9)


def greedy(game: ListedGame, kind: str) -> list[int]:
    """The cost for each object, by plain Python."""
    table, size = game._table.tolist(), game.size
    weights = [1] * size if game.weights is None else game.weights.tolist()
    costs = [1] * len(table) if game.costs is None else game.costs.tolist()
    classes = list(range(size)) if game.classes is None else game.classes.tolist()
    columns = list(zip(*table, strict=True))
    spent = [0] * size
    pending = [list(range(size))]
    while pending:
        members = pending.pop()
        is_known = game.until == "class" and len({classes[member] for member in members}) == 1
        if is_known or len({columns[member] for member in members}) == 1:
            continue
        keys = []
        for row, cost in zip(table, costs, strict=True):
            groups: dict[int, list[int]] = defaultdict(list)
            for member in members:
                groups[row[member]].append(member)
            own = gain(kind, groups, weights)
            of_class = own
            if game.until == "class" and kind in ("entropy", "expected-size"):
                for label in {classes[member] for member in members}:
                    held = {part: [m for m in group if classes[m] == label] for part, group in groups.items()}
                    of_class -= gain(kind, {part: group for part, group in held.items() if group}, weights)
            keys.append((round(float(of_class / cost), 7), round(float(own / cost), 7)))
        best = keys.index(max(keys))
        groups = defaultdict(list)
        for member in members:
            spent[member] += costs[best]
            groups[table[best][member]].append(member)
        pending += groups.values()
    return spent


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("until", ["known", "class"])
@pytest.mark.parametrize("has_costs", [False, True])
@pytest.mark.parametrize("has_weights", [False, True])
def test_random_tables(kind: str, until: Any, has_costs: bool, has_weights: bool) -> None:
    rng = np.random.default_rng([KINDS.index(kind), until == "class", has_costs, has_weights])
    for _ in range(12):
        tests, objects = int(rng.integers(3, 11)), int(rng.integers(2, 15))
        table = rng.integers(int(rng.integers(2, 4)), size=(tests, objects))
        if (table == table[:, :1]).all():
            continue
        classes = rng.integers(3, size=objects)
        classes[:2] = [0, 1]
        game = Game.from_table(
            table,
            costs=rng.integers(1, 6, size=tests) if has_costs else None,
            weights=rng.integers(1, 9, size=objects) if has_weights else None,
            classes=classes if until == "class" else None,
            until=until,
        )
        assert isinstance(game, ListedGame)
        if Candidates.all(game).is_over:
            continue
        (found,) = evaluate(game, kind)
        assert found.lengths.tolist() == greedy(game, kind)
        tree = build_tree(game, kind)
        assert tree.lengths.tolist() == found.lengths.tolist()
        assert tree.figures.total == found.total
        assert tree.secrets[0] == objects


def test_costs_of_games_that_end_when_the_secret_is_named() -> None:
    """A dear question is worth less than some cheap guesses."""
    tests = [[0, 0, 1, 1]]
    totals = {}
    for price in (1, 2, 3, 9):
        game = Game.from_table(tests, tests=["half"], objects=list("abcd"), until="named", costs=[price])
        (found,) = evaluate(game, "entropy")
        totals[price] = found.total
        assert found.total == build_tree(game, "entropy").figures.total
        assert play(game, "d", "entropy").cost == found.lengths[3]
    assert totals[1] == 4 * 1 + (1 + 2) * 2
    assert totals[9] == 1 + 2 + 3 + 4


def test_what_is_known_is_said() -> None:
    game = Game.from_table(
        {"fur": ["yes", "yes", "no", "no"], "legs": [4, 4, 2, 0]}, objects=["cat", "dog", "hen", "cod"]
    )
    start = suggest(game, "entropy")
    assert [each.text for each in start] == ["legs", "fur"]
    assert start.stopped is None
    assert suggest(Position(game).after("legs", "0")).stopped == "it is cod"
    both = suggest(Position(game).after("legs", "4"))
    assert (list(both), both.stopped) == ([], "it is cat or dog, which no test distinguishes")
    of_class = Game.from_table({"legs": [4, 4, 2, 2]}, objects=["cat", "dog", "hen", "emu"], classes=list("mmbb"))
    assert suggest(Position(of_class).after("legs", "2")).stopped == "its class is b, as it is hen or emu"
    assert evaluate(game, "entropy")[0].total == 4


def test_strategies_that_name_secrets_refuse_other_endings() -> None:
    game = commits(8)
    for name, strategy in STRATEGIES.items():
        if strategy.plays_tables:
            continue
        with pytest.raises(BadStrategy, match=f"{name} cannot play .*: it play"):
            evaluate(game, name)
    with pytest.raises(BadStrategy, match="candidates-only does not suit"):
        evaluate(game, "entropy:candidates-only")
    with pytest.raises(Exception, match="over before the first test: no test distinguishes its objects"):
        evaluate(Game.from_table([[1, 1]]), "entropy")


def test_values_count_what_is_to_be_known() -> None:
    """Objects that no test distinguishes count as one: the value of the best guess is what the strategy needs."""
    table = [[0, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 0, 0, 1, 1], [1, 1, 1, 0, 1]]
    for classes in (None, [0, 1, 1, 2, 3]):
        game = Game.from_table(table, classes=classes)
        best = suggest(game, "auto", top=1)[0]
        assert best.expected is not None
        assert abs(best.expected.value - evaluate(game, "auto")[0].average) <= best.expected.error <= 0.1
    drawn = np.random.default_rng(6).integers(3, size=(12, 90))
    game = Game.from_table(drawn, costs=[1, 2, 3, 4] * 3)
    best = suggest(game, "auto", top=1)[0]
    assert best.expected is not None
    assert best.expected.value == pytest.approx(evaluate(game, "auto")[0].average, abs=1e-12)
    assert "Optimal play costs " in best.why
    drawn = np.random.default_rng(6).integers(3, size=(30, 700))  # too many for the exact search
    game = Game.from_table(drawn, costs=[1, 2, 3] * 10)
    best = suggest(game, "auto", top=1)[0]
    assert best.expected is not None
    assert abs(best.expected.value - evaluate(game, "auto")[0].average) <= 2 * best.expected.error
    assert "The best known play after this test costs " in best.why


@pytest.mark.parametrize("until", ["known", "named"])
def test_optimal_does_not_repeat_a_test_of_unknown_outcome(until: Until) -> None:
    table = [[0, 0, 1, 1], [0, 1, 0, 1], [0, 0, 0, 1]]
    game = Game.from_table(table, tests=["first", "second", "third"], until=until)
    for count, test in enumerate(["first", "second"], 1):
        position = Position.parse(f"{game} {' '.join(f'{name}:?' for name in ['first', 'second'][:count])}")
        assert test not in [each.text for each in suggest(position, "optimal", top=9)]
