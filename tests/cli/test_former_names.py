"""Commands under their former names: what they print is what their new forms print, with one sentence more."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from codepegs.cli.command_list import COMMANDS
from codepegs.cli.main import OLD_NAMES, OLD_OPTIONS
from codepegs.experiments import signature
from tests.cli.fuzzing import check, commands, play_plan, run

LINES = {
    "convert": (
        "convert 'bc 0123:1b1w'",
        "convert p4c6 1122:1b0w 1344 0b2w --symbols RGBYOP",
        "convert 'p4c6 RRGG:1b0w' --from-symbols RGBYOP --json",
        "convert 'p4c6 1122:5b5w'",
        "convert -",
    ),
    "image": (
        "image fish --size 4x3 -s first-consistent --seed 1",
        "image --size 3x2 --colors 2 fish -s bayes --noise 0.2 --seed 1 --json",
        "image fish --turns 1 --size 2x2 -o fish.gif",
        "image --codemaker digit:7 --turns 3 --seed 1",
        "image --codemaker digit:7 fish",
        "image",
    ),
    "session": (
        "session max-parts --secret '5 0 1 4'",
        "session two-part-solver --seed 1",
        "session --first '0 0 1 1' max-parts --games 2 --seed 3",
        "session parallel-knuth",
        "session parallel-knuth --secret '0 7 6 1'",
        "session sixth",
    ),
    "bound": ("bound p4c4 --workers 1", "bound p4c4 --candidates-only --json --workers 1", "bound p3c3 -o x.tree"),
    "improve": (
        "improve p3c4 --passes 1 -o best.tree",
        "improve p3c4 --passes 1 --seed 2 --json",
        "improve p3c3 --width 0",
    ),
    "bench": ("bench --json", "bench --signature", "bench --json --signature", "bench 3"),
}
"""What was typed under each name; standard input has `ANSWERS`."""

ANSWERS = {"convert -": "# mine\np4c6 1122=1,0\nfoo\nbc 0123 1A2B\n", "session parallel-knuth": "6\n4\n5 5 6 6\n"}
"""Elsewhere, standard input has two numbers, for the programs of the reports."""


def test_every_former_name_is_tried() -> None:
    assert OLD_NAMES.keys() == LINES.keys()
    assert not OLD_NAMES.keys() & COMMANDS.keys()


@pytest.mark.parametrize("line", [line for lines in LINES.values() for line in lines])
def test_a_former_name_runs_the_new_form(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: work for name, work in signature.workload().items() if name == "strategy brute-force"}
    monkeypatch.setattr(signature, "workload", lambda: few)
    answers = ANSWERS.get(line, "4 6\n")
    name, *rest = shlex.split(line)
    words = [*OLD_NAMES[name].split(), *rest]
    folders = [tmp_path / "former", tmp_path / "new"]
    for folder in folders:
        folder.mkdir()
    monkeypatch.chdir(folders[0])
    former = check(run([name, *rest], answers))
    monkeypatch.chdir(folders[1])
    if words[0] == "python":
        new = check(run(rest, answers, name=name))
        typed = words
    else:
        new = check(run(words, answers))
        typed = ["codepegs", *words]
    assert (former.code, without_times(former.out)) == (new.code, without_times(new.out))
    first, _, more = former.err.partition("\n")
    assert first == f"codepegs: {name} is a former name: now type {shlex.join(typed)}"
    assert without_times(more) == without_times(new.err)


OPTIONS = {
    "coach 'p3c3 112:1b0w' --svg board.svg": "coach 'p3c3 112:1b0w' -o board.svg",
    "coach 'p3c3 112:1b0w' --svg=-": "coach 'p3c3 112:1b0w' -o -",
    "score 'p3c3 112:1b0w' --svg board.svg --json": "score 'p3c3 112:1b0w' -o board.svg --json",
    "score 112 121 --svg": "score 112 121 -o",
    "evaluate p2c3 -s minimax --csv rows.csv --workers 1": "evaluate p2c3 -s minimax -o rows.csv --workers 1",
    "evaluate p2c3 --csv rows --plot x.svg": "evaluate p2c3 -o rows --format csv -o x.svg",
    "evaluate p2c3 --parquet rows.parquet --md -": "evaluate p2c3 -o rows.parquet -o - --format md",
    "evaluate p2c3 --latex x.tex --json": "evaluate p2c3 -o x.tex --json",
    "evaluate p2c3 --plot x.jpg": "evaluate p2c3 -o x.jpg --format svg",
    "evaluate p2c3 -s minimax --workers 1 --md": "evaluate p2c3 -s minimax --workers 1 --format md",
    "evaluate p2c3 -s minimax --workers 1 --json --csv": "evaluate p2c3 -s minimax --workers 1 --json --format csv",
    "lab status plan.toml --md": "lab status plan.toml --format md",
    "lab status plan.toml -o rows.sqlite --md -": "lab status plan.toml --results rows.sqlite -o - --format md",
    "lab status rows.sqlite --latex x.tex": "lab status rows.sqlite -o x.tex",
    "plan.toml --output=rows.sqlite": "lab status plan.toml --results rows.sqlite",
    "evaluate p2c3 -s bayes --noise 0.2 --end declare=0.9 --games 3 --seed 1 --workers 1": (
        "evaluate p2c3 -s bayes --noise 0.2 --declare 0.9 --games 3 --seed 1 --workers 1"
    ),
    "suggest 'p2c3 12:1b0w' --end secret": "suggest 'p2c3 12:1b0w'",
    "optimal p2c3 --from gallery:p2c3 --resume=a.search": "optimal p2c3 --start gallery:p2c3 --journal a.search",
    "optimal p2c3 --resume": "optimal p2c3 --journal",
    "tree export gallery:p2c3 --to dot": "tree export gallery:p2c3 --format dot",
    "lab export none.sqlite --csv": "lab export none.sqlite --format csv",
    "lab export --json none.sqlite": "lab export --format json none.sqlite",
    "lab export rows.sqlite --parquet -o rows": "lab export rows.sqlite --format parquet -o rows",
    "solve p2c3 12 --show grid:2x1 -s minimax --seed 1": "solve p2c3 12 --picture --size 2x1 -s minimax --seed 1",
}
"""Command lines with options by their former names, and what to type now."""


def test_every_former_option_is_tried() -> None:
    typed = " ".join(OPTIONS)
    for command, names in OLD_OPTIONS.items():
        of_command = commands()[tuple(command.split())]
        present = {option for parameter in of_command.params for option in parameter.opts}
        for name in names:
            assert re.search(rf"{name}\b", typed), name
            assert name not in present or command == "lab status"


@pytest.mark.parametrize("line", OPTIONS)
def test_a_former_option_does_what_the_new_one_does(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended, written = [], []
    for number, typed in enumerate((line, OPTIONS[line])):
        folder = tmp_path / str(number)
        folder.mkdir()
        play_plan(folder)
        monkeypatch.chdir(folder)
        ended.append(check(run(shlex.split(typed))))
        written.append(sorted(path.name for path in folder.iterdir()))
    former, new = ended
    assert (former.code, without_times(former.out)) == (new.code, without_times(new.out))
    assert written[0] == written[1]
    told = [sentence for sentence in former.err.splitlines() if " former name" in sentence]
    assert len(told) == 1
    is_cut = OPTIONS[line].rpartition(" ")[2].startswith("-") and "needs a value" in former.err
    assert told[0].endswith(f": now type codepegs {OPTIONS[line]}{' …' * is_cut}")
    rest = [sentence for sentence in former.err.splitlines() if sentence not in told]
    assert [without_times(each) for each in rest if " is " not in each] == [
        without_times(each) for each in new.err.splitlines() if " is " not in each
    ]


def without_times(text: str) -> str:
    """What was printed, without what differs between two runs: times and memory."""
    text = re.sub(r' *\d+ MiB| *memory\b|"peak_memory_mib":[\d.]+', "", text)
    return re.sub(r' *\(?[\d.]+ *(ms|s|us|µs|seconds)\b|time average: [\d.]+|"seconds\w*":[^,}]*', "", text)


@pytest.mark.parametrize("name", OLD_NAMES)
def test_the_help_of_a_former_name_is_that_of_the_new_command(name: str) -> None:
    words = OLD_NAMES[name].split()
    new = run(["--help"], name=name) if words[0] == "python" else run([words[0], "--help"])
    assert new.code == 0
    assert run(["help", name]).out == run([name, "--help"]).out == new.out
    assert not re.search(rf"^  {name} ", run(["--help"]).out, re.MULTILINE)


@pytest.mark.parametrize(("name", "report"), [("first", "parallel-knuth"), ("2", "max-parts")])
def test_reports_were_numbers(name: str, report: str) -> None:
    former, new = (run(["reproduce", "--play", each, "--secret", "1 2 1 2"], "4 6\n") for each in (name, report))
    assert former.err.splitlines()[0] == f"codepegs: {name} is a former name: now type codepegs reproduce {report}"
    assert (former.code, without_times(former.out)) == (new.code, without_times(new.out))
