"""The probability of each code after replies that may be false, for games whose codes can be listed.

False replies are drawn uniformly, so the probability of a code depends only on the number of replies with which it is
not consistent. One byte per code stores this number, and all figures are exact.

Other kinds of false replies are in `codepegs.game.noise`: each code then has a probability and a state, the number of
false replies it implies up to the limit of the model.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from codepegs.core import exp, log, look, loops
from codepegs.errors import BadReply, Contradiction
from codepegs.game import Code, ErrorModel, Game, Noise, Turn, numbering_of, part_table, parts_between, reply_matrix
from codepegs.parallel import WorkerThreads
from codepegs.strategies.protocol import Report, State, Tracker, WeightedRows, entropy_of

EXCLUDED = 255
"""The count of a code that was guessed and did not end the game."""

CURVE_STEPS = 8
"""Points of a cost curve for each bit of entropy."""

LEVELS = 256
"""Number of counts that are distinguished; the last one marks codes that cannot be the secret."""

NEGLIGIBLE = 1e-9
"""Codes with the same count are ignored in displayed figures if their total probability is below this."""

COUNTED_CHUNK = 8_000_000
"""Smallest number of codes per thread, and the largest per call of a loop."""

DECODED_CHUNK = 200_000
"""Codes decoded in one call."""

NOISE_GRID = (np.arange(50) + 0.5) / 50
"""Number of shares of false replies on the grid if the share is unknown."""

TRUST = 6
"""Prior density of an unknown share: (1 - share)^TRUST, one in eight on average; five turns of a game outweigh it."""


class CodeNumbers:
    """The numbers of the codes of a game, from 0 in ascending order."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.numbered = loops.NumberedCodes(game.pegs, game.colors, int(game.repeats))

    def decode(self, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the codes of some numbers, shape (numbers, pegs)."""
        out = np.empty((len(numbers), self.game.pegs), dtype=np.int64)
        for start in range(0, len(numbers), DECODED_CHUNK):
            stop = start + DECODED_CHUNK
            loops.decode_numbers(self.numbered, numbers[start:stop], out[start:stop])
        return out


class FalseCounts(CodeNumbers, Tracker):
    """The number of replies that each code contradicts; `announced`: a guess that did not end the game is excluded."""

    def __init__(self, game: Game, *, announced: bool, noise: Noise | None = None) -> None:
        super().__init__(game)
        self.announced = announced
        self.noise = noise or Noise()
        self.turns = 0
        self._state: Posterior | None = None
        self.counts = np.zeros(game.size, dtype=np.uint8)
        self.histogram = np.zeros(LEVELS, dtype=np.int64)
        self.histogram[0] = game.size

    def state(self, threads: WorkerThreads | None = None) -> Posterior:
        """Return the probabilities after the turns; raises `Contradiction` if no code is possible."""
        if self._state is None:
            self._state = Posterior(self, self.turns, self.noise)
        return self._state

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        self.turns, self._state = self.turns + 1, None
        table = part_table(numbering_of(self.game, turn.guess))
        fits = table.part_of == table.number(turn.reply)
        guess = np.array(turn.guess, dtype=np.int64)

        def run(start: int, stop: int) -> None:
            loops.add_misfits(self.numbered, guess, fits, start, stop, self.counts)

        (threads or WorkerThreads()).map(self.game.size, self.game.size // COUNTED_CHUNK + 1, run)
        if self.announced and self.game._can_be_secret(turn.guess):
            self.counts[self.game._number_of_code(turn.guess)] = EXCLUDED
        self.histogram[:] = 0
        for start in range(0, self.game.size, COUNTED_CHUNK):
            loops.count_levels(self.counts[start : start + COUNTED_CHUNK], self.histogram)

    def pick(self, level: int, ordinals: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the numbers of the codes with a count that have the given ordinals, ascending, among them."""
        out = np.empty(len(ordinals), dtype=np.int64)
        size = seen = 0
        while len(ordinals) and seen <= ordinals[-1] and size < len(self.counts):
            start, size = size, min(size + COUNTED_CHUNK, len(self.counts))
            seen = loops.pick_level(self.counts, level, start, size, seen, ordinals, out)
        return out


@dataclass(frozen=True, eq=False)
class Sample:
    """Codes with weights that sum to one: all relevant codes, or a sample."""

    numbers: NDArray[np.int64]
    codes: NDArray[np.int64]
    """Shape (m, pegs)."""
    mass: NDArray[np.float64]
    chance: NDArray[np.float64]
    """Probability of each code; less than its weight if it represents several."""
    kind: NDArray[np.int64]
    """The kind of each code, an index into the arrays below."""
    kind_mass: NDArray[np.float64]
    kind_chance: NDArray[np.float64]
    is_whole: bool
    """Whether no relevant code is missing."""


class Posterior(State):
    """Probabilities of codes by their counts; a grid of shares of false replies if the share is unknown."""

    def __init__(self, false: FalseCounts, turns: int, noise: Noise) -> None:
        self.false = false
        self.turns = turns
        self.noise = noise
        self.replies = len(part_table(false.game))
        present = self.false.histogram[:EXCLUDED].copy()
        if not noise.doubts:
            present[1:] = 0
        self.levels: list[int] = np.flatnonzero(present).tolist()
        """The counts of possible codes, ascending."""
        self.present = present
        if not self.levels:
            if noise.doubts:
                raise Contradiction.because(false.game._reason("all_guessed"))
            raise Contradiction.of(false.game, turns)

    @property
    def numbers(self) -> CodeNumbers:
        return self.false

    def report(self) -> Report:
        """Return the number of candidates or, if replies may be false, its estimate and their share."""
        if not self.noise.doubts:
            return Report(candidates=int(self.present.sum()), noise=0.0 if self.noise.declare else None)
        return Report(candidates_estimate=2.0**self.entropy_bits, noise=self.share)

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """The shares of false replies considered: one if it is known."""
        return NOISE_GRID if self.noise.share is None else np.array([self.noise.share])

    @cached_property
    def _logs(self) -> NDArray[np.float64]:
        """Log likelihood of one code by share and level, shape (shares, levels)."""
        by_chance = self.shares[:, None] / self.replies
        wrong = np.array(self.levels)[None, :]
        logs: NDArray[np.float64] = (self.turns - wrong) * log(1.0 - self.shares[:, None] + by_chance)
        if self.noise.doubts:
            logs = logs + wrong * log(by_chance)
        return logs

    @cached_property
    def share_weights(self) -> NDArray[np.float64]:
        """Posterior probability of each share of false replies."""
        if len(self.shares) == 1:
            return np.ones(1)
        counts = log(self.present[self.levels].astype(np.float64))
        joint = self._logs + counts[None, :]
        top = joint.max(axis=1)
        evidence = top + log(exp(joint - top[:, None]).sum(axis=1)) + TRUST * log(1.0 - self.shares)
        weights = exp(evidence - evidence.max())
        return np.asarray(weights / weights.sum(), dtype=np.float64)

    @cached_property
    def share(self) -> float:
        """The share of false replies: known, or expected."""
        return float((self.share_weights * self.shares).sum())

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """Probability of one code by its count, shape (LEVELS,)."""
        counts = self.present[self.levels].astype(np.float64)
        top = self._logs.max()
        if len(self.shares) == 1:
            each = exp(self._logs[0] - top)
        else:
            inside = self._logs - self._logs.max(axis=1)[:, None]
            weights = exp(inside)
            given = weights / (weights * counts).sum(axis=1)[:, None]
            each = (self.share_weights[:, None] * given).sum(axis=0)
        chances = np.zeros(LEVELS)
        chances[self.levels] = each / (each * counts).sum()
        return chances

    @cached_property
    def entropy_bits(self) -> float:
        return entropy_of(self.chances[self.levels], self.present[self.levels])

    def chances_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.chances[self.false.counts[numbers]]

    @property
    def best_chance(self) -> float:
        """Probability of the most probable code."""
        return float(self.chances.max())

    def top(self, most: int) -> list[tuple[Code, float]]:
        found: list[tuple[Code, float]] = []
        for level in self.levels:
            wanted = min(most - len(found), int(self.present[level]))
            if wanted <= 0 or self.chances[level] == 0.0:
                break
            numbers = self.false.pick(level, np.arange(wanted))
            found += [(tuple(code), float(self.chances[level])) for code in self.false.decode(numbers).tolist()]
        return found

    def belief(self, game: Game) -> NDArray[np.float64]:
        false = self.false
        sums, out = np.zeros(game.pegs), np.zeros((game.pegs, game.colors))
        for start in range(0, game.size, COUNTED_CHUNK):
            stop = min(start + COUNTED_CHUNK, game.size)
            loops.add_belief(false.numbered, false.counts, self.chances, start, stop, sums, out)
        return out

    def sample(self, most: int, rng: np.random.Generator, ignored: float = NEGLIGIBLE) -> Sample:
        """Return about `most` codes with weights, stratified by count, without those less probable than `ignored`."""
        numbers: list[NDArray[np.int64]] = []
        masses: list[NDArray[np.float64]] = []
        chances: list[NDArray[np.float64]] = []
        places = most
        mass_left = 1.0
        is_whole = True
        for level in self.levels:
            count, chance = int(self.present[level]), float(self.chances[level])
            mass = count * chance
            if mass < ignored:
                is_whole &= chance == 0.0
                continue
            fair = places if mass_left <= mass else math.ceil(places * mass / mass_left)
            taken = min(count, max(1, fair))
            ordinals = np.arange(count) if taken == count else np.sort(rng.choice(count, taken, replace=False))
            is_whole &= taken == count
            numbers.append(self.false.pick(level, ordinals))
            masses.append(np.full(taken, mass / taken))
            chances.append(np.full(taken, chance))
            places = max(1, places - taken)
            mass_left -= mass
        all_numbers = np.concatenate(numbers)
        mass_all = np.concatenate(masses)
        kind = np.repeat(np.arange(len(masses)), [len(mass) for mass in masses])
        each = np.array([mass[0] for mass in masses]) / mass_all.sum()
        return Sample(
            numbers=all_numbers,
            codes=self.false.decode(all_numbers),
            mass=each[kind],
            chance=np.concatenate(chances),
            kind=kind,
            kind_mass=each,
            kind_chance=np.array([chance[0] for chance in chances]),
            is_whole=is_whole,
        )


ALL_GUESSES = 2_000
"""Codes of the largest game in which all guesses are compared every turn."""

GUESSES_CHUNK = 200
"""Smallest number of guesses per thread."""


@lru_cache(maxsize=2)
def all_replies(game: Game) -> NDArray[np.uint16]:
    """The part number of every code (column) for every guess (row), both in ascending order."""
    codes = CodeNumbers(game).decode(np.arange(game.size))
    return reply_matrix(game, codes, codes).astype(np.uint16, copy=False)


HARDNESS, POWER, DOUBT = 0.1, 1.5, 0.9
"""Coefficients if the codemaker announces the win. In games of p4c6 with 20 % false replies, least squares gave 0.1
bits ^ 1.5 guesses in addition to the last one, plus 0.8 times the probability that the most probable code was not the
secret; with 10 %, 0.09 and 0.8. One guess ahead, other powers from 1 to 1.7 and factors from 0.5 to 1.3 played within
0.015 guesses of these."""

UNTOLD_BITS_A_GUESS, SURE_BITS = 2.0, 0.4
"""Coefficients if the codemaker does not announce the win: two bits per guess, and up to one guess for certainty; 0.1
and 0.4 bits, and no such guess, played within the error of 300 games."""

LARGEST_ENTROPY = 40
"""Entropy in bits up to which the curve is tabulated; it continues as a straight line."""


@lru_cache(maxsize=2)
def guesses_to_come(announced: bool) -> NDArray[np.float64]:
    """Expected further guesses by the entropy of the posterior, eight points per bit, without the term of doubt."""
    bits = np.arange(LARGEST_ENTROPY * CURVE_STEPS) / CURVE_STEPS
    if announced:
        return np.asarray(1.0 + HARDNESS * bits**POWER)
    return np.asarray(bits / UNTOLD_BITS_A_GUESS + 1.0 - exp(-bits / SURE_BITS))


IMPOSSIBLE = 1e-300
"""Probabilities below this count as zero."""


class ModelPosterior(Tracker, WeightedRows):
    """Probability and state of every code, ascending; `announced`: a guess that did not end the game is impossible."""

    is_value = True

    def __init__(self, game: Game, model: ErrorModel, *, announced: bool) -> None:
        self.numbers = CodeNumbers(game)
        self.model = model
        self.announced = announced
        self.replies = len(part_table(game))
        self.shown = model.likelihood(game)
        """Shape (states, replies, replies): by state and true reply, the probability of each shown one."""
        self.chances = np.full(game.size, 1.0 / game.size)
        self.states = np.zeros(game.size, dtype=np.int64)

    def state(self, threads: WorkerThreads | None = None) -> ModelPosterior:
        return self

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> ModelPosterior:
        return self.after([turn])

    def after(self, turns: Sequence[Turn]) -> ModelPosterior:
        """Return the posterior after some more turns; raises `Contradiction` if no code is possible."""
        game = self.numbers.game
        found = ModelPosterior(game, self.model, announced=self.announced)
        found.chances, found.states = self.chances, self.states
        table = part_table(game)
        codes = self.numbers.decode(np.arange(game.size)) if turns else np.empty((0, game.pegs), dtype=np.int64)
        for turn in turns:
            look()
            if not game._can_be_secret(turn.guess):
                raise BadReply.because("no_model_of_reply", game=str(game))
            true = parts_between(game, np.array(turn.guess), codes)
            reply = table.number(turn.reply)
            chances = found.chances * self.shown[found.states, true, reply]
            if self.announced:
                chances[game._number_of_code(turn.guess)] = 0.0
            total = chances.sum()
            if total <= IMPOSSIBLE:
                if self.model.limit is None:
                    raise Contradiction.because(game._reason("no_code_with_errors", model=str(self.model)))
                raise Contradiction.because(game._reason("no_code_if_false", count=self.model.limit))
            found.chances = chances / total
            found.states = np.minimum(found.states + (true != reply), len(self.shown) - 1)
        return found

    @property
    def share(self) -> float:
        return self.model.share

    @cached_property
    def possible(self) -> NDArray[np.int64]:
        """Numbers of the possible codes, most probable first, then the lowest."""
        numbers = np.flatnonzero(self.chances)
        return numbers[np.argsort(-self.chances[numbers], kind="stable")]

    @property
    def count(self) -> int:
        return len(self.possible)

    def report(self) -> Report:
        """Return the number of candidates or, if replies may be false, its estimate and their share."""
        if not self.share:
            return Report(candidates=self.count)
        return Report(candidates_estimate=2.0**self.entropy_bits, noise=self.share)

    @cached_property
    def entropy_bits(self) -> float:
        return entropy_of(self.row_weights)

    def chances_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.chances[numbers]

    @property
    def rows(self) -> int:
        return self.count

    @cached_property
    def row_weights(self) -> NDArray[np.float64]:
        return self.chances[self.possible]

    @property
    def mass(self) -> float:
        return 1.0

    def code(self, row: int) -> Code:
        return tuple(self.numbers.decode(self.possible[row : row + 1])[0].tolist())

    def colors_at(self, peg: int) -> NDArray[np.int64]:
        return self._codes[:, peg]

    @cached_property
    def _codes(self) -> NDArray[np.int64]:
        """The possible codes, shape (rows, pegs)."""
        return self.numbers.decode(self.possible)

    def sample(self, most: int, rng: np.random.Generator, ignored: float = NEGLIGIBLE) -> Sample:
        """Return about `most` codes with weights: half are the most probable, the rest drawn; the least are ignored."""
        numbers = self.possible
        rest = np.cumsum(self.chances[numbers][::-1])[::-1]
        numbers = numbers[: max(1, int((rest >= ignored).sum()))]
        mass = self.chances[numbers]
        is_whole = len(numbers) == len(self.possible) and len(numbers) <= most
        if len(numbers) > most:
            sure = most // 2
            others = numbers[sure:]
            chances = self.chances[others]
            drawn, times = np.unique(
                rng.choice(len(others), most - sure, p=chances / chances.sum()), return_counts=True
            )
            numbers = np.concatenate([numbers[:sure], others[drawn]])
            mass = np.concatenate([mass[:sure], times / times.sum() * chances.sum()])
        order = np.argsort(numbers)
        numbers, mass = numbers[order], mass[order] / mass.sum()
        chance = self.chances[numbers]
        return Sample(
            numbers=numbers,
            codes=self.numbers.decode(numbers),
            mass=mass,
            chance=chance,
            kind=np.arange(len(numbers)),
            kind_mass=mass,
            kind_chance=chance,
            is_whole=is_whole,
        )
