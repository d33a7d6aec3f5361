"""The game loop that all strategies and codemakers share."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from codepegs.candidates import MOST_EXPLAINED, check_win, is_shown_to_contradict
from codepegs.errors import BadInput, Contradiction
from codepegs.game import (
    CANONICAL,
    MOST_PEGS_READ,
    Code,
    Game,
    LongLog,
    Position,
    Reply,
    Turn,
    counted,
)
from codepegs.match.codemakers import Answer, Codemaker, Ends, Noisy, Secret, as_codemaker, secret_of
from codepegs.parallel import Crew
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    Budget,
    Codebreaker,
    Declaration,
    ExpectedGuesses,
    ForeignHistory,
    Guess,
    Player,
    Ranks,
    Report,
    Stop,
    Suggestion,
    Suggestions,
    described_by,
    next_move,
    with_value_in_words,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One turn of a game that was played."""

    guess: Code
    reply: Reply
    candidates: int | None
    """Number of candidates after the reply; None if it is not known."""
    candidates_estimate: float | None
    """Estimated number of candidates after the reply."""
    seconds: float
    """Seconds in which the codebreaker chose the guess and processed the reply."""
    ends: bool = False
    """Whether the codemaker announced the win after it."""
    consistent: bool | None = True
    """Whether the guess was consistent with all replies before it; None if that is not known."""
    candidates_interval: tuple[float, float] | None = None
    """An interval that contains the number of candidates with a probability of 95 %, if it is estimated."""
    expected: ExpectedGuesses | None = None
    """Expected number of guesses from this one on; None if it is not known, or was not asked for."""


@dataclass(frozen=True, slots=True)
class Course:
    """The turns of a game and how it ended."""

    turns: Sequence[PlayedTurn]
    solved: bool = False
    """Whether the codemaker announced the win."""
    stopped: str | None = None
    """Why the codebreaker gave up; None if it did not."""
    declaration: Declaration | None = None
    """The declaration of the codebreaker, right or wrong; None if it made none."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game."""

    game: Game
    """The rules."""
    strategy: str
    """The strategy text."""
    secret: Code | None
    """The secret; None if the codemaker did not reveal it."""
    solved: bool
    """Whether the secret was found: guessed, or declared correctly."""
    turns: Sequence[PlayedTurn]
    """A tuple; in a game of more than 256 pegs a `LongLog`, which creates each turn when it is read."""
    seed: int
    """The random seed."""
    seconds: float
    """Duration of the game, in seconds."""
    stopped: str | None = None
    """Why the codebreaker gave up; None if it did not."""
    declared: Code | None = None
    """What the codebreaker declared to be the secret; None if it declared nothing."""
    confidence: float | None = None
    """The probability that the codebreaker gave to the declared code."""

    @property
    def guesses(self) -> int:
        """Number of guesses made; a declaration does not count."""
        return len(self.turns)

    @property
    def correct(self) -> bool | None:
        """Whether the declared code is the secret; None if nothing was declared, or the secret is not known."""
        return None if self.declared is None or self.secret is None else self.declared == self.secret

    @property
    def false_turns(self) -> tuple[int, ...] | None:
        """Turns, from 1, whose replies were false; None if the secret is not known."""
        secret = self.secret
        if secret is None:
            return None
        shown = enumerate(self.turns, 1)
        return tuple(number for number, turn in shown if self.game.reply_between(secret, turn.guess) != turn.reply)

    @property
    def position(self) -> Position:
        """The rules and the turns."""
        return Position(self.game, tuple(Turn(turn.guess, turn.reply) for turn in self.turns))

    def _repr_svg_(self) -> str:
        """The board with the candidates left after each turn, for notebooks."""
        from codepegs.game import board_svg

        return board_svg(self.game, self.position.turns, notes=self.notes)

    @property
    def notes(self) -> list[str]:
        """The note beside each turn in a drawing: the number of candidates after it, if it is known."""
        known = (
            "solved" if turn.ends else "" if turn.candidates is None else f"{counted(turn.candidates, 'code')} left"
            for turn in self.turns
        )
        return list(known)

    def __repr__(self) -> str:
        return f"<{self.game} ({self._ending})>" if self.game.pegs > MOST_PEGS_READ else f"<{self}>"

    def __str__(self) -> str:
        return f"{self.position} ({self._ending})"

    @property
    def _ending(self) -> str:
        if self.declared is not None:
            return f"declared {CANONICAL.format(self.game, self.declared)} after {self.guesses}"
        return f"solved in {self.guesses}" if self.solved else f"not solved in {self.guesses}"


def play_turns(
    codebreaker: Codebreaker,
    codemaker: Codemaker,
    turns: int | None = None,
    budget: Budget | None = None,
    on_turn: Callable[[int, PlayedTurn], None] | None = None,
    valued: bool = False,
) -> Course:
    """Play a game from the position of a codebreaker.

    Args:
        codebreaker: The codebreaker; it learns every turn.
        codemaker: The codemaker.
        turns: Largest number of turns; unlimited if None.
        budget: Threads and units of work for each move.
        on_turn: Called with the number of each turn and the turn.
        valued: Whether to compute the expected number of guesses of each guess.

    Returns:
        The turns and how the game ended.

    Raises:
        Contradiction: The replies contradict each other.
    """
    game = codebreaker.position.game  # read once: some codebreakers replay a long game to compute it
    log: list[PlayedTurn] | LongLog[PlayedTurn] = LongLog() if game.is_long else []
    stopped: str | None = None
    declaration: Declaration | None = None
    over = False
    judge = codemaker if isinstance(codemaker, Ends) else None
    while not over and (turns is None or len(log) < turns):
        began = time.perf_counter()
        move = next_move(codebreaker, game, budget)
        thought = time.perf_counter() - began
        if isinstance(move, Stop):
            stopped = move.reason
            break
        if isinstance(move, Declaration):
            declaration = move
            break
        code = move.code
        expected = described_by(codebreaker, [code], budget)[0].expected if valued else None
        reply = codemaker.reply(code)
        consistent = move.consistent
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
            consistent=consistent,
            candidates_interval=report.candidates_interval,
            expected=expected,
        )
        log.append(turn)
        if on_turn is not None:
            on_turn(len(log), turn)
    return Course(log if isinstance(log, LongLog) else tuple(log), over, stopped, declaration)


def play(
    game: Game | str,
    secret: Code | str | None = None,
    strategy: str | Player = DEFAULT,
    *,
    codemaker: Codemaker | Answer | None = None,
    noise: float = 0.0,
    declare: float | None = None,
    turns: int | None = None,
    seed: Seed | int | None = None,
    workers: Crew | int = 1,
    work: int | None = None,
    on_turn: Callable[[int, PlayedTurn], None] | None = None,
    on_start: Callable[[Codebreaker], None] | None = None,
    valued: bool = False,
) -> PlayedGame:
    """Play a game of a strategy against a secret or a codemaker.

    Args:
        game: The game or its rules id.
        secret: The secret; drawn if neither a secret nor a codemaker is given.
        strategy: A strategy text or a player.
        codemaker: An object with a method `reply(guess)`, or a function of the guess, that returns a `Reply`, its text
            or a pair (black, white).
        noise: Probability that a reply is replaced by a random one. The strategy takes it into account unless its own
            options differ. The game then ends when the guess equals the secret, whatever the reply.
        declare: Probability at which the strategy declares the secret; the codemaker then does not announce the win.
        turns: Number of turns after which the game ends unsolved.
        seed: The random seed; drawn if None.
        workers: Threads that search for a guess, or their number.
        work: Units of work per guess, for strategies that search without end.
        on_turn: Called with the number of each turn, from 1, and the turn.
        on_start: Called with the codebreaker before its first move.
        valued: Whether to compute the expected number of guesses of each guess.

    Returns:
        The finished game.

    Raises:
        BadInput: The game, the secret or the strategy is invalid.
        Contradiction: The replies of the codemaker contradict each other.

    >>> played = play("p4c6", "3564", "minimax")
    >>> played.guesses, str(played.turns[0].reply)
    (4, '0b0w')
    >>> def answer(guess):
    ...     return game.reply((2, 4, 5, 3), guess)
    >>> game = Game(4, 6)
    >>> play(game, strategy="minimax", codemaker=answer).turns[-1].guess
    (2, 4, 5, 3)
    >>> noisy = play(game, "3564", "bayes", noise=0.2, seed=11)
    >>> noisy.solved, noisy.guesses, noisy.false_turns
    (True, 7, (2, 3))
    """
    game = Game.of(game)
    seed = Seed.of(seed)
    player = Player.of(strategy).with_noise(noise, declare)
    if codemaker is not None and secret is not None:
        raise BadInput("secret and codemaker cannot be combined: give one of them")
    if codemaker is None:
        codemaker = Secret(game, secret) if secret is not None else Secret.draw(game, seed)
    answers = as_codemaker(game, codemaker)
    if noise or declare is not None:
        answers = Noisy(game, answers, noise, seed, announce=declare is None)
    codebreaker = player.start(game, seed)
    if on_start is not None:
        on_start(codebreaker)
    began = time.perf_counter()
    with Crew.of(workers) as crew:
        course = play_turns(codebreaker, answers, turns, Budget(crew, work), on_turn, valued)
    seconds = time.perf_counter() - began
    held = secret_of(answers)
    declared = None if course.declaration is None else course.declaration.code
    return PlayedGame(
        game=game,
        strategy=str(player),
        secret=held,
        solved=course.solved or (declared is not None and declared == held),
        turns=course.turns,
        seed=seed.value,
        seconds=seconds,
        stopped=course.stopped,
        declared=declared,
        confidence=None if course.declaration is None else course.declaration.confidence,
    )


def begin(player: Player, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    """Start a codebreaker from a history.

    Args:
        player: The strategy with its options.
        game: The game.
        seed: The random seed.
        history: The turns so far.

    Returns:
        The codebreaker; one of `auto`, after a log message, if the strategy cannot continue from the history.
    """
    try:
        return player.start(game, seed, history)
    except ForeignHistory as error:
        logger.info(f"{error}; auto continues")
        return Player.parse(DEFAULT).start(game, seed, history)


def suggest(
    position: Position | Game | str,
    strategy: str | Player = DEFAULT,
    *,
    top: int = 5,
    noise: float | str = 0.0,
    declare: float | None = None,
    seed: Seed | int | None = None,
    workers: Crew | int = 1,
    work: int | None = None,
) -> Suggestions:
    """Rank guesses at a position.

    Args:
        position: Rules and turns.
        strategy: Ranks the guesses by its own order.
        top: Number of guesses to return.
        noise: Probability that a reply was replaced by one drawn at random, or `unknown`.
        declare: Probability of a code from which on the strategy declares it, where no reply announces the win.
        seed: Seed of what the strategy draws.
        workers: Threads that share the work.
        work: Budget in the strategy's units of work.

    Returns:
        The guesses, best first. The list is empty, and its `stopped` gives the reason, if the strategy stops or the
        game is solved.

    Raises:
        Contradiction: No code is consistent with the position.
        BadInput: The position's text or the strategy is invalid, or the strategy cannot play the game.

    >>> best = suggest("p4c6 1122:1b0w", "minimax", top=1)[0]
    >>> best.guess, best.worst, best.parts
    ((0, 2, 3, 3), 44, 13)
    >>> solved = suggest("p4c6 1122:4b0w")
    >>> solved, solved.stopped
    ([], 'the game is solved')
    >>> len(suggest("p4c6 1122:1b0w 1122:2b0w", noise=0.1))  # a contradiction, were all replies true
    5
    """
    player = Player.of(strategy).with_noise(noise, declare)
    position = Position.of(position, noisy=player.noise.doubts)
    if top < 1:
        raise BadInput(f"the number of guesses must be at least 1, not {top}")
    with Crew.of(workers) as crew:
        _, suggestions, stopped = consult(position, player, top, seed, Budget(crew, work))
    return Suggestions(position, suggestions, stopped)


def consult(
    position: Position,
    player: Player,
    most: int = 5,
    seed: Seed | int | None = None,
    budget: Budget | None = None,
    begun: Callable[[Codebreaker], None] = lambda codebreaker: None,
    most_explained: int = MOST_EXPLAINED,
) -> tuple[Codebreaker | None, list[Suggestion], str | None]:
    """Start a codebreaker at a position and return its best guesses.

    The commands, the server and `suggest` use this function.

    Args:
        position: The position.
        player: The strategy with its options.
        most: Largest number of guesses.
        seed: The random seed; drawn if None.
        budget: Threads and units of work.
        begun: Called with the codebreaker before it searches.
        most_explained: Number of codes above which the search for a contradiction is bounded.

    Returns:
        The codebreaker (None in a solved game), its guesses, best first, and the reason if there are none.

    Raises:
        Contradiction: No code is consistent with the turns.
        BadInput: The strategy cannot play the game.
    """
    player.check(position.game)
    if position.solved and player.noise.trusts:
        check_win(position)
        return None, [], "the game is solved"
    codebreaker = begin(player, position.game, Seed.of(seed), position.turns)
    begun(codebreaker)
    suggestions, stopped = advise_or_stop(codebreaker, most, budget)
    suggestions = [checked(position, player, suggestion) for suggestion in suggestions]
    if stopped is not None and is_shown_to_contradict(position, most_explained):
        raise Contradiction.of(position.game, len(position.turns))
    return codebreaker, suggestions, stopped


def may_be_secret(position: Position, player: Player, guess: Code) -> bool | None:
    """Return whether a guess is consistent with the position.

    Args:
        position: The position.
        player: The strategy, with what it assumes of replies.
        guess: The code.

    Returns:
        True or False; None if replies may be false, because any code may then be the secret.
    """
    return None if player.noise.doubts else position.fits(guess)


def checked(position: Position, player: Player, found: Suggestion) -> Suggestion:
    """Return a suggestion whose `is_candidate` follows from the replies, whatever the strategy reported.

    Args:
        position: The position.
        player: The strategy, with what it assumes of replies.
        found: The suggestion of the strategy.

    Returns:
        The corrected suggestion.

    Raises:
        BadCode: The guess is not a code of the game.

    >>> from codepegs.strategies import Player
    >>> guess = Suggestion((0, 0, 1, 2), True, None, None, None, None, None, "", exact=False)
    >>> checked(Position.parse("p4c6 1122:1b0w"), Player.parse("minimax"), guess).is_candidate
    False
    """
    found = replace(found, guess=position.game.check_code(found.guess))
    found = replace(found, is_candidate=may_be_secret(position, player, found.guess))
    if found.is_candidate is False and found.win_chance:
        found = replace(found, win_chance=0.0)
    return replace(found, why=_UNCOUNTED[found.is_candidate]) if found.why == _UNKNOWN else found


def advise(codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None) -> list[Suggestion]:
    """Return the best guesses of a codebreaker at its position.

    Args:
        codebreaker: The codebreaker.
        most: Largest number of guesses.
        budget: Threads and units of work.

    Returns:
        The guesses, best first; empty if the codebreaker stops.
    """
    return advise_or_stop(codebreaker, most, budget)[0]


def advise_or_stop(
    codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None
) -> tuple[list[Suggestion], str | None]:
    """Return the best guesses of a codebreaker at its position, or why there are none.

    Args:
        codebreaker: The codebreaker.
        most: Largest number of guesses.
        budget: Threads and units of work.

    Returns:
        The guesses, best first, and the reason if there are none.
    """
    if isinstance(codebreaker, Ranks):
        ranked = codebreaker.rank(most, budget)
        unvalued = [found.guess for found in ranked if found.expected is None]
        values = {found.guess: found.expected for found in described_by(codebreaker, unvalued, budget)}
        return [
            with_value_in_words(replace(found, expected=found.expected or values.get(found.guess))) for found in ranked
        ], None
    move = next_move(codebreaker, codebreaker.position.game, budget)
    if isinstance(move, Stop):
        return [], move.reason
    declared = move.consistent if isinstance(move, Guess) else None
    found = described_by(codebreaker, [move.code], budget)[0]
    return [with_value_in_words(replace(found, is_candidate=declared, why=found.why or _UNKNOWN))], None


_UNKNOWN = "Too many codes to count the candidates it leaves."
_UNCOUNTED = {
    True: "Too many codes to count the candidates it leaves; may be the secret.",
    False: "Too many codes to count the candidates it leaves; cannot be the secret.",
    None: _UNKNOWN,
}
