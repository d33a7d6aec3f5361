"""A few inputs of every format, and whether the fuzzer notices what it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from codepegs.errors import BadInput
from tests import extent
from tests.fuzz import __main__ as fuzzer
from tests.fuzz.mutation import MUTATIONS, Mutation, damage, made_from
from tests.fuzz.targets import ROOT, TARGETS, Target

INPUTS = extent.of(400, 20)


@pytest.mark.parametrize("name", TARGETS)
def test_damaged_inputs_are_read_or_refused(name: str, tmp_path: Path) -> None:
    tried, accepted = fuzzer.try_inputs(TARGETS[name], 0, None, INPUTS, tmp_path)
    assert tried == INPUTS
    assert 0 < accepted < INPUTS or INPUTS < 100
    assert not list(tmp_path.iterdir())


def test_the_same_seed_makes_the_same_inputs() -> None:
    inputs = [b"p4c6 1122:1b0w", b"bc 0123:1b1w"]
    made = [[made_from(Random(seed), inputs) for _ in range(3)] for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    rng = Random(3)
    assert len({made_from(rng, inputs) for _ in range(200)}) > 150


@pytest.mark.parametrize("mutation", MUTATIONS)
@pytest.mark.parametrize("data", [b"", b"\n", b"a", b"p4c6 1122:1b0w\n", bytes(range(256))])
def test_every_mutation_takes_every_input(mutation: Mutation, data: bytes) -> None:
    rng = Random(1)
    assert all(isinstance(mutation(rng, data), bytes) for _ in range(50))
    assert all(len(damage(rng, data)) <= 4 * len(data) + 6_000 for _ in range(50))
    if len(data) > 2:
        assert any(mutation(rng, data) != data for _ in range(20))


def _careless(data: bytes) -> bool:
    if b"9" in data:
        raise KeyError(data)
    if b"8" in data:
        raise BadInput("there is an 8")
    return True


def test_a_fault_is_kept_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = Target("careless", lambda: [b"0123", b"012 8"][:1], _careless)
    with pytest.raises(fuzzer.Fault, match="KeyError"):
        fuzzer.try_inputs(target, 1, None, 10_000, tmp_path)
    kept = fuzzer.kept("careless", 1, tmp_path)
    assert kept is not None
    assert b"9" in kept.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["careless-1-1"]
    monkeypatch.setitem(TARGETS, "careless", target)
    with pytest.raises(fuzzer.Fault, match="KeyError"):
        fuzzer.main(["careless", str(kept)])
    kept.write_bytes(b"8")
    assert fuzzer.main(["careless", str(kept)]) == 0


def test_a_good_input_that_is_refused_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="refuses a good input"):
        fuzzer.try_inputs(Target("careless", lambda: [b"8"], _careless), 1, None, 1, tmp_path)


def test_a_refusal_without_a_sentence_is_a_fault(tmp_path: Path) -> None:
    def mute(data: bytes) -> bool:
        if data != b"a":
            raise BadInput("")
        return True

    with pytest.raises(fuzzer.Fault, match="says nothing"):
        fuzzer.try_inputs(Target("mute", lambda: [b"a"], mute), 1, None, 100, tmp_path)


ALONE = """
import time
from tests.fuzz import __main__ as fuzzer
fuzzer.MOST_SECONDS, fuzzer.MOST_MIB = {seconds}, 400
fuzzer.TARGETS["bad"] = fuzzer.Target("bad", lambda: [b"a"], lambda data: data == b"a" or {does})
raise SystemExit(fuzzer.main(["--alone", "--inputs", "50", "--seed", "77", "bad"]))
"""


@pytest.mark.parametrize(
    ("does", "seconds", "said"),
    [
        ("time.sleep(60)", 0.2, "Timeout"),
        pytest.param("len(bytearray(800_000_000))", 60, "more than 400", marks=pytest.mark.extended),
        pytest.param("__import__('os').abort()", 60, "", marks=pytest.mark.extended),
    ],
)
def test_hangs_crashes_and_memory_are_faults(does: str, seconds: float, said: str) -> None:
    code = ALONE.format(does=does, seconds=seconds)
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode
    assert said in ended.stderr
    kept = fuzzer.kept("bad", 77, fuzzer.FOLDER)
    assert kept is not None
    kept.unlink()


def test_the_command_reports_each_format(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzzer.main(["--inputs", "5", "noise"]) == 0
    told = capfd.readouterr().out
    assert "noise: 5 inputs" in told
    with pytest.raises(SystemExit):
        fuzzer.main(["nothing"])
