"""Expressions mean what Python means by them, run nothing else, and state games of which the totals are known."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from codepegs import Candidates, Position, load_game, optimal
from codepegs.errors import BadInput, BadRules
from codepegs.game.expressions import Expression, Pegs
from tests import extent

GAMES = Path(__file__).parents[2] / "examples" / "games"

NAMES = ("a", "b", "c")


def drawn(draw: Random, depth: int) -> str:
    """An expression of whole numbers, or of truth."""
    chosen: str = draw.choice([*NAMES, *"0123", "peg[1]", "peg[2]"])
    if depth == 0:
        return chosen
    first, second, third = (drawn(draw, depth - 1) for _ in range(3))
    forms = [
        f"({first} {draw.choice(['+', '-', '*', '//', '%', '&', '|', '^'])} {second})",
        f"({first} {draw.choice(['<', '<=', '==', '!=', '>', '>='])} {second})",
        f"({first} < {second} <= {third})",
        f"({first} if {second} else {third})",
        f"(({first} > 1) {draw.choice(['and', 'or'])} ({second} > 1))",
        f"(not {first})",
        f"{draw.choice(['min', 'max'])}({first}, {second}, {third})",
        f"abs({first} - {second})",
        f"parity({first})",
        f"sum(peg) + {first}",
        f"count(peg, {draw.randrange(4)})",
        f"is_prime({draw.choice(NAMES)} * 7 + 4)",
        f"bits(abs({first}))",
        "distinct(peg)",
    ]
    chosen = draw.choice(forms)
    return chosen


class FromOne(tuple[int, ...]):
    """Pegs of one code, counted from 1."""

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        return super().__getitem__(place - 1)


PLAIN: dict[str, Any] = {
    "parity": lambda value: value % 2,
    "count": lambda pegs, value: sum(peg == value for peg in pegs),
    "is_prime": lambda number: number > 1 and all(number % each for each in range(2, number)),
    "bits": lambda value: bin(value).count("1"),
    "distinct": lambda pegs: len(set(pegs)),
}


@pytest.mark.parametrize("seed", range(extent.of(400, 60)))
def test_an_expression_is_what_python_computes(seed: int) -> None:
    draw = Random(seed)
    text = drawn(draw, draw.randrange(1, 3))
    if len(text) > 200:
        return
    codes = [tuple(draw.randrange(5) for _ in NAMES) for _ in range(20)]
    columns = np.array(codes).T
    given = {"peg": Pegs(columns), **dict(zip(NAMES, columns, strict=True))}
    expression = Expression.parse(text, (*NAMES, "peg"))
    plain = []
    for code in codes:
        names = {"peg": FromOne(code), **dict(zip(NAMES, code, strict=True)), **PLAIN}
        try:
            plain.append(int(eval(text, names)))
        except ZeroDivisionError:
            with pytest.raises(BadRules, match="divides by zero"):
                expression.value(given)
            return
    found = np.broadcast_to(np.asarray(expression.value(given)), (len(codes),)).astype(int).tolist()
    assert found == plain, text
    for code, value in zip(codes, plain, strict=True):
        alone = expression.value({"peg": Pegs(code), **dict(zip(NAMES, code, strict=True))})
        assert int(alone) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a.real",
        "__import__('os')",
        "a()",
        "print(a)",
        "[a]",
        "{a}",
        "lambda: a",
        "a := 1",
        "[a for a in peg]",
        "peg[1:2]",
        "d",
        "abs(a, b)",
        "min(a, key=b)",
        "min(*peg)",
        "f'{a}'",
        "'ab'",
        "b'a'",
        "...",
        "None",
        "a @ b",
        "a is b",
        "a in peg",
        "~a",
        "1j",
        "9" * 30,
        "a +",
        "a" * 300,
        "(" * 90 + "a",
        "min",
        "peg[min]",
    ],
)
def test_what_is_no_expression_is_refused(text: str) -> None:
    columns = np.array([[1, 2], [3, 4], [5, 6]])
    with pytest.raises(BadRules):
        Expression.parse(text, (*NAMES, "peg")).value({"peg": Pegs(columns), **dict(zip(NAMES, columns, strict=True))})


@pytest.mark.parametrize(
    "text", ["9 ** 9 ** 9", "2 ** 99", "1 << 99", "a ** 40", "a * 4611686018427387903", "a ** b ** c"]
)
def test_numbers_do_not_overflow(text: str) -> None:
    with pytest.raises(BadRules, match="would reach"):
        Expression.parse(text, NAMES).value(dict.fromkeys(NAMES, np.array([10, 9])))


@pytest.mark.parametrize(
    "text", ["a / (b - b)", "a // (b - b)", "a % (b - b)", "log2(a - a)", "bits(a - 99)", "a ** (b - 9)"]
)
def test_what_is_undefined_is_refused(text: str) -> None:
    with pytest.raises(BadRules, match="divides by zero"):
        Expression.parse(text, NAMES).value(dict.fromkeys(NAMES, np.array([3, 4])))


def test_secrets_are_those_for_which_the_condition_holds(tmp_path: Path) -> None:
    file = tmp_path / "where.toml"
    for seed in range(extent.of(40, 8)):
        draw = Random(f"where {seed}")
        where = f"{drawn(draw, 1)} == {draw.randrange(3)} or {drawn(draw, 1)} > 2"
        file.write_text(f'rules = "p3c5"\nbase = 0\nwhere = "{where}"\n')
        names = [
            {"peg": FromOne(code), **dict(zip(NAMES, code, strict=True)), **PLAIN}
            for code in product(range(5), repeat=3)
        ]
        try:
            held = ["".join(map(str, each["peg"])) for each in names if eval(where, dict(each))]
        except ZeroDivisionError:
            held = []
        if held:
            assert list(load_game(file).texts) == held, where
        else:
            with pytest.raises(BadRules):
                load_game(file)


TOTALS = {
    "lock": 1,
    "turing-machine": 20,
    "one-peg": 118,
    "higher-or-lower": 580,
    "coins": 72,
    "pools": 20_170,
    "first-bad-version": 719,
    "ship": 176,
    "birthday": 3_143,
}
"""The least totals: of Turing Machine 20/7 of 7 codes, of one peg at a time 118 of 24, of the numbers 580 of 100, of
the coins three weighings each, and of the pools the published 2.017 of four people, one in ten of whom is ill."""


@pytest.mark.parametrize("name", extent.longer_extended(TOTALS, ["coins", "birthday"]))
def test_games_of_the_gallery_have_known_totals(name: str) -> None:
    assert optimal(load_game(GAMES / f"{name}.toml")).upper_bound == TOTALS[name]


def test_pools_of_five_people(tmp_path: Path) -> None:
    file = tmp_path / "pools.toml"
    file.write_text((GAMES / "pools.toml").read_text().replace("15", "31").replace("4 -", "5 -"))
    assert optimal(load_game(file)).upper_bound == 244_868


def test_lock_and_primes() -> None:
    assert load_game(GAMES / "lock.toml").texts == ("653",)
    primes = [n for n in range(10_000, 100_000) if all(n % each for each in range(2, math.isqrt(n) + 1))]
    assert load_game(GAMES / "primel.toml").texts == tuple(map(str, primes))


def test_large_games_of_pegs_are_selected_from(tmp_path: Path) -> None:
    file = tmp_path / "large.toml"
    file.write_text('rules = "p7c9"\nwhere = "sum(peg) == 9"\n')
    game = load_game(file)
    assert game.size == math.comb(8, 6)
    assert len(Candidates.after(Position(game))) == game.size
    file.write_text('rules = "p9c9"\nwhere = "sum(peg) == 9"\n')
    with pytest.raises(BadRules, match="looks through at most"):
        load_game(file)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('rules = "p3c5"\nwhere = "a > 9"', "no code or object satisfies"),
        ('secrets = ["ab", "abc"]\nwhere = "a > 9"', "one length"),
        ('objects = "x 1..3"\n[[tests]]\noutcome = "x"', "expected names with their values"),
        ('objects = "x in 1000000000..1000000005"\n[[tests]]\noutcome = "x"', "expected names with their values"),
        ('objects = "x in 1..9999999"\n[[tests]]\noutcome = "x"', "stands for more than"),
        ('objects = "x in 1..3"\nname = "{y}"\n[[tests]]\noutcome = "x"', "in braces"),
        ('objects = "x in 1..3"\n[[tests]]\nname = "x"', "have no outcome"),
        ('objects = "x in 1..3"\n[[tests]]\noutcome = "y"', "not a valid outcome"),
        ('objects = "x in 1..3"\n[[tests]]\noutcome = "1"', "no test tells objects apart"),
        ('objects = "x in 1..3"\n[[tests]]\noutcome = "x"\nprice = 2', "is not valid in tests"),
        ('objects = "x in 1..3"\nhard = true\n[[tests]]\noutcome = "x"', "cannot be stated beside tests"),
        ('objects = "x in 1..3"\nweights = [1, 2, 3]\n[[tests]]\noutcome = "x"', "weights beside tests"),
        ('objects = "x in 1..3"', "there are no tests"),
        ('rules = "p3c5"\n[[cards]]\nlaws = []', "card 1 is invalid"),
        ('rules = "p3c5"\n[[cards]]\nlaws = ["a > 0"]', "no combination of laws"),
        ('rules = "p3c5"\nname = "x"', "belongs to a file with objects"),
    ],
)
def test_faults_are_told_in_a_sentence(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "fault.toml"
    file.write_text(text + "\n")
    with pytest.raises(BadRules, match=told):
        load_game(file)


@pytest.mark.parametrize(
    ("clues", "holds"),
    [
        ("sum=14", lambda a, b, c, d: a + b + c + d == 14),
        ("a<b c>=d", lambda a, b, c, d: a < b and c >= d),
        ("a!=b+1, parity(sum(peg))==0", lambda a, b, c, d: a != b + 1 and (a + b + c + d) % 2 == 0),
        ("2*a<=b and_not", None),
    ],
)
def test_clues_stand_beside_turns(clues: str, holds: Any) -> None:
    if holds is None:
        with pytest.raises(BadInput):
            Position.parse(f"p4c6 {clues} 1122:1b1w")
        return
    plain = Candidates.after(Position.parse("p4c6 1122:1b1w"))
    kept = ["".join(str(peg + 1) for peg in code) for code in plain if holds(*(peg + 1 for peg in code))]
    for text in (f"p4c6 {clues} 1122:1b1w", f"p4c6 1122:1b1w {clues}", f"p4c6 {clues} 1122 1H1B"):
        position = Position.parse(text)
        assert [position.game.text_of(code) for code in Candidates.after(position)] == kept
        assert Position.parse(str(position)) == position
    assert len(position.game.texts) == 6**4  # type: ignore[attr-defined]


def test_clues_of_lists(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("crane\nslate\ntrace\ncrate\n")
    position = Position(load_game(f"where:words:{file}:wordle:a=='c'"))
    assert [position.game.text_of(code) for code in Candidates.after(position)] == ["CRANE", "CRATE"]


@pytest.mark.parametrize("text", ["p4c6 1122=1b0w", "p4c6 1122=1,0 1344=0,2", "p4c6-b 1122=2", "p1c9-b 3=0"])
def test_turns_with_an_equals_sign_are_no_clues(text: str) -> None:
    assert not str(Position.parse(text)).startswith("where:")
