"""Guesses that are not in a list are clues: they are read, narrow the candidates, and are never suggested."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from codepegs import BadCode, Guess, ListedGame, Position, make_codebreaker, suggest
from codepegs.strategies import STRATEGIES
from tests.conftest import Cli
from tests.extent import rest_extended

LETTERS = list("abcde")
RULES = ("mastermind", "per-slot", "wordle", "common", "same-place")


def draw_words(rng: np.random.Generator, count: int, length: int, letters: list[str]) -> list[str]:
    """Different words."""
    return sorted({"".join(rng.choice(letters, length)) for _ in range(count)})


@pytest.mark.parametrize("seed", rest_extended(range(10), (0,)))
@pytest.mark.parametrize("rule", RULES)
def test_a_clue_keeps_the_words_that_give_its_reply(rule: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    words = draw_words(rng, 24, 3, LETTERS)
    clues = [word for word in draw_words(rng, 6, 3, [*LETTERS, "x", "y"]) if word not in words]
    game = ListedGame(words, reply=rule)
    secret = str(rng.choice(words))
    position, left = Position(game), words
    for guess in [str(rng.choice(words)), *clues]:
        pairs = {word: str(ListedGame([word], [guess], rule).reply(guess, word)) for word in words}
        position, left = position.after(guess, pairs[secret]), [word for word in left if pairs[word] == pairs[secret]]
    assert [position.game.text_of(code).lower() for code in position.candidates()] == left
    assert len(position.turns) == 1 + len(clues)
    assert str(Position.parse(" ".join(str(position).split()), game=game)) == str(position)
    again = pickle.loads(pickle.dumps(position))
    assert (str(again), again.game._clues) == (str(position), len(clues))
    found = suggest(position, "entropy", top=len(words) + len(clues))
    shown = {each.text.lower() for each in found}
    assert shown <= {*words}


@pytest.mark.parametrize("strategy", [name for name, each in STRATEGIES.items() if each.text_option is None])
def test_no_strategy_guesses_a_clue(strategy: str) -> None:
    words = ["crane", "train", "brick", "lucky", "brain", "crank", "track", "trick", "stain", "drain"]
    position = Position(ListedGame(words, reply="wordle")).after("stone", "-----").after("glyph", "-----")
    if STRATEGIES[strategy].why_not(position.game) is not None:
        pytest.skip("does not play lists")
    guess = make_codebreaker(position, strategy).next()
    assert isinstance(guess, Guess)
    assert position.game.text_of(guess.code).lower() in words


def test_words_of_another_length_and_hard_mode_are_refused() -> None:
    game = ListedGame(["crane", "train"], reply="wordle")
    for guess in ("stones", "st"):
        with pytest.raises(BadCode, match="not in the list"):
            Position(game).after(guess, "-----")
    with pytest.raises(BadCode, match="not in the list"):
        Position(ListedGame(["crane", "train"], reply="wordle", hard=True)).after("stone", "----g")


def test_commands_read_clues_and_score_any_two_words(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "l.txt").write_text("crane\ntrain\nbrick\nlucky\n")
    assert cli("candidates", "words:l.txt:wordle stone:-----").split() == ["BRICK", "LUCKY"]
    assert cli("score", "words:l.txt:wordle stone:-----") == "words:l.txt:wordle STONE:-----\n"
    assert cli("score", "stone", "eased", "--rules", "words:l.txt:wordle").startswith("y---y")
    assert cli("score", "crane", "stone", "--rules", "words:l.txt:wordle").startswith("---gg")
    assert cli("candidates", "words:l.txt:wordle", "--count").strip() == "4"
