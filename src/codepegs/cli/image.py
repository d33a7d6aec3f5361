"""`codepegs image`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from codepegs import files, match, strategies
from codepegs.cli import options
from codepegs.cli.options import argument, option
from codepegs.cli.outputs import ANIMATION, Output, tell_saved, writing
from codepegs.cli.position_argument import suspects_text
from codepegs.cli.progress import print_estimate, working_budget
from codepegs.cli.terminal import console, emit_json, error_console
from codepegs.errors import BadInput
from codepegs.reasons import chance_words, counted
from codepegs.render import DEFAULT_COLORS, DRAWINGS, Animation, Picture, PlayedPicture, need_pillow, parse_size
from codepegs.rng import Seed

if TYPE_CHECKING:
    from codepegs.cli.render_picture import WatchedGame

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
    colors: Annotated[int | None, option("N", "number of colours [default: 3]", min=1, max=35)] = None,
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
    from codepegs.cli.render_picture import PictureBoard, RatedGame
    from codepegs.cli.solve import again_text, result_text

    share: float | str = 0.0
    if output is not None:
        need_pillow()
    if codemaker is not None:
        given = {"PICTURE": picture, "--size": size, "--colors": colors, "--noise": noise, "--declare": declare}
        given["--strategy"] = None if strategy in ("auto", "mcmc") else strategy
        options.check_alone(given, "--codemaker", "mcmc_plays")
        film = _for_classifier(codemaker, turns, seed)
    elif picture is None:
        raise BadInput.because("no_picture_given", choice=", ".join(DRAWINGS))
    else:
        share = options.read_share(noise)
        player = strategies.Player.parse(strategy).with_noise(share, declare)
        playing = {"noise": share, "declare": declare, "turns": turns, "seed": seed}
        film = _for_picture(picture, size, colors, player, workers, playing)
    secret, watched = film.picture, film.watched
    out = console()
    board = None if json else PictureBoard(secret, pace=pace)
    if board is not None:
        out.print(film.title, soft_wrap=True)
    try:
        played = watched.run(film.play, board)
    except KeyboardInterrupt:
        if output is not None and watched.steps:
            _write(Animation(secret, watched.steps), output)
        raise
    if isinstance(watched, RatedGame) and watched.best is not None:
        secret = secret.with_code(watched.best.guess)
    if json:
        if output is not None:
            _write(Animation(secret, watched.steps, played), output)
        written = None if output is None else output.written
        emit_json(PlayedPicture(played, secret, None if written is None else str(written)))
    else:
        if played.declared is not None and played.confidence is not None:
            ending = "correct" if played.correct else "wrong"
            made, chance = counted(played.guesses, "turn"), chance_words(played.confidence)
            out.print(f"Declared after {made} with confidence {chance}: {ending}.")
        else:
            out.print(result_text(played), soft_wrap=True)
        if share and played.false_turns is not None:
            out.print(suspects_text(played.false_turns), soft_wrap=True)
        if output is not None:
            _write(Animation(secret, watched.steps, played), output)
        if seed is None and film.is_drawn:
            out.print(again_text(played.seed), style="dim", soft_wrap=True)
    if not played.solved:
        raise typer.Exit(1)


@dataclass(frozen=True)
class _Film:
    """A game to be watched."""

    title: str
    picture: Picture
    watched: WatchedGame
    play: Callable[[], match.PlayedGame]
    is_drawn: bool
    """Whether the same game needs the same seed."""


def _for_picture(
    picture: str,
    size: str | None,
    colors: int | None,
    player: strategies.Player,
    workers: int | None,
    playing: dict[str, Any],
) -> _Film:
    """Prepare the game of a strategy for a picture, with arguments of `play`."""
    from codepegs.cli.render_picture import WatchedGame

    secret = Picture.load(picture, None if size is None else parse_size(size), colors)
    game = secret.game
    wanted = colors or (len(DRAWINGS[picture].palette) if picture in DRAWINGS else DEFAULT_COLORS)
    if len(secret.palette) < wanted:
        error_console().print(
            f"{picture} has only {counted(len(secret.palette), 'colour')} at {secret.size} pixels, not {wanted}."
        )
    reason = player.strategy.why_not(game)
    if reason is not None:
        raise secret.unplayed(player.strategy.name, reason, "smaller_options")
    player.start(game, Seed(0))  # raises if the options do not suit the game
    print_estimate(game, player, workers)
    watched = WatchedGame()

    def play_it() -> match.PlayedGame:
        with working_budget(workers, quiet=True) as budget:
            return match.play(
                game,
                secret.code,
                player,
                workers=budget.threads,
                on_turn=watched.on_turn,
                on_start=watched.on_start,
                **playing,
            )

    title = f"{picture}: {secret.words} ({game}); strategy {player}"
    return _Film(title, secret, watched, play_it, bool(playing["noise"]) or not player.is_deterministic(game))


def _for_classifier(codemaker: str, turns: int | None, seed: int | None) -> _Film:
    """Prepare the game of the random walk for a picture that a classifier takes for a digit."""
    from codepegs.cli.render_picture import RatedGame
    from codepegs.reports import mcmc

    rater = mcmc.DigitRater.parse(codemaker)
    picture = Picture(*mcmc.DIGIT_SIZE, (mcmc.INK, mcmc.PAPER), (0,) * mcmc.DIGIT_GAME.pegs)
    watched = RatedGame(mcmc.DIGIT_GAME)

    def play_it() -> match.PlayedGame:
        return mcmc.play_rated(
            mcmc.DIGIT_GAME,
            rater.log_odds,
            wanted=mcmc.WANTED,
            seed=Seed.of(seed),
            turns=turns or mcmc.MOST_RATED_TURNS,
            on_turn=watched.on_turn,
        )

    title = f"{rater}: {picture.words} ({mcmc.DIGIT_GAME}); odds of 10^{mcmc.WANTED:g} wanted; random walk of mcmc"
    return _Film(title, picture, watched, play_it, is_drawn=True)


def _write(animation: Animation, output: Output) -> None:
    """Write the animation and print its size."""
    content = animation.encode(output.path.suffix[1:].upper())
    files.write_whole(output.path, content)
    frames = len(animation.steps) + (animation.played is not None)
    tell_saved(output, f" ({frames:,} frame{'s' * (frames != 1)}, {max(1, round(len(content) / 1000)):,} kB)")
