"""The review of a game, turn by turn: how informative each guess was, and how lucky its reply.

Skill compares the expected information of the reply to a guess, in bits (Neuwirth's measure, Zeitschrift für
Operations Research 26, 1982), and its probability of winning, with those of the best guess. Luck is the information of
the reply beyond its expectation. Neither depends on the other: a lucky reply makes no guess better.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log2
from typing import Literal

import numpy as np

from codepegs.analysis.coach.knowledge import Ranking, knowledge_of
from codepegs.analysis.coach.measures import SAME, Figures
from codepegs.analysis.coach.wording import game_words, turn_words
from codepegs.candidates import check_secret, check_win
from codepegs.errors import BadInput
from codepegs.game import CANONICAL, LONG_PEGS, Code, Game, Notation, Position, Reply, counted, part_table
from codepegs.parallel import Crew

Worth = Literal["best", "good", "probe", "weak", "wasted", "forced", "unknown"]

GOOD = 0.9
"""Skill from which on a guess is a good one."""

DECISIVE_BITS = 1.0
"""Luck from which on a reply may have decided a game."""

KNOWN_SHARE = 0.5
"""Share of the turns that must have figures before the whole game is rated."""

MOST_PEGS = LONG_PEGS
MOST_TURNS = 1_000
"""The longest codes and games that are looked at: what each guess contradicts is some seconds' work then."""


@dataclass(frozen=True, slots=True)
class ReviewedTurn:
    """The review of one turn. Counts that are floats may be estimates; None stands for unknown values."""

    turn: int
    """The number of the turn, from 1."""
    guess: Code
    """The code, 0-based colours."""
    reply: Reply
    """The reply to it."""
    candidates_before: float | None
    """Number of candidates before the turn."""
    candidates_after: float | None
    """Number of candidates after the turn; 1 after the win."""
    fits: bool
    """Whether the guess was consistent with all replies before it."""
    breaks: tuple[int, ...]
    """The earlier turns, from 1, with which it was not consistent."""
    asked: Figures | None
    """The figures of the guess."""
    best: Figures | None
    """The most informative guess; the one made, if none is better."""
    best_fitting: Figures | None
    """The most informative consistent guess."""
    worth: Worth
    """`best`; `good` from a skill of 0.9 on; `probe`: could not be the secret, but as informative as any guess that
    could be; `weak`; `wasted`: without information and unable to win; `forced`: the only candidate; `unknown`."""
    skill: float | None
    """The value of the guess relative to that of the best one, from 0 to 1."""
    lost_bits: float | None
    """The difference between the value of the best guess and that of this one, in bits."""
    gained_bits: float | None
    """Information of the reply in bits."""
    luck: float | None
    """Information of the reply beyond its expectation, in bits."""
    words: str
    """The review of the turn, in sentences."""
    retry: Position
    """The position before the turn, from which the game can be played again."""

    @property
    def expected_size(self) -> float | None:
        """Expected number of candidates after the turn."""
        return None if self.asked is None else self.asked.expected_size

    @property
    def entropy_bits(self) -> float | None:
        """Expected information of the reply, in bits."""
        return None if self.asked is None else self.asked.entropy_bits


@dataclass(frozen=True, slots=True)
class GameReview:
    """The review of a game."""

    position: Position
    """The rules and the turns of the game."""
    secret: Code | None
    """The secret that was given or found."""
    exact: bool
    """Whether all candidates are counted and all guesses are compared, not estimated from samples."""
    candidates_only: bool
    """Whether all guesses were consistent; each is then compared with the best consistent guess."""
    skill: float | None
    """The value of all guesses relative to that of the best ones, from 0 to 1; None, like luck, if most are unknown."""
    luck: float | None
    """Information of the replies beyond that expected, in bits per turn."""
    turning_point: int | None
    """The turn, from 1, of the weak or wasted guess that lost the most bits; if there is none, the turn of the luckiest
    or unluckiest reply, by one bit or more."""
    turns: tuple[ReviewedTurn, ...]
    """The turns, each with its review."""
    words: str
    """The summary, in sentences."""

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.game

    @property
    def solved(self) -> bool:
        """Whether the last guess was the secret."""
        return self.position.solved

    def reference(self, turn: ReviewedTurn) -> Figures | None:
        """Return the guess with which a turn is compared.

        Args:
            turn: The turn.

        Returns:
            The guess with its figures, or None if there is none.
        """
        return turn.best_fitting if self.candidates_only else turn.best

    def __repr__(self) -> str:
        return f"<{self.game}: {self.words}>"

    def __str__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        from codepegs.analysis.coach.html import review_html

        return review_html(self)


def review(
    position: Position | Game | str,
    secret: Code | str | None = None,
    *,
    notation: Notation = CANONICAL,
    workers: Crew | int = 1,
) -> GameReview:
    """Review a game, finished or not.

    In games too large to list, the figures are estimated from a sample, which is always the same.

    Args:
        position: The position, or its text.
        secret: The secret, if it was not found.
        notation: The notation of codes within sentences.
        workers: Threads, or their number.

    Returns:
        The review, turn by turn.

    Raises:
        Contradiction: No code is consistent with all turns.
        BadInput: The position has no turns, a reply is not that of the secret, or the game has more than 256 pegs or
            1,000 turns.

    >>> found = review("p4c6 1122:1b0w 3344:0b1w 1536:4b0w")
    >>> found.words
    'Solved in 3 turns: good guesses, good luck. Turn 2 was the costliest: 1345 would have been better.'
    >>> [(turn.worth, round(turn.skill, 2), turn.candidates_after) for turn in found.turns]
    [('good', 0.94, 256), ('weak', 0.89, 48), ('best', 1.0, 1)]
    """
    position = Position.of(position)
    game = position.game
    if secret is not None:
        secret = notation.parse(game, secret) if isinstance(secret, str) else game.check_code(secret)
    check_size(game, len(position.turns))
    if secret is not None:
        check_secret(position, secret, notation)
    elif position.solved:
        secret = check_win(position)
    broken = contradicted(position)
    with Crew.of(workers) as crew:
        seen, exact = _look(position, broken, crew)
    candidates_only = not any(broken)
    turns = tuple(_judged(game, turn, candidates_only, notation) for turn in seen)
    known = [turn for turn in turns if turn.skill is not None]
    if len(known) < KNOWN_SHARE * len(turns):
        known = []
    found = GameReview(
        position=position,
        secret=secret,
        exact=exact,
        candidates_only=candidates_only,
        skill=_skill(known, candidates_only),
        luck=sum(turn.luck or 0.0 for turn in known) / len(known) if known else None,
        turning_point=_turning_point(known),
        turns=turns,
        words="",
    )
    return replace(found, words=game_words(found, notation))


def check_size(game: Game, count: int) -> None:
    """Check that the coach supports a game.

    Args:
        game: The game.
        count: Number of turns.

    Raises:
        BadInput: The game has no turns, too many turns, or too many pegs.
    """
    if not count:
        raise BadInput(f"no turns to review: expected turns after the rules, e.g. '{game} GUESS:REPLY'")
    if game.pegs > MOST_PEGS or count > MOST_TURNS:
        raise BadInput(
            f"the coach supports up to {MOST_PEGS} pegs and {MOST_TURNS:,} turns; this game has "
            f"{counted(game.pegs, 'peg')} and {counted(count, 'turn')}"
        )


def contradicted(position: Position) -> list[tuple[int, ...]]:
    """For each turn the turns before, from 1, whose replies its guess contradicts.

    >>> contradicted(Position.parse("p4c6 1122:1b0w 3344:0b1w 3344:0b1w"))
    [(), (1,), (1, 2)]
    """
    game, turns = position.game, position.turns
    table = part_table(game)
    guesses = np.array([turn.guess for turn in turns], dtype=np.int16).reshape(-1, game.pegs)
    number_of = {reply: number for number, reply in enumerate(table.replies)}
    shown = np.array([number_of[turn.reply] for turn in turns], dtype=np.int64)
    held = np.zeros((len(turns), game.colors), dtype=np.int16)
    np.add.at(held, (np.arange(len(turns))[:, None], guesses), 1)
    found = []
    for number, guess in enumerate(guesses):
        used = np.flatnonzero(held[number])
        black = (guesses[:number] == guess).sum(axis=1)
        total = np.minimum(held[:number, used], held[number, used]).sum(axis=1)
        differ = table.part_of[black, total] != shown[:number]
        found.append(tuple((np.flatnonzero(differ) + 1).tolist()))
    return found


def _look(position: Position, broken: Sequence[tuple[int, ...]], crew: Crew) -> tuple[list[ReviewedTurn], bool]:
    """The turns with their figures, not yet judged, and whether all figures are exact."""
    game = position.game
    knowledge = knowledge_of(game, crew)
    seen = []
    exact = True
    for number, turn in enumerate(position.turns, 1):
        fits = not broken[number - 1]
        before = knowledge.candidates
        found: Ranking | None = knowledge.rank(turn.guess, fits)
        if turn.reply.solved and fits:
            after: float | None = 1
        else:
            knowledge.learn(turn)
            after = knowledge.candidates
        if before is not None and after is not None:
            after = min(before, after)  # estimates may rise by chance
        seen.append(
            ReviewedTurn(
                turn=number,
                guess=turn.guess,
                reply=turn.reply,
                candidates_before=before,
                candidates_after=after,
                fits=fits,
                breaks=broken[number - 1],
                asked=None if found is None else found.asked,
                best=None if found is None else found.best,
                best_fitting=None if found is None else found.best_fitting,
                worth="unknown",
                skill=None,
                lost_bits=None,
                gained_bits=None if before is None or after is None else _bits(before) - _bits(after),
                luck=None,
                words="",
                retry=Position(game, position.turns[: number - 1]),
            )
        )
        exact = exact and found is not None and found.exact and isinstance(before, int) and isinstance(after, int)
    return seen, exact


def _bits(count: float) -> float:
    return log2(count) if count > 0 else 0.0


def _judged(game: Game, turn: ReviewedTurn, candidates_only: bool, notation: Notation) -> ReviewedTurn:
    """The turn with what its guess was worth beside the one it is compared with."""
    reference = turn.best_fitting if candidates_only else turn.best
    if turn.asked is not None and reference is not None and turn.best_fitting is not None:
        skill = turn.asked.share_of(reference)
        turn = replace(
            turn,
            worth=_worth(turn, turn.asked, turn.best_fitting, skill),
            skill=skill,
            lost_bits=max(0.0, reference.value - turn.asked.value),
            luck=None if turn.gained_bits is None else turn.gained_bits - turn.asked.entropy_bits,
        )
    return replace(turn, words=turn_words(game, turn, reference, notation))


def _worth(turn: ReviewedTurn, asked: Figures, fitting: Figures, skill: float) -> Worth:
    if turn.candidates_before == 1:
        return "forced" if turn.fits else "wasted"
    if asked.value <= SAME:
        return "wasted"
    if skill >= 1.0 - SAME:
        return "best"
    if skill < GOOD:
        return "weak"
    return "probe" if not turn.fits and asked.entropy_bits >= fitting.entropy_bits - SAME else "good"


def _skill(turns: Sequence[ReviewedTurn], candidates_only: bool) -> float | None:
    """The value of all guesses by that of those they are compared with; each turn counts by what there was to gain."""
    references = [turn.best_fitting if candidates_only else turn.best for turn in turns]
    weights = [found.value for found in references if found is not None]
    if not turns:
        return None
    whole = sum(weights)
    if whole <= SAME:
        return 1.0
    return min(1.0, sum(weight * (turn.skill or 0.0) for weight, turn in zip(weights, turns, strict=True)) / whole)


def _turning_point(turns: Sequence[ReviewedTurn]) -> int | None:
    poor = [turn for turn in turns if turn.worth in ("weak", "wasted")]
    if poor:
        return max(poor, key=lambda turn: turn.lost_bits or 0.0).turn
    if not turns:
        return None
    decisive = max(turns, key=lambda turn: abs(turn.luck or 0.0))
    return decisive.turn if abs(decisive.luck or 0.0) >= DECISIVE_BITS else None
