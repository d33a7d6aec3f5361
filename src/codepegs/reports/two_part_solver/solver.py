"""The strategies of the two-part solver report: small games, its two methods for large ones, and both together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb
from operator import eq
from typing import Annotated, Any, Literal, Protocol

import msgspec
from msgspec import Meta

from codepegs.codes import MOST_CODES, Candidates
from codepegs.errors import BadStrategy, Contradiction
from codepegs.game import Code, Game, Position, Reply, Turn, View
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, Value
from codepegs.rng import Seed
from codepegs.strategies import (
    Budget,
    ChosenPlan,
    Codebreaker,
    ConsistentCodebreaker,
    ForeignHistory,
    Guess,
    LowestOptions,
    NoOptions,
    Plan,
    Report,
    Strategy,
    Suggestion,
    lowest_first_plan,
    refuses_without_black,
)
from codepegs.trees import WHOLE, Shard, TreeFigures

UNKNOWN = -1
"""Marks a peg whose colour is not known."""


class Script(Protocol):
    """A script that uses only its own guesses and their black pegs."""

    @property
    def code(self) -> Code:
        """What it asks now."""
        ...

    @property
    def consistent(self) -> bool | None:
        """Whether the guess is consistent with all replies; None if that is not known."""
        ...

    @property
    def known(self) -> int:
        """Pegs whose colour is known."""
        ...

    def take(self, black: int) -> bool:
        """Continue after a reply that does not win; False, with the state unchanged, if no code gives the reply."""
        ...


class Raising:
    """Start with the first colour everywhere, then increment one peg after another until black rises or falls."""

    def __init__(self, game: Game, options: NoOptions) -> None:
        self.game = game
        self.order = range(game.pegs - 1, -1, -1)
        self.colors = [0] * game.pegs
        self.known = 0
        self.black = UNKNOWN
        self.first_left = 0
        """Pegs of the first colour that are still to be found."""

    @property
    def code(self) -> Code:
        """What it asks now."""
        return tuple(self.colors)

    @property
    def consistent(self) -> bool | None:
        """Whether black is consistent: the pegs after the current one can have the first colour. White is ignored."""
        if self.black == UNKNOWN:
            return True
        if self.first_left != self.game.pegs - self.known - 1:
            return False
        return True if self.game.view is View.BLACK else None

    def take(self, black: int) -> bool:
        """Continue after a reply that does not win."""
        if self.black == UNKNOWN:
            if self.game.colors == 1:
                return False
            self.black = self.first_left = black
            self._raise()
            return True
        color = self.colors[self.order[self.known]]
        change = black - self.black
        if change == 1:
            self.black = black
            self.known += 1
        elif change == -1 and color == 1 and self.first_left:
            self.colors[self.order[self.known]] = 0
            self.first_left -= 1
            self.known += 1
        elif change or color == self.game.colors - 1:
            return False
        self._raise()
        return True

    def _raise(self) -> None:
        self.colors[self.order[self.known]] += 1


class ColorOptions(msgspec.Struct, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the script that proceeds colour by colour."""

    savings: Annotated[
        Literal["printed", "text", "more"],
        Meta(
            description="which guesses are skipped: printed (as in the game printed in the report, including its slip "
            "at the last peg), text (as described in the report) or more (all guesses that the black counts make "
            "superfluous)"
        ),
    ] = "text"


class ColorByColor:
    """Count each colour with a guess of it alone, then locate it: one peg in this colour, the others in the first."""

    def __init__(self, game: Game, options: ColorOptions) -> None:
        self.game = game
        self.savings = options.savings
        self.order = range(game.pegs - 1, -1, -1)
        self.counts: list[int] = []
        """Pegs of each colour counted so far."""
        self.left: list[int] = []
        """Pegs of each colour still to be placed, once all are counted."""
        self.placed = [UNKNOWN] * game.pegs
        self.known = 0
        self.first_at: list[bool | None] = [None] * game.pegs
        """Whether the first colour occurs, if known from a reply."""
        self.first_seen = 0
        self.color = 0
        self.at = 0
        """Index of the peg at which this colour is tried; past the end when all colours are located."""
        self.tries_left = 0

    @property
    def code(self) -> Code:
        """What it asks now."""
        if not self.left:
            return (len(self.counts),) * self.game.pegs
        if self.at == self.game.pegs:
            return tuple(0 if color == UNKNOWN else color for color in self.placed)
        asked = [0] * self.game.pegs
        if self.savings == "more":
            asked = [0 if color == UNKNOWN else color for color in self.placed]
        asked[self.order[self.at]] = self.color
        return tuple(asked)

    @property
    def consistent(self) -> bool | None:
        """Whether it is consistent with all replies; None for guesses of `more` that may be the last."""
        if not self.left:
            return not any(self.counts)
        if self.at == self.game.pegs:
            return True
        to_place = sum(self.left[1:])
        if self.savings == "more" and to_place == 1:
            return None
        return self.counts[0] == self.game.pegs - 1 and to_place == 1 and self.placed[self.order[self.at]] == UNKNOWN

    def take(self, black: int) -> bool:
        """Continue after a reply that does not win."""
        if not self.left:
            return self._count(black)
        if self.at == self.game.pegs:
            return False
        here = self.order[self.at]
        base = self.counts[0]
        if self.savings == "more":
            base += sum(color > 0 for color in self.placed)
        if self.placed[here] != UNKNOWN:  # as printed, although the peg is known already
            if black != base:
                return False
            self._next_peg()
            return True
        if not self._place(here, black - base):
            return False
        if not self.left[self.color]:
            self._next_color()
        else:
            self._next_peg()
        return True

    def _count(self, black: int) -> bool:
        colors, pegs = self.game.colors, self.game.pegs
        counted = sum(self.counts) + black
        if counted > pegs or (len(self.counts) == colors - 1 and counted != pegs):
            return False
        self.counts.append(black)
        if self.savings == "more" and len(self.counts) == colors - 1:
            self.counts.append(pegs - counted)
            counted = pegs
        if len(self.counts) == colors or (self.savings == "more" and counted == pegs):
            self.left = self.counts.copy()
            self._next_color()
        return True

    def _place(self, here: int, change: int) -> bool:
        """Record the change of black after a try at a peg; False if no code gives it."""
        first, enough = self.first_at[here], self.tries_left > self.left[self.color]
        if change == 1 and not first:
            self.placed[here] = self.color
            self.left[self.color] -= 1
            self.known += 1
        elif change == -1 and first is not False and enough and (first or self.first_seen < self.counts[0]):
            if first is None:
                self.first_at[here] = True
                self.first_seen += 1
            if self.savings == "more":
                self.placed[here] = 0
                self.known += 1
        elif change == 0 and not first and enough:
            self.first_at[here] = False
        else:
            return False
        self.tries_left -= 1
        return True

    def _next_color(self) -> None:
        """Continue with the next colour of the code; with `more`, implied positions are filled without a guess."""
        before = self.color
        self.color += 1
        while self.color < len(self.left) and not self.left[self.color]:
            self.color += 1
        if self.color == len(self.left):
            self.at = self.game.pegs
            return
        self.tries_left = self.placed.count(UNKNOWN)
        self.at = -1
        if self.savings == "printed" and self.placed[self.order[0]] == before:
            self.at = 0
        else:
            self._next_peg()

    def _next_peg(self) -> None:
        if self.savings == "more" and self.tries_left == self.left[self.color]:
            for here in self.order[self.at + 1 :]:
                if self.placed[here] == UNKNOWN:
                    self.placed[here] = self.color
                    self.known += 1
            self.left[self.color] = 0
            self._next_color()
            return
        self.at += 1
        while self.placed[self.order[self.at]] != UNKNOWN:
            self.at += 1


class ScriptedCodebreaker(Codebreaker):
    """A codebreaker that plays a script, which continues only from its own guesses."""

    # It stores only the replies: the guesses follow from them, and would need much memory in large games.

    compared = ("name",)

    def __init__(self, name: str, game: Game, make: Callable[[], Script], history: tuple[Turn, ...]) -> None:
        self.name = name
        self.game = game
        self.make = make
        self.script = make()
        self.replies: list[Reply] = []
        self._found: Code | None = None
        for turn in history:
            self.learn(turn)

    @property
    def position(self) -> Position:
        """The rules and the turns so far, replayed."""
        script = self.make()
        turns = []
        for reply in self.replies:
            turns.append(Turn(script.code, reply))
            if not reply.solved:
                script.take(reply.black or 0)
        return Position(self.game, tuple(turns))

    def next(self, budget: Budget | None = None) -> Guess:
        """Return the move at this position."""
        if self._found is not None:
            return Guess(self._found, consistent=True)
        return Guess(self.script.code, self.script.consistent)

    def learn(self, turn: Turn) -> None:
        """Add a turn, which must be the script's; contradictions are found as far as black pegs show them."""
        guess, reply = self.game.check_code(turn.guess), self.game.check_reply(turn.guess, turn.reply)
        number = len(self.replies) + 1
        if guess != (self.script.code if self._found is None else self._found):
            raise ForeignHistory(f"{self.name} would not have made the guess in turn {number}")
        if reply.solved:
            self._found = guess
        else:
            assert reply.black is not None
            if self._found is not None or not self.script.take(reply.black):
                raise Contradiction.because(self.game.reason("no_code_by_black", turns=number))
        self.replies.append(reply)

    def report(self) -> Report:
        """Return the number of known pegs; candidates are not counted."""
        if not self.replies:
            return Report(candidates=self.game.size)
        if self._found is not None:
            return Report(candidates=1)
        return Report(notes=(f"{self.script.known:,} of {self.game.pegs:,} pegs known",))

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Return only the guess of the script, which compares no others."""
        return [replace(found, reasons=(Reason.of("script"),)) for found in super().rank(most, budget)]


@dataclass(frozen=True)
class ScriptPlan(ChosenPlan):
    """The plan of a script, which is played against every secret."""

    script: Callable[[], Script]

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        """Count the guesses over all secrets, or over a share of them."""
        first, after = shard.interval(self.game.size)
        keys = Candidates.all(self.game)
        counts = Counter(self._length(keys[number]) for number in range(first, after))
        return TreeFigures(tuple(counts[length] for length in range(1, max(counts, default=0) + 1)))

    def lengths(self, secrets: Sequence[Code], threads: WorkerThreads) -> list[int]:
        """Return the number of guesses for each of some secrets."""
        return [self._length(secret) for secret in secrets]

    def _length(self, secret: Code) -> int:
        script = self.script()
        made = 1
        while (black := sum(map(eq, script.code, secret))) < self.game.pegs:
            made += 1
            assert script.take(black)
        return made


def brute_force_average(game: Game) -> Fraction:
    """Compute the average number of guesses of `brute-force` over all secrets, exactly."""
    # A peg of the first colour takes one guess, one of the n-th takes n - 1. Pegs of the first colour after the last
    # peg of another colour are right from the start and take none.
    pegs, colors = game.pegs, game.colors
    if colors == 1:
        return Fraction(1)
    a_peg = Fraction(1 + colors * (colors - 1) // 2, colors)
    behind = sum((Fraction(1, colors**count) for count in range(1, pegs + 1)), Fraction(0))
    return 1 + pegs * a_peg - behind


def color_first_average(game: Game) -> float:
    """Compute the average number of guesses of `colour-first` over all secrets, with the report's savings."""
    # The last of m pegs of a colour is on average at position m (n + 1) / (m + 1) of the n that are open, and m is
    # binomial. Codes of one colour, and those with one peg in another colour than the first, are found on the way.
    pegs, colors = game.pegs, game.colors
    if pegs == 1:
        return (colors + 1) / 2
    tries = [0.0] * (pegs + 1)  # by open pegs, for the remaining colours
    for others in range(1, colors):  # remaining colours besides the current one
        tries = [
            sum(
                comb(n, held)
                * others ** (n - held)
                / (others + 1) ** n
                * (held * (n + 1) / (held + 1) + tries[n - held])
                for held in range(n + 1)
            )
            for n in range(pegs + 1)
        ]
    one_color = sum(colors + (pegs if color else 0) - color for color in range(colors))
    return colors + 1 + tries[pegs] - (one_color + pegs * (colors - 1)) / game.size


def script_strategy(
    name: str, make: Callable[[Game, Any], Script], options_type: type[msgspec.Struct], summary: str, origin: str
) -> Strategy[Any]:
    """Return the strategy of a script, which `make` creates from a game and options."""

    def start(game: Game, options: Any, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        return ScriptedCodebreaker(name, game, partial(make, game, options), history)

    def plan(game: Game, options: Any, threads: WorkerThreads) -> Plan:
        def choose(position: Position, left: Candidates, threads: WorkerThreads) -> Code:
            codebreaker = ScriptedCodebreaker(name, game, partial(make, game, options), position.turns)
            return codebreaker.script.code

        return ScriptPlan(game, choose, partial(make, game, options))

    return Strategy(
        name=name,
        summary=summary,
        origin=origin,
        limits="games of any size in which colours may repeat and replies show black (white is ignored); after guesses "
        "other than its own, auto takes over",
        options=options_type,
        start=start,
        refuses=refuses_without_black,
        plan=plan,
        own_guesses_only=True,
    )


BRUTE_FORCE = script_strategy(
    "brute-force",
    Raising,
    NoOptions,
    "starts with one colour, then increments one peg at a time until black rises or falls",
    "the two-part solver report (brute force)",
)
COLOR_FIRST = script_strategy(
    "colour-first",
    ColorByColor,
    ColorOptions,
    "counts each colour with a guess of that colour only, then finds its positions one by one",
    "the two-part solver report (improved brute force)",
)


SIMPLIFIED_MOST = 8**7
"""Largest number of codes for which the two-part solver report uses its first algorithm."""


def second_and_third(game: Game) -> str:
    """Return the report's first guess: half the pegs in the second colour, half in the third (1s and 2s, from 0)."""
    if not game.repeats or game.colors < 3:
        return "half"
    longer = (game.pegs + 1) // 2
    return ".".join("2" if i < longer else "3" for i in range(game.pegs))


def _start_simplified(game: Game, options: NoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    faithful = LowestOptions(first=second_and_third(game), backwards=True)
    return ConsistentCodebreaker(game, faithful, seed, history)


def _refuses_simplified(game: Game) -> Reason | None:
    return None if game.size <= SIMPLIFIED_MOST else Reason.of("plays_up_to_codes", most=SIMPLIFIED_MOST)


SIMPLIFIED_MINIMAX = Strategy(
    name="simplified-minimax",
    summary="half the pegs of one colour and half of another (2233) first, then the consistent code that is the lowest "
    "when read from right to left",
    origin="the two-part solver report (first algorithm)",
    limits="up to 2,097,152 (8^7) codes",
    start=_start_simplified,
    refuses=_refuses_simplified,
    plan=lambda game, options, threads: lowest_first_plan(game, second_and_third(game), backwards=True),
)


class TwoPartOptions(ColorOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the two-part solver report's solver: where it switches methods, and those of its second part."""

    until: Annotated[int, Meta(ge=0, le=MOST_CODES, description="largest number of codes for the first algorithm")] = (
        SIMPLIFIED_MOST
    )


def two_parts(
    small: Strategy[Any],
    large: Strategy[Any],
    options_type: type[msgspec.Struct],
    *,
    is_small: Callable[[Game, Any], bool],
    where: Callable[[Any], dict[str, Value]],
    **others: Any,
) -> Strategy[Any]:
    """Return the strategy that plays a script in large games, and another in small ones; `where` for reasons."""

    def start(game: Game, options: Any, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
        if is_small(game, options):
            return small.begin(game, small.options(), seed, history)
        reason = large.why_not(game)
        if reason is not None:
            values = {"part": large.name, "game": str(game), **where(options)}
            raise BadStrategy.because(reason.within("part_cannot_play", **values))
        return large.begin(game, options, seed, history)

    def refuses(game: Game) -> Reason | None:
        usual = options_type()
        reason = None if is_small(game, usual) else refuses_without_black(game)
        if reason is None:
            return None
        kind = {"needs_repeats": "part_needs_repeats", "needs_black": "part_needs_black"}[reason.kind]
        return Reason.of(kind, part=large.name, **where(usual), **dict(reason.values))

    def plan(game: Game, options: Any, threads: WorkerThreads) -> Plan | None:
        if is_small(game, options):
            return small.plan(game, small.options(), threads)
        return large.plan(game, options, threads)

    return Strategy(options=options_type, start=start, refuses=refuses, plan=plan, own_guesses_only=True, **others)


SMALL_THEN_COLOR_FIRST = two_parts(
    SIMPLIFIED_MINIMAX,
    COLOR_FIRST,
    TwoPartOptions,
    is_small=lambda game, options: game.size <= options.until,
    where=lambda options: {"where": "above_codes", "limit": options.until},
    name="small-then-colour-first",
    summary="simplified-minimax up to 2,097,152 (8^7) codes, colour-first above",
    origin="the two-part solver report (complete solver)",
    limits="any game of up to 2,097,152 codes; larger ones only if colours may repeat, replies show black, and all "
    "guesses were its own",
)
