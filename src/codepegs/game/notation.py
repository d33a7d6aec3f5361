"""The notation of codes, replies and positions, in every command, page and file.

Canonical texts are what files, JSON and addresses contain. A `Notation` changes only how codes are displayed to people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from codepegs.errors import BadCode, BadInput, BadPosition, BadReply
from codepegs.game.rules import Code, Game, Reply, View, counted, is_game_file, split_alias

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ZERO_SYMBOLS = "0" + SYMBOLS

MOST_PEGS_READ = 60
"""Largest number of pegs for which codes are shown in full; longer games are shown by their progress."""


@dataclass(frozen=True, slots=True)
class Notation:
    """A notation of codes: one symbol per peg; if there are more colours than symbols, numbers counted from `base`.

    >>> game = Game(4, 6)
    >>> CANONICAL.format(game, (0, 0, 1, 5)), Notation("RGBYOP").format(game, (0, 0, 1, 5))
    ('1126', 'RRGP')
    """

    symbols: str = SYMBOLS
    """One symbol for each colour."""
    base: int = 1
    """The number of the first colour, if codes are written as numbers."""

    def __post_init__(self) -> None:
        folded = [fold(symbol) for symbol in self.symbols]
        if len(set(folded)) < len(folded):
            raise BadInput(f"the symbols {self.symbols!r} are not distinct: give one symbol per colour")
        if any(symbol.isspace() or symbol in ",:" for symbol in self.symbols):
            raise BadInput("symbols cannot be spaces, commas or colons, which are separators")

    def fits(self, game: Game) -> bool:
        """Return whether every colour of a game has a symbol, so that codes are written without commas.

        Args:
            game: The game.

        Returns:
            True if there are enough symbols.
        """
        return game.colors <= len(self.symbols)

    def symbol(self, game: Game, color: int) -> str:
        """Format one colour.

        Args:
            game: The game.
            color: The 0-based colour.

        Returns:
            Its symbol or its number.
        """
        if game.symbols is not None:
            return game.symbols[color]
        return self.symbols[color] if self.fits(game) else str(color + self.base)

    def format(self, game: Game, code: Code | str) -> str:
        """Format a code.

        Args:
            game: The game.
            code: A canonical text, or 0-based colours.

        Returns:
            The text of the code.

        Raises:
            BadCode: It is not a code of the game.

        >>> CANONICAL.format(Game(3, 50), (7, 0, 49))
        '8,1,50'
        """
        return self.spell(game, game.check_code(code))

    def spell(self, game: Game, colors: Sequence[int]) -> str:
        """Format any number of colours, without checking them.

        Args:
            game: The game.
            colors: 0-based colours.

        Returns:
            The text.
        """
        if game.code_texts is not None:
            return game.code_texts[tuple(colors)]
        if self.fits(game):
            return "".join([self.symbols[color] for color in colors])
        return ",".join([str(color + self.base) for color in colors])

    def parse(self, game: Game, text: str, *, alone: bool = True) -> Code:
        """Parse a code.

        Args:
            game: The game.
            text: The text of the code.
            alone: Whether numbers may be separated by spaces.

        Returns:
            The code, 0-based colours.

        Raises:
            BadCode: The text is not a code of the game.

        >>> CANONICAL.parse(Game(4, 10), "8 7 6 5") == CANONICAL.parse(Game(4, 10), "8765") == (7, 6, 5, 4)
        True
        """
        if not isinstance(text, str):
            raise BadCode(f"expected a code as text, e.g. '1122', not {text!r:.40}")
        words = text.strip()
        if game.code_texts is not None:
            return game.check_code(words)
        if not words:
            raise BadCode(f"the code is empty: {self._expected(game)}")
        if alone and "," not in words and len(words.split()) > 1:
            words = ",".join(words.split())
        if "," in words or not self.fits(game) or (game.pegs == 1 and len(words) > 1):
            return game.check_code(self._numbers(game, words, text.strip()))
        order = _order(self.symbols[: game.colors])
        if len(words) != game.pegs:
            raise BadCode(
                f"{_shorten(text)} has {counted(len(words), 'peg')}; a code of {game} has {game.pegs:,}, "
                f"{self._like(game)}"
            )
        code = [order[symbol] if symbol in order else order.get(fold(symbol), -1) for symbol in words]
        if -1 in code:
            raise BadCode(
                f"{_shorten(text)}: {words[code.index(-1)]!r} is not a colour of {game}: expected "
                f"{_lower_first(self.colors_text(game))}"
            )
        return game.check_code(code)

    def colors_text(self, game: Game) -> str:
        """Return the colours of a game in words, such as `Colours 1 to 6`.

        Args:
            game: The game.

        Returns:
            The text.

        >>> CANONICAL.colors_text(Game(4, 6)), Notation("RGBYOP").colors_text(Game(4, 6))
        ('Colours 1 to 6', 'Colours RGBYOP')
        """
        if game.code_texts is not None:
            return f"Codes such as {next(iter(game.code_texts.values()))}"
        if game.colors == 1:
            return f"Colour {self.symbol(game, 0)} only"
        if self.fits(game) and self.symbols not in (SYMBOLS, ZERO_SYMBOLS):
            return f"Colours {self.symbols[: game.colors]}"
        if not self.fits(game):
            return f"Colours {self.base} to {game.colors - 1 + self.base:,}, separated by commas"
        return f"Colours {self.symbols[0]} to {self.symbols[game.colors - 1]}"

    def _numbers(self, game: Game, words: str, text: str) -> list[int]:
        """The colours of numbers separated by commas; `text` is the original input."""
        parts = [part.strip() for part in words.split(",")]
        if len(parts) != game.pegs:
            raise BadCode(
                f"{_shorten(text)} has {counted(len(parts), 'peg')}; "
                f"a code of {game} has {game.pegs:,}, {self._like(game)}"
            )
        colors = []
        for part in parts:
            if not re.fullmatch(r"\d{1,9}", part, re.ASCII):
                raise BadCode(f"{_shorten(text)}: {_shorten(part)} is not a colour number: {self._expected(game)}")
            color = int(part) - self.base
            if not 0 <= color < game.colors:
                raise BadCode(
                    f"{part} is not a colour of {game}: expected {self.base:,} to {game.colors - 1 + self.base:,}"
                )
            colors.append(color)
        return colors

    def _expected(self, game: Game) -> str:
        if self.fits(game) and game.pegs == game.colors == 1:
            return f"expected {self.symbols[0]}"
        if self.fits(game):
            return f"expected {game.pegs:,} of the symbols {self.symbols[: game.colors]}, {self._like(game)}"
        return (
            f"expected {game.pegs:,} numbers from {self.base} to {game.colors - 1 + self.base:,}, separated by commas"
        )

    def _like(self, game: Game) -> str:
        count = min(game.pegs, 12)
        example = tuple(i % game.colors for i in range(count))
        return f"like {self.spell(game, example)}{'…' if game.pegs > count else ''}"


@lru_cache(maxsize=16)
def _order(symbols: str) -> dict[str, int]:
    """The colour of each symbol, folded; cached, because trees are read one code at a time."""
    return {fold(symbol): color for color, symbol in enumerate(symbols)}


def fold(symbol: str) -> str:
    """Return a symbol in upper case, if its upper case is a single symbol.

    Args:
        symbol: One character.

    Returns:
        One character.
    """
    capital = symbol.upper()
    return capital if len(capital) == 1 else symbol


def _lower_first(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}"


def _shorten(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "…")


CANONICAL = Notation()
ZERO_BASED = Notation(ZERO_SYMBOLS, 0)


def notation_for(rules: str, symbols: str | None = None, base: int | None = None) -> Notation:
    """Return the notation for a game.

    Args:
        rules: The rules as typed; the alias `bc` (`bulls-and-cows`) selects digits from 0.
        symbols: One symbol per colour, which overrides the notation of the rules.
        base: The number of the first colour, 0 or 1, which does the same.

    Returns:
        The notation in which codes are read and written.

    Raises:
        BadInput: Both `symbols` and `base` are given, or one of them is invalid.
    """
    if symbols is not None and base is not None:
        raise BadInput("--symbols and --base cannot be combined: give one of them")
    if symbols is not None:
        return Notation(symbols)
    if base not in (None, 0, 1):
        raise BadInput(f"base must be 0 or 1, not {base}")
    if base is None:
        base = 0 if split_alias(rules.strip().lower())[0] == "bc" else 1
    return CANONICAL if base else ZERO_BASED


_SPELLED = re.compile(r"(?:(\d{1,9})b)?(?:(\d{1,9})w)?", re.ASCII)
_BULLS = re.compile(r"(\d{1,9})a(\d{1,9})b", re.ASCII)
_PAIR = re.compile(r"(\d{1,9})(?:\s*,\s*|\s+)(\d{1,9})", re.ASCII)
_GLYPHS = re.compile(r"(●*)(○*)")


def parse_reply(game: Game, text: str, *, alone: bool = True) -> Reply:
    """Parse a reply under the view of a game.

    Args:
        game: The game.
        text: The canonical text, such as `1b2w`.
        alone: Whether `1,2`, `1 2`, `1A2B` and `●○○` are accepted too, and a missing half counts as 0.

    Returns:
        The reply.

    Raises:
        BadReply: The text is not a reply of the game.

    >>> game = Game(4, 6)
    >>> {str(parse_reply(game, text)) for text in ("1b2w", "1,2", "1 2", "1A2B", "●○○")}
    {'1b2w'}
    """
    words = text.strip().lower()
    if game.code_texts is not None:
        return game.parse_reply(words)
    counts = parse_counts(game, words, alone=alone)
    if words == "solved":
        return game.win
    if counts is None:
        raise BadReply(f"{_shorten(text)} is not a valid reply: {_reply_forms(game)}")
    if game.view is View.BLACK_WHITE:
        black, white = counts
        if black + white > game.pegs:
            raise BadReply(f"{black:,} black and {white:,} white exceed the {counted(game.pegs, 'peg')} of {game}")
        return Reply(black=black, white=white, solved=black == game.pegs)
    (count,) = counts
    if count > game.pegs:
        raise BadReply(f"{count:,} exceeds the {counted(game.pegs, 'peg')} of {game}")
    if game.view is View.BLACK:
        return Reply(black=count, solved=count == game.pegs)
    return Reply(total=count) if game.view is View.TOTAL else Reply(white=count)


def parse_counts(game: Game, words: str, *, alone: bool = True) -> tuple[int, ...] | None:
    """Parse the counts of a reply under the view of a game.

    Args:
        game: The game.
        words: The text, in lower case.
        alone: As for `parse_reply`.

    Returns:
        Black and white, or the one count that the view shows; None if the text is no such reply.
    """
    if game.view is not View.BLACK_WHITE:
        match = re.fullmatch(rf"(\d{{1,9}}){game.view.value}{'?' if alone else ''}", words, re.ASCII)
        if match:
            return (int(match[1]),)
        glyph = "○" if game.view is View.WHITE else "●"
        return (len(words),) if alone and words and set(words) == {glyph} else None
    match = _SPELLED.fullmatch(words)
    if match and words and (alone or None not in match.groups()):
        return int(match[1] or 0), int(match[2] or 0)
    if not alone:
        return None
    match = _BULLS.fullmatch(words) or _PAIR.fullmatch(words)
    if match:
        return int(match[1]), int(match[2])
    match = _GLYPHS.fullmatch("".join(words.split()))
    return (len(match[1]), len(match[2])) if match and words else None


def _reply_forms(game: Game) -> str:
    if game.view is View.BLACK_WHITE:
        return "expected e.g. 1b2w for one black and two white"
    if game.view is View.BLACK:
        return "expected e.g. 2b for two black"
    count = "3t for a total of three" if game.view is View.TOTAL else "1w for one white"
    return f"expected e.g. {count}, or solved"


@dataclass(frozen=True, slots=True)
class Turn:
    """A guess and its reply.

    A turn does not know its game, so the guess is given as 0-based colours; `Position.after` also accepts texts.

    Raises:
        BadCode: The guess is a text.
    """

    guess: Code
    """The code, 0-based colours."""
    reply: Reply
    """The reply under the view of the game."""

    def __post_init__(self) -> None:
        if isinstance(self.guess, str):
            raise BadCode("a Turn expects 0-based colours, e.g. (0, 0, 1, 1); for texts use Position.after")


@dataclass(frozen=True, slots=True)
class Position:
    """The rules and the turns so far.

    The turns are not checked here; `parse`, `of` and `after` check them.

    >>> position = Position.parse("p4c6 1122:1b0w 1344:0b2w")
    >>> position, len(position.turns)
    (Position.parse('p4c6 1122:1b0w 1344:0b2w'), 2)
    """

    game: Game
    """The rules."""
    turns: tuple[Turn, ...] = ()
    """The turns, in order."""

    def __post_init__(self) -> None:
        if not isinstance(self.turns, tuple):
            object.__setattr__(self, "turns", tuple(self.turns))

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None, *, noisy: bool = False) -> Position:
        """Parse a position.

        Each turn must be possible on its own; the turns may contradict each other.

        Args:
            text: The rules id or an alias, then the turns as `guess:reply`, separated by spaces.
            notation: How codes are written. Default: canonical, or digits from 0 if the rules are `bc`.
            noisy: Whether replies may be false, so that a turn may also be impossible.

        Returns:
            The position.

        Raises:
            BadInput: The text is invalid; the message names the turn.

        >>> str(Position.parse("bc 0123:1b1w"))
        'p4c10n 1234:1b1w'
        """
        words = text.split()
        if not words:
            raise BadPosition(f"the position is empty: expected the rules and the turns, e.g. {_EXAMPLE}")
        if ":" in words[0] and not is_game_file(words[0]):
            raise BadPosition(f"the rules are missing before the turn {_shorten(words[0])}: expected e.g. {_EXAMPLE}")
        game = Game.parse(words[0])
        reading = notation or notation_for(words[0])
        return cls(game, tuple(_parse_turn(game, reading, word, n, noisy) for n, word in enumerate(words[1:], 1)))

    @classmethod
    def of(cls, given: Position | Game | str, *, noisy: bool = False) -> Position:
        """Return a position, parsing it if a text is given.

        Args:
            given: A position, whose guesses are checked; a game, for its start; or the text of a position.
            noisy: Whether replies may be false, as for `parse`.

        Returns:
            The position.

        Raises:
            BadInput: It is none of these, or it is invalid.

        >>> Position.of("p4c6") == Position.of(Game(4, 6)) == Position(Game(4, 6))
        True
        """
        if isinstance(given, Position):
            return given._checked()
        if isinstance(given, Game):
            return cls(given)
        if not isinstance(given, str):
            raise BadPosition(f"expected a Position, a Game or a text such as {_EXAMPLE}, not {given!r}")
        return cls.parse(given, noisy=noisy)

    def __repr__(self) -> str:
        if self.game.pegs > MOST_PEGS_READ:
            return f"<position of {self.game} after {counted(len(self.turns), 'turn')}>"
        return f"Position.parse({str(self)!r})"

    def __str__(self) -> str:
        return " ".join([str(self.game), *(format_turn(self.game, turn) for turn in self.turns)])

    def _repr_svg_(self) -> str:
        """The board, for notebooks."""
        from codepegs.game.svg import board_svg

        return board_svg(self.game, self.turns)

    def after(self, guess: Code | str, reply: Reply | str, *, noisy: bool = False) -> Position:
        """Return the position one turn later.

        Args:
            guess: The guess, as text or colours.
            reply: The reply, or its text.
            noisy: Whether replies may be false, so that any reply of the game is accepted.

        Returns:
            The longer position.

        Raises:
            BadCode: The guess is not a code of the game.
            BadReply: The reply is impossible for the guess.

        >>> str(Position(Game(4, 6)).after((0, 0, 0, 0), Reply(black=1, white=1), noisy=True))
        'p4c6 1111:1b1w'
        >>> str(Position(Game(4, 6)).after("1122", "1b0w"))
        'p4c6 1122:1b0w'
        """
        guess = self.game.check_code(guess)
        if isinstance(reply, str):
            reply = parse_reply(self.game, reply)
        turn = Turn(guess, self.game.check_reply(guess, reply, noisy=noisy))
        return Position(self.game, (*self.turns, turn))

    def fits(self, code: Code | str) -> bool:
        """Return whether a code is consistent with the position, so that it may be the secret.

        Args:
            code: The code, as text or colours.

        Returns:
            True if the code gives every reply so far.

        Raises:
            BadCode: It is not a code of the game.

        >>> Position.parse("p4c6 1122:1b0w").fits("1345"), Position.parse("p4c6 1122:1b0w").fits("3344")
        (True, False)
        """
        secret = self.game.check_code(code)
        if not self.game.can_be_secret(secret):
            return False
        return all(self.game.reply_between(secret, turn.guess) == turn.reply for turn in self.turns)

    def _checked(self) -> Position:
        """Check that each guess is a code of the game; raises a `BadInput` that names the turn."""
        turns = []
        for number, turn in enumerate(self.turns, 1):
            if not isinstance(turn, Turn):
                raise BadPosition(
                    f"turn {number}: expected a Turn, e.g. Turn((0, 0, 1, 1), Reply(1, 0)), not {turn!r:.40}"
                )
            try:
                guess = self.game.check_code(_slimmed(turn.guess) if self.game.is_long else turn.guess)
            except BadCode as error:
                raise BadCode(f"turn {number}: {error}") from None
            turns.append(turn if guess is turn.guess or guess == turn.guess else replace(turn, guess=guess))
        return replace(self, turns=tuple(turns))

    @property
    def solved(self) -> bool:
        """Whether the last reply announced the win."""
        return bool(self.turns) and self.turns[-1].reply.solved


def _slimmed(code: Code) -> Code:
    from codepegs.game.long_codes import slim

    return slim(code)


_EXAMPLE = "'p4c6 1122:1b0w 1344:0b2w'"


def format_turn(game: Game, turn: Turn, notation: Notation = CANONICAL) -> str:
    """Format one turn.

    Args:
        game: The game.
        turn: The turn.
        notation: The notation of the code; canonical by default.

    Returns:
        A text such as `1122:1b0w`.

    >>> format_turn(Game(4, 6), Turn((0, 0, 1, 1), Reply(black=1, white=0)))
    '1122:1b0w'
    """
    return f"{notation.format(game, turn.guess)}:{turn.reply}"


def _parse_turn(game: Game, notation: Notation, word: str, number: int, noisy: bool) -> Turn:
    code, colon, reply = word.partition(":")
    if not colon:
        raise BadPosition(f"turn {number}: {_shorten(word)} has no colon: expected guess:reply, e.g. {_EXAMPLE}")
    if not (code and reply):
        raise BadPosition(
            f"turn {number}: {_shorten(word)} has no {'reply' if code else 'guess'}: expected no space around the "
            f"colon, e.g. {_EXAMPLE}"
        )
    try:
        guess = notation.parse(game, code, alone=False)
        return Turn(guess, game.check_reply(guess, parse_reply(game, reply, alone=False), noisy=noisy))
    except BadInput as error:
        raise type(error)(f"turn {number}: {error}") from None
