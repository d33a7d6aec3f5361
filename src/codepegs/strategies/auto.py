"""The default strategy: the strongest that answers within about half a second, in any game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec

from codepegs.codes import MOST_CODES, Candidates, Keys, differing_guesses, only_order_is_open
from codepegs.errors import BadStrategy
from codepegs.game import Code, Game, ModelNoiseOptions, Noise, Turn, View
from codepegs.parallel import REPLIES_PER_SECOND, WorkerThreads
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies import growing_list, protocol, sampling
from codepegs.strategies.protocol import (
    Best,
    Budget,
    Codebreaker,
    ExhaustiveCodebreaker,
    ForeignHistory,
    Relayed,
    Strategy,
    Suggestion,
    UnderNoise,
    best_suggestions,
    stored_best,
    values_of,
)
from codepegs.strategies.registry import STRATEGIES
from codepegs.trees.gallery import Entry, best_of, find

if TYPE_CHECKING:
    from codepegs.strategies.protocol import Plan

MOMENT = 0.5
"""Seconds of one core, at the round figure for replies counted a second, that a turn may be predicted to take."""

FIRST_SEARCHED = 1_000_000
"""Codes of the largest game whose first guess is searched for; in larger ones it is found by counting."""

SHORTLIST = 8
"""Guesses with the most information whose expected guesses are compared."""

MOST_EXHAUSTIVE = 22_000
"""Codes of the largest game without a tree in the gallery in which all guesses are compared every turn, within
`MOMENT`; past that sampling is both faster and stronger (p5c8: 5.48 guesses against 5.49)."""

MOST_BY_BAYES = 20_000_000
"""Codes of the largest game in which `bayes` is played if replies may be false: up to half a second per turn."""

MOST_SAMPLED_PEGS, MOST_SAMPLED_PEGS_OF_MANY_COLORS = 30, 40
"""Pegs up to which sampling needs fewer guesses than streaming, and the same if black and white are shown and there are
at least as many colours as pegs: 54 and 63 at p40c40, but 45 and 41 at p36c12. With more pegs a turn takes over a
second."""

LEAST_GROWING_PEGS = {1: 2, 2: 40, 3: 24, 4: 24, 5: 20, 6: 24, 7: 24, 8: 24}
"""Pegs from which the growing list needs fewer guesses than sampling, or as many in a tenth of the time, by colours."""


class AutoOptions(ModelNoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """The options of `auto`: only the assumptions about replies."""


class Family(msgspec.Struct, frozen=True):
    """The strategy with which `auto` plays a game without a stored tree, and the reason."""

    name: str
    why: str
    """The kind of the clause with the reason."""


def family(game: Game, noise: Noise) -> Family:
    """Return the strategy with which `auto` plays a game, stored trees aside."""
    if noise.trusts and (game.size <= MOST_EXHAUSTIVE or game._traits.is_tabulated):
        return Family("entropy", "why_all_compared")
    if not noise.trusts and game.size <= MOST_BY_BAYES:
        return Family("bayes", "why_probabilities")
    if game.pegs >= LEAST_GROWING_PEGS.get(game.colors, inf) and STRATEGIES["growing-list"].why_not(game) is None:
        return Family("growing-list", "why_few_colors")
    if is_for_sampling(game) and STRATEGIES["sampling"].why_not(game) is None:
        return Family("sampling", "why_sampled")
    if noise.trusts and game.size <= MOST_CODES:
        return Family("entropy", "why_listed")
    if noise.trusts and STRATEGIES["streaming"].why_not(game) is None:
        return Family("streaming", "why_parts")
    return Family("sampling", "why_uncertain")


def is_for_sampling(game: Game) -> bool:
    """Return whether a game is small enough that `sampling` plays it better than `streaming`."""
    has_many_colors = game.colors >= game.pegs and game.view is View.BLACK_WHITE
    return game.pegs <= (MOST_SAMPLED_PEGS_OF_MANY_COLORS if has_many_colors else MOST_SAMPLED_PEGS)


def tree_for(game: Game, noise: Noise) -> Entry | None:
    """Return the stored tree that `auto` plays in a game."""
    return find(game) if noise.trusts else None


def how(game: Game) -> str:
    """Describe how `auto` plays a game, and why."""
    return "; ".join(reason.text for reason in how_as_data(game))


def how_as_data(game: Game) -> tuple[Reason, ...]:
    """Return what `how` says."""
    trusting, doubting = family(game, Noise()), family(game, Noise(None))
    is_unable = doubting.name in ("bayes", "sampling") and STRATEGIES[doubting.name].why_not(game) is not None
    entry = tree_for(game, Noise())
    if entry is None:
        size = {"size": game.size} if trusting.why == "why_listed" else {}
        said = [Reason.of("auto", strategy=trusting.name, why=trusting.why, **size)]
    else:
        tree = Reason.of("auto_optimal_tree" if entry.is_proved else "auto_best_tree")
        said = [tree, Reason.of("auto_off_tree", strategy=trusting.name)]
    if not is_unable and doubting.name != trusting.name:
        said.append(Reason.of("auto_if_false", strategy=doubting.name, when="replies_may_be_false"))
    return tuple(said)


class FewestGuesses(ExhaustiveCodebreaker):
    """A guess proved to be the best, or that with the fewest expected guesses of those with the most information."""

    def choose(self, budget: Budget) -> Code:
        """Choose the best guess that is proved, or else the first of the ranking."""
        return self._own(self.best(budget), budget) or self.rank(1, budget)[0].guess

    def _own(self, best: Best | None, budget: Budget) -> Code | None:
        """The guess that needs no comparison with others, if there is one."""
        if best is not None:
            return best.guess
        game = self.position.game
        if not self.position.turns and game.size > FIRST_SEARCHED:
            return protocol.best_opening(game)
        if not game._is_usual:
            return None
        candidates = self.candidates(budget.threads)
        return candidates.likeliest if only_order_is_open(candidates) else None

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank guesses by the expected number of guesses from here on."""
        budget = budget or Budget()
        candidates = self.candidates(budget.threads)
        best = self.best(budget)
        own = self._own(best, budget)
        found = best_suggestions(
            self.position,
            candidates,
            self.search,
            max(most, SHORTLIST),
            budget.threads,
            self.guesses_to_rank(candidates),
        )
        if own is None and self.position.game.view in (View.TOTAL, View.WHITE):
            own = found[0].guess  # the size of a set says little of what it needs there
        if own is not None:  # it stays the first
            found = self.with_first(own, found, budget)[: None if most > 1 else 1]
        values = values_of(self.position, candidates, [each.guess for each in found], best, budget.threads)
        sums = [0.0 if value is None else round(value.value, 9) for value in values]
        order = sorted(range(len(found)), key=lambda n: (found[n].guess != own, sums[n], n))
        ranked = [replace(found[n], expected=values[n]) for n in order[:most]]
        if best is not None and len(candidates) > 1:
            ranked[0] = replace(ranked[0], reasons=(*ranked[0].reasons, best.reason_in(self.position.game)))
        return ranked

    def knows_best(self, budget: Budget | None = None) -> bool:
        """Return whether a tree or a search gives the best guess, with whose value `rank` begins."""
        return self.best(budget or Budget()) is not None

    def guesses_to_rank(self, candidates: Candidates) -> Keys | None:
        """None for all guesses if that is fast; otherwise keys of the candidates, or of every n-th of them."""
        affordable = int(MOMENT * REPLIES_PER_SECOND / len(candidates))
        if self.position.game.size <= affordable or not self.position.turns:
            return None
        guesses = differing_guesses(self.position, candidates, candidates_only=True)
        return guesses[:: -(-len(guesses) // max(1, affordable))]


class InTree(FewestGuesses):
    """The same while the gallery's tree has the position; raises `ForeignHistory` when it is left."""

    def update(self) -> None:
        if stored_best(self.position) is None:
            raise ForeignHistory.because("not_own_guess", strategy="auto", turn=len(self.position.turns))
        super().update()


class Relay(Relayed):
    """A codebreaker that plays one strategy until that raises `ForeignHistory`, then another."""

    def __init__(
        self,
        first: Codebreaker,
        second: Callable[[tuple[Turn, ...]], Codebreaker],
        history: tuple[Turn, ...],
    ) -> None:
        """Take a codebreaker at the start of a game, and learn the turns so far."""
        self._second: Callable[[tuple[Turn, ...]], Codebreaker] | None = second
        try:
            for turn in history:
                first.learn(turn)
        except ForeignHistory:
            first, self._second = second(history), None
        super().__init__(first)

    def learn(self, turn: Turn) -> None:
        try:
            self.player.learn(turn)
        except ForeignHistory:
            if self._second is None:
                raise
            player = self._second(self.position.turns)
            player.learn(turn)
            self.play_through(player)
            self._second = None


def _start(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> Codebreaker:
    delegate = _delegate(game, options)
    if delegate is None:
        return FewestGuesses(game, options, seed, history)  # it looks positions up in the gallery's tree by itself
    otherwise = partial(_start_delegate, *delegate, game, options, seed)
    if tree_for(game, Noise.of(options)) is None:
        return otherwise(history)
    return Relay(InTree(game, options, seed), otherwise, history)


def _delegate(game: Game, options: AutoOptions) -> tuple[Strategy[Any], Any] | None:
    """The strategy that plays a game off the gallery's trees; None for entropy within a budget, auto's own."""
    name = family(game, Noise.of(options)).name
    return None if name == "entropy" else _with_options(STRATEGIES[name], options)


def _with_options(strategy: Strategy[Any], options: AutoOptions) -> tuple[Strategy[Any], Any]:
    """The strategy with the same assumptions about replies, if it makes any."""
    if strategy.under_noise is not UnderNoise.MODELS:
        return strategy, strategy.options()
    return strategy, strategy.options(noise=options.noise, declare=options.declare)


def _files(options: AutoOptions, game: Game | None) -> tuple[str, ...]:
    entry = None if game is None else tree_for(game, Noise.of(options))
    return () if entry is None else (str(entry.path),)


def _start_delegate(
    strategy: Strategy[Any],
    its_options: Any,
    game: Game,
    options: AutoOptions,
    seed: Seed,
    history: tuple[Turn, ...],
) -> Codebreaker:
    otherwise = partial(_sampling_after_own_guesses, game, options, seed)
    if strategy.own_guesses_only:
        return Relay(strategy.begin(game, its_options, seed), otherwise, history)
    if strategy.name == "growing-list" and STRATEGIES["sampling"].why_not(game) is None:
        return Relay(growing_list.ExactGrowingList(game, its_options, seed), otherwise, history)
    reason = strategy.why_not(game)
    if reason is not None:
        ending = {"ending": "game_is_larger"} if game._traits.counts_pegs else {}
        raise BadStrategy.because(
            reason.within(
                "auto_cannot_play", game=str(game), when="replies_may_be_false", strategy=strategy.name, **ending
            )
        )
    return strategy.begin(game, its_options, seed, history)


def _sampling_after_own_guesses(game: Game, options: AutoOptions, seed: Seed, history: tuple[Turn, ...]) -> Codebreaker:
    strategy, its_options = _with_options(STRATEGIES["sampling"], options)
    if strategy.why_not(game) is not None:
        raise ForeignHistory.because(
            "too_large_to_continue", game=str(game), pegs=sampling.MOST_CHAIN_PEGS, colors=sampling.MOST_CHAIN_COLORS
        )
    return strategy.begin(game, its_options, seed, history)


def _refuses(game: Game) -> Reason | None:
    able = (STRATEGIES[name].why_not(game) is None for name in ("growing-list", "sampling", "streaming"))
    if game.size <= MOST_CODES or any(able):
        return None
    return Reason.of("needs_black_above", pegs=sampling.MOST_CHAIN_PEGS, colors=sampling.MOST_CHAIN_COLORS)


def _is_deterministic(game: Game, options: AutoOptions) -> bool:
    """The codebreaker of a tree, or of another strategy that continues only from its own guesses."""
    noise = Noise.of(options)
    return noise.trusts and (game.size <= MOST_EXHAUSTIVE or tree_for(game, noise) is not None)


def _plan(game: Game, options: AutoOptions, threads: WorkerThreads) -> Plan | None:
    """The gallery's tree, where there is one."""
    tree = best_of(game)
    return None if tree is None else protocol.TreePlan(tree)


AUTO = Strategy(
    name="auto",
    summary="the strongest strategy that answers within about a second; the default",
    origin="codepegs",
    limits="games that one of these can play: a tree of the gallery, entropy, sampling, growing-list, bayes, streaming",
    options=AutoOptions,
    start=_start,
    refuses=_refuses,
    is_deterministic=_is_deterministic,
    plan=_plan,
    how=how,
    files=_files,
    delegate=_delegate,
    under_noise=UnderNoise.MODELS,
    plays_lists=True,
    plays_tables=True,
)
