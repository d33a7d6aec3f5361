"""What is shown of games whose guesses nobody would read."""

from __future__ import annotations

import re

import numpy as np
import pytest

from codepegs.cli.host import own_turns
from codepegs.cli.render_picture import ROW, map_rows, map_text
from codepegs.cli.terminal import code_words
from codepegs.errors import BadReply, Contradiction
from codepegs.game.notation import CANONICAL
from codepegs.game.reply import Reply, Turn
from codepegs.game.rules import Game
from codepegs.match.game_loop import shares_known
from codepegs.rng import Seed
from codepegs.strategies.protocol.codebreaker import Guess
from codepegs.strategies.registry import Player, make_codebreaker
from tests.conftest import Cli

WIDEST = 140
"""Columns of the longest line."""


def shown_lines(printed: str) -> list[str]:
    """The lines about turns."""
    return [line for line in printed.splitlines() if re.match(r" +[\d,]+ +\d+b", line)]


@pytest.mark.parametrize("strategy", ["streaming", "auto"])
def test_a_line_for_every_tenth(cli: Cli, strategy: str) -> None:
    printed = cli("solve", "p100c90", "--strategy", strategy, "--seed", "2")
    lines = printed.splitlines()
    assert max(map(len, lines)) <= WIDEST
    rows = shown_lines(printed)
    assert 3 <= len(rows) <= 11
    known = [int(row.split()[2]) for row in rows]
    assert known == sorted(known)
    assert len({count // 10 for count in known}) == len(known)
    assert re.match(r"Solved in \d+ turns", lines[-1])
    assert "(100 of 100)" in lines[-2]


def test_strategies_that_cannot_tell_get_a_line_whenever_turns_double(cli: Cli) -> None:
    printed = cli("solve", "p100c90", "--strategy", "binary-search", "--seed", "2")
    turns = [int(row.split()[0].replace(",", "")) for row in shown_lines(printed)]
    assert turns[:-1] == [2**power for power in range(len(turns) - 1)]
    assert printed.splitlines()[-1].startswith(f"Solved in {turns[-1]} turns")


def test_the_map_at_the_end_of_a_game_that_is_not_solved(cli: Cli) -> None:
    printed = cli("solve", "p100c90", "--strategy", "streaming", "--seed", "2", "--turns", "120", code=1)
    lines = printed.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("Known pegs: "))
    signs = "".join(line.strip() for line in lines[head + 1 : head + 3])
    known = int(re.findall(r"\((\d+) of 100\)", printed)[0])
    assert len(signs) == 100
    assert signs.count("█") == known > 0
    assert signs.count("·") == 100 - known
    assert "… 80 pegs …" in lines[-1]


def test_every_guess_in_full(cli: Cli) -> None:
    printed = cli("solve", "p70c40", "--strategy", "streaming", "--seed", "2", "--verbose")
    record = cli.json("solve", "p70c40", "--strategy", "streaming", "--seed", "2")
    rows = printed.splitlines()[1:-1]
    assert len(rows) == record["guesses"]
    for row, turn in zip(rows, record["turns"], strict=True):
        assert turn["guess"] in row
    assert "--quiet and --verbose cannot be combined" in cli.complaint("solve", "p70c40", "--verbose", "--quiet")


def test_quiet_tells_the_end_only(cli: Cli) -> None:
    lines = cli("solve", "p70c40", "--seed", "2", "--quiet").splitlines()
    assert len(lines) == 2
    assert lines[1].startswith("Solved in ")


def test_maps() -> None:
    rng = np.random.default_rng(0)
    for pegs in (1, 7, 61, 100, 399, 401, 1000, 9_999, 10_000):
        known = np.flatnonzero(rng.random(pegs) < 0.4).tolist()
        for cells in (1, 5, 40):
            shares = shares_known(pegs, known, min(cells, pegs))
            where = [peg * len(shares) // pegs for peg in range(pegs)]
            for cell, share in enumerate(shares):
                here = [peg for peg in range(pegs) if where[peg] == cell]
                assert share == pytest.approx(len(set(here) & set(known)) / len(here))
        assert set(map_text(pegs, range(pegs), 40)) == {"█"}
        assert set(map_text(pegs, (), 40)) == {"·"}
        head, *rows = map_rows(pegs, known)
        assert len(rows) <= 8
        assert all(len(row) <= ROW + 2 for row in rows)
        assert head.startswith("Known pegs")


def test_codes_are_shortened_only_where_they_are_long() -> None:
    assert code_words(Game(60, 3), (1,) * 60, CANONICAL) == "2" * 60
    assert code_words(Game(61, 300), (9,) * 61, CANONICAL).count("10") == 20
    assert code_words(Game(61, 300), (9,) * 61, CANONICAL, in_full=True) == ",".join(["10"] * 61)


def false_reply(game: Game, guess: tuple[int, ...], true: Reply) -> Reply:
    """A reply near the true one that the guess can get."""
    assert true.black is not None
    assert true.white is not None
    for black, white in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        try:
            return game.check_reply(guess, Reply(black=true.black + black, white=true.white + white))
        except BadReply:
            continue
    raise AssertionError("no other reply is possible")


def lied_to(game: Game, strategy: str, seed: int, lie: int) -> list[Turn]:
    """A game in which one turn, from 1, got a false reply, up to the turn at which that is noticed."""
    secret = tuple(np.random.default_rng(7).integers(0, game.colors, game.pegs).tolist())
    codebreaker = make_codebreaker(game, strategy, seed=seed)
    turns: list[Turn] = []
    while True:
        move = codebreaker.next()
        assert isinstance(move, Guess)
        true = game.reply(move.code, secret)
        turns.append(Turn(move.code, false_reply(game, move.code, true) if len(turns) + 1 == lie else true))
        try:
            codebreaker.learn(turns[-1])
        except Contradiction:
            return turns


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "strategy", "lie"), [("p60c60", "auto", 5), ("p70c60", "streaming", 40)])
def test_hosts_hear_from_which_turn_on_they_were_wrong(cli: Cli, rules: str, strategy: str, lie: int) -> None:
    game = Game.parse(rules)
    turns = lied_to(game, strategy, 3, lie)
    noticed = len(turns)
    true = game.reply(
        turns[lie - 1].guess, tuple(np.random.default_rng(7).integers(0, game.colors, game.pegs).tolist())
    )
    answers = [*(str(turn.reply) for turn in turns), f"change {lie} {true}", "quit"]
    printed = cli("host", rules, "--strategy", strategy, "--seed", "3", answers="\n".join(answers) + "\n")
    assert "The replies contradict each other." in printed
    assert f"No code is consistent with all {noticed} turns." in printed
    assert f"The contradiction appears at turn {noticed}:" in printed
    left = re.findall(r"The guesses from turn (\d+) on depended on the corrected reply", printed)
    if lie < noticed:
        assert lie < int(left[0]) <= noticed
    assert "To continue: codepegs host" in printed


def test_turns_a_player_of_large_games_can_follow() -> None:
    game = Game(60, 60)
    turns = tuple(lied_to(game, "streaming", 3, 5))
    player, seed = Player.parse("auto"), Seed(3)
    assert own_turns(player, game, seed, turns) == (len(turns), True)
    assert own_turns(player, game, seed, turns[:-1]) == (len(turns) - 1, False)
    strange = Turn((0, 1) * 30, Reply(black=1, white=0))
    assert own_turns(player, game, seed, (*turns[:3], strange, *turns[4:])) == (3, False)


def test_hosts_see_guesses_in_full(cli: Cli) -> None:
    printed = cli("host", "p70c60", "--seed", "3", answers="quit\n")
    first = make_codebreaker(Game(70, 60), "auto", seed=3).next()
    assert isinstance(first, Guess)
    assert CANONICAL.format(Game(70, 60), first.code) in printed
