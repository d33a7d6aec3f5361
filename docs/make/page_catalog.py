"""Write what the page takes from Python: `python docs/make/page_catalog.py`.

`engine/catalog.json` has the gallery and the strategies, for the page without a server. The constants that the page
shares with Python and C++ are in `constants.json` and, if only its engine uses them, in `engine/constants.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from codepegs import reasons
from codepegs.analysis import coach, coach_wording, suggestions
from codepegs.codes import candidates, code_space, contradictions, guess_search
from codepegs.core import loops
from codepegs.core.binding import Struct
from codepegs.files import write_whole
from codepegs.game import FIGURES, as_json, notation, reading, reply, reply_words, rules
from codepegs.match import game_loop
from codepegs.schema import StrategyAnswer
from codepegs.server import requests
from codepegs.strategies import STRATEGIES, advice, auto
from codepegs.strategies.protocol import exhaustive, strategy, values
from codepegs.strategies.sampling import candidate_tracker, codebreaker
from codepegs.strategies.streaming import codebreaker as streaming
from codepegs.trees.gallery import entries
from codepegs.trees.search import set_search

LIBRARY = Path(__file__).parents[2] / "web" / "src" / "lib"
CATALOG = LIBRARY / "engine" / "catalog.json"

WORDS = CATALOG.parents[1] / "figures.json"
"""What the page calls the figures, and how it says their values."""

PLAYED = ("auto", "entropy", "minimax", "expected-size", "max-parts")
"""The strategies that the page plays by itself."""

SHARED = {
    "text": {
        reply: "MOST_PEGS",
        rules: "MOST_COLORS",
        notation: "ALIASES LONG_ALIASES",
        reading: "MOST_TWO_DIGITS MOST_REPLY_WORDS",
        requests: "POSITION_TURNS POSITION_LETTERS",
        reasons: "LONGEST_NAMED MOST_TURNS_NAMED",
    },
    "planes": {guess_search: "WORD_BITS LANES"},
    "streaming": {
        auto: "MOST_SAMPLED_PEGS MOST_SAMPLED_PEGS_OF_MANY_COLORS LEAST_GROWING_PEGS",
        candidates: "FEW_CELLS",
        notation: "MOST_PEGS_READ",
    },
}
"""The constants that the page shares, by subject and module: those that it loads first."""

ENGINE = {
    "codes": {
        guess_search: "ABSENT MOST_MEMBERS",
        code_space: "KEYS_A_STEP NODES_A_STEP MOST_CODES",
        candidates: "UNITS_A_STEP",
    },
    "lists": {loops: "MARKED_BY_SLOT COUNTED_BY_SLOT", set_search: "ROW_PADDING"},
    "search": {
        set_search: "VALUE GUESS DONE TOO_DEEP FORBIDDEN NEVER TABLE_WORDS STEP_UNITS KEY_BITS MOST_CODES_SEARCHED "
        "MOST_TURNS MOST_WEIGHED_TURNS MOST_PERMUTED MOST_APART",
        values: "MEMORY_ENTRIES",
    },
    "values": {
        values: "SEARCHED_WORK WEIGHED_WORK SEARCHED_VIEW SCORED PART_WORK SCORED_A_GUESS SCORED_SHARE FEW_COLORS "
        "PLAYED_THROUGH PLAYED_THROUGH_PAIRS PLAYED_THROUGH_IN_PYTHON MOST_EXCHANGED",
        strategy: "SAME",
    },
    "figures": {exhaustive: "GUESS_KINDS"},
    "auto": {auto: "SHORTLIST MOST_EXHAUSTIVE"},
    "order": {advice: "NODES MULTISETS_A_STEP MOST_EXAMINED MOST_CODES_OF_ORDER"},
    "coach": {coach: "SUGGESTED_A_TURN WORTHS", coach_wording: "REPLY_COMMENTS DECISIONS"},
    "contradictions": {
        contradictions: "TURNS_OF_WORD SETS_A_STEP QUESTION_WORK CONFLICTS UNREPAIRED OTHER_RULES",
    },
    "sampled_turn": {candidate_tracker: "TURN_MOVES_A_PEG MOST_TURN_MOVES SAMPLES_A_PEG LEAST_SAMPLES MOST_SAMPLES"},
    "sampled_chains": {candidate_tracker: "MOVES_A_PEG SPACING PATIENCE CHAINS PROOF_NODES"},
    "sampled_comparison": {codebreaker: "REPLIES_A_STEP", candidate_tracker: "LISTING_NODES_A_STEP"},
    "sampled_count": {suggestions: "MOST_COUNTED MOST_NODES HOPELESS"},
    "decision": {candidates: "MOST_CODES_DECIDED DECISION_WORK WORK_A_STEP"},
    "streaming": {streaming: "ERROR_SHARE ERROR_GUESSES", game_loop: "LOOKS"},
}
"""Those of the page's engine."""


def values_of(names: Mapping[ModuleType, str]) -> dict[str, Any]:
    """The constants of modules."""
    return {name: getattr(module, name) for module, of_it in names.items() for name in of_it.split()}


def catalog() -> str:
    """The text of the catalogue."""
    return _written(
        {
            "trees": [as_json(entry) for entry in entries()],
            "strategies": [StrategyAnswer.of(STRATEGIES[name]) for name in PLAYED],
            "names": sorted(STRATEGIES),
        }
    )


def constants() -> dict[Path, str]:
    """The text of each file of constants."""
    shared, engine = (
        {subject: values_of(names) for subject, names in subjects.items()} for subjects in (SHARED, ENGINE)
    )
    shared["replies"] = {
        "PAIRS": [[list(pair.black), list(pair.white)] for pair in reply_words.PAIRS],
        "FIRST": len(reply_words.FIRST_PAIRS),
        "NAMES": [pair.name for pair in reply_words.PAIRS],
        "NOTHING": list(reply_words.NOTHING),
        "TOTAL_WORDS": list(reply_words.TOTAL_WORDS),
        "HEADINGS": sorted(reply_words.HEADINGS),
        "MOST_WORDS_ALONE": reply_words.MOST_WORDS_ALONE,
    }
    engine["contradictions"]["LIMITS"] = _fields(contradictions.limits())
    engine["coach"] |= {
        "LIMITS": _fields(coach.limits()),
        "COMMENTS": [
            [{"kind": kind, "values": names.split()} for kind, names in comment] for comment in coach_wording.COMMENTS
        ],
        "LEAST_SKILL": coach_wording.LEAST_SKILL.tolist(),
        "PRAISE": coach_wording.PRAISES,
    }
    engine["sampled_settings"] = asdict(candidate_tracker.Settings())
    engine["streaming"]["evaluations"] = streaming.StreamingOptions().evaluations
    name = "constants.json"
    return {LIBRARY / name: _written(shared), LIBRARY / "engine" / name: _written(engine)}


def _fields(limits: Struct) -> dict[str, Any]:
    """The fields of a struct of numbers."""
    return {name: getattr(limits, name) for name in limits.types}


def _written(found: object) -> str:
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


def words() -> str:
    """The text of the file with the words of the figures."""
    found = {name: {"heading": each.heading, "unit": each.unit, "said": each.said} for name, each in FIGURES.items()}
    return msgspec.json.format(msgspec.json.encode(found), indent=1).decode() + "\n"


if __name__ == "__main__":
    write_whole(CATALOG, catalog())
    for path, text in constants().items():
        write_whole(path, text)
    write_whole(WORDS, words())
