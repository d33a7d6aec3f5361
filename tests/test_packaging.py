"""What is published: the sdist and what it holds, wheels without the page, and the check of a release."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from importlib import import_module
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

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
    assert {"src", "packaging", "CMakeLists.txt", "LICENSE", "PKG-INFO"} <= set(os.listdir(sources))
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


def test_a_release_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    check = import_module("check_release")
    names = [f"codepegs-1.0-py3-none-{tags}.whl" for tags in check.TARGETS]
    assert len(list(check.complaints("1.0", tmp_path))) == 1 + len(names) == 6
    for name, target in zip(names, check.TARGETS.values(), strict=True):
        several = target.processor in ("x86_64", "AMD64")
        with ZipFile(tmp_path / name, "w") as wheel:
            wheel.writestr(check.PAGE, "")
            for level in ("x86-64-v2", "x86-64-v3", "x86-64-v4") if several else ("baseline",):
                wheel.writestr(f"codepegs/core/lib/codepegs-{level}.so", "")
    with tarfile.open(tmp_path / "codepegs-1.0.tar.gz", "w") as sdist:
        sdist.addfile(tarfile.TarInfo(f"codepegs-1.0/src/{check.PAGE}"), BytesIO())
    assert not list(check.complaints("1.0", tmp_path))

    with ZipFile(tmp_path / names[0], "w") as wheel:
        wheel.writestr("codepegs/core/lib/codepegs-x86-64-v4.so", "")
    (tmp_path / names[1]).rename(tmp_path / "codepegs-1.0-py3-none-linux_x86_64.whl")
    assert list(check.complaints("1.0", tmp_path)) == [
        f"{names[1]} is missing",
        "codepegs-1.0-py3-none-linux_x86_64.whl is not part of this release",
        f"{names[0]} has no page",
        f"{names[0]} has builds for x86-64-v4",
    ]
