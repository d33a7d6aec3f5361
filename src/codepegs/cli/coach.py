"""`codepegs coach`: a game reviewed."""

from __future__ import annotations

import textwrap
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from codepegs import analysis, files, game as games
from codepegs.cli import options, terminal
from codepegs.cli.options import BOARD, Output, argument, option, strategy_option, tell_saved, writing
from codepegs.cli.position_argument import Given, for_each_position, hinting_at_notation
from codepegs.cli.terminal import cores, progress_line
from codepegs.errors import BadInput
from codepegs.parallel import WorkerThreads
from codepegs.reasons import codes_left

if TYPE_CHECKING:
    from collections.abc import Callable


TEXT_WIDTH = 60
"""Width of the text in columns if the output is not a terminal; also fits a phone."""

WIDEST = 80
INDENT = "     "


@options.reads_table("game")
def coach(
    game: Annotated[
        list[str],
        argument(
            "POSITION|FILE",
            "the rules and the turns, e.g. 'p4c6 1122:1b0w 1344:0b2w'; or a file with a position, the output of "
            "solve --json, or a saved game; - for standard input",
            show_default=False,
        ),
    ],
    secret: Annotated[str | None, option("CODE", "the secret, if no guess found it")] = None,
    output: Annotated[Output | None, writing(BOARD, "draw the board to an .svg file", "--output -o")] = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    strategy: Annotated[str, strategy_option("strategy that computes the expected number of guesses")] = "auto",
    seed: Annotated[
        int | None, option("N", "random seed of the strategy [default: that of the file, else 0]", min=0)
    ] = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Review a game: the skill in each guess and the luck in each reply.

    Examples:
        codepegs coach 'p4c6 1122:1b0w 3344:0b1w 1536:4b0w'
        codepegs solve p4c6 --json | codepegs coach -

    The review shows, for each turn, the number of candidates before and after it, the expected number of guesses from
    there on compared with that of the best guess (skill), and the information in the reply beyond the expected amount
    (luck). The expected numbers are those of codepegs suggest with the same strategy and seed.

    If the replies contradict each other, the conflicting turns and possible corrections are printed, and the exit code
    is 1.
    """

    def answer(given: Given) -> None:
        with hinting_at_notation(symbols, base):
            given = given.as_typed(secret or "", given.position.turns)
            held = given.secret if secret is None else given.notation.parse(given.position.game, secret)
        # names that were typed are for people; programs read the codes that options ask for
        notation = options.make_notation(given.name, symbols, base) if json else given.notation
        drawn = seed if seed is not None else given.seed or 0
        showing = progress_line("reviewing the turns", started=True) or nullcontext()
        with showing as line, WorkerThreads(workers or cores()) as threads:
            found = analysis.review(
                given.position, held, strategy=strategy, seed=drawn, notation=notation, workers=threads, progress=line
            )
        if json:
            terminal.emit_json(found)
        else:
            show_review(found, given)
        if output is not None:
            _draw(found, given.notation, output.path)
            tell_saved(output)

    for_each_position(game, json, answer, symbols, base, names_file=True, command="coach")


def _draw(review: analysis.GameReview, notation: games.Notation, path: Path) -> None:
    notes = [
        "" if turn.candidates_after is None else "solved" if turn.reply.solved else codes_left(turn.candidates_after)
        for turn in review.turns
    ]
    notes = [note if note in ("", "solved") else f"{note} code{'s' * (note != '1')} left" for note in notes]
    files.write_whole(path, games.board_svg(review.game, review.position.turns, notation=notation, notes=notes) + "\n")


def show_review(review: analysis.GameReview, given: Given) -> None:
    """Print the review of a game."""
    out = terminal.console()
    width = min(out.width, WIDEST) if out.is_terminal else TEXT_WIDTH

    def say(text: str, indent: str = "") -> None:
        for line in textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent):
            out.print(line)

    words = review.words  # begins with a code if the secret was not found
    say(f"{review.game}: {f'{words[0].lower()}{words[1:]}' if review.solved else words}")
    if review.skill is not None:
        luck = "" if review.luck is None else f", luck {round(review.luck, 1) + 0.0:+.1f} bits per turn"
        say(f"Skill {100 * review.skill:.0f} %{luck} ({review.kinds['skill']}).")
    if not review.exact:
        say("Some figures are estimates, because not all guesses could be compared exactly.")
    for turn in review.turns:
        out.print()
        _show_turn(turn, review, given, say)
    if review.turning_point is not None and review.game.until == "named":
        out.print()
        kind = "consistent " if review.turning_point > 1 else ""
        say(f"To replay turn {review.turning_point} with a new {kind}secret:")
        before = review.turns[review.turning_point - 1].retry
        out.print(given.command_line("play", before), soft_wrap=True)


def _show_turn(
    turn: analysis.ReviewedTurn, review: analysis.GameReview, given: Given, say: Callable[[str, str], None]
) -> None:
    from rich.text import Text

    from codepegs.cli.terminal import code_rows, reply_text

    out = terminal.console()
    width = out.width if out.is_terminal else TEXT_WIDTH
    rows = code_rows(review.game, turn.guess, given.notation, width - len(INDENT) if out.is_terminal else None)
    reply = reply_text(review.game, turn.reply)
    text = Text(f"{turn.turn:>3}  ").append(Text(f"\n{INDENT}").join(rows))
    fits = len(rows[-1]) + len(reply) + len(INDENT) + 2 <= min(width, TEXT_WIDTH)
    out.print(text.append("  " if fits else f"\n{INDENT}").append(reply))
    if turn.candidates_before is not None and turn.candidates_after is not None:
        arrow = "→" if terminal.speaks_unicode() else "->"
        skill = "" if turn.skill is None else f", skill {100 * turn.skill:.0f} %"
        say(f"{analysis.left_count(turn.before)} {arrow} {analysis.left_words(turn.after)}{skill}", INDENT)
    say(turn.words, INDENT)


def pointer(given: Given, position: games.Position, secret: games.Code | None = None) -> str | None:
    """Return the line with the `codepegs coach` command for a game, or None if the game cannot be reviewed."""
    try:
        analysis.check_size(position.game, len(position.turns))
    except BadInput:
        return None
    held = None if secret is None or position.solved else given.notation.format(position.game, secret)
    return f"Review this game: {given.command_line('coach', position, secret=held)}"
