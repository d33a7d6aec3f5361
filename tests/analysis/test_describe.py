"""What `describe` says of games of pegs: counted another way, and no bound above what trees reach."""

from __future__ import annotations

import math

import pytest

from codepegs import Candidates, Game, Position, describe, suggest
from codepegs.codes import differing_guesses
from codepegs.game import ALIASES, LONG_ALIASES
from codepegs.trees.gallery import entries
from tests import extent
from tests.conftest import Cli

GAMES = ("p1c1", "p1c6-w", "p2c2", "p2c4-t", "p3c4", "p3c4n", "p4c2", "p3c3-w", "p4c3-b", "p4c4n-t", "p5c5n", "p4c6")


@pytest.mark.parametrize("rules", GAMES)
def test_figures_are_counted_over_all_codes(rules: str) -> None:
    game = Game.parse(rules)
    found, everything = describe(game), Candidates.all(game)
    differing = [everything.space.decode(int(key)) for key in differing_guesses(Position(game), everything)]
    parts = [everything.partition(guess) for guess in differing]
    assert found.first_guesses == differing
    assert found.most_outcomes == max(map(len, parts))
    replies = {str(reply) for part in parts for reply in part}
    assert found.replies is not None
    assert {*found.replies, str(game.win)} == replies
    assert (found.objects, found.tests) == (game.size, game.size)
    assert found.secret_bits == pytest.approx(math.log2(game.size))
    assert "auto" in found.strategies


@pytest.mark.parametrize("rules", extent.few(sorted({entry.rules for entry in entries()})))
def test_no_bound_is_above_what_a_tree_needs(rules: str) -> None:
    found = describe(rules)
    assert found.trees
    for entry in found.trees:
        assert found.least_average <= entry.average + 1e-12
        assert found.least_longest_game <= entry.longest_game
        if entry.is_proved and entry.objective == "expected":
            assert found.least_average == entry.average


@pytest.mark.parametrize("rules", extent.rest_extended([entry for entry in GAMES if entry != "p4c6"], ["p3c4n"]))
def test_bounds_without_a_tree_hold_too(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.analysis.bounds.entries_of", lambda game: [])
    found = describe(rules)
    best = suggest(rules, "optimal", top=1) if Game.parse(rules).size > 1 else ()
    for suggestion in best:
        assert suggestion.expected is not None
        assert found.least_average <= suggestion.expected.value + 1e-12


def test_aliases() -> None:
    for alias in (*ALIASES, *LONG_ALIASES):
        for suffix in ("", "-b"):
            assert f"{alias}{suffix}" in describe(f"{alias}{suffix}").aliases


def test_huge_games_are_described(cli: Cli) -> None:
    printed = cli("describe", "p1000c1000")
    assert "about 10^3000 codes" in printed
    record = cli.json("describe", "p1000c1000")
    assert (record["objects"], record["replies"]) == (None, None)
    assert "first_guesses" not in record


def test_a_game_in_words(cli: Cli) -> None:
    printed = cli("describe", "mm")
    for said in ("p4c6 (mm, mastermind): 4 pegs, 6 colours, 1,296 codes.", "14 different replies", "5 first guesses"):
        assert said in printed
    assert "codepegs tree show gallery:p4c6" in printed
