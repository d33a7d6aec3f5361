"""The notation of codes, in every command, page and file.

Canonical texts are what files, JSON and addresses contain. A `Notation` changes only how codes are displayed to people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from codepegs.errors import BadCode, BadInput
from codepegs.game.counts import counted
from codepegs.game.reply import Code
from codepegs.game.rules import Game, split_alias

MOST_DIGITS = 9
"""Digits of a number of a colour; one with more is larger than any colour."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ZERO_SYMBOLS = "0" + SYMBOLS

MOST_PEGS_READ = 60
"""Largest number of pegs for which codes are shown in full; longer games are shown by their progress."""


@dataclass(frozen=True, slots=True)
class Notation:
    """How codes are written.

    One symbol per peg or, if the game has more colours than there are symbols, comma-separated numbers counted from
    `base`.

    Raises:
        BadInput: The symbols are not a text, two of them are the same, upper and lower case being equal, or one is a
            space, a comma or a colon.

    >>> Notation.of("p4c6").format("p4c6", (0, 0, 1, 5)), Notation("RGBYOP").format("p4c6", (0, 0, 1, 5))
    ('1126', 'RRGP')
    """

    symbols: str = SYMBOLS
    """One character for each colour, in the order of colours."""
    base: int = 1
    """The number of the first colour, if codes are written as numbers."""

    def __post_init__(self) -> None:
        if not isinstance(self.symbols, str):
            raise BadInput(
                f"expected the symbols as text, e.g. 'RGBYOP', not {self.symbols!r:.40}; "
                "for the notation of a game use Notation.of"
            )
        if len(set(_order(self.symbols))) < len(self.symbols):
            raise BadInput(f"the symbols {self.symbols!r} are not distinct: give each colour a different symbol")
        if any(symbol.isspace() or symbol in ",:" for symbol in self.symbols):
            raise BadInput("symbols cannot be spaces, commas or colons, which are separators")

    @classmethod
    def of(cls, game: Game | str) -> Notation:
        """Return the notation of a game.

        Args:
            game: The rules id or an alias, or a game.

        Returns:
            The canonical notation; digits from 0 for the alias `bc` (`bulls-and-cows`).

        Raises:
            BadRules: It is neither a game nor the text of one.

        >>> Notation.of("bc").format("bc", (0, 1, 2, 3)), Notation.of("p4c10n").format("bc", (0, 1, 2, 3))
        ('0123', '1234')
        """
        Game.of(game)
        return notation_for(game) if isinstance(game, str) else CANONICAL

    def fits(self, game: Game | str) -> bool:
        """Return whether every colour of a game has a symbol, so that codes are written without commas.

        Args:
            game: The game, or its rules id.

        Returns:
            True if there are enough symbols.
        """
        return Game.of(game).colors <= len(self.symbols)

    def symbol(self, game: Game | str, color: int) -> str:
        """Format one colour.

        Args:
            game: The game, or its rules id.
            color: The 0-based colour.

        Returns:
            Its symbol or its number.
        """
        return self.pegs(game, (color,))[0]

    def pegs(self, game: Game | str, colors: Sequence[int]) -> list[str]:
        """Format colours one by one; they must be colours of the game.

        Args:
            game: The game, or its rules id.
            colors: 0-based colours.

        Returns:
            The symbol or the number of each.
        """
        game = Game.of(game)
        symbols = game.traits.symbols or (self.symbols if self.fits(game) else None)
        return [str(color + self.base) if symbols is None else symbols[color] for color in colors]

    def format(self, game: Game | str, code: Code | str) -> str:
        """Format a code.

        Args:
            game: The game, or its rules id.
            code: A canonical text, or 0-based colours.

        Returns:
            The text of the code.

        Raises:
            BadCode: It cannot be guessed in the game.

        >>> CANONICAL.format(Game(3, 50), (7, 0, 49))
        '8,1,50'
        """
        game = Game.of(game)
        return self.spell(game, game.check_guess(code))

    def spell(self, game: Game | str, colors: Sequence[int]) -> str:
        """Format colours without checking them; they must be colours of the game.

        Args:
            game: The game, or its rules id.
            colors: 0-based colours.

        Returns:
            The text.
        """
        game = Game.of(game)
        symbols = game.traits.symbols or self.symbols
        return ("" if len(symbols) >= game.colors else ",").join(self.pegs(game, colors))

    def parse(self, game: Game | str, text: str, *, alone: bool = True, guess: bool = False) -> Code:
        """Parse a code.

        Args:
            game: The game, or its rules id.
            text: The text of the code.
            alone: Whether the text stands alone, so that pegs may be separated by spaces; False inside a position.
            guess: Whether it was guessed, so that it may repeat a colour even if a secret may not.

        Returns:
            The code, 0-based colours.

        Raises:
            BadCode: The text is not a code of the game.

        >>> CANONICAL.parse(Game(4, 10), "8 7 6 5") == CANONICAL.parse(Game(4, 10), "8765") == (7, 6, 5, 4)
        True
        """
        if not isinstance(text, str):
            raise BadCode(f"expected a code as text, e.g. '1122', not {text!r:.40}")
        game, words = Game.of(game), text.strip()
        if game.traits.symbols is not None:
            return game.check_code(words)
        if not words:
            raise BadCode(f"the code is empty: {self._expected(game)}")
        pegs = [part.strip() for part in (words.split(",") if "," in words else words.split() if alone else [words])]
        if len(pegs) > 1 and self.fits(game) and set(map(fold, pegs)) <= _order(self.symbols[: game.colors]).keys():
            words = "".join(pegs)
        elif len(pegs) > 1 and "," not in words:
            words = ",".join(pegs)
        if "," in words or not self.fits(game) or (game.pegs == 1 and len(words) > 1):
            return self._checked(game, self._numbers(game, words, text.strip()), text, guess)
        order = _order(self.symbols[: game.colors])
        if len(words) != game.pegs:
            raise BadCode(
                f"{shorten(text)} has {counted(len(words), 'peg')}; a code of {game} has {game.pegs:,}, "
                f"{self._like(game)}"
            )
        code = [order[symbol] if symbol in order else order.get(fold(symbol), -1) for symbol in words]
        if -1 in code:
            raise BadCode(
                f"{words[code.index(-1)]!r} in {shorten(text)} is not a colour of {game}: expected "
                f"{_lower_first(self.colors_text(game))}"
            )
        return self._checked(game, code, text, guess)

    @staticmethod
    def _checked(game: Game, colors: Sequence[int], text: str, guess: bool) -> Code:
        code = game.check_guess(colors)
        if not (guess or game.can_be_secret(code)):
            raise BadCode(f"{shorten(text)} repeats a colour: all colours of a code of {game} must be different")
        return code

    def without_dots(self, game: Game | str, text: str) -> str:
        """Return a code with commas for dots, which separate numbers where commas cannot, unless a dot is a symbol.

        Args:
            game: The game, or its rules id.
            text: The text of the code.

        Returns:
            The text for `parse`.

        >>> CANONICAL.without_dots(Game(4, 50), "8.17.6.5")
        '8,17,6,5'
        """
        return text.replace(".", ",") if Game.of(game).traits.symbols is None and "." not in self.symbols else text

    def colors_text(self, game: Game | str) -> str:
        """Return the colours of a game in words, such as `Colours 1 to 6`.

        Args:
            game: The game, or its rules id.

        Returns:
            The text.

        >>> CANONICAL.colors_text(Game(4, 6)), Notation("RGBYOP").colors_text(Game(4, 6))
        ('Colours 1 to 6', 'Colours RGBYOP')
        """
        game = Game.of(game)
        if game.traits.symbols is not None:
            return f"Codes such as {self.spell(game, game.first_code)}"
        if game.colors == 1:
            return f"Colour {self.symbol(game, 0)} only"
        if self.fits(game) and self.symbols not in (SYMBOLS, ZERO_SYMBOLS):
            return f"Colours {self.symbols[: game.colors]}"
        if not self.fits(game):
            return f"Colours {self.base} to {game.colors - 1 + self.base:,}, separated by commas"
        last = self.symbols[game.colors - 1]
        if last.isdigit():
            return f"Colours {self.symbols[0]} to {last}"
        return f"Colours {self.symbols[0]} to 9 and A{f' to {last}' if last != 'A' else ''}"

    def _numbers(self, game: Game, words: str, text: str) -> list[int]:
        """The colours of numbers separated by commas; `text` is the original input."""
        parts = [part.strip() for part in words.split(",")]
        if len(parts) != game.pegs:
            spaced = "" if "," in text or " " not in text else "; a code with spaces is read as numbers"
            raise BadCode(
                f"{shorten(text)} has {counted(len(parts), 'peg')}; "
                f"a code of {game} has {game.pegs:,}, {self._like(game)}{spaced}"
            )
        colors = []
        for part in parts:
            if not re.fullmatch(r"\d+", part, re.ASCII):
                raise BadCode(f"{shorten(part)} in {shorten(text)} is not a colour number: {self._expected(game)}")
            color = int(part[:MOST_DIGITS]) - self.base
            if len(part) > MOST_DIGITS or not 0 <= color < game.colors:
                wrong = part if len(part) <= MOST_DIGITS else f"the number {part[:MOST_DIGITS]}…"
                most = game.colors - 1 + self.base
                raise BadCode(f"{wrong} is not a colour of {game}: expected {self.base:,} to {most:,}")
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
    capitals = [symbol.upper() for symbol in symbols]
    folded = [high if len(high) == 1 else symbol for symbol, high in zip(symbols, capitals, strict=True)]
    return {symbol: color for color, symbol in enumerate(folded)}


def fold(symbol: str) -> str:
    """Return a symbol in upper case, if its upper case is a single symbol."""
    capital = symbol.upper()
    return capital if len(capital) == 1 else symbol


def _lower_first(text: str) -> str:
    return f"{text[0].lower()}{text[1:]}"


def shorten(text: str) -> str:
    """Quote a text for an error message, cut after 37 characters."""
    return repr(text if len(text) <= 40 else text[:37] + "…")


CANONICAL = Notation()
ZERO_BASED = Notation(ZERO_SYMBOLS, 0)


def notation_for(rules: str, symbols: str | None = None, base: int | None = None) -> Notation:
    """Return the notation for a game."""
    if symbols is not None and base is not None:
        raise BadInput("--symbols and --base cannot be combined: give one of them")
    if symbols is not None:
        return Notation(symbols)
    if base not in (None, 0, 1):
        raise BadInput(f"base must be 0 or 1, not {base}")
    if base is None:
        base = 0 if split_alias(rules.strip().lower())[0] == "bc" else 1
    return CANONICAL if base else ZERO_BASED
