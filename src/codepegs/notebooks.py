"""What games, advice, trees and measurements look like in a notebook: tables of plain HTML.

No scripts, colours or files from elsewhere, so that they look right on dark and on light paper; every table has a
caption and its headings are marked as such, for those who listen to it. All text is escaped.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from codepegs.game import Game, counted
from codepegs.svg import pegs_svg
from codepegs.texts import CANONICAL, Position

if TYPE_CHECKING:
    from codepegs.advice import Suggestion
    from codepegs.lab.evaluate import Evaluation
    from codepegs.trees.tree import Tree

MOST_SHOWN = 20
"""Replies of a tree's first guess that are shown."""

MOST_PEGS_DRAWN = 60
"""Pegs up to which a code is drawn; longer ones are told by how many they have."""


def table_html(caption: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of cells that are HTML already; the first cell of each row is its heading.

    >>> table_html("a & b", ["name", "value"], [["x", "1"]])[:45]
    '<table><caption>a &amp; b</caption><thead><tr'
    """
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in headings)
    body = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>' for first, *rest in rows
    )
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def game_html(game: Game) -> str:
    """The rules in words, how many codes there are, and the id.

    >>> "1,296 codes" in game_html(Game(4, 6))
    True
    """
    return f"<p><code>{escape(str(game))}</code>: {escape(game.words)}; {escape(counted(game.size, 'code'))}</p>"


def suggestions_html(position: Position, suggestions: Sequence[Suggestion]) -> str:
    """Guesses ranked, best first, with their figures and the reasons."""
    game = position.game
    headings = ("rank", "guess", "may be the secret", "worst", "left on average", "bits", "parts", "why")
    rows = [
        (
            str(rank),
            _code(game, each.guess),
            "yes" if each.is_candidate else "no",
            _number(each.worst),
            _number(each.expected_size, 1),
            _number(each.entropy_bits, 3),
            _number(each.parts),
            escape(each.why),
        )
        for rank, each in enumerate(suggestions, 1)
    ]
    turns = counted(len(position.turns), "turn")
    return table_html(f"{game} after {turns}: the best guesses", headings, rows)


def tree_html(tree: Tree) -> str:
    """What a strategy costs, its histogram, and its second guesses by the reply to the first."""
    figures, game = tree.figures, tree.game
    name = f" of {tree.strategy}" if tree.strategy else ""
    caption = (
        f"Tree{name} for {game}: {figures.total:,} guesses over {counted(figures.secrets, 'secret')}, "
        f"{figures.average:.4f} on average, {figures.depth} at most"
    )
    lengths = table_html(
        caption,
        ("guesses", *(str(length) for length in range(1, figures.depth + 1))),
        [("secrets", *(f"{secrets:,}" for secrets in figures.histogram))],
    )
    children = list(tree.children(0))
    rows = [
        (escape(str(tree.reply(node))), f"{int(tree.secrets[node]):,}", _code(game, tree.guess(node)))
        for node in children[:MOST_SHOWN]
    ]
    more = f", the first {MOST_SHOWN} of {len(children)} replies" if len(children) > MOST_SHOWN else ""
    first = f"First guess {CANONICAL.format(game, tree.guess(0))}{more}"
    return lengths + table_html(first, ("reply", "secrets left", "next guess"), rows)


def evaluations_html(evaluations: Sequence[Evaluation]) -> str:
    """Strategies side by side, as `codepegs evaluate` has them."""
    if not evaluations:
        return "<p>No strategies.</p>"
    first = evaluations[0]
    how = "every secret" if first.exhaustive else f"secrets of seed {first.seed}"
    headings = ("strategy", "average", "standard error", "total", "most", "unsolved", "seconds a game")
    rows = [
        (
            f"<code>{escape(each.strategy)}</code>",
            f"{each.average:.4f}",
            _number(each.standard_error, 4),
            f"{each.total:,}",
            str(each.depth),
            f"{each.unsolved:,}",
            f"{each.seconds_per_game:.2g}",
        )
        for each in evaluations
    ]
    return table_html(f"{first.rules}: {counted(first.games, 'game')}, {how}", headings, rows)


def _code(game: Game, code: Sequence[int]) -> str:
    """A code as pegs, with its text for those who cannot see them."""
    if game.pegs > MOST_PEGS_DRAWN:
        return escape(counted(game.pegs, "peg"))
    return pegs_svg(game, tuple(code))


def _number(value: float | None, places: int = 0) -> str:
    return "–" if value is None else f"{value:,.{places}f}"
