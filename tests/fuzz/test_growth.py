"""Reading costs at most in proportion to the length of the text; what is quoted in a refusal is short."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest

from codepegs import Game, ListedGame, Position, suggest
from codepegs.errors import BadInput, CodepegsError
from codepegs.files import number_in, parse_toml
from codepegs.game import load_game
from codepegs.reasons import LONGEST_QUOTED
from tests import extent
from tests.fuzz import growth
from tests.fuzz.targets import REFUSALS, TARGETS, _file

SHARE = extent.of(0.1, 0.004)
"""Which part of all cases is tried, a sample by a seed."""


@pytest.mark.parametrize("name", growth.READERS)
def test_reading_costs_in_proportion_to_the_length(name: str) -> None:
    found = list(growth.cases(name))
    chosen = Random(f"growth {name}").sample(found, max(2, round(len(found) * SHARE)))
    faults = [fault for frame, unit in chosen if (fault := growth.fault_of(name, frame, unit))]
    assert not faults, "\n".join(faults)


KNOWN = (
    ("positions", b"p4c6", " "),
    ("positions", b"p4c6 ", "black "),
    ("positions", b"", "1122:1b0w "),
    ("positions", b"p4c6 ", "1b "),
    ("game-files", b"", "1. "),
    ("word-lists", b"", ","),
)
"""Readers, beginnings of texts, and units that once took time in proportion to the square of the length, or failed."""


@pytest.mark.parametrize(("name", "before", "unit"), KNOWN)
def test_what_was_slow_once(name: str, before: bytes, unit: str) -> None:
    assert not growth.fault_of(name, growth.Frame(before), unit)


def test_the_law_sees_a_slow_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = re.compile(rb"\S.*?\s.*?\.(?:csv|tsv|toml)(?=\s|$)")
    monkeypatch.setitem(growth.READERS, "slow", (slow.match, ()))
    monkeypatch.setattr(growth, "LENGTH", 8_000)
    monkeypatch.setattr(growth, "TRIES", 1)
    assert growth.fault_of("slow", growth.Frame(b"p4c6"), " ")


@pytest.mark.parametrize("turn", ["1 1 2 2 1 0\n", "1 1 2 2 1 0 ", "red red blue blue 1 black 0 white\n", "1122 b\n"])
def test_games_of_a_hundred_turns_are_read_in_any_notation(turn: str) -> None:
    assert len(Position.parse(f"p4c6 {100 * turn}").turns) == 100


LONG = "x" * 5_000


@pytest.mark.parametrize(
    "refused",
    [
        lambda: suggest([Position.parse("p4c6 1122:1b0w")] * 1_000),  # type: ignore[arg-type]
        lambda: suggest("p4c6", LONG),
        lambda: suggest(f"p4c6 {LONG}:1b"),
        lambda: suggest(f"p4c6 1122:{LONG}"),
        lambda: Game.parse(LONG),
        lambda: Game.parse("p4c6").check_code(LONG),
        lambda: ListedGame([LONG, "a"]),
        lambda: load_game(f"{LONG}.toml"),
        lambda: load_game(f"words:{LONG}:wordle"),
        lambda: parse_toml(f"a = {'9' * 3_000}", "a file"),
        lambda: parse_toml("a." * 30_000 + "a = 1", "a file"),
    ],
)
def test_long_texts_are_not_repeated(refused: object) -> None:
    with pytest.raises(CodepegsError) as told:
        refused()  # type: ignore[operator]
    assert len(str(told.value)) < 2 * LONGEST_QUOTED + 200
    assert LONG not in str(told.value)
    assert told.value.reason is None or not any(LONG in str(value) for _, value in told.value.reason.values)


def test_numbers_have_at_most_twenty_digits() -> None:
    assert [number_in(text) for text in ("12", "0" * 20, "9" * 20)] == [12, 0, 10**20 - 1]
    assert [number_in(text) for text in ("", "-1", "+1", "1_0", " 1", "٣", "²", "9" * 21)] == [None] * 8
    assert parse_toml("a = 99999999999999999999", "a file") == {"a": 10**20 - 1}
    for text in ("a = 100000000000000000000", f"a = [{{ b = -{'9' * 21} }}]", f"a = {'9' * 5_000}"):
        with pytest.raises(BadInput, match="more than 20 digits"):
            parse_toml(text, "a file")


LONG_NUMBERS = (b"9" * 21, b"9" * 5_000, b"0" * 5_000, b"-" + b"9" * 5_000, b"9" * 5_000 + b".5", "٣".encode() * 30)


@pytest.mark.parametrize("name", [name for name in growth.READERS if name not in ("sweeps", "journals")])
def test_numbers_of_any_length_are_read_or_refused(name: str) -> None:
    read, inputs = growth.READERS[name]
    rng = Random(f"numbers {name}")
    for seed in list(inputs) or TARGETS[name].seeds():
        places = list(re.finditer(rb"\d+", seed))
        for place in rng.sample(places, min(len(places), extent.of(20, 1))):
            for number in LONG_NUMBERS:
                with suppress(*REFUSALS):
                    read(seed[: place.start()] + number + seed[place.end() :])


@pytest.mark.parametrize("text", ['"\n"', '"\n"\n', '"\n"\n"\n"', '"",""\n"\n"', ",\n,\n", "a\n\n\n"])
def test_tables_without_cells_are_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not a table|row"):
        load_game(f"table:{_file(text.encode(), 'empty.csv')}")


@pytest.mark.parametrize("text", [",", ";", ",,,\n,,", "CRANE\n,\n", "CRANE,\n,\n,SLATE\n"])
def test_lists_with_empty_rows_are_read_or_refused(text: str) -> None:
    path = _file(text.encode(), "rows.txt")
    if not any(letter.isalpha() for letter in text):
        with pytest.raises(BadInput, match=r"empty|no code|has no"):
            load_game(f"words:{path}:wordle")
    else:
        assert "CRANE" in load_game(f"words:{path}:wordle").texts
