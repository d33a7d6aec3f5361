"""How words are told apart, stored and found: letters are folded only where that keeps the words of a list apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from unicodedata import normalize

from codepegs.errors import BadCode
from codepegs.game.reading import plain

Fold = Callable[[str], str]


def upper(text: str) -> str:
    """Return a text in upper case, letter by letter; a letter whose capital is longer stays, such as ß."""
    capitals = text.upper()
    if len(capitals) == len(text):
        return capitals
    return "".join(letter.upper() if len(letter.upper()) == 1 else letter for letter in text)


def lower(text: str) -> str:
    """Return a text in lower case, letter by letter, so that a sigma does not depend on its place."""
    small = text.replace("Σ", "σ").lower()
    if len(small) == len(text):
        return small
    return "".join(letter.lower() if len(letter.lower()) == 1 else letter for letter in text)


def identity(text: str) -> str:
    """Return what two texts have in common only if they are one word, perhaps in another case of letters.

    Letters of which only the capitals are equal are different letters, such as ı and i, or σ and ς.

    >>> identity("crane") == identity("Crane"), identity("kapı") == identity("kapi")
    (True, False)
    """
    if text.isascii():
        return text.upper()
    text = normalize("NFC", text)
    return f"{upper(text)}\n{lower(text)}"


def distinct(texts: Iterable[str]) -> list[str]:
    """Return the words of some texts, each once, composed (NFC) and as first written."""
    words: dict[str, str] = {}
    for text in texts:
        words.setdefault(identity(text), normalize("NFC", text))
    return list(words.values())


def folded_text(text: str) -> str:
    """Return the text of a code as games store it: composed (NFC), and in upper case, because case is ignored."""
    text = normalize("NFC", text)
    return text.upper() if len(text.upper()) == len(text) else text


def fold_of(words: Sequence[str], *, by_letter: bool) -> Fold:
    """Return how different words are stored: the first fold that keeps them apart, of upper case, lower case and none.

    Args:
        words: The words, composed.
        by_letter: Whether they are compared letter by letter, so that each letter is stored alike in all words.
    """
    if all(map(str.isascii, words)):
        return str.upper
    for fold in (upper if by_letter else folded_text, lower):
        if len({fold(word) for word in words}) == len(words):
            return fold
    return str


def _plain_capitals(text: str) -> str:
    return upper(plain(text))


_TYPED: tuple[Fold, ...] = (upper, lower, _plain_capitals)
"""How a typed word may differ from the word that is meant, one after the other."""


class Names:
    """Different texts, found as they are typed: as they are, else by the first fold that leads to one of them only."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = tuple(texts)
        self.exact = {text: number for number, text in enumerate(self.texts)}
        self._folded: dict[Fold, tuple[dict[str, int], dict[str, list[int]]]] = {}

    def find(self, text: str) -> int | None:
        """Return the number of the text that is meant, None if there is none; raises a `BadCode` if two may be."""
        text = normalize("NFC", text)
        if (number := self.exact.get(text)) is not None:
            return number
        for fold in _TYPED:
            first, alike = self._by(fold)
            folded = fold(text)
            meant = alike.get(folded, [])
            meant = [number for number in meant if _is_cased(text, self.texts[number])] or meant
            if len(meant) > 1:
                ways = (self.texts[number] for number in meant)
                raise BadCode.because("two_words", text=text[:40], first=next(ways), second=next(ways))
            if folded in first:
                return meant[0] if meant else first[folded]
        return None

    def _by(self, fold: Fold) -> tuple[dict[str, int], dict[str, list[int]]]:
        """The number of the first text that a fold makes so, and all numbers where there are more; made when needed."""
        if fold not in self._folded:
            folded = tuple(map(fold, self.texts))
            first, alike = self.exact, dict[str, list[int]]()
            if folded != self.texts:
                first = {}
                for number, text in enumerate(folded):
                    if first.setdefault(text, number) != number:
                        alike.setdefault(text, [first[text]]).append(number)
            self._folded[fold] = first, alike
        return self._folded[fold]


def _is_cased(text: str, word: str) -> bool:
    """Whether each letter of a text is the one of a word, or its capital or small letter."""
    return len(text) == len(word) and all(
        typed in (letter, upper(letter), lower(letter)) for typed, letter in zip(text, word, strict=True)
    )
