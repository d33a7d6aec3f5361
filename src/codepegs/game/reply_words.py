"""The words in which people say a reply: what they call a peg in its place and one elsewhere, in their language.

`PAIRS` is the one table: reading, the page, its constants and docs/reference/notation.md are made from it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from codepegs.errors import BadReply
from codepegs.reasons import clip


class Pair(NamedTuple):
    """What one game or language calls a peg in its place, and one elsewhere."""

    name: str
    """Its name in options; empty if it is only read."""
    black: tuple[str, ...]
    """The words for a peg in its place: the first for one, the second for several, then others, initials among them."""
    white: tuple[str, ...]
    """The words for a peg elsewhere."""


def _pair(name: str, black: str, white: str) -> Pair:
    """A pair of which the words are separated by blanks, and the parts of a word by underscores."""
    first, second = (tuple(word.replace("_", " ") for word in words.split()) for words in (black, white))
    return Pair(name, first, second)


FIRST_PAIRS = (
    _pair("black-white", "black blacks b", "white whites w"),
    _pair("a-b", "a a bull bulls", "b b black blacks"),
    _pair("", "a a bull bulls", "cow cows c"),
    _pair("bull-cow", "bull bulls b black blacks", "cow cows c"),
)
"""The first of these that has all words of a reply is what it means, so that `2b` is two black and `2a1b` two bulls."""

PAIRS = (
    *FIRST_PAIRS,
    _pair("hit-blow", "hit hits h ヒット", "blow blows b ブロー"),
    _pair("strike-ball", "strike strikes s 스트라이크 ストライク", "ball balls b 볼 ボール"),
    _pair("hit-touch", "hit hits h", "touch touches t"),
    _pair("fija-pica", "fija fijas f", "pica picas p"),
    _pair("fermi-pico", "fermi fermis f", "pico picos p"),
    _pair("toro-vaca", "toro toros t", "vaca vacas v"),
    _pair("schwarz-weiß", "schwarz schwarz s schwarze", "weiß weiß w weiss weiße weisse"),
    _pair("nero-bianco", "nero neri n", "bianco bianchi b"),
    _pair("bien-mal", "bien_placé bien_placés bp", "mal_placé mal_placés mp"),
    _pair("бык-корова", "бык быка б быков быки", "корова коровы к коров"),
)
"""All pairs. Where several have the words of a reply, as `h` of hit and blow and of hit and touch, they must agree."""

NOTHING = (
    *("nothing", "none", "out", "bagels", "bagel", "nada", "ninguno", "niente", "nulla", "rien", "nichts"),
    *("ничего", "낫싱", "아웃", "なし", "ノーヒット"),
)
"""The words for no peg at all."""

TOTAL_WORDS = ("t", "total")
"""The words for the number of both."""


def normal(text: str) -> str:
    """Return a text in small letters without accents, as the words are compared; other marks stay."""
    parts = unicodedata.normalize("NFD", text.lower().replace("ß", "ss"))
    return unicodedata.normalize("NFC", re.sub("[\u0300-\u036f]", "", parts))


_ROLES = tuple(
    {normal(word): role for role, words in (("black", pair.black), ("white", pair.white)) for word in words}
    for pair in PAIRS
)
"""The role of each word, by pair."""

_FORMS = sorted({*TOTAL_WORDS, *(word for roles in _ROLES for word in roles)}, key=lambda word: (-len(word), word))
_LETTERS = "".join(word for word in _FORMS if len(word) == 1)

_WORD = "(" + "|".join(word.replace(" ", r"\s+") for word in _FORMS) + r")(?![^\W\d_])"
_NEXT = r"(?:\s*[+&/]\s*(?=\S)|\s+[–—-]\s+|[\s,;、]+(?:(?:and|und|et|y|e|и|と)\s+)?)?"
_COUNT_FIRST = {
    True: re.compile(rf"([0-9]{{1,9}}|\?)\s*{_WORD}(?:[\s,]+(?:and\s+)?)?"),
    False: re.compile(rf"([0-9]{{1,9}}|\?)\s*{_WORD}{_NEXT}"),
}
_WORD_FIRST = re.compile(rf"{_WORD}(?:\s*[:=]\s*|(?<=[^\W\d_]{{2}})\s*)([0-9]{{1,9}})(?![0-9]){_NEXT}")
"""An initial is not without a sign, since `b1w2` can be one white."""
_ALONE = re.compile(rf"{_WORD}{_NEXT}")
_INITIALS = re.compile(rf"(?:[0-9]{{0,9}}[{_LETTERS}]\s*)+")
_INITIAL = re.compile(rf"([0-9]{{0,9}})([{_LETTERS}])")
_ANYWHERE = re.compile(rf"(?<![^\W_]){_WORD}\s*[:=]\s*([0-9]{{1,9}})(?![0-9])", re.IGNORECASE)

MOST_WORDS_ALONE = 60
"""Words of a reply such as `pico pico fermi`, each of which is a peg."""

Said = list[tuple[str, int | None]]
"""The words of a reply, each with its count; None if that is unknown."""


def with_counts(words: str, *, is_first: bool) -> Said | None:
    """The words of a text such as `1b2w` or `1 bull, 2 cows`, each after its count; None if it has another form."""
    said, position = [], 0
    while position < len(words):
        found = _COUNT_FIRST[is_first].match(words, position)
        if found is None:
            return None
        said.append((_form(found[2]), None if found[1] == "?" else int(found[1])))
        position = found.end()
    return said or None


def otherwise(words: str) -> Said | None:
    """The words of `bulls: 1, cows: 2`, of `H2B` and `HTT`, or of `hit blow blow`; None of any other text."""
    said: Said = []
    for pattern in (_WORD_FIRST, _ALONE):
        position = 0
        while found := pattern.match(words, position):
            said.append((_form(found[1]), int(found[2]) if pattern is _WORD_FIRST else 1))
            position = found.end()
        if said and position == len(words) and len(said) <= MOST_WORDS_ALONE:
            return said if pattern is _WORD_FIRST else _summed(said)
        said = []
    if len(words) <= 2 * MOST_WORDS_ALONE and _INITIALS.fullmatch(words):
        return _summed([(found[2], int(found[1] or 1)) for found in _INITIAL.finditer(words)])
    return None


def _form(found: str) -> str:
    return " ".join(found.split())


def _summed(said: Said) -> Said:
    """Each word once, with the sum of its counts."""
    counts: dict[str, int] = {}
    for word, count in said:
        counts[word] = counts.get(word, 0) + (count or 0)
    return list(counts.items())


def black_and_white(said: Said, *, is_first: bool) -> tuple[int | None, int | None] | None:
    """Return black and white of the words of a reply.

    Args:
        said: The words and their counts.
        is_first: Whether only `FIRST_PAIRS` are considered.

    Returns:
        The counts; None if no pair has all words, or a word of the same role is said twice.

    Raises:
        BadReply: Pairs that have the words differ in what they mean.
    """
    first = range(len(FIRST_PAIRS))
    fitting = [n for n in first if all(word in _ROLES[n] for word, _ in said)][:1]
    if not fitting and not is_first:
        fitting = [n for n in range(len(PAIRS)) if all(word in _ROLES[n] for word, _ in said)]
    found = {counts: PAIRS[n].name for n in reversed(fitting) if (counts := _counts(said, _ROLES[n]))}
    if len(found) > 1:
        text = " ".join(f"{'?' if count is None else count} {word}" for word, count in said)
        ways = [f"{'?' if b is None else b}b{'?' if w is None else w}w, as in {name}" for (b, w), name in found.items()]
        raise BadReply.because("two_readings_of_word", text=clip(text), first=ways[-1], second=ways[-2])
    return next(iter(found), None)


def _counts(said: Said, roles: dict[str, str]) -> tuple[int | None, int | None] | None:
    counts: dict[str, int | None] = {}
    for word, count in said:
        if roles[word] in counts:
            return None
        counts[roles[word]] = count
    return counts.get("black", 0), counts.get("white", 0)


def counts_first(text: str) -> str:
    """Return a text of turns in which `bulls: 1` and `bulls=1` are `1bulls`, so that their signs separate nothing."""
    return _ANYWHERE.sub(lambda found: f"{found[2]}{found[1]}", text)


HEADINGS = frozenset(
    (
        *("guess", "guesses", "code", "codes", "turn", "move", "try", "attempt", "row", "nr", "no", "number", "reply"),
        *("answer", "feedback", "result", "score", "and", "pegs", "versuch", "zug", "antwort", "intento", "numero"),
        *("essai", "proposition", "reponse", "tentativo", "попытка", "число"),
    )
)
"""Words of the heading of a table of turns, besides those for pegs."""


def is_heading(line: str) -> bool:
    """Whether a line has only words that head the columns of a table of turns."""
    words = re.findall(r"[^\W_]+", normal(line))
    return bool(words) and all(word in HEADINGS or any(word in roles for roles in _ROLES) for word in words)


def is_white_first(heading: str) -> bool:
    """Whether a heading, such as `guess cows bulls`, has the word for white before that for black."""
    words = re.findall(r"[^\W_]+", normal(heading))
    for roles in _ROLES:
        found = [roles[word] for word in words if word in roles]
        if {"black", "white"} <= set(found):
            return found.index("white") < found.index("black")
    return False
