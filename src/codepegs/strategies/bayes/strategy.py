"""The strategy `bayes`: one codebreaker for random false replies, another for all other kinds."""

from __future__ import annotations

from codepegs.game import Game, Noise, Turn
from codepegs.rng import Seed
from codepegs.strategies.bayes.codebreaker import BayesCodebreaker, BayesOptions
from codepegs.strategies.bayes.guess_costs import ALL_GUESSES
from codepegs.strategies.bayes.modelled import ModelCodebreaker
from codepegs.strategies.one_step import refuses_large
from codepegs.strategies.protocol import Codebreaker, Strategy, UnderNoise


def _start(game: Game, options: BayesOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    chosen = BayesCodebreaker if Noise.of(options).model is None else ModelCodebreaker
    return chosen(game, options, seed, history)


def _is_deterministic(game: Game, options: BayesOptions) -> bool:
    return Noise.of(options).trusts and game.size <= ALL_GUESSES and options.first != "random"


BAYES = Strategy(
    name="bayes",
    summary="computes the probability of every code when replies may be false",
    origin="codepegs",
    limits="up to 50 million codes",
    options=BayesOptions,
    start=_start,
    refuses=refuses_large,
    is_deterministic=_is_deterministic,
    under_noise=UnderNoise.MODELS,
)
