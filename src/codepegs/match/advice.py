"""The guesses that a strategy suggests at a position."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from codepegs.candidates import MOST_EXPLAINED, check_win, is_shown_to_contradict
from codepegs.errors import BadInput, Contradiction
from codepegs.game import Code, Game, Position, Turn
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies import (
    DEFAULT,
    Budget,
    Codebreaker,
    ForeignHistory,
    Guess,
    Player,
    Ranks,
    Stop,
    Suggestion,
    Suggestions,
    described_by,
    next_move,
    with_value_in_words,
)

logger = logging.getLogger(__name__)


def begin(player: Player, game: Game, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    """Create a codebreaker that continues from a history.

    Args:
        player: The strategy with its options.
        game: The game.
        seed: The random seed.
        history: The turns so far.

    Returns:
        The codebreaker. If the strategy cannot continue from the history, this is logged, and the codebreaker plays
        `auto` instead.

    Raises:
        BadStrategy: The strategy cannot play the game.
        Contradiction: No code is consistent with the history; some codebreakers raise it only later.
    """
    try:
        return player.start(game, seed, history)
    except ForeignHistory as error:
        logger.info(f"{error}; auto plays instead")
        return Player.parse(DEFAULT).start(game, seed, history)


def suggest(
    position: Position | Game | str,
    strategy: str | Player = DEFAULT,
    *,
    top: int = 5,
    noise: float | str = 0.0,
    declare: float | None = None,
    seed: Seed | int | None = None,
    workers: WorkerThreads | int = 1,
    work: int | None = None,
) -> Suggestions:
    """Rank guesses at a position.

    Args:
        position: The position, its text, or a game for its start.
        strategy: A strategy text or a player: the strategy that ranks the guesses.
        top: Largest number of guesses to return, at least 1.
        noise: Probability that a reply was replaced by a random one; `unknown`; or another kind of false replies, as
            for `play`.
        declare: Probability at which the strategy declares the secret; the codemaker then does not announce the win.
        seed: The random seed of the strategy; drawn if None.
        workers: Threads that share the work, or their number.
        work: Largest number of the strategy's units of work; the strategy's own limit if None.

    Returns:
        The guesses, best first. The list is empty, and its `stopped` gives the reason, if the strategy stops or the
        game is solved.

    Raises:
        Contradiction: No code is consistent with the position.
        BadInput: The position, the strategy or another argument is invalid, or the strategy cannot play the game.

    >>> best = suggest("p4c6 1122:1b0w", "minimax", top=1)[0]
    >>> best.guess, best.worst, best.parts
    ((0, 2, 3, 3), 44, 13)
    >>> solved = suggest("p4c6 1122:4b0w")
    >>> solved, solved.stopped
    ([], 'the game is solved')
    >>> len(suggest("p4c6 1122:1b0w 1122:2b0w", noise=0.1))  # a contradiction if all replies were true
    5
    """
    player = Player.of(strategy).with_noise(noise, declare)
    position = Position.of(position, noisy=player.noise.doubts)
    if top < 1:
        raise BadInput(f"the number of guesses must be at least 1, not {top}")
    with WorkerThreads.of(workers) as threads:
        _, suggestions, stopped = consult(position, player, top, seed, Budget(threads, work))
    return Suggestions(position, suggestions, stopped)


def consult(
    position: Position,
    player: Player,
    most: int = 5,
    seed: Seed | int | None = None,
    budget: Budget | None = None,
    begun: Callable[[Codebreaker], None] = lambda codebreaker: None,
    most_explained: int = MOST_EXPLAINED,
) -> tuple[Codebreaker | None, list[Suggestion], str | None]:
    """Start a codebreaker at a position and return its best guesses.

    The commands, the server and `suggest` use this function.

    Args:
        position: The position.
        player: The strategy with its options.
        most: Largest number of guesses.
        seed: The random seed; drawn if None.
        budget: Threads and units of work; one thread and the strategy's own limit if None.
        begun: Called with the codebreaker before it searches.
        most_explained: Largest number of codes for which the search for a contradiction is exhaustive; in larger games
            it is limited and may miss one.

    Returns:
        The codebreaker (None in a solved game), its guesses, best first, and the reason if there are none.

    Raises:
        Contradiction: No code is consistent with the turns.
        BadInput: The strategy cannot play the game.
    """
    player.check(position.game)
    if position.solved and player.noise.trusts:
        check_win(position)
        return None, [], "the game is solved"
    codebreaker = begin(player, position.game, Seed.of(seed), position.turns)
    begun(codebreaker)
    suggestions, stopped = advise_or_stop(codebreaker, most, budget)
    suggestions = [checked(position, player, suggestion) for suggestion in suggestions]
    if stopped is not None and is_shown_to_contradict(position, most_explained):
        raise Contradiction.of(position.game, len(position.turns))
    return codebreaker, suggestions, stopped


def may_be_secret(position: Position, player: Player, guess: Code) -> bool | None:
    """Return whether a guess is consistent with the position.

    Args:
        position: The position.
        player: The strategy, with what it assumes of replies.
        guess: The code.

    Returns:
        True or False; None if replies may be false, because any code may then be the secret.
    """
    return None if player.noise.doubts else position.fits(guess)


def checked(position: Position, player: Player, found: Suggestion) -> Suggestion:
    """Return a suggestion whose `is_candidate` follows from the replies, whatever the strategy reported.

    Args:
        position: The position.
        player: The strategy, with what it assumes of replies.
        found: The suggestion of the strategy.

    Returns:
        The corrected suggestion.

    Raises:
        BadCode: The guess is not a code of the game.

    >>> from codepegs.strategies import Player
    >>> guess = Suggestion((0, 0, 1, 2), True, None, None, None, None, None, "", exact=False)
    >>> checked(Position.parse("p4c6 1122:1b0w"), Player.parse("minimax"), guess).is_candidate
    False
    """
    found = replace(found, guess=position.game.check_code(found.guess))
    found = replace(found, is_candidate=may_be_secret(position, player, found.guess))
    if found.is_candidate is False and found.win_chance:
        found = replace(found, win_chance=0.0)
    return replace(found, why=_UNCOUNTED[found.is_candidate]) if found.why == _UNKNOWN else found


def advise(codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None) -> list[Suggestion]:
    """Return the best guesses of a codebreaker at its position.

    Args:
        codebreaker: The codebreaker.
        most: Largest number of guesses.
        budget: Threads and units of work; one thread and the strategy's own limit if None.

    Returns:
        The guesses, best first; empty if the codebreaker stops.

    Raises:
        Contradiction: No code is consistent with the replies.
        BadStrategy: The codebreaker returned something that is not a move.

    >>> from codepegs import make_codebreaker
    >>> [found.guess for found in advise(make_codebreaker("p4c6 1122:1b0w", "minimax"), 1)]
    [(0, 2, 3, 3)]
    """
    return advise_or_stop(codebreaker, most, budget)[0]


def advise_or_stop(
    codebreaker: Codebreaker, most: int = 5, budget: Budget | None = None
) -> tuple[list[Suggestion], str | None]:
    """Return the best guesses of a codebreaker at its position, or why there are none.

    Args:
        codebreaker: The codebreaker.
        most: Largest number of guesses.
        budget: Threads and units of work; one thread and the strategy's own limit if None.

    Returns:
        The guesses, best first, and None; or an empty list and the reason, in one sentence without a full stop.

    Raises:
        Contradiction: No code is consistent with the replies.
        BadStrategy: The codebreaker returned something that is not a move.
    """
    if isinstance(codebreaker, Ranks):
        ranked = codebreaker.rank(most, budget)
        unvalued = [found.guess for found in ranked if found.expected is None]
        values = {found.guess: found.expected for found in described_by(codebreaker, unvalued, budget)}
        return [
            with_value_in_words(replace(found, expected=found.expected or values.get(found.guess))) for found in ranked
        ], None
    move = next_move(codebreaker, codebreaker.position.game, budget)
    if isinstance(move, Stop):
        return [], move.reason
    declared = move.consistent if isinstance(move, Guess) else None
    found = described_by(codebreaker, [move.code], budget)[0]
    return [with_value_in_words(replace(found, is_candidate=declared, why=found.why or _UNKNOWN))], None


_UNKNOWN = "The candidates left are not counted."
_UNCOUNTED = {
    True: "May be the secret; the candidates left are not counted.",
    False: "Cannot be the secret; the candidates left are not counted.",
    None: _UNKNOWN,
}
