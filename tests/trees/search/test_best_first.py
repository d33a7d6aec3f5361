"""Lower bounds of games: never above the optimum, rising, and the optimum at the end of a small game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import codepegs
from codepegs.codes import Candidates
from codepegs.errors import BadInput
from codepegs.game import Game, ListedGame, Position, Turn
from codepegs.trees.search import best_first, lower_bound
from codepegs.trees.search.best_first import OBJECTIVE, LowerBound, LowerBoundSearch
from codepegs.trees.search.journal import Journal
from codepegs.trees.search.set_search import Searcher
from tests import extent
from tests.cli.fuzzing import run

OPTIMA = {"p1c1": 1, "p2c6": 132, "p3c5": 451, "p4c4": 905, "p4c5n": 462, "p3c10": 5_242, "p7c2": 496}
"""Published or proved totals (docs/results)."""


@pytest.mark.parametrize("rules", extent.rest_extended(OPTIMA, OPTIMA.keys() - {"p3c10"}))
def test_a_small_game_ends_at_its_optimum(rules: str) -> None:
    found = lower_bound(rules)
    assert (found.lower_bound, found.exact) == (OPTIMA[rules], True)


@pytest.mark.parametrize("rules", extent.rest_extended(OPTIMA, OPTIMA.keys() - {"p3c10"}))
def test_guesses_that_are_not_kept_are_listed_again(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_first, "FIRST_KEPT", 1)
    found = lower_bound(rules)
    assert (found.lower_bound, found.exact) == (OPTIMA[rules], True)


@pytest.mark.parametrize("rules", ["p3c4-b", "p3c4-t", "p2c4-w"])
def test_other_views_have_the_optimum_of_the_search(rules: str) -> None:
    assert lower_bound(rules).lower_bound == codepegs.optimal(rules).upper_bound


def test_only_candidates() -> None:
    assert (
        lower_bound("p3c6", candidates_only=True).lower_bound
        == codepegs.optimal("p3c6", candidates_only=True).upper_bound
    )


def test_a_listed_game() -> None:
    words = [first + second + third for first in "abc" for second in "ade" for third in "abf"]
    game = ListedGame(words, reply="wordle")
    assert lower_bound(game).lower_bound == codepegs.optimal(game).upper_bound


@pytest.mark.extended
def test_threads_end_at_the_same_optimum() -> None:
    found = lower_bound("p4c5", workers=2)
    assert (found.lower_bound, found.exact) == (2_463, True)


def test_the_bound_rises_with_the_steps_and_stays_below_the_optimum() -> None:
    search = LowerBoundSearch(Game.parse("p4c6"))
    bounds = [search.run(steps=10).lower_bound for _ in range(30)]
    assert bounds == sorted(bounds)
    assert bounds[0] < bounds[-1] <= 5_625


def test_steps_repeat_exactly() -> None:
    first, second = (LowerBoundSearch(Game.parse("p5c5")).run(steps=200) for _ in range(2))
    assert (first.lower_bound, first.bounded) == (second.lower_bound, second.bounded)


def bound_in_parts(rules: str, file: Path, steps: int, parts: int) -> list[LowerBound]:
    """Bounds of searches that continue each other."""
    game = Game.parse(rules)
    found: list[LowerBound] = []
    for _ in range(parts):
        with Journal(file, game._identity, OBJECTIVE, False) as journal:
            search = LowerBoundSearch(game, journal=journal)
            begun = search.run(steps=0)
            assert not found or begun.lower_bound >= found[-1].lower_bound
            found.append(search.run(steps=steps))
    return found


@pytest.mark.parametrize(
    ("rules", "steps", "parts"),
    extent.rest_extended([("p5c5", 60, 3), ("p5c5", 300, 8), ("p4c7", 100, 8), ("p5c6", 500, 5)], [("p5c5", 60, 3)]),
)
def test_a_journal_continues_where_the_search_stopped(rules: str, steps: int, parts: int, tmp_path: Path) -> None:
    """At least 95 % of the way that one search of as many steps goes, and no bound of a set is written twice."""
    file = tmp_path / "bound"
    found = bound_in_parts(rules, file, steps, parts)
    whole = LowerBoundSearch(Game.parse(rules))
    begin = whole.run(steps=0).lower_bound
    end = whole.run(steps=steps * parts)
    assert found[-1].lower_bound - begin >= 0.95 * (end.lower_bound - begin) > 0
    # Its parts are not searched again, either.
    assert sum(each.bounded for each in found) <= 1.3 * end.bounded
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert len({(line["set"], line["value"]) for line in lines}) == len(lines) > 20


def test_threads_share_a_journal(tmp_path: Path) -> None:
    file = tmp_path / "bound"
    found = [lower_bound("p4c6", limit=0.2, workers=2, journal=file).lower_bound for _ in range(2)]
    assert found == sorted(found)
    lines = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert len({(line["set"], line["value"]) for line in lines}) == len(lines)


@pytest.mark.parametrize("rules", ["p3c7", "p4c4", "p3c6n"])
def test_what_a_journal_says_is_true_and_enough(rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_first, "JOURNALED_FROM", 17)
    file, game = tmp_path / "bound", Game.parse(rules)
    found = bound_in_parts(rules, file, 1_000, 2)
    assert [each.exact for each in found] == [True, True]
    assert found[0].lower_bound == found[1].lower_bound == codepegs.optimal(rules).upper_bound
    assert found[1].bounded <= 0.2 * found[0].bounded
    searcher = Searcher(game)
    values: dict[bytes, int] = {}
    with Journal(file, game._identity, OBJECTIVE, False) as journal:
        splits = [split for by_guess in journal._splits.values() for split in by_guess.values()]
    for split in splits:
        position, _, guess = split.set.rpartition(" ")
        history, code = Position.parse(position).turns, game.check_code(guess)
        candidates = Candidates.after(Position.parse(position))
        parts = sorted(candidates.partition(code).items(), key=lambda part: str(part[0]))
        least = [
            values.setdefault(part.keys.tobytes(), searcher.search(part.keys, (*history, Turn(code, reply))) or 0)
            for reply, part in parts
            if not reply.solved
        ]
        for lower, work, value in zip(split.parts, split.work, least, strict=True):
            assert lower == value if work == 0 else lower <= value
        assert split.value <= sum(least) + len(candidates) - sum(reply.solved for reply, _ in parts)


@pytest.mark.extended
def test_a_journal_continues_a_bound(tmp_path: Path) -> None:
    file = tmp_path / "p5c7.bound"
    before = lower_bound("p5c7", limit=extent.of(20, 8) / 10, journal=file)
    after = lower_bound("p5c7", limit=0.1, journal=file)
    assert after.lower_bound >= before.lower_bound > 16_807
    with pytest.raises(BadInput, match="is the journal of another search"):
        lower_bound("p5c6", journal=file)


def test_a_game_that_is_too_large() -> None:
    with pytest.raises(BadInput, match="lower bounds are computed for games of up to"):
        lower_bound("p9c9")


def test_the_command() -> None:
    assert run(["optimal", "--bound-only", "p4c4"]).out.startswith(
        "p4c4: an optimal strategy needs 905 guesses in total (3.5352 on average).\nProved in "
    )
    shown = run(["optimal", "--bound-only", "p5c8", "--limit", "0.2"]).out
    assert shown.startswith("p5c8: every strategy needs at least 1")
    assert "\nThe best known tree, gallery:p5c8, needs 178,570 (" in shown
    answer = json.loads(run(["optimal", "--bound-only", "p5c8", "--limit", "0.2", "--json"]).out)
    assert answer["lower_bound"] < answer["upper_bound"] == 178_570
    assert not answer["exact"]
