"""Exact Bayesian inference: the probability of every code of the game, if replies may be false.

Each turn plays the guess with the fewest expected further guesses, estimated from the posterior after one or two
guesses. The information of a reply and the probability that a guess ends the game allow for false replies.
"""

from __future__ import annotations

from collections.abc import Callable
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
    doubts_of,
    guesses_to_come,
)
from codepegs.strategies.protocol import (
    Budget,
    Codebreaker,
    Declaration,
    Report,
    Strategy,
    Suggestion,
    UnderNoise,
    best_opening,
    refuses_large,
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

    def __init__(self, game: Game, options: BayesOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self._posterior: Posterior | ModelPosterior | None = None
        self._sample: Sample | None = None

    def update(self) -> None:
        self._posterior = self._sample = None
        self._now()

    def forget(self) -> None:
        super().forget()
        self._posterior = self._sample = None

    def ending(self, budget: Budget) -> Declaration | None:
        """Declare the secret, if the codemaker does not announce the win and it is probable enough."""
        if self.noise.declare is None or not self.position.turns:
            return None
        now = self._now(budget.threads)
        return Declaration(*now.top(1)[0]) if now.best_chance >= self.noise.declare else None

    def report(self) -> Report:
        """Return the number of candidates or, if replies may be false, its estimate and the suspect turns."""
        now = self._now()
        if not self.noise.doubts:
            return Report(candidates=now.count, noise=0.0 if self.noise.declare else None)
        doubts = self.doubts()
        suspects = tuple(number for number, doubt in enumerate(doubts, 1) if doubt > 0.5)
        return Report(candidates_estimate=2.0**now.entropy_bits, suspect_turns=suspects, noise=now.share)

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses by the expected number of further guesses."""
        budget = budget or Budget()
        rows = []
        for code, bits, win in self._scored(most, budget.threads):
            information = Reason.of("information_other", bits=bits)
            if win:
                information = Reason.of("information_candidate", bits=bits, win_chance=win)
            exact = self._sampled().is_whole
            rows.append(Suggestion(code, win > 0, None, None, bits, None, win, (information,), exact=exact))
        if not self.position.turns and self.options.first is not None:
            own = self.opening(budget)
            rows = [row for row in rows if row.guess == own] + [row for row in rows if row.guess != own]
        return rows

    def belief(self) -> NDArray[np.float64]:
        return self._now().belief()

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """The most probable codes with their probabilities, most probable first, then the lowest."""
        return self._now().top(most)

    def doubts(self) -> list[float]:
        """Probability of each turn's reply to be false."""
        doubts: list[float] = doubts_of(self.position.game, self.position.turns, self._sampled()).tolist()
        return doubts

    def track(self) -> FalseCounts:
        return FalseCounts(self.position.game, announced=self.noise.announced and self.noise.doubts)

    def _now(self, threads: WorkerThreads | None = None) -> Posterior | ModelPosterior:
        if self._posterior is None:
            self._posterior = Posterior(self.tracked(threads), len(self.position.turns), self.noise)
        return self._posterior

    def _sampled(self) -> Sample:
        if self._sample is None:
            self._sample = self._now().sample(SAMPLED, self.seed.stream("posterior", len(self.position.turns)))
        return self._sample

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
        threads = budget.threads
        game, turns = self.position.game, self.position.turns
        if game.size > ALL_GUESSES:  # sampled guesses differ from game to game
            return self._scored(1, threads)[0][0]
        known = _known_choice(game, self.noise, self.options.ahead, turns)
        if not known:
            known.append(self._scored(1, threads)[0][0])
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

    def _scored(self, most: int, threads: WorkerThreads) -> list[tuple[Code, float, float]]:
        """The best guesses with bits and chances to win; among equals the most probable, then the lowest."""
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
        best = order[:most]
        _, bits = self._costs(self._compared(numbers[best], self._sampled(), threads), threads)
        codes = map(tuple, now.numbers.decode(numbers[best]).tolist())
        return list(zip(codes, np.maximum(bits, 0.0).tolist(), wins[best].tolist(), strict=True))

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
        self._posterior: ModelPosterior | None = None

    def _now(self, threads: WorkerThreads | None = None) -> ModelPosterior:
        if self._posterior is None:
            model, turns = self.noise.model, self.position.turns
            assert model is not None, "random replies have a codebreaker of their own"
            known = self._tracker or ModelPosterior(self.position.game, model, announced=self.noise.announced)
            self._tracker, self._tracked = known.after(turns[self._tracked :]), len(turns)
            self._posterior = self._tracker
        return self._posterior

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
