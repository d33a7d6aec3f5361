"""`suggest`, `solve` and `play` with several boards."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from codepegs import codes
from codepegs.cli import options, terminal
from codepegs.cli.position_argument import Given
from codepegs.cli.terminal import code_text, working_budget
from codepegs.errors import BadInput
from codepegs.game import Game, Notation, Position
from codepegs.reasons import counted

if TYPE_CHECKING:
    from codepegs.match import BoardTurn
    from codepegs.rng import Seed


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
    terminal.print_table(table, kinds={"bits": ["counted"]})
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
    """Print a turn: the guess, the reply of each board and the candidates left on it, in further lines for many."""
    cells = []
    for reply, left in zip(turn.replies, turn.candidates, strict=True):
        shown = "" if reply is None else str(reply)
        width = max(len(str(each)) for each in (*turn.replies, "solved") if each is not None)
        count = "" if reply is None else "solved" if reply.solved else f"{left:,}"
        cells.append(f"{shown:<{width}} {count:<6}")
    code, out = code_text(game, turn.guess, notation), terminal.console()
    if number == 1:
        out.print("     On each board: the reply, and the number of candidates left.", style="dim")
    columns, most, joint, indent = terminal.screen_columns(), len(cells), "  ", f"\n{terminal.NUMBERED}"
    if columns is not None and len(indent) + len(code) + 1 + len("  ".join(cells)) > columns:
        most, joint = max(1, (columns + 3 - len(indent)) // (max(map(len, cells)) + 2)), indent
    lines = ["  ".join(cells[start : start + most]).rstrip() for start in range(0, len(cells), most)]
    out.print(Text.assemble(f"{number:>3}  ", code, joint, indent.join(lines)), soft_wrap=True)


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
            again = f"codepegs play {shlex.quote(rules)} --boards {boards} --seed {seed.value}"
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
