"""Lists of codes are read as they come."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from codepegs import ListedGame, load_game
from codepegs.errors import BadInput, BadRules
from tests.conftest import Cli

PLAIN = "crane\ntrace\nslate\nstare\n"


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\n\n").encode(),
        b"# five letters\ncrane\n  # from a friend\ntrace\nslate\nstare",
        b"#five letters\ncrane\n#CRATE\ntrace  # common\nslate\t#seldom\n  #\nstare # the # last",
        b"#five letters\n1. crane # a\n2. trace #comment\n3. slate\n4. stare\n",
        b'# in quotes\n"crane" # a\n"trace" #comment\n"slate"\n"stare"\n',
        b'{"words": ["crane", "trace", "slate", "stare"]}',
        b'{"name": "four words", "words": ["crane", "trace", "slate", "stare"], "version": 1}',
        b"crane trace slate stare",
        b"crane, trace, slate, stare",
        b"crane;trace;slate;stare\n",
        b'["crane", "trace",\n "slate", "stare"]',
        b"1. crane\n2. trace\n3. slate\n4. stare\n",
        b"1) crane\n2) trace\n3) slate\n4) stare\n",
        b"1,crane\n2,trace\n3,slate\n4,stare\n",
        b'"crane"\n"trace"\n"slate"\n"stare"\n',
    ],
)
def test_each_form_is_the_same_list(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes(content)
    game = load_game(f"words:{file}:wordle")
    assert game.texts == ("CRANE", "TRACE", "SLATE", "STARE")
    assert game.weights is None
    assert game._list_hash == ListedGame(PLAIN.split(), reply="wordle")._list_hash


@pytest.mark.parametrize(
    "content",
    [
        "crane 3\ntrace 1\n",
        "crane,3\ntrace,1\n",
        "crane\t3\ntrace\t1\n",
        "word,frequency\ncrane,3\ntrace,1\n",
        '{"crane": 3, "trace": 1}',
        "1 crane 3\n2 trace 1\n",
    ],
)
def test_weights(content: str, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(content)
    game = load_game(f"words:{file}:wordle")
    assert game.texts == ("CRANE", "TRACE")
    assert game.weights is not None
    assert game.weights.tolist() == [3, 1]


@pytest.mark.parametrize(
    ("content", "texts"),
    [
        ("#1a\n#2b\n", ("#1A", "#2B")),
        ("ab#\n#cd\na#b\n#comment\n", ("AB#", "#CD", "A#B")),
        ("ab# #cd a#b\n", ("AB#", "#CD", "A#B")),
        ("ab#, #cd, a#b\n", ("AB#", "#CD", "A#B")),
        ("# sharps\nc#e  # major\n#fa\n", ("C#E", "#FA")),
    ],
)
def test_words_with_a_number_sign_are_kept(content: str, texts: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text(content)
    assert load_game(f"words:{file}:same-place").texts == texts


def test_weights_with_comments(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text("#word weight\ncrane 3 # common\n#slate 1\ntrace 1\n")
    game = load_game(f"words:{file}:wordle")
    assert game.texts == ("CRANE", "TRACE")
    assert game.weights is not None
    assert game.weights.tolist() == [3, 1]


def test_codes_with_commas_stay_whole(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text("a,b,c\nd,e,f\n")
    assert load_game(f"words:{file}:common").texts == ("A,B,C", "D,E,F")


def test_lists_of_digits_are_codes(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text("1 2\n3 4\n")
    assert load_game(f"words:{file}:same-place").texts == ("1", "2", "3", "4")


def test_decomposed_letters_are_composed(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(unicodedata.normalize("NFD", "käärö\nkissa\n"), encoding="utf-8")
    game = load_game(f"words:{file}:wordle")
    assert game.texts == ("KÄÄRÖ", "KISSA")
    assert game.check_code(unicodedata.normalize("NFD", "käärö")) == game.check_code("KÄÄRÖ")


def test_latin_1_is_refused_with_the_remedy(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_bytes("käärö\n".encode("latin-1"))
    with pytest.raises(BadInput, match="not in UTF-8: save it as UTF-8 text"):
        load_game(f"words:{file}:wordle")


def test_words_of_one_length_are_kept(tmp_path: Path, cli: Cli) -> None:
    file = tmp_path / "list.txt"
    file.write_text("crane\ntrace\nslate\ncat\nhorses\n")
    assert "to keep the 3 codes of 5, write words:FILE:wordle:5" in cli.complaint("suggest", "words:list.txt:wordle")
    assert load_game(f"words:{file}:wordle:5").texts == ("CRANE", "TRACE", "SLATE")
    (tmp_path / "game.toml").write_text('secrets = "list.txt"\nreply = "wordle"\nlength = 5\n')
    assert load_game(tmp_path / "game.toml").texts == ("CRANE", "TRACE", "SLATE")
    with pytest.raises(BadRules, match="no code of the list has 9 symbols"):
        load_game(f"words:{file}:wordle:9")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("secrets = [1234, 5678]", 'secrets: 1234 is a number: write it in quotes, "1234"'),
        ('secrets = ["crane", "trace", "cat"]\nreply = "wordle"', "to keep the 2 codes of 5"),
        ('secrets = ["crane', "wrong.toml is not valid TOML"),
    ],
)
@pytest.mark.parametrize("command", ["suggest", "play", "host", "candidates", "coach"])
def test_what_is_wrong_in_a_file_given_alone_is_told(
    content: str, said: str, command: str, tmp_path: Path, cli: Cli
) -> None:
    (tmp_path / "wrong.toml").write_text(content)  # a name that no game has, which may still be known
    assert said in cli.complaint(command, "wrong.toml")


def test_numbers_in_toml_are_named(tmp_path: Path) -> None:
    (tmp_path / "game.toml").write_text("secrets = [1234, 5678]\n")
    with pytest.raises(BadRules, match='secrets: 1234 is a number: write it in quotes, "1234"'):
        load_game(tmp_path / "game.toml")
