"""Codes, replies and turns as a person sees them in a terminal; `suggest`, `solve` and `play` with several boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import floor, log10
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from codepegs import codes
from codepegs.cli import options, terminal
from codepegs.cli.position_argument import Given
from codepegs.cli.terminal import working_budget
from codepegs.errors import BadInput
from codepegs.game import MOST_PEGS_READ, PEG_COLORS, Code, Game, Notation, Position, Reply
from codepegs.reasons import LEAST_SHOWN_AS_POWER, counted, estimate_words, is_interval_said

if TYPE_CHECKING:
    from codepegs.match import BoardTurn, PlayedTurn
    from codepegs.rng import Seed

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
    has_pegs = not (reply.unknown or reply.total is not None or (reply.solved and reply.black is None))
    if not has_pegs or game.pegs > MOST_PEGS_DRAWN:
        return Text(reply.words)
    black, white, empty = ("●", "○", "·") if terminal.speaks_unicode() else ("x", "o", ".")
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


def headed(head: str, game: Game, code: Code, notation: Notation) -> Text:
    """A code behind a heading; the rows of a long one are below each other."""
    columns = terminal.screen_columns()
    rows = code_rows(game, code, notation, columns and columns - len(head))
    return Text(head).append(Text("\n" + " " * len(head)).join(rows))


class TurnLayout:
    """How the rows of the turns of a game fit the terminal: as long as all do, with words and room around pegs."""

    def __init__(self, game: Game, notation: Notation, more: int = 0) -> None:
        self.game, self.notation, self.columns = game, notation, terminal.screen_columns()
        drawn = game.pegs if game.pegs <= MOST_PEGS_DRAWN else 0
        widths = {False: drawn + 24, True: 2 * len(str(game.pegs)) + 2 if game.traits.counts_pegs else game.pegs}
        columns = terminal.UNWRAPPED if self.columns is None else self.columns
        names = (game.traits.symbols or ())[game.first_guess :] if game.pegs == 1 else ()
        self.code_width = min(MOST_PADDED, max(map(len, names), default=0))  # names are aligned; pegs are as long
        choices = ((False, False), (False, True), (True, True)) if columns >= NARROW else ((True, True),)
        for self.compact_code, self.compact_reply in choices:
            length = self.code_width or len(code_text(game, game.first_code, notation, is_compact=self.compact_code))
            self.reply_width = widths[self.compact_reply]  # columns for a reply if something follows it
            self.fits = len(NUMBERED) + length + 2 + self.reply_width + more <= columns
            if self.fits:
                return
        self.code_width = 0

    def row(self, number: int, code: Code, reply: Reply | None, more: Text | str = "") -> Text:
        """Return the row of a turn; a code too long for a line goes on in the next, between two pegs."""
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
    return (terminal.screen_columns() or NARROW) < NARROW


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


ENDS_SHOWN = 10
"""Pegs shown of either end of a code that is too long to read."""


def is_long(game: Game) -> bool:
    """Return whether the guesses of a game are too long to read."""
    return game.pegs > MOST_PEGS_READ


def code_words(game: Game, code: Code, notation: Notation, *, in_full: bool = False) -> str:
    """A code as text; of a long one the beginning and the end, unless it is requested in full."""
    if in_full or not is_long(game):
        return notation.format(game, code)
    dots = "…" if terminal.speaks_unicode() else "..."
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
        left = count_text(turn.candidates, turn.candidates_estimate, turn.candidates_interval)
        left = f"{left} left" if left and not turn.ends else ""
        if left:
            has_interval = is_interval_said(turn.candidates_interval)
            self.has_intervals |= has_interval
            self.has_equivalents |= self._noisy and turn.candidates is None and not has_interval
        more = Text(f"{left:>{self._width}}")
        if self._shows_time:
            more.append(f"  {terminal.seconds_text(turn.seconds)}", style="dim")
        if not (self.in_full and is_long(self.game)):
            return self._layout.row(number, turn.guess, turn.reply, more)
        code = self.notation.format(self.game, turn.guess)
        return Text.assemble(f"{number:>3}  {code}  ", reply_text(self.game, turn.reply), "  ", more)


def split_boards(words: Sequence[str]) -> list[list[str]]:
    """Split words at the separators."""
    return [board.split() for board in re.split(rf"(?<!\S){options.SEPARATOR}(?!\S)", " ".join(words))]


def suggest_on_boards(
    words: Sequence[str],
    strategy: str,
    top: int,
    symbols: str | None,
    base: int | None,
    workers: int | None,
    json: bool,
    verbose: bool,
) -> None:
    """Suggest guesses for the positions of several boards; the rules are before the first."""
    from codepegs.match import BoardsAdvice, suggest_boards

    boards = split_boards(words)
    rules = boards[0][:1]
    given = []
    for number, turns in enumerate((boards[0][1:], *boards[1:]), 1):
        try:
            given.append(Given.read([*rules, *turns], symbols, base, within=" ".join(words)))
        except BadInput as error:
            raise error.within(f"board {number}", board=number) from None
    positions, notation = [each.position for each in given], given[0].notation
    with working_budget(workers, quiet=json) as budget:
        found = suggest_boards(positions, strategy, top=top, workers=budget.threads)
    if json:
        counts = [len(codes.Candidates.after(position)) for position in positions]
        terminal.emit_json(BoardsAdvice(positions, strategy, counts, found))
        return
    out = terminal.console()
    _print_left(positions)
    if not found:
        return
    table = terminal.new_table("guess!", ">bits", "candidate")
    for each in found:
        shown = ", ".join(f"board {number}" for number in each.candidate_on)
        table.add_row(code_text(positions[0].game, each.guess, notation), f"{each.bits:.3f}", shown or "no")
    terminal.print_table(table)
    if verbose:
        out.print(
            "bits: expected information of the replies, summed over the boards that are not solved; candidate: the "
            "boards on which the guess may be the secret",
            style="dim",
        )


def _print_left(positions: Sequence[Position]) -> None:
    for number, position in enumerate(positions, 1):
        left = f"{counted(len(codes.Candidates.after(position)), 'candidate')} left"
        terminal.console().print(f"Board {number}: {'solved' if position.solved else left}.")


def solve_on_boards(
    rules: str,
    secrets: Sequence[str],
    boards: int | None,
    strategy: str,
    turns: int | None,
    notation: Notation,
    seed: int | None,
    workers: int | None,
    *,
    quiet: bool,
    json: bool,
) -> None:
    """Watch a strategy find several secrets; exit code 1 if it does not find all."""
    from codepegs.match import check_boards, play_boards

    game = Game.parse(rules)
    texts = [" ".join(each) for each in split_boards(secrets)] if secrets else []
    if boards is not None and texts and len(texts) != boards:
        raise BadInput.because("secrets_and_boards", secrets=len(texts), boards=boards, separator=options.SEPARATOR)
    count = boards or len(texts)
    check_boards(game, count, strategy)
    notation = notation.as_typed(game, "; ".join(texts))
    held = [notation.parse(game, text) for text in texts] or None
    out = terminal.console()
    if not json:
        out.print(f"{game}: {game.words}; {counted(count, 'board')}; strategy {strategy}")

    def on_turn(number: int, turn: BoardTurn) -> None:
        if not (quiet or json):
            show_turn(game, number, turn, notation)

    with working_budget(workers, quiet=json) as budget:
        played = play_boards(
            game,
            count if held is None else None,
            held,
            strategy,
            turns=turns,
            seed=seed,
            workers=budget.threads,
            on_turn=on_turn,
        )
    if json:
        terminal.emit_json(played)
    elif played.solved:
        out.print(f"Solved in {counted(played.guesses, 'turn')} ({terminal.seconds_text(played.seconds)}).")
    else:
        _reveal(game, played.secrets, played.positions, notation, f"Not solved in {counted(played.guesses, 'turn')}.")
    if not (json or secrets) and seed is None:
        from codepegs.cli.solve import again_text

        out.print(again_text(played.seed), style="dim", soft_wrap=True)
    if not played.solved:
        raise typer.Exit(1)


def show_turn(game: Game, number: int, turn: BoardTurn, notation: Notation) -> None:
    """Print a turn: the guess, the reply of each board and the candidates left on it."""
    cells = []
    for reply, left in zip(turn.replies, turn.candidates, strict=True):
        shown = "" if reply is None else str(reply)
        width = max(len(str(each)) for each in (*turn.replies, "solved") if each is not None)
        count = "" if reply is None else "solved" if reply.solved else f"{left:,}"
        cells.append(f"{shown:<{width}} {count:<6}")
    code, out = code_text(game, turn.guess, notation), terminal.console()
    if number == 1:
        out.print("     On each board: the reply, and the number of candidates left.", style="dim")
    out.print(Text.assemble(f"{number:>3}  ", code, "  ", "  ".join(cells).rstrip()), soft_wrap=True)


def _reveal(
    game: Game, secrets: Sequence[tuple[int, ...]], positions: Sequence[Position], notation: Notation, reason: str
) -> None:
    missed = [
        f"{notation.format(game, code)} (board {number})"
        for number, (code, board) in enumerate(zip(secrets, positions, strict=True), 1)
        if not board.solved
    ]
    terminal.console().print(f"{reason} Not found: {', '.join(missed)}.")


def play_on_boards(rules: str, boards: int, turns: int, strategy: str, notation: Notation, seed: Seed) -> None:
    """Let a person guess several secrets."""
    from codepegs.cli.play import COMMANDS
    from codepegs.cli.prompt import Leaving, ask, command_in, not_understood
    from codepegs.match import check_boards, draw_secrets, next_turn, suggest_boards

    game = Game.parse(rules)
    check_boards(game, boards, strategy)
    secrets, out = draw_secrets(game, boards, seed), terminal.console()
    history, used = [[Position(game)] * boards], set[int]()
    out.print(
        f"{game}: {game.words}. {counted(boards, 'board')}. {notation.colors_text(game)}. You have "
        f"{counted(turns, 'guess', 'guesses')}. Type a guess or a command: {', '.join(COMMANDS)}."
    )
    while len(history) <= turns:
        positions = history[-1]
        try:
            words = ask(f"Guess {len(history)}")
            command = command_in(words)
            if command == "quit":
                raise Leaving
        except Leaving:
            again = f"codepegs play {rules} --boards {boards} --seed {seed.value}"
            out.print(f"To begin again with these secrets: {again}", soft_wrap=True)
            raise
        if command == "give up":
            _reveal(game, secrets, positions, notation, "You gave up.")
            return
        if command == "undo":
            out.print("Last guess taken back." if len(history) > 1 else "Nothing to undo.")
            history = history[: max(1, len(history) - 1)]
        elif command == "candidates":
            _print_left(positions)
        elif command == "hint":
            best = suggest_boards(positions, strategy, top=1)[0]
            hint = f"Hint: {notation.format(game, best.guess)}"
            if best.bits or not best.candidate_on:
                hint += f". Expected information: {best.bits:.3f} bits, summed over the boards."
            else:  # one candidate is left on each board
                hint += f", the secret of {' and '.join(f'board {number}' for number in best.candidate_on)}."
            out.print(hint)
        else:
            try:
                typed = notation.as_typed(game, words, used)
                longer, turn = next_turn(positions, typed.parse(game, words), secrets)
            except BadInput as error:
                out.print(not_understood(words, error, COMMANDS, "a code"))
                continue
            notation = typed
            used.update(turn.guess)
            show_turn(game, len(history), turn, notation)
            history.append(longer)
            if all(board.solved for board in longer):
                out.print(f"Solved in {counted(len(history) - 1, 'turn')}. Well done!")
                return
    _reveal(game, secrets, history[-1], notation, "No guesses left.")
