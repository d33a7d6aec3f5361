"""The records that commands print as JSON: keys stable, codes and replies as canonical texts."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec import UNSET, UnsetType

from codepegs.analysis import OpenOrder
from codepegs.candidates import Conflict
from codepegs.game import CANONICAL, Code, Game
from codepegs.match import PlayedGame, PlayedTurn
from codepegs.strategies import Suggestion

if TYPE_CHECKING:
    from codepegs.analysis.coach import Figures, GameReview, ReviewedTurn
    from codepegs.render import Picture


class TurnRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of `solve --json`."""

    guess: str
    reply: str
    candidates: int | None
    """Codes that fit after the reply; null when that is not known exactly, and then there is an estimate."""
    seconds: float
    candidates_estimate: float | UnsetType | None = UNSET
    consistent: bool | None = True
    """Whether the guess fitted all replies before it; null when that is not known."""

    @classmethod
    def of(cls, game: Game, turn: PlayedTurn) -> TurnRecord:
        """The record of one turn."""
        return cls(
            guess=CANONICAL.format(game, turn.guess),
            reply=str(turn.reply),
            candidates=turn.candidates,
            seconds=round(turn.seconds, 6),
            candidates_estimate=UNSET if turn.candidates is not None else turn.candidates_estimate,
            consistent=turn.consistent,
        )


class OpenOrderRecord(msgspec.Struct, frozen=True, kw_only=True):
    """That only the order of the colours is open."""

    turn: int
    """From 1: the turn after which that was known first, or, in advice, the last one."""
    arrangements: int
    """Codes that fit after it."""

    @classmethod
    def of(cls, turn: int, order: OpenOrder) -> OpenOrderRecord:
        """The record of what is open after a turn."""
        return cls(turn=turn, arrangements=order.arrangements)


class SolveRecord(msgspec.Struct, frozen=True, kw_only=True):
    """`solve --json`."""

    rules: str
    strategy: str
    secret: str | None
    solved: bool
    guesses: int
    turns: list[TurnRecord] | UnsetType
    """Left out by `--quiet`."""
    seed: int
    seconds: float
    stopped: str | UnsetType = UNSET
    declared: str | UnsetType = UNSET
    """What was declared to be the secret, where nobody tells."""
    correct: bool | UnsetType | None = UNSET
    confidence: float | UnsetType = UNSET
    false_turns: list[int] | UnsetType = UNSET
    """Turns, from 1, whose replies were false, where some may have been."""
    open_order: OpenOrderRecord | UnsetType = UNSET
    """From when on only the order of the colours was open, if that came to be known."""

    @classmethod
    def of(
        cls,
        played: PlayedGame,
        *,
        noisy: bool = False,
        quiet: bool = False,
        order: tuple[int, OpenOrder] | None = None,
    ) -> SolveRecord:
        """The record of one game; in a `noisy` one it says which replies were false, when the secret is known.

        `order` is the turn after which only the order of the colours was open, and what was left then.
        """
        return cls(
            rules=str(played.game),
            strategy=played.strategy,
            secret=None if played.secret is None else CANONICAL.format(played.game, played.secret),
            solved=played.solved,
            guesses=played.guesses,
            turns=UNSET if quiet else [TurnRecord.of(played.game, turn) for turn in played.turns],
            seed=played.seed,
            seconds=round(played.seconds, 6),
            stopped=played.stopped or UNSET,
            declared=UNSET if played.declared is None else CANONICAL.format(played.game, played.declared),
            correct=UNSET if played.declared is None else played.correct,
            confidence=UNSET if played.confidence is None else played.confidence,
            false_turns=list(played.false_turns) if noisy and played.false_turns is not None else UNSET,
            open_order=UNSET if order is None else OpenOrderRecord.of(*order),
        )


class ImageRecord(SolveRecord, frozen=True, kw_only=True):
    """`image --json`."""

    size: str
    palette: list[str]
    output: str | None

    @classmethod
    def of_picture(
        cls, played: PlayedGame, picture: Picture, output: Path | None, *, noisy: bool = False
    ) -> ImageRecord:
        """The record of one game for a picture."""
        return cls(
            **msgspec.structs.asdict(SolveRecord.of(played, noisy=noisy)),
            size=picture.size,
            palette=list(picture.hex_palette),
            output=None if output is None else str(output),
        )


class SuggestionRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One guess of `suggest --json`."""

    guess: str
    is_candidate: bool | None
    """Whether it fits all replies; null when that is not known or replies may be false."""
    worst: int | None
    expected_size: float | None
    entropy_bits: float | None
    parts: int | None
    win_chance: float | None
    why: str
    exact: bool

    @classmethod
    def of(cls, game: Game, suggestion: Suggestion) -> SuggestionRecord:
        """The record of one suggestion: the same, but for the guess as text."""
        return cls(**asdict(suggestion) | {"guess": CANONICAL.format(game, suggestion.guess)})


class ProbabilityRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A code and how probable it is."""

    code: str
    probability: float

    @classmethod
    def of(cls, game: Game, code: Code, probability: float) -> ProbabilityRecord:
        """The record of one code."""
        return cls(code=CANONICAL.format(game, code), probability=probability)


class SuggestRecord(msgspec.Struct, frozen=True, kw_only=True):
    """`suggest --json`."""

    position: str
    candidates: int | None
    suggestions: list[SuggestionRecord]
    strategy: str
    seed: int
    seconds: float
    stopped: str | UnsetType = UNSET
    """Why there are no suggestions, when there are none."""
    noise: float | UnsetType = UNSET
    """The share of false replies assumed or estimated, where some may be false."""
    posterior: list[ProbabilityRecord] | UnsetType = UNSET
    """The most probable codes, where replies may be false."""
    suspect_turns: list[int] | UnsetType = UNSET
    """Turns, from 1, whose replies are probably false."""
    open_order: OpenOrderRecord | UnsetType = UNSET
    """That only the order of the colours is open, when it is."""


class FiguresRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One of the best guesses in `coach --json`."""

    guess: str
    expected_size: float
    entropy_bits: float
    is_candidate: bool

    @classmethod
    def of(cls, game: Game, figures: Figures | None) -> FiguresRecord | None:
        """The record of a guess, where there is one."""
        if figures is None:
            return None
        return cls(
            guess=CANONICAL.format(game, figures.guess),
            expected_size=figures.expected_size,
            entropy_bits=figures.entropy_bits,
            is_candidate=figures.is_candidate,
        )


class ReviewedTurnRecord(msgspec.Struct, frozen=True, kw_only=True):
    """One turn of `coach --json`; figures are null where nothing is known."""

    turn: int
    guess: str
    reply: str
    candidates_before: int | float | None
    """Whole where it is counted or can be, in double precision past 2^53."""
    candidates_after: int | float | None
    expected_size: float | None
    entropy_bits: float | None
    gained_bits: float | None
    fits: bool
    breaks: list[int]
    worth: Literal["best", "good", "probe", "weak", "wasted", "forced", "unknown"]
    best: FiguresRecord | None
    best_fitting: FiguresRecord | None
    skill: float | None
    luck: float | None
    words: str
    retry: str

    @classmethod
    def of(cls, game: Game, turn: ReviewedTurn) -> ReviewedTurnRecord:
        """The record of one turn."""
        return cls(
            turn=turn.turn,
            guess=CANONICAL.format(game, turn.guess),
            reply=str(turn.reply),
            candidates_before=_count(turn.candidates_before),
            candidates_after=_count(turn.candidates_after),
            expected_size=turn.expected_size,
            entropy_bits=turn.entropy_bits,
            gained_bits=turn.gained_bits,
            fits=turn.fits,
            breaks=list(turn.breaks),
            worth=turn.worth,
            best=FiguresRecord.of(game, turn.best),
            best_fitting=FiguresRecord.of(game, turn.best_fitting),
            skill=turn.skill,
            luck=turn.luck,
            words=turn.words,
            retry=str(turn.retry),
        )


EXACT_IN_DOUBLES = 2**53
"""Counts that every reader of JSON takes in exactly."""


def _count(candidates: float | None) -> int | float | None:
    """A count of codes as JSON holds it; None past what double precision holds.

    >>> _count(1296), _count(12.5), _count(10**20), _count(10**400)
    (1296, 12.5, 1e+20, None)
    """
    if candidates is None or candidates < EXACT_IN_DOUBLES:
        return candidates
    try:
        return float(candidates)
    except OverflowError:
        return None


class CoachRecord(msgspec.Struct, frozen=True, kw_only=True):
    """`coach --json`."""

    position: str
    rules: str
    solved: bool
    secret: str | None
    exact: bool
    skill: float | None
    luck: float | None
    words: str
    turning_point: int | None
    candidates_only: bool
    turns: list[ReviewedTurnRecord]

    @classmethod
    def of(cls, review: GameReview) -> CoachRecord:
        """The record of a game that was looked at."""
        game = review.game
        return cls(
            position=str(review.position),
            rules=str(game),
            solved=review.solved,
            secret=None if review.secret is None else CANONICAL.format(game, review.secret),
            exact=review.exact,
            skill=review.skill,
            luck=review.luck,
            words=review.words,
            turning_point=review.turning_point,
            candidates_only=review.candidates_only,
            turns=[ReviewedTurnRecord.of(game, turn) for turn in review.turns],
        )


class RepairRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A reply that, changed, would make the turns fit together."""

    turn: int
    reply: str
    candidates: int | None


class OtherRuleRecord(msgspec.Struct, frozen=True, kw_only=True):
    """Another way to play under which all turns fit together."""

    name: str
    sentence: str
    candidates: int | None


class ConflictRecord(msgspec.Struct, frozen=True, kw_only=True):
    """What any command prints with --json when the turns contradict each other."""

    position: str
    candidates: int
    conflict: list[int] | None
    repairs: list[RepairRecord]
    other_rules: list[OtherRuleRecord]
    exact: bool

    @classmethod
    def of(cls, conflict: Conflict) -> ConflictRecord:
        """The record of one contradiction."""
        return cls(
            position=str(conflict.position),
            candidates=0,
            conflict=None if conflict.turns is None else list(conflict.turns),
            repairs=[
                RepairRecord(turn=repair.turn, reply=str(repair.reply), candidates=repair.candidates)
                for repair in conflict.repairs
            ],
            other_rules=[
                OtherRuleRecord(name=rule.name, sentence=rule.sentence, candidates=rule.candidates)
                for rule in conflict.other_rules
            ],
            exact=conflict.exact,
        )
