"""A classifier of small pictures as codemaker, as the MCMC report suggests: it rates how much a picture is a digit.

The digits are drawn here. The classifier is naive Bayes: for each class, the share of its training pictures in which a
pixel has ink. The training pictures are the digits with random faults, and random pictures, which are not digits.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.game import Code, Game
from codepegs.rng import Seed

DIGITS = (
    ".###. #...# #..## #.#.# ##..# #...# .###.",
    "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    ".###. #...# ....# ..##. .#... #.... #####",
    "####. ....# ....# .###. ....# ....# ####.",
    "#..#. #..#. #..#. ##### ...#. ...#. ...#.",
    "##### #.... ####. ....# ....# #...# .###.",
    ".###. #.... #.... ####. #...# #...# .###.",
    "##### ....# ...#. ..#.. ..#.. .#... .#...",
    ".###. #...# #...# .###. #...# #...# .###.",
    ".###. #...# #...# .#### ....# ....# .###.",
)
"""The digits 0 to 9, row by row; # is ink."""

NONE = len(DIGITS)
"""The class of pictures that are not digits."""

DIGIT_SIZE = (7, 9)
"""Width and height of a picture, which has a margin around the digit."""

DIGIT_GAME = Game(DIGIT_SIZE[0] * DIGIT_SIZE[1], 2)
"""The pictures as codes: 0 is ink and 1 is paper, since colours are numbered from the darkest."""

INK, PAPER = (31, 35, 40), (255, 255, 255)

WANTED = 3.0
"""Decimal logarithm of the odds at which a game ends."""

TRAINING_SEED = 1
SAMPLES = 400
"""Training pictures of each class."""

TESTED = 100
"""Pictures of each class by which the accuracy is measured."""

FLIPPED = 0.03
"""Probability that a pixel of a training picture is changed."""

Bits = NDArray[np.bool_]


def template(digit: int) -> Bits:
    """Draw a digit, shape (height, width).

    >>> int(template(7).sum()), template(7).shape
    (11, (9, 7))
    """
    rows = [[symbol == "#" for symbol in row] for row in DIGITS[digit].split()]
    return np.pad(np.array(rows), 1)


def code_of(inked: Bits) -> Code:
    """Return a picture as a code.

    >>> code_of(template(1))[:12]
    (1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1)
    """
    return tuple((~inked).ravel().astype(int).tolist())


def samples(label: int, count: int, rng: np.random.Generator) -> Bits:
    """Draw pictures of a class with random faults, shape (count, pixels)."""
    if label == NONE:
        return rng.random((count, DIGIT_GAME.pegs)) < 0.5
    return template(label).ravel() ^ (rng.random((count, DIGIT_GAME.pegs)) < FLIPPED)


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """A classifier that treats the pixels of a class as independent."""

    ink: NDArray[np.float64]
    """Logarithm of the probability of ink, shape (classes, pixels)."""
    paper: NDArray[np.float64]
    """The same of paper."""

    @classmethod
    def fit(cls, pictures: Bits, labels: NDArray[np.int64]) -> NaiveBayes:
        """Count the ink of each class, 0, 1, 2 …, in `pictures` of shape (m, pixels).

        One picture of each colour is added, so that no probability is 0.
        """
        rows = [pictures[labels == label] for label in range(int(labels.max()) + 1)]
        share = np.array([(row.sum(axis=0) + 1) / (len(row) + 2) for row in rows])
        return cls(np.log(share), np.log1p(-share))

    def logs(self, inked: Bits) -> NDArray[np.float64]:
        """Return the logarithm of the probability of each class, all equally probable before, shape (classes,).

        `inked`: which pixels have ink, shape (pixels,).
        """
        found = np.where(inked, self.ink, self.paper).sum(axis=1)
        top = found.max()
        return np.asarray(found - top - np.log(np.exp(found - top).sum()))


@lru_cache
def digit_classifier(*, knows_none: bool = True) -> NaiveBayes:
    """Train the classifier of digits, with the class of pictures that are not digits or without it.

    >>> bayes = digit_classifier()
    >>> [int(bayes.logs(template(digit).ravel()).argmax()) for digit in range(10)]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    labels = range(len(DIGITS) + knows_none)
    drawn = [samples(label, SAMPLES, Seed(TRAINING_SEED).stream("glyphs", label)) for label in labels]
    return NaiveBayes.fit(np.concatenate(drawn), np.repeat(np.array(labels), SAMPLES))


def accuracy(*, knows_none: bool = True) -> float:
    """Return the share of pictures not used for training whose class the classifier finds.

    >>> accuracy() > 0.9
    True
    """
    bayes, right = digit_classifier(knows_none=knows_none), []
    for label in range(len(DIGITS) + knows_none):
        for picture in samples(label, TESTED, Seed(TRAINING_SEED).stream("tested glyphs", label)):
            right.append(bayes.logs(picture).argmax() == label)
    return float(np.mean(right))


@dataclass(frozen=True, slots=True)
class DigitRater:
    """A codemaker that rates how much a picture is a digit: by the odds that the classifier gives it.

    >>> rater = DigitRater.parse("digit:7")
    >>> rater.log_odds(code_of(template(7))) > 10 > 0 > rater.log_odds((0,) * 63)
    True
    """

    digit: int
    """The digit, 0 to 9."""
    knows_none: bool = True
    """Whether the classifier knows pictures that are not digits."""

    @classmethod
    def parse(cls, text: str) -> DigitRater:
        """Parse a text such as `digit:7`; raises `BadInput`."""
        match = re.fullmatch(r"digit:(\d)", text.strip(), re.ASCII)
        if match is None:
            raise BadInput(f"unknown codemaker {text[:40]!r}: expected digit:0 to digit:9, e.g. digit:7")
        return cls(int(match[1]))

    def __str__(self) -> str:
        return f"digit:{self.digit}"

    def log_odds(self, code: Code) -> float:
        """Return the decimal logarithm of the odds that a picture is the digit."""
        logs = digit_classifier(knows_none=self.knows_none).logs(np.equal(code, 0))
        others = np.delete(logs, self.digit)
        top = others.max()
        return float(logs[self.digit] - top - np.log(np.exp(others - top).sum())) / math.log(10)
