"""The sdist: what it holds, that it is the same wherever it is made, and what is said of a wheel without the page."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

pytest.importorskip("scikit_build_core")

ROOT = Path(__file__).parents[1]
BUILD = """
import sys
sys.path.insert(0, "packaging")
import backend
print(backend.build_{kind}(sys.argv[1], {settings}))
"""


def build(kind: str, sources: Path, output: Path, settings: dict[str, str] | None = None) -> tuple[Path, str]:
    """Build an sdist or a wheel; return its path, and what was said."""
    output.mkdir()
    command = [sys.executable, "-c", BUILD.format(kind=kind, settings=settings), str(output)]
    done = subprocess.run(command, cwd=sources, capture_output=True, text=True, check=True)
    return output / done.stdout.splitlines()[-1], done.stderr


@pytest.mark.extended
def test_the_sdist_is_the_same_wherever_it_is_made(tmp_path: Path) -> None:
    first, _ = build("sdist", ROOT, tmp_path / "first")
    assert first.stat().st_size < 3_000_000
    with tarfile.open(first) as packed:
        packed.extractall(tmp_path, filter="data")
    sources = tmp_path / first.name.removesuffix(".tar.gz")
    assert {"src", "packaging", "web", "CMakeLists.txt", "LICENSE", "PKG-INFO"} <= set(os.listdir(sources))
    assert not {"docs", "tests", "bench", ".github"} & set(os.listdir(sources))
    for number, path in enumerate(sorted(sources.rglob("*"))):
        os.utime(path, (10**9 + number, 10**9 + number))
    again, _ = build("sdist", sources, tmp_path / "again")
    assert again.read_bytes() == first.read_bytes()


@pytest.mark.extended
def test_a_wheel_without_the_page_says_so(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    (sources / "src" / "codepegs").mkdir(parents=True)
    for name in ("pyproject.toml", "README.md", "LICENSE", "CMakeLists.txt", "packaging"):
        (sources / name).symlink_to(ROOT / name)
    (sources / "src" / "codepegs" / "__init__.py").touch()
    pure = {"wheel.cmake": "false"}
    assert "no page: 'make page' builds it" in build("wheel", sources, tmp_path / "without", pure)[1]
    page = sources / "src" / "codepegs" / "server" / "page"
    page.mkdir(parents=True)
    (page / "index.html").touch()
    assert "no page" not in build("wheel", sources, tmp_path / "with", pure)[1]
