"""The list of the growing list after each turn: filtered by the replies, and refined as far as there is space."""

from __future__ import annotations

import math

from codepegs.codes import same_guess_twice
from codepegs.core import exp
from codepegs.errors import Contradiction
from codepegs.game import Code, Game, Noise, Turn, false_cost
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.growing_list.partial_codes import GrowingList

WIDE = 5
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


class RefinedList:
    """The tracker of the growing list; a function of the turns and the seed."""

    def __init__(self, game: Game, most_entries: int, noise: Noise, seed: Seed) -> None:
        self.game = game
        self.most_entries = most_entries
        self.noise = noise
        self.seed = seed
        self.exact = not noise.doubts
        """Whether every reply is true."""
        self.forgotten = 0
        """Number of turns at the beginning that the list ignores."""
        self._reset(0)

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
        while entries.distinguished < wanted and entries.size and entries.split_color(max(WIDE * most, ROOM_AT_FIRST)):
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
            entries.peel(0, max(WIDE * most, ROOM_AT_FIRST))  # otherwise white would give no information
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
        entries, most = self.entries, WIDE * self._most
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
        self._recost()

    def _recost(self) -> None:
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
