"""Guesses compared two guesses ahead, on a sample of the posterior."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.game.noise import Noise, reply_likelihoods
from codepegs.game.position import Turn
from codepegs.game.reply import score
from codepegs.game.rules import Game
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.bayes.codebreaker import BayesCodebreaker, BayesOptions
from codepegs.strategies.sampling import noisy_ranking
from codepegs.strategies.sampling.constraints import Rows
from codepegs.strategies.sampling.guess_ranking import RankedGuesses
from codepegs.strategies.sampling.noisy_ranking import AHEAD, COMPARED_CODES, think_noisily
from codepegs.strategies.sampling.noisy_tracker import Believed
from codepegs.strategies.sampling.settings import Settings
from tests import naive


def believed_from(codes: NDArray[np.integer], weights: list[float], false: list[int], share: float) -> Believed:
    chances = np.array(weights)
    bits = float(-(chances * np.log2(chances)).sum())
    return Believed(codes.astype(np.uint8), chances, np.array(false), share, moves=0, missing_bits=bits)


@pytest.mark.parametrize("announced", [True, False])
def test_costs_are_those_of_bayes_if_no_code_is_missing(announced: bool) -> None:
    game = Game(3, 4)
    codes = naive.all_codes(game)
    secret = codes[27]
    turns = tuple(Turn(guess, game.reply(secret, guess)) for guess in (codes[1], codes[22]))
    turns = (*turns, Turn(codes[45], game.reply(codes[3], codes[45])))
    options = BayesOptions(noise="0.2") if announced else BayesOptions(noise="0.2", declare=0.95)
    bayes = BayesCodebreaker(game, options, Seed(1), turns)
    posterior = [(code, chance) for code, chance in bayes.posterior(game.size) if chance]
    false = [sum(game.reply(code, turn.guess) != turn.reply for turn in turns) for code, _ in posterior]
    believed = believed_from(np.array([code for code, _ in posterior]), [chance for _, chance in posterior], false, 0.2)
    sample = bayes._now().sample(game.size, np.random.default_rng(1), noisy_ranking.IGNORED)
    compared = bayes._compared(np.arange(game.size), sample, WorkerThreads())
    further = bayes._costs_further(compared, np.arange(game.size), WorkerThreads())

    found = think_noisily(game, believed, Settings.of(game), announced, np.random.default_rng(2))

    assert Noise.of(options).announced == announced
    numbers = [codes.index(tuple(guess)) for guess in found.guesses[:AHEAD].tolist()]
    assert (found.costs[:-1] <= found.costs[1:] + 1e-12).all()
    if len(posterior) + len(turns) >= game.size:  # then every code is compared, and may follow
        assert found.costs[:AHEAD] == pytest.approx(1.0 + further[numbers], abs=1e-9)
    assert found.costs[0] == pytest.approx(1.0 + further.min(), abs=0.02)


def test_each_false_reply_more_divides_the_probability() -> None:
    game = Game(4, 6)
    if_true, if_false = reply_likelihoods(game, 0.1)
    codes = np.arange(5)[:, None].repeat(4, axis=1)
    chances = noisy_ranking._chances(game, believed_from(codes, [0.3, 0.2, 0.2, 0.2, 0.1], [1, 1, 2, 2, 4], 0.1))
    assert chances[:2] == pytest.approx([0.25, 0.25])
    assert chances[2:] == pytest.approx([0.25 * (if_false / if_true) ** more for more in (1, 1, 3)])
    few = noisy_ranking._chances(game, believed_from(codes[:2], [0.999, 0.001], [0, 1], 0.1))
    assert few == pytest.approx([0.999, 0.001])  # the rarer codes that were found are all there are


def test_the_codes_with_fewest_false_replies_are_kept() -> None:
    game = Game(6, 6)
    codes = np.array(naive.all_codes(game)[: COMPARED_CODES + 500])
    number = len(codes)
    false = np.sort(np.arange(number) % 3)
    weights = 1.0 / 10.0**false
    believed = believed_from(codes, (weights / weights.sum()).tolist(), false.tolist(), 0.1)
    chances = noisy_ranking._chances(game, believed)
    kept, weighted = noisy_ranking._weighted(believed, chances, np.random.default_rng(3))
    assert len(kept) == len(weighted.columns) == COMPARED_CODES
    fewest = {tuple(code) for code in codes[false < 2].tolist()}
    assert fewest < {tuple(code) for code in kept.tolist()}
    assert weighted.mass[weighted.kind].sum() == pytest.approx(1.0)
    assert weighted.mass[2] > weighted.chance[2]  # each code kept stands for several


def test_a_guess_far_from_the_end_is_compared_by_entropy(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(5, 8)
    rng = np.random.default_rng(4)
    codes = np.unique(rng.integers(0, 8, size=(3_000, 5)), axis=0)
    secret = tuple(codes[0].tolist())
    false = [int(score(tuple(code), (0, 0, 1, 1, 2)) != score(secret, (0, 0, 1, 1, 2))) for code in codes.tolist()]
    order = np.argsort(false, kind="stable")
    weights = np.where(np.array(false)[order] == 0, 10.0, 1.0)
    believed = believed_from(codes[order], (weights / weights.sum()).tolist(), sorted(false), 0.1)
    compared: list[float] = []
    original = noisy_ranking._two_ahead

    def recorded(
        game: Game, believed: Believed, guesses: Rows, announced: bool, rng: np.random.Generator
    ) -> RankedGuesses:
        compared.append(believed.missing_bits)
        return original(game, believed, guesses, announced, rng)

    monkeypatch.setattr(noisy_ranking, "_two_ahead", recorded)
    for bits in (noisy_ranking.LAST_BITS + 0.5, noisy_ranking.LAST_BITS):
        given = Believed(believed.codes, believed.weights, believed.false, 0.1, 0, bits)
        assert len(think_noisily(game, given, Settings.of(game), True, np.random.default_rng(5)).guesses) > AHEAD
    assert compared == [noisy_ranking.LAST_BITS]
