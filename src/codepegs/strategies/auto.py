"""The default: the strongest play that answers in a moment, whatever the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from codepegs.candidates import MOST_CODES
from codepegs.errors import BadStrategy
from codepegs.game import Game, Noise, NoiseOptions, Position, Turn, counted
from codepegs.parallel import REPLIES_PER_SECOND, Crew
from codepegs.rng import Seed
from codepegs.strategies.base import (
    Believes,
    Budget,
    Codebreaker,
    ForeignHistory,
    Move,
    Progress,
    Ranks,
    Report,
    Strategy,
    UnderNoise,
    progress_of,
)
from codepegs.strategies.bayes import BAYES, BayesOptions
from codepegs.strategies.growing_list import GROWING_LIST, GrowingListOptions
from codepegs.strategies.one_step import MOMENT, OneStepPlan, QuickEntropy
from codepegs.strategies.sampling import MOST_COLORS, MOST_PEGS, SAMPLING, SamplingOptions
from codepegs.strategies.streaming import STREAMING, StreamingOptions
from codepegs.strategies.suggestion import Suggestion
from codepegs.strategies.tree_follower import TreeFollower
from codepegs.strategies.whole_strategy import Plan, TreePlan
from codepegs.trees.gallery import Entry, best_of, find

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from codepegs.game import Code

MOST_EXHAUSTIVE = 22_000
"""Codes of the largest game without a tree in the gallery in which all guesses are compared every turn, within
`MOMENT`; past that sampling is both faster and stronger (p5c8: 5.48 guesses against 5.49)."""

MOST_BY_BAYES = 20_000_000
"""Codes of the largest game whose codes are all weighed where replies may be false: up to half a second a turn."""

MOST_SAMPLED_PEGS = 30
"""Pegs up to which sampling needs fewer guesses than streaming: 39 and 46 at p30c30, 47 and 47 at p36c12."""

LEAST_GROWING_PEGS = {1: 2, 2: 40, 3: 24, 4: 24, 5: 20, 6: 24, 7: 24, 8: 24}
"""Pegs from which the growing list needs fewer guesses than sampling, or as many in a tenth of the time, by colours."""


class AutoOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The default takes no options but what it is to assume of the replies: it is the program that chooses."""


@dataclass(frozen=True, slots=True)
class Family:
    """The strategy that plays a game for `auto` where no tree does, and why."""

    name: str
    why: str


def family(game: Game, noise: Noise) -> Family:
    """Which strategy is the strongest that answers in a moment, the gallery's trees apart; it follows from the rules.

    >>> trusting = Noise()
    >>> [family(Game.parse(rules), trusting).name for rules in ("p4c6", "p10c10", "p45c3", "p500c500")]
    ['entropy', 'sampling', 'growing-list', 'streaming']
    >>> family(Game(4, 6), Noise(0.1)).name
    'bayes'
    """
    if noise.trusts and game.size <= MOST_EXHAUSTIVE:
        return Family("entropy", f"all consistent codes of its {game.size:,} are compared as guesses")
    if not noise.trusts and game.size <= MOST_BY_BAYES:
        return Family("bayes", f"the probability of each of its {game.size:,} codes is stored")
    if GROWING_LIST.refuses(game) is None and is_for_growing_list(game):
        return Family("growing-list", "a list that grows peg by peg is strongest with many pegs and few colours")
    if SAMPLING.refuses(game) is None and game.pegs <= MOST_SAMPLED_PEGS:
        return Family(
            "sampling", f"guesses are compared by a sample of a few thousand of its {counted(game.size, 'code')}"
        )
    if noise.trusts and game.size <= MOST_CODES:
        return Family("entropy", f"its {game.size:,} codes are listed, and some are compared as guesses")
    if noise.trusts and STREAMING.refuses(game) is None:
        return Family(
            "streaming",
            "in large games each guess asks for several pieces of the code",
        )
    return Family("sampling", "no other strategy can play it; it may not find consistent codes in time")


def is_for_growing_list(game: Game) -> bool:
    """Whether a game has so few colours for its pegs that lists of parts of codes beat codes drawn as a whole."""
    needed = LEAST_GROWING_PEGS.get(game.colors)
    return needed is not None and game.pegs >= needed


def tree_for(game: Game, noise: Noise) -> Entry | None:
    """The gallery's tree that is followed as long as the guesses are its own, where replies are trusted.

    >>> tree_for(Game(4, 6), Noise()).total, tree_for(Game(4, 6), Noise(0.1))
    (5625, None)
    """
    return find(game) if noise.trusts else None


def how(game: Game) -> str:
    """Which strategies it plays a game by, and why.

    >>> how(Game(6, 5))
    'with entropy: all consistent codes of its 15,625 are compared as guesses; with bayes if replies may be false'
    >>> how(Game(4, 6)).partition(";")[0]
    "with the gallery's tree, proved optimal on average"
    """
    trusting, doubting = family(game, Noise()), family(game, Noise(None))
    same = doubting.name == trusting.name or (doubting.name == "sampling" and SAMPLING.refuses(game) is not None)
    other = "" if same else f"; with {doubting.name} if replies may be false"
    entry = tree_for(game, Noise())
    if entry is None:
        return f"with {trusting.name}: {trusting.why}{other}"
    praise = "proved optimal" if entry.is_proved else "the best known"
    return f"with the gallery's tree, {praise} on average; with {trusting.name} after other guesses{other}"


Starts = Callable[[tuple[Turn, ...]], Codebreaker]
"""What starts a strategy after some turns."""


class Relay:
    """Plays a strategy that knows only its own guesses, until another guess is made; then a second strategy
    continues."""

    def __init__(self, first: Starts, second: Starts, history: tuple[Turn, ...]) -> None:
        self._second: Starts | None = second
        self._player: Codebreaker
        try:
            self._player = first(history)
        except ForeignHistory:
            self._player, self._second = second(history), None

    @property
    def position(self) -> Position:
        """The rules and the turns learned so far."""
        return self._player.position

    def next(self, budget: Budget | None = None) -> Move:
        """The move at this position."""
        return self._player.next(budget)

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction` when no code fits any more."""
        try:
            self._player.learn(turn)
        except ForeignHistory:
            if self._second is None:
                raise
            player = self._second(self.position.turns)
            player.learn(turn)
            self._player, self._second = player, None

    def report(self) -> Report:
        """What is known now."""
        return self._player.report()

    def progress(self) -> Progress | None:
        """The progress of the game, if the current strategy has one."""
        return progress_of(self._player)


class Listing(Codebreaker, Ranks, Believes, Protocol):
    """What the strategies of games small enough for a tree can do."""


class RankingRelay(Relay):
    """A relay of two strategies that both rank guesses and say how probable codes are."""

    _player: Listing  # what plays where there is a tree: the tree, entropy or sampling

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Return the best guesses in the order of the current strategy, best first."""
        return self._player.rank(most, budget)

    def belief(self) -> NDArray[np.float64]:
        """Probability of each colour at each peg, shape (pegs, colours), rows adding up to one."""
        return self._player.belief()

    def posterior(self, most: int) -> list[tuple[Code, float]]:
        """The most probable codes with their probabilities, most probable first."""
        return self._player.posterior(most)


def _sampling_options(options: AutoOptions) -> SamplingOptions:
    return SamplingOptions(noise=options.noise, declare=options.declare)


def _start(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    otherwise = partial(_start_delegate, game, options, seed)
    entry = tree_for(game, Noise.of(options))
    if entry is None:
        return otherwise(history)
    tree = best_of(game)
    assert tree is not None, "what the index has is loaded, or that raises"
    return RankingRelay(partial(TreeFollower, game, tree, entry.is_proved, seed), otherwise, history)


def _delegate(game: Game, options: AutoOptions) -> tuple[Strategy[Any], Any] | None:
    """The strategy that plays a game off the gallery's trees; None for entropy within a budget, auto's own."""
    delegates: dict[str, tuple[Strategy[Any], Any]] = {
        "bayes": (BAYES, BayesOptions(noise=options.noise, declare=options.declare)),
        "growing-list": (GROWING_LIST, GrowingListOptions(noise=options.noise, declare=options.declare)),
        "streaming": (STREAMING, StreamingOptions()),
        "sampling": (SAMPLING, _sampling_options(options)),
    }
    return delegates.get(family(game, Noise.of(options)).name)


def _files(options: AutoOptions, game: Game | None) -> tuple[str, ...]:
    entry = None if game is None else tree_for(game, Noise.of(options))
    return () if entry is None else (str(entry.path),)


def _start_delegate(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    found = _delegate(game, options)
    if found is None:
        return QuickEntropy(game, seed, history)
    strategy, its_options = found
    if strategy.own_guesses_only:
        own = partial(strategy.start, game, its_options, seed)
        return Relay(own, partial(_sampling_after_streaming, game, options, seed), history)
    reason = strategy.refuses(game)
    if reason is not None:
        raise BadStrategy(f"auto uses {strategy.name} for false replies, and {reason}; {game} is larger")
    return strategy.start(game, its_options, seed, history)


def _sampling_after_streaming(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...]) -> Codebreaker:
    if SAMPLING.refuses(game) is not None:
        raise ForeignHistory(
            f"{game} is too large to continue from other guesses than the program's own: start a new game, or play "
            f"up to {MOST_PEGS} pegs and {MOST_COLORS} colours"
        )
    return SAMPLING.start(game, _sampling_options(options), seed, history)


def _refuses(game: Game) -> str | None:
    if game.size <= MOST_CODES or None in (strategy.refuses(game) for strategy in (GROWING_LIST, SAMPLING, STREAMING)):
        return None
    return f"above {MOST_PEGS} pegs or {MOST_COLORS} colours it needs a view with black and repeated colours"


def _is_deterministic(game: Game, options: AutoOptions) -> bool:
    """Where a tree, or nothing but the list of codes, says what to guess as long as the guesses are its own."""
    noise = Noise.of(options)
    return noise.trusts and (game.size <= MOST_EXHAUSTIVE or tree_for(game, noise) is not None)


def _plan(game: Game, options: AutoOptions, crew: Crew) -> Plan | None:
    """The gallery's tree; else entropy over all guesses, where even a turn with all codes left takes but a moment."""
    tree = best_of(game)
    if tree is not None:
        return TreePlan(tree)
    return OneStepPlan(game, QuickEntropy.search) if game.size**2 <= MOMENT * REPLIES_PER_SECOND else None


AUTO = Strategy(
    name="auto",
    summary="the default: the strongest strategy that answers within about a second",
    origin="codepegs",
    limits="any game; selects by the rules: a tree of the gallery, entropy, sampling, growing-list, bayes or streaming",
    options=AutoOptions,
    start=_start,
    refuses=_refuses,
    is_deterministic=_is_deterministic,
    plan=_plan,
    how=how,
    files=_files,
    delegate=_delegate,
    under_noise=UnderNoise.MODELS,
)
