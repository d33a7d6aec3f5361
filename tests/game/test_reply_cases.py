"""One table of replies for two readers: `parse_reply`, and that of the page, tested by web/tests/replies.test.ts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from codepegs import parse_reply
from codepegs.errors import BadReply

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
