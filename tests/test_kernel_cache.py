"""Machine code on disk: kept where it can be, never from elsewhere, and no harm when it is damaged."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import numpy as np
from codepegs import notices
notices.listeners.append(print)
{before}
from codepegs.kernels import codes
print(codes.part_of(np.uint64(0), np.uint64(0), 1, 1, np.zeros(2, np.int64), np.full((2, 2), 7)))
"""


def run(folder: Path, before: str = "", **environment: str) -> list[str]:
    """The lines a process prints that calls one kernel, its cache being in `folder`; the last is the result."""
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(before=before)],
        env={**os.environ, "NUMBA_CACHE_DIR": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
    lines = ended.stdout.splitlines()
    assert lines[-1] == "7"
    return lines


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_machine_code_is_kept_and_damage_is_mended(tmp_path: Path) -> None:
    lines = run(tmp_path)
    assert len(lines) == 2
    assert "kept for the next time" in lines[0]
    (file,) = kept(tmp_path)
    assert file.parent.name.startswith("kernels-")
    whole = file.read_bytes()
    written = file.stat().st_mtime_ns
    assert len(run(tmp_path)) == 1
    assert file.stat().st_mtime_ns == written
    for damaged in (b"", whole[:20], whole[: len(whole) // 2], whole[:-1] + b"\0"):
        file.write_bytes(damaged)
        assert len(run(tmp_path)) == 1
        assert kept(tmp_path) == [file]
        assert len(file.read_bytes()) == len(whole)


def test_an_unwritable_folder_means_no_cache_at_all(tmp_path: Path) -> None:
    import codepegs.kernels

    sources = Path(codepegs.kernels.__file__).parent
    before = set(sources.rglob("*.nb?"))
    (tmp_path / "file").write_text("in the way")
    lines = run(tmp_path / "file" / "cache")
    assert "cannot be kept" in lines[0]
    assert set(sources.rglob("*.nb?")) == before


def test_a_full_disk_means_no_cache(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    lines = run(tmp_path, "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))")
    assert len(lines) == 2
    assert kept(tmp_path) == []


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [("NUMBA_NUM_THREADS", "0", "Numba does not start"), ("NUMBA_DISABLE_JIT", "1", "NUMBA_DISABLE_JIT is set")],
)
def test_settings_that_stop_numba_are_told(name: str, value: str, words: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "codepegs", "solve", "p6c9", "--seed", "1"],
        env={**os.environ, name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 3
    assert ended.stderr.count("\n") == 1
    assert words in ended.stderr
