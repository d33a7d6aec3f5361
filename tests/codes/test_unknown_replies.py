"""Replies of which a number, or all, is unknown: they leave the union of what the possible replies leave."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from codepegs import explain_contradiction, make_codebreaker, review, suggest
from codepegs.analysis.coach import contradicted
from codepegs.codes import Candidates, decide, find_consistent
from codepegs.errors import BadReply
from codepegs.game import Game, ListedGame, Position, Reply, Turn, TurnArrays, View, parse_reply
from codepegs.strategies.sampling import Evidence, list_fitting
from tests import naive

GAMES = ["p3c4", "p4c3", "p3c4-b", "p3c4-t", "p3c4-w", "p3c5n", "p3c4n-t"]


def unknown_of(game: Game, reply: Reply, rng: random.Random) -> Reply:
    """A reply with something forgotten, or the same."""
    if game.view is not View.BLACK_WHITE:
        return rng.choice([reply, Reply(unknown=True)])
    black, white = rng.choice([reply.black, None]), rng.choice([reply.white, None])
    return reply if None not in (black, white) else Reply(black, white, unknown=True)


def history(game: Game, rng: random.Random, turns: int) -> Position:
    secrets = naive.all_codes(game)
    position = Position(game)
    for _ in range(turns):
        guess = tuple(rng.choices(range(game.colors), k=game.pegs))
        position = position.after(guess, unknown_of(game, game.reply(guess, rng.choice(secrets)), rng))
    return position


def possible(position: Position) -> list[Position]:
    """The positions in which each unknown reply is one of those that it stands for."""
    game = position.game
    replies = [[true for true in game._with_repeats.replies() if turn.reply.fits(true)] for turn in position.turns]
    return [
        replace(
            position, turns=tuple(Turn(turn.guess, true) for turn, true in zip(position.turns, chosen, strict=True))
        )
        for chosen in product(*replies)
    ]


@pytest.mark.parametrize("rules", GAMES)
def test_the_candidates_are_the_union(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    for _ in range(15):
        position = history(game, rng, rng.randint(1, 3))
        union = sorted({code for known in possible(position) for code in naive.candidates(known)})
        assert list(Candidates.after(position)) == union
        one_by_one = Candidates.all(game)
        for turn in position.turns:
            one_by_one = one_by_one.filter(turn)
        assert list(one_by_one) == union
        assert [code for code in naive.all_codes(game) if position.fits(code)] == union
        assert sorted(decide(position, len(naive.all_codes(game))).codes) == union
        assert find_consistent(position, None) == (union[0] if union else None)
        backwards = [code[::-1] for code in union]
        assert find_consistent(position, None, backwards=True) == (min(backwards)[::-1] if union else None)
        assert Position.parse(str(position)) == position
        assert (explain_contradiction(position) is None) == bool(union)


@pytest.mark.parametrize("rules", ["p3c4", "p3c5n"])
def test_samples_are_checked_with_what_is_known(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    for _ in range(10):
        position = history(game, rng, 2)
        listed = list_fitting(Evidence(game, position.turns), 1000, 1_000_000).codes
        assert listed is not None
        assert sorted(map(tuple, listed.tolist())) == list(Candidates.after(position))


def test_texts() -> None:
    game = Game.parse("p4c6")
    texts = {"0b?w": "0b?w", "?w0b": "0b?w", "0,?": "0b?w", "0?": "0b?w", "?b2w": "?b2w", "? 2": "?b2w"}
    texts |= {"?": "?", "??": "?", "?b?w": "?", "\uff1f": "?"}
    assert {text: str(parse_reply(game, text)) for text in texts} == texts
    assert [str(parse_reply(f"p4c6-{view}", text)) for view, text in [("b", "?"), ("t", "?t"), ("w", "?w")]] == [
        "?"
    ] * 3
    assert (Reply(0, unknown=True).words, Reply(unknown=True).words) == ("no black, white unknown", "unknown")
    assert eval(repr(parse_reply(game, "?b2w"))) == Reply(white=2, unknown=True)
    assert Position.parse("p4c6 1111:4b?w").solved


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("p4c6 1122:5b?w", "exceeds the 4 pegs"),
        ("p4c6 1111:?b1w", "one colour never gets a white"),
        ("p12c12 111222333444:0b?w", "games of up to 50,000,000 codes"),
    ],
)
def test_impossible_unknown_replies(text: str, words: str) -> None:
    with pytest.raises(BadReply, match=words):
        Position.parse(text)


def test_words_have_whole_unknown_replies() -> None:
    game = ListedGame(["CRANE", "TRACE", "SLATE", "GRATE"], reply="wordle", hard="wordle")
    position = Position(game).after("CRANE", "?").after("SLATE", "--ggg")
    assert str(position).endswith("CRANE:? SLATE:--ggg")
    assert [game.text_of(code) for code in Candidates.after(position)] == ["GRATE"]


@pytest.mark.parametrize("name", ["auto", "minimax", "sampling", "first-consistent", "optimal", "genetic"])
def test_strategies_that_list_or_sample(name: str) -> None:
    position = Position.parse("p3c4 112:0b?w 334:?")
    found = suggest(position, name)
    assert len(found)
    assert found.candidates.count == 27
    codebreaker = make_codebreaker("p3c4", name)
    for turn in position.turns:
        codebreaker.learn(turn)
    assert codebreaker.position == position


@pytest.mark.parametrize("name", ["growing-list", "streaming", "bayes", "mcmc"])
def test_strategies_that_need_every_reply_say_so(name: str) -> None:
    with pytest.raises(BadReply, match="is unknown, and this strategy needs every reply"):
        suggest("p4c6 1122:0b?w", name)
    codebreaker = make_codebreaker("p4c6", name)
    with pytest.raises(BadReply, match="is unknown, and this strategy needs every reply"):
        codebreaker.learn(Turn((0, 0, 1, 1), Reply(0, unknown=True)))
    assert not codebreaker.position.turns


def test_the_strategies_that_are_named_take_unknown_replies() -> None:
    with pytest.raises(BadReply, match=r"choose e\.g\. entropy, or sampling if replies may be false"):
        suggest("p4c6 1122:0b?w", "auto:noise=0.1")
    assert suggest("p4c6 1122:0b?w", "sampling:noise=0.1")
    assert suggest("p4c6 1122:0b?w", "entropy")


def test_arrays_have_no_part_of_an_unknown_reply() -> None:
    with pytest.raises(BadReply, match="is unknown"):
        _ = TurnArrays.of(Game(4, 6), Position.parse("p4c6 1122:0b?w").turns).parts


def test_the_coach_rates_the_guess_but_not_the_luck() -> None:
    found = review("p3c4 112:0b?w 334:1b0w 332:?")
    assert [turn.candidates_after for turn in found.turns] == [
        len(Candidates.after(Position(found.position.game, found.position.turns[:n]))) for n in (1, 2, 3)
    ]
    assert [turn.luck is None for turn in found.turns] == [True, False, True]
    assert all(turn.skill is not None for turn in found.turns)


@pytest.mark.parametrize("rules", GAMES)
def test_a_guess_contradicts_the_turns_whose_reply_it_cannot_give(rules: str) -> None:
    game, rng = Game.parse(rules), random.Random(rules)
    for _ in range(10):
        position = history(game, rng, 4)
        given = [
            [turn.reply.fits(game._reply_between(turn.guess, later.guess)) for turn in position.turns[:n]]
            for n, later in enumerate(position.turns)
        ]
        assert contradicted(position) == [tuple(n for n, fits in enumerate(row, 1) if not fits) for row in given]
