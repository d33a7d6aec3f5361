"""The tasks of the workers that give one answer: from a request's keys to a record, or to bytes as they are."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import islice, permutations, product
from typing import Any

import numpy as np

from codepegs.analysis import advise_at, countable, predict
from codepegs.candidates import (
    BOUNDED_NODES,
    MOST_CODES,
    Candidates,
    check_win,
    explain_conflict,
    find_consistent,
    is_shown_to_contradict,
)
from codepegs.errors import Contradiction
from codepegs.game import CANONICAL, Game, Position
from codepegs.match import Secret, begin, may_be_secret
from codepegs.rng import Seed
from codepegs.schema import ConflictRecord, preset_records, strategy_records, tree_record
from codepegs.server import limits
from codepegs.server.request_parsing import (
    MOST_EXPLAINED,
    TooLarge,
    check_memory,
    conflict_record,
    notation_of,
    player_of,
    position_of,
)
from codepegs.server.task_context import Desk
from codepegs.strategies import AUTO, MOST_PEGS_SEARCHED, Believes, ForeignHistory, Stop, progress_of

Given = Mapping[str, Any]

EXACT_IN_JSON = 2**53
"""Counts up to here survive every JSON reader."""

MOST_CELLS = 20_000
"""Colours at pegs of which it is told what is possible."""

MOST_LETTERS = 500_000
"""Letters of all codes that are listed."""


def score(given: Given, desk: Desk) -> Any:
    """The reply to a guess."""
    game = Game.parse(given["rules"])
    secret, guess = CANONICAL.parse(game, given["secret"]), CANONICAL.parse(game, given["guess"])
    return {
        "rules": str(game),
        "secret": CANONICAL.format(game, secret),
        "guess": CANONICAL.format(game, guess),
        "reply": str(game.reply(secret, guess)),
    }


def candidates(given: Given, desk: Desk) -> Any:
    """How many codes fit, some of them, and what each peg can be."""
    noise = given["noise"]
    player = player_of(AUTO.name, noise)
    position = position_of(given["position"], noisy=player.noise.doubts)
    game = position.game
    limit = min(given["limit"], max(1, MOST_LETTERS // max(1, len(CANONICAL.spell(game, _highest_colors(game))))))
    if not player.noise.trusts:
        return _probable(position, player_of(AUTO.name, noise), limit, desk)
    try:
        if not position.turns:
            return _all_of(game, limit)
        if position.solved:
            return _listed(position, None, [check_win(position)], limit)
        if game.size <= MOST_CODES:
            left = Candidates.after(position, desk.crew())
            if not len(left):
                raise Contradiction("no code fits")
            return _listed(position, left, [left[n] for n in range(min(limit, len(left)))], limit)
        return _probable(position, player, limit, desk)
    except Contradiction:
        return conflict_record(position)


def _highest_colors(game: Game) -> tuple[int, ...]:
    return (game.colors - 1,) * game.pegs


def _all_of(game: Game, limit: int) -> Any:
    """Before the first turn every code fits."""
    size = countable(game.size)
    colors = range(game.colors)
    codes = product(colors, repeat=game.pegs) if game.repeats else permutations(colors, game.pegs)
    possible = None
    if size is not None and size <= EXACT_IN_JSON and game.pegs * game.colors <= MOST_CELLS:
        peg = [{"color": CANONICAL.symbol(game, color), "candidates": size // game.colors} for color in colors]
        possible = [peg] * game.pegs
    return {
        "position": str(game),
        "candidates": size,
        "candidates_estimate": None,
        "codes": [CANONICAL.format(game, code) for code in islice(codes, limit)],
        "possible": possible,
        "exact": size is not None,
    }


def _listed(position: Position, left: Candidates | None, codes: list[tuple[int, ...]], limit: int) -> Any:
    """All codes that fit are listed; without a list there is one."""
    game = position.game
    possible = None
    if left is not None and game.pegs * game.colors <= MOST_CELLS:
        possible = [
            _peg(game, np.bincount(left.layout.colors_at(left.keys, peg), minlength=game.colors).tolist())
            for peg in range(game.pegs)
        ]
    elif left is None and game.pegs <= MOST_CELLS:
        possible = [[{"color": CANONICAL.symbol(game, color), "candidates": 1}] for color in codes[0]]
    return {
        "position": str(position),
        "candidates": 1 if left is None else len(left),
        "candidates_estimate": None,
        "codes": [CANONICAL.format(game, code) for code in codes[:limit]],
        "possible": possible,
        "exact": True,
    }


def _peg(game: Game, counts: list[int]) -> list[dict[str, Any]]:
    return [
        {"color": CANONICAL.symbol(game, color), "candidates": count} for color, count in enumerate(counts) if count
    ]


def _probable(position: Position, player: Any, limit: int, desk: Desk) -> Any:
    """What the strategy that would play says: where codes cannot be listed, or replies may be false."""
    game = position.game
    count, estimate, codes = None, None, []
    try:
        codebreaker = begin(player, game, Seed(0), position.turns)
        check_memory(game, codebreaker, desk.memory_mib)
        report = codebreaker.report()
        count, estimate = countable(report.candidates), report.candidates_estimate
        if isinstance(codebreaker, Believes) and limit:
            codes = [code for code, _ in codebreaker.posterior(limit)]
    except ForeignHistory:  # too large to say anything
        pass
    if player.noise.trusts:
        codes = [code for code in codes if position.fits(code)]
    return {
        "position": str(position),
        "candidates": count,
        "candidates_estimate": None if count is not None else estimate,
        "codes": [CANONICAL.format(game, code) for code in codes],
        "possible": None,
        "exact": count is not None,
    }


def suggest(given: Given, desk: Desk) -> Any:
    """The best guesses."""
    player = player_of(given["strategy"], given["noise"])
    position = position_of(given["position"], noisy=player.noise.doubts)
    try:
        return advise_at(
            position,
            player,
            given["top"],
            seed=given["seed"],
            budget=desk.budget(),
            begun=lambda codebreaker: check_memory(position.game, codebreaker, desk.memory_mib),
            most_explained=MOST_EXPLAINED,
        ).record
    except Contradiction:
        return conflict_record(position)


def explain(given: Given, desk: Desk) -> Any:
    """Whether the turns fit together."""
    position = position_of(given["position"])
    game = position.game
    conflict = explain_conflict(position, most_codes=MOST_EXPLAINED) if position.turns else None
    if conflict is not None:
        record = ConflictRecord.of(conflict)
        return {
            "position": record.position,
            "consistent": False,
            "candidates": 0,
            "conflict": record.conflict,
            "repairs": record.repairs,
            "other_rules": record.other_rules,
            "exact": record.exact,
        }
    count: int | None = None
    fits: bool | None = None
    if not position.turns:
        count, fits = game.size, True
    elif position.solved:
        secret = position.turns[-1].guess  # whatever a bounded search found out: this can be checked
        fits = position.fits(secret)
        count = int(fits)
    elif game.size <= MOST_CODES:
        count = len(Candidates.after(position, desk.crew()))
        fits = count > 0
    elif game.pegs <= MOST_PEGS_SEARCHED:
        try:
            fits = find_consistent(position, None, BOUNDED_NODES) is not None
        except TimeoutError:
            fits = None
    return {
        "position": str(position),
        "consistent": fits,
        "candidates": countable(count),
        "conflict": None,
        "repairs": [],
        "other_rules": [],
        "exact": count is not None,
    }


def move(given: Given, desk: Desk) -> Any:
    """One move of a strategy."""
    player = player_of(given["strategy"], given["noise"])
    position = position_of(given["position"], noisy=player.noise.doubts)
    game = position.game
    player.check(game)
    began = time.perf_counter()
    guess, stopped, consistent, progress = None, None, None, None
    count: int | None
    estimate = None
    try:
        if position.solved and player.noise.trusts:
            check_win(position)
            count, stopped = 1, "the game is solved"
        else:
            codebreaker = begin(player, game, Seed(given["seed"]), position.turns)
            check_memory(game, codebreaker, desk.memory_mib)
            chosen = codebreaker.next(desk.budget())
            if isinstance(chosen, Stop):
                if player.noise.trusts and is_shown_to_contradict(position, MOST_EXPLAINED):
                    raise Contradiction(chosen.reason)
                stopped = chosen.reason
            else:
                guess = CANONICAL.format(game, chosen.code)
                consistent = may_be_secret(position, player, game.check_code(chosen.code))
            report, far = codebreaker.report(), progress_of(codebreaker)
            count = countable(report.candidates)
            estimate = None if count is not None else report.candidates_estimate
            if far is not None:
                progress = {
                    "known_pegs": far.pegs_known,
                    "counted_colors": far.colors_counted,
                    "left_estimate": far.guesses_left,
                }
    except Contradiction:
        return conflict_record(position)
    return {
        "position": str(position),
        "guess": guess,
        "stopped": stopped,
        "candidates": count,
        "candidates_estimate": estimate,
        "consistent": consistent,
        "progress": progress,
        "seconds": round(time.perf_counter() - began, 6),
    }


def reply(given: Given, desk: Desk) -> Any:
    """The program as codemaker."""
    game = Game.parse(given["rules"])
    guess = CANONICAL.parse(game, given["guess"])
    if given["secret"] is None:
        codemaker = Secret.draw(game, Seed(given["seed"]))
    else:
        codemaker = Secret(game, CANONICAL.parse(game, given["secret"]))
    answer = codemaker.reply(guess)
    return {
        "rules": str(game),
        "guess": CANONICAL.format(game, guess),
        "reply": str(answer),
        "solved": answer.solved,
    }


def reveal(given: Given, desk: Desk) -> Any:
    """The secret of a seed."""
    game = Game.parse(given["rules"])
    secret = Secret.draw(game, Seed(given["seed"])).code
    return {"rules": str(game), "seed": given["seed"], "secret": CANONICAL.format(game, secret)}


def evaluate(given: Given, desk: Desk) -> Any:
    """Strategies compared."""
    from codepegs.experiments import evaluate as compare

    game = Game.parse(given["rules"])
    players = [player_of(text) for text in given["strategies"]]
    for player in players:
        player.check(game)
        check_memory(game, player.start(game, Seed(0)), desk.memory_mib)
    results = compare(
        game,
        players,
        games=min(given["games"], limits.GAMES),
        seed=given["seed"],
        progress=lambda done, total: desk.check(),
    )
    return {"results": results}


def coach(given: Given, desk: Desk) -> Any:
    """A game gone through."""
    from codepegs.analysis.coach import review
    from codepegs.schema import CoachRecord

    position = position_of(given["position"])
    game = position.game
    secret = None if given["secret"] is None else CANONICAL.parse(game, given["secret"])
    needed = predict(game, False, 1).bytes / 2**20
    if needed > desk.memory_mib:
        raise TooLarge(f"{game} is too large to look at here: that needs about {needed:,.0f} MiB")
    try:
        return CoachRecord.of(review(position, secret, notation=notation_of(given["position"]), workers=desk.crew()))
    except Contradiction:
        return conflict_record(position)


def drawings(given: Given, desk: Desk) -> Any:
    """The program's own pictures."""
    from codepegs.render import DRAWINGS, draw

    pictures = [(name, draw(name)) for name in DRAWINGS]
    return {
        "drawings": [
            {
                "name": name,
                "size": picture.size,
                "palette": list(picture.hex_palette),
                "pixels": list(picture.code),
            }
            for name, picture in pictures
        ]
    }


def svg(given: Given, desk: Desk) -> Any:
    """A board as a picture."""
    from codepegs.game import board_svg

    position = position_of(given["position"], noisy=True)
    notation = notation_of(given["position"])
    return board_svg(position.game, position.turns, notation=notation, notes=given["notes"]).encode()


def trees(given: Given, desk: Desk) -> Any:
    """The trees of the gallery."""
    from codepegs.trees.gallery import entries

    return {"trees": [tree_record(entry) for entry in entries()]}


def tree_node(given: Given, desk: Desk) -> Any:
    """One node of a tree."""
    from codepegs.server.tree_nodes import node_record

    return node_record(given["name"], given["path"])


def strategies(given: Given, desk: Desk) -> Any:
    """The strategies."""
    game = None if given["rules"] is None else Game.parse(given["rules"])
    refused = game is None or AUTO.refuses(game) is not None
    return {"strategies": strategy_records(game), "auto": None if refused or game is None else AUTO.how(game)}


def presets(given: Given, desk: Desk) -> Any:
    """Well-known games."""
    return {"presets": preset_records()}


ANSWERS: dict[str, Callable[[Given, Desk], Any]] = {
    task.__name__: task
    for task in (
        score, candidates, suggest, explain, move, reply, reveal, evaluate, coach, drawings, svg, trees, tree_node,
        strategies, presets,
    )
}  # fmt: skip
"""The tasks by name."""
