"""What the commands share: their options, how they print, and how they end."""

from __future__ import annotations

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

import typer

from codepegs import analysis, codes, game as games, strategies
from codepegs.errors import BadInput
from codepegs.parallel import WorkerThreads

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def option(metavar: str, help: str, names: str = "", **more: Any) -> Any:
    """Return the declaration of an option with a value; its names, if not that of the parameter, are words."""
    return typer.Option(*names.split(), metavar=metavar, help=help, **more)


def flag(names: str, help: str, **more: Any) -> Any:
    """Return the declaration of an option without a value."""
    return typer.Option(*names.split(), help=help, **more)


def argument(metavar: str, help: str, **more: Any) -> Any:
    """Return the declaration of an argument."""
    return typer.Argument(metavar=metavar, help=help, **more)


def complete_strategy(incomplete: str) -> list[tuple[str, str]]:
    """Complete the names of strategies and, after a colon or comma, their options, each with its help."""
    name, colon, given = incomplete.partition(":")
    if not colon:
        return [(found.name, found.summary) for found in strategies.STRATEGIES.values() if found.name.startswith(name)]
    if name not in strategies.STRATEGIES:
        return []
    before, comma, begun = given.rpartition(",")
    return [
        (f"{name}:{before}{comma}{option.name}{'' if option.is_flag else '='}", option.description)
        for option in strategies.options_of(strategies.STRATEGIES[name])
        if option.name.startswith(begun)
    ]


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """Complete the aliases of well-known games."""
    found = {
        alias: games.Game.parse(alias)
        for alias in (*games.ALIASES, *games.LONG_ALIASES)
        if alias.startswith(incomplete)
    }
    return [(alias, f"{game}: {game.words}") for alias, game in found.items()]


GAME_FILE = (
    'a file such as game.toml with the lines secrets = "words.txt" and reply = "wordle", or, without such a '
    "file, words:words.txt:wordle"
)
"""How a game with a list of codes is given, for help texts."""

RULES_FORMS = (
    "p4c6 is 4 pegs and 6 colours, p4c10n has no repeated colours; with the suffix -b, -t or -w, replies show only "
    "black, the total or white; aliases: mastermind or mm (p4c6), bulls-and-cows or bc (p4c10n with the digits 0 to "
    "9), super (p5c8), nethack (p5c7); or "
    f"your own list of codes: {GAME_FILE}"
)
"""How the rules of a game are given, for help texts."""

RulesArgument = Annotated[str, argument("RULES", f"the game: {RULES_FORMS}", autocompletion=complete_rules)]


def strategy_option(help: str, **more: Any) -> Any:
    """Return the declaration of an option whose value is the text of a strategy."""
    return option("NAME[:OPTIONS]", help, "--strategy -s", autocompletion=complete_strategy, **more)


StrategyOption = Annotated[str, strategy_option("strategy to play; list them with codepegs strategies")]
AdversaryOption = Annotated[
    bool, flag("--adversary", "play against a codemaker without a secret: each reply leaves as many codes as possible")
]
SeedOption = Annotated[int | None, option("N", "random seed, for reproducible results", "--seed", min=0)]
WorkersOption = Annotated[int | None, option("N", "number of threads [default: all cores]", "--workers", min=1)]
ChunksOption = Annotated[
    str,
    option(
        "N|auto|N/F|guesses|pairs",
        "number of work chunks per turn: auto, a number, 512/2 (halved every turn), guesses (one per guess), or "
        "pairs (one per guess and candidate)",
        "--chunks",
    ),
]
JsonOption = Annotated[bool, flag("--json", "print one JSON object")]
SymbolsOption = Annotated[
    str | None, option("RGBYOP", "symbols for the colours, in input and output; or names: red,green,…", "--symbols")
]
BaseOption = Annotated[
    int | None,
    option("0|1", "number of the first colour, in input and output [default: 1; bc: 0]", "--base", min=0, max=1),
]

BoardsOption = Annotated[
    int | None,
    option("N", "find N secrets at once, up to 16: every guess is made on all boards that are not solved", "--boards"),
]


SEPARATOR = "/"
"""The word between the positions or the secrets of two boards."""


def check_named(game: games.Game) -> None:
    """Check that a game ends when the secret is guessed, as a person expects who plays it."""
    if game.until != "named":
        raise BadInput.because("ends_when_known", game=str(game))


def check_alone(given: dict[str, Any], option: str = "--boards", why: str = "") -> None:
    """Raise `BadInput`, which ends with a clause, if an option is given that another, by default --boards, excludes."""
    for name, value in given.items():
        if value is not None and value is not False:
            raise BadInput.because("cannot_be_combined", first=option, second=name, **({"why": why} if why else {}))


emitted: list[bool] = []
"""Not empty once a JSON record was printed: an error after that prints no second one."""

UNWRAPPED = 10_000
"""Columns that no line reaches."""


def console() -> Console:
    """Standard output for people: coloured on a terminal, plain text elsewhere, never wrapped when piped."""
    from rich.console import Console

    if sys.stdout.isatty():
        if os.environ.get("TERM", "").lower() in ("dumb", "unknown"):  # Rich takes all of these for 80 columns
            columns, lines = shutil.get_terminal_size()
            return Console(markup=False, highlight=False, width=columns, height=lines)
        return Console(markup=False, highlight=False)
    return Console(markup=False, highlight=False, width=UNWRAPPED, no_color=True)


def terminal_columns() -> int | None:
    """Columns of the terminal that standard output is; None if it is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def speaks_unicode() -> bool:
    """Whether standard output can show more than ASCII."""
    return "utf" in (sys.stdout.encoding or "").lower()


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


def print_table(table: Table, *droppable: str, compact: Callable[[], Table] | None = None) -> tuple[str, ...]:
    """Print a table with every figure whole; on a narrow terminal more compactly, without some columns, or too wide."""
    from rich.console import Console

    wide = Console(highlight=False, width=UNWRAPPED, no_color=None if sys.stdout.isatty() else True)
    left_out: list[str] = []
    if sys.stdout.isatty():
        columns = shutil.get_terminal_size().columns

        def is_too_wide() -> bool:
            return wide.measure(table).maximum > columns

        if compact is not None and is_too_wide():
            table = compact()
        for heading in droppable:
            if is_too_wide() and _drop_column(table, heading):
                left_out.append(heading)
        if is_too_wide():  # text of several words goes on in the next line
            wide.print(table, width=max(columns, wide.measure(table).minimum))
        else:
            wide.print(table)
    else:
        wide.print(table)
    if left_out:
        console().print(f"Not shown for lack of room: {', '.join(left_out)}.", style="dim")
    return tuple(left_out)


def _drop_column(table: Table, heading: str) -> bool:
    """Remove a column; return whether there was one with this heading."""
    kept = [column for column in table.columns if str(column.header) != heading]
    dropped = len(kept) < len(table.columns)
    table.columns[:] = kept
    for number, column in enumerate(kept):
        column._index = number
    return dropped


def error_console() -> Console:
    """Standard error, for progress and diagnostics."""
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False, soft_wrap=True)


def emit(text: str) -> None:
    """Print text as it is, for programs to read."""
    sys.stdout.write(text)
    sys.stdout.flush()


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
    emit(text + "\n")


def cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def make_notation(
    rules: str, symbols: str | None, base: int | None, game: games.Game | None = None, prefix: str = "--"
) -> games.Notation:
    """The notation of a command whose options begin with `prefix`; raises `BadInput` if it has too few symbols."""
    option = f"{prefix}symbols"
    if symbols is not None and base is not None:
        raise BadInput.because("not_both", first=option, second=f"{prefix}base")
    notation = games.notation_for(rules, symbols, base)
    if symbols is not None and game is not None and not notation.fits(game):
        raise BadInput.because(
            "too_few_symbols", game=str(game), option=option, count=len(notation.symbols), colors=game.colors
        )
    return notation


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


def show_contradiction(position: games.Position, notation: games.Notation, json: bool = False) -> None:
    """Print what is wrong with a position that no code fits, as far as known."""
    conflict = codes.explain_contradiction(position)
    if conflict is None:  # the search that found it was longer than this one
        conflict = codes.ContradictionExplanation(position, None, (), (), exact=False)
    if json:
        emit_json(conflict)
        return
    out, wrong = console(), codes.impossible_turns(position)[:1]
    what = "The replies contradict each other."
    for number in wrong:
        what = f"The reply {position.turns[number - 1].reply} is impossible for the guess of turn {number}."
    out.print(what, style="bold")
    for line in codes.contradiction_sentences(conflict, notation):
        out.print(f"  {line}")


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
    """One line on standard error that is rewritten while long work goes on; not on a terminal, lines now and then."""

    def __init__(self, is_terminal: bool = True) -> None:
        self.shown: float | None = None
        self.is_terminal = is_terminal

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def is_due(self, waited: float) -> bool:
        """Whether to show something, after so many seconds of work."""
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

    def __init__(self, doing: str) -> None:
        super().__init__()
        self.doing = doing
        self.began: float | None = None
        self.share = ""
        self._ended: threading.Event | None = None
        self._lock = threading.RLock()

    def __reduce__(self) -> tuple[Callable[[str, bool], ProgressLine], tuple[str, bool]]:
        """Hand the line to another process: this one leaves it alone, but wipes it at the end."""
        started = self._ended is not None
        self._stop()
        self.shown = time.monotonic()
        return _progress_elsewhere, (self.doing, started)

    def start(self) -> ProgressLine:
        """Begin to show the time spent, until the work reports how far it is."""
        self.began, self._ended = time.monotonic(), threading.Event()
        threading.Thread(target=self._tick, args=(self._ended,), name="codepegs-progress", daemon=True).start()
        return self

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


def _progress_elsewhere(doing: str, started: bool) -> ProgressLine:
    """The line in the process that it was handed to."""
    line = ProgressLine(doing)
    return line.start() if started else line


class Timetable:
    """The share done and the time left of work in stages of which the usual durations are known, in any unit."""

    def __init__(self, usual: Mapping[str, float]) -> None:
        self.usual = dict(usual)
        self.began = time.monotonic()

    def at(self, stage: str, within: float = 0.0) -> str:
        """Return the share done and the time left, by the time that the stages before took."""
        names = list(self.usual)
        if stage not in names:
            return ""
        before = sum(self.usual[name] for name in names[: names.index(stage)])
        share = (before + min(within, 0.99) * self.usual[stage]) / sum(self.usual.values())
        return share_text(share, time.monotonic() - self.began)


def share_text(share: float, spent: float) -> str:
    """Return a share of work and the time that the rest takes at the same pace; empty before anything is done."""
    if share <= 0.0:
        return ""
    return f"{100 * share:.0f} %, about {span_text(spent * (1 - share) / share)} left"


def progress_line(doing: str, *, quiet: bool = False, started: bool = False) -> ProgressLine | None:
    """A progress line where standard error is a terminal, perhaps `started`."""
    if quiet or not sys.stderr.isatty():
        return None
    return ProgressLine(doing).start() if started else ProgressLine(doing)


def span_text(seconds: float) -> str:
    """A longer time, roughly."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def seconds_text(seconds: float) -> str:
    """A time a person can read."""
    if seconds < 0.000095:  # what 0.1 ms does not say
        micro = seconds * 1e6
        return f"{micro:.{1 if micro < 9.95 else 0}f} {'µs' if speaks_unicode() else 'us'}"
    if seconds < 0.01:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e3:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
