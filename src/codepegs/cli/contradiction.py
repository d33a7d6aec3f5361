"""Telling a person that turns contradict each other, and what would put them right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from codepegs.cli.common import console, emit_json

if TYPE_CHECKING:
    from codepegs.game import Notation, Position


def show_contradiction(position: Position, notation: Notation, json: bool = False) -> None:
    """Print what is wrong with a position that no code fits, as far as known."""
    from codepegs.codes import ContradictionExplanation, contradiction_sentences, explain_contradiction

    conflict = explain_contradiction(position)
    if conflict is None:  # the search that found it was longer than this one
        conflict = ContradictionExplanation(position, None, (), (), exact=False)
    if json:
        emit_json(conflict)
        return
    out = console()
    out.print("[bold]The replies contradict each other.[/bold]")
    for line in contradiction_sentences(conflict, notation):
        out.print(f"  {line}", markup=False)
