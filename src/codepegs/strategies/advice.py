"""The guesses that a strategy suggests at a position, and positions in which only the order of the colours is open.

If replies show only the total, they depend only on the multiset of colours, except for the announced win. Then no other
reply distinguishes the permutations, and they have to be tried one by one.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, NamedTuple

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.codes import Candidates, Decision, are_arrangements, arrangements_of, decide, decide_if_few, known_at
from codepegs.core import loops
from codepegs.errors import Contradiction
from codepegs.game import CANONICAL, Code, Game, JsonKeys, Position, Reply, Turn, TurnArrays, View, part_table, record
from codepegs.reasons import Reason, counted
from codepegs.rng import Seed
from codepegs.strategies import protocol, sampling
from codepegs.strategies.protocol import (
    NOT_COUNTED,
    Budget,
    Codebreaker,
    ExpectedGuesses,
    ForeignHistory,
    Move,
    NoSuggestions,
    Stop,
    Suggestion,
    next_move,
    undescribed,
    with_value_as_reason,
)
from codepegs.strategies.registry import DEFAULT, Player

NODES = 2_000_000
"""Limit of partial multisets, or partial codes, visited: a few hundredths of a second."""

MULTISETS_A_STEP = 250_000
"""Partial multisets visited in one call."""

MOST_CODES_OF_ORDER = 4_000_000
"""Largest number of codes of a game whose candidates are listed without that limit."""

MOST_EXAMINED = 20_000
"""Largest number of candidates examined if replies show white."""


@record("OpenOrderAnswer")
@dataclass(frozen=True, slots=True)
class OpenOrder:
    """A position in which the colours of the secret are known, but not their order."""

    turn: Annotated[
        int, Meta(description="the turn after which this was first known, counted from 1; in advice, the last turn")
    ]
    """Number of turns of the position."""
    colors: tuple[int, ...]
    """The multiset of colours of every candidate, ascending."""
    arrangements: Annotated[int, Meta(description="number of possible orders after it")]
    """Number of candidates, two or more."""
    distinguishable: bool
    """Whether replies distinguish these permutations, apart from the win."""

    def _json_keys(self) -> JsonKeys:
        return {
            "turn": self.turn,
            "arrangements": self.arrangements,
        }

    @property
    def sentence(self) -> str:
        """The note for the player."""
        which = f"Only the order is unknown: {counted(self.arrangements, 'arrangement')} of the same colours"
        if self.distinguishable:
            return f"{which}."
        return f"{which}, which replies cannot distinguish; they are tried one by one."


def open_order(position: Position, candidates: int | None = None) -> OpenOrder | None:
    """Return the open order if only the order is open, otherwise None; replies are assumed to be true."""
    # In the total view it follows from the history. If replies show white, it follows from the list of candidates, if
    # their number, `candidates`, is known and at most `MOST_EXAMINED`. In the black view it is not reported, because
    # every turn is about positions. It is also None if a bounded search is inconclusive.
    game, turn = position.game, len(position.turns)
    if not turn or position.solved or not position.is_known:
        return None
    if game.view is View.TOTAL:
        colors = only_multiset(position)
        if colors is None:
            return None
        asked = {turn.guess for turn in position.turns}
        left = arrangements_of(colors) - sum(tuple(sorted(guess)) == colors for guess in asked)
        return OpenOrder(turn, colors, left, distinguishable=False) if left > 1 else None
    if game.view is not View.WHITE or candidates is None or not 1 < candidates <= MOST_EXAMINED:
        return None
    codes = _listed(position)
    if codes is None or len(codes) < 2 or not are_arrangements(codes):
        return None
    return OpenOrder(turn, tuple(sorted(codes[0].tolist())), len(codes), distinguishable=True)


def only_multiset(position: Position) -> tuple[int, ...] | None:
    """The colours of the secret, ascending, if only one multiset is consistent with the totals; otherwise None."""
    game, turns = position.game, TurnArrays.of(position.game, position.turns)
    order = np.argsort(-turns.copies.sum(axis=0), kind="stable")  # most guessed colours first
    copies = np.ascontiguousarray(turns.copies[:, order])
    search = loops.search_multisets(game.pegs, game.pegs if game.repeats else 1, copies, turns.total)
    out = np.zeros((2, game.colors), dtype=np.int64)
    found = visited = 0
    done = False
    while not done and found < 2:
        if visited == NODES:
            return None
        more, nodes, done = loops.next_multisets(search, out[found:], min(MULTISETS_A_STEP, NODES - visited))
        found += more
        visited += nodes
    if found != 1:
        return None
    return tuple(sorted(np.repeat(order, out[0]).tolist()))


def _listed(position: Position) -> NDArray[np.integer] | None:
    """All candidates, or None if a bounded search does not list them."""
    game = position.game
    if game.size <= MOST_CODES_OF_ORDER:
        return Candidates.after(position).codes
    if game.pegs > sampling.MOST_CHAIN_PEGS or game.colors > sampling.MOST_CHAIN_COLORS:
        return None

    codes = sampling.list_fitting(sampling.Evidence(game, position.turns), MOST_EXAMINED, NODES).codes
    if codes is None:
        return None
    for turn in position.turns:  # if replies show only white, a guess that was not the secret may seem consistent
        codes = codes[~sampling.is_code(codes, turn.guess)]
    return codes


class OrderNote:
    """An observer of a game with true replies that records from which turn on only the order is open."""

    def __init__(self, game: Game) -> None:
        self.position = Position(game)
        self.first: OpenOrder | None = None
        """The open order at the first turn after which only the order was open."""

    def learn(self, guess: Code, reply: Reply, candidates: int | None) -> None:
        self.follow(Position(self.position.game, (*self.position.turns, Turn(guess, reply))), candidates)

    def follow(self, position: Position, candidates: int | None) -> None:
        self.position = position
        if self.first is not None and self.first.turn > len(position.turns):
            self.first = None  # turns were undone
        if self.first is None:
            self.first = open_order(position, candidates)

    @property
    def is_new(self) -> bool:
        """Whether only the order has been open since the last turn."""
        return self.first is not None and self.first.turn == len(self.position.turns)

    @property
    def sentence(self) -> str:
        """The note for the player; empty unless only the order of the colours is unknown."""
        return "" if self.first is None else self.first.sentence


logger = logging.getLogger(__name__)


def begin(player: Player, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    """Create a codebreaker that continues from a history."""
    # If the codes of the game are too many to list and few are expected to be consistent, these are searched for
    # exactly.
    return begin_at(player, Position(game, history), seed)[0]


def begin_at(player: Player, position: Position, seed: Seed) -> tuple[Codebreaker, Decision]:
    """As `begin`, and return also what an exact search found."""
    game, history = position.game, position.turns
    known = Decision((), False)
    if player.noise.trusts and not position.solved:
        known = decide_if_few(position)
    if known.consistent is False:
        raise Contradiction.of(game, len(history))
    try:
        codebreaker = player.start(game, seed, history)
    except ForeignHistory as error:
        codebreaker = Player.parse(DEFAULT).start(game, seed, history)
        logger.info(f"{error}; auto plays instead")
    if known.complete:
        codebreaker.adopt_codes(known.codes, complete=True)
    return codebreaker, known


class Finding(NamedTuple):
    """Whether the replies of a person can all be true."""

    consistent: bool | None
    """True if a consistent code is known; None if neither a consistent code nor a contradiction was found."""
    is_new: bool = False
    """Whether the codebreaker was given consistent codes that it had not found: its guesses may now differ."""
    is_searched: bool = True
    """Whether a consistent code was searched for, if none is known."""


def verify(codebreaker: Codebreaker, player: Player, guesses: Sequence[Code]) -> Finding:
    """Check that the replies of a person can all be true, before any guess of a codebreaker is shown."""
    # If the codebreaker knows no consistent code, an exact search with a limit decides; not if replies may be false, or
    # if the strategy follows from its own guesses alone what is still possible, such as `streaming`.
    position = codebreaker.position
    if player.noise.doubts:
        return Finding(None, is_searched=False)
    report = codebreaker.report()
    if report.candidates or report.found or any(position.fits(guess) for guess in guesses):
        return Finding(True)
    if report.found is None and player.playing(position.game).strategy.own_guesses_only:
        return Finding(None, is_searched=False)
    decision = decide(position)
    if decision.consistent is False:
        raise Contradiction.of(position.game, len(position.turns))
    is_for_it = report.found is False and bool(decision.codes)
    return Finding(decision.consistent, is_for_it and codebreaker.adopt_codes(decision.codes, decision.complete))


def verified_move(codebreaker: Codebreaker, player: Player, budget: Budget) -> tuple[Move, Finding]:
    """The move of a codebreaker where replies come from a person, and what `verify` finds; raises what it raises."""
    game = codebreaker.position.game
    move = next_move(codebreaker, game, budget)
    finding = verify(codebreaker, player, [] if isinstance(move, Stop) else [move.code])
    return (next_move(codebreaker, game, budget) if finding.is_new else move), finding


def closest_reason(position: Position, code: Code) -> Reason:
    """Return how far the closest code found is from being consistent."""
    game = position.game
    broken = sum(not turn.reply.fits(game._reply_between(turn.guess, code)) for turn in position.turns)
    return Reason.of("breaks", broken=broken, turns=len(position.turns))


def the_only(game: Game, code: Code) -> Suggestion:
    """Return the suggestion of the only candidate."""
    sizes = np.zeros(len(part_table(game)), dtype=np.int64)
    sizes[-1] = 1  # the win
    return replace(protocol.describe(code, sizes), expected=ExpectedGuesses(1.0), text=CANONICAL.format(game, code))


def closest(position: Position, found: Suggestion) -> Suggestion:
    """Return the suggestion of the closest code found, if no consistent code is known."""
    reason = closest_reason(position, found.guess)
    return replace(undescribed(found.guess), text=found.text, is_candidate=False, reasons=(reason,))


def may_be_secret(position: Position, player: Player, guess: Code) -> bool | None:
    """Return whether a guess is consistent with the position."""
    return None if player.noise.doubts else position.fits(guess)


def checked(position: Position, player: Player, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
    """Return suggestions with their texts, and `is_candidate` by the replies, whatever a strategy reported."""
    game, doubts, result = position.game, player.noise.doubts, []
    for found in suggestions:
        guess = game.check_code(found.guess)
        fits = None if doubts else position.fits(guess)
        reasons = (_UNCOUNTED[fits],) if found.reasons == (NOT_COUNTED,) else found.reasons
        chance = 0.0 if fits is False and found.win_chance else found.win_chance
        text = CANONICAL.spell(game, guess)
        result.append(replace(found, guess=guess, text=text, is_candidate=fits, win_chance=chance, reasons=reasons))
    return result


def advise(codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None) -> list[Suggestion]:
    """Return the best guesses of a codebreaker at its position."""
    return advise_or_stop(codebreaker, most, budget)[0]


def advise_or_stop(
    codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None
) -> tuple[list[Suggestion], str | None]:
    """Return the best guesses of a codebreaker at its position, or why there are none."""
    known = known_at(codebreaker.position)
    if known is not None:
        return [], known.words
    ranked = codebreaker.rank(most, budget)
    unvalued = [found.guess for found in ranked if found.expected is None]
    values = {found.guess: found.expected for found in codebreaker.describe(unvalued, budget)} if unvalued else {}
    valued = [replace(found, expected=found.expected or values.get(found.guess)) for found in ranked]
    game = codebreaker.position.game
    reason = ranked.reason if isinstance(ranked, NoSuggestions) else None
    return [with_value_as_reason(found, game) for found in valued], reason


_UNCOUNTED = {
    True: Reason.of("uncounted_candidate"),
    False: Reason.of("uncounted_other"),
    None: NOT_COUNTED,
}
