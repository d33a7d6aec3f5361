"""The fingerprint of behaviour: it is that of tests/data/signature.json, and the same for any workers and hash seed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from codepegs.experiments import signature
from codepegs.experiments.signature import MATCHES, Signature, changed_parts, take_signature, workload
from codepegs.strategies.registry import STRATEGIES
from tests.cli.fuzzing import check, run

EXPECTED = Path(__file__).parents[1] / "data" / "signature.json"

FEW = ["strategy random-consistent", "strategy genetic", "strategy bayes", "suggestions", "optimal trees"]
"""Parts that draw, run threads and keep sets, and take a second together."""


KEPT = msgspec.json.decode(EXPECTED.read_bytes(), type=Signature)


@pytest.mark.parametrize("name", list(workload()))
def test_codepegs_behaves_as_it_did(name: str) -> None:
    """Made with one worker, compared with two."""
    changed = changed_parts(KEPT, take_signature(workers=2, only=[name]))
    assert name not in changed, (
        f"codepegs plays otherwise than before in: {name}. Where that is meant, renew the file by `python -m "
        "codepegs.cli.bench --signature --json > tests/data/signature.json` and say in the commit why; "
        "docs/signature.md says what else may be the cause"
    )


def test_the_signature_is_that_of_the_parts() -> None:
    assert signature._hash("".join(f"{part.name} {part.hash}\n" for part in KEPT.parts)) == KEPT.signature


def test_every_strategy_has_its_games() -> None:
    assert set(MATCHES) == set(STRATEGIES)
    assert {f"strategy {name}" for name in STRATEGIES} < set(workload())
    assert [part.name for part in KEPT.parts] == list(workload())
    assert all(part.guesses for part in KEPT.parts if part.name.startswith("strategy "))
    rules = {match.rules for matches in MATCHES.values() for match in matches}
    assert {"p1000c1000", "p100c100", "p4c6", "p8c8-t"} < rules


@pytest.mark.extended
def test_the_hash_seed_and_the_order_of_parts_make_no_difference() -> None:
    script = (
        "import json, sys; from codepegs.experiments.signature import take_signature; "
        "print(json.dumps([part.hash for name in sys.argv[1:] for part in take_signature(only=[name]).parts]))"
    )
    hashes = {part.name: part.hash for part in KEPT.parts}
    for seed, names in (("1", FEW), ("2", FEW[::-1])):
        done = subprocess.run(
            [sys.executable, "-c", script, *names],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        assert json.loads(done.stdout) == [hashes[name] for name in names]


@pytest.mark.extended
def test_another_game_is_another_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["strategy random-consistent", "trees"]
    before = take_signature(only=names)
    assert changed_parts(before, take_signature(only=names)) == []
    monkeypatch.setattr(signature, "SEED", 21)
    now = take_signature(only=names)
    assert changed_parts(before, now) == ["strategy random-consistent"]
    assert before.signature != now.signature
    assert changed_parts(before, take_signature(only=names[:1])) == names


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: work for name, work in workload().items() if name in ("strategy brute-force", "contradictions")}
    monkeypatch.setattr(signature, "workload", lambda: few)
    found = json.loads(bench("--json"))
    assert found["parts"][0]["guesses"] == 85
    assert found["seconds"] > 0
    assert bench("--signature") == found["signature"] + "\n"
    kept = json.loads(bench("--signature", "--json", "--workers", "2"))
    assert kept["signature"] == found["signature"]
    assert "seconds" not in kept
    assert "seconds" not in kept["parts"][0]
    printed = bench()
    assert f"Signature: {found['signature']}" in printed
    assert "contradictions" in printed


def bench(*arguments: str) -> str:
    """What the module prints."""
    ended = check(run(arguments, name="bench"))
    assert ended.code == 0, ended.err
    return ended.out


def test_its_messages_name_the_module() -> None:
    line = "python -m codepegs.cli.bench"
    assert run(["3"], name="bench").err == (
        f"codepegs: unexpected argument '3'; this command takes only options; example: {line} --signature\n"
    )
    assert run(["--jsn"], name="bench").err == "codepegs: unknown option --jsn: did you mean --json?\n"
    assert run(["--help"], name="bench").out.startswith(f"Usage: {line} [OPTIONS]\n")
    done = subprocess.run([sys.executable, *line.split()[1:], "--workers", "0"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--workers" in done.stderr


def test_the_page_shows_the_signature() -> None:
    page = (EXPECTED.parent.parent.parent / "docs" / "signature.md").read_text(encoding="utf-8")
    assert f"\n{KEPT.signature}\n" in page
