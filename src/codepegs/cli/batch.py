"""Many positions from standard input, one a line: a command answers them one after another, in one process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence

import typer

from codepegs.cli.common import emit_json
from codepegs.cli.position_argument import STANDARD_INPUT, STANDARD_NAME, Contents, Line, has_several


def for_each_position(words: Sequence[str], json: bool, answer: Callable[[Sequence[str]], None]) -> None:
    """Call a function with the words of a position, or with each line of standard input if it has several positions.

    One position may have several lines: it has, if none but the first begins with rules. Lines that begin with `#` are
    comments.
    A line that cannot be answered is reported, as JSON in its place, and the next one follows; the exit code is the
    highest of all lines.
    """
    if list(words) != [STANDARD_INPUT]:
        answer(words)
        return
    from codepegs import files

    text = files.read_standard_input()
    lines = {number: line for number, line in enumerate(text.splitlines(), 1) if is_given(line)}
    if not has_several([*lines.values()]):
        answer(Contents(STANDARD_NAME, text))
        return
    _answer_all(lines, json, lambda line: answer(Line("a line", line)))


def is_given(line: str) -> bool:
    """Whether a line has more than a comment."""
    return bool(line.strip()) and not line.lstrip().startswith("#")


def answer_each_line(answer: Callable[[str], None], json: bool) -> None:
    """Call a function with each line of standard input that is not blank, and report those that cannot be answered."""
    from codepegs import files

    lines = enumerate(files.read_standard_input().splitlines(), 1)
    _answer_all({number: line for number, line in lines if line.strip()}, json, answer, echo=False)


def _answer_all(lines: Mapping[int, str], json: bool, answer: Callable[[str], None], echo: bool = True) -> None:
    from codepegs.errors import CodepegsError
    from codepegs.schema import CommandErrorAnswer

    worst = 0
    for number, line in lines.items():
        if echo and not json:
            print(line.strip(), flush=True)
        try:
            answer(line)
        except typer.Exit as leaving:
            worst = max(worst, int(leaving.exit_code))
        except CodepegsError as error:
            worst = max(worst, error.exit_code)
            print(f"codepegs: line {number}: {error}", file=sys.stderr, flush=True)
            if json:
                emit_json(CommandErrorAnswer.of(error.kind, str(error), error.reason))
    if worst:
        raise typer.Exit(worst)
