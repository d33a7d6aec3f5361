"""The checker of certificates with its loops in C++, for games in which plain Python takes hours.

It has the rules, the file format and the sentences of `certificate_checker.py`; only the counting of parts is compiled.
It is part of the package and not independent of it: the plain checker remains the reference where it takes minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from itertools import islice, permutations

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.game import Game, ListedGame
from codepegs.trees import loops
from codepegs.trees.certificate_checker import (
    EXPECTED,
    MOST_ORDERS,
    WIN,
    Board,
    Code,
    Codes,
    Lists,
    OpenGuess,
    Rates,
    Rules,
    Table,
    TableBoard,
)

MOST_REPLIES = 256
"""Replies are numbered with one byte."""


class CompiledBoard(Board):
    """A board of the checker that counts parts in C++."""

    @classmethod
    def of(cls, rules: Rules | Lists | Table, candidates_only: bool, objective: str) -> Board:
        """Return the board of a game."""
        if isinstance(rules, Table):
            return CompiledTableBoard(rules, candidates_only, objective)
        return cls(rules, candidates_only, objective)

    def __init__(self, rules: Rules | Lists, candidates_only: bool = False, objective: str = EXPECTED) -> None:
        super().__init__(rules, candidates_only, objective)
        if isinstance(rules, Lists):
            by_guess, shown = _replies_of_lists(rules)
            if len(shown) > MOST_REPLIES:
                raise BadInput(
                    f"{rules.text} has {len(shown)} different replies: the compiled checker takes up to {MOST_REPLIES}"
                )
            colors, orders, apart = np.zeros((len(self.codes), 1), np.uint16), np.zeros((0, 1), np.int64), 0
        else:
            game = Game.parse(rules.text)
            by_guess, shown = game.reply_matrix(self.codes, self.codes), [str(reply) for reply in game.replies()]
            offsets = np.array(rules.color_offsets if rules.colors_apart else 0, dtype=np.uint16)
            colors = np.array(self.codes, dtype=np.uint16) + offsets
            orders = np.array(list(islice(permutations(range(rules.pegs)), MOST_ORDERS)), dtype=np.int64)
            apart = rules.colors if rules.colors_apart else 0
        self.replies = {text: (number + 1) % len(shown) for number, text in enumerate(shown)}  # the win is the last
        numbers = np.array([self.replies[text] for text in shown], dtype=np.uint8)
        self.by_guess = numbers[by_guess]
        self.by_secret = np.ascontiguousarray(self.by_guess.T)
        steps = np.array(self.objective.steps or (), dtype=np.int64)
        self.native = loops.new_proof_board(
            colors, apart, self.by_secret, self.by_guess, orders, steps, len(shown), WIN, candidates_only
        )
        self.room = np.empty(len(self.codes), dtype=np.int64)

    def row(self, number: int) -> bytes:
        """Return the replies of one code to all guesses."""
        return bytes(self.by_secret[number])

    def parts(self, codes: Codes, guess: int) -> dict[int, Codes]:
        """Split a set of codes by their replies to a guess."""
        held = np.array(codes)
        replies = self.by_guess[guess, held]
        found = dict.fromkeys(replies.tolist())  # in the order of the plain checker
        return {reply: tuple(held[replies == reply].tolist()) for reply in found}

    def open_guesses(self, history: tuple[Code, ...], codes: Codes, target: int) -> Iterator[OpenGuess]:
        """Iterate over the guesses for which counting alone does not show that a set costs `target`."""
        numbers = np.array([self.numbers[self.rules.spelled(code)] for code in history], dtype=np.int64)
        held = np.array(codes, dtype=np.uint16)
        count, below, other = loops.find_open_guesses(self.native, held, numbers, target, self.room)
        for guess in self.room[:count].tolist():
            yield _CompiledGuess(self, codes, held, guess, below, other, len(history))

    def accept(self, codes: Codes, target: int, made: int = 0) -> None:
        """Record as proved that a set costs at least `target`."""
        loops.accept_claim(self.native, np.array(codes, dtype=np.uint16), made, target)


def counts_replies_of(lists: Lists) -> bool:
    """Return whether lists have few enough different replies for the compiled checker."""
    return len(_replies_of_lists(lists)[1]) <= MOST_REPLIES


@lru_cache(maxsize=1)
def _replies_of_lists(lists: Lists) -> tuple[NDArray[np.integer], list[str]]:
    """The part numbers of the replies to each guess (row) by each secret, and the text of each part, the win last."""
    codes = list(map(str, lists.codes()))
    game = ListedGame(codes[: lists.size], codes[lists.size :], reply=lists.kind)
    used, numbers = np.unique(game.table, return_inverse=True)
    replies = game.replies()
    texts = [lists.win if replies[part].solved else str(replies[part]) for part in used.tolist()]
    return numbers.reshape(game.table.shape), texts


class CompiledTableBoard(TableBoard):
    """A board of a table that bounds sets in C++."""

    def __init__(self, table: Table, candidates_only: bool = False, objective: str = EXPECTED) -> None:
        super().__init__(table, candidates_only, objective)
        weights, costs, items = (np.array(each, np.int64) for each in (table.weights, table.costs, table.items))
        self.native = loops.new_table_board(
            np.array(self.by_guess, dtype=np.uint16),
            weights,
            costs,
            items,
            np.array(table.endings, dtype=np.int64).reshape(len(table.endings), table.size),
        )
        self.room = np.empty(len(self.codes), dtype=np.int64)

    def least(self, codes: Codes, rates: Rates) -> int:
        """Return a lower bound of the cost of a set, from the rates of a set that contains it."""
        return loops.bound_of_part(self.native, np.array(codes, dtype=np.uint16), *rates)

    def one_step(self, codes: Codes, made: int = 0) -> int:
        """Return a lower bound of the cost of a set from all guesses at it."""
        looked_at = self.stage(made).looked_at
        if codes not in looked_at:
            looked_at[codes] = loops.one_step_of_set(self.native, np.array(codes, dtype=np.uint16))
        return looked_at[codes]

    def left_open(self, codes: Codes, target: int) -> tuple[list[int], Rates]:
        """Return the guesses for which counting alone does not show that a set costs `target`, and the rates."""
        count, *rates = loops.guesses_left_open(self.native, np.array(codes, dtype=np.uint16), target, self.room)
        return self.room[:count].tolist(), (rates[0], rates[1], rates[2])


class _CompiledGuess(OpenGuess):
    """A guess for which counting its parts does not suffice."""

    def __init__(
        self,
        board: CompiledBoard,
        codes: Codes,
        held: NDArray[np.uint16],
        guess: int,
        below: int,
        other: int,
        made: int,
    ) -> None:
        self.native, self.board, self.codes, self.held = board.native, board, codes, held
        self.guess, self.below, self.other, self.made = guess, below, other, made

    @cached_property
    def parts(self) -> dict[int, Codes]:
        """The parts besides the win, by their replies."""
        parts = self.board.parts(self.codes, self.guess)
        parts.pop(WIN, None)
        return parts

    def known(self, part: Codes) -> int:
        """The best lower bound known for a part."""
        return loops.known_bound(self.native, np.array(part, dtype=np.uint16), self.made + 1, self.below, self.other)

    def bound(self, target: int) -> int:
        """A lower bound of the cost of the set for this guess; its parts are bounded as needed, small ones first."""
        return loops.bound_of_guess(self.native, self.held, self.made, self.guess, target, self.below, self.other)
