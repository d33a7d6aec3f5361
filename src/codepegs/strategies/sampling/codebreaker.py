"""The strategy `sampling`: it samples consistent codes and plays the best guess for the sample."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from codepegs.core import loops
from codepegs.game import Code, Game, NoiseOptions, Turn, part_table
from codepegs.parallel import WorkerThreads
from codepegs.reasons import Reason
from codepegs.rng import Seed
from codepegs.strategies.protocol import (
    Budget,
    Choice,
    Codebreaker,
    ExpectedGuesses,
    Report,
    State,
    Strategy,
    Suggestion,
    UnderNoise,
    best_opening,
    describe,
    entropy_bits,
    estimate,
    first_shares,
    opening_value,
    ranked_openings,
    undescribed,
)
from codepegs.strategies.sampling.candidate_tracker import (
    Believed,
    Known,
    NoisyTrack,
    Rows,
    Settings,
    Track,
    code_of,
    is_code,
    part_sizes,
)

REPLIES_A_STEP = 2_000_000
"""Replies of one call, per 16 pegs, between checks for interrupts: about 2 milliseconds, some times as long in a
browser."""


class Comparison:
    """The guesses compared at a position, and the value of any other; it depends on the position and the seed alone."""

    def __init__(self, game: Game, now: Known | Believed, settings: Settings, seed: Seed, turn: int) -> None:
        """Compare guesses after some turns; there is at least one code."""
        self._replies = max(1, REPLIES_A_STEP * 16 // max(16, game.pegs))
        table = part_table(game)
        rules = loops.ComparedGame.of(
            game, view=game.view.number, part_of=np.maximum(table.part_of, 0), parts=len(table)
        )
        samples = settings.samples if isinstance(now, Known) else settings.noisy_samples
        limits = loops.ComparisonLimits.of(settings, samples=samples)
        stream = (limits, seed.words, turn)
        self._native = (
            loops.begin_comparison(rules, now.codes, now.candidates, now.exact, *stream)
            if isinstance(now, Known)
            else loops.begin_noisy_comparison(rules, now.codes, now.weights, now.share, now.sample_bits, *stream)
        )
        _, count, _ = loops.finish(loops.compare_more, self._native, self._replies)
        self.guesses: Rows = np.empty((count, game.pegs), dtype=np.uint8)
        self.costs = np.empty(count)
        """Expected number of guesses from here on, this one included."""
        loops.compared_guesses(self._native, self.guesses, self.costs)

    def value(self, guess: Rows) -> ExpectedGuesses:
        """Return the expected number of guesses from here on if a guess, uint8, shape (pegs,), is made now."""
        loops.begin_value(self._native, guess)
        return ExpectedGuesses(*loops.finish(loops.value_more, self._native, self._replies)[1:])


MOST_CHAIN_PEGS, MOST_CHAIN_COLORS = 100, 255
"""Largest numbers of pegs and colours; counts and their changes by two moves must fit a signed byte."""

DEFAULTS = Settings()


class SamplingOptions(NoiseOptions, frozen=True, kw_only=True, rename="kebab", forbid_unknown_fields=True):
    """Options of the strategy `sampling`."""

    first: Annotated[str | None, Meta(description="first guess: a code, random, half (1122) or aabc (1123)")] = None
    samples: Annotated[
        Annotated[int, Meta(ge=50, le=100_000)] | None,
        Meta(
            description="number of sampled codes by which guesses are compared [default: 900 per peg, 9,000 to 18,000; "
            "with false replies 450 per peg, 3,000 to 6,000]"
        ),
    ] = None
    moves: Annotated[
        Annotated[int, Meta(ge=1, le=1_000_000_000_000)] | None,
        Meta(
            description="maximum number of chain moves per turn [default: 3 million per peg, at most 60 million; 8 "
            "million with false replies]"
        ),
    ] = None
    listed: Annotated[int, Meta(ge=0, le=5_000_000, description="number of candidates up to which all are listed")] = (
        DEFAULTS.listed
    )
    compared: Annotated[int, Meta(ge=1, le=100_000, description="number of consistent codes compared as guesses")] = (
        DEFAULTS.compared
    )
    steps: Annotated[int, Meta(ge=0, le=1_000_000, description="number of changes tried in each local search")] = (
        DEFAULTS.steps
    )
    deep: Annotated[
        int,
        Meta(
            ge=0,
            le=250_000,
            description="number of candidates up to which guesses are compared by simulating the rest of the game",
        ),
    ] = DEFAULTS.deep


class SamplingCodebreaker(Codebreaker):
    """A codebreaker that keeps all candidates if they can be listed, otherwise a sample."""

    takes_unknown_replies = True

    def __init__(self, game: Game, options: SamplingOptions, seed: Seed, history: tuple[Turn, ...] = ()) -> None:
        super().__init__(game, options, seed, history)
        usual = Settings.of(game)
        self.settings = replace(
            usual,
            samples=options.samples or usual.samples,
            moves=options.moves or usual.moves,
            noisy_samples=options.samples or usual.noisy_samples,
            noisy_moves=options.moves or usual.noisy_moves,
            **{name: getattr(options, name) for name in ("listed", "compared", "steps", "deep")},
        )

    def update(self) -> None:
        """Sample the candidates again, unless the game is over."""
        if not (self.position.solved and self.noise.trusts):
            self.tracked()

    def opening(self, budget: Budget) -> Choice:
        """Choose the first guess: the best pattern of colours by default."""
        return best_opening(self.position.game) if self.options.first is None else super().opening(budget)

    def compare_guesses(self, most: int, budget: Budget) -> list[Code]:
        """Return the guesses compared, best first."""
        return self._think()[1]

    def tracked_state(self, threads: WorkerThreads | None = None) -> State:
        """Return what is known: all codes before the first turn, the secret after the last, otherwise the sample."""
        game, turns = self.position.game, self.position.turns
        if not turns:
            return Untouched(game)
        if self.position.solved and self.noise.trusts:
            secret = np.array(turns[-1].guess, dtype=np.uint8)
            return Known(secret[None], 1.0, True, secret)
        return self._now()

    def adopt_codes(self, codes: Sequence[Code], complete: bool) -> bool:
        rows = np.array(codes, dtype=np.uint8)
        known = Known(rows, float(len(rows)), True, rows[0])
        if not complete:
            now = self._now()
            assert isinstance(now, Known)
            known = replace(now, codes=rows, candidates=max(now.candidates, known.candidates))
        old = self._tracker
        track = old if isinstance(old, Track) else Track(self.position.game, self.seed, self.settings)
        track.turns, track.known = self.position.turns, known
        self._tracker, self._tracked, self._computed = track, len(track.turns), {}
        return True

    def rank(self, most: int, budget: Budget | None = None) -> list[Suggestion]:
        """Rank the guesses compared, with figures of the candidates or of a sample."""
        if not self.position.turns:
            return self._openings(most)
        own, *others = super().rank(most, budget)
        return [own, *sorted(others, key=lambda found: 0.0 if found.expected is None else found.expected.value)]

    def describe(self, guesses: Sequence[Code], budget: Budget | None = None) -> list[Suggestion]:
        if not self.position.turns:
            return [self._described_opening(guess) for guess in guesses]
        comparison = self._think()[0]
        if self.noise.doubts or comparison is None:
            return [self._figures(guess) for guess in guesses]
        value = comparison.value
        return [replace(self._figures(guess), expected=value(np.array(guess, dtype=np.uint8))) for guess in guesses]

    def _described_opening(self, guess: Code, bits: float | None = None) -> Suggestion:
        game = self.position.game
        shares = first_shares(game, guess)
        if shares is None:  # by the codes drawn at first; before a reply, none can be false
            codes = Track(game, self.seed, self.settings).known.codes if self.noise.doubts else self._now().held
            shares = part_sizes(game, codes, guess) / len(codes)
        bits = entropy_bits(shares) if bits is None else bits
        reasons = (Reason.of("information_first", bits=bits),)
        expected = None if self.noise.doubts else opening_value(game, shares)
        return Suggestion(guess, True, None, None, bits, None, 1.0 / game.size, reasons, exact=False, expected=expected)

    def _openings(self, most: int) -> list[Suggestion]:
        """First guesses, one per pattern of colours, by the entropy of their replies."""
        game = self.position.game
        own = self.opening(Budget())
        assert isinstance(own, tuple)
        ranked = [(code, bits) for code, bits in ranked_openings(game) if code != own or self.options.first is None]
        given = [] if self.options.first is None else [self._described_opening(own)]
        return [*given, *(self._described_opening(code, bits) for code, bits in ranked[:most])][:most]

    def track(self) -> Track | NoisyTrack:
        game = self.position.game
        if self.noise.doubts:
            return NoisyTrack(game, self.seed, self.settings, self.noise)
        return Track(game, self.seed, self.settings)

    def _now(self) -> Known | Believed:
        """What is known by the turns, or by the codes drawn at first."""
        track: Track | NoisyTrack = self.tracked()
        return track.state()

    def _think(self) -> tuple[Comparison | None, list[Code]]:
        """The comparison of guesses at this position, if a consistent code is known, and these guesses, best first."""
        if "thought" not in self._computed:
            game, now, compared = self.position.game, self._now(), None
            if len(now.codes):
                compared = Comparison(game, now, self.settings, self.seed, len(self.position.turns))
            rows = now.held if compared is None else compared.guesses
            self._computed["thought"] = compared, [code_of(row) for row in rows]
        thought: tuple[Comparison | None, list[Code]] = self._computed["thought"]
        return thought

    def _figures(self, code: Code) -> Suggestion:
        now = self._now()
        if isinstance(now, Known) and not len(now.codes):
            return replace(
                undescribed(code), is_candidate=self.position.fits(code), reasons=(Reason.of("nearest_in_time"),)
            )
        sizes = part_sizes(self.position.game, now.codes, code)
        if isinstance(now, Known):
            fits = self.position.fits(code)
            return describe(code, sizes) if now.exact else estimate(code, sizes, now.candidates, fits)
        chance = now.coverage * float(now.weights[is_code(now.codes, code)].sum())
        return replace(estimate(code, sizes, now.candidates, None), win_chance=chance)


class Untouched(State):
    """All codes of a game before the first turn, none of which is listed."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def report(self) -> Report:
        return Report(candidates=self.game.size)

    def top(self, most: int) -> list[tuple[Code, float]]:
        return []

    def belief(self, game: Game) -> NDArray[np.float64]:
        return np.full((game.pegs, game.colors), 1.0 / game.colors)


def refuses(game: Game) -> Reason | None:
    """The reason why a game cannot be played; None if it can."""
    if game.pegs <= MOST_CHAIN_PEGS and game.colors <= MOST_CHAIN_COLORS:
        return None
    return Reason.of("plays_up_to", pegs=MOST_CHAIN_PEGS, colors=MOST_CHAIN_COLORS)


REFINEMENTS = ("samples=30000,moves=30000000,compared=4000,steps=4000", "samples=75000,moves=60000000,compared=8000")
"""About three times and ten times the usual work."""

SAMPLING: Strategy[SamplingOptions] = Strategy(
    name="sampling",
    summary="samples consistent codes, plays the most informative guess, and searches the endgame",
    origin="codepegs; parallel tempering, Swendsen and Wang 1986",
    limits=f"up to {MOST_CHAIN_PEGS} pegs and {MOST_CHAIN_COLORS} colours; weak above about 30 pegs (with up to 8 "
    "colours, above about 20)",
    options=SamplingOptions,
    start=SamplingCodebreaker,
    refuses=refuses,
    is_deterministic=lambda game, options: False,
    under_noise=UnderNoise.MODELS,
    refinements=REFINEMENTS,
)
