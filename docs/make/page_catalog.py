"""Write what the page knows of the gallery and the strategies without a server: `python docs/make/page_catalog.py`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from codepegs.files import write_whole
from codepegs.game import as_json
from codepegs.schema import StrategyAnswer
from codepegs.strategies import STRATEGIES
from codepegs.trees.gallery import entries

CATALOG = Path(__file__).parents[2] / "web" / "src" / "lib" / "engine" / "catalog.json"

PLAYED = ("auto", "entropy", "minimax", "expected-size", "max-parts")
"""The strategies that the page plays by itself."""


def catalog() -> str:
    """The text of the file."""
    found = {
        "trees": [as_json(entry) for entry in entries()],
        "strategies": [StrategyAnswer.of(STRATEGIES[name]) for name in PLAYED],
        "names": sorted(STRATEGIES),
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


if __name__ == "__main__":
    write_whole(CATALOG, catalog())
