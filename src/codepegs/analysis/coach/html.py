"""What the coach says as an HTML table, for notebooks: self-contained, without scripts, all text escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from codepegs.analysis.coach.wording import codes_left
from codepegs.game import CANONICAL, Notation, pegs_svg, table_html

if TYPE_CHECKING:
    from codepegs.analysis.coach.game_review import GameReview, ReviewedTurn

HEADINGS = ("turn", "guess", "reply", "codes", "skill", "luck", "comment")


def review_html(review: GameReview, notation: Notation = CANONICAL) -> str:
    """The review as a table, one row a turn."""
    skill = "" if review.skill is None else f" Skill {100 * review.skill:.0f} %."
    rows = [_row(review, turn, notation) for turn in review.turns]
    return table_html(f"{review.game}: {review.words}{skill}", HEADINGS, rows)


def _row(review: GameReview, turn: ReviewedTurn, notation: Notation) -> list[str]:
    before, after = turn.candidates_before, turn.candidates_after
    codes = "" if before is None or after is None else f"{codes_left(before)} → {codes_left(after)}"
    skill = "" if turn.skill is None else f"{100 * turn.skill:.0f} %"
    luck = "" if turn.luck is None else f"{turn.luck:+.1f}"
    cells = (escape(text) for text in (turn.reply.words, codes, skill, luck))
    guess = pegs_svg(review.game, turn.guess, notation=notation)
    return [str(turn.turn), guess, *cells, f'<div style="text-align:left">{escape(turn.words)}</div>']
