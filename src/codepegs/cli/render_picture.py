"""A game of many pegs, or for a picture, as a person sees it: live on a terminal, elsewhere in lines now and then."""

from __future__ import annotations

import logging
import math
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from codepegs.analysis import Belief, belief_of
from codepegs.cli.terminal import (
    RewrittenLine,
    code_words,
    console,
    screen_columns,
    seconds_text,
    span_text,
    speaks_unicode,
)
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, PEG_COLORS, Game, Notation, peg_color
from codepegs.match import PLAIN_SHADES, SHADES, LongGameObserver, PlayedTurn, Playing, map_signs
from codepegs.reasons import counted
from codepegs.render import Color, Picture, Pixels, Step, Steps, expected_pixels, left_text, parse_size, reply_text
from codepegs.reports.mcmc import log_odds_of
from codepegs.strategies import Progress

if TYPE_CHECKING:
    from codepegs.game import Code
    from codepegs.match import PlayedGame
    from codepegs.strategies import Codebreaker

logger = logging.getLogger(__name__)

GAP = 2
"""Columns between guess and belief."""

WIDE = 120
"""Columns up to which a picture of text is printed with two characters a pixel, which makes it as high as wide."""

WORDS = 4
"""Lines a board needs besides the picture, one of them for the cursor."""

LEAST_COLUMN = 20
"""Columns a panel has at least, for the words around it."""

ROOMY = (4, 3, 2, 1)
"""How many columns, and half lines, one pixel may have; the first that fits is taken."""

TEXTURES = "█▓▒░·"
PLAIN_TEXTURES = "#*+-."
"""What stands for the colours, the first one the darkest, where there is not a colour; more than five get symbols."""


LINES_A_GAME = 10
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

ENOUGH = sum(WIDTHS.values()) + 2 * (len(WIDTHS) - 1) - WIDTHS["most black"] - 2 + 2 + CELLS
"""Columns of a terminal that has room for all of them and the map."""

LEAST_NEEDED = ("colours counted", "time so far", "guesses left")
"""The figures that a narrow terminal does without, in this order."""


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
        self._columns = screen_columns()
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
            step = known * LINES_A_GAME // self.game.pegs if self.progress is not None else number.bit_length()
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
        return self.most_black if self.progress is None else self.progress.known_pegs

    def _how_far(self, known: int, *, times: bool = True) -> str:
        game, progress = self.game, self.progress
        if progress is None:
            return f"{known:,} of {counted(game.pegs, 'peg')} black in the best guess"
        words = [progress.words(game)]
        if times and progress.guesses:
            each = self.seconds / progress.guesses
            words.append(f"about {span_text(each * progress.left_estimate)} left")
        return ", ".join(words)

    def _print(self, number: int, turn: PlayedTurn, known: int) -> None:
        if self.quiet:
            return
        self.close()
        cells = {"turn": f"{number:,}", "reply": str(turn.reply)}
        if self.progress is None:
            cells["most black"] = f"{known:,}"
        else:
            cells["pegs known"] = f"{known:,}"
            cells["colours counted"] = f"{self.progress.counted_colors:,}"
            cells["guesses left"] = "" if turn.ends else f"about {self.progress.left_estimate:,.0f}"
        cells["time so far"] = seconds_text(self.seconds)
        widths, signs = self._layout(cells)
        if len(self._curve) == 1:
            head = "  ".join(f"{name:>{width}}" for name, width in widths.items())
            self.out.print(f"{head}{self._map_heading(signs)}", soft_wrap=True)
        row = "  ".join(f"{cells[name]:>{width}}" for name, width in widths.items())
        if self.progress is not None and signs > 0:
            row += f"  {map_text(self.game.pegs, self.progress.known, signs)}"
        self.out.print(row, soft_wrap=True)

    def _layout(self, names: Iterable[str]) -> tuple[dict[str, int], int]:
        """The widths of the figures for which there is room, and the signs of the map behind them."""
        room = ENOUGH if self._columns is None else self._columns
        digits = len(f"{self.game.pegs:,}")
        narrow = {"turn": digits + 2, "reply": max(5, 2 * digits + 2), "time so far": 11}
        widths = {name: WIDTHS[name] if room >= ENOUGH else narrow.get(name, len(name)) for name in names}
        for name in LEAST_NEEDED:
            if room - sum(widths.values()) - 2 * len(widths) < 16:  # signs that are worth more than one of these
                widths.pop(name, None)
        return widths, min(CELLS, room - sum(widths.values()) - 2 * len(widths))

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


Result = TypeVar("Result")


def in_background(work: Callable[[], Result], look: Callable[[], None] = lambda: None) -> Result:
    """Do some work in another thread; the main thread calls `look` now and then, and once at the end."""
    # Raises what the work raises. If the main thread is interrupted, the work is left to itself, and does not keep the
    # process alive.
    results: list[Result] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as failure:  # an interrupt as well, which the main thread reports
            failures.append(failure)

    thread = threading.Thread(target=run, name="codepegs_game", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.1)  # seconds between two looks
        look()
    look()
    if failures:
        raise failures[0]
    return results[0]


class PictureBoard:
    """Shows turns as they come; `with` it, so that the terminal is itself again at the end."""

    def __init__(self, picture: Picture, notation: Notation = CANONICAL, *, pace: float = 0.0) -> None:
        self.picture = picture
        """Its size and palette; its code is not looked at."""
        self.notation = notation
        self.pace = pace
        self.out = console()
        self.step: Step | None = None
        self.began = time.perf_counter()
        self.line = RewrittenLine()
        self.shown_at = 0.0
        self.over = False
        self.unicode = speaks_unicode()
        self.in_color = self.unicode and self.out.is_terminal and bool(self.out.color_system) and not self.out.no_color
        self.scale = self._scale()
        self.wide = self._wide(self.scale)
        self.live = self._make_live()
        self.long = LongGameBoard(picture.game) if self.live is None and picture.game._is_long else None
        """The progress display of long games, whose guesses are not printed."""

    def _make_live(self) -> Live | None:
        if not self.out.is_terminal or self.out.is_dumb_terminal or not self.scale:
            return None
        refresh = 1 if self.picture.game._is_long else 4  # times a second; a long game has very many pixels to draw
        return Live(get_renderable=self._board, console=self.out, refresh_per_second=refresh, redirect_stdout=False)

    def _scale(self) -> int:
        """Columns and half lines for a pixel; 0 when the picture does not fit."""
        columns, lines = self.out.size
        for scale in ROOMY:
            width = max(LEAST_COLUMN, self.picture.width * self._wide(scale))
            height = -(-self.picture.height * scale // 2) if self.in_color else self.picture.height
            if 2 * width + GAP <= columns and height + WORDS <= lines:
                return scale
        return 0

    def __enter__(self) -> PictureBoard:
        self.began = time.perf_counter()
        if self.live is not None:
            self.live.start()
        elif self.out.is_terminal and not self.scale:
            here = "showing codes instead" if self.long is None else "showing progress instead"
            self.out.print(f"The terminal is too small for the picture: {here}.")
        return self

    def __exit__(self, *exception: object) -> None:
        self.line.close()
        if self.long is not None:
            self.long.close()
        self.over = True
        if self.live is not None:
            self.live.stop()

    def show(self, step: Step) -> None:
        """Show one turn; on a terminal, first wait until the previous one has been shown for `pace` seconds."""
        self.line.close()
        if self.live is None:
            self.out.print(self._row(step), soft_wrap=True)
            return
        time.sleep(max(0.0, self.shown_at + self.pace - time.perf_counter()))
        self.step = step
        self.live.refresh()
        self.shown_at = time.perf_counter()

    def wait(self, number: int) -> None:
        """Show on standard error which guess is being chosen, if nothing else shows progress."""
        waited = time.perf_counter() - self.began
        if self.live is None and self.long is None and sys.stderr.isatty() and self.line.is_due(waited):
            self.line.show(f"choosing guess {number}, {waited:.0f} s")

    def end(self, code: Code, *, solved: bool) -> None:
        """Print the last picture if the guesses were printed as lines of text."""
        if self.long is not None:
            self.long.end(solved=solved)
        if self.live is None:
            self.out.print(self.textures(code, 2 if 2 * self.picture.width <= WIDE else 1))

    def _row(self, step: Step) -> str:
        """One turn as a line: number, the rows of the guess, reply, what is left, time."""
        game = self.picture.game
        if self.notation.fits(game):
            rows = [self.notation.spell(game, row) for row in self.picture.with_code(step.turn.guess).rows]
            guess = " ".join(rows)
        else:
            guess = self.notation.format(game, step.turn.guess)
        words = [f"{step.number:>3}", guess, str(step.turn.reply)]
        words += [text for text in ("" if step.found else left_text(step.turn),) if text]
        return "  ".join([*words, seconds_text(step.turn.seconds)])

    def _board(self) -> Group | Text:
        """The live display as it is now."""
        clock = seconds_text(time.perf_counter() - self.began)
        step = self.step
        if step is None:
            return Text(f"Choosing guess 1, {clock}")
        what, how_far = step.known_text()
        table = Table.grid(padding=(0, GAP, 0, 0), pad_edge=False)
        width = max(LEAST_COLUMN, self.picture.width * self.wide)
        table.add_column(min_width=width, max_width=width, no_wrap=True)
        table.add_column(min_width=width, no_wrap=True)  # its words may be longer than the picture is wide
        table.add_row(Text(f"Guess {step.number}", style="bold"), Text(what, style="bold"))
        if self.in_color:
            guess = half_blocks(self.picture.with_code(step.turn.guess).pixels, self.scale)
            known = half_blocks(expected_pixels(self.picture, step.belief), self.scale)
        else:
            guess, known = self.textures(step.turn.guess, self.wide), self.textures(step.belief.likely, self.wide)
        table.add_row(guess, guess if step.found else known)
        table.add_row(Text(reply_text(step.turn.reply)), Text(how_far))
        return Group(table) if self.over else Group(table, Text(clock, style="dim"))

    def _wide(self, scale: int) -> int:
        """The columns of a pixel."""
        return scale if self.in_color else min(scale, 2)

    def textures(self, code: Code, wide: int = 2) -> Text:
        """A picture without colour, one character a pixel repeated `wide` times; -1 stands for undecided."""
        game = self.picture.game
        signs = TEXTURES if self.unicode else PLAIN_TEXTURES
        if 1 < game.colors <= len(signs):  # as far from each other as can be
            signs = "".join(signs[round(n * (len(signs) - 1) / (game.colors - 1))] for n in range(game.colors))
        elif game.colors > 1 and self.notation.fits(game) and isinstance(self.notation.symbols, str):
            signs = self.notation.symbols
        elif game.colors > 1:
            return Text(code_words(game, code, self.notation))
        cells = [(signs[color] if color >= 0 else "?") * wide for color in code]
        width = self.picture.width
        return Text("\n".join("".join(cells[start : start + width]) for start in range(0, len(cells), width)))


class WatchedGame:
    """A game that is played in the background, shown as it goes on, and whose turns are kept."""

    def __init__(self) -> None:
        self._steps = Steps()
        self._codebreaker: Codebreaker | None = None
        self._handed_out: deque[Step] = deque()
        """Steps that the main thread is to show."""
        self._board: PictureBoard | None = None
        self._handed_out_at = 0.0

    @property
    def steps(self) -> list[Step]:
        """Turns so far with what was believed after each: all of them, of a long game some at even distances."""
        return self._steps.kept

    def follow(self, begin: Callable[[], Playing]) -> PlayedGame:
        """Play a game to its end, for `run`."""
        playing = begin()
        self.on_start(playing.codebreaker)
        for number, turn in enumerate(playing, 1):
            self.on_turn(number, turn)
        return playing.result

    def on_start(self, codebreaker: Codebreaker) -> None:
        """Take the codebreaker, before the first turn."""
        self._codebreaker = codebreaker
        if self._board is not None and self._board.long is not None:
            self._board.long.on_start(codebreaker)

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Take a turn."""
        if self._board is not None and self._board.long is not None:
            self._board.long.on_turn(number, turn)
        keeps, shows = turn.ends or self._steps.wants(number), turn.ends or self._shows(turn)
        if not (keeps or shows):
            return
        step = self._step(number, turn)
        if keeps:
            self._steps.add(step)
        if shows:
            self._handed_out_at = time.perf_counter()
            self._handed_out.append(step)

    def _step(self, number: int, turn: PlayedTurn) -> Step:
        """A turn, with what is believed now."""
        assert self._codebreaker is not None
        return Step(number, turn, belief_of(self._codebreaker))

    def _shows(self, turn: PlayedTurn) -> bool:
        """Return whether a turn is shown immediately; in long games, only as many as the display can keep up with."""
        board = self._board
        if board is None or board.long is not None:
            return False
        if not board.picture.game._is_long:
            return True
        # Seconds between two guesses that are shown of a game of very many pegs, at least; those between are left out.
        return not self._handed_out and time.perf_counter() - self._handed_out_at >= max(board.pace, 0.5)

    def run(self, play_it: Callable[[], PlayedGame], board: PictureBoard | None) -> PlayedGame:
        """Play and show the game; raises what playing raises, and `KeyboardInterrupt` at once."""
        self._board = board

        def look() -> None:
            while board is not None and board.long is None and self._handed_out:
                board.show(self._handed_out[0])
                self._handed_out.popleft()  # only now, so that a long game goes on without showing more
            if board is not None:
                board.wait(1 + (self.steps[-1].number if self.steps else 0))

        with board or nullcontext():
            played = in_background(play_it, look)
        if played.turns and self.steps[-1].number < played.guesses:
            self.steps.append(self._step(played.guesses, played.turns[-1]))
        last = played.declared or (played.turns[-1].guess if played.turns else None)
        if board is not None and last is not None:
            board.end(last, solved=played.solved)
        return played


class RatedGame(WatchedGame):
    """A game whose codemaker rates guesses: the best guess so far is shown in place of what is known."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.best: PlayedTurn | None = None
        """The turn with the highest odds so far."""

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Take a turn."""
        if self.best is None or log_odds_of(turn.reply) > log_odds_of(self.best.reply):
            self.best = turn
        super().on_turn(number, turn)

    def _step(self, number: int, turn: PlayedTurn) -> Step:
        assert self.best is not None
        chances = np.eye(self.game.colors)[np.array(self.best.guess)]
        return Step(number, turn, Belief(chances), ("Best so far", reply_text(self.best.reply)))

    def _shows(self, turn: PlayedTurn) -> bool:
        return turn is self.best and super()._shows(turn)


def grid_of(size: str | None, game: Game) -> Picture:
    """The picture that the codes of a game are drawn as, by a size such as 9x5; raises `BadInput`."""
    if size is None:
        raise BadInput.because("no_grid_size", game=str(game), like=_example(game))
    width, height = parse_size(size)
    if width * height != game.pegs:
        grid, like = f"{width}x{height}", _example(game)
        raise BadInput.because("wrong_grid", grid=grid, count=width * height, game=str(game), pegs=game.pegs, like=like)
    if game.colors > len(PEG_COLORS):
        logger.info(f"{game} has {game.colors:,} colours and a grid only {len(PEG_COLORS)}: some colours look the same")
    palette = tuple(_rgb(peg_color(color)[0]) for color in range(game.colors))
    return Picture(width, height, palette, (0,) * game.pegs)


def _rgb(text: str) -> Color:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _example(game: Game) -> str:
    """The size for a game that is nearest to a square, lying."""
    height = next(side for side in range(math.isqrt(game.pegs), 0, -1) if game.pegs % side == 0)
    return f"{game.pegs // height}x{height}"


def half_blocks(pixels: Pixels, scale: int = 1) -> Text:
    """Pixels as upper half blocks, two pixels a character cell; each pixel is `scale` columns and half lines large."""
    large = pixels.repeat(scale, axis=0)
    text = Text(no_wrap=True)
    for top in range(0, len(large), 2):
        if top:
            text.append("\n")
        lower = large[top + 1] if top + 1 < len(large) else None
        cells = large[top] if lower is None else np.concatenate((large[top], lower), axis=1)
        ends = [*(np.flatnonzero((cells[1:] != cells[:-1]).any(axis=1)) + 1).tolist(), len(cells)]
        begin = 0
        for end in ends:  # runs of one colour, which are many times faster to draw than pixels
            style = "rgb({},{},{})".format(*cells[begin, :3].tolist())
            if lower is not None:
                style += " on rgb({},{},{})".format(*cells[begin, 3:].tolist())
            text.append("▀" * scale * (end - begin), style=style)
            begin = end
    return text
