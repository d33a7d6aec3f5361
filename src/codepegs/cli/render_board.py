"""Codes and replies as a person sees them in a terminal."""

from __future__ import annotations

import shutil
import sys
from math import floor, log10

import msgspec
from rich.text import Text

from codepegs.game import (
    LEAST_SHOWN_AS_POWER,
    MOST_PEGS_READ,
    PEG_COLORS,
    Code,
    Game,
    Notation,
    Reply,
    counted,
    estimate_words,
    is_interval_said,
)

MOST_PEGS_DRAWN = 12
"""Largest number of pegs of a reply that is drawn."""

NUMBERED = 5 * " "
"""The room of the number of a turn."""

NARROW = 60
"""Columns of a terminal below which a turn is written as short as it can be: a row of the board game has up to 72."""


def code_text(game: Game, code: Code, notation: Notation, *, is_compact: bool | None = None) -> Text:
    """A code as coloured pegs with their symbols; compact, by default on a narrow terminal, without spaces."""
    if game.traits.symbols is not None:
        return Text(notation.format(game, code), style="bold")
    text = Text()
    if len(code) > MOST_PEGS_READ:
        half = MOST_PEGS_READ // 2
        text.append(code_text(game, code[:half], notation, is_compact=is_compact))
        text.append(f" … {len(code) - 2 * half:,} pegs … ")
        text.append(code_text(game, code[-half:], notation, is_compact=is_compact))
        return text
    symbols, width = notation.pegs(game, code), notation.width(game)
    # Columns up to which a code's pegs get room around their symbols.
    roomy = len(code) * (width + 3) <= 48 and not (is_narrow() if is_compact is None else is_compact)
    for n, (color, symbol) in enumerate(zip(code, symbols, strict=True)):
        background, foreground = PEG_COLORS[color % len(PEG_COLORS)]
        if n and (roomy or width > 1):
            text.append(" ")
        symbol = symbol.rjust(width)
        text.append(f" {symbol} " if roomy else symbol, style=f"bold {foreground} on {background}")
    return text


def reply_text(game: Game, reply: Reply, *, is_compact: bool | None = None) -> Text:
    """A reply as small pegs, black ones first, and in words; compact, by default on a narrow terminal, as its text."""
    if (is_narrow() if is_compact is None else is_compact) or reply.marks is not None:
        return Text(str(reply))
    if (
        reply.unknown
        or reply.total is not None
        or game.pegs > MOST_PEGS_DRAWN
        or (reply.solved and reply.black is None)
    ):
        return Text(reply.words)
    black, white, empty = ("●", "○", "·") if speaks_unicode() else ("x", "o", ".")
    pegs = black * (reply.black or 0) + white * (reply.white or 0)
    return Text(f"{pegs.ljust(game.pegs, empty)}  {reply.words}")


def code_rows(game: Game, code: Code, notation: Notation, room: int | None, *, is_compact: bool = False) -> list[Text]:
    """A code as text in rows of whole pegs, none wider than `room`; in one row if `room` is None or wide enough."""
    whole = code_text(game, code, notation, is_compact=is_compact or is_narrow())
    if room is None or len(whole) <= room or game.traits.symbols is not None:
        return [whole]
    if len(code) > MOST_PEGS_READ:
        half = MOST_PEGS_READ // 2
        ends = [code_rows(game, end, notation, room, is_compact=True) for end in (code[:half], code[-half:])]
        return [*ends[0], Text(f"… {len(code) - 2 * half:,} pegs …"), *ends[1]]
    width = notation.width(game)
    gap = int(width > 1)
    each = max(1, (room + gap) // (width + gap))
    parts = [code[start : start + each] for start in range(0, len(code), each)]
    return [code_text(game, part, notation, is_compact=True) for part in parts]


class TurnLayout(msgspec.Struct, frozen=True):
    """How the rows of the turns of a game fit the terminal: as long as all do, with words and room around pegs."""

    columns: int | None
    """Columns of the terminal; None if standard output is not one."""
    compact_code: bool
    compact_reply: bool
    reply_width: int
    """Columns for a reply if something follows it."""
    fits: bool
    """Whether even the longest row fits."""

    @classmethod
    def of(cls, game: Game, notation: Notation, more: int = 0) -> TurnLayout:
        """Choose the layout."""
        drawn = game.pegs if game.pegs <= MOST_PEGS_DRAWN else 0
        widths = {False: drawn + 24, True: 2 * len(str(game.pegs)) + 2 if game.traits.counts_pegs else game.pegs}
        columns = terminal_columns()
        if columns is None:
            return cls(None, False, False, widths[False], True)
        choices = ((False, False), (False, True), (True, True)) if columns >= NARROW else ((True, True),)
        for compact_code, compact_reply in choices:
            length = len(code_text(game, game.first_code, notation, is_compact=compact_code))
            if len(NUMBERED) + length + 2 + widths[compact_reply] + more <= columns:
                return cls(columns, compact_code, compact_reply, widths[compact_reply], True)
        return cls(columns, True, True, widths[True], False)

    def row(
        self, game: Game, number: int, code: Code, reply: Reply | None, notation: Notation, more: Text | str = ""
    ) -> Text:
        """Return the row of a turn; a code too long for a line goes on in the next, between two pegs."""
        room = None if self.columns is None else self.columns - len(NUMBERED)
        *begin, last = code_rows(game, code, notation, room, is_compact=self.compact_code)
        tail = Text() if reply is None else reply_text(game, reply, is_compact=self.compact_reply)
        if more:
            if reply is not None:
                tail.pad_right(max(0, self.reply_width - len(tail)))
                tail.append("  ")
            tail.append(more)
        tail.rstrip()
        joint = "  " if room is None or len(last) + 2 + len(tail) <= room else f"\n{NUMBERED}"
        text = Text(f"{number:>3}  ")
        for line in begin:
            text.append(line).append(f"\n{NUMBERED}")
        return text.append(last).append(joint if tail else "").append(tail)


def terminal_columns() -> int | None:
    """Columns of the terminal that standard output is; None if it is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def is_narrow() -> bool:
    """Whether standard output is a terminal too narrow for codes and replies in full."""
    return (terminal_columns() or NARROW) < NARROW


def speaks_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    return "utf" in (sys.stdout.encoding or "").lower()


def count_text(candidates: int | None, estimate: float | None, interval: tuple[float, float] | None = None) -> str:
    """How many candidates there are: the count, an interval that contains it in 95 % of cases, or an estimate."""
    if candidates is not None:
        return f"{candidates:,}" if candidates < LEAST_SHOWN_AS_POWER else f"about 10^{floor(log10(candidates))}"
    return "" if estimate is None else estimate_words(estimate, interval)


def left_sentence(count: int | None, estimate: float | None, interval: tuple[float, float] | None) -> str:
    """How many candidates are left; empty if that is not known."""
    left = count_text(None, estimate, interval) if count is None else counted(count, "candidate")
    if count is None and left:
        left += " candidates"
    said = " (95 % interval)" if count is None and is_interval_said(interval) else ""
    return f"{left[0].upper()}{left[1:]} left{said}." if left else ""


def seconds_text(seconds: float) -> str:
    """A time a person can read."""
    if seconds < 0.000095:  # what 0.1 ms does not say
        micro = seconds * 1e6
        return f"{micro:.{1 if micro < 9.95 else 0}f} {'µs' if speaks_unicode() else 'us'}"
    if seconds < 0.01:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


ENDS_SHOWN = 10
"""Pegs shown of either end of a code that is too long to read."""


def is_long(game: Game) -> bool:
    """Return whether the guesses of a game are too long to read."""
    return game.pegs > MOST_PEGS_READ


def code_words(game: Game, code: Code, notation: Notation, *, in_full: bool = False) -> str:
    """A code as text; of a long one the beginning and the end, unless it is requested in full."""
    if in_full or not is_long(game):
        return notation.format(game, code)
    dots = "…" if speaks_unicode() else "..."
    begin, end = code[:ENDS_SHOWN], code[-ENDS_SHOWN:]
    left_out = counted(game.pegs - 2 * ENDS_SHOWN, "peg")
    return f"{notation.spell(game, begin)} {dots} {left_out} {dots} {notation.spell(game, end)}"
