"""The options of tables: of every command that reads one, with the meaning that they have in the text of its rules."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from codepegs.cli.options import TABLE_OPTIONS
from tests.cli.fuzzing import check, commands, run
from tests.cli.test_former_names import without_times

TABLE = """\
plant,colour,thorns,smell of the leaf,seen,eat it?
blackberry,black,yes,none,40,yes
raspberry,red,yes,none,30,yes
bilberry,blue,no,none,20,yes
belladonna,black,no,bad,3,no
yew,red,no,resin,10,no
cost,1,1,3,,
"""

OPTIONS = {"weights": "seen", "costs": "cost", "classes": "eat it?", "until": "known"}
NAMED = {**OPTIONS, "until": "named"}

LINES = {
    "describe": ("describe RULES",),
    "identify": ("identify RULES", "identify 'RULES thorns:no'"),
    "suggest": ("suggest 'RULES thorns:no'", "suggest RULES thorns:no --json"),
    "candidates": ("candidates 'RULES thorns:no'",),
    "coach": ("coach 'RULES thorns:no colour:black'",),
    "score": ("score thorns yew --rules RULES", "score 'RULES thorns no'"),
    "solve": ("solve RULES yew --seed 1",),
    "play": ("play RULES --seed 1",),
    "host": ("host RULES --seed 1",),
    "bot": ("bot RULES --seed 1",),
    "evaluate": ("evaluate RULES",),
    "strategies": ("strategies --for RULES",),
    "optimal": ("optimal RULES", "optimal RULES --bound-only --limit 1"),
    "fixed": ("fixed RULES",),
    "tree build": ("tree build RULES -o x.tree",),
    "tree stats": ("tree stats RULES", "tree stats x.tree --rules RULES"),
    "tree show": ("tree show RULES",),
    "tree export": ("tree export RULES",),
    "tree verify": ("tree verify x.tree --rules RULES",),
}
"""A command with a table, of each that reads one."""

NO_TABLE = {
    "lab run": "its games are in the plan, where a table has its options in its text or its TOML file",
    "lab status": "likewise",
    "serve": "serves several lists, each with its own text",
    "tree list": "the gallery has no trees of tables",
}
"""Why a command whose arguments can be rules, or could seem to be, has not the options."""

READS = re.compile(r"RULES|POSITION|\bSECRET\b")


def test_every_command_that_reads_a_table_has_the_options() -> None:
    for words, command in commands().items():
        name, given = " ".join(words), {parameter.name for parameter in command.params}
        reads = any(READS.search(parameter.metavar or "") for parameter in command.params)
        assert (TABLE_OPTIONS.keys() <= given) == (name in LINES), name
        assert name in LINES or name in NO_TABLE or not reads, name


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plants.csv").write_text(TABLE)
    for name, text in LIST_FILES.items():
        Path(name).write_text(text)


def rules(given: dict[str, str]) -> str:
    return ":".join(["table", "plants.csv", *(f"{key}={given[key]}" for key in list(given)[:-1]), given["until"]])


@pytest.mark.parametrize("line", [line for lines in LINES.values() for line in lines])
@pytest.mark.parametrize("given", [OPTIONS, NAMED], ids=["known", "named"])
def test_an_option_means_what_it_means_in_the_text_of_the_rules(line: str, given: dict[str, str]) -> None:
    stated = rules(given).replace(" ", "_")
    if "x.tree" in line:
        check(run(["tree", "build", stated, "-o", "x.tree"]))
    options = [word for key, value in given.items() for word in (f"--{key}", value)]
    outcomes = [
        run([*shlex.split(line.replace("RULES", text)), *more], "")
        for text, more in (("plants.csv", options), ("table:plants.csv:weights=cost:known", options), (stated, []))
    ]
    for one in outcomes:
        check(one)
    first, *others = [(one.code, without_times(one.out), without_times(one.err)) for one in outcomes]
    for other in others:
        assert other == first
    assert first[0] == 0 or "until the secret" in first[2] or "ends when" in first[2]


LIST_FILES = {
    "list.txt": "slate\nplate\ncrane\nskate\nmouse\n",
    "seen.txt": "slate 5\nplate 1\ncrane 1\nskate 2\nmouse 3\n",
    "kinds.txt": "slate x\nplate x\ncrane y\nskate z\nmouse z\n",
    "prices.txt": "crane 3\n",
}
LIST_OPTIONS = {"weights": "seen.txt", "costs": "prices.txt", "classes": "kinds.txt", "until": "class"}


@pytest.mark.parametrize("command", ["describe", "suggest", "evaluate", "optimal", "tree stats", "candidates"])
def test_a_list_takes_the_options_as_a_text_and_a_game_file_do(command: str) -> None:
    stated = ":".join(f"{key}={value}" for key, value in LIST_OPTIONS.items() if key != "until")
    options = [word for key, value in LIST_OPTIONS.items() for word in (f"--{key}", value)]
    lines = ['secrets = "list.txt"', 'reply = "wordle"', *(f'{key} = "{value}"' for key, value in LIST_OPTIONS.items())]
    Path("list.toml").write_text("\n".join(lines))
    outcomes = [
        check(run([*command.split(), rules, *more]))
        for rules, more in (
            ("words:list.txt:wordle", options),
            ("words:list.txt:wordle:costs=seen.txt:known", options),
            ("words:list.txt:wordle:5", options[:-2]),  # classes end the game
            (f"words:list.txt:wordle:{stated}:class", []),
            ("list.toml", []),
        )
    ]
    names = re.compile(r"words:\S+?(?=[:,]? )|list\.toml")
    texts = {names.sub("GAME", without_times(one.out)) for one in outcomes}
    assert [one.code for one in outcomes] == [0] * 5
    assert len(texts) == 1


@pytest.mark.parametrize("command", ["describe RULES", "identify RULES", "tree export RULES"])
def test_a_column_so_named_is_never_asked_as_a_question(command: str) -> None:
    words = shlex.split(command.replace("RULES", "plants.csv"))
    for text in (TABLE.replace(",seen,eat it?", ",seen,weight").replace("\ncost,1,1,3,,", ""), TABLE):
        Path("plants.csv").write_text(text)
        more = ["--costs", "cost", "--classes", "eat it?"] if "cost" in text else ["--classes", "weight"]
        ended = check(run([*words, "--weights", "seen", *more], "no\n" * 3))
        assert ended.code == 0
        assert not re.search(r"^ *(seen|eat|weight|cost)\b", ended.out, re.MULTILINE)


def test_a_game_file_takes_the_options_in_place_of_its_own() -> None:
    Path("plants.toml").write_text('table = "plants.csv"\nweights = "seen"\ncosts = "cost"\nclasses = "eat it?"\n')
    Path("words.toml").write_text('secrets = ["abc", "abd", "bcd"]\nreply = "wordle"\n')
    more = [word for key, value in NAMED.items() for word in (f"--{key}", value)]
    ended = [check(run(["describe", "plants.toml", "--until", "named"])), check(run(["describe", "plants.csv", *more]))]
    assert len({one.out.partition(": ")[2] for one in ended}) == 1
    assert ", until known" in check(run(["describe", "words.toml", "--until", "known"])).out


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("suggest p4c6 --weights seen", "--weights is for a table"),
        (
            "describe words:list.txt:wordle --weights list.txt",
            "list.txt: entry 1 is 'slate': expected a code and its weight",
        ),
        (
            "describe words:list.txt:wordle --classes list.txt",
            "list.txt: entry 1 is 'slate': expected a code and its class",
        ),
        ("describe words:list.txt:wordle --costs kinds.txt", "whole number"),
        ("describe words:list.txt:wordle:5:seen", "'seen' is not an option of a table or a list: expected named"),
        ("describe words:list.txt:wordle:5:", "not a valid list"),
        ("suggest - --until known", "--until is for a table"),
        ("play --until named", "--until needs the table"),
        ("tree verify x.tree --costs cost", "--costs needs the table"),
        ("describe plants.csv --weights sen", "the table has no 'sen': did you mean seen?"),
        ("describe plants.csv --until nmaed", "'nmaed'"),
        ("describe plants.csv --until class", "class"),
    ],
)
def test_what_cannot_be_meant_is_refused(line: str, complaint: str) -> None:
    if "class" in line:
        Path("plants.csv").write_text(TABLE.replace("\ncost,1,1,3,,", ""))
    ended = check(run(line.split()))
    assert (ended.code, ended.out) == (2, "")
    assert complaint in ended.err
