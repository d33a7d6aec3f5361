"""The replies of a listed game: named rules, formulas, the table of part numbers, how texts are read, and hard mode."""

from __future__ import annotations

import ast
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from types import CodeType
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs.core import COUNTED_BY_SLOT, MARKED_BY_SLOT, loops
from codepegs.errors import BadReply, BadRules
from codepegs.game.outcomes import Numbers, Outcomes, written_name
from codepegs.game.parts import reply_matrix
from codepegs.game.reading import partly_known, read_counts
from codepegs.game.reply import Reply, View, full_replies
from codepegs.game.rules import Game
from codepegs.reasons import Reason

if TYPE_CHECKING:
    from codepegs.game.listed import ListedGame
    from codepegs.game.position import Turn

_OPERATORS = (
    *(ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.USub, ast.Not),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE),
)
_FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}
_NAMES = ("black", "white")

LONGEST = 200
"""Characters of the longest formula, which bound its depth and its values."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of black and white: whole numbers, + - * // %, comparisons, `if` and `else`, min, max and abs."""

    text: str
    code: CodeType

    @classmethod
    def parse(cls, text: str) -> Formula:
        """Parse a formula."""
        try:
            if len(text) > LONGEST:
                raise ValueError
            tree = ast.parse(text.strip(), mode="eval")
            _check(tree.body)
            formula = cls(text, compile(tree, "<reply>", "eval"))
            formula.value(1, 1)
        except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
            raise BadRules.because(Reason.of("no_reply_rule", text=text[:60])) from None
        except ZeroDivisionError:
            pass
        return formula

    def value(self, black: int, white: int) -> int:
        try:
            return int(eval(self.code, {"__builtins__": {}, **_FUNCTIONS, "black": black, "white": white}))
        except ZeroDivisionError:
            raise BadRules.because(Reason.of("divides_by_zero", text=self.text, black=black, white=white)) from None


def _check(node: ast.expr) -> None:
    """Raise `ValueError` unless a formula has only what it may have, so that Python can compute it."""
    operations: Sequence[ast.AST] = ()
    match node:
        case ast.Constant(value=int()):
            return
        case ast.Name(id=name) if name in _NAMES:
            return
        case (
            ast.BinOp(left=left, right=right, op=operation)
            | ast.Compare(left=left, comparators=[right], ops=[operation])
        ):
            parts, operations = [left, right], [operation]
        case ast.UnaryOp(operand=part, op=operation):
            parts, operations = [part], [operation]
        case ast.IfExp(test=test, body=body, orelse=orelse):
            parts = [test, body, orelse]
        case ast.Call(func=ast.Name(id=name), args=parts, keywords=[]) if name in _FUNCTIONS:
            if (name == "abs") != (len(parts) == 1) or not parts:
                raise ValueError
        case _:
            raise ValueError
    if not all(isinstance(operation, _OPERATORS) for operation in operations):
        raise ValueError
    for part in parts:
        _check(part)


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

_GIVEN_MARKS = str.maketrans(
    {"🟩": "g", "🟧": "g", "2": "g", "🟨": "y", "🟦": "y", "1": "y"} | dict.fromkeys("⬛⬜_.bx0", "-")
)
"""How the marks of Wordle are often written: squares, also those of high contrast, letters and digits."""

MOST_BYTES = 1 << 31
"""Size of the largest table of replies."""

MOST_REPLIES = 1 << 16
"""Part numbers are at most 16 bits wide."""

NAMED_FALSELY = "no"
"""The reply to a guess that names another object, in a table of outcomes."""

MARKS = "-yg"
"""The marks of a letter: absent, elsewhere, in place."""


def tabulated(game: ListedGame) -> tuple[Numbers, list[Reply]]:
    """Compute the reply to every guess by every secret of a listed game.

    Returns the part numbers, shape (guesses, secrets), and the reply of each part, the win last.
    """
    if 2 * game.guess_count * game.size > MOST_BYTES:
        raise BadRules.because(game.reason("table_too_large", guesses=game.guess_count, secrets=game.size))
    table, replies = _tabulated(game)
    # A named reply is right; words may be similar.
    is_open = len(table) > 2 and game.how not in REPLIES and not isinstance(game.how, Outcomes)
    alike = alike_secrets(table) if is_open else None
    if alike is not None:
        first, second = (game.texts[number] for number in alike)
        logger.warning(
            f"{first} and {second} give the same reply to every guess of {game} but themselves: "
            "to distinguish them, one of them has to be guessed"
        )
    return table, replies


def _tabulated(game: ListedGame) -> tuple[Numbers, list[Reply]]:
    if isinstance(game.how, Outcomes):
        return _by_outcomes(game, game.how)
    if is_labelled(game):
        return _labelled(game)
    return _computed(game, game.code_array, game.code_array[: game.size])


def replies_by_all(game: ListedGame, guess: int) -> NDArray[np.integer]:
    """Compute the reply to one guess by every code of a listed game, also by those that cannot be the secret.

    Returns the part numbers, shape (codes,).
    """
    by_secrets: NDArray[np.integer] = game.table[guess - game.first_guess]
    if len(game.texts) == game.size:
        return by_secrets
    if isinstance(game.how, Outcomes):  # a test cannot be the secret
        return np.append(by_secrets.astype(np.int64), np.full(len(game.texts) - game.size, MOST_REPLIES))
    if is_labelled(game):
        number_of = {str(reply): number for number, reply in enumerate(game.replies()[:-1])}
        label = _label(game)
        others = range(game.size, len(game.texts))
        parts = [
            len(number_of) if other == guess else number_of.get(label(guess, other), MOST_REPLIES) for other in others
        ]
        return np.append(by_secrets.astype(np.int64), parts)
    rows, _ = _computed(game, game.code_array[guess : guess + 1], game.code_array)
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
    weights = np.random.default_rng(0).integers(1 << 63, size=len(table), dtype=np.uint64)
    sums = np.zeros(len(secrets), dtype=np.uint64)
    for weight, row in zip(weights, table, strict=True):
        sums += weight * row[secrets]
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
    return callable(game.how) or game.how == "columns"


def _computed(game: ListedGame, guesses: Codes, secrets: Codes) -> tuple[Table, list[Reply]]:
    if game.how == "wordle":
        return _by_marks(game, guesses, secrets)
    if game.how == "per-slot":
        return _by_slots(game, guesses, secrets)
    if game.how in ("mastermind", "common", "same-place"):
        pegs = Game(game.pegs, game.colors, view=game.view)
        return reply_matrix(pegs, guesses, secrets).astype(np.uint16), pegs.replies()
    return _by_formula(game, guesses, secrets)


def _by_formula(game: ListedGame, guesses: Codes, secrets: Codes) -> tuple[Table, list[Reply]]:
    assert isinstance(game.how, str)
    full = Game(game.pegs, game.colors)
    part_of, replies = formula_parts(game.how, full)
    parts = np.array([part_of[black, black + white] for black, white in full_replies(full)], dtype=np.uint16)
    return parts[reply_matrix(full, guesses, secrets)], replies


def formula_parts(text: str, game: Game) -> tuple[NDArray[np.int64], list[Reply]]:
    """Number the values of a formula of black and white, ascending, the win last.

    Returns the part number by black and total, int64, shape (pegs + 1, pegs + 1), 0 for counts that no reply has; and
    the reply of each part.

    >>> parts, replies = formula_parts("2*black + white", Game(2, 3))
    >>> parts.tolist(), [str(reply) for reply in replies]
    ([[0, 1, 2], [0, 2, 0], [0, 0, 3]], ['0', '1', '2', '4'])
    """
    formula, pairs = Formula.parse(text), list(full_replies(game))
    shown = [formula.value(*counts) for counts in pairs]
    number_of = {value: number for number, value in enumerate(sorted(set(shown[:-1])))}
    parts = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.int64)
    for (black, white), value in zip(pairs[:-1], shown, strict=False):
        parts[black, black + white] = number_of[value]
    parts[game.pegs, game.pegs] = len(number_of)
    win = Reply(solved=True) if shown[-1] in number_of else Reply(marks=str(shown[-1]), solved=True)
    return parts, [*(Reply(marks=str(value)) for value in number_of), win]


def _by_marks(game: ListedGame, guesses: Codes, secrets: Codes) -> tuple[Table, list[Reply]]:
    """As in Wordle: places first, then letters from left to right while the secret has more of them."""
    parts = len(MARKS) ** game.pegs
    if parts > MOST_REPLIES:
        raise BadRules.because(game.reason("too_long_for_wordle", pegs=game.pegs))
    place_values = (len(MARKS) ** np.arange(game.pegs - 1, -1, -1)).reshape(1, -1)
    marks = ["".join(each) for each in product(MARKS, repeat=game.pegs)]
    replies = [Reply(marks=each, solved=each == marks[-1]) for each in marks]
    return _slot_replies(guesses, secrets, MARKED_BY_SLOT, place_values), replies


def _by_slots(game: ListedGame, guesses: Codes, secrets: Codes) -> tuple[Table, list[Reply]]:
    pairs = [(total - white, white) for total in range(game.pegs + 1) for white in range(total, -1, -1)]
    numbers = np.zeros((game.pegs + 1, game.pegs + 1), dtype=np.int64)
    for number, pair in enumerate(pairs):
        numbers[pair] = number
    replies = [Reply(black=black, white=white, solved=black == game.pegs) for black, white in pairs]
    return _slot_replies(guesses, secrets, COUNTED_BY_SLOT, numbers), replies


def _slot_replies(guesses: Codes, secrets: Codes, kind: int, numbers: NDArray[np.int64]) -> Table:
    table = np.empty((len(guesses), len(secrets)), dtype=np.uint16)
    rows, columns = (np.ascontiguousarray(codes, dtype=np.uint16) for codes in (guesses, secrets))
    loops.slot_replies(rows, columns, kind, numbers, table)
    return table


def _label(game: ListedGame) -> Callable[[int, int], str]:
    """The text of the reply to a guess by a secret, both as numbers."""
    function = game.how
    if callable(function):
        given = game.given_texts
        return lambda guess, secret: str(function(given[guess], given[secret]))

    def compare(guess: object, secret: object) -> str:
        if guess == secret:
            return "="
        numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in (guess, secret))
        return ("+" if secret > guess else "-") if numbers else "x"  # type: ignore[operator]

    def marks(guess: int, secret: int) -> str:
        pairs = zip(game.attributes[guess], game.attributes[secret], strict=True)
        return "".join([compare(*pair) for pair in pairs])

    return marks


def _labelled(game: ListedGame) -> tuple[Table, list[Reply]]:
    """Number the labels in alphabetical order; the win is a part of its own, whatever its label."""
    label = _label(game)
    number_of: dict[str, int] = {}
    table = np.empty((len(game.texts), game.size), dtype=np.int64)
    wins = set()
    for guess in range(len(game.texts)):
        for secret in range(game.size):
            text = label(guess, secret)
            if guess == secret:
                wins.add(text)
                table[guess, secret] = -1
            else:
                table[guess, secret] = number_of.setdefault(text, len(number_of))
    wins.discard(str(Reply(solved=True)))
    _check_labels(game, [*number_of, *wins])
    order = sorted(number_of)
    ranks = np.array([*(order.index(text) for text in number_of), len(order)])
    win = wins.pop() if len(wins) == 1 else ""
    last = Reply(marks=win, solved=True) if win and win not in number_of else Reply(solved=True)
    return ranks[table].astype(np.uint16), [*(Reply(marks=text) for text in order), last]


def _by_outcomes(game: ListedGame, outcomes: Outcomes) -> tuple[Numbers, list[Reply]]:
    """The table as it is, with a win that no test has; or with guesses that name objects, of which one wins."""
    replies = [Reply(marks=label) for label in outcomes.labels]
    if game.first_guess:
        return outcomes.numbers, [*replies, Reply(solved=True)]
    numbers, no = outcomes.numbers, len(replies)
    if NAMED_FALSELY in outcomes.labels:
        no = outcomes.labels.index(NAMED_FALSELY)
    table = np.full((len(game.texts), game.size), no, dtype=np.int64)
    rows = [game.number_of[game.check_code(text)] for text in outcomes.guesses(game.texts[: game.size], named=True)]
    table[rows] = numbers
    own = np.arange(game.size)
    wins = np.unique(table[own, own][np.isin(own, rows)])
    table[own, own] = -1
    used = np.bincount(table[table >= 0], minlength=len(replies) + 1) > 0
    labels = [*replies, Reply(marks=NAMED_FALSELY)]
    last = Reply(solved=True)
    if len(wins) == 1 and not used[wins[0]] and np.isin(own, rows).all():
        last = Reply(marks=labels[int(wins[0])].marks, solved=True)
    number_of = np.append(np.cumsum(used) - 1, int(used.sum()))
    part_of: Numbers = number_of.astype(np.uint8 if number_of[-1] < 256 else np.uint16)
    return part_of[table], [*(labels[n] for n in np.flatnonzero(used).tolist()), last]


def _check_labels(game: ListedGame, labels: Sequence[str]) -> None:
    if len(labels) > MOST_REPLIES:
        raise BadRules.because(game.reason("too_many_replies", count=len(labels), most=MOST_REPLIES))
    for text in labels:
        if not text or any(symbol.isspace() for symbol in text) or not text.isprintable() or text == "solved":
            raise BadRules.because(Reason.of("unwritable_reply", text=text))


def read_listed_reply(game: ListedGame, text: str) -> Reply:
    """Read the text of a reply of a listed game; see `ListedGame.parse_reply`."""
    replies = game.replies()
    word = text.strip().lower()
    if word and isinstance(game.how, Outcomes):
        word = written_name(word, "the_reply")
    shown = {str(reply).lower(): reply for reply in replies}
    found = shown.get(word) or {"solved": game.win, "?": Reply(unknown=True)}.get(word)
    if found is None and game.how == "wordle":
        found = shown.get(word.translate(_GIVEN_MARKS))
    if found is None and game.how in ("mastermind", "per-slot", "common", "same-place"):
        counts = read_counts(game, word)
        found = None if counts is None else shown.get(str(_shown(game, *counts)))
        if counts is not None and None in counts:
            found = partly_known(*counts)
    if found is None:
        examples = ", ".join(str(reply) for reply in replies[:: max(1, len(shown) // 3)][:3])
        raise BadReply.because(game.reason("not_in_replies", text=text[:40], like=examples))
    return found


def _shown(game: ListedGame, *counts: int | None) -> Reply:
    if game.view is View.BLACK:
        return Reply(black=counts[0])
    return Reply(total=counts[0]) if game.view is View.TOTAL else Reply(black=counts[0], white=counts[1])


@lru_cache(maxsize=2048)
def allowed_after(game: ListedGame, turn: Turn) -> NDArray[np.bool_]:
    """Return which codes of a listed game a turn allows as guesses.

    Returns whether each code is allowed, in the order of `ListedGame.texts`, bool, shape (codes,).

    >>> from codepegs.game import ListedGame, Position
    >>> game = ListedGame(["CRANE", "CRATE", "TRACE"], ["SLATE", "GRATE"], "wordle", hard=True)
    >>> allowed_after(game, Position(game).after("CRATE", "yggyg").turns[0]).tolist()
    [False, False, True, False, False]
    """
    if turn.reply.unknown:
        return np.ones(len(game.codes), dtype=np.bool_)
    if game.hard == "wordle":
        return _uses_what_was_revealed(game, turn)
    number = game.number_of_reply[turn.reply]
    return np.asarray(replies_by_all(game, game.number_of[turn.guess]) == number)


def _uses_what_was_revealed(game: ListedGame, turn: Turn) -> NDArray[np.bool_]:
    codes, marks = game.code_array, turn.reply.marks or ""
    allowed = np.ones(len(codes), dtype=np.bool_)
    for letter in set(turn.guess):
        marked = [place for place, each in enumerate(turn.guess) if each == letter and marks[place] in "gy"]
        allowed &= np.count_nonzero(codes == letter, axis=1) >= len(marked)
        for place in marked:
            if marks[place] == "g":
                allowed &= codes[:, place] == letter
    return allowed
