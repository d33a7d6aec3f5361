"""Every key of the TOML files with values of every type: a game or units, or one sentence, never another exception."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from codepegs import load_game
from codepegs.errors import BadInput, CodepegsError
from codepegs.experiments import sweep
from codepegs.experiments.sweep import parse_plan
from codepegs.game import game_files

VALUES = (
    *("1.5", "true", "[]", "{}", '""', "-1", "0", "1979-05-27", "07:32:00", "inf", "nan", "9223372036854775807"),
    *('"a"', '["a"]', '["a", "a"]', "[1]", "[1.5]", "[[]]", '[["a"]]', "[{}]", "{ a = 1 }", "{ a = [] }"),
    *("{ a = [[]], b = [{}] }", "{ a = [true], b = [1] }", '"\\u0000"', '"missing.txt"', '"."', '"[" ', '["[", "*"]'),
    *("[nan, 1]", "[inf, 1]", "[-1, 1]", "[1, 1]", "{ AB = 1, BA = 2 }", "[true, true]", '"\\u202e"', '{ "" = [] }'),
)

GAME = {"secrets": '["AB", "BA"]', "reply": '"mastermind"'}
"""A good file, to which a value is added."""

PLAN = {"rules": '["p2c2"]', "strategies": '["minimax"]', "games": "2"}


def _toml(values: dict[str, str]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in values.items())


def _check(read: Callable[[], object], told: str) -> bool:
    """Whether something is read; its refusal is one short sentence."""
    refusal: CodepegsError | None = None
    try:
        read()
    except CodepegsError as error:
        refusal = error
    if refusal is not None:
        sentence = str(refusal)
        assert isinstance(refusal, BadInput) or "not found" in sentence or "a folder" in sentence, told
        assert 0 < len(sentence) < 500, told
        assert "\n" not in sentence, told
    return refusal is None


@pytest.mark.parametrize("key", [*game_files._KEYS, "unknown"])
def test_game_files(key: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    accepted = []
    for value in VALUES:
        values = {**GAME, key: value}
        if key == "rules":
            values.pop("secrets")
        path.write_text(_toml(values), encoding="utf-8")
        accepted += [value] * _check(lambda: load_game(path)._table, _toml(values))
    path.write_text('reply = "columns"\n[secrets]\nA = [1]\nB = [2]\n')
    assert _check(lambda: load_game(path)._table, "columns")
    assert len(accepted) < len(VALUES)


@pytest.mark.parametrize("value", VALUES)
def test_attributes_of_any_type(value: str, tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(f'reply = "columns"\n[secrets]\nA = [{value}]\nB = [2]\nC = [{value}]\n', encoding="utf-8")
    _check(lambda: load_game(path)._table, value)


@pytest.mark.parametrize("key", [*sweep._KEYS, "task", "unknown"])
def test_plans(key: str) -> None:
    wrong = 0
    for value in VALUES:
        texts = [_toml({**PLAN, key: value})]
        texts.append(f"{_toml(PLAN)}[[task]]\n{key} = {value}\n")
        texts.append(f"{_toml(PLAN)}[options]\nfirst = {value}\n")
        for text in texts:
            wrong += not _check(lambda text=text: parse_plan(text), text)  # type: ignore[misc]
    assert wrong
