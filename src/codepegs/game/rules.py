"""The rules of a game, in plain Python; codes of very many pegs are in `codepegs.game.code_sequence`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations, product
from math import perm
from operator import index
from typing import TYPE_CHECKING, Any

from codepegs import game as face
from codepegs.errors import BadCode, BadReply, BadRules, ImpossibleReply, shown, whole_number
from codepegs.game.former import warn_former
from codepegs.game.kinds import GameKind, Until, check_generator
from codepegs.game.reply import (
    MOST_PEGS as MOST_PEGS,
    Code,
    Reply,
    View,
    black_and_white,
    check_reply_object,
    colors_of,
    full_replies,
    is_possible,
    occurs,
)
from codepegs.reasons import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONG_PEGS = 256
"""Number of pegs above which a code is a `LongCode`, which is smaller than a tuple and behaves like one."""

MOST_COLORS = 10_000

MOST_CODES = 50_000_000
"""Codes of the largest game that is ever listed: 400 MB of keys."""


FORMER_NAMES = (
    "attributes can_be_secret certified check_allowed class_name code_array code_at color_symbols cost_of "
    "digest endings example_reply first_code first_guess full_replies given_name given_outcome guess_count "
    "has_reply how identity is_found is_long is_spelled is_test is_usual is_weighed items iterate_codes list_hash "
    "mass number_of number_of_code number_of_reply number_of_secret reason reply_between reply_if_secret "
    "row_of show stated table total_words traits weight_unit why_impossible with_repeats with_until "
    "without"
)
"""Attributes that were public before version 0.2; they still work, with a warning."""

INSTEAD = {
    "can_be_secret": "'code in game'",
    "code_at": "'game.codes[number]'",
    "first_code": "'game.codes[0]'",
    "full_replies": "'game.replies()'",
    "has_reply": "'reply in game.replies()'",
    "iterate_codes": "'game.codes'",
    "number_of_code": "'game.codes.index(code)'",
    "reply_between": "'game.reply(guess, secret)'",
    "table": "'game.reply_matrix(guesses, secrets)'",
    "with_until": "'Game.of(game, until)'",
}
"""What does the same as some of them."""


@dataclass(frozen=True)
class Game(GameKind):
    """The rules: pegs, colours, whether colours may repeat in a code, and which part of the reply is shown.

    Raises:
        BadRules: A number is not an integer from 1 to 10,000, `view` is not a `View`, or there are fewer colours than
            pegs although colours may not repeat.

    >>> Game(pegs=4, colors=6)
    Game.parse('p4c6')
    >>> Game.parse("bc-b").size
    5040
    """

    pegs: int
    """Length of a code, from 1 to 10,000."""
    colors: int
    """Number of colours, from 1 to 10,000."""
    repeats: bool = True
    """Whether a colour may occur twice in a code."""
    view: View = View.BLACK_WHITE
    """The part of the reply that is shown."""

    def __post_init__(self) -> None:
        for name in ("pegs", "colors"):
            given = getattr(self, name)
            try:
                number = index(given)
                str(number)  # which messages repeat
            except (TypeError, ValueError):
                raise BadRules.because("not_an_integer", name=name, value=shown(given)) from None
            object.__setattr__(self, name, number)
        if not isinstance(self.view, View):
            raise BadRules.because("not_a_view", value=shown(self.view), choice=", ".join(map(str, View)))
        if not 1 <= self.pegs <= MOST_PEGS:
            raise BadRules.because(self._reason("pegs_out_of_range", most=MOST_PEGS, count=self.pegs))
        if not 1 <= self.colors <= MOST_COLORS:
            raise BadRules.because(self._reason("colors_out_of_range", most=MOST_COLORS, count=self.colors))
        if not self.repeats and self.colors < self.pegs:
            raise BadRules.because(self._reason("too_few_colors", pegs=self.pegs, colors=self.colors))

    @classmethod
    def parse(cls, text: str) -> Game:
        """Parse a rules id, an alias or the name of a listed game.

        Args:
            text: A rules id such as `p4c6`, `p4c10n` or `p4c6-b`; an alias such as `bc` or `mastermind-t`; the name of
                a `ListedGame` that exists in this process; or, where files may be read, a text as for `load_game`.

        Returns:
            The game.

        Raises:
            BadRules: The text is none of these, or the game cannot exist.
            Unavailable: The text names a file that cannot be read.

        >>> Game.parse("p5c8"), Game.parse("p4c6r-b"), Game.parse("bc")
        (Game.parse('p5c8'), Game.parse('p4c6-b'), Game.parse('p4c10n'))
        >>> str(Game.parse("mastermind-b")), str(Game.parse("bulls-and-cows"))
        ('p4c6-b', 'p4c10n')
        """
        return face.parse_rules(text)

    @classmethod
    def of(cls, given: Game | str, until: Until | None = None) -> Game:
        """Return a game, given as a `Game`, a rules id or an alias.

        Args:
            given: The game or its text.
            until: When it ends instead: `named`, `known` or `class`, as for `from_table`; None to keep its own end.

        Returns:
            The game.

        Raises:
            BadRules: It is neither a game nor a text, the text does not name a game, or the game cannot end so.
            Unavailable: The text names a file that cannot be read.

        >>> Game.of("p4c6") == Game.of(Game(4, 6))
        True
        """
        if not isinstance(given, Game | str):
            raise BadRules.because("not_a_game", value=shown(given))
        game = given if isinstance(given, Game) else cls.parse(given)
        return game if until is None else game._with_until(until)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Return an attribute by a former name, with a warning."""
            if name not in FORMER_NAMES.split():
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            use = f"use {INSTEAD[name]}" if name in INSTEAD else "it is internal"
            warn_former(f"Game.{name} will be removed: {use}")
            return getattr(self, f"_{name}")

    def __str__(self) -> str:
        suffix = f"-{self.view.value}" if self.view.value else ""
        return f"p{self.pegs}c{self.colors}{'' if self.repeats else 'n'}{suffix}"

    def __repr__(self) -> str:
        return f"Game.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        """Return the rules and the number of codes as HTML, for notebooks."""
        from html import escape

        return f"<p><code>{escape(str(self))}</code>: {escape(self.words)}; {escape(counted(self.size, 'code'))}</p>"

    @property
    def words(self) -> str:
        """Describe the rules in words.

        >>> Game.parse("p4c6").words
        '4 pegs, 6 colours'
        """
        parts = [counted(self.pegs, "peg"), counted(self.colors, "colour")]
        if not self.repeats:
            parts.append("no repeated colours")
        if self.view is not View.BLACK_WHITE:
            parts.append(f"replies show {self.view.shows}")
        return ", ".join(parts)

    @cached_property
    def size(self) -> int:
        """Number of codes.

        >>> Game(4, 6).size, Game(4, 10, repeats=False).size
        (1296, 5040)
        """
        return self.colors**self.pegs if self.repeats else perm(self.colors, self.pegs)

    @property
    def codes(self) -> face.CodeSequence:
        """The codes that can be the secret, in the order of codes, as a sequence that is not stored.

        It has a length, items and slices, `in` and `index`, for texts too. `Candidates.all` has the same codes as
        arrays.

        >>> game = Game(4, 6)
        >>> len(game.codes), game.codes[7], "1122" in game.codes, sum(code[0] == 0 for code in game.codes)
        (1296, (0, 0, 1, 1), True, 216)
        """
        return face.CodeSequence(self)

    def _iterate_codes(self) -> Iterator[Code]:
        """Iterate over the codes that can be the secret."""
        colors = range(self.colors)
        codes = product(colors, repeat=self.pegs) if self.repeats else permutations(colors, self.pegs)
        return map(self.check_code, codes) if self._is_long else codes

    def _code_at(self, number: int) -> Code:
        """Return a code by its number in the order of codes.

        >>> Game(4, 6)._code_at(9), Game.parse("bc")._code_at(5039)
        ((0, 0, 1, 3), (9, 8, 7, 6))
        """
        number = whole_number("number", number, 0, self.size - 1)
        if self.repeats:
            digits = []
            for _ in range(self.pegs):
                number, color = divmod(number, self.colors)
                digits.append(color)
            return self.check_code(digits[::-1])
        left, following = list(range(self.colors)), self.size
        code: list[int] = []
        while len(code) < self.pegs:
            following //= len(left)
            place, number = divmod(number, following)
            code.append(left.pop(place))
        return self.check_code(code)

    def _number_of_code(self, code: Code) -> int:
        """Return the number of a code in the order of codes.

        >>> Game(4, 6)._number_of_code((0, 0, 1, 3)), Game.parse("bc")._number_of_code((9, 8, 7, 6))
        (9, 5039)
        """
        number, left = 0, list(range(self.colors))
        for color in self.check_code(code):
            place = color if self.repeats else left.index(color)
            number = number * len(left) + place
            if not self.repeats:
                left.pop(place)
        return number

    @property
    def _guess_count(self) -> int:
        """Number of codes that can be guessed."""
        return self.size

    def _given_name(self, code: Code) -> str:
        """Return the text of a code as it was given, for people; in tables it may have blanks."""
        return face.CANONICAL.spell(self, code)

    def _is_found(self, declared: Code, secret: Code) -> bool:
        """Return whether the game is over when a secret is declared: it is the secret, or like it in `endings`."""
        declared, secret = self.check_guess(declared), self.check_code(secret)
        if declared == secret:
            return True
        if not (self._endings and self._is_secret(declared)):
            return False
        first, second = self._number_of_code(declared), self._number_of_code(secret)
        return any(labels[first] == labels[second] for labels in self._endings)

    @property
    def _first_code(self) -> Code:
        """The lowest code that can be the secret.

        >>> Game(4, 6)._first_code, Game.parse("bc")._first_code
        ((0, 0, 0, 0), (0, 1, 2, 3))
        """
        return self._code_at(0)

    @property
    def _example_reply(self) -> str:
        """The text of a reply, for messages."""
        return self.view.row.example

    def draw(self, rng: np.random.Generator) -> Code:
        """Draw a code that can be the secret, uniformly or by the weights of the secrets.

        Args:
            rng: The random generator, of NumPy.

        Returns:
            The code.

        Raises:
            BadInput: `rng` is not a random generator.
        """
        check_generator(rng)
        if self.repeats:
            return tuple(rng.integers(self.colors, size=self.pegs).tolist())
        return tuple(rng.permutation(self.colors)[: self.pegs].tolist())

    @property
    def _is_long(self) -> bool:
        """Whether its codes are arrays, `codepegs.game.code_sequence.LongCode`."""
        return self.pegs > LONG_PEGS

    def check_code(self, code: Sequence[int] | str) -> Code:
        """Check a code that can be the secret, or be guessed by a strategy; see `check_guess` for any other guess.

        Args:
            code: A text, or a sequence of 0-based colours.

        Returns:
            A tuple of 0-based colours, or a `LongCode` in a long game.

        Raises:
            BadCode: It is not a code of the game.

        >>> Game(4, 6).check_code("1122") == Game(4, 6).check_code([0, 0, 1, 1]) == (0, 0, 1, 1)
        True
        """
        if isinstance(code, str):
            return face.CANONICAL.parse(self, code)
        result = self.check_guess(code)
        if not self._is_secret(result):
            raise BadCode.because(self._reason("repeated_color"))
        return result

    def text_of(self, code: Sequence[int] | str) -> str:
        """Return the text of a code, as positions have it; `check_code` reads it.

        Args:
            code: The code, as colours or as text.

        Returns:
            The text; of a list, as it stands there.

        Raises:
            BadCode: It cannot be guessed in the game.

        >>> game = Game(4, 6)
        >>> game.text_of((0, 0, 1, 1)), game.check_code("1122")
        ('1122', (0, 0, 1, 1))
        """
        return face.CANONICAL.format(self, self.check_guess(code))

    def __contains__(self, code: object) -> bool:
        """Return whether a code, as text or colours, can be the secret.

        >>> "1122" in Game(4, 6), (0, 0, 1, 6) in Game(4, 6), "1122" in Game.parse("bc")
        (True, False, False)
        """
        return self._can_be_secret(code)  # type: ignore[arg-type]

    def check_guess(self, guess: Sequence[int] | str) -> Code:
        """Check a guess of a history, which may repeat a colour even if a secret may not.

        Args:
            guess: A text, or a sequence of 0-based colours.

        Returns:
            A tuple of 0-based colours, or a `LongCode` in a long game.

        Raises:
            BadCode: It has another number of pegs, or a colour that the game does not have.

        >>> Game.parse("bc").check_guess("1111")
        (0, 0, 0, 0)
        """
        if isinstance(guess, str):
            return face.CANONICAL.parse(self, guess, guess=True)
        is_long = self.pegs > LONG_PEGS
        if is_long and isinstance(guess, face.LongCode) and guess.is_code_of(self):
            return guess
        try:
            result = tuple(map(index, guess)) if isinstance(guess, tuple) else colors_of(guess)
        except TypeError:
            result = colors_of(guess)  # which says what is wrong
        if len(result) != self.pegs:
            raise BadCode.because(self._reason("wrong_number_of_pegs", pegs=self.pegs, count=len(result)))
        for color in result:
            if not 0 <= color < self.colors:
                raise BadCode.because(self._reason("no_color_of_game", number=color, last=self.colors - 1))
        return face.LongCode.of(result) if is_long else result

    def _can_be_secret(self, code: Sequence[int] | str) -> bool:
        """Return whether a code can be the secret; others can only be guessed.

        >>> Game.parse("bc")._can_be_secret((0, 0, 0, 0)), Game.parse("mm")._can_be_secret((0, 0, 0, 0))
        (False, True)
        """
        try:
            return self._is_secret(self.check_guess(code))
        except BadCode:
            return False

    def _is_secret(self, code: Code) -> bool:
        """Whether a code that can be guessed can be the secret."""
        return self.repeats or len(set(code)) == len(code)

    @property
    def _with_repeats(self) -> Game:
        """The same game with repeated colours, which has every reply to a guess that repeats one.

        >>> Game.parse("bc")._with_repeats, Game.parse("mm")._with_repeats
        (Game.parse('p4c10'), Game.parse('p4c6'))
        """
        return self if self.repeats else Game(self.pegs, self.colors, True, self.view)

    def _show(self, black: int, white: int) -> Reply:
        """Return the part of a full reply that the view shows.

        >>> str(Game.parse("p4c6-t")._show(1, 2)), str(Game.parse("p4c6-w")._show(4, 0))
        ('3t', 'solved')
        """
        if type(black) is not int or type(white) is not int:
            black, white = whole_number("black", black), whole_number("white", white)
        solved = black == self.pegs
        if self.view is View.BLACK_WHITE:
            return Reply(black=black, white=white, solved=solved)
        if self.view is View.BLACK:
            return Reply(black=black, solved=solved)
        if solved:
            return Reply(solved=True)
        return Reply(total=black + white) if self.view is View.TOTAL else Reply(white=white)

    def reply(self, guess: Sequence[int] | str, secret: Sequence[int] | str) -> Reply:
        """Return the reply to a guess, which may repeat a colour even if the secret may not.

        Args:
            guess: The guess, as text or colours.
            secret: The secret, as text or colours.

        Returns:
            The reply under the view of the game.

        Raises:
            BadCode: An argument is not a code of the game.

        >>> str(Game(4, 6).reply((0, 1, 0, 2), (0, 0, 1, 1)))
        '1b2w'
        >>> str(Game(4, 6).reply("1213", "1122"))
        '1b2w'
        """
        return self._reply(self.check_guess(guess), self.check_code(secret))

    def _reply_between(self, guess: Sequence[int] | str, secret: Sequence[int] | str) -> Reply:
        """Return the reply to a guess if any code that can be guessed were the secret, as far as it has a reply."""
        return self._reply(self.check_guess(guess), self.check_guess(secret))

    def _reply(self, guess: Code, secret: Code) -> Reply:
        """The reply between codes that were checked."""
        if self._is_long:
            return self._show(*face.long_score(guess, secret))
        return self._show(*black_and_white(guess, secret))

    def _reply_if_secret(self, guess: Code, code: Code) -> Reply | None:
        """Return the reply to a guess if a code were the secret, although it may be one that can only be guessed."""
        return self._reply_between(guess, code)

    def reply_matrix(
        self, guesses: Iterable[Sequence[int] | str], secrets: Iterable[Sequence[int] | str], workers: int = 1
    ) -> NDArray[np.unsignedinteger[Any]]:
        """Compute the reply to every guess by every secret, as numbers.

        Args:
            guesses: Codes, as texts or colours; m of them.
            secrets: Codes, as texts or colours; n of them.
            workers: Number of threads.

        Returns:
            Indices into `replies()`, shape (m, n); uint8, or uint16 in games with more than 256 replies.

        Raises:
            BadCode: A guess or a secret is not a code of the game.
            BadInput: `workers` is less than 1.

        >>> matrix = Game(4, 6).reply_matrix(["1122"], ["1122", "2211", "3456"])
        >>> [str(Game(4, 6).replies()[n]) for n in matrix[0]]
        ['4b0w', '0b4w', '0b0w']
        """
        return face.reply_matrix(self, guesses, secrets, workers)

    def parse_reply(self, text: str, guess: Code | str | None = None) -> Reply:
        """Parse a reply under the view of the game; see `codepegs.parse_reply`.

        Args:
            text: The text, such as `1b2w`.
            guess: The guess that it is the reply to, if that is known; in a table, the test.

        Returns:
            The reply.

        Raises:
            BadReply: The text is not a reply of the game.
        """
        return face.parse_reply(self, text, guess)

    @property
    def win(self) -> Reply:
        """The reply that announces the win.

        >>> str(Game(4, 6).win), str(Game.parse("p4c6-t").win)
        ('4b0w', 'solved')
        """
        return self._show(self.pegs, 0)

    def replies(self) -> list[Reply]:
        """Return all replies under the view of the game.

        Returns:
            The replies, the win last.

        >>> [str(reply) for reply in Game.parse("p2c3-t").replies()]
        ['0t', '1t', '2t', 'solved']
        """
        return list(dict.fromkeys(self._show(black, white) for black, white in full_replies(self)))

    def _full_replies(self) -> list[tuple[int, int]]:
        """All pairs of black and white, also if the game shows less."""
        return full_replies(self)

    def _has_reply(self, reply: Reply) -> bool:
        """Return whether a reply exists in the game, for any guess.

        >>> Game(4, 6)._has_reply(Reply(black=3, white=1)), Game(4, 6)._has_reply(Reply(black=1, white=2))
        (False, True)
        """
        check_reply_object(reply)
        return occurs(self, reply)

    def check_reply(self, guess: Sequence[int] | str, reply: Reply, *, noisy: bool = False) -> Reply:
        """Check that a reply to a guess is possible: that some secret of the game gives it.

        Args:
            guess: The guess, as text or colours.
            reply: The reply. All pegs black is the win, whether or not `solved` is set.
            noisy: Whether replies may be false, so that any reply of the game is accepted.

        Returns:
            The reply, with `solved` set if it is the win.

        Raises:
            BadCode: The guess is not a code of the game.
            ImpossibleReply: No secret gives the reply to the guess; the message gives the reason.
            BadReply: It is not a reply of the game.

        >>> Game(4, 6).check_reply((0, 1, 2, 3), Reply(black=4, white=0)).solved
        True
        """
        guess = self.check_guess(guess)
        if not isinstance(reply, Reply):
            kind = "not_a_reply_object" if self._traits.counts_pegs else "not_a_reply_text"
            raise BadReply.because(kind, value=shown(reply), like=repr(self._example_reply))
        if not self._traits.counts_pegs and not self._has_reply(reply):  # such as counts that are marks there
            reply = next((own for own in self.replies() if str(own) == str(reply)), reply)
        if reply.unknown and self.size > MOST_CODES:
            raise BadReply.because("unknown_reply_too_large", reply=str(reply), most=MOST_CODES)
        if reply.black == self.pegs and self._can_be_secret(guess) and replace(reply, solved=True).fits(self.win):
            return self.win
        if noisy and self._has_reply(reply):
            return reply
        if not self._can_show(guess, reply):
            kind = BadReply if noisy else ImpossibleReply
            why = face.impossibility(self, guess, reply)
            raise kind.because(self._reason("impossible_reply", reply=str(reply), **why))
        return reply

    def _why_impossible(self, guess: Code, reply: Reply) -> str:
        """Return why no secret gives a reply to a guess.

        >>> Game(4, 6)._why_impossible((0, 0, 1, 1), Reply(black=3, white=1))
        ': with 3 black, the last peg cannot be white'
        """
        check_reply_object(reply)
        values = face.impossibility(self, self.check_guess(guess), reply)
        return self._reason(str(values["why"]), **values).text if values else ""

    def can_reply(self, guess: Sequence[int] | str, reply: Reply) -> bool:
        """Return whether a reply to a guess is possible: whether some secret of the game gives it.

        Args:
            guess: The guess, as text or colours.
            reply: The reply.

        Returns:
            True if the reply is possible.

        Raises:
            BadCode: The guess is not a code of the game.

        >>> Game(4, 6).can_reply((0, 0, 0, 0), Reply(black=1, white=1))
        False
        """
        check_reply_object(reply)
        return self._can_show(self.check_guess(guess), reply)

    def _can_show(self, guess: Code, reply: Reply) -> bool:
        """Whether some secret gives a reply, of which counts may be unknown, to a guess that was checked."""
        if not reply.unknown:
            return self._can_reply(guess, reply)
        return any(reply.fits(true) and self._can_reply(guess, true) for true in self._with_repeats.replies())

    def _can_reply(self, guess: Code, reply: Reply) -> bool:
        return is_possible(self, guess, reply)


Codebook = Game  # another public name: what games of all kinds have in common
