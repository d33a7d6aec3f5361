"""The random walk against plain Python, its search against all codes, and its costs against the report's."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from codepegs.core import loops
from codepegs.core.loops import AskedCodes, WalkRules
from tests import extent
from tests.reports.mcmc import kernel_cases
from tests.reports.mcmc.plain_walk import PlainWalk
from tests.reports.two_part_solver.kernel_cases import draw_codes, score


def with_fields(rules: WalkRules, **changed: Any) -> WalkRules:
    return WalkRules(**({name: getattr(rules, name) for name in WalkRules.types} | changed))


# the walk of seed 48 takes plain Python longer than those of all other seeds together
@pytest.mark.parametrize("seed", extent.rest_extended(range(60), set(range(60)) - {48}))
def test_a_walk_is_that_of_plain_python(seed: int) -> None:
    rules, turns, word, units = kernel_cases.walk_arguments(np.random.default_rng([seed, 2]))
    rules = with_fields(rules, burn_in=min(rules.burn_in, 60), endgame_nodes=min(rules.endgame_nodes, 300))
    plain = PlainWalk(rules, turns, word)
    fits, states, code = kernel_cases.walk(rules, turns, word, units)
    assert (fits, states, code.tolist()) == (plain.fits, plain.states, plain.code)


@pytest.mark.parametrize("seed", extent.rest_extended(range(60), range(0, 60, 2)))
def test_a_walk_by_numbers_of_replies_is_that_of_plain_python(seed: int) -> None:
    rules, turns, word, units, shown = kernel_cases.numbered_arguments(np.random.default_rng([seed, 8]))
    rules = with_fields(rules, burn_in=min(rules.burn_in, 60))
    plain = PlainWalk(rules, turns, word, shown.tolist())
    fits, states, code = kernel_cases.walk(rules, turns, word, units, shown)
    assert (fits, states, code.tolist()) == (plain.fits, plain.states, plain.code)


@pytest.mark.parametrize("seed", range(20))
def test_costs_kept_step_by_step_are_the_costs_counted_anew(seed: int) -> None:
    """Looked at after every proposal of a walk that never stops at a code that fits."""
    rng = np.random.default_rng([seed, 4])
    pegs, colors, repeats = [(5, 4, True), (6, 9, False), (9, 3, True), (1, 4, True)][seed % 4]
    turns = int(rng.choice([1, 3, 15, 16, 17]))
    guesses = draw_codes(rng, turns, pegs, colors, repeats)
    total = rng.integers(0, pegs + 1, turns).astype(np.int32)
    known = AskedCodes(guesses, rng.integers(0, total + 1).astype(np.int32), total)
    rules = with_fields(
        kernel_cases.draw_rules(rng, colors, repeats), burn_in=40, check=0, ask_again=1, endgame=1.0, swap=0.5
    )
    walk, plain = (
        loops.start_walk(rules, kernel_cases.COUNTS, known, seed),
        PlainWalk(with_fields(rules, burn_in=1), known, seed),
    )
    code = np.zeros(pegs, dtype=np.int64)
    looked_at = set()
    done = False
    while not done:
        done = loops.step_random_walk(walk, 1)
        _, states, cost = loops.walked(walk, code)
        assert cost == plain.cost(code.tolist())
        looked_at.add(states)
    assert looked_at == set(range(1, 41))


@pytest.mark.parametrize("seed", extent.few(range(40)))
def test_the_search_near_a_guess_finds_a_code_that_fits_wherever_there_is_one(seed: int) -> None:
    """All codes that fit differ from the guess with most black in as many pegs as are not black, so it misses none."""
    rng = np.random.default_rng([seed, 5])
    pegs, colors, repeats = [(6, 4, True), (4, 6, False), (5, 5, False), (4, 3, True)][seed % 4]
    everything = list(product(range(colors), repeat=pegs) if repeats else permutations(range(colors), pegs))
    codes = [everything[n] for n in rng.integers(0, len(everything), 4)]
    secret, guesses = codes[0], [code for code in codes[1:] if code != codes[0]]

    def count(guess: tuple[int, ...], code: tuple[int, ...]) -> tuple[int, int]:
        return sum(a == b for a, b in zip(guess, code, strict=True)), sum(
            min(guess.count(color), code.count(color)) for color in set(guess)
        )

    replies = [count(guess, secret) for guess in guesses]
    if seed % 3 == 0:
        replies[-1] = (int(rng.integers(0, pegs)), pegs)  # false, most likely
    fitting = {
        code for code in everything if code not in guesses and [count(guess, code) for guess in guesses] == replies
    }
    rules = with_fields(
        kernel_cases.draw_rules(rng, colors, repeats),
        **{"sees_black": 1, "sees_white": 1, "sees_total": 1, "endgame": 0.0, "endgame_nodes": 10**9, "burn_in": 1},
    )
    known = AskedCodes(np.array(guesses), *np.array(replies, dtype=np.int32).T.copy())
    fits, _, code = kernel_cases.walk(rules, known, seed, 100)
    assert fits == bool(fitting)
    assert not fits or tuple(code.tolist()) in fitting


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_are_those_of_one_guess_after_another(seed: int) -> None:
    rng = np.random.default_rng([seed, 6])
    rules, secrets, firsts, seeds, _, _ = kernel_cases.games_arguments(rng)
    rules = with_fields(rules, burn_in=min(rules.burn_in, 40))
    lengths, states = kernel_cases.play(rules, secrets, firsts, seeds, 12, 1000)
    for game, secret in enumerate(secrets):
        asked, black, total, looked_at = [firsts[game]], [], [], 0
        while not (asked[-1] == secret).all() and len(asked) < 12:
            same, shared = score(asked[-1], secret, rules.colors)
            black.append(same if rules.sees_black else 0)
            total.append(shared if rules.sees_total else shared - same if rules.sees_white else 0)
            known = AskedCodes(np.array(asked), np.array(black, dtype=np.int32), np.array(total, dtype=np.int32))
            _, more, code = kernel_cases.walk(rules, known, int(seeds[game]), 10**6)
            asked.append(code)
            looked_at += more
        assert lengths[game] == (len(asked) if (asked[-1] == secret).all() else 0)
        assert states[game] == looked_at


def test_wrong_arguments_are_refused() -> None:
    rules = kernel_cases.draw_rules(np.random.default_rng(1), 4, True)
    guesses, none = np.zeros((2, 3), dtype=np.int64), np.zeros(0, dtype=np.int32)
    counts = kernel_cases.COUNTS
    loops.start_walk(rules, counts, AskedCodes(guesses, none, none), 1)
    with pytest.raises(ValueError, match="no such colour"):
        loops.start_walk(rules, counts, AskedCodes(guesses + 4, none, none), 1)
    with pytest.raises(ValueError, match="at least one code"):
        loops.start_walk(rules, counts, AskedCodes(guesses[:0], none, none), 1)
    three = np.zeros(3, dtype=np.int32)
    with pytest.raises(ValueError, match="replies to the first codes"):
        loops.start_walk(rules, counts, AskedCodes(guesses, three, three), 1)
    with pytest.raises(ValueError, match="more pegs than a code"):
        loops.start_walk(rules, counts, AskedCodes(guesses, three[:1] + 4, three[:1]), 1)
    with pytest.raises(ValueError, match="fewer colours than pegs"):
        loops.start_walk(with_fields(rules, colors=2, repeats=0), counts, AskedCodes(guesses, none, none), 1)
    games = loops.start_games(rules, counts, guesses, guesses + 1, np.zeros(2, dtype=np.uint64), 5)
    with pytest.raises(ValueError, match="have not ended"):
        loops.played_games(games, np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))
    hidden = with_fields(rules, sees_black=0, sees_white=0, sees_total=0)
    asked, numbers = AskedCodes(guesses, none, none), np.zeros((4, 4), dtype=np.int64)
    loops.start_walk(hidden, numbers, asked, 1)
    with pytest.raises(ValueError, match="for each black and each total"):
        loops.start_walk(hidden, numbers[:3], asked, 1)
    with pytest.raises(ValueError, match="show no counts"):
        loops.start_walk(with_fields(hidden, sees_black=1), numbers, asked, 1)
    with pytest.raises(ValueError, match="out of range"):
        loops.start_walk(hidden, numbers - 1, asked, 1)
