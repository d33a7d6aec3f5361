"""Tables on the command line: the dialog of `identify`, `describe`, and what other commands say about a table."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from codepegs import ListedGame, evaluate, load_game, strategies
from tests.conftest import Cli

ROOT = Path(__file__).parents[2]
ANIMALS = ROOT / "examples" / "animals.csv"

LAMP = """fault;Is the switch on?;Does another lamp work here?;Does it work elsewhere?;Is the fuse whole?
switch off;no;yes;yes;yes
bulb broken;yes;yes;no;yes
cord broken;yes;yes;no;yes
fuse blown;yes;no;yes;no
socket dead;yes;no;yes;yes
"""


@pytest.fixture
def lamp(cli: Cli) -> str:
    Path("lamp.csv").write_text(LAMP, encoding="utf-8")
    return "lamp.csv"


@pytest.fixture
def animals(cli: Cli) -> str:
    Path("animals.csv").write_text(ANIMALS.read_text(encoding="utf-8"), encoding="utf-8")
    return "animals.csv"


def answers_for(game: ListedGame, name: str) -> dict[str, str]:
    """The outcome of each question for an object, in the words of the table."""
    secret = game.check_code(name)
    tests = [game._code_at(number) for number in range(game.size, len(game.texts))]
    return {game._given_name(test): game._given_outcome(game._reply_between(test, secret)) for test in tests}


def test_every_animal_is_found(cli: Cli, animals: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEPEGS_GAME_FILES", "1")
    game = load_game(animals)
    lengths = evaluate(game, "auto")[0].lengths.tolist()
    assert len(lengths) == 30
    for name, length in list(zip(game.given_texts, lengths, strict=False))[::4]:
        answers, given = answers_for(game, name), ""
        while True:
            printed = cli("identify", animals, answers=given)
            if f"Found: {name}." in printed:
                break
            *_, question, again = printed.splitlines()
            assert again.startswith("To continue: codepegs identify ")
            question = question.partition(" (")[0]
            given += f"{answers[question]}\n"
        assert given.count("\n") == length


def test_the_readme_shows_a_dialog(cli: Cli) -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"```\n\$ codepegs identify examples/animals.csv\n(.*?)```", page, re.DOTALL)
    assert block is not None
    shown = block[1]
    answers = "".join(f"{answer}\n" for answer in re.findall(r"\): (.*)$", shown, re.MULTILINE))
    printed = cli("identify", str(ANIMALS), answers=answers)
    without = re.sub(r"(\?.* \(.*\): ).*", r"\1", shown).splitlines()
    assert printed.splitlines() == without


def test_what_can_be_typed(cli: Cli, lamp: str) -> None:
    printed = cli("identify", lamp, answers="undo\nleft\nY\nundo\n2\nwhy\nperhaps\nno\n")
    assert "There is no answer to undo." in printed
    assert "switch off, bulb broken, cord broken, fuse blown, socket dead" in printed
    assert "  yes: bulb broken, cord broken\n" in printed
    assert "'perhaps' is not an outcome of Is the switch on?: expected no or yes." in printed
    assert printed.endswith("Found: switch off.\n")
    alike = cli("identify", lamp, answers="yes\nyes\n")
    assert "It is one of these, which no question distinguishes: bulb broken, cord broken." in alike
    assert cli("identify", lamp, answers="quit\n").count("(1 no, 2 yes)") == 1
    left = cli("identify", lamp, "-s", "entropy", answers="no\nquit\n").splitlines()[-1]
    assert left == "To continue: codepegs identify 'lamp.csv Does_another_lamp_work_here?:no' --strategy entropy"
    assert cli(*shlex.split(left)[3:], answers="yes\n").endswith("Found: socket dead.\n")


def test_the_last_answer_can_be_undone_in_a_terminal(cli: Cli, lamp: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There a person types, who may have mistaken the last question; a program is not asked again."""

    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(io, "StringIO", Typed)
    printed = cli("identify", lamp, answers="no\nno\nwhat\nundo\nyes\n\n")
    ends = re.findall(r"Found: .*|Enter to end, or undo: ", printed)
    asked = "Enter to end, or undo: "
    assert ends == ["Found: fuse blown.", asked, "Found: fuse blown.", asked, "Found: socket dead.", asked]
    assert "To continue" not in printed
    turns = "Does_another_lamp_work_here?:no Is_the_fuse_whole?:no"
    for last in ("", "quit\n"):
        left = cli("identify", lamp, answers=f"no\nno\n{last}")
        assert left.endswith(f"To continue: codepegs identify 'lamp.csv {turns}'\n")


def test_a_question_left_open_can_be_answered_at_the_end(cli: Cli, lamp: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(io, "StringIO", Typed)
    printed = cli("identify", lamp, answers="?\n?\n?\n?\nIs\nis the f\nno\n")
    assert printed.count("Enter to end, undo, or a question left open: ") == 2  # two begin with "Is"
    assert "Is the fuse whole? (1 no, 2 yes): Found: fuse blown.\nEnter to end, or undo: " in printed


@pytest.mark.parametrize("answers", ["", "no\n", "?\n"])
def test_the_end_of_the_input_prints_the_command_that_continues(cli: Cli, lamp: str, answers: str) -> None:
    again = cli("identify", lamp, answers=answers).splitlines()[-1]
    assert again.startswith("To continue: codepegs identify ")
    rest = cli(*shlex.split(again)[3:], answers="no\n")
    assert (
        rest.splitlines()[1:] == cli("identify", lamp, answers=f"{answers}no\n").splitlines()[1 + answers.count("\n") :]
    )


def test_an_interrupt_while_it_computes_prints_the_command_that_continues(
    cli: Cli, lamp: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(strategies, "begin", interrupted)
    assert cli("identify", lamp, code=130).splitlines()[-1] == "To continue: codepegs identify lamp.csv"


def test_an_answer_that_may_be_several_outcomes_is_asked_again(cli: Cli, animals: str) -> None:
    printed = cli("identify", animals, answers="f\n\nfe\nquit\n")
    assert "'f' may be feathers or fur: type more of it, or its number.\n" in printed
    assert printed.count("\nType an outcome, its beginning or its number") == 1  # after the empty line
    assert printed.count("What covers it? (") == 3
    assert "''" not in printed


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ("Is the switch on?: maybe", "turn 1: 'maybe' is not an outcome of Is the switch on?: expected no or yes"),
        (
            "Is the switch on?: yes Is the fuse whole?: 1",
            "turn 2: '1' is not an outcome of Is the fuse whole?: expected no or yes",
        ),
        ("Is the switch on: no", "turn 1: 'Is the switch on' is not in the list of lamp.csv: did you mean 'Is_the_s"),
        ("Is the switch on?", "turn 1: 'Is the switch on?' has no colon and no reply"),
    ],
)
def test_turns_that_cannot_be_read(cli: Cli, lamp: str, turns: str, said: str) -> None:
    cli("suggest", f"{lamp} {turns}", code=2)
    assert said in cli.captured.err
    assert "codepegs suggest" not in cli.captured.err


def test_a_table_whose_name_has_blanks(cli: Cli, lamp: str) -> None:
    Path("my lamp.csv").write_text(LAMP, encoding="utf-8")
    for words in (("suggest", "my lamp.csv Is the switch on?: no"), ("describe", "my lamp.csv")):
        cli(*words, code=2)
        assert cli.captured.err.endswith(
            "'my lamp.csv' has blanks, which separate the turns of a position: rename the file\n"
        )


def test_unknown_answers(cli: Cli, lamp: str) -> None:
    printed = cli("identify", lamp, answers="?\n?\n?\n?\n")
    assert len(set(re.findall(r"^.*\?(?= \()", printed, re.MULTILINE))) == 4, "no question is asked twice"
    names = "switch off, bulb broken, cord broken, fuse blown, socket dead"
    tests = "Is the switch on?, Does another lamp work here?, Does it work elsewhere?, Is the fuse whole?"
    assert f"It is one of these: {names}. The questions that you left open distinguish them: {tests}." in printed
    assert printed.endswith(f"To answer them: codepegs identify {lamp}\n")
    some = cli("identify", f"{lamp} Is_the_fuse_whole?:yes Is_the_switch_on?:yes", answers="?\n?\n")
    alike = "bulb broken, cord broken, socket dead"
    tests = "Does another lamp work here?, Does it work elsewhere?"
    assert f"It is one of these: {alike}. The questions that you left open distinguish them: {tests}." in some
    again = some.splitlines()[-1].removeprefix("To answer them: ")
    assert again == f"codepegs identify '{lamp} Is_the_fuse_whole?:yes Is_the_switch_on?:yes'"
    rest = cli(*shlex.split(again)[1:], answers="yes\n")
    assert "It is one of these, which no question distinguishes: bulb broken, cord broken." in rest
    asked = "lamp.csv Does_it_work_elsewhere?:?"
    left = cli.json("suggest", asked)
    assert left["candidates"] == 5
    assert "Does_it_work_elsewhere?" not in [each["guess"] for each in left["suggestions"]]


def test_unknown_answers_until_named(cli: Cli, lamp: str) -> None:
    """Each test, and each object that could be named, is asked once."""
    printed = cli("identify", f"table:{lamp}:named", answers="?\n" * 9)
    asked = re.findall(r"^.*\?(?= \()", printed, re.MULTILINE)
    assert len(set(asked)) == len(asked) == 4 + 5
    assert "It is one of these: switch off, bulb broken, cord broken, fuse blown, socket dead. The" in printed
    turns = "Does_another_lamp_work_here?:? bulb_broken:?"
    for tried in ("auto", "entropy"):
        found = cli.json("suggest", f"table:{lamp}:named {turns}", "-s", tried, "--top", "9")
        guesses = [each["guess"] for each in found["suggestions"]]
        assert len(guesses) == 7
        assert not {"Does_another_lamp_work_here?", "bulb_broken"} & set(guesses)
    rest = "Is_the_switch_on?:? Does_it_work_elsewhere?:? Is_the_fuse_whole?:? switch_off:?"
    turns += f" {rest} cord_broken:? fuse_blown:? socket_dead:?"
    assert "which no other test distinguishes" in cli.json("suggest", f"table:{lamp}:named {turns}")["stopped"]


def test_questions_for_objects_and_codes(cli: Cli, lamp: str) -> None:
    """To name an object is a question of yes and no; a code of a list has its replies."""
    turns = "Is_the_switch_on?:yes switch_off:solved"
    printed = cli("identify", f"table:{lamp}:named {turns}", code=1)
    assert printed.startswith("5 objects, 4 tests, until named. Type")
    assert "  bulb broken, if: Is it switch off? no\n" in printed
    Path("three.txt").write_text("crane\ncrate\ntrace\n", encoding="utf-8")
    printed = cli("identify", "words:three.txt:wordle", "-s", "entropy", answers="found\n")
    assert "What is the reply to CRANE? (1 ygg-g, 2 ggg-g, 3 found): " in printed
    assert printed.endswith("Found: CRANE.\n")


def test_many_outcomes_are_shortened(cli: Cli) -> None:
    rows = "".join(f"thing{n},s{n},{n % 2}\n" for n in range(1_000))
    Path("many.csv").write_text(f"o,serial,odd\n{rows}", encoding="utf-8")
    printed = cli("identify", "many.csv", answers="why\ns\ns999\n")
    assert "… 1,000 outcomes): " in printed
    assert "… and 960 more outcomes\n" in printed
    assert "'s' may be any of 1,000 outcomes: type more of it.\n" in printed, "they have digits, and no marks"
    assert printed.endswith("Found: thing999.\n")
    assert len(printed) < 5_000


def test_answers_that_fit_nothing(cli: Cli, lamp: str) -> None:
    turns = "Is_the_switch_on?:no Is_the_fuse_whole?:no"
    printed = cli("identify", f"{lamp} {turns}", code=1)
    assert "No object fits all answers. The nearest:" in printed
    assert "  switch off, if: Is the fuse whole? yes" in printed
    assert "  fuse blown, if: Is the switch on? yes" in printed
    assert cli("identify", f"{lamp} {turns}", answers="undo\n").endswith("Found: switch off.\n")
    assert cli("suggest", f"{lamp} {turns}", code=1)


def test_classes_weights_costs_and_naming(cli: Cli) -> None:
    Path("plants.csv").write_text(
        "plant,colour,thorns,is it rare?,kind\nrose,red,yes,1,bush\nbriar,pink,yes,2,bush\nfir,green,no,5,tree\n"
        "oak,green,no,8,tree\nprice,2,1,9,none\n",
        encoding="utf-8",
    )
    rules = "table:plants.csv:classes=kind:weights=is_it_rare?:costs=price"
    assert cli("describe", rules).splitlines() == [
        f"{rules}: 4 objects, 2 tests, with weights and costs, until the class is known.",
        "Outcomes: green, no, pink, red, yes; at most 3 of one test.",
        "Classes: bush 2, tree 2.",
        "Entropy of the class: 0.696 bits (counted).",
        "Every strategy needs at least 1.000 tests on average, at a cost of at least 1.000, and 1 test in the worst "
        "case (proved).",
        "No test distinguishes these: fir, oak.",
    ]
    assert cli("identify", rules, answers="yes\n").endswith("Found: bush (rose, briar).\n")
    found = cli.json("evaluate", rules, "-s", "entropy")
    assert (found["total"], found["weighted_average"]) == (4, 1.0)
    Path("plants.toml").write_text(
        'table = "plants.csv"\nclasses = "kind"\nweights = "is it rare?"\ncosts = "price"\n', encoding="utf-8"
    )
    assert cli.json("evaluate", "plants.toml", "-s", "entropy")["total"] == 4
    named = cli("identify", "table:plants.csv:named", "-s", "entropy", answers="2\n" * 12)
    assert re.search(r"Is it \w+\? \(", named)


def test_other_commands(cli: Cli, lamp: str) -> None:
    assert cli("suggest", f"{lamp} Is_the_switch_on?:no").endswith("It is switch_off.\n")
    assert cli.json("suggest", f"{lamp} Is_the_switch_on?:no")["stopped"] == "it is switch_off"
    assert cli("candidates", f"{lamp} Is_the_fuse_whole?:no") == "fuse_blown\n"
    assert cli("candidates", f"{lamp} Is the switch on?: yes, is the fuse whole? = no") == "fuse_blown\n"
    printed = cli("suggest", lamp, "--top", "1")
    kinds, first, second = printed.splitlines()[1:4]
    assert kinds.startswith("Figures: ")
    assert (first.split(), second.split()) == (
        ["expected", "worst", "expected"],
        ["test", "tests", "part", "size", "bits", "parts"],
    )
    solved = cli.json("solve", lamp, "socket_dead")
    assert (solved["declared"], solved["correct"], solved["guesses"]) == ("socket_dead", True, 2)
    alike = cli.json("solve", lamp, "cord broken")
    assert (alike["declared"], alike["correct"], alike["confidence"]) == ("bulb_broken", True, 0.5)
    assert alike["known"] == "it is bulb_broken or cord_broken, which no test distinguishes"
    review = cli.json("coach", f"{lamp} Is_the_switch_on?:yes Is_the_fuse_whole?:no")
    assert [turn["breaks"] for turn in review["turns"]] == [[], []]
    cli("tree", "build", lamp, "-s", "entropy", "-o", "lamp.tree")
    assert "valid" in cli("tree", "verify", "lamp.tree").lower()
    assert (
        cli.json("evaluate", lamp, "-s", "tree:lamp.tree")["total"]
        == cli.json("evaluate", lamp, "-s", "entropy")["total"]
    )
    assert cli("bot", lamp, answers="yes\nyes\n").splitlines()[-1] == "bulb_broken"
    assert cli.captured.err == "codepegs: it is bulb_broken or cord_broken, which no test distinguishes\n"
    for command in ("play", "host"):
        assert "use codepegs identify lamp.csv" in cli.complaint(command, lamp)
        asked = cli(command, answers=f"{lamp}\nquit\n")
        assert "lamp.csv ends when nothing more is to be known: use codepegs identify lamp.csv." in asked
        assert asked.count("Rules [p4c6]: ") == 2
    assert "use codepegs identify lamp.csv" in cli(answers=f"{lamp}\nquit\n")


def test_solve_says_what_is_known_at_the_end(cli: Cli, lamp: str) -> None:
    Path("amb.csv").write_text("o,a,b,kind\nx,no,yes,A\ny,no,yes,B\nz,yes,yes,B\n", encoding="utf-8")
    Path("plants.csv").write_text("o,a,b,kind\nx,no,yes,B\ny,no,no,B\nz,yes,yes,A\n", encoding="utf-8")
    alike = "it is bulb_broken or cord_broken, which no test distinguishes"
    for arguments, known in (
        ([lamp, "fuse_blown"], "it is fuse_blown"),
        ([lamp, "cord_broken"], alike),
        ([lamp, "cord_broken", "--turns", "2"], alike),
        (["table:amb.csv:classes=kind", "y"], "it is x or y, which no test distinguishes"),
        (["table:plants.csv:classes=kind", "y"], "its class is B, as it is x or y"),
        ([lamp, "--adversary"], alike),
    ):
        printed = cli("solve", *arguments, "--quiet")
        assert re.search(rf"^Solved in \d turns? \(.*\): {known}\.$", printed, re.MULTILINE)
        assert "eclared" not in printed
        record = cli.json("solve", *arguments)
        assert (record["solved"], record["known"]) == (True, known)
    assert "known" not in cli.json("solve", "p2c2", "12")
    rows = cli("solve", lamp, "socket_dead", "--seed", "1").splitlines()[1:3]
    assert len({row.index(" left") for row in rows}) == len({row.index(f" {row.split()[2]} ") for row in rows}) == 1
    assert cli("solve", lamp, "fuse_blown", "--turns", "1", code=1).startswith(
        "lamp.csv: 5 objects, 4 tests, until known; "
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a,b\n", "is not a table"),
        (
            "a:b\nx:1\n",
            "has one column: expected the names of the objects and a column for each test, separated by commas",
        ),
        ("a,b\nx,1,2\n", "row 2 has 3 cells, and the first 2"),
        ("a,b,c\nx,1,\n", "the cell of x, c is empty"),
        ("a,b,B\nx,1,2\n", "the test 'b' is listed twice"),
        ("a,b\nx,?\n", "the table is empty"),
    ],
)
def test_files_that_are_no_tables(text: str, said: str, cli: Cli) -> None:
    Path("bad.csv").write_text(text, encoding="utf-8")
    assert said in cli.complaint("describe", "bad.csv")


def test_files_that_are_no_games_say_what_they_may_be(cli: Cli) -> None:
    """A list of words without its reply, a spreadsheet, a reply that is misspelt."""
    Path("words.txt").write_text("crane\ntrace\n", encoding="utf-8")
    for command in ("suggest", "identify", "coach"):
        said = "; for a list of codes, write words:words.txt:REPLY, e.g. words:words.txt:wordle; for a table, table:"
        assert said in cli.complaint(command, "words.txt")
    Path("turns.json").write_text("[]", encoding="utf-8")
    assert cli.complaint("suggest", "turns.json").endswith("from solve --save\n")
    for begin in (b"PK\x03\x04", b"\xd0\xcf\x11\xe0"):
        for name in ("book.xlsx", "book.csv"):
            Path(name).write_bytes(begin + bytes(range(128, 256)))
            said = f"{name} cannot be read as a spreadsheet: save it again, or as a CSV file\n"
            assert said in cli.complaint("identify", name)
    Path("Words.TXT").write_text("crane\ntrace\n", encoding="utf-8")
    proposed = re.search(r"e\.g\. (words:\S+);", cli.complaint("describe", "Words.TXT"))
    assert proposed
    assert cli("candidates", proposed[1], "--count") == "2\n"
    for name in ("bulls-and-cows", "bc", "mm"):
        said = f"'{name}' is not a reply rule: did you mean mastermind?"
        assert said in cli.complaint("describe", f"words:words.txt:{name}")
    assert "'worlde' is not a reply rule: did you mean wordle?" in cli.complaint("describe", "words:words.txt:worlde")
    assert "is not a reply rule: expected mastermind, per-slot, wordle," in cli.complaint(
        "describe", "words:words.txt:x"
    )


def test_the_nouns_of_a_table_and_of_a_list(cli: Cli, lamp: str) -> None:
    Path("seen.csv").write_text("o,a,seen\nx,1,2\ny,2,1\n", encoding="utf-8")
    printed = cli("evaluate", "table:seen.csv:weights=seen", "-s", "entropy", "-s", "minimax")
    assert "entropy need the same number of tests: the first needs fewer in 0 games" in printed
    assert "weighted average: by the weights of the objects\n" in printed
    Path("drinks.toml").write_text(
        'secrets = ["juice", "cocoa", "latte", "mocha"]\nreply = "common"\ncosts = { latte = 2 }\nuntil = "known"\n',
        encoding="utf-8",
    )
    (turn,) = cli.json("coach", "drinks.toml latte:1t")["turns"]
    assert "A weak guess: 2.75 units of cost expected from here," in turn["words"]
    assert "Every outcome identifies the object." in cli("suggest", f"{lamp} Does_another_lamp_work_here?:no")
    printed = cli("evaluate", "drinks.toml", "-s", "entropy", "-s", "entropy:first=latte")
    assert " more units of cost per game than entropy:" in printed
    Path("one.txt").write_text("crane\n", encoding="utf-8")
    assert "\nOutcomes: the win; at most 1 of one guess.\n" in cli("describe", "words:one.txt:wordle")


def test_trees_of_a_faulty_table_say_what_is_wrong_with_it(cli: Cli) -> None:
    Path("ragged.csv").write_text("a,b,c\nd,1\n", encoding="utf-8")
    Path("typo.toml").write_text('tabel = "ragged.csv"\n', encoding="utf-8")
    for command in ("show", "export", "stats"):
        assert "row 2: the cell of d, c is empty" in cli.complaint("tree", command, "ragged.csv")
        assert "did you mean table?" in cli.complaint("tree", command, "typo.toml")
        assert "file not found: none.csv" in cli.complaint("tree", command, "none.csv", code=3)


def test_a_table_with_nothing_to_find_is_refused(cli: Cli) -> None:
    Path("one.csv").write_text("o,a\nx,1\n", encoding="utf-8")
    assert "one.csv has one object, so that nothing is to be found" in cli.complaint("optimal", "one.csv")
    Path("same.csv").write_text("o,a,kind\nx,1,good\ny,2,good\n", encoding="utf-8")
    assert "are of one class" in cli.complaint("optimal", "table:same.csv:classes=kind")
    Path("alike.csv").write_text("o,a\nx,1\ny,1\n", encoding="utf-8")
    assert "no test distinguishes its objects" in cli.complaint("optimal", "alike.csv")
    assert "at least 0.000 tests on average" in cli("describe", "alike.csv")


@pytest.mark.parametrize("objective", ["expected", "worst", "depth", "expected-within:1"])
def test_every_search_refuses_a_game_in_which_nothing_is_to_be_found(cli: Cli, objective: str) -> None:
    """A game that is over before the first guess has no tree."""
    Path("one.toml").write_text('rules = "p1c1n"\nreply = "wordle"\nuntil = "known"\n', encoding="utf-8")
    Path("one.csv").write_text("o,a\nx,1\n", encoding="utf-8")
    Path("alike.csv").write_text("o,a\nx,1\ny,1\n", encoding="utf-8")
    Path("same.csv").write_text("o,a,kind\nx,1,good\ny,2,good\n", encoding="utf-8")
    for words in (["one.toml"], ["one.csv"], ["alike.csv"], ["same.csv", "--classes", "kind"]):
        told = cli.complaint("optimal", *words, "--objective", objective)
        assert "nothing is to be found" in told or "no test distinguishes" in told


def test_the_row_of_costs_has_nothing_beside_weights_and_classes(cli: Cli) -> None:
    rows = "plant,colour,thorns,seen,kind\nrose,red,yes,40,bush\nfir,green,no,2,tree\nyew,red,no,1,bush\n"
    Path("plants.csv").write_text(f"{rows}price,2,3,,\n", encoding="utf-8")
    rules = "table:plants.csv:weights=seen:classes=kind:costs=price"
    text = 'table = "plants.csv"\nweights = "seen"\nclasses = "kind"\ncosts = "price"\n'
    Path("priced.toml").write_text(text, encoding="utf-8")
    assert cli.json("describe", rules)["least_average"] == 1.0  # the entropy alone would give less
    for name in (rules, "priced.toml"):
        assert cli.json("optimal", name)["total"] == 2 * 43
    assert "the cell of price, seen is empty" in cli.complaint("describe", "table:plants.csv:costs=price")
    Path("plants.csv").write_text(f"{rows}price,2,,,\n", encoding="utf-8")
    assert "the cell of price, thorns is empty" in cli.complaint("describe", f"{rules}:known")


def test_bad_arguments(cli: Cli, lamp: str) -> None:
    assert "is not an option of a table or a list: expected tests, heading, no-heading, named" in cli.complaint(
        "describe", "table:lamp.csv:rare"
    )
    assert "the table has no 'kind'" in cli.complaint("describe", "table:lamp.csv:classes=kind")
    assert "is not a table" in cli.complaint("identify", "p4c6")
    assert cli.complaint("describe", "none.csv", code=3)
    assert "it plays until the secret is guessed" in cli.complaint("identify", lamp, "-s", "first-consistent")
    Path("other.csv").write_text("o,a\nx,1\ny,2\n", encoding="utf-8")
    cli("tree", "build", "other.csv", "-s", "entropy", "-o", "other.tree")
    assert "is a tree for other.csv, not for lamp.csv" in cli.complaint("identify", lamp, "-s", "tree:other.tree")
    assert cli.captured.out == ""


@pytest.mark.extended
@pytest.mark.parametrize("name", ["-", "/dev/stdin", "table:/dev/stdin"])
def test_a_table_is_described_from_a_pipe(name: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "codepegs", "describe", name],
        input="animal,legs\nowl,2\ncat,4\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.startswith("table:/dev/stdin: 2 objects, 1 test, until known.\n")
