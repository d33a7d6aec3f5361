"""Part numbers of the replies between pairs of codes."""

import numpy as np
import pytest

from codepegs.game import Game, part_table, parts_between


@pytest.mark.parametrize("rules", ["p4c6", "p4c6-t", "p3c40-b", "p21c4", "p30c70-w", "p10c12n"])
@pytest.mark.parametrize("count", [3, 20_000])  # of many colours counted in two blocks
def test_parts_are_those_of_the_replies(rules: str, count: int) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng(4)
    codes = rng.permuted(np.tile(np.arange(max(game.pegs, game.colors)) % game.colors, (count, 1)), axis=1)
    codes = codes[:, : game.pegs]
    table = part_table(game)
    found = parts_between(game, codes, codes[::-1])
    assert found[:3].tolist() == [
        table.number(game.reply(tuple(guess), tuple(secret)))
        for guess, secret in zip(codes[:3].tolist(), codes[::-1][:3].tolist(), strict=True)
    ]
    assert parts_between(game, codes, codes[0])[-3:].tolist() == [
        table.number(game.reply(tuple(code), tuple(codes[0].tolist()))) for code in codes[-3:].tolist()
    ]
