"""Whether some code is consistent with the turns of a position, and the contradiction if not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from codepegs.codes import (
    MOST_CODES,
    MOST_EXPLAINED,
    Candidates,
    ConflictingTurns,
    ContradictionExplanation,
    OtherRule,
    Repair,
    WhatIsWrong,
    decide,
    explain_contradiction,
)
from codepegs.game import Count, Game, Position, as_given, record
from codepegs.parallel import WorkerThreads


@record("ExplainAnswer", "position consistent candidates conflict repairs other_rules exact reasons")
@dataclass(frozen=True, slots=True)
class Consistency:
    """Whether some code is consistent with the turns, and the contradiction if not."""

    position: Position
    consistent: Annotated[bool | None, Meta(description="null if a bounded search was inconclusive")]
    candidates: Count
    contradiction: ContradictionExplanation | None = None

    @property
    def conflict(self) -> ConflictingTurns:
        """As in the contradiction."""
        return None if self.contradiction is None else self.contradiction.turns

    @property
    def repairs(self) -> tuple[Repair, ...]:
        """As in the contradiction; empty without one."""
        return () if self.contradiction is None else self.contradiction.repairs

    @property
    def other_rules(self) -> tuple[OtherRule, ...]:
        """As in the contradiction; empty without one."""
        return () if self.contradiction is None else self.contradiction.other_rules

    @property
    def reasons(self) -> WhatIsWrong:
        """As in the contradiction; empty without one."""
        return () if self.contradiction is None else self.contradiction.reasons

    @property
    def exact(self) -> bool:
        """False if the game was too large to examine every code."""
        return self.candidates is not None if self.contradiction is None else self.contradiction.exact


def check_consistency(
    position: Position | Game | str, *, most_codes: int = MOST_EXPLAINED, workers: WorkerThreads | int = 1
) -> Consistency:
    """Return whether some code is consistent with the turns; `most_codes` as for `explain_contradiction`.

    >>> check_consistency("p4c6 1122:1b0w").candidates
    256
    >>> check_consistency("p4c6 1122:0b0w 3344:0b0w 5566:0b0w").conflict
    (1, 2, 3)
    """
    position = as_given(position)
    game = position.game
    if not position.turns:
        return Consistency(position, True, game.size)
    contradiction = explain_contradiction(position, most_codes=most_codes)
    if contradiction is not None:
        return Consistency(position, False, 0, contradiction)
    if position.solved:  # this is checked even if a bounded search was inconclusive
        is_consistent = position.fits(position.turns[-1].guess)
        return Consistency(position, is_consistent, int(is_consistent))
    if game.size <= MOST_CODES:
        with WorkerThreads.of(workers) as threads:
            count = len(Candidates.after(position, threads))
        return Consistency(position, count > 0, count)
    decision = decide(position)
    return Consistency(position, decision.consistent, len(decision.codes) if decision.complete else None)
