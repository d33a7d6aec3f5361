"""The best guess for a sample of the posterior if replies may be false."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game, part_table
from codepegs.strategies.sampling.cost_model import noisy_part_costs
from codepegs.strategies.sampling.guess_ranking import RankedGuesses, climbed
from codepegs.strategies.sampling.noisy_tracker import Believed
from codepegs.strategies.sampling.pool import Pool
from codepegs.strategies.sampling.settings import Settings


def think_noisily(game: Game, believed: Believed, settings: Settings, rng: np.random.Generator) -> RankedGuesses:
    """Return the guesses compared if replies may be false, best first."""
    size, replies = settings.noisy_samples, len(part_table(game))
    # systematic sampling: each code occurs in proportion to its probability, rounded up or down
    teeth = (rng.random() + np.arange(size)) / size
    drawn = np.searchsorted(np.cumsum(believed.weights), teeth).clip(max=len(believed.codes) - 1)
    pool = Pool(game, np.ascontiguousarray(believed.codes[drawn]))

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
