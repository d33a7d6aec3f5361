"""The posterior and the play of any kind of false replies, against plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.core.loops import ChannelModel, StatedCodes
from codepegs.errors import Contradiction
from codepegs.game.noise import Noise, parse_model, state_after
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.rng import Seed
from codepegs.strategies.bayes.codebreaker import ModelCodebreaker
from codepegs.strategies.bayes.posterior import ModelPosterior, Posterior, guesses_to_come
from codepegs.strategies.registry import Player
from tests import naive
from tests.strategies.bayes import kernel_cases
from tests.strategies.bayes.test_guess_costs_loops import curve_at

KINDS = ["miscount:0.2", "swap:0.3", "at-most:1", "at-most:2:0.4", "lying:1"]
POSITIONS = {"swap:0.3": "p3c4 112:0b1w 134:1b1w 223:0b1w"}


def naive_posterior(position: Position, kind: str, *, announced: bool) -> dict[tuple[int, ...], float]:
    """The probability of each code, by multiplying the probabilities of the replies."""
    model, game = parse_model(kind), position.game
    shown, replies = model.likelihood(game), game.replies()
    found = {}
    for code in naive.all_codes(game):
        chance, state = 1.0, 0
        for turn in position.turns:
            true = game.reply(turn.guess, code)
            chance *= float(shown[state, replies.index(true), replies.index(turn.reply)])
            state = state_after(model, state, is_false=true != turn.reply)
            if announced and turn.guess == code:
                chance = 0.0
        found[code] = chance
    total = sum(found.values())
    return {code: chance / total for code, chance in found.items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("declare", [None, 0.9])
def test_probabilities_are_products_of_those_of_the_replies(kind: str, declare: float | None) -> None:
    position = Position.parse(POSITIONS.get(kind, "p3c4 112:1b1w 134:1b0w 223:0b1w"), noisy=True)
    text = f"bayes:noise={kind}" + (f",declare={declare}" if declare else "")
    codebreaker = Player.parse(text).start(position.game, Seed(1))
    for turn in position.turns:
        codebreaker.learn(turn)
    wanted = naive_posterior(position, kind, announced=declare is None)
    assert isinstance(codebreaker, ModelCodebreaker)
    for code, chance in codebreaker.posterior(100):
        assert chance == pytest.approx(wanted.pop(code))
    assert not any(wanted.values())
    belief = codebreaker.belief()
    sums = np.zeros((3, 4))
    for code, chance in naive_posterior(position, kind, announced=declare is None).items():
        sums[range(3), code] += chance
    assert belief == pytest.approx(sums)


def test_a_model_of_random_replies_gives_the_posterior_of_random_replies() -> None:
    class Random:
        """Random replies as a model."""

        share, limit, chooses = 0.2, None, False

        def likelihood(self, game: Game) -> NDArray[np.float64]:
            count = len(game.replies())
            return (0.8 * np.eye(count) + 0.2 / count)[None]

        def describe(self) -> str:
            return ""

    position = Position.parse("p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w", noisy=True)
    game = position.game
    model = ModelPosterior(game, Random(), announced=True).after(position.turns)
    breaker = Player.parse("bayes:noise=0.2").start(game, Seed(1), position.turns)
    other: Posterior = breaker._now()  # type: ignore[attr-defined]
    numbers = np.arange(game.size)
    assert model.chances_of(numbers) == pytest.approx(other.chances_of(numbers), abs=1e-12)
    assert model.entropy_bits == pytest.approx(other.entropy_bits)
    guesses = Player.parse("bayes:noise=0.2,ahead=0").start(game, Seed(1), position.turns)
    ranked = guesses.rank(1296)
    own = ModelCodebreaker(game, Player.parse("bayes:noise=at-most:1,ahead=0").options, Seed(1), position.turns)
    own._tracker = model
    own._tracked = len(position.turns)
    mine = own.rank(1296)
    assert mine[0].guess == ranked[0].guess
    bits = {row.guess: row.bits for row in ranked}
    assert [row.bits for row in mine] == pytest.approx([bits[row.guess] for row in mine])


def test_two_guesses_ahead_is_the_best_guess_after_each_reply() -> None:
    """As with random replies, whose costs the compiled search computes in another way."""
    game = Game(3, 3)
    turns = (Turn((0, 0, 1), game.replies()[2]),)
    random = Player.parse("bayes:noise=0.2").start(game, Seed(1), turns)
    own = ModelCodebreaker(game, Player.parse("bayes:noise=at-most:1").options, Seed(1), turns)
    model = own._now().model

    class Random:
        share, limit, chooses = 0.2, None, False

        def likelihood(self, game: Game) -> NDArray[np.float64]:
            count = len(game.replies())
            return (0.8 * np.eye(count) + 0.2 / count)[None]

        def describe(self) -> str:
            return ""

    assert model.limit == 1
    own._tracker = ModelPosterior(game, Random(), announced=True).after(turns)
    own._tracked = 1
    from codepegs.parallel import WorkerThreads

    costs = []
    for breaker in (random, own):
        now: Any = breaker._now()  # type: ignore[attr-defined]
        sample = now.sample(2000, np.random.default_rng(0))
        compared = breaker._compared(np.arange(game.size), sample, WorkerThreads())  # type: ignore[attr-defined]
        costs.append(breaker._costs_further(compared, np.arange(game.size), WorkerThreads()))  # type: ignore[attr-defined]
    assert costs[1] == pytest.approx(costs[0], abs=1e-9)


def test_more_false_replies_than_allowed_are_a_contradiction() -> None:
    game = Game(4, 6)
    breaker = Player.parse("bayes:noise=at-most:1").start(game, Seed(1))
    turns = Position.parse("p4c6 1111:2b0w 2222:3b0w 3333:3b0w", noisy=True).turns
    breaker.learn(turns[0])
    breaker.learn(turns[1])
    before = breaker.report().candidates_estimate
    with pytest.raises(Contradiction, match="with these replies, even if one of them is false"):
        breaker.learn(turns[2])
    assert breaker.report().candidates_estimate == before
    assert len(breaker.position.turns) == 2


def test_samples_of_larger_games_keep_the_probable_codes() -> None:
    game = Game(5, 8)
    noise = Noise.of(Player.parse("bayes:noise=miscount:0.1").options)
    assert noise.model is not None
    position = Position.parse("p5c8 11223:1b1w 44556:0b2w", noisy=True)
    posterior = ModelPosterior(game, noise.model, announced=True).after(position.turns)
    sample = posterior.sample(500, np.random.default_rng(1))
    assert not sample.is_whole
    assert sample.mass.sum() == pytest.approx(1.0)
    assert set(posterior.possible[:250].tolist()) <= set(sample.numbers.tolist())
    assert sample.chance == pytest.approx(posterior.chances[sample.numbers])


def naive_channel_costs(table: Any, wins: Any, codes: StatedCodes, model: ChannelModel, n: int) -> tuple[float, float]:
    """Expected cost and bits of one guess, code by code."""
    parts = model.shown.shape[1]
    true = table[n, codes.columns].astype(np.int64)
    going = np.where(true == parts - 1, 0.0, 1.0) if model.announced else np.ones(len(true))
    reached = cost = left = 0.0
    for part in range(parts):
        likelihood = model.shown[codes.state * parts + true, part] * going
        joint, each = codes.mass * likelihood, codes.chance * likelihood
        z = float(joint.sum())
        if z <= 1e-300:
            continue
        held = joint > 0
        bits = max(0.0, float(-(joint[held] / z) @ np.log2(each[held] / z)))
        guesses = curve_at(model, bits) + model.doubt * max(0.0, 1.0 - float(each.max()) / z)  # type: ignore[arg-type]
        reached, cost, left = reached + z, cost + z * guesses, left + z * bits
    before = -float(codes.mass @ np.log2(codes.chance))
    goes_on = 0.0 if reached <= 1e-12 else (1 - wins[n]) / reached if model.announced else 1.0
    return goes_on * cost, before - goes_on * left


def test_costs_are_those_of_following_every_reply_to_every_code() -> None:
    for seed in range(40):
        table, wins, codes, model, *_ = kernel_cases.channel(np.random.default_rng([seed, 3]))
        costs, bits = np.zeros(len(table)), np.zeros(len(table))
        loops.channel_costs(table, wins, codes, model, 0, len(table), costs, bits)
        for n in range(len(table)):
            assert (costs[n], bits[n]) == pytest.approx(naive_channel_costs(table, wins, codes, model, n), abs=1e-9)


def test_the_curve_is_that_of_random_replies() -> None:
    codebreaker = ModelCodebreaker(Game(3, 3), Player.parse("bayes:noise=swap:0.1").options, Seed(1))
    assert codebreaker._model().curve is guesses_to_come(True)
