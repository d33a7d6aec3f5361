"""A tree as a page: guesses as pegs, nested by the replies, each opened and closed; plain HTML without scripts.

A guess is a list item; if further guesses follow it, they are in its `<details>`, which browsers open by pointer and
keyboard and screen readers announce. End tags that HTML does not need are omitted. Pegs have a symbol as well as a
colour, replies have words as well as pegs.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

from codepegs.errors import BadInput
from codepegs.files import read_text
from codepegs.game import CANONICAL, PEG_COLORS, Code, Game, Reply, peg_color
from codepegs.trees.formats.svgtree import levels_shown, may_be_secret
from codepegs.trees.tree import Tree

DEEPEST = 150
"""Largest depth written; browsers limit nesting, at 512 elements or fewer, of which a guess has three."""

MOST_PEGS_OF_REPLY = 12
"""Largest number of pegs of a reply that is drawn."""

SQUARES = {"g": "#538d4e", "y": "#c9b458", "-": "#787c7e"}
"""The colours of the marks of Wordle."""

STYLE = Path(__file__).with_name("htmltree.css")


def write(tree: Tree, levels: int | None = None) -> str:
    """The page, with the first levels open; raises `BadInput` for trees too deep to nest.

    >>> from codepegs import build_tree
    >>> page = write(build_tree("p2c3", "minimax"))
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
            codes[key] = _code(tree.game, tree.guess(node))
        line = f"{_reply(tree.game, tree.reply(node), int(tree.parts[node])) if node else ''}<b>{codes[key]}</b>"
        if end == node + 1:
            parts.append(f"<li><div>{line}</div>\n")
            continue
        kind = "" if solves or not marked else " class=n"
        opened = " open" if depth < shown else ""
        parts.append(f"<li><details{opened}><summary>{line}<small{kind}>{secrets:,}</small></summary><ul>\n")
        open_ends.append(end)
    parts.append("</ul></details>" * len(open_ends))
    return "".join([*parts, "</ul></body></html>\n"])


def _code(game: Game, code: Code) -> str:
    """A code as pegs, or the text of a list."""
    if game.traits.symbols is not None:
        return escape(CANONICAL.spell(game, code))
    symbols = CANONICAL.pegs(game, code)
    return "".join(
        f"<i class=c{color % len(PEG_COLORS)}>{symbol}</i>" for color, symbol in zip(code, symbols, strict=True)
    )


def _reply(game: Game, reply: Reply, number: int) -> str:
    return f"<u class=r{number}>{escape(reply.words)}</u>"


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
