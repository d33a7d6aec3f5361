"""Exact Bayesian inference: the probability of every code of the game, if replies may be false.

Each turn plays the guess with the fewest expected further guesses, estimated from the posterior after one or two
guesses. The information of a reply and the probability that a guess ends the game allow for false replies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.errors import BadStrategy
from codepegs.game import Code, Game, ModelNoiseOptions, Noise, Turn, reply_matrix
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies.bayes.posterior import (
    ALL_GUESSES,
    DOUBT,
    GUESSES_CHUNK,
    IMPOSSIBLE,
    FalseCounts,
    ModelPosterior,
    Posterior,
    Sample,
    all_replies,
    guesses_to_come,
)
from codepegs.strategies.protocol import (
    Budget,
    Codebreaker,
    Strategy,
    Suggestion,
    UnderNoise,
    best_opening,
    doubts_of,
    refuses_large,
    undescribed,
)

SAMPLED = 2_000
"""Number of codes on which guesses are compared; more codes are represented by a weighted sample."""

LIKELY_GUESSES, OTHER_GUESSES = 1_200, 600
"""Guesses compared in larger games: probable codes, and codes drawn uniformly."""

IGNORED = 1e-3
"""Codes with the same count are ignored in comparisons if their total probability is below this."""

FOLLOWERS = 400
"""Number of second guesses compared, the best by one-step cost; at p4c6 all 1,296 gain 0.003 ± 0.003 guesses per game
and take three times as long. Before the first turn, when most are equivalent, all are compared."""

KEPT_CHOICES = 2_000
"""Positions whose best guess is cached across games: most of the first three turns of p4c6."""

STEP = 10_000_000
"""Approximate nanoseconds of one call of a loop, between checks for interrupts."""

AHEAD = 12
"""Number of best guesses by one-step cost that are compared two guesses ahead."""


class BayesOptions(ModelNoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy `bayes`."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (1122) or aabc (1123)")] = None
    ahead: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="number of best guesses searched one guess deeper; 0 is much faster",
        ),
    ] = AHEAD


@dataclass(frozen=True, eq=False)
class Compared:
    """Guesses, the codes on which they are compared, and the replies of these codes."""

    numbers: NDArray[np.int64]
    """Of the guesses, ascending."""
    wins: NDArray[np.float64]
    sample: Sample
    table: NDArray[np.uint16]
    """Part numbers, one row per guess."""
    columns: NDArray[np.int64]
    """The columns of the sampled codes in the table."""

    def rows(self, chosen: NDArray[np.int64]) -> Compared:
        return Compared(self.numbers[chosen], self.wins[chosen], self.sample, self.table[chosen], self.columns)

    def weighted(self) -> loops.WeightedCodes:
        sample = self.sample
        return loops.WeightedCodes(self.columns, sample.kind, sample.kind_mass, sample.kind_chance)


class BayesCodebreaker(Codebreaker):
    """A codebreaker that stores the probability of every code."""

    def update(self) -> None:
        """Exclude or doubt codes by the last turn; raises `Contradiction` if none is possible."""
        self._now()

    def doubts(self) -> list[float]:
        if not self.noise.doubts:
            return super().doubts()
        sample = self._sampled()
        return doubts_of(self.position.game, self.position.turns, sample.codes, sample.mass)

    def track(self) -> FalseCounts | ModelPosterior:
        announced = self.noise.announced and self.noise.doubts
        return FalseCounts(self.position.game, announced=announced, noise=self.noise)

    def _now(self, threads: WorkerThreads | None = None) -> Posterior | ModelPosterior:
        tracker: FalseCounts | ModelPosterior = self.tracked(threads)
        return tracker.state()

    def _sampled(self) -> Sample:
        """The codes by which guesses are described."""
        if "sample" not in self._computed:
            rng = self.seed.stream("posterior", len(self.position.turns))
            self._computed["sample"] = self._now().sample(SAMPLED, rng)
        sample: Sample = self._computed["sample"]
        return sample

    def _guesses(self) -> NDArray[np.int64]:
        """Numbers of the guesses to compare, ascending."""
        game = self.position.game
        now = self._now()
        if game.size <= ALL_GUESSES:
            return np.arange(game.size)
        if not self.position.turns:
            return np.array([game._number_of_code(best_opening(game))])
        rng = self.seed.stream("guesses", len(self.position.turns))
        likely = now.sample(LIKELY_GUESSES, rng).numbers
        return np.unique(np.concatenate([likely, rng.integers(game.size, size=OTHER_GUESSES)]))

    def choose(self, budget: Budget) -> Code:
        """Choose the best guess; those of early turns of small games are cached for later games."""
        game, turns = self.position.game, self.position.turns
        if game.size > ALL_GUESSES:  # sampled guesses differ from game to game
            return self.compare_guesses(1, budget)[0]
        known = _known_choice(game, self.noise, self.options.ahead, turns)
        if not known:
            known.append(self.compare_guesses(1, budget)[0])
        return known[0]

    def _compared(self, numbers: NDArray[np.int64], sample: Sample, threads: WorkerThreads) -> Compared:
        now, game = self._now(threads), self.position.game
        wins = now.chances_of(numbers)
        if game.size <= ALL_GUESSES:
            table = all_replies(game)
            if not np.array_equal(numbers, np.arange(game.size)):
                table = table[numbers]
            return Compared(numbers, wins, sample, table, sample.numbers)
        table = reply_matrix(game, now.numbers.decode(numbers), sample.codes, threads)
        return Compared(numbers, wins, sample, table.astype(np.uint16, copy=False), np.arange(len(sample.codes)))

    def compare_guesses(self, most: int, budget: Budget) -> list[Code]:
        """Return guesses by the expected number to come; of equals, the most probable, then the lowest comes first."""
        threads = budget.threads
        now = self._now(threads)
        turn = len(self.position.turns)
        sample = now.sample(SAMPLED, self.seed.stream("comparison", turn), IGNORED)
        compared = self._compared(self._guesses(), sample, threads)
        numbers, wins = compared.numbers, compared.wins
        costs, _ = self._costs(compared, threads)
        costs = np.round(costs, 12)
        order = np.lexsort((numbers, -wins, costs))
        if self.options.ahead > 1 and len(order) > 1:
            followers = order[:FOLLOWERS] if turn else order
            # The first of each cost and probability: early in a game, many guesses differ only by symmetry.
            differ = (np.diff(costs[followers]) != 0.0) | (np.diff(wins[followers]) != 0.0)
            chosen = np.flatnonzero(np.append(True, differ))[: self.options.ahead]
            further = np.round(self._costs_further(compared.rows(followers), chosen, threads), 12)
            first = followers[chosen]
            first = first[np.lexsort((numbers[first], -wins[first], further))]
            order = np.concatenate([first, np.delete(order, chosen)])
        found: list[Code] = [tuple(code) for code in now.numbers.decode(numbers[order[:most]]).tolist()]
        self._gains(found, threads)
        if not self.position.turns and self.options.first is not None:
            own = self.opening(budget)
            found.sort(key=lambda code: code != own)
        return found

    def _gains(self, guesses: Sequence[Code], threads: WorkerThreads) -> dict[Code, tuple[float, float]]:
        """The information in bits of guesses that can be the secret, and their probability to win."""
        gains: dict[Code, tuple[float, float]] = self._computed.setdefault("gains", {})
        game = self.position.game
        new = [guess for guess in dict.fromkeys(guesses) if guess not in gains and game._can_be_secret(guess)]
        if new:
            numbers = np.array([game._number_of_code(guess) for guess in new])
            compared = self._compared(numbers, self._sampled(), threads)
            bits = np.maximum(self._costs(compared, threads)[1], 0.0)
            gains.update(zip(new, zip(bits.tolist(), compared.wins.tolist(), strict=True), strict=True))
        return gains

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        """Compute the information of guesses and their probability to win, if they can be the secret."""
        gains = self._gains(guesses, (budget or Budget()).threads)
        return [self._described(guess, *gains[guess]) if guess in gains else undescribed(guess) for guess in guesses]

    def _described(self, guess: Code, bits: float, win: float) -> Suggestion:
        information = Reason.of("information_other", bits=bits)
        if win:
            information = Reason.of("information_candidate", bits=bits, win_chance=win)
        exact = self._sampled().is_whole
        return Suggestion(guess, win > 0, None, None, bits, None, win, (information,), exact=exact)

    def _costs(self, compared: Compared, threads: WorkerThreads) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the expected cost of each guess, and its expected information in bits."""
        model = compared.weighted(), self._cost_model()
        return _expected(partial(loops.expected_costs, compared.table, compared.wins, *model), compared, threads)

    def _costs_further(
        self, compared: Compared, chosen: NDArray[np.int64], threads: WorkerThreads
    ) -> NDArray[np.float64]:
        """The expected cost of the `chosen` guesses if the best of all guesses follows each reply."""
        table, wins, weighted, model = compared.table, compared.wins, compared.weighted(), self._cost_model()
        codes = self._now(threads).numbers.decode(compared.numbers)
        among = reply_matrix(self.position.game, codes[chosen], codes, threads).astype(np.uint16, copy=False)
        count, costs = len(chosen), np.empty(len(chosen))

        def run(start: int, stop: int) -> None:
            for n in range(start, stop):
                search = loops.follow_guess(table, wins, weighted, model, int(chosen[n]), among[n])
                loops.finish(loops.step_followed_guess, search, STEP)
                costs[n] = loops.followed_cost(search)

        threads.work.add(count, count * len(table), count * len(table) * len(weighted.columns))
        threads.map(count, count, run)
        return costs

    def _cost_model(self) -> loops.CostModel:
        now, announced = self._now(), self.noise.announced
        return loops.CostModel(
            share_as_is=1.0 - now.share,
            share_by_chance=now.share / now.replies,
            announced=int(announced),
            parts=now.replies,
            curve=guesses_to_come(announced),
            doubt=DOUBT if announced else 0.0,
        )


def _expected(
    loop: Callable[..., None], compared: Compared, threads: WorkerThreads
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The costs and bits of guesses, which a loop writes for a range of them."""
    guesses = len(compared.numbers)
    costs, bits = np.empty(guesses), np.empty(guesses)
    threads.work.add(1, guesses, guesses * len(compared.sample.codes))
    threads.map(guesses, guesses // GUESSES_CHUNK + 1, lambda start, stop: loop(start, stop, costs, bits))
    return costs, bits


@lru_cache(maxsize=KEPT_CHOICES)
def _known_choice(game: Game, noise: Noise, ahead: int, turns: tuple[Turn, ...]) -> list[Code]:
    """The best guess at a position, once it was chosen: it does not depend on the threads."""
    return []


MOST_MODELLED = 2_000_000
"""Codes of the largest game: each turn takes about 0.2 microseconds per code, and 40 bytes."""


class ModelCodebreaker(BayesCodebreaker):
    """A codebreaker that assumes a kind of false replies other than random ones."""

    def __init__(self, game: Game, options: BayesOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        if game.size > MOST_MODELLED:
            raise BadStrategy.because(
                game._reason("too_many_modelled", size=game.size, most=MOST_MODELLED, model=str(self.noise.model))
            )

    def track(self) -> ModelPosterior:
        assert self.noise.model is not None, "random replies have a codebreaker of their own"
        return ModelPosterior(self.position.game, self.noise.model, announced=self.noise.announced)

    def _now(self, threads: WorkerThreads | None = None) -> ModelPosterior:
        posterior: ModelPosterior = self.tracked(threads)
        return posterior

    def _model(self) -> loops.ChannelModel:
        shown, announced = self._now().shown, self.noise.announced
        return loops.ChannelModel(
            shown=shown.reshape(-1, shown.shape[-1]),
            announced=int(announced),
            curve=guesses_to_come(announced),
            doubt=DOUBT if announced else 0.0,
        )

    def _stated(self, compared: Compared) -> loops.StatedCodes:
        sample = compared.sample
        return loops.StatedCodes(compared.columns, self._now().states[sample.numbers], sample.mass, sample.chance)

    def _costs(self, compared: Compared, threads: WorkerThreads) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self._channel_costs(compared, compared.wins, self._stated(compared), threads)

    def _channel_costs(
        self, compared: Compared, wins: NDArray[np.float64], codes: loops.StatedCodes, threads: WorkerThreads
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        loop = partial(loops.channel_costs, compared.table, wins, codes, self._model())
        return _expected(loop, compared, threads)

    def _costs_further(
        self, compared: Compared, chosen: NDArray[np.int64], threads: WorkerThreads
    ) -> NDArray[np.float64]:
        now, game = self._now(), self.position.game
        guesses = now.numbers.decode(compared.numbers)
        among = reply_matrix(game, guesses[chosen], guesses, threads).astype(np.int64)
        guess_states = now.states[compared.numbers]
        codes = self._stated(compared)
        last = len(now.shown) - 1
        found = np.empty(len(chosen))
        for place, first in enumerate(chosen.tolist()):
            true = compared.table[first, compared.columns].astype(np.int64)
            goes_on = true != now.replies - 1 if self.noise.announced else np.full(len(true), True)
            total = reached = 0.0
            for reply in range(now.replies):
                likelihood = now.shown[codes.state, true, reply] * goes_on
                held = np.flatnonzero(likelihood)
                z = float(codes.mass @ likelihood)
                if z <= IMPOSSIBLE:
                    continue
                left = loops.StatedCodes(
                    codes.columns[held],
                    np.minimum(codes.state + (true != reply), last)[held],
                    (codes.mass * likelihood / z)[held],
                    (codes.chance * likelihood / z)[held],
                )
                wins = np.minimum(1.0, compared.wins * now.shown[guess_states, among[place], reply] / z)
                if self.noise.announced:
                    wins[first] = 0.0
                costs, _ = self._channel_costs(compared, wins, left, threads)
                total += z * (1.0 + float(costs.min()))
                reached += z
            rest = 1.0 - compared.wins[first] if self.noise.announced else 1.0
            found[place] = rest * total / reached if reached > IMPOSSIBLE else 0.0
        return found


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
