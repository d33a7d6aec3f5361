"""How words are distinguished, stored and found: letters are folded only where that keeps the words of a list apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from unicodedata import normalize

from codepegs.errors import BadCode
from codepegs.game.plain_text import plain

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


_TYPED: tuple[tuple[Fold, ...], ...] = ((upper, lower), (_plain_capitals,))
"""How a typed word may differ from the word that is meant: in case, else also in width."""


class Names:
    """Different texts, found as they are typed: as they are, else in another case or width if one of them is meant."""

    def __init__(self, texts: Iterable[str], given: Iterable[str] = ()) -> None:
        self.texts = tuple(texts)
        self.exact: dict[str, int] = {}
        for source in (self.texts, map(partial(normalize, "NFC"), given)):  # also as they were first written
            for number, text in enumerate(source):
                self.exact.setdefault(text, number)
        self._folded: dict[Fold, tuple[dict[str, int], dict[str, list[int]]]] = {}

    def find(self, text: str) -> int | None:
        """Return the number of the text that is meant, None if there is none; raises a `BadCode` if two may be."""
        text = normalize("NFC", text)
        if (number := self.exact.get(text)) is not None:
            return number
        if self._are_capitals:
            return self.exact.get(_plain_capitals(text))
        for folds in _TYPED:
            meant = sorted({number for fold in folds for number in self._equal(text, fold)})
            if len(meant) > 1:
                meant = [number for number in meant if _is_cased(text, self.texts[number])] or meant
            if len(meant) > 1:
                raise BadCode.because(
                    "two_words", text=text[:40], first=self.texts[meant[0]], second=self.texts[meant[1]]
                )
            if meant:
                return meant[0]
        return None

    @cached_property
    def _are_capitals(self) -> bool:
        """Whether all are plain capitals, so that no index of other forms is needed."""
        return all(text.isascii() and text == text.upper() for text in self.texts)

    def _equal(self, text: str, fold: Fold) -> Sequence[int]:
        """The numbers of the texts that a fold makes equal to a text."""
        if fold not in self._folded:  # a list may be long, and is rarely typed in another case
            folded = map(fold, self.texts)
            first, alike = dict[str, int](), dict[str, list[int]]()
            for number, other in enumerate(folded):
                if first.setdefault(other, number) != number:
                    alike.setdefault(other, [first[other]]).append(number)
            self._folded[fold] = first, alike
        first, alike = self._folded[fold]
        key = fold(text)
        return alike.get(key) or ([first[key]] if key in first else [])


def _is_cased(text: str, word: str) -> bool:
    """Whether each letter of a text is the one of a word, or its capital or small letter."""
    return len(text) == len(word) and all(
        typed in (letter, upper(letter), lower(letter)) for typed, letter in zip(text, word, strict=True)
    )
