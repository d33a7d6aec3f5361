"""The guesses that a strategy suggests at a position."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from codepegs.codes import Candidates, Decision, decide, decide_if_few, is_over
from codepegs.errors import Contradiction, one_of
from codepegs.game import CANONICAL, Code, Game, Position, Reason, Turn, part_table
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    NOT_COUNTED,
    Budget,
    Codebreaker,
    ExpectedGuesses,
    ForeignHistory,
    Move,
    NoSuggestions,
    Player,
    Stop,
    Suggestion,
    next_move,
    undescribed,
    with_value_as_reason,
)

logger = logging.getLogger(__name__)


def begin(player: Player, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    """Create a codebreaker that continues from a history.

    If the codes of the game are too many to list and few are expected to be consistent, these are searched for exactly.
    """
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
        logger.info(f"{error}; auto plays instead")
        codebreaker = Player.parse(DEFAULT).start(game, seed, history)
    if known.complete:
        codebreaker.adopt_codes(known.codes, complete=True)
    return codebreaker, known


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether the replies of a person can all be true."""

    consistent: bool | None
    """True if a consistent code is known; None if neither a consistent code nor a contradiction was found."""
    is_new: bool = False
    """Whether the codebreaker was given consistent codes that it had not found: its guesses may now differ."""
    is_searched: bool = True
    """Whether a consistent code was searched for, if none is known."""


def verify(codebreaker: Codebreaker, player: Player, guesses: Sequence[Code]) -> Finding:
    """Check that the replies of a person can all be true, before any guess of a codebreaker is shown.

    Everything that takes replies from a person uses this function. If the codebreaker knows no consistent code, an
    exact search with a limit decides.

    Args:
        codebreaker: The codebreaker.
        player: The strategy with its options.
        guesses: The guesses that it chose.

    Returns:
        The finding; without a search if replies may be false, or if the strategy follows from its own guesses alone
        what is still possible, such as `streaming`.

    Raises:
        Contradiction: No code is consistent with the replies.

    >>> player = Player.parse("minimax")
    >>> verify(player.start(Game(4, 6), Seed(1)), player, [])
    Finding(consistent=True, is_new=False, is_searched=True)
    """
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
    """Return how far the closest code found is from being consistent.

    >>> closest_reason(Position.parse("p4c6 1122:1b0w 1122:2b0w"), (0, 2, 2, 2)).text
    'No code consistent with all replies was found; this one breaks 1 of 2.'
    """
    game = position.game
    broken = sum(not turn.reply.fits(game.reply_between(turn.guess, code)) for turn in position.turns)
    return Reason.of("breaks", broken=broken, turns=len(position.turns))


def the_only(game: Game, code: Code) -> Suggestion:
    """Return the suggestion of the only candidate.

    >>> the_only(Game(4, 6), (0, 0, 1, 1)).why
    'The only candidate, so it is the secret.'
    """
    from codepegs.strategies.one_step import describe

    sizes = np.zeros(len(part_table(game)), dtype=np.int64)
    sizes[-1] = 1  # the win
    return replace(describe(code, sizes), expected=ExpectedGuesses(1.0), text=CANONICAL.format(game, code))


def closest(position: Position, found: Suggestion) -> Suggestion:
    """Return the suggestion of the closest code found, if no consistent code is known."""
    reason = closest_reason(position, found.guess)
    return replace(undescribed(found.guess), text=found.text, is_candidate=False, reasons=(reason,))


def may_be_secret(position: Position, player: Player, guess: Code) -> bool | None:
    """Return whether a guess is consistent with the position."""
    return None if player.noise.doubts else position.fits(guess)


def checked(position: Position, player: Player, found: Suggestion) -> Suggestion:
    """Return a suggestion with its text, whose `is_candidate` follows from the replies, whatever the strategy reported.

    >>> from codepegs.strategies import Player
    >>> guess = Suggestion((0, 0, 1, 2), True, None, None, None, None, None, (), exact=False)
    >>> checked(Position.parse("p4c6 1122:1b0w"), Player.parse("minimax"), guess).is_candidate
    False
    """
    guess = position.game.check_code(found.guess)
    found = replace(found, guess=guess, text=CANONICAL.format(position.game, guess))
    found = replace(found, is_candidate=may_be_secret(position, player, found.guess))
    if found.is_candidate is False and found.win_chance:
        found = replace(found, win_chance=0.0)
    return replace(found, reasons=(_UNCOUNTED[found.is_candidate],)) if found.reasons == (NOT_COUNTED,) else found


def advise(codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None) -> list[Suggestion]:
    """Return the best guesses of a codebreaker at its position.

    >>> from codepegs import make_codebreaker
    >>> [found.guess for found in advise(make_codebreaker("p4c6 1122:1b0w", "minimax"), 1)]
    [(0, 2, 3, 3)]
    """
    return advise_or_stop(codebreaker, most, budget)[0]


def advise_or_stop(
    codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None
) -> tuple[list[Suggestion], str | None]:
    """Return the best guesses of a codebreaker at its position, or why there are none."""
    over = over_words(codebreaker.position)
    if over is not None:
        return [], over
    ranked = codebreaker.rank(most, budget)
    unvalued = [found.guess for found in ranked if found.expected is None]
    values = {found.guess: found.expected for found in codebreaker.describe(unvalued, budget)} if unvalued else {}
    valued = [replace(found, expected=found.expected or values.get(found.guess)) for found in ranked]
    game = codebreaker.position.game
    reason = ranked.reason if isinstance(ranked, NoSuggestions) else None
    return [with_value_as_reason(found, game) for found in valued], reason


def over_words(position: Position) -> str | None:
    """Return what is known when a game is over without the secret being guessed; None if it is not over.

    >>> game = Game.from_table([["yes", "no", "no"]], tests=["fur"], objects=["cat", "hen", "cod"])
    >>> over_words(Position(game).after("fur", "yes")), over_words(Position(game).after("fur", "no"))
    ('it is cat', 'it is hen or cod, which no test distinguishes')
    """
    game = position.game
    if game.until == "named":
        return None
    left = Candidates.after(position)
    if not len(left) or not is_over(position, left):
        return None
    names = [CANONICAL.spell(game, code) for code in left[:MOST_NAMED]]
    more = f" or {len(left) - MOST_NAMED:,} more" if len(left) > MOST_NAMED else ""
    known = f"it is {one_of(names) if not more else ', '.join(names) + more}"
    name = class_known(left)
    if name is not None:
        return f"its class is {name}: {known}"
    if len(left) == 1:
        return known
    return f"{known}, which no {'test' if left.is_over else 'other test'} distinguishes"


def class_known(left: Candidates) -> str | None:
    """Return the class of all candidates, in a game that ends when it is known; None if it is not known."""
    game = left.game
    if game.until != "class" or game.classes is None:
        return None
    labels = np.unique(game.classes[left.keys.astype(np.int64)])
    return game.class_name(int(labels[0])) if len(labels) == 1 else None


MOST_NAMED = 10
"""Secrets that are named if no test distinguishes them."""

_UNCOUNTED = {
    True: Reason.of("uncounted_candidate"),
    False: Reason.of("uncounted_other"),
    None: NOT_COUNTED,
}
