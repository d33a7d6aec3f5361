"""Write what the page knows of the gallery and the strategies without a server: `python docs/make/page_catalog.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import msgspec

from codepegs.analysis import suggestions
from codepegs.codes import candidates, code_space, contradictions
from codepegs.files import write_whole
from codepegs.game import FIGURES, as_json
from codepegs.schema import StrategyAnswer
from codepegs.strategies import STRATEGIES, advice, auto
from codepegs.strategies.protocol import values
from codepegs.strategies.sampling import candidate_tracker, codebreaker
from codepegs.trees.gallery import entries
from codepegs.trees.search import set_search

CATALOG = Path(__file__).parents[2] / "web" / "src" / "lib" / "engine" / "catalog.json"

WORDS = CATALOG.parents[1] / "figures.json"
"""What the page calls the figures, and how it says their values."""

PLAYED = ("auto", "entropy", "minimax", "expected-size", "max-parts")
"""The strategies that the page plays by itself."""

LIMITS = {
    values: "SEARCHED_WORK WEIGHED_WORK SEARCHED_VIEW SCORED PART_WORK SCORED_A_GUESS SCORED_SHARE FEW_COLORS "
    "PLAYED_THROUGH PLAYED_THROUGH_PAIRS PLAYED_THROUGH_IN_PYTHON",
    auto: "SHORTLIST MOST_EXHAUSTIVE",
    set_search: "KEY_BITS MOST_CODES_SEARCHED MOST_TURNS MOST_WEIGHED_TURNS MOST_PERMUTED MOST_APART",
}
"""The constants that the page shares, by module: what is searched, played through and compared."""

SAMPLING = {
    "turn": {candidate_tracker: "TURN_MOVES_A_PEG MOST_TURN_MOVES SAMPLES_A_PEG LEAST_SAMPLES MOST_SAMPLES"},
    "chains": {candidate_tracker: "MOVES_A_PEG SPACING PATIENCE CHAINS PROOF_NODES"},
    "comparison": {codebreaker: "REPLIES_A_STEP", candidate_tracker: "NODES_A_STEP"},
    "order": {advice: "NODES NODES_A_STEP MOST_LISTED MOST_CODES"},
    "count": {suggestions: "MOST_COUNTED MOST_NODES HOPELESS"},
    "decision": {
        candidates: "FEW_CELLS MOST_LISTED DECISION_WORK WORK_A_STEP",
        code_space: "MOST_CODES",
        contradictions: "EXPLANATION_WORK QUESTION_WORK FEW_COUNTED MOST_QUESTIONS",
    },
}
"""The same of the strategy `sampling`, by what they are for."""


def values_of(names: Mapping[ModuleType, str]) -> dict[str, int | float]:
    """The constants of modules."""
    return {name: getattr(module, name) for module, of_it in names.items() for name in of_it.split()}


def catalog() -> str:
    """The text of the file."""
    sampling = {use: values_of(names) for use, names in SAMPLING.items()}
    found = {
        "trees": [as_json(entry) for entry in entries()],
        "strategies": [StrategyAnswer.of(STRATEGIES[name]) for name in PLAYED],
        "names": sorted(STRATEGIES),
        "limits": values_of(LIMITS),
        "sampling": {**sampling, "settings": asdict(candidate_tracker.Settings())},
    }
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


def words() -> str:
    """The text of the file with the words of the figures."""
    found = {name: {"heading": each.heading, "unit": each.unit, "said": each.said} for name, each in FIGURES.items()}
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


if __name__ == "__main__":
    write_whole(CATALOG, catalog())
    write_whole(WORDS, words())
