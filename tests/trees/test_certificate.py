"""Certificates prove the published optima, nothing that is false can be proved, and whatever is altered is refused."""

from __future__ import annotations

import ast
import gzip
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import permutations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codepegs import verify
from codepegs.analysis import CertificateCheck
from codepegs.codes.candidates import Candidates
from codepegs.errors import BadInput
from codepegs.game.listed import ListedGame
from codepegs.game.position import Position
from codepegs.game.reading import parse_reply
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.parallel import Steps
from codepegs.trees import certificate_checker as checker, search
from codepegs.trees.certificate_checker import WIN, Board, Lists, Rules, Unproved, least_cost, least_sum, seal
from codepegs.trees.search.certificate import CompiledBoard, certify, checked_rules
from codepegs.trees.search.objectives import Found, TreeObjective, optimal
from codepegs.trees.search.search_state import Bounds
from codepegs.trees.search.set_search import MOST_VALUE, Cost, Searcher, SearchOptions
from tests import extent, naive
from tests.conftest import Cli
from tests.game.test_listed import words

SOURCE = Path(checker.__file__)

TOTALS = {
    "p1c1": 1, "p1c2": 3, "p1c5": 15, "p2c2": 8, "p2c4": 45, "p3c4": 206, "p3c5": 451, "p3c6": 854, "p4c3": 246,
    "p4c4": 905, "p3c6n": 436, "p3c4-b": 280, "p3c4-t": 291, "p3c4-w": 263, "p1c36": 666,
}  # fmt: skip

SMALL = ["p3c5", "p3c4-b", "p3c6n", "p3c3-w"]


@cache
def optimum(rules: str, candidates_only: bool = False) -> int:
    value = optimal(
        Game.parse(rules), candidates_only=candidates_only, options=SearchOptions(memory_entries=1 << 12)
    ).upper_bound
    assert value is not None
    return value


@cache
def written(rules: str, candidates_only: bool = False) -> str:
    return certify(Game.parse(rules), optimum(rules, candidates_only), candidates_only=candidates_only).text


def check(text: str) -> dict[str, Any]:
    """The report; like one of an invalid certificate when the text is none."""
    try:
        report = checker.check_text(text)
    except checker.Unreadable as error:
        return {"valid": False, "faults": [str(error)]}
    assert report["valid"] == (not report["faults"])
    assert all(re.match(r"line \d+, p\d+c\d+n?(-[btw])?( [^ :]+:[^ :]+)*: ", fault) for fault in report["faults"])
    return report


def sealed(lines: list[str]) -> str:
    """A certificate of these lines, whose seal says that nobody has altered them."""
    body = "".join(f"{line}\n" for line in lines)
    return body + seal(body)


def lines_of(text: str) -> list[str]:
    return text.split("\n")[:-2]


# What is proved


@pytest.mark.parametrize(("rules", "total"), TOTALS.items(), ids=TOTALS.keys())
def test_known_optima_are_proved(rules: str, total: int) -> None:
    made = certify(Game.parse(rules), total)
    assert check(made.text) == {
        "rules": rules, "guesses": "any", "total": total, "claims": made.claims, "valid": True, "faults": [],
    }  # fmt: skip
    with pytest.raises(BadInput, match="fewer than"):
        certify(Game.parse(rules), total + 1)


def test_more_colours_than_a_byte_holds() -> None:
    text = certify("p1c300", 45_150).text
    assert checker.check_text(text)["valid"]
    assert checker.check_text(text, board_class=CompiledBoard)["valid"]


@pytest.mark.parametrize(
    ("rules", "turns"), [("p2c3-b", 0), ("p2c4-b", 1), ("p3c3-b", 0), ("p3c3-b", 1), ("p3c3-b", 2)]
)
def test_black_only_one_guess_of_each_orbit_is_left(rules: str, turns: int) -> None:
    """Against all symmetries one by one: a permutation of the pegs, and one of the colours at each peg."""
    board = checker.Board(checker.Rules(rules))
    history = tuple(random.Random(turns).sample(board.codes, turns))
    assert isinstance(board.rules, Rules)
    pegs, colors = board.rules.pegs, board.rules.colors

    def mapped(order: tuple[int, ...], names: tuple[tuple[int, ...], ...], code: Any) -> tuple[int, ...]:
        return tuple(names[peg][code[order[peg]]] for peg in range(pegs))

    renamings = list(product(permutations(range(colors)), repeat=pegs))
    maps = [partial(mapped, order, names) for order in permutations(range(pegs)) for names in renamings]
    kept = [each for each in maps if all(each(code) == code for code in history)]
    lowest = [code for code in board.codes if min(each(code) for each in kept) == code]
    assert [code for code in board.codes if not board.rules.has_lower_image(code, history)] == lowest
    compiled = CompiledBoard(board.rules)
    opened = compiled.open_guesses(history, compiled.everything, 1 << 30)
    assert {board.codes[guess.guess] for guess in opened} <= set(lowest)


def test_progress_is_a_share_that_grows() -> None:
    seen: list[tuple[float, int]] = []
    made = certify("p4c4", TOTALS["p4c4"], progress=lambda share, claims: seen.append((share, claims)))
    shares, claims = zip(*seen, strict=True)
    assert shares[0] == 0.0
    assert shares[-1] <= 1.0
    assert list(shares) == sorted(shares)
    assert list(claims) == sorted(claims)
    assert claims[-1] <= made.claims
    assert len(set(shares)) > 256  # each code, then each part of each first guess


@pytest.mark.parametrize(("rules", "total"), [("p4c4", 908), ("p3c5", 455)])
def test_candidates_only(rules: str, total: int) -> None:
    made = certify(Game.parse(rules), total, candidates_only=True)
    report = check(made.text)
    assert report["valid"]
    assert (report["guesses"], report["total"]) == ("candidates", total)
    assert not check(sealed(lines_of(made.text.replace("candidates", "any"))))["valid"]
    with pytest.raises(BadInput, match="fewer than"):
        certify(Game.parse(rules), total + 1, candidates_only=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "total", "candidates_only"), [("p4c6", 5625, False), ("p4c6", 5660, True), ("p5c4", 3954, False)]
)
def test_the_board_game(rules: str, total: int, candidates_only: bool) -> None:
    made = certify(Game.parse(rules), total, candidates_only=candidates_only)
    assert check(made.text)["valid"]
    lines = lines_of(made.text)
    assert not check(sealed([line.replace(f"total {total}", f"total {total + 1}") for line in lines]))["valid"]


def test_what_the_checker_sees_by_itself_needs_no_claims() -> None:
    assert lines_of(written("p3c4"))[5:] == []
    assert len(lines_of(written("p3c5"))[5:]) == 7


def test_the_example_of_the_document_is_what_is_written() -> None:
    page = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")
    assert f"```text\n{written('p3c5')}```" in page


def test_less_than_the_optimum_is_proved_too() -> None:
    text = certify(Game.parse("p3c5"), 440).text
    assert check(text)["total"] == 440
    assert len(text) < len(written("p3c5"))


# What the checker concludes is never more than is so


@pytest.mark.parametrize("below", range(1, 5))
@pytest.mark.parametrize("other", range(1, 6))
def test_counting_is_a_bound(below: int, other: int) -> None:
    """Against trees of every shape: each guess is a code of the set or not and makes so many parts at most."""
    most = 14
    least = [0, 1]
    for size in range(2, most):
        shares = [_split(least, size - 1, below)]
        if other > 1:
            shares.append(_split(least, size, max(below, other)))
        least.append(size + min(shares))
    for size, exact in enumerate(least):
        assert least_sum(size, below, max(below, other)) <= exact
    values = [least_sum(size, below, max(below, other)) for size in range(200)]
    rises = np.diff(values)
    assert (np.diff(rises) >= 0).all()


def _split(least: list[int], size: int, parts: int) -> int:
    """The least sum over at most so many parts, each smaller than the whole that is being worked out."""
    if size == 0:
        return 0
    if parts == 0:
        return 10**9
    known = min(size, len(least) - 1)
    return min(least[part] + _split(least, size - part, parts - 1) for part in range(1, known + 1))


@pytest.mark.parametrize(
    "rules", ["p2c3", "p3c3", "p3c4", "p3c4-b", "p3c4-t", "p3c4-w", "p3c5n", "p4c3", "p2c6", "p4c4n"]
)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_no_set_is_proved_to_need_more_than_it_does(rules: str, candidates_only: bool) -> None:
    game, source = Game.parse(rules), random.Random(f"{rules} {candidates_only}")
    searcher, board = Searcher(game, candidates_only=candidates_only), Board(Rules(rules), candidates_only)
    peg_codes = [code for code in board.codes if not isinstance(code, str)]
    keys = np.array([searcher.space.encode(code) for code in peg_codes], dtype=np.uint64)
    for _ in range(40):
        history: tuple[Turn, ...] = ()
        codes = board.everything
        while len(codes) > 2:
            value = len(codes) + searcher.search(keys[list(codes)], history)  # type: ignore[operator]
            guesses = tuple(turn.guess for turn in history)
            assert board.one_step(codes) <= value
            with pytest.raises(Unproved):
                board.check(guesses, codes, value + 1)
            guess = source.choice(codes if candidates_only else board.everything)
            parts = board.parts(codes, guess)
            names = {number: name for name, number in board.replies.items()}
            reply = source.choice(list(parts))
            history = (*history, Turn(peg_codes[guess], parse_reply(game, names[reply])))
            codes = parts[reply]


@pytest.mark.parametrize("steps", [(1, 1, 1, 40), (0, 0, 1, 15), (0, 1, 15), (0, 3, 0, 1), (2,), ()])
@pytest.mark.parametrize(("below", "other"), [(1, 1), (1, 2), (2, 2), (2, 3), (3, 3), (1, 4)])
def test_counting_bounds_costs(steps: tuple[int, ...], below: int, other: int) -> None:
    """Against trees of every shape, as for the number of guesses."""
    most = 14
    least = [0] * most  # what codes cost after the last step
    for step in reversed(steps):
        least = [
            size * step
            + min(([_split(least, size - 1, below)] if size else [0]) + ([_split(least, size, other)] if other else []))
            for size in range(most)
        ]
    for size, exact in enumerate(least):
        assert least_cost(steps, size, below, other) <= exact
    rises = np.diff([least_cost(steps, size, below, other) for size in range(60)])
    assert (rises >= 0).all()
    assert (np.diff(rises) >= 0).all()


def test_counting_knows_the_largest_set_of_a_depth() -> None:
    for below, other in ((13, 14), (13, 13), (2, 5)):
        for turns in range(1, 5):
            most = 0
            for _ in range(turns):
                most = max(1 + below * most, other * most)
            steps = (*(0,) * turns, 1)
            assert [least_cost(steps, size, below, other) for size in (most, most + 1, most + 7)] == [0, 1, 7]


OBJECTIVES = ["expected-within:4", "expected-within:5", "last-turn:3", "last-turn:4", "last-turn:5"]


@pytest.mark.parametrize("rules", ["p2c3", "p3c3", "p3c4", "p3c4-b", "p3c4-t", "p3c4-w", "p3c5n", "p4c3", "p2c6"])
@pytest.mark.parametrize("text", OBJECTIVES)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_no_set_is_proved_to_cost_more_than_it_does(rules: str, text: str, candidates_only: bool) -> None:
    game, source = Game.parse(rules), random.Random(f"{rules} {text} {candidates_only}")
    wanted = TreeObjective.parse(text)
    assert wanted.turns is not None
    cost = Cost.last_turn(wanted.turns) if wanted.kind == "last-turn" else Cost(wanted.turns)
    searcher, board = Searcher(game, cost, candidates_only), Board(Rules(rules), candidates_only, text)
    peg_codes = [code for code in board.codes if not isinstance(code, str)]
    keys = np.array([searcher.space.encode(code) for code in peg_codes], dtype=np.uint64)
    for _ in range(15):
        history: tuple[Turn, ...] = ()
        codes = board.everything
        while codes:
            value = searcher.search(keys[list(codes)], history)
            assert value is not None
            if value >= MOST_VALUE:
                break
            value += len(codes) * board.stage(len(history)).now
            guesses = tuple(turn.guess for turn in history)
            if len(codes) > 1:
                assert board.one_step(codes, len(history)) <= value
            with pytest.raises(Unproved):
                board.check(guesses, codes, value + 1)
            guess = source.choice(codes if candidates_only else board.everything)
            parts = board.parts(codes, guess)
            names = {number: name for name, number in board.replies.items()}
            reply = source.choice(list(parts))
            history = (*history, Turn(peg_codes[guess], parse_reply(game, names[reply])))
            codes = parts[reply] if reply != WIN else ()


@pytest.mark.parametrize(
    ("rules", "objective"),
    [
        (rules, objective)
        for rules in ("p3c4", "p3c5", "p3c5n", "p4c3", "p3c4-b", "p2c6")
        for objective in ("depth", "expected-within:6", "last-turn:6", "worst")
    ],
)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_certificates_of_other_objectives(rules: str, objective: str, candidates_only: bool) -> None:
    if objective == "worst":
        with pytest.raises(BadInput, match="write one with the objective depth"):
            certify(rules, 5, objective)
        return
    if objective != "depth":  # the strategies that are as short as possible
        depth = optimal(rules, "depth", candidates_only=candidates_only).upper_bound
        objective = f"{objective[:-1]}{depth}"
    least = optimal(rules, objective, candidates_only=candidates_only).upper_bound
    assert least is not None
    made = certify(rules, least, objective, candidates_only=candidates_only)
    report = check(made.text)
    assert report["valid"], report["faults"]
    stated = f"last-turn:{least}" if objective == "depth" else objective
    assert (report["objective"], report["total"]) == (stated, 1 if objective == "depth" else least)
    with pytest.raises(BadInput, match="fewer than"):
        certify(rules, least + 1, objective, candidates_only=candidates_only)
    more = made.text.replace(f"total {report['total']}", f"total {report['total'] + 1}")
    if objective != "depth":
        assert not check(sealed(lines_of(more)))["valid"]
    else:
        assert not check(sealed(lines_of(made.text.replace(stated, f"last-turn:{least + 1}"))))["valid"]
    compiled = checker.check_text(made.text, None, CompiledBoard)
    assert compiled == report


@pytest.mark.parametrize(("rules", "objective", "least"), [("p3c4", "last-turn:5", 0), ("p3c1", "last-turn:1", 1)])
def test_a_last_turn_that_hardly_any_secret_needs(rules: str, objective: str, least: int) -> None:
    found = optimal(rules, objective)
    assert (found.upper_bound, found.lower_bound, found.proved) == (least, least, True)
    text = certify(rules, least, objective).text
    for board in (Board, CompiledBoard):
        assert checker.check_text(text, None, board)["valid"]
    assert not check(sealed(lines_of(text.replace(f"total {least}", f"total {least + 1}"))))["valid"]


@pytest.mark.parametrize(("total", "objective"), [(0, "expected"), (-3, "expected"), (0, "depth"), (-1, "last-turn:5")])
def test_a_bound_that_no_certificate_can_state_is_refused(total: int, objective: str) -> None:
    with pytest.raises(BadInput, match=f"total must be at least 1, not {total}"):
        certify("p3c4", total, objective)


def test_claims_with_another_number_of_guesses_before_them_are_not_used() -> None:
    """The first four codes of p2c6 need at most 2 more guesses than are left after one guess, but not after two."""
    board = Board(Rules("p2c6"), objective="last-turn:4")
    codes = tuple(range(4))
    board.accept(codes, 1, 3)
    assert board.stage(3).claimed
    assert not board.stage(2).claimed
    assert board.stage(5) is board.stage(6)
    assert board.stage(5).claimed is not board.stage(3).claimed


@pytest.mark.parametrize("rules", ["p2c3", "p3c4", "p3c4-b", "p3c4-t", "p3c4-w", "p3c5n", "p1c3", "p2c37"])
def test_codes_and_replies_are_those_of_the_game(rules: str) -> None:
    game, board = Game.parse(rules), Board(Rules(rules))
    assert board.codes == naive.all_codes(game)
    for number in random.Random(rules).sample(board.everything, min(20, game.size)):
        names = {reply: name for name, reply in board.replies.items()}
        row = board.row(number)
        names |= {reply: name for name, reply in board.replies.items()}
        assert [names[reply] for reply in row] == [str(game.reply(code, board.codes[number])) for code in board.codes]


# Whatever is altered


@pytest.mark.parametrize("rules", SMALL)
def test_every_altered_byte_is_noticed(rules: str) -> None:
    text = written(rules)
    for at in range(len(text)):
        assert not check(text[:at])["valid"]
        assert not check(text[:at] + text[at + 1 :])["valid"]
        assert not check(text[:at] + chr(ord(text[at]) ^ 1) + text[at + 1 :])["valid"]
    for more in ("\n", " ", "x", "\0", text):
        assert not check(text + more)["valid"]
    lines = text.splitlines(keepends=True)
    for at in range(len(lines)):
        assert not check("".join(lines[:at] + lines[at + 1 :]))["valid"]
        assert not check("".join([*lines[: at + 1], *lines[at:]]))["valid"]
        assert not check("".join([*lines[:at], *lines[at : at + 2][::-1], *lines[at + 2 :]]))["valid"] or at + 1 == len(
            lines
        )


def altered(lines: list[str], source: random.Random) -> Iterator[list[str]]:
    """Lines deleted, doubled, swapped and shifted, numbers, guesses and replies changed."""
    for at, line in enumerate(lines):
        yield lines[:at] + lines[at + 1 :]
        yield lines[: at + 1] + lines[at:]
        other = source.randrange(len(lines))
        yield [lines[other] if n == at else lines[at] if n == other else old for n, old in enumerate(lines)]
        yield [*lines[:at], f" {line}", *lines[at + 1 :]]
        yield [*lines[:at], line.removeprefix(" "), *lines[at + 1 :]]
        for match in re.finditer(r"\d", line):
            for digit in "0123456789":
                yield [*lines[:at], line[: match.start()] + digit + line[match.end() :], *lines[at + 1 :]]
        for step in (1, 2, 10):
            yield [*lines[:at], re.sub(r"\d+$", lambda n, add=step: str(int(n[0]) + add), line), *lines[at + 1 :]]  # type: ignore[misc]


def claims_of(lines: list[str]) -> Iterator[tuple[Position, int]]:
    """The position and the claim of every line."""
    here = Position(Game.parse(lines[1].split()[1]))
    for line in lines[5:]:
        match = re.fullmatch(r"( *)(\S+) (\d+)", line)
        assert match
        above = " ".join(str(here).split()[: len(match[1]) + 1])
        here = Position.parse(f"{above} {match[2]}")
        yield here, int(match[3])


@cache
def value_after(position: Position) -> int:
    """The least sum of guesses over the codes that fit a position, by the search."""
    keys = Candidates.after(position).keys
    value = searcher_of(str(position.game)).search(keys, position.turns)
    assert value is not None
    return len(keys) + value


@cache
def searcher_of(rules: str) -> Searcher:
    return Searcher(Game.parse(rules), options=SearchOptions(memory_entries=1 << 12))


@pytest.mark.parametrize("rules", extent.rest_extended(SMALL, ["p3c4-b", "p3c3-w"]))
def test_altered_and_sealed_anew_nothing_false_is_proved(rules: str) -> None:
    """What is still accepted is another proof: of the same, of something weaker, or for another game."""
    accepted = 0
    source = random.Random(rules)
    for lines in source.sample(list(altered(lines_of(written(rules)), source)), extent.of(80, 30)):
        if lines[1].startswith("rules ") and lines[1] > f"rules {rules}":
            continue  # larger games take their time to be refused
        report = check(sealed(lines))
        if report["valid"]:
            accepted += 1
            assert report["total"] <= optimum(report["rules"])
            assert all(target <= value_after(position) for position, target in claims_of(lines))
    assert accepted


def test_every_claim_is_needed() -> None:
    lines = lines_of(written("p3c5"))
    for at in range(5, len(lines)):
        report = check(sealed(lines[:at] + lines[at + 1 :]))
        assert "with " in report["faults"][0]
        assert "next only 4" in report["faults"][0]


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("total 451", "total 452", "line 4, p3c5: 452 guesses are claimed, but with 112 next only 451 are proved"),
        ("112:2b0w 31", "112:2b0w 32", "line 6, p3c5 112:2b0w: 32 guesses are claimed, but with "),
        ("112:2b0w", "116:2b0w", "line 6, p3c5: '116' is not a code of p3c5"),
        ("112:2b0w", "112:2b1w", "line 6, p3c5: no remaining code gives the reply '2b1w' to 112"),
        ("112:2b0w", "112:3b0w", "line 6, p3c5: no remaining code gives the reply '3b0w' to 112"),
        ("112:2b0w 31", "112:2b0w 031", "line 6 is '112:2b0w 031', which is not a claim below the preceding ones"),
        ("112:2b0w", " 112:2b0w", "line 6 is ' 112:2b0w 31', which is not a claim below the preceding ones"),
        ("112:2b0w 31", "", "line 6 is '', which is not a claim below the preceding ones"),
        ("rules p3c5", "rules p3c0", "'p3c0' is not a valid rules id: expected e.g. p4c6, p4c10n or p4c6-b"),
        ("rules p3c5", "rules p5c8", "p5c8 has more than 10,000 codes, too many for a certificate"),
        ("any", "all", "invalid header"),
        (
            "total 451",
            "objective worst\ntotal 451",
            "'worst' is not an objective: expected expected-within:D or last-turn:D",
        ),
        ("total 451", "objective last-turn:0\ntotal 1", "'last-turn:0' is not an objective"),
        ("total 451", "objective expected-within:4\ntotal 504", "line 5, p3c5: 504 guesses are claimed, but with "),
        ("total 451", "objective last-turn:5\ntotal 100", "line 7, p3c5 112:2b0w: 31 codes are claimed, but with "),
        ("codepegs-certificate 1", "codepegs-tree 1", "line 1 is 'codepegs-tree 1': expected"),
    ],
)
def test_each_fault_is_one_sentence(before: str, after: str, fault: str) -> None:
    text = written("p3c5")
    assert before in text
    (told,) = check(sealed(lines_of(text.replace(before, after, 1))))["faults"]
    assert told.startswith(fault)
    assert "\n" not in told


def test_guesses_that_are_no_candidates_are_refused_where_only_those_may_be_made() -> None:
    lines = lines_of(certify(Game.parse("p3c5"), 455, candidates_only=True).text)
    at = len(lines)
    lines += ["111:0b0w 1", " 112:0b0w 1"]
    (told,) = check(sealed(lines))["faults"]
    assert told == f"line {at + 2}, p3c5 111:0b0w: 112 is not a candidate, but only candidates may be guessed"


# The programs


def test_imports_nothing_but_the_standard_library() -> None:
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert {alias.name for alias in node.names} <= sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            assert (node.module or "").partition(".")[0] in sys.stdlib_module_names


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-I", "-S", "copy.py", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_runs_alone(tmp_path: Path) -> None:
    shutil.copy(SOURCE, tmp_path / "copy.py")
    text = written("p3c5")
    (tmp_path / "good").write_text(text)
    (tmp_path / "good.gz").write_bytes(gzip.compress(text.encode()))
    (tmp_path / "wrong").write_text(sealed(lines_of(text.replace("total 451", "total 452"))))
    (tmp_path / "cut").write_text(text[:-1])
    (tmp_path / "cut.gz").write_bytes(gzip.compress(text.encode())[:-9])
    for name in ("good", "good.gz"):
        done = run(tmp_path, name)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == "valid: p3c5, any guess, total at least 451, claims 7\n"
    for name, code in (("wrong", 1), ("cut", 2), ("cut.gz", 2), ("missing", 3), (".", 3)):
        done = run(tmp_path, name)
        assert (done.returncode, done.stdout) == (code, "")
        assert done.stderr.startswith(f"{name}: ")
        assert done.stderr.count("\n") == 1
    assert '"valid": false' in run(tmp_path, "wrong", "--json").stdout


def test_the_commands(cli: Cli, tmp_path: Path) -> None:
    for name in ("a.cert", "a.cert.gz"):
        file = str(tmp_path / name)
        assert "451 guesses" in cli("optimal", "p3c5", "--certificate", file)
        assert "7 claims" in cli.captured.err
        assert "Valid: no strategy finds all secrets of p3c5 with fewer than 451 guesses" in cli("tree", "verify", file)
    assert cli.json("tree", "verify", file) == {
        "rules": "p3c5", "guesses": "any", "total": 451, "claims": 7, "valid": True, "kinds": {"total": "proved"},
    }  # fmt: skip
    assert "for p3c5, not for p3c4" in cli.complaint("tree", "verify", file, "--rules", "p3c4")
    cli("optimal", "p3c5", "--candidates-only", "--certificate", file)
    assert "strategy that guesses only candidates" in cli("tree", "verify", file)
    wrong = tmp_path / "wrong.cert"
    wrong.write_text(sealed(lines_of(written("p3c5").replace("total 451", "total 452"))))
    assert "Wrong: line 4, p3c5: 452 guesses are claimed" in cli("tree", "verify", str(wrong), code=1)
    wrong.write_text(written("p3c5")[:-1])
    assert "truncated or altered" in cli.complaint("tree", "verify", str(wrong))
    missing = str(tmp_path / "missing")
    assert "prove the objective worst" in cli.complaint(
        "optimal", "p3c5", "--objective", "worst", "--certificate", missing
    )
    for objective, code, proved in (
        ("depth", 0, "no strategy finds every secret of p3c5 with fewer than 5 guesses"),
        ("expected-within:4", 1, "no strategy finds every secret of p3c5 with fewer than 5 guesses"),
        (
            "expected-within:5",
            0,
            "every strategy that finds every secret of p3c5 with at most 5 guesses needs at least 451 g",
        ),
        ("last-turn:5", 0, "no strategy finds every secret of p3c5 with fewer than 5 guesses"),
    ):
        cli("optimal", "p3c5", "--objective", objective, "--certificate", file, code=code)
        assert f"Valid: {proved}" in cli("tree", "verify", file)
    assert cli.json("tree", "verify", file)["objective"] == "last-turn:5"
    cli("optimal", "p3c4", "--objective", "last-turn:4", "--candidates-only", "--certificate", file)
    proved = "every strategy that guesses only candidates and finds every secret of p3c4"
    assert proved in cli("tree", "verify", file)
    assert "more than the 10,000" in cli.complaint("optimal", "p5c8", "--certificate", missing)
    assert "stopped before" in cli.complaint("optimal", "p4c7", "--limit", "0.1", "--certificate", missing, code=1)
    assert not Path(missing).exists()


def test_after_an_interrupt_the_certificate_is_said_to_be_missing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **options: Any) -> Steps[Bounds, Found]:
        found = replace(optimal(*arguments, **options), lower_bound=200, proved=False, interrupted=True)
        return Steps(lambda steps: found)

    monkeypatch.setattr(search, "iter_optimal", interrupted)
    told = cli.complaint("optimal", "p3c4", "-o", "best.tree", "--certificate", "best.cert", code=130)
    assert told.endswith("Saved as best.tree.\nbest.cert was not written: the search stopped before it had a proof.\n")
    assert not Path("best.cert").exists()


LISTED = ["wordle", "common", "same-place", "per-slot", "mastermind"]


@pytest.mark.parametrize("kind", LISTED)
@pytest.mark.parametrize("candidates_only", [False, True])
def test_certificates_of_lists(kind: str, candidates_only: bool, tmp_path: Path) -> None:
    found = words(45, 4, "ABCD", 3)
    secrets, more = found[:30], found[30:]
    game = ListedGame(secrets, more, kind)
    least = optimal(game, candidates_only=candidates_only).upper_bound
    assert least is not None
    certificate = certify(game, least, candidates_only=candidates_only)
    assert f"rules list:{kind}:{game._digest}\n" in certificate.text
    assert checker.check_text(certificate.text, None, Board, secrets, more)["valid"]
    with pytest.raises(BadInput, match="fewer than"):
        certify(game, least + 1, candidates_only=candidates_only)
    with pytest.raises(checker.Unreadable, match="give the lists"):
        checker.check_text(certificate.text)
    with pytest.raises(checker.Unreadable, match="not those of the certificate"):
        checker.check_text(certificate.text, None, Board, secrets[::-1], more)
    path = tmp_path / "list.cert"
    certificate.write(path)
    assert verify(path, str(game)).valid
    with pytest.raises(BadInput, match="give its game with --rules"):
        verify(path, "p4c6")


@pytest.mark.parametrize("kind", LISTED)
def test_replies_of_lists_are_those_of_the_game(kind: str) -> None:
    found = words(60, 4, "ABC", 5)
    game = ListedGame(found[:30], found[30:], kind)
    lists = checked_rules(game)
    assert isinstance(lists, Lists)
    for secret in found[:30]:
        shown = lists.answers(list(game.texts), secret)
        replies = ["solved" if guess == secret else str(game.reply(guess, secret)) for guess in game.texts]
        assert shown == replies


def test_other_replies_of_lists_have_no_certificate() -> None:
    with pytest.raises(BadInput, match="certificates of lists"):
        certify(ListedGame(["AB", "BA"], reply=lambda guess, secret: guess), 3)


@pytest.mark.slow
def test_the_certificate_that_six_guesses_are_too_few_for_p4c9() -> None:
    file = SOURCE.parents[3] / "docs" / "results" / "p4c9-depth.cert"
    checked = verify(file, compiled=True)
    assert isinstance(checked, CertificateCheck)
    assert (checked.valid, checked.objective, checked.total) == (True, "last-turn:7", 1)
    assert checked.sentence == "no strategy finds every secret of p4c9 with fewer than 7 guesses"


@pytest.mark.parametrize(("objective", "most"), [("expected-within:3", 3 * 64), ("last-turn:3", 64)])
def test_a_bound_that_no_strategy_in_time_can_reach_says_that_there_is_none(
    objective: str, most: int, cli: Cli
) -> None:
    """With p3c4, 3 guesses are too few; only a total that the objective allows is a bound of strategies."""
    for total, impossible in ((most, False), (most + 1, True), (1_000, True)):
        Path("limit.cert").write_text(certify("p3c4", total, objective).text, encoding="utf-8")
        for board in ((), ("--compiled",)):
            said = cli("tree", "verify", "limit.cert", *board)
            none = "there is no strategy that finds every secret of p3c4 with at most 3 guesses (0 claims checked)."
            assert (none in said) == impossible
            assert cli.json("tree", "verify", "limit.cert", *board).get("impossible", False) == impossible
        checker.main(["limit.cert"])
        assert cli.capsys.readouterr().out.endswith(
            f"total at least {total}{', so there is none' if impossible else ''}, claims 0\n"
        )
    assert "There is no such tree." in cli("optimal", "p3c4", "--objective", objective, code=1)
    cli("optimal", "p3c4", "--objective", objective, "--certificate", "none.cert", code=1)
    assert "no strategy finds every secret of p3c4 with fewer than 4 guesses" in cli("tree", "verify", "none.cert")
