"""Tables of replies and turns for two readers: that of Python, and that of the page, in web/tests/replies.test.ts.

The `source` of a case is a page or a program that says replies so.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from codepegs import Position, parse_reply
from codepegs.errors import BadInput, BadReply
from codepegs.game import reply_words

TURNS: list[dict[str, str | None]] = json.loads(Path(__file__).with_name("turns.json").read_text(encoding="utf-8"))
CASES: list[dict[str, str | None]] = json.loads(Path(__file__).with_name("replies.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['rules']} {case['text']}")
def test_each_text_is_the_reply_that_the_table_says(case: dict[str, str | None]) -> None:
    rules, text, reply = case["rules"], case["text"], case["reply"]
    assert rules is not None
    assert text is not None
    if reply is None:
        with pytest.raises(BadReply):
            parse_reply(rules, text)
    else:
        assert str(parse_reply(rules, text)) == reply


@pytest.mark.parametrize("case", TURNS, ids=lambda case: case["text"])
def test_each_text_is_the_position_that_the_table_says(case: dict[str, str | None]) -> None:
    text, position = case["text"], case["position"]
    assert text is not None
    if position is None:
        with pytest.raises(BadInput):
            Position.parse(text)
    else:
        assert str(Position.parse(text)) == position


PAIRS = [pair for pair in reply_words.PAIRS if pair.name]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_replies_are_read_in_the_words_of_each_pair(pair: reply_words.Pair) -> None:
    for black, white in ((1, 2), (2, 1), (0, 3), (3, 0), (1, 1), (0, 1), (1, 0)):
        said = (black, pair.black[black != 1]), (white, pair.white[white != 1])
        for turned in (said, said[::-1]):
            for text in (
                " ".join(f"{count} {word}" for count, word in turned),
                ", ".join(f"{count} {word.upper()}" for count, word in turned),
                " ".join(f"{count}{word}" for count, word in turned),
            ):
                assert str(parse_reply("p4c6", text)) == f"{black}b{white}w", text


def test_a_source_names_the_words_of_each_pair() -> None:
    sourced = " ".join(str(case["text"]) for case in CASES if case.get("source")).lower()
    without = {pair.name for pair in PAIRS if not any(word in sourced for word in pair.black[:2])}
    assert without <= {"black-white"}


def test_the_page_of_words_is_made_from_the_table() -> None:
    made = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "make" / "reply_forms.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run docs/make/reply_forms.py"
