"""The endpoints: each is a function from a request to a record, or to bytes that are sent unchanged."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Iterator
from dataclasses import replace

from codepegs import analysis, schema
from codepegs.codes import MOST_CODES, Candidates, ContradictionExplanation
from codepegs.errors import BadInput, Contradiction
from codepegs.experiments import EvaluateAnswer, evaluate as compare
from codepegs.game import CANONICAL, MOST_PEGS_READ, Game, Position, View, board_svg, noise_of
from codepegs.match import LongGameObserver, PlayedGame, PlayedTurn, Secret, iter_play, map_signs
from codepegs.render import DRAWINGS, Picture, PlayedPicture, draw, parse_size
from codepegs.rng import Seed
from codepegs.server import requests
from codepegs.server.requests import ENDPOINTS as ENDPOINTS
from codepegs.strategies import (
    AUTO,
    DEFAULT,
    STRATEGIES,
    OrderNote,
    Player,
    Progress,
    with_value_as_reason,
)
from codepegs.strategies.protocol import figures_of
from codepegs.trees import gallery


@requests.endpoint("/score")
def score(request: requests.ScoreRequest, context: requests.TaskContext) -> schema.ScoreAnswer:
    """The reply to a guess.

    Black: right colour in the right place; white: right colour elsewhere.
    """
    game = Game.parse(request.rules)._of_two(request.guess, request.secret)
    notation = CANONICAL.as_typed(game, f"{request.guess}; {request.secret}")
    guess, secret = notation.parse(game, request.guess, guess=True), notation.parse(game, request.secret)
    return schema.ScoreAnswer(game, secret, guess)


@requests.endpoint("/candidates")
def candidates(
    request: requests.CandidatesRequest, context: requests.TaskContext
) -> analysis.CandidateList | ContradictionExplanation:
    """What is still possible.

    The number of candidates, some of them, and the possible colours of each peg.
    """
    player = requests.player_of(DEFAULT, request.noise)
    try:
        position = requests.position_of(request.position, noisy=player.noise.doubts)
        letters = len(CANONICAL.spell(position.game, (position.game.colors - 1,) * position.game.pegs))
        # Largest number of characters of all codes listed in an answer.
        return analysis.list_candidates(
            position,
            min(request.limit, max(1, 500_000 // max(1, letters))),
            strategy=player,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction as error:
        if player.noise.doubts:  # the explanation does not consider false replies
            raise BadInput.like(error) from None
        raise


@requests.endpoint("/suggest")
def suggest(
    request: requests.SuggestRequest, context: requests.TaskContext
) -> analysis.Suggestions | ContradictionExplanation:
    """The best next guesses.

    The best guesses in the order of the strategy, with figures and reasons.
    """
    player = requests.player_of(request.strategy, request.noise)
    return analysis.suggest(
        requests.position_of(request.position, noisy=player.noise.doubts),
        player,
        top=request.top,
        seed=request.seed,
        workers=context.threads(),
        on_start=context.check_memory,
    )


@requests.endpoint("/suggest/stream", events={"suggestion": (analysis.Suggestions,)})
def suggest_stream(
    request: requests.SuggestRequest, context: requests.TaskContext
) -> analysis.Suggestions | ContradictionExplanation:
    """The best next guesses, with increasing quality.

    A first answer at once, then better ones; `done` repeats the last, or explains the contradiction.
    """
    player = requests.player_of(request.strategy, request.noise)
    ends = time.monotonic() + request.seconds if request.seconds is not None else None
    position = requests.position_of(request.position, noisy=player.noise.doubts)
    player.check(position.game)
    last: analysis.Suggestions | None = None
    for last in _advice(position, request, context, player):
        context.send("suggestion", last)
        context.check()
        if ends is not None and time.monotonic() >= ends:
            break
    assert last is not None
    return last


@requests.endpoint("/explain")
def explain(request: requests.ExplainRequest, context: requests.TaskContext) -> analysis.Consistency:
    """Whether the turns are consistent.

    If not, the turns in conflict and possible corrections.
    """
    return analysis.check_consistency(
        requests.position_of(request.position, to_explain=True),
        most_codes=requests.MOST_EXPLAINED_BY_SERVER,
        workers=context.threads(),
    )


@requests.endpoint("/move")
def move(
    request: requests.MoveRequest, context: requests.TaskContext
) -> analysis.ChosenMove | ContradictionExplanation:
    """One move of a strategy.

    The guess of a strategy at a position, and its report.
    """
    player = requests.player_of(request.strategy, request.noise)
    return analysis.choose_move(
        requests.position_of(request.position, noisy=player.noise.doubts),
        player,
        seed=request.seed,
        workers=context.threads(),
        on_start=context.check_memory,
    )


@requests.endpoint("/reply")
def reply(request: requests.ReplyRequest, context: requests.TaskContext) -> schema.ReplyAnswer:
    """The server as codemaker.

    The reply to a guess for the secret of the seed, or for a given one.
    """
    game = Game.parse(request.rules)
    guess = CANONICAL.parse(game, request.guess)
    given = request.secret
    codemaker = Secret.draw(game, Seed(request.seed)) if given is None else Secret(game, CANONICAL.parse(game, given))
    return schema.ReplyAnswer(game, guess, codemaker.reply(guess))


@requests.endpoint("/reveal")
def reveal(request: requests.RevealRequest, context: requests.TaskContext) -> schema.RevealAnswer:
    """The secret of a seed.

    For the end of a game.
    """
    game = Game.parse(request.rules)
    return schema.RevealAnswer(game, request.seed, Secret.draw(game, Seed(request.seed)).code)


@requests.endpoint("/solve", events={"turn": (schema.TurnEvent,), "progress": (schema.ProgressEvent,)})
def solve(request: requests.SolveRequest, context: requests.TaskContext) -> PlayedGame:
    """Watch a strategy solve a game.

    One event per turn; games of more than 60 pegs send `progress` now and then in place of turns.
    """
    game = Game.parse(request.rules)
    secret = None if request.secret is None else CANONICAL.parse(game, request.secret)
    noise = noise_of(request.noise)
    player = requests.player_of(request.strategy).with_noise(noise)
    context.check_memory(player.start(game, Seed(0)))
    context.accept()
    in_full = game.pegs <= MOST_PEGS_READ
    may_tell = game.view in (View.TOTAL, View.WHITE) and player.noise.trusts and not noise
    order = OrderNote(game) if may_tell and in_full else None
    looks = _Looks(game, context)

    playing = iter_play(
        game,
        secret,
        player,
        noise=noise,
        turns=request.turns,
        seed=request.seed,
        workers=context.threads(),
        valued=in_full and player.noise.trusts,
    )
    looks.on_start(playing.codebreaker)
    for number, turn in enumerate(playing, 1):
        context.check()
        if not in_full:
            looks.on_turn(number, turn)
            continue
        if order is not None and not turn.ends:
            order.learn(turn.guess, turn.reply, turn.candidates)
        context.send("turn", schema.TurnEvent(game, number, turn))
    return replace(playing.result, in_full=False, open_order=None if order is None else order.first)


@requests.endpoint("/evaluate")
def evaluate(request: requests.EvaluateRequest, context: requests.TaskContext) -> EvaluateAnswer:
    """Strategies compared.

    Several strategies on the same secrets.
    """
    game = Game.parse(request.rules)
    players = [requests.player_of(text) for text in request.strategies]
    for player in players:
        player.check(game)
        context.check_memory(player.start(game, Seed(0)))
    return EvaluateAnswer(results=compare(game, players, games=request.games, seed=request.seed))


@requests.endpoint("/coach")
def coach(
    request: requests.CoachRequest, context: requests.TaskContext
) -> analysis.GameReview | ContradictionExplanation:
    """A game reviewed.

    The skill and the luck of each turn.
    """
    position = requests.position_of(request.position)
    game = position.game
    secret = requests.secret_of(request.secret, position, request.position)
    needed = analysis.predict(game, False, 1).bytes / 2**20
    if needed > context.memory_mib:
        raise requests.TooLarge.because("review_needs_memory", game=str(game), memory=needed)
    return analysis.review(
        position,
        secret,
        strategy=requests.player_of(request.strategy),
        seed=request.seed,
        notation=requests.notation_of(request.position),
        workers=context.threads(),
    )


@requests.endpoint("/trees", method="GET")
def trees(request: requests.Request, context: requests.TaskContext) -> schema.Trees:
    """The trees of the gallery.

    Optimal and best known strategies.
    """
    return schema.Trees(list(gallery.entries()))


@requests.endpoint("/trees/node", may_be_missing=True)
def tree_node(request: requests.TreeNodeRequest, context: requests.TaskContext) -> schema.TreeNodeAnswer:
    """One node of a tree.

    The guess after some replies, and its children.
    """
    return schema.TreeNodeAnswer.at(request.name, request.path)


requests.declare(
    requests.Endpoint(
        name="tree_text",
        path="/trees/{name}/text",
        summary="A whole tree as text",
        description="The canonical text, which `codepegs tree verify` reads.",
        method="GET",
        media_type=requests.TEXT,
        may_be_missing=True,
    )
)


@requests.endpoint("/drawings", method="GET")
def drawings(request: requests.Request, context: requests.TaskContext) -> schema.DrawingsAnswer:
    """The built-in pictures.

    Pictures for /image.
    """
    pictures = {name: draw(name) for name in DRAWINGS}
    return schema.DrawingsAnswer(
        drawings=[
            schema.DrawingAnswer(name=name, size=picture.size, palette=picture.hex_palette, pixels=list(picture.code))
            for name, picture in pictures.items()
        ]
    )


@requests.endpoint("/image", events={"picture": (schema.PictureEvent,), "turn": (schema.PictureTurnEvent,)})
def image(request: requests.ImageRequest, context: requests.TaskContext) -> PlayedPicture:
    """Watch a strategy find a picture.

    One peg per pixel; for pictures of more than 60 pixels some turns are omitted.
    """
    if (request.drawing is None) == (request.png is None):
        raise BadInput.because("drawing_or_png")
    size = None if request.size is None else parse_size(request.size)
    noise = noise_of(request.noise)
    player = requests.player_of(request.strategy).with_noise(noise)
    if request.png is not None:
        try:
            content = base64.b64decode(request.png, validate=True)
        except (binascii.Error, ValueError):
            raise BadInput.because("png_not_base64") from None
        picture = Picture.from_bytes(content, size, request.colors)
    elif request.drawing in DRAWINGS:
        picture = Picture.load(request.drawing, size, request.colors)
    else:
        raise BadInput.because("unknown_drawing", name=str(request.drawing), choice=" or ".join(DRAWINGS))
    game = picture.game
    reason = player.strategy.why_not(game)
    if reason is not None:
        raise picture.unplayed(player.strategy.name, reason, "smaller_picture")
    context.check_memory(player.start(game, Seed(0)))
    context.send(
        "picture",
        schema.PictureEvent(size=picture.size, palette=picture.hex_palette, rules=str(game), pixels=list(picture.code)),
    )
    sent = time.monotonic()
    playing = iter_play(game, picture.code, player, noise=noise, seed=request.seed, workers=context.threads())
    for number, turn in enumerate(playing, 1):
        context.check()
        now = time.monotonic()
        if game.pegs > MOST_PEGS_READ and not turn.ends and number > 1 and now - sent < LEAST_PAUSE:
            continue
        sent = now
        shown = turn.guess if turn.ends else analysis.belief_of(playing.codebreaker).likely
        context.send("turn", schema.PictureTurnEvent(game, number, turn, shown))
    return PlayedPicture(replace(playing.result, in_full=False), picture)


@requests.endpoint("/svg", media_type=requests.SVG)
def svg(request: requests.SvgRequest, context: requests.TaskContext) -> bytes:
    """A board as a picture.

    Guesses, replies and notes.
    """
    position = requests.position_of(request.position, noisy=True)
    notation = requests.notation_of(request.position)
    return board_svg(position.game, position.turns, notation=notation, notes=request.notes).encode()


@requests.endpoint("/strategies", method="GET")
def strategies(request: requests.StrategiesRequest, context: requests.TaskContext) -> schema.StrategiesAnswer:
    """The strategies.

    The strategies, their sources and their options.
    """
    game = None if request.rules is None else Game.parse(request.rules)
    return schema.StrategiesAnswer.of(STRATEGIES.values(), game)


@requests.endpoint("/presets", method="GET")
def presets(request: requests.Request, context: requests.TaskContext) -> schema.PresetsAnswer:
    """Well-known games.

    Short names of rules.
    """
    return schema.PresetsAnswer.all()


requests.declare(
    requests.Endpoint(
        name="health",
        path="/health",
        summary="The state of the server",
        description="For a load balancer.",
        method="GET",
        answers=(schema.HealthAnswer,),
    )
)


LEAST_PAUSE = 0.1
"""Seconds between two events of a game whose turns are not all sent."""


class _Looks(LongGameObserver):
    """Sends the progress of a large game periodically."""

    def __init__(self, game: Game, context: requests.TaskContext) -> None:
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
            schema.ProgressEvent(
                turn=number,
                reply=str(turn.reply),
                known_pegs=None if progress is None else progress.known_pegs,
                counted_colors=None if progress is None else progress.counted_colors,
                left_estimate=None if progress is None else 0.0 if turn.ends else float(progress.left_estimate),
                most_black=self.most_black,
                map=None if progress is None else map_signs(self.game.pegs, progress.known, 400),
                seconds=round(self._said, 3),
            ),
        )


def _advice(
    position: Position, request: requests.SuggestRequest, context: requests.TaskContext, player: Player
) -> Iterator[analysis.Suggestions]:
    """The advice, again and again with increasing quality."""
    game = position.game
    last: analysis.Suggestions | None = None

    def ask(other: Player, most_counted: int = analysis.MOST_COUNTED) -> analysis.Suggestions:
        return analysis.suggest(
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
        seconds = analysis.predict_turn(game, len(position.turns), searched == "candidates", 1)
        if seconds > 0.5:  # predicted seconds of a search above which the advice of `auto` is sent first
            last = ask(Player.parse(AUTO.name))
            yield last
    delegate = player.playing(game)
    if delegate is player or not position.turns or position.solved:
        yield ask(player)
        return
    refinements = delegate.strategy.refinements
    # Candidates that are counted at most before the first advice is sent: some hundredths of a second.
    last = ask(player, 200_000 if refinements else analysis.MOST_COUNTED)
    yield last
    for settings in refinements:
        if not _is_counted(last):
            last = ask(Player.parse(f"{delegate}:{settings}").with_noise(player.options.noise))
        yield last
    if refinements and player.noise.trusts and game.size <= MOST_CODES:
        yield last if _is_counted(last) else _counted(last, context)


def _is_counted(advice: analysis.Suggestions) -> bool:
    return all(suggestion.exact for suggestion in advice)


def _counted(last: analysis.Suggestions, context: requests.TaskContext) -> analysis.Suggestions:
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
    return replace(last, candidates=analysis.CandidateCount(len(left)), suggestions=counted, seconds=seconds)
