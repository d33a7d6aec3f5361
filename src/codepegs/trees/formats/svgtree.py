"""A tree as a picture: guesses as pegs, from left to right, with the replies between them; plain SVG without scripts.

Only the first levels of a large tree are drawn; a line below says how many.
"""

from __future__ import annotations

from codepegs.errors import BadInput
from codepegs.game import CANONICAL, Canvas, Game, counted
from codepegs.trees.tree import Tree

MOST_DRAWN = 3_000
"""Guesses of the largest picture, about a megabyte."""

MOST_AT_FIRST = 100
"""Guesses up to which further levels are shown if their number is not given."""

LEAST_LEVELS = 2

ROW, COLUMN_GAP = 40, 46
"""Height of a row, and the width between two levels, where the lines are."""

ABOVE, BELOW = 64, 56
"""Room for the title and for the words below."""


def levels_shown(tree: Tree, levels: int | None) -> int:
    """Return the number of levels to show: as given, or as many as have up to `MOST_AT_FIRST` guesses in all.

    >>> from codepegs import build_tree
    >>> levels_shown(build_tree("p4c6", "minimax"), None), levels_shown(build_tree("p2c3", "minimax"), None)
    (2, 4)
    """
    depth = tree.figures.depth
    if levels is not None:
        return min(levels, depth)
    fitting = [level for level in range(LEAST_LEVELS, depth + 1) if (tree.depths <= level).sum() <= MOST_AT_FIRST]
    return max([min(LEAST_LEVELS, depth), *fitting])


def may_be_secret(game: Game) -> bool:
    """Whether some guess may be the secret, so that others are marked; a test of a table never is an object."""
    return game.first_guess < game.size


def write(tree: Tree, levels: int | None = None) -> str:
    """The picture of the first levels; raises `BadInput` if they have too many guesses.

    >>> from codepegs import build_tree
    >>> picture = write(build_tree("p2c3", "minimax"))
    >>> picture.startswith("<svg"), picture.count("<circle class=")
    (True, 26)
    """
    shown = levels_shown(tree, levels)
    nodes = [node for node in range(len(tree)) if tree.depths[node] <= shown]
    if len(nodes) > MOST_DRAWN:
        raise BadInput(
            f"a picture has up to {MOST_DRAWN:,} guesses, but {counted(shown, 'level')} of this tree "
            f"{'has' if shown == 1 else 'have'} {len(nodes):,}: give fewer levels, or write HTML"
        )
    canvas = Canvas(tree.game, CANONICAL)
    rows = _rows(tree, nodes)
    notes = {node: _note(tree, node, shown) for node in nodes}
    note_width = max(canvas.text_width(note) for note in notes.values())
    block = canvas.reply_width + canvas.code_width + note_width + 16
    left = {node: 16 + (int(tree.depths[node]) - 1) * (block + COLUMN_GAP) for node in nodes}
    title = tree.title
    words = [_left_out(tree, len(nodes), shown), _legend(tree, nodes)]
    middle = {node: ABOVE + (row + 0.5) * ROW for node, row in rows.items()}
    for node in nodes:
        x, y = left[node], middle[node]
        code = x if not node else x + canvas.reply_width + 8
        after = [child for child in tree.children(node) if child in rows]
        if after:
            bend = left[after[0]] - COLUMN_GAP / 2
            start = code + canvas.code_width + canvas.text_width(notes[node]) + 12
            twigs = "".join(f"M{bend:g} {middle[child]:g}H{left[child] - 6:g}" for child in after)
            canvas.line(f"M{start:g} {y:g}H{bend:g}M{bend:g} {middle[after[0]]:g}V{middle[after[-1]]:g}{twigs}")
        with canvas.group(_spoken(tree, node)):
            if node:
                canvas.reply(tree.reply(node), x, y)
            canvas.code(tree.guess(node), code, y)
            canvas.note(notes[node], code + canvas.code_width + 6, y + 5)
    height = ABOVE + ROW * (max(rows.values()) + 1) + BELOW
    width = max(16 + shown * (block + COLUMN_GAP), *(canvas.text_width(line) + 32 for line in (title, *words)))
    canvas.note(title, 16, 32)
    for number, line in enumerate(words):
        canvas.note(line, 16, height - 34 + 20 * number)
    return canvas.svg(width, height, title) + "\n"


def _rows(tree: Tree, nodes: list[int]) -> dict[int, float]:
    """The row of each guess, from 0: a guess stands in the middle of those after it."""
    rows: dict[int, float] = {}
    below: dict[int, list[int]] = {node: [] for node in nodes}
    for node in nodes[1:]:
        below[int(tree.parents[node])].append(node)
    lines = 0
    for node in nodes:
        if not below[node]:
            rows[node] = lines
            lines += 1
    for node in reversed(nodes):
        if below[node]:
            rows[node] = (rows[below[node][0]] + rows[below[node][-1]]) / 2
    return rows


def _is_cut(tree: Tree, node: int, shown: int) -> bool:
    return int(tree.depths[node]) == shown and int(tree.ends[node]) > node + 1


def _note(tree: Tree, node: int, shown: int) -> str:
    """The number of secrets that are possible before a guess, and whether the guess is one and more guesses follow."""
    secrets = f"{int(tree.secrets[node]):,}{'*' if may_be_secret(tree.game) and not tree.solves[node] else ''}"
    return f"{secrets} …" if _is_cut(tree, node, shown) else secrets


def _spoken(tree: Tree, node: int) -> str:
    secrets = counted(int(tree.secrets[node]), tree.game.traits.secret_noun)
    words = f"{CANONICAL.format(tree.game, tree.guess(node))}, {secrets}"
    return f"{tree.reply(node).words}: {words}" if node else words


def _left_out(tree: Tree, drawn: int, shown: int) -> str:
    if drawn == len(tree):
        return f"The whole tree: {counted(drawn, *tree.game.traits.guess_nouns)}."
    guesses = tree.game.traits.guess_nouns[1]
    which = "The first level" if shown == 1 else f"The first {shown} levels"
    return f"{which} of {tree.figures.depth}: {drawn:,} of {len(tree):,} {guesses}. …: more {guesses} follow."


def _legend(tree: Tree, nodes: list[int]) -> str:
    guess, secrets = tree.game.traits.guess_nouns[0], f"{tree.game.traits.secret_noun}s"
    words = f"Before a {guess}: the reply that leads to it; behind it: the number of possible {secrets}"
    if may_be_secret(tree.game) and not all(tree.solves[node] for node in nodes):
        words += f" (*: the {guess} is not one of them)"
    return f"{words}."
