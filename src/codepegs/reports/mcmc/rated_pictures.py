"""The page's section on a classifier as codemaker: pictures that the random walk finds for it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from codepegs.experiments import empty_figure
from codepegs.reports.mcmc.classifier import (
    DIGIT_GAME,
    DIGIT_SIZE,
    DIGITS,
    WANTED,
    DigitRater,
    accuracy,
    code_of,
    template,
)
from codepegs.reports.mcmc.rated_game import play_rated
from codepegs.reports.pages import Effort, Page, texts_of
from codepegs.rng import Seed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from codepegs.game import Code

TEXTS = texts_of(Path(__file__).with_name("page.md"))
"""What the page says."""

GAMES = 100
"""Games of each digit."""


def rated_pictures(page: Page, effort: Effort) -> None:
    """Guesses that the walk needs for each digit, and what it finds, with two classifiers."""
    effort.report("mcmc: a classifier as codemaker")
    page.heading("Further work: a classifier as codemaker")
    page.tell(TEXTS["classifier"], size=DIGIT_SIZE, pixels=DIGIT_GAME.pegs, accuracy=accuracy(), odds=10**WANTED)
    games = effort.games(GAMES)
    found: dict[tuple[int, bool], Code] = {}
    rows: list[tuple[object, ...]] = []
    lengths: dict[bool, list[float]] = {True: [], False: []}
    unlike: dict[bool, list[float]] = {True: [], False: []}
    for digit in range(len(DIGITS)):
        row: list[object] = [digit]
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
            lengths[knows_none].append(float(guesses.mean()))
            unlike[knows_none].append(float(differ.mean()))
            row += [f"{guesses.mean():.0f} ± {guesses.std() / math.sqrt(games):.0f}", f"{differ.mean():.1f}"]
        rows.append(tuple(row))
    page.table(
        ["digit", "guesses", "pixels unlike the digit", "guesses, digits only", "pixels unlike, digits only"], rows
    )
    sure, fooled = (float(np.mean(lengths[known])) for known in (True, False))
    page.tell(
        TEXTS["digits"],
        sure=sure,
        fooled=fooled,
        unlike=np.mean(unlike[True]),
        unlike_fooled=np.mean(unlike[False]),
        pixels=DIGIT_GAME.pegs,
    )

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
