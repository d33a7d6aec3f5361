"""Games of `codepegs solve --picture` whose secret is a picture, or known to a classifier only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import typer

from codepegs import match, strategies
from codepegs.cli.options import with_first
from codepegs.cli.position_argument import declared_text, suspects_text
from codepegs.cli.render_picture import PictureBoard, RatedGame, WatchedGame
from codepegs.cli.solve import GameOptions, PictureOptions, again_text, result_text
from codepegs.cli.terminal import console, cores, emit_json, error_console, print_estimate
from codepegs.errors import BadInput
from codepegs.reasons import counted
from codepegs.render import DEFAULT_COLORS, DRAWINGS, Animation, Picture, PlayedPicture, parse_size
from codepegs.rng import Seed


def guess_picture(given: GameOptions, shown: PictureOptions) -> None:
    """Let a strategy find the picture of a file, or one that ships with codepegs."""
    if given.rules is None:
        raise BadInput.because("no_picture_given", choice=", ".join(DRAWINGS))
    player = strategies.Player.parse(given.strategy).with_noise(given.share, given.declare)
    secret = _load(given.rules, shown, player)
    player = with_first(player, secret.game, given.first)
    player.start(secret.game, Seed(0))  # raises if the options do not suit the game
    print_estimate(secret.game, player, given.workers)
    watched = WatchedGame()
    begin = partial(match.iter_play, secret.game, secret.code, player, noise=given.share, declare=given.declare)
    begin = partial(begin, turns=given.turns, seed=given.seed, workers=given.workers or cores())
    play = partial(watched.follow, begin)
    title = f"{given.rules}: {secret.words} ({secret.game}); strategy {player}"
    is_random = bool(given.share) or not player.is_deterministic(secret.game)
    _watch(watched, play, secret, title, given, shown, is_random=is_random)


def guess_digit(codemaker: str, given: GameOptions, shown: PictureOptions) -> None:
    """Let mcmc look for a picture that a classifier takes for a digit."""
    from codepegs.reports import mcmc

    rater = mcmc.DigitRater.parse(codemaker)
    secret = Picture(*mcmc.DIGIT_SIZE, (mcmc.INK, mcmc.PAPER), (0,) * mcmc.DIGIT_GAME.pegs)
    watched = RatedGame(mcmc.DIGIT_GAME)
    play = partial(mcmc.play_rated, mcmc.DIGIT_GAME, rater.log_odds, wanted=mcmc.WANTED, seed=Seed.of(given.seed))
    play = partial(play, turns=given.turns or mcmc.MOST_RATED_TURNS, on_turn=watched.on_turn)
    title = f"{rater}: {secret.words} ({secret.game}); odds of 10^{mcmc.WANTED:g} wanted; random walk of mcmc"
    _watch(watched, play, secret, title, given, shown, is_random=True)


def _watch(
    watched: WatchedGame,
    play: Callable[[], match.PlayedGame],
    secret: Picture,
    title: str,
    given: GameOptions,
    shown: PictureOptions,
    *,
    is_random: bool,
) -> None:
    """Play a game and show it; print its result, and, if it is random, the command that repeats it."""
    out = console()
    board = None if given.json else PictureBoard(secret, pace=shown.pace)
    if board is not None:
        out.print(title, soft_wrap=True)
    try:
        played = watched.run(play, board)
    except KeyboardInterrupt:
        if watched.steps:
            shown.write(Animation(secret, watched.steps))
        raise
    if isinstance(watched, RatedGame) and watched.best is not None:
        secret = secret.with_code(watched.best.guess)
    if not given.json:
        if played.declared is not None and played.confidence is not None:
            out.print(declared_text(played.guesses, played.confidence, played.correct))
        else:
            out.print(result_text(played), soft_wrap=True)
        if given.share and played.false_turns is not None:
            out.print(suspects_text(played.false_turns), soft_wrap=True)
    shown.write(Animation(secret, watched.steps, played))
    if given.json:
        written = None if shown.output is None else shown.output.written
        emit_json(PlayedPicture(played, secret, None if written is None else str(written)))
    elif is_random and given.seed is None:
        out.print(again_text(played.seed), style="dim", soft_wrap=True)
    if not played.solved:
        raise typer.Exit(1)


def _load(name: str, shown: PictureOptions, player: strategies.Player) -> Picture:
    """Load the picture that a player is to find; raises `BadInput` if it cannot."""
    secret = Picture.load(name, None if shown.size is None else parse_size(shown.size), shown.colors)
    wanted = shown.colors or (len(DRAWINGS[name].palette) if name in DRAWINGS else DEFAULT_COLORS)
    if len(secret.palette) < wanted:
        error_console().print(
            f"{name} has only {counted(len(secret.palette), 'colour')} at {secret.size} pixels, not {wanted}."
        )
    reason = player.strategy.why_not(secret.game)
    if reason is not None:
        raise secret.unplayed(player.strategy.name, reason, "smaller_options")
    player.start(secret.game, Seed(0))  # raises if the options do not suit the game
    return secret
