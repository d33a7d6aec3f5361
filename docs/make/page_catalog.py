"""Write what the page knows of the gallery and the strategies without a server: `python docs/make/page_catalog.py`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from codepegs.files import write_whole
from codepegs.game import as_json
from codepegs.schema import StrategyAnswer
from codepegs.strategies import STRATEGIES, auto
from codepegs.strategies.protocol import values
from codepegs.trees.gallery import entries
from codepegs.trees.search import set_search

CATALOG = Path(__file__).parents[2] / "web" / "src" / "lib" / "engine" / "catalog.json"

PLAYED = ("auto", "entropy", "minimax", "expected-size", "max-parts")
"""The strategies that the page plays by itself."""

LIMITS = {
    values: "SEARCHED_WORK WEIGHED_WORK SEARCHED_VIEW SCORED PART_WORK SCORED_A_GUESS SCORED_SHARE FEW_COLORS "
    "PLAYED_THROUGH PLAYED_THROUGH_PAIRS PLAYED_THROUGH_IN_PYTHON",
    auto: "SHORTLIST MOST_EXHAUSTIVE",
    set_search: "KEY_BITS MOST_CODES_SEARCHED MOST_TURNS MOST_WEIGHED_TURNS MOST_PERMUTED MOST_APART",
}
"""The constants that the page shares, by module: what is searched, played through and compared."""


def catalog() -> str:
    """The text of the file."""
    limits = {name: getattr(module, name) for module, names in LIMITS.items() for name in names.split()}
    found = {
        "trees": [as_json(entry) for entry in entries()],
        "strategies": [StrategyAnswer.of(STRATEGIES[name]) for name in PLAYED],
        "names": sorted(STRATEGIES),
        "limits": limits,
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


if __name__ == "__main__":
    write_whole(CATALOG, catalog())
