"""The tasks of the workers with a single answer: a record, or bytes that are sent unchanged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from codepegs.match import Secret
from codepegs.rng import Seed
from codepegs.schema import (
    DrawingAnswer,
    DrawingsAnswer,
    EvaluateAnswer,
    PresetsAnswer,
    ReplyAnswer,
    RevealAnswer,
    ScoreAnswer,
    StrategiesAnswer,
    TreeNodeAnswer,
    Trees,
)
from codepegs.server.request_parsing import (
    MOST_EXPLAINED,
    TooLarge,
    contradiction_in,
    notation_of,
    player_of,
    position_of,
)
from codepegs.server.requests import (
    CandidatesRequest,
    CoachRequest,
    EvaluateRequest,
    ExplainRequest,
    MoveRequest,
    ReplyRequest,
    Request,
    RevealRequest,
    ScoreRequest,
    StrategiesRequest,
    SuggestRequest,
    SvgRequest,
    TreeNodeRequest,
)
from codepegs.server.task_context import TaskContext
from codepegs.strategies import DEFAULT, STRATEGIES


def score(request: ScoreRequest, context: TaskContext) -> ScoreAnswer:
    """Compute the reply to a guess."""
    game = Game.parse(request.rules)
    guess, secret = CANONICAL.parse(game, request.guess), CANONICAL.parse(game, request.secret)
    return ScoreAnswer.of(game, guess, secret)


def candidates(request: CandidatesRequest, context: TaskContext) -> CandidateList | ContradictionExplanation:
    """Count and list candidates, and the possible colours of each peg."""
    player = player_of(DEFAULT, request.noise)
    position = position_of(request.position, noisy=player.noise.doubts)
    try:
        return list_candidates(
            position,
            request.limit,
            strategy=player,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction:
        if player.noise.doubts:
            raise
        return contradiction_in(position)


def suggest(request: SuggestRequest, context: TaskContext) -> Suggestions | ContradictionExplanation:
    """Rank the best guesses."""
    player = player_of(request.strategy, request.noise)
    position = position_of(request.position, noisy=player.noise.doubts)
    try:
        return ranked(
            position,
            player,
            top=request.top,
            seed=request.seed,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction:
        return contradiction_in(position)


def explain(request: ExplainRequest, context: TaskContext) -> Consistency:
    """Check whether the turns are consistent."""
    return check_consistency(position_of(request.position), most_codes=MOST_EXPLAINED, workers=context.threads())


def move(request: MoveRequest, context: TaskContext) -> ChosenMove | ContradictionExplanation:
    """Return one move of a strategy."""
    player = player_of(request.strategy, request.noise)
    position = position_of(request.position, noisy=player.noise.doubts)
    try:
        return choose_move(
            position,
            player,
            seed=request.seed,
            workers=context.threads(),
            on_start=context.check_memory,
        )
    except Contradiction:
        return contradiction_in(position)


def reply(request: ReplyRequest, context: TaskContext) -> ReplyAnswer:
    """Reply as codemaker."""
    game = Game.parse(request.rules)
    guess = CANONICAL.parse(game, request.guess)
    if request.secret is None:
        codemaker = Secret.draw(game, Seed(request.seed))
    else:
        codemaker = Secret(game, CANONICAL.parse(game, request.secret))
    answer = codemaker.reply(guess)
    return ReplyAnswer(rules=str(game), guess=CANONICAL.format(game, guess), reply=str(answer), solved=answer.solved)


def reveal(request: RevealRequest, context: TaskContext) -> RevealAnswer:
    """Return the secret of a seed."""
    game = Game.parse(request.rules)
    secret = Secret.draw(game, Seed(request.seed)).code
    return RevealAnswer(rules=str(game), seed=request.seed, secret=CANONICAL.format(game, secret))


def evaluate(request: EvaluateRequest, context: TaskContext) -> EvaluateAnswer:
    """Compare strategies."""
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


def coach(request: CoachRequest, context: TaskContext) -> GameReview | ContradictionExplanation:
    """Review a game."""
    from codepegs.analysis.coach import review

    position = position_of(request.position)
    game = position.game
    secret = None if request.secret is None else CANONICAL.parse(game, request.secret)
    needed = predict(game, False, 1).bytes / 2**20
    if needed > context.memory_mib:
        raise TooLarge(f"{game} is too large for this server: it needs about {needed:,.0f} MiB")
    try:
        return review(
            position,
            secret,
            strategy=player_of(request.strategy),
            seed=request.seed,
            notation=notation_of(request.position),
            workers=context.threads(),
        )
    except Contradiction:
        return contradiction_in(position)


def drawings(request: Request, context: TaskContext) -> DrawingsAnswer:
    """List the built-in pictures."""
    from codepegs.render import DRAWINGS, draw

    pictures = {name: draw(name) for name in DRAWINGS}
    return DrawingsAnswer(
        drawings=[
            DrawingAnswer(name=name, size=picture.size, palette=picture.hex_palette, pixels=list(picture.code))
            for name, picture in pictures.items()
        ]
    )


def svg(request: SvgRequest, context: TaskContext) -> bytes:
    """Draw a board."""
    from codepegs.game import board_svg

    position = position_of(request.position, noisy=True)
    notation = notation_of(request.position)
    return board_svg(position.game, position.turns, notation=notation, notes=request.notes).encode()


def trees(request: Request, context: TaskContext) -> Trees:
    """List the trees of the gallery."""
    from codepegs.trees.gallery import entries

    return Trees(list(entries()))


def tree_node(request: TreeNodeRequest, context: TaskContext) -> TreeNodeAnswer:
    """Return one node of a tree."""
    from codepegs.server.tree_nodes import node_at

    return node_at(request.name, request.path)


def strategies(request: StrategiesRequest, context: TaskContext) -> StrategiesAnswer:
    """List the strategies."""
    game = None if request.rules is None else Game.parse(request.rules)
    return StrategiesAnswer.of(STRATEGIES.values(), game)


def presets(request: Request, context: TaskContext) -> PresetsAnswer:
    """List well-known games."""
    return PresetsAnswer.all()


ANSWERS: dict[str, Callable[[Any, TaskContext], Any]] = {
    task.__name__: task
    for task in (
        score, candidates, suggest, explain, move, reply, reveal, evaluate, coach, drawings, svg, trees, tree_node,
        strategies, presets,
    )
}  # fmt: skip
"""The tasks by name."""
