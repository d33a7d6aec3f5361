"""Games, comparisons and searches in a loop of the caller: the same results, and an end as soon as it is left."""

from __future__ import annotations

import inspect
import random
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from codepegs import WorkerThreads, evaluate, iter_evaluate, iter_optimal, iter_play, optimal, play
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.experiments.evaluation import EvaluateProgress, Evaluation, Evaluations
from codepegs.game.reply import Code
from codepegs.match.game_loop import PlayedGame
from codepegs.parallel import Steps
from codepegs.trees.search.search_state import Bounds
from tests import extent

GAMES = [
    ("p4c6", "minimax", {}),
    ("p4c6", "random-consistent", {"seed": 3}),
    ("p4c5", "bayes", {"noise": 0.2, "seed": 5, "turns": 9}),
    ("p3c4", "bayes", {"declare": 0.9, "seed": 2}),
    ("p5c5-b", "entropy", {"turns": 2, "seed": 1}),
    ("p30c30", "streaming", {"seed": 1}),
]


def untimed(game: PlayedGame) -> PlayedGame:
    """The same game, as if it had taken no time."""
    return replace(game, seconds=0.0, turns=tuple(replace(turn, seconds=0.0) for turn in game.turns))


others: list[threading.Thread] = []
"""Threads of earlier tests in the same process."""


@pytest.fixture(autouse=True)
def threads_before() -> None:
    others[:] = threading.enumerate()


def left_over() -> list[threading.Thread]:
    """The threads of codepegs that are still there after a while in which they should end."""
    for _ in range(100):
        found = [
            thread for thread in threading.enumerate() if thread.name.startswith("codepegs") and thread not in others
        ]
        if not found:
            break
        time.sleep(0.05)
    return found


@pytest.mark.parametrize(("rules", "strategy", "options"), GAMES, ids=lambda value: str(value))
@pytest.mark.parametrize("workers", [1, 2])
def test_a_game_in_a_loop_is_the_same(rules: str, strategy: str, options: dict[str, Any], workers: int) -> None:
    playing = iter_play(rules, None, strategy, workers=workers, **options | {"seed": options.get("seed", 7)})
    turns = list(playing)
    played = play(rules, None, strategy, workers=workers, **options | {"seed": options.get("seed", 7)})
    assert untimed(playing.result) == untimed(played)
    assert turns == list(playing.result.turns)
    assert list(playing) == [], "the game is over"
    assert not left_over()


def test_a_game_goes_on_after_a_break() -> None:
    drawn = random.Random(8)
    for _ in range(20):
        seed = drawn.randrange(1000)
        whole = play("p4c6", None, "random-consistent", seed=seed)
        playing = iter_play("p4c6", None, "random-consistent", seed=seed)
        while not playing.result.solved:
            most = drawn.randrange(1, 4)
            for made, turn in enumerate(playing, 1):
                assert playing.result.turns[-1] == turn
                assert playing.codebreaker.position == playing.result.position
                if made == most:
                    break
        assert untimed(playing.result) == untimed(whole)


def test_threads_of_the_caller_stay_open_after_a_loop() -> None:
    with WorkerThreads(2) as threads:
        for _ in iter_play("p4c6", "3456", "entropy", workers=threads):
            break
        assert threads.map(4, 2, lambda first, after: after - first) == [2, 2]
    assert not left_over()


def test_errors_come_as_from_play() -> None:
    with pytest.raises(BadStrategy):
        iter_play("p9c9", None, "minimax")
    with pytest.raises(BadInput):
        iter_play("p4c6", "1234", codemaker=lambda guess: (0, 0))
    with pytest.raises(Contradiction):
        list(iter_play("p4c6", strategy="minimax", codemaker=lambda guess: (0, 0)))


def figures(found: Evaluation) -> list[Any]:
    return [found.strategy, found.lengths.tolist(), found.standard_error, found.difference, found.partial]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_comparison_in_a_loop_is_the_same(workers: int) -> None:
    for rules, strategies, options in (
        ("p3c4", ["entropy", "minimax"], {}),
        ("p4c5", ["random-consistent", "entropy"], {"games": 25, "seed": 3}),
        ("p4c5", ["bayes", "bayes:noise=0.2"], {"games": 3, "seed": 3, "noise": 0.1}),
    ):
        steps = iter_evaluate(rules, strategies, workers=workers, **options)
        states = list(steps)
        expected = evaluate(rules, strategies, workers=workers, **options)
        assert list(map(figures, steps.result)) == list(map(figures, expected))
        assert [state.evaluation for state in states if state.evaluation] == steps.result
        for strategy in [found.strategy for found in expected]:
            dones = [state.done / state.total for state in states if state.strategy == strategy]
            assert dones == sorted(dones)
            assert dones[-1] == 1
    assert not left_over()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_comparison_that_is_left_keeps_its_games(workers: int) -> None:
    steps = iter_evaluate("p4c6", ["entropy", "random-consistent"], games=150, seed=1, workers=workers)
    for state in steps:
        if state.strategy == "random-consistent" and state.done >= 5:
            break
    whole = evaluate("p4c6", ["entropy", "random-consistent"], games=150, seed=1)
    done, left = steps.result
    assert figures(done) == figures(whole[0])
    assert left.partial
    assert 5 <= left.games < 150
    if workers == 1:
        assert left.games == 5
        assert left.lengths.tolist() == whole[1].lengths[:5].tolist()
    assert list(steps) == [], "it is not begun again"
    assert not left_over()


def test_a_comparison_that_is_left_between_two_strategies() -> None:
    steps = iter_evaluate("p4c5", ["random-consistent", "entropy"], games=9, seed=1)
    for state in steps:
        if state.evaluation:
            break
    assert steps.result == [state.evaluation]
    assert not steps.result[0].partial


def test_a_comparison_ends_within_a_game() -> None:
    """A long game takes seconds: the loop is left in the middle of the first."""
    steps = iter_evaluate("p1000c1000", ["streaming"], games=2, seed=1)
    for state in steps:
        if state.words:
            break
    assert steps.result == []
    assert not left_over()


def test_an_exception_in_the_loop_ends_the_work() -> None:
    for error in (KeyboardInterrupt, ZeroDivisionError):
        steps = iter_evaluate("p4c6", "random-consistent", games=200, seed=1)
        with pytest.raises(error):
            _leave_by(error, steps)
        assert steps.result[0].games == 3
    assert not left_over()


def _leave_by(error: type[BaseException], steps: Steps[EvaluateProgress, Evaluations]) -> None:
    for state in steps:
        if state.done == 3:
            raise error


def test_an_error_of_the_work_comes_out_of_the_loop() -> None:
    def contrary(secret: Code, seed: object) -> Callable[[Code], tuple[int, int]]:
        return lambda guess: (0, 0)

    steps = iter_evaluate("p4c6", "minimax", games=3, seed=1, codemaker=contrary)
    with pytest.raises(Contradiction):
        list(steps)
    assert not steps.has_result
    with pytest.raises(BadInput, match="once the loop"):
        _ = steps.result
    with pytest.raises(BadInput, match="once the loop"):
        _ = iter_evaluate("p4c6", "minimax").result
    assert not left_over()


@pytest.mark.extended
def test_a_comparison_in_other_processes_is_the_same() -> None:
    strategies = ["entropy", "random-consistent"]
    options: dict[str, Any] = {"games": 30, "seed": 2}
    steps = iter_evaluate("p4c5", strategies, fresh=True, **options)
    assert sum(state.strategy == "random-consistent" for state in steps) >= 30
    assert list(map(figures, steps.result)) == list(map(figures, evaluate("p4c5", strategies, **options)))
    steps = iter_evaluate("p6c9", strategies[1:], games=50_000, seed=1, fresh=True)
    for state in steps:
        if state.done >= 2:
            break
    assert steps.result[0].partial
    assert 2 <= steps.result[0].games < 50_000
    assert not left_over()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_in_a_loop_is_the_same(workers: int) -> None:
    for rules, objective in extent.of(
        [("p4c4", "expected"), ("p3c6", "worst"), ("p4c5", "expected")], [("p4c4", "worst")]
    ):
        steps = iter_optimal(rules, objective, workers=workers)
        states = list(steps)
        found, expected = steps.result, optimal(rules, objective, workers=workers)
        assert (found.upper_bound, found.lower_bound, found.proved, found.interrupted) == (
            expected.upper_bound,
            expected.lower_bound,
            True,
            False,
        )
        assert states
        assert all(isinstance(state, Bounds) for state in states)
    assert not left_over()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_that_is_left_keeps_its_tree(workers: int) -> None:
    steps = iter_optimal("p4c7", workers=workers)
    for bounds in steps:
        if bounds.upper_bound is not None:
            break
    found = steps.result
    assert (found.interrupted, found.proved) == (True, False)
    assert found.tree is not None
    assert found.upper_bound == found.tree.figures.total
    assert bounds.lower_bound <= found.lower_bound <= 11228 <= found.upper_bound
    assert not left_over()


def test_a_loop_that_is_never_begun_does_nothing() -> None:
    done: list[int] = []
    steps: Steps[int, None] = Steps(lambda steps: done.append(1))
    with pytest.raises(BadInput):
        _ = steps.result
    assert list(steps) == []
    assert done == [1]
    assert steps.result is None


def test_many_threads_report_to_one_loop() -> None:
    def work(steps: Steps[int, int]) -> int:
        def report(number: int) -> None:
            for _ in range(20):
                steps.report(number)

        threads = [threading.Thread(target=report, args=(number,)) for number in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return len(threads)

    steps = Steps(work)
    assert sorted(steps) == sorted([*range(5)] * 20)
    for leave_after in range(3):
        steps = Steps(work)
        for made, _ in enumerate(steps):
            if made == leave_after:
                break
        assert steps.result == 5


def test_loops_take_what_the_functions_take() -> None:
    replaced = {"on_turn", "on_start", "progress"}
    for whole, loop in ((play, iter_play), (evaluate, iter_evaluate), (optimal, iter_optimal)):
        expected = {
            name: (parameter.kind, parameter.default, parameter.annotation)
            for name, parameter in inspect.signature(whole).parameters.items()
            if name not in replaced
        }
        found = inspect.signature(loop).parameters
        assert {name: (one.kind, one.default, one.annotation) for name, one in found.items()} == expected
        assert list(found) == [name for name in inspect.signature(whole).parameters if name not in replaced]


def test_what_is_replaced_says_by_what() -> None:
    seen: list[object] = []
    with pytest.warns(DeprecationWarning, match=r"on_start and on_turn of play .* 'for turn in iter_play"):
        played = play("p4c6", "3456", "minimax", on_turn=lambda number, turn: seen.append(turn), on_start=seen.append)
    assert seen[1:] == list(played.turns)
    shares: list[tuple[int, int]] = []
    with pytest.warns(DeprecationWarning, match="progress of evaluate .* 'for state in iter_evaluate"):
        evaluate("p4c5", "random-consistent", games=4, seed=1, progress=lambda *share: shares.append(share))
    assert shares == [(1, 4), (2, 4), (3, 4), (4, 4)]
    bounds: list[Bounds] = []
    with pytest.warns(DeprecationWarning, match="progress of optimal .* 'for bounds in iter_optimal"):
        assert optimal("p4c4", progress=bounds.append).proved
    assert bounds
