"""The one-step search in all its forms: by words and by lanes, whole and in chunks."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import log2

import numpy as np
import pytest

from codepegs.codes import CodeSpace, OneStep, Ties, best_guess, first_plays, loop_options, part_sizes
from codepegs.codes.candidates import Candidates, differing_guesses, symmetry_maps
from codepegs.codes.guess_search import UNITS, Objective, scores
from codepegs.core import loops
from codepegs.errors import Contradiction
from codepegs.game import ListedGame
from codepegs.game.parts import code_rules, part_cells, part_table
from codepegs.game.position import Position
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.reports.parallel_knuth import ChunkPlan, PlannedThreads
from codepegs.strategies.protocol.exhaustive import best_suggestions
from codepegs.strategies.protocol.whole_strategy import ChosenPlan
from codepegs.trees.build import walk, walked_lengths, walked_tree
from tests import extent, naive
from tests.codes.test_candidates import random_history

OBJECTIVES = {
    "minimax": Objective.WORST_PART,
    "expected-size": Objective.EXPECTED_SIZE,
    "entropy": Objective.ENTROPY,
    "max-parts": Objective.MOST_PARTS,
}

RULES = ["p3c4", "p3c5n", "p4c3-b", "p3c4-t", "p3c4-w", "p4c4", "p2c9", "p2c12n", "p1c9", "p2c17", "p5c2", "p3c5n-t"]
EACH = pytest.mark.parametrize(
    ("name", "rules"),
    extent.rest_extended(
        product(OBJECTIVES, RULES),
        [
            (name, rules)
            for name, rules in product(OBJECTIVES, RULES)
            if name == {"p2c17": None, "p4c4": None, "p2c12n": "expected-size"}.get(rules, name)
        ],
    ),
)
"""Every objective at every game; by default the large games have one objective each."""


@EACH
def test_whole_strategies_equal_the_naive_ones(rules: str, name: str) -> None:
    game = Game.parse(rules)
    for candidates_only in (False, True):
        expected = naive.one_step_histogram(name, game, candidates_only=candidates_only)
        search = OneStep(OBJECTIVES[name], candidates_only)
        figures = walk(Position(game), search)
        assert list(figures.histogram) == expected
        assert list(walked_tree(Position(game), search).figures.histogram) == expected


@pytest.mark.parametrize("candidates_only", [False, True])
@pytest.mark.parametrize("first", [None, 5])
@pytest.mark.parametrize("rules", ["p3c4", "p3c5n", "p4c3-b", "p2c9"])
def test_a_walk_is_the_same_in_any_groups(
    rules: str, first: int | None, candidates_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Game.parse(rules)
    search = OneStep(Objective.ENTROPY, candidates_only)
    codes = list(Candidates.all(game))
    guess = None if first is None else codes[first]
    lengths = walked_lengths(game, search, first=guess)
    tree = walked_tree(Position(game), search, first=guess)
    assert lengths.tolist() == tree.lengths.tolist()
    chosen = ChosenPlan(game, search, guess)
    assert lengths.tolist() == chosen.lengths(codes, WorkerThreads())
    monkeypatch.setattr("codepegs.trees.build.SHARED_FROM", (1, 1))
    for size, workers in ((1, 1), (10, 2)):
        monkeypatch.setattr("codepegs.trees.build.CODES_A_GROUP", size)
        done: list[tuple[int, int]] = []
        with WorkerThreads(workers, progress=partial(lambda done, *now: done.append(now), done)) as threads:
            assert walked_lengths(game, search, first=guess, threads=threads).tolist() == lengths.tolist()
        assert len(done) > 1
        assert done == sorted(done)
        assert walked_tree(Position(game), search, first=guess) == tree


@pytest.mark.parametrize("objective", list(Objective))
@pytest.mark.parametrize("rules", ["p4c6", "p3c12", "p5c4-b"])
def test_a_walk_compares_large_sets_of_candidates_as_the_search_of_each_does(rules: str, objective: Objective) -> None:
    position, search = Position.parse(rules), OneStep(objective, candidates_only=True)
    tree = walked_tree(position, search)
    assert tree == walked_tree(position, search.choose)
    assert tree.figures.histogram == walk(position, search).histogram
    assert max(tree.secrets[1:]) > 64


@pytest.mark.parametrize("candidates_only", [False, True])
def test_a_walk_of_a_listed_game_is_the_same_in_any_groups(
    candidates_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(4)
    texts = sorted({"".join(rng.choice(list("abcde"), 4)) for _ in range(80)})
    game = ListedGame(texts, guesses=["abcd", "edcb", "aabb"])
    search = OneStep(Objective.ENTROPY, candidates_only)
    lengths = walked_lengths(game, search)
    assert lengths.tolist() == walked_tree(Position(game), search).lengths.tolist()
    monkeypatch.setattr("codepegs.trees.build.SHARED_FROM", (1, 1))
    monkeypatch.setattr("codepegs.trees.build.CODES_A_GROUP", 5)
    assert walked_lengths(game, search).tolist() == lengths.tolist()


@EACH
def test_single_choices_equal_the_naive_ones(rules: str, name: str) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(11)
    for turns in (0, 1, 2):
        position = random_history(game, rng, turns)
        left = Candidates.after(position)
        for candidates_only in (False, True):
            expected = naive.one_step_guess(name, game, list(left), candidates_only=candidates_only)
            for plan, workers in (("auto", 1), ("7", 2), ("512/1.5", 1), ("guesses", 2), ("pairs", 1)):
                with PlannedThreads(workers, plan=ChunkPlan.parse(plan)) as threads:
                    search = OneStep(OBJECTIVES[name], candidates_only)
                    assert search.choose(position, left, threads=threads) == expected


@pytest.mark.extended
def test_large_sets_are_searched_alike() -> None:
    """More than 512 codes, so that words are counted rather than lanes, and more than one tile of words."""
    position = Position.parse("p4c12 1123:0b0w")
    left = Candidates.after(position)
    assert len(left) > 512
    guesses = differing_guesses(position, left)
    sizes = part_sizes(guesses, left)
    table = part_table(position.game)
    for row in np.random.default_rng(2).choice(len(guesses), 20, replace=False):
        expected = naive.partition(position.game, left, left.space.decode(guesses[row]))
        assert {table.replies[part]: int(size) for part, size in enumerate(sizes[row]) if size} == expected
    assert (sizes.sum(axis=1) == len(left)).all()


@pytest.mark.parametrize("rules", ["p3c3-t", "p4c3-t", "p3c4-w", "p3c4n-b", "p3c4n-t"])
def test_part_sizes_of_every_guess(rules: str) -> None:
    """Every guess in one sweep, so that whatever one guess leaves behind would spoil the next."""
    game = Game.parse(rules)
    everything = Candidates.all(game)
    table = part_table(game)
    rng = np.random.default_rng(4)
    for turns in range(4):
        left = Candidates.after(random_history(game, rng, turns))
        sizes = part_sizes(everything.keys, left)
        for guess, row in zip(everything, sizes, strict=True):
            expected = naive.partition(game, left, guess)
            assert {table.replies[part]: int(size) for part, size in enumerate(row) if size} == expected


def test_more_than_one_tile() -> None:
    game = Game(3, 30)
    everything = Candidates.all(game)
    assert len(everything) > 64 * 256
    for objective in Objective:
        first = OneStep(objective).choose(Position(game), everything)
        assert first in ((0, 1, 2), (0, 0, 1), (0, 0, 0))
    sizes = part_sizes(np.array([everything.space.encode((0, 1, 2))], np.uint64), everything)
    expected = naive.partition(game, everything, (0, 1, 2))
    assert dict(zip(part_table(game).replies, sizes[0].tolist(), strict=True)) == expected


@pytest.mark.parametrize(
    "text",
    ["p3c4", "p4c3", "p3c4 112:1b0w", "p3c4 123:0b2w", "p4c3 1122:0b2w", "p3c4 112:1b0w 221:1b0w", "p4c4 1123:1b1w"],
)
def test_one_guess_an_orbit(text: str) -> None:
    position = Position.parse(text)
    left = Candidates.after(position)
    live = {color for code in left for color in code}
    orbits = naive.alike(position, naive.all_codes(position.game))
    listed = [left.space.decode(key) for key in differing_guesses(position, left).tolist()]
    lowest = set(orbits.values())
    assert set(listed) <= lowest
    if len(live) == position.game.colors:
        assert set(listed) == lowest
    # whatever was dropped has a lower guess with the same parts among those listed
    kept_parts: dict[object, tuple[int, ...]] = {}
    for guess in listed:
        parts = tuple(sorted(naive.partition(position.game, left, guess).items(), key=str))
        kept_parts.setdefault(parts, guess)
    for guess in naive.all_codes(position.game):
        parts = tuple(sorted(naive.partition(position.game, left, guess).items(), key=str))
        assert kept_parts[parts] <= guess


def test_the_roots_known_counts() -> None:
    for rules, guesses in (("p4c6", 5), ("p5c8", 7), ("p4c10n", 1), ("p6c9", 11)):
        start = Position.parse(rules)
        assert len(differing_guesses(start, Candidates.all(start.game))) == guesses
    assert len(symmetry_maps(Position.parse("p4c6 1122:1b1w")).class_maps) == 2


def test_logarithms_are_sums_over_prime_factors() -> None:
    found = np.ones(2_000, dtype=np.uint64)
    loops.write_log_table(found)
    for number in range(1, len(found)):
        log, rest, factor = 0, number, 2
        while rest > 1:
            while rest % factor == 0:
                log, rest = log + round(log2(factor) * 2**30), rest // factor
            factor += 1
        assert found[number] == log * number
    assert found[0] == 0


def test_ties() -> None:
    position = Position.parse("p4c6 1122:1b0w 1344:0b2w")
    left = Candidates.after(position)
    guesses = differing_guesses(position, left)
    best = {ties: best_guess(guesses, left, Objective.MOST_PARTS, ties=ties) for ties in (Ties.CANDIDATE, Ties.LOWEST)}
    assert left.space.decode(best[Ties.CANDIDATE]) in left
    assert best[Ties.LOWEST] <= best[Ties.CANDIDATE]
    drawn = {
        best_guess(guesses, left, Objective.WORST_PART, ties=Ties.RANDOM, rng=np.random.default_rng(seed))
        for seed in range(20)
    }
    scores = {
        naive.objective_score("minimax", naive.partition(left.game, left, left.space.decode(key))) for key in drawn
    }
    assert len(drawn) > 1
    assert len(scores) == 1


def test_no_candidates_is_a_contradiction() -> None:
    position = Position.parse("p4c6 1122:0b0w 3344:0b0w 5566:0b0w")
    with pytest.raises(Contradiction):
        OneStep(Objective.ENTROPY).choose(position, Candidates.after(position))


def test_auto_chunks_follow_the_work() -> None:
    auto = WorkerThreads(8)
    assert auto.chunks(1_296, 100) == 1
    assert auto.chunks(500_000, 50_000) >= 8 * 16
    assert auto.chunks(5, 10**9) == 5


def test_more_chunks_than_codes() -> None:
    with WorkerThreads(2) as threads:
        assert threads.map(3, 50, lambda start, stop: (start, stop)) == [(0, 1), (1, 2), (2, 3)]
        assert threads.map(0, 5, lambda start, stop: (start, stop)) == [(0, 0)]


def test_a_part_of_a_job_reports_to_another_function() -> None:
    whole: list[int] = []
    part: list[int] = []
    with WorkerThreads(2, progress=lambda done, total: whole.append(done)) as threads:
        threads.reporting(lambda done, total: part.append(done)).map(2, 2, lambda start, stop: None)
        threads.reporting(None).map(5, 5, lambda start, stop: None)
        threads.reporting(None).work.add(1, 2, 3)
        threads.map(3, 3, lambda start, stop: None)
    assert (part, whole, threads.work.guesses) == ([1, 2], [1, 2, 3], 2)


def test_a_failing_chunk_is_heard() -> None:
    def fail(start: int, stop: int) -> None:
        raise ValueError(start)

    with WorkerThreads(2) as threads:
        with pytest.raises(ValueError, match="0"):
            threads.map(10, 10, fail)
        assert threads.map(2, 2, lambda start, stop: start) == [0, 1]


@pytest.mark.parametrize("rules", ["p4c6 1122:1b0w", "p3c5n 123:1b1w", "p3c4-t 112:2t"])
def test_suggestions_have_the_naive_figures(rules: str) -> None:
    position = Position.parse(rules)
    left = Candidates.after(position)
    for objective in Objective:
        suggestions = best_suggestions(position, left, OneStep(objective), 8)
        for suggestion in suggestions:
            sizes = naive.partition(position.game, left, suggestion.guess)
            assert suggestion.worst_part == max(sizes.values())
            assert suggestion.parts == len(sizes)
            assert suggestion.is_candidate == (suggestion.guess in left)
            assert suggestion.win_chance == pytest.approx(sizes[position.game.win] / len(left))
            assert suggestion.expected_size == pytest.approx(sum(n * n for n in sizes.values()) / len(left))
        assert suggestions[0].guess == OneStep(objective).choose(position, left)
        assert len({suggestion.guess for suggestion in suggestions}) == len(suggestions)


@pytest.mark.parametrize("name", OBJECTIVES)
def test_the_best_member_of_sets_of_any_size(name: str) -> None:
    """With few members, each is compared code by code; with some more, eight at once; with many, by bit planes."""
    game, rng = Game.parse("p4c6"), np.random.default_rng(5)
    search = OneStep(OBJECTIVES[name], candidates_only=True)
    first = (0, 0, 1, 2)
    keys = Candidates.all(game).keys
    ends = np.cumsum(CodeSpace.of(game).split(keys, first))
    largest = max(np.split(keys, ends[:-1]), key=len)
    for size in range(3, 70):
        candidates = Candidates(game, np.sort(rng.choice(largest, size, replace=False)))
        sizes = part_sizes(candidates.keys, candidates)
        best = int(scores(sizes, search.objective).argmin())
        depth, plays = 1, first_plays(game, [first])
        options = loop_options(search, size)
        choice = loops.begin_choice(candidates.keys, depth, plays, code_rules(game), part_cells(game), options)
        while not (found := loops.step_choice(choice, UNITS))[0]:
            pass
        assert found[1:] == (int(candidates.keys[best]), size)
