"""The signature notices when a constant that decides what the default strategies play is another."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import codepegs
from codepegs.core.binding import library_info

pytestmark = pytest.mark.slow

CONSTANTS = (
    ("sampling/candidate_tracker.py", "SPACING", 3),
    ("sampling/candidate_tracker.py", "MOVES_A_PEG", 3),
    ("bayes/codebreaker.py", "IGNORED", 30),
    ("bayes/codebreaker.py", "FOLLOWERS", 1 / 3),
    ("bayes/codebreaker.py", "AHEAD", 1 / 3),
    ("growing_list/codebreaker.py", "WIN_BONUS", 3),
    ("growing_list/codebreaker.py", "SMALLEST_CUT", 3),
    ("auto.py", "SHORTLIST", 1 / 3),
    ("protocol/values.py", "PLAYED_THROUGH", 1 / 3),
    ("auto.py", "MOST_EXHAUSTIVE", 1 / 3),
)
"""File in `strategies`, name, and the factor that the constant is multiplied by."""

RUN = """
import sys
import pytest
sys.meta_path[:] = [finder for finder in sys.meta_path if "Redirecting" not in type(finder).__name__]  # of the install
sys.path.insert(0, sys.argv[1])
import codepegs
assert codepegs.__file__.startswith(sys.argv[1])
sys.exit(pytest.main(["-x", "-p", "no:cacheprovider", "tests/experiments/test_signature.py", "-k", "behaves"]))
"""


def signature_tests(source: Path) -> int:
    """Run the tests of the signature with a copy of the sources; return pytest's exit code."""
    variables = os.environ | {"CODEPEGS_LIBRARY": str(library_info().path.parent)}
    root = Path(__file__).parents[2]
    return subprocess.run([sys.executable, "-c", RUN, str(source)], cwd=root, env=variables).returncode


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the Python sources."""
    shutil.copytree(Path(codepegs.__file__).parent, tmp_path / "codepegs", ignore=shutil.ignore_patterns("*.?pp"))
    return tmp_path


def test_the_signature_of_a_copy_is_the_same(copy: Path) -> None:
    assert signature_tests(copy) == 0


@pytest.mark.parametrize(("file", "name", "factor"), CONSTANTS)
def test_another_constant_is_noticed(copy: Path, file: str, name: str, factor: float) -> None:
    path = copy / "codepegs" / "strategies" / file
    before = path.read_text(encoding="utf-8")
    declared = re.search(rf"^{name} = ([\d_.e-]+)$", before, flags=re.MULTILINE)
    assert declared is not None
    number = float(declared[1]) * factor
    changed = repr(number if "." in declared[1] or "e" in declared[1] else round(number))
    path.write_text(before.replace(declared[0], f"{name} = {changed}"), encoding="utf-8")
    assert signature_tests(copy) == pytest.ExitCode.TESTS_FAILED
