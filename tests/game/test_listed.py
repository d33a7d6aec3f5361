"""Listed games: their replies against plain Python, their texts, and everything that partitions give."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import numpy as np
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
    Turn,
    build_tree,
    evaluate,
    explain_contradiction,
    play,
    read_tree,
    suggest,
    verify,
    write_tree,
)
from codepegs.codes import CodeSpace
from codepegs.game import CANONICAL, FILES_VARIABLE, SERVED_VARIABLE, ListedGame, load_game
from codepegs.game.rules import FORMER_NAMES
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


@pytest.mark.parametrize("rules", extent.longer_extended(PEG_GAMES, ["p4c4", "p4c4-b"]))
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


@pytest.mark.parametrize("rules", extent.longer_extended(PEG_GAMES, ["p4c4", "p4c4-b"]))
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
    assert copy.game._how == "wordle"


def test_games_that_are_played() -> None:
    codes = words(120, 5, "ABCDE", 4)
    game = ListedGame(codes[:80], codes[80:], "wordle")
    for strategy in ("auto", "minimax", "first-consistent", "random-consistent"):
        for seed in range(5):
            played = play(game, strategy=strategy, seed=seed)
            assert played.solved
            assert game._can_be_secret(played.secret or ())
    lengths = [play(game, secret, "entropy").guesses for secret in codes[:80]]
    assert evaluate(game, "entropy")[0].total == sum(lengths)


@pytest.mark.parametrize(
    "game",
    [
        ListedGame(words(30, 4, "ABCDE", 2), words(9, 4, "FGH", 3), "wordle"),
        ListedGame(["CAT", "HORSE", "EMU"], ["BEE"], lambda guess, secret: str(len(guess) > len(secret))),
        ListedGame({"TIGER": [4, "land"], "ANT": [6, "land"]}, reply="columns", weights=[3, 1], hard=True),
        Game(3, 4),
        Game.parse("p3c5n-t"),
    ],
    ids=str,
)
def test_a_list_does_all_that_a_game_does(game: Game) -> None:
    """Every public name of the base class works for every kind of game, and its answers fit together."""
    secret, space = game._first_code, CodeSpace.of(game)
    everything, guesses = Candidates.all(game), space.guesses()
    guess = space.decode(int(guesses[-1]))
    reply = game.reply(guess, secret)
    called: dict[str, Callable[[], object]] = {
        "_can_be_secret": lambda: all(game._can_be_secret(code) for code in everything) and game._can_be_secret(secret),
        "can_reply": lambda: game.can_reply(guess, reply),
        "_certified": lambda: game._certified()[0] and len(game._certified()[1]) in (0, game.size),
        "_check_allowed": lambda: game._check_allowed((), guess) or True,  # type: ignore[func-returns-value]
        "check_code": lambda: game.check_code(CANONICAL.format(game, guess)) == guess,
        "check_guess": lambda: game.check_guess(CANONICAL.format(game, guess)) == guess,
        "check_reply": lambda: game.check_reply(guess, reply) == reply,
        "_is_test": lambda: not game._is_test(guess),
        "_given_name": lambda: game._given_name(guess) == CANONICAL.format(game, guess),
        "_given_outcome": lambda: game._given_outcome(reply) == str(reply),
        "_class_name": lambda: game.classes is None,
        "_cost_of": lambda: game._cost_of(guess) == 1,
        "from_table": lambda: Game.from_table(game._table) if isinstance(game, ListedGame) else True,
        "_is_found": lambda: (
            game._is_found(secret, secret) and not game._is_found(secret, game._code_at(game.size - 1))
        ),
        "_code_at": lambda: [game._code_at(number) for number in range(game.size)] == list(everything),
        "draw": lambda: game.draw(np.random.default_rng(1)) == everything.draw(np.random.default_rng(1)),
        "_has_reply": lambda: all(game._has_reply(each) for each in game.replies()),
        "_iterate_codes": lambda: list(game._iterate_codes()) == list(everything),
        "_number_of_code": lambda: [game._number_of_code(code) for code in everything] == list(range(game.size)),
        "of": lambda: Game.of(game) is game,
        "parse": lambda: Game.parse(str(game)) == game,
        "parse_reply": lambda: all(game.parse_reply(str(each)) == each for each in game.replies()),
        "_full_replies": lambda: game._full_replies()[-1] == (game.pegs, 0),
        "replies": lambda: game.replies()[-1] == game.win,
        "_reason": lambda: game._reason("no_code", turns=1).data == {"kind": "no_code", "game": str(game), "turns": 1},
        "text_of": lambda: game.text_of(game.check_code(game.text_of(guess))) == CANONICAL.format(game, guess),
        "__contains__": lambda: all(code in game for code in game.codes) and "" not in game and None not in game,
        "reply": lambda: game.reply(secret, secret) == game.win,
        "_reply_between": lambda: game._reply_between(guess, secret) == reply,
        "_reply_if_secret": lambda: game._reply_if_secret(guess, secret) == reply,
        "reply_matrix": lambda: game.replies()[game.reply_matrix([guess], [secret])[0, 0]] == reply,
        "_show": lambda: game._show(game.pegs, 0).solved,
        "_total_words": lambda: game._total_words(1).startswith("1 guess"),
        "_with_until": lambda: game._with_until("named") is game,
        "_why_impossible": lambda: isinstance(game._why_impossible(guess, reply), str),
    }
    shared = {f"_{name}" for name in FORMER_NAMES.split()} | {"__contains__"}
    public = {name for name in dir(Game) if not name.startswith("_") or name in shared}
    assert {name for name in public if callable(getattr(Game, name))} == called.keys()
    for name, law in called.items():
        if name != "draw" or not game._traits.counts_pegs:  # pegs are drawn one by one, at any size
            assert law(), name
    assert everything[0] == secret
    assert len(everything) == game.size <= game._guess_count == len(guesses)
    assert game.parse_reply(game._example_reply) in game.replies()
    assert str(game) in game._identity
    assert game._traits.reply_rule == getattr(game, "_how", "mastermind") or callable(getattr(game, "_how", None))


@pytest.mark.parametrize("rules", extent.rest_extended(["p3c4", "p4c5-b", "p3c5n-w"], ["p3c4", "p3c5n-w"]))
def test_codebooks_of_pegs_and_of_the_same_list_agree(rules: str) -> None:
    """What a list looks up is what pegs compute, although their keys differ."""
    game = Game.parse(rules)
    books = pegs, lists = CodeSpace.of(game), CodeSpace.of(listed(game))
    shown = [["win" if each.solved else str(each) for each in book.game.replies()] for book in books]
    every = [book.secrets() for book in books]
    assert [book.numbers(keys).tolist() for book, keys in zip(books, every, strict=True)] == [[*range(game.size)]] * 2
    for place in np.random.default_rng(5).choice(game.size, 12, replace=False).tolist():
        answers = []
        for book, keys, words_of in zip(books, every, shown, strict=True):
            guess = book.decode(int(keys[place]))
            parts = book.parts(keys, guess)
            assert book.encode(guess) == keys[place]
            assert book.parts_between(np.full(len(keys), keys[place]), keys).tolist() == parts.tolist()
            moved = keys.copy()
            sizes = book.split(moved, guess)
            assert moved.tolist() == keys[np.argsort(parts, kind="stable")].tolist()
            assert sizes.tolist() == np.bincount(parts, minlength=len(words_of)).tolist()
            answers.append([words_of[part] for part in parts.tolist()])
        assert answers[0] == answers[1]
        code = pegs.decode(int(every[0][place]))
        if place:  # not the secret itself
            reply = game.reply(code, game._first_code)
            found = pegs.numbers(pegs.consistent([Turn(code, reply)])).tolist()
            same = Turn(lists.decode(place), lists.game.parse_reply(str(reply)))
            assert found == lists.numbers(lists.consistent([same])).tolist()


def test_a_first_guess_may_contain_a_dot() -> None:
    """In games of many colours dots separate numbers; in a list they are symbols like others."""
    game = ListedGame(["8.7", "7.8", "1.2"], reply="common")
    assert game.text_of(play(game, "7.8", "entropy:first=8.7").turns[0].guess) == "8.7"
    assert play("p2c50", "8,7", "entropy:first=8.7").guesses == 1


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
    for name in ("words.tree", "words.json", "words.dot"):
        write_tree(tree, tmp_path / name)
        found = verify(tmp_path / name)
        assert (found.valid, found.total) == (True, tree.total)
    text = (tmp_path / "words.tree").read_text()
    (tmp_path / "other.tree").write_text(text.replace(f"lists {game._digest}", "lists 000000000000"))
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
        Position(game).after("CRXNES", "------")
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
    with pytest.raises(BadRules, match="not read here: this server plays only the lists"):
        Game.parse("other.toml")
    monkeypatch.delenv(FILES_VARIABLE)  # as in Python
    with pytest.raises(BadRules, match=r"not read here: load it with codepegs\.load_game"):
        Game.parse("other.toml")


def test_a_selection_of_peg_codes(tmp_path: Path) -> None:
    """Bulls and Cows whose first digit is not 0."""
    (tmp_path / "based.toml").write_text('rules = "p3c10"\nexclude = "0*"\nbase = 0\n')
    based = load_game(str(tmp_path / "based.toml"))
    assert (based.size, based.texts[0], based.texts[-1]) == (900, "100", "999")
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
        ("rules = 'p2c3'\nbase = 2", "base must be 0 or 1, not 2"),
        ("secrets = ['AB']\nbase = 0", "base is the digit of the first colour of rules, and this file has none"),
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
