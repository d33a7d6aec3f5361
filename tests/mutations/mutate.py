"""Mutates the C++ loops and reports the mutations that no test of loops notices.

    python tests/mutations/mutate.py [--each N] [--seed N] [SOURCE ...]

Each mutation changes one operator or number of a source file. The library is built with it, for one instruction-set
level, and the tests of the loops in the same folder are run until one fails. A mutation that changes nothing (for
example a larger buffer) survives by right; the list is for a person to read. With `--each 2` it takes half an hour.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "codepegs"
SWAPS = {
    " < ": (" <= ", " > "),
    " <= ": (" < ",),
    " > ": (" >= ", " < "),
    " >= ": (" > ",),
    " == ": (" != ",),
    " != ": (" == ",),
    " + ": (" - ",),
    " - ": (" + ",),
    " & ": (" | ",),
    " | ": (" & ",),
    " && ": (" || ",),
    " || ": (" && ",),
    " << ": (" >> ",),
    "++": ("--",),
    " 1": (" 2", " 0"),
    " 0": (" 1",),
}
PLACE = re.compile("|".join(re.escape(old) + (r"\b" if old[-1].isdigit() else "") for old in SWAPS))
NOT_MUTATED = re.compile(
    r"^\s*(//|#|require|template|struct|class|case|constexpr|static constexpr|CODEPEGS)|\bint64_t>|for \("
)
"""Lines whose mutation does not compile, does not end, or only changes a message."""
SECONDS = 300
"""After so long a mutated loop counts as noticed: it does not end."""


def mutations_of(source: Path, count: int, dice: random.Random) -> list[tuple[int, str, str]]:
    """Draw mutations of a file: line number from 0, the old line, the new line."""
    places = []
    for number, line in enumerate(source.read_text().splitlines()):
        if NOT_MUTATED.search(line):
            continue
        for match in PLACE.finditer(line):
            for new in SWAPS[match.group()]:
                places.append((number, line, line[: match.start()] + new + line[match.end() :]))
    return dice.sample(places, min(count, len(places)))


def tests_of(source: Path) -> list[str]:
    """The files with tests of the loops in a folder; for `core` those of all folders, which share it."""
    folder = source.parent.relative_to(SOURCES)
    top = ROOT / "tests" if folder == Path("core") else ROOT / "tests" / folder
    files = sorted(path for path in top.rglob("test_*.py") if "pytest.mark.loops" in path.read_text())
    return [str(path) for path in files]


class Copy:
    """A copy of the sources that is built with one mutation at a time."""

    def __init__(self, folder: Path, level: str) -> None:
        self.sources = folder / "codepegs"
        self.build = folder / "build"
        self.level = level
        shutil.copytree(ROOT / "src", self.sources / "src")
        shutil.copy(ROOT / "CMakeLists.txt", self.sources)
        configure = [
            "cmake",
            "-S",
            str(self.sources),
            "-B",
            str(self.build),
            "-G",
            "Ninja",
            f"-DCODEPEGS_LEVELS={level}",
        ]
        subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["cmake", "--build", str(self.build)], check=True, stdout=subprocess.DEVNULL)

    def outcome(self, source: Path, number: int, new: str) -> str:
        """Build with a mutation and test: `not compiled`, `noticed` or `SURVIVED`."""
        place = self.sources / source.relative_to(ROOT)
        text = place.read_text()
        lines = text.splitlines()
        lines[number] = new
        place.write_text("\n".join(lines) + "\n")
        try:
            if subprocess.run(["cmake", "--build", str(self.build)], capture_output=True).returncode:
                return "not compiled"
            variables = os.environ | {"CODEPEGS_LIBRARY": str(self.build), "CODEPEGS_LEVEL": self.level}
            command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-m", "loops or shared_table"]
            command += tests_of(source)
            done = subprocess.run(command, env=variables, cwd=ROOT, capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return "noticed"
        finally:
            place.write_text(text)
        return "noticed" if done.returncode else "SURVIVED"


def main() -> None:
    """Mutate the files named on the command line, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=2, help="mutations of each file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="x86-64-v3")
    parser.add_argument("sources", nargs="*", type=Path)
    given = parser.parse_args()
    sources = [path.resolve() for path in given.sources] or sorted(SOURCES.rglob("*.cpp"))
    dice = random.Random(given.seed)
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        copy = Copy(Path(folder), given.level)
        for source in sources:
            for number, old, new in mutations_of(source, given.each, dice):
                outcome = copy.outcome(source, number, new)
                counts[outcome] = counts.get(outcome, 0) + 1
                print(f"{outcome}: {source.relative_to(SOURCES)}:{number + 1}", flush=True)
                if outcome == "SURVIVED":
                    print(f"    {old.strip()}\n    {new.strip()}", flush=True)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))


if __name__ == "__main__":
    main()
