"""Write `strategies/entry_points.py` from the entry points in pyproject.toml: `python docs/make/entry_points.py`.

Looking through the entry points of all installed packages takes 17 ms, so codepegs reads its own from this module.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from codepegs.files import write_whole

ROOT = Path(__file__).parent.parent.parent
MODULE = ROOT / "src" / "codepegs" / "strategies" / "entry_points.py"
GROUP = "codepegs.strategies"


def text() -> str:
    """Return the module."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    rows = "".join(f'    "{name}": "{value}",\n' for name, value in stated["project"]["entry-points"][GROUP].items())
    return (
        '"""The entry points of pyproject.toml, strategies by name: written by `docs/make/entry_points.py`."""\n\n'
        f"OWN = {{\n{rows}}}\n"
        '"""Where each strategy is, by name: `MODULE:ATTRIBUTE`."""\n'
    )


if __name__ == "__main__":
    write_whole(MODULE, text().encode())
