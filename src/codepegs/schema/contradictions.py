"""Turns that contradict each other, and what would repair them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from codepegs.schema.base import Answer, Count, TurnNumber

if TYPE_CHECKING:
    from codepegs.candidates import Conflict

ConflictingTurns = Annotated[
    list[int] | None,
    Meta(description="the smallest set of turns, from 1, that cannot all be true; null when none was found"),
]
PossiblyUncounted = Annotated[int | None, Meta(description="codes that then fit; null when only some is known")]


class RepairAnswer(Answer, frozen=True, kw_only=True):
    """A reply that, changed, would make the turns fit together."""

    turn: TurnNumber
    reply: str
    candidates: PossiblyUncounted


class OtherRuleAnswer(Answer, frozen=True, kw_only=True):
    """Another way to play or to score under which all turns fit together."""

    name: Annotated[str, Meta(description="repeats, swapped or per-peg")]
    sentence: str
    candidates: PossiblyUncounted


class ContradictionAnswer(Answer, frozen=True, kw_only=True):
    """The turns contradict each other."""

    position: str
    candidates: Literal[0]
    conflict: ConflictingTurns
    repairs: list[RepairAnswer]
    other_rules: list[OtherRuleAnswer]
    exact: Annotated[bool, Meta(description="false when the game was too large to look at every code")]

    @classmethod
    def of(cls, conflict: Conflict) -> ContradictionAnswer:
        """Return the answer for a contradiction.

        Args:
            conflict: The contradiction.

        Returns:
            The answer.
        """
        return cls(
            position=str(conflict.position),
            candidates=0,
            conflict=None if conflict.turns is None else list(conflict.turns),
            repairs=[
                RepairAnswer(turn=repair.turn, reply=str(repair.reply), candidates=repair.candidates)
                for repair in conflict.repairs
            ],
            other_rules=[
                OtherRuleAnswer(name=rule.name, sentence=rule.sentence, candidates=rule.candidates)
                for rule in conflict.other_rules
            ],
            exact=conflict.exact,
        )


class ExplainAnswer(Answer, frozen=True, kw_only=True):
    """Whether the turns fit together, and what is wrong when they do not."""

    position: str
    consistent: Annotated[bool | None, Meta(description="null when a bounded search could not decide")]
    candidates: Count
    conflict: ConflictingTurns
    repairs: list[RepairAnswer]
    other_rules: list[OtherRuleAnswer]
    exact: bool

    @classmethod
    def of(cls, conflict: Conflict) -> ExplainAnswer:
        """Return the answer for turns that contradict each other.

        Args:
            conflict: The contradiction.

        Returns:
            The answer.
        """
        found = ContradictionAnswer.of(conflict)
        return cls(
            position=found.position,
            consistent=False,
            candidates=found.candidates,
            conflict=found.conflict,
            repairs=found.repairs,
            other_rules=found.other_rules,
            exact=found.exact,
        )
