"""The page's section on a classifier as codemaker: pictures that the random walk finds for it."""

from __future__ import annotations

import math
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
from codepegs.reports.pages import Effort, Page
from codepegs.rng import Seed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from codepegs.game import Code

GAMES = 100
"""Games of each digit."""


def rated_pictures(page: Page, effort: Effort) -> None:
    """Guesses that the walk needs for each digit, and what it finds, with two classifiers."""
    effort.report("mcmc: a classifier as codemaker")
    page.heading("Further work: a classifier as codemaker")
    page.say(
        "The report suggests to replace the codemaker by a classifier of pictures, which rates a guess, and to let the",
        "walk look for a picture with a high rating. Here a picture has",
        f"{DIGIT_SIZE[0]}x{DIGIT_SIZE[1]} pixels in two colours (2^{DIGIT_GAME.pegs} codes), and the classifier states",
        "the odds that it is a certain digit. It is naive Bayes, trained on digits drawn for this purpose, with random",
        f"faults, and on random pictures, which are not digits; it is right for {accuracy():.1%} of other pictures.",
        "The walk is that of the report: the score of a code is its odds, and each proposal is a guess. It ends at",
        f"odds of {10**WANTED:,.0f} to 1. `codepegs image --codemaker digit:7` shows such a game.",
    )
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
    page.conclude(
        f"The walk takes {sure:.0f} guesses on average, and the pictures differ from the digit that was drawn in",
        f"{np.mean(unlike[True]):.1f} of {DIGIT_GAME.pegs} pixels. The last two columns are of a classifier that was",
        f"trained without the random pictures: {fooled:.0f} guesses, and {np.mean(unlike[False]):.1f} pixels differ.",
        "It is as sure of its digits, but its pictures need not look like them.",
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
