"""A tree as a picture, plain SVG, or as a page, plain HTML; both without scripts.

Where the game is over without a win, they say what is known.

SVG: guesses as pegs, from left to right, with the replies between them. Only the first levels of a large tree are
drawn; a line below says how many.

HTML: guesses as pegs, nested by the replies, each opened and closed. A guess is a list item; if further guesses follow
it, they are in its `<details>`, which browsers open by pointer and keyboard and screen readers announce. End tags that
HTML does not need are omitted. Pegs have a symbol as well as a colour, replies have words as well as pegs.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput, whole_number
from codepegs.files import read_text
from codepegs.game import CANONICAL, PEG_COLORS, Canvas, Code, Game, Reply, peg_color
from codepegs.reasons import counted
from codepegs.trees.tree import Tree

MOST_GUESSES_DRAWN = 3_000
"""Guesses of the largest picture, about a megabyte."""

MOST_AT_FIRST = 100
"""Guesses up to which further levels are shown if their number is not given."""

LEAST_LEVELS = 2

ROW, COLUMN_GAP = 40, 46
"""Height of a row, and the width between two levels, where the lines are."""

ABOVE, BELOW = 64, 56
"""Room for the title and for the words below."""


def _depths(tree: Tree) -> NDArray[np.int64]:
    """The level, from 1, of each guess, and of each answer where the game is over."""
    answers = [tree.depths[node] + 1 for node, known in tree.known.items() for _ in known]
    return np.append(tree.depths, np.array(answers, dtype=np.int64))


def levels_shown(tree: Tree, levels: int | None) -> int:
    """Return the number of levels to show: as given, or as many as have up to `MOST_AT_FIRST` guesses in all."""
    depths = _depths(tree)
    depth = int(depths.max())
    if levels is not None:
        return min(whole_number("levels", levels, least=1), depth)
    fitting = [level for level in range(LEAST_LEVELS, depth + 1) if (depths <= level).sum() <= MOST_AT_FIRST]
    return max([min(LEAST_LEVELS, depth), *fitting])


def may_be_secret(game: Game) -> bool:
    """Whether some guess may be the secret, so that others are marked; a test of a table never is an object."""
    return game._first_guess < game.size


def write_svg(tree: Tree, levels: int | None = None) -> str:
    """The picture of the first levels; raises `BadInput` if they have too many guesses."""
    shown = levels_shown(tree, levels)
    places = list(tree.walk(levels=shown))
    if len(places) > MOST_GUESSES_DRAWN:
        raise BadInput.because("too_many_drawn", most=MOST_GUESSES_DRAWN, levels=shown, count=len(places))
    canvas, replies = Canvas(tree.game, CANONICAL), tree.game.replies()
    rows, after = _rows([level for level, _, _ in places])
    notes = [_note(tree, at, shown) if isinstance(at, int) else at.answer for _, _, at in places]
    widths = [(isinstance(place[2], int), canvas.text_width(note)) for place, note in zip(places, notes, strict=True)]
    guess_width = canvas.code_width + max(width for is_guess, width in widths if is_guess)
    answer_width = max((width for is_guess, width in widths if not is_guess), default=0)
    block = canvas.reply_width + max(guess_width, answer_width) + 16
    title = tree.title
    words = _captions(tree, [at for _, _, at in places if isinstance(at, int)], shown)
    middle = [ABOVE + (row + 0.5) * ROW for row in rows]
    for number, (level, part, at) in enumerate(places):
        x, y = 16 + level * (block + COLUMN_GAP), middle[number]
        code = x if not level else x + canvas.reply_width + 8
        if below := after[number]:
            bend = x + block + COLUMN_GAP / 2
            start = code + canvas.code_width + canvas.text_width(notes[number]) + 12
            twigs = "".join(f"M{bend:g} {middle[each]:g}H{x + block + COLUMN_GAP - 6:g}" for each in below)
            canvas.line(f"M{start:g} {y:g}H{bend:g}M{bend:g} {middle[below[0]]:g}V{middle[below[-1]]:g}{twigs}")
        words_of_place = _spoken(tree, at) if isinstance(at, int) else at.answer
        with canvas.group(f"{replies[part].words}: {words_of_place}" if level else words_of_place):
            if level:
                canvas.reply(replies[part], x, y)
            if isinstance(at, int):
                canvas.code(tree.guess(at), code, y)
            canvas.note(notes[number], code + (canvas.code_width + 6) * isinstance(at, int), y + 5)
    height = ABOVE + ROW * (max(rows) + 1) + BELOW
    width = max(16 + shown * (block + COLUMN_GAP), *(canvas.text_width(line) + 32 for line in (title, *words)))
    canvas.note(title, 16, 32)
    for number, line in enumerate(words):
        canvas.note(line, 16, height - 34 + 20 * number)
    return canvas.svg(width, height, title) + "\n"


def _rows(levels: list[int]) -> tuple[list[float], list[list[int]]]:
    """The row of each place, from 0, and the places after it, given their levels: it stands in the middle of those."""
    rows, below = [0.0] * len(levels), [list[int]() for _ in levels]
    path: list[int] = []
    for place, level in enumerate(levels):
        del path[level:]
        if path:
            below[path[-1]].append(place)
        path.append(place)
    lines = 0
    for place in range(len(levels)):
        if not below[place]:
            rows[place] = lines
            lines += 1
    for place in reversed(range(len(levels))):
        if below[place]:
            rows[place] = (rows[below[place][0]] + rows[below[place][-1]]) / 2
    return rows, below


def _note(tree: Tree, node: int, shown: int) -> str:
    """The number of secrets that are possible before a guess, and whether the guess is one and more guesses follow."""
    secrets = f"{int(tree.secrets[node]):,}{'*' if may_be_secret(tree.game) and not tree.solves[node] else ''}"
    is_cut = tree.depths[node] == shown and (tree.ends[node] > node + 1 or node in tree.known)
    return f"{secrets} …" if is_cut else secrets


def _spoken(tree: Tree, node: int) -> str:
    secrets = counted(int(tree.secrets[node]), tree.game._traits.secret_noun)
    return f"{CANONICAL.format(tree.game, tree.guess(node))}, {secrets}"


def _captions(tree: Tree, nodes: list[int], shown: int) -> list[str]:
    """The lines below: how much of the tree is drawn, and what the marks mean."""
    guess, guesses = tree.game._traits.guess_nouns
    which, depth = "The first level" if shown == 1 else f"The first {shown} levels", int(_depths(tree).max())
    more = "more follows" if tree.known else f"more {guesses} follow"
    drawn = f"{which} of {depth}: {len(nodes):,} of {len(tree):,} {guesses}. …: {more}."
    if len(nodes) == len(tree) and shown == depth:
        drawn = f"The whole tree: {counted(len(nodes), guess, guesses)}."
    secrets = f"{tree.game._traits.secret_noun}s"
    marks = f"Before a {guess}: the reply that leads to it; behind it: the number of possible {secrets}"
    if may_be_secret(tree.game) and not all(tree.solves[node] for node in nodes):
        marks += f" (*: the {guess} is not one of them)"
    return [drawn, f"{marks}."]


DEEPEST_HTML = 150
"""Largest depth written; browsers limit nesting, at 512 elements or fewer, of which a guess has three."""

MOST_PEGS_OF_REPLY = 12
"""Largest number of pegs of a reply that is drawn."""

WIDEST_REPLY = 24
"""Largest width of the column of replies on a wide screen, in ems."""

SQUARES = {"g": "#538d4e", "y": "#c9b458", "-": "#787c7e"}
"""The colours of the marks of Wordle."""

STYLE = Path(__file__).with_name("pictures.css")


def write_html(tree: Tree, levels: int | None = None) -> str:
    """The page, with the first levels open; raises `BadInput` for trees too deep to nest."""
    if (depth := int(_depths(tree).max())) > DEEPEST_HTML:
        raise BadInput.because("too_deep_to_nest", name="HTML", depth=depth)
    shown = levels_shown(tree, levels)
    (guess, guesses), secrets = tree.game._traits.guess_nouns, f"{tree.game._traits.secret_noun}s"
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
    opened: list[int] = []  # the levels of the guesses whose lists are open
    codes: dict[int, str] = {}
    keys, counts, solves = (each.tolist() for each in (tree.guesses, tree.secrets, tree.solves))
    says = [escape(reply.words) for reply in tree.game.replies()]
    for level, part, at in tree.walk():
        while opened and opened[-1] >= level:
            parts.append("</ul></details>")
            opened.pop()
        reply = f"<u class=r{part}>{says[part]}</u>" if level else ""
        if not isinstance(at, int):
            parts.append(f"<li><div>{reply}{escape(at.answer)}</div>\n")
            continue
        if keys[at] not in codes:
            codes[keys[at]] = _html_code(tree.game, tree.guess(at))
        line = f"{reply}<b>{codes[keys[at]]}</b>"
        if tree.ends[at] == at + 1 and at not in tree.known:
            parts.append(f"<li><div>{line}</div>\n")
            continue
        kind = "" if solves[at] or not marked else " class=n"
        is_open = " open" if level + 1 < shown else ""
        parts.append(f"<li><details{is_open}><summary>{line}<small{kind}>{counts[at]:,}</small></summary><ul>\n")
        opened.append(level)
    parts.append("</ul></details>" * len(opened))
    return "".join([*parts, "</ul></body></html>\n"])


def _html_code(game: Game, code: Code) -> str:
    """A code as pegs, or the text of a list."""
    if game._traits.symbols is not None:
        return escape(CANONICAL.spell(game, code))
    symbols = CANONICAL.pegs(game, code)
    return "".join(
        f"<i class=c{color % len(PEG_COLORS)}>{symbol}</i>" for color, symbol in zip(code, symbols, strict=True)
    )


def _styles_of(tree: Tree) -> str:
    """The colours of the pegs, and the pegs or squares before the words of each reply of the tree."""
    game, replies, lines = tree.game, tree.game.replies(), []
    for color in range(min(game.colors, len(PEG_COLORS)) if game._traits.symbols is None else 0):
        background, ink = peg_color(color)
        lines.append(f".c{color}{{background:{background};color:{ink}}}")
    shown = {*tree.parts[1:].tolist()}.union(*tree.known.values())
    for number in sorted(shown):
        if drawn := _drawn(game, replies[number]):
            lines.append(f".r{number}::before{{{drawn}}}")
    words = max((len(replies[number].words) for number in shown), default=0)
    lines.append(f"@media(min-width:40rem){{u{{min-width:{min(words // 2 + game.pegs + 1, WIDEST_REPLY)}em}}}}")
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
        if game._traits.reply_rule != "wordle":
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
