"""`codepegs solve`."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from typing import Annotated, Any

import typer

from codepegs import game as games, match, strategies
from codepegs.cli import options
from codepegs.cli.options import RESUMED_GAME, SAVED_GAME, Output, argument, flag, interrupts_ignored, option, writing
from codepegs.cli.position_argument import declared_text, hinting_at_notation, suspects_text
from codepegs.cli.terminal import console, cores, emit_json, error_console, print_estimate, seconds_text, working_budget
from codepegs.errors import BadCode, BadInput
from codepegs.reasons import counted
from codepegs.rng import Seed


def solve(
    rules: Annotated[
        str | None, argument("RULES", f"the game: {options.RULES_FORMS}; not needed with --resume")
    ] = None,
    secret: Annotated[list[str] | None, argument("SECRET", "the secret code [default: random]")] = None,
    strategy: options.Strategy = "auto",
    first: Annotated[
        str | None,
        option(
            "CODE",
            "first guess: a code, random, half (1122), aabc (1123) or best (the one with which the strategy needs "
            "the fewest guesses)",
        ),
    ] = None,
    turns: Annotated[int | None, option("N", "maximum number of turns", min=1)] = None,
    boards: options.Boards = None,
    adversary: options.Adversary = False,
    noise: options.Noise = None,
    declare: options.Declare = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: options.Seed = None,
    workers: options.Workers = None,
    chunks: options.Chunks = "auto",
    show: Annotated[
        str | None, option("grid:WxH", "draw codes as pictures W pegs wide and H pegs high, row by row")
    ] = None,
    quiet: Annotated[bool, flag("--quiet -q", "print only the result; faster with many pegs")] = False,
    verbose: Annotated[bool, flag("--verbose -v", "print every guess in full, even with more than 60 pegs")] = False,
    save: Annotated[
        Output | None,
        writing(
            SAVED_GAME,
            "save the game every 10 seconds, on exit and on Ctrl-C (the file contains the secret); if the file "
            "contains this game, continue it",
        ),
    ] = None,
    resume: Annotated[
        Output | None, writing(RESUMED_GAME, "continue a saved game, and save it to the same file")
    ] = None,
    json: options.Json = False,
) -> None:
    """Watch a strategy guess a secret code.

    Examples:
        codepegs solve p4c6
        codepegs solve p4c10 8 7 6 5 --strategy minimax --first 1111
        codepegs solve bc 0427 --strategy entropy --json
        codepegs solve p4c6 --noise 0.1 --declare 0.99
        codepegs solve words:answers.txt:wordle --adversary
        codepegs solve wordle.toml --boards 4
        codepegs solve wordle.toml crane / slate
        codepegs solve p10000c10000 --save game.json
        codepegs solve --resume game.json

    In games of more than 60 pegs, only progress is printed unless --verbose is given.

    With --noise, replies may be false. The game then ends when the guess equals the secret, whatever the reply. With
    --declare P, the strategy must declare the secret instead; after a wrong declaration, the exit code is 1.
    """
    from codepegs.cli.render_picture import LongGameBoard, PictureBoard, WatchedGame, in_background, parse_grid
    from codepegs.cli.terminal import EQUIVALENTS, INTERVALS, PlayedRows, code_words, is_long
    from codepegs.match import saved_game
    from codepegs.reports.parallel_knuth import ChunkPlan, PlannedThreads

    share = options.read_share(noise)
    if quiet and (show is not None or verbose):
        other = "--show" if show is not None else "--verbose"
        raise BadInput.because("not_both", first="--quiet", second=other)
    resumed = None
    if resume is not None:
        given: dict[str, Any] = {"RULES": bool(rules or secret), "--strategy": strategy != "auto", "--first": first}
        given |= {"--seed": seed, "--noise": noise, "--declare": declare}
        options.check_alone(given, "--resume", "file_has_all")
        resumed = saved_game.read(resume.path)
        rules, strategy, share, declare = resumed.rules, resumed.strategy, resumed.noise, resumed.declare
    if adversary and (secret or save is not None or resume is not None or share or declare is not None):
        raise BadInput.because("adversary_alone")
    if rules is None:
        raise BadInput.because("no_rules_to_solve")
    game = games.Game.parse(rules)
    notation = options.make_notation(rules, symbols, base, game)
    if boards is not None or options.SEPARATOR in " ".join(secret or []).split():
        given = {"--first": first, "--adversary": adversary, "--noise": noise, "--declare": declare}
        options.check_alone({**given, "--save": save, "--resume": resume, "--show": show})
        from codepegs.cli.boards import solve_on_boards

        solve_on_boards(rules, secret or [], boards, strategy, turns, notation, seed, workers, quiet=quiet, json=json)
        return
    typed = " ".join(secret or [])
    with hinting_at_notation(symbols, base):
        notation = notation.as_typed(game, f"{typed}; {first or ''}")
        held = notation.parse(game, typed) if secret else None
    player = strategies.Player.parse(strategy)
    if first is not None:
        player = player.with_first(first_text(game, first, notation))
    player = player.with_noise(share, declare)
    player.start(game, Seed(0))  # raises if the options do not suit the game
    print_estimate(game, player, workers)
    out = console()
    recorder: match.Recorder | None = None
    source = resume
    if save is not None:
        begun = saved_game.find(
            save.path,
            game,
            player,
            secret=held if resumed is None else resumed.code,
            seed=seed if resumed is None else resumed.seed,
            noise=share,
            declare=declare,
        )
        if begun is not None and (resumed is None or begun.turns >= resumed.turns):
            resumed, source = begun, save
    played_by = Seed.of(seed if resumed is None else resumed.seed)
    target = save or resume
    if target is not None:
        start = resumed or saved_game.SavedGame.begun(game, player, played_by, held, noise=share, declare=declare)
        held = start.code
        recorder = saved_game.Recorder(target.path, start)
    shown = PlayedRows(game, notation, in_full=verbose, noisy=player.noise.doubts)
    ignores_order = game.view in (games.View.TOTAL, games.View.WHITE)  # black depends on positions
    order = strategies.OrderNote(game) if ignores_order and player.noise.trusts and not (share or quiet) else None
    grid = None if show is None else parse_grid(show, game)
    watched = None if grid is None or json else WatchedGame()
    board = LongGameBoard(game, quiet=quiet) if is_long(game) and not (json or verbose or watched) else None

    def show_turn(number: int, turn: match.PlayedTurn, codebreaker: strategies.Codebreaker) -> None:
        if recorder is not None:
            recorder.on_turn(number, turn)
        if watched is not None:
            watched.on_turn(number, turn)
            return
        if board is not None:
            board.on_turn(number, turn)
        if order is not None and not turn.ends:
            order.learn(turn.guess, turn.reply, turn.candidates)
        if json or quiet:
            return
        if board is None:
            out.print(shown.row(number, turn), soft_wrap=verbose)
            if not turn.ends and turn.candidates is None:
                report = codebreaker.report()
                for note in report.notes if report.candidates_estimate is not None else ():  # others note progress
                    out.print(f"     {note}", style="dim")
        if order is not None and order.is_new and not turn.ends:
            out.print(f"     {order.sentence}", style="dim")

    def play_it() -> match.PlayedGame:
        threads = PlannedThreads(workers or cores(), plan=ChunkPlan.parse(chunks))
        with working_budget(threads, quiet=json or watched is not None or board is not None) as budget:
            if not json:
                size = "" if game._traits.is_tabulated else f", {counted(game.size, 'code')}"
                out.print(f"{game}: {game.words}{size}; strategy {player}")
                if resumed is not None:
                    out.print(f"Replaying {counted(resumed.turns, 'saved turn')} from {source}.")
            playing = match.iter_play(
                game,
                held,
                player,
                codemaker=match.Adversary(game) if adversary else None,
                noise=share,
                declare=declare,
                turns=turns,
                seed=played_by,
                workers=budget.threads,
            )
            for viewer in (watched, board):
                if viewer is not None:
                    viewer.on_start(playing.codebreaker)
            for number, turn in enumerate(playing, 1):
                show_turn(number, turn, playing.codebreaker)
            return playing.result

    try:
        if watched is not None and grid is not None:
            played = watched.run(play_it, PictureBoard(grid, notation))
        elif recorder is not None or board is not None:
            played = in_background(play_it)  # so that the main thread can save on Ctrl-C
        else:
            played = play_it()
    except KeyboardInterrupt:
        with interrupts_ignored():  # save the game, and print the command that continues it
            if board is not None:
                board.close()
                if board.standing:
                    error_console().print(board.standing)
            if recorder is not None:
                recorder.close()
                if line := to_go_on(recorder, target):
                    error_console().print(line)
        raise
    if recorder is not None:
        recorder.close()
    if board is not None:
        board.end(solved=played.solved)
    for note, is_due in ((INTERVALS, shown.has_intervals), (EQUIVALENTS.format(what="left"), shown.has_equivalents)):
        if is_due:
            out.print(note, style="dim")
    if json:
        emit_json(replace(played, in_full=not quiet, open_order=None if order is None else order.first))
    elif played.solved and (played.known or not played.is_declared):
        out.print(result_text(played), markup=False)
    elif played.declared is not None and played.confidence is not None:
        code = notation.format(game, played.declared)
        out.print(declared_text(played.guesses, played.confidence, played.correct, code))
        if not played.correct:
            out.print(f"The secret was {notation.format(game, played.secret or ())}.")
    elif played.secret is None:
        out.print(result_text(played))
    else:
        told = code_words(game, played.secret, notation, in_full=verbose)
        out.print(f"{result_text(played)} The secret was {told}.", soft_wrap=verbose)
    if not json and share and played.false_turns is not None:
        out.print(suspects_text(played.false_turns))
    if not json and resumed is not None and played.solved and played.guesses == resumed.turns:
        out.print(f"The game in {source} was already finished.")
    if not json and recorder is not None and not played.solved and (line := to_go_on(recorder, target)):
        out.print(line, soft_wrap=True)
    if not json and not secret and seed is None and resumed is None:
        out.print(again_text(played.seed), style="dim", soft_wrap=True)
    if not played.solved:
        raise typer.Exit(1)


def again_text(seed: int) -> str:
    """Return the line with the command that repeats a game with a random seed."""
    return f"To repeat this game: {shlex.join(['codepegs', *sys.argv[1:], '--seed', str(seed)])}"


def to_go_on(recorder: match.Recorder, output: Output | None) -> str:
    """Return the line with the command that continues a saved game; empty if no file could be written."""
    if output is not None and output.written is None:
        return ""
    file = "FILE" if output is None or output.is_stdout else shlex.quote(str(output.written))
    return f"{counted(recorder.turns, 'turn')} saved. To continue: codepegs solve --resume {file}"


def result_text(played: match.PlayedGame) -> str:
    """Return the sentence for a game that was solved, given up, or out of turns."""
    turns = counted(played.guesses, "turn")
    if played.solved:
        return f"Solved in {turns} ({seconds_text(played.seconds)}){f': {played.known}' if played.known else ''}."
    return f"Gave up after {turns}: {played.stopped}." if played.stopped else f"Not solved in {turns}."


def first_text(game: games.Game, first: str, notation: games.Notation) -> str:
    """Return the value of --first as the text of the option `first`."""
    from codepegs.strategies.protocol import NAMED

    if first in NAMED or first in ("random", "best"):
        return first
    try:
        code = notation.parse(game, notation.without_dots(game, first))  # as in first=8.7.6.5
    except BadCode as error:
        raise BadCode.because("wrong_first", text=first, error=str(error)) from None
    return games.CANONICAL.format(game, code).replace(",", ".")
