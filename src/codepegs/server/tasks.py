"""The tasks of the workers with a single answer: a record, or bytes that are sent unchanged."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice, permutations, product
from typing import Any

import numpy as np

from codepegs.analysis import CandidateCount, advise_at, count_candidates, countable, predict
from codepegs.codes import (
    MOST_CODES,
    Candidates,
    check_win,
    decide,
    explain_contradiction,
)
from codepegs.errors import Contradiction
from codepegs.game import CANONICAL, Code, Game, Position
from codepegs.match import Secret, begin, may_be_secret, verify
from codepegs.rng import Seed
from codepegs.schema import (
    EXACT_IN_JSON,
    Answer,
    CandidatesAnswer,
    CoachAnswer,
    ContradictionAnswer,
    DrawingAnswer,
    DrawingsAnswer,
    EvaluateAnswer,
    ExplainAnswer,
    MoveAnswer,
    PossibleColor,
    PresetsAnswer,
    ProgressAnswer,
    ReplyAnswer,
    RevealAnswer,
    ScoreAnswer,
    StrategiesAnswer,
    SuggestAnswer,
    TreeNodeAnswer,
    TreesAnswer,
)
from codepegs.server.request_parsing import (
    MOST_EXPLAINED,
    TooLarge,
    check_memory,
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
from codepegs.strategies import (
    AUTO,
    STRATEGIES,
    Believes,
    ForeignHistory,
    Player,
    Report,
    Stop,
    next_move,
    progress_of,
)

MOST_CELLS = 20_000
"""Largest number of pegs times colours for which the possible colours are listed."""

MOST_LETTERS = 500_000
"""Largest number of characters of all codes listed in an answer."""


def score(request: ScoreRequest, context: TaskContext) -> ScoreAnswer:
    """Compute the reply to a guess."""
    game = Game.parse(request.rules)
    guess, secret = CANONICAL.parse(game, request.guess), CANONICAL.parse(game, request.secret)
    return ScoreAnswer.of(game, guess, secret)


def candidates(request: CandidatesRequest, context: TaskContext) -> CandidatesAnswer | ContradictionAnswer:
    """Count and list candidates, and the possible colours of each peg."""
    noise = request.noise
    player = player_of(AUTO.name, noise)
    position = position_of(request.position, noisy=player.noise.doubts)
    game = position.game
    limit = min(request.limit, max(1, MOST_LETTERS // max(1, len(CANONICAL.spell(game, _highest_colors(game))))))
    if not player.noise.trusts:
        return _probable(position, player_of(AUTO.name, noise), limit, context)
    try:
        if not position.turns:
            return _all_of(game, limit)
        if position.solved:
            return _listed(position, None, [check_win(position)], limit)
        if game.size <= MOST_CODES:
            left = Candidates.after(position, context.threads())
            if not len(left):
                raise Contradiction("no code is consistent with the turns")
            return _listed(position, left, [left[n] for n in range(min(limit, len(left)))], limit)
        return _probable(position, player, limit, context)
    except Contradiction:
        return contradiction_in(position)


def _highest_colors(game: Game) -> tuple[int, ...]:
    return (game.colors - 1,) * game.pegs


def _all_of(game: Game, limit: int) -> CandidatesAnswer:
    """The answer before the first turn, when every code is a candidate."""
    size = countable(game.size)
    colors = range(game.colors)
    codes = product(colors, repeat=game.pegs) if game.repeats else permutations(colors, game.pegs)
    possible = None
    if size is not None and size <= EXACT_IN_JSON and game.pegs * game.colors <= MOST_CELLS:
        possible = [_peg(game, [size // game.colors] * game.colors)] * game.pegs
    return CandidatesAnswer(
        position=str(game),
        candidates=size,
        candidates_estimate=None,
        candidates_interval=None,
        codes=[CANONICAL.format(game, code) for code in islice(codes, limit)],
        possible=possible,
        exact=size is not None,
    )


def _listed(position: Position, left: Candidates | None, codes: list[Code], limit: int) -> CandidatesAnswer:
    """The answer if all candidates can be listed."""
    game = position.game
    possible = None
    if left is not None and game.pegs * game.colors <= MOST_CELLS:
        possible = [
            _peg(game, np.bincount(left.layout.colors_at(left.keys, peg), minlength=game.colors).tolist())
            for peg in range(game.pegs)
        ]
    elif left is None and game.pegs <= MOST_CELLS:
        possible = [[PossibleColor(color=CANONICAL.symbol(game, color), candidates=1)] for color in codes[0]]
    return CandidatesAnswer(
        position=str(position),
        candidates=1 if left is None else len(left),
        candidates_estimate=None,
        candidates_interval=None,
        codes=[CANONICAL.format(game, code) for code in codes[:limit]],
        possible=possible,
        exact=True,
    )


def _peg(game: Game, counts: list[int]) -> list[PossibleColor]:
    return [
        PossibleColor(color=CANONICAL.symbol(game, color), candidates=count)
        for color, count in enumerate(counts)
        if count
    ]


def _probable(position: Position, player: Player, limit: int, context: TaskContext) -> CandidatesAnswer:
    """The answer from a strategy's report, if codes cannot be listed or replies may be false."""
    game = position.game
    left, codes = CandidateCount(None), []
    try:
        codebreaker = begin(player, game, Seed(0), position.turns)
        check_memory(game, codebreaker, context.memory_mib)
        verify(codebreaker, player, [])
        report = codebreaker.report()
        left = _counted(position, player, report)
        if isinstance(codebreaker, Believes) and limit:
            codes = [code for code, _ in codebreaker.posterior(limit)]
    except ForeignHistory:  # too large for any figure
        pass
    if player.noise.trusts:
        codes = [code for code in codes if position.fits(code)]
    return CandidatesAnswer(
        position=str(position),
        candidates=countable(left.count),
        candidates_estimate=left.estimate,
        candidates_interval=left.interval,
        codes=[CANONICAL.format(game, code) for code in codes],
        possible=None,
        exact=left.count is not None,
    )


def _counted(position: Position, player: Player, report: Report) -> CandidateCount:
    """How many codes fit; where replies may be false, what the strategy reports."""
    if player.noise.trusts:
        return count_candidates(position, report)
    return CandidateCount(report.candidates, report.candidates_estimate)


def suggest(request: SuggestRequest, context: TaskContext) -> SuggestAnswer | ContradictionAnswer:
    """Rank the best guesses."""
    player = player_of(request.strategy, request.noise)
    position = position_of(request.position, noisy=player.noise.doubts)
    try:
        return advise_at(
            position,
            player,
            request.top,
            seed=request.seed,
            budget=context.budget(),
            begun=lambda codebreaker: check_memory(position.game, codebreaker, context.memory_mib),
        ).record
    except Contradiction:
        return contradiction_in(position)


def explain(request: ExplainRequest, context: TaskContext) -> ExplainAnswer:
    """Check whether the turns are consistent."""
    position = position_of(request.position)
    game = position.game
    conflict = explain_contradiction(position, most_codes=MOST_EXPLAINED) if position.turns else None
    if conflict is not None:
        return ExplainAnswer.of(conflict)
    count: int | None = None
    fits: bool | None = None
    if not position.turns:
        count, fits = game.size, True
    elif position.solved:
        secret = position.turns[-1].guess  # this is checked even if a bounded search was inconclusive
        fits = position.fits(secret)
        count = int(fits)
    elif game.size <= MOST_CODES:
        count = len(Candidates.after(position, context.threads()))
        fits = count > 0
    else:
        decision = decide(position)
        fits = decision.consistent
        count = len(decision.codes) if decision.complete else None
    return ExplainAnswer(
        position=str(position),
        consistent=fits,
        candidates=countable(count),
        conflict=None,
        repairs=[],
        other_rules=[],
        exact=count is not None,
    )


def move(request: MoveRequest, context: TaskContext) -> MoveAnswer | ContradictionAnswer:
    """Return one move of a strategy."""
    player = player_of(request.strategy, request.noise)
    position = position_of(request.position, noisy=player.noise.doubts)
    game = position.game
    player.check(game)
    began = time.perf_counter()
    guess, stopped, consistent, progress = None, None, None, None
    left = CandidateCount(1)
    try:
        if position.solved and player.noise.trusts:
            check_win(position)
            stopped = "the game is solved"
        else:
            codebreaker = begin(player, game, Seed(request.seed), position.turns)
            check_memory(game, codebreaker, context.memory_mib)
            chosen = next_move(codebreaker, game, context.budget())
            finding = verify(codebreaker, player, [] if isinstance(chosen, Stop) else [chosen.code])
            if finding.is_new:
                chosen = next_move(codebreaker, game, context.budget())
            if isinstance(chosen, Stop):
                stopped = chosen.reason
            else:
                guess = CANONICAL.format(game, chosen.code)
                consistent = may_be_secret(position, player, chosen.code)
            report, far = codebreaker.report(), progress_of(codebreaker)
            left = _counted(position, player, report)
            progress = None if far is None else ProgressAnswer.of(far)
    except Contradiction:
        return contradiction_in(position)
    return MoveAnswer(
        position=str(position),
        guess=guess,
        stopped=stopped,
        candidates=countable(left.count),
        candidates_estimate=left.estimate,
        candidates_interval=left.interval,
        consistent=consistent,
        progress=progress,
        seconds=round(time.perf_counter() - began, 6),
    )


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
        check_memory(game, player.start(game, Seed(0)), context.memory_mib)
    results = compare(
        game, players, games=request.games, seed=request.seed, progress=lambda done, total: context.check()
    )
    return EvaluateAnswer(results=results)


def coach(request: CoachRequest, context: TaskContext) -> CoachAnswer | ContradictionAnswer:
    """Review a game."""
    from codepegs.analysis.coach import review

    position = position_of(request.position)
    game = position.game
    secret = None if request.secret is None else CANONICAL.parse(game, request.secret)
    needed = predict(game, False, 1).bytes / 2**20
    if needed > context.memory_mib:
        raise TooLarge(f"{game} is too large for this server: it needs about {needed:,.0f} MiB")
    try:
        return CoachAnswer.of(
            review(
                position,
                secret,
                strategy=player_of(request.strategy),
                seed=request.seed,
                notation=notation_of(request.position),
                workers=context.threads(),
            )
        )
    except Contradiction:
        return contradiction_in(position)


def drawings(request: Request, context: TaskContext) -> DrawingsAnswer:
    """List the built-in pictures."""
    from codepegs.render import DRAWINGS, draw

    pictures = {name: draw(name) for name in DRAWINGS}
    return DrawingsAnswer(
        drawings=[
            DrawingAnswer(name=name, size=picture.size, palette=list(picture.hex_palette), pixels=list(picture.code))
            for name, picture in pictures.items()
        ]
    )


def svg(request: SvgRequest, context: TaskContext) -> bytes:
    """Draw a board."""
    from codepegs.game import board_svg

    position = position_of(request.position, noisy=True)
    notation = notation_of(request.position)
    return board_svg(position.game, position.turns, notation=notation, notes=request.notes).encode()


def trees(request: Request, context: TaskContext) -> TreesAnswer:
    """List the trees of the gallery."""
    from codepegs.trees.gallery import entries

    return TreesAnswer.of(entries())


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


ANSWERS: dict[str, Callable[[Any, TaskContext], Answer | bytes]] = {
    task.__name__: task
    for task in (
        score, candidates, suggest, explain, move, reply, reveal, evaluate, coach, drawings, svg, trees, tree_node,
        strategies, presets,
    )
}  # fmt: skip
"""The tasks by name."""
