"""Positions of tables: every figure is that of the objects left and of the tests that can still be asked.

The judge is a plain program of dynamic programming, which shares no code with codepegs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from codepegs import Candidates, Game, ListedGame, Position, suggest
from codepegs.analysis import choose_move, describe, review
from codepegs.codes import known_at
from codepegs.game import Reply, Turn
from codepegs.trees.search import lower_bound, optimal
from tests import extent
from tests.conftest import Cli

WIN = "solved"
STRATEGIES = ("auto", "entropy", "minimax", "expected-size", "max-parts", "optimal")
Set = frozenset[int]


@dataclass
class Plain:
    """A table, its figures by plain recursion over sets of objects; totals are weighted sums of costs."""

    rows: dict[str, list[str]]
    """The outcomes of each test by object; where objects are named, also of their names."""
    costs: dict[str, int]
    weights: list[int]
    until: str
    classes: list[int]
    known: dict[tuple[Set, Set, bool, bool], int] = field(default_factory=dict)

    def mass(self, left: Set) -> int:
        return sum(self.weights[one] for one in left)

    def bits(self, labels: Sequence[object]) -> float:
        """The entropy of a label of each object."""
        masses = [
            sum(w for w, other in zip(self.weights, labels, strict=True) if other == label) for label in {*labels}
        ]
        return -sum(mass / sum(masses) * log2(mass / sum(masses)) for mass in masses)

    def parts(self, left: Set, test: str) -> dict[str, Set]:
        found: dict[str, set[int]] = {}
        for one in left:
            found.setdefault(self.rows[test][one], set()).add(one)
        return {outcome: frozenset(part) for outcome, part in found.items()}

    def tells(self, left: Set, test: str) -> bool:
        parts = self.parts(left, test)
        return len(parts) > 1 or WIN in parts

    def is_over(self, left: Set, can_ask: Set) -> bool:
        if self.until == "class" and len({self.classes[one] for one in left}) == 1:
            return True
        return not any(self.tells(left, test) for test in self.named(can_ask))

    def named(self, can_ask: Set) -> list[str]:
        return [test for number, test in enumerate(self.rows) if number in can_ask]

    def can_name(self, left: Set, can_ask: Set) -> bool:
        """Whether no name of an object left was answered with "unknown", as searches suppose."""
        names = [test for test in self.named(can_ask) if test.startswith("o")]
        return self.until != "named" or all(f"o{one}" in names for one in left)

    def asked(self, left: Set, test: str, can_ask: Set, *, priced: bool = True, worst: bool = False) -> int:
        """The least total if a test is asked next; or the least in the worst case, without costs."""
        rest = [
            self.least(part, can_ask, priced=priced, worst=worst)
            for outcome, part in self.parts(left, test).items()
            if outcome != WIN
        ]
        if worst:
            return 1 + max(rest, default=0)
        return (self.costs[test] if priced else 1) * self.mass(left) + sum(rest)

    def least(self, left: Set, can_ask: Set, *, priced: bool = True, worst: bool = False) -> int:
        key = (left, can_ask, priced, worst)
        if key not in self.known:
            tests = [] if self.is_over(left, can_ask) else self.named(can_ask)
            totals = [
                self.asked(left, test, can_ask, priced=priced, worst=worst) for test in tests if self.tells(left, test)
            ]
            self.known[key] = min(totals, default=0)
        return self.known[key]


def random_table(seed: int) -> tuple[ListedGame, Plain]:
    """A table of up to 9 objects; ends, weights, costs and classes differ by seed."""
    rng = np.random.default_rng([41, seed])
    until = ("known", "class", "named")[seed % 3]
    objects, tests = int(rng.integers(2, 10)), int(rng.integers(1, 8))
    drawn = rng.integers(int(rng.integers(2, 4)), size=(tests, objects))
    names, questions = [f"o{n}" for n in range(objects)], [f"t{n}" for n in range(tests)]
    options: dict[str, Any] = {"until": until}
    costs, classes = [1] * tests, list(range(objects))
    if seed % 2:
        options["weights"] = rng.integers(1, 9, size=objects).tolist()
    if seed % 4 < 2:
        options["costs"] = costs = rng.integers(1, 6, size=tests).tolist()
    if until == "class":
        options["classes"] = classes = rng.integers(3, size=objects).tolist()
    game = Game.from_table(drawn, tests=questions, objects=names, **options)
    assert isinstance(game, ListedGame)
    rows = {f"t{n}": [str(cell) for cell in row] for n, row in enumerate(drawn.tolist())}
    prices = dict(zip(questions, costs, strict=True))
    if until == "named":
        rows |= {name: [WIN if other == name else "no" for other in names] for name in names}
        prices |= dict.fromkeys(names, 1)
    whole = [1] * objects if game.weights is None else game.weights.tolist()
    return game, Plain(rows, prices, whole, until, classes)


def check_figures(position: Position, plain: Plain, left: Set, can_ask: Set) -> None:
    """Compare what the strategies say of a position; values are exact unless an object cannot be named any more."""
    mass, exact = plain.mass(left), plain.can_name(left, can_ask)
    for strategy in STRATEGIES if exact else STRATEGIES[:-1]:
        found = suggest(position, strategy, top=99)
        assert found.candidates.count == len(left)
        assert (found.stopped is not None) == plain.is_over(left, can_ask) == (known_at(position) is not None)
        assert {each.text for each in found} <= set(plain.named(can_ask))
        for each in found:
            parts = plain.parts(left, each.text)
            shares = [plain.mass(part) / mass for part in parts.values()]
            assert each.worst_part == max(map(len, parts.values()))
            assert each.parts == len(parts)
            assert each.expected_size == pytest.approx(
                sum(len(part) * plain.mass(part) for part in parts.values()) / mass
            )
            assert each.bits == pytest.approx(-sum(share * log2(share) for share in shares), abs=1e-9)
            assert each.win_chance == pytest.approx(plain.mass(parts.get(WIN, frozenset())) / mass)
            assert (each.expected is not None and each.expected.exact) == exact
            if each.expected is not None:
                assert each.expected.value == pytest.approx(plain.asked(left, each.text, can_ask) / mass)
        if found:
            assert plain.tells(left, found[0].text)
            if exact and strategy in ("auto", "optimal"):
                assert found[0].expected is not None
                assert found[0].expected.value == pytest.approx(plain.least(left, can_ask) / mass)


def walk(game: ListedGame, plain: Plain, seed: int) -> Iterator[tuple[Position, Set, Set]]:
    """Positions of a session in which some answers are unknown, with what is left and what can be asked."""
    rng = np.random.default_rng([42, seed])
    secret = int(rng.integers(game.size))
    position, left, can_ask = Position(game), frozenset(range(game.size)), frozenset(range(len(plain.rows)))
    tests, unanswered = list(plain.rows), list[str]()
    while True:
        yield position, left, can_ask
        if plain.is_over(left, can_ask):
            return
        if rng.random() < 0.6:
            move = choose_move(position)
            assert move.guess is not None
            test = game.text_of(move.guess)
            assert tests.index(test) in can_ask, "no question is asked twice"
            if plain.can_name(left, can_ask):
                assert plain.asked(left, test, can_ask) == plain.least(left, can_ask)
        elif unanswered and rng.random() < 0.3:
            test = str(rng.choice(unanswered))  # of which the outcome is found out after all
        else:
            test = str(rng.choice(plain.named(can_ask)))
        code, number = game.check_guess(test), tests.index(test)
        unknown = test not in unanswered and rng.random() < 0.4
        can_ask -= {number}
        if unknown:
            unanswered.append(test)
            position = Position(game, (*position.turns, Turn(code, Reply(unknown=True))))
            continue
        outcome = plain.rows[test][secret]
        position = position.after(code, game.reply(code, game._code_at(secret)))
        left = plain.parts(left, test)[outcome]
        if outcome == WIN:
            return


def check_session(seed: int) -> None:
    game, plain = random_table(seed)
    last = Position(game)
    for position, left, can_ask in walk(game, plain, seed):
        assert [int(key) for key in Candidates.after(position).keys] == sorted(left)
        check_figures(position, plain, left, can_ask)
        last = position
    if last.turns and not last.solved:
        check_coach(game, last, plain)


def check_coach(game: ListedGame, position: Position, plain: Plain) -> None:
    """The coach compares each test with the best one that could be asked then."""
    tests = list(plain.rows)
    left, can_ask = frozenset(range(game.size)), frozenset(range(len(tests)))
    for turn in review(position).turns:
        text = game.text_of(turn.guess)
        assert turn.before.count == len(left)
        if plain.can_name(left, can_ask):
            assert turn.asked is not None
            assert turn.best is not None
            assert turn.asked.expected is not None
            assert turn.best.expected is not None
            assert turn.asked.expected.value == pytest.approx(plain.asked(left, text, can_ask) / plain.mass(left))
            best = min(plain.least(left, can_ask), plain.asked(left, text, can_ask))
            assert turn.best.expected.value == pytest.approx(best / plain.mass(left))
            lost = turn.asked.expected.value - turn.best.expected.value
            assert turn.lost_guesses == pytest.approx(lost, abs=1e-9)
        can_ask -= {tests.index(text)}
        if not turn.reply.unknown:
            left = plain.parts(left, text)[str(turn.reply)]
        assert turn.after.count == len(left)


def check_bounds(seed: int) -> None:
    """No bound is above the optimum, which searches, bounds and descriptions know from one definition of the end."""
    game, plain = random_table(seed)
    everything, can_ask = frozenset(range(game.size)), frozenset(range(len(plain.rows)))
    mass, least = plain.mass(everything), plain.least(everything, can_ask)
    found = describe(game)
    assert found.least_average * mass <= plain.least(everything, can_ask, priced=False) + 1e-9
    assert found.least_longest_game <= plain.least(everything, can_ask, worst=True)
    columns = list(zip(*plain.rows.values(), strict=True))
    told = plain.bits(plain.classes) - plain.bits([*zip(columns, plain.classes, strict=True)]) + plain.bits(columns)
    assert found.secret_bits == pytest.approx(told, abs=1e-9)
    assert (found.least_cost is None) == (game.costs is None)
    assert (found.least_cost or 0.0) * mass <= least + 1e-9
    if plain.is_over(everything, can_ask):
        assert (found.least_average, found.least_longest_game) == (0.0, 0)
        return
    searched = optimal(game)
    assert (searched.upper_bound, searched.lower_bound, searched.proved) == (least, least, True)
    assert lower_bound(game).lower_bound == least
    if game.costs is None:
        assert optimal(game, "depth").upper_bound == plain.least(everything, can_ask, worst=True)


TABLES = 300


@pytest.mark.parametrize("seed", extent.rest_extended(range(TABLES), range(24)))
def test_figures_of_positions_are_those_of_plain_recursion(seed: int) -> None:
    check_session(seed)


@pytest.mark.parametrize("start", extent.rest_extended(range(0, 500, 25), [0]))
def test_no_bound_is_above_the_optimum(start: int) -> None:
    for seed in range(start, start + 25):
        check_bounds(seed)


def test_classes_that_no_test_tells_apart_are_not_counted_on() -> None:
    game = Game.from_table([[0, 0, 0, 1]], objects=list("abcd"), classes=list("xyzx"))
    found = describe(game)
    assert (found.least_average, found.least_longest_game) == (1.0, 1)
    assert (optimal(game).upper_bound, lower_bound(game).lower_bound) == (4, 4)


def test_tests_that_were_not_answered_are_not_counted_on(cli: Cli) -> None:
    Path("few.csv").write_text("o,t,u\na,0,0\nb,0,1\nc,1,1\n", encoding="utf-8")
    (best,) = cli.json("suggest", "few.csv t:?")["suggestions"]
    assert (best["guess"], best["expected_guesses"]) == ("u", 1.0)
    Path("priced.csv").write_text("o,t,u,v\na,0,0,0\nb,0,1,1\nc,1,1,1\ncost,1,1,3\n", encoding="utf-8")
    game = "table:priced.csv:costs=cost"
    (best,) = cli.json("suggest", f"{game} t:0 u:?")["suggestions"]
    assert (best["guess"], best["expected_guesses"]) == ("v", 3.0)
    asked = re.findall(r"^\w(?= \()", cli("identify", game, answers="0\n?\n" + "0\n" * 40), re.MULTILINE)
    assert asked == ["t", "u", "v"]


def test_no_session_asks_a_question_twice(cli: Cli) -> None:
    for seed in range(extent.of(100, 12)):
        rng = np.random.default_rng([43, seed])
        objects, tests = int(rng.integers(2, 9)), int(rng.integers(1, 8))
        names = [f"t{n}" for n in range(tests)]
        rows = [f"o{n},{','.join(map(str, row))}" for n, row in enumerate(rng.integers(2, size=(objects, tests)))]
        costs = f"cost,{','.join(map(str, rng.integers(1, 4, size=tests)))}"
        Path(f"random{seed}.csv").write_text("\n".join((f"o,{','.join(names)}", *rows, costs, "")), encoding="utf-8")
        answers = "".join(f"{answer}\n" for answer in rng.choice(["0", "1", "?"], size=tests))
        printed = cli("identify", f"table:random{seed}.csv:costs=cost", answers=answers)
        asked = re.findall(r"^(t\d) \(", printed, re.MULTILINE)
        assert len({*asked}) == len(asked)
        assert re.search(r"\n(Found: o\d|It is one of these)", printed), "all answers are enough"
        by_bot = cli("bot", f"table:random{seed}.csv:costs=cost", answers=answers)
        assert re.findall(r"^t\d$", by_bot, re.MULTILINE) == asked


@pytest.mark.parametrize("seed", extent.rest_extended(range(36), [1, 2, 3]))
def test_a_test_that_was_not_answered_is_as_good_as_not_in_the_table(seed: int) -> None:
    """The table without the test has the same figures, also where they are estimated."""
    rng = np.random.default_rng([44, seed])
    objects, tests = int(rng.integers(20, 80)), int(rng.integers(8, 90))
    drawn, until = rng.integers(int(rng.integers(2, 5)), size=(tests, objects)), ("known", "class", "named")[seed % 3]
    options: dict[str, Any] = {"objects": [f"o{n}" for n in range(objects)], "until": until}
    if seed % 2:
        options["weights"] = rng.integers(1, 9, size=objects)
    if until == "class":
        options["classes"] = rng.integers(4, size=objects)
    costs = rng.integers(1, 6, size=tests) if seed % 4 < 2 else np.ones(tests, dtype=int)
    gone = rng.choice(tests, size=3, replace=False).tolist()
    kept = [n for n in range(tests) if n not in gone]
    whole, rest = (
        Game.from_table(drawn[some], tests=[f"t{n}" for n in some], costs=costs[some], **options)
        for some in (range(tests), kept)
    )
    asked = f"t{kept[0]}:{drawn[kept[0], 0]}"
    for more in ("", asked):
        unknown = " ".join(f"t{n}:?" for n in gone)
        pair = [Position.parse(f"{whole} {unknown} {more}"), Position.parse(f"{rest} {more}")]
        for strategy in STRATEGIES[1:5]:
            ours, theirs = (suggest(position, strategy, top=3) for position in pair)
            assert ours.stopped == theirs.stopped
            for one, other in zip(ours, theirs, strict=True):
                assert (one.text, one.worst_part, one.expected_size, one.bits, one.parts, one.win_chance) == (
                    (other.text, other.worst_part, other.expected_size, other.bits, other.parts, other.win_chance)
                )
                assert one.expected is not None
                assert other.expected is not None
                if one.expected.exact == other.expected.exact:
                    assert one.expected == other.expected
                else:  # one search was just within its limit of work
                    error = one.expected.error + other.expected.error
                    assert one.expected.value == pytest.approx(other.expected.value, abs=2 * error)
