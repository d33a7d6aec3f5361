"""One game from the first guess to the last: the driver that all strategies and codemakers share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from codepegs.advice import Suggestion
from codepegs.codebreakers.door import Budget, Codebreaker, ForeignHistory, Guess, Ranks, Stop
from codepegs.codebreakers.registry import DEFAULT, Player
from codepegs.codemakers import Codemaker, Secret
from codepegs.game import Code, Game, Reply
from codepegs.notices import tell
from codepegs.seeds import Seed
from codepegs.texts import CANONICAL, Position, Turn


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn as it was played."""

    guess: Code
    reply: Reply
    candidates: int | None
    """Codes that fit after the reply; None when that is not known."""
    candidates_estimate: float | None
    seconds: float
    """Time the codebreaker took to choose the guess and to take in the reply."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game."""

    game: Game
    strategy: str
    secret: Code | None
    """None when the codemaker keeps it."""
    solved: bool
    turns: tuple[PlayedTurn, ...]
    seed: int
    seconds: float
    stopped: str | None = None
    """Why the codebreaker gave up, if it did."""

    @property
    def guesses(self) -> int:
        """Number of guesses made."""
        return len(self.turns)

    @property
    def position(self) -> Position:
        """The rules and the turns."""
        return Position(self.game, tuple(Turn(turn.guess, turn.reply) for turn in self.turns))

    def __str__(self) -> str:
        ending = f"solved in {self.guesses}" if self.solved else f"not solved in {self.guesses}"
        return f"{self.position} ({ending})"


def play_turns(
    codebreaker: Codebreaker,
    codemaker: Codemaker,
    turns: int | None = None,
    budget: Budget | None = None,
    on_turn: Callable[[int, PlayedTurn], None] | None = None,
) -> tuple[tuple[PlayedTurn, ...], bool, str | None]:
    """Play from the codebreaker's position on: the turns, whether it was solved, and why it stopped if it did."""
    played: list[PlayedTurn] = []
    while turns is None or len(played) < turns:
        began = time.perf_counter()
        move = codebreaker.next(budget)
        thought = time.perf_counter() - began
        if isinstance(move, Stop):
            return tuple(played), False, move.reason
        assert isinstance(move, Guess)
        reply = codemaker.reply(move.code)
        began = time.perf_counter()
        codebreaker.learn(Turn(move.code, reply))
        report = codebreaker.report()
        thought += time.perf_counter() - began
        candidates = 1 if reply.solved else report.candidates
        played.append(PlayedTurn(move.code, reply, candidates, report.candidates_estimate, thought))
        if on_turn is not None:
            on_turn(len(played), played[-1])
        if reply.solved:
            return tuple(played), True, None
    return tuple(played), False, None


def play(
    game: Game,
    secret: Code | str | None = None,
    strategy: str | Player = DEFAULT,
    *,
    codemaker: Codemaker | None = None,
    turns: int | None = None,
    seed: Seed | int | None = None,
    budget: Budget | None = None,
    on_turn: Callable[[int, PlayedTurn], None] | None = None,
    on_start: Callable[[Codebreaker], None] | None = None,
) -> PlayedGame:
    """Let a strategy break a code; without a secret or a codemaker one is drawn.

    `on_start` is handed the codebreaker before its first move, for those who ask at each turn what it believes.

    Raises `BadInput` for a wrong secret or strategy, `Contradiction` when the codemaker's replies do not fit together.

    >>> played = play(Game(4, 6), "3564", "minimax")
    >>> played.guesses, str(played.turns[0].reply)
    (4, '0b0w')
    """
    seed = Seed.of(seed)
    player = Player.parse(strategy) if isinstance(strategy, str) else strategy
    if codemaker is None:
        if isinstance(secret, str):
            secret = CANONICAL.parse(game, secret)
        codemaker = Secret(game, secret) if secret is not None else Secret.draw(game, seed)
    codebreaker = player.start(game, seed)
    if on_start is not None:
        on_start(codebreaker)
    began = time.perf_counter()
    played, solved, stopped = play_turns(codebreaker, codemaker, turns, budget, on_turn)
    return PlayedGame(
        game=game,
        strategy=str(player),
        secret=codemaker.code if isinstance(codemaker, Secret) else None,
        solved=solved,
        turns=played,
        seed=seed.value,
        seconds=time.perf_counter() - began,
        stopped=stopped,
    )


def begin(player: Player, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    """A codebreaker that goes on from a history; `auto` steps in, and says so, where the strategy cannot."""
    try:
        return player.start(game, seed, history)
    except ForeignHistory as error:
        tell(f"{error}; auto plays on")
        return Player.parse(DEFAULT).start(game, seed, history)


def suggest(
    position: Position | str,
    most: int = 5,
    strategy: str | Player = DEFAULT,
    *,
    seed: Seed | int | None = None,
    budget: Budget | None = None,
) -> list[Suggestion]:
    """The best guesses at a position by a strategy's own order, best first; empty when it stops without one.

    Raises `Contradiction` when no code fits the position, `BadInput` when its text or the strategy is wrong.

    >>> best = suggest("p4c6 1122:1b0w", 1, "minimax")[0]
    >>> best.guess, best.worst, best.parts
    ((0, 2, 3, 3), 44, 13)
    """
    if isinstance(position, str):
        position = Position.parse(position)
    player = Player.parse(strategy) if isinstance(strategy, str) else strategy
    return advise(begin(player, position.game, Seed.of(seed), position.turns), most, budget)


def advise(codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None) -> list[Suggestion]:
    """The best guesses of a codebreaker where it stands, best first; empty when it stops without one."""
    return advise_or_stop(codebreaker, most, budget)[0]


def advise_or_stop(
    codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None
) -> tuple[list[Suggestion], str | None]:
    """The best guesses of a codebreaker where it stands, best first, or why there are none."""
    if isinstance(codebreaker, Ranks):
        return codebreaker.rank(most, budget), None
    move = codebreaker.next(budget)
    if isinstance(move, Stop):
        return [], move.reason
    uncounted = Suggestion(move.code, True, None, None, None, None, None, _UNCOUNTED, exact=False)
    if isinstance(move, Guess) and not move.consistent:
        uncounted = replace(uncounted, is_candidate=False, why=_UNKNOWN)
    return [uncounted], None


_UNKNOWN = "There are too many codes to count what it does to them."
_UNCOUNTED = "It fits all replies so far; there are too many codes to count what it does to them."
