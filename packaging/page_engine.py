"""Compiles the loops that the page needs to WebAssembly, with zig: `python packaging/page_engine.py [FOLDER]`.

The sources are those of the C++ library. Each of `MODULES` is a file of its own, which the page loads when it needs it;
it imports three functions of WASI, which print a message before it stops. Beside them lies `signatures.wasm`, linked
from the same objects, which states the signatures of the functions.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
CODE = ROOT / "src" / "codepegs"

WITHOUT = ("beam", "proof_board", "table_board")
"""Sources of the search for trees that the page does not need."""

COMMON = (CODE / "core" / "export.cpp", ROOT / "web" / "engine" / "no_exceptions.cpp")
"""The sources that every module takes."""

SOURCES = (
    CODE / "core" / "packed_codes.cpp",
    CODE / "core" / "differing_guesses.cpp",
    CODE / "core" / "symmetry.cpp",
    CODE / "core" / "slot_replies.cpp",
    CODE / "core" / "exact_search.cpp",
    CODE / "core" / "multisets.cpp",
    *sorted((CODE / "codes").glob("*.cpp")),
    CODE / "analysis" / "verdict.cpp",
    *(CODE / "strategies" / "sampling" / f"{name}.cpp" for name in ("candidate_turn", "evidence", "guess_comparison")),
    *(path for path in sorted((CODE / "trees" / "search").glob("*.cpp")) if path.stem not in WITHOUT),
)

FUNCTIONS = (
    "parts_of",
    "enumerate_guesses",
    "next_guesses",
    "find_symmetries",
    "begin_differing",
    "step_differing",
    "write_differing",
    "fill_planes",
    "count_parts",
    "best_in_range",
    "write_log_table",
    "begin_walk",
    "step_walk",
    "walked_nodes",
    "new_tree_search",
    "begin_tree_search",
    "step_tree_search",
    "best_guess_found",
    "work_done",
    "slot_replies",
    "table_sizes",
    "table_best",
    "begin_table_walk",
    "step_table_walk",
    "table_walk_nodes",
    "transpose_replies",
    "new_listed_search",
    "new_weighed_search",
    "other_curve",
    "fit_curve",
    "value_of_parts",
    "first_reply_shares",
    "draw_start",
    "begin_candidates",
    "find_more",
    "work_of_turn",
    "number_of_candidates",
    "interval_of_candidates",
    "known_codes",
    "new_evidence",
    "compare_codes",
    "start_listing",
    "list_more",
    "begin_comparison",
    "compare_more",
    "compared_guesses",
    "begin_value",
    "value_more",
    "expects_few",
    "start_exact_search",
    "search_exactly",
    "search_multisets",
    "next_multisets",
    "begin_failed_turns",
    "add_failed_turns",
    "find_conflict",
    "count_repairs",
    "write_repairs",
    "begin_conflict_search",
    "next_question",
    "answer_question",
    "conflict_found",
    "count_repairs_found",
    "write_repairs_found",
    "count_per_peg",
    "part_figures",
    "best_places",
    "judge_turn",
    "judge_game",
)
"""The exported C++ functions that the page calls in most games."""

OBJECTS = (
    "GuessEnumerator",
    "HistorySymmetry",
    "DifferingGuesses",
    "StrategyWalk",
    "TreeSearch",
    "TableWalk",
    "Curve",
    "CandidateTurn",
    "Evidence",
    "CandidateListing",
    "GuessComparison",
    "ExactSearch",
    "MultisetSearch",
    "FailedTurns",
    "ConflictSearch",
)
"""The C++ objects that these functions return."""


@dataclass(frozen=True)
class Module:
    """A WebAssembly module; `docs/make/stubs.py` writes a TypeScript class for it."""

    binding: str
    """The name of the class."""
    sources: tuple[Path, ...]
    functions: tuple[str, ...]
    objects: tuple[str, ...]

    @property
    def exports(self) -> tuple[str, ...]:
        """The names that the page calls."""
        functions = (f"codepegs_{name}" for name in self.functions)
        return (*functions, *(f"codepegs_free_{name}" for name in self.objects), "malloc", "free")


MODULES = {
    "engine": Module("Native", SOURCES, FUNCTIONS, OBJECTS),
    "streaming": Module(
        "NativeStreaming",
        tuple(sorted((CODE / "strategies" / "streaming").glob("*.cpp"))),
        ("begin_streaming", "next_streaming", "learn_streaming", "known_streaming", "left_streaming"),
        ("Streaming",),
    ),
}
"""By the names of their files: games that are too large for the first module take the second."""

SIGNATURES = tuple(f"codepegs_{name}_signature" for module in MODULES.values() for name in module.functions)
"""Functions of the module of signatures: a test compares the texts that they return with the page's TypeScript."""

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
    "contradictions",
    "first_replies",
    "log_table",
    "part_figures",
    "strategy_walk",
    "table_sets",
    "table_walk",
    "weighted_sets",
)
"""Files of that folder that take little of the time, or as much of it either way."""


def build(folder: Path) -> None:
    """Compile the modules, and the one with signatures beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = [*COMMON, *(source for module in MODULES.values() for source in module.sources)]
    with TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as threads:
        compiled = threads.map(lambda source: compile_one(source, Path(temporary)), sources)
        objects = dict(zip(sources, compiled, strict=True))
        for name, module in MODULES.items():
            link([objects[source] for source in (*COMMON, *module.sources)], module.exports, folder / f"{name}.wasm")
        link(objects.values(), SIGNATURES, folder / "signatures.wasm")


def compile_one(source: Path, folder: Path) -> Path:
    """Compile a source; returns the object file in the folder."""
    made = folder / f"{source.parent.name}-{source.stem}.o"
    level = "-O3" if source.parent == FAST and source.stem not in RARE else "-Os"
    zig(*FLAGS, level, f"-I{CODE}", "-c", str(source), "-o", str(made))
    return made


def link(objects: Iterable[Path], exports: Iterable[str], output: Path) -> None:
    """Link a module that keeps what it exports, and what that needs."""
    options = ["-O3", "-mexec-model=reactor", "-Wl,--gc-sections", "-Wl,--strip-all"]
    zig(*options, *(f"-Wl,--export={name}" for name in exports), *map(str, objects), "-o", str(output))


def zig(*arguments: str) -> None:
    """Run zig's C++ compiler for the target."""
    subprocess.run([sys.executable, "-m", "ziglang", "c++", *TARGET, *arguments], check=True)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "engine")
