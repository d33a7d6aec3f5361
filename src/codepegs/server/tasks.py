"""The endpoints: each is a function from a request to a record, or to bytes that are sent unchanged."""

from __future__ import annotations

from codepegs.analysis import (
    CandidateList,
    ChosenMove,
    Consistency,
    Suggestions,
    check_consistency,
    choose_move,
    list_candidates,
    predict,
    suggest as ranked,
)
from codepegs.analysis.coach import GameReview
from codepegs.codes import ContradictionExplanation
from codepegs.errors import Contradiction
from codepegs.game import CANONICAL, Game
from codepegs.match import PlayedGame, Secret
from codepegs.render import PlayedPicture
from codepegs.rng import Seed
from codepegs.schema import (
    DrawingAnswer,
    DrawingsAnswer,
    EvaluateAnswer,
    HealthAnswer,
    PictureEvent,
    PictureTurnEvent,
    PresetsAnswer,
    ProgressEvent,
    ReplyAnswer,
    RevealAnswer,
    ScoreAnswer,
    StrategiesAnswer,
    TreeNodeAnswer,
    Trees,
    TurnEvent,
)
from codepegs.server import streams
from codepegs.server.endpoints import ENDPOINTS as ENDPOINTS, SVG, TEXT, Endpoint, TaskContext, declare, endpoint
from codepegs.server.requests import (
    MOST_EXPLAINED,
    CandidatesRequest,
    CoachRequest,
    EvaluateRequest,
    ExplainRequest,
    ImageRequest,
    MoveRequest,
    ReplyRequest,
    Request,
    RevealRequest,
    ScoreRequest,
    SolveRequest,
    StrategiesRequest,
    SuggestRequest,
    SvgRequest,
    TooLarge,
    TreeNodeRequest,
    contradiction_in,
    notation_of,
    player_of,
    position_of,
    position_to_explain,
    secret_of,
)
from codepegs.strategies import DEFAULT, STRATEGIES

MOST_LETTERS = 500_000
"""Largest number of characters of all codes listed in an answer."""


@endpoint("/score", load="quick")
def score(request: ScoreRequest, context: TaskContext) -> ScoreAnswer:
    """The reply to a guess.

    Black: right colour in the right place; white: right colour elsewhere.
    """
    game = Game.parse(request.rules)
    notation = CANONICAL.as_typed(game, f"{request.guess}; {request.secret}")
    guess, secret = notation.parse(game, request.guess, guess=True), notation.parse(game, request.secret)
    return ScoreAnswer.of(game, guess, secret)


@endpoint("/candidates", load="bounded")
def candidates(request: CandidatesRequest, context: TaskContext) -> CandidateList | ContradictionExplanation:
    """What is still possible.

    The number of candidates, some of them, and the possible colours of each peg.
    """
    player = player_of(DEFAULT, request.noise)
    try:
        position = position_of(request.position, noisy=player.noise.doubts)
        letters = len(CANONICAL.spell(position.game, (position.game.colors - 1,) * position.game.pegs))
        return list_candidates(
            position,
            min(request.limit, max(1, MOST_LETTERS // max(1, letters))),
            strategy=player,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction:
        if player.noise.doubts:
            raise
        return contradiction_in(request.position)


@endpoint("/suggest", load="bounded")
def suggest(request: SuggestRequest, context: TaskContext) -> Suggestions | ContradictionExplanation:
    """The best next guesses.

    The best guesses in the order of the strategy, with figures and reasons.
    """
    player = player_of(request.strategy, request.noise)
    try:
        return ranked(
            position_of(request.position, noisy=player.noise.doubts),
            player,
            top=request.top,
            seed=request.seed,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction:
        return contradiction_in(request.position)


@endpoint("/suggest/stream", load="bounded", events={"suggestion": (Suggestions,)})
def suggest_stream(request: SuggestRequest, context: TaskContext) -> Suggestions | ContradictionExplanation:
    """The best next guesses, with increasing quality.

    A first answer at once, then better ones; `done` repeats the last, or explains the contradiction.
    """
    return streams.suggest_stream(request, context)


@endpoint("/explain")
def explain(request: ExplainRequest, context: TaskContext) -> Consistency:
    """Whether the turns are consistent.

    If not, the turns in conflict and possible corrections.
    """
    return check_consistency(
        position_to_explain(request.position), most_codes=MOST_EXPLAINED, workers=context.threads()
    )


@endpoint("/move", load="bounded")
def move(request: MoveRequest, context: TaskContext) -> ChosenMove | ContradictionExplanation:
    """One move of a strategy.

    The guess of a strategy at a position, and its report.
    """
    player = player_of(request.strategy, request.noise)
    try:
        return choose_move(
            position_of(request.position, noisy=player.noise.doubts),
            player,
            seed=request.seed,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction:
        return contradiction_in(request.position)


@endpoint("/reply", load="quick")
def reply(request: ReplyRequest, context: TaskContext) -> ReplyAnswer:
    """The server as codemaker.

    The reply to a guess for the secret of the seed, or for a given one.
    """
    game = Game.parse(request.rules)
    guess = CANONICAL.parse(game, request.guess)
    if request.secret is None:
        codemaker = Secret.draw(game, Seed(request.seed))
    else:
        codemaker = Secret(game, CANONICAL.parse(game, request.secret))
    answer = codemaker.reply(guess)
    return ReplyAnswer(rules=str(game), guess=CANONICAL.format(game, guess), reply=str(answer), solved=answer.solved)


@endpoint("/reveal", load="quick")
def reveal(request: RevealRequest, context: TaskContext) -> RevealAnswer:
    """The secret of a seed.

    For the end of a game.
    """
    game = Game.parse(request.rules)
    secret = Secret.draw(game, Seed(request.seed)).code
    return RevealAnswer(rules=str(game), seed=request.seed, secret=CANONICAL.format(game, secret))


@endpoint("/solve", events={"turn": (TurnEvent,), "progress": (ProgressEvent,)})
def solve(request: SolveRequest, context: TaskContext) -> PlayedGame:
    """Watch a strategy solve a game.

    One event per turn; games of more than 60 pegs send `progress` now and then in place of turns.
    """
    return streams.solve(request, context)


@endpoint("/evaluate", load="large")
def evaluate(request: EvaluateRequest, context: TaskContext) -> EvaluateAnswer:
    """Strategies compared.

    Several strategies on the same secrets.
    """
    from codepegs.experiments import evaluate as compare

    game = Game.parse(request.rules)
    players = [player_of(text) for text in request.strategies]
    for player in players:
        player.check(game)
        context.check_memory(player.start(game, Seed(0)))
    results = compare(
        game, players, games=request.games, seed=request.seed, progress=lambda done, total: context.check()
    )
    return EvaluateAnswer(results=results)


@endpoint("/coach")
def coach(request: CoachRequest, context: TaskContext) -> GameReview | ContradictionExplanation:
    """A game reviewed.

    The skill and the luck of each turn.
    """
    from codepegs.analysis.coach import review

    try:
        position = position_of(request.position)
        game = position.game
        secret = secret_of(request.secret, position, request.position)
        needed = predict(game, False, 1).bytes / 2**20
        if needed > context.memory_mib:
            raise TooLarge(f"{game} is too large for this server: it needs about {needed:,.0f} MiB")
        return review(
            position,
            secret,
            strategy=player_of(request.strategy),
            seed=request.seed,
            notation=notation_of(request.position),
            workers=context.threads(),
        )
    except Contradiction:
        return contradiction_in(request.position)


@endpoint("/trees", method="GET")
def trees(request: Request, context: TaskContext) -> Trees:
    """The trees of the gallery.

    Optimal and best known strategies.
    """
    from codepegs.trees.gallery import entries

    return Trees(list(entries()))


@endpoint("/trees/node", may_be_missing=True)
def tree_node(request: TreeNodeRequest, context: TaskContext) -> TreeNodeAnswer:
    """One node of a tree.

    The guess after some replies, and its children.
    """
    from codepegs.server.tree_nodes import node_at

    return node_at(request.name, request.path)


declare(
    Endpoint(
        name="tree_text",
        path="/trees/{name}/text",
        summary="A whole tree as text",
        description="The canonical text, which `codepegs tree verify` reads.",
        method="GET",
        media_type=TEXT,
        may_be_missing=True,
    )
)


@endpoint("/drawings", method="GET")
def drawings(request: Request, context: TaskContext) -> DrawingsAnswer:
    """The built-in pictures.

    Pictures for /image.
    """
    from codepegs.render import DRAWINGS, draw

    pictures = {name: draw(name) for name in DRAWINGS}
    return DrawingsAnswer(
        drawings=[
            DrawingAnswer(name=name, size=picture.size, palette=picture.hex_palette, pixels=list(picture.code))
            for name, picture in pictures.items()
        ]
    )


@endpoint("/image", load="large", events={"picture": (PictureEvent,), "turn": (PictureTurnEvent,)})
def image(request: ImageRequest, context: TaskContext) -> PlayedPicture:
    """Watch a strategy find a picture.

    One peg per pixel; for pictures of more than 60 pixels some turns are omitted.
    """
    return streams.image(request, context)


@endpoint("/svg", media_type=SVG)
def svg(request: SvgRequest, context: TaskContext) -> bytes:
    """A board as a picture.

    Guesses, replies and notes.
    """
    from codepegs.game import board_svg

    position = position_of(request.position, noisy=True)
    notation = notation_of(request.position)
    return board_svg(position.game, position.turns, notation=notation, notes=request.notes).encode()


@endpoint("/strategies", method="GET", load="quick")
def strategies(request: StrategiesRequest, context: TaskContext) -> StrategiesAnswer:
    """The strategies.

    The strategies, their sources and their options.
    """
    game = None if request.rules is None else Game.parse(request.rules)
    return StrategiesAnswer.of(STRATEGIES.values(), game)


@endpoint("/presets", method="GET")
def presets(request: Request, context: TaskContext) -> PresetsAnswer:
    """Well-known games.

    Short names of rules.
    """
    return PresetsAnswer.all()


declare(
    Endpoint(
        name="health",
        path="/health",
        summary="The state of the server",
        description="For a load balancer.",
        method="GET",
        answers=(HealthAnswer,),
    )
)
