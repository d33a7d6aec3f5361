"""`codepegs image`."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from codepegs import files, match, strategies
from codepegs.cli import options
from codepegs.cli.options import ANIMATION, Output, argument, option, tell_saved, writing
from codepegs.cli.position_argument import declared_text, suspects_text
from codepegs.cli.terminal import console, cores, emit_json, error_console, print_estimate
from codepegs.errors import BadInput
from codepegs.reasons import counted
from codepegs.render import (
    DEFAULT_COLORS,
    DRAWINGS,
    MOST_COLORS,
    Animation,
    Picture,
    PlayedPicture,
    need_pillow,
    parse_size,
)
from codepegs.rng import Seed

PACE = 0.15
"""Minimum seconds a guess is shown on a terminal, long enough to see the change."""


def image(
    picture: Annotated[
        str | None,
        argument("[PICTURE]", f"a PNG, JPEG, GIF or WebP file, or a built-in picture: {', '.join(DRAWINGS)}"),
    ] = None,
    codemaker: Annotated[
        str | None,
        option(
            "digit:N", "instead of PICTURE: a classifier that states the odds that the guess is the digit N (0 to 9)"
        ),
    ] = None,
    size: Annotated[
        str | None, option("WxH", "width and height in pixels [default: same proportions, at most 64 pixels in all]")
    ] = None,
    colors: Annotated[
        int | None, option("N", f"number of colours [default: {DEFAULT_COLORS}]", min=1, max=MOST_COLORS)
    ] = None,
    output: Annotated[
        Output | None,
        writing(
            ANIMATION,
            "write the game as a .gif, .png, .svg or .webp animation; on Ctrl-C, the turns so far",
            "--output -o",
        ),
    ] = None,
    strategy: options.Strategy = "auto",
    turns: Annotated[int | None, option("N", "maximum number of turns", min=1)] = None,
    noise: options.Noise = None,
    declare: options.Declare = None,
    pace: Annotated[float, option("SECONDS", "minimum time each guess is shown on a terminal", min=0, max=60)] = PACE,
    seed: options.Seed = None,
    workers: options.Workers = None,
    json: options.Json = False,
) -> None:
    """Watch a strategy guess a picture, one peg per pixel.

    Examples:
        codepegs image fish
        codepegs image cat.jpg --size 9x7 --colors 4 -o cat.gif
        codepegs image sailboat --size 4x4 --colors 2 --strategy minimax --json
        codepegs image --codemaker digit:7 -o seven.svg

    cat.jpg stands for a picture file of your own.
    """
    from codepegs.cli.render_picture import PictureBoard, RatedGame, WatchedGame
    from codepegs.cli.solve import again_text, result_text
    from codepegs.reports import mcmc

    if output is not None:
        need_pillow()
    share = options.read_share(noise)
    if codemaker is not None:
        given = {"PICTURE": picture, "--size": size, "--colors": colors, "--noise": noise, "--declare": declare}
        given["--strategy"] = None if strategy in ("auto", "mcmc") else strategy
        options.check_alone(given, "--codemaker", "mcmc_plays")
        rater = mcmc.DigitRater.parse(codemaker)
        secret = Picture(*mcmc.DIGIT_SIZE, (mcmc.INK, mcmc.PAPER), (0,) * mcmc.DIGIT_GAME.pegs)
        watched: WatchedGame = RatedGame(mcmc.DIGIT_GAME)
        play = partial(mcmc.play_rated, mcmc.DIGIT_GAME, rater.log_odds, wanted=mcmc.WANTED, seed=Seed.of(seed))
        play = partial(play, turns=turns or mcmc.MOST_RATED_TURNS, on_turn=watched.on_turn)
        needs_seed = True
        title = f"{rater}: {secret.words} ({secret.game}); odds of 10^{mcmc.WANTED:g} wanted; random walk of mcmc"
    elif picture is None:
        raise BadInput.because("no_picture_given", choice=", ".join(DRAWINGS))
    else:
        player = strategies.Player.parse(strategy).with_noise(share, declare)
        secret = _load(picture, size, colors, player)
        print_estimate(secret.game, player, workers)
        watched = WatchedGame()
        begin = partial(match.iter_play, secret.game, secret.code, player, noise=share, declare=declare, turns=turns)
        play = partial(watched.follow, partial(begin, seed=seed, workers=workers or cores()))
        needs_seed = bool(share) or not player.is_deterministic(secret.game)
        title = f"{picture}: {secret.words} ({secret.game}); strategy {player}"
    out = console()
    board = None if json else PictureBoard(secret, pace=pace)
    if board is not None:
        out.print(title, soft_wrap=True)
    try:
        played = watched.run(play, board)
    except KeyboardInterrupt:
        if output is not None and watched.steps:
            _write(Animation(secret, watched.steps), output)
        raise
    if isinstance(watched, RatedGame) and watched.best is not None:
        secret = secret.with_code(watched.best.guess)
    if not json:
        if played.declared is not None and played.confidence is not None:
            out.print(declared_text(played.guesses, played.confidence, played.correct))
        else:
            out.print(result_text(played), soft_wrap=True)
        if share and played.false_turns is not None:
            out.print(suspects_text(played.false_turns), soft_wrap=True)
    if output is not None:
        _write(Animation(secret, watched.steps, played), output)
    if json:
        written = None if output is None else output.written
        emit_json(PlayedPicture(played, secret, None if written is None else str(written)))
    elif seed is None and needs_seed:
        out.print(again_text(played.seed), style="dim", soft_wrap=True)
    if not played.solved:
        raise typer.Exit(1)


def _load(picture: str, size: str | None, colors: int | None, player: strategies.Player) -> Picture:
    """Load the picture that a player is to find; raises `BadInput` if it cannot."""
    secret = Picture.load(picture, None if size is None else parse_size(size), colors)
    wanted = colors or (len(DRAWINGS[picture].palette) if picture in DRAWINGS else DEFAULT_COLORS)
    if len(secret.palette) < wanted:
        error_console().print(
            f"{picture} has only {counted(len(secret.palette), 'colour')} at {secret.size} pixels, not {wanted}."
        )
    reason = player.strategy.why_not(secret.game)
    if reason is not None:
        raise secret.unplayed(player.strategy.name, reason, "smaller_options")
    player.start(secret.game, Seed(0))  # raises if the options do not suit the game
    return secret


def _write(animation: Animation, output: Output) -> None:
    """Write the animation and print its size."""
    content = animation.encode(output.path.suffix[1:].upper())
    files.write_whole(output.path, content)
    frames = len(animation.steps) + (animation.played is not None)
    tell_saved(output, f" ({frames:,} frame{'s' * (frames != 1)}, {max(1, round(len(content) / 1000)):,} kB)")
