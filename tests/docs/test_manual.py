"""The manual page and the completions, which are made from the program."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import extent
from tests.docs.test_site import made_by

MANUAL = made_by("manual")


def test_the_manual_page_is_fresh() -> None:
    text = MANUAL["PAGE"].read_text(encoding="utf-8")
    assert text == MANUAL["page"](), "run make man"


@pytest.mark.parametrize("shell", extent.rest_extended(["bash", "zsh", "fish"], ["bash"]))
def test_completions_are_fresh(shell: str) -> None:
    text = MANUAL["COMPLETIONS"][shell].read_text(encoding="utf-8")
    assert text == MANUAL["completion"](shell), "run make man"
    assert text.startswith("#compdef ") == (shell == "zsh"), "without it in the first line, zsh ignores the file"


def test_the_manual_page_has_the_options_of_commands() -> None:
    text = MANUAL["PAGE"].read_text(encoding="utf-8")
    for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "COMMANDS"):
        assert f"\n.SH {title}\n" in text
    (serve,) = re.findall(r"^\.SS codepegs serve\n(.*?)(?=^\.S[SH] )", text, re.DOTALL | re.MULTILINE)
    assert "\n.B \\-\\-access\\-log FILE\nlog requests to a file" in serve
    begun = {line.split()[0] for line in text.splitlines()[1:] if line.startswith((".", "'"))}
    assert begun <= {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".EX", ".EE"}, "no text is taken for a macro"


@pytest.mark.extended
@pytest.mark.parametrize(
    ("viewer", "arguments"),
    [("mandoc", ["-T", "lint", "-W", "warning"]), ("man", ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z"])],
)
def test_the_manual_page_is_read_without_warnings(viewer: str, arguments: list[str]) -> None:
    if shutil.which(viewer) is None:
        pytest.skip(f"needs {viewer}")
    done = subprocess.run([viewer, *arguments, str(MANUAL["PAGE"])], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    if viewer == "mandoc":
        assert done.stdout == ""


@pytest.mark.extended
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("codepegs sug", "suggest"),
        ("codepegs serve --acc", "--access-log"),
        ("codepegs tree ver", "verify"),
        ("codepegs solve p4c6 -s entr", "entropy"),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_a_shell_completes(shell: str, words: str, expected: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    file: Path = MANUAL["COMPLETIONS"][shell]
    ask = {
        "bash": f"source {file}; COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1));"
        ' _codepegs_completion codepegs; printf "%s\\n" "${COMPREPLY[@]}"',
        "fish": f"source {file}; complete --do-complete '{words}'",
    }
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    said = subprocess.run([shell, "-c", ask[shell]], env=os.environ | {"PATH": path}, capture_output=True, text=True)
    assert [line.split("\t")[0] for line in said.stdout.splitlines()] == [expected], said.stderr
