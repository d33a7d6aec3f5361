"""Several secrets at once: every guess is made on all boards, as in Dordle and Quordle.

Each board has its own replies and candidates, and the game ends when every secret is found. The strategy compares
guesses by the sum of a one-step objective over the boards that are not solved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from codepegs.codes import Candidates, Keys, Objective, PartitionedSet, differing_guesses
from codepegs.core import ENTROPY_SCALE, log2
from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game import Code, Game, JsonKeys, Kinds, Position, Reply, Seconds, described, record
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import DEFAULT

MOST_BOARDS = 16

MOST_CODES_OF_BOARDS = 100_000
"""Codes of the largest game, for all are compared as guesses."""

OBJECTIVES = {
    DEFAULT: Objective.ENTROPY,
    "entropy": Objective.ENTROPY,
    "expected-size": Objective.EXPECTED_SIZE,
    "minimax": Objective.WORST_PART,
    "max-parts": Objective.MOST_PARTS,
}
"""The objective of each strategy that plays several boards."""

DIGITS = 9
"""Decimal places to which sums over boards are compared."""


@record("BoardSuggestionAnswer")
@dataclass(frozen=True, slots=True)
class BoardSuggestion:
    """A guess for several boards."""

    guess: Code
    bits: Annotated[float, described("bits")]
    """Expected information of the replies, in bits, summed over the boards that are not solved."""
    candidate_on: tuple[int, ...]
    """The boards, from 1, on which it may be the secret."""

    def _json_keys(self) -> JsonKeys:
        return {
            "guess": self.guess,
            "bits": self.bits,
            "candidate_on": self.candidate_on,
            "kinds": self.kinds,
        }

    @property
    def kinds(self) -> Kinds:
        """The information is counted."""
        return {"bits": "counted"}


@record("BoardTurnAnswer")
@dataclass(frozen=True, slots=True)
class BoardTurn:
    """One turn on several boards."""

    guess: Code
    replies: tuple[Reply | None, ...]
    """The reply on each board; None on a board that was solved before."""
    candidates: tuple[int, ...]
    """The number of candidates on each board after the turn; 1 on a solved board."""


@record("BoardsSuggestAnswer")
@dataclass(frozen=True, slots=True)
class BoardsAdvice:
    """Guesses for several boards, best first."""

    positions: list[Position]
    strategy: str
    candidates: list[int]
    suggestions: list[BoardSuggestion]

    @property
    def game(self) -> Game:
        return self.positions[0].game


@record("BoardsGameAnswer")
@dataclass(frozen=True, slots=True)
class BoardsGame:
    """A whole game on several boards."""

    game: Game
    strategy: str
    secrets: tuple[Code, ...]
    turns: tuple[BoardTurn, ...]
    seed: int
    seconds: Seconds

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "strategy": self.strategy,
            "secrets": self.secrets,
            "solved": self.solved,
            "guesses": self.guesses,
            "turns": self.turns,
            "seed": self.seed,
            "seconds": self.seconds,
        }

    @property
    def guesses(self) -> int:
        return len(self.turns)

    @property
    def solved(self) -> bool:
        """Whether every secret was found."""
        return {turn.guess for turn in self.turns} >= set(self.secrets)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The position on each board; a solved one ends with its win."""
        found = [Position(self.game)] * len(self.secrets)
        for turn in self.turns:
            for board, reply in enumerate(turn.replies):
                if reply is not None:
                    found[board] = found[board].after(turn.guess, reply)
        return tuple(found)


def check_boards(game: Game, boards: int, strategy: str = DEFAULT) -> Objective:
    """Check that a game can be played on several boards."""
    if not 1 <= boards <= MOST_BOARDS:
        raise BadInput.because("boards_out_of_range", most=MOST_BOARDS, count=boards)
    if boards > game.size:
        raise BadInput.because(game._reason("too_few_secrets", size=game.size, count=boards))
    if strategy not in OBJECTIVES:
        known = ", ".join(OBJECTIVES)
        raise BadStrategy.because("plays_one_board", strategy=strategy, choice=known)
    if game.until != "named":
        raise BadInput.because(game._reason("no_boards_until_known"))
    if game._traits.hard:
        raise BadInput.because(game._reason("no_boards_in_hard_mode"))
    if game.size > MOST_CODES_OF_BOARDS:
        raise BadInput.because(game._reason("too_many_for_boards", size=game.size, most=MOST_CODES_OF_BOARDS))
    return OBJECTIVES[strategy]


@dataclass(frozen=True, slots=True)
class Boards:
    """The positions on several boards of a game, and the candidates on each."""

    positions: tuple[Position, ...]
    left: tuple[Candidates, ...]
    """Only the secret on a solved board."""

    @classmethod
    def at(cls, positions: Sequence[Position], workers: WorkerThreads | int = 1) -> Boards:
        """List the candidates of some positions."""
        return cls(tuple(positions), tuple(Candidates.after(board, workers) for board in positions))

    @property
    def solved(self) -> bool:
        """Whether every secret was found."""
        return all(board.solved for board in self.positions)

    def after(self, guess: Code, secrets: Sequence[Code], workers: WorkerThreads | int = 1) -> tuple[Boards, BoardTurn]:
        """Make a guess on every board that is not solved."""
        positions, left = [*self.positions], [*self.left]
        replies: list[Reply | None] = []
        for number, (board, secret) in enumerate(zip(self.positions, secrets, strict=True)):
            reply = None if board.solved else board.game.reply(guess, secret)
            replies.append(reply)
            if reply is not None:
                positions[number] = board.after(guess, reply)
                left[number] = left[number].filter(positions[number].turns[-1], workers)
        turn = BoardTurn(guess, tuple(replies), tuple(map(len, left)))
        return Boards(tuple(positions), tuple(left)), turn

    def suggest(
        self, strategy: str = DEFAULT, top: int = 5, threads: WorkerThreads | None = None
    ) -> list[BoardSuggestion]:
        """Rank guesses."""
        # If a board has only one candidate, that code has to be guessed in any case, so it is listed before all other
        # guesses.
        objective, threads = OBJECTIVES[strategy], threads or WorkerThreads()
        for number, (board, candidates) in enumerate(zip(self.positions, self.left, strict=True), 1):
            is_possible = board.fits(board.turns[-1].guess) if board.solved else len(candidates) > 0
            if not is_possible:
                raise Contradiction.because("no_code_on_board", board=number, position=str(board))
        unsolved = {number: self.left[number] for number, board in enumerate(self.positions) if not board.solved}
        if not unsolved:
            return []
        known = np.unique(
            np.concatenate([np.empty(0, np.uint64), *(one.keys for one in unsolved.values() if len(one) == 1)])
        )
        first = _best(known, unsolved, objective, top, threads)
        if len(first) == top:
            return first
        # Guesses that differ by symmetry suffice if all open boards have the same turns.
        number, one = next(iter(unsolved.items()))
        here = self.positions[number]
        is_same = all(self.positions[other].turns == here.turns for other in unsolved)
        guesses = differing_guesses(here, one) if is_same else one.space.guesses(here.turns)
        others = np.setdiff1d(guesses, known)
        return first + _best(others, unsolved, objective, top - len(first), threads)


def suggest_boards(
    positions: Sequence[Position | Game | str],
    strategy: str = DEFAULT,
    *,
    top: int = 5,
    workers: WorkerThreads | int = 1,
) -> list[BoardSuggestion]:
    """Rank guesses for several boards."""
    boards = [Position.of(position) for position in positions]
    if not boards:
        raise BadInput.because("no_boards")
    game = boards[0].game
    if any(board.game != game for board in boards):
        raise BadInput.because("boards_of_different_games")
    if top < 1:
        raise BadInput.because("too_few_guesses", count=top)
    check_boards(game, len(boards), strategy)
    with WorkerThreads.of(workers) as threads:
        return Boards.at(boards, threads).suggest(strategy, top, threads)


def _best(
    guesses: Keys, unsolved: Mapping[int, Candidates], objective: Objective, top: int, threads: WorkerThreads
) -> list[BoardSuggestion]:
    """The best of some guesses."""
    if not len(guesses):
        return []
    sums, wins = np.zeros(len(guesses)), np.zeros(len(guesses))
    for candidates in unsolved.values():
        value, chance = _values(guesses, candidates, objective, threads)
        sums += value
        wins += chance
    order = np.lexsort((-np.round(wins, DIGITS), np.round(sums, DIGITS)))[:top]
    found = []
    for key in guesses[order]:
        one = np.array([key], dtype=np.uint64)
        bits = [-float(_values(one, left, Objective.ENTROPY, threads)[0][0]) for left in unsolved.values()]
        code = next(iter(unsolved.values())).space.decode(int(key))
        holds = tuple(number + 1 for number, left in unsolved.items() if code in left)
        # Decimal places of information that are exact in spite of the rounding of scores.
        found.append(BoardSuggestion(code, round(sum(bits), 6) + 0.0, holds))
    return found


def _values(
    guesses: Keys, candidates: Candidates, objective: Objective, threads: WorkerThreads
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The objective of each guess on a board, less is better, and the probability that it is the secret."""
    scores, wins = PartitionedSet.of(candidates, guesses, threads).scores(guesses, objective, threads)
    value, mass = scores.astype(np.float64), candidates.mass
    if objective is Objective.ENTROPY:
        value = value / (mass * float(1 << ENTROPY_SCALE)) - float(log2(np.array([float(mass)]))[0])
    elif objective is Objective.EXPECTED_SIZE:
        value = value / mass
    return value, wins / mass


def play_boards(
    game: Game | str,
    boards: int | None = None,
    secrets: Sequence[Code | str] | None = None,
    strategy: str = DEFAULT,
    *,
    turns: int | None = None,
    seed: Seed | int | None = None,
    workers: WorkerThreads | int = 1,
    on_turn: Callable[[int, BoardTurn], None] | None = None,
) -> BoardsGame:
    """Play a game: a strategy against several secrets at once."""
    game, drawn = Game.of(game), Seed.of(seed)
    if (boards is None) == (secrets is None):
        raise BadInput.because("boards_or_secrets")
    count = boards if secrets is None else len(secrets)
    assert count is not None
    check_boards(game, count, strategy)
    held = draw_secrets(game, count, drawn) if secrets is None else tuple(map(game.check_code, secrets))
    for code in held:
        game.reply(code, code)  # raises BadCode if it cannot be a secret
    began = time.perf_counter()
    log: list[BoardTurn] = []
    with WorkerThreads.of(workers) as threads:
        here = Boards.at([Position(game)] * count, threads)
        while not here.solved and (turns is None or len(log) < turns):
            guess = here.suggest(strategy, 1, threads)[0].guess
            here, turn = here.after(guess, held, threads)
            log.append(turn)
            if on_turn is not None:
                on_turn(len(log), turn)
    return BoardsGame(game, strategy, held, tuple(log), drawn.value, time.perf_counter() - began)


def draw_secrets(game: Game, boards: int, seed: Seed) -> tuple[Code, ...]:
    """Draw distinct secrets, uniformly or by the weights of a `ListedGame`."""
    rng, everything = seed.stream(f"secrets {game}"), Candidates.all(game)
    drawn: dict[Code, None] = {}
    while len(drawn) < boards:
        drawn[everything.draw(rng)] = None
    return tuple(drawn)
