"""Checks what `make release` made, and prints its sums: `python packaging/check_release.py`.

The folder dist must hold the sdist and the five wheels of this version, made from a commit, and nothing else.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

from cross_build import ROOT, TARGETS

DIST = ROOT / "dist"
MOST_BYTES = 3_000_000
"""Of the sdist."""
LEVELS = {"x86_64": {"x86-64-v2", "x86-64-v3", "x86-64-v4"}, "AMD64": {"x86-64-v2", "x86-64-v3", "x86-64-v4"}}
"""The instruction-set levels of a wheel, by the name of the processor; others have one build."""
PAGE = "codepegs/server/page/index.html"


def complaints(version: str, folder: Path) -> Iterator[str]:
    """Say what is wrong with the files of a release."""
    sdist = f"codepegs-{version}.tar.gz"
    wheels = {f"codepegs-{version}-py3-none-{tags}.whl": target for tags, target in TARGETS.items()}
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    yield from (f"{name} is missing" for name in sorted({sdist, *wheels} - there))
    yield from (f"{name} is not part of this release" for name in sorted(there - {sdist, *wheels}))
    if sdist in there:
        if (size := (folder / sdist).stat().st_size) >= MOST_BYTES:
            yield f"{sdist} has {size:,} bytes: expected fewer than {MOST_BYTES:,}"
        with tarfile.open(folder / sdist) as packed:
            names = packed.getnames()
        if f"codepegs-{version}/src/{PAGE}" not in names:
            yield f"{sdist} has no page"
    for name in sorted(there & set(wheels)):
        with ZipFile(folder / name) as packed_wheel:
            paths = [Path(path) for path in packed_wheel.namelist()]
        if Path(PAGE) not in paths:
            yield f"{name} has no page"
        levels = {path.stem.removeprefix("codepegs-") for path in paths if path.suffix in (".so", ".dll", ".dylib")}
        if levels != LEVELS.get(wheels[name].processor, {"baseline"}):
            yield f"{name} has builds for {', '.join(sorted(levels)) or 'no processor'}"


def main() -> int:
    """Check, print the sums, and return the exit code."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    found = list(complaints(version, DIST))
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, check=True).stdout:
        found.append("the sources are not those of a commit: commit the changes first")
    if found:
        print("\n".join(found), file=sys.stderr)
        return 1
    files = sorted(DIST.iterdir())
    for path in files:
        print(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(ROOT)}", flush=True)
    return subprocess.run([sys.executable, "-m", "twine", "check", "--strict", *map(str, files)]).returncode


if __name__ == "__main__":
    sys.exit(main())
