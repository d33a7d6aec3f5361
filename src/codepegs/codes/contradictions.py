"""Explanations of contradictions: the turns in conflict, and possible corrections.

A smallest set of turns that cannot all be true, every change of a single reply after which some code is consistent, and
other common ways of scoring under which all replies are. If the codes can be listed, this is exact: the set of turns
with which each code is not consistent is computed, and the rest is counting. Otherwise searches have a limit of work.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes.candidates import MOST_CELLS, MOST_CODES_DECIDED, Candidates, decide, same_guess_twice
from codepegs.codes.code_space import KEYS_A_STEP, MOST_CODES, CodeSpace, Keys
from codepegs.core import loops
from codepegs.errors import BadInput, Contradiction, one_of, whole_number
from codepegs.game import (
    CANONICAL,
    Code,
    Game,
    JsonKeys,
    ListedGame,
    Notation,
    OneReason,
    Position,
    Reasons,
    Reply,
    Turn,
    TurnArrays,
    TurnNumber,
    View,
    as_given,
    code_rules,
    format_turn,
    impossibility,
    numbering_of,
    part_table,
    record,
    replies_by_all,
)
from codepegs.reasons import Reason, Value, Writing, bracketed, clip, counted

MANY_TURNS = 9
"""Number of turns from which a conflict of all turns is not written out."""

MOST_CORRECTIONS = 8
"""Corrections of a reply that are written out, the likeliest first, and of equally likely ones the nearest. One more is
written out, too, where it would be the only one left."""

TURNS_OF_WORD = 60
"""Number of turns in one word; of a longer history only the last ones are examined together."""

EXPLANATION_WORK, QUESTION_WORK = 200_000_000, 20_000_000
"""Units of work for all questions of the bounded search together, about three seconds, and for each of them."""

FEW_COUNTED = 20
"""Largest number of codes counted for each reply to a turn, if many codes are consistent with the other turns."""

MOST_QUESTIONS = 300
"""Sets of turns tried in the search for a smallest conflict."""

SETS_A_STEP = 100_000
"""Sets of turns looked at in one call for the smallest conflict: less than ten milliseconds."""

MOST_UNLISTED = 5
"""Largest number of codes that are named because they are not in the list of secrets."""

MOST_EXPLAINED = MOST_CODES
"""Default of the largest number of codes for an exact explanation."""


ConflictingTurns = Annotated[
    tuple[int, ...] | None,
    Meta(description="a smallest set of turns, counted from 1, that cannot all be true; null if none was found"),
]
CONFLICTS = ("conflict_of_all", "conflict_of_one", "conflict")
"""What is said of the turns in conflict, by their number as far as none, one and more differ."""

UNREPAIRED = ("no_repair_found", "others_conflict", "two_wrong")
"""What is said where no correction of one reply was found: where there may be some, else by that number."""

OTHER_RULES = {"repeats": "fits_with_repeats", "swapped": "fits_swapped", "per-peg": "fits_per_peg"}
"""What is said of other ways to play games of pegs, and to score their replies."""

OF_OBJECTS = {
    "conflict": "object_conflict",
    "conflict_of_one": "object_conflict_of_one",
    "conflict_of_all": "object_conflict_of_all",
}
"""What is said of a table in place of a kind of reason."""

WhatIsWrong = Annotated[Reasons, Meta(description="what is wrong, as data: each has its `kind` and values")]
PossiblyUncounted = Annotated[int | None, Meta(description="codes that are then consistent; null if not counted")]


@record("RepairAnswer")
@dataclass(frozen=True, slots=True)
class Repair:
    """A correction of one reply that resolves the contradiction."""

    turn: TurnNumber
    reply: Annotated[Reply, Meta(description="the corrected reply")]
    candidates: PossiblyUncounted
    """Number of codes that are then consistent; None if there are some, but they were not counted."""


@record("OtherRuleAnswer")
@dataclass(frozen=True, slots=True)
class OtherRule:
    """Another rule or way to score under which all turns are consistent."""

    name: Annotated[str, Meta(description="repeats, swapped, per-peg or not-listed")]
    reason: OneReason
    """The rule, as data."""
    candidates: PossiblyUncounted
    """Number of codes that are then consistent; None if it is not known."""

    def _json_keys(self) -> JsonKeys:
        return {
            "name": self.name,
            "sentence": self.sentence,
            "candidates": self.candidates,
            "reason": self.reason,
        }

    @property
    def sentence(self) -> str:
        """The rule, in one sentence."""
        return self.reason.text


@record("ContradictionAnswer", "The answer for a contradiction.")
@dataclass(frozen=True, slots=True)
class ContradictionExplanation:
    """The explanation of a contradiction; as text, one or more sentences.

    >>> found = explain_contradiction("p4c6 1111:0b0w 1122:3b0w")
    >>> assert found
    >>> found.turns, len(found.repairs)
    ((1, 2), 9)
    """

    position: Position
    """The position with which no code is consistent."""
    turns: ConflictingTurns
    """Numbers, from 1, of a smallest set of turns in conflict; None if a bounded search found none."""
    repairs: tuple[Repair, ...]
    """Corrections of one reply, in descending order of the number of codes that they leave."""
    other_rules: tuple[OtherRule, ...]
    """Other rules under which the replies do not contradict each other."""
    exact: Annotated[bool, Meta(description="false if the game was too large to examine every code")]
    """False if the search was bounded, or examined only the last 60 turns. There may then be other corrections and
    smaller sets of turns in conflict."""

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "candidates": self.candidates,
            "consistent": self.consistent,
            "conflict": self.turns,
            "repairs": self.repairs,
            "other_rules": self.other_rules,
            "exact": self.exact,
            "reasons": self.reasons,
        }

    def __repr__(self) -> str:
        turns = "not found" if self.turns is None else ", ".join(map(str, self.turns))
        repairs = counted(len(self.repairs), "repair")
        return bracketed(f"contradiction in {clip(str(self.position.game))}: {repairs}, turns in conflict {turns}")

    @property
    def candidates(self) -> Literal[0]:
        """Always 0."""
        return 0

    @property
    def consistent(self) -> Literal[False]:
        """Always false."""
        return False

    @property
    def reasons(self) -> WhatIsWrong:
        """What is wrong, besides `repairs` and `other_rules`: the turns in conflict, then what is known of repairs."""
        position, turns = self.position, self.turns or ()
        values: dict[str, Value] = {"turns": turns} if turns else {"count": len(position.turns)}
        if len(turns) == 1:
            turn = position.turns[turns[0] - 1]
            values |= impossibility(position.game, turn.guess, turn.reply)
        size = min(len(turns), len(CONFLICTS) - 1)
        found = [Reason.of(CONFLICTS[size], **values)]
        if not self.repairs:
            found.append(Reason.of(UNREPAIRED[size if self.exact else 0]))
        if not (position.game._traits.counts_pegs or self.other_rules):
            is_object = position.game._traits.secret_noun == "object"
            found.append(Reason.of("maybe_not_in_table" if is_object else "maybe_not_listed"))
        if not self.exact:
            found.append(Reason.of("search_incomplete"))
        return tuple(found)

    def __str__(self) -> str:
        return "\n".join(contradiction_sentences(self))


def explain_contradiction(
    position: Position | Game | str, *, most_codes: int = MOST_EXPLAINED
) -> ContradictionExplanation | None:
    """Explain why the replies of a position contradict each other, and how they can be corrected.

    Args:
        position: The position, or its text.
        most_codes: Largest number of codes for which the explanation is exact. In larger games the search is limited:
            the explanation may have `exact=False`, and may be None although the replies contradict each other.

    Returns:
        The explanation, or None if some code is consistent or the search was inconclusive.

    Raises:
        BadInput: The text of the position is invalid.

    >>> found = explain_contradiction("p4c6 1122:0b0w 3344:0b0w 5566:0b0w 1234:1b0w")
    >>> assert found
    >>> found.turns, len(found.repairs)
    ((1, 2, 3), 2)
    >>> print(found)
    No code is consistent with turn 1 (1122:0b0w), turn 2 (3344:0b0w) and turn 3 (5566:0b0w).
    Possible correction: change turn 1 (1122:0b0w) to 2b0w (2 candidates left).
    Possible correction: change turn 2 (3344:0b0w) to 2b0w (2 candidates left).
    """
    position, most_codes = as_given(position), whole_number("most_codes", most_codes)
    if position.game.size <= min(most_codes, MOST_CODES):
        return _explain_exactly(position)
    return _explain_bounded(position, most_codes)


def impossible_turns(position: Position) -> list[int]:
    """Return the numbers, from 1, of the turns whose reply no secret gives."""
    game = position.game
    return [number for number, turn in enumerate(position.turns, 1) if not game.can_reply(turn.guess, turn.reply)]


def _explain_exactly(position: Position) -> ContradictionExplanation | None:
    game, turns = position.game, position.turns[-TURNS_OF_WORD:]
    skipped = len(position.turns) - len(turns)
    impossible = impossible_turns(position)
    if impossible and impossible[0] <= skipped:
        return ContradictionExplanation(position, (impossible[0],), (), (), exact=False)
    if not turns:
        return None
    tables = [part_table(numbering_of(game, turn.guess)) for turn in turns]
    fits = np.zeros((len(turns), max(map(len, tables))), dtype=np.bool_)
    for number, (turn, table) in enumerate(zip(turns, tables, strict=True)):
        if number + 1 + skipped not in impossible:
            fits[number, table.numbers(turn.reply)] = True
    space = CodeSpace.of(game)
    failed = loops.begin_failed_turns(fits)
    for keys in _blocks(space):
        if not loops.add_failed_turns(failed, np.array([space.parts(keys, turn.guess) for turn in turns])):
            return None
    conflict, size = np.empty(len(turns), dtype=np.int64), 0
    while not size:
        size = loops.find_conflict(failed, SETS_A_STEP, conflict)
    rows = np.empty((loops.count_repairs(failed), 3), dtype=np.int64)
    loops.write_repairs(failed, rows)
    return ContradictionExplanation(
        position=position,
        turns=_numbers(conflict[:size], skipped),
        repairs=_repairs(rows, [table.replies for table in tables], skipped),
        other_rules=tuple(_other_rules(position, MOST_CODES)),
        exact=not skipped,
    )


def _blocks(space: CodeSpace) -> Iterable[Keys]:
    """All codes that can be secret, some at a time."""
    keys = space.secrets()
    return (keys[start : start + KEYS_A_STEP] for start in range(0, len(keys), KEYS_A_STEP))


def _numbers(turns: NDArray[np.int64], skipped: int = 0) -> tuple[int, ...]:
    """The numbers, from 1, of turns that are counted from 0 after those that were skipped."""
    return tuple((turns + 1 + skipped).tolist())


def _repairs(rows: NDArray[np.int64], replies: Sequence[Sequence[Reply]], skipped: int = 0) -> tuple[Repair, ...]:
    """The repairs of rows of turn, part and number of codes, which is negative if it was not counted."""
    return tuple(
        Repair(turn + 1 + skipped, replies[turn][part], None if codes < 0 else codes)
        for turn, part, codes in rows.tolist()
    )


@cache
def limits() -> loops.ConflictLimits:
    """The limits of the bounded search, made when the library is there."""
    return loops.ConflictLimits(
        work=EXPLANATION_WORK,
        question_work=QUESTION_WORK,
        codes=MOST_CODES_DECIDED,
        few=FEW_COUNTED,
        questions=MOST_QUESTIONS,
    )


def _explain_bounded(position: Position, most_codes: int) -> ContradictionExplanation | None:
    game, turns = position.game, position.turns
    impossible = impossible_turns(position)
    seen = tuple(impossible[:1]) or same_guess_twice(turns)
    if game.pegs * game.colors > MOST_CELLS:  # too large for a search for consistent codes
        return None if seen is None else ContradictionExplanation(position, seen, (), (), exact=False)
    if not impossible and decide(position, 1).consistent is not False:
        return None
    tables = [part_table(numbering_of(game, turn.guess)) for turn in turns]
    parts = np.array(list(map(len, tables)), dtype=np.int64)
    is_open = np.array([not impossible or impossible == [number] for number in range(1, len(turns) + 1)])
    search = loops.begin_conflict_search(parts, is_open, seen is None, limits())
    asked = np.empty(len(turns), dtype=np.bool_)
    while True:
        is_done, number, part, most, work = loops.next_question(search, asked)
        if is_done:
            break
        some = [turn for turn, is_asked in zip(turns, asked, strict=True) if is_asked]
        if part >= 0:
            some[number] = Turn(turns[number].guess, tables[number].replies[part])
        found = decide(Position(game, tuple(some)), most, work)
        left_out = number >= 0 and part < 0
        codes = [game._reply_between(turns[number].guess, code) for code in found.codes if left_out]
        numbers = np.array([tables[number].number(reply) for reply in codes], dtype=np.int64)
        loops.answer_question(search, len(found.codes), numbers, found.complete, found.work)
    conflict = np.empty(len(turns), dtype=np.int64)
    size = loops.conflict_found(search, conflict)
    rows = np.empty((loops.count_repairs_found(search), 3), dtype=np.int64)
    loops.write_repairs_found(search, rows)
    return ContradictionExplanation(
        position,
        seen or _numbers(conflict[:size]),
        _repairs(rows, [table.replies for table in tables]),
        tuple(_other_rules(position, most_codes)),
        exact=False,
    )


def _other_rules(position: Position, most_codes: int) -> Iterable[OtherRule]:
    game = position.game
    if not game._traits.counts_pegs:
        yield from _not_listed(position)
        return
    if not game.repeats:
        repeating = _possible(game._with_repeats, position.turns)
        count = _count_fitting(repeating, most_codes) if repeating else False
        if count is not False:
            yield _other_rule("repeats", count)
    if game.view is View.BLACK_WHITE and position.is_known:
        turns = [Turn(turn.guess, game._show(turn.reply.white or 0, turn.reply.black or 0)) for turn in position.turns]
        swapped = _possible(game, turns)
        count = _count_fitting(swapped, most_codes) if swapped else False
        if count is not False:
            yield _other_rule("swapped", count)
        if game.size <= min(most_codes, MOST_CODES):
            count = _count_fitting_per_peg(position)
            if count:
                yield _other_rule("per-peg", count)


def _other_rule(name: str, candidates: int | None) -> OtherRule:
    return OtherRule(name, Reason.of(OTHER_RULES[name]), candidates)


def _not_listed(position: Position) -> Iterable[OtherRule]:
    """The codes that can only be guessed, if some of them would give every reply: the list may lack the secret."""
    game = position.game
    assert isinstance(game, ListedGame)
    fits = np.arange(len(game.texts)) >= game.size
    for turn in position.turns:
        wanted = part_table(game).numbers(turn.reply)
        fits &= np.isin(replies_by_all(game, game._number_of[turn.guess]), wanted)
    fitting = [game.texts[number] for number in np.flatnonzero(fits).tolist()]
    if fitting:
        reason = Reason.of("not_listed", codes=tuple(fitting[:MOST_UNLISTED]), candidates=len(fitting))
        yield OtherRule("not-listed", reason, len(fitting))


def _possible(game: Game, turns: Iterable[Turn]) -> Position | None:
    """The position with these turns in another game, if each is possible there."""
    try:
        return Position(game, turns).check_replies()
    except BadInput:
        return None


def _count_fitting(position: Position, most_codes: int) -> int | bool | None:
    """The number of consistent codes; None if there are some but not counted, False if none was found."""
    if position.game.size <= min(most_codes, MOST_CODES):
        return len(Candidates.after(position)) or False
    return None if decide(position, 1, QUESTION_WORK).consistent else False


def _count_fitting_per_peg(position: Position) -> int:
    """The number of codes consistent with the replies if each guessed peg is scored by itself."""
    rules, turns = code_rules(position.game), TurnArrays.of(position.game, position.turns)
    blocks = _blocks(CodeSpace.of(position.game))
    return sum(loops.count_per_peg(keys, rules, turns.guesses, turns.black, turns.white) for keys in blocks)


def check_secret(position: Position, secret: Code, notation: Notation = CANONICAL) -> None:
    """Check that a secret gives all replies of a position."""
    game = position.game
    for number, turn in enumerate(position.turns, 1):
        true = game._reply_between(turn.guess, secret)
        if not turn.reply.fits(true):
            given = format_turn(game, turn, notation)
            raise BadInput.because("inconsistent_secret", turn=number, given=given, reply=str(true))


def check_win(position: Position) -> Code:
    """Return the winning guess of a solved position, which is the secret."""
    secret = position.turns[-1].guess
    if not position.fits(secret):
        raise Contradiction.of(position.game, len(position.turns))
    return secret


def contradiction_sentences(explanation: ContradictionExplanation, notation: Notation = CANONICAL) -> list[str]:
    """Return the explanation of a contradiction as sentences."""
    position, turns = explanation.position, explanation.turns or ()

    def named(numbers: Sequence[int]) -> str:
        *others, last = (f"turn {n} ({format_turn(position.game, position.turns[n - 1], notation)})" for n in numbers)
        return f"{', '.join(others)}{' and ' * bool(others)}{last}"

    conflict, *others = explanation.reasons
    if len(turns) >= max(len(position.turns), MANY_TURNS):
        conflict = Reason.of("conflict_of_all", count=len(position.turns))
    if position.game._traits.secret_noun == "object":
        conflict = Reason(OF_OBJECTS[conflict.kind], conflict.values)
    closing = [] if explanation.exact else [others.pop()]
    rules = [
        rule.reason if rule.candidates is None else rule.reason.also(candidates=rule.candidates, left="would_be_left")
        for rule in explanation.other_rules
    ]
    writing = Writing(turns=named)
    said = (conflict, *rules, *others, *_corrections(position, explanation.repairs), *closing)
    return [reason.written(writing) for reason in said]


def _likeliest(repair: Repair) -> float:
    """A key for sorting: more codes, and uncounted ones, come first."""
    return -inf if repair.candidates is None else -repair.candidates


def _corrections(position: Position, repairs: Iterable[Repair]) -> Iterable[Reason]:
    for number in sorted({repair.turn for repair in repairs}):
        given = position.turns[number - 1].reply
        offered = [repair for repair in repairs if repair.turn == number]
        offered.sort(key=lambda each: (_likeliest(each), _distance(each.reply, given)))
        named = len(offered) if len(offered) <= MOST_CORRECTIONS + 1 else MOST_CORRECTIONS
        choice: list[str] = []
        kind = "leaving"
        for repair in offered[:named]:
            left = ""
            if repair.candidates is not None:
                left, kind = Reason.of(kind, candidates=repair.candidates).text, "leaving_more"
            choice.append(f"{repair.reply}{left}")
        if named < len(offered):
            choice.append(Reason.of("other_replies", count=len(offered) - named).text)
        yield Reason.of("correction", turns=(number,), choice=one_of(choice))


def _distance(reply: Reply, other: Reply) -> int:
    """By how many pegs, or in how many marks, two replies differ."""
    counts = zip((reply.black, reply.white, reply.total), (other.black, other.white, other.total), strict=True)
    pegs = sum(abs(a - b) for a, b in counts if a is not None and b is not None)
    return pegs + sum(a != b for a, b in zip(reply.marks or "", other.marks or "", strict=False))
