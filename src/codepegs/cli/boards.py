"""`suggest`, `solve` and `play` with several boards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from codepegs.cli import options, terminal
from codepegs.cli.dialogue import MOST_IN_ANSWER, Guessing, GuessState, names_of
from codepegs.cli.position_argument import Given
from codepegs.cli.terminal import code_text, working_budget
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Kind, Notation, Position, Turn
from codepegs.reasons import counted
from codepegs.strategies import DEFAULT

if TYPE_CHECKING:
    from codepegs.match import Boards, BoardTurn
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
    from codepegs.match import Boards, BoardsAdvice, suggest_boards

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
    left = Boards.at(positions)
    if json:
        counts = [*map(len, left.left)]
        terminal.emit_json(BoardsAdvice(positions, strategy, counts, found))
        return
    out = terminal.console()
    _print_left(left)
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


def _print_left(boards: Boards) -> None:
    for number, (position, left) in enumerate(zip(boards.positions, boards.left, strict=True), 1):
        said = "solved" if position.solved else f"{counted(len(left), 'candidate')} left"
        terminal.console().print(f"Board {number}: {said}.")


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


def play_on_boards(given: Given, boards: int, most: int, turns: int | None, strategy: str, seed: Seed) -> None:
    """Let a person guess several secrets in at most `most` guesses; `turns` are those of the command line."""
    from codepegs.match import check_boards

    check_boards(given.position.game, boards, strategy)
    _Play(given, boards, most, turns, strategy, seed).run()


class _Here(GuessState):
    """The boards after some guesses."""

    def __init__(self, boards: Boards, guesses: int) -> None:
        self.boards = boards
        self.guesses = guesses


class _Play(Guessing[_Here]):
    """A game in which a person guesses several secrets."""

    why_help = "how many candidates the hint would leave on each board"
    quit_help = "leave, and print the command that begins again with these secrets"

    def __init__(self, given: Given, boards: int, most: int, turns: int | None, strategy: str, seed: Seed) -> None:
        from codepegs.match import Boards, draw_secrets

        game = given.position.game
        super().__init__(given, [_Here(Boards.at([Position(game)] * boards), 0)])
        self.most = most
        self.limit = turns
        self.strategy = strategy
        self.seed = seed
        self.secrets = draw_secrets(game, boards, seed)

    def run(self) -> None:
        self.out.print(
            f"{self.game}: {self.game.words}. {counted(len(self.secrets), 'board')}. "
            f"{self.notation.colors_text(self.game)}. You have {counted(self.most, 'guess', 'guesses')}. "
            f"Type a guess or a command: {self.words}."
        )
        super().run()

    def arrive(self) -> bool:
        here = self.state
        if here.is_given_up:
            self._reveal("You gave up.")
        elif here.boards.solved:
            self.out.print(f"Solved in {counted(here.guesses, 'turn')}. Well done!")
        elif here.guesses >= self.most:
            self._reveal("No guesses left.")
        else:
            return False
        return True

    def _reveal(self, reason: str) -> None:
        _reveal(self.game, self.secrets, self.state.boards.positions, self.notation, reason)

    def prompt(self) -> tuple[str, None]:
        return f"Guess {self.state.guesses + 1}", None

    def turns(self) -> Sequence[Turn]:
        return [turn for board in self.state.boards.positions for turn in board.turns]

    def guess(self, code: Code) -> None:
        here = self.state
        boards, turn = here.boards.after(code, self.secrets)
        show_turn(self.game, here.guesses + 1, turn, self.notation)
        self.states.append(_Here(boards, here.guesses + 1))

    def continuation(self) -> str:
        again = self.given.command_line(
            "play",
            Position(self.game),
            boards=len(self.secrets),
            turns=self.limit,
            strategy=None if self.strategy == DEFAULT else self.strategy,
            seed=self.seed.value,
        )
        return f"To begin again with these secrets: {again}"

    def show_count(self) -> None:
        _print_left(self.state.boards)

    def show_left(self) -> None:
        boards = self.state.boards
        for number, (position, left) in enumerate(zip(boards.positions, boards.left, strict=True), 1):
            names = [self.notation.spell(self.game, code) for code in left[:MOST_IN_ANSWER]]
            listed = f"{counted(len(left), 'candidate')} left: {names_of(names, len(left))}"
            self.out.print(f"Board {number}: {'solved' if position.solved else listed}.")

    def give_hint(self) -> None:
        here = self.state
        here.hint = here.hint or here.boards.suggest(self.strategy, top=1)[0]
        hint = f"Hint: {self.notation.format(self.game, here.hint.guess)}"
        if here.hint.bits or not here.hint.candidate_on:
            kind = here.hint.kinds["bits"]
            hint += f". Expected information: {here.hint.bits:.3f} bits, summed over the boards ({kind})."
        else:  # one candidate is left on each board
            hint += f", the secret of {' and '.join(f'board {number}' for number in here.hint.candidate_on)}."
        self.out.print(hint)

    def explain_hint(self) -> None:
        from codepegs.strategies.protocol import figures_of

        boards, kinds = self.state.boards, dict[str, Kind]()
        for number, (position, left) in enumerate(zip(boards.positions, boards.left, strict=True), 1):
            if not position.solved:
                figures = figures_of(left, self.state.hint.guess)
                self.out.print(f"Board {number}: {figures.why}")
                kinds |= figures.kinds
        terminal.print_kinds(kinds)
