"""Codemakers without a secret."""

from __future__ import annotations

import pytest

from codepegs import Adversary, Candidates, Game, ListedGame, play


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
