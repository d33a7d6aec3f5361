"""The game loop that all strategies and codemakers share, and an observer of games with many pegs."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import known_at
from codepegs.errors import BadInput, whole_number
from codepegs.figures import GUESSES_ERROR, Kinds, described
from codepegs.game import (
    CANONICAL,
    MOST_PEGS_READ,
    CandidatesLeft,
    Code,
    Fits,
    Game,
    Interval,
    LongLog,
    Position,
    Reply,
    Seconds,
    Turn,
    board_svg,
    noise_of,
    record,
)
from codepegs.lazy import in_source_order
from codepegs.match.codemakers import Answer, Codemaker, Ends, Noisy, Secret, as_codemaker, secret_of
from codepegs.parallel import WorkerThreads
from codepegs.reasons import counted
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    Budget,
    Codebreaker,
    Declaration,
    ExpectedGuesses,
    MinimalCodebreaker,
    OpenOrder,
    Player,
    Progress,
    Report,
    Stop,
    next_move,
)


@record(
    "SolveTurn",
    "guess reply candidates seconds candidates_estimate?is_uncounted candidates_interval?is_uncounted consistent",
    "One turn of a game.",
)
@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn of a game that was played."""

    guess: Code
    """The code, 0-based colours."""
    reply: Reply
    """The reply that was shown."""
    candidates: CandidatesLeft
    """Number of candidates after the reply; None if it is not known."""
    candidates_estimate: float | None
    """Estimated number of candidates after the reply; None if there is no estimate."""
    seconds: Seconds
    """Seconds that the codebreaker took to choose the guess and process the reply."""
    ends: bool = False
    """Whether the codemaker announced the win after this turn."""
    consistent: Fits = True
    """Whether the guess was consistent with all replies before it; None if that is not known."""
    candidates_interval: Interval = None
    """An interval that contains the number of candidates with a probability of 95 %; None without an estimate."""
    expected: ExpectedGuesses | None = None
    """`expected_guesses` and its error as one object; None if it is not known, or was not asked for."""

    @property
    def expected_guesses(self) -> Annotated[float | None, described("expected_guesses")]:
        """Expected number of guesses from this one on."""
        return None if self.expected is None else self.expected.value

    @property
    def expected_guesses_error(self) -> Annotated[float | None, GUESSES_ERROR]:
        """Half the width of a 95 % interval around it; 0 if it is exact."""
        return None if self.expected is None else self.expected.error

    @property
    def kinds(self) -> Kinds:
        """Whether the expected number of guesses, if it is known, is counted or estimated."""
        return {} if self.expected is None else {"expected_guesses": self.expected.kind}

    @property
    def is_uncounted(self) -> bool:
        """Whether the exact number of candidates is not known."""
        return self.candidates is None


@dataclass(frozen=True, slots=True)
class Course:
    """The turns of a game and how it ended."""

    turns: Sequence[PlayedTurn]
    solved: bool = False
    end: Stop | Declaration | None = None
    """Why the codebreaker gave up, or what it declared, right or wrong; None if it did neither."""


@in_source_order
@record(
    "SolveAnswer",
    "rules=game strategy secret solved guesses turns?in_full seed seconds stopped? declared? correct?is_declared "
    "confidence? known? false_turns?=reported_false_turns open_order?",
    "A whole game.",
)
@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game.

    >>> game = play("p4c6", "3456", "minimax")
    >>> game.guesses, [str(turn.reply) for turn in game.turns]
    (4, ['0b0w', '1b2w', '3b0w', '4b0w'])
    """

    game: Game
    """The rules."""
    strategy: str
    """The strategy text."""
    secret: Code | None
    """The secret; None if the codemaker did not reveal it."""
    solved: bool
    """Whether the secret was found, either guessed or correctly declared."""
    turns: Annotated[Sequence[PlayedTurn], Meta(description="omitted with --quiet and by the server")]
    """The turns, in order. In a game of up to 256 pegs this is a tuple, otherwise a `LongLog`, which creates each turn
    when it is read."""
    seed: int
    """The random seed."""
    seconds: Seconds
    """Duration of the game, in seconds."""
    stopped: Annotated[str | None, Meta(description="why the strategy gave up")] = None
    """Why the codebreaker gave up; None if it did not."""
    declared: Annotated[
        Code | None, Meta(description="the code declared to be the secret; only if no reply announces the win")
    ] = None
    """What the codebreaker declared to be the secret; None if it declared nothing."""
    confidence: Annotated[float | None, Meta(description="its probability")] = None
    """The probability that the codebreaker gave to the declared code, from 0 to 1; None if it declared nothing."""
    known: Annotated[
        str | None,
        Meta(description="what is known at the end of a game that ends when the secret or its class is known"),
    ] = None
    """What is known at the end: the secret, several that no guess distinguishes, or their class. None in others."""
    is_noisy: bool = False
    """Whether replies may have been false."""
    open_order: OpenOrder | None = None
    """The open order at the first turn after which only the order of the colours was open, if that was observed."""
    in_full: bool = True
    """Whether JSON has the turns."""

    @property
    def guesses(self) -> int:
        """Number of guesses made; a declaration does not count."""
        return len(self.turns)

    @property
    def cost(self) -> int:
        """The cost of the guesses, which is their number unless the game has costs."""
        return self.guesses if self.game.costs is None else sum(self.game.cost_of(turn.guess) for turn in self.turns)

    @property
    def is_declared(self) -> bool:
        """Whether the codebreaker declared a code."""
        return self.declared is not None

    @property
    def correct(self) -> Annotated[bool | None, Meta(description="whether it is the secret; null if unknown")]:
        """Whether the declared code is the secret; None if nothing was declared, or the secret is not known."""
        return None if self.declared is None or self.secret is None else self.game.is_found(self.declared, self.secret)

    @property
    def false_turns(self) -> tuple[int, ...] | None:
        """Turns, from 1, whose replies were false; None if the secret is not known."""
        secret = self.secret
        if secret is None:
            return None
        shown = enumerate(self.turns, 1)
        return tuple(number for number, turn in shown if self.game.reply_between(turn.guess, secret) != turn.reply)

    @property
    def reported_false_turns(
        self,
    ) -> Annotated[
        tuple[int, ...] | None,
        Meta(description="turns, counted from 1, whose replies were false; only if replies may be false"),
    ]:
        """The false turns; None if all replies were to be true."""
        return self.false_turns if self.is_noisy else None

    @property
    def position(self) -> Position:
        """The rules and the turns."""
        return Position(self.game, tuple(Turn(turn.guess, turn.reply) for turn in self.turns))

    def _repr_svg_(self) -> str:
        """The board with the candidates left after each turn, for notebooks."""
        return board_svg(self.game, self.position.turns, notes=self.notes)

    @property
    def notes(self) -> list[str]:
        """The note beside each turn in a drawing, namely the number of candidates after it, or an empty text."""
        return [
            "solved" if turn.ends else "" if turn.candidates is None else f"{counted(turn.candidates, 'code')} left"
            for turn in self.turns
        ]

    def __repr__(self) -> str:
        return f"<{self.game} ({self._ending})>" if self.game.pegs > MOST_PEGS_READ else f"<{self}>"

    def __str__(self) -> str:
        return f"{self.position} ({self._ending})"

    @property
    def _ending(self) -> str:
        if self.declared is not None and self.known is None:
            return f"declared {CANONICAL.format(self.game, self.declared)} after {self.guesses}"
        return f"solved in {self.guesses}" if self.solved else f"not solved in {self.guesses}"


def play_turns(
    codebreaker: MinimalCodebreaker,
    codemaker: Codemaker,
    turns: int | None = None,
    budget: Budget | None = None,
    on_turn: Callable[[int, PlayedTurn], None] | None = None,
    valued: bool = False,
) -> Course:
    """Play a game from the position of a codebreaker."""
    codebreaker = Codebreaker.of(codebreaker)
    game = codebreaker.position.game  # read once: some codebreakers replay a long game to compute it
    log: list[PlayedTurn] | LongLog[PlayedTurn] = LongLog() if game.is_long else []
    end: Stop | Declaration | None = None
    over = False
    judge = codemaker if isinstance(codemaker, Ends) else None
    while not over and (turns is None or len(log) < turns):
        began = time.perf_counter()
        move = next_move(codebreaker, game, budget)
        thought = time.perf_counter() - began
        if isinstance(move, Stop | Declaration):
            end = move
            break
        code = move.code
        expected = codebreaker.describe([code], budget)[0].expected if valued else None
        reply = codemaker.reply(code)
        over = judge.over(code, reply) if judge else reply.solved
        began = time.perf_counter()
        if not (over and judge):  # by learning a turn, a codebreaker also learns that the game did not end
            codebreaker.learn(Turn(code, reply))
        report = Report(candidates=1) if over else codebreaker.report()
        thought += time.perf_counter() - began
        turn = PlayedTurn(
            guess=code,
            reply=reply,
            candidates=report.candidates,
            candidates_estimate=report.candidates_estimate,
            seconds=thought,
            ends=over,
            consistent=move.consistent,
            candidates_interval=report.candidates_interval,
            expected=expected,
        )
        log.append(turn)
        if on_turn is not None:
            on_turn(len(log), turn)
    return Course(log if isinstance(log, LongLog) else tuple(log), over, end)


def play(
    game: Game | str,
    secret: Code | str | None = None,
    strategy: str | Player = DEFAULT,
    *,
    codemaker: Codemaker | Answer | None = None,
    noise: float | str = 0.0,
    declare: float | None = None,
    turns: int | None = None,
    seed: Seed | int | None = None,
    workers: WorkerThreads | int = 1,
    work: int | None = None,
    on_turn: Callable[[int, PlayedTurn], None] | None = None,
    on_start: Callable[[Codebreaker], None] | None = None,
    valued: bool = False,
) -> PlayedGame:
    """Play a game: a strategy against a secret or a codemaker.

    Args:
        game: The game or its rules id.
        secret: The secret; drawn if neither a secret nor a codemaker is given.
        strategy: A strategy text or a player.
        codemaker: An object with a method `reply(guess)`, or a function of the guess, that returns a `Reply`, its text
            or a pair (black, white).
        noise: Probability that a reply is replaced by a random one, or another kind of false replies: `miscount:Q`,
            `swap:Q`, `at-most:E` or `lying:E`. The strategy takes it into account unless its own options differ. The
            game then ends when the guess equals the secret, whatever the reply.
        declare: Probability at which the strategy declares the secret; the codemaker then does not announce the win.
        turns: Number of turns after which the game ends unsolved; unlimited if None.
        seed: The random seed; drawn if None.
        workers: Threads that search for a guess, or their number.
        work: Largest number of units of work per guess, for strategies whose search has no natural end; the strategy's
            own limit if None.
        on_turn: Called with the number of each turn, from 1, and the turn.
        on_start: Called with the codebreaker before its first move.
        valued: Whether to compute the expected number of guesses from each guess on.

    Returns:
        The finished game.

    Raises:
        BadInput: An argument is invalid, secret and codemaker are both given, the strategy cannot play the game, or the
            codemaker returns something that is not a reply.
        Contradiction: The replies of the codemaker contradict each other.
        Unavailable: The strategy or the codemaker needs something that is missing, or a smaller game.

    >>> played = play("p4c6", "3564", "minimax")
    >>> played.guesses, str(played.turns[0].reply)
    (4, '0b0w')
    >>> def answer(guess):
    ...     return game.reply(guess, (2, 4, 5, 3))
    >>> game = Game(4, 6)
    >>> play(game, strategy="minimax", codemaker=answer).turns[-1].guess
    (2, 4, 5, 3)
    >>> noisy = play(game, "3564", "bayes", noise=0.2, seed=11)
    >>> noisy.solved, noisy.guesses, noisy.false_turns
    (True, 7, (2, 3))
    """
    game = Game.of(game)
    seed = Seed.of(seed)
    noise = noise_of(noise)
    turns = None if turns is None else whole_number("turns", turns, least=1)
    player = Player.of(strategy).with_noise(noise, declare)
    if codemaker is not None and secret is not None:
        raise BadInput.because("not_both", first="secret", second="codemaker")
    if codemaker is None:
        codemaker = Secret(game, secret) if secret is not None else Secret.draw(game, seed)
    answers = as_codemaker(game, codemaker)
    if noise or declare is not None:
        answers = Noisy(game, answers, noise, seed, announce=declare is None)
    codebreaker = player.start(game, seed)
    if on_start is not None:
        on_start(codebreaker)
    began = time.perf_counter()
    with WorkerThreads.of(workers) as threads:
        course = play_turns(codebreaker, answers, turns, Budget(threads, work), on_turn, valued)
    seconds = time.perf_counter() - began
    held = secret_of(answers)
    declared = course.end if isinstance(course.end, Declaration) else None
    known = known_at(codebreaker.position) if game.endings and not course.solved else None
    is_right = declared is not None and held is not None and game.is_found(declared.code, held)
    return PlayedGame(
        game=game,
        strategy=str(player),
        secret=held,
        solved=course.solved or known is not None or is_right,
        turns=course.turns,
        seed=seed.value,
        seconds=seconds,
        stopped=course.end.reason if isinstance(course.end, Stop) else None,
        declared=None if declared is None else declared.code,
        confidence=None if declared is None else declared.confidence,
        known=None if known is None else known.words,
        is_noisy=bool(noise),
    )


LOOKS = 200
"""A game of n pegs is looked at every n / LOOKS turns, because measuring the progress takes time."""


class LongGameObserver(ABC):
    """An observer, by `on_start` and `on_turn` of `play`, of every few turns, and of the first and the winning one."""

    def __init__(self, game: Game, every: int | None = None) -> None:
        self.game = game
        self.most_black = 0
        """Most black pegs of any reply so far."""
        self.turns = 0
        self.began = time.perf_counter()
        self._every = every or max(1, game.pegs // LOOKS)
        self._codebreaker: Codebreaker | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the start of the game."""
        return time.perf_counter() - self.began

    @abstractmethod
    def on_look(self, number: int, turn: PlayedTurn, progress: Progress | None) -> None:
        """Look at the game."""

    def is_due(self, number: int, turn: PlayedTurn) -> bool:
        """Return whether to look at the game after a turn."""
        return number == 1 or turn.ends or number % self._every == 0

    def on_start(self, codebreaker: Codebreaker) -> None:
        """Note the codebreaker and the time; pass this method to `play` as `on_start`."""
        self._codebreaker = codebreaker
        self.began = time.perf_counter()

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Note a turn, and call `on_look` if it is due; pass this method to `play` as `on_turn`."""
        self.turns = number
        self.most_black = max(self.most_black, turn.reply.black or 0)
        if self.is_due(number, turn):
            self.on_look(number, turn, self.measured())

    def measured(self) -> Progress | None:
        """Measure the progress after the turns so far."""
        return None if self._codebreaker is None else self._codebreaker.progress()


SHADES = "·░▒▓█"
PLAIN_SHADES = ".-+*#"
"""Characters for no known peg, up to a third, up to two thirds, more, and all."""


def shares_known(pegs: int, known: Iterable[int], cells: int) -> NDArray[np.float64]:
    """The share of known pegs in each of `cells` stretches of equal length, shape (cells,)."""
    where = np.arange(pegs) * cells // pegs
    is_known = np.zeros(pegs)
    is_known[list(known)] = 1.0
    shares: NDArray[np.float64] = np.bincount(where, is_known, cells) / np.bincount(where, minlength=cells)
    return shares


def map_signs(pegs: int, known: Iterable[int], cells: int, shades: str = SHADES) -> str:
    """Draw which pegs are known, one character per stretch of pegs."""
    between = len(shades) - 2
    signs = []
    for share in shares_known(pegs, known, min(cells, pegs)).tolist():
        some = 1 + min(between - 1, int(share * between))
        signs.append(shades[0] if share == 0 else shades[-1] if share == 1 else shades[some])
    return "".join(signs)
