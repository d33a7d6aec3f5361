"""Write the page of the words in which replies are read: `python docs/make/reply_forms.py`."""

from __future__ import annotations

from pathlib import Path

from codepegs.files import write_whole
from codepegs.game import reply_words

PAGE = Path(__file__).parents[1] / "reference" / "replies.md"

BEGIN, END = "<!-- Made by docs/make/reply_forms.py. -->\n", "<!-- The end of it. -->\n"


def table() -> str:
    """Return the table of the page."""
    lines = ["| called | in its place | elsewhere | one and two, for example |\n", "|---|---|---|---|\n"]
    for pair in reply_words.PAIRS:
        if pair.name:
            black, white = (" ".join(f"`{word}`" for word in dict.fromkeys(words)) for words in (pair.black, pair.white))
            example = f"`1 {pair.black[0]} 2 {pair.white[1]}`"
            lines.append(f"| {pair.name} | {black} | {white} | {example} |\n")
    nothing = " ".join(f"`{word}`" for word in reply_words.NOTHING)
    return f"{''.join(lines)}\nNeither: {nothing}.\n"


def page() -> str:
    """Return the page with the table in it."""
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    write_whole(PAGE, page())
