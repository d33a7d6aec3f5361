"""`codepegs image`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from codepegs.cli.common import (
    JsonOption,
    SeedOption,
    StrategyOption,
    WorkersOption,
    console,
    emit_json,
    error_console,
    print_estimate,
    working_budget,
)
from codepegs.cli.noise_options import DeclareOption, NoiseOption
from codepegs.cli.outputs import ANIMATION, Output, tell_saved, writing
from codepegs.render import DRAWINGS

if TYPE_CHECKING:
    from codepegs.match import PlayedGame
    from codepegs.render import Animation

PACE = 0.15
"""Minimum seconds a guess is shown on a terminal, long enough to see the change."""


def image(
    picture: Annotated[
        str,
        typer.Argument(
            metavar="PICTURE", help=f"a PNG, JPEG, GIF or WebP file, or a built-in picture: {', '.join(DRAWINGS)}"
        ),
    ],
    size: Annotated[
        str | None,
        typer.Option(
            "--size",
            metavar="WxH",
            help="width and height in pixels [default: same proportions, at most 64 pixels in all]",
        ),
    ] = None,
    colors: Annotated[
        int | None,
        typer.Option("--colors", metavar="N", min=1, max=35, help="number of colours [default: 3]"),
    ] = None,
    output: Annotated[
        Output | None,
        writing(
            ANIMATION,
            "--output",
            "-o",
            help="write the game as a .gif, .png or .webp animation; on Ctrl-C, the turns so far",
        ),
    ] = None,
    strategy: StrategyOption = "auto",
    turns: Annotated[int | None, typer.Option("--turns", metavar="N", min=1, help="maximum number of turns")] = None,
    noise: NoiseOption = None,
    declare: DeclareOption = None,
    pace: Annotated[
        float,
        typer.Option("--pace", metavar="SECONDS", min=0, max=60, help="minimum time each guess is shown on a terminal"),
    ] = PACE,
    seed: SeedOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Watch a strategy guess a picture, one peg per pixel.

    Examples:
        codepegs image fish
        codepegs image cat.jpg --size 9x7 --colors 4 -o cat.gif
        codepegs image sailboat --size 4x4 --colors 2 --strategy minimax --json

    cat.jpg stands for a picture file of your own.
    """
    from codepegs.cli.noise_options import check_declare, read_share, suspects_text
    from codepegs.cli.render_board import seconds_text
    from codepegs.cli.render_picture import PictureBoard, WatchedGame
    from codepegs.cli.solve import again_text, unsolved_text
    from codepegs.errors import BadStrategy
    from codepegs.game import chance_words, counted
    from codepegs.match import play
    from codepegs.render import DEFAULT_COLORS, Animation, Picture, PlayedPicture, check_output, parse_size
    from codepegs.rng import Seed
    from codepegs.strategies import Player

    share = read_share(noise)
    check_declare(declare)
    player = Player.parse(strategy).with_noise(share, declare)
    if output is not None:
        check_output(output.path)
    secret = Picture.load(picture, None if size is None else parse_size(size), colors)
    game = secret.game
    wanted = colors or (len(DRAWINGS[picture].palette) if picture in DRAWINGS else DEFAULT_COLORS)
    if len(secret.palette) < wanted:
        error_console().print(
            f"{picture} has only {counted(len(secret.palette), 'colour')} at {secret.size} pixels, not {wanted}.",
            markup=False,
        )
    reason = player.strategy.why_not(game)
    if reason is not None:
        raise BadStrategy(
            f"{player.strategy.name} cannot play {secret.words}: {reason}; try a smaller --size, fewer --colors or "
            "another --strategy"
        )
    player.start(game, Seed(0))  # raises if the options do not suit the game
    print_estimate(game, player, workers)
    watched = WatchedGame()

    def play_it() -> PlayedGame:
        with working_budget(workers, quiet=True) as budget:
            return play(
                game,
                secret.code,
                player,
                noise=share,
                declare=declare,
                turns=turns,
                seed=seed,
                workers=budget.threads,
                on_turn=watched.on_turn,
                on_start=watched.on_start,
            )

    out = console()
    board = None if json else PictureBoard(secret, pace=pace)
    if board is not None:
        out.print(f"{picture}: {secret.words} ({game}); strategy {player}", markup=False, soft_wrap=True)
    try:
        played = watched.run(play_it, board)
    except KeyboardInterrupt:
        if output is not None and watched.steps:
            _write(Animation(secret, watched.steps), output)
        raise
    if json:
        if output is not None:
            _write(Animation(secret, watched.steps, played), output)
        written = None if output is None else output.written
        emit_json(PlayedPicture(played, secret, None if written is None else str(written)))
    else:
        turns_made = counted(played.guesses, "turn")
        if played.declared is not None and played.confidence is not None:
            ending = "correct" if played.correct else "wrong"
            out.print(f"Declared after {turns_made} with confidence {chance_words(played.confidence)}: {ending}.")
        elif played.solved:
            out.print(f"Solved in {turns_made} ({seconds_text(played.seconds)}).")
        else:
            out.print(unsolved_text(played.stopped, played.guesses), markup=False, soft_wrap=True)
        if share and played.false_turns is not None:
            out.print(suspects_text(played.false_turns), soft_wrap=True)
        if output is not None:
            _write(Animation(secret, watched.steps, played), output)
        if seed is None and (share or not player.is_deterministic(game)):
            out.print(again_text(played.seed), style="dim", markup=False, soft_wrap=True)
    if not played.solved:
        raise typer.Exit(1)


def _write(animation: Animation, output: Output) -> None:
    """Write the animation and print its size."""
    size = animation.write(output.path)
    frames = len(animation.steps) + (animation.played is not None)
    tell_saved(output, f" ({frames:,} frame{'s' * (frames != 1)}, {max(1, round(size / 1000)):,} kB)")
