"""The site is true: commands print what the pages show, and generated pages are up to date."""

from __future__ import annotations

import csv
import doctest
import io
import json
import re
import runpy
import shlex
import sys
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import typer

import codepegs
from codepegs.cli import app
from codepegs.cli.main import _run
from codepegs.experiments.evaluation import evaluate
from codepegs.game import listed
from codepegs.game.rules import Game
from codepegs.strategies.registry import STRATEGIES, Player
from tests.docs.test_documents import TYPES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
LONG = {"use-a-cluster"}
"""Pages whose commands take more than some seconds."""
EXTENDED = {
    "experiment-in-python",
    "play-with-your-own-list",
    "prove-an-optimum",
    "reply-views",
    "study-two-strategies",
    "ten-thousand-pegs",
    "unreliable-replies",
    "wordle-like-games",
}
"""Pages whose commands or Python take about a second or more."""
PROMPT = re.compile(r"^(Guess \d+:|Reply:|.*\? \(.*\):|.* \(1 .*\):)(?: (.*))?$", re.MULTILINE)
"""What an interactive command asks, with the answer that a page shows."""
CHECKED = [
    ROOT / "README.md",
    DOCS / "tutorial.md",
    DOCS / "coach.md",
    DOCS / "reply-views.md",
    DOCS / "reference" / "bot-protocol.md",
    DOCS / "reference" / "notation.md",
    *sorted((DOCS / "how-it-works").glob("*.md")),
    *sorted((DOCS / "how-to").glob("*.md")),
]


def as_parameter(page: Path) -> Any:
    """Mark the pages that take long."""
    long, extended = pytest.mark.slow, pytest.mark.extended
    marks = long if page.stem in LONG else extended if page.stem in EXTENDED else ()
    return pytest.param(page, marks=marks, id=page.stem)


def test_links_lead_somewhere() -> None:
    """In the pages outside docs/, which Sphinx does not see, and to other files than pages."""
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert "://" in link or (page.parent / link).exists(), f"{page.name} leads to {link}"


def test_the_start_page_leads_to_every_page() -> None:
    page = (DOCS / "index.md").read_text(encoding="utf-8")
    trees = re.findall(r"```{toctree}\n(.*?)```", page, re.DOTALL)
    pages = [
        line for tree in trees for line in tree.splitlines() if line and not line.startswith((":", "reproduction/"))
    ]
    assert len(pages) > 40
    assert not [name for name in pages if f"]({name}.md)" not in page]


def test_the_program_for_a_bot_prints_the_game_of_the_page(capfd: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "reference" / "bot-protocol.md").read_text(encoding="utf-8")
    ((command, guesses),) = sessions(page)
    replies = shlex.split(command)[1].split("\\n")
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    exec(program.replace('["codepegs",', f'["{sys.executable}", "-m", "codepegs",'), {})
    wanted = [f"{guess} {reply}" for guess, reply in zip(guesses.split(), replies, strict=False)]
    assert capfd.readouterr().out.splitlines() == wanted
    assert len(wanted) == 4


@cache
def made_by(script: str) -> dict[str, Any]:
    return runpy.run_path(str(DOCS / "make" / f"{script}.py"))


@pytest.mark.parametrize(
    "page",
    [as_parameter(page) for page in sorted(DOCS.rglob("*.md")) if ">>> " in page.read_text(encoding="utf-8")],
)
def test_the_python_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("codepegs.strategies.registry.STRATEGIES", dict(STRATEGIES))  # pages may add to them
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert tried
    assert not failed


@pytest.fixture(params=["all cores", pytest.param("one core", marks=pytest.mark.extended)])
def machine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with one core finds the same; no game of another page is known, nor what was said of its file."""
    listed._KNOWN.clear()
    if request.param == "one core":
        monkeypatch.setattr("os.sched_getaffinity", lambda process: {0}, raising=False)
        monkeypatch.setattr("os.cpu_count", lambda: 1)


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("page", [as_parameter(page) for page in CHECKED])
def test_the_commands_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run the commands of ``console`` blocks, with the answers that the page shows after their prompts."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for command, shown in sessions(page.read_text(encoding="utf-8")):
        words = shlex.split(command)
        if words[0] == "cat":
            Path(words[1]).write_text(shown, encoding="utf-8")
            continue
        typed = "".join(f"{found[2]}\n" for found in PROMPT.finditer(shown))
        if words[0] == "printf" and words[2] == "|":
            typed, words = words[1].replace("\\n", "\n"), words[3:]
        assert words[0] == "codepegs", command
        monkeypatch.setattr(sys, "argv", words)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert _run() in (0, 1), command
        captured = capsys.readouterr()
        printed = captured.out + "".join(
            line for line in captured.err.splitlines(keepends=True) if "Compiling loops" not in line
        )
        assert_shown(shown, printed, command)


@pytest.mark.extended
def test_the_commands_of_the_front_page_end_well_with_one_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    typed = "".join(block for language, block in blocks if language in ("", "console"))
    commands = re.findall(r"^(?:\$ )?codepegs (.*)$", typed, re.MULTILINE)
    assert len(commands) >= 6
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {0}, raising=False)
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    for command in commands:
        monkeypatch.setattr(sys, "argv", ["codepegs", *shlex.split(command)])
        monkeypatch.setattr(sys, "stdin", io.StringIO("fur\n?\n"))
        assert _run() in (0, 1), (command, capsys.readouterr())


def test_commands_and_options_on_pages_exist() -> None:
    """In every block of code; what the commands print is tested above, where a page shows it."""
    known = {
        name: {flag for each in command.params for flag in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}
        for name, command in made_by("commands")["_commands"](typer.main.get_command(app), "codepegs")
    }
    known["codepegs"] = {"--help", "-h", "--version", "--verbose", "--cite"}
    checked = 0
    for page in [*ROOT.glob("*.md"), *DOCS.rglob("*.md")]:
        blocks = re.findall(r"^ *```.*\n((?:.*\n)*?) *```$", page.read_text(encoding="utf-8"), re.MULTILINE)
        for line in re.findall(
            r"(?:^|[|] )(?:\$ )?(codepegs [^|#\n]*)", "\n".join(blocks).replace("\\\n", ""), re.MULTILINE
        ):
            words = shlex.split(line)
            name = next(name for name in (" ".join(words[:length]) for length in (3, 2, 1)) if name in known)
            options = {word.partition("=")[0] for word in words if re.match("--?[a-zA-Z]", word)}
            assert name != "codepegs" or len(words) == 1 or options, f"{page.name}: {line}"
            assert options <= known[name], f"{page.name}: {line}"
            checked += 1
    assert checked > 100


def sessions(page: str) -> list[tuple[str, str]]:
    """The commands of a page's blocks of ``console``, each with what is shown below it."""
    found = []
    for _, block in re.findall(r"^( *)```console\n(.*?)^\1```", page, re.DOTALL | re.MULTILINE):
        for part in re.split(r"^\$ ", dedent(block), flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            found.append((command, shown))
    return found


def assert_shown(shown: str, printed: str, command: str) -> None:
    """Whether a page shows what is printed: a line of … alone stands for any lines, times and memory may differ."""
    if not shown:
        return
    printed_lines = plain(printed)
    pieces = ["\n".join(piece) for piece in split(plain(shown))]
    pattern = r"(?:.*\n)*".join(re.escape(piece + "\n" if piece else "") for piece in pieces)
    assert re.fullmatch(pattern, "".join(f"{line}\n" for line in printed_lines)), f"{command} prints\n{printed}"


def plain(text: str) -> list[str]:
    """Lines without times, memory, the work of several threads, blanks that make columns, and answers to prompts."""
    measured = re.compile(r"(?<![\w.])\d[\d,.]* ?(ns|µs|ms|s|MiB|sets of candidates searched)\b")
    return [" ".join(measured.sub("T", PROMPT.sub(r"\1", line)).split()) for line in text.splitlines()]


def split(lines: list[str]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for line in lines:
        if line == "…":
            pieces.append([])
        else:
            pieces[-1].append(line)
    return pieces


def test_what_counts_as_shown() -> None:
    assert_shown("a  1.5 s\n…\nd\n", "a 2 ms\nb\nc\nd\n", "")
    assert_shown("a\n…\n", "a\nb\n", "")
    with pytest.raises(AssertionError):
        assert_shown("a\nd\n", "a\nb\nd\n", "")
    with pytest.raises(AssertionError):
        assert_shown("15 left\n", "16 left\n", "")


def test_the_reference_of_the_command_line_is_fresh() -> None:
    made = made_by("commands")
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run make reference"


def test_the_page_of_json_names_the_commands_without_it() -> None:
    """And the others, outside tables, where a name can be that of a key."""
    lines = (DOCS / "json.md").read_text(encoding="utf-8").splitlines()
    prose = " ".join(line for line in lines if not line.startswith("|"))
    before, listed = re.fullmatch(r"(.*)These commands have no `--json`: (.*?)\..*", prose).groups()  # type: ignore[union-attr]
    silent, described = set(re.findall(r"`([a-z ]+)`", listed)), set(re.findall(r"`([a-z ]+)`", before))
    for name, command in made_by("commands")["_commands"](typer.main.get_command(app), "codepegs"):
        if not hasattr(command, "list_commands"):
            has_json = any("--json" in each.opts for each in command.params)
            assert name.removeprefix("codepegs ") in (described if has_json else silent), name


def test_the_reference_of_the_http_api_is_fresh() -> None:
    made = made_by("http_api")
    texts = made["pages"]()
    written = [path for path in (made["PAGE"], *made["PAGE"].with_suffix("").glob("*.md")) if path.exists()]
    assert {path: path.read_text(encoding="utf-8") for path in written} == texts, "run make reference"


def test_the_page_of_the_http_api_is_fresh() -> None:
    made = made_by("api_page")
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run make reference"
    assert made["_prose"]("`done` & out") == "<code>done</code> &amp; out"


def test_the_http_api_of_a_schema(tmp_path: Path) -> None:
    """A page has requests and the objects that only they use, the first page the others and, once, what errors mean."""
    refusal = {"422": {"description": "what was sent cannot be"}}
    operation = {
        "summary": "The reply to a guess",
        "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Asked"}}}},
        "responses": {"200": {"description": "Successful Response"}, **refusal},
    }
    turns = {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "description": "turns from 1"}
    names = {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 4}
    schema = {
        "openapi": "3.1.0",
        "info": {"description": "What it is."},
        "paths": {
            "/api/v1/score": {"post": operation, "get": {"responses": refusal}},
            "/api/v1/score/both": {"post": {"x": {"$ref": "#/components/schemas/Both"}}},
            "/api/v1/reply": {"post": {"x": {"$ref": "#/components/schemas/Both"}}},
        },
        "components": {
            "schemas": {
                "Asked": {"properties": {"turns": turns, "kind": {"enum": ["a", "b"]}, "names": names}},
                "Both": {"properties": {"inner": {"$ref": "#/components/schemas/Inner"}}},
                "Inner": {"type": "boolean"},
            }
        },
    }
    made = made_by("http_api")
    (tmp_path / "openapi.json").write_text(json.dumps(schema), encoding="utf-8")
    made["pages"].__globals__["SCHEMA"] = tmp_path / "openapi.json"
    texts = {path.name: text for path, text in made["pages"]().items()}
    assert [*texts] == ["http-api.md", "score.md", "reply.md"]
    start, page = texts["http-api.md"], texts["score.md"]
    assert "| [`POST /api/v1/score`](http-api/score.md) | The reply to a guess |" in start
    assert "## POST /api/v1/score\n\n**The reply to a guess.**\n" in page
    assert "| body, application/json | [Asked](#asked) |" in page
    assert "".join(texts.values()).count("what was sent cannot be") == start.count("what was sent cannot be") == 1
    assert page.count("[422](../http-api.md#errors)") == 2
    assert "### Both" in start
    assert "| `inner` | [Inner](#inner) |" in start
    assert "## Objects" not in texts["reply.md"]
    assert "| `turns` | whole number from 1 or null | turns from 1; optional |" in page
    assert '| `kind` | `"a"`, `"b"` | optional |' in page
    assert "| `names` | list of text, 1 to 4 | optional |" in page
    made["pages"].__globals__["SCHEMA"] = tmp_path / "none.json"
    assert made["pages"]() == {}


def test_every_key_of_a_request_and_every_event_is_explained() -> None:
    pages = [DOCS / "reference" / "http-api.md", *(DOCS / "reference" / "http-api").glob("*.md")]
    page = "".join(each.read_text(encoding="utf-8") for each in pages)
    sections = dict(re.findall(r"^### (\w+)$(.*?)(?=^#|\Z)", page, re.DOTALL | re.MULTILINE))
    requests = sorted(name for name in sections if name.endswith("Request"))
    assert len(requests) > 10
    for name in requests:
        for key, notes in re.findall(r"^\| `(\w+)` \| .*? \| (.*) \|$", sections[name], re.MULTILINE):
            assert re.sub(r"(^|; )[^;]* by default$", "", notes), f"{name}: {key} is not explained"
    streams = re.findall(r"text/event-stream.*", page)
    assert len(streams) == page.count("event-stream") == 3
    assert all("`done`: [" in line and "`error`: [ErrorAnswer]" in line for line in streams)


def test_every_public_name_is_on_the_page_of_python() -> None:
    page = (DOCS / "reference" / "python.md").read_text(encoding="utf-8")
    for name in codepegs.__all__:
        listed = r"\.\. py:data:: " if name in TYPES else " *~"
        assert re.search(rf"^{listed}codepegs\.{name}$", page, re.MULTILINE), name


def test_every_public_name_has_an_example() -> None:
    """It starts from a text, which is what a person has; the page has the examples of types."""
    for name in set(codepegs.__all__) - TYPES:
        assert re.search(r"^ *(>>>|\.\.\.) .*[\"']", getattr(codepegs, name).__doc__ or "", re.MULTILINE), name


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_evaluations_are_rows_of_data_frames(library: str) -> None:
    pytest.importorskip(library)
    page = (DOCS / "how-to" / "study-two-strategies.md").read_text(encoding="utf-8")
    (block,) = re.findall(rf"^```python\n(import {library}\n.*?)^```", page, re.DOTALL | re.MULTILINE)
    names: dict[str, Any] = {}
    exec(block, names)
    assert names["table"]["total"].to_list() == [5722, 5801]


def test_the_catalog_of_the_page_is_fresh() -> None:
    made = made_by("page_catalog")
    assert made["CATALOG"].read_text(encoding="utf-8") == made["catalog"](), "run make reference"
    for path, text in made["constants"]().items():
        assert path.read_text(encoding="utf-8") == text, "run make reference"
    assert made["WORDS"].read_text(encoding="utf-8") == made["words"](), "run make reference"


def test_the_stubs_are_fresh() -> None:
    made = made_by("stubs")
    texts = made["stubs"]()
    assert sorted(texts) == sorted([*(ROOT / "src").rglob("*.pyi"), made["PAGE"]])
    for path, text in texts.items():
        assert path.read_text(encoding="utf-8") == text, f"{path}: run docs/make/stubs.py"


def test_the_page_writes_fields_and_arguments_in_the_order_of_the_library() -> None:
    made = made_by("stubs")

    def exchanged(name: str) -> str:
        text = made["exported_signature"](name)
        for pair in ("samples: i64, compared: i64", "comparison: GuessComparison, replies: i64"):
            text = text.replace(pair, ", ".join(reversed(pair.split(", "))))
        return str(text)

    ours, other = (re.sub(r"\s+\.", ".", made["page_binding"](of)) for of in (made["exported_signature"], exchanged))
    for before, after in [
        ("i64(given.samples).i64(given.compared)", "i64(given.compared).i64(given.samples)"),
        (
            "pointer(given.comparison.address).i64(given.replies)",
            "i64(given.replies).pointer(given.comparison.address)",
        ),
    ]:
        assert before in ours
        assert after not in ours
        assert before not in other
        assert after in other


def test_each_module_of_the_page_exports_the_objects_of_its_functions() -> None:
    made = made_by("stubs")
    page = runpy.run_path(str(ROOT / "packaging" / "page_engine.py"))
    for module in page["MODULES"].values():
        results = [
            kind for name in module.functions for kind in made["Signature"](made["exported_signature"](name)).results
        ]
        assert {kind.name for kind in results if kind.kind is not None} == set(module.objects)


def test_the_picture_of_the_layers_is_fresh() -> None:
    made = made_by("layers")
    assert made["PICTURE"].read_text(encoding="utf-8") == made["picture"](), "run make reference"


def test_imports_point_down() -> None:
    """Every module and package has a layer, and imports only from its own layer or a lower one."""
    made = made_by("layers")
    layer = {name: number for number, (_, _, listed) in enumerate(made["LAYERS"]) for name in listed.split()}
    assert made["names"]() == set(layer)
    for name, used in made["imports"]().items():
        for other in used:
            assert layer[other] >= layer[name], f"{name} imports {other} from a higher layer"


@pytest.mark.extended
def test_every_strategy_is_in_the_table_with_its_true_average() -> None:
    """The table of strategies.md has each registered strategy; averages without ± are those of every secret of p4c6."""
    lines = (DOCS / "strategies.md").read_text(encoding="utf-8").splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("| strategy |"))
    rows = {}
    for line in takewhile(lambda line: line.startswith("|"), lines[begin + 2 :]):
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        rows[re.findall(r"\[`(.+)`\]", cells[0])[0]] = cells
    assert list(rows) == list(STRATEGIES)
    game, checked = Game(4, 6), 0
    for name, cells in rows.items():
        exact = re.match(r"(\d\.\d{3})(?= |$)(?! ±)", cells[1])
        if exact and Player.parse(name).is_deterministic(game):
            (found,) = evaluate(game, [name])
            assert f"{found.total / 1296:.3f}" == exact[1], name
            checked += 1
    assert checked > 10


def test_published_totals_are_on_the_page_that_compares() -> None:
    page = (DOCS / "side-by-side.md").read_text(encoding="utf-8").partition("## Sampled games")[0]
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in page.splitlines()]
    for row in csv.DictReader((ROOT / "tests" / "data" / "published.csv").read_text(encoding="utf-8").splitlines()):
        if row["rules"] == "p2c3":  # too small to be of interest
            continue
        total = f"{int(row['total']):,}"
        found = [cells for cells in rows if cells[0].split(",")[0] == row["rules"] and total in cells]
        assert found, row
        assert all(cells[-1].startswith(total) for cells in found), row


def test_the_picture_of_growth_finds_its_averages() -> None:
    averages = runpy.run_path(str(DOCS / "pictures" / "draw.py"))["averages"]
    for strategy in ("binary-search", "coin-weighing", "streaming", "sampling"):
        found = averages(strategy)
        assert len(found) >= 3
        assert all(each < other for each, other in pairwise(guesses for _, guesses in sorted(found)))


def test_pages_have_a_card_whose_picture_needs_the_address_of_the_site() -> None:
    pytest.importorskip("sphinx")
    from docutils.frontend import get_default_settings
    from docutils.parsers.rst import Parser
    from docutils.utils import new_document

    tree = new_document("", get_default_settings(Parser))
    Parser().parse("Title\n=====\n\nFirst *words*.\n\nOther words.", tree)
    made = runpy.run_path(str(DOCS / "conf.py"))["_describe"]
    shown: dict[str, Any] = {"title": "A & B", "pageurl": "https://here/a.html"}
    made(None, "a", "page.html", shown, tree)
    assert '<meta name="description" content="First words.">' in shown["metatags"]
    assert '<meta property="og:title" content="A &amp; B">' in shown["metatags"]
    assert "og:image" not in shown["metatags"]
    made.__globals__["ADDRESS"] = made.__globals__["PLACE"] = "https://here/there/"
    shown = {"title": "Lost", "pageurl": "https://here/there/404.html"}
    made(None, "404", "page.html", shown, None)
    assert 'property="og:image" content="https://here/there/_images/' in shown["metatags"]
    assert '<base href="/there/">' in shown["metatags"]
