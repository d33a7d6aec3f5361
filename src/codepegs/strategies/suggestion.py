"""A suggested guess with its figures, and a ranked list of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from codepegs.game import Code, Position, counted
from codepegs.strategies.expected_guesses import ExpectedGuesses


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A guess with the figures that describe how it splits the candidates."""

    guess: Code
    """The code, 0-based colours."""
    is_candidate: bool | None
    """Whether it is consistent with every reply; None if that is not known, or replies may be false."""
    worst: int | None
    """Size of the largest part. This and the figures below are None if they can be neither counted nor estimated."""
    expected_size: float | None
    """Expected number of candidates left."""
    entropy_bits: float | None
    """Expected information of the reply, in bits."""
    parts: int | None
    """Number of parts: of the replies that some candidate gives."""
    win_chance: float | None
    """Probability that the guess is the secret."""
    why: str
    """The figures in one or two sentences."""
    exact: bool = True
    """Whether the figures are counted over all candidates, not estimated."""
    expected: ExpectedGuesses | None = None
    """Expected number of guesses from here on, this one included: the measure by which guesses are compared. None if
    the strategy cannot compute it."""


class Suggestions(list[Suggestion]):
    """A list of guesses, best first, which notebooks show as a table.

    `position` is the position they are for; `stopped` is the reason if the list is empty.

    >>> Suggestions(Position.parse("p4c6"), [])
    []
    """

    def __init__(self, position: Position, suggestions: Iterable[Suggestion], stopped: str | None = None) -> None:
        super().__init__(suggestions)
        self.position = position
        self.stopped = stopped

    def _repr_html_(self) -> str:
        """The guesses with their figures and reasons, for notebooks."""
        from html import escape

        from codepegs.game import code_html, number_html, table_html

        game = self.position.game
        headings = ("rank", "guess", "may be the secret", "worst", "average", "bits", "parts", "why")
        rows = [
            (
                str(rank),
                code_html(game, each.guess),
                {True: "yes", False: "no", None: "unknown"}[each.is_candidate],
                number_html(each.worst),
                number_html(each.expected_size, 1),
                number_html(each.entropy_bits, 3),
                number_html(each.parts),
                escape(each.why),
            )
            for rank, each in enumerate(self, 1)
        ]
        turns = counted(len(self.position.turns), "turn")
        return table_html(f"{game} after {turns}: the best guesses", headings, rows)
