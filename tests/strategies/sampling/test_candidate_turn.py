"""The candidates that C++ finds turn by turn are those of its twin in Python, draw by draw."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from codepegs.errors import Contradiction
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.rng import Seed
from codepegs.strategies.sampling.candidate_tracker import Settings, Track, draw_codes
from tests.strategies.sampling import naive_track

USUAL = Settings(samples=200, moves=300_000, listed=2_000, nodes=100_000)
UNLISTED = replace(USUAL, listed=0)

CASES = [
    ("p4c6", USUAL),
    ("p5c8n", USUAL),
    ("p6c6-t", USUAL),
    ("p6c5-w", USUAL),
    ("p6c4-w", replace(UNLISTED, moves=20_000)),
    ("p8c12", replace(USUAL, nodes=1_000)),
    ("p7c9-b", UNLISTED),
    ("p9c10n", UNLISTED),
    ("p5c5-t", replace(UNLISTED, moves=3_000)),
    ("p12c12", replace(UNLISTED, moves=40_000)),  # hardly any code is found
    ("p8c8", replace(UNLISTED, moves=1)),
    ("p3c1", USUAL),
]


def same(track: Track, twin: naive_track.Track) -> None:
    one, other = track.known, twin.known
    assert one.codes.tolist() == other.codes.tolist()
    assert one.nearest.tolist() == other.nearest.tolist()
    assert (one.candidates, one.exact, one.log_variance) == (other.candidates, other.exact, other.log_variance)
    assert (one.moves, one.nodes) == (other.moves, other.nodes)
    assert one.interval == other.interval


@pytest.mark.parametrize(("rules", "settings"), CASES)
@pytest.mark.parametrize("number", [0, 1])
def test_candidates_are_those_of_plain_python(rules: str, settings: Settings, number: int) -> None:
    game, rng = Game.parse(rules), np.random.default_rng(number)
    seed = Seed(2**40 + number, 3)
    track, twin = Track(game, seed, settings), naive_track.Track(game, seed, settings)
    same(track, twin)
    secret, *guesses = (tuple(code) for code in draw_codes(game, 9, rng).tolist())
    replies = game.replies()
    for at, guess in enumerate(guesses):
        is_true = not number or at < 4  # then any reply: no code is consistent with all of them
        reply = game.reply(guess, secret) if is_true else replies[int(rng.integers(len(replies)))]
        if at == 2:
            guess, reply = tuple(track.known.nearest.tolist()), game.reply(tuple(track.known.nearest.tolist()), secret)
        turn = Turn(guess, reply)
        ends = False
        with suppress(Contradiction):
            twin.advance(turn)
            ends = True
        if not ends:
            with pytest.raises(Contradiction):
                track.advance(turn)
            return
        track.advance(turn)
        same(track, twin)


@pytest.mark.parametrize("text", ["p2c2-t 12:2t 21:2t 11:1t", "p2c3n-t 12:2t 21:2t 13:1t"])
def test_a_code_that_was_not_guessed_is_near_where_none_is_found(text: str) -> None:
    position = Position.parse(text)
    game, seed = position.game, Seed(7)
    track, twin = Track(game, seed, UNLISTED), naive_track.Track(game, seed, UNLISTED)
    for turn in position.turns:
        twin.advance(turn)
        track.advance(turn)
        same(track, twin)
    assert not len(track.known.codes)
    assert tuple(track.known.nearest.tolist()) not in {turn.guess for turn in position.turns}
