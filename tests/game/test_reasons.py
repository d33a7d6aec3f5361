"""Reasons and their sentences."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from codepegs import (
    BadInput,
    BadRules,
    Contradiction,
    Game,
    Position,
    explain_contradiction,
    load_game,
    reasons,
    suggest,
)
from codepegs.codes import CodeSpace
from codepegs.reasons import FORMS, Data, Reason, Value, catalogue, filled
from codepegs.strategies import STRATEGIES, Player

ROOT = Path(__file__).parents[2]
SOURCES = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/codepegs").rglob("*.py"))
PAGE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "web/src").rglob("*.ts"))
REFUSALS = json.loads(Path(__file__).with_name("refusals.json").read_text(encoding="utf-8"))
"""Texts that both Python and the page refuse, with the reasons; web/tests/replies.test.ts tests those of the page."""
WRITTEN = json.loads(Path(__file__).with_name("forms.json").read_text(encoding="utf-8"))
"""Sentences with values as Python writes them, and the page, whose test is web/tests/replies.test.ts."""
UNSAID = {"leaving", "leaving_more", "other_replies", "would_be_left"}
"""Kinds that the page shows in other ways."""
VALUES: dict[str, Value] = {"expected_size": 5.71, "candidates": 1_234, "worst_part": 8, "best": 6.1, "sample": 9_000}
VALUES |= {"bits": 1.234, "win_chance": 0.5, "broken": 1, "turns": 22, "guesses": 7.16, "error": 0.3}
VALUES |= {"expected_share": 0.3, "worst_share": 0.5, "expected_guesses": 7.16, "expected_guesses_error": 0.3}
VALUES |= {"best_expected_guesses": 6.9, "best_expected_guesses_error": 0.2}
VALUES |= {"better": "1122", "secret": "1122", "turn": 2, "breaks": (1, 3)}
VALUES |= {"what": "test", "unit": "units of cost", "subcommand": "suggest"}
VALUES |= {"count": 12, "choice": "1b0w", "codes": ("a", "b"), "given": "1122:3b0w", "reply": "1b0w", "game": "p4c6"}
VALUES |= {"black": 5, "white": 1, "total": 6, "pegs": 4, "other": "p4c6", "text": "2B", "guess": 2}
VALUES |= {"strategy": "bayes", "seconds": 5, "size": 1_296}
VALUES |= {"symbol": "x", "symbols": "123456", "first": 1, "last": 6, "like": "1234", "colors": 6, "most": 10}
VALUES |= {"position": "p4c6 1122:1b0w", "board": 2, "model": "lying:1", "aliases": "mm", "file": "a.txt"}
VALUES |= {"meant": "mm", "arguments": "RULES", "strategies": "-s a", "line": "x", "code": "1122", "read": "red, blue"}
VALUES |= {"limit": 100, "pixels": 45, "palette": 3, "part": "colour-first", "names": "random"}
NOUNS = {"code", "color", "peg", "item", "black", "white", "example"}
"""What the page calls things, which depends on the game."""
CLAUSES = {
    "when": "win_not_announced",
    "ending": "game_is_larger",
    "counts": "black_exceed",
    "form": "form_of_black",
    "missing": "plots_need_matplotlib",
    "measured": "when_decompressed",
    "holder": "another_process",
    "why": "why_exceeds",
    "left": "would_be_left",
    "unknown": "unknown_reply",
    "hint": "did_you_mean",
    "expected": "code_of_symbols",
    "names": "or_names",
    "range": "colors_to",
    "advice": "use_auto",
    "shows": "shows_total",
    "where": "above_codes",
    "before": "find_tree_before",
    "wanted": "a_rules_id",
    "within": "in_command",
    "type": "any_whole_number",
    "thing": "a_name",
    "instead": "any_first_guess",
    "special": "or_row_of_costs",
}
VALUES |= CLAUSES
FIELD = re.compile(r"\{(\w+)")
PROPER_NAMES = ("Dask", "MPI", "Parquet")


def fields(sentence: str) -> set[str]:
    """The values in a sentence, but no clauses and no nouns of the game."""
    return set(FIELD.findall(sentence)) - CLAUSES.keys() - NOUNS


def test_every_kind_has_a_sentence_and_every_sentence_a_use() -> None:
    assert all(re.search(rf'"{kind}"', SOURCES) for kind in catalogue())
    assert set(re.findall(r'\b(?:Reason\.of|refused|reason|within|because)\(\s*"(\w+)"', SOURCES)) <= catalogue().keys()


@pytest.mark.parametrize("kind", sorted(catalogue()))
def test_sentences_are_whole(kind: str) -> None:
    turns: Value = (1, 2) if re.search(r"{turns:(given|turns)}", catalogue()[kind]) else 22
    others = dict.fromkeys(fields(catalogue()[kind]) - VALUES.keys(), "x")
    text = Reason.of(kind, **VALUES | {"turns": turns} | others).text
    begins_small = not text[0].isupper() or text.startswith(PROPER_NAMES)
    assert not (text[0].islower() if text[-1] == "." else not begins_small)  # messages and clauses have no full stop
    assert not re.search(r"[{}|]", text)


def test_the_page_says_the_same_kinds() -> None:
    for_page = json.loads((ROOT / "web/src/lib/sentences.json").read_text(encoding="utf-8"))
    summaries = {f"strategy_{name}": found.summary for name, found in STRATEGIES.items()}
    with_other_words = {kind for kind, text in summaries.items() if "candidate" in text or "may be false" in text}
    assert {kind for kind in for_page if kind.startswith("strategy_")} == with_other_words
    assert not any(re.search(r"\d\.\d{3}", text) for text in summaries.values())
    only_there = for_page.keys() - catalogue().keys() - with_other_words
    assert all(re.search(rf'"{kind}"', PAGE) for kind in only_there)
    for kind in for_page.keys() & catalogue().keys():
        ours, theirs = fields(for_page[kind]), fields(catalogue()[kind])
        is_message = not catalogue()[kind].endswith(".")
        assert ours - {"text"} <= theirs if is_message else ours == theirs, kind
    shared = json.loads((ROOT / "src/codepegs/sentences.json").read_text(encoding="utf-8"))
    for_commands = shared.pop("commands")
    assert not shared.keys() & for_commands.keys()
    assert {kind for kind, sentence in shared.items() if "candidate" in sentence} <= for_page.keys() | UNSAID
    assert not UNSAID & for_page.keys()


def test_forms_write_values() -> None:
    for case in WRITTEN:
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in case["values"].items()}
        assert filled(case["sentence"], values) == case["text"], case


def test_every_form_is_described_tested_and_used() -> None:
    table = re.findall(r"^\| (.+?) \|", str(reasons.__doc__), re.MULTILINE)
    described = {form for line in table for form in re.findall("`([^`]+)`", line)} | {""}
    for_page = json.loads((ROOT / "web/src/lib/sentences.json").read_text(encoding="utf-8"))
    sentences = [*catalogue().values(), *for_page.values()]
    of_sentences = {field.form for sentence in sentences for field in reasons.fields(sentence)}
    tested = {field.form for case in WRITTEN for field in reasons.fields(case["sentence"])}
    assert described == FORMS.keys()
    assert of_sentences <= tested
    assert {form.lower() for form in of_sentences} == {form.lower() for form in tested} == FORMS.keys()


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (1.00001, "Optimal play needs 1 guess on average, including this one."),
        (3.5078125, "Optimal play needs 3.5078 guesses on average, including this one."),
    ],
)
def test_one_and_several(expected: float, text: str) -> None:
    assert Reason.of("optimal", expected_guesses=expected).text == text


@pytest.mark.parametrize(
    ("error", "text"), [(0.004, "7.16 ± 0.01"), (0.3, "7.2 ± 0.3"), (99.4, "7 ± 99"), (1_000.0, "7 ± 1,000")]
)
def test_estimates_have_the_digits_that_they_support(error: float, text: str) -> None:
    assert text in Reason.of("value_estimate", expected_guesses=7.16, expected_guesses_error=error).text


@pytest.mark.parametrize("strategy", ["auto", "minimax", "bayes", "genetic", "sampling", "first-consistent"])
def test_words_are_those_of_the_data(strategy: str) -> None:
    for found in suggest("p4c6 1122:1b0w", strategy, seed=1, top=3):
        assert found.reasons
        assert found.why == " ".join(reason.text for reason in found.reasons)


@pytest.mark.parametrize(
    ("position", "kind", "turn"),
    [
        ("p4c6 1122:3b1w", "impossible_reply", 1),
        ("p4c6 1122:1b0w 1122:", "no_reply", 2),
        *((text, reason["kind"], reason.get("turn")) for text, reason in REFUSALS.items()),
    ],
)
def test_refusals_are_data(position: str, kind: str, turn: int | None) -> None:
    with pytest.raises(BadInput) as found:
        Position.parse(position)
    reason = found.value.reason
    assert reason
    assert (reason.kind, dict(reason.values).get("turn")) == (kind, turn)
    assert reason.data == REFUSALS.get(position, reason.data)
    assert str(found.value) == (f"turn {turn}: " if turn else "") + reason.text


def test_contradictions_are_data() -> None:
    with pytest.raises(Contradiction) as error:
        suggest("p4c6 1111:0b0w 1122:3b0w")
    assert error.value.reason
    assert error.value.reason.data == {"kind": "no_code", "game": "p4c6", "turns": 2}
    found = explain_contradiction("p4c6 1122:0b0w 3344:0b0w 5566:0b0w 1234:1b0w")
    assert found is not None
    assert [reason.data for reason in found.reasons] == [{"kind": "conflict", "turns": (1, 2, 3)}]
    swapped = explain_contradiction("p4c6 1213:2b0w 4251:4b0w 4346:1b0w")
    assert swapped is not None
    (rule,) = (rule for rule in swapped.other_rules if rule.name == "swapped")
    assert rule.reason.data == {"kind": "fits_swapped"}
    assert f"{rule.sentence[:-1]} ({rule.candidates} candidate" in str(swapped)


@pytest.mark.parametrize(
    ("rules", "strategy", "values"),
    [
        ("p20c20", "minimax", {"why": "lists_all_codes", "most": 50_000_000, "advice": "use_auto"}),
        ("p6c9", "optimal", {"why": "searches_small_games", "most": 300}),
        ("p4c6n", "streaming", {"why": "needs_repeats", "game": "p4c6n", "strategy": "streaming"}),
        ("p4c6-t", "brute-force", {"why": "needs_black", "shows": "shows_total"}),
        ("p10c10n", "small-then-colour-first", {"why": "part_needs_repeats", "where": "above_codes"}),
        ("p300c3", "growing-list", {"why": "plays_up_to", "pegs": 255, "colors": 8}),
    ],
)
def test_what_strategies_refuse_is_data(rules: str, strategy: str, values: dict[str, Value]) -> None:
    game = Game.parse(rules)
    reason = STRATEGIES[strategy].why_not(game)
    assert reason is not None
    with pytest.raises(BadInput) as found:
        Player.parse(strategy).check(game)
    assert found.value.reason
    assert found.value.reason.kind == "cannot_play"
    assert values.items() <= found.value.reason.data.items()
    assert str(found.value) == found.value.reason.text
    assert reason.text in str(found.value)


@pytest.mark.parametrize("own", ["it plays on Sundays", Reason.of("in_own_words", text="it plays on Sundays")])
def test_own_strategies_refuse_in_their_own_words(own: Reason | str) -> None:
    def refuses(game: Game) -> Reason | str:
        return own

    strategy = replace(STRATEGIES["minimax"], name="sunday", refuses=refuses)
    assert strategy.why_not(Game(4, 6)) == Reason.of("in_own_words", text="it plays on Sundays")


def test_numbers_that_json_cannot_hold_are_texts() -> None:
    data = Reason.of("cannot_list_codes", game="p9999c9999", size=9999**9999, most=50_000_000).data
    assert data["size"] == "about 10^39995"
    with pytest.raises(BadInput, match=r"p999c999 has about 10\^2996 codes, more than the 50,000,000 that"):
        CodeSpace.of(Game(999, 999))


FILES = {
    "a.toml": 'secrets = ["ab", "cd"]\nsecret = 1',
    "b.toml": 'secrets = ["ab", "cd"]\nhard = 3',
    "c.toml": 'secrets = ["ab", "cd"]\nexclude = "x*"',
    "d.toml": "secrets = [12, 34]",
    "e.csv": "name,a\nx,1\ny,1,2",
    "f.csv": "name,a\nx,1\nx,2",
    "g.txt": "crane\nhouses",
    "h.csv": "name,a\nx,1\ny,2",
    "i.csv": "name,a\nx,solved\ny,2",
}
"""Files that are no games, but for the option that is wrong in the eighth."""


@pytest.mark.parametrize(
    ("source", "data"),
    [
        ("a.toml", {"kind": "unknown_key", "key": "secret", "hint": "did_you_mean", "meant": "secrets"}),
        ("b.toml", {"kind": "wrong_value", "key": "hard", "wanted": "hard_or_not", "value": "3"}),
        ("c.toml", {"kind": "excludes_nothing", "pattern": "x*", "source": "c.toml"}),
        ("d.toml", {"kind": "number_not_quoted", "number": 12}),
        ("e.csv", {"kind": "uneven_rows", "row": 3, "cells": 3, "columns": 2}),
        ("table:f.csv:tests", {"kind": "row_twice", "name": "x", "first": 2, "row": 3}),
        ("table:h.csv:classes=color", {"kind": "not_in_table", "name": "color", "hint": "like_name", "like": "a"}),
        ("table:h.csv:sorted", {"kind": "no_table_option", "text": "sorted"}),
        ("table:i.csv", {"kind": "outcome_is_reply", "text": "solved"}),
        ("words:g.txt:wordle", {"kind": "unequal_lengths", "shortest": "CRANE", "longest": "HOUSES", "length": 5}),
        ("words:g.txt:wordle:9", {"kind": "no_code_of_length", "length": 9}),
        ("words:g.txt:blak:5", {"kind": "no_reply_rule", "text": "blak"}),
        ("words:", {"kind": "not_a_list", "text": "words:"}),
    ],
)
def test_what_files_of_games_refuse_is_data(
    source: str, data: Data, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    with pytest.raises(BadRules) as found:
        load_game(source)
    reason = found.value.reason
    assert reason
    assert data.items() <= reason.data.items()
    assert str(found.value).endswith(reason.text)
