"""Orbits of guesses against the symmetries of a history, tried one by one."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

from codepegs import Game, Position, suggest
from codepegs.codes import Candidates, Orbit, colors_held, differing_guesses
from codepegs.codes.candidates import symmetry_maps
from codepegs.errors import BadInput
from tests import extent, naive
from tests.conftest import Cli

Code = tuple[int, ...]


def images(position: Position, code: Code) -> set[Code]:
    """The images of a code by all exchanges of pegs and of colours that keep the turns."""
    game = position.game
    turns = sorted((turn.guess, str(turn.reply)) for turn in position.turns)

    def image(of: Code, places: Code, colors: Code) -> Code:
        return tuple(colors[of[place]] for place in places)

    return {
        image(code, places, colors)
        for places in permutations(range(game.pegs))
        for colors in permutations(range(game.colors))
        if sorted((image(guess, places, colors), reply) for guess, reply in turns) == turns
    }


@pytest.mark.parametrize("rules", ["p3c4", "p2c5", "p4c3", "p3c4-t", "p3c5n", "p2c4n-b"])
def test_an_orbit_has_all_images_with_any_colours_that_no_candidate_holds(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    codes = naive.all_codes(game)
    for turns in (0, 1, 2, 2, 3):
        secret, position = rng.choice(codes), Position(game)
        for guess in rng.sample(codes, turns):
            position = position.after(guess, game.reply(guess, secret)) if guess != secret else position
        left = Candidates.after(position)
        live = colors_held(game, left.keys)

        def merged(code: Code, live: np.ndarray = live) -> Code:
            return tuple(color if live[color] else -1 for color in code)

        guess = rng.choice(codes)
        wanted = {merged(image) for image in images(position, guess)}
        orbit = Orbit(position, guess, live)
        assert set(orbit) == {code for code in codes if merged(code) in wanted}
        assert len(orbit) == len(list(orbit)) == len(set(orbit))
        sizes = {tuple(sorted(len(part) for part in left.partition(code).values())) for code in orbit}
        assert len(sizes) == 1


def maps_of(position: Position) -> set[tuple[Code, Code]]:
    """The images of classes of positions and of colours, by trying every exchange of pegs and order of turns."""
    game, turns = position.game, position.turns
    columns = [tuple(turn.guess[peg] for turn in turns) for peg in range(game.pegs)]
    classes = list(dict.fromkeys(columns))
    found = set()
    for places in permutations(range(game.pegs)):
        for order in permutations(range(len(turns))):
            pairs = {
                (columns[peg][turn], columns[place][order[turn]])
                for peg, place in enumerate(places)
                for turn in range(len(turns))
            }
            if len({a for a, _ in pairs}) < len(pairs) or len({b for _, b in pairs}) < len(pairs):
                continue
            if all(turns[order[turn]].reply == turns[turn].reply for turn in range(len(turns))):
                of = {classes.index(columns[peg]): classes.index(columns[place]) for peg, place in enumerate(places)}
                colors = dict(pairs)
                images = tuple(of[n] for n in range(len(classes)))
                found.add((images, tuple(colors.get(color, -1) for color in range(game.colors))))
    return found


@pytest.mark.parametrize("rules", ["p4c4", "p5c3", "p4c3-t", "p3c5n", "p3c5-b", "p4c9"])
def test_all_symmetries_are_found_and_one_guess_of_each_orbit_stays(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    codes = naive.all_codes(game)
    for turns in (0, 1, 1, 2, 2, 3, 4):
        secret, position = rng.choice(codes), Position(game)
        for guess in rng.sample(codes, turns):
            position = position.after(guess, game.reply(guess, secret)) if guess != secret else position
        maps = symmetry_maps(position)
        rows = zip(maps.class_maps.tolist(), maps.color_maps.tolist(), strict=True)
        listed = [(tuple(classes), tuple(colors)) for classes, colors in rows]
        assert len(set(listed)) == len(listed)
        assert set(listed) == maps_of(position)
        left = Candidates.after(position)
        if turns and game.size < 300 and len(left) * len(listed) <= 2_000:  # more might not be told apart
            lowest = naive.alike(position, codes)
            kept = differing_guesses(position, left, candidates_only=True)
            assert [left.space.decode(key) for key in kept.tolist()] == sorted({lowest[code] for code in left})


@pytest.mark.parametrize(
    "text", extent.longer_extended(["p2c4 11:0b0w 22:0b0w", "p3c3n 123:1b2w", "p4c6 1122:1b0w"], ["p4c6 1122:1b0w"])
)
def test_all_lists_every_guess(cli: Cli, text: str) -> None:
    found = cli.json("suggest", text, "--all", "--top", "1000")
    guesses = [guess for each in found["suggestions"] for guess in (each["guess"], *each["equivalents"])]
    assert len(guesses) == len(set(guesses)) == len(found["suggestions"]) + found["more_by_symmetry"]
    position = Position.parse(text)
    assert {position.game.check_code(guess) for guess in guesses} >= set(position.candidates())
    rows = cli("suggest", text, "--all", "--top", "1000").splitlines()
    assert sum(len(row.split()) > 6 and row.split()[0].isdecimal() for row in rows) >= len(guesses)
    plain = cli.json("suggest", text, "--top", "1000")
    assert plain["more_by_symmetry"] == found["more_by_symmetry"]
    assert "equivalents" not in plain["suggestions"][0]
    if found["more_by_symmetry"]:
        assert f"{found['more_by_symmetry']:,} more guess" in cli("suggest", text, "--top", "1000")


def test_equivalents_of_a_large_game_are_not_listed(cli: Cli) -> None:
    with pytest.raises(BadInput, match="are not known in this game"):
        suggest("p10c10", top=1, seed=0).with_equivalents()
    assert "are too many to list" in cli.complaint("suggest", "p7c7", "--all")
    assert "several boards and --all cannot be combined" in cli.complaint("suggest", "p2c3 12:1b0w / 12:0b1w", "--all")
