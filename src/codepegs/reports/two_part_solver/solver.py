"""The strategies of the two-part solver report: small games, its two methods for large ones, and both together."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import comb
from operator import eq
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import MOST_CODES, Candidates
from codepegs.errors import BadStrategy, Contradiction
from codepegs.game import Code, Game, Position, Reply, Turn, View
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason, Value
from codepegs.rng import Seed
from codepegs.strategies import (
    Budget,
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
from codepegs.trees import WHOLE, Shard, Tree, TreeFigures, walked_tree

UNKNOWN = -1
"""Marks a peg whose colour is not known."""


class Asked(NamedTuple):
    """What a script asks now."""

    code: Code
    consistent: bool | None
    """Whether the guess is consistent with all replies; None if that is not known."""
    known: int
    """Pegs whose colour is known."""


Script = Generator[Asked, int, None]
"""What uses only its own guesses and their black pegs, and is sent those of each reply that does not win; it ends if no
code gives the reply."""


def raising(game: Game, options: NoOptions) -> Script:
    """Start with the first colour everywhere, then increment one peg after another until black rises or falls."""
    colors = [0] * game.pegs
    black = first_left = yield Asked(tuple(colors), True, 0)
    fits = True if game.view is View.BLACK else None  # white is ignored
    for known, peg in enumerate(reversed(range(game.pegs))):
        for color in range(1, game.colors):
            colors[peg] = color
            # Black is consistent if all pegs after this one can have the first colour.
            can_be_last = first_left == game.pegs - known - 1
            change = (yield Asked(tuple(colors), fits if can_be_last else False, known)) - black
            if change == 1:
                black += 1
                break
            if change == -1 and color == 1 and first_left:
                colors[peg] = 0
                first_left -= 1
                break
            if change:
                return
        else:
            return


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


def color_by_color(game: Game, options: ColorOptions) -> Script:
    """Count each colour with a guess of it alone, then locate it: one peg in this colour, the others in the first."""
    saves_more = options.savings == "more"
    counts: list[int] = []
    left = game.pegs
    while left if saves_more else len(counts) < game.colors:
        black = yield Asked((len(counts),) * game.pegs, left == game.pegs, 0)
        left -= black
        if left < 0 or (len(counts) == game.colors - 1 and left):
            return
        counts.append(black)
        if saves_more and len(counts) == game.colors - 1:
            counts.append(left)
            left = 0
    order = range(game.pegs - 1, -1, -1)
    placed = [UNKNOWN] * game.pegs
    has_first: list[bool | None] = [None] * game.pegs
    """Whether the peg has the first colour, if known from a reply."""
    firsts_seen, to_place = 0, sum(counts[1:])

    def tried(peg: int, color: int) -> Asked:
        asked = [0 if known == UNKNOWN else known for known in placed] if saves_more else [0] * game.pegs
        asked[peg] = color
        can_be_last = counts[0] == game.pegs - 1 and to_place == 1 and placed[peg] == UNKNOWN
        fits = None if saves_more and to_place == 1 else can_be_last
        return Asked(tuple(asked), fits, game.pegs - placed.count(UNKNOWN))

    before = 0
    for color in (color for color in range(1, len(counts)) if counts[color]):
        base = counts[0] + (sum(known > 0 for known in placed) if saves_more else 0)
        tries_known = options.savings == "printed" and placed[order[0]] == before  # as the game that is printed
        if tries_known and (yield tried(order[0], color)) != base:
            return
        before = color
        left = counts[color]
        open_pegs = [peg for peg in order if placed[peg] == UNKNOWN]
        for number, peg in enumerate(open_pegs):
            is_full = left == len(open_pegs) - number
            if saves_more and is_full:  # what is implied is filled without a guess
                for implied in open_pegs[number:]:
                    placed[implied] = color
                to_place -= left
                break
            change = (yield tried(peg, color)) - base
            first = has_first[peg]
            if change == 1 and not first:
                placed[peg] = color
                base += 1 if saves_more else 0
                left -= 1
                to_place -= 1
                if not left:
                    break
            elif change == -1 and first is not False and not is_full and (first or firsts_seen < counts[0]):
                if first is None:
                    has_first[peg] = True
                    firsts_seen += 1
                if saves_more:
                    placed[peg] = 0
            elif change == 0 and not first and not is_full:
                has_first[peg] = False
            else:
                return
    yield Asked(tuple(0 if known == UNKNOWN else known for known in placed), True, game.pegs - placed.count(UNKNOWN))


class ScriptedCodebreaker(Codebreaker):
    """A codebreaker that plays a script, which continues only from its own guesses."""

    # It stores only the replies: the guesses follow from them, and would need much memory in large games.

    compared = ("name",)

    def __init__(self, name: str, game: Game, make: Callable[[], Script], history: tuple[Turn, ...]) -> None:
        self.name = name
        self.game = game
        self.make = make
        self.replies: list[Reply] = []
        self.script, self.asked = self._replayed()
        for turn in history:
            self.learn(turn)

    def _replayed(self, turns: list[Turn] | None = None) -> tuple[Script, Asked]:
        """A new script at this position, and what it asks; the turns are added to a list, if one is given."""
        script = self.make()
        asked = next(script)
        for reply in self.replies:
            if turns is not None:
                turns.append(Turn(asked.code, reply))
            if reply.solved:
                script.close()  # so that it takes no other reply to the secret
            else:
                asked = script.send(reply.black or 0)
        return script, asked

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "script"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ |= state
        self.script, self.asked = self._replayed()

    @property
    def solved(self) -> bool:
        """Whether the last guess won."""
        return bool(self.replies) and self.replies[-1].solved

    @property
    def position(self) -> Position:
        """The rules and the turns so far, replayed."""
        turns: list[Turn] = []
        self._replayed(turns)
        return Position(self.game, tuple(turns))

    def next(self, budget: Budget | None = None) -> Guess:
        return Guess(self.asked.code, True if self.solved else self.asked.consistent)

    def learn(self, turn: Turn) -> None:
        """Add a turn, which must be the script's; contradictions are found as far as black pegs show them."""
        guess, reply = self.game.check_code(turn.guess), self.game.check_reply(turn.guess, turn.reply)
        number = len(self.replies) + 1
        if guess != self.asked.code:
            raise ForeignHistory.because("not_own_guess", strategy=self.name, turn=number)
        if reply.solved:
            self.script.close()
        else:
            try:
                self.asked = self.script.send(reply.black or 0)
            except BaseException as error:  # no code gives the reply, or an interrupt: both end the script
                self.script, self.asked = self._replayed()
                if isinstance(error, StopIteration):
                    raise Contradiction.because(self.game._reason("no_code_by_black", turns=number)) from None
                raise
        self.replies.append(reply)

    def report(self) -> Report:
        """Return the number of known pegs; candidates are not counted."""
        if not self.replies:
            return Report(candidates=self.game.size)
        if self.solved:
            return Report(candidates=1)
        return Report(notes=(f"{self.asked.known:,} of {self.game.pegs:,} pegs known",))

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Return only the guess of the script, which compares no others."""
        return [replace(found, reasons=(Reason.of("script"),)) for found in super().rank(most, budget)]


@dataclass(frozen=True)
class ScriptPlan(Plan):
    """The plan of a script, which is played against every secret."""

    game: Game
    name: str
    script: Callable[[], Script]

    def tree(self, threads: WorkerThreads) -> Tree:
        def choose(position: Position, left: Candidates, threads: WorkerThreads) -> Code:
            return ScriptedCodebreaker(self.name, self.game, self.script, position.turns).asked.code

        return walked_tree(Position(self.game), choose, threads=threads)

    def figures(self, threads: WorkerThreads, shard: Shard = WHOLE) -> TreeFigures:
        keys = Candidates.all(self.game).keys[slice(*shard.interval(self.game.size))]
        lengths = self.lengths(Candidates(self.game, keys), threads)
        return TreeFigures(tuple(np.bincount(np.array(lengths, dtype=np.int64))[1:].tolist()))

    def all_lengths(self, threads: WorkerThreads) -> NDArray[np.int64]:
        return np.array(self.lengths(Candidates.all(self.game), threads), dtype=np.int64)

    def lengths(self, secrets: Sequence[Code] | Candidates, threads: WorkerThreads) -> list[int]:
        def play(first: int, after: int) -> list[int]:
            return [self._length(secret) for secret in secrets[first:after]]

        chunks = threads.map(len(secrets), -(-len(secrets) // 1_000), play)  # games between two reports of progress
        return [length for chunk in chunks for length in chunk]

    def _length(self, secret: Code) -> int:
        script = self.script()
        asked, made = next(script), 1
        while (black := sum(map(eq, asked.code, secret))) < self.game.pegs:
            asked = script.send(black)
            made += 1
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
        return ScriptPlan(game, name, partial(make, game, options))

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
    raising,
    NoOptions,
    "starts with one colour, then increments one peg at a time until black rises or falls",
    "the two-part solver report (brute force)",
)
COLOR_FIRST = script_strategy(
    "colour-first",
    color_by_color,
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


SIMPLIFIED_MINIMAX: Strategy[NoOptions] = Strategy(
    name="simplified-minimax",
    summary="half the pegs of one colour and half of another (2233) first, then the consistent code that is the lowest "
    "when read from right to left",
    origin="the two-part solver report (first algorithm)",
    limits="up to 2,097,152 (8^7) codes",
    start=lambda game, options, seed, history: ConsistentCodebreaker(
        game, LowestOptions(first=second_and_third(game), backwards=True), seed, history
    ),
    refuses=lambda game: None if game.size <= SIMPLIFIED_MOST else Reason.of("plays_up_to_codes", most=SIMPLIFIED_MOST),
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
            raise BadStrategy.because(
                reason.within("part_cannot_play", part=large.name, game=str(game), **where(options))
            )
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
