"""The streaming tasks of the workers: games, pictures, and advice of increasing quality."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from codepegs.analysis import (
    MOST_COUNTED,
    CandidateCount,
    Suggestions,
    belief_of,
    predict_turn,
    suggest,
)
from codepegs.codes import MOST_CODES, Candidates, ContradictionExplanation
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import CANONICAL, MOST_PEGS_READ, Game, Position, View, countable, noise_of
from codepegs.match import LongGameObserver, OrderNote, PlayedGame, PlayedTurn, map_signs, play
from codepegs.render import PlayedPicture
from codepegs.rng import Seed
from codepegs.schema import PictureEvent, PictureTurnEvent, ProgressEvent, TurnEvent
from codepegs.server.endpoints import TaskContext
from codepegs.server.requests import (
    ImageRequest,
    SolveRequest,
    SuggestRequest,
    contradiction_in,
    player_of,
    position_of,
)
from codepegs.strategies import AUTO, Codebreaker, Player, Progress, with_value_as_reason
from codepegs.strategies.one_step import figures_of

LEAST_PAUSE = 0.1
"""Seconds between two events of a game whose turns are not all sent."""

MAP_SIGNS = 400

SLOW_SECONDS = 0.5
"""Predicted seconds of a search above which the advice of `auto` is sent first."""

FIRST_COUNTED = 200_000
"""Candidates that are counted at most before the first advice is sent: some hundredths of a second."""

LIKELY = 0.5
"""Least probability at which the colour of a pixel is sent."""


def solve(request: SolveRequest, context: TaskContext) -> PlayedGame:
    """Play a game, with an event per turn."""
    game = Game.parse(request.rules)
    secret = None if request.secret is None else CANONICAL.parse(game, request.secret)
    noise = noise_of(request.noise)
    player = player_of(request.strategy).with_noise(noise)
    context.check_memory(player.start(game, Seed(0)))
    context.accept()
    in_full = game.pegs <= MOST_PEGS_READ
    may_tell = game.view in (View.TOTAL, View.WHITE) and player.noise.trusts and not noise
    order = OrderNote(game) if may_tell and in_full else None
    looks = _Looks(game, context)

    def on_turn(number: int, turn: PlayedTurn) -> None:
        context.check()
        if not in_full:
            looks.on_turn(number, turn)
            return
        if order is not None and not turn.ends:
            order.learn(turn.guess, turn.reply, turn.candidates)
        context.send("turn", TurnEvent(game, number, turn))

    played = play(
        game,
        secret,
        player,
        noise=noise,
        turns=request.turns,
        seed=request.seed,
        workers=context.threads(),
        on_turn=on_turn,
        on_start=looks.on_start,
        valued=in_full and player.noise.trusts,
    )
    return replace(played, in_full=False, open_order=None if order is None else order.first)


class _Looks(LongGameObserver):
    """Sends the progress of a large game periodically."""

    def __init__(self, game: Game, context: TaskContext) -> None:
        super().__init__(game)
        self.context = context
        self._said = 0.0

    def is_due(self, number: int, turn: PlayedTurn) -> bool:
        """Return whether to send an event: not sooner than `LEAST_PAUSE` after the last one, except for the end."""
        paused = number == 1 or turn.ends or self.seconds - self._said >= LEAST_PAUSE
        return paused and super().is_due(number, turn)

    def on_look(self, number: int, turn: PlayedTurn, progress: Progress | None) -> None:
        """Send an event."""
        self._said = self.seconds
        self.context.send(
            "progress",
            ProgressEvent(
                turn=number,
                reply=str(turn.reply),
                known_pegs=None if progress is None else progress.pegs_known,
                counted_colors=None if progress is None else progress.colors_counted,
                left_estimate=None if progress is None else 0.0 if turn.ends else float(progress.guesses_left),
                most_black=self.most_black,
                map=None if progress is None else map_signs(self.game.pegs, progress.known, MAP_SIGNS),
                seconds=round(self._said, 3),
            ),
        )


def image(request: ImageRequest, context: TaskContext) -> PlayedPicture:
    """Play a game for a picture."""
    from codepegs.render import DRAWINGS, Picture, parse_size

    if (request.drawing is None) == (request.png is None):
        raise BadInput("give either drawing or png")
    size = None if request.size is None else parse_size(request.size)
    noise = noise_of(request.noise)
    player = player_of(request.strategy).with_noise(noise)
    if request.png is not None:
        content = _decoded(request.png)
        picture = Picture.from_bytes(content, size, request.colors)
    elif request.drawing in DRAWINGS:
        picture = Picture.load(request.drawing, size, request.colors)
    else:
        raise BadInput(f"unknown drawing {request.drawing!r}: expected {' or '.join(DRAWINGS)}")
    game = picture.game
    reason = player.strategy.why_not(game)
    if reason is not None:
        raise BadStrategy(
            f"{player.strategy.name} cannot play {picture.words}: {reason}; give a smaller size, fewer colours "
            "or another strategy"
        )
    context.check_memory(player.start(game, Seed(0)))
    context.send(
        "picture",
        PictureEvent(size=picture.size, palette=picture.hex_palette, rules=str(game), pixels=list(picture.code)),
    )
    started: list[Codebreaker] = []
    sent = time.monotonic()

    def on_turn(number: int, turn: PlayedTurn) -> None:
        nonlocal sent
        context.check()
        now = time.monotonic()
        if game.pegs > MOST_PEGS_READ and not turn.ends and number > 1 and now - sent < LEAST_PAUSE:
            return
        sent = now
        if turn.ends:
            shown = list(turn.guess)
        else:
            belief = belief_of(started[0])
            likely = (belief.chances.max(axis=1) >= LIKELY).tolist()
            shown = [color if sure else -1 for color, sure in zip(belief.best, likely, strict=True)]
        context.send(
            "turn",
            PictureTurnEvent(
                turn=number,
                guess=CANONICAL.format(game, turn.guess),
                reply=str(turn.reply),
                belief=shown,
                candidates=countable(turn.candidates),
            ),
        )

    played = play(
        game,
        picture.code,
        player,
        noise=noise,
        seed=request.seed,
        workers=context.threads(),
        on_turn=on_turn,
        on_start=started.append,
    )
    return PlayedPicture(replace(played, in_full=False), picture)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadInput("'png' is not valid base64: send the bytes of a picture file in base64") from None


def suggest_stream(request: SuggestRequest, context: TaskContext) -> Suggestions | ContradictionExplanation:
    """Send advice of increasing quality: a quick strategy, the requested one, more samples, counted figures."""
    player = player_of(request.strategy, request.noise)
    ends = time.monotonic() + request.seconds if request.seconds is not None else None
    last: Suggestions | None = None
    try:
        position = position_of(request.position, noisy=player.noise.doubts)
        player.check(position.game)
        for step in _steps(position, request, context, player):
            last = step(last) or last
            if last is not None:
                context.send("suggestion", last)
            context.check()
            if ends is not None and time.monotonic() >= ends:
                break
    except Contradiction:
        return contradiction_in(request.position)
    assert last is not None
    return last


def _steps(
    position: Position, request: SuggestRequest, context: TaskContext, player: Player
) -> Iterator[Callable[[Suggestions | None], Suggestions | None]]:
    """The steps of the advice, each of which receives the advice before."""
    game = position.game

    def ask(other: Player, last: Suggestions | None, most_counted: int = MOST_COUNTED) -> Suggestions:
        return suggest(
            position,
            other,
            top=request.top,
            seed=request.seed,
            workers=context.threads(),
            on_start=context.check_memory,
            most_counted=most_counted,
            candidates=None if last is None or last.candidates.count is None else last.candidates,
        )

    searched = player.strategy.searches(player.options)
    if searched is not None and AUTO.why_not(game) is None:
        seconds = predict_turn(game, len(position.turns), searched == "candidates", 1)
        if seconds > SLOW_SECONDS:
            yield lambda last: ask(Player.parse(AUTO.name), last)
    delegate = player.playing(game)
    if delegate is player or not position.turns or position.solved:
        yield lambda last: ask(player, last)
        return
    yield lambda last: ask(player, last, FIRST_COUNTED if delegate.strategy.refinements else MOST_COUNTED)
    more = player.options.noise

    def refine(last: Suggestions | None, settings: str) -> Suggestions | None:
        if last is None or _is_counted(last):
            return None
        return ask(Player.parse(f"{delegate}:{settings}").with_noise(more), last)

    for settings in delegate.strategy.refinements:
        yield lambda last, settings=settings: refine(last, settings)  # type: ignore[misc]
    if delegate.strategy.refinements and player.noise.trusts and game.size <= MOST_CODES:
        yield lambda last: None if last is None or _is_counted(last) else _counted(last, context)


def _is_counted(advice: Suggestions) -> bool:
    return all(suggestion.exact for suggestion in advice)


def _counted(last: Suggestions, context: TaskContext) -> Suggestions:
    """The same guesses with figures counted over all candidates."""
    began = time.perf_counter()
    threads = context.threads()
    left = Candidates.after(last.position, threads)
    if not len(left):
        raise Contradiction.of(last.position.game, len(last.position.turns))
    counted = []
    for found in last:
        context.check()
        figures = replace(figures_of(left, found.guess, threads), expected=found.expected)
        counted.append(with_value_as_reason(figures))
    seconds = last.seconds + time.perf_counter() - began
    return replace(last, candidates=CandidateCount(len(left)), suggestions=counted, seconds=seconds)
