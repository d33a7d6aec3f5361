"""What is said of a guess: that it may be the secret, or cannot be, only if that is proved."""

from __future__ import annotations

import pytest

from codepegs.analysis.suggestions import suggest
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.rng import Seed
from tests import extent
from tests.conftest import Cli

GAMES = ["p4c6", "p8c12", "p31c10", "p35c35", "p100c100", "p45c3", "p12c20n", "p6c6-t", "p10c10-w", "p200c50"]


@pytest.mark.parametrize("rules", GAMES)
def test_before_the_first_reply_every_code_may_be_the_secret(rules: str, cli: Cli) -> None:
    for seed in range(2):
        for found in suggest(rules, seed=seed):
            assert found.is_candidate is not False
            assert "cannot be the secret" not in found.why
    record = cli.json("suggest", rules, "--seed", "0")
    assert all(found["is_candidate"] is True for found in record["suggestions"])


@pytest.mark.parametrize("rules", extent.longer_extended(GAMES[:-1], ["p35c35", "p8c12"]))
def test_later_it_follows_from_the_replies(rules: str) -> None:
    game = Game.parse(rules)
    secret = Secret.draw(game, Seed(3)).code
    position = Position(game)
    for _ in range(3):
        suggestions = suggest(position, seed=1)
        for found in suggestions:
            fits = position.fits(found.guess)
            assert found.is_candidate in (fits, None)
            assert "cannot be the secret" not in found.why or not fits
            assert "may be the secret" not in found.why or fits
        guess = suggestions[0].guess
        if guess == secret:
            break
        position = Position(game, (*position.turns, Turn(guess, game.reply(guess, secret))))


def test_nothing_is_claimed_where_replies_may_be_false() -> None:
    for found in suggest("p4c6 1122:1b0w 3344:1b0w", noise=0.1, seed=0):
        assert found.is_candidate is None
