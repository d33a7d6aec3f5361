"""Each figure has one name and one kind: in JSON, CSV, Python, HTTP, the page, printed tables and the documentation."""

from __future__ import annotations

import csv
import io
import json
import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import codepegs
from codepegs import analysis, experiments, match, schema, trees
from codepegs.game import answer_type, as_json
from codepegs.game.figures import FIGURES, FORMER, OF_PARTS, Kind, kinds_words
from codepegs.game.records import _declared, _Value
from codepegs.strategies import Progress, Suggestion
from codepegs.trees import gallery, search
from tests.conftest import Cli

ROOT = Path(__file__).parents[1]
SCHEMAS = json.loads((ROOT / "web/openapi.json").read_text(encoding="utf-8"))["components"]["schemas"]

RECORDS: tuple[type, ...] = (
    Suggestion, analysis.ReviewedTurn, analysis.GameReview, analysis.GameDescription, analysis.Suggestions,
    analysis.TreeCheck, analysis.CertificateCheck, codepegs.PlayedGame, experiments.Evaluation, experiments.Difference,
    experiments.Summary, match.BoardSuggestion, schema.ImprovedTree, schema.TreeNodeAnswer, schema.TurnEvent,
    codepegs.Tree, gallery.Entry, search.Found, search.LowerBound,
)  # fmt: skip

REQUESTS = {"CertificateVerification"}


def keys_of(kind: type) -> list[str]:
    """The keys of a record in JSON."""
    return list(answer_type(kind).__struct_encode_fields__)


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_python_has_the_figures_of_json_under_their_names(kind: type) -> None:
    keys = keys_of(kind)
    assert not FORMER.keys() & {*keys}
    if figures := FIGURES.keys() & {*keys}:
        assert "kinds" in keys, figures
    declared = getattr(kind, "__record__", None)
    for name, key in _declared(_Value(kind, False), declared) if declared else ():
        assert name not in FIGURES or key.names[-1] == name
    for old in FORMER:
        if hasattr(kind, old) and FORMER[old] in dir(kind):
            assert "up to version" in (getattr(kind, old).__doc__ or "")


def test_the_schema_of_the_server_has_the_figures_under_their_names() -> None:
    for name, model in SCHEMAS.items():
        keys = model.get("properties", {}).keys()
        assert not FORMER.keys() & keys, name
        if FIGURES.keys() & keys and name != "TreeChild":  # whose figures are of the kinds of its node
            assert "kinds" in keys, name
    kinds = SCHEMAS["SuggestionAnswer"]["properties"]["kinds"]["additionalProperties"]["enum"]
    assert {*kinds} == {*get_args(Kind)}


def test_the_page_reads_no_other_names() -> None:
    types = (ROOT / "web/src/lib/schema.d.ts").read_text(encoding="utf-8")
    assert not re.findall(rf"^ +({'|'.join(FORMER)})\??:", types, re.MULTILINE)
    for path in [*ROOT.glob("web/src/**/*.ts"), *ROOT.glob("web/src/**/*.svelte")]:
        found = re.findall(r"\b(entropy_bits|codes_at_depth|least_worst)\b", path.read_text(encoding="utf-8"))
        assert not found, path
    for entry in json.loads((ROOT / "web/src/lib/engine/catalog.json").read_text(encoding="utf-8"))["trees"]:
        assert not FORMER.keys() & entry.keys()


TYPED = re.compile(
    r"\bon average|guesses in total|longest game|expected from here|worst part|>(Skill|Luck)\\b|\} bits", re.IGNORECASE
)
COMMENTS = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<![:\w])//[^\n]*", re.DOTALL)


def test_the_page_takes_the_words_for_figures_from_their_declaration() -> None:
    for path in [*ROOT.glob("web/src/**/*.ts"), *ROOT.glob("web/src/**/*.svelte")]:
        if path.name != "schema.d.ts":
            found = TYPED.search(COMMENTS.sub("", path.read_text(encoding="utf-8")))
            assert found is None, f"{path}: {found and found[0]!r} is typed: use lib/figures.ts"
    named = re.search(
        r"^const OF_PARTS = (\[.*\]) as const;", (ROOT / "web/src/lib/reasons.ts").read_text(), re.MULTILINE
    )
    assert named
    assert tuple(json.loads(named[1])) == OF_PARTS


def test_sentences_say_figures_as_they_are_declared() -> None:
    """The sentences of the catalogue, which have their numbers and units inside."""
    catalogue = json.loads((ROOT / "src/codepegs/sentences.json").read_text(encoding="utf-8"))
    for kind in ("best", "good", "weak"):
        assert FIGURES["expected_guesses"].said.removeprefix("{} ") in catalogue[kind]


def test_reasons_have_the_figures_under_their_names() -> None:
    for path in ("src/codepegs/sentences.json", "web/src/lib/sentences.json"):
        catalogue = json.loads((ROOT / path).read_text(encoding="utf-8"))
        for kind, text in catalogue.items():
            if isinstance(text, str):
                assert not re.search(r"\{(worst|average|entropy_bits|chance)\b", text), kind


def test_the_documentation_has_the_figures_under_their_names() -> None:
    page = (ROOT / "docs/json.md").read_text(encoding="utf-8")
    tables = "\n".join(re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) + re.findall(r"\{[a-z_, \n]+\}", page))
    words = {*re.findall(r"[a-z_]+", tables)}
    assert not FORMER.keys() & words
    named = {name for kind in RECORDS for name in keys_of(kind) if name in FIGURES}
    assert named - words == {"codes_at_longest"} & (named - words)
    made = runpy.run_path(str(ROOT / "docs/make/figures.py"))
    assert made["PAGE"].read_text(encoding="utf-8") == made["page"](), "run make reference"
    assert all(f"`{new}`" in made["page"]() for new in FORMER.values())
    assert set(FORMER.values()) <= FIGURES.keys()


def objects(answer: Any) -> Iterator[dict[str, Any]]:
    """All objects of an answer."""
    if isinstance(answer, dict):
        yield answer
        answer = [value for name, value in answer.items() if name not in ("kinds", "reasons")]
    for part in answer if isinstance(answer, list) else ():
        yield from objects(part)


COMMANDS = (
    ("suggest", "p4c6 1122:1b0w"),
    ("suggest", "p8c12 11223344:1b1w", "--top", "1"),
    ("suggest", "p4c6 1122:1b0w 3344:1b0w", "--noise", "0.1", "--top", "2"),
    ("suggest", "p3c4 112:1b0w / 112:0b1w"),
    ("coach", "p4c6 1122:0b2w 1314:0b1w 3251:1b2w 2256:1b2w 2561:4b0w"),
    ("evaluate", "p3c4", "-s", "entropy"),
    ("evaluate", "p3c4", "-s", "entropy", "--games", "9", "--seed", "1"),
    ("optimal", "p3c4"),
    ("optimal", "p3c4", "--objective", "worst"),
    ("tree", "list", "p4c6"),
    ("tree", "stats", "p3c4"),
    ("tree", "verify", "gallery:p3c4"),
    ("describe", str(ROOT / "examples/animals.csv")),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command)[:40])
def test_every_figure_that_is_known_has_a_kind(cli: Cli, command: tuple[str, ...]) -> None:
    found = 0
    for one in objects(cli.json(*command)):
        figures = {name for name in FIGURES.keys() & one.keys() if one[name] is not None}
        assert figures == one.get("kinds", {}).keys(), one
        assert {*one.get("kinds", {}).values()} <= {*get_args(Kind)}
        found += len(figures)
    assert found


PRINTED = (
    *COMMANDS,
    ("describe", "p3c4"),
    ("describe", "priced.csv", "--weights", "seen", "--costs", "price"),
    ("evaluate", "priced.csv", "--weights", "seen", "-s", "entropy", "--workers", "1"),
    ("evaluate", "p3c4", "-s", "entropy", "--games", "9", "--seed", "1", "--adjust-for-luck", "--workers", "1"),
    ("optimal", "p3c4", "--objective", "depth"),
    ("optimal", "p3c4", "--objective", "last-turn:4"),
    ("optimal", "p3c4", "--then", "depth", "--certificate", "p3c4.cert"),
    ("optimal", "priced.csv", "--weights", "seen", "--costs", "price"),
    ("optimal", "p4c4", "--no-proof", "--passes", "1", "-o", "p4c4.tree"),
    ("optimal", "p3c4", "--bound-only"),
    ("optimal", "p5c8n", "--bound-only", "--limit", "0.1"),
    ("optimal", "p5c5", "--limit", "0.1"),
    ("tree", "build", "p3c4", "-o", "p3c4.tree"),
    ("tree", "stats", "priced.csv", "--weights", "seen"),
    ("tree", "verify", "p3c4.cert"),
)
"""Commands that print figures; the last checks what one before it wrote."""

PRICED = "fruit,red,round,sweet,seen\nprice,1,2,3,1\napple,1,1,1,4\nlemon,0,0,0,1\nplum,1,0,1,2\nmelon,0,1,1,1\n"

ANY_KIND = "|".join(get_args(Kind))
KINDS_LINE = re.compile(rf"Figures: ((?:{ANY_KIND})[^.]*)\.")
KINDS_IN_BRACKETS = re.compile(rf"\(({ANY_KIND})\)")


def test_what_is_printed_states_the_kinds_of_its_figures(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line above a table or among sentences, or brackets in a sentence, name the kinds that JSON has."""
    monkeypatch.chdir(tmp_path)
    Path("priced.csv").write_text(PRICED, encoding="utf-8")
    seen: set[str] = set()
    for command in PRINTED:
        text = cli(*command)
        kinds: dict[str, set[str]] = {}
        for one in (part for line in cli(*command, "--json").splitlines() for part in objects(json.loads(line))):
            for name, kind in one.get("kinds", {}).items():
                kinds.setdefault(FIGURES[name].heading, set()).add(kind)
        seen |= kinds.keys()
        stated = KINDS_IN_BRACKETS.findall(text)
        for line in KINDS_LINE.findall(text):
            most, *others = line.split("; ")
            stated += most.split(" or ")
            for headings, words in (other.split(": ") for other in others):
                assert all({*words.split(" or ")} == kinds[heading] for heading in headings.split(", ")), command
        assert stated, f"{command} does not say of which kind its figures are"
        assert {*stated} <= set.union(*kinds.values()), command
    assert seen == {figure.heading for figure in FIGURES.values()}, "figures that no command prints"


@pytest.mark.parametrize(
    ("command", "typed", "said"),
    [
        ("play p3c4 --seed 1", "hint", "Figures: counted; expected guesses: proved."),
        ("play p3c4 --noise 0.1 --seed 1", "hint\nwhy", "Figures: counted."),
        ("play p3c4 --boards 2 --seed 1", "hint", "(counted)"),
        ("play p3c4 --boards 2 --seed 1", "hint\nwhy", "Figures: counted."),
        ("play p8c12 --seed 1", "hint", "Figures: estimated."),
        ("host p3c4 --seed 1", "why", "Figures: counted; expected guesses: proved."),
        ("host p3c4 -s bayes --noise 0.1 --seed 1", "why", "Figures: counted."),
    ],
)
def test_a_dialogue_states_the_kinds_of_its_figures(cli: Cli, command: str, typed: str, said: str) -> None:
    assert said in cli(*command.split(), answers=f"{typed}\nquit\n")


HEADINGS = {figure.heading: name for name, figure in FIGURES.items()}


@pytest.mark.parametrize(
    ("command", "key"),
    [
        (("suggest", "p4c6 1122:1b0w"), "suggestions"),
        (("evaluate", "p3c4", "-s", "entropy", "--workers", "1"), ""),
        (("tree", "list", "p4c6"), "trees"),
    ],
)
def test_headings_are_the_keys_and_the_kinds_stand_above(cli: Cli, command: tuple[str, ...], key: str) -> None:
    lines = cli(*command).splitlines()
    above = next(line for line in lines if line.startswith("Figures: "))
    first, second = lines[lines.index(above) + 1 :][:2]  # headings of two words stand in one line, or below each other
    found = cli.json(*command)
    rows = found[key] if key else [found]
    headings = {
        name: text
        for text, name in HEADINGS.items()
        if re.search(rf"(^|  ){text}(  |$)", first)
        or (
            second.startswith("guess")
            and (text.split() == [text] or text.split()[0] in first.split())
            and text.split()[-1] in second.split()
        )
    }
    assert {*headings} <= {*rows[0]}
    assert {*headings} >= FIGURES.keys() & {*rows[0]} - {"lower_bound", "upper_bound"}
    columns = {text: {row["kinds"][name] for row in rows} for name, text in headings.items()}
    assert sorted(kinds_words(columns)) == sorted(above)


def test_columns_are_the_keys(cli: Cli) -> None:
    arguments = ("evaluate", "p3c4", "-s", "entropy", "--games", "9", "--seed", "1", "--workers", "1")
    header, row = csv.reader(io.StringIO(cli(*arguments, "-o", "-")))
    record = cli.json(*arguments)
    assert {name for name in header if not name.startswith("difference_")} >= record.keys()
    assert not FORMER.keys() & {*header}
    assert dict(zip(header, row, strict=True))["kinds"] == " ".join(f"{n}={k}" for n, k in record["kinds"].items())
    assert not FORMER.keys() & {*experiments.store.COLUMNS}


def test_former_attributes_warn_and_work() -> None:
    (found,) = codepegs.suggest("p4c6 1122:1b0w", top=1)
    with pytest.warns(DeprecationWarning, match="Suggestion.worst is now worst_part"):
        assert found.worst == found.worst_part
    with pytest.warns(DeprecationWarning, match="Suggestion.entropy_bits is now bits"):
        assert found.entropy_bits == found.bits
    (record,) = codepegs.evaluate("p3c4", "entropy")
    with pytest.warns(DeprecationWarning, match="Evaluation.depth is now longest_game"):
        assert record.depth == record.longest_game
    best = codepegs.optimal("p2c3")
    with pytest.warns(DeprecationWarning, match="Found.value is now upper_bound"):
        assert best.value == best.upper_bound
    bound = codepegs.lower_bound("p2c3")
    with pytest.warns(DeprecationWarning, match="LowerBound.total is now lower_bound"):
        assert bound.total == bound.lower_bound == best.lower_bound
    progress = Progress(3, 1, 2, 4.5, {})
    with pytest.warns(DeprecationWarning, match="Progress.pegs_known is now known_pegs"):
        assert progress.pegs_known == progress.known_pegs
    assert {*keys_of(Progress)} < {*dir(progress)}  # without other names
    tree = codepegs.build_tree("p2c3", "minimax")
    with pytest.warns(DeprecationWarning, match="TreeFigures.depth is now longest_game"):
        assert tree.figures.depth == tree.figures.longest_game
    assert msgspec.to_builtins(as_json(tree))["longest_game"] == tree.figures.longest_game
    assert trees.TreeFigures((1, 2)).codes_at_longest == 2
