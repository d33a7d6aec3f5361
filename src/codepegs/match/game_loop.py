"""The game loop that all strategies and codemakers share, and an observer of games with many pegs."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import known_at
from codepegs.errors import BadInput, whole_number
from codepegs.game import (
    CANONICAL,
    GUESSES_ERROR,
    MOST_PEGS_READ,
    CandidatesLeft,
    Code,
    Fits,
    Game,
    Interval,
    JsonKeys,
    Kinds,
    LongLog,
    Position,
    Reply,
    Seconds,
    Turn,
    board_svg,
    described,
    former_parameters,
    noise_of,
    of_budget,
    optional,
    record,
    warn_former,
)
from codepegs.match.codemakers import Answer, Codemaker, Ends, Noisy, Secret, as_codemaker, secret_of
from codepegs.parallel import WorkerThreads
from codepegs.reasons import MOST_SHOWN_OF_OBJECT, bracketed, clip, counted
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


@record("SolveTurn", "One turn of a game.")
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

    def _json_keys(self) -> JsonKeys:
        return {
            "guess": self.guess,
            "reply": self.reply,
            "candidates": self.candidates,
            "seconds": self.seconds,
            "candidates_estimate": optional(self.candidates_estimate, when=self.is_uncounted),
            "candidates_interval": optional(self.candidates_interval, when=self.is_uncounted),
            "consistent": self.consistent,
        }

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

    def __repr__(self) -> str:
        known = self.candidates if self.candidates_estimate is None else round(self.candidates_estimate)
        left = "" if known is None else f", {counted(known, 'candidate')} left"
        return bracketed(f"guess {clip(str(self.guess))}, reply {self.reply}{left}")

    @property
    def is_uncounted(self) -> bool:
        """Whether the exact number of candidates is not known."""
        return self.candidates is None


@record("SolveAnswer", "A whole game.")
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

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "strategy": self.strategy,
            "secret": self.secret,
            "solved": self.solved,
            "guesses": self.guesses,
            "turns": optional(self.turns, when=self.in_full),
            "seed": self.seed,
            "seconds": self.seconds,
            "stopped": optional(self.stopped),
            "declared": optional(self.declared),
            "correct": optional(self.correct, when=self.is_declared),
            "confidence": optional(self.confidence),
            "known": optional(self.known),
            "false_turns": optional(self.reported_false_turns),
            "open_order": optional(self.open_order),
        }

    @property
    def guesses(self) -> int:
        """Number of guesses made; a declaration does not count."""
        return len(self.turns)

    @property
    def cost(self) -> int:
        """The cost of the guesses, which is their number unless the game has costs."""
        return self.guesses if self.game.costs is None else sum(self.game._cost_of(turn.guess) for turn in self.turns)

    @property
    def is_declared(self) -> bool:
        """Whether the codebreaker declared a code."""
        return self.declared is not None

    @property
    def correct(self) -> Annotated[bool | None, Meta(description="whether it is the secret; null if unknown")]:
        """Whether the declared code is the secret; None if nothing was declared, or the secret is not known."""
        return None if self.declared is None or self.secret is None else self.game._is_found(self.declared, self.secret)

    @property
    def false_turns(self) -> tuple[int, ...] | None:
        """Turns, from 1, whose replies were false; None if the secret is not known."""
        secret = self.secret
        if secret is None:
            return None
        shown = enumerate(self.turns, 1)
        return tuple(number for number, turn in shown if self.game._reply_between(turn.guess, secret) != turn.reply)

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
        whole = "" if self.game.pegs > MOST_PEGS_READ else f"<{self}>"
        short = bracketed(f"{clip(str(self.game))} ({self._ending})")
        return whole if 0 < len(whole) <= MOST_SHOWN_OF_OBJECT else short

    def __str__(self) -> str:
        return f"{self.position} ({self._ending})"

    @property
    def _ending(self) -> str:
        if self.declared is not None and self.known is None:
            return f"declared {CANONICAL.format(self.game, self.declared)} after {self.guesses}"
        return f"solved in {self.guesses}" if self.solved else f"not solved in {self.guesses}"


class Playing:
    """A game that a `for` loop plays, a turn in each round; made by `iter_play`.

    Nothing is computed between two rounds. A loop that was left can be followed by another, which continues the game.

    >>> game = iter_play("p4c6", "3456", "minimax")
    >>> for turn in game:
    ...     print(turn.guess, turn.reply, turn.candidates)
    ...     if turn.candidates is not None and turn.candidates < 50:
    ...         break
    (0, 0, 1, 1) 0b0w 256
    (2, 2, 3, 4) 1b2w 40
    >>> game.result.solved, [str(turn.reply) for turn in game], game.result.solved
    (False, ['3b0w', '4b0w'], True)
    """

    def __init__(
        self,
        player: Player,
        codebreaker: MinimalCodebreaker,
        codemaker: Codemaker,
        *,
        seed: Seed,
        turns: int | None = None,
        workers: WorkerThreads | int = 1,
        work: int | None = None,
        valued: bool = False,
        is_noisy: bool = False,
    ) -> None:
        self.codebreaker: Codebreaker = Codebreaker.of(codebreaker)
        """The codebreaker that plays: its report, its progress and its position are those after the turns so far."""
        self._player, self._seed, self._is_noisy = player, seed, is_noisy
        self._codemaker, self._judge = codemaker, codemaker if isinstance(codemaker, Ends) else None
        self._most, self._workers, self._work, self._valued = turns, workers, work, valued
        self._game = self.codebreaker.position.game  # read once: some replay a long game to compute their position
        self._turns: list[PlayedTurn] | LongLog[PlayedTurn] = LongLog() if self._game._is_long else []
        self._end: Stop | Declaration | None = None
        self._over = False
        self._seconds = 0.0

    def __iter__(self) -> Iterator[PlayedTurn]:
        with WorkerThreads.of(self._workers) as threads:
            budget = Budget(threads, self._work)
            while (turn := self._play_turn(budget)) is not None:
                yield turn

    def _play_turn(self, budget: Budget) -> PlayedTurn | None:
        """Play one turn; None at the end of the game."""
        if self._over or self._end is not None or (self._most is not None and len(self._turns) >= self._most):
            return None
        began = time.perf_counter()
        move = next_move(self.codebreaker, self._game, budget)
        thought = time.perf_counter() - began
        if isinstance(move, Stop | Declaration):
            self._end = move
            self._seconds += thought
            return None
        code = move.code
        expected = self.codebreaker.describe([code], budget)[0].expected if self._valued else None
        reply = self._codemaker.reply(code)
        over = self._judge.over(code, reply) if self._judge else reply.solved
        learning = time.perf_counter()
        if not (over and self._judge):  # by learning a turn, a codebreaker also learns that the game did not end
            self.codebreaker.learn(Turn(code, reply))
        report = Report(candidates=1) if over else self.codebreaker.report()
        ended = time.perf_counter()
        turn = PlayedTurn(
            guess=code,
            reply=reply,
            candidates=report.candidates,
            candidates_estimate=report.candidates_estimate,
            seconds=thought + ended - learning,
            ends=over,
            consistent=move.consistent,
            candidates_interval=report.candidates_interval,
            expected=expected,
        )
        self._turns.append(turn)
        self._over = over
        self._seconds += ended - began
        return turn

    def __repr__(self) -> str:
        return bracketed(f"game of {clip(str(self._game))} in play, {counted(len(self._turns), 'turn')}")

    @property
    def result(self) -> PlayedGame:
        """The game so far; it is not solved as long as the loop has not ended it."""
        end, game = self._end, self._game
        held = secret_of(self._codemaker)
        declared = end if isinstance(end, Declaration) else None
        known = known_at(self.codebreaker.position) if game._endings and not self._over else None
        is_right = declared is not None and held is not None and game._is_found(declared.code, held)
        return PlayedGame(
            game=game,
            strategy=str(self._player),
            secret=held,
            solved=self._over or known is not None or is_right,
            turns=self._turns if isinstance(self._turns, LongLog) else tuple(self._turns),
            seed=self._seed.value,
            seconds=self._seconds,
            stopped=end.reason if isinstance(end, Stop) else None,
            declared=None if declared is None else declared.code,
            confidence=None if declared is None else declared.confidence,
            known=None if known is None else known.words,
            is_noisy=self._is_noisy,
        )


def iter_play(
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
    valued: bool = False,
) -> Playing:
    """Play a game in a `for` loop of your own, which gets the turns.

    Args:
        game: The game or its rules id.
        secret: The secret; drawn if neither a secret nor a codemaker is given.
        strategy: A strategy text or a player.
        codemaker: As for `play`, like the other arguments.
        noise: False replies.
        declare: Probability at which the strategy declares the secret.
        turns: Number of turns after which the game ends unsolved; unlimited if None.
        seed: The random seed; drawn if None.
        workers: Threads that search for a guess, or their number; those of a number are ended with the loop.
        work: Largest number of units of work per guess.
        valued: Whether each turn has the expected number of guesses from its guess on.

    Returns:
        The game: iterating plays its turns, and `result` is what `play` returns, with the turns so far.

    Raises:
        BadInput: As for `play`.
        Contradiction: In the loop, if the replies of the codemaker contradict each other.
        Unavailable: The strategy or the codemaker needs something that is missing, or a smaller game.

    >>> game = iter_play("p4c6", "3564", "minimax")
    >>> [str(turn.reply) for turn in game], game.result.guesses
    (['0b0w', '1b2w', '2b1w', '4b0w'], 4)
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
    return Playing(
        player,
        player.start(game, seed),
        answers,
        seed=seed,
        turns=turns,
        workers=workers,
        work=work,
        valued=valued,
        is_noisy=bool(noise),
    )


@former_parameters({"budget": of_budget})
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
        on_turn: Called with the number of each turn, from 1, and the turn; use `iter_play` instead.
        on_start: Called with the codebreaker before its first move; use `iter_play(...).codebreaker` instead.
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
    >>> def answer(guess: Code) -> Reply:
    ...     return game.reply(guess, (2, 4, 5, 3))
    >>> game = Game(4, 6)
    >>> play(game, strategy="minimax", codemaker=answer).turns[-1].guess
    (2, 4, 5, 3)
    >>> noisy = play(game, "3564", "bayes", noise=0.2, seed=11)
    >>> noisy.solved, noisy.guesses, noisy.false_turns
    (True, 7, (2, 3))
    """
    playing = iter_play(
        game,
        secret,
        strategy,
        codemaker=codemaker,
        noise=noise,
        declare=declare,
        turns=turns,
        seed=seed,
        workers=workers,
        work=work,
        valued=valued,
    )
    if on_turn is not None or on_start is not None:
        warn_former("on_start and on_turn of play will be removed: use 'for turn in iter_play(...)'")
    if on_start is not None:
        on_start(playing.codebreaker)
    for number, turn in enumerate(playing, 1):
        if on_turn is not None:
            on_turn(number, turn)
    return playing.result


LOOKS = 200
"""A game of n pegs is looked at every n / LOOKS turns, because measuring the progress takes time."""


class LongGameObserver(ABC):
    """An observer of every few turns of a game, and of the first and the winning one."""

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
        """Note the codebreaker and the time, before the first turn."""
        self._codebreaker = codebreaker
        self.began = time.perf_counter()

    def on_turn(self, number: int, turn: PlayedTurn) -> None:
        """Note a turn, the number of which is counted from 1, and call `on_look` if it is due."""
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
