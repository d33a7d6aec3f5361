"""Check that public names have complete types for users' type checkers: `python -m tests.docs.typed_names`.

Pyright's own figure also counts the modules behind the public names; this counts the names in `codepegs.__all__`, their
attributes and methods, with all types that these mention.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).parents[2] / "src"


def public_names() -> list[str]:
    """The public names with the modules that define them."""
    stub = ast.parse((SOURCE / "codepegs" / "__init__.pyi").read_text(encoding="utf-8"))
    return [
        f"{node.module}.{alias.name}"
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if node.module != "typing"
    ]


def completeness() -> list[dict[str, Any]]:
    """What pyright says about every symbol of codepegs."""
    folder = Path(sys.executable).parent  # pyright asks the Python that is first in PATH for the packages it has
    settings = {"PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(SOURCE)}
    pyright = shutil.which("pyright", path=settings["PATH"])
    if pyright is None:
        raise SystemExit("pyright is missing: make .venv/.dev installs it")
    command = [pyright, "--verifytypes", "codepegs", "--ignoreexternal", "--outputjson"]
    printed = subprocess.run(command, env=os.environ | settings, capture_output=True, text=True, check=False).stdout
    symbols: list[dict[str, Any]] = json.loads(printed)["typeCompleteness"]["symbols"]
    return symbols


def main() -> int:
    """Print what is incomplete; return the exit code."""
    names = public_names()
    public = [
        symbol
        for symbol in completeness()
        if any(symbol["name"] == name or symbol["name"].startswith(f"{name}.") for name in names)
    ]
    faults = [symbol for symbol in public if not symbol["isTypeKnown"] or symbol["isTypeAmbiguous"]]
    for symbol in faults:
        for found in symbol["diagnostics"]:
            line = found.get("range", {}).get("start", {}).get("line", -1) + 1
            print(f"{found.get('file', '')}:{line}: {symbol['name']}: {' '.join(found['message'].split())}")
    print(f"{len(public) - len(faults)} of {len(public)} public names and members have complete types")
    return int(bool(faults) or len(public) < len(names))


if __name__ == "__main__":
    sys.exit(main())
