"""Exact Bayesian inference for any kind of false replies: see `codepegs.game.noise`.

Each code has a probability and a state, the number of false replies it implies up to the limit of the model. Guesses
are compared as for random replies, with the same cost of a posterior.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from codepegs.core import log2
from codepegs.errors import BadReply, BadStrategy, Contradiction
from codepegs.game import Code, ErrorModel, Game, Noise, Turn, part_table, parts_between, reply_matrix
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.bayes import loops
from codepegs.strategies.bayes.codebreaker import BayesCodebreaker, BayesOptions, Compared
from codepegs.strategies.bayes.posterior import (
    ALL_GUESSES,
    DOUBT,
    GUESSES_CHUNK,
    NEGLIGIBLE,
    CodeNumbers,
    Sample,
    doubts_of,
    guesses_to_come,
)
from codepegs.strategies.protocol import Codebreaker, Strategy, UnderNoise, refuses_large

MOST_MODELLED = 2_000_000
"""Codes of the largest game: each turn takes about 0.2 microseconds per code, and 40 bytes."""

IMPOSSIBLE = 1e-300
"""Probabilities below this count as zero."""


def _nothing_left(game: Game, model: ErrorModel) -> Contradiction:
    if model.limit is None:
        return Contradiction.because(game.reason("no_code_with_errors", model=str(model)))
    return Contradiction.because(game.reason("no_code_if_false", count=model.limit))


class ModelPosterior:
    """Probability and state of every code of a game, in ascending order of codes.

    With `announced` the codemaker ends the game at the secret: a code that was guessed and did not end it is
    impossible.

    >>> from codepegs.game import Position, parse_model
    >>> position = Position.parse("p4c6 1122:1b0w", noisy=True)
    >>> posterior = ModelPosterior(position.game, parse_model("at-most:1"), announced=True)
    >>> after = posterior.after(position.turns)
    >>> after.count, np.bincount(after.states).tolist()
    (1295, [256, 1040])
    """

    def __init__(self, game: Game, model: ErrorModel, *, announced: bool) -> None:
        self.numbers = CodeNumbers(game)
        self.model = model
        self.announced = announced
        self.replies = len(part_table(game))
        self.shown = model.likelihood(game)
        """Shape (states, replies, replies): by state and true reply, the probability of each shown one."""
        self.chances = np.full(game.size, 1.0 / game.size)
        self.states = np.zeros(game.size, dtype=np.int64)

    def after(self, turns: Sequence[Turn]) -> ModelPosterior:
        """Return the posterior after some more turns; raises `Contradiction` if no code is possible."""
        game = self.numbers.game
        found = ModelPosterior(game, self.model, announced=self.announced)
        found.chances, found.states = self.chances, self.states
        table = part_table(game)
        codes = self.numbers.decode(np.arange(game.size)) if turns else np.empty((0, game.pegs), dtype=np.int64)
        for turn in turns:
            if not game.can_be_secret(turn.guess):
                raise BadReply(f"a model of false replies has none for a guess that cannot be the secret of {game}")
            true = parts_between(game, np.array(turn.guess), codes)
            reply = table.number(turn.reply)
            chances = found.chances * self.shown[found.states, true, reply]
            if self.announced:
                chances[self.numbers.number(turn.guess)] = 0.0
            total = chances.sum()
            if total <= IMPOSSIBLE:
                raise _nothing_left(game, self.model)
            found.chances = chances / total
            found.states = np.minimum(found.states + (true != reply), len(self.shown) - 1)
        return found

    @property
    def share(self) -> float:
        """Probability of an error in one reply."""
        return self.model.share

    @cached_property
    def possible(self) -> NDArray[np.int64]:
        """Numbers of the possible codes, most probable first, then the lowest."""
        numbers = np.flatnonzero(self.chances)
        return numbers[np.argsort(-self.chances[numbers], kind="stable")]

    @property
    def count(self) -> int:
        """Number of possible codes."""
        return len(self.possible)

    @cached_property
    def entropy_bits(self) -> float:
        """The entropy, in bits."""
        held = self.chances[self.possible]
        return float(-(held * log2(held)).sum()) + 0.0

    @property
    def best_chance(self) -> float:
        """Probability of the most probable code."""
        return float(self.chances.max())

    def chances_of(self, numbers: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the probabilities of the codes with some numbers."""
        return self.chances[numbers]

    def top(self, most: int) -> list[tuple[Code, float]]:
        """Return the most probable codes with their probabilities, most probable first, then the lowest."""
        numbers = self.possible[:most]
        codes = map(tuple, self.numbers.decode(numbers).tolist())
        return list(zip(codes, self.chances[numbers].tolist(), strict=True))

    def belief(self) -> NDArray[np.float64]:
        """Return the probability of each colour at each peg, shape (pegs, colours)."""
        game = self.numbers.game
        codes = self.numbers.decode(self.possible)
        weights = self.chances[self.possible]
        return np.array(
            [np.bincount(codes[:, peg], weights=weights, minlength=game.colors) for peg in range(game.pegs)]
        )

    def sample(self, most: int, rng: np.random.Generator, ignored: float = NEGLIGIBLE) -> Sample:
        """Return about `most` codes with weights.

        The least probable codes are omitted if their total probability is below `ignored`. If too many are left, half
        of the codes are the most probable ones, and the others are drawn.
        """
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

    def doubts(self, turns: Sequence[Turn], sample: Sample) -> NDArray[np.float64]:
        """Return the probability that the reply of each turn is false, from a sample."""
        return doubts_of(self.numbers.game, turns, sample)


class ModelCodebreaker(BayesCodebreaker):
    """A codebreaker that assumes a kind of false replies other than random ones."""

    def __init__(self, game: Game, options: BayesOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        model = Noise.of(options).model
        assert model is not None, "random replies have a codebreaker of their own"
        if game.size > MOST_MODELLED:
            raise BadStrategy.because(
                game.reason("too_many_modelled", size=game.size, most=MOST_MODELLED, model=str(model))
            )
        self._known = self._prior = ModelPosterior(game, model, announced=self.noise.announced)
        self._posterior: ModelPosterior | None = None

    def forget(self) -> None:
        """Drop what was computed from the turns."""
        super().forget()
        self._known, self._tracked = self._prior, 0

    def _now(self, threads: WorkerThreads | None = None) -> ModelPosterior:
        if self._posterior is None:
            self._known = self._posterior = self._known.after(self.position.turns[self._tracked :])
            self._tracked = len(self.position.turns)
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
        guesses = len(compared.numbers)
        costs, bits = np.empty(guesses), np.empty(guesses)
        model = self._model()

        def run(start: int, stop: int) -> None:
            loops.channel_costs(compared.table, wins, codes, model, start, stop, costs, bits)

        threads.work.add(1, guesses, guesses * len(compared.sample.codes))
        threads.map(guesses, guesses // GUESSES_CHUNK + 1, run)
        return costs, bits

    def _costs_further(
        self, compared: Compared, chosen: NDArray[np.int64], threads: WorkerThreads
    ) -> NDArray[np.float64]:
        """The expected cost of the `chosen` guesses if the best of all guesses follows each reply."""
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
