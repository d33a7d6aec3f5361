"""Words are told apart in every script: a fold of letters never loses a word, nor reads one as another."""

from __future__ import annotations

import random
import unicodedata
from collections import defaultdict
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from codepegs import ListedGame, load_game
from codepegs.errors import BadCode, BadRules
from codepegs.game import game_files, listed
from codepegs.trees import certificate_checker, checker
from tests import extent
from tests.conftest import Cli

SCRIPTS = (
    "ADLAM", "ARABIC", "ARMENIAN", "CHEROKEE", "COPTIC", "CYRILLIC", "DESERET", "DEVANAGARI", "GEORGIAN", "GLAGOLITIC",
    "GREEK", "HANGUL", "HEBREW", "HIRAGANA", "KATAKANA", "LATIN", "MEDEFAIDRIN", "MONGOLIAN", "OLD HUNGARIAN", "OSAGE",
    "THAI", "VITHKUQI", "WARANG",
)  # fmt: skip


def bare(letter: str) -> str:
    """A letter without case, width and accent."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", letter).upper().casefold())
    return "".join(part for part in folded if not unicodedata.combining(part)) or letter


@cache
def meeting(script: str) -> list[list[str]]:
    """Groups of letters of a script that a fold of case, width or accent makes equal; letters alone where none are."""
    groups = defaultdict(list)
    for number in range(0x80 if script != "LATIN" else 0x41, 0x1F000):
        letter = chr(number)
        if not letter.isalpha() or len(unicodedata.normalize("NFC", letter)) > 1:
            continue
        if (
            script
            in unicodedata.name(letter, "").replace("HALFWIDTH ", "").replace("FULLWIDTH ", "").split(" LETTER")[0]
        ):
            groups[bare(letter)].append(letter)
    found = [group for group in groups.values() if len(group) > 1]
    return found or [list(groups)]


def is_one_letter(first: str, second: str) -> bool:
    """Whether two letters are one in two cases, in each direction."""
    upper, lower = ({letter.upper() if len(letter.upper()) == 1 else letter for letter in (first, second)},
                    {letter.lower() if len(letter.lower()) == 1 else letter for letter in (first, second)})  # fmt: skip
    return first == second or (len(upper) == 1 and len(lower) == 1)


def is_one_word(first: str, second: str) -> bool:
    return all(map(is_one_letter, first, second))


def written(script: str, seed: int) -> list[str]:
    """Words of a script, many of which differ in letters that a fold makes equal only; each in NFC."""
    rng = random.Random(f"{script} {seed}")
    groups = rng.sample(meeting(script), min(2, len(meeting(script))))
    letters = [rng.sample(group, min(4, len(group))) for group in groups]
    words = ["".join(word) for word in product(*letters, letters[0][:2])]
    rng.shuffle(words)
    return [unicodedata.normalize("NFC", word) for word in words[: rng.randint(3, 12)]]


@pytest.mark.parametrize("script", SCRIPTS)
def test_every_script_keeps_its_words(script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(game_files.logger, "warning", said.append)
    for seed in range(extent.of(60, 2)):
        given = written(script, seed)
        given = [word for word in given if len(word) == len(given[0])]
        kept: list[str] = []
        for word in given:
            if not any(is_one_word(word, other) for other in kept):
                kept.append(word)
        file = tmp_path / f"{seed}.txt"
        file.write_text("\n".join(given), encoding="utf-8")
        said.clear()
        game = load_game(f"words:{file}:same-place")
        assert game.size == len(kept)
        assert game.texts == ListedGame(kept, reply="same-place").texts
        dropped = len(given) - len(kept)
        words = "1 duplicate word was" if dropped == 1 else f"{dropped} duplicate words were"
        assert said == [f"{file}: {words} dropped"] * (dropped > 0)
        for number, text in enumerate(game.texts):
            assert game.check_code(text) == game._code_at(number)
        for word in given:
            meant = next(number for number, other in enumerate(kept) if is_one_word(word, other))
            for typed in (word, word.upper(), word.lower(), unicodedata.normalize("NFD", word)):
                check_read(game, typed, meant, [n for n, other in enumerate(kept) if is_like(typed, other)])
        for first, second in product(range(game.size), repeat=2):
            alike = sum(one == other for one, other in zip(game.texts[first], game.texts[second], strict=True))
            assert game.reply(game.texts[first], game.texts[second]).black == alike


def is_like(typed: str, word: str) -> bool:
    """Whether typed letters are those of a word, in any case."""
    typed = unicodedata.normalize("NFC", typed)
    return len(typed) == len(word) and all(
        one in (other, other.upper(), other.lower()) for one, other in zip(typed, word, strict=True)
    )


def check_read(game: ListedGame, typed: str, meant: int, like: list[int]) -> None:
    """A word is read as itself; a text that several words may be written as, as one of them, or refused."""
    try:
        number = game._number_of[game.check_code(typed)]
    except BadCode:
        assert unicodedata.normalize("NFC", typed) not in game.texts
        return
    assert number == meant or number in like


@pytest.mark.parametrize(
    "words",
    [
        ("kapı", "kapi", "yapı"), ("ısı", "isi", "asi"), ("σας", "σασ"), ("ſtein", "stein"), ("µμ", "μμ"), ("βϐ", "ββ"),
        ("kam", "ϰam"), ("maß", "maẞ"), ("θα", "ϑα"), ("ав", "аᲀ"), ("ǆa", "Ǆı", "ǆi"), ("ＡＢ", "AB"), ("été", "ete"),
        ("ᾳ", "α"), ("ΐΐ", "ιΐ"), ("ꙋ", "ᲈ"),
    ],
)  # fmt: skip
def test_words_that_a_fold_would_join_stay(words: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "w.txt"
    file.write_text("\n".join(words), encoding="utf-8")
    for game in (load_game(f"words:{file}:common"), ListedGame(list(words), reply="common")):
        assert game.size == len(words)
        assert [game._number_of[game.check_code(word)] for word in words] == list(range(len(words)))


def test_letters_are_compared_as_the_list_has_them() -> None:
    """Also in a list with a ß, of which there is no capital of one letter."""
    turkish = ListedGame(["kapı", "kapi", "Yapı"], reply="wordle")
    assert turkish.texts == ("kapı", "kapi", "yapı")
    assert [str(turkish.reply("kapı", word)) for word in ("kapı", "kapi", "YAPI")] == ["gggg", "ggg-", "-ggg"]
    for text in ("KAPI", "KApI"):
        with pytest.raises(BadCode, match="can mean kapı or kapi"):
            turkish.check_code(text)
    assert turkish.text_of("Kapi") == "kapi"
    german = ListedGame(["fleiß", "kleid", "Gleis"], reply="wordle")
    assert german.texts == ("FLEIß", "KLEID", "GLEIS")
    assert str(german.reply("kleid", "fleiß")) == "-ggg-"
    assert ListedGame(["crane", "train"], reply="wordle").texts == ("CRANE", "TRAIN"), "as ever"


def test_secrets_and_guesses_are_kept_apart_together(tmp_path: Path) -> None:
    (tmp_path / "secrets.txt").write_text("kapı\nyapı\n", encoding="utf-8")
    (tmp_path / "guesses.txt").write_text("KAPİ\nkapi\nkapı\n", encoding="utf-8")
    game = load_game(f"words:{tmp_path / 'secrets.txt'},{tmp_path / 'guesses.txt'}:wordle")
    assert (game.size, game.texts) == (2, ("kapı", "yapı", "kapİ", "kapi"))
    (tmp_path / "game.toml").write_text(
        'secrets = "secrets.txt"\nguesses = "guesses.txt"\nexclude = "?apı"\nreply = "wordle"\n', encoding="utf-8"
    )
    with pytest.raises(BadRules, match="empty"):
        load_game(tmp_path / "game.toml")
    (tmp_path / "game.toml").write_text(
        'secrets = ["kapı", "kapi"]\nexclude = "kapi"\nweights = {"kapı" = 3, "kapi" = 1}\n', encoding="utf-8"
    )
    assert load_game(tmp_path / "game.toml").texts == ("KAPI",)


def test_dropped_duplicates_are_counted(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("words.txt").write_text("crane\ntrain\nCRANE\ntrain\nCrane\nbrick\n", encoding="utf-8")
    assert cli("candidates", "words:words.txt:wordle", "--count") == "3\n"
    assert cli.captured.err == "codepegs: words.txt: 3 duplicate words were dropped\n"
    Path("game.toml").write_text('secrets = ["ab", "AB", "cd"]\nguesses = ["xy"]\n', encoding="utf-8")
    assert cli.json("candidates", "game.toml", "--count")["candidates"] == 2
    assert cli.captured.err == "codepegs: game.toml: secrets: 1 duplicate word was dropped\n"
    said: list[str] = []
    monkeypatch.setattr(listed.logger, "warning", said.append)
    ListedGame(["ab"], ["cd", "cd", "ab"])
    assert said == ["1 duplicate guess was dropped"]


def test_names_of_tables_are_kept_apart(cli: Cli) -> None:
    Path("t.csv").write_text("ad,ısı,isi\nkapı,x,ı\nkapi,y,i\nyapı,x,i\n", encoding="utf-8")
    assert cli("candidates", "t.csv ısı:x") == "kapı\nyapı\n"
    assert cli("candidates", "t.csv isi:ı") == "kapı\n"
    assert cli("candidates", "t.csv ISI:x", code=2) == ""
    assert "'ISI' can mean ısı or isi" in cli.captured.err


def test_full_width_letters_are_those_of_the_list(cli: Cli) -> None:
    Path("w.txt").write_text("ＡＢＣ\nABC\nＢＣＤ\n", encoding="utf-8")
    assert cli("candidates", "words:w.txt:wordle ＡＢＣ:--- ") == "ABC\n"
    assert cli("candidates", "words:w.txt:wordle ABC：ggg") == "ABC\n"
    assert cli("candidates", "words:w.txt:wordle bcd:ggg") == "ＢＣＤ\n"


def test_trees_and_certificates_keep_words_apart(cli: Cli) -> None:
    """All checkers read a list as codepegs does, whatever the case of its words."""
    Path("w.txt").write_text("kapı\nkapi\nYapı\nsapi\nSAPı\n", encoding="utf-8")
    rules = "words:w.txt:wordle"
    assert "10 guesses for 5 secrets" in cli("optimal", rules, "-o", "w.tree", "--certificate", "w.cert")
    assert cli("tree", "verify", "w.tree").startswith("Valid: the tree finds all 5 secrets")
    assert cli("tree", "verify", "w.cert", "--rules", rules).startswith("Valid: ")
    assert checker.check_file("w.tree", rules)["valid"]
    assert certificate_checker.main(["w.cert", "--secrets", "w.txt"]) == 0
