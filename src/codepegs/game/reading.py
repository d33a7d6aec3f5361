"""The one reader of replies and turns: every notation in use, for commands, prompts, Python and the server.

Codes are read by a `Notation`; which notations of a reply are read depends on the counts that the game shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from math import inf
from typing import Any

from codepegs.core import look
from codepegs.errors import BadInput, BadPosition, BadReply, BadRules, shown
from codepegs.game import reply_words
from codepegs.game.notation import CANONICAL, Notation, game_named, shorten
from codepegs.game.plain_text import plain
from codepegs.game.reply import Code, Reply, View
from codepegs.game.reply_words import Said
from codepegs.game.rules import MOST_CODES, Game
from codepegs.reasons import Reason, Value, clip

MOST_TWO_DIGITS = 9
"""Largest number of pegs for which two digits without a separator are two counts."""

MOST_REPLY_WORDS = 60
"""Largest number of words in one reply, each of which may be a peg."""

BLACK, WHITE, EMPTY = "[●⚫bx]", "[○⚪wo]", "[·.]"
"""How the pegs of a reply are written, and a place without one."""

_CANONICAL = re.compile(r"(\d{1,9})b(\d{1,9})w", re.ASCII)
_PAIR = re.compile(r"(\d{1,9}|\?)(?:\s*[,/–-]\s*|\s+)(\d{1,9}|\?)", re.ASCII)
_OTHER_PAIR = re.compile(
    r"(\d{1,9}|\?)\s*\+\s*(\d{1,9}|\?)|[\[{](\d{1,9}|\?)(?:\s*[,/;]\s*|\s+)(\d{1,9}|\?)[\]}]", re.ASCII
)
_MANY_WORDS = re.compile(rf"(?:{BLACK}|{WHITE}|{EMPTY})*", re.IGNORECASE)
"""A word of a reply that has one for each peg."""
_PEGS = rf"(?:[●⚫b]|[○⚪w])*{EMPTY}*|(?=..)[xo]{{0,{MOST_REPLY_WORDS}}}{EMPTY}*"
"""The pegs of a reply; `x` and `o`, of which one alone says too little, are the circles in plain ASCII."""


@dataclass(frozen=True, slots=True)
class Style:
    """How replies are read."""

    is_first: bool = False
    """Whether only in the forms that are tried first."""
    white_first: bool = False
    """Whether two numbers without words are white, then black."""

    def ordered(self, first: str, second: str) -> tuple[int | None, int | None]:
        """Black and white of two numbers."""
        black, white = (second, first) if self.white_first else (first, second)
        return _count(black), _count(white)


USUAL, FIRST = Style(), Style(is_first=True)


def parse_reply(game: Game | str, text: str, guess: Code | str | None = None, *, white_first: bool = False) -> Reply:
    """Parse a reply of a game, in any of the usual notations.

    Args:
        game: The game, or its rules id.
        text: The reply: `1b2w`, `2w1b`, `1b` (no white), `1A2B`, `1,2`, `1-2`, `1/2`, `1 2`, `12` (up to nine pegs),
            `BWW`, `●○○` or `xoo.`. If the game shows one count, `2b` or `2`. Marks of Wordle as letters, digits or
            squares. `?` for an unknown number or reply: `0b?w`, `?`.
        guess: The guess that it is the reply to, if that is known. In a table, a reply is then an outcome of this test,
            its beginning if that is unique, or a number that lies in one outcome that is a range, such as `3-5`.
        white_first: Whether two numbers without words are white, then black.

    Returns:
        The reply.

    Raises:
        BadReply: The text is not a reply of the game, or can mean two of them; the message names both.

    >>> texts = "1b2w", "2w1b", "1A2B", "1,2", "1 2", "12", "BWW", "●○○·", "1 bull 2 cows"
    >>> {str(parse_reply("p4c6", text)) for text in texts}
    {'1b2w'}
    >>> others = "1H2B", "1 strike 2 balls", "HTT", "fijas: 1, picas: 2", "1스트라이크 2볼", "[1, 2]"
    >>> {str(parse_reply("p4c6", text)) for text in others}
    {'1b2w'}
    """
    game = Game.of(game)
    if not isinstance(text, str):
        raise BadReply.because("reply_no_text", value=shown(text))
    return _possible(game, text, guess, Style(white_first=white_first))


def _possible(game: Game, text: str, guess: Code | str | None, style: Style) -> Reply:
    """The reply of a text, which has not more pegs than the game."""
    reply = read_reply(game, text, guess, style)
    if (wrong := exceeding(game, reply)) and game._traits.counts_pegs:
        raise BadReply.because(wrong.also(text=clip(text)))
    return reply


COUNTS_EXCEED = {
    "black white": "black_and_white_exceed",
    "black": "black_exceed",
    "white": "white_exceed",
    "black?": "black_exceeds",
    "white?": "white_exceeds",
    "total": "total_exceeds",
}
"""The clause for the counts that are known of a reply, with `?` if another is unknown."""


def exceeding(game: Game, reply: Reply) -> Reason | None:
    """Why a reply has more pegs than the game; None if it has not."""
    if sum(reply) <= game.pegs:
        return None
    named = {"black": reply.black, "white": reply.white, "total": reply.total}
    counts = {name: count for name, count in named.items() if count is not None}
    clause = COUNTS_EXCEED[" ".join(counts) + "?" * reply.unknown]
    return Reason.of("exceeds", counts=clause, **counts, pegs=game.pegs, game=str(game))


def impossibility(game: Game, guess: Code, reply: Reply) -> dict[str, Value]:
    """Why no secret gives a reply to a guess: values of a reason, with the kind of the clause as `why`."""
    if not game._traits.counts_pegs:
        return {"why": "why_not_in_list"}
    if exceeds := exceeding(game, reply):
        return {"why": "why_exceeds", **dict(exceeds.values)}
    if reply.black == game.pegs - 1 and reply.white == 1:
        return {"why": "why_last_peg", "black": reply.black}
    if reply.white and len(set(guess)) == 1:
        return {"why": "why_one_color"}
    if not game.repeats and game._with_repeats.can_reply(guess, replace(reply, solved=reply.black == game.pegs)):
        return {"why": "why_no_repeats", "other": str(game._with_repeats)}
    return {}


def read_reply(game: Game, text: str, guess: Code | str | None = None, style: Style = USUAL) -> Reply:
    """A reply as `parse_reply` reads it, even if it has more pegs than the game, so that this can be explained."""
    words = plain(text).strip()
    if not game._traits.counts_pegs:
        return game.parse_reply(words, guess)
    if re.fullmatch(r"\([^()]*\)", words):
        words = words[1:-1].strip()
    if words.lower() == "solved":
        return game.win
    found = read_counts(game, words, style)
    if found is None:
        raise BadReply.because("not_a_reply", text=clip(text), form=game.view.row.form)
    return found


def parse_named_counts(text: str) -> tuple[int | None, int | None, int | None, bool]:
    """Black, white, total and whether it is solved, of a reply whose game is not known; raises a `BadReply`."""
    words = plain(text).strip()
    _refuse_bulls(words)
    words = words.lower()
    if words == "solved":
        return None, None, None, True
    if words == "?":
        return None, None, None, False
    said = reply_words.with_counts(words, is_first=True) or []
    if len(said) == 1:
        ((word, count),) = said
        named = reply_words.PAIRS[0]
        if word in (*named.black, *named.white, *reply_words.TOTAL_WORDS):
            black, white = (count if word in words else None for words in (named.black, named.white))
            return black, white, count if word in reply_words.TOTAL_WORDS else None, False
    pair = reply_words.black_and_white(said, is_first=True) if len(said) == 2 else None
    if pair is None:
        raise BadReply.because("not_a_reply_alone", text=clip(text))
    return *pair, None, False


def read_counts(game: Game, text: str, style: Style = USUAL) -> Reply | None:
    """The reply with the counts of a text, any of which may be unknown; None if the text has another form."""
    counts = _counts(game, text, style)
    if counts is None:
        return None
    if None in counts:
        black, white = (*counts, None)[:2]
        return Reply(black, white, unknown=True)
    named = dict(zip(game.view.row.counts, counts, strict=True))
    return Reply(**named, solved=named.get("black") == game.pegs and not named.get("white"))  # type: ignore[arg-type]


def _counts(game: Game, text: str, style: Style) -> tuple[int | None, ...] | None:
    """Black and white, or the one count shown, each None if unknown; None if the text has another form."""
    found = _first_counts(game, text, style)
    return found if found is not None or style.is_first else _other_counts(game, text, style)


def _first_counts(game: Game, text: str, style: Style) -> tuple[int | None, ...] | None:
    """The counts in the forms that are tried first, so that no word of another game changes what they mean."""
    words, shows_both = text.lower(), game.view is View.BLACK_WHITE
    if shows_both and (canonical := _CANONICAL.fullmatch(words)):  # as nearly all are
        return int(canonical[1]), int(canonical[2])
    if words == "?":
        return (None,) * len(game.view.row.counts)
    if said := reply_words.with_counts(words, is_first=True):
        if shows_both:
            _refuse_bulls(text)
        return _said_counts(game, said, is_first=True)
    pegs = _pegs(words)
    if not shows_both:
        if re.fullmatch(r"\d{1,9}", words, re.ASCII):
            return (int(words),)
        hidden = pegs and pegs[0 if game.view is View.WHITE else 1]
        return None if pegs is None or hidden else (sum(pegs),)
    if pair := _PAIR.fullmatch(words):
        return style.ordered(pair[1], pair[2])
    if re.fullmatch(r"[\d?]{2}", words, re.ASCII) and game.pegs <= MOST_TWO_DIGITS:
        return style.ordered(*words)
    if re.fullmatch(r"0{1,2}", words):  # nothing, whichever count is meant
        return 0, 0
    if re.fullmatch(r"\d\d", words, re.ASCII):
        count, black, white = int(words), int(words[0]), int(words[1])
        raise BadReply.because(
            "two_readings_of_digits", text=clip(text), count=count, black=black, white=white, pegs=game.pegs
        )
    if re.fullmatch(r"\d", words, re.ASCII) and int(words) <= game.pegs:
        raise BadReply.because("two_readings_of_digit", text=clip(text), count=int(words))
    return pegs


def _other_counts(game: Game, text: str, style: Style) -> tuple[int | None, ...] | None:
    """The counts in the words and signs of other games and languages."""
    words, view = reply_words.normal(text), game.view
    if words in reply_words.NOTHING:
        return (0,) * len(view.row.counts)
    said = reply_words.with_counts(words, is_first=False) or reply_words.otherwise(words)
    if said:
        return _said_counts(game, said, is_first=False)
    if view is not View.BLACK_WHITE:
        of_all = re.fullmatch(r"(\d{1,9})\s*(?:/|of|out of)\s*(\d{1,9})", words, re.ASCII)
        return (int(of_all[1]),) if of_all and int(of_all[2]) == game.pegs else None
    if pair := _OTHER_PAIR.fullmatch(words):
        return style.ordered(pair[1] or pair[3], pair[2] or pair[4])
    signs = "".join(words.split())
    if re.fullmatch(r"\++", signs):
        count = len(signs)
        raise BadReply.because(
            "two_readings_of_word", text=clip(text), first=f"{count}b0w, as in ++-", second=f"0b{count}w, as in *++"
        )
    if len(signs) > MOST_REPLY_WORDS or not re.fullmatch(r"\*+\+*|\++-+", signs):
        return None
    return (signs.count("*"), signs.count("+")) if "*" in signs else (signs.count("+"), signs.count("-"))


def _said_counts(game: Game, said: Said, *, is_first: bool) -> tuple[int | None, ...] | None:
    """The counts of the words of a reply; None if the game shows others."""
    view = game.view
    if view is View.TOTAL:
        return (said[0][1],) if len(said) == 1 and said[0][0] in reply_words.TOTAL_WORDS else None
    pair = reply_words.black_and_white(said, is_first=is_first)
    if pair is None or view is View.BLACK_WHITE:
        return pair
    black, white = pair
    shown, hidden = (black, white) if view is View.BLACK else (white, black)
    return (shown,) if hidden == 0 and len(said) == 1 else None


def _count(digits: str) -> int | None:
    return None if digits == "?" else int(digits)


def _refuse_bulls(text: str) -> None:
    """Refuse a text such as `2B`, which can be two black or, as in `0A2B`, two cows."""
    if re.fullmatch(r"\d{1,9}\s*B", text, re.ASCII):
        raise BadReply.because("two_readings_of_b", text=clip(text), count=int(text[:-1]))


def _pegs(words: str) -> tuple[int, int] | None:
    """Black and white pegs of a text such as `●○··` or `bww`."""
    pegs = "".join(words.split())
    if not pegs or not re.fullmatch(_PEGS, pegs):
        return None
    return len(re.findall(BLACK, pegs)), len(re.findall(WHITE, pegs))


MOST_LETTERS_TRIED = 125_000
"""Characters of the parts of a text that are tried as codes and replies when its turns are searched for, and
`COST_OF_A_TRY` for each part: about 0.1 s. A text that needs more is read only in canonical notation."""

COST_OF_A_TRY = 20

MOST_COUNT_WORDS, MOST_OTHER_WORDS = 5, 7
"""Words of the longest reply in counts, `1 black and 2 white` or `1 bien placé et 2 mal placés`."""

_SIGNS = " \t\r\n:=,;|"
"""What separates words, and means nothing after the last."""

_SEPARATOR = re.compile(r"\s*(?:=>|->|→|(?<![<>])=|[:,;|])\s*|\s+[–—-]\s+|\s+")
POSITION_EXAMPLE = "p4c6 1122:1b0w 1344:0b2w"
"""The text of a position, for messages."""

TurnRead = tuple[Code, Reply]
"""A guess and its reply, which no secret need give."""


def read_turns(game: Game, text: str, notation: Notation = CANONICAL) -> list[TurnRead]:
    """Read the turns of a position in any usual notation; codes also as codepegs prints them, with blanks."""
    words = text.split()
    try:
        return [_canonical_turn(game, notation, word, number) for number, word in enumerate(words, 1)]
    except BadInput as error:
        budget = _Budget()
        try:
            readings = _Splitter(game, text.strip(), notation, budget, whole=True).readings()
            if not readings and game._traits.asks_once:
                readings = _Splitter(game, text.strip(), notation, budget).readings()
            if not readings and game._traits.counts_pegs:
                told = reply_words.counts_first(text) if game.pegs > 1 else text  # a code of one peg has a colon, too
                readings = _Splitter(game, told.strip(), notation, budget, style=USUAL).readings()
            if not readings and game._traits.counts_pegs and (table := as_table(text)):
                rows, style = table
                readings = _Splitter(game, rows, notation, budget, style=style).readings()
            if not readings:
                error = _helped(error, game, text, notation, budget)
        except _TooLong:
            readings = []
        if not readings:
            raise error from None
    if len(readings) == 2:
        ways = [" ".join(f"{CANONICAL.format(game, guess)}:{reply}" for guess, reply in turns) for turns in readings]
        raise BadPosition.because("two_readings_of_turns", first=shorten(ways[0]), second=shorten(ways[1]))
    return readings[0]


class _TooLong(Exception):
    """Searching for the turns of a text would take longer than reading may."""


class _Budget:
    """What may still be tried to read a text, in characters."""

    def __init__(self) -> None:
        self.left = MOST_LETTERS_TRIED

    def spend(self, characters: int) -> None:
        self.left -= characters + COST_OF_A_TRY
        if self.left < 0:
            raise _TooLong


_Reading = tuple[TurnRead, Any] | None
"""A turn and the reading of the rest of the text; None at its end."""


class _Splitter:
    """Divides a text into turns in every possible way; raises `_TooLong` when the budget is used up."""

    def __init__(
        self,
        game: Game,
        text: str,
        notation: Notation,
        budget: _Budget,
        *,
        whole: bool = False,
        style: Style = FIRST,
    ) -> None:
        self.game, self.text, self.notation, self.budget, self.style = game, text, notation, budget, style
        self.most_words = MOST_COUNT_WORDS if style.is_first else MOST_OTHER_WORDS
        self.whole = whole  # whether outcomes are read as they are only, not by their beginnings
        gaps = list(_SEPARATOR.finditer(text))
        if len(gaps) * COST_OF_A_TRY > budget.left:  # each word is tried
            raise _TooLong
        self.starts = [0, *(gap.end() for gap in gaps)]
        self.ends = [*(gap.start() for gap in gaps), len(text)]
        self.gaps = [*(_kind(gap[0]) for gap in gaps), "\n"]

    def readings(self) -> list[list[TurnRead]]:
        """At most two of the ways; from the end, as each rest of the text is needed for many beginnings."""
        count = len(self.starts)
        rests: list[list[_Reading]] = [[] for _ in range(count)] + [[None]]
        for start in reversed(range(count)):
            found = ((turn, rest) for turn, end in self._turns(start) for rest in rests[end])
            rests[start] = list(islice(found, 2))
        return [_in_a_list(reading) for reading in rests[0]]

    def _turns(self, start: int) -> Iterator[tuple[TurnRead, int]]:
        """The turns that begin at a word, each with the word after it."""
        for guess, middle in self._codes(start):
            if middle == len(self.starts) or self.gaps[middle - 1] == "\n":
                continue
            for end in range(middle + 1, min(middle + MOST_REPLY_WORDS, len(self.starts)) + 1):
                if self.gaps[end - 1] != ":":
                    with suppress(BadReply):
                        told = self._between(middle, end)
                        reply = _possible(self.game, told, guess, self.style)
                        if not self.whole or self._is_named(reply, told):
                            yield (guess, reply), end
                if self.gaps[end - 1] in ":\n" or not self._may_go_on(middle, end):
                    break

    def _may_go_on(self, middle: int, end: int) -> bool:
        """Whether a reply that begins at a word may have more words than those up to an end: only pegs do."""
        if not self.game._traits.counts_pegs or end - middle < self.most_words:
            return True
        return _MANY_WORDS.fullmatch(self.text, self.starts[end - 1], self.ends[end - 1]) is not None

    def _is_named(self, reply: Reply, told: str) -> bool:
        """Whether a text is the whole name of an outcome; replies other than outcomes have no shorter texts."""
        from codepegs.game.outcome_reading import names_outcome

        return not self.game._traits.asks_once or names_outcome(self.game, reply, told)

    def _codes(self, start: int) -> Iterator[tuple[Code, int]]:
        """The codes that begin at a word, each with the word after it."""
        symbols = self.game._traits.symbols
        lengths = {1, self.game.pegs} if symbols is None else set(range(1, most_words(symbols) + 1))
        for end in sorted(start + length for length in lengths):
            if end <= len(self.starts):
                with suppress(BadInput):
                    yield self.notation.parse(self.game, self._between(start, end), guess=True), end

    def lone(self) -> tuple[int, str] | None:
        """The number of the first turn without a reply, and its text, where only replies are missing."""
        count = len(self.starts)
        fewest: list[float] = [inf] * count + [0]
        for start in reversed(range(count)):
            ends = [fewest[end] for _, end in self._turns(start)]
            fewest[start] = min([*ends, *(fewest[end] + 1 for _, end in self._codes(start))], default=inf)
        if not 0 < fewest[0] < inf:
            return None
        start, number = 0, 1
        while whole := [end for _, end in self._turns(start) if fewest[end] == fewest[start]]:
            start, number = whole[0], number + 1
        end = next(end for _, end in self._codes(start) if fewest[end] + 1 == fewest[start])
        return number, self._between(start, end)

    def check_rest(self) -> None:
        """Raise what is wrong with the name or the outcome of the first turn that cannot be read."""
        numbers = {0: 1}
        for start in range(len(self.starts)):
            if start in numbers:
                for _, end in self._turns(start):
                    numbers.setdefault(end, numbers[start] + 1)
        if max(numbers) == len(self.starts):
            return
        colon = self.text.rfind(":")
        last = max((start for start in numbers if self.starts[start] <= colon), default=None)
        if last is None:
            return
        name, _, reply = self.text[self.starts[last] :].partition(":")
        try:
            read_reply(self.game, reply.strip(), self.notation.parse(self.game, name.strip(), guess=True))
        except BadInput as error:
            raise error.within(f"turn {numbers[last]}", turn=numbers[last]) from None

    def _between(self, start: int, end: int) -> str:
        """The text from a word up to another, which is about to be tried."""
        self.budget.spend(self.ends[end - 1] - self.starts[start])
        return self.text[self.starts[start] : self.ends[end - 1]]


def _in_a_list(reading: _Reading) -> list[TurnRead]:
    turns = []
    while reading is not None:
        turn, reading = reading
        turns.append(turn)
    return turns


MOST_NAME_WORDS = 20
"""Words in a name of a table that are searched for in a text of turns."""


@lru_cache(maxsize=16)
def most_words(names: tuple[str, ...]) -> int:
    """Return the number of words in the longest of some names, whose blanks are underscores."""
    return min(MOST_NAME_WORDS, 1 + max(name.count("_") for name in names))


def _kind(gap: str) -> str:
    """What a gap separates: guess and reply (`:`), turns (a line break), or either (a blank)."""
    if any(sign in gap for sign in (":", "=", "->", "→")):
        return ":"
    return "\n" if "\n" in gap or ";" in gap else " "


def _canonical_turn(game: Game, notation: Notation, word: str, number: int) -> TurnRead:
    look()
    code, colon, reply = word.partition(":")
    if word == "/":
        raise BadPosition.because("several_boards")
    if not (code and reply):
        kind = "no_colon" if not colon else "no_reply" if code else "no_guess"
        wrong = BadPosition.because(kind, text=clip(word), position=_example(game))
        raise wrong.within(f"turn {number}", turn=number)
    try:
        guess = notation.parse(game, code, alone=False, guess=True)
        return guess, read_reply(game, reply, guess)
    except BadInput as error:
        raise error.within(f"turn {number}", turn=number) from None


def _example(game: Game) -> str:
    """The text of a position of a game, for messages."""
    return POSITION_EXAMPLE if game._traits.symbols is None else clip(f"{game} {example_turn(game)}")


def example_turn(game: Game) -> str:
    """Return the text of a turn of a game, for messages."""
    if game._traits.symbols is None:
        return POSITION_EXAMPLE.split()[1]
    if not game._first_guess:
        return f"{CANONICAL.spell(game, game._first_code)}:{game._example_reply}"
    test = game.check_guess(game._traits.symbols[game._first_guess])
    return f"{CANONICAL.spell(game, test)}:{game._reply_between(test, game._first_code)}"


MOST_LETTERS_MENDED = 200
"""Characters of a text in which a missing space is searched for."""


def _helped(error: BadInput, game: Game, text: str, notation: Notation, budget: _Budget) -> BadInput:
    """The error with a hint at what is probably meant; raises `_TooLong`."""
    words = text.split()
    for number, word in enumerate(words, 1):
        if is_rules(word) and not (game._traits.asks_once and word.isalpha()):  # mm is a unit there
            return BadPosition.because("second_game", text=clip(word))
        if word.count(":") > 1:
            return BadPosition.because("turns_joined", text=clip(word), turns=(number, number + 1))
    splitter = _Splitter(game, text.strip(_SIGNS), notation, budget)
    symbols = game._traits.symbols
    if symbols is not None and (game._traits.asks_once or most_words(symbols) > 1) and ":" in text:
        splitter.check_rest()
    lone = splitter.lone()
    if lone is not None:
        number, code = lone
        written = words[-1] if words[-1] == f"{code}:" else code
        colons = all(":" in word for word in words[:number]) or any(":" not in word for word in words[: number - 1])
        like = clip(f"{code}:{game._example_reply}")
        unknown = {"unknown": "unknown_reply"} if game.size <= MOST_CODES else {}
        wrong = BadPosition.because(
            "no_reply" if colons else "no_colon_no_reply", text=clip(written), position=like, code=code, **unknown
        )
        return wrong.within(f"turn {number}", turn=number)
    told = sum(":" in word or "=" in word for word in words)
    for number, word in enumerate(words if len(" ".join(words)) <= MOST_LETTERS_MENDED else []):
        for at in range(1, len(word)):
            mended = " ".join([*words[:number], word[:at], word[at:], *words[number + 1 :]])
            readings = list(_Splitter(game, mended, notation, budget).readings())
            turns = readings[0] if readings else []
            if len(turns) > told:  # otherwise the space would only change what a turn says
                meant = " ".join(f"{CANONICAL.format(game, guess)}:{reply}" for guess, reply in turns)
                return BadPosition.because(
                    "space_missing", hint="did_you_mean", text=clip(word), meant=f"{game} {meant}"
                )
    return error


_NUMBER = re.compile(r"\s*(\d{1,9})[.)]\s+")
_ROW_NUMBER = re.compile(r"[\s|#]*(\d{1,9})(?:\s*[.):|,;]\s*|\s+)(?=\S)")
_RULE = re.compile(r"[\s|:+=_–—-]*")


def as_table(text: str) -> tuple[str, Style] | None:
    """The rows of a table that was pasted, without its heading and the numbers of rows, and how to read their replies.

    A heading with the word for white before that for black says that numbers are in this order.
    """
    lines = [line.strip(" \t|") for line in text.splitlines() if not _RULE.fullmatch(line)]
    heading = lines.pop(0) if lines and reply_words.is_heading(lines[0]) else ""
    numbers = [found[1] for found in map(_ROW_NUMBER.match, lines) if found]
    if numbers == [str(number) for number in range(1, len(lines) + 1)]:
        lines = [line[found.end() :] for line in lines if (found := _ROW_NUMBER.match(line))]
    elif not heading:
        return None
    lines = [re.sub(r"\s*[|;\t]\s*", " ", line) for line in lines]
    return "\n".join(lines), Style(white_first=reply_words.is_white_first(heading))


def without_notes(text: str) -> str:
    """The lines of a position without comments, which begin with `#`, and without the numbers of turns from 1."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    numbers = [found[1] for found in map(_NUMBER.match, lines) if found]
    if numbers == [str(number) for number in range(1, len(numbers) + 1)]:
        lines = [_without_number(line) for line in lines]
    return "\n".join(lines)


def _without_number(line: str) -> str:
    number = _NUMBER.match(line)
    return line[number.end() :] if number else line


def is_rules(word: str) -> bool:
    """Whether a word names a game: a valid rules id, an alias, or the files of a list."""
    try:
        return game_named(word) is not None
    except BadRules:
        return False
