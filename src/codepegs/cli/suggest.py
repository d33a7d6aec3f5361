"""`codepegs suggest`, `candidates` and `coach`: advice about a position, what is still possible, and a review."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import to_builtins

from codepegs import analysis, files, game as games, strategies
from codepegs.cli import options, terminal
from codepegs.cli.options import BOARD, Output, argument, flag, option, strategy_option, tell_saved, writing
from codepegs.cli.position_argument import Given, for_each_position, hinting_at_notation
from codepegs.cli.terminal import cores, print_estimate, progress_line, working_budget
from codepegs.errors import BadInput
from codepegs.parallel import WorkerThreads
from codepegs.reasons import chance_words, codes_left, count_text, rounded_words
from codepegs.rng import Seed

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.table import Table


def suggest(
    position: options.Position,
    strategy: options.Strategy = "auto",
    top: Annotated[int, option("N", "number of guesses to show", "--top -n", min=1)] = 5,
    every: Annotated[bool, flag("--all", "also list the guesses that are as good as these by symmetry")] = False,
    verbose: Annotated[bool, flag("--verbose -v", "explain the columns")] = False,
    noise: options.AssumedNoise = None,
    declare: options.Declare = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: Annotated[
        int, option("N", "random seed of the strategy; codepegs coach has the same default", "--seed", min=0)
    ] = 0,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Suggest the next guess: the number of candidates and the best guesses.

    Examples:
        codepegs suggest 'p4c6 1122:1b0w'
        codepegs suggest 'bc 0123:1b1w' --strategy minimax --top 10
        codepegs suggest 'p4c6 1122:1b0w 3344:1b0w 5566:1b1w 1356:0b0w' --noise 0.1
        codepegs suggest 'p4c6 1122:1b0w / 1122:0b2w'

    The columns: guesses is the expected number of guesses from here on, with the best known play after the guess; worst
    and average are the candidates left after the reply; bits is the expected information of the reply; parts is the
    number of possible replies; P(win) is the probability that the guess is the secret. Of guesses that are equivalent
    by symmetry one is listed, or with --all each.

    If the replies contradict each other, the conflicting turns and possible corrections are printed, and the exit code
    is 1. With --noise, false replies are allowed: the most probable codes and the replies that are probably false are
    printed. A correct guess is assumed to end the game, so that no earlier guess can be the secret. With --declare
    0.99, it does not: an earlier guess can be the secret, and the strategy declares the secret once its probability
    reaches 0.99.

    With - in place of the position, each line of standard input is a position.

    In games with several secrets at once, give the rules and then the turns on each board, separated by /. The guesses
    suggested are the best for all boards together; contradictory replies are then reported without corrections.
    """
    from codepegs.cli.terminal import left_sentence
    from codepegs.codes import known_at

    if options.SEPARATOR in " ".join(position).split():
        options.check_alone({"--noise": noise, "--declare": declare, "--all": every}, "several boards")
        from codepegs.cli.boards import suggest_on_boards

        suggest_on_boards(position, strategy, top, symbols, base, workers, json=json, verbose=verbose)
        return
    player = strategies.Player.parse(strategy).with_noise(noise, declare)

    def answer(given: Given) -> None:
        def show_candidates(codebreaker: strategies.Codebreaker) -> None:
            print_estimate(given.position.game, player, workers, codebreaker=codebreaker)

        with working_budget(workers, quiet=json) as budget:
            advice = analysis.suggest(
                given.position, player, top=top, seed=seed, workers=budget.threads, on_start=show_candidates
            )
        if every and advice:
            advice = advice.with_equivalents()
        candidates, order, stopped = advice.candidates.count, advice.open_order, advice.stopped
        is_over = given.position.solved or known_at(given.position) is not None
        if json:
            terminal.emit_json(advice)
            if stopped is not None and not is_over:
                raise typer.Exit(1)
            return
        out = terminal.console()
        if given.position.solved and player.noise.trusts:
            out.print("The last guess was the secret: the game is solved.")
            return
        if left := left_sentence(candidates, advice.candidates.estimate, advice.candidates.interval):
            out.print(left)
        if order is not None:
            out.print(order.sentence, markup=False)
        if stopped is not None and is_over:
            out.print(f"{stopped[0].upper()}{stopped[1:]}.", markup=False)
            return
        if stopped is not None:
            out.print(f"No guess: {stopped}.", markup=False)
            raise typer.Exit(1)
        if advice.posterior is not None:
            _print_belief(given.position, advice.posterior[: analysis.POSTERIOR_SHOWN], advice.report, given.notation)
        _print_table(given.position, given.notation, advice, is_explained=verbose)

    is_explained = player.noise.model is None
    for_each_position(position, json, answer, symbols, base, noisy=player.noise.doubts, is_explained=is_explained)


def _print_belief(
    position: games.Position,
    posterior: Sequence[tuple[games.Code, float]],
    report: strategies.Report,
    notation: games.Notation,
) -> None:
    """The most probable codes, and the turns whose replies are probably false."""
    from rich.text import Text

    from codepegs.cli.terminal import code_text

    out = terminal.console()
    if position.turns:  # before the first reply all codes are equally probable
        out.print("Most probable secrets:")
        for code, probability in posterior:
            out.print(
                Text.assemble("  ", code_text(position.game, code, notation), f"  {chance_words(probability):>8}")
            )
    for number in report.suspect_turns:
        turn = games.format_turn(position.game, position.turns[number - 1], notation)
        out.print(f"The reply in turn {number} ({turn}) is probably false.", markup=False)


def _columns(game: games.Game, shown: Sequence[strategies.Suggestion], *, are_counted: bool) -> dict[str, str]:
    """The columns of the table, and what they mean."""
    what = "test" if game.first_guess else "guess"
    unit = "cost" if game.costs is not None else f"number of {what}{'s' if game.first_guess else 'es'}"
    heading = "cost" if game.costs is not None else "tests" if game.first_guess else "guesses"
    is_exact = all(found.expected is None or found.expected.exact for found in shown)
    needed = f"expected {unit} from here on, assuming the best known play after the {what}"
    columns = {
        "price": "cost of the guess itself",
        heading: needed if is_exact else f"{needed}, with a 95 % interval",
        "candidate": "whether the guess may be the secret",
        "worst": "candidates left after the reply",
        "average": "candidates left after the reply",
        "bits": "expected information of the reply",
        "parts": "number of possible replies",
        "P(win)": "probability that the guess is the secret",
    }
    hidden = set() if are_counted else {"price", "candidate", "worst", "average", "parts"}
    if game.costs is None:
        hidden.add("price")
    if game.first_guess:
        hidden |= {"candidate", "P(win)"}
    if all(found.expected is None for found in shown):
        hidden.add(heading)
    if all(found.win_chance is None for found in shown):
        hidden.add("P(win)")
    return {name: meaning for name, meaning in columns.items() if name not in hidden}


LEAST_NEEDED = ("parts", "P(win)", "average", "bits", "worst", "candidate")
"""The columns that a narrow terminal does without, in this order."""


def _about(count: float | None) -> str:
    """An estimated count, with the digits that a sample supports."""
    return "" if count is None else f"≈{rounded_words(count, 2)}"


def _print_table(
    position: games.Position, notation: games.Notation, suggestions: analysis.Suggestions, *, is_explained: bool
) -> None:
    from codepegs.cli.terminal import code_text, headed, is_narrow

    out = terminal.console()
    counted = [found for found in suggestions if found.worst is not None]
    shown = counted or [found for found in suggestions if found.entropy_bits is not None]
    if shown:
        game = position.game
        columns = _columns(game, shown, are_counted=bool(counted))

        def table_of(is_compact: bool) -> Table:
            table = terminal.new_table("test!" if game.first_guess else "guess!", *(f">{name}" for name in columns))
            is_compact = is_compact or is_narrow()
            for found in shown:
                expected = "?" if found.expected is None else str(found.expected)
                cells = {
                    **dict.fromkeys(("guesses", "tests", "cost"), expected),
                    "price": f"{game.cost_of(found.guess):,}",
                    "candidate": {True: "yes", False: "no", None: "?"}[found.is_candidate],
                    "worst": f"{found.worst:,}" if found.exact and found.worst is not None else _about(found.worst),
                    "average": f"{found.expected_size or 0:,.1f}" if found.exact else _about(found.expected_size),
                    "bits": f"{found.entropy_bits:.3f}",
                    "parts": str(found.parts),
                    "P(win)": "?" if found.win_chance is None else chance_words(found.win_chance),
                }
                for code in (found.guess, *(found.equivalents or ())):
                    guess = code_text(position.game, code, notation, is_compact=is_compact)
                    table.add_row(guess, *(cells[name] for name in columns))
            return table

        left_out = terminal.print_table(table_of(False), *LEAST_NEEDED, compact=lambda: table_of(True))
        more = suggestions.more_by_symmetry
        if more and suggestions[0].equivalents is None:
            are = "guess is" if more == 1 else "guesses are"
            out.print(f"{more:,} more {are} as good by symmetry: add --all to list them.", style="dim")
        if is_explained:
            looks_ahead = all(found.worst is None and found.expected is None for found in shown)
            terminal.print_legend(
                columns, left_out, *["the ranking also takes the next guess into account"] * looks_ahead
            )
    for found in suggestions[:1]:
        out.print(headed("Recommended: ", position.game, found.guess, notation))
        if found.why:
            terminal.say(found.why)
        if position.game.pegs > games.MOST_PEGS_READ:
            out.print(f"In full: {notation.format(position.game, found.guess)}", markup=False, soft_wrap=True)


LINES = 10_000
"""Number of codes printed at a time."""


def candidates(
    position: options.Position,
    top: Annotated[int | None, option("N", "number of candidates [default: all]", "--top -n", min=1)] = None,
    random: Annotated[int | None, option("N", "a random N of them, in order", min=1)] = None,
    count: Annotated[bool, flag("--count", "print only how many there are")] = False,
    noise: options.AssumedNoise = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: Annotated[int, option("N", "random seed of --random", min=0)] = 0,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """List the codes that can still be the secret, one a line.

    Examples:
        codepegs candidates 'p4c6 1122:1b0w 1344:0b2w'
        codepegs candidates 'bc 0123:1b1w' --random 10
        codepegs candidates wordle.toml CRANE:-y--g --count

    Codes are in ascending order. In games with more than 50 million codes, and with --noise, the candidates that the
    default strategy knows are listed, the most probable first, and their number can be an estimate; standard error
    says if they are a sample. If the replies contradict each other, the conflicting turns and possible corrections are
    printed, and the exit code is 1. With - in place of the position, each line of standard input is a position.
    """
    if top is not None and random is not None:
        raise BadInput.because("not_both", first="--top", second="--random")
    player = strategies.Player.parse(strategies.DEFAULT).with_noise(noise)

    def answer(given: Given) -> None:
        with working_budget(workers, quiet=json) as budget:
            found = analysis.list_candidates(
                given.position,
                0 if count else top,
                draw=None if random is None else (random, Seed(seed)),
                strategy=player,
                workers=budget.threads,
            )
        if json and count:
            record = to_builtins(games.as_json(found))
            terminal.emit_json({key: value for key, value in record.items() if key not in ("codes", "possible")})
            return
        if json:
            terminal.emit_json(found)
            return
        if count:
            exact, size = found.count.count, count_text(None, found.count.estimate, found.count.interval)
            terminal.console().print(str(exact) if exact is not None else size or "not known")
            return
        for start in range(0, len(found.codes), LINES):
            codes = found.codes[start : start + LINES]
            print("\n".join(given.notation.spell(given.position.game, code) for code in codes), flush=True)
        if top is None and random is None and found.count.count is None:
            size = count_text(None, found.count.estimate, found.count.interval)
            whole = f"of {size} candidates" if size else "of the candidates, whose number is not known"
            print(f"codepegs: the {len(found.codes):,} codes are a sample {whole}", file=sys.stderr)

    trusts = not player.noise.doubts
    for_each_position(
        position, json, answer, symbols, base, noisy=not trusts, is_explained=trusts, command="candidates"
    )


WIDTH = 60
"""Width of the text in columns if the output is not a terminal; also fits a phone."""

WIDEST = 80

INDENT = "     "


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
    svg: Annotated[Output | None, writing(BOARD, "draw the board to an SVG file")] = None,
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
        if svg is not None:
            _draw(found, given.notation, svg.path)
            tell_saved(svg)

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
    width = min(out.width, WIDEST) if out.is_terminal else WIDTH

    def say(text: str, indent: str = "") -> None:
        for line in textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent):
            out.print(line)

    words = review.words  # begins with a code if the secret was not found
    say(f"{review.game}: {f'{words[0].lower()}{words[1:]}' if review.solved else words}")
    if review.skill is not None:
        luck = "" if review.luck is None else f", luck {round(review.luck, 1) + 0.0:+.1f} bits per turn"
        say(f"Skill {100 * review.skill:.0f} %{luck}.")
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
    width = out.width if out.is_terminal else WIDTH
    rows = code_rows(review.game, turn.guess, given.notation, width - len(INDENT) if out.is_terminal else None)
    reply = reply_text(review.game, turn.reply)
    text = Text(f"{turn.turn:>3}  ").append(Text(f"\n{INDENT}").join(rows))
    fits = len(rows[-1]) + len(reply) + len(INDENT) + 2 <= min(width, WIDTH)
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
