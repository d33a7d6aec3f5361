"""Listed games: their replies against plain Python, their texts, and everything that partitions give."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from codepegs import (
    BadCode,
    BadReply,
    BadRules,
    BadStrategy,
    Candidates,
    Game,
    Position,
    Reply,
    build_tree,
    evaluate,
    explain_contradiction,
    play,
    read_tree,
    suggest,
    verify,
    write_tree,
)
from codepegs.game import FILES_VARIABLE, SERVED_VARIABLE, ListedGame, load_game
from tests import extent

PEG_GAMES = ["p3c4", "p4c4", "p2c7", "p3c5n", "p4c4-b", "p3c4-t", "p4c3-w", "p3c4n-b", "p1c6", "p2c3"]
STRATEGIES = ["minimax", "expected-size", "entropy", "max-parts", "first-consistent", "entropy:candidates-only"]


def words(count: int, length: int, letters: str, seed: int) -> list[str]:
    rng = random.Random(seed)
    found = {"".join(rng.choices(letters, k=length)) for _ in range(3 * count)}
    return rng.sample(sorted(found), min(count, len(found)))


def wordle(guess: str, secret: str) -> str:
    marks = ["g" if mine == theirs else "-" for mine, theirs in zip(guess, secret, strict=True)]
    left = [theirs for mark, theirs in zip(marks, secret, strict=True) if mark == "-"]
    for place, letter in enumerate(guess):
        if marks[place] == "-" and letter in left:
            left.remove(letter)
            marks[place] = "y"
    return "".join(marks)


def listed(game: Game) -> ListedGame:
    """The codes of a game of pegs as a list, with a function for the reply."""
    codes = list(product(range(game.colors), repeat=game.pegs))
    codes = [code for code in codes if game.repeats or len(set(code)) == len(code)]
    texts = {"".join(str(color + 1) for color in code): code for code in codes}
    return ListedGame(texts, reply=lambda guess, secret: game.reply(texts[guess], texts[secret]))


@pytest.mark.parametrize("length", [1, 2, 5, 6])
def test_marks_are_those_of_wordle(length: int) -> None:
    codes = words(60, length, "ABCD", length)
    game = ListedGame(codes[:40], codes[40:], "wordle")
    for guess in codes:
        for secret in codes[:40]:
            assert str(game.reply(guess, secret)) == wordle(guess, secret)
            assert game.reply(guess, secret).solved == (guess == secret)


def test_named_replies() -> None:
    codes = words(80, 4, "ABCDE", 3)
    games = {how: ListedGame(codes, reply=how) for how in ("mastermind", "per-slot", "common", "same-place")}
    for guess, secret in product(codes, repeat=2):
        black = sum(mine == theirs for mine, theirs in zip(guess, secret, strict=True))
        total = (Counter(guess) & Counter(secret)).total()
        white = sum(mine != theirs and mine in secret for mine, theirs in zip(guess, secret, strict=True))
        solved = guess == secret
        assert games["mastermind"].reply(guess, secret) == Reply(black, total - black, solved=solved)
        assert games["per-slot"].reply(guess, secret) == Reply(black, white, solved=solved)
        assert games["same-place"].reply(guess, secret) == Reply(black, solved=solved)
        assert games["common"].reply(guess, secret) == (Reply(solved=True) if solved else Reply(total=total))


def test_a_formula_of_black_and_white() -> None:
    codes = words(50, 3, "ABC", 8)
    peg_game = Game(3, 3)
    game = ListedGame(codes, reply="abs(black - white)")
    for guess, secret in product(codes, repeat=2):
        black, white = peg_game.reply(["ABC".index(x) for x in guess], ["ABC".index(x) for x in secret])
        reply = game.reply(guess, secret)
        assert reply.solved == (guess == secret)
        assert reply.solved or str(reply) == str(abs(black - white))


def test_attributes() -> None:
    rows = {"cat": [4, "fur", 4], "hen": [2, "feathers", 3], "ant": [6, "shell", 1], "dog": [4, "fur", 30]}
    game = ListedGame(rows, reply="columns")
    assert str(game.reply("cat", "ant")) == "+x-"
    assert str(game.reply("dog", "cat")) == "==-"
    assert game.text_of(suggest(Position(game), "entropy")[0].guess) in {"CAT", "DOG", "HEN"}


@pytest.mark.parametrize("rules", extent.rest_extended(PEG_GAMES, [rules for rules in PEG_GAMES if rules != "p4c4"]))
def test_a_list_of_peg_codes_is_the_game_of_pegs(rules: str) -> None:
    """The trees are equal, guess for guess, though nothing but the list and the replies is known."""
    game = Game.parse(rules)
    same = listed(game)
    for strategy in STRATEGIES:
        tree, other = build_tree(game, strategy), build_tree(same, strategy)
        assert tree.figures == other.figures
        assert verify(other).valid
    position, held = Position(game), Position(same)
    rng = random.Random(rules)
    secret = rng.choice(list(Candidates.all(game)))
    for code in rng.sample(list(Candidates.all(game)), 3):
        position = position.after(code, game.reply(code, secret))
        text = "".join(str(color + 1) for color in code)
        held = held.after(text, same.reply(text, "".join(str(color + 1) for color in secret)))
        assert len(Candidates.after(position)) == len(Candidates.after(held))


@pytest.mark.parametrize("rules", extent.rest_extended(PEG_GAMES, [rules for rules in PEG_GAMES if rules != "p4c4"]))
def test_guesses_are_the_same(rules: str) -> None:
    game = Game.parse(rules)
    same = listed(game)
    for objective in ("minimax", "expected-size", "entropy", "max-parts"):
        ours, theirs = build_tree(game, objective), build_tree(same, objective)
        texts = ["".join(str(color + 1) for color in ours.guess(node)) for node in range(len(ours))]
        assert sorted(texts) == sorted(same.text_of(theirs.guess(node)) for node in range(len(theirs)))


def test_positions_and_pickles() -> None:
    game = ListedGame(words(30, 5, "ABCDEF", 1), reply="wordle", name="test-words")
    position = Position(game)
    secret = game.texts[7]
    for guess in game.texts[:2]:
        position = position.after(guess, game.reply(guess, secret))
    assert Position.parse(str(position)) == position
    assert position.fits(secret)
    copy = pickle.loads(pickle.dumps(position))
    assert copy == position
    assert copy.game.how == "wordle"


def test_games_that_are_played() -> None:
    codes = words(120, 5, "ABCDE", 4)
    game = ListedGame(codes[:80], codes[80:], "wordle")
    for strategy in ("auto", "minimax", "first-consistent", "random-consistent"):
        for seed in range(5):
            played = play(game, strategy=strategy, seed=seed)
            assert played.solved
            assert game.can_be_secret(played.secret or ())
    lengths = [play(game, secret, "entropy").guesses for secret in codes[:80]]
    assert evaluate(game, "entropy")[0].total == sum(lengths)


def test_what_needs_pegs_says_so() -> None:
    game = ListedGame(["AB", "BA"])
    for strategy in ("sampling", "streaming", "genetic", "bayes"):
        with pytest.raises(BadStrategy, match="plays games of pegs"):
            play(game, "AB", strategy)


def test_contradictions_are_explained() -> None:
    game = ListedGame(["CRANE", "CRATE", "TRACE", "GRACE"], reply="wordle")
    position = Position(game).after("CRANE", "ggg-g").after("TRACE", "yggyg").after("CRATE", "ggg-g")
    conflict = explain_contradiction(position)
    assert conflict is not None
    assert conflict.turns == (1, 3)
    assert any(str(repair.reply) == "ggggg" for repair in conflict.repairs)


def test_trees_are_written_and_read(tmp_path: Path) -> None:
    codes = words(90, 4, "ABCD", 6)
    game = ListedGame(codes[:60], codes[60:], "wordle", name="tree-words")
    tree = build_tree(game, "entropy")
    write_tree(tree, tmp_path / "words.tree")
    again = read_tree(tmp_path / "words.tree")
    assert again.figures == tree.figures
    assert verify(tmp_path / "words.tree").valid
    text = (tmp_path / "words.tree").read_text()
    (tmp_path / "other.tree").write_text(text.replace(f"lists {game.digest}", "lists 000000000000"))
    with pytest.raises(BadRules.__mro__[1], match="other lists"):
        read_tree(tmp_path / "other.tree")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([],), "is empty"),
        ((["AB", "AB"],), "listed twice"),
        ((["ab", "AB"],), "upper and lower case"),
        ((["A B"],), "without blanks"),
        ((["A:B"],), "without blanks"),
        ((["AB", "ABC"], None, "wordle"), "needs codes of equal length"),
        ((["AB"], None, "wordel"), "is not a reply rule"),
        ((["AB"], None, "__import__('os')"), "is not a reply rule"),
        ((["AB"], None, "columns"), "attributes"),
    ],
)
def test_bad_lists(arguments: tuple[object, ...], said: str) -> None:
    with pytest.raises(BadRules, match=said):
        ListedGame(*arguments)  # type: ignore[arg-type]


def test_bad_codes_and_replies() -> None:
    game = ListedGame(["CRANE", "CRATE"], ["SLATE"], "wordle")
    with pytest.raises(BadCode, match="not in the list"):
        Position(game).after("CRXNE", "-----")
    with pytest.raises(BadReply, match=r"expected e\.g\."):
        Position(game).after("CRANE", "1b2w")
    with pytest.raises(BadReply, match="no secret in the list"):
        Position(game).after("CRANE", "-----")
    with pytest.raises(BadCode, match="not one of the secrets"):
        play(game, "SLATE")


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answers.txt").write_text("crane\ncrate\n")
    (tmp_path / "more.txt").write_text("slate\ncrane\n")
    (tmp_path / "game.toml").write_text('secrets = "answers.txt"\nguesses = "more.txt"\nreply = "wordle"\n')
    game = load_game(tmp_path / "game.toml")
    assert game.texts == ("CRANE", "CRATE", "SLATE")
    assert game.size == 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FILES_VARIABLE, "1")
    assert Game.parse("words:answers.txt,more.txt:wordle").size == 2
    assert len(Candidates.after("words:answers.txt:wordle CRANE:ggg-g")) == 1
    monkeypatch.setenv(FILES_VARIABLE, "0")
    with pytest.raises(BadRules, match="not read here"):
        Game.parse("other.toml")


def test_a_server_reads_only_the_files_it_was_started_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("mine.toml", "other.toml"):
        (tmp_path / name).write_text('secrets = ["crane", "crate"]\nreply = "wordle"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(FILES_VARIABLE, "0")
    monkeypatch.setenv(SERVED_VARIABLE, "words:a.txt:wordle\nmine.toml")
    game = Game.parse("mine.toml")
    assert len(Candidates.after("mine.toml CRANE:ggg-g")) == 1
    assert Game.parse("mine.toml") is game
    with pytest.raises(BadRules, match="not read here"):
        Game.parse("other.toml")


def test_a_selection_of_peg_codes(tmp_path: Path) -> None:
    """Bulls and Cows whose first digit is not 0."""
    (tmp_path / "bulls.toml").write_text('rules = "bc"\nexclude = "0*"\n')
    game = load_game(tmp_path / "bulls.toml")
    assert game.size == 9 * 9 * 8 * 7
    assert game.texts[0] == "1023"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("secrets = [", "not valid TOML"),
        ("reply = 'wordle'", "either secrets or rules"),
        ("secrets = ['AB']\nsecret = 1", "unknown key 'secret'"),
        ("secrets = 3", "expected a list of codes"),
        ("secrets = ['AB']\nexclude = '('", r"no secret matches '\(': expected a pattern"),
        ("secrets = ['AB']\nexclude = '^A'", r'such as "0\*" for the codes that begin with 0'),
        ("rules = 'p20c20'", "can be listed"),
    ],
)
def test_bad_files(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bad.toml").write_text(text)
    with pytest.raises(BadRules, match=said):
        load_game(tmp_path / "bad.toml")


def test_a_name_outlives_an_equal_game() -> None:
    lists = ["AB", "BA", "CA"]
    kept, copy = ListedGame(lists), ListedGame(lists)
    assert kept.name == copy.name
    del copy
    assert Game.parse(kept.name) is kept
