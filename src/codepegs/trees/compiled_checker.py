"""The checker of certificates with its loops in C++, for games in which plain Python takes hours.

It has the rules, the file format and the sentences of `certificate_checker.py`; only the counting of parts is compiled.
It is part of the package and not independent of it: the plain checker remains the reference where it takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice, permutations

import numpy as np
from numpy.typing import NDArray

from codepegs.game import Game
from codepegs.trees.certificate_checker import MOST_ORDERS, WIN, Board, Code, Codes, OpenGuess, Rules
from codepegs.trees.loops import (
    accept_claim,
    bound_of_guess,
    find_open_guesses,
    known_bound,
    new_proof_board,
)


class CompiledBoard(Board):
    """A board of the checker that counts parts in C++."""

    def __init__(self, rules: Rules, candidates_only: bool = False) -> None:
        super().__init__(rules, candidates_only)
        game = Game.parse(rules.text)
        apart = rules.colors_apart
        colors = np.array(self.codes, dtype=np.uint16) + np.array(rules.color_offsets if apart else 0, dtype=np.uint16)
        shown = [str(reply) for reply in game.replies()]  # the win last
        self.replies = {text: (number + 1) % len(shown) for number, text in enumerate(shown)}
        numbers = np.array([self.replies[text] for text in shown], dtype=np.uint8)
        self.table = numbers[game.reply_matrix(self.codes, self.codes)]
        orders = np.array(list(islice(permutations(range(rules.pegs)), MOST_ORDERS)), dtype=np.int64)
        self.native = new_proof_board(
            colors, rules.colors if apart else 0, self.table, orders, len(shown), WIN, candidates_only
        )
        self.room = np.empty(len(self.codes), dtype=np.int64)

    def row(self, number: int) -> bytes:
        """The numbered replies of one code to all guesses, which are also the replies of all codes to that guess."""
        return bytes(self.table[number])

    def parts(self, codes: Codes, guess: int) -> dict[int, Codes]:
        """The codes by the reply they give to a guess."""
        held = np.array(codes)
        replies = self.table[guess, held]
        found = dict.fromkeys(replies.tolist())  # in the order of the plain checker
        return {reply: tuple(held[replies == reply].tolist()) for reply in found}

    def open_guesses(self, history: tuple[Code, ...], codes: Codes, target: int) -> Iterator[OpenGuess]:
        """The guesses, ascending, for which counting alone does not show that a set needs `target` guesses."""
        numbers = np.array([self.numbers[self.rules.spelled(code)] for code in history], dtype=np.int64)
        held = np.array(codes, dtype=np.uint16)
        count, below, other = find_open_guesses(self.native, held, numbers, target, self.room)
        for guess in self.room[:count].tolist():
            yield _CompiledGuess(self, codes, held, guess, below, other)

    def accept(self, codes: Codes, target: int) -> None:
        """Take it as proved that a set needs at least `target` guesses in total."""
        accept_claim(self.native, np.array(codes, dtype=np.uint16), target)


class _CompiledGuess(OpenGuess):
    """A guess for which counting its parts does not suffice."""

    def __init__(
        self, board: CompiledBoard, codes: Codes, held: NDArray[np.uint16], guess: int, below: int, other: int
    ) -> None:
        self.native, self.board, self.codes, self.held = board.native, board, codes, held
        self.guess, self.below, self.other = guess, below, other

    @cached_property
    def parts(self) -> dict[int, Codes]:
        """The parts besides the win, by their replies."""
        parts = self.board.parts(self.codes, self.guess)
        parts.pop(WIN, None)
        return parts

    def known(self, part: Codes) -> int:
        """The best lower bound known for a part."""
        return known_bound(self.native, np.array(part, dtype=np.uint16), self.below, self.other)

    def bound(self, target: int) -> int:
        """A lower bound on the total of the set for this guess; its parts are bounded as needed, small ones first."""
        return bound_of_guess(self.native, self.held, self.guess, target, self.below, self.other)
