"""The tasks of the workers that say things as they go on: a game, a picture, advice that gets better."""

from __future__ import annotations

import base64
import binascii
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from codepegs.analysis import Advice, OrderNote, advise_at, belief_of, countable, predict_turn
from codepegs.candidates import MOST_CODES, Candidates
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import CANONICAL, MOST_PEGS_READ, Game, View
from codepegs.match import PlayedTurn, map_signs, play
from codepegs.rng import Seed
from codepegs.schema import ImageRecord, SolveRecord
from codepegs.server import limits
from codepegs.server.request_parsing import check_memory, conflict_record, only_one, player_of, position_of
from codepegs.server.task_context import Desk
from codepegs.strategies import AUTO, Codebreaker, Player, Suggestion, family, progress_of
from codepegs.strategies.one_step import OneStepOptions, figures_of

Given = Mapping[str, Any]

LOOKS = 200
"""A larger game of n pegs is looked at every n / LOOKS turns, for the account of what is known is not free."""

LEAST_PAUSE = 0.1
"""Seconds between two looks at a game whose guesses are not all told."""

MAP_SIGNS = 400

SLOW_SECONDS = 0.5
"""A search predicted to take longer is preceded by what `auto` says."""

LIKELY = 0.5
"""Probability from which on a pixel is told."""

REFINED = ("samples=10000,moves=30000000,compared=4000,steps=4000", "samples=25000,moves=60000000,compared=8000")
"""How sampling goes on thinking when there is time: about three times and ten times its usual work."""


def solve(given: Given, desk: Desk) -> Any:
    """A game, a turn at a time."""
    game = Game.parse(given["rules"])
    secret = None if given["secret"] is None else CANONICAL.parse(game, given["secret"])
    noise = given["noise"]
    player = player_of(given["strategy"]).with_noise(noise)
    check_memory(game, player.start(game, Seed(0)), desk.memory_mib)
    desk.say("", None)
    in_full = game.pegs <= MOST_PEGS_READ
    may_tell = game.view in (View.TOTAL, View.WHITE) and player.noise.trusts and not noise
    order = OrderNote(game) if may_tell and in_full else None
    looks = _Looks(game, desk)

    def on_turn(number: int, turn: PlayedTurn) -> None:
        desk.check()
        if not in_full:
            looks.on_turn(number, turn)
            return
        if order is not None and not turn.ends:
            order.learn(turn.guess, turn.reply, turn.candidates)
        desk.say("turn", _turn_record(game, number, turn))

    played = play(
        game,
        secret,
        player,
        noise=noise,
        most_turns=given["turns"],
        seed=given["seed"],
        workers=desk.crew(),
        on_turn=on_turn,
        on_start=looks.on_start,
    )
    return SolveRecord.of(played, noisy=noise > 0, quiet=True, order=None if order is None else order.first)


def _turn_record(game: Game, number: int, turn: PlayedTurn) -> dict[str, Any]:
    count = countable(turn.candidates)
    return {
        "turn": number,
        "guess": CANONICAL.format(game, turn.guess),
        "reply": str(turn.reply),
        "candidates": count,
        "candidates_estimate": None if count is not None else turn.candidates_estimate,
        "seconds": round(turn.seconds, 6),
    }


class _Looks:
    """Tells now and then how far a large game is."""

    def __init__(self, game: Game, desk: Desk) -> None:
        self.game = game
        self.desk = desk
        self._codebreaker: Codebreaker | None = None
        self._began = self._said = time.monotonic()
        self._every = max(1, game.pegs // LOOKS)
        self._most_black = 0

    def on_start(self, codebreaker: Codebreaker) -> None:
        """For the driver."""
        self._codebreaker = codebreaker
        self._began = time.monotonic()

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """For the driver."""
        self._most_black = max(self._most_black, turn.reply.black or 0)
        now = time.monotonic()
        is_due = number % self._every == 0 and now - self._said >= LEAST_PAUSE
        if not (number == 1 or turn.ends or is_due):
            return
        self._said = now
        far = None if self._codebreaker is None else progress_of(self._codebreaker)
        self.desk.say(
            "progress",
            {
                "turn": number,
                "reply": str(turn.reply),
                "known_pegs": None if far is None else far.pegs_known,
                "counted_colors": None if far is None else far.colors_counted,
                "left_estimate": None if far is None else 0.0 if turn.ends else float(far.guesses_left),
                "most_black": self._most_black,
                "map": None if far is None else map_signs(self.game.pegs, far.known, MAP_SIGNS),
                "seconds": round(now - self._began, 3),
            },
        )


def image(given: Given, desk: Desk) -> Any:
    """A game for a picture."""
    from codepegs.render import DRAWINGS, Picture, parse_size

    only_one(drawing=given["drawing"], png=given["png"])
    size = None if given["size"] is None else parse_size(given["size"])
    noise = given["noise"]
    player = player_of(given["strategy"]).with_noise(noise)
    if given["drawing"] is None:
        content = _decoded(given["png"])
        picture = Picture.from_bytes(content, size, given["colors"], most_pixels=limits.SOURCE_PIXELS)
    elif given["drawing"] in DRAWINGS:
        picture = Picture.load(given["drawing"], size, given["colors"])
    else:
        raise BadInput(f"there is no picture {given['drawing']!r}: there are {' and '.join(DRAWINGS)}")
    game = picture.game
    reason = player.strategy.refuses(game)
    if reason is not None:
        raise BadStrategy(
            f"{player.strategy.name} cannot play {picture.words}: {reason}; give a smaller size, fewer colours "
            "or another strategy"
        )
    check_memory(game, player.start(game, Seed(0)), desk.memory_mib)
    palette = list(picture.hex_palette)
    desk.say("picture", {"size": picture.size, "palette": palette, "rules": str(game), "pixels": list(picture.code)})
    started: list[Codebreaker] = []
    said = time.monotonic()

    def on_turn(number: int, turn: PlayedTurn) -> None:
        nonlocal said
        desk.check()
        now = time.monotonic()
        if game.pegs > MOST_PEGS_READ and not turn.ends and number > 1 and now - said < LEAST_PAUSE:
            return
        said = now
        if turn.ends:
            shown = list(turn.guess)
        else:
            belief = belief_of(started[0])
            likely = (belief.chances.max(axis=1) >= LIKELY).tolist()
            shown = [color if sure else -1 for color, sure in zip(belief.best, likely, strict=True)]
        desk.say(
            "turn",
            {
                "turn": number,
                "guess": CANONICAL.format(game, turn.guess),
                "reply": str(turn.reply),
                "belief": shown,
                "candidates": countable(turn.candidates),
            },
        )

    played = play(
        game,
        picture.code,
        player,
        noise=noise,
        seed=given["seed"],
        workers=desk.crew(),
        on_turn=on_turn,
        on_start=started.append,
    )
    record = ImageRecord.of_picture(played, picture, None, noisy=noise > 0)
    return msgspec.structs.replace(record, turns=msgspec.UNSET)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadInput("png is no base64: send the bytes of a picture file in base64") from None


def suggest_stream(given: Given, desk: Desk) -> Any:
    """Advice at once, and then better: what a quick strategy says, the one asked for, more samples, counted figures."""
    player = player_of(given["strategy"], given["noise"])
    position = position_of(given["position"], noisy=player.noise.doubts)
    player.check(position.game)
    ends = time.monotonic() + given["seconds"] if given["seconds"] is not None else None
    last: Advice | None = None
    try:
        for step in _steps(given, desk, player):
            last = step(last) or last
            if last is not None:
                desk.say("suggestion", last.record)
            desk.check()
            if ends is not None and time.monotonic() >= ends:
                break
    except Contradiction:
        return conflict_record(position)
    assert last is not None
    return last.record


def _steps(given: Given, desk: Desk, player: Player) -> Iterator[Callable[[Advice | None], Advice | None]]:
    """What is done one after another, each with the advice before."""
    position = position_of(given["position"], noisy=player.noise.doubts)
    game = position.game

    def ask(other: Player) -> Advice:
        return advise_at(
            position,
            other,
            given["top"],
            seed=given["seed"],
            budget=desk.budget(),
            begun=lambda codebreaker: check_memory(game, codebreaker, desk.memory_mib),
        )

    options = player.options
    trusts = player.noise.trusts
    if isinstance(options, OneStepOptions) and AUTO.refuses(game) is None:
        seconds = predict_turn(game, len(position.turns), options.candidates_only, 1)
        if seconds > SLOW_SECONDS:
            yield lambda last: ask(Player.parse(AUTO.name))
    yield lambda last: ask(player)
    by_sampling = player.strategy is AUTO and family(game, player.noise).name == "sampling"
    if not by_sampling or not position.turns or position.solved:
        return
    more = None if options.noise is None else options.noise
    seen: list[Advice] = []

    def refine(last: Advice | None, settings: str) -> Advice | None:
        if last is None or last.candidates is not None:
            return None  # everything is counted already
        seen.append(last)
        return ask(Player.parse(f"sampling:{settings}").with_noise(more))

    for settings in REFINED:
        yield lambda last, settings=settings: refine(last, settings)  # type: ignore[misc]
    if trusts and game.size <= MOST_CODES:
        yield lambda last: None if last is None or last.candidates is not None else _counted([*seen, last], desk)


def _counted(seen: Sequence[Advice], desk: Desk) -> Advice:
    """The guesses of all advice so far with figures counted over all codes that fit, the most telling first."""
    began = time.perf_counter()
    last = seen[-1]
    crew = desk.crew()
    left = Candidates.after(last.position, crew)
    if not len(left):
        raise Contradiction("no code fits all turns")
    counted: list[Suggestion] = []
    for guess in dict.fromkeys(suggestion.guess for advice in reversed(seen) for suggestion in advice.suggestions):
        desk.check()
        counted.append(figures_of(left, guess, crew))
    counted.sort(key=lambda suggestion: (-(suggestion.entropy_bits or 0.0), suggestion.is_candidate is not True))
    report = replace(last.report, candidates=len(left), candidates_estimate=None)
    return replace(
        last,
        candidates=len(left),
        suggestions=counted[: len(last.suggestions)],
        report=report,
        seconds=last.seconds + time.perf_counter() - began,
    )


STREAMS: dict[str, Callable[[Given, Desk], Any]] = {"solve": solve, "image": image, "suggest_stream": suggest_stream}
"""The tasks by name."""
