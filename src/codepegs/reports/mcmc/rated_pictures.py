"""A classifier of pictures as codemaker: its odds, the walk by them, and the pictures that the walk finds."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from codepegs.errors import BadInput
from codepegs.experiments import empty_figure
from codepegs.game import Code, Game, Reply
from codepegs.match import PlayedGame, PlayedTurn
from codepegs.reports.pages import Effort, Page, tables_of
from codepegs.rng import Seed

if TYPE_CHECKING:
    from matplotlib.figure import Figure


DIGITS: list[str] = tables_of(__file__)["digits"]
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

Bits = NDArray[np.bool_]


def template(digit: int) -> Bits:
    """Draw a digit, shape (height, width)."""
    rows = [[symbol == "#" for symbol in row] for row in DIGITS[digit].split()]
    return np.pad(np.array(rows), 1)


def code_of(inked: Bits) -> Code:
    """Return a picture as a code."""
    return tuple((~inked).ravel().astype(int).tolist())


def samples(label: int, count: int, rng: np.random.Generator) -> Bits:
    """Draw pictures of a class with random faults, shape (count, pixels)."""
    if label == NONE:
        return rng.random((count, DIGIT_GAME.pegs)) < 0.5
    # Probability that a pixel of a training picture is changed.
    return template(label).ravel() ^ (rng.random((count, DIGIT_GAME.pegs)) < 0.03)


@dataclass(frozen=True, slots=True, eq=False)
class NaiveBayes:
    """A classifier that treats the pixels of a class as independent."""

    ink: NDArray[np.float64]
    """Logarithm of the probability of ink, shape (classes, pixels)."""
    paper: NDArray[np.float64]
    """The same of paper."""

    @classmethod
    def fit(cls, pictures: Bits, labels: NDArray[np.int64]) -> NaiveBayes:
        """Count the ink of each class in `pictures`, shape (m, pixels), plus one of each colour, so that none is 0."""
        rows = [pictures[labels == label] for label in range(int(labels.max()) + 1)]
        share = np.array([(row.sum(axis=0) + 1) / (len(row) + 2) for row in rows])
        return cls(np.log(share), np.log1p(-share))

    def logs(self, inked: Bits) -> NDArray[np.float64]:
        """The logarithms of the probabilities of the classes, shape (classes,), by inked pixels, shape (pixels,)."""
        found = np.where(inked, self.ink, self.paper).sum(axis=1)
        top = found.max()
        return np.asarray(found - top - np.log(np.exp(found - top).sum()))


@lru_cache
def digit_classifier(*, knows_none: bool = True) -> NaiveBayes:
    """Train the classifier of digits, with the class of pictures that are not digits or without it."""
    labels = range(len(DIGITS) + knows_none)
    drawn = [samples(label, SAMPLES, Seed(TRAINING_SEED).stream("glyphs", label)) for label in labels]
    return NaiveBayes.fit(np.concatenate(drawn), np.repeat(np.array(labels), SAMPLES))


def accuracy(*, knows_none: bool = True) -> float:
    """Return the share of pictures not used for training whose class the classifier finds."""
    bayes = digit_classifier(knows_none=knows_none)
    labels = range(len(DIGITS) + knows_none)
    tested = [samples(label, 100, Seed(TRAINING_SEED).stream("tested glyphs", label)) for label in labels]
    return float(np.mean([bayes.logs(one).argmax() == label for label in labels for one in tested[label]]))


@dataclass(frozen=True, slots=True)
class DigitRater:
    """A codemaker that rates how much a picture is a digit: by the odds that the classifier gives it."""

    digit: int
    knows_none: bool = True
    """Whether the classifier knows pictures that are not digits."""

    @classmethod
    def parse(cls, text: str) -> DigitRater:
        """Parse a text such as `digit:7`; raises `BadInput`."""
        match = re.fullmatch(r"digit:(\d)", text.strip(), re.ASCII)
        if match is None:
            raise BadInput.because("no_rating_codemaker", text=text[:40])
        return cls(int(match[1]))

    def __str__(self) -> str:
        return f"digit:{self.digit}"

    def log_odds(self, code: Code) -> float:
        """Return the decimal logarithm of the odds that a picture is the digit."""
        logs = digit_classifier(knows_none=self.knows_none).logs(np.equal(code, 0))
        others = np.delete(logs, self.digit)
        top = others.max()
        return float(logs[self.digit] - top - np.log(np.exp(others - top).sum())) / math.log(10)


MOST_RATED_TURNS = 5_000
"""Default number of guesses after which a game ends."""

ODDS = "odds 10^"
"""The beginning of the text of a reply."""


def rated_walk(
    rate: Callable[[Code], float], game: Game, rng: np.random.Generator, temperature: Callable[[int], float]
) -> Iterator[tuple[Code, float]]:
    """Walk randomly among codes towards high ratings; each proposal is a guess."""
    # As in the MCMC report, a step swaps two pegs or recolours one, with equal probability. It is accepted with
    # probability min(1, e^(difference of the ratings / temperature)); `temperature` is a function of the guesses so
    # far.
    code = list(game.draw(rng))
    now = rate(tuple(code))
    yield tuple(code), now
    made = 1
    while True:
        trial = list(code)
        i, j = (int(peg) for peg in rng.integers(game.pegs, size=2))
        if rng.random() < 0.5:
            trial[i], trial[j] = trial[j], trial[i]
        else:
            trial[i] = (trial[i] + 1 + int(rng.integers(game.colors - 1))) % game.colors
        if trial == code:
            continue
        new = rate(tuple(trial))
        if new >= now or rng.random() < math.exp((new - now) / max(temperature(made), 1e-9)):
            code, now = trial, new
        yield tuple(trial), new
        made += 1


def play_rated(
    game: Game,
    log_odds: Callable[[Code], float],
    *,
    wanted: float,
    seed: Seed,
    turns: int = MOST_RATED_TURNS,
    on_turn: Callable[[int, PlayedTurn], None] = lambda number, turn: None,
) -> PlayedGame:
    """Play until the odds of a guess are at least 10^`wanted`, or for `turns` guesses."""
    # `log_odds`: the decimal logarithm of the odds of a guess, which the codemaker shows. The score of a code, by which
    # steps are accepted, is its odds.
    began = last = time.perf_counter()
    played: list[PlayedTurn] = []
    walk = rated_walk(log_odds, game, seed.stream("walk"), lambda made: 1 / math.log(10))
    for number, (code, odds) in enumerate(walk, 1):
        now = time.perf_counter()
        is_last = bool(odds >= wanted)
        turn = PlayedTurn(code, odds_reply(odds, solved=is_last), None, None, now - last, is_last, None)
        last = now
        played.append(turn)
        on_turn(number, turn)
        if is_last or number == turns:
            break
    return PlayedGame(game, "mcmc", None, played[-1].ends, tuple(played), seed.value, time.perf_counter() - began)


def odds_reply(log_odds: float, *, solved: bool = False) -> Reply:
    """Return the reply that shows odds by their decimal logarithm."""
    return Reply(marks=f"{ODDS}{log_odds:.1f}", solved=solved)


def log_odds_of(reply: Reply) -> float:
    """Read the decimal logarithm of the odds that a reply shows."""
    return float(str(reply).removeprefix(ODDS))


def rated_pictures(page: Page, effort: Effort) -> None:
    """Guesses that the walk needs for each digit, and what it finds, with two classifiers."""
    effort.report("mcmc: a classifier as codemaker")
    page.tell("classifier", size=DIGIT_SIZE, pixels=DIGIT_GAME.pegs, accuracy=accuracy(), odds=10**WANTED)
    games = effort.games(100)
    found: dict[tuple[int, bool], Code] = {}
    rows: list[list[object]] = []
    means: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for digit in range(len(DIGITS)):
        rows.append([digit])
        for knows_none in (True, False):
            effort.step(f"mcmc: a classifier, digit {digit}")
            rater = DigitRater(digit, knows_none)
            played = [
                play_rated(DIGIT_GAME, rater.log_odds, wanted=WANTED, seed=Seed(effort.seed, number))
                for number in range(games)
            ]
            assert all(game.solved for game in played)
            last = np.array([game.turns[-1].guess for game in played])
            guesses = np.array([game.guesses for game in played])
            found[digit, knows_none] = played[0].turns[-1].guess
            differ = (last != np.array(code_of(template(digit)))).sum(axis=1)
            means[knows_none].append((guesses.mean(), differ.mean()))
            rows[-1] += [f"{guesses.mean():.0f} ± {guesses.std() / math.sqrt(games):.0f}", f"{differ.mean():.1f}"]
    sure, unlike = np.mean(means[True], axis=0).tolist()
    fooled, unlike_fooled = np.mean(means[False], axis=0).tolist()
    values = {"sure": sure, "unlike": unlike, "fooled": fooled, "unlike_fooled": unlike_fooled}
    page.tell("digits", rows, **values, pixels=DIGIT_GAME.pegs)

    def make() -> Figure:
        figure = empty_figure(9, 3.6)
        grid = figure.subplots(3, len(DIGITS))
        for digit in range(len(DIGITS)):
            pictures = (code_of(template(digit)), found[digit, True], found[digit, False])
            for axes, picture in zip(grid[:, digit], pictures, strict=True):
                axes.imshow(np.array(picture).reshape(DIGIT_SIZE[::-1]), cmap="gray", vmin=0, vmax=1)
                axes.set(xticks=[], yticks=[])
        for axes, words in zip(grid[:, 0], ("drawn", "found", "found, digits only"), strict=True):
            axes.set_ylabel(words, fontsize=7)
        return figure

    page.figure("digits", "The digits as drawn, and what the walk found for the two classifiers", make)
