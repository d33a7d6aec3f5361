"""Fuzzes the formats that codepegs reads.

    python -m tests.fuzz                              all formats, a minute in all
    python -m tests.fuzz --minutes 10 --seed 7        ten minutes, other inputs
    python -m tests.fuzz --inputs 500 trees plans     a number of inputs for each of two formats
    python -m tests.fuzz --compiled                   the formats that reach the compiled loops
    python -m tests.fuzz trees FILE                   one input again
    python -m tests.fuzz --growth [trees ...]         whether reading costs in proportion to the length

Each format has a process of its own, so that a crash, a hang or too much memory is a result, too. An input that fails
is kept in build/fuzz.
"""

from __future__ import annotations

import argparse
import faulthandler
import logging
import os
import subprocess
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from codepegs.experiments.units import peak_memory_mib
from tests.fuzz.mutation import made_from
from tests.fuzz.targets import ROOT, TARGETS, Target

FOLDER = ROOT / "build" / "fuzz"

MOST_SECONDS = 60.0
"""Time after which an input counts as a hang: a hundred times what one takes, for busy machines and sanitizers."""

MOST_MIB = 1_500.0
"""Peak memory of a process after which the input counts as too expensive."""

FAILED = 1


class Fault(Exception):
    """An input failed."""


def try_inputs(target: Target, seed: int, seconds: float | None, inputs: int | None, folder: Path) -> tuple[int, int]:
    """Try inputs until the time is up or their number is reached.

    Returns how many were tried and how many of them accepted; raises `Fault` with the file of an input that fails.
    """
    rng = Random(f"{target.name} {seed}")
    seeds = target.seeds()
    assert seeds, f"{target.name} has no inputs to begin with"
    folder.mkdir(parents=True, exist_ok=True)
    current = folder / f"{target.name}-{seed}.current"
    ends = None if seconds is None else time.monotonic() + seconds
    tried = accepted = 0
    for data in seeds:
        assert target.tries(data), f"{target.name} refuses a good input: {data[:200]!r}"
    while (inputs is None or tried < inputs) and (ends is None or time.monotonic() < ends):
        data = made_from(rng, seeds)
        current.write_bytes(data)  # is there after a crash
        accepted += try_one(target, data, current)
        tried += 1
    current.unlink(missing_ok=True)
    return tried, accepted


def try_one(target: Target, data: bytes, file: Path) -> bool:
    """Try one input, with limits of time and memory; returns whether it was accepted, raises `Fault`."""
    before = peak_memory_mib() or 0.0
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True, file=sys.__stderr__ or sys.stderr)
    try:
        accepted = target.tries(data)
    except Exception:
        raise Fault(traceback.format_exc()) from None
    finally:
        faulthandler.cancel_dump_traceback_later()
    peak = peak_memory_mib() or 0.0
    if peak > before and peak > MOST_MIB:
        raise Fault(f"{file} takes {peak:,.0f} MiB, more than {MOST_MIB:,.0f}")
    return accepted


def kept(target: str, seed: int, folder: Path) -> Path | None:
    """Give the input that failed a name of its own."""
    current = folder / f"{target}-{seed}.current"
    if not current.exists():
        return None
    number = next(number for number in range(1, 10**6) if not (folder / f"{target}-{seed}-{number}").exists())
    return current.replace(folder / f"{target}-{seed}-{number}")


def fuzz(names: list[str], seed: int, seconds: float | None, inputs: int | None) -> int:
    """Fuzz each format in a process of its own, side by side unless they have a time; returns the exit code."""
    failed = 0
    limit = ["--inputs", str(inputs)] if inputs is not None else ["--seconds", str(seconds)]

    def run(name: str) -> int:
        command = [sys.executable, "-m", "tests.fuzz", "--alone", "--seed", str(seed), name, *limit]
        return subprocess.run(command, cwd=ROOT).returncode

    with ThreadPoolExecutor(1 if inputs is None else os.cpu_count()) as pool:
        codes = list(pool.map(run, names))
    for name, code in zip(names, codes, strict=True):
        if code:
            failed += 1
            path = kept(name, seed, FOLDER)
            print(f"{name}: FAILED (exit code {code})", flush=True)
            if path is not None:
                print(f"  the input is in {path}; again: {sys.executable} -m tests.fuzz {name} {path}", flush=True)
            print(f"  all inputs again: {sys.executable} -m tests.fuzz --seed {seed} {name}", flush=True)
    return FAILED if failed else 0


def measure_growth(names: list[str]) -> int:
    """Measure what reading costs, for all cases of the readers; returns the exit code."""
    from tests.fuzz import growth

    logging.getLogger("codepegs").setLevel(logging.CRITICAL)
    failed = 0
    for name in names or growth.READERS:
        cases = list(growth.cases(name))
        faults = [fault for frame, unit in cases if (fault := growth.fault_of(name, frame, unit))]
        failed += len(faults)
        print(f"{name}: {len(cases)} long inputs, {len(faults)} too slow", *faults, sep="\n  ", flush=True)
    return FAILED if failed else 0


def main(arguments: list[str] | None = None) -> int:
    """Run the fuzzer; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Fuzz the formats that codepegs reads.")
    parser.add_argument("names", nargs="*", metavar="FORMAT", help=f"{', '.join(TARGETS)}; or a format and a file")
    parser.add_argument("--minutes", type=float, default=1.0, help="time for all formats together [default: 1]")
    parser.add_argument("--inputs", type=int, help="number of inputs for each format, instead of a time")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other inputs [default: 1]")
    parser.add_argument("--compiled", action="store_true", help="only the formats that reach the compiled loops")
    parser.add_argument("--growth", action="store_true", help="only measure the cost of long inputs, all cases")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.growth:
        return measure_growth(given.names)
    names = given.names or [name for name, target in TARGETS.items() if target.compiled or not given.compiled]
    if len(names) == 2 and names[0] in TARGETS and names[1] not in TARGETS:
        path = Path(names[1])
        accepted = try_one(TARGETS[names[0]], path.read_bytes(), path)
        print(f"{path}: {'accepted' if accepted else 'refused'}")
        return 0
    unknown = [name for name in names if name not in TARGETS]
    if unknown:
        parser.error(f"unknown format {unknown[0]}: expected {', '.join(TARGETS)}")
    if not given.alone:
        seconds = None if given.inputs is not None else given.minutes * 60 / len(names)
        return fuzz(names, given.seed, seconds, given.inputs)
    logging.getLogger("codepegs").setLevel(logging.CRITICAL)  # what it says of damage is not read here
    began = time.monotonic()
    try:
        tried, liked = try_inputs(TARGETS[names[0]], given.seed, given.seconds, given.inputs, FOLDER)
    except Fault as fault:
        print(fault, file=sys.stderr)
        return FAILED
    print(f"{names[0]}: {tried:,} inputs, {liked:,} accepted, {time.monotonic() - began:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
