"""Codemakers: without a secret, and with drawn ones."""

from __future__ import annotations

import pytest

from codepegs import Adversary, Candidates, Contradiction, Game, ListedGame, Unavailable, play
from codepegs.match import Secret
from codepegs.rng import Seed
from tests.conftest import Cli


def test_an_adversary_leaves_as_many_candidates_as_possible() -> None:
    game = ListedGame(["CRANE", "CRATE", "TRACE", "GRACE", "BRACE"], ["SLATE"], "wordle")
    adversary = Adversary(game)
    assert str(adversary.reply("CRANE")) == "ygg-g"  # TRACE, GRACE and BRACE
    assert [game.text_of(code) for code in adversary.candidates] == ["TRACE", "GRACE", "BRACE"]
    assert str(adversary.reply("TRACE")) == "-gggg"
    assert str(adversary.reply("GRACE")) == "-gggg"
    assert adversary.reply("BRACE").solved


@pytest.mark.parametrize("rules", ["p4c6", "p3c4-t", "p3c4n-b"])
def test_a_game_against_an_adversary_follows_the_largest_parts(rules: str) -> None:
    game = Game.parse(rules)
    played = play(game, strategy="minimax", codemaker=Adversary(game))
    left = Candidates.all(game)
    assert played.solved
    assert played.secret is None
    for turn in played.turns:
        parts = left.partition(turn.guess)
        open_parts = [len(part) for reply, part in parts.items() if not reply.solved]
        assert turn.reply.solved == (not open_parts)
        left = parts[turn.reply]
        assert not open_parts or len(left) == max(open_parts)


def test_an_adversary_continues_from_a_position() -> None:
    first = Adversary("p4c6")
    replies = [first.reply(guess) for guess in ("1122", "3344")]
    later = Adversary(f"p4c6 1122:{replies[0]} 3344:{replies[1]}")
    assert list(later.candidates) == list(first.candidates)
    with pytest.raises(Contradiction):
        Adversary("p4c6 1111:0b0w 1122:3b0w")
    with pytest.raises(Unavailable, match="against a secret"):
        Adversary("p10c10")


def test_a_person_plays_against_an_adversary(cli: Cli) -> None:
    played = cli("play", "p2c2", "--adversary", "--seed", "1", answers="12\nundo\n12\n11\n22\n")
    assert played.count("one black, no white") == 2  # taken back, and replied to alike
    assert "Solved in 3 turns" in played
    given_up = cli("play", "p4c6 1122:0b0w 1111:0b0w", "--adversary", answers="4566\ngive up\n")
    assert "4   5   6   6   ●○··" in given_up
    assert "46 codes are left, for example 3346." in given_up
    stopped = cli("play", "p4c6", "--adversary", "--seed", "1", answers="1122\nquit\n")
    assert "codepegs play 'p4c6 1122:0b0w' --adversary --seed 1" in stopped
    assert "cannot be combined" in cli.complaint("play", "p4c6", "--adversary", "--noise", "0.1")
    assert "play a smaller game" in cli.complaint("play", "p10c10", "--adversary", code=3)


def test_secrets_of_different_games_are_independent() -> None:
    """For one seed, the secret of a shorter game is not the beginning of that of a longer one."""
    alike = total = 0
    for number in range(20):
        short, long = (Secret.draw(rules, Seed(7, number)).code for rules in ("p90c20", "p100c20"))
        alike += sum(a == b for a, b in zip(short, long, strict=False))
        total += len(short)
    expected, deviation = total / 20, (total * 19 / 400) ** 0.5
    assert abs(alike - expected) < 4 * deviation
