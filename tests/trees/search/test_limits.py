"""Limits: every search looks at its deadline between short steps, and ends with the best so far whenever it comes.

The clock of these tests advances by one tick with every look, so that a limit ends a search at a certain look, on any
machine. No test measures a time.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from codepegs import read_tree
from codepegs.cli import terminal
from codepegs.codes import Objective, OneStep
from codepegs.core import loops
from codepegs.game import Game, ListedGame, Position
from codepegs.parallel import Deadline, TimeUp, WorkerThreads
from codepegs.trees import Tree, build, text, walked_tree
from codepegs.trees.checker import check_text
from codepegs.trees.search import beam, improve, lower_bound, optimal, set_search
from codepegs.trees.search.game_search import GameSearch
from tests import extent
from tests.conftest import Cli

TICK = 0.001
"""Seconds between two looks."""

OPTIMA = {"p4c4": 905, "p3c6": 854, "p4c5": 2_463}


class Ticks:
    """A clock that is looked at, by thread; after a number of looks it is interrupted, once, in the main thread."""

    def __init__(self, interrupted_at: int | None = None) -> None:
        self.looks: Counter[int] = Counter()
        self.interrupted_at = interrupted_at
        self.lock = threading.Lock()

    def __call__(self) -> float:
        with self.lock:
            self.looks[threading.get_ident()] += 1
            is_main = threading.current_thread() is threading.main_thread()
            if is_main and self.interrupted_at is not None and self.looks.total() >= self.interrupted_at:
                self.interrupted_at = None
                raise KeyboardInterrupt
            return self.looks.total() * TICK


def use(clock: Ticks, monkeypatch: pytest.MonkeyPatch) -> Ticks:
    monkeypatch.setattr(Deadline, "clock", staticmethod(clock))
    return clock


def table(size: int = 60) -> Game:
    """A table of tests and objects, which costs and weights make a game of its own kind."""
    rng = random.Random(size)
    columns = {f"t{n}": [rng.randrange(3) for _ in range(size)] for n in range(7)}
    weights = [rng.randint(1, 5) for _ in range(size)]
    return Game.from_table(columns, weights=weights, costs=[1, 2, 1, 3, 1, 2, 1])


def words(size: int = 80) -> Game:
    rng = random.Random(size)
    return ListedGame(list(dict.fromkeys("".join(rng.choices("abcde", k=4)) for _ in range(size))), reply="wordle")


@pytest.fixture
def small_steps(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Steps so short that small games have many; returns the longest run of steps in one thread without a look."""
    for module, units in ((build, 20_000), (set_search, 50_000), (beam, 50_000)):
        monkeypatch.setattr(module, "WALK_UNITS" if module is build else "STEP_UNITS", units)
    clock = use(Ticks(), monkeypatch)
    seen: dict[int, int] = {}
    runs: Counter[int] = Counter()
    longest = 0

    def counting(step: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any) -> Any:
            nonlocal longest
            thread = threading.get_ident()
            runs[thread] = runs[thread] + 1 if seen.get(thread) == clock.looks[thread] else 1
            seen[thread] = clock.looks[thread]
            longest = max(longest, runs[thread])
            return step(*arguments)

        return counted

    for name in ("step_walk", "step_table_walk", "step_tree_search", "step_beam_search", "step_growing"):
        monkeypatch.setattr(loops, name, counting(getattr(loops, name)))

    def longest_run() -> int:
        nonlocal longest
        found, longest = longest, 0
        runs.clear()
        return found

    return longest_run


GAMES: dict[str, Callable[[], Game]] = {
    "p4c4": lambda: Game(4, 4),
    "p4c5": lambda: Game(4, 5),
    "words": words,
    "table": table,
}


@pytest.mark.parametrize("workers", extent.rest_extended([1, 3], [1]))
@pytest.mark.parametrize("name", extent.rest_extended(GAMES, ["p4c5", "words", "table"]))
def test_searches_look_at_the_clock_between_all_steps(
    name: str, workers: int, small_steps: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]()
    walked_tree(Position(game), OneStep(Objective.ENTROPY, candidates_only=game.until == "named"))
    allowed = small_steps() + 2  # the first tree is built in any case
    improve(game, limit=1e6, passes=2, workers=workers)
    assert small_steps() <= allowed
    optimal(game, limit=1e6, workers=workers)
    assert small_steps() <= allowed
    lower_bound(game, limit=5 * TICK * 100, workers=workers)
    assert small_steps() <= allowed


GOOD = extent.of("p4c5", "p4c4")
"""A game in which searches take some time."""

LOOKS = extent.of([0, 1, 2, 3, 5, 8, 13, 30, 80, 200, 500], [0, 1, 3, 13, 80, 500])


@pytest.mark.parametrize("workers", extent.rest_extended([1, 2, 3], [1]))
def test_a_limit_at_any_look_leaves_the_best_tree_so_far(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    quick = walked_tree(Position(Game.parse(GOOD)), OneStep(Objective.ENTROPY, candidates_only=True))
    for looks in LOOKS:
        use(Ticks(), monkeypatch)
        saved: list[Tree] = []
        found = improve(GOOD, limit=looks * TICK, workers=workers, save=saved.append)
        totals = [tree.total for tree in saved]
        assert totals[0] == quick.total
        assert totals == sorted(totals, reverse=True)
        assert found.total == totals[-1]
        assert check_text(text.write(found))["valid"]


@pytest.mark.parametrize("rules", extent.rest_extended(OPTIMA, ["p4c4"]))
def test_a_limit_at_any_look_leaves_true_bounds(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = []
    for looks in LOOKS:
        use(Ticks(), monkeypatch)
        found = optimal(rules, limit=looks * TICK)
        assert found.tree is not None
        assert found.lower_bound <= OPTIMA[rules] <= found.tree.total == found.upper_bound
        assert found.proved == (found.lower_bound == found.upper_bound) or found.lower_bound == OPTIMA[rules]
        use(Ticks(), monkeypatch)
        bounds.append(lower_bound(rules, limit=looks * TICK).lower_bound)
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1] <= OPTIMA[rules]


@pytest.mark.parametrize(
    "objective", ["worst", *extent.rest_extended(["depth", "expected-within:5", "last-turn:5"], [])]
)
def test_other_objectives_end_at_any_look(objective: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = optimal("p3c6", objective)
    for looks in LOOKS[::2]:
        use(Ticks(), monkeypatch)
        found = optimal("p3c6", objective, limit=looks * TICK)
        if found.proved:
            assert found.upper_bound == whole.upper_bound
        if found.depth_bound is None and found.tree is not None:
            assert whole.upper_bound is not None
            assert found.lower_bound <= whole.upper_bound <= (found.upper_bound or 0)


def test_a_weighed_game_ends_at_any_look(monkeypatch: pytest.MonkeyPatch) -> None:
    game = table()
    least = optimal(game).upper_bound
    assert least is not None
    for looks in [*LOOKS, 2_000]:
        use(Ticks(), monkeypatch)
        saved: list[Tree] = []
        found = improve(game, limit=looks * TICK, save=saved.append)
        assert saved[-1].total == found.total >= least
        use(Ticks(), monkeypatch)
        within = optimal(game, limit=looks * TICK)
        assert within.lower_bound <= least <= (within.upper_bound or 0)
        use(Ticks(), monkeypatch)
        assert lower_bound(game, limit=looks * TICK).lower_bound <= least


def test_an_interrupt_at_any_look_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for looks in LOOKS[1:]:
        use(Ticks(interrupted_at=looks + 1), monkeypatch)
        saved: list[Tree] = []
        with pytest.raises(KeyboardInterrupt):
            improve(GOOD, limit=1e6, save=saved.append)
        assert saved
        assert check_text(text.write(saved[-1]))["valid"]
        use(Ticks(interrupted_at=looks + 1), monkeypatch)
        found = optimal(GOOD, limit=1e6)
        assert found.interrupted != found.proved
        assert found.tree is not None
        assert found.lower_bound <= OPTIMA[GOOD] <= found.tree.total
        use(Ticks(interrupted_at=looks + 1), monkeypatch)
        bound = lower_bound(GOOD, limit=1e6)
        assert bound.interrupted != bound.exact
        assert bound.lower_bound <= OPTIMA[GOOD]


@pytest.mark.extended
@pytest.mark.parametrize("rules", ["p6c7", "p7c6", "p5c12"])
def test_the_largest_games_have_a_tree_and_a_bound_after_a_few_looks(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for workers in (1, 3):
        clock, saved = use(Ticks(), monkeypatch), list[Tree]()
        found = improve(rules, limit=20 * TICK, workers=workers, save=saved.append)
        assert saved[-1].total == found.total
        assert found.figures.secrets == Game.parse(rules).size
        assert clock.looks.total() <= 20 + 2 * workers + 2
    clock = use(Ticks(), monkeypatch)
    bound = lower_bound(rules, limit=20 * TICK)
    assert Game.parse(rules).size < bound.lower_bound < found.total
    assert clock.looks.total() <= 25


def test_threads_end_with_their_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    use(Ticks(), monkeypatch)
    for workers in (1, 2):
        done: list[int] = []
        with WorkerThreads(workers, deadline=Deadline(5 * TICK)) as threads, pytest.raises(TimeUp):
            threads.map(100, 100, lambda start, stop, done=done: done.append(start))  # type: ignore[misc]
        assert 3 <= len(done) <= 6


def test_a_limit_starts_from_the_tree_of_the_gallery(cli: Cli) -> None:
    best = read_tree("gallery:p4c8").total
    printed = cli("optimal", "p4c8", "--limit", "0.1", "-o", "best.tree")
    assert f"{best:,} guesses" in printed
    assert "This is gallery:p4c8, with which the search began." in printed
    assert "An earlier search proved it optimal." in printed
    assert read_tree("best.tree").total == best
    assert cli.json("optimal", "p4c8", "--limit", "0.1")["upper_bound"] == best
    first = cli("optimal", "p4c8", "--limit", "0.1", "--first", "1122")
    assert "gallery:" not in first
    alone = cli("optimal", "p4c8", "--limit", "0.1", "--candidates-only")
    assert "gallery:" not in alone  # its tree guesses other codes


def test_a_better_tree_of_the_gallery_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    worst = cli("optimal", "p5c6", "--limit", "0.1", "--objective", "worst")
    assert "An optimal tree, gallery:p5c6:worst, needs 36,721 in total, and at most 6." in worst

    def interrupted(search: GameSearch, deadline: Deadline) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(GameSearch, "run", interrupted)
    complaint = cli.complaint("optimal", "p4c6", code=130)
    assert "An optimal tree, gallery:p4c6, needs 5,625." in cli.captured.out
    assert "The tree was not saved: to save it, give a file with -o." in complaint
    assert "not saved" not in cli.complaint("optimal", "p4c6", "-o", "p4c6.tree", code=130)


@pytest.mark.parametrize("command", ["optimal p4c5", "optimal p4c5 --no-proof --passes 1", "optimal p4c4 --bound-only"])
def test_progress_is_reported_in_lines(command: str, cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "LOGGED_EVERY", 0.0)
    cli(*command.split())
    lines = [line for line in cli.captured.err.splitlines() if line.startswith(("searching: ", "bounding: "))]
    assert lines
    assert "\r" not in cli.captured.err
    cli.json(*command.split())
    assert "searching: " not in cli.captured.err


@pytest.mark.parametrize("limit", ["nan", "-1", "0"])
@pytest.mark.parametrize("command", ["optimal", "optimal --no-proof", "optimal --bound-only"])
def test_limits_that_are_none_are_refused(command: str, limit: str, cli: Cli) -> None:
    expected = "invalid value for --limit: expected a number of at least 0.1"
    assert expected in cli.complaint(*command.split(), "p2c2", f"--limit={limit}")


ODD = [float("nan"), -1, "5", True, [1], 1j, 10**400]


@pytest.mark.parametrize("search", [improve, optimal, lower_bound])
def test_arguments_that_are_no_numbers_are_refused(search: Callable[..., object]) -> None:
    from codepegs import certify
    from codepegs.errors import BadInput

    for value in ODD:
        with pytest.raises(BadInput, match="limit must be a number"):
            search("p2c2", limit=value)
    for value in (*ODD[:-1], 1.5):
        for name in ("workers", "passes") if search is improve else ("workers",):
            with pytest.raises(BadInput, match=f"{name} must be"):
                search("p2c2", **{name: value})
    for total in (18.5, "9", None, [1]):
        with pytest.raises(BadInput, match="total must be a whole number, not"):
            certify("p2c2", total)  # type: ignore[arg-type]


def test_a_thread_that_cannot_start_is_a_lack_of_memory(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    assert "not enough memory" in cli.complaint("optimal", "p4c5", "--workers", "2", code=3)
    assert cli.json("optimal", "p4c5", "--workers", "2", code=3)["error"]["kind"] == "environment"
