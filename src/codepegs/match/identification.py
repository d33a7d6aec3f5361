"""Identification: the questions of a table, one answer at a time, until an object is known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from codepegs import strategies
from codepegs.codes import Candidates, Known, known_at
from codepegs.errors import BadInput
from codepegs.game import Code, Game, Position, Reply, parse_reply
from codepegs.parallel import WorkerThreads
from codepegs.reasons import counted
from codepegs.rng import Seed


class NearMiss(NamedTuple):
    """An object that fits most of the answers."""

    code: Code
    """The object."""
    needed: tuple[tuple[Code, Reply], ...]
    """The answers that it would need, each a test and its outcome for the object."""


class Identification:
    """The search for an object of a table: a question, its outcomes, and what the answers leave.

    It does not change: `after` returns the identification one answer later, so an answer is taken back by going on from
    the earlier one. The candidates are filtered once for each answer.

    Args:
        position: The table, or a position in it; or the text of either.
        strategy: The strategy that chooses the questions, or its text.
        seed: The random seed of the strategy; with the same seed, the same answers bring the same questions.
        workers: Threads, or their number.

    Raises:
        BadInput: The position is invalid, or its game is not a table or a list.
        BadStrategy: The strategy is unknown or cannot play the game.

    >>> from codepegs import Game
    >>> plants = {"plant": ["rose", "fir", "oak"], "thorns": ["yes", "no", "no"], "evergreen": ["no", "yes", "no"]}
    >>> start = Identification(Game.from_table(plants))
    >>> start.question, list(start.outcomes.values())
    ('thorns', ['no', 'yes'])
    >>> {start.outcomes[reply]: len(left) for reply, left in start.why.items()}
    {'no': 2, 'yes': 1}
    >>> later = start.after("no")
    >>> later.question, len(later.left)
    ('evergreen', 2)
    >>> known = later.after("yes").known
    >>> known and known.words
    'it is fir'
    """

    def __init__(
        self,
        position: Position | Game | str,
        strategy: strategies.Player | str = strategies.DEFAULT,
        *,
        seed: int = 0,
        workers: WorkerThreads | int = 1,
    ) -> None:
        self.player: strategies.Player = strategies.Player.of(strategy)
        self.position: Position = Position.of(position)
        """The table and the answers."""
        if not self.game._traits.is_tabulated:
            raise BadInput.because("no_table_to_identify", game=str(self.game))
        self.seed: Seed = Seed.of(seed)
        self.player.start(self.game, self.seed)  # raises if the strategy does not suit the game
        self.workers = workers
        self.left: Candidates = Candidates.after(self.position, workers)
        """The objects that fit all answers; none if these contradict each other."""

    def _at(self, position: Position, left: Candidates) -> Identification:
        """The same with other answers."""
        made = object.__new__(Identification)
        made.player, made.seed, made.workers = self.player, self.seed, self.workers
        made.position, made.left = position, left
        return made

    def __repr__(self) -> str:
        answers = counted(len(self.position.turns), "answer")
        return f"<identification after {answers}: {counted(len(self.left), self.game._traits.secret_noun)} left>"

    @property
    def game(self) -> Game:
        """The table."""
        return self.position.game

    @property
    def is_contradiction(self) -> bool:
        """Whether no object fits the answers; see `nearest`."""
        return not len(self.left)

    @cached_property
    def known(self) -> Known | None:
        """What is known if the answers suffice without a win: an object, its class, or equal objects."""
        return None if self.position.solved else known_at(self.position, self.left)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to ask: the object was named, or what is to be known is known."""
        return not self.is_contradiction and (self.position.solved or self.known is not None)

    @cached_property
    def test(self) -> Code | None:
        """The test to ask, or the object to ask for; None if it is over, or if the answers contradict each other."""
        if self.is_contradiction or self.is_over:
            return None
        codebreaker = strategies.begin(self.player, self.game, self.seed, self.position.turns)
        codebreaker.adopt(self.left)
        with WorkerThreads.of(self.workers) as threads:
            move = codebreaker.next(strategies.Budget(threads=threads))
        assert isinstance(move, strategies.Guess), "a game that is not over has a guess"
        return move.code

    @property
    def question(self) -> str | None:
        """The question in words; None if there is none."""
        return None if self.test is None else self.question_for(self.test)

    @cached_property
    def outcomes(self) -> Mapping[Reply, str]:
        """The outcomes that the question can have, with their names, in the order of the replies of the game."""
        game, test = self.game, self.test
        if test is None:
            return {}
        return {reply: self.outcome_name(reply) for reply in game.replies() if game.can_reply(test, reply)}

    def after(self, outcome: Reply | str) -> Identification:
        """Return the identification one answer later.

        Args:
            outcome: The answer to the question: an outcome, or its text; `?` if it is unknown.

        Returns:
            The later identification.

        Raises:
            BadInput: There is no question.
            BadReply: The question has no such outcome.

        >>> from codepegs import Game
        >>> start = Identification(Game.from_table([["no", "yes"]], tests=["odd"], objects=["two", "three"]))
        >>> start.after("no").left[0] == start.left[0]
        True
        >>> known = start.after("?").known
        >>> known and known.words
        'it is two or three, which no other test distinguishes; those left open do: odd'
        """
        if self.test is None:
            raise BadInput.because("no_question_to_answer")
        if isinstance(outcome, str):
            named = [reply for reply, name in self.outcomes.items() if name.lower() == outcome.strip().lower()]
            outcome = named[0] if named else parse_reply(self.game, outcome, self.test)
        position = self.position.after(self.test, outcome)
        return self._at(position, self.left.filter(position.turns[-1], self.workers))

    def without(self, test: Code | str) -> Identification:
        """Return the identification without the answers to a question, which can then be asked again.

        Args:
            test: The test, or the object that was asked for.

        Returns:
            The identification with the other answers.

        Raises:
            BadCode: The table has no such test or object.
        """
        asked = self.game.check_guess(test)
        position = Position(self.game, tuple(turn for turn in self.position.turns if turn.guess != asked))
        return self._at(position, Candidates.after(position, self.workers))

    @cached_property
    def why(self) -> Mapping[Reply, Candidates]:
        """The objects that each outcome of the question would leave, without outcomes that no object left has."""
        return {} if self.test is None else self.left.partition(self.test, self.workers)

    @cached_property
    def nearest(self) -> list[NearMiss]:
        """The objects that the fewest answers exclude, with the answers that they would need."""
        game, asked = self.game, self.position.turns
        missed = []
        for code in game._iterate_codes():
            true = [(turn, game._reply_between(turn.guess, code)) for turn in asked]
            missed.append(NearMiss(code, tuple((turn.guess, own) for turn, own in true if not turn.reply.fits(own))))
        least = min(len(miss.needed) for miss in missed)
        return [miss for miss in missed if len(miss.needed) == least]

    def question_for(self, test: Code) -> str:
        """Return the words of a question: the test, or whether it is an object.

        Args:
            test: A test, an object, or a code of a list.

        Returns:
            The question; codes of a list have more replies than yes and no.
        """
        name = self.game._given_name(test)
        if not self.game._can_be_secret(test):
            return name
        return f"Is it {name}?" if self.game._traits.asks_once else f"What is the reply to {name}?"

    def outcome_name(self, reply: Reply) -> str:
        """Return the name of an outcome, as the table has it.

        Args:
            reply: The outcome.

        Returns:
            Its name; of the win, "yes", or "found" in a list.
        """
        if reply.solved:
            return "yes" if self.game._traits.asks_once else "found"
        return self.game._given_outcome(reply)
