"""The best guess for a sample of the posterior if replies may be false: by entropy, near the end two guesses ahead."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp
from codepegs.game import Game, false_cost, part_table
from codepegs.parallel import WorkerThreads
from codepegs.strategies.bayes import WeightedCodes, cost_model, costs_one_ahead, costs_two_ahead, replies_of
from codepegs.strategies.sampling.constraints import Rows
from codepegs.strategies.sampling.cost_model import noisy_part_costs
from codepegs.strategies.sampling.guess_ranking import RankedGuesses, climbed
from codepegs.strategies.sampling.noisy_tracker import Believed
from codepegs.strategies.sampling.pool import Pool
from codepegs.strategies.sampling.settings import Settings

LAST_BITS = 12.0
"""Missing information, in bits, up to which guesses are compared two guesses ahead. With 20 bits, games of p10c10 with
Q = 0.1 take as many guesses (difference 0.01 ± 0.08)."""

AHEAD, FOLLOWERS = 12, 400
"""Guesses compared two guesses ahead, and second guesses compared for each, the best one guess ahead."""

LIKELY = 800
"""Probable codes compared, with the best guesses by entropy."""

COMPARED_CODES, IGNORED = 2_000, 1e-3
"""Codes on which guesses are compared two guesses ahead, the most probable first; codes with the same number of false
replies are ignored if their total probability is below the second."""


def think_noisily(
    game: Game, believed: Believed, settings: Settings, announced: bool, rng: np.random.Generator
) -> RankedGuesses:
    """Compare guesses if replies may be false.

    Args:
        game: The game.
        believed: The sample of the posterior.
        settings: The limits of the work.
        announced: Whether the codemaker ends the game at the secret.
        rng: The random generator.

    Returns:
        The guesses compared, best first.
    """
    found = _by_entropy(game, believed, settings, rng)
    if believed.missing_bits > LAST_BITS:
        return found
    return _two_ahead(game, believed, found.guesses, announced, rng)


def _by_entropy(game: Game, believed: Believed, settings: Settings, rng: np.random.Generator) -> RankedGuesses:
    """Compare guesses by the information of their replies, and by the probability of a win."""
    size = settings.noisy_samples
    # systematic sampling: each code occurs in proportion to its probability, rounded up or down
    teeth = (rng.random() + np.arange(size)) / size
    drawn = np.searchsorted(np.cumsum(believed.weights), teeth).clip(max=len(believed.codes) - 1)
    pool = Pool(game, np.ascontiguousarray(believed.codes[drawn]))
    replies = len(part_table(game))

    def costs_of(size: int) -> NDArray[np.float64]:
        return noisy_part_costs(size, believed.share, replies, believed.sample_bits)

    offered = believed.codes[np.unique(drawn)]
    if len(offered) > settings.compared:
        likely = believed.codes[: settings.compared // 4]
        others = offered[rng.choice(len(offered), settings.compared, replace=False)]
        offered = np.concatenate([likely, others])
    values = pool.score(offered, costs_of(size))
    order = np.argsort(values, kind="stable")
    return climbed(pool, offered[order], values[order], costs_of, settings, False, rng)


def _two_ahead(
    game: Game, believed: Believed, guesses: Rows, announced: bool, rng: np.random.Generator
) -> RankedGuesses:
    """Compare the best of some guesses and of the probable codes by the posterior after this guess and the next."""
    threads = WorkerThreads()
    model = cost_model(believed.share, len(part_table(game)), announced)
    chances = _chances(game, believed)
    rows, codes = _weighted(believed, chances, rng)
    offered = np.concatenate([guesses[:FOLLOWERS], believed.codes[:LIKELY]])
    _, first = np.unique(offered, axis=0, return_index=True)
    offered = offered[np.sort(first)]
    chance_of = dict(zip(map(bytes, believed.codes), chances.tolist(), strict=True))
    wins = np.array([chance_of.get(bytes(guess), 0.0) for guess in offered])

    table = replies_of(game, offered.astype(np.int64), rows.astype(np.int64))
    costs, _ = costs_one_ahead(table, wins, codes, model, threads)
    order = np.argsort(np.round(costs, 12), kind="stable")[:FOLLOWERS]
    offered, table, wins, costs = offered[order], table[order], wins[order], costs[order]
    chosen = np.arange(min(AHEAD, len(offered)))
    among = replies_of(game, offered[chosen].astype(np.int64), offered.astype(np.int64))
    further = costs_two_ahead(table, wins, codes, model, chosen, among, threads)
    costs[chosen] = further
    others = costs[len(chosen) :]
    others += max(0.0, float(further.max() - others.min(initial=np.inf)))
    order = np.argsort(costs, kind="stable")
    return RankedGuesses(np.ascontiguousarray(offered[order]), 1.0 + costs[order])


def _chances(game: Game, believed: Believed) -> NDArray[np.float64]:
    """The probability of each code of a sample.

    Codes with the same number of false replies are equally probable, and each false reply more divides by the same
    factor. If only some of them were found, the weights of these are too large.
    """
    levels, place, number = np.unique(believed.false, return_inverse=True, return_counts=True)
    chances = np.bincount(place, believed.weights) / number
    most = chances[0] * exp(-false_cost(game, believed.share) * (levels - levels[0]))
    return np.asarray(np.minimum(chances, most)[place])


def _weighted(believed: Believed, chances: NDArray[np.float64], rng: np.random.Generator) -> tuple[Rows, WeightedCodes]:
    """Return codes with weights that sum to one: those with the fewest false replies, or a sample of them."""
    chosen: list[NDArray[np.int64]] = []
    masses: list[float] = []
    left = COMPARED_CODES
    for level in np.unique(believed.false):
        alike = np.flatnonzero(believed.false == level)
        mass = float(believed.weights[alike].sum())
        if mass < IGNORED or not left:
            continue
        chosen.append(alike if len(alike) <= left else rng.choice(alike, left, replace=False))
        masses.append(mass / len(chosen[-1]))
        left -= len(chosen[-1])
    kind = np.repeat(np.arange(len(chosen)), [len(alike) for alike in chosen])
    each = np.array(masses)
    each /= each[kind].sum()
    chance = np.array([chances[alike[0]] for alike in chosen])
    rows = np.concatenate(chosen)
    return believed.codes[rows], WeightedCodes(np.arange(len(rows)), kind, each, chance)
