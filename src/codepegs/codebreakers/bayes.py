"""Exact Bayes: every code of the game with its probability, where replies may be false.

Each turn asks the guess after which the fewest guesses are to come, as far as the entropy of the posterior tells. What
a shown reply tells is worked out with false replies reckoned in, and so is the chance that the guess ends the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.advice import Suggestion
from codepegs.chunks import Crew
from codepegs.codebreakers.door import Budget, Codebreaker, Declaration, Guess, Move, Report, Strategy, UnderNoise
from codepegs.codebreakers.exhaustive import refuses_large
from codepegs.codebreakers.first import check_first, first_guess
from codepegs.codebreakers.opening import best_opening
from codepegs.codebreakers.posterior import FalseCounts, Posterior, Sample, parts_of_codes
from codepegs.errors import Contradiction
from codepegs.game import Code, Game
from codepegs.noise import Noise, NoiseOptions
from codepegs.packing import pack
from codepegs.partitions import part_table
from codepegs.seeds import Seed
from codepegs.texts import Position, Turn

SAMPLED = 2_000
"""Codes by which guesses are compared; where there are more, a sample by probability stands for them."""

ALL_GUESSES = 2_000
"""Codes of the largest game in which all guesses are compared every turn."""

LIKELY_GUESSES, OTHER_GUESSES = 1_200, 600
"""Guesses that are compared in larger games: by probability, and any."""

IGNORED = 1e-3
"""Probability of all codes with one count below which they are left out when guesses are compared."""

SPREAD_NEXT, STEP, LIKELY_NEXT = 30, 8, 30
"""Guesses tried one turn further: so many of those compared, every so-manieth, and the most probable codes."""

RARE = 0.004
"""Probability of a reply below which its posterior is not looked into."""

GUESSES_CHUNK = 200
"""Guesses worth handing to another thread."""


class BayesOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of exact Bayes."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (111222) or aabc (112345)")] = None
    ahead: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="best guesses whose replies are followed one turn further; 8 saves about 1 % of the guesses at "
            "p4c6 and takes some five times as long",
        ),
    ] = 0


@dataclass(frozen=True, eq=False)
class _Scored:
    """Guesses compared, best first."""

    codes: list[Code]
    bits: list[float]
    wins: list[float]
    exact: bool


@dataclass(frozen=True, eq=False)
class _Belief:
    """Codes with weights that add up to one, and the probabilities of some guesses to be the secret."""

    codes: NDArray[np.int64]
    mass: NDArray[np.float64]
    chance: NDArray[np.float64]
    """Probability of each code by itself."""
    wins: NDArray[np.float64]

    @classmethod
    def of(cls, sample: Sample, wins: NDArray[np.float64]) -> _Belief:
        """What a sample of the posterior says."""
        return cls(sample.codes, sample.mass, sample.chance, wins)


class BayesCodebreaker:
    """Keeps the probability of every code."""

    def __init__(self, game: Game, options: BayesOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        if options.first is not None:
            check_first(options.first, game, allow_best=False)
        self.position = Position(game, history)
        self.seed = seed
        self.options = options
        self.noise = Noise.of(options)
        self._false: FalseCounts | None = None
        self._learned = 0
        self._posterior: Posterior | None = None
        self._sample: Sample | None = None

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction`, and forgets it again, when every code is impossible."""
        before = self.position
        self.position = before.after(turn.guess, turn.reply, noisy=self.noise.share != 0.0)
        self._posterior = self._sample = None
        try:
            self._now()
        except Contradiction:
            self.position, self._false, self._learned, self._posterior = before, None, 0, None
            raise

    def next(self, budget: Budget | None = None) -> Move:
        """The move at this position."""
        budget = budget or Budget()
        turns = len(self.position.turns)
        if not turns and self.options.first is not None:
            return Guess(first_guess(self.options.first, self.position.game, self.seed))
        now = self._now(budget.crew)
        if self.noise.declare is not None and turns and now.best_chance >= self.noise.declare:
            ((code, chance),) = now.top(1)
            return Declaration(code, chance)
        code = self._scored(1, budget.crew).codes[0]
        return Guess(code, consistent=self._fits(code))

    def report(self) -> Report:
        """How many codes fit, or, where replies may be false, how many the posterior amounts to, and what is false."""
        now = self._now()
        if self.noise.share == 0.0:
            return Report(candidates=int(now.present[0]), noise=0.0 if self.noise.declare else None)
        doubts = self.doubts()
        suspects = tuple(number for number, doubt in enumerate(doubts, 1) if doubt > 0.5)
        return Report(candidates_estimate=2.0**now.entropy_bits, suspect_turns=suspects, noise=now.share)

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """The guesses after which the fewest are to come, best first."""
        budget = budget or Budget()
        found = self._scored(most, budget.crew)
        rows = [
            Suggestion(
                guess=code,
                is_candidate=win > 0,
                worst=None,
                expected_size=None,
                entropy_bits=bits,
                parts=None,
                win_chance=win,
                why=_why(bits, win),
                exact=found.exact,
            )
            for code, bits, win in zip(found.codes, found.bits, found.wins, strict=True)
        ]
        turns = len(self.position.turns)
        if not turns and self.options.first is not None:
            own = first_guess(self.options.first, self.position.game, self.seed)
            rows = [row for row in rows if row.guess == own] + [row for row in rows if row.guess != own]
        return rows

    def belief(self) -> NDArray[np.float64]:
        """Probability of each colour at each peg, shape (pegs, colours)."""
        return self._now().belief()

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """The most probable codes with their probabilities, most probable first, then the lowest."""
        return self._now().top(most)

    def doubts(self) -> list[float]:
        """Probability of each turn's reply to be false."""
        return list(map(float, self._now().doubts(self.position.turns, self._sampled())))

    def _now(self, crew: Crew | None = None) -> Posterior:
        if self._false is None:
            self._false = FalseCounts(self.position.game, told=self.noise.told and self.noise.share != 0.0)
            self._learned = 0
        if self._posterior is None:
            for turn in self.position.turns[self._learned :]:
                self._false.learn(turn, crew)
            self._learned = len(self.position.turns)
            self._posterior = Posterior(self._false, self._learned, self.noise)
        return self._posterior

    def _sampled(self) -> Sample:
        if self._sample is None:
            self._sample = self._now().sample(SAMPLED, self.seed.stream("posterior", len(self.position.turns)))
        return self._sample

    def _fits(self, code: Code) -> bool:
        game = self.position.game
        return all(game.reply(code, turn.guess) == turn.reply for turn in self.position.turns)

    def _guesses(self) -> NDArray[np.int64]:
        """Numbers of the guesses to compare, ascending."""
        game = self.position.game
        now = self._now()
        if game.size <= ALL_GUESSES:
            return np.arange(game.size)
        if not self.position.turns:
            return np.array([now.false.number(best_opening(game))])
        rng = self.seed.stream("guesses", len(self.position.turns))
        likely = now.sample(LIKELY_GUESSES, rng).numbers
        return np.unique(np.concatenate([likely, rng.integers(game.size, size=OTHER_GUESSES)]))

    def _scored(self, most: int, crew: Crew) -> _Scored:
        """The best guesses by the codes that matter, with figures by all; of equals the most probable, then the lowest.

        The figures are exact where no code is left out.
        """
        now = self._now(crew)
        turn = len(self.position.turns)
        numbers = self._guesses()
        wins = now.chances[now.false.counts[numbers]]
        matter = now.sample(SAMPLED, self.seed.stream("comparison", turn), IGNORED)
        costs, _ = self._costs(numbers, _Belief.of(matter, wins), crew)
        order = np.lexsort((numbers, -wins, np.round(costs, 12)))
        if turn and self.options.ahead:
            shared = numbers[order[: SPREAD_NEXT * STEP : STEP]]
            first = order[: self.options.ahead]
            further = np.array([self._after(int(number), matter, shared, crew) for number in numbers[first]])
            order[: len(first)] = first[np.lexsort((numbers[first], np.round(further, 12)))]
        best = order[:most]
        _, bits = self._costs(numbers[best], _Belief.of(self._sampled(), wins[best]), crew)
        return _Scored(
            codes=[tuple(code) for code in now.false.decode(numbers[best]).tolist()],
            bits=np.maximum(bits, 0.0).tolist(),
            wins=wins[best].tolist(),
            exact=self._sampled().is_whole,
        )

    def _after(self, number: int, sample: Sample, shared: NDArray[np.int64], crew: Crew) -> float:
        """What a guess is expected to cost when the best guess after each reply is looked for too."""
        now, game, told = self._now(crew), self.position.game, self.noise.told
        guess = tuple(now.false.decode(np.array([number]))[0].tolist())
        parts = parts_of_codes(game, sample.codes, guess)
        count = len(part_table(game))
        by_chance = now.share / count
        possible = sample.numbers != number if told else np.ones(len(parts), dtype=np.bool_)
        cost = 0.0
        for part in range(count):
            shown = ((1.0 - now.share) * (parts == part) + by_chance) * possible
            joint = sample.mass * shown
            reply = float(joint.sum())
            if reply <= 0.0:
                continue
            order = np.argsort(-joint, kind="stable")
            kept = order[: int(np.searchsorted(np.cumsum(joint[order]), reply * (1 - IGNORED))) + 1]
            mass = joint[kept] / joint[kept].sum()
            chance = sample.chance[kept] * shown[kept] / reply
            if reply < RARE:
                cost += reply * cost_at(-float(mass @ np.log2(chance)), told)
                continue
            asked = np.unique(np.concatenate([shared, sample.numbers[kept[:LIKELY_NEXT]]]))
            fits = parts_of_codes(game, now.false.decode(asked), guess) == part
            wins = now.chances[now.false.counts[asked]] * ((1.0 - now.share) * fits + by_chance) / reply
            if told:
                wins[asked == number] = 0.0
            costs, _ = self._costs(asked, _Belief(sample.codes[kept], mass, chance, wins), crew)
            cost += reply * (1.0 + float(costs.min()))
        return cost

    def _costs(
        self, numbers: NDArray[np.int64], belief: _Belief, crew: Crew
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What each guess is expected to cost, and the bits it tells."""
        from codepegs.kernels import posterior

        now, game = self._now(crew), self.position.game
        guess_place, guess_copies = pack(game, now.false.decode(numbers))
        place, copies = pack(game, belief.codes)
        costs, bits = np.empty(len(numbers)), np.empty(len(numbers))
        table = part_table(game)
        curve = guesses_to_come(self.noise.told)

        def run(start: int, stop: int) -> None:
            posterior.expected_costs(
                guess_place,
                guess_copies,
                start,
                stop,
                place,
                copies,
                belief.mass,
                belief.mass * np.log2(belief.chance),
                1.0 - now.share,
                now.share / len(table),
                self.noise.told,
                len(table) - 1,
                table.part_of,
                len(table),
                belief.wins,
                curve,
                costs,
                bits,
            )

        crew.work.add(1, len(numbers), len(numbers) * len(belief.mass))
        crew.map(len(numbers), len(numbers) // GUESSES_CHUNK + 1, run)
        return costs, bits


BITS_A_GUESS, POWER = 3.0, 1.2
"""Where the codemaker tells the end, games at p4c6 with 10 and 20 % false replies took (bits / 3) ^ 1.2 guesses
besides the one that ends them; what is best hardly changes with the bits (2 to 5 were tried), and 1.2 saves 1 %
against 1."""

UNTOLD_BITS_A_GUESS, SURE_BITS = 2.0, 0.4
"""Where nobody tells, two bits a guess and up to one guess more to be sure (0.1, 0.2 and 0.4 bits do about equally)."""

LARGEST_ENTROPY = 40
"""Bits of the largest posterior a curve covers; it goes on straight."""


@lru_cache(maxsize=2)
def guesses_to_come(told: bool) -> NDArray[np.float64]:
    """Guesses still to come by the entropy of the posterior, eight points a bit.

    >>> guesses_to_come(True)[0], round(guesses_to_come(True)[8 * 10], 2), guesses_to_come(False)[0]
    (np.float64(1.0), np.float64(5.24), np.float64(0.0))
    """
    bits = np.arange(LARGEST_ENTROPY * 8) / 8
    if told:
        return np.asarray(1.0 + (bits / BITS_A_GUESS) ** POWER)
    return np.asarray(bits / UNTOLD_BITS_A_GUESS + 1.0 - np.exp(-bits / SURE_BITS))


def cost_at(bits: float, told: bool) -> float:
    """The guesses still to come at so many bits, between the points of the curve."""
    curve = guesses_to_come(told)
    return float(np.interp(bits * 8, np.arange(len(curve)), curve))


def _why(bits: float, win: float) -> str:
    told = f"Its reply is expected to tell {bits:.2f} bits"
    return f"{told}, and it is the secret with probability {win:.3g}." if win else f"{told}; it cannot be the secret."


def _start(game: Game, options: BayesOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    return BayesCodebreaker(game, options, seed, history)


def _is_deterministic(game: Game, options: BayesOptions) -> bool:
    return Noise.of(options).trusts and game.size <= ALL_GUESSES and options.first != "random"


BAYES = Strategy(
    name="bayes",
    summary="weighs every code by the replies that do not fit it, where some may be false",
    origin="codepegs",
    limits="games of up to 50 million codes, one byte a code",
    options=BayesOptions,
    start=_start,
    refuses=refuses_large,
    is_deterministic=_is_deterministic,
    under_noise=UnderNoise.MODELS,
)
