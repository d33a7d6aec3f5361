"""The growing list: an exact list of partial codes, filtered by the replies and refined as far as there is space."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import same_guess_twice
from codepegs.core import exp, log2, loops
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Noise, NoiseOptions, Turn, View, false_cost
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies.growing_list.partial_codes import MOST_PARTIAL_COLORS, MOST_PARTIAL_PEGS, GrowingList, climbed
from codepegs.strategies.protocol import (
    Budget,
    Codebreaker,
    Declaration,
    ExpectedGuesses,
    ForeignHistory,
    Guess,
    Report,
    State,
    Stop,
    Strategy,
    Suggestion,
    Tracker,
    UnderNoise,
    undescribed,
)

LENGTHENING = 5
"""Factor by which distinguishing a colour may lengthen the list more than other steps, because it comes first."""

ROOM_AT_FIRST = 200_000
"""Entries up to which distinguishing a colour, or taking out the first peg, is always allowed."""

EARLY_BLOCKS = 2
"""Number of blocks while colours are merged; each block makes distinguishing a colour more expensive."""

SMALLEST_CUT = 4
"""Size of the smallest block that is cut in two; smaller blocks are reduced peg by peg."""

TRIMMED = 1e-5
"""Share of the probability that may be dropped after a turn if replies may be false."""

FALSE_IN_A_ROW = 5
"""Number of consecutive replies judged false after which the list has probably lost the secret."""

SURELY_FALSE = 0.99
"""Probability from which a reply counts as judged false."""

RENEWALS = 3
"""Largest number of times that a list is rebuilt, each time with twice the entries."""

PRIOR_FALSE, PRIOR_TURNS = 1.0, 10.0
"""Prior of an unknown share of false replies: as if one in ten had been observed to be false."""


class RefinedList(Tracker, State):
    """The tracker of the growing list, which is also what is known; a function of the turns and the seed."""

    def __init__(self, game: Game, most_entries: int, noise: Noise, seed: Seed) -> None:
        self.game = game
        self.most_entries = most_entries
        self.noise = noise
        self.seed = seed
        self.exact = not noise.doubts
        self.forgotten = 0
        """Number of turns at the beginning that the list ignores."""
        self._reset(0)

    def state(self, threads: WorkerThreads | None = None) -> RefinedList:
        return self

    def report(self) -> Report:
        """Return the number of candidates, exact or estimated, if no turn waits."""
        total = self.entries.total() if self.known_total is None else self.known_total
        counts = not self.waiting  # otherwise the list has codes that some reply excludes
        whole = self.exact and counts and total < 2.0**53
        return Report(
            candidates=round(total) if whole else None,
            candidates_estimate=total if counts and not whole else None,
            noise=None if self.exact else self.share(),
        )

    def top(self, most: int) -> list[tuple[Code, float]]:
        """Return the most probable codes with their probabilities, one code per entry."""
        entries = self.entries
        each = exp(entries.log_weights() - entries.log_completions() - entries.log_total())
        best = np.argsort(-each, kind="stable")[:most]
        rng = self.seed.stream(f"{NAME} posterior", len(self.learned))
        return [(entries.code(int(s), rng), float(each[s])) for s in best]

    def belief(self, game: Game) -> NDArray[np.float64]:
        return self.entries.belief()

    @property
    def declares(self) -> bool:
        """Whether every entry is one code."""
        return self.entries.finished

    def advance(self, turn: Turn, threads: WorkerThreads | None = None) -> None:
        """Add a turn; raises `Contradiction` if no code is consistent."""
        if self.exact and self.excludes(turn):
            raise Contradiction.of(self.game, len(self.learned) + 1)
        self._take(turn)
        if self.exact and not self.entries.size:
            raise Contradiction.of(self.game, len(self.learned))
        if self.is_lost() and not turn.reply.solved:
            self.renew()

    def excludes(self, turn: Turn) -> bool:
        """Whether it is seen without changing the list that a turn leaves no code, if replies are true."""
        if same_guess_twice((*self.learned, turn)) is not None:
            return True
        return self.entries.can_answer(turn.guess) and not self.entries.fits(turn.guess, turn.reply).any()

    def share(self) -> float:
        """The share of false replies: known, or estimated."""
        if self.noise.share is not None:
            return self.noise.share
        return (PRIOR_FALSE + sum(self.suspicion)) / (PRIOR_TURNS + len(self.suspicion))

    def _reset(self, renewals: int) -> None:
        game = self.game
        # always the same order, so that guesses made for a discarded list mostly have one colour per block in the next
        order = self.seed.stream("growing-list order", 0).permutation(game.pegs).tolist()
        self.renewals = renewals
        self.learned: list[Turn] = []
        self.waiting: list[int] = []
        """Turns not yet applied: their guesses have several colours in some block."""
        self.suspicion: list[float] = []
        """Probability of each reply to be false, when it was learned."""
        self.entries = GrowingList(game, order, math.inf if self.exact else false_cost(game, self.share()))
        self.known_total: float | None = None
        """Sum of the weights, computed while the list is short."""
        self.excluded = 0
        """Turns whose guesses are known not to be the secret because the game went on."""
        self._grow()

    @property
    def _most(self) -> int:
        return self.most_entries << min(self.renewals, RENEWALS)

    def _grow(self) -> None:
        """Distinguish colours, cut blocks and take out pegs until the list reaches its limit.

        Large blocks are cut first: for the same length of the list, the counts of two halves vary more than the colours
        of single pegs, and a guess can only use what varies.
        """
        entries, most = self.entries, self._most
        colors = self.game.colors
        wanted = min(colors, len(self.learned) + 2)
        while (
            entries.distinguished < wanted
            and entries.size
            and entries.split_color(max(LENGTHENING * most, ROOM_AT_FIRST))
        ):
            pass
        while entries.blocks and entries.size:
            self._check_waiting()
            merged = entries.distinguished < colors
            if merged and len(entries.blocks) >= EARLY_BLOCKS:
                break
            largest = max(range(len(entries.blocks)), key=lambda b: len(entries.blocks[b]))
            if self._cut(largest):
                continue
            if merged or not entries.peel(largest, most):
                break
        if len(entries.blocks) == 1 and not entries.singles and entries.size:
            entries.peel(0, max(LENGTHENING * most, ROOM_AT_FIRST))  # otherwise white would give no information
        self._check_waiting()
        entries.settle()

    def _cut(self, number: int) -> bool:
        """Cut a block in two: in halves if there is space, otherwise a quarter, and so on."""
        block = self.entries.blocks[number]
        part = len(block) // 2
        while len(block) >= SMALLEST_CUT and part >= 2:
            if self.entries.split_block(number, block[len(block) - part :], self._most):
                return True
            part //= 2
        return False

    def _check_waiting(self) -> None:
        ready = [number for number in self.waiting if self.entries.can_answer(self.learned[number].guess)]
        self.waiting = [number for number in self.waiting if number not in ready]
        for number in ready:
            self.known_total = None
            self._apply(number)

    def _make_answerable(self, guess: Code) -> bool:
        """Refine the list so that the reply to another player's guess follows from each entry, if there is space."""
        entries, most = self.entries, LENGTHENING * self._most
        while entries.distinguished < max(guess) + 1 and entries.split_color(most):
            pass
        if entries.distinguished < self.game.colors:
            return entries.can_answer(guess)
        for number in range(len(entries.blocks)):
            for color in sorted({guess[peg] for peg in entries.blocks[number]})[1:]:
                part = [peg for peg in entries.blocks[number] if guess[peg] == color]
                if not entries.split_block(number, part, most):
                    entries.arrange(guess)
                    return False
        return True

    def _apply(self, number: int) -> None:
        """Filter the list by a turn, or count a misfit if replies may be false."""
        turn = self.learned[number]
        fit = self.entries.fits(turn.guess, turn.reply)
        if self.exact:
            if not fit.all():
                self.entries.keep(fit)
            return
        before = self.entries.log_total()
        weights = exp(self.entries.log_weights() - before)
        true = float(weights[fit].sum())
        cost = self.entries.fault_cost
        self.suspicion[number] = 1.0 - true / (true + (1.0 - true) * exp(-cost)) if true else 1.0
        self.entries.blame(fit)
        if self.noise.share is None:
            self.entries.fault_cost = false_cost(self.game, self.share())
            self.entries.forget_weights()

    def exclude_guesses(self) -> None:
        """Drop the guesses that were not the secret, since the codemaker would have ended the game at it."""
        if self.exact or not self.noise.announced:
            return
        for number in range(self.excluded, len(self.learned)):
            self.excluded = number + 1
            guess = self.learned[number].guess
            if self.entries.can_answer(guess):
                same = self.entries.black(guess) == self.game.pegs
                if same.any():
                    self.known_total = None
                    self.entries.keep(~same)

    def _take(self, turn: Turn) -> None:
        """Apply a turn to the list, and refine the list."""
        self.exclude_guesses()
        self.learned.append(turn)
        self.suspicion.append(0.0)
        number = len(self.learned) - 1
        if self.entries.can_answer(turn.guess) or self._make_answerable(turn.guess):
            self._apply(number)
        else:
            self.waiting.append(number)
        if not turn.reply.solved:
            self.exclude_guesses()
        if not self.exact:
            self.entries.trim(TRIMMED, self._most)
        self.known_total = self.entries.total()
        self._grow()

    def is_lost(self) -> bool:
        """Whether the list has probably lost the secret."""
        if self.exact:
            return False
        recent = self.suspicion[-FALSE_IN_A_ROW:]
        return not self.entries.size or (
            len(self.learned) >= FALSE_IN_A_ROW and all(suspicion > SURELY_FALSE for suspicion in recent)
        )

    def renew(self) -> None:
        """Rebuild the list from the history with more entries, or finally without the turns so far."""
        turns = self.learned
        while self.renewals < RENEWALS:
            self._reset(self.renewals + 1)
            for turn in turns:
                self._take(turn)
            if not self.is_lost():
                return
        self.forgotten += len(turns)  # any of the turns may be false: start again without them
        self._reset(self.renewals + 1)


NAME = "growing-list"

STARTS = 3
"""Starts of the local search."""

CONSULTED = 150
"""Codes of a short list that are compared with the guess found by hill climbing."""

WIN_BONUS = 1.0
"""Value of a certain win in bits: about that of one turn with a short list."""

FIRST_SAMPLE = 4
"""Factor for the size of the sample while totals are informative, because there are more replies then."""

BITS_A_GUESS = 4.0
"""Bits of what is missing that a guess brings on average after the first: 3.5 at p24c3, 3.7 at p100c2, 4.3 at p64c4."""

VALUE_ERROR, SHARED_ERROR = 0.2, 0.15
"""Uncertainty of an expected number of guesses, by itself and as a share that is common to all guesses."""


class GrowingListOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy `growing-list`."""

    entries: Annotated[
        int, Meta(ge=100, le=10_000_000, description="size limit of the list: larger is stronger and slower")
    ] = 200_000
    samples: Annotated[
        int, Meta(ge=50, le=20_000, description="number of entries, drawn by weight, on which guesses are compared")
    ] = 1_500
    climb: Annotated[
        int, Meta(ge=0, le=100_000, description="number of changes tried from each start of the local search")
    ] = 600


class GrowingListCodebreaker(Codebreaker):
    """A codebreaker that refines its list after every turn."""

    def __init__(self, game: Game, options: GrowingListOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        self.exact = not self.noise.doubts
        self.update()

    def track(self) -> RefinedList:
        return RefinedList(self.position.game, self.options.entries, self.noise, self.seed)

    def update(self) -> None:
        """Filter and refine the list by the turns so far."""
        self.tracked()

    @property
    def now(self) -> RefinedList:
        found: RefinedList = self.tracked()
        return found

    @property
    def entries(self) -> GrowingList:
        return self.now.entries

    def learn(self, turn: Turn) -> None:
        """Add a turn; a contradiction that is seen at once leaves the list as it is."""
        if self.exact:
            longer = self.position.after(turn.guess, turn.reply)
            if self.now.excludes(longer.turns[-1]):
                raise Contradiction.of(longer.game, len(longer.turns))
        super().learn(turn)

    def ending(self, budget: Budget) -> Declaration | Stop | None:
        """Declare the secret, or stop if no entry is left."""
        now = self.now
        now.exclude_guesses()
        if not now.entries.size and not self.exact:
            now.renew()
        if not now.entries.size:
            return Stop("the replies are inconsistent with every code, even if more of them are false than expected")
        return super().ending(budget)

    def choose(self, budget: Budget) -> Guess:
        """Choose the best guess found by hill climbing."""
        code = self.compare_guesses(1, budget)[0]
        if not self.exact or self.now.waiting or not self.entries.can_answer(code):
            return Guess(code, consistent=None)
        return Guess(code, consistent=bool((self.entries.black(code) == self.position.game.pegs).any()))

    def doubts(self) -> list[float]:
        """Return the probability of each turn's reply to be false, from a sample of the list; 0 for forgotten turns."""
        if self.exact or not self.entries.size:
            return super().doubts()
        part = self.entries.part(self.entries.sample(self.options.samples, 0.5))
        weights = part.weights() if part.finished else None
        found = [0.0] * self.now.forgotten
        for turn, then in zip(self.now.learned, self.now.suspicion, strict=False):
            if not part.can_answer(turn.guess):
                found.append(then)
                continue
            fit = part.fits(turn.guess, turn.reply)
            found.append(1.0 - float(fit.mean() if weights is None else weights[fit].sum()))
        return found

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        self.now.exclude_guesses()
        if not self.entries.size:
            return [undescribed(guess) for guess in guesses]
        part = self.entries.part(self._sample())
        return [self._figures(guess, part) if part.can_answer(guess) else undescribed(guess) for guess in guesses]

    def _figures(self, code: Code, part: GrowingList) -> Suggestion:
        """A guess with the figures of a part of the list, which can answer it."""
        game = self.position.game
        whole = self.entries.finished and part.size == self.entries.size and self.exact and not self.now.waiting
        black = part.black(code).astype(np.int64)
        total = part.total_of_reply(code)
        shown = {View.BLACK_WHITE: black * (game.pegs + 1) + total, View.BLACK: black}.get(game.view, total - black)
        shown[black == game.pegs] = -1
        sizes = np.unique(shown, return_counts=True)[1]
        worst, expected, bits, parts, _, _ = loops.part_figures(sizes, sizes, -1, False, True)
        won = float((black == game.pegs).mean())
        left = self.entries.total()
        return Suggestion(
            guess=code,
            is_candidate=True if won > 0 else None,
            worst_part=round(worst / part.size * left) if whole else None,
            expected_size=expected / part.size * left,
            bits=bits,
            parts=parts if whole else None,
            win_chance=won if whole else None,  # the share of a sample that the guess is says nothing
            reasons=(Reason.of("information" if whole else "information_of_sample", bits=bits),),
            exact=whole,
            expected=self._value(left, bits, won) if self.exact else None,
        )

    def _value(self, left: float, bits: float, won: float) -> ExpectedGuesses:
        """The expected guesses after a guess of `bits` information, where `left` codes are left."""
        if left <= 1.0:
            return ExpectedGuesses(1.0 if won else 2.0)
        to_come = log2(left) - bits
        value = 1.0 + (1.0 - won) * (1.0 + to_come / BITS_A_GUESS)
        return ExpectedGuesses(value, math.hypot(VALUE_ERROR, SHARED_ERROR * value), SHARED_ERROR * value)

    # The guess.

    def _sample(self) -> NDArray[np.int64]:
        turn = len(self.now.learned)
        settled = self.entries.counts is not None or self.entries.finished
        if not self.exact:  # entries that treat true replies as false keep the list from agreeing on the counts
            settled = self.entries.finished or turn >= self.position.game.colors
        size = self.options.samples * (1 if settled else FIRST_SAMPLE)
        return self.entries.sample(size, float(self.seed.stream(f"{NAME} sample", turn).random()))

    def compare_guesses(self, most: int, budget: Budget) -> list[Code]:
        """Return guesses found by hill climbing, and some codes of a short list, best first."""
        self.now.exclude_guesses()
        entries, options = self.entries, self.options
        if not entries.size:
            return []
        rng = self.seed.stream(f"{NAME} guess", len(self.now.learned))
        sample = self._sample()
        if entries.finished and entries.size <= 2 and self.exact:
            return [entries.code(s) for s in range(entries.size)]
        steps = options.climb if budget.work is None else budget.work // STARTS
        found = climbed(entries, sample, STARTS, steps, rng)
        if entries.finished and len(sample) <= options.samples:
            distinct = np.unique(sample)
            picked = rng.permutation(distinct)[:CONSULTED]
            found += climbed(entries, sample, len(picked), 0, rng, picked)
        surprise = {code: value for code, value, _ in reversed(found)}
        bonus = {code: WIN_BONUS * inside if entries.finished else 0.0 for code, _, inside in found}
        asked = {turn.guess for turn in self.now.learned} if self.exact else set()
        return sorted(surprise, key=lambda code: (code in asked, surprise[code] - bonus[code], code))


class ExactGrowingList(GrowingListCodebreaker):
    """The same; raises `ForeignHistory` at a turn that the list cannot take into account, if replies are true."""

    def update(self) -> None:
        super().update()
        if self.exact and self.now.waiting:
            raise ForeignHistory.because("not_own_guess", strategy=NAME, turn=len(self.position.turns))


def _refuses(game: Game) -> Reason | None:
    if not game.repeats:
        return Reason.of("needs_repeats")
    if game.view is View.TOTAL:
        return Reason.of("needs_places")
    if game.pegs > MOST_PARTIAL_PEGS or game.colors > MOST_PARTIAL_COLORS:
        return Reason.of("plays_up_to", pegs=MOST_PARTIAL_PEGS, colors=MOST_PARTIAL_COLORS)
    return None


GROWING_LIST = Strategy(
    name=NAME,
    summary="keeps an exact list of partial codes over blocks of pegs, refined every turn",
    origin="codepegs",
    limits="up to 255 pegs and 8 colours, only if colours may repeat; not if replies show only the total (-t); strong "
    "with few colours",
    options=GrowingListOptions,
    start=GrowingListCodebreaker,
    refuses=_refuses,
    is_deterministic=lambda game, options: False,
    under_noise=UnderNoise.MODELS,
)
