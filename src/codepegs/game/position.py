"""Turns and positions, and their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from operator import is_
from typing import cast

import codepegs  # for `candidates`, a shortcut for users to a higher layer
from codepegs.core import look
from codepegs.errors import BadCode, BadInput, BadPosition, ImpossibleReply, shown
from codepegs.game.kinds import Until
from codepegs.game.notation import CANONICAL, MOST_PEGS_READ, Notation, is_game_file, notation_for, split_rules
from codepegs.game.plain_text import FULL_WIDTH_SIGNS, plain
from codepegs.game.reading import POSITION_EXAMPLE, Style, read_reply, read_turns
from codepegs.game.reply import Code, Reply, Turn
from codepegs.game.rules import Game
from codepegs.reasons import MOST_SHOWN_OF_OBJECT, bracketed, clip, counted


@dataclass(frozen=True, slots=True)
class Position:
    """The rules and the turns so far.

    Turns that are given as objects are not checked here; `parse`, `of` and `after` check them.

    Args:
        game: The rules, or the text of a position, which `parse` reads.
        turns: The turns, in order; after a text, those that follow its own.

    Raises:
        BadInput: `game` is neither a game nor the text of a position, or `turns` has something else than turns.

    >>> position = Position("p4c6 1122:1b0w 1344:0b2w")
    >>> position, len(position.turns)
    (Position.parse('p4c6 1122:1b0w 1344:0b2w'), 2)
    """

    game: Game
    """The rules."""
    turns: tuple[Turn, ...]
    """The turns, in order."""

    def __init__(self, game: Game | str, turns: Iterable[Turn] = ()) -> None:
        if not isinstance(game, Game):
            start = Position.of(game)
            if isinstance(turns, str):
                raise BadPosition.because("turns_of_text", position=POSITION_EXAMPLE)
            game, turns = start.game, (*start.turns, *turns)
        turns = turns if isinstance(turns, tuple) else tuple(_each(turns))
        for number, turn in enumerate(turns, 1):
            if not isinstance(turn, Turn):
                wrong = BadPosition.because("not_turn_objects", value=shown(turn))
                raise wrong.within(f"turn {number}", turn=number)
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "turns", turns)

    @classmethod
    def parse(
        cls, text: str, notation: Notation | None = None, *, noisy: bool = False, game: Game | None = None
    ) -> Position:
        """Parse a position.

        Each turn must be possible on its own; the turns may contradict each other.

        Args:
            text: The rules id or an alias, then the turns as `guess:reply`, separated by spaces. Other usual notations
                are read, too: `1 3 4 4 = 1,2`, a comma or a line break between turns, replies as `parse_reply` reads
                them.
            notation: How codes are written. Default: as `Notation.of` has it, so that colours may be named.
            noisy: Whether replies may be false, so that any reply of the game is accepted.
            game: The game that the rules name, if they were parsed already.

        Returns:
            The position.

        Raises:
            BadInput: The text is invalid; the message names the turn.
            Unavailable: The rules name a file that cannot be read.

        >>> str(Position.parse("bc 0123:1b1w"))
        'p4c10n 1234:1b1w'
        """
        if not isinstance(text, str):
            raise BadPosition.because("not_a_position", position=POSITION_EXAMPLE, value=shown(text))
        name, rest = split_rules(plain(text))
        if not name:
            raise BadPosition.because("no_position", position=POSITION_EXAMPLE)
        if ":" in name and not is_game_file(name):
            kind = "rules_joined" if name.count(":") > 1 or re.match(r"p\d+c\d", name) else "no_rules"
            raise BadPosition.because(kind, text=clip(name), position=POSITION_EXAMPLE)
        game = game or Game.parse(name)
        if game._traits.symbols is not None:  # whose texts may have any characters
            _, rest = split_rules(text.translate(FULL_WIDTH_SIGNS))
        typed = notation or notation_for(name).as_typed(game, rest)
        try:
            turns = tuple(Turn(*turn) for turn in read_turns(game, rest, typed))
        except BadInput:
            more = _with_clues(game, rest)
            if more is None:
                raise
            game, typed = more, notation or notation_for(name).as_typed(more, rest)
            turns = tuple(Turn(*turn) for turn in read_turns(game, rest, typed))
        position = cls(game, turns).check_replies(noisy=noisy)
        if game._traits.hard:
            _check_allowed(game, position.turns)
        return position

    def check_replies(self, *, noisy: bool = False) -> Position:
        """Check that each reply is possible for its guess.

        Args:
            noisy: Whether replies may be false, so that any reply of the game is accepted.

        Returns:
            The position, in which each reply that is the win is marked as such.

        Raises:
            ImpossibleReply: No secret gives a reply to its guess; the exception has the position.
            BadReply: A reply does not exist in the game.

        >>> str(Position(Game(4, 6), [Turn((0, 0, 1, 1), Reply(1, 0))]).check_replies())
        'p4c6 1122:1b0w'
        """
        turns = []
        for number, turn in enumerate(self.turns, 1):
            try:
                reply = self.game.check_reply(turn.guess, turn.reply, noisy=noisy)
                turns.append(turn if reply is turn.reply else replace(turn, reply=reply))
            except BadInput as error:
                wrong = error.within(f"turn {number}", turn=number)
                if isinstance(wrong, ImpossibleReply):
                    wrong.position = self
                raise wrong from None
        return replace(self, turns=tuple(turns))

    @classmethod
    def of(cls, given: Position | Game | str, *, noisy: bool = False, until: Until | None = None) -> Position:
        """Return a position, parsing it if a text is given.

        Args:
            given: A position, whose guesses are checked; a game, for its start; or the text of a position.
            noisy: Whether replies may be false, as for `parse`.
            until: Override how the game ends: `named`, `known` or `class`; None to keep its own end.

        Returns:
            The position.

        Raises:
            BadInput: It is none of these, it is invalid, or the game cannot end so.

        >>> Position.of("p4c6") == Position.of(Game(4, 6)) == Position(Game(4, 6))
        True
        """
        if not isinstance(given, Position | Game | str):
            raise BadPosition.because("not_a_position", position=POSITION_EXAMPLE, value=shown(given))
        if isinstance(given, str):
            found = cls.parse(given, noisy=noisy)
        else:
            found = given._checked() if isinstance(given, Position) else cls(given)
        if until in (None, found.game.until):
            return found
        start = cls(Game.of(found.game, until))
        for turn in found.turns:
            start = start.after(CANONICAL.format(found.game, turn.guess), turn.reply, noisy=noisy)
        return start

    def __repr__(self) -> str:
        whole = "" if self.game.pegs > MOST_PEGS_READ else f"Position.parse({str(self)!r})"
        if 0 < len(whole) <= MOST_SHOWN_OF_OBJECT:
            return whole
        last = f", the last {format_turn(self.game, self.turns[-1])}" if whole and self.turns else ""
        return bracketed(f"position of {clip(str(self.game))} after {counted(len(self.turns), 'turn')}{last}")

    def __str__(self) -> str:
        return " ".join([str(self.game), *(format_turn(self.game, turn) for turn in self.turns)])

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        from codepegs.game.pictures import board_svg

        return board_svg(self.game, self.turns)

    def after(
        self, guess: Code | str, reply: Reply | str | int, *, noisy: bool = False, white_first: bool = False
    ) -> Position:
        """Return the position one turn later.

        Args:
            guess: The guess, as text or colours.
            reply: The reply, or its text; of a test also a truth value, or a whole number.
            noisy: Whether replies may be false, so that any reply of the game is accepted.
            white_first: Whether two numbers without words are white, then black, in the text of a reply.

        Returns:
            The longer position.

        Raises:
            BadCode: The guess cannot be guessed in the game, or hard mode forbids it.
            BadReply: The reply is impossible for the guess.

        >>> str(Position(Game(4, 6)).after((0, 0, 0, 0), Reply(black=1, white=1), noisy=True))
        'p4c6 1111:1b1w'
        >>> str(Position(Game(4, 6)).after("1122", "1b0w"))
        'p4c6 1122:1b0w'
        """
        if isinstance(guess, str) and (more := self.game._with_clues([guess])) is not None:
            return self._in(more).after(guess, reply, noisy=noisy, white_first=white_first)
        guess = self.game.check_guess(guess)
        self.game._check_allowed(self.turns, guess)
        if isinstance(reply, int) and self.game._traits.asks_once:
            reply = ("no", "yes")[reply] if isinstance(reply, bool) else str(int(reply))
        if isinstance(reply, str):
            reply = read_reply(self.game, reply, guess, Style(white_first=white_first))
        try:
            turn = Turn(guess, self.game.check_reply(guess, cast("Reply", reply), noisy=noisy))
        except ImpossibleReply as error:
            error.position = Position(self.game, (*self.turns, Turn(guess, cast("Reply", reply))))
            raise
        return Position(self.game, (*self.turns, turn))

    def candidates(self, workers: codepegs.WorkerThreads | int = 1) -> codepegs.Candidates:
        """Return the codes consistent with the position; short for `Candidates.after`.

        Args:
            workers: Threads, or their number.

        Returns:
            The candidates; empty if the turns contradict each other.

        Raises:
            BadRules: The game has more than 50 million codes.

        >>> left = Position("p4c6 1122:1b0w").candidates()
        >>> len(left), left[0], "1344" in left
        (256, (0, 2, 2, 2), True)
        """
        return codepegs.Candidates.after(self, workers)

    def fits(self, code: Code | str) -> bool:
        """Return whether a code is consistent with the position, so that it may be the secret.

        Args:
            code: The code, as text or colours.

        Returns:
            True if the code gives every reply so far and can be the secret.

        Raises:
            BadCode: It cannot be guessed in the game.

        >>> Position.parse("p4c6 1122:1b0w").fits("1345"), Position.parse("p4c6 1122:1b0w").fits("3344")
        (True, False)
        """
        secret = self.game.check_guess(code)
        if not self.game._can_be_secret(secret):
            return False
        return all(turn.reply.fits(self.game._reply_between(turn.guess, secret)) for turn in self.turns)

    @property
    def solved(self) -> bool:
        """Whether the last reply announced the win."""
        return bool(self.turns) and self.turns[-1].reply.solved

    @property
    def is_known(self) -> bool:
        """Whether no reply is unknown, or a number of it.

        >>> Position.parse("p4c6 1122:1b0w").is_known, Position.parse("p4c6 1122:0b?w").is_known
        (True, False)
        """
        return not any(turn.reply.unknown for turn in self.turns)

    def _in(self, game: Game) -> Position:
        """Return the position in a game of the same texts, whose codes may have other numbers."""
        guesses = [CANONICAL.format(self.game, turn.guess) for turn in self.turns]
        turns = zip(map(game.check_guess, guesses), self.turns, strict=True)
        return Position(game, tuple(replace(turn, guess=guess) for guess, turn in turns))

    def _checked(self) -> Position:
        """Check that each guess is a code of the game; raises a `BadInput` that names the turn."""
        turns = []
        for number, turn in enumerate(self.turns, 1):
            try:
                guess = self.game.check_guess(turn.guess)
            except BadCode as error:
                raise error.within(f"turn {number}", turn=number) from None
            turns.append(turn if guess == turn.guess else replace(turn, guess=guess))
        if self.game._traits.hard:
            _check_allowed(self.game, turns)
        return self if all(map(is_, turns, self.turns)) else replace(self, turns=tuple(turns))


def _with_clues(game: Game, text: str) -> Game | None:
    """The game of a list with the guesses of a text that are not in it; None if there are none, or they cannot be."""
    return game._with_clues(word.partition(":")[0] for word in text.split() if ":" in word[1:-1])


def _each(turns: object) -> Iterable[Turn]:
    """The items of an iterable."""
    try:
        return iter(turns)  # type: ignore[call-overload,no-any-return]
    except TypeError:
        raise BadPosition.because("not_turn_objects", value=shown(turns)) from None


def as_given(given: Position | Game | str) -> Position:
    """Return a position, even if a reply is impossible for its guess, so that this can be explained."""
    try:
        return Position.of(given)
    except ImpossibleReply as error:
        if not isinstance(error.position, Position):
            raise
        return error.position


def _check_allowed(game: Game, turns: Sequence[Turn]) -> None:
    """Check that hard mode allows each guess; raises a `BadCode` that names the turn."""
    for number, turn in enumerate(turns):
        try:
            game._check_allowed(turns[:number], turn.guess)
        except BadCode as error:
            raise error.within(f"turn {number + 1}", turn=number + 1) from None


def format_turn(game: Game, turn: Turn, notation: Notation = CANONICAL) -> str:
    """Format one turn."""
    look()
    return f"{notation.format(game, turn.guess)}:{turn.reply}"
