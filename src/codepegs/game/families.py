"""Secrets, objects and tests that a rule states in place of a list: `where`, and families of tests with `for`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from codepegs.core import look
from codepegs.errors import BadRules, shown
from codepegs.game.expressions import Expression, Pegs
from codepegs.game.kinds import Until
from codepegs.game.listed import ListedGame
from codepegs.game.notation import CLUES, Notation, notation_for
from codepegs.game.outcomes import Outcomes
from codepegs.game.reply import View
from codepegs.game.rules import Game
from codepegs.game.tables import Table, game_of

LETTERS = "abcdefghijklmopqrstuvwxyz"
"""The names of the pegs in an expression; `n` is the code as a number."""

MOST_SCANNED = 50_000_000
"""Codes of the largest game in which secrets are selected by an expression."""

MOST_SELECTED = 1_000_000
"""Codes that an expression may select."""

CODES_A_STEP = 1 << 18

MOST_FAMILY = 1_000_000
"""Tests of the largest family, and objects of the largest."""

Given = dict[str, Any]


def names_of(pegs: int) -> tuple[str, ...]:
    """Return the names that an expression over codes may use."""
    return ("peg", "n", *LETTERS[:pegs])


def given_of(columns: Sequence[NDArray[np.int64]]) -> Given:
    """Return what the names stand for, of the values of each peg, one array a peg."""
    pegs = Pegs(columns)
    small = len(pegs) <= 18 and all(not len(peg) or (peg.min() >= 0 and peg.max() <= 9) for peg in pegs)
    number: Any = sum(peg * 10 ** (len(pegs) - 1 - place) for place, peg in enumerate(pegs)) if small else pegs
    return {"peg": pegs, "n": number, **dict(zip(LETTERS, pegs, strict=False))}


def values_of_texts(texts: Sequence[str]) -> list[NDArray[np.int64]]:
    """Return the value of each place of texts of one length: of a digit its number, of a letter its code point."""
    if len({*map(len, texts)}) != 1:
        raise BadRules.because("where_needs_one_length")
    return [
        np.array([int(sign) if sign.isdecimal() and sign.isascii() else ord(sign) for sign in column], dtype=np.int64)
        for column in zip(*map(str.lower, texts), strict=True)
    ]


def holds(where: str, columns: Sequence[NDArray[np.int64]]) -> NDArray[np.bool_]:
    """Return for which codes an expression holds."""
    expression = Expression.parse(where, names_of(len(columns)), "condition")
    found = np.asarray(expression.value(given_of(columns)))
    return np.broadcast_to(found != 0, columns[0].shape)


def selected(texts: Sequence[str], where: str) -> list[str]:
    """Return the texts for which an expression holds; raises `BadRules` if it holds for none."""
    kept = [text for text, is_kept in zip(texts, holds(where, values_of_texts(texts)), strict=True) if is_kept]
    if not kept:
        raise BadRules.because("where_holds_for_none", text=where[:60])
    return kept


def codes_where(game: Game, notation: Notation, where: str, most: int = MOST_SELECTED) -> list[str]:
    """Return the texts of the codes of a game of pegs for which an expression holds, in order.

    Raises:
        BadRules: It holds for none or for more than `most`, or the game has more codes than are looked through.
    """
    count = game.colors**game.pegs
    if count > MOST_SCANNED:
        raise BadRules.because(game._reason("too_many_to_select", size=count, most=MOST_SCANNED))
    kept: list[str] = []
    for start in range(0, count, CODES_A_STEP):
        look()
        numbers = np.arange(start, min(count, start + CODES_A_STEP), dtype=np.int64)
        columns = _columns(game, numbers)
        if len(columns[0]):
            chosen = holds(where, [column + notation.base for column in columns])
            codes = zip(*(column[chosen].tolist() for column in columns), strict=True)
            if len(kept) + np.count_nonzero(chosen) > most:
                raise BadRules.because("too_many_satisfy", most=most)
            kept += [notation.spell(game, code) for code in codes]
    if not kept:
        raise BadRules.because("where_holds_for_none", text=where[:60])
    return kept


_LOOP = re.compile(r"\s*([A-Za-z_]\w*)\s+in\s+(?:(-?\d{1,9})\s*\.\.\s*(-?\d{1,9})|\(([^()]*)\))\s*(?:,|$)", re.ASCII)


def loops_of(text: str) -> dict[str, list[int]]:
    """Return the values of each name of `i in 1..3, d in (1, 3, 5)`."""
    found: dict[str, list[int]] = {}
    position = 0
    while position < len(text):
        loop = _LOOP.match(text, position)
        if loop is None or loop[1] in found:
            raise BadRules.because("not_a_loop", text=text[:60])
        numbers = loop[4].split(",") if loop[4] is not None else []
        if not all(re.fullmatch(r"\s*-?\d{1,9}\s*", number) for number in numbers):
            raise BadRules.because("not_a_loop", text=text[:60])
        first, last = (0, -1) if loop[4] is not None else (int(loop[2]), int(loop[3]))
        if last - first >= MOST_FAMILY:
            raise BadRules.because("too_large_family", text=text[:60], most=MOST_FAMILY)
        found[loop[1]] = [*map(int, numbers)] or list(range(first, last + 1))
        position = loop.end()
    if math.prod(map(len, found.values())) > MOST_FAMILY:
        raise BadRules.because("too_large_family", text=text[:60], most=MOST_FAMILY)
    return found


def _filled(pattern: str, values: Mapping[str, Any]) -> str:
    """A name with the values of its loops in braces."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            raise BadRules.because("no_such_loop", name=pattern[:60], text=found[1][:40], names=", ".join(values))
        return str(values[found[1]])

    return re.sub(r"\{([^{}]*)\}", value, pattern)


def _text(value: Any) -> str:
    """The outcome of a value: yes and no, a number, or numbers with commas."""
    if isinstance(value, tuple):
        return ",".join(map(_text, value))
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def objects_of(record: Mapping[str, Any]) -> tuple[list[str], Given]:
    """Return the names of the objects of a file with `objects`, and what its expressions may use."""
    loops = loops_of(record["objects"])
    if not loops:
        raise BadRules.because("not_a_loop", text=record["objects"][:60])
    grid = np.meshgrid(*(np.array(values, dtype=np.int64) for values in loops.values()), indexing="ij")
    given: Given = {name: axis.ravel() for name, axis in zip(loops, grid, strict=True)}
    if "where" in record:
        kept = np.asarray(Expression.parse(record["where"], tuple(given), "condition").value(given)) != 0
        kept = np.broadcast_to(kept, next(iter(given.values())).shape)
        if not kept.any():
            raise BadRules.because("where_holds_for_none", text=record["where"][:60])
        given = {name: column[kept] for name, column in given.items()}
    pattern = record.get("name", " ".join(f"{{{name}}}" for name in loops))
    rows = zip(*(column.tolist() for column in given.values()), strict=True)
    return [_filled(pattern, dict(zip(given, row, strict=True))) for row in rows], given


_CODES = re.compile(r"\s*([A-Za-z_]\w*)\s+in\s+(p\d+c\d+n?)\s*", re.ASCII)


def _family(loops: str, condition: str | None) -> tuple[Given, int]:
    """What the names of a family stand for, an array with a value for each test, where a condition holds; and how many.

    `pan in p12c3` stands for every code of this game of pegs, whose first colour is 0; other loops for numbers.
    """
    codes = _CODES.fullmatch(loops)
    given: Given
    if codes is None:
        values = loops_of(loops)
        grid = np.meshgrid(*(np.array(each, dtype=np.int64) for each in values.values()), indexing="ij")
        given = {name: axis.ravel() for name, axis in zip(values, grid, strict=True)}
        count = math.prod(map(len, values.values()))
    else:
        game = Game.parse(codes[2])
        count = game.colors**game.pegs
        if count > MOST_FAMILY or game.colors > 10:
            raise BadRules.because("too_large_family", text=loops[:60], most=MOST_FAMILY)
        columns = _columns(game, np.arange(count, dtype=np.int64))
        given, count = {codes[1]: Pegs(columns)}, len(columns[0])
    if condition is None:
        return given, count
    found = np.asarray(Expression.parse(condition, tuple(given), "condition").value(given))
    kept = np.broadcast_to(found != 0, (count,))
    return {name: _taken(value, kept) for name, value in given.items()}, int(np.count_nonzero(kept))


def _columns(game: Game, numbers: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """The colours of each peg of the codes with some numbers, without those that the game has not."""
    columns = [numbers // game.colors ** (game.pegs - 1 - place) % game.colors for place in range(game.pegs)]
    if game.repeats:
        return columns
    ordered = np.sort(np.stack(columns), axis=0)
    different = (ordered[1:] != ordered[:-1]).all(axis=0)
    return [column[different] for column in columns]


def _taken(value: Any, which: Any) -> Any:
    """The values of some tests."""
    return Pegs(peg[which] for peg in value) if isinstance(value, Pegs) else value[which]


def _spread(value: Any, shape: tuple[int, int], *, by_test: bool) -> Any:
    """Values of tests or of objects, for each test and object."""
    if isinstance(value, Pegs):
        return Pegs(_spread(peg, shape, by_test=by_test) for peg in value)
    return np.broadcast_to(value[:, np.newaxis] if by_test else value, shape)


CELLS_AT_ONCE = 1 << 20
"""Outcomes that are computed at once."""


def _outcomes(outcome: Expression, given: Given, family: Given, tests: int, objects: int) -> Iterator[list[Any]]:
    """The values of each test, a row for each part of a tuple."""
    step = max(1, CELLS_AT_ONCE // objects)
    for start in range(0, tests, step):
        look()
        shape = (min(step, tests - start), objects)
        names = {name: _spread(value, shape, by_test=False) for name, value in given.items()}
        for name, value in family.items():
            names[name] = _spread(_taken(value, slice(start, start + shape[0])), shape, by_test=True)
        found = outcome.value(names)
        parts = [np.broadcast_to(np.asarray(part), shape) for part in (found if isinstance(found, tuple) else [found])]
        yield from (list(rows) for rows in zip(*parts, strict=True))


def _partition(rows: Sequence[NDArray[Any]]) -> tuple[NDArray[np.int64], list[str]]:
    """Numbers of outcomes in the order in which objects first have them, and the texts of the outcomes."""
    stacked = np.stack(rows, axis=1)
    _, first, place = (
        np.unique(stacked, axis=0, return_index=True, return_inverse=True)
        if len(rows) > 1
        else (np.unique(rows[0], return_index=True, return_inverse=True))
    )
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return rank[place.ravel()], [",".join(_text(row[at]) for row in rows) for at in first[order].tolist()]


_TEST_KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str,
    "for": str,
    "if": str,
    "outcome": str,
    "cost": (int, str),
}


def game_of_families(
    names: Sequence[str], given: Given, record: Mapping[str, Any], name: str, until: Until | None
) -> ListedGame:
    """Make the game of objects and families of tests.

    Args:
        names: The names of the objects.
        given: What expressions may use, an array with a value for each object, by name.
        record: The file, with `tests` and perhaps `weights`, an expression.
        name: The text by which positions name the game.
        until: The end of the game; None for the usual one.

    Returns:
        The game. A test with the outcomes of an earlier one is left out.

    Raises:
        BadRules: A family is invalid, or there is no test.
    """
    tests: list[str] = []
    rows: list[NDArray[np.object_]] = []
    costs: list[int] = []
    known: set[bytes] = set()
    for stated in record["tests"]:
        for key, value in stated.items():
            if key not in _TEST_KEYS or not isinstance(value, _TEST_KEYS[key]):
                raise BadRules.because("wrong_key_of_tests", key=str(key)[:40], value=shown(value))
        if "outcome" not in stated:
            raise BadRules.because("no_outcome_of_tests", name=shown(stated.get("name", "")))
        family, count = _family(stated.get("for", ""), stated.get("if"))
        outcome = Expression.parse(stated["outcome"], (*given, *family), "outcome")
        price = np.broadcast_to(
            Expression.parse(str(stated.get("cost", 1)), tuple(family), "cost").value(family), count
        )
        pattern = stated.get("name", stated["outcome"] + "".join(f" {{{each}}}" for each in family))
        for number, values in enumerate(_outcomes(outcome, given, family, count, len(names))):
            cells, words = _partition(values)
            if len(words) < 2 or cells.tobytes() in known:
                continue
            known.add(cells.tobytes())
            tests.append(_filled(pattern, {name: _name(value, number) for name, value in family.items()}))
            rows.append(np.array(words, dtype=object)[cells])
            costs.append(int(price[number]))
    if not tests:
        raise BadRules.because("no_test_tells_apart")
    weights = None
    if "weights" in record:
        found = Expression.parse(record["weights"], tuple(given), "weight").value(given)
        weights = np.broadcast_to(np.asarray(found), (len(names),)).tolist()
    return game_of(Table(tests, list(names), rows), name, weights, None if set(costs) == {1} else costs, until=until)


def _name(value: Any, number: int) -> str:
    """How the name of a test writes what a name stands for."""
    return "".join(str(peg[number]) for peg in value) if isinstance(value, Pegs) else str(value[number])


MOST_LAWS = 100_000
"""Combinations of laws that are looked through."""


def game_of_cards(
    codes: Sequence[str], cards: Sequence[Mapping[str, Any]], name: str, until: Until | None
) -> ListedGame:
    """Make the game of cards, each of which has laws of which one is true, unknown to the player.

    The objects are the combinations of laws that leave one code and of which none can be left out, as in the board game
    Turing Machine; they are called as their codes. A test is a code shown to a card, which says whether its law holds.

    Args:
        codes: The texts of the codes.
        cards: The cards, each with `laws`, expressions over the pegs, and perhaps its `name`.
        name: The text by which positions name the game.
        until: The end of the game; None for the usual one.

    Returns:
        The game.

    Raises:
        BadRules: A card is invalid, or no combination leaves one code.
    """
    columns = values_of_texts(codes)
    names, laws = [], []
    for number, card in enumerate(cards, 1):
        given = card.get("laws")
        named = card.get("name", f"card {number}")
        if not ({*card} <= {"name", "laws"} and isinstance(given, list) and given and isinstance(named, str)):
            raise BadRules.because("wrong_card", number=number)
        if not all(isinstance(law, str) for law in given):
            raise BadRules.because("wrong_card", number=number)
        names.append(named)
        laws.append([holds(law, columns) for law in given])
    if math.prod(map(len, laws)) > MOST_LAWS:
        raise BadRules.because("too_many_laws", most=MOST_LAWS)
    found = [truth for truth in product(*laws) if _leaves_one(truth)]
    if not found:
        raise BadRules.because("no_law_leaves_one")
    objects = [codes[int(np.flatnonzero(np.logical_and.reduce(truth))[0])] for truth in found]
    objects = [
        f"{code} ({objects[:n].count(code) + 1})" if objects.count(code) > 1 else code for n, code in enumerate(objects)
    ]
    tests, rows, known = [], [], set()
    words = np.array(["no", "yes"], dtype=object)
    for place, card_name in enumerate(names):
        by_code = np.stack([truth[place] for truth in found], axis=1).astype(np.int64)
        for code, row in zip(codes, by_code, strict=True):
            cells, kinds = _partition([row])
            if len(kinds) > 1 and cells.tobytes() not in known:
                known.add(cells.tobytes())
                tests.append(f"{code} {card_name}")
                rows.append(words[row])
    if not tests:
        raise BadRules.because("no_test_tells_apart")
    return game_of(Table(tests, objects, rows), name, until=until)


def _leaves_one(truth: Sequence[NDArray[np.bool_]]) -> bool:
    """Whether laws leave one code, and no law can be left out."""
    if np.count_nonzero(np.logical_and.reduce(truth)) != 1:
        return False
    others = ([*truth[:n], *truth[n + 1 :]] for n in range(len(truth)))
    return len(truth) == 1 or all(np.count_nonzero(np.logical_and.reduce(other)) > 1 for other in others)


MOST_CLUE_CELLS = 1 << 26
"""Guesses times secrets of a game with clues in which every code of the game may be guessed."""


def clue_of(word: str) -> str | None:
    """Return the expression of a word such as `sum=14` or `a<b` in the text of a position; None of another word."""
    text = re.sub(r"(?<![=<>!])=(?!=)", "==", word)
    text = re.sub(r"\bsum\b(?!\()", "sum(peg)", text)
    try:
        expression = Expression.parse(text, names_of(len(LETTERS)), "condition")
    except BadRules:
        return None
    return text if expression.names and expression.is_comparison else None


def game_with_clues(text: str, named: Callable[[str], Game]) -> ListedGame:
    """Make the game of a text such as `where:p3c10:sum(peg)==14`, in which the other codes can be guessed, too.

    Args:
        text: `CLUES`, the game, and clues after colons.
        named: The game that a text names.

    Returns:
        The game; only its secrets can be guessed if there are many.

    Raises:
        BadRules: There is no such game, no code satisfies the clues, or too many do.
    """
    name, *clues = text[len(CLUES) :].split(":")
    while clues and clue_of(clues[0]) is None:
        name = f"{name}:{clues.pop(0)}"
    if not clues:
        raise BadRules.because("no_clues", text=text[:60])
    where = " and ".join(f"({clue})" for clue in clues)
    game = named(name)
    if isinstance(game, ListedGame):
        return _list_with_clues(game, where, text)
    notation = notation_for(name)
    if not notation.fits(game):
        raise BadRules.because(game._reason("more_colors_than_symbols"))
    if game.view not in RULES:
        raise BadRules.because("no_clues_of_tables", game=str(game))
    secrets = codes_where(game, notation, where, math.isqrt(MOST_CLUE_CELLS))
    every = range(game.colors**game.pegs if game.size * len(secrets) <= MOST_CLUE_CELLS else 0)
    columns = _columns(game, np.array(every, dtype=np.int64))
    codes = zip(*(column.tolist() for column in columns), strict=True)
    return ListedGame(secrets, [notation.spell(game, code) for code in codes], RULES[game.view], name=text)


RULES = {View.BLACK_WHITE: "mastermind", View.BLACK: "same-place", View.TOTAL: "common"}
"""The reply of a list that is that of a game of pegs."""


def _list_with_clues(game: ListedGame, where: str, name: str) -> ListedGame:
    given = game._arguments()
    if isinstance(game._how, Outcomes) or game._how == "columns":
        raise BadRules.because("no_clues_of_tables", game=str(game))
    kept = set(selected(game.texts[: game.size], where))
    numbers = [number for number, text in enumerate(game.texts[: game.size]) if text in kept]
    texts = game.given_texts
    weights = None if game._weights is None else [game._weights[number] for number in numbers]
    classes = None if given["classes"] is None else [given["classes"][number] for number in numbers]
    costs = None if given["costs"] is None else dict(zip(texts, given["costs"], strict=True))
    return ListedGame(
        [texts[number] for number in numbers],
        texts,
        given["reply"],
        name=name,
        hard=game.hard,
        weights=weights,
        costs=costs,
        classes=classes,
        until=given["until"],
    )
