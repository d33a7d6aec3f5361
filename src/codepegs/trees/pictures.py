"""A tree as a picture, plain SVG, or as a page, plain HTML; both without scripts.

SVG: guesses as pegs, from left to right, with the replies between them. Only the first levels of a large tree are
drawn; a line below says how many.

HTML: guesses as pegs, nested by the replies, each opened and closed. A guess is a list item; if further guesses follow
it, they are in its `<details>`, which browsers open by pointer and keyboard and screen readers announce. End tags that
HTML does not need are omitted. Pegs have a symbol as well as a colour, replies have words as well as pegs.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from codepegs.errors import BadInput
from codepegs.files import read_text
from codepegs.game import CANONICAL, PEG_COLORS, Canvas, Code, Game, Reply, peg_color
from codepegs.reasons import counted
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


def write_svg(tree: Tree, levels: int | None = None) -> str:
    """The picture of the first levels; raises `BadInput` if they have too many guesses.

    >>> from codepegs import build_tree
    >>> picture = write_svg(build_tree("p2c3", "minimax"))
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


def _note(tree: Tree, node: int, shown: int) -> str:
    """The number of secrets that are possible before a guess, and whether the guess is one and more guesses follow."""
    secrets = f"{int(tree.secrets[node]):,}{'*' if may_be_secret(tree.game) and not tree.solves[node] else ''}"
    is_cut = tree.depths[node] == shown and tree.ends[node] > node + 1
    return f"{secrets} …" if is_cut else secrets


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


DEEPEST = 150
"""Largest depth written; browsers limit nesting, at 512 elements or fewer, of which a guess has three."""

MOST_PEGS_OF_REPLY = 12
"""Largest number of pegs of a reply that is drawn."""

SQUARES = {"g": "#538d4e", "y": "#c9b458", "-": "#787c7e"}
"""The colours of the marks of Wordle."""

STYLE = Path(__file__).with_name("pictures.css")


def write_html(tree: Tree, levels: int | None = None) -> str:
    """The page, with the first levels open; raises `BadInput` for trees too deep to nest.

    >>> from codepegs import build_tree
    >>> page = write_html(build_tree("p2c3", "minimax"))
    >>> page.count("<li>"), page.count("<details open>")
    (9, 4)
    """
    if tree.figures.depth > DEEPEST:
        raise BadInput(f"HTML cannot nest {tree.figures.depth} guesses: use --format text")
    shown = levels_shown(tree, levels)
    (guess, guesses), secrets = tree.game.traits.guess_nouns, f"{tree.game.traits.secret_noun}s"
    style = read_text(STYLE).replace("SECRETS", secrets).replace("GUESS", guess)
    marked = may_be_secret(tree.game)
    star = f"<span> (*: the {guess} is not one of them)</span>" if marked else ""
    title = escape(tree.title)
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{title}</title><style>\n{style}{_styles_of(tree)}</style></head><body><h1>{title}</h1>"
        f"<p>Each line has a reply{_pegs_words(tree.game)}, the next {guess} and the number of possible {secrets}"
        f"{star}. Open a line to see the {guesses} that follow.</p><ul>\n"
    ]
    open_ends: list[int] = []
    codes: dict[int, str] = {}
    for node, (key, secrets, solves, end, depth) in enumerate(
        zip(*(each.tolist() for each in (tree.guesses, tree.secrets, tree.solves, tree.ends, tree.depths)), strict=True)
    ):
        while open_ends and open_ends[-1] <= node:
            parts.append("</ul></details>")
            open_ends.pop()
        if key not in codes:
            codes[key] = _html_code(tree.game, tree.guess(node))
        reply = f"<u class=r{tree.parts[node]}>{escape(tree.reply(node).words)}</u>" if node else ""
        line = f"{reply}<b>{codes[key]}</b>"
        if end == node + 1:
            parts.append(f"<li><div>{line}</div>\n")
            continue
        kind = "" if solves or not marked else " class=n"
        opened = " open" if depth < shown else ""
        parts.append(f"<li><details{opened}><summary>{line}<small{kind}>{secrets:,}</small></summary><ul>\n")
        open_ends.append(end)
    parts.append("</ul></details>" * len(open_ends))
    return "".join([*parts, "</ul></body></html>\n"])


def _html_code(game: Game, code: Code) -> str:
    """A code as pegs, or the text of a list."""
    if game.traits.symbols is not None:
        return escape(CANONICAL.spell(game, code))
    symbols = CANONICAL.pegs(game, code)
    return "".join(
        f"<i class=c{color % len(PEG_COLORS)}>{symbol}</i>" for color, symbol in zip(code, symbols, strict=True)
    )


def _styles_of(tree: Tree) -> str:
    """The colours of the pegs, and the pegs or squares before the words of each reply of the tree."""
    game, replies, lines = tree.game, tree.game.replies(), []
    for color in range(min(game.colors, len(PEG_COLORS)) if game.traits.symbols is None else 0):
        background, ink = peg_color(color)
        lines.append(f".c{color}{{background:{background};color:{ink}}}")
    for number in sorted({*tree.parts[1:].tolist()}):
        if drawn := _drawn(game, replies[number]):
            lines.append(f".r{number}::before{{{drawn}}}")
    words = max((len(replies[number].words) for number in {*tree.parts[1:].tolist()}), default=0)
    lines.append(f"@media(min-width:40rem){{u{{min-width:{words // 2 + game.pegs + 1}em}}}}")
    if _pegs_words(game):  # on a phone the words are only for screen readers
        lines.append("@media(max-width:30rem){u{font-size:0}u::before{margin:0}}")
    return "\n".join(lines)


def _pegs_words(game: Game) -> str:
    """What the pegs of replies mean; empty if none are drawn."""
    shown = game.replies()
    if game.pegs > MOST_PEGS_OF_REPLY or any(reply.marks is not None for reply in shown):
        return ""
    counts = {"● black": "black", "○ white": "white", "◐ black or white": "total"}
    return f" ({', '.join(words for words, name in counts.items() if getattr(shown[0], name) is not None)})"


def _drawn(game: Game, reply: Reply) -> str:
    """The style that draws a reply as pegs, or as the squares of Wordle; empty if only its words are shown."""
    if reply.marks is not None:
        if game.traits.reply_rule != "wordle":
            return ""
        each = 100 / len(reply.marks)
        stops = []
        for n, mark in enumerate(reply.marks):
            end = (n + 0.88) * each
            stops += [f"{SQUARES[mark]} {n * each:g}% {end:g}%", f"#0000 {end:g}% {(n + 1) * each:g}%"]
        return (
            f'content:"";width:{len(reply.marks)}em;height:1em;background:linear-gradient(90deg,{",".join(stops)});'
            "print-color-adjust:exact;-webkit-print-color-adjust:exact"
        )
    if game.pegs > MOST_PEGS_OF_REPLY or (reply.solved and reply.black is None):
        return ""
    pegs = "●" * (reply.black or 0) + "○" * (reply.white or 0) + "◐" * (reply.total or 0)
    pegs = pegs.ljust(game.pegs, "·")
    return f'content:"{pegs}";content:"{pegs}"/""'
