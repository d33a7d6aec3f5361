"""The best guess for a pool of codes: one step ahead if there are many, by rollouts if there are few."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game
from codepegs.strategies.sampling import loops
from codepegs.strategies.sampling.candidate_tracker import Known
from codepegs.strategies.sampling.constraints import Rows, is_code
from codepegs.strategies.sampling.cost_model import noisy_part_costs, part_costs
from codepegs.strategies.sampling.noisy_tracker import Believed
from codepegs.strategies.sampling.pool import REPLIES_A_STEP, Pool
from codepegs.strategies.sampling.settings import Settings

MARGIN = 0.004
"""Guesses that an inconsistent guess found by hill climbing must save: it was optimised on the sample, so its estimated
saving is slightly too high."""

DEEP_WIDTH, DEEP_WORK = 60, 20_000
"""Limits of rollouts: guesses, and guesses times candidates; at p5c8, 100 and 40,000 save 0.005 guesses more."""

LEAST_DEEP = 6
DEEP_CLIMBS, DEEP_STEPS = 30, 500
INNER_STEPS = 200
"""Number of climbs for guesses to roll out, proposals in each, and proposals per climb during a rollout."""

TIE = 1e-9


@dataclass(frozen=True, eq=False)
class Thought:
    """Guesses compared, best first."""

    guesses: Rows
    """Shape (m, pegs)."""
    costs: NDArray[np.float64]
    """Expected number of guesses from here on, this one included."""


def think(game: Game, known: Known, settings: Settings, rng: np.random.Generator) -> Thought:
    """Return the guesses compared, best first; `known` has at least one code."""
    pool = Pool(game, known.codes).sample(settings.samples, rng)
    size = len(pool)
    if size <= 2:
        return Thought(pool.codes, np.full(size, 1.0 + (size - 1) / 2))
    costs = part_costs(size, known.candidates)
    offered = pool.codes if size <= settings.compared else pool.sample(settings.compared, rng).codes
    values = pool.score(offered, costs)
    order = np.argsort(values, kind="stable")
    offered, values = offered[order], values[order]
    whole = known.exact and size == len(known.codes)
    if whole and values[0] <= (size - 1) * costs[0, 1] + TIE:
        return Thought(offered, 1.0 + values / size)
    if whole and size <= settings.deep:
        return _played_through(pool, offered, values, costs, rng)
    return _climbed(pool, offered, values, costs, settings, whole, rng)


def think_noisily(
    game: Game, believed: Believed, settings: Settings, replies: int, rng: np.random.Generator
) -> Thought:
    """Return the guesses compared if replies may be false, best first."""
    size = settings.samples
    # systematic sampling: each code occurs in proportion to its probability, rounded up or down
    teeth = (rng.random() + np.arange(size)) / size
    drawn = np.searchsorted(np.cumsum(believed.weights), teeth).clip(max=len(believed.codes) - 1)
    pool = Pool(game, np.ascontiguousarray(believed.codes[drawn]))
    costs = noisy_part_costs(size, believed.share, replies, believed.missing_bits)
    offered = believed.codes[np.unique(drawn)]
    if len(offered) > settings.compared:
        likely = believed.codes[: settings.compared // 4]
        others = offered[rng.choice(len(offered), settings.compared, replace=False)]
        offered = np.concatenate([likely, others])
    values = pool.score(offered, costs)
    order = np.argsort(values, kind="stable")
    return _climbed(pool, offered[order], values[order], costs, settings, False, rng)


def _climbed(
    pool: Pool,
    offered: Rows,
    values: NDArray[np.float64],
    costs: NDArray[np.float64],
    settings: Settings,
    whole: bool,
    rng: np.random.Generator,
) -> Thought:
    """Add the guesses that hill climbing finds from the best few."""
    size = len(pool)
    found = [pool.climb(guess, costs, settings.steps, rng) for guess in offered[: settings.climbs]]
    margin = 0.0 if whole else MARGIN * size
    more = np.array([guess for guess, _ in found])
    worth = np.array(
        [value if is_code(pool.codes, tuple(guess.tolist())).any() else value + margin for guess, value in found]
    )
    return _merged(offered, values, more, worth, size)


def _merged(offered: Rows, values: NDArray[np.float64], more: Rows, worth: NDArray[np.float64], size: int) -> Thought:
    guesses = np.concatenate([offered, more])
    values = np.concatenate([values, worth])
    order = np.argsort(values, kind="stable")
    _, first = np.unique(guesses[order], axis=0, return_index=True)
    order = order[np.sort(first)]
    return Thought(np.ascontiguousarray(guesses[order]), 1.0 + values[order] / size)


def _played_through(
    pool: Pool, offered: Rows, values: NDArray[np.float64], costs: NDArray[np.float64], rng: np.random.Generator
) -> Thought:
    """Roll out the best one-step guesses and others found by hill climbing; the one with the fewest guesses is best."""
    size = len(pool)
    width = max(LEAST_DEEP, min(DEEP_WIDTH, DEEP_WORK // size))
    found = [pool.climb(guess, costs, DEEP_STEPS, rng) for guess in offered[:DEEP_CLIMBS]]
    first = _merged(
        offered, values, np.array([guess for guess, _ in found]), np.array([value for _, value in found]), size
    )
    state = rng.integers(2**64, size=1, dtype=np.uint64)
    totals = np.full(len(first.guesses), np.inf)
    best = 1 << 60
    for number, guess in enumerate(first.guesses[:width]):
        rollout = loops.start_rollout(
            pool.codes,
            guess,
            pool.game.colors,
            pool.reply_costs(costs),
            pool.game.repeats,
            INNER_STEPS,
            state,
            best - 1,
        )
        finished, total = False, 0
        while not finished:
            finished, total = loops.roll_out(rollout, REPLIES_A_STEP)
        totals[number] = total
        best = min(best, total)
    order = np.argsort(totals, kind="stable")
    return Thought(
        np.ascontiguousarray(first.guesses[order]), np.minimum(totals[order] / size, first.costs.max() + 1.0)
    )
