"""The replies of a listed game: named rules, formulas, the table of part numbers, how texts are read, and hard mode."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs import game as face
from codepegs.core import COUNTED_BY_SLOT, MARKED_BY_SLOT, loops
from codepegs.errors import BadReply, BadRules, hint_at
from codepegs.game.expressions import Expression
from codepegs.game.outcomes import Numbers, Outcomes, column_sums
from codepegs.game.parts import reply_matrix
from codepegs.game.plain_text import plain
from codepegs.game.reply import Reply, Turn, full_replies, reply_text
from codepegs.game.rules import Game

if TYPE_CHECKING:
    from codepegs.game.listed import ListedGame


@dataclass(frozen=True, slots=True)
class Formula:
    """A reply as a formula of black and white, which is a whole number; see `Expression`."""

    expression: Expression

    @classmethod
    def parse(cls, text: str) -> Formula:
        """Parse a formula; raises `BadRules`, with a hint at what is probably meant."""
        try:
            formula = cls(Expression.parse(text, ("black", "white")))
            with suppress(_Undefined):
                formula.value(1, 1)
        except BadRules:
            is_of_pegs = face.split_alias(text.strip().lower())[0]  # as words:FILE:bulls-and-cows
            hint = hint_at("mastermind" if is_of_pegs else text, REPLIES, "like_reply_rules")
            raise BadRules.because("no_reply_rule", text=text[:60], **hint) from None
        return formula

    def value(self, black: int, white: int) -> int:
        """The number that is shown for counts of black and white."""
        try:
            found = self.expression.value({"black": black, "white": white})
        except BadRules as error:
            if error.reason is None or error.reason.kind != "expression_undefined":
                raise
            text = self.expression.text
            raise _Undefined.because("divides_by_zero", text=text, black=black, white=white) from None
        if np.asarray(found).dtype.kind not in "iub":
            raise BadRules.because("expression_wrong_kind", text=self.expression.text[:60])
        return int(found)

    def values(self, pairs: Sequence[tuple[int, int]]) -> list[int]:
        """The numbers for all pairs (black, white)."""
        black, white = np.array(pairs, dtype=np.int64).T
        try:
            found = np.asarray(self.expression.value({"black": black, "white": white}))
        except BadRules:
            return [self.value(*counts) for counts in pairs]  # which says where
        if found.dtype.kind not in "iub":
            return [self.value(*counts) for counts in pairs]
        shown: list[int] = np.broadcast_to(found, black.shape).astype(np.int64).tolist()
        return shown


class _Undefined(BadRules):
    """A formula divides by zero."""


logger = logging.getLogger(__name__)

Table = NDArray[np.uint16]
Codes = NDArray[np.int64]

REPLIES = {
    "mastermind": "black and white pegs",
    "per-slot": "black and white, where every peg of the guess is looked at by itself",
    "wordle": "a mark for each letter: g in place, y elsewhere, - absent",
    "common": "the number of letters in common, in any place",
    "same-place": "the number of letters in place",
    "columns": "a mark for each attribute: = equal, + the secret has more, - the secret has less, x different",
}
"""The named replies, each with what is shown."""


BY_LETTER = ("mastermind", "per-slot", "wordle", "common", "same-place")
"""The named replies that compare two texts of one length by their letters."""

MOST_TABLE_BYTES = 1 << 31
"""Size of the largest table of replies."""

CELLS_A_CALL = 4_000_000
"""Replies of words that are computed in one call, some 20 milliseconds."""

MOST_REPLIES = 1 << 16
"""Part numbers are at most 16 bits wide."""

NAMED_FALSELY = "no"
"""The reply to a guess that names another object, in a table of outcomes."""

MARKS = "-yg"
"""The marks of a letter: absent, elsewhere, in place."""


def tabulated(game: ListedGame) -> tuple[Numbers, list[Reply]]:
    """Compute the part numbers of a listed game, shape (guesses, secrets), and the reply of each part, the win last."""
    if 2 * game._guess_count * game.size > MOST_TABLE_BYTES:
        raise BadRules.because(game._reason("table_too_large", guesses=game._guess_count, secrets=game.size))
    if isinstance(game._how, Outcomes):
        return _by_outcomes(game, game._how)
    if is_labelled(game):
        table, replies = _labelled(game)
    else:
        table, replies = _computed(game, game._code_array, game._code_array[: game.size])
    # A named reply is right; words may be similar.
    alike = alike_secrets(table) if len(table) > 2 and game._how not in REPLIES else None
    if alike is not None:
        first, second = (game.texts[number] for number in alike)
        logger.warning(
            f"{first} and {second} give the same reply to every guess of {game} but themselves: "
            "to distinguish them, one of them has to be guessed"
        )
    return table, replies


def replies_by_all(game: ListedGame, guess: int) -> NDArray[np.integer]:
    """Return the part numbers of the replies to a guess by every code of a listed game, shape (codes,)."""
    by_secrets: NDArray[np.integer] = game._table[guess - game._first_guess]
    if len(game.texts) == game.size:
        return by_secrets
    if isinstance(game._how, Outcomes):  # a test cannot be the secret
        return np.append(by_secrets.astype(np.int64), np.full(len(game.texts) - game.size, MOST_REPLIES))
    if is_labelled(game):
        number_of = {str(reply): number for number, reply in enumerate(game.replies()[:-1])}
        label = _label(game)
        others = range(game.size, len(game.texts))
        parts = [
            len(number_of) if other == guess else number_of.get(label(guess, other), MOST_REPLIES) for other in others
        ]
        return np.append(by_secrets.astype(np.int64), parts)
    rows, _ = _computed(game, game._code_array[guess : guess + 1], game._code_array)
    row: NDArray[np.integer] = rows[0]
    return row


def alike_secrets(table: Numbers) -> tuple[int, int] | None:
    """Find two secrets that give the same reply to every guess but themselves.

    Their columns differ in two rows only, so that they are equal in one of three sets of rows. Few secrets usually are.
    """
    for start in range(3):
        left, group = np.arange(table.shape[1]), np.zeros(table.shape[1], dtype=np.int64)
        for row in table[start::3]:
            _, group, sizes = np.unique(group * MOST_REPLIES + row[left], return_inverse=True, return_counts=True)
            left, group = left[sizes[group] > 1], group[sizes[group] > 1]
            if not len(left):
                break
        for number in np.unique(group):
            pair = _alike_among(table, left[group == number])
            if pair is not None:
                return pair
    return None


def _alike_among(table: Numbers, secrets: NDArray[np.int64]) -> tuple[int, int] | None:
    """The same among some secrets, by checksums of the columns, from which the rows of two secrets can be taken out."""
    weights, sums = column_sums(table[:, secrets])
    own = weights[secrets]
    sums -= own * table[secrets, secrets]
    for n, secret in enumerate(secrets.tolist()):
        alike = sums[n] - own * table[secrets, secret] == sums - own[n] * table[secret, secrets]
        for other in secrets[n + 1 :][alike[n + 1 :]].tolist():
            if np.count_nonzero(table[:, secret] != table[:, other]) == 2:
                return secret, other
    return None


def is_labelled(game: ListedGame) -> bool:
    """Return whether the replies of a listed game are texts, not computed from pegs."""
    return callable(game._how) or game._how == "columns"


def _computed(game: ListedGame, guesses: Codes, secrets: Codes) -> tuple[Table, list[Reply]]:
    """The table of the replies to guesses by secrets, counted in their pegs, and the reply of each part."""
    assert isinstance(game._how, str)
    pegs, full = game.pegs, Game(game.pegs, game.colors)
    if game._how in ("mastermind", "common", "same-place"):
        shown = Game(pegs, game.colors, view=game.view)
        return reply_matrix(shown, guesses, secrets).astype(np.uint16), shown.replies()
    if game._how not in ("wordle", "per-slot"):
        part_of, replies = formula_parts(game._how, full)
        parts = np.array([part_of[black, black + white] for black, white in full_replies(full)], dtype=np.uint16)
        return parts[reply_matrix(full, guesses, secrets)], replies
    if game._how == "wordle":  # places first, then letters from left to right while the secret has more of them
        if len(MARKS) ** pegs > MOST_REPLIES:
            raise BadRules.because(game._reason("too_long_for_wordle", pegs=pegs))
        marks = ["".join(each) for each in product(MARKS, repeat=pegs)]
        replies = [Reply(marks=each, solved=each == marks[-1]) for each in marks]
        kind, numbers = MARKED_BY_SLOT, (len(MARKS) ** np.arange(pegs - 1, -1, -1)).reshape(1, -1)
    else:
        pairs = [(total - white, white) for total in range(pegs + 1) for white in range(total, -1, -1)]
        replies = [Reply(black=black, white=white, solved=black == pegs) for black, white in pairs]
        kind, numbers = COUNTED_BY_SLOT, np.zeros((pegs + 1, pegs + 1), dtype=np.int64)
        for number, pair in enumerate(pairs):
            numbers[pair] = number
    table = np.empty((len(guesses), len(secrets)), dtype=np.uint16)
    rows, columns = (np.ascontiguousarray(codes, dtype=np.uint16) for codes in (guesses, secrets))
    step = max(1, CELLS_A_CALL // max(1, len(columns)))
    for start in range(0, len(rows), step):  # so that an interrupt is noticed
        loops.slot_replies(rows[start : start + step], columns, kind, numbers, table[start : start + step])
    return table, replies


def formula_parts(text: str, game: Game) -> tuple[NDArray[np.int64], list[Reply]]:
    """Return part numbers by black and total, shape (pegs + 1, pegs + 1), and replies: by value, the win last."""
    formula, pairs = Formula.parse(text), list(full_replies(game))
    shown = formula.values(pairs)
    number_of = {value: number for number, value in enumerate(sorted(set(shown[:-1])))}
    parts = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.int64)
    for (black, white), value in zip(pairs[:-1], shown, strict=False):
        parts[black, black + white] = number_of[value]
    parts[game.pegs, game.pegs] = len(number_of)
    win = Reply(solved=True) if shown[-1] in number_of else Reply(marks=str(shown[-1]), solved=True)
    return parts, [*(Reply(marks=str(value)) for value in number_of), win]


def _label(game: ListedGame) -> Callable[[int, int], str]:
    """The text of the reply to a guess by a secret, both as numbers."""
    function = game._how
    if callable(function):
        given = game.given_texts

        def answer(guess: int, secret: int) -> str:
            returned = function(given[guess], given[secret])
            try:
                return plain(reply_text(returned))  # as it is read
            except BadReply as error:
                raise BadRules.like(error.within(f"{game.texts[guess]} and {game.texts[secret]}")) from None

        return answer

    def compare(guess: object, secret: object) -> str:
        if guess == secret:
            return "="
        numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (guess, secret))
        return ("+" if secret > guess else "-") if numbers else "x"  # type: ignore[operator]

    def marks(guess: int, secret: int) -> str:
        pairs = zip(game._attributes[guess], game._attributes[secret], strict=True)
        return "".join([compare(*pair) for pair in pairs])

    return marks


def _labelled(game: ListedGame) -> tuple[Table, list[Reply]]:
    """Number the labels in alphabetical order; the win is a part of its own, whatever its label."""
    label, size = _label(game), game.size
    number_of: dict[str, int] = {}
    table = np.empty((len(game.texts), size), dtype=np.int64)
    for guess in range(len(game.texts)):
        for secret in range(size):
            table[guess, secret] = number_of.setdefault(label(guess, secret), len(number_of))
    order = sorted(number_of)
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[[number_of[text] for text in order]] = np.arange(len(order))
    found, replies = _announced(ranks[table], order, range(size))
    if replies[-1].marks == "solved":
        replies[-1] = Reply(solved=True)
    if len(replies) > MOST_REPLIES:
        raise BadRules.because(game._reason("too_many_replies", count=len(replies), most=MOST_REPLIES))
    for text in [reply.marks for reply in replies if reply.marks is not None]:
        if not text or any(symbol.isspace() for symbol in text) or not text.isprintable() or text.lower() == "solved":
            raise BadRules.because("unwritable_reply", text=text)
    return found.astype(np.uint16), replies


def _by_outcomes(game: ListedGame, outcomes: Outcomes) -> tuple[Numbers, list[Reply]]:
    """The table as it is, with a win that no test has; or with guesses that name objects, of which one wins."""
    labels = [*outcomes.labels]
    if game._first_guess:
        return outcomes.numbers, [*(Reply(marks=label) for label in labels), Reply(solved=True)]
    if NAMED_FALSELY not in labels:
        labels.append(NAMED_FALSELY)
    table = np.full((len(game.texts), game.size), labels.index(NAMED_FALSELY), dtype=np.int64)
    rows = [game._number_of[game.check_code(text)] for text in outcomes.guesses(game.texts[: game.size], named=True)]
    table[rows] = outcomes.numbers
    return _announced(table, labels, [row for row in rows if row < game.size])


def _announced(table: NDArray[np.int64], labels: Sequence[str], named: Sequence[int]) -> tuple[Numbers, list[Reply]]:
    """Make the win a part of its own, the last; it has the label of all secrets that are `named`, if no other part has.

    `table` has indices into `labels`, shape (guesses, secrets), and is changed; the first guesses are the secrets.
    """
    own = np.arange(table.shape[1])
    wins = np.unique(table[named, named])
    table[own, own] = -1
    used = np.bincount(table[table >= 0], minlength=len(labels)) > 0
    win = labels[wins[0]] if len(wins) == 1 and not used[wins[0]] and len(named) == len(own) else None
    number_of = np.append(np.cumsum(used) - 1, int(used.sum()))
    part_of: Numbers = number_of.astype(np.uint8 if number_of[-1] < 256 else np.uint16)
    shown = [labels[number] for number in np.flatnonzero(used).tolist()]
    return part_of[table], [*(Reply(marks=text) for text in shown), Reply(marks=win, solved=True)]


@lru_cache(maxsize=2048)
def allowed_after(game: ListedGame, turn: Turn) -> NDArray[np.bool_]:
    """Return whether a turn allows each code of a listed game as a guess, bool, in the order of its texts."""
    if turn.reply.unknown:
        return np.ones(len(game.codes), dtype=np.bool_)
    if game.hard != "wordle":
        number = game._number_of_reply[turn.reply]
        return np.asarray(replies_by_all(game, game._number_of[turn.guess]) == number)
    codes, marks = game._code_array, turn.reply.marks or ""
    allowed = np.ones(len(codes), dtype=np.bool_)
    for letter in set(turn.guess):
        marked = [place for place, each in enumerate(turn.guess) if each == letter and marks[place] in "gy"]
        allowed &= np.count_nonzero(codes == letter, axis=1) >= len(marked)
        for place in marked:
            if marks[place] == "g":
                allowed &= codes[:, place] == letter
    return allowed
