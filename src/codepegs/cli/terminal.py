"""How commands print: codes, turns, tables and times for people, JSON for programs; and how far the work is."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, Self

from codepegs import analysis, codes, game as games, strategies
from codepegs.game import Kind, kinds_sentence, kinds_words
from codepegs.parallel import WorkerThreads
from codepegs.reasons import (
    count_text,
    counted,
    is_interval_said,
    seconds_text as seconds_text,
    speaks_unicode as speaks_unicode,
)

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from codepegs.game import Code, Game, Notation, Reply
    from codepegs.match import PlayedTurn

emitted: list[bool] = []
"""Not empty once a JSON record was printed: an error after that prints no second one."""

UNWRAPPED = 10_000
"""Columns that no line reaches."""


def console() -> Console:
    """Standard output for people: coloured on a terminal, plain text elsewhere, never wrapped when piped."""
    from rich.console import Console

    if sys.stdout.isatty():
        if is_dumb():  # Rich takes all of these for 80 columns
            columns, lines = shutil.get_terminal_size()
            return Console(markup=False, highlight=False, width=columns, height=lines)
        return Console(markup=False, highlight=False)
    return Console(markup=False, highlight=False, width=UNWRAPPED, no_color=True)


def is_dumb() -> bool:
    """Whether a terminal shows text only, and what is written to move its cursor."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


def say(text: str) -> None:
    """Print a sentence: wrapped on a terminal, and elsewhere if the variable COLUMNS says how wide lines may be."""
    columns = os.environ.get("COLUMNS", "")
    if not sys.stdout.isatty() and columns.isascii() and columns.isdecimal() and len(columns) < 5:
        wide = max(LEAST_WRAPPED, int(columns))
        text = textwrap.fill(text, wide, break_long_words=False, break_on_hyphens=False)
    console().print(text, markup=False)


LEAST_WRAPPED = 30
"""Columns below which lines are not wrapped."""


def screen_columns() -> int | None:
    """Columns of the terminal that standard output is; None if it is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def new_table(*headings: str) -> Table:
    """An empty table; `>` before a heading aligns the column to the right, `!` behind it keeps its cells whole."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in headings:
        justify: Literal["left", "right"] = "right" if heading.startswith(">") else "left"
        table.add_column(heading.strip(">!"), justify=justify, no_wrap=heading.endswith("!"))
    return table


def print_legend(legend: Mapping[str, str], left_out: Sequence[str], *more: str) -> None:
    """Print what the columns of a table mean, but for those that were left out; neighbours can mean the same."""
    shown = [name for name in legend if name not in left_out]
    words = [f"{', '.join(names)}: {meaning}" for meaning, names in groupby(shown, key=legend.__getitem__)]
    if words or more:
        console().print("; ".join([*words, *more]), style="dim")


def print_table(
    table: Table,
    *droppable: str,
    legend: Mapping[str, str] | None = None,
    compact: Callable[[], Table] | None = None,
    kinds: Mapping[str, Collection[Kind]] | None = None,
) -> tuple[str, ...]:
    """Print a table with every figure whole; on a narrow terminal more compactly, without some columns, or too wide.

    `kinds` has, by heading, the kinds of the figures in a column, which stand above the table.
    """
    from rich.console import Console

    wide = Console(highlight=False, width=UNWRAPPED, no_color=None if sys.stdout.isatty() else True)
    columns, left_out = screen_columns() or UNWRAPPED, list[str]()

    def is_too_wide(table: Table) -> bool:
        return wide.measure(table).maximum > columns

    if is_too_wide(table):
        fold_headings(table, kinds or ())
    if compact is not None and is_too_wide(table):
        table = compact()
    whole = table
    for heading in droppable:
        if is_too_wide(table) and heading in _headings(whole):
            left_out.append(heading)
            table = _without_columns(whole, left_out)
    for heading in left_out[::-1]:  # a narrow one may still have room
        wider = _without_columns(whole, {*left_out} - {heading})
        if not is_too_wide(wider):
            left_out.remove(heading)
            table = wider
    shown = _headings(table)
    if words := kinds_words({heading: found for heading, found in (kinds or {}).items() if heading in shown}):
        console().print(words, style="dim")
    # Text of several words goes on in the next line.
    wide.print(table, width=max(columns, wide.measure(table).minimum) if is_too_wide(table) else None)
    if left_out:
        console().print(f"Not shown for lack of room: {', '.join(left_out)}.", style="dim")
    print_legend(legend or {}, left_out)
    return tuple(left_out)


def print_kinds(kinds: Mapping[str, Kind], **also: Kind) -> None:
    """Print the kinds of figures that stand in sentences, as above a table; `also` has those not in the record."""
    console().print(kinds_sentence(kinds, **also), style="dim")


def print_why(suggestion: strategies.Suggestion) -> None:
    """Print the reasons of a suggestion, and the kinds of the figures in them."""
    console().print(suggestion.why)
    if suggestion.kinds:
        print_kinds(suggestion.kinds)


def fold_headings(table: Table, headings: Collection[str]) -> Table:
    """Put each word of some headings on a line of its own."""
    for column in table.columns:
        column.vertical = "bottom"
        if column.header in headings:
            column.header = str(column.header).replace(" ", "\n")
    return table


def _headings(table: Table) -> list[str]:
    return [str(column.header).replace("\n", " ") for column in table.columns]


def _without_columns(table: Table, headings: Collection[str]) -> Table:
    """A table of `new_table` without the columns of some headings."""
    kept = [column for column, heading in zip(table.columns, _headings(table), strict=True) if heading not in headings]
    narrower = new_table()
    for column in kept:
        narrower.add_column(column.header, justify=column.justify, no_wrap=column.no_wrap, vertical=column.vertical)
    for cells in zip(*(column.cells for column in kept), strict=True):
        narrower.add_row(*cells)
    return narrower


def error_console() -> Console:
    """Standard error, for progress and diagnostics."""
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, soft_wrap=True)


def emit_json(record: Any) -> None:
    """Print one record as one line of JSON."""
    import msgspec

    emitted.append(True)
    record = games.as_json(record)
    try:
        text = msgspec.json.encode(record).decode()
    except UnicodeEncodeError:  # a file name that is not UTF-8: only escapes can spell it
        import json

        text = json.dumps(msgspec.to_builtins(record), separators=(",", ":"))
    print(text, flush=True)


def span_text(seconds: float) -> str:
    """A longer time, roughly."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h" if seconds < 172_800 else f"{seconds / 86_400:.1f} days"


def cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def print_estimate(
    game: games.Game,
    player: strategies.Player,
    workers: int | None,
    turns: int | None = None,
    *,
    codebreaker: strategies.Codebreaker | None = None,
) -> None:
    """Report that a game, or the guess after `turns` or of a codebreaker, takes long; raise if it is too large."""
    searched_guesses = player.strategy.searches(player.options)
    candidates_only = searched_guesses != "all"
    threads = workers or cores()
    if codebreaker is not None:
        turns = len(codebreaker.position.turns)
    searched = range(4) if turns is None else range(turns, turns + 1)
    prediction = analysis.predict(game, candidates_only, threads, searched)
    analysis.check_memory(game, prediction)
    if searched_guesses is None:
        return
    if codebreaker is not None and turns:
        left = codebreaker.report().candidates
        prediction = replace(prediction, seconds=analysis.predict_turn(game, turns, candidates_only, threads, left))
    name = f"{player.strategy.name}:candidates-only"
    offer = "" if candidates_only else f"; --strategy {name} takes only seconds"
    if getattr(player.options, "first", None) == "best" and not turns:
        walks = analysis.predict_best_first(game, candidates_only, threads)
        prediction = replace(prediction, seconds=prediction.seconds + walks)
        offer = "; most of it for evaluating every first guess (first=best)"
    if prediction.is_long:
        error_console().print(
            f"Estimated: {span_text(prediction.seconds)}, {prediction.bytes / 2**20:,.0f} MiB{offer}."
        )


PROGRESS_AFTER = 2.0
"""Seconds after which a search that still runs shows how far it is."""

SILENT_SECONDS = 1.0
"""Seconds after which, and between which, the time is shown while work does not report how far it is."""

PROGRESS_EVERY = 0.2
"""Seconds between two looks at it."""


@contextmanager
def working_budget(
    workers: WorkerThreads | int | None, *, quiet: bool = False, doing: str = "searching", asks: bool = True
) -> Iterator[strategies.Budget]:
    """Open the threads of one command; a long search shows its progress on standard error."""
    # A command that `asks` nothing in between shows the time, too, before there is progress.

    show = progress_line(doing, quiet=quiet, started=not asks)
    threads = workers if isinstance(workers, WorkerThreads) else WorkerThreads(workers or cores())
    threads = threads.reporting(show)
    try:
        yield strategies.Budget(threads=threads)
    finally:
        if show is not None:
            show.close()
        threads.close()


LOGGED_EVERY = 20.0
"""Seconds before the first, and between two lines, where standard error is not a terminal."""


class RewrittenLine:
    """One line on standard error that is rewritten while long work goes on; where it cannot be, lines now and then."""

    # rich.progress would write nothing to a log before the end, shorten every part where a terminal is narrow, leave
    # the cursor hidden when `leave_now` ends the process, and cannot be handed to another process.

    def __init__(self, is_terminal: bool = True) -> None:
        self.shown: float | None = None
        self.is_terminal = is_terminal and not is_dumb()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def is_due(self, waited: float) -> bool:
        """Whether to show something after `waited` seconds of work."""
        after, every = (PROGRESS_AFTER, PROGRESS_EVERY) if self.is_terminal else (LOGGED_EVERY, LOGGED_EVERY)
        return waited > after and time.monotonic() - (self.shown or 0) > every

    def show(self, text: str, *more: str) -> None:
        """Write the line, as much of it as the terminal is wide: what wraps could not be written over."""
        self.shown = time.monotonic()
        if not self.is_terminal:
            sys.stderr.write("".join((text, *more, "\n")))  # in one piece, as searches in several threads report
            sys.stderr.flush()
            return
        width = shutil.get_terminal_size().columns - 1
        for part in more:
            if len(text) + len(part) <= width:
                text += part
        sys.stderr.write(f"\r\x1b[K{text[:width]}")
        sys.stderr.flush()

    def close(self) -> None:
        """Wipe the line."""
        if self.shown is not None and self.is_terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self.shown = None


class StateLine(RewrittenLine):
    """A line of a search that calls it with its state, which `words` says, given the seconds spent and the state."""

    def __init__(self, words: Callable[..., Sequence[str]], *, is_terminal: bool = True) -> None:
        super().__init__(is_terminal)
        self.words, self.began = words, time.monotonic()

    def __call__(self, *state: Any) -> None:
        waited = time.monotonic() - self.began
        if self.is_due(waited):
            self.show(*self.words(waited, *state))


class ProgressLine(RewrittenLine):
    """The share of work that is done; it can be handed to another process."""

    # Once it is started, it also shows for how long nothing was reported. In a command that asks questions in between
    # it must not be started.

    def __init__(self, doing: str, started: bool = False) -> None:
        super().__init__()
        self.doing = doing
        self.began: float | None = None
        self.share = ""
        self._ended: threading.Event | None = None
        self._lock = threading.RLock()
        if started:
            self.began, self._ended = time.monotonic(), threading.Event()
            threading.Thread(target=self._tick, args=(self._ended,), name="codepegs-progress", daemon=True).start()

    def _tick(self, ended: threading.Event) -> None:
        while not ended.wait(SILENT_SECONDS):
            with self._lock:
                waited = 0.0 if self.began is None else time.monotonic() - self.began
                if not (self.share or ended.is_set()) and waited >= SILENT_SECONDS:
                    self.show(f"{self.doing}: {waited:.0f} s so far")

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        with self._lock:
            if done >= total:
                super().close()
                self.began, self.share = None if self._ended is None else now, ""
                return
            if self.began is None:
                self.began = now
            if done and self.is_due(now - self.began):
                self.share = share_text(done / total, now - self.began)
                self.show(f"{self.doing}: {self.share}")

    def report(self, text: str) -> None:
        """Show how far a part of the work is that takes long by itself."""
        now = time.monotonic()
        with self._lock:
            if self.began is None:
                self.began = now
            if self.is_due(now - self.began):
                self.show(f"{self.doing}: {self.share}{'; ' if self.share else ''}{text}")

    def close(self) -> None:
        """Wipe the line, and show no more time."""
        with self._lock:
            self._stop()
            super().close()

    def _stop(self) -> None:
        if self._ended is not None:
            self._ended.set()
            self._ended = None


LEAST_SHARE = 0.005
"""The smallest share of some work from which the time of the rest is estimated."""


class Timetable:
    """The text of a status line: the stage of some work, and the share done by the usual durations of the stages."""

    def __init__(self, usual: Mapping[str, float]) -> None:
        self.usual = dict(usual)
        self.stage, self.message = next(iter(usual)), "starting"
        self.began = self.entered = time.monotonic()

    def enter(self, stage: str) -> None:
        """Begin a stage."""
        self.stage = self.message = stage
        self.entered = time.monotonic()

    def step(self, message: str) -> None:
        """Begin a part of the stage, whose duration is not known."""
        self.message = message

    def __rich__(self) -> str:
        return f"{self.message}  {self.left()}"

    def left(self) -> str:
        """The share of the work that is done, and the time left; empty as long as too little is done to tell."""
        names, now, usual = list(self.usual), time.monotonic(), self.usual[self.stage]
        before = sum(self.usual[name] for name in names[: names.index(self.stage)])
        pace = (self.entered - self.began) / before if before else 1.0  # of this machine
        within = min(0.99, (now - self.entered) / max(1e-9, pace * usual))
        share = (before + within * usual) / sum(self.usual.values())
        return share_text(share, now - self.began) if share >= LEAST_SHARE else ""


def share_text(share: float, spent: float) -> str:
    """Return a share of work and the time that the rest takes at the same pace; empty before anything is done."""
    if share <= 0.0:
        return ""
    return f"{100 * share:.0f} %, about {span_text(spent * (1 - share) / share)} left"


def progress_line(doing: str, *, quiet: bool = False, started: bool = False) -> ProgressLine | None:
    """A progress line where standard error is a terminal that can rewrite it, perhaps `started`."""
    return None if quiet or is_dumb() or not sys.stderr.isatty() else ProgressLine(doing, started)


MOST_PEGS_DRAWN = 12
"""Largest number of pegs of a reply that is drawn."""

NUMBERED = 5 * " "
"""The room of the number of a turn."""

MOST_PADDED = 40
"""Columns of the names of a list or a table that are aligned."""

NARROW = 60
"""Columns of a terminal below which a turn is written as short as it can be: a row of the board game has up to 72."""


def code_text(game: Game, code: Code, notation: Notation, *, is_compact: bool | None = None) -> Text:
    """A code as coloured pegs with their symbols; compact, by default on a narrow terminal, without spaces."""
    from rich.text import Text

    if game._traits.symbols is not None:
        return Text(notation.format(game, code), style="bold")
    text = Text()
    if len(code) > games.MOST_PEGS_READ:
        half = games.MOST_PEGS_READ // 2
        text.append(code_text(game, code[:half], notation, is_compact=is_compact))
        text.append(f" … {len(code) - 2 * half:,} pegs … ")
        text.append(code_text(game, code[-half:], notation, is_compact=is_compact))
        return text
    symbols, width = notation.pegs(game, code), notation.width(game)
    # Columns up to which a code's pegs get room around their symbols.
    roomy = len(code) * (width + 3) <= 48 and not (is_narrow() if is_compact is None else is_compact)
    for n, (color, symbol) in enumerate(zip(code, symbols, strict=True)):
        background, foreground = games.PEG_COLORS[color % len(games.PEG_COLORS)]
        if n and (roomy or width > 1):
            text.append(" ")
        symbol = symbol.rjust(width)
        text.append(f" {symbol} " if roomy else symbol, style=f"bold {foreground} on {background}")
    return text


def reply_text(game: Game, reply: Reply, *, is_compact: bool | None = None) -> Text:
    """A reply as small pegs, black ones first, and in words; compact, by default on a narrow terminal, as its text."""
    from rich.text import Text

    if (is_narrow() if is_compact is None else is_compact) or reply.marks is not None:
        return Text(str(reply))
    has_pegs = not (reply.unknown or reply.total is not None or (reply.solved and reply.black is None))
    if not has_pegs or game.pegs > MOST_PEGS_DRAWN:
        return Text(reply.words)
    black, white, empty = ("●", "○", "·") if speaks_unicode() else ("x", "o", ".")
    pegs = black * (reply.black or 0) + white * (reply.white or 0)
    return Text(f"{pegs.ljust(game.pegs, empty)}  {reply.words}")


def code_rows(game: Game, code: Code, notation: Notation, room: int | None, *, is_compact: bool = False) -> list[Text]:
    """A code as text in rows of whole pegs, none wider than `room`; in one row if `room` is None or wide enough."""
    from rich.text import Text

    whole = code_text(game, code, notation, is_compact=is_compact or is_narrow())
    if room is None or len(whole) <= room or game._traits.symbols is not None:
        return [whole]
    if len(code) > games.MOST_PEGS_READ:
        half = games.MOST_PEGS_READ // 2
        ends = [code_rows(game, end, notation, room, is_compact=True) for end in (code[:half], code[-half:])]
        return [*ends[0], Text(f"… {len(code) - 2 * half:,} pegs …"), *ends[1]]
    width = notation.width(game)
    gap = int(width > 1)
    each = max(1, (room + gap) // (width + gap))
    parts = [code[start : start + each] for start in range(0, len(code), each)]
    return [code_text(game, part, notation, is_compact=True) for part in parts]


def headed(head: str, game: Game, code: Code, notation: Notation) -> Text:
    """A code behind a heading; the rows of a long one are below each other."""
    from rich.text import Text

    columns = screen_columns()
    rows = code_rows(game, code, notation, columns and columns - len(head))
    return Text(head).append(Text("\n" + " " * len(head)).join(rows))


class TurnLayout:
    """How the rows of the turns of a game fit the terminal: as long as all do, with words and room around pegs."""

    def __init__(self, game: Game, notation: Notation, more: int = 0) -> None:
        self.game, self.notation, self.columns = game, notation, screen_columns()
        drawn = game.pegs if game.pegs <= MOST_PEGS_DRAWN else 0
        widths = {False: drawn + 24, True: 2 * len(str(game.pegs)) + 2 if game._traits.counts_pegs else game.pegs}
        columns = UNWRAPPED if self.columns is None else self.columns
        names = (game._traits.symbols or ())[game._first_guess :] if game.pegs == 1 else ()
        self.code_width = min(MOST_PADDED, max(map(len, names), default=0))  # names are aligned; pegs are as long
        choices = ((False, False), (False, True), (True, True)) if columns >= NARROW else ((True, True),)
        for self.compact_code, self.compact_reply in choices:
            length = self.code_width or len(code_text(game, game._first_code, notation, is_compact=self.compact_code))
            self.reply_width = widths[self.compact_reply]  # columns for a reply if something follows it
            self.fits = len(NUMBERED) + length + 2 + self.reply_width + more <= columns
            if self.fits:
                return
        self.code_width = 0

    def row(self, number: int, code: Code, reply: Reply | None, more: Text | str = "") -> Text:
        """Return the row of a turn; a code too long for a line goes on in the next, between two pegs."""
        from rich.text import Text

        game, room = self.game, None if self.columns is None else self.columns - len(NUMBERED)
        *begin, last = code_rows(game, code, self.notation, room, is_compact=self.compact_code)
        tail = Text() if reply is None else reply_text(game, reply, is_compact=self.compact_reply)
        if more:
            if reply is not None:
                tail.pad_right(max(0, self.reply_width - len(tail)))
                tail.append("  ")
            tail.append(more)
        tail.rstrip()
        if tail:
            last.pad_right(self.code_width - len(last))
        joint = "  " if room is None or len(last) + 2 + len(tail) <= room else f"\n{NUMBERED}"
        text = Text(f"{number:>3}  ")
        for line in begin:
            text.append(line).append(f"\n{NUMBERED}")
        return text.append(last).append(joint if tail else "").append(tail)


def is_narrow() -> bool:
    """Whether standard output is a terminal too narrow for codes and replies in full."""
    return (screen_columns() or NARROW) < NARROW


def left_sentence(count: int | None, estimate: float | None, interval: tuple[float, float] | None) -> str:
    """How many candidates are left; empty if that is not known."""
    left = count_text(count, estimate, interval)
    said = " (95 % interval)" if count is None and is_interval_said(interval) else ""
    return f"{left[0].upper()}{left[1:]} candidate{'s' * (count != 1)} left{said}." if left else ""


ENDS_SHOWN = 10
"""Pegs shown of either end of a code that is too long to read."""


def is_long(game: Game) -> bool:
    """Return whether the guesses of a game are too long to read."""
    return game.pegs > games.MOST_PEGS_READ


def code_words(game: Game, code: Code, notation: Notation, *, in_full: bool = False) -> str:
    """A code as text; of a long one the beginning and the end, unless it is requested in full."""
    if in_full or not is_long(game):
        return notation.format(game, code)
    dots = "…" if speaks_unicode() else "..."
    begin, end = code[:ENDS_SHOWN], code[-ENDS_SHOWN:]
    left_out = counted(game.pegs - 2 * ENDS_SHOWN, "peg")
    return f"{notation.spell(game, begin)} {dots} {left_out} {dots} {notation.spell(game, end)}"


INTERVALS = "A range contains the number of candidates left in 95 % of cases."
TIME_WIDTH = 8
"""Columns for the time of a turn."""

EQUIVALENTS = "about N {what}: the secret is as uncertain as a choice among N equally probable codes"


class PlayedRows:
    """The rows of a game as it is played."""

    def __init__(self, game: Game, notation: Notation, *, in_full: bool = False, noisy: bool = False) -> None:
        self.game = game
        self.notation = notation
        self.in_full = in_full
        self.has_intervals = False
        """Whether a number of candidates was shown as an interval."""
        self.has_equivalents = False
        """Whether the uncertainty was shown as a number of codes."""
        self._noisy = noisy
        is_listed = game.size <= codes.MOST_CODES
        # Columns for the number of candidates, which is an interval in games that cannot be listed: usual, and least.
        usual = 14 if noisy or is_listed else 32
        least = min(usual, len(f"{game.size:,} left") if is_listed and not noisy else 24)
        for self._width, self._shows_time in ((usual, True), (least, True), (least, False)):
            room = self._width + (TIME_WIDTH + 4 if self._shows_time else 2)
            self._layout = TurnLayout(game, notation, room)
            if self._layout.fits:
                break

    def row(self, number: int, turn: PlayedTurn) -> Text:
        """One turn: number, guess, reply, candidates left, time."""
        from rich.text import Text

        left = count_text(turn.candidates, turn.candidates_estimate, turn.candidates_interval)
        left = f"{left} left" if left and not turn.ends else ""
        if left:
            has_interval = is_interval_said(turn.candidates_interval)
            self.has_intervals |= has_interval
            self.has_equivalents |= self._noisy and turn.candidates is None and not has_interval
        more = Text(f"{left:>{self._width}}")
        if self._shows_time:
            more.append(f"  {seconds_text(turn.seconds)}", style="dim")
        if not (self.in_full and is_long(self.game)):
            return self._layout.row(number, turn.guess, turn.reply, more)
        code = self.notation.format(self.game, turn.guess)
        return Text.assemble(f"{number:>3}  {code}  ", reply_text(self.game, turn.reply), "  ", more)
