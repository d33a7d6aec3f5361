"""Lists of every size that people bring, by every way of playing them, with one worker and more.

Sizes are those at which the program changes its ways: the expected number of guesses is searched, a tree is built, a
table is shared among workers. The lists of words stand for those of Wordle: 2,315 secrets, 12,972 guesses.
"""

from __future__ import annotations

import itertools
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codepegs import Candidates, ListedGame, analysis, evaluate, load_game, play
from tests.conftest import Cli

WORKERS = (1, 2, 3)


def words(count: int) -> list[str]:
    """Pronounceable words of five letters, in an order of their own."""
    letters = ("bcdfghklmnprstvw", "aeiou", "bcdfghklmnprstvw", "aeiou", "bcdfghklmnprstvw")
    every = np.array(["".join(word) for word in itertools.product(*letters)])
    return list(map(str, np.random.default_rng(2315).permutation(every)[:count]))


def listed(secrets: int, guesses: int, reply: str) -> dict[str, str]:
    """A game of words in files."""
    given = words(guesses)
    toml = f'secrets = "secrets.txt"\nguesses = "guesses.txt"\nreply = "{reply}"\n'
    return {"game.toml": toml, "secrets.txt": "\n".join(given[:secrets]), "guesses.txt": "\n".join(given[secrets:])}


GAMES = {
    "wordle-300": listed(300, 300, "wordle"),
    "formula-300-of-2300": listed(300, 2_300, "max(black, white)"),
    "wordle-2300": listed(2_300, 2_300, "wordle"),
    "per-slot-2401": {"game.toml": 'rules = "p4c7"\nreply = "per-slot"\n'},
    "formula-2401": {"game.toml": 'rules = "p4c7"\nreply = "black - white"\n'},
    "wordle-2315-of-12972": listed(2_315, 12_972, "wordle"),
    "mastermind-4536": {"game.toml": 'rules = "bulls-and-cows"\nexclude = "0*"\n'},
    "per-slot-9000": listed(9_000, 9_000, "per-slot"),
    "formula-9000": listed(9_000, 9_000, "black + white"),
    "wordle-13000": listed(13_000, 13_000, "wordle"),
}
QUICK = ("wordle-300", "per-slot-2401")
LONG = ("per-slot-9000", "formula-9000", "wordle-13000")
SIZES = [
    pytest.param(name, marks=() if name in QUICK else pytest.mark.slow if name in LONG else pytest.mark.extended)
    for name in GAMES
]


@pytest.fixture
def game(request: pytest.FixtureRequest, cli: Cli) -> str:
    """The file of one of the games, in the current folder."""
    for name, content in GAMES[request.param].items():
        Path(name).write_text(content)
    return "game.toml"


def without_times(found: Any) -> Any:
    """A result without what differs from run to run."""
    if isinstance(found, dict):
        return {key: without_times(value) for key, value in found.items() if not key.startswith(("seconds", "peak"))}
    return [without_times(value) for value in found] if isinstance(found, list) else found


@pytest.mark.parametrize("game", SIZES, indirect=True)
def test_every_command_answers_alike_with_any_number_of_workers(game: str, cli: Cli) -> None:
    def alike(command: Callable[..., Any], *arguments: str, **answers: str) -> Any:
        found = [without_times(command(*arguments, "--workers", str(each), **answers)) for each in WORKERS]
        assert found == [found[0]] * len(WORKERS), arguments
        return found[0]

    secret = words(5)[3].upper() if Path("secrets.txt").exists() else "5273"
    advice = alike(cli.json, "suggest", game, "--seed", "1")
    solved = alike(cli.json, "solve", game, secret, "--seed", "1")
    turns = [(turn["guess"], turn["reply"]) for turn in solved["turns"]]
    assert (advice["suggestions"][0]["guess"], turns[-1][0]) == (turns[0][0], secret)
    replies = "".join(f"{reply}\n" for _, reply in turns)
    guessed = alike(cli, "bot", game, "--seed", "1", answers=replies)
    assert guessed.split() == [guess for guess, _ in turns]
    reviewed = alike(cli.json, "coach", f"{game} {' '.join(map(':'.join, turns))}")
    assert (reviewed["solved"], len(reviewed["turns"])) == (True, len(turns))
    row = alike(cli.json, "evaluate", game, "--strategy", "entropy")
    assert sum(row["histogram"]) == row["games"] == advice["candidates"]


@pytest.mark.extended
@pytest.mark.parametrize("game", LONG, indirect=True)
def test_the_largest_lists_are_walked_by_one_worker(game: str, cli: Cli) -> None:
    """All in one group; the slow tests try the rest of the commands."""
    row = cli.json("evaluate", game, "--strategy", "minimax:candidates-only", "--workers", "1")
    assert sum(row["histogram"]) == row["games"] == load_game(game).size


@pytest.mark.parametrize("game", SIZES, indirect=True)
def test_a_walk_over_all_secrets_makes_the_guesses_of_single_games(game: str) -> None:
    rules = load_game(game)
    (found,) = evaluate(rules, "entropy", workers=1)
    numbers = np.random.default_rng(4).choice(rules.size, size=4, replace=False).tolist()
    for number in numbers:
        assert len(play(rules, rules._code_at(number), "entropy").turns) == found.lengths[number]


@pytest.mark.parametrize(
    "size", [600, pytest.param(2_300, marks=pytest.mark.extended), pytest.param(13_000, marks=pytest.mark.slow)]
)
def test_a_description_takes_little_more_memory_than_the_table(size: int) -> None:
    game = ListedGame(words(size), reply="wordle")
    table = Candidates.all(game).space.table
    assert table is not None
    tracemalloc.start()
    try:
        found = analysis.describe(game)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.objects == size
    assert peak < 3 * table.nbytes + 500_000
