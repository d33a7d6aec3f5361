"""A typed text is the outcome that it names, or the one range that it lies in, or is refused, at every door alike."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from codepegs import Game, Position, load_game
from codepegs.cli.identify import marks_of
from codepegs.errors import BadReply
from codepegs.game import ListedGame, parse_reply
from tests import extent
from tests.conftest import Cli

WORDS = (
    "yes",
    "no",
    "none",
    "bare",
    "a few",
    "Some",
    "e",
    "b 2",
    "type 1",
    "type 10",
    "3 or 4",
    "abc",
    "2nd form",
    "x1",
)

Holds = Callable[[float], bool]


@dataclass
class Outcome:
    """An outcome as it is written, and which numbers lie in it, in which unit."""

    text: str
    holds: Holds | None = None
    unit: str = ""


def made(rng: random.Random) -> Outcome:
    """A random outcome: a word, a number, or a range in one of its notations."""
    low, high = sorted(rng.sample(range(15), 2))
    unit = rng.choice(["", "", " cm", "mm"])

    def outcome(text: str, holds: Holds) -> Outcome:
        return Outcome(f"{text}{unit}", holds, unit.strip())

    match rng.randrange(8):
        case 0 | 1:
            return Outcome(rng.choice(WORDS))
        case 2:
            return Outcome(str(low)) if not unit else outcome(str(low), lambda value: value == low)
        case 3:
            signs: dict[str, Holds] = {
                ">": lambda value: value > low,
                "<": lambda value: value < low,
                ">= ": lambda value: value >= low,
                "≤": lambda value: value <= low,
            }
            sign = rng.choice(list(signs))
            return outcome(f"{sign}{low}", signs[sign])
        case _:
            between = rng.choice(["-", "–", " to ", " - ", ".."])
            ends = (f"{low}.5", str(high)) if rng.random() < 0.2 else (str(low), str(high))
            least = float(ends[0])
            return outcome(between.join(ends), lambda value: least <= value <= high)


def outcomes_of(rng: random.Random) -> list[Outcome]:
    found = {each.text.lower().replace(" ", "_"): each for each in (made(rng) for _ in range(rng.randint(2, 7)))}
    return list(found.values()) if len(found) > 1 else outcomes_of(rng)


def typed_for(outcomes: list[Outcome], rng: random.Random) -> list[str]:
    """Texts that people may type: outcomes, numbers, beginnings, letters."""
    texts = [rng.choice(outcomes).text for _ in range(2)]
    texts += [str(rng.randrange(16)), f"{rng.randrange(15)}.5", f"{rng.randrange(15)} cm", rng.choice("abcdefg")]
    return [*texts, texts[0].upper(), texts[1][: rng.randint(1, 3)].strip() or "1", "100", "nothing of all"]


def expected(outcomes: list[Outcome], typed: str) -> str | None:
    """The outcome that a text means, by the rule in its simplest form; None if it is refused."""
    for each in outcomes:
        if " ".join(each.text.lower().split()) == " ".join(typed.lower().split()):
            return each.text
    number = re.fullmatch(r"(\d+(?:\.\d+)?)\.*\s*(cm|mm)?", typed)
    if number:
        value, unit = float(number[1]), number[2] or ""
        held = [each.text for each in outcomes if each.holds and each.holds(value) and unit in ("", each.unit)]
        if len(held) == 1:
            return held[0]
        if held or not unit:
            return None
    begun = [each.text for each in outcomes if begins(typed.lower(), each.text.lower())]
    return begun[0] if len(begun) == 1 else None


def begins(typed: str, text: str) -> bool:
    rest = text.removeprefix(typed)
    return text.startswith(typed) and not (typed.rstrip(".")[-1:].isdigit() and re.search(r"\d", rest))


def table_of(outcomes: list[Outcome], name: str) -> Path:
    """A table whose first test has the outcomes, one for each object; the second distinguishes nothing."""
    rows = [f'"o{number}";"{each.text}";"same"' for number, each in enumerate(outcomes)]
    path = Path(name)
    path.write_text("\n".join(['"object";"which?";"other"', *rows, ""]), encoding="utf-8")
    return path


def meant(game: ListedGame, position: Position) -> str:
    return game._given_outcome(position.turns[-1].reply)


def from_python(game: ListedGame, typed: str) -> set[str | None]:
    """What each way of Python reads; None where it refuses."""
    found: set[str | None] = set()
    test = game.check_guess("which?")
    readers: list[Callable[[], str]] = [
        lambda: meant(game, Position(game).after("which?", typed)),
        lambda: meant(game, Position.parse(f"{game} which?: {typed}", game=game)),
        lambda: game._given_outcome(parse_reply(game, typed, test)),
    ]
    for read in readers:
        try:
            found.add(read())
        except BadReply:
            found.add(None)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_a_text_is_the_outcome_it_names_or_the_range_it_lies_in(seed: int, cli: Cli) -> None:
    rng = random.Random(seed)
    for number in range(extent.of(60, 5)):
        outcomes = outcomes_of(rng)
        rules = f"table:{table_of(outcomes, f't{number}.csv')}:whole=which?:unknown=?"
        game = load_game(rules)
        for at, typed in enumerate(typed_for(outcomes, rng)):
            wanted = expected(outcomes, typed)
            assert from_python(game, typed) == {wanted}, (typed, [each.text for each in outcomes])
            if number < extent.of(5, seed == 0) and at < extent.of(100, 4):
                check_commands(cli, rules, outcomes, typed, wanted)
        check_marks(game)


def check_commands(cli: Cli, table: str, outcomes: list[Outcome], typed: str, wanted: str | None) -> None:
    """The commands read what Python reads; `identify` takes its marks besides, which are no values."""
    index = None if wanted is None else next(n for n, each in enumerate(outcomes) if each.text == wanted)
    found = None if index is None else f"o{index}"
    said = cli("candidates", f"{table} which?: {typed}", code=2 if found is None else 0)
    assert said == ("" if found is None else f"{found}\n")
    if found is None:
        assert re.search(r"not an outcome|more than one outcome|may be", cli.captured.err)
    said = cli("bot", table, answers=f"{typed}\n", code=2 if found is None else 0)
    assert said.splitlines()[-1] == ("which?" if found is None else found)
    printed = cli("identify", table, answers=f"{typed}\n")
    marks = dict(re.findall(r"(?:\(|, )([a-z]) (.+?)(?=, [a-z] |\): $)", printed.splitlines()[1]))
    by_mark = next((f"o{n}" for n, each in enumerate(outcomes) if marks.get(typed.lower()) == each.text), None)
    assert by_mark is None or found is None
    if found or by_mark:
        assert printed.endswith(f"Found: {found or by_mark}.\n")
    else:
        assert "Found" not in printed


def check_marks(game: ListedGame) -> None:
    """No mark of the menu is read as a value."""
    replies = [reply for reply in game.replies()[:-1] if str(reply) != "same"]
    for mark in marks_of([game._given_outcome(reply) for reply in replies]):
        with pytest.raises(BadReply):
            parse_reply(game, mark, "which?")


@pytest.mark.parametrize("answer", ["4", "3", "1", "11.5", "3 mm"])
def test_a_measured_value_is_no_line_of_the_menu(answer: str, cli: Cli) -> None:
    Path("poly.csv").write_text(
        "plant,flower,leaves (cm),thorns\ndog rose,red/white,3-5,yes\nsloe,white,2-4,yes\nelder,white,10-15,no\n"
        "bramble,white,5-7,yes\nlilac,purple,unknown,no\n",
        encoding="utf-8",
    )
    rules = "table:poly.csv:whole=flower:whole=leaves_(cm):unknown=?"
    printed = cli("identify", rules, answers=f"{answer}\n")
    shown = "(a 10-15, b 2-4, c 3-5, d 5-7, e unknown)"
    found = {"11.5": "Found: elder."}.get(answer)
    if found:
        assert printed.endswith(f"{found}\n")
        return
    assert "Found" not in printed
    assert printed.count(shown) == 2, "it is asked again"
    assert "expected 10-15, 2-4, 3-5, 5-7 or unknown." in printed
    cli("candidates", f"{rules} leaves (cm): {answer}", code=2)
    assert "expected 10-15, 2-4, 3-5, 5-7 or unknown" in cli.captured.err


def test_names_of_outcomes_go_before_commands_and_before_not_knowing(cli: Cli) -> None:
    Path("hand.csv").write_text("o,hand,seen\nx,left,unknown\ny,right,no\n", encoding="utf-8")
    assert cli("identify", "hand.csv", answers="left\n").endswith("Found: x.\n")
    assert cli("candidates", "table:hand.csv:unknown=? seen: unknown") == "x\n"
    assert cli("candidates", "hand.csv hand: unknown") == "x\ny\n"
    assert cli("candidates", "hand.csv hand: ?") == "x\ny\n"


@pytest.mark.parametrize("typed", ["\u200b", "y\u200bes", "²", "?!", "x" * 500, "ye\u0000s", "１"])
def test_no_text_ends_the_dialog(typed: str, cli: Cli) -> None:
    Path("few.csv").write_text("o,big\nx,yes\ny,2\n", encoding="utf-8")
    printed = cli("identify", "few.csv", answers=f"{typed}\nyes\n")
    assert printed.endswith("Found: x.\n")


def test_both_ways_to_name_an_object(cli: Cli) -> None:
    Path("few.csv").write_text("o,big,red\nx,yes,no\ny,no,yes\nz,no,no\n", encoding="utf-8")
    for typed in ("yes", "y", "solved"):
        assert cli("candidates", f"table:few.csv:named y: {typed}") == "y\n"
    assert cli("candidates", "table:few.csv:named y:n") == "x\nz\n"
    assert cli("candidates", "few.csv big:y") == "x\n"
    assert cli("candidates", "few.csv big:Y red:N") == "x\n"
    assert "expected no or yes" in cli.complaint("candidates", "few.csv big:solve")


def test_an_unknown_reply_names_only_replies_that_there_are() -> None:
    game = Game.from_table([["no", "yes"]], objects=["x", "y"], tests=["big"])
    with pytest.raises(BadReply, match=r"expected e\.g\. no, yes$"):
        game.parse_reply("maybe")
    with pytest.raises(BadReply, match=r"'maybe' is not an outcome of big: expected no or yes$"):
        game.parse_reply("maybe", "big")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("few.csv big", "'big' has no colon and no reply: expected guess:reply, e.g. 'big:no'"),
        ("few.csv :no", "':no' has no guess: expected guess:reply, e.g. 'few.csv big:yes'"),
        ("words:w.txt:wordle crane:1b2w", "expected e.g. -----, y----, g----"),
        ("words:w.txt:wordle :ggggg", "e.g. 'words:w.txt:wordle CRANE:"),
    ],
)
def test_examples_in_messages_are_of_the_game(words: str, said: str, cli: Cli) -> None:
    Path("few.csv").write_text("o,big,red\nx,yes,no\ny,no,yes\nz,no,no\n", encoding="utf-8")
    Path("w.txt").write_text("crane\ntrain\nbrick\n", encoding="utf-8")
    assert said in cli.complaint("suggest", words)
    assert "1b2w " not in cli.captured.err
    assert "p4c6" not in cli.captured.err


@pytest.mark.parametrize("reply", [1.5, None])
def test_a_reply_to_a_test_is_a_text(reply: object) -> None:
    game = Game.from_table([["no", "yes"]], objects=["x", "y"], tests=["big"])
    with pytest.raises(BadReply, match=rf"^expected a reply as text, e\.g\. 'no', not {reply}$"):
        Position(game).after("big", reply)  # type: ignore[arg-type]
