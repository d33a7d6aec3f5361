"""Codes, replies and, in place of long guesses, the progress of a game as a person sees them in a terminal."""

from __future__ import annotations

import queue
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import floor, log10
from typing import TypeVar

import numpy as np
from rich.text import Text

from codepegs.cli.common import RewrittenLine, console, span_text
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
from codepegs.match import PLAIN_SHADES, SHADES, LongGameObserver, PlayedTurn, map_signs
from codepegs.strategies import Progress

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


@dataclass(frozen=True)
class TurnLayout:
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


STEPS = 10
"""Lines a game gets: one whenever so great a share of the pegs more is known."""

CELLS = 40
"""Signs for all pegs in the map behind a line."""

ROW = 50
"""Signs in a row of the large map."""

BARS = "▁▂▃▄▅▆▇█"
WIDTHS = {
    "turn": 7,
    "reply": 13,
    "most black": 11,
    "pegs known": 11,
    "colours counted": 15,
    "guesses left": 13,
    "time so far": 11,
}
"""The columns of the figures in a line."""

ROOMY = sum(WIDTHS.values()) + 2 * (len(WIDTHS) - 1) - WIDTHS["most black"] - 2 + 2 + CELLS
"""Columns of a terminal that has room for all of them and the map."""

LEAST_NEEDED = ("colours counted", "time so far", "guesses left")
"""The figures that a narrow terminal does without, in this order."""

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


def map_text(pegs: int, known: Iterable[int], cells: int) -> str:
    """Return one character per stretch of pegs: none of them known, some, or all."""
    return map_signs(pegs, known, cells, SHADES if speaks_unicode() else PLAIN_SHADES)


def map_rows(pegs: int, known: Iterable[int]) -> list[str]:
    """Return the map of known pegs in rows, below a legend."""
    known = list(known)
    shades = SHADES if speaks_unicode() else PLAIN_SHADES
    each = -(-pegs // (ROW * 8))  # at most eight rows
    cells = -(-pegs // each)
    signs = map_text(pegs, known, cells)
    if each == 1:
        head = f"Known pegs: {shades[-1]} known, {shades[0]} unknown"
    else:
        head = f"Known pegs, about {each:,} per character: {shades[-1]} all known, {shades[0]} none"
    return [head, *(f"  {signs[start : start + ROW]}" for start in range(0, cells, ROW))]


class LongGameBoard(LongGameObserver):
    """Show the progress of a game of many pegs; except for times, the output depends only on the game."""

    # A line is printed whenever another tenth of the pegs is known. On a terminal, a status line on standard error is
    # rewritten in between. For strategies without progress information, the largest number of black pegs so far is
    # printed whenever the number of turns has doubled.

    def __init__(self, game: Game, *, quiet: bool = False) -> None:
        super().__init__(game)
        self.quiet = quiet
        self.out = console()
        self.line = RewrittenLine() if sys.stderr.isatty() else None
        self.progress: Progress | None = None
        """The progress at the last look."""
        self._step = -1
        self._columns = terminal_columns()
        self._left_out: list[str] = []
        self._curve: list[tuple[int, int]] = []
        """Pairs of a turn number and the number of pegs known after it."""

    def _is_line_due(self) -> bool:
        return self.line is not None and self.line.is_due(self.seconds)

    def is_due(self, number: int, turn: PlayedTurn) -> bool:
        """Return whether to look at the game: for a line of the table, or for the status line."""
        return super().is_due(number, turn) or self._is_line_due()

    def on_look(self, number: int, turn: PlayedTurn, progress: Progress | None) -> None:
        """Print a line if more is known, or rewrite the status line."""
        self.progress = progress
        known = self._known()
        if super().is_due(number, turn):
            self._curve.append((number, known))
            step = known * STEPS // self.game.pegs if self.progress is not None else number.bit_length()
            if step > self._step or (turn.ends and self.progress is None):
                self._step = step
                self._print(number, turn, known)
                return
        if self.line is not None and self._is_line_due():
            self.line.show(f"turn {number:,}: {self._how_far(known)}")

    def close(self) -> None:
        """Erase the status line."""
        if self.line is not None:
            self.line.close()

    @property
    def standing(self) -> str:
        """The progress at the last look as a sentence; empty before the first turn."""
        if not self._curve:
            return ""
        number, known = self._curve[-1]
        return f"After turn {number:,}: {self._how_far(known, times=False)}."

    def _known(self) -> int:
        """The number of known pegs at the last look, or the most black pegs so far."""
        return self.most_black if self.progress is None else self.progress.pegs_known

    def _how_far(self, known: int, *, times: bool = True) -> str:
        game, progress = self.game, self.progress
        if progress is None:
            return f"{known:,} of {counted(game.pegs, 'peg')} black in the best guess"
        words = [progress.words(game)]
        if times and progress.guesses:
            each = self.seconds / progress.guesses
            words.append(f"about {span_text(each * progress.guesses_left)} left")
        return ", ".join(words)

    def _print(self, number: int, turn: PlayedTurn, known: int) -> None:
        if self.quiet:
            return
        self.close()
        spent = seconds_text(self.seconds)
        if self.progress is None:
            cells = {"turn": f"{number:,}", "reply": str(turn.reply), "most black": f"{known:,}", "time so far": spent}
        else:
            left = "" if turn.ends else f"about {self.progress.guesses_left:,.0f}"
            cells = {
                "turn": f"{number:,}",
                "reply": str(turn.reply),
                "pegs known": f"{known:,}",
                "colours counted": f"{self.progress.colors_counted:,}",
                "guesses left": left,
                "time so far": spent,
            }
        signs = CELLS if self._columns is None else min(CELLS, self._columns - self._room(cells))
        # Signs of the map that are worth more than one of these figures.
        while self._columns is not None and signs < 16 and len(self._left_out) < len(LEAST_NEEDED):
            self._left_out.append(LEAST_NEEDED[len(self._left_out)])
            signs = min(CELLS, self._columns - self._room(cells))
        shown = [name for name in cells if name not in self._left_out]
        if len(self._curve) == 1:
            head = "  ".join(f"{name:>{self._width(name)}}" for name in shown)
            self.out.print(f"{head}{self._map_heading(signs)}", soft_wrap=True)
        row = "  ".join(f"{cells[name]:>{self._width(name)}}" for name in shown)
        if self.progress is not None and signs > 0:
            row += f"  {map_text(self.game.pegs, self.progress.known, signs)}"
        self.out.print(row, soft_wrap=True)

    def _width(self, name: str) -> int:
        """The columns of a figure in the table; fewer on a terminal that is too narrow for the map with all."""
        if self._columns is None or self._columns >= ROOMY:
            return WIDTHS[name]
        digits = len(f"{self.game.pegs:,}")
        return {"turn": digits + 2, "reply": max(5, 2 * digits + 2), "time so far": 11}.get(name, len(name))

    def _room(self, cells: Mapping[str, str]) -> int:
        """The columns before the map."""
        return sum(self._width(name) + 2 for name in cells if name not in self._left_out)

    def _map_heading(self, signs: int) -> str:
        """What the signs of the map mean, as far as there is room."""
        if self.progress is None:
            return ""
        shades = SHADES if speaks_unicode() else PLAIN_SHADES
        none, some, known = shades[0], "".join(shades[1:-1]), shades[-1]
        headings = (f"pegs known: {none} none, {some} some, {known} all", f"{none} unknown {known} known")
        return next((f"  {words}" for words in headings if len(words) <= signs), "")

    def end(self, *, solved: bool) -> None:
        """Print the final progress and its curve."""
        self.close()
        if self.quiet or not self._curve:
            return
        self.progress = self.measured()
        known = self._known()
        if self._curve[-1][0] < self.turns:
            self._curve.append((self.turns, known))
        turns, grown = zip(*self._curve, strict=True)
        ending = f" ({known:,} of {self.game.pegs:,})"
        what = "Most black pegs" if self.progress is None else "Known pegs"
        room = ROW if self._columns is None else self._columns - len(f"{what} by turn: {ending}")
        points = np.linspace(0, self.turns, max(1, min(ROW, room, self.turns)))
        heights = np.interp(points, (0, *turns), (0, *grown)) / self.game.pegs
        bars = BARS if speaks_unicode() else "12345678"
        drawn = "".join(bars[min(len(bars) - 1, int(height * len(bars)))] for height in heights.tolist())
        self.out.print(f"{what} by turn: {drawn}{ending}")
        if self.progress is not None and not solved:
            for row in map_rows(self.game.pegs, self.progress.known):
                self.out.print(row, soft_wrap=True)


Item = TypeVar("Item")


def in_background(
    work: Callable[[Callable[[Item], None]], None], waiting: Callable[[], None] = lambda: None
) -> Iterator[Item]:
    """Yield what `work` hands out to the function it is given; `waiting` is called now and then in between."""
    # Raises what the work raises. When the caller stops listening the work is left to itself, and does not keep the
    # process alive.
    items: queue.Queue[Item] = queue.Queue()
    failures: list[BaseException] = []

    def run() -> None:
        try:
            work(items.put)
        except BaseException as failure:  # an interrupt as well, which the main thread reports
            failures.append(failure)

    thread = threading.Thread(target=run, name="codepegs_game", daemon=True)
    thread.start()
    while True:
        working = thread.is_alive()  # asked first: what comes after its end is in the queue already
        try:
            yield items.get(timeout=0.1 if working else 0)  # seconds between two looks whether something has come
        except queue.Empty:
            if not working:
                break
            waiting()
    if failures:
        raise failures[0]
