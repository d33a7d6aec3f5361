"""The player of large games: every secret of small ones, its bound, its facts, its kernels, its door."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import Facts, Items, SetList, Tree
from codepegs.errors import BadStrategy, Contradiction
from codepegs.game.position import Position
from codepegs.game.reply import Turn, score
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.protocol.codebreaker import ForeignHistory, Guess
from codepegs.strategies.registry import make_codebreaker
from codepegs.strategies.streaming.codebreaker import StreamingCodebreaker
from tests import extent
from tests.strategies.streaming.plain_counting import ColorSet, ColorSets, CountList, Kind, half_of
from tests.strategies.streaming.plain_facts import (
    BINARY,
    COUNTS_COLORS,
    COUNTS_FRONT,
    COUNTS_LENGTH,
    DUMMY,
    FRONT,
    ITEMS,
    LEFT,
    LENGTH,
    SETS_FRONT,
    SETS_LENGTH,
    TAKEN,
    Impossible,
    Settings,
    grow,
    no_counts,
    no_equations,
    no_facts,
    no_sets,
    tree_for,
)
from tests.strategies.streaming.plain_solver import MANY_COLORS, Solver, most_queries
from tests.strategies.streaming.states import ALL_EQUATIONS

SMALL = Settings(listed=256, counted=256, halved=64, samples=64, evaluations=20)
"""Lists so short that small games run out of them."""


def set_count(tree: Tree, facts: Facts, color: int, count: int) -> None:
    loops.set_color_counts(tree, facts, np.array([color], np.int64), count)


class Table:
    """A solver and the secret it plays against, with what must be true after every reply."""

    def __init__(self, game: Game, secret: NDArray[np.int64], seed: int = 1, chosen: Settings | None = None) -> None:
        self.game, self.secret = game, secret
        self.solver = Solver(game, Seed(seed), chosen)
        self.counts = np.bincount(secret, minlength=game.colors)
        self.queries = 0

    def turn(self) -> bool:
        """Ask and answer once; whether that was the secret."""
        solver = self.solver
        code = solver.code_of(solver.query)
        self.queries += 1
        black = int((code == self.secret).sum())
        if black == self.game.pegs:
            return True
        total = int(np.minimum(np.bincount(code, minlength=self.game.colors), self.counts).sum())
        solver.take(black, total if solver.shows_total else None)
        return False

    def check(self) -> None:
        """All facts are true, and the truth is in both lists."""
        solver, facts, tree = self.solver, self.solver.facts, self.solver.tree
        of_color = np.argsort(solver.colors)
        secret = of_color[self.secret[solver.pegs]]  # in the numbers of the solver
        counts = np.bincount(secret, minlength=self.game.colors)
        known = facts.color_at >= 0
        assert (facts.color_at[known] == secret[known]).all()
        counted = facts.counts >= 0
        assert (facts.counts[counted] == counts[counted]).all()
        assert facts.numbers[LEFT] == counts[~counted].sum()
        waiting = [int(group) for row, size in zip(facts.waiting, facts.waits, strict=True) for group in row[:size]]
        items = solver.items
        for group in waiting:
            node, color = facts.node[group], facts.color[group]
            low = tree.low[tree.first[node] + facts.start[group]]
            assert facts.count[group] == (secret[low : tree.high[node]] == color).sum()
        word = 0
        for item in range(facts.numbers[ITEMS]):
            node = items.node[item]
            for part in range(items.start[item], tree.parts[node]):
                if items.bit[item, part] < 0:
                    continue
                child = tree.first[node] + part
                here = int((secret[tree.low[child] : tree.high[child]] == items.color[item]).sum())
                field = here - int(items.low[item])
                assert 0 <= field < 1 << int(items.width[item])
                word |= field << int(items.bit[item, part])
        assert np.uint64(word) in items.words[facts.numbers[FRONT], : facts.numbers[LENGTH]]
        if isinstance(solver.counting, CountList):
            check_list(solver.counting, counts)
        else:
            assert isinstance(solver.counting, ColorSets)
            check_sets(solver.counting, counts, counted)

    def game_over(self, check: bool = True) -> int:
        """Play to the end; how many queries it took."""
        while not self.turn():
            assert self.queries < most_queries(self.game, self.solver.settings)
            if check:
                self.solver.query  # noqa: B018  # takes groups and colours up
                self.check()
        return self.queries


def check_list(counting: CountList, counts: NDArray[np.int64]) -> None:
    """The truth is in the list of counts."""
    listed, numbers, width = counting.counts, counting.counts.numbers, counting.cap.bit_length()
    word = 0
    for place in range(numbers[COUNTS_COLORS]):
        word |= min(counting.cap, int(counts[listed.color[place]])) << (width * place)
    assert np.uint64(word) in listed.words[numbers[COUNTS_FRONT], : numbers[COUNTS_LENGTH]]


def check_sets(sets: ColorSets, counts: NDArray[np.int64], counted: NDArray[np.bool_]) -> None:
    """What is said of sets is true, the truth is in their list, and every uncounted colour is in one set at most."""
    word, seen = 0, []
    for field in sets.fields:
        value = int((counts[field.asked] >= field.of.level).sum()) - field.low
        assert 0 <= value < len(field.chances) <= 1 << field.width
        word |= value << field.bit
    assert np.uint64(word) in sets.words
    assert len(np.unique(sets.words)) == len(sets.words)
    for of in [field.of for field in sets.fields] + [waiting for _, _, waiting in sets._halved]:
        assert (counts[of.colors] >= of.level - 1).all()
        assert of.having in (None, (counts[of.colors] >= of.level).sum())
        seen += of.colors.tolist()
    for level, colors in sets._risen.items():
        assert (counts[colors] >= level - 1).all()
        seen += colors
    assert len(set(seen)) == len(seen)
    assert not counted[seen].any()
    fresh = np.setdiff1d(np.flatnonzero(~counted), seen)
    assert sets.present == sum(counts[color] > 0 and color not in unknown_of(sets) for color in seen)
    assert sets.unseen >= counts[fresh].sum()


def unknown_of(sets: ColorSets) -> set[int]:
    """Colours of sets of which it is not known whether they are in the secret."""
    known = [field.of for field in sets.fields] + [waiting for _, _, waiting in sets._halved]
    return {color for of in known if of.level == 1 for color in of.colors.tolist()}


def games_up_to(codes: int) -> list[str]:
    """Games of so many codes: one peg with up to 30 colours, and up to 12 pegs."""
    sizes = [(1, k) for k in range(1, 31)]
    sizes += [(n, k) for n in range(2, 13) for k in range(1, math.isqrt(codes) + 1) if k**n <= codes]
    return [f"p{n}c{k}{view}" for n, k in sizes for view in ("", "-b")]


def with_large_ones_extended(games: list[str]) -> list[Any]:
    """Mark the games of more than 80 codes, or of one peg and more than 12 colours, which take most of the time."""
    large = {str(game) for game in map(Game.parse, games) if game.size > (80 if game.pegs > 1 else 12)}
    return [pytest.param(rules, marks=pytest.mark.extended if rules in large else ()) for rules in games]


def play_all(rules: str) -> None:
    game = Game.parse(rules)
    for number, secret in enumerate(itertools.product(range(game.colors), repeat=game.pegs)):
        Table(game, np.array(secret), seed=number).game_over()


@pytest.mark.parametrize("rules", with_large_ones_extended(games_up_to(200)))
def test_every_secret_of_small_games(rules: str) -> None:
    play_all(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", games_up_to(5_000))
def test_every_secret_of_larger_games(rules: str) -> None:
    play_all(rules)


SECRETS = ["uniform", "one colour", "all different", "one rare", "two colours", "sorted"]


def secret_of(kind: str, pegs: int, colors: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """A secret of one of the kinds that a player may stumble over."""
    secret = rng.integers(0, colors, pegs)
    if kind == "one colour":
        secret[:] = rng.integers(colors)
    elif kind == "all different":
        secret = np.resize(rng.permutation(colors), pegs)
    elif kind == "one rare":
        secret = np.where(secret == 0, colors - 1, secret)
        secret[rng.integers(pegs)] = 0
    elif kind == "two colours":
        secret = np.where(rng.random(pegs) < 0.5, 0, colors - 1)
    elif kind == "sorted":
        secret = np.sort(secret)
    return secret


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    pegs=st.integers(1, 40),
    colors=st.integers(1, 60),
    kind=st.sampled_from(SECRETS),
    view=st.sampled_from(["", "-b"]),
    seed=st.integers(0, 1 << 20),
    short=st.booleans(),
)
def test_any_game_ends_within_the_bound(pegs: int, colors: int, kind: str, view: str, seed: int, short: bool) -> None:
    game = Game.parse(f"p{pegs}c{colors}{view}")
    secret = secret_of(kind, pegs, colors, np.random.default_rng(seed))
    Table(game, secret, seed, SMALL if short else None).game_over()


@settings(max_examples=extent.of(40, 15), deadline=None, derandomize=True)
@given(
    pegs=st.integers(1, 16),
    colors=st.integers(0, 300),
    kind=st.sampled_from(SECRETS),
    seed=st.integers(0, 1 << 20),
    short=st.booleans(),
)
def test_colors_counted_by_sets(pegs: int, colors: int, kind: str, seed: int, short: bool) -> None:
    game = Game(pegs, MANY_COLORS * pegs + colors)
    secret = secret_of(kind, pegs, game.colors, np.random.default_rng(seed))
    table = Table(game, secret, seed, SMALL if short else None)
    assert isinstance(table.solver.counting, ColorSets)
    table.game_over()


AWKWARD = ["p90c30", "p100c50-b", "p64c2", "p60c300", "p300c4", "p101c101", "p40c900"]


@pytest.mark.parametrize(
    ("rules", "kind"),
    extent.rest_extended(itertools.product(AWKWARD, SECRETS), list(itertools.product(AWKWARD, SECRETS))[::5]),
)
def test_awkward_secrets(rules: str, kind: str) -> None:
    game = Game.parse(rules)
    secret = secret_of(kind, game.pegs, game.colors, np.random.default_rng(3))
    Table(game, secret, 5).game_over(check=False)


@pytest.mark.parametrize("rules", ["p30c30", "p40c3", "p24c60", "p30c12-b", "p7c90", "p2c60"])
@pytest.mark.parametrize("kind", SECRETS)
def test_asking_for_one_thing_at_a_time_stays_within_its_half_of_the_bound(rules: str, kind: str) -> None:
    game = Game.parse(rules)
    table = Table(game, secret_of(kind, game.pegs, game.colors, np.random.default_rng(7)))
    half = table.solver.plain_from
    table.solver.plain_from = 0
    assert table.game_over() <= half + 1


@pytest.mark.parametrize(
    "rules", extent.rest_extended(["p30c30", "p30c3", "p40c5-b", "p36c2", "p10c130"], ["p30c3", "p40c5-b", "p36c2"])
)
def test_asking_for_one_thing_at_a_time_can_begin_anywhere(rules: str) -> None:
    game = Game.parse(rules)
    for begin in range(0, 60, 4) if game.colors > 5 else range(20):
        table = Table(game, secret_of("uniform", game.pegs, game.colors, np.random.default_rng(begin)))
        table.solver.plain_from = begin
        assert table.game_over() <= begin + most_queries(game) // 2


@pytest.mark.parametrize("rules", ["p20c20", "p12c3", "p8c40-b", "p12c150"])
def test_replies_that_cannot_be_are_noticed(rules: str) -> None:
    game = Game.parse(rules)
    noticed = 0
    for number in range(20):
        rng = np.random.default_rng([number, game.pegs])
        secret = rng.integers(0, game.colors, game.pegs)
        table = Table(game, secret, number)
        for _ in range(int(rng.integers(1, 8))):
            table.turn()
        solver = table.solver
        code = solver.code_of(solver.query)
        black, white = score(code.tolist(), secret.tolist())
        total = black + white if solver.shows_total else None
        try:
            solver.take(black + 1 if black == 0 else black - 1, total)
            table.game_over(check=False)
        except (Impossible, AssertionError):
            noticed += 1
    assert noticed >= 18  # a false reply may be about a query of which only the total counts


@pytest.mark.parametrize("game", [Game(12, 9), Game(24, 3), Game(8, 120)])
def test_start_with_the_history_is_learning_turn_by_turn(game: Game) -> None:
    played = play(game, None, "streaming", seed=4)
    turns = played.position.turns
    learner = make_codebreaker(game, "streaming", seed=Seed(4))
    for made, turn in enumerate(turns):
        starter = make_codebreaker(Position(game, turns[:made]), "streaming", seed=Seed(4))
        assert starter.position == learner.position
        assert starter.next() == learner.next() == Guess(turn.guess, consistent=learner.next().consistent)  # type: ignore[union-attr]
        assert starter.report() == learner.report()
        learner.learn(turn)
    assert learner.position.solved
    assert learner.report().candidates == 1
    assert learner.next() == Guess(turns[-1].guess, consistent=True)


def test_same_seed_same_game() -> None:
    first, second = (play(Game(15, 20), None, "streaming", seed=11) for _ in range(2))
    assert first.position == second.position
    assert play(Game(15, 20), first.secret, "streaming", seed=12).position != first.position


def test_foreign_turns_are_refused() -> None:
    game = Game(4, 6)
    history = Position.parse("p4c6 1122:1b0w").turns
    with pytest.raises(ForeignHistory, match="turn 1"):
        make_codebreaker(Position(game, history), "streaming", seed=1)


def test_contradictions_are_raised_and_forgotten() -> None:
    game = Game(10, 10)
    secret = tuple(np.random.default_rng(2).integers(0, 10, 10).tolist())
    codebreaker = make_codebreaker(game, "streaming", seed=3)
    raised = 0
    while not codebreaker.position.solved:
        move = codebreaker.next()
        assert isinstance(move, Guess)
        before, known = codebreaker.position, codebreaker.report()
        true = game.reply(move.code, secret)
        for black in range(game.pegs):
            false = game._show(black, 0)
            if game.can_reply(move.code, false) and len(before.turns) > 4 and false != true:
                try:
                    codebreaker.learn(Turn(move.code, false))
                except Contradiction as error:
                    assert f"{len(before.turns) + 1} turns" in str(error)  # noqa: PT017
                    assert (codebreaker.position, codebreaker.report()) == (before, known)
                    assert codebreaker.next() == move
                    raised += 1
                    continue
                codebreaker = make_codebreaker(Position(game, before.turns), "streaming", seed=3)
        codebreaker.learn(Turn(move.code, true))
    assert raised > 10


def test_games_it_does_not_play() -> None:
    for rules, words in (("p4c10n", "without repeated colours"), ("p4c6-t", "black pegs"), ("p4c6-w", "black pegs")):
        with pytest.raises(BadStrategy, match=words):
            make_codebreaker(Game.parse(rules), "streaming")


def test_progress() -> None:
    game = Game(60, 60)
    codebreaker = make_codebreaker(game, "streaming", seed=5)
    assert isinstance(codebreaker, StreamingCodebreaker)
    secret = tuple(np.random.default_rng(5).integers(0, 60, 60).tolist())
    known = -1
    while not codebreaker.position.solved:
        progress = codebreaker.progress()
        assert known <= progress.known_pegs == len(progress.known)
        known = progress.known_pegs
        assert all(secret[peg] == color for peg, color in progress.known.items())
        assert progress.guesses == len(codebreaker.position.turns)
        assert progress.left_estimate >= 1
        move = codebreaker.next()
        assert isinstance(move, Guess)
        codebreaker.learn(Turn(move.code, game.reply(move.code, secret)))
    assert codebreaker.progress().known == dict(enumerate(secret))
    assert codebreaker.progress().left_estimate == 0


def test_trees() -> None:
    for pegs in (1, 2, 3, 7, 64, 100, 1000):
        for tree in (tree_for(pegs), tree_for(pegs, ((1.0, 8), (0.1, 4), (0.0, 2))), grow(pegs, lambda size: 3)):
            leaves = 0
            for node in range(len(tree.low)):
                children = range(tree.first[node], tree.first[node] + tree.parts[node])
                if tree.high[node] - tree.low[node] == 1:
                    leaves += 1
                    assert not children
                else:
                    assert [tree.low[node], *tree.high[children]] == [*tree.low[children], tree.high[node]]
                    assert (tree.depth[children] == tree.depth[node] + 1).all()
            assert leaves == pegs


def fields(word: int, items: Items, item: int, parts: int) -> list[int]:
    """Pegs of an item in each part of its node, by a hypothesis; of two parts the second has what is left."""
    mask = (1 << int(items.width[item])) - 1
    if parts == 2:
        above = int(items.above[item])
        total = int(items.total[item]) if above < 0 else fields(word, items, above, 2)[items.side[item]]
        first = int(items.low[item]) + (word >> int(items.bit[item, 0]) & mask)
        return [first, total - first]
    return [word >> int(items.bit[item, part]) & mask for part in range(parts)]


def naive_expansion(total: int, rooms: list[int]) -> set[tuple[int, ...]]:
    return {x for x in itertools.product(*(range(room + 1) for room in rooms)) if sum(x) == total}


@pytest.mark.parametrize("parts", [2, 3, 5])
@pytest.mark.parametrize("total", [1, 2, 4])
def test_a_group_gets_every_distribution_it_can_have(parts: int, total: int) -> None:
    tree = grow(11, lambda size: parts if size == 11 else 2)
    solver = Solver(Game(11, 11), Seed(1))
    facts = no_facts(11, 11, tree)
    for color, count in ((3, 2), (5, total)):
        set_count(tree, facts, color, count)
    for group in (0, 1):
        assert loops.add_group_item(tree, facts, solver.items, group)
        assert loops.expand_items(tree, facts, solver.items, solver.log_factorial, 8_000) > 0
    sizes = (tree.high - tree.low)[1 : 1 + parts].tolist()
    expected = {
        (*first, *second)
        for first in naive_expansion(2, sizes)
        for second in naive_expansion(total, [size - x for size, x in zip(sizes, first, strict=True)])
    }
    items = solver.items
    found = set()
    front = facts.numbers[FRONT]
    for word in items.words[front, : facts.numbers[LENGTH]].tolist():
        found.add(tuple(value for item in (0, 1) for value in fields(word, items, item, parts)))
    assert found == expected
    assert len(found) == facts.numbers[LENGTH]
    assert items.weights[front, : len(found)].sum() == pytest.approx(1)


def arrangements(counts: list[int]) -> list[tuple[int, ...]]:
    """Every code that has so many pegs of each colour."""
    pegs, colors = sum(counts), range(len(counts))
    return [
        code
        for code in itertools.product(colors, repeat=pegs)
        if all(code.count(color) == count for color, count in enumerate(counts))
    ]


@pytest.mark.parametrize("counts", [[3, 3, 2], [4, 4], [2, 2, 2, 1], [1, 5, 1]])
def test_items_below_others_are_weighed_as_if_all_codes_were_as_likely(counts: list[int]) -> None:
    solver = Solver(Game.parse(f"p{sum(counts)}c{len(counts)}-b"), Seed(1))
    tree, facts, items = solver.tree, solver.facts, solver.items
    for color, count in enumerate(counts):
        set_count(tree, facts, color, count)
    solver._activate()
    made = int(facts.numbers[ITEMS])
    assert (items.above[:made] >= 0).any()
    expected: dict[tuple[int, ...], float] = {}
    codes = arrangements(counts)
    for code in codes:
        key = []
        for item in range(made):
            child = tree.first[items.node[item]]
            for part in (child, child + 1):
                key.append(code[tree.low[part] : tree.high[part]].count(int(items.color[item])))
        expected[tuple(key)] = expected.get(tuple(key), 0.0) + 1 / len(codes)

    def listed() -> dict[tuple[int, ...], float]:
        front, length = facts.numbers[FRONT], int(facts.numbers[LENGTH])
        return {
            tuple(value for item in range(made) for value in fields(word, items, item, 2)): weight
            for word, weight in zip(
                items.words[front, :length].tolist(), items.weights[front, :length].tolist(), strict=True
            )
        }

    assert len(expected) == facts.numbers[LENGTH] == len(listed())
    assert listed() == pytest.approx(expected)
    bits = bin(int(facts.numbers[TAKEN]) & (1 << 64) - 1).count("1")
    loops.repack_items(facts, items)
    assert listed() == pytest.approx(expected)
    assert bin(int(facts.numbers[TAKEN]) & (1 << 64) - 1).count("1") <= bits
    # after a reply about the root fewer values are left, and fields are as narrow as they can be
    tests = np.array([[0, 0]])
    kept = {key: weight for key, weight in listed().items() if key[0] == 1}
    assert loops.keep_matching_places(facts, items, tests, 1) == len(kept)
    loops.repack_items(facts, items)
    assert set(listed()) == set(kept)
    for item in range(made):
        values = {key[2 * item] for key in kept}
        if items.above[item] < 0:
            assert items.width[item] == (max(values) - min(values)).bit_length()


@pytest.mark.parametrize("rules", ["p24c3", "p30c5", "p36c2", "p40c6-b"])
def test_without_a_dummy_queries_cover_bound_nodes(rules: str) -> None:
    game = Game.parse(rules)
    table = Table(game, secret_of("all different", game.pegs, game.colors, np.random.default_rng(4)))
    deep = 0
    while True:
        query, solver = table.solver.query, table.solver
        if query.kind is Kind.PLACES and solver.facts.numbers[DUMMY] < 0:
            items, tree, front = solver.items, solver.tree, solver.facts.numbers[FRONT]
            deep += any(items.above[item] >= 0 for item in query.tests[:, 0])
            nodes = tree.first[items.node[query.tests[:, 0]]] + query.tests[:, 1]
            asked = sorted((int(tree.low[node]), int(tree.high[node])) for node in nodes)
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(asked))
            words = items.words[front, : solver.facts.numbers[LENGTH]]
            sums = np.zeros(len(words), np.int64)
            loops.sum_places(solver.facts, items, query.tests, sums)
            naive = [
                sum(fields(word, items, item, 2)[part] for item, part in query.tests.tolist())
                for word in words[:50].tolist()
            ]
            assert sums[:50].tolist() == naive
            assert (sums >= 0).all()
            of_color = np.argsort(solver.colors)
            secret = of_color[table.secret[solver.pegs]]
            black = int((query.guess == secret).sum())
            assert black - query.base in sums
        if table.turn():
            break
    assert deep > 0


@pytest.mark.extended
def test_kinds_of_queries_all_occur() -> None:
    seen = set()
    for rules, kind in (("p40c40", "uniform"), ("p300c4", "uniform"), ("p500c500", "one colour"), ("p300c3", "sorted")):
        game = Game.parse(rules)
        secret = secret_of(kind, game.pegs, game.colors, np.random.default_rng(1))
        chosen = SMALL if kind == "sorted" else None
        table = Table(game, secret, 2, chosen)
        done = False
        while not done:
            seen.add(table.solver.query.kind)
            done = table.turn()
    table = Table(Game(64, 64), secret_of("two colours", 64, 64, np.random.default_rng(1)))
    table.solver.plain_from = 0
    done = False
    while not done:
        seen.add(table.solver.query.kind)
        done = table.turn()
    assert seen == set(Kind)


def test_a_binary_tree_is_the_default_of_few_colors() -> None:
    assert Solver(Game(40, 4), Seed(1)).tree is tree_for(40, BINARY)


def test_equations_strike_out_what_cannot_be_made_good() -> None:
    tree = tree_for(12, ((1.0, 6), (0.0, 2)))
    solver = Solver(Game(12, 12), Seed(1), Settings(parts=((1.0, 6), (0.0, 2))))
    facts, items = solver.facts, solver.items
    for color, count in ((3, 2), (5, 1), (7, 1), (9, 0)):
        set_count(tree, facts, color, count)
    for group in (0, 1):
        assert loops.add_group_item(tree, facts, items, group)
        assert loops.expand_items(tree, facts, items, solver.log_factorial, 8_000) > 0
    before = items.words[facts.numbers[FRONT], : facts.numbers[LENGTH]].tolist()
    for black in range(8):
        words, weights = items.words.copy(), items.weights.copy()
        equations = no_equations(4)
        equations.color[0, :6] = (3, 5, 3, 7, 8, 9)
        equations.black[0], equations.is_alive[0], equations.made[0] = black, True, 1
        expected = []
        for word in before:
            first, second = fields(word, items, 0, 6), fields(word, items, 1, 6)
            rest = black - first[0] - second[1] - first[2]
            if 0 <= rest <= 1 + 2:  # one peg of colour 7, two of colour 8, which is not counted
                expected.append(word)
        front = int(facts.numbers[FRONT])
        for item in (ALL_EQUATIONS, 1):
            kept = loops.apply_place_equations(tree, facts, items, equations, solver.log_factorial, item)
            assert items.words[front, :kept].tolist() == expected
            assert (items.weights[front, :kept] > 0).all()
            items.words[:], items.weights[:] = words, weights


def test_totals_keep_the_counts_that_fit() -> None:
    rng = np.random.default_rng(8)
    cap, width = 3, 2
    tree = grow(20, lambda size: 2)
    words = rng.permutation(1 << 10)[:300].astype(np.uint64)
    emptied = 0
    for _ in range(30):
        copies = rng.integers(0, 6, 5)
        wanted = int(rng.integers(0, 12))
        facts, counts = no_facts(20, 9, tree), no_counts(9, cap, 1_000)
        counts.numbers[COUNTS_LENGTH], counts.numbers[COUNTS_COLORS] = 300, 5
        counts.color[:5] = range(5)
        counts.is_listed[:5] = True
        counts.words[0, :300] = words
        counts.weights[0, :300] = 1 / 300
        expected = []
        for word in words.tolist():
            values = [word >> width * place & cap for place in range(5)]
            least = sum(min(value, placed) for value, placed in zip(values, copies.tolist(), strict=True))
            pairs = zip(values, copies.tolist(), strict=True)
            most = sum(placed if value == cap else min(value, placed) for value, placed in pairs)
            if least <= wanted <= most:
                expected.append(values)
        assert loops.keep_total(tree, facts, counts, cap, copies, wanted) == bool(expected)
        emptied += not expected
        if not expected:
            continue
        kept = counts.numbers[COUNTS_LENGTH]
        assert kept == len(expected)
        listed = counts.color[: counts.numbers[COUNTS_COLORS]].tolist()
        for word, values in zip(counts.words[counts.numbers[COUNTS_FRONT], :kept].tolist(), expected, strict=True):
            assert [word >> width * place & cap for place in range(len(listed))] == [values[color] for color in listed]
        for color in set(range(5)) - set(listed):
            agreed = {values[color] for values in expected}
            assert len(agreed) == 1
            assert facts.counts[color] == (-1 if agreed == {cap} else agreed.pop())
    assert emptied


@pytest.mark.parametrize(("size", "having"), [(2, 1), (5, 4), (7, 2), (9, 5)])
def test_a_half_of_a_set_has_what_it_has_among_all_ways(size: int, having: int) -> None:
    field = half_of(ColorSet(np.arange(size) + 3, 2, having))
    ways = [sum(place < size // 2 for place in chosen) for chosen in itertools.combinations(range(size), having)]
    assert field.asked.tolist() == list(range(3, 3 + size // 2))
    assert field.cost == 2 * (size // 2)
    assert field.low == min(ways)
    assert field.chances.tolist() == pytest.approx([ways.count(value) / len(ways) for value in sorted(set(ways))])


def list_of(sets: SetList) -> tuple[NDArray[np.uint64], NDArray[np.float64]]:
    """The hypotheses about sets and their weights."""
    front, length = sets.numbers[[SETS_FRONT, SETS_LENGTH]].tolist()
    return sets.words[front, :length].copy(), sets.weights[front, :length].copy()


def test_sums_keep_the_hypotheses_about_sets_that_fit() -> None:
    rng = np.random.default_rng(3)
    chances = [rng.dirichlet(np.ones(most)) for most in (2, 5, 3, 9)]
    widths = np.array([1, 3, 2, 4])
    bits = np.cumsum(widths) - widths
    values = list(itertools.product(*(range(len(field)) for field in chances)))
    asked = np.array([3, 1])
    for wanted in range(14):
        sets = no_sets(10, len(values))
        for bit, field in zip(bits.tolist(), chances, strict=True):
            loops.add_set_field(sets, field, bit)
        words, weights = list_of(sets)
        assert words.tolist() == [
            sum(value << bit for value, bit in zip(row, bits.tolist(), strict=True)) for row in values
        ]
        assert weights == pytest.approx(
            [math.prod(field[v] for field, v in zip(chances, row, strict=True)) for row in values]
        )
        fits = np.array([row[1] + row[3] == wanted for row in values])
        assert loops.keep_set_sum(sets, bits[asked], widths[asked], wanted) == fits.sum()
        if fits.any():
            kept, shares = list_of(sets)
            assert kept.tolist() == words[fits].tolist()
            assert shares == pytest.approx(weights[fits] / weights[fits].sum())
            assert loops.mixed_set_bits(sets) == np.bitwise_and.reduce(kept) ^ np.bitwise_or.reduce(kept)
            loops.move_set_fields(sets, bits[asked], widths[asked], np.array([0, 4]))
            rows = [row for row, fit in zip(values, fits, strict=True) if fit]
            assert list_of(sets)[0].tolist() == [row[3] | row[1] << 4 for row in rows]


def test_sets_are_chosen_by_what_their_sum_tells() -> None:
    rng, query_search = np.array([5], np.uint64), loops.new_query_search(64)
    bits, widths, costs = np.arange(4), np.ones(4, np.int64), np.array([2, 3, 4, 5])
    sets = no_sets(4, 16)
    for bit in range(4):
        loops.add_set_field(sets, np.full(2, 0.5), bit)
    found = {}
    for room in range(15):
        asked = np.zeros(4, np.bool_)
        told = loops.search_sets(query_search, sets, bits, widths, costs, room, rng, 3, asked)
        assert costs[asked].sum() <= room
        sums = np.bincount([bin(word & int(asked @ (1 << bits))).count("1") for word in range(16)]) / 16
        assert told == pytest.approx(-sum(share * math.log2(share) for share in sums if share))
        found[room] = int(asked.sum())
    assert list(found.values()) == [0] * 2 + [1] * 3 + [2] * 4 + [3] * 5 + [4]


def test_the_bits_of_a_query_are_those_of_its_sum() -> None:
    game = Game(40, 40)
    table = Table(game, secret_of("uniform", 40, 40, np.random.default_rng(9)))
    seen = 0
    for _ in range(60):
        solver = table.solver
        solver.query  # noqa: B018
        facts, items = solver.facts, solver.items
        length = int(facts.numbers[LENGTH])
        if 1 < length <= solver.settings.samples:
            asked, bits = solver._search(plain=False)
            front = facts.numbers[FRONT]
            shares = 0.9 * items.weights[front, :length] + 0.1 / length
            sums: dict[int, float] = {}
            for word, share in zip(items.words[front, :length].tolist(), shares.tolist(), strict=True):
                tests = solver._tests[:asked].tolist()
                total = sum(
                    fields(word, items, item, int(solver.tree.parts[items.node[item]]))[part] for item, part in tests
                )
                sums[total] = sums.get(total, 0.0) + share
            assert bits == pytest.approx(-sum(p * np.log2(p) for p in sums.values()))
            intervals = sorted(
                (int(solver.tree.low[child]), int(solver.tree.high[child]))
                for item, part in solver._tests[:asked].tolist()
                for child in [solver.tree.first[items.node[item]] + part]
            )
            assert all(a[1] <= b[0] for a, b in itertools.pairwise(intervals))
            seen += 1
        if table.turn():
            break
    assert seen > 20


@pytest.mark.parametrize(
    "rules", ["p20c20", "p40c8", "p50c50", "p100c3", *extent.rest_extended(["p100c100", "p100c100-b", "p20c300"], [])]
)
def test_the_estimate_of_the_guesses_left(rules: str) -> None:
    """The interval contains the truth at nearly all turns of a game."""
    game, inside = Game.parse(rules), list[bool]()
    for number in range(3):
        codebreaker = make_codebreaker(game, "streaming", seed=number)
        assert isinstance(codebreaker, StreamingCodebreaker)
        secret = tuple(np.random.default_rng(number).integers(0, game.colors, game.pegs).tolist())
        shown = []
        while not codebreaker.position.solved:
            move = codebreaker.next()
            assert isinstance(move, Guess)
            expected = codebreaker.describe([move.code])[0].expected
            assert expected is not None
            shown.append((expected.value, expected.error))
            codebreaker.learn(Turn(move.code, game.reply(move.code, secret)))
        inside += [abs(value - (len(shown) - turn)) <= error for turn, (value, error) in enumerate(shown)]
    assert sum(inside) >= 0.9 * len(inside)
