"""The plugin of mypy for reasons: what it refuses, and what it accepts."""

from __future__ import annotations

import re
from inspect import signature
from pathlib import Path
from pkgutil import resolve_name

import pytest

from codepegs.reasons import FORMS

pytestmark = pytest.mark.extended
ROOT = Path(__file__).parents[2]

CALLS = """
from typing import Any, Literal, TypedDict

from codepegs import BadInput, BadRules, Game, Unavailable
from codepegs.errors import hint_at
from codepegs.files import refusing
from codepegs.reasons import Reason

class Left(TypedDict):
    expected_size: float
    candidates: int
    worst_part: int

class Some(TypedDict, total=False):
    turns: int

left: Left = {"expected_size": 2.5, "candidates": 10, "worst_part": 4}
some: Some = {}
anything: dict[str, Any] = {}
game, flag = Game(4, 6), len(str(left)) > 3
kind: Literal["not_a_view", "not_an_integer"] = "not_a_view"

Reason.of("leaves_candidate", expected_size=2.5, candidates=10, worst_part=4)
Reason.of("leaves_candidate", expected_size=2.5, candidates=10)  # needs the value 'worst_part'
Reason.of("leaves_candidat", expected_size=2.5)  # kind 'leaves_candidat'; did you mean 'leaves_candidate'?
Reason.of("leaves_candidate", expected_size=2.5, candidates=10, worst_part=4, worst=4)  # has no value 'worst'
Reason.of("leaves_candidate", **left)
Reason.of("leaves_fewer", **left, best=1.5)
Reason.of("leaves_fewer", **left)  # needs the value 'best'
Reason.of("leaves_candidate", **anything)  # needs the value 'candidates'
Reason.of("leaves_candidate" if flag else "leaves_other", **left)
Reason.of("leaves_candidate" if flag else "leaves_fewer", **left)  # the sentence 'leaves_fewer' needs the value 'best'
Reason.of("conflict", turns=(1, 2))
Reason.of("conflict", turns=2)  # needs tuple as 'turns'
Reason.of("no_code", game="p4c6", **some)  # needs the value 'turns'
BadInput.because("too_many_to_list", game="p4c9", size=6_561, most=5_000)
BadInput.because("too_many_to_list", game="p4c9", size=6_561)  # needs the value 'most'
BadRules.because("to_many_to_list", game="p4c9", size=6_561)  # no sentence of the kind 'to_many_to_list'
BadRules.because("unknown_key", file="a", key="b")
BadRules.because("unknown_key", file="a", key="b", hint="did_you_mean", meant="c")
BadRules.because("unknown_key", file="a", key="b", hint="did_you_mean")  # 'did_you_mean' needs the value 'meant'
BadRules.because("unknown_key", file="a", key="b", hint="did_you_men", meant="c")  # of the kind 'did_you_men'
BadRules.because("unknown_key", file="a", key="b", **hint_at("x", [], "like_keys", keys="a, b"))
hint_at("x", [], "like_key", keys="a, b")  # no sentence of the kind 'like_key'
BadRules.because(game._reason("no_code", turns=2))
BadRules.because(game._reason("no_code"))  # needs the value 'turns'
Reason.of("no_code", turns=2)  # needs the value 'game'
Reason.of(kind, value="x")  # the sentence 'not_an_integer' needs the value 'name'
Reason.of("needs_repeats", game="p4c6", strategy="a").within("cannot_play", game="p4c6")  # needs the value 'strategy'
Unavailable.without("lab", "plots_need_matplotlib")
Unavailable.without("lab", "plot_needs_matplotlib")  # no sentence of the kind 'plot_needs_matplotlib'
refusing("cannot_be_written", "a")
refusing("can_be_written", "a")  # no sentence of the kind 'can_be_written'
"""


def test_wrong_reasons_are_errors_of_mypy(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    settings, module = tmp_path / "mypy.ini", tmp_path / "calls.py"
    plugin, cache = Path(__file__).with_name("sentences_plugin.py"), ROOT / ".mypy_cache/calls"
    settings.write_text(
        f"[mypy]\nstrict = true\nmypy_path = {ROOT / 'src'}\nplugins = {plugin}\ncache_dir = {cache}\n"
        "follow_imports = silent\n",
        encoding="utf-8",
    )
    module.write_text(CALLS, encoding="utf-8")
    output, errors, _ = api.run(["--config-file", str(settings), "--no-error-summary", str(module)])
    assert not errors
    found: dict[int, list[str]] = {}
    for number, text in re.findall(r"^.*calls\.py:(\d+): (.*)$", output, re.MULTILINE):
        found.setdefault(int(number), []).append(text)
    for number, line in enumerate(CALLS.split("\n"), 1):
        _, _, wanted = line.partition("  # ")
        told = found.pop(number, [])
        assert bool(wanted) == bool(told), (line, told)
        assert not wanted or any(wanted in text for text in told), (line, told)
        assert all(text.endswith("[sentence]") for text in told), (line, told)
    assert not found


def test_plugin_knows_functions_and_forms() -> None:
    pytest.importorskip("mypy.plugin")
    from tests.types.sentences_plugin import CALLS, FIELDS, accepted

    for name, call in CALLS.items():
        assert call.kind in signature(resolve_name(name)).parameters, name
    forms = {field.form.lower() for each in FIELDS.values() for field in each if accepted(field)}
    assert forms == FORMS.keys()
