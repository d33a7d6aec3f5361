"""`codepegs solve`."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from codepegs import files, game as games, match, strategies
from codepegs.cli import options
from codepegs.cli.options import (
    ANIMATION,
    RESUMED_GAME,
    SAVED_GAME,
    Output,
    argument,
    flag,
    interrupts_ignored,
    option,
    tell_saved,
    with_first,
    writing,
)
from codepegs.cli.position_argument import declared_text, hinting_at_notation, suspects_text
from codepegs.cli.terminal import console, cores, emit_json, error_console, print_estimate, seconds_text, working_budget
from codepegs.errors import BadInput
from codepegs.reasons import counted
from codepegs.render import DEFAULT_COLORS, DRAWINGS, MOST_PICTURE_COLORS, Animation, need_pillow
from codepegs.rng import Seed

if TYPE_CHECKING:
    from codepegs.match.saved_game import SavedGame

PACE = 0.15
"""Minimum seconds a guess is shown on a terminal, long enough to see the change."""

PICTURE = re.compile(r"\.(png|jpe?g|gif|webp)$", re.IGNORECASE)
"""How the names of files with pictures end."""

Solved = Annotated[
    str | None,
    argument(
        "RULES|PICTURE",
        f"the game: {options.RULES_FORMS}; with --picture, also a PNG, JPEG, GIF or WebP file, or a built-in picture: "
        f"{', '.join(DRAWINGS)}; not needed with --resume",
    ),
]
Secret = Annotated[list[str] | None, argument("SECRET", "the secret code [default: random]")]
Turns = Annotated[int | None, option("N", "maximum number of turns", min=1)]
IsPicture = Annotated[
    bool, flag("--picture", "guess a picture, one peg per pixel, or draw the codes of RULES as pictures of --size")
]
Size = Annotated[
    str | None,
    option(
        "WxH",
        "width and height in pixels or pegs [default of a file: same proportions, at most 64 pixels in all]",
    ),
]
Colors = Annotated[
    int | None,
    option("N", f"number of colours of a file [default: {DEFAULT_COLORS}]", min=1, max=MOST_PICTURE_COLORS),
]
Codemaker = Annotated[
    str | None,
    option(
        "digit:N",
        "instead of PICTURE: a classifier that states the odds that the guess is the digit N (0 to 9)",
    ),
]
AnimationFile = Annotated[
    Output | None,
    writing(
        ANIMATION,
        "write a .gif, .png, .svg or .webp animation; on Ctrl-C, of the turns so far",
        "--output -o",
    ),
]
Pace = Annotated[
    float | None,
    option(
        "SECONDS",
        f"minimum time each guess is shown on a terminal [default: {PACE:g}]",
        min=0,
        max=60,
    ),
]
Quiet = Annotated[bool, flag("--quiet -q", "print only the result; faster with many pegs")]
Verbose = Annotated[bool, flag("--verbose -v", "print every guess in full, however long")]
Save = Annotated[
    Output | None,
    writing(
        SAVED_GAME,
        "save the game, with its secret, every 10 seconds and at the end; if the file has this game, continue it",
    ),
]
Resume = Annotated[Output | None, writing(RESUMED_GAME, "continue a saved game, and save it to the same file")]


@options.reads_table("rules")
def solve(
    rules: Solved = None,
    secret: Secret = None,
    strategy: options.Strategy = "auto",
    first: options.First = None,
    turns: Turns = None,
    boards: options.Boards = None,
    adversary: options.Adversary = False,
    noise: options.Noise = None,
    declare: options.Declare = None,
    symbols: options.Symbols = None,
    base: options.Base = None,
    seed: options.Seed = None,
    workers: options.Workers = None,
    chunks: options.Chunks = "auto",
    picture: IsPicture = False,
    size: Size = None,
    colors: Colors = None,
    codemaker: Codemaker = None,
    output: AnimationFile = None,
    pace: Pace = None,
    quiet: Quiet = False,
    verbose: Verbose = False,
    save: Save = None,
    resume: Resume = None,
    json: options.Json = False,
) -> None:
    """Watch a strategy guess a secret code, or a picture.

    Examples:
        codepegs solve p4c6
        codepegs solve p4c10 8 7 6 5 --strategy minimax --first 1111
        codepegs solve p4c6 --noise 0.1 --declare 0.99
        codepegs solve words:answers.txt:wordle --adversary
        codepegs solve wordle.toml crane / slate
        codepegs solve p10000c10000 --save game.json
        codepegs solve --resume game.json
        codepegs solve --picture fish
        codepegs solve --picture cat.jpg --size 9x7 --colors 4 -o cat.gif
        codepegs solve --picture --codemaker digit:7 -o seven.svg
        codepegs solve p45c3 --picture --size 9x5

    In games of more than 60 pegs, only progress is printed unless --verbose is given. cat.jpg stands for a picture file
    of your own.

    With --noise, replies may be false. The game then ends when the guess equals the secret, whatever the reply. With
    --declare P, the strategy must declare the secret instead; after a wrong declaration, the exit code is 1.
    """
    for_pictures = {"--size": size, "--colors": colors, "--codemaker": codemaker, "--output": output, "--pace": pace}
    if not picture:
        options.check_needed(for_pictures, "--picture")
    elif output is not None:
        need_pillow()
    if quiet and (picture or verbose):
        raise BadInput.because("not_both", first="--quiet", second="--picture" if picture else "--verbose")
    shown = PictureOptions(size, colors, codemaker, output, PACE if pace is None else pace) if picture else None
    given = GameOptions(
        rules,
        secret or [],
        strategy,
        first,
        turns,
        boards,
        adversary,
        noise,
        declare,
        symbols,
        base,
        seed,
        workers,
        chunks,
        shown,
        quiet,
        verbose,
        save,
        resume,
        json,
        options.read_share(noise),
    )
    is_file = resume is None and (rules is None or not games.is_rules(rules))
    if not picture and is_file and rules is not None and (rules in DRAWINGS or PICTURE.search(rules)):
        raise BadInput.because("picture_as_rules", name=files.shown(rules))
    if picture and (codemaker is not None or is_file):
        _solve_picture(given)
    else:
        options.check_alone({"--colors": colors}, "RULES")
        _solve_game(given)


solve.modes |= {  # type: ignore[attr-defined]
    "Options of false replies": "noise declare",
    "Options of --picture": "picture size colors codemaker output pace",
    "Options of saved games": "save resume",
}


@dataclass(frozen=True)
class PictureOptions:
    """How codes are shown as pictures; the size and the colours are as they were typed."""

    size: str | None
    colors: int | None
    codemaker: str | None
    output: Output | None
    pace: float

    def write(self, animation: Animation) -> None:
        """Write an animation to the output, if there is one, and print its size."""
        if self.output is None:
            return
        content = animation.encode(self.output.path.suffix[1:].upper())
        files.write_whole(self.output.path, content)
        frames = len(animation.steps) + (animation.played is not None)
        kilobytes = max(1, round(len(content) / 1000))
        tell_saved(self.output, f" ({frames:,} frame{'s' * (frames != 1)}, {kilobytes:,} kB)")


@dataclass(frozen=True)
class GameOptions:
    """The options of a game as they were typed, and what --noise means."""

    rules: str | None
    secret: list[str]
    strategy: str
    first: str | None
    turns: int | None
    boards: int | None
    adversary: bool
    noise: str | None
    declare: float | None
    symbols: str | None
    base: int | None
    seed: int | None
    workers: int | None
    chunks: str
    picture: PictureOptions | None
    quiet: bool
    verbose: bool
    save: Output | None
    resume: Output | None
    json: bool
    share: float | str


def _solve_picture(given: GameOptions) -> None:
    """Play a game whose secret is a picture, or known to a classifier only."""
    from codepegs.cli.solve_picture import guess_digit, guess_picture

    picture = given.picture
    assert picture is not None
    others: dict[str, Any] = {
        "SECRET": bool(given.secret),
        "--boards": given.boards,
        "--adversary": given.adversary,
        "--symbols": given.symbols,
        "--base": given.base,
        "--chunks": given.chunks != "auto",
        "--verbose": given.verbose,
        "--save": given.save,
        "--resume": given.resume,
    }
    options.check_alone(others, "a picture")
    if picture.codemaker is None:
        guess_picture(given, picture)
        return
    others = {
        "PICTURE": given.rules,
        "--first": given.first,
        "--size": picture.size,
        "--colors": picture.colors,
        "--noise": given.noise,
        "--declare": given.declare,
        "--strategy": None if given.strategy in ("auto", "mcmc") else given.strategy,
    }
    options.check_alone(others, "--codemaker", "mcmc_plays")
    guess_digit(picture.codemaker, given, picture)


def _solve_game(given: GameOptions) -> None:
    """Play a game, or the rest of a saved one, and print it."""
    from codepegs.match import saved_game

    resumed = None
    if given.resume is not None:
        named: dict[str, Any] = {"RULES": bool(given.rules or given.secret), "--strategy": given.strategy != "auto"}
        named |= {"--first": given.first, "--seed": given.seed, "--noise": given.noise}
        options.check_alone({**named, "--declare": given.declare}, "--resume", "file_has_all")
        resumed = saved_game.read(given.resume.path)
        given = replace(
            given, rules=resumed.rules, strategy=resumed.strategy, share=resumed.noise, declare=resumed.declare
        )
    is_known = given.secret or given.save is not None or given.resume is not None
    if given.adversary and (is_known or given.share or given.declare is not None):
        raise BadInput.because("adversary_alone")
    if given.rules is None:
        raise BadInput.because("no_rules_to_solve")
    game = games.Game.parse(given.rules)
    notation = options.make_notation(given.rules, given.symbols, given.base, game)
    typed = " ".join(given.secret)
    if given.boards is not None or options.SEPARATOR in typed.split():
        _solve_boards(given, notation)
        return
    with hinting_at_notation(given.symbols, given.base):
        notation = notation.as_typed(game, f"{typed}; {given.first or ''}")
        held = notation.parse(game, typed) if given.secret else None
    player = strategies.Player.parse(given.strategy)
    player = with_first(player, game, given.first, notation).with_noise(given.share, given.declare)
    player.start(game, Seed(0))  # raises if the options do not suit the game
    print_estimate(game, player, given.workers)
    saving = _Saving(given, game, player, held, resumed)
    screen = _Screen(given, game, notation, player, saving)
    try:
        played = screen.run(lambda: _play(given, game, player, saving, screen))
    except KeyboardInterrupt:
        with interrupts_ignored():
            screen.interrupt()
        raise
    screen.end(played)
    if not played.solved:
        raise typer.Exit(1)


def _solve_boards(given: GameOptions, notation: games.Notation) -> None:
    """Play several boards at once."""
    from codepegs.cli.boards import solve_on_boards

    named: dict[str, Any] = {"--first": given.first, "--adversary": given.adversary, "--noise": given.noise}
    named |= {"--declare": given.declare, "--save": given.save, "--resume": given.resume, "--picture": given.picture}
    options.check_alone(named)
    assert given.rules is not None
    solve_on_boards(
        given.rules,
        given.secret,
        given.boards,
        given.strategy,
        given.turns,
        notation,
        given.seed,
        given.workers,
        quiet=given.quiet,
        json=given.json,
    )


def _play(
    given: GameOptions, game: games.Game, player: strategies.Player, saving: _Saving, screen: _Screen
) -> match.PlayedGame:
    """Play the game, which a screen shows and a file saves."""
    from codepegs.reports.parallel_knuth import ChunkPlan, PlannedThreads

    threads = PlannedThreads(given.workers or cores(), plan=ChunkPlan.parse(given.chunks))
    with working_budget(threads, quiet=not screen.prints_lines) as budget:
        if not given.json:
            size = "" if game._traits.is_tabulated else f", {counted(game.size, 'code')}"
            screen.out.print(f"{game}: {game.words}{size}; strategy {player}")
            if saving.resumed is not None:
                screen.out.print(f"Replaying {counted(saving.resumed.turns, 'saved turn')} from {saving.source}.")
        playing = match.iter_play(
            game,
            saving.secret,
            player,
            codemaker=match.Adversary(game) if given.adversary else None,
            noise=given.share,
            declare=given.declare,
            turns=given.turns,
            seed=saving.seed,
            workers=budget.threads,
        )
        screen.on_start(playing.codebreaker)
        for number, turn in enumerate(playing, 1):
            screen.on_turn(number, turn)
        return playing.result


class _Saving:
    """The saved game that a game continues, if any, and the file that it is saved to."""

    def __init__(
        self,
        given: GameOptions,
        game: games.Game,
        player: strategies.Player,
        secret: games.Code | None,
        resumed: SavedGame | None,
    ) -> None:
        from codepegs.match import saved_game

        self.resumed, self.source = resumed, given.resume
        self.secret = secret if resumed is None else resumed.code
        seed = given.seed if resumed is None else resumed.seed
        how: dict[str, Any] = {"noise": given.share, "declare": given.declare}
        if given.save is not None:
            begun = saved_game.find(given.save.path, game, player, secret=self.secret, seed=seed, **how)
            if begun is not None and (resumed is None or begun.turns >= resumed.turns):
                self.resumed, self.source = begun, given.save
                seed = begun.seed
        self.seed = Seed.of(seed)
        self.target = given.save or given.resume
        self.recorder: match.Recorder | None = None
        if self.target is not None:
            start = self.resumed or saved_game.SavedGame.begun(game, player, self.seed, self.secret, **how)
            self.secret = start.code
            self.recorder = saved_game.Recorder(self.target.path, start)

    def close(self) -> str:
        """Write what is not written yet; return the line with the command that continues the game."""
        if self.recorder is None:
            return ""
        self.recorder.close()
        if self.target is not None and self.target.written is None:
            return ""
        file = "FILE" if self.target is None or self.target.is_stdout else shlex.quote(str(self.target.written))
        return f"{counted(self.recorder.turns, 'turn')} saved. To continue: codepegs solve --resume {file}"


class _Screen:
    """How a game is shown while it is played, and at its end."""

    def __init__(
        self,
        given: GameOptions,
        game: games.Game,
        notation: games.Notation,
        player: strategies.Player,
        saving: _Saving,
    ) -> None:
        from codepegs.cli.render_picture import LongGameBoard, WatchedGame, grid_of
        from codepegs.cli.terminal import PlayedRows, is_long

        self.given, self.game, self.notation, self.saving = given, game, notation, saving
        self.out = console()
        self.rows = PlayedRows(game, notation, in_full=given.verbose, noisy=player.noise.doubts)
        ignores_order = game.view in (games.View.TOTAL, games.View.WHITE)  # black depends on positions
        counts_order = ignores_order and player.noise.trusts and not (given.share or given.quiet)
        self.order = strategies.OrderNote(game) if counts_order else None
        self.picture = None if given.picture is None else grid_of(given.picture.size, game)
        is_watched = given.picture is not None and (given.picture.output is not None or not given.json)
        self.watched = WatchedGame() if is_watched else None
        is_plain = not (given.json or given.verbose or self.watched)
        self.board = LongGameBoard(game, quiet=given.quiet) if is_long(game) and is_plain else None
        self.codebreaker: strategies.Codebreaker | None = None

    @property
    def prints_lines(self) -> bool:
        """Whether a line is printed for each turn, if not `quiet`."""
        return not (self.given.json or self.watched or self.board)

    def run(self, play: Callable[[], match.PlayedGame]) -> match.PlayedGame:
        """Play the game, in the background if the main thread must show or save it."""
        from codepegs.cli.render_picture import PictureBoard, in_background

        if self.watched is not None and self.picture is not None and self.given.picture is not None:
            board = None if self.given.json else PictureBoard(self.picture, self.notation, pace=self.given.picture.pace)
            return self.watched.run(play, board)
        if self.saving.recorder is not None or self.board is not None:
            return in_background(play)  # so that the main thread can save on Ctrl-C
        return play()

    def on_start(self, codebreaker: strategies.Codebreaker) -> None:
        self.codebreaker = codebreaker
        for viewer in (self.watched, self.board):
            if viewer is not None:
                viewer.on_start(codebreaker)

    def on_turn(self, number: int, turn: match.PlayedTurn) -> None:
        if self.saving.recorder is not None:
            self.saving.recorder.on_turn(number, turn)
        if self.watched is not None:
            self.watched.on_turn(number, turn)
            return
        if self.board is not None:
            self.board.on_turn(number, turn)
        order = self.order
        if order is not None and not turn.ends:
            order.learn(turn.guess, turn.reply, turn.candidates)
        if self.given.json or self.given.quiet:
            return
        if self.board is None:
            self.out.print(self.rows.row(number, turn), soft_wrap=self.given.verbose)
            if not turn.ends and turn.candidates is None and self.codebreaker is not None:
                report = self.codebreaker.report()
                for note in report.notes if report.candidates_estimate is not None else ():  # others note progress
                    self.out.print(f"     {note}", style="dim")
        if order is not None and order.is_new and not turn.ends:
            self.out.print(f"     {order.sentence}", style="dim")

    def interrupt(self) -> None:
        """Save the game, and print the command that continues it."""
        if self.board is not None:
            self.board.close()
            if self.board.standing:
                error_console().print(self.board.standing)
        if line := self.saving.close():
            error_console().print(line)
        self._write()

    def end(self, played: match.PlayedGame) -> None:
        """Print the result, and what can be done next."""
        from codepegs.cli.terminal import EQUIVALENTS, INTERVALS

        given, out, resumed = self.given, self.out, self.saving.resumed
        to_continue = self.saving.close()
        if self.board is not None:
            self.board.end(solved=played.solved)
        equivalents = EQUIVALENTS.format(what="left")
        for note, is_due in ((INTERVALS, self.rows.has_intervals), (equivalents, self.rows.has_equivalents)):
            if is_due:
                out.print(note, style="dim")
        if not given.json:
            self._print_result(played)
        self._write(played)
        if given.json:
            first = None if self.order is None else self.order.first
            emit_json(replace(played, in_full=not given.quiet, open_order=first))
            return
        if given.share and played.false_turns is not None:
            out.print(suspects_text(played.false_turns))
        if resumed is not None and played.solved and played.guesses == resumed.turns:
            out.print(f"The game in {self.saving.source} was already finished.")
        if to_continue and not played.solved:
            out.print(to_continue, soft_wrap=True)
        if not given.secret and given.seed is None and resumed is None:
            out.print(again_text(played.seed), style="dim", soft_wrap=True)

    def _print_result(self, played: match.PlayedGame) -> None:
        from codepegs.cli.terminal import code_words

        out, game, notation = self.out, self.game, self.notation
        if played.solved and (played.known or not played.is_declared):
            out.print(result_text(played), markup=False)
        elif played.declared is not None and played.confidence is not None:
            code = notation.format(game, played.declared)
            out.print(declared_text(played.guesses, played.confidence, played.correct, code))
            if not played.correct:
                out.print(f"The secret was {notation.format(game, played.secret or ())}.")
        elif played.secret is None:
            out.print(result_text(played))
        else:
            in_full = self.given.verbose
            told = code_words(game, played.secret, notation, in_full=in_full)
            out.print(f"{result_text(played)} The secret was {told}.", soft_wrap=in_full)

    def _write(self, played: match.PlayedGame | None = None) -> None:
        """Write the game as an animation, if it is to be; of an interrupted game, the turns so far."""
        if self.watched is None or self.picture is None or self.given.picture is None:
            return
        last = self.watched.steps[-1].turn.guess if self.watched.steps else None
        secret = (None if played is None else played.secret) or last
        if secret is not None:
            self.given.picture.write(Animation(self.picture.with_code(secret), self.watched.steps, played))


def again_text(seed: int) -> str:
    """Return the line with the command that repeats a game with a random seed."""
    return f"To repeat this game: {shlex.join(['codepegs', *sys.argv[1:], '--seed', str(seed)])}"


def result_text(played: match.PlayedGame) -> str:
    """Return the sentence for a game that was solved, given up, or out of turns."""
    turns = counted(played.guesses, "turn")
    if played.solved:
        return f"Solved in {turns} ({seconds_text(played.seconds)}){f': {played.known}' if played.known else ''}."
    return f"Gave up after {turns}: {played.stopped}." if played.stopped else f"Not solved in {turns}."
