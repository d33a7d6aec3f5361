"""The notation of codes, in every command, page and file.

Canonical texts are what files, JSON and addresses contain. A `Notation` changes only how codes are displayed to people.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from codepegs import files, game as face
from codepegs.errors import BadCode, BadInput, BadRules, one_of, shown, similar, whole_number
from codepegs.game.reply import Code, View, colors_of
from codepegs.game.rules import MOST_PEGS, Game
from codepegs.reasons import Reason, Value, bracketed_if_long, clip, counted

SPREADSHEETS = (".xlsx", ".xlsm", ".xls", ".ods")
"""Endings of spreadsheets."""

TABLE_ENDINGS = (".csv", ".tsv", ".tab", ".data", *SPREADSHEETS)
"""Endings of files that are tables, whatever is in them."""

MOST_DIGITS_OF_COUNT = 9
"""Digits of a number of a game; one with more is larger than any colour."""

COLOR_NAMES = ("red", "blue", "green", "yellow", "white", "black", "orange", "brown")
"""The names of the colours in the order of the classic set, which are read without an option."""

BOX_NAMES = (*COLOR_NAMES, "purple", "pink", "turquoise", "grey")
"""The names of the colours of a game in which a text names colours, until it names others; as on the page."""

KNOWN_NAMES = (*BOX_NAMES, "gray", "violet", "cyan", "magenta", "gold", "silver")
"""Names that are read for colours of any number, so that a box of other colours needs no option."""

_NAMES = re.compile(rf"(?<!\w)(?:(?<!\d )|(?!black|white))(?:{'|'.join(KNOWN_NAMES)})(?!\w)", re.IGNORECASE)
"""A name, but not that of a count, such as `1 black`."""

LONGEST_NAME = 12
"""Letters of the longest word that is probably the name of a colour."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ZERO_SYMBOLS = "0" + SYMBOLS

MOST_PEGS_READ = 60
"""Largest number of pegs for which codes are shown in full; longer games are shown by their progress."""

PEG_COLORS = (
    ("#D55E00", "black"), ("#56B4E9", "black"), ("#F0E442", "black"), ("#0072B2", "white"),
    ("#009E73", "black"), ("#CC79A7", "black"), ("#E69F00", "black"), ("#3B3B3B", "white"),
    ("#8C2D04", "white"), ("#C6E5F7", "black"), ("#33FF88", "black"), ("#660066", "white"),
    ("#9977FF", "black"), ("#5533BB", "white"), ("#EE1144", "black"), ("#993377", "white"),
)  # fmt: skip
"""Background and text of each colour's peg, which can be distinguished with colour blindness.

The first eight are those of Okabe and Ito (2008), ordered so that neighbours differ strongly. The next two are a
lighter and a darker variant, and each of the last six is the colour farthest from all before it, for every kind of
colour vision. Above sixteen colours they repeat, and only the symbols differ.
"""


def peg_color(color: int) -> tuple[str, str]:
    """Return the colours in which pegs are drawn."""
    return PEG_COLORS[color % len(PEG_COLORS)]


class TwoMeanings(BadCode):
    """A text that can mean two codes; the message has both."""


@bracketed_if_long(lambda notation: f"notation of {counted(len(notation.symbols), 'symbol')}: {notation.symbols}")
@dataclass(frozen=True, slots=True)
class Notation:
    """How codes are written.

    One symbol per peg; names separated by commas; or, if the game has more colours than there are symbols,
    comma-separated numbers counted from `base`.

    Raises:
        BadInput: The symbols are neither a text nor names, or are a rules id; two of them are the same, upper and lower
            case being equal; or one is empty or has a space, a comma or a colon.

    >>> Notation.of("p4c6").format("p4c6", (0, 0, 1, 5)), Notation("RGBYOP").format("p4c6", (0, 0, 1, 5))
    ('1126', 'RRGP')
    >>> Notation(("red", "blue")).format(Game(3, 2), (0, 0, 1))
    'red,red,blue'
    """

    symbols: str | tuple[str, ...] = SYMBOLS
    """One character or one name for each colour, in the order of colours."""
    base: int = 1
    """The number of the first colour, if codes are written as numbers."""
    also: str = ""
    """Other characters that are read for the colours, also in place of names."""

    @property
    def names(self) -> bool:
        """Whether the symbols are names, which commas separate."""
        return not isinstance(self.symbols, str)

    def __post_init__(self) -> None:
        if not isinstance(self.symbols, str) and not (
            isinstance(self.symbols, tuple) and all(isinstance(name, str) for name in self.symbols)
        ):
            raise BadInput.because("symbols_not_text", value=shown(self.symbols))
        object.__setattr__(self, "base", whole_number("base", self.base, 0, 1))
        if isinstance(self.symbols, str) and re.match(r"p\d+c\d", self.symbols):
            raise BadInput.because("rules_as_symbols", symbols=self.symbols)
        if len(set(_order(self.symbols))) < len(self.symbols):
            given = self.symbols if isinstance(self.symbols, str) else ",".join(self.symbols)
            raise BadInput.because("symbols_alike", symbols=given)
        if self.names and not all(self.symbols):
            raise BadInput.because("empty_color_name")
        if any(each.isspace() or each in ",:" for each in "".join(self.symbols)):
            raise BadInput.because("separator_as_symbol")

    @classmethod
    def of(cls, game: Game | str) -> Notation:
        """Return the notation of a game, or of the text of a position, which may name colours.

        Args:
            game: The rules id or an alias, a game, or the text of a position.

        Returns:
            The canonical notation; digits from 0 for the alias `bc` (`bulls-and-cows`); the names of the colours, if
            the text names them.

        Raises:
            BadInput: It is neither a game nor the text of one, or names more colours than the game has.

        >>> Notation.of("bc").format("bc", (0, 1, 2, 3)), Notation.of("p4c10n").format("bc", (0, 1, 2, 3))
        ('0123', '1234')
        >>> Notation.of("p4c6 red,orange,blue,red:1b0w").format("p4c6", (0, 0, 1, 5))
        'red,red,blue,orange'
        """
        name, turns = split_rules(game) if isinstance(game, str) else ("", "")
        return notation_for(name).as_typed(Game.of(name or game), turns)

    def as_typed(self, game: Game | str, text: str, used: Iterable[int] = ()) -> Notation:
        """Return the notation that reads and shows codes as a text spells them.

        Known names of colours are those of the classic set where the game has these; any other takes the place of the
        last colour that is not used. Notes of NetHack, once typed, are shown.

        Args:
            game: The game, or its rules id.
            text: Codes or turns.
            used: Colours that keep their names, besides those in the text.

        Returns:
            This notation, if the text spells codes in no other way, or if its symbols were chosen.

        Raises:
            BadCode: The text names more colours than the game has.

        >>> CANONICAL.as_typed("p4c6", "red,orange,blue,red").symbols
        ('red', 'blue', 'green', 'yellow', 'white', 'orange')
        """
        game = Game.of(game)
        if game._traits.symbols is not None or not (self.also or self in (CANONICAL, ZERO_BASED)):
            return self
        is_tune = TUNES.also in (self.also, self.symbols)
        symbols = SYMBOLS if is_tune else self.also or "".join(self.symbols)
        named = [fold(name) for name in _NAMES.findall(" ".join(text.split()))]
        if not named or game.colors > len(BOX_NAMES) or game.pegs > MOST_PEGS_READ:
            return Notation(TUNES.also, also=SYMBOLS) if is_tune and _codes_in(game, text, TUNES.also) else self
        names = list(self.symbols if self.names else BOX_NAMES[: game.colors])
        order = _order(tuple(names))
        others = [name for name in dict.fromkeys(named) if name not in order]
        kept = {*used, *(order[name] for name in named if name in order)}
        if others:
            kept |= {_order(symbols)[fold(symbol)] for code in _codes_in(game, text, symbols) for symbol in code}
        free = [color for color in range(game.colors) if color not in kept]
        if len(others) > len(free):
            told = [*(names[color] for color in sorted(kept)), *map(str.lower, others)]
            raise BadCode.because(
                game._reason("names_of_colors", names=", ".join(told), count=len(told), colors=game.colors)
            )
        for name in others:
            names[free.pop()] = name.lower()
        return Notation(tuple(names), self.base, symbols)

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
        if not isinstance(game, Game):
            game = Game.of(game)
        symbols = game._traits.symbols or (self.symbols if game.colors <= len(self.symbols) else None)
        numbers = colors_of(colors)
        for color in (min(numbers, default=0), max(numbers, default=0)):
            whole_number("colour", color, 0, game.colors - 1)
        return [str(color + self.base) if symbols is None else symbols[color] for color in numbers]

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
        if not isinstance(game, Game):
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
        if not isinstance(game, Game):
            game = Game.of(game)
        one_character = isinstance(self.symbols, str) and game.colors <= len(self.symbols)
        alone = game._traits.symbols is not None or one_character
        return ("" if alone else ",").join(self.pegs(game, colors))

    def width(self, game: Game | str) -> int:
        """Return the length of the longest symbol or number of a colour.

        Args:
            game: The game.

        Returns:
            The number of characters.
        """
        if not isinstance(game, Game):
            game = Game.of(game)
        if game._traits.symbols is None and isinstance(self.symbols, str) and game.colors <= len(self.symbols):
            return 1
        return max(map(len, self.pegs(game, range(game.colors) if self.names else (0, game.colors - 1))))

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
            raise BadCode.because("code_not_text", value=shown(text))
        game, words = Game.of(game), text.strip()
        if game._traits.symbols is not None:
            return game.check_guess(words) if guess else game.check_code(words)
        if not words:
            raise BadCode.because(game._reason("empty_code", **self._expected(game)))
        pegs = [part.strip() for part in (words.split(",") if "," in words else words.split() if alone else [words])]
        if self.names:
            pegs = re.split(r"\s*,\s*|\s+", words)
        order = _order(self.symbols[: game.colors])
        if self.also and self.names and order.keys().isdisjoint(map(fold, pegs)):
            return Notation(self.also, self.base).parse(game, text, alone=alone, guess=guess)
        if self.also:
            order = _order(self.also[: game.colors]) | order
        is_named = self.names and self.fits(game)
        if len(pegs) > 1 and not is_named and "," in words and {*map(str.lower, pegs)} <= {*COLOR_NAMES}:
            return self._checked(game, self._classic(game, pegs, order, text), text, guess)
        if len(pegs) > 1 and self.fits(game) and set(map(fold, pegs)) <= order.keys():
            words = "".join(pegs)
        elif len(pegs) > 1 and "," not in words:
            words = ",".join(pegs)
        if not is_named and ("," in words or not self.fits(game) or (game.pegs == 1 and len(words) > 1)):
            return self._checked(game, self._numbers(game, words, text.strip()), text, guess)
        symbols = pegs if is_named else list(words)
        if len(symbols) != game.pegs:
            raise self._wrong_length(game, len(symbols), text)
        code = [order[symbol] if symbol in order else order.get(fold(symbol), -1) for symbol in symbols]
        if -1 in code:
            is_read = isinstance(self.symbols, tuple) and self.also
            wrong = symbols[code.index(-1)]
            expected = _names_read(game, self.symbols, pegs, wrong) if is_read else self._colors(game)
            raise _no_such_color(wrong, text, game, expected)
        return self._checked(game, code, text, guess)

    def _classic(self, game: Game, pegs: Sequence[str], order: dict[str, int], text: str) -> list[int]:
        """The colours of names of the classic set; `order` has the colour of each symbol, which may be an initial."""
        code = [COLOR_NAMES.index(name.lower()) for name in pegs]
        if len(code) != game.pegs:
            raise self._wrong_length(game, len(code), text)
        if max(code) >= game.colors:
            wrong = pegs[code.index(max(code))]
            raise _no_such_color(wrong, text, game, _names_read(game, COLOR_NAMES, pegs))
        initials = [order.get(fold(name[0])) for name in pegs]
        if self.symbols not in (SYMBOLS, ZERO_SYMBOLS, "") and None not in initials and initials != code:
            first, second = "".join(name[0] for name in pegs).upper(), CANONICAL.spell(game, code)
            classic = ", ".join(COLOR_NAMES[:3])
            raise TwoMeanings.because("initials_or_classic", text=clip(text), names=classic, first=first, second=second)
        return code

    def _wrong_length(self, game: Game, count: int, text: str, **hint: str) -> BadCode:
        like, text = self._like(game), clip(text)
        return BadCode.because(game._reason("wrong_length", text=text, count=count, pegs=game.pegs, like=like, **hint))

    @staticmethod
    def _checked(game: Game, colors: Sequence[int], text: str, guess: bool) -> Code:
        code = game.check_guess(colors)
        if not (guess or game._can_be_secret(code)):
            raise BadCode.because(game._reason("repeated_color_in", text=clip(text)))
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
        return text.replace(".", ",") if Game.of(game)._traits.symbols is None and "." not in self.symbols else text

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
        if game._traits.symbols is not None:
            return f"Codes such as {self.spell(game, game._first_code)}"
        values = self._colors(game)
        text = Reason.of(str(values["range"]), **values).text
        return f"{text[0].upper()}{text[1:]}"

    def _colors(self, game: Game) -> dict[str, Value]:
        """The colours of a game: values of a reason, with the kind of the clause as `range`."""
        if game.colors == 1:
            return {"range": "one_color", "first": self.symbol(game, 0)}
        if not self.fits(game):
            return {"range": "colors_of_numbers", "first": self.base, "last": game.colors - 1 + self.base}
        if self.symbols not in (SYMBOLS, ZERO_SYMBOLS):
            return {"range": "colors_of_symbols", "symbols": self._symbols_of(game)}
        last = self.symbols[game.colors - 1]
        kind = "colors_to" if last.isdigit() else "colors_to_a" if last == "A" else "colors_to_letter"
        return {"range": kind, "first": self.symbols[0], "last": last}

    def _symbols_of(self, game: Game) -> str:
        return (", " if self.names else "").join(self.symbols[: game.colors])

    def _numbers(self, game: Game, words: str, text: str) -> list[int]:
        """The colours of numbers separated by commas; `text` is the original input."""
        parts = [part.strip() for part in words.split(",")]
        if len(parts) != game.pegs:
            hint = {} if "," in text or " " not in text else {"hint": "read_as_numbers"}
            raise self._wrong_length(game, len(parts), text, **hint)
        colors = []
        for part in parts:
            if not re.fullmatch(r"\d+", part, re.ASCII):
                unknown = [other for other in parts if other.lower() not in COLOR_NAMES and not other.isdecimal()]
                wrong = unknown[0] if unknown else part
                values = self._expected(game)
                if wrong.isalpha() and len(wrong) <= LONGEST_NAME:
                    values = {**_names_read(game, COLOR_NAMES), "names": "or_names", **values}
                raise BadCode.because(game._reason("not_a_number", symbol=clip(wrong), text=clip(text), **values))
            color = int(part[:MOST_DIGITS_OF_COUNT]) - self.base
            if len(part) > MOST_DIGITS_OF_COUNT or not 0 <= color < game.colors:
                symbol = part if len(part) <= MOST_DIGITS_OF_COUNT else f"{part[:MOST_DIGITS_OF_COUNT]}…"
                last = game.colors - 1 + self.base
                raise BadCode.because(
                    game._reason("no_such_number", text=clip(text), symbol=symbol, first=self.base, last=last)
                )
            colors.append(color)
        return colors

    def _expected(self, game: Game) -> dict[str, Value]:
        """What a code of a game is like: values of a reason, with the kind of the clause as `expected`."""
        if not self.fits(game):
            last = game.colors - 1 + self.base
            return {"expected": "code_of_numbers", "pegs": game.pegs, "first": self.base, "last": last}
        kind = "code_of_one" if game.pegs == game.colors == 1 else "code_of_symbols"
        return {"expected": kind, "pegs": game.pegs, "symbols": self._symbols_of(game), "like": self._like(game)}

    def _like(self, game: Game) -> str:
        count = min(game.pegs, 12)
        example = tuple(i % game.colors for i in range(count))
        return f"{self.spell(game, example)}{'…' if game.pegs > count else ''}"


@lru_cache(maxsize=16)
def _order(symbols: str | tuple[str, ...]) -> dict[str, int]:
    """The colour of each symbol, folded; cached, because trees are read one code at a time."""
    capitals = symbols.upper() if isinstance(symbols, str) else ""
    folded = capitals if len(capitals) == len(symbols) else map(fold, symbols)
    return {symbol: color for color, symbol in enumerate(folded)}


def _codes_in(game: Game, text: str, symbols: str) -> list[str]:
    """The codes of a text that are written in some symbols, without what separates their pegs."""
    symbol = f"[{symbols[: game.colors]}]"
    codes = re.findall(rf"(?<!\w){symbol}(?:[\s,]*{symbol}){{{game.pegs - 1}}}(?!\w)", text, re.IGNORECASE)
    return [re.sub(r"[\s,]", "", code) for code in codes]


def fold(symbol: str) -> str:
    """Return a symbol or a name in upper case, if that has as many characters."""
    capital = symbol.upper()
    return capital if len(capital) == len(symbol) else symbol


def _names_read(game: Game, read: Sequence[str], given: Sequence[str] = (), wrong: str = "") -> dict[str, Value]:
    """The names that are read for the colours of a game, and how to read others, such as those given, as `expected`."""
    if meant := similar(wrong, read[: game.colors]):
        return {"expected": "color_meant", "meant": one_of(meant)}
    names = ", ".join(read[: game.colors])
    others = list(dict.fromkeys([*(name.lower() for name in given), *read]))[: game.colors]
    if given and len(others) == game.colors:
        return {"expected": "names_read_like", "read": names, "like": ",".join(others)}
    return {"expected": "names_read", "read": names}


def _no_such_color(symbol: str, text: str, game: Game, colors: dict[str, Value]) -> BadCode:
    values = {"expected": "expected_colors", **colors}
    return BadCode.because(game._reason("no_such_color", symbol=symbol, text=clip(text), **values))


def shorten(text: str) -> str:
    """Quote a text for an error message, cut after 37 characters."""
    return repr(clip(text))


CANONICAL = Notation()
ZERO_BASED = Notation(ZERO_SYMBOLS, 0)
TUNES = Notation(also="ABCDEFG")
"""The notes of NetHack's castle tune are read, too; the digits of its seven colours cannot be meant by them."""


def notation_for(rules: str, symbols: str | None = None, base: int | None = None) -> Notation:
    """Return the notation for a game; `rules` as typed, whose aliases `bc` and `nethack` have their own."""
    if symbols is not None and base is not None:
        raise BadInput.because("not_both", first="--symbols", second="--base")
    if symbols is not None:
        names = tuple(name.strip() for name in symbols.split(","))
        if len(names) == 1 or max(map(len, names)) == 1:
            return Notation("".join(names) if all(names) else symbols)
        if min(map(len, names)) == 1:
            raise BadInput.because("symbols_mixed", symbols=shorten(symbols))
        return Notation(names)
    if base not in (None, 0, 1):
        raise BadInput.because("wrong_base", value=str(base))
    if base is None:
        alias = split_alias(rules.strip().lower())[0]
        if alias == "nethack":
            return TUNES
        base = 0 if alias == "bc" else 1
    return CANONICAL if base else ZERO_BASED


ALIASES = {"mm": "p4c6", "bc": "p4c10n", "super": "p5c8", "nethack": "p5c7"}
"""Names of well-known games: the board game, Bulls and Cows, Super Mastermind, and the castle tune of NetHack."""

LONG_ALIASES = {"mastermind": "mm", "bulls-and-cows": "bc"}
"""Long forms of aliases, which are accepted but not listed."""

_RULES = re.compile(r"p(\d+)c(\d+)([rn]?)(?:-([btw]))?", re.ASCII)
_MISSPELLED = re.compile(r"p\W?(\d{1,5})[\Wa-z]{1,3}(\d{1,5})(n?)[^\w.]?([btw]?)[^\d.]{,3}", re.ASCII)
_ALIAS = re.compile(r"([a-z]+(?:-[a-z]{2,})*)(-[btw])?", re.ASCII)


def split_alias(rules: str) -> tuple[str, str]:
    """Split an alias into its short form and the suffix of its view."""
    match = _ALIAS.fullmatch(rules)
    name = LONG_ALIASES.get(match[1], match[1]) if match else ""
    return (name, match[2] or "") if match and name in ALIASES else ("", "")


_FILE_ENDING = re.compile(r"\.(?:csv|tsv|toml)(?=\s|$)", re.IGNORECASE)


def split_rules(text: str) -> tuple[str, str]:
    """The name of the game and the turns of the text of a position, both empty if it is."""
    name, rest = [*text.split(maxsplit=1), "", ""][:2]
    if re.match(r"\s*\d{1,2}\s+\d{1,2}\s*$", text, re.ASCII):  # which probably means a game
        return " ".join(text.split()), ""
    if not is_game_file(name) and not (meant_rules(name) and name[0].isdigit()):
        ending = _FILE_ENDING.search(text)
        if ending and files.exists(file := text[: ending.end()].strip()):
            raise BadRules.because("blanks_in_name", text=file[:60])
        name, comma, attached = name.partition(",")
        rest = f"{attached} {rest}" if comma else rest
    return _with_conditions(name.rstrip(";"), rest)


CLUES = "where:"
"""What begins the name of a game with clues: `where:p3c10:sum(peg)==14:a<b`."""

MOST_CLUES = 20
"""Words of the text of a position that may be clues."""

LONGEST_CLUE = 200
"""Characters of the longest word that may be a clue."""


def _may_be_clue(word: str) -> bool:
    is_short = len(word) <= LONGEST_CLUE and ":" not in word
    return is_short and any(sign in word for sign in "<>=") and any(sign.isalpha() for sign in word)


def _with_conditions(name: str, rest: str) -> tuple[str, str]:
    """The game and the turns of a position, with its clues, such as `sum=14`, as part of the name of the game."""
    if not ("=" in rest or "<" in rest or ">" in rest) or not name:
        return name, rest
    words = rest.split()
    maybe = [word for word in words if _may_be_clue(word)]
    if not 0 < len(maybe) <= MOST_CLUES:
        return name, rest
    clues = {word: clue for word in maybe if (clue := face.clue_of(word.strip(",;")))}
    if not clues:
        return name, rest
    begun = name if name.startswith(CLUES) else f"{CLUES}{name}"
    left = re.sub(r"\S+", lambda found: "" if found[0] in clues else found[0], rest)
    return ":".join([begun, *clues.values()]), left.strip()


def meant_rules(text: str) -> str:
    """Return the rules id that a text such as `4x6` or `p4c6,` probably means; empty if none."""
    words = text.strip(" ,;.:").lower()
    numbers = re.fullmatch(r"(\d{1,5})\s*(?:[x×*,/ -]|p|pegs?,?)\s*(\d{1,5})(?:\s*c|\s*colou?rs?)?", words, re.ASCII)
    if numbers:
        return f"p{numbers[1]}c{numbers[2]}"
    return words if _RULES.fullmatch(words) or split_alias(words)[0] else ""


def similar_rules(text: str) -> str:
    """Return the rules id or the alias that a misspelled text is nearest to; empty if it resembles none."""
    words = text.strip().lower()
    if words.isalpha():
        return one_of(similar(words, [*LONG_ALIASES, *ALIASES]))
    if numbers := _MISSPELLED.fullmatch(words):
        pegs, colors, repeats, view = numbers.groups()
        return f"p{pegs}c{colors}{repeats}{'-' * bool(view)}{view}"
    return split_alias(words.partition("-")[0])[0]


def game_named(text: str) -> Game | None:
    """Return the game that a text names; None if it has another form. Raises `BadRules` if there is no such game."""
    if not isinstance(text, str):
        raise BadRules.because("not_a_game", value=shown(text))
    rules = text.strip()
    # Most texts cannot name a listed game, and are seen at once.
    if not _RULES.fullmatch(rules) and (is_game_file(rules) or "codepegs.game.listed" in sys.modules):
        listed = face.find_game(rules)
        if listed is not None:
            return listed
    rules = rules.lower()
    name, suffix = split_alias(rules)
    match = _RULES.fullmatch(f"{ALIASES[name]}{suffix}" if name else rules)
    if not match:
        return None
    pegs, colors, repeats, view = match.groups()
    if max(len(pegs), len(colors)) > MOST_DIGITS_OF_COUNT:
        raise BadRules.because("rules_too_large", most=MOST_PEGS)
    return Game(int(pegs), int(colors), repeats != "n", View(view or ""))


def parse_rules(text: str) -> Game:
    """Parse the text of a game; see `Game.parse`."""
    found = game_named(text)
    if found is not None:
        return found
    rules = text.strip().lower()
    meant = meant_rules(rules) or similar_rules(rules)
    hint: dict[str, Value] = {"hint": "like_rules", "aliases": ", ".join(ALIASES)}
    if rules.endswith(".txt"):
        hint = {"hint": "like_word_list", "file": text.strip()}
    elif meant:
        game_named(meant)  # raises, and says why, if there is no such game
        hint = {"hint": "did_you_mean", "meant": meant}
    raise BadRules.because("no_such_rules", text=clip(text), **hint)


def is_game_file(text: str) -> bool:
    """Return whether a rules text states a listed game: .toml, a table, `words:…`, `table:FILE` or `where:…`."""
    return text.lower().endswith((".toml", *TABLE_ENDINGS)) or text.lower().startswith(("words:", "table:", CLUES))
