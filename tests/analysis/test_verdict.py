"""The verdicts on turns and games against the same rules in plain Python, with the sentences that each leads to."""

from __future__ import annotations

from math import hypot, isnan, sqrt
from typing import Any

import numpy as np
import pytest

from codepegs.analysis.coach import WORTHS, limits
from codepegs.analysis.coach_wording import COMMENTS, DECISIONS, LEAST_SKILL, PERFECT, PRAISE, PRAISES, REPLY_COMMENTS
from codepegs.core.loops import TurnFigures, error_of_difference, judge_game, judge_turn
from codepegs.reasons import catalogue, fields
from tests.analysis.kernel_cases import draw_errors, draw_figures, draw_game

GOOD, DECISIVE_BITS, LUCKY_BITS, SOME_LUCK, KNOWN_SHARE, SAME = 0.1, 1.0, 1.0, 0.25, 0.5, 1e-9


def plain_worth(turn: TurnFigures, lost: float) -> str:
    """The rating of a guess that is rated."""
    if turn.is_over:
        return "wasted"
    if turn.counted == 1:
        return "wasted" if turn.contradicts else "forced"
    if not lost:
        return "best"
    if turn.bits == 0.0 and not turn.is_candidate:
        return "wasted"
    return "good" if lost <= GOOD else "weak"


def plain_kinds(turn: TurnFigures, worth: str) -> list[str]:
    """The kinds of the sentences about a guess."""
    broken = "_inconsistent" if turn.contradicts else ""
    if turn.is_over:
        return ["nothing_to_learn"]
    if worth == "unknown":
        if turn.cannot_be_secret:
            return ["repeats_color"]
        return ["inconsistent" if broken else "all_consistent", "turn_too_large"]
    if worth == "forced":
        return ["forced"]
    if turn.counted == 1:
        return ["was_known"]
    if worth == "wasted":
        return ["no_information", "expected_with"]
    if worth == "best" and turn.counted == 2 and not turn.is_test:
        return ["either_of_two"]
    if worth == "best":
        return [("best" if turn.is_best else "as_good") + broken]
    if worth == "good":
        return [f"good{broken}"]
    return ["mistake", "mistake_costs"] if broken else ["weak"]


def plain_digits(turn: TurnFigures) -> int:
    """The decimals that distinguish the guess from the best one."""

    def shown(value: float, error: float, digits: int) -> str:
        return f"{value:.{max(1, digits - 1) if error else digits}f}"

    for digits in (2, 3):
        if shown(turn.value, turn.error, digits) != shown(turn.best_value, turn.best_error, digits):
            return digits
    return 4


def plain_fortune(luck: float, is_win: bool) -> str:
    """The kind of the sentence about a reply; empty if there is none."""
    if isnan(luck) or abs(luck) < LUCKY_BITS:
        return ""
    return "unlucky" if luck < 0 else "lucky_win" if is_win else "lucky"


@pytest.mark.parametrize("seed", range(40))
def test_the_verdict_on_a_turn(seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    for _ in range(25):
        turn = draw_figures(rng)
        worth, skill, lost, error, luck, comment, digits, fortune = judge_turn(turn, limits())
        kinds = [kind for kind, _ in COMMENTS[comment]]
        if isnan(turn.value):
            assert (WORTHS[worth], kinds) == ("unknown", plain_kinds(turn, "unknown"))
            assert all(map(isnan, (skill, lost, error, luck)))
            continue
        difference = turn.value - turn.best_value
        assert error == error_of_difference(turn.error, turn.shared, turn.best_error, turn.best_shared)
        assert lost == (turn.cost if turn.is_over else 0.0 if difference <= error + SAME else difference)
        assert skill == 1.0 - min(1.0, lost / turn.cost)
        assert WORTHS[worth] == plain_worth(turn, lost / turn.cost)
        assert luck == pytest.approx(turn.gained - turn.bits if turn.is_answered else np.nan, rel=0, abs=0, nan_ok=True)
        assert (kinds, digits) == (plain_kinds(turn, WORTHS[worth]), plain_digits(turn))
        assert REPLY_COMMENTS[fortune] == plain_fortune(luck, turn.is_win)


@pytest.mark.parametrize("seed", range(40))
def test_the_uncertainty_of_a_difference(seed: int) -> None:
    rng = np.random.default_rng([seed, 2])
    (error, shared), (other, other_shared) = draw_errors(rng), draw_errors(rng)
    own = hypot(sqrt(max(0.0, error**2 - shared**2)), sqrt(max(0.0, other**2 - other_shared**2)))
    found = error_of_difference(error, shared, other, other_shared)
    assert found == pytest.approx(own + abs(shared - other_shared), rel=1e-14)


def plain_game(turns: list[dict[str, Any]], is_exact: bool) -> tuple[Any, ...]:
    """Mean skill and luck, the turn that decided, what it was, and what is said of the skill."""
    known = [turn for turn in turns if not isnan(turn["skill"])]
    if not known or len(known) < KNOWN_SHARE * len(turns):
        return None, None, None, "", None
    chosen = [turn["skill"] for turn in known if turn["worth"] != "forced"]
    skill = 1.0 if not chosen else added(chosen) / len(chosen)
    lucks = [turn["luck"] for turn in known if not isnan(turn["luck"])]
    luck = added(lucks) / len(lucks) if lucks else None
    poor = [turn for turn in known if turn["worth"] in ("weak", "wasted") and turn["comment"] != "nothing_to_learn"]

    def size(turn: dict[str, Any]) -> float:
        return 0.0 if isnan(turn["luck"]) else abs(turn["luck"])

    at: dict[str, Any] | None = max(poor, key=lambda turn: turn["lost"]) if poor else max(known, key=size)
    if not poor and (len(known) < 2 or max(map(size, known)) < DECISIVE_BITS):
        at = None
    decision = ""
    if at is not None:
        decision = "lucky_reply" if at["luck"] > 0 else "unlucky_reply"
        decision = "cost_most" if at["worth"] in ("weak", "wasted") else decision
    kinds = PERFECT if is_exact and skill == 1.0 else next(kinds for least, *kinds in PRAISE if skill >= least)
    tendency = 0 if abs(luck or 0.0) < SOME_LUCK else 1 if (luck or 0.0) > 0 else 2
    return skill, luck, None if at is None else at["number"], decision, kinds[tendency]


def added(numbers: list[float]) -> float:
    """The sum from left to right: that of `sum` depends on the version of Python."""
    total = 0.0
    for number in numbers:
        total += number
    return total


@pytest.mark.parametrize("seed", range(40))
def test_the_verdict_on_a_game(seed: int) -> None:
    rng = np.random.default_rng([seed, 3])
    for _ in range(10):
        turns, is_exact = draw_game(rng)
        plain = [
            {
                "number": number,
                "worth": WORTHS[worth],
                "comment": COMMENTS[comment][0][0],
                "skill": skill,
                "lost": lost,
                "luck": luck,
            }
            for number, (worth, comment, skill, lost, luck) in enumerate(
                zip(*(getattr(turns, name).tolist() for name in turns.types), strict=True), 1
            )
        ]
        skill, luck, point, decision, praise, tendency = judge_game(turns, is_exact, LEAST_SKILL, limits())
        said = None if isnan(skill) else PRAISES[praise][tendency]
        numbers = tuple(None if isnan(number) else number for number in (skill, luck))
        assert (*numbers, point or None, DECISIONS[decision], said) == plain_game(plain, is_exact)


def test_every_kind_is_drawn() -> None:
    rng = np.random.default_rng(4)
    found = [judge_turn(draw_figures(rng), limits()) for _ in range(3_000)]
    assert {turn[0] for turn in found} == set(range(len(WORTHS)))
    assert {turn[5] for turn in found} == set(range(len(COMMENTS)))
    assert {turn[6] for turn in found} == {2, 3, 4}
    assert {turn[7] for turn in found} == set(range(len(REPLY_COMMENTS)))
    games = [judge_game(*draw_game(rng), LEAST_SKILL, limits()) for _ in range(600)]
    assert {game[3] for game in games} == set(range(len(DECISIONS)))
    assert {game[4] for game in games} == set(range(len(PRAISES)))


def test_every_sentence_has_its_values() -> None:
    for kind, names in (said for comment in COMMENTS for said in comment):
        assert {field.name for field in fields(catalogue()[kind])} <= set(names.split()), kind
