"""Contradictions, with possible corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from codepegs.schema.base import Answer, Count, TurnNumber

if TYPE_CHECKING:
    from codepegs.codes import ContradictionExplanation

ConflictingTurns = Annotated[
    list[int] | None,
    Meta(description="a smallest set of turns, counted from 1, that cannot all be true; null if none was found"),
]
PossiblyUncounted = Annotated[int | None, Meta(description="codes that are then consistent; null if not counted")]


class RepairAnswer(Answer, frozen=True, kw_only=True):
    """A correction of one reply that resolves the contradiction."""

    turn: TurnNumber
    reply: Annotated[str, Meta(description="the corrected reply")]
    candidates: PossiblyUncounted


class OtherRuleAnswer(Answer, frozen=True, kw_only=True):
    """Another rule or way to score under which all turns are consistent."""

    name: Annotated[str, Meta(description="repeats, swapped or per-peg")]
    sentence: str
    """The rule, in one sentence."""
    candidates: PossiblyUncounted


class ContradictionAnswer(Answer, frozen=True, kw_only=True):
    """The answer for a contradiction."""

    position: str
    candidates: Literal[0]
    """Always 0."""
    consistent: Literal[False]
    """Always false."""
    conflict: ConflictingTurns
    repairs: list[RepairAnswer]
    """Corrections of one reply, in descending order of the number of codes that they leave."""
    other_rules: list[OtherRuleAnswer]
    """Other rules under which all turns are consistent."""
    exact: Annotated[bool, Meta(description="false if the game was too large to examine every code")]

    @classmethod
    def of(cls, explanation: ContradictionExplanation) -> ContradictionAnswer:
        """Return the answer for a contradiction.

        Args:
            explanation: The contradiction.

        Returns:
            The answer.
        """
        return cls(
            position=str(explanation.position),
            candidates=0,
            consistent=False,
            conflict=None if explanation.turns is None else list(explanation.turns),
            repairs=[
                RepairAnswer(turn=repair.turn, reply=str(repair.reply), candidates=repair.candidates)
                for repair in explanation.repairs
            ],
            other_rules=[
                OtherRuleAnswer(name=rule.name, sentence=rule.sentence, candidates=rule.candidates)
                for rule in explanation.other_rules
            ],
            exact=explanation.exact,
        )


class ExplainAnswer(Answer, frozen=True, kw_only=True):
    """Whether some code is consistent with the turns, and the contradiction if not."""

    position: str
    consistent: Annotated[bool | None, Meta(description="null if a bounded search was inconclusive")]
    candidates: Count
    conflict: ConflictingTurns
    repairs: list[RepairAnswer]
    """As in `ContradictionAnswer`; empty without a contradiction."""
    other_rules: list[OtherRuleAnswer]
    """As in `ContradictionAnswer`; empty without a contradiction."""
    exact: bool
    """False if the game was too large to examine every code."""

    @classmethod
    def of(cls, explanation: ContradictionExplanation) -> ExplainAnswer:
        """Return the answer for turns that contradict each other.

        Args:
            explanation: The contradiction.

        Returns:
            The answer.
        """
        found = ContradictionAnswer.of(explanation)
        return cls(
            position=found.position,
            consistent=False,
            candidates=found.candidates,
            conflict=found.conflict,
            repairs=found.repairs,
            other_rules=found.other_rules,
            exact=found.exact,
        )
