"""Identification: the questions of a table, asked one at a time."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from codepegs import BadInput, BadReply, Candidates, Game, Identification, Position, evaluate, load_game
from tests import extent

ANIMALS = Path(__file__).parents[2] / "examples" / "animals.csv"


@pytest.fixture
def animals(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setenv("CODEPEGS_GAME_FILES", "1")
    return load_game(str(ANIMALS))


def test_every_object_is_found_with_the_tests_of_the_strategy(
    animals: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    lengths = evaluate(animals, "auto")[0].lengths.tolist()
    for code, length in list(zip(animals._iterate_codes(), lengths, strict=True))[:: extent.of(1, 4)]:
        asking = Identification(animals)
        while not asking.is_over:
            assert asking.test is not None
            asking = asking.after(animals._reply_between(asking.test, code))
        assert list(asking.left) == [code]
        assert len(asking.position.turns) == length
        assert (asking.test, asking.question, asking.outcomes, asking.why) == (None, None, {}, {})
    assert capsys.readouterr() == ("", "")


def test_what_is_left_fits_the_answers_and_earlier_ones_stay(animals: Game) -> None:
    rng = random.Random(1)
    asking, earlier = Identification(animals, "entropy"), []
    while asking.test is not None:
        earlier.append((asking, str(asking.position), list(asking.left)))
        name = rng.choice([*asking.outcomes.values(), "?"])
        longer = asking.after(name)
        assert longer.left == Candidates.after(longer.position)
        if not longer.is_contradiction:
            asking = longer
        assert sum(map(len, asking.why.values())) == (len(asking.left) if asking.test else 0)
    for before, position, left in earlier:
        assert (str(before.position), list(before.left)) == (position, left)


def test_the_candidates_are_filtered_once_for_each_answer(animals: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    counted, keep = Counter[str](), Candidates.filter

    def filtering(left: Candidates, *given: object) -> Candidates:
        counted["filtered"] += 1
        return keep(left, *given)  # type: ignore[arg-type]

    asking = Identification(animals, "entropy")
    monkeypatch.setattr(Candidates, "filter", filtering)
    monkeypatch.setattr(Candidates, "after", None)  # nothing is listed again
    for answers in range(1, 4):
        asking = asking.after("?")
        for _ in range(3):
            assert asking.question
            assert asking.why
            with pytest.raises(BadReply):
                asking.after("no such outcome")
        assert counted["filtered"] == answers


def test_the_nearest_objects_need_the_fewest_other_answers(animals: Game) -> None:
    answers = [("Does_it_lay_eggs?", "yes"), ("What_covers_it?", "fur"), ("Can_it_fly?", "yes")]
    position = Position(animals)
    for test, outcome in answers:
        position = position.after(test, outcome)
    asking = Identification(position)
    assert asking.is_contradiction
    assert (asking.is_over, asking.question, asking.known) == (False, None, None)
    broken = {
        code: sum(not turn.reply.fits(animals._reply_between(turn.guess, code)) for turn in position.turns)
        for code in animals._iterate_codes()
    }
    assert {miss.code: len(miss.needed) for miss in asking.nearest} == {
        code: count for code, count in broken.items() if count == min(broken.values())
    }
    for miss in asking.nearest:
        turns = dict(miss.needed)
        mended = Position(animals)
        for turn in position.turns:
            mended = mended.after(turn.guess, turns.get(turn.guess, turn.reply))
        assert mended.fits(miss.code)
    with pytest.raises(BadInput, match="there is no question to answer"):
        asking.after("yes")


def test_a_question_left_open_is_asked_again(animals: Game) -> None:
    start = Identification(animals, "entropy")
    assert start.test is not None
    skipped = start.after("?")
    assert skipped.test != start.test
    assert skipped.without(start.test).position == start.position
    assert skipped.without(start.test).test == start.test
    assert repr(skipped) == "<identification after 1 answer: 30 objects left>"


def test_games_of_pegs_have_no_questions() -> None:
    with pytest.raises(BadInput, match="p4c6 is not a table"):
        Identification("p4c6")
