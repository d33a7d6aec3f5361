"""A game for a picture as a person sees it: on a terminal guess and belief side by side, elsewhere a line a guess.

Of a picture of very many pixels a terminal shows what there is time for, and elsewhere there is a line now and then.
"""

from __future__ import annotations

import logging
import math
import sys
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

import numpy as np
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from codepegs.analysis import Belief, belief_of
from codepegs.cli.common import RewrittenLine, console
from codepegs.cli.render_board import LongGameBoard, code_words, in_background, seconds_text, speaks_unicode
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, PEG_COLORS, Game, Notation, counted, peg_color
from codepegs.render import Color, Picture, Pixels, Step, Steps, expected_pixels, left_text, parse_size, reply_text
from codepegs.reports.mcmc import log_odds_of

if TYPE_CHECKING:
    from codepegs.game import Code
    from codepegs.match import PlayedGame, PlayedTurn
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

LIKELY = 0.5
"""Probability below which a pixel is shown as undecided where there is not a colour."""


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
        self.live = self._make_live()
        self.long = LongGameBoard(picture.game) if self.live is None and picture.game.is_long else None
        """The progress display of long games, whose guesses are not printed."""

    def _make_live(self) -> Live | None:
        if not self.out.is_terminal or self.out.is_dumb_terminal or not self.scale:
            return None
        refresh = 1 if self.picture.game.is_long else 4  # times a second; a long game has very many pixels to draw
        return Live(get_renderable=self._board, console=self.out, refresh_per_second=refresh, redirect_stdout=False)

    def _scale(self) -> int:
        """Columns and half lines for a pixel; 0 when the picture does not fit."""
        columns, lines = self.out.size
        for scale in ROOMY:
            width = max(LEAST_COLUMN, self.picture.width * (scale if self.in_color else min(scale, 2)))
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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
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
        width = max(LEAST_COLUMN, self._panel_width())
        table.add_column(min_width=width, max_width=width, no_wrap=True)
        table.add_column(min_width=width, no_wrap=True)  # its words may be longer than the picture is wide
        table.add_row(Text(f"Guess {step.number}", style="bold"), Text(what, style="bold"))
        guess = self._guess(step.turn.guess)
        table.add_row(guess, guess if step.found else self._belief(step.belief))
        table.add_row(Text(reply_text(step.turn.reply)), Text(how_far))
        return Group(table) if self.over else Group(table, Text(clock, style="dim"))

    def _panel_width(self) -> int:
        return self.picture.width * (self.scale if self.in_color else min(self.scale, 2))

    def _guess(self, code: Code) -> Text:
        if self.in_color:
            return half_blocks(self.picture.with_code(code).pixels, self.scale)
        return self.textures(code, min(self.scale, 2))

    def _belief(self, belief: Belief) -> Text:
        if self.in_color:
            return half_blocks(expected_pixels(self.picture, belief), self.scale)
        likely = (belief.chances.max(axis=1) >= LIKELY).tolist()
        code = tuple(color if sure else -1 for color, sure in zip(belief.best, likely, strict=True))
        return self.textures(code, min(self.scale, 2))

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
        self._hand_out: Callable[[Step], None] = lambda step: None
        self._board: PictureBoard | None = None
        self._handed_out_at = 0.0
        self._is_shown = threading.Event()
        """Set while nothing that was handed out waits to be shown."""
        self._is_shown.set()

    @property
    def steps(self) -> list[Step]:
        """Turns so far with what was believed after each: all of them, of a long game some at even distances."""
        return self._steps.kept

    def on_start(self, codebreaker: Codebreaker) -> None:
        """Callback of the game loop."""
        self._codebreaker = codebreaker
        if self._board is not None and self._board.long is not None:
            self._board.long.on_start(codebreaker)

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Callback of the game loop."""
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
            self._is_shown.clear()
            self._hand_out(step)

    def _step(self, number: int, turn: PlayedTurn) -> Step:
        """A turn, with what is believed now."""
        assert self._codebreaker is not None
        return Step(number, turn, belief_of(self._codebreaker))

    def _shows(self, turn: PlayedTurn) -> bool:
        """Return whether a turn is shown immediately; in long games, only as many as the display can keep up with."""
        board = self._board
        if board is None or board.long is not None:
            return False
        if not board.picture.game.is_long:
            return True
        # Seconds between two guesses that are shown of a game of very many pegs, at least; those between are left out.
        return self._is_shown.is_set() and time.perf_counter() - self._handed_out_at >= max(board.pace, 0.5)

    def run(self, play_it: Callable[[], PlayedGame], board: PictureBoard | None) -> PlayedGame:
        """Play and show the game; raises what playing raises, and `KeyboardInterrupt` at once."""
        ended: list[PlayedGame] = []
        self._board = board

        def work(hand_out: Callable[[Step], None]) -> None:
            self._hand_out = hand_out
            ended.append(play_it())

        if board is None:
            for _ in in_background(work):
                pass
        else:
            with board:
                for step in in_background(work, lambda: board.wait(1 + (self.steps[-1].number if self.steps else 0))):
                    if board.long is None:
                        board.show(step)
                    self._is_shown.set()
        (played,) = ended
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
        """Callback of the game loop."""
        if self.best is None or log_odds_of(turn.reply) > log_odds_of(self.best.reply):
            self.best = turn
        super().on_turn(number, turn)

    def _step(self, number: int, turn: PlayedTurn) -> Step:
        assert self.best is not None
        chances = np.eye(self.game.colors)[np.array(self.best.guess)]
        return Step(number, turn, Belief(chances), ("Best so far", reply_text(self.best.reply)))

    def _shows(self, turn: PlayedTurn) -> bool:
        return turn is self.best and super()._shows(turn)


def parse_grid(text: str, game: Game) -> Picture:
    """The picture that the codes of a game are drawn as, by a text such as grid:9x5; raises `BadInput`."""
    kind, colon, size = text.partition(":")
    if kind.strip() != "grid" or not colon:
        raise BadInput(f"--show {text} is invalid: expected grid:WxH, e.g. {_example(game)}")
    width, height = parse_size(size)
    if width * height != game.pegs:
        raise BadInput(
            f"--show grid:{width}x{height} has {counted(width * height, 'peg')}, but {game} has {game.pegs:,}: "
            f"expected e.g. {_example(game)}"
        )
    if game.colors > len(PEG_COLORS):
        logger.info(f"{game} has {game.colors:,} colours and a grid only {len(PEG_COLORS)}: some colours look the same")
    palette = tuple(_rgb(peg_color(color)[0]) for color in range(game.colors))
    return Picture(width, height, palette, (0,) * game.pegs)


def _rgb(text: str) -> Color:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _example(game: Game) -> str:
    """The grid of a game that is nearest to a square, lying."""
    height = next(side for side in range(math.isqrt(game.pegs), 0, -1) if game.pegs % side == 0)
    return f"grid:{game.pegs // height}x{height}"


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
