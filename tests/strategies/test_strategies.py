"""Every strategy behind the one door: it solves, it repeats, and learning equals starting with the longer history."""

from __future__ import annotations

import pytest

from codepegs.errors import BadInput, BadStrategy, Contradiction
from codepegs.game.notation import CANONICAL
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.protocol.codebreaker import Budget, Guess, Stop
from codepegs.strategies.registry import STRATEGIES, Player, make_codebreaker, options_of
from tests import naive

GAMES = ["p3c3", "p3c4n", "p3c3-b", "p3c3-t", "p3c3-w", "p1c5", "p2c1", "p4c2"]

TEXTS = [
    *(name for name in STRATEGIES if not STRATEGIES[name].own_guesses_only),  # those have tests of their own
    "minimax:candidates-only",
    "entropy:first=random",
    "expected-size:ties=random",
    "max-parts:ties=lowest",
    "minimax:first=best",
    "first-consistent:first=half",
    "first-consistent:backwards",
    "random-consistent:first=aabc",
    "aabc-max-parts:until=3",
]

WITHOUT_LISTS = ("mcmc", "genetic")
"""Strategies that never know which codes fit: they count none, rank none, and bear replies that contradict."""

LISTING = [text for text in TEXTS if text.partition(":")[0] not in WITHOUT_LISTS]


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("text", TEXTS)
def test_every_secret_is_found(rules: str, text: str) -> None:
    game = Game.parse(rules)
    if Player.parse(text).strategy.refuses(game):
        pytest.skip("not its game")
    for number, secret in enumerate(naive.all_codes(game)):
        played = play(game, secret, text, seed=Seed(7, number), turns=40)
        assert played.solved
        assert played.turns[-1].guess == secret
        assert played.position.solved
        if text not in LISTING:
            continue
        left = [turn.candidates or 0 for turn in played.turns]
        assert left == sorted(left, reverse=True)
        for made in range(played.guesses):
            so_far = Position(game, played.position.turns[: made + 1])
            assert left[made] == len(naive.candidates(so_far))


@pytest.mark.parametrize("text", TEXTS)
def test_learning_equals_starting_with_the_history(text: str) -> None:
    game = Game(4, 4)
    foreign = Position.parse("p4c4 1234:1b1w 4433:0b1w").turns
    learner = make_codebreaker(game, text, seed=3)
    for made, turn in enumerate(foreign, 1):
        learner.learn(turn)
        position = Position(game, foreign[:made])
        starter = make_codebreaker(position, text, seed=3)
        assert learner.position == starter.position
        assert learner.next() == starter.next() == make_codebreaker(position, text, seed=3).next(Budget())
        assert learner.report() == starter.report()


@pytest.mark.parametrize("text", TEXTS)
def test_same_seed_same_game(text: str) -> None:
    game = Game(4, 5)
    first, second = (play(game, None, text, seed=11) for _ in range(2))
    assert first.secret == second.secret
    assert first.position == second.position
    assert play(game, None, "minimax", seed=11).secret == first.secret


@pytest.mark.parametrize("text", LISTING)
def test_contradictions_are_raised_and_forgotten(text: str) -> None:
    codebreaker = make_codebreaker("p4c6 1122:0b0w 3344:0b0w", text, seed=1)
    before = codebreaker.position
    with pytest.raises(Contradiction, match="all 3 turns"):
        codebreaker.learn(Turn((4, 4, 5, 5), Game(4, 6)._show(0, 0)))
    assert codebreaker.position == before
    assert isinstance(codebreaker.next(), Guess)


@pytest.mark.parametrize("text", [text for text in LISTING if "random" not in text])
def test_the_best_ranked_is_the_one_played(text: str) -> None:
    for history in ("p4c5", "p4c5 1123:1b1w", "p4c5 1123:1b1w 2345:2b0w"):
        position = Position.parse(history)
        codebreaker = make_codebreaker(position, text, seed=1)
        ranked = codebreaker.rank(5)
        move = codebreaker.next()
        assert isinstance(move, Guess)
        assert ranked[0].guess == move.code
        assert len({suggestion.guess for suggestion in ranked}) == len(ranked)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("knuth", "unknown strategy 'knuth': did you mean minimax"),
        ("nobody", "unknown strategy 'nobody'; the command 'codepegs strategies' lists all strategies"),
        ("entropy,minimax", "several as --strategy entropy --strategy minimax"),
        ("minimx", "did you mean minimax"),
        ("minimax:fist=1122", "did you mean first"),
        ("minimax:first", "needs a value"),
        ("minimax:ties=maybe", "minimax: invalid value ties=maybe"),
        ("aabc-max-parts:until=-2", "invalid value until=-2"),
        ("minimax:first=1122,first=1123", "twice"),
        ("simplified-minimax:first=1122", "this strategy has no options"),
    ],
)
def test_wrong_strategy_texts(text: str, words: str) -> None:
    with pytest.raises(BadStrategy, match=words):
        Player.parse(text)


@pytest.mark.parametrize("first", ["112", "1127", "worst", "1.2", ""])
def test_wrong_first_guesses(first: str) -> None:
    for text in (f"minimax:first={first}", f"aabc-max-parts:first={first}", f"first-consistent:first={first}"):
        with pytest.raises(BadInput):
            make_codebreaker(Game(4, 6), text)


def test_first_guesses_with_dots() -> None:
    move = make_codebreaker(Game(4, 10), "minimax:first=8.7.6.5").next()
    assert isinstance(move, Guess)
    assert move.code == (7, 6, 5, 4)


def test_every_strategy_and_option_is_explained() -> None:
    for name, strategy in STRATEGIES.items():
        assert strategy.name == name
        assert strategy.origin
        assert strategy.limits
        for option in options_of(strategy):
            assert len(option.description) > 10


def test_best_first_guess_has_the_least_total() -> None:
    from codepegs.trees.build import walk

    game = Game(3, 5)
    move = make_codebreaker(game, "minimax:first=best").next()
    assert isinstance(move, Guess)
    search = Player.parse("minimax").start(game, Seed(1)).search  # type: ignore[attr-defined]
    totals: dict[tuple[int, ...], int] = {
        first: walk(Position(game), search, first=first).total for first in ((0, 0, 0), (0, 0, 1), (0, 1, 2))
    }
    assert totals[move.code] == min(totals.values())


def test_large_games_find_consistent_codes() -> None:
    played = play(Game(10, 10), None, "random-consistent", seed=5)
    assert played.solved
    for made in range(1, played.guesses):
        turns = played.position.turns
        guess = turns[made].guess
        assert all(played.game.reply(turn.guess, guess) == turn.reply for turn in turns[:made])


def test_a_search_without_an_end_stops_with_its_reason() -> None:
    history = Position.parse("p20c20 1234567123456789ABCD:1b12w 11112222333344445555:2b3w").turns
    move = make_codebreaker(Position(Game(20, 20), history), "first-consistent", seed=1).next(Budget(work=100))
    assert isinstance(move, Stop)
    assert "100 partial codes" in move.reason


def test_too_large_games_are_refused_with_an_alternative() -> None:
    with pytest.raises(BadStrategy, match="use auto"):
        make_codebreaker(Game(10, 10), "minimax")
    with pytest.raises(BadStrategy, match=r"8\^7"):
        make_codebreaker(Game(8, 8), "simplified-minimax")


# What the reports print, as they print it.


@pytest.mark.parametrize(
    "secret", [pytest.param("2613", marks=pytest.mark.extended), pytest.param("8765", marks=pytest.mark.slow)]
)
def test_parallel_knuth_games(secret: str) -> None:
    game = Game(4, 10)
    code = CANONICAL.parse(game, secret)
    played = play(game, code, "minimax:first=1111")
    assert [turn.guess for turn in played.turns] == naive.parallel_knuth_game(10, 4, code, (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("text", "rules", "guesses"),
    [
        ("aabc-max-parts:first=1122", "p4c6", "0011 0213 0024 1311 3511"),
        ("aabc-max-parts", "p4c6", "0012 0314 0411 4014 5014"),
        ("simplified-minimax", "p4c6", "1122 0000 3300"),
    ],
)
def test_games_printed_by_reports(text: str, rules: str, guesses: str) -> None:
    game = Game.parse(rules)
    expected = [tuple(int(digit) for digit in word) for word in guesses.split()]
    played = play(game, expected[-1], text)
    assert [turn.guess for turn in played.turns] == expected


def test_max_parts_partitions_corrected() -> None:
    """Its table says AAAA 4, AAAB 11, AABB 12, AABC 14; two of the four are miscounted."""
    everything = naive.all_codes(Game(4, 6))
    counted = {
        name: len(naive.partition(Game(4, 6), everything, code))
        for name, code in {
            "AAAA": (0, 0, 0, 0),
            "AAAB": (0, 0, 0, 1),
            "AABB": (0, 0, 1, 1),
            "AABC": (0, 0, 1, 2),
        }.items()
    }
    assert counted == {"AAAA": 5, "AAAB": 11, "AABB": 13, "AABC": 14}
