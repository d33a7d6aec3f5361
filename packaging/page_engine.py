"""Compiles the loops that the page needs to WebAssembly, with zig: `python packaging/page_engine.py [OUTPUT]`.

The sources are those of the C++ library. The result imports three functions of WASI, which print a message before the
module stops.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "codepegs"

WITHOUT = ("beam", "proof_board", "table_board")
"""Sources of the search for trees that the page does not need."""

SOURCES = (
    CODE / "core" / "export.cpp",
    CODE / "core" / "packed_codes.cpp",
    CODE / "core" / "differing_guesses.cpp",
    CODE / "core" / "symmetry.cpp",
    CODE / "core" / "slot_replies.cpp",
    CODE / "core" / "exact_search.cpp",
    CODE / "core" / "multisets.cpp",
    *sorted((CODE / "codes").glob("*.cpp")),
    *(CODE / "strategies" / "sampling" / f"{name}.cpp" for name in ("candidate_turn", "evidence", "guess_comparison")),
    *(path for path in sorted((CODE / "trees" / "search").glob("*.cpp")) if path.stem not in WITHOUT),
    ROOT / "web" / "engine" / "no_exceptions.cpp",
)

EXPORTS = (
    "codepegs_parts_of",
    "codepegs_enumerate_guesses",
    "codepegs_next_guesses",
    "codepegs_free_GuessEnumerator",
    "codepegs_find_symmetries",
    "codepegs_free_HistorySymmetry",
    "codepegs_begin_differing",
    "codepegs_step_differing",
    "codepegs_write_differing",
    "codepegs_free_DifferingGuesses",
    "codepegs_fill_planes",
    "codepegs_count_parts",
    "codepegs_best_in_range",
    "codepegs_write_log_table",
    "codepegs_begin_walk",
    "codepegs_step_walk",
    "codepegs_walked_nodes",
    "codepegs_free_StrategyWalk",
    "codepegs_new_tree_search",
    "codepegs_begin_tree_search",
    "codepegs_step_tree_search",
    "codepegs_best_guess_found",
    "codepegs_work_done",
    "codepegs_free_TreeSearch",
    "codepegs_slot_replies",
    "codepegs_table_sizes",
    "codepegs_table_best",
    "codepegs_begin_table_walk",
    "codepegs_step_table_walk",
    "codepegs_table_walk_nodes",
    "codepegs_free_TableWalk",
    "codepegs_transpose_replies",
    "codepegs_new_listed_search",
    "codepegs_new_weighed_search",
    "codepegs_other_curve",
    "codepegs_fit_curve",
    "codepegs_value_of_parts",
    "codepegs_free_Curve",
    "codepegs_first_reply_shares",
    "codepegs_draw_start",
    "codepegs_begin_candidates",
    "codepegs_find_more",
    "codepegs_work_of_turn",
    "codepegs_number_of_candidates",
    "codepegs_interval_of_candidates",
    "codepegs_known_codes",
    "codepegs_free_CandidateTurn",
    "codepegs_new_evidence",
    "codepegs_compare_codes",
    "codepegs_free_Evidence",
    "codepegs_start_listing",
    "codepegs_list_more",
    "codepegs_free_CandidateListing",
    "codepegs_begin_comparison",
    "codepegs_compare_more",
    "codepegs_compared_guesses",
    "codepegs_begin_value",
    "codepegs_value_more",
    "codepegs_free_GuessComparison",
    "codepegs_expects_few",
    "codepegs_start_exact_search",
    "codepegs_search_exactly",
    "codepegs_free_ExactSearch",
    "codepegs_search_multisets",
    "codepegs_next_multisets",
    "codepegs_free_MultisetSearch",
    "malloc",
    "free",
)

TARGET = ("-target", "wasm32-wasi", "-msimd128")

FLAGS = (
    "-std=c++20",
    "-DNDEBUG",
    "-fignore-exceptions",
    "-fno-rtti",
    "-ffp-contract=off",  # as in CMakeLists.txt: a * b + c rounds twice everywhere
    "-fno-math-errno",
)

FAST = CODE / "codes"
"""The folder whose loops are compiled for speed; the others are compiled for size."""

RARE = (
    "byte_rows",
    "columns",
    "first_replies",
    "log_table",
    "strategy_walk",
    "table_sets",
    "table_walk",
    "weighted_sets",
)
"""Files of that folder that take little of the time, or as much of it either way."""


def build(output: Path) -> None:
    """Compile the module."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as threads:
        objects = list(threads.map(lambda source: compile_one(source, Path(folder)), SOURCES))
        exports = [f"-Wl,--export={name}" for name in EXPORTS]
        link = ["-O3", "-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--strip-all", *exports]
        zig(*link, *map(str, objects), "-o", str(output))


def compile_one(source: Path, folder: Path) -> Path:
    """Compile a source; returns the object file in the folder."""
    made = folder / f"{source.parent.name}-{source.stem}.o"
    level = "-O3" if source.parent == FAST and source.stem not in RARE else "-Os"
    zig(*FLAGS, level, f"-I{CODE}", "-c", str(source), "-o", str(made))
    return made


def zig(*arguments: str) -> None:
    """Run zig's C++ compiler for the target."""
    subprocess.run([sys.executable, "-m", "ziglang", "c++", *TARGET, *arguments], check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "engine" / "engine.wasm")
