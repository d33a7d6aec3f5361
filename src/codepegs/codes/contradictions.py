"""Explanations of contradictions: the turns in conflict, and possible corrections.

A smallest set of turns that cannot all be true, every change of a single reply after which some code is consistent, and
other common ways of scoring under which all replies are. If the codes can be listed, this is exact: the set of turns
with which each code is not consistent is computed, and the rest is counting. Otherwise searches have a limit of work.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import inf
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta

from codepegs.codes.candidates import MOST_CELLS, MOST_CODES_DECIDED, Candidates, Decision, decide, same_guess_twice
from codepegs.codes.code_space import MOST_CODES, CodeSpace
from codepegs.core import COUNTED_BY_SLOT, loops
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
    TurnNumber,
    View,
    as_given,
    format_turn,
    impossibility,
    numbering_of,
    part_table,
    record,
    replies_by_all,
)
from codepegs.reasons import Reason, Writing, bracketed, clip, counted

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

MOST_UNLISTED = 5
"""Largest number of codes that are named because they are not in the list of secrets."""

MOST_EXPLAINED = MOST_CODES
"""Default of the largest number of codes for an exact explanation."""


ConflictingTurns = Annotated[
    tuple[int, ...] | None,
    Meta(description="a smallest set of turns, counted from 1, that cannot all be true; null if none was found"),
]
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
        if len(turns) == 1:
            turn = position.turns[turns[0] - 1]
            conflict = Reason.of("conflict_of_one", turns=turns, **impossibility(position.game, turn.guess, turn.reply))
        elif turns:
            conflict = Reason.of("conflict", turns=turns)
        else:
            conflict = Reason.of("conflict_of_all", count=len(position.turns))
        found = [conflict]
        if not self.repairs and self.exact:
            found.append(Reason.of("others_conflict" if len(turns) == 1 else "two_wrong"))
        elif not self.repairs:
            found.append(Reason.of("no_repair_found"))
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
    game = position.game
    space = CodeSpace.of(game)
    keys = space.secrets()
    turns = position.turns[-TURNS_OF_WORD:]
    skipped = len(position.turns) - len(turns)
    failed = np.zeros(len(keys), dtype=np.uint64)
    impossible = impossible_turns(position)
    for number, turn in enumerate(turns):
        fits = np.bool_(False) if number + 1 + skipped in impossible else space.fits(keys, turn)
        failed |= (~fits).astype(np.uint64) << np.uint64(number)
    if impossible and impossible[0] <= skipped:
        return ContradictionExplanation(position, (impossible[0],), (), (), exact=False)
    if not failed.all():
        return None
    patterns = [int(pattern) for pattern in np.unique(failed)]
    smallest = _least_hitting_set(patterns, len(turns))
    repairs = []
    for number, turn in enumerate(turns):
        fit = keys[failed == np.uint64(1 << number)]
        table = part_table(numbering_of(game, turn.guess))
        parts, counts = np.unique(space.parts(fit, turn.guess), return_counts=True)
        for part, count in zip(parts, counts, strict=True):
            repairs.append(Repair(number + 1 + skipped, table.replies[part], int(count)))
    return ContradictionExplanation(
        position=position,
        turns=tuple(number + 1 + skipped for number in smallest),
        repairs=_most_likely_first(repairs),
        other_rules=tuple(_other_rules(position, MOST_CODES)),
        exact=not skipped,
    )


def _most_likely_first(repairs: Iterable[Repair]) -> tuple[Repair, ...]:
    return tuple(sorted(repairs, key=lambda each: (_likeliest(each), each.turn)))


def _likeliest(repair: Repair) -> float:
    """A key for sorting: more codes, and uncounted ones, come first."""
    return -inf if repair.candidates is None else -repair.candidates


def _least_hitting_set(patterns: Sequence[int], turns: int) -> tuple[int, ...]:
    """The smallest set of turns such that no code is consistent with all of them; among equals, the earliest turns."""
    minimal: list[int] = []
    for pattern in sorted(patterns, key=int.bit_count):
        if not any(other & pattern == other for other in minimal):
            minimal.append(pattern)
    for size in range(1, turns + 1):
        for chosen in combinations(range(turns), size):
            mask = sum(1 << number for number in chosen)
            if all(pattern & mask for pattern in minimal):
                return chosen
    raise AssertionError("every code fails some turn, so all turns together hit every pattern")


def _explain_bounded(position: Position, most_codes: int) -> ContradictionExplanation | None:
    game, turns = position.game, position.turns
    impossible = impossible_turns(position)
    seen = tuple(impossible[:1]) or same_guess_twice(turns)
    if game.pegs * game.colors > MOST_CELLS:  # too large for a search for consistent codes
        return None if seen is None else ContradictionExplanation(position, seen, (), (), exact=False)
    if not impossible and decide(position, 1).consistent is not False:
        return None
    questions = _Questions(position)
    open_turns = range(len(turns)) if not impossible else [number - 1 for number in impossible if impossible[1:] == []]
    repairs = [repair for number in open_turns for repair in questions.repairs(number)]
    found = seen or tuple(number + 1 for number in questions.conflict())
    return ContradictionExplanation(
        position, found, _most_likely_first(repairs), tuple(_other_rules(position, most_codes)), exact=False
    )


class _Questions:
    """Exact searches about parts of a contradiction, which together have a limit of work."""

    def __init__(self, position: Position) -> None:
        self.game, self.turns = position.game, position.turns
        self.work_left = EXPLANATION_WORK
        self.needed: set[int] = set()
        """The turns, from 0, without which some code is consistent: they are in every conflict."""

    def ask(self, turns: Sequence[Turn], most: int = 1) -> Decision:
        decision = decide(Position(self.game, tuple(turns)), most, min(QUESTION_WORK, self.work_left))
        self.work_left -= decision.work
        return decision

    def repairs(self, number: int) -> Iterable[Repair]:
        """The replies to one turn, numbered from 0, with which some code is consistent."""
        turns, guess = self.turns, self.turns[number].guess
        rest = self.ask(turns[:number] + turns[number + 1 :], MOST_CODES_DECIDED)
        if not rest.codes:
            return
        self.needed.add(number)
        counts = Counter(self.game._reply_between(secret=code, guess=guess) for code in rest.codes)
        if rest.complete:
            yield from (Repair(number + 1, reply, count) for reply, count in counts.items())
            return
        for reply in numbering_of(self.game, guess).replies():
            changed = self.ask((*turns[:number], Turn(guess, reply), *turns[number + 1 :]), FEW_COUNTED)
            if changed.codes or reply in counts:
                yield Repair(number + 1, reply, len(changed.codes) if changed.complete else None)

    def conflict(self) -> Sequence[int]:
        """A smallest set of turns, numbered from 0, in conflict, as far as that is found in time; else a small one."""
        others = [number for number in range(len(self.turns)) if number not in self.needed]
        chosen = (
            sorted((*self.needed, *more))
            for size in range(len(others))
            for more in combinations(others, size)
            if len(self.needed) + size > 1
        )
        for conflict in islice(chosen, MOST_QUESTIONS):
            if self._contradict(conflict):
                return conflict
        conflict = list(range(len(self.turns)))
        for number in others:
            fewer = [other for other in conflict if other != number]
            if self._contradict(fewer):
                conflict = fewer
        return conflict

    def _contradict(self, numbers: Sequence[int]) -> bool:
        return self.ask([self.turns[number] for number in numbers]).consistent is False


def _other_rules(position: Position, most_codes: int) -> Iterable[OtherRule]:
    game = position.game
    if not game._traits.counts_pegs:
        yield from _not_listed(position)
        return
    if not game.repeats:
        repeating = _possible(game._with_repeats, position.turns)
        count = _count_fitting(repeating, most_codes) if repeating else False
        if count is not False:
            yield OtherRule("repeats", Reason.of("fits_with_repeats"), count)
    if game.view is View.BLACK_WHITE and position.is_known:
        turns = [Turn(turn.guess, game._show(turn.reply.white or 0, turn.reply.black or 0)) for turn in position.turns]
        swapped = _possible(game, turns)
        count = _count_fitting(swapped, most_codes) if swapped else False
        if count is not False:
            yield OtherRule("swapped", Reason.of("fits_swapped"), count)
        if game.size <= min(most_codes, MOST_CODES) and all(sum(turn.reply) <= game.pegs for turn in position.turns):
            count = _count_fitting_per_peg(position)
            if count:
                yield OtherRule("per-peg", Reason.of("fits_per_peg"), count)


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
    """The number of codes consistent with the replies under the rule `per-slot` of listed games."""
    everything = Candidates.all(position.game)
    numbers = np.arange((position.game.pegs + 1) ** 2).reshape(-1, position.game.pegs + 1)
    count = 0
    for start in range(0, len(everything), 1 << 18):
        codes = everything.space.unpack(everything.keys[start : start + (1 << 18)]).astype(np.uint16)
        fits, parts = np.ones(len(codes), dtype=np.bool_), np.empty((1, len(codes)), dtype=np.uint16)
        for turn in position.turns:
            loops.slot_replies(np.array([turn.guess], dtype=np.uint16), codes, COUNTED_BY_SLOT, numbers, parts)
            fits &= parts[0] == numbers[turn.reply.black, turn.reply.white]
        count += int(np.count_nonzero(fits))
    return count


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
