"""Strategies measured: exact totals, paired differences, the same figures however the work is shared."""

from __future__ import annotations

import csv
import io
import math
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs import build_tree
from codepegs.codes import Candidates
from codepegs.errors import BadInput, BadStrategy
from codepegs.experiments.evaluation import DEFAULT_GAMES, Evaluation, Interrupted, evaluate, iter_evaluate
from codepegs.experiments.fresh import send_outcome
from codepegs.experiments.units import Unit, run_unit
from codepegs.game.reply import Code
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.registry import Player
from codepegs.trees.tree import TreeFigures
from tests.conftest import Cli
from tests.strategies.test_published_figures import PUBLISHED

KEYS = [
    "rules",
    "strategy",
    "games",
    "exhaustive",
    "total",
    "average",
    "standard_error",
    "longest_game",
    "histogram",
    "unsolved",
    "first",
    "seed",
    "seconds",
    "seconds_per_game",
    "peak_memory_mib",
    "noise",
    "declare",
    "success_rate",
    "kinds",
]


@pytest.mark.parametrize(
    "row",
    [
        row
        for row in PUBLISHED
        if row["strategy"] in ("minimax", "expected-size", "entropy", "max-parts", "first-consistent")
    ],
    ids=lambda row: f"{row['rules']}-{row['strategy']}",
)
def test_published_totals(row: dict[str, str]) -> None:
    (found,) = evaluate(row["rules"], [row["strategy"]])
    assert found.exhaustive
    assert found.standard_error is None
    assert (found.total, found.longest_game, found.histogram[-1]) == (
        int(row["total"]),
        int(row["longest_game"]),
        int(row["codes_at_longest"]),
    )


@pytest.mark.parametrize(("rules", "total"), [("p4c7", 11374), ("p4c8", 20695), ("p4c9", 34940)])
def test_entropy_with_the_best_first_guess(rules: str, total: int) -> None:
    """Published totals of entropy with the best of all first patterns, whose author broke ties in a way of his own."""
    (found,) = evaluate(rules, ["entropy:first=best"], workers=2)
    assert found.total <= total * 1.003
    assert found.first is not None
    assert evaluate(rules, [f"entropy:first={found.first}"])[0].total == found.total


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "total"), [("p5c6", 37104), ("p5c7", 86412), ("p5c8", 179751), ("p6c6", 5.1972 * 6**6)]
)
def test_entropy_with_the_best_first_guess_in_larger_games(rules: str, total: float) -> None:
    (found,) = evaluate(rules, ["entropy:first=best"], workers=2)
    assert found.total <= total * 1.003


def lengths_of(unit: Unit, workers: int = 1) -> NDArray[np.int64]:
    lengths = run_unit(unit, workers, each_game=True).lengths
    assert lengths is not None
    return lengths


def test_samples_are_played_games() -> None:
    """Walking a sample at once gives what playing each of its games does."""
    game = Game(4, 5)
    for strategy in ("entropy", "aabc-max-parts", "first-consistent:backwards", "random-consistent"):
        player = Player.parse(strategy)
        lengths = lengths_of(Unit(rules="p4c5", strategy=strategy, seed=3, start=10, games=50), 2)
        for number, length in enumerate(lengths.tolist(), 10):
            seed = Seed(3, number)
            assert play(game, Secret.draw(game, seed).code, player, seed=seed).guesses == length


def test_differences_are_paired() -> None:
    first, other = evaluate("p4c5", ["minimax", "random-consistent"], games=80, seed=9)
    assert isinstance(first, Evaluation)
    difference = other.difference
    assert difference
    lengths = {
        strategy: lengths_of(Unit(rules="p4c5", strategy=strategy, seed=9, games=80))
        for strategy in ("minimax", "random-consistent")
    }
    gaps = lengths["random-consistent"] - lengths["minimax"]
    assert difference.average == pytest.approx(gaps.mean())
    assert difference.standard_error == pytest.approx(gaps.std(ddof=1) / math.sqrt(80))
    assert (difference.fewer, difference.more) == ((gaps < 0).sum(), (gaps > 0).sum())
    assert first.standard_error == pytest.approx(lengths["minimax"].std(ddof=1) / math.sqrt(80))


def results(evaluations: list[Evaluation]) -> list[Any]:
    return [
        (found.strategy, found.histogram, found.total, found.standard_error, found.difference) for found in evaluations
    ]


@pytest.mark.extended
def test_figures_do_not_depend_on_workers_or_processes() -> None:
    strategies = ["random-consistent", "entropy", "minimax:first=random"]
    alone = evaluate("p4c4", strategies, games=40, seed=2)
    assert results(evaluate("p4c4", strategies, games=40, seed=2, workers=2)) == results(alone)
    assert results(evaluate("p4c4", strategies, games=40, seed=2, workers=2, fresh=True)) == results(alone)
    assert results(evaluate("p4c4", strategies, games=40, seed=3)) != results(alone)


@pytest.mark.extended
def test_what_is_played_when_nothing_is_said() -> None:
    assert evaluate("p3c3", ["minimax"])[0].games == 27
    drawn = evaluate("p3c3", ["random-consistent"], seed=1)[0]
    assert (drawn.games, drawn.exhaustive) == (DEFAULT_GAMES, False)
    every = evaluate("p3c3", ["random-consistent", "minimax"], seed=1, games="all")
    assert [(found.games, found.exhaustive, found.standard_error) for found in every] == [(27, True, None)] * 2


def test_every_secret_has_its_limit() -> None:
    with pytest.raises(BadInput, match="give a number of games"):
        evaluate("p9c9", ["random-consistent"], games="all")
    with pytest.raises(BadStrategy, match="cannot play p9c9"):
        evaluate("p9c9", ["minimax"])


def test_units_add_up() -> None:
    whole = run_unit(Unit(rules="p4c6", strategy="entropy"))
    assert whole.figures.total == 5722
    for shards in (2, 5):
        parts = [run_unit(Unit(rules="p4c6", strategy="entropy", shard=n, shards=shards)) for n in range(shards)]
        assert sum((part.figures for part in parts), TreeFigures(())) == whole.figures
    games = run_unit(Unit(rules="p4c6", strategy="random-consistent", seed=4, games=30))
    halves = [run_unit(Unit(rules="p4c6", strategy="random-consistent", seed=4, games=15, start=n)) for n in (0, 15)]
    assert halves[0].figures + halves[1].figures == games.figures
    every = [run_unit(Unit(rules="p3c3", strategy="random-consistent", shard=n, shards=3)) for n in range(3)]
    assert sum(part.games for part in every) == 27


def test_a_unit_is_named_by_what_affects_its_answer(tmp_path: Path) -> None:
    unit = Unit(rules="p4c6", strategy="random-consistent", seed=1, games=10)
    assert unit.name == Unit(rules="mm", strategy="random-consistent", seed=1, games=10).name
    others = [
        Unit(rules="p4c5", strategy="random-consistent", seed=1, games=10),
        Unit(rules="p4c6", strategy="random-consistent:first=half", seed=1, games=10),
        Unit(rules="p4c6", strategy="random-consistent", seed=2, games=10),
        Unit(rules="p4c6", strategy="random-consistent", seed=1, games=11),
        Unit(rules="p4c6", strategy="random-consistent", seed=1, games=10, start=10),
        Unit(rules="p4c6", strategy="random-consistent", seed=1),
        Unit(rules="p4c6", strategy="random-consistent", seed=1, shard=1, shards=2),
    ]
    assert len({unit.name, *(other.name for other in others)}) == 1 + len(others)
    file = tmp_path / "a.braces"
    file.write_text("{AA:{00:BB,10:{AB:{02:BA}}}}")
    before = Unit(rules="p2c2", strategy=f"tree:{file}").name
    file.write_text("{AB:{02:BA,10:{AA:{00:BB}}}}")
    assert Unit(rules="p2c2", strategy=f"tree:{file}").name != before


def test_the_command(cli: Cli) -> None:
    record = cli.json("evaluate", "mm", "--strategy", "entropy", "--workers", "1")
    assert list(record) == KEYS
    assert record["rules"] == "p4c6"
    assert record["total"] == 5722
    assert record["histogram"] == [1, 4, 71, 612, 596, 12]
    printed = cli("evaluate", "p3c4", "-s", "entropy", "-s", "minimax")
    assert "all 64 secrets" in printed
    assert "minimax needs" in printed or "same number" in printed
    lines = cli(
        "evaluate", "p3c4", "-s", "entropy", "-s", "random-consistent", "--games", "20", "--seed", "1", "--json"
    )
    assert len(lines.splitlines()) == 2
    assert '"difference":{"against":"entropy"' in lines.splitlines()[1]


def test_first_best(cli: Cli) -> None:
    record = cli.json("evaluate", "p4c6", "--strategy", "entropy", "--first", "best")
    totals = {}
    for first in ("1111", "1112", "1122", "1123", "1234"):
        totals[first] = cli.json("evaluate", "p4c6", "--strategy", f"entropy:first={first}")["total"]
    assert record["total"] == min(totals.values())
    assert totals[record["first"]] == record["total"]
    assert totals["1234"] == 5722


@pytest.mark.extended
def test_csv_to_file_and_standard_output(cli: Cli, tmp_path: Path) -> None:
    for arguments in (["-o", "-"], ["--format=csv"], ["--format", "csv", "--workers", "2"]):
        (row,) = csv.DictReader(io.StringIO(cli("evaluate", "p3c3", "-s", "minimax", *arguments)))
        assert row["total"] == str(evaluate("p3c3", ["minimax"])[0].total)
        assert TreeFigures(tuple(map(int, row["histogram"].split()))).total == int(row["total"])
    file = tmp_path / "rows.csv"
    cli("evaluate", "p3c3", "-s", "minimax", "-s", "entropy", "-o", str(file))
    rows = list(csv.DictReader(file.read_text().splitlines()))
    assert [row["strategy"] for row in rows] == ["minimax", "entropy"]
    assert rows[1]["difference_against"] == "minimax"


@pytest.mark.parametrize("games", ["0", "-3", "some", "1.5", ""])
def test_games_that_are_no_number(cli: Cli, games: str) -> None:
    assert "expected a whole number" in cli.complaint("evaluate", "p3c3", f"--games={games}")


def test_averages_by_hand() -> None:
    (found,) = evaluate("p3c4", ["first-consistent"])
    game = Game(3, 4)
    from tests import naive

    lengths = [play(game, secret, "first-consistent").guesses for secret in naive.all_codes(game)]
    assert found.average == pytest.approx(np.mean(lengths))
    assert found.longest_game == max(lengths)


def test_a_single_long_game_reports_its_progress() -> None:
    states = list(iter_evaluate(Game(80, 80), ["streaming"], games=2, seed=1))
    ended = [state for state in states if not state.words]
    assert [(state.done, state.total, state.evaluation is None) for state in ended] == [
        (1, 2, True),
        (2, 2, True),
        (2, 2, False),
    ]
    reports = [state.words for state in states if state.words]
    assert reports[0].startswith("game 1, turn 1: ")
    assert reports[1].startswith("game 1, turn 16: ")
    assert any(text.startswith("game 2, ") for text in reports)
    assert all("of 80 pegs known" in text for text in reports)


def test_an_interrupt_keeps_the_games_played_so_far(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.warns(DeprecationWarning, match="iter_evaluate"), pytest.raises(Interrupted) as interrupt:
        evaluate("p4c6", ["random-consistent"], games=9, seed=1, progress=stop)
    (found,) = interrupt.value.found
    (three,) = evaluate("p4c6", ["random-consistent"], games=3, seed=1)
    assert (found.partial, found.games, found.histogram) == (True, 3, three.histogram)
    assert not three.partial
    monkeypatch.setattr("codepegs.cli.evaluate.progress_line", lambda *_, **__: nullcontext(Stop(stop)))
    words = ("evaluate", "p4c6", "-s", "random-consistent", "--games", "9", "--workers", "1")
    printed = cli(*words, code=130)
    assert "Interrupted: the row of random-consistent counts only 3 games." in printed
    record = cli.json(*words, code=130)
    assert (record["partial"], record["games"]) == (True, 3)


class Stop:
    """A line of progress that interrupts."""

    def __init__(self, stop: Callable[[int, int], None]) -> None:
        self.stop = stop

    def __call__(self, done: int, total: int) -> None:
        self.stop(done, total)

    def close(self) -> None:
        """Nothing is shown."""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.extended
def test_an_interrupt_keeps_the_games_of_other_processes() -> None:
    command = [sys.executable, "-m", "codepegs", "evaluate", "p6c9", "-s", "random-consistent", "-s", "mcmc"]
    for seconds in (5, 15, 45):  # until something was played
        process = subprocess.Popen([*command, "--games", "50000"], stdout=subprocess.PIPE, text=True)
        time.sleep(seconds)
        process.send_signal(signal.SIGINT)
        printed, _ = process.communicate(timeout=60)
        assert process.returncode == 130
        if printed:
            break
    assert "Interrupted: the row of random-consistent counts only" in printed


def test_a_process_whose_games_are_no_longer_awaited_ends_quietly(capfd: pytest.CaptureFixture[str]) -> None:
    """As after Ctrl-C twice, when the pipe is closed before the process is ended."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    unit = Unit(rules="p4c6", strategy="random-consistent", seed=1, games=3)
    ours.close()
    process = context.Process(target=send_outcome, args=(theirs, unit, 1, False, {}))
    process.start()
    process.join(60)
    assert (process.exitcode, capfd.readouterr().err) == (0, "")


def test_lengths_of_every_secret() -> None:
    strategies = ["entropy", "minimax", "tree:gallery:p3c4"]
    found = evaluate("p3c4", strategies)
    codes = list(Candidates.all("p3c4"))
    for record in found:
        assert record.exhaustive
        assert record.lengths.shape == (64,)
        assert not record.lengths.flags.writeable
        assert [play("p3c4", code, record.strategy).guesses for code in codes] == record.lengths.tolist()
        assert tuple(np.bincount(record.lengths)[1:]) == record.histogram
        assert "lengths" not in msgspec.to_builtins(record)
    by_tree = build_tree("p3c4", "entropy").lengths
    assert by_tree.tolist() == found[0].lengths.tolist()


def test_differences_between_any_two() -> None:
    first, second, third = evaluate("p4c5", ["entropy", "minimax", "max-parts"])
    for one, other in ((second, first), (third, first), (third, second)):
        gaps = one.lengths - other.lengths
        difference = one.difference_to(other)
        assert (difference.fewer, difference.equal, difference.more) == (
            (gaps < 0).sum(),
            (gaps == 0).sum(),
            (gaps > 0).sum(),
        )
        assert difference.against == other.strategy
        assert difference.average == pytest.approx(one.average - other.average)
    assert second.difference == second.difference_to(first)
    with pytest.raises(BadInput, match="of different games"):
        first.difference_to(evaluate("p3c5", "entropy")[0])
    with pytest.raises(BadInput, match="only the result of evaluate"):
        msgspec.json.decode(msgspec.json.encode(first), type=Evaluation).difference_to(second)


def test_codemakers_of_ones_own() -> None:
    game = Game(3, 4)

    def truthful(secret: Code, seed: Seed) -> Secret:
        return Secret(game, secret)

    honest, own = evaluate(game, "minimax")[0], evaluate(game, "minimax", games="all", codemaker=truthful)[0]
    assert own.lengths.tolist() == honest.lengths.tolist()

    def stubborn(secret: Code, seed: Seed) -> Callable[[Code], tuple[int, int]]:
        """Replies as if the secret were the lowest code, whatever it is."""
        return lambda guess: (guess.count(0), 0)

    assert set(evaluate(game, "minimax", games=5, seed=1, codemaker=stubborn)[0].lengths) == {
        play(game, "111", "minimax").guesses
    }
    drawn = evaluate(game, "minimax", games=9, seed=3)[0]
    assert evaluate(game, "minimax", games=9, seed=3, codemaker=truthful)[0].lengths.tolist() == drawn.lengths.tolist()
    with pytest.raises(BadInput, match="fresh=True and codemaker"):
        evaluate(game, "minimax", codemaker=truthful, fresh=True)


def test_strategies_for_a_table_differ_in_tests(cli: Cli) -> None:
    rows = ["name,fly,legs,size", "bat,yes,2,small", "cat,no,4,small", "dog,no,4,large", "ant,no,6,small"]
    Path("animals.csv").write_text("\n".join(rows))
    printed = cli("evaluate", "animals.csv", "-s", "entropy", "-s", "minimax")
    assert "minimax and entropy need the same number of tests: the first needs fewer in 0 games" in printed
    assert "guesses" not in printed
