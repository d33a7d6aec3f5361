"""The default: the strongest play that answers in a moment, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

from codepegs.candidates import MOST_CODES, Candidates, Keys
from codepegs.choice import OneStep, best_guess, only_order_is_open
from codepegs.chunks import REPLIES_PER_SECOND, Crew
from codepegs.codebreakers.bayes import BAYES, BayesOptions
from codepegs.codebreakers.door import (
    Budget,
    Codebreaker,
    ForeignHistory,
    Move,
    Progress,
    Report,
    Strategy,
    UnderNoise,
    progress_of,
)
from codepegs.codebreakers.exhaustive import ExhaustiveCodebreaker
from codepegs.codebreakers.growing_list import GROWING_LIST, GrowingListOptions
from codepegs.codebreakers.opening import best_opening
from codepegs.codebreakers.sampling import MOST_COLORS, MOST_PEGS, SAMPLING, SamplingOptions
from codepegs.codebreakers.streaming import STREAMING, StreamingOptions
from codepegs.errors import BadStrategy
from codepegs.game import Code, Game, counted
from codepegs.noise import Noise, NoiseOptions
from codepegs.partitions import Objective
from codepegs.seeds import Seed
from codepegs.symmetry import differing_guesses
from codepegs.texts import Position, Turn
from codepegs.trees.plans import OneStepPlan, Plan

MOMENT = 0.5
"""Seconds of one core, at the round figure for replies counted a second, that a turn may be predicted to take."""


FIRST_SEARCHED = 1_000_000
"""Codes of the largest game whose first guess is searched for; in larger ones it is found by counting."""

MOST_EXHAUSTIVE = 22_000
"""Codes of the largest game in which all guesses are compared every turn, within `MOMENT`; past that sampling is both
faster and stronger (p5c8: 5.47 guesses against 5.49)."""

MOST_BY_BAYES = 20_000_000
"""Codes of the largest game whose codes are all weighed where replies may be false: up to half a second a turn."""

MOST_SAMPLED_PEGS = 30
"""Pegs up to which sampling needs fewer guesses than streaming: 39 and 46 at p30c30, 47 and 47 at p36c12."""

LEAST_GROWING_PEGS = {1: 2, 2: 40, 3: 24, 4: 24, 5: 20, 6: 24, 7: 24, 8: 24}
"""Pegs from which the growing list needs fewer guesses than sampling, or as many in a tenth of the time, by colours."""


class AutoOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The default takes no options but what it is to assume of the replies: it is the program that chooses."""


class AutoExhaustive(ExhaustiveCodebreaker):
    """Most information: over all guesses while that takes a moment, else over candidates, else over some of them."""

    search = OneStep(Objective.ENTROPY)

    def choose(self, budget: Budget) -> Code:
        """The code to guess."""
        position = self.position
        turn = len(position.turns)
        if not turn and position.game.size > FIRST_SEARCHED:
            return best_opening(position.game)
        candidates = self.candidates(budget.crew)
        if only_order_is_open(candidates):
            return candidates[0]
        guesses = self.guesses_to_rank(candidates)
        if guesses is None:
            return self.search.choose(position, candidates, crew=budget.crew, turn=turn + 1)
        key = best_guess(guesses, candidates, Objective.ENTROPY, crew=budget.crew, turn=turn + 1)
        return candidates.layout.decode(key)

    def plays_the_first(self, candidates: Candidates) -> bool:
        """Whether the first guess of the ranking is known to be the strategy's own."""
        return bool(self.position.turns) and not only_order_is_open(candidates)

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """All guesses while a moment suffices for them (None), else candidates, else every so-manieth of them."""
        affordable = int(MOMENT * REPLIES_PER_SECOND / len(candidates))
        if self.position.game.size <= affordable or not self.position.turns:
            return None
        guesses = differing_guesses(self.position, candidates, candidates_only=True)
        return guesses[:: -(-len(guesses) // max(1, affordable))]


@dataclass(frozen=True, slots=True)
class Family:
    """The strategy that plays a game for `auto`, and why."""

    name: str
    why: str


def family(game: Game, noise: Noise) -> Family:
    """Which strategy is the strongest that answers in a moment; it follows from the rules alone.

    >>> trusting = Noise()
    >>> [family(Game.parse(rules), trusting).name for rules in ("p4c6", "p10c10", "p45c3", "p500c500")]
    ['entropy', 'sampling', 'growing-list', 'streaming']
    >>> family(Game(4, 6), Noise(0.1)).name
    'bayes'
    """
    if noise.trusts and game.size <= MOST_EXHAUSTIVE:
        return Family("entropy", f"of its {game.size:,} codes all that fit are compared as guesses")
    if not noise.trusts and game.size <= MOST_BY_BAYES:
        return Family("bayes", f"the probability of each of its {game.size:,} codes is kept")
    if GROWING_LIST.refuses(game) is None and is_for_growing_list(game):
        return Family(
            "growing-list", "with so many pegs and so few colours a list that grows peg by peg knows the most"
        )
    if SAMPLING.refuses(game) is None and game.pegs <= MOST_SAMPLED_PEGS:
        return Family("sampling", f"of {counted(game.size, 'code')} a few thousand tell which guess is best")
    if noise.trusts and game.size <= MOST_CODES:
        return Family(
            "entropy", f"its {game.size:,} codes can be listed, and a moment suffices to compare some as guesses"
        )
    if noise.trusts and STREAMING.refuses(game) is None:
        return Family(
            "streaming",
            "in so large a game it asks for pieces of the code, several in every guess",
        )
    return Family("sampling", "nothing else plays it; codes that fit may not be found in time")


def is_for_growing_list(game: Game) -> bool:
    """Whether a game has so few colours for its pegs that lists of parts of codes beat codes drawn as a whole."""
    needed = LEAST_GROWING_PEGS.get(game.colors)
    return needed is not None and game.pegs >= needed


def how(game: Game) -> str:
    """Which strategies it plays a game by, and why.

    >>> how(Game(4, 6))
    'by entropy: of its 1,296 codes all that fit are compared as guesses; by bayes where replies may be false'
    """
    trusting, doubting = family(game, Noise()), family(game, Noise(None))
    same = doubting.name == trusting.name or (doubting.name == "sampling" and SAMPLING.refuses(game) is not None)
    other = "" if same else f"; by {doubting.name} where replies may be false"
    return f"by {trusting.name}: {trusting.why}{other}"


class Relay:
    """Plays a strategy that knows only its own guesses, until somebody asks another; then sampling goes on."""

    def __init__(self, game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...]) -> None:
        self.options = options
        self.seed = seed
        self._player: Codebreaker
        try:
            self._player = STREAMING.start(game, StreamingOptions(), seed, history)
        except ForeignHistory:
            self._player = self._sampling(Position(game, history))

    @property
    def position(self) -> Position:
        """The rules and the turns learned so far."""
        return self._player.position

    def next(self, budget: Budget | None = None) -> Move:
        """The move at this position."""
        return self._player.next(budget)

    def learn(self, turn: Turn) -> None:
        """Take in a turn; raises `Contradiction` when no code fits any more."""
        position = self.position
        try:
            self._player.learn(turn)
        except ForeignHistory:
            self._player = self._sampling(position.after(turn.guess, turn.reply))

    def report(self) -> Report:
        """What is known now."""
        return self._player.report()

    def progress(self) -> Progress | None:
        """How far the game is, while streaming plays it."""
        return progress_of(self._player)

    def _sampling(self, position: Position) -> Codebreaker:
        if SAMPLING.refuses(position.game) is not None:
            raise ForeignHistory(
                f"{position.game} is too large to go on from guesses that are not the program's own: start anew, or "
                f"play up to {MOST_PEGS} pegs and {MOST_COLORS} colours"
            )
        return SAMPLING.start(position.game, _sampling_options(self.options), self.seed, position.turns)


def _sampling_options(options: AutoOptions) -> SamplingOptions:
    return SamplingOptions(noise=options.noise, declare=options.declare)


def _start(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    name = family(game, Noise.of(options)).name
    if name == "entropy":
        return AutoExhaustive(game, seed, history)
    if name == "bayes":
        return BAYES.start(game, BayesOptions(noise=options.noise, declare=options.declare), seed, history)
    if name == "growing-list":
        return GROWING_LIST.start(game, GrowingListOptions(noise=options.noise, declare=options.declare), seed, history)
    if name == "streaming":
        return Relay(game, options, seed, history)
    reason = SAMPLING.refuses(game)
    if reason is not None:
        raise BadStrategy(f"auto reckons with false replies by sampling, and {reason}; {game} is larger")
    return SAMPLING.start(game, _sampling_options(options), seed, history)


def _refuses(game: Game) -> str | None:
    if game.size <= MOST_CODES or None in (strategy.refuses(game) for strategy in (GROWING_LIST, SAMPLING, STREAMING)):
        return None
    return (
        f"past {MOST_PEGS} pegs or {MOST_COLORS} colours it needs replies that show black, and colours that may repeat"
    )


def _plan(game: Game, options: AutoOptions, crew: Crew) -> Plan | None:
    """Entropy over all guesses, where even a turn with all codes left takes but a moment."""
    return OneStepPlan(game, AutoExhaustive.search) if game.size**2 <= MOMENT * REPLIES_PER_SECOND else None


AUTO = Strategy(
    name="auto",
    summary="the strongest play that answers in a moment",
    origin="codepegs",
    limits="any game; what it plays follows from the rules: entropy, sampling, growing-list, bayes or streaming",
    options=AutoOptions,
    start=_start,
    refuses=_refuses,
    is_deterministic=lambda game, options: game.size <= MOST_EXHAUSTIVE and Noise.of(options).trusts,
    plan=_plan,
    how=how,
    under_noise=UnderNoise.MODELS,
)
