"""Exact Bayes against a plain-Python one, its laws, and how well it plays and knows what it knows."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from codepegs.errors import BadStrategy, Contradiction
from codepegs.game.position import Position
from codepegs.game.reply import Code, Turn
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.bayes import codebreaker as bayes
from codepegs.strategies.bayes.codebreaker import BayesCodebreaker
from codepegs.strategies.bayes.posterior import DOUBT, HARDNESS, POWER, FalseCounts, guesses_to_come
from codepegs.strategies.protocol.codebreaker import Declaration, Guess
from codepegs.strategies.registry import Player, make_codebreaker
from tests import extent, naive

GAMES = ["p3c3", "p4c3", "p3c3-b", "p4c3-t", "p3c3-w", "p3c4n", "p3c5n-t"]


def start(text: str, game: Game, turns: tuple[Turn, ...] = ()) -> BayesCodebreaker:
    codebreaker = make_codebreaker(Position(game, turns), text, seed=1)
    assert isinstance(codebreaker, BayesCodebreaker)
    return codebreaker


def drawn_turns(game: Game, count: int, seed: int) -> tuple[Turn, ...]:
    """Guesses and replies that have nothing to do with each other."""
    rng = np.random.default_rng(seed)
    codes, replies = naive.all_codes(game), game.replies()
    return tuple(Turn(codes[rng.integers(len(codes))], replies[rng.integers(len(replies))]) for _ in range(count))


def naive_posterior(game: Game, turns: tuple[Turn, ...], share: float, announced: bool) -> dict[Code, float]:
    """Bayes' rule, one code and one turn after another."""
    by_chance = share / len(game.replies())
    weights = {}
    for code in naive.all_codes(game):
        weight = 1.0
        for turn in turns:
            weight *= by_chance + (1 - share) * (game.reply(turn.guess, code) == turn.reply)
            weight *= not (announced and turn.guess == code)
        weights[code] = weight
    total = sum(weights.values())
    return {code: weight / total for code, weight in weights.items()}


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("announced", [True, False])
def test_the_posterior_is_that_of_plain_bayes(rules: str, announced: bool) -> None:
    game = Game.parse(rules)
    for seed in range(3):
        turns = drawn_turns(game, 4, seed)
        wanted = naive_posterior(game, turns, 0.2, announced)
        codebreaker = start(f"bayes:noise=0.2{'' if announced else ',declare=0.99'}", game, turns)
        found = codebreaker.posterior(game.size)
        assert [chance for _, chance in found] == sorted((chance for _, chance in found), reverse=True)
        for code, chance in found:
            assert chance == pytest.approx(wanted.pop(code), abs=1e-12)
        assert sum(wanted.values()) == pytest.approx(0.0, abs=1e-12)  # codes that were asked are not listed


@pytest.mark.parametrize("rules", GAMES)
def test_beliefs_doubts_and_information_are_exact(rules: str) -> None:
    game = Game.parse(rules)
    turns = drawn_turns(game, 3, 5)
    wanted = naive_posterior(game, turns, 0.3, True)
    codebreaker = start("bayes:noise=0.3", game, turns)
    belief = np.zeros((game.pegs, game.colors))
    for code, chance in wanted.items():
        belief[range(game.pegs), code] += chance
    found = codebreaker.belief()
    assert found is not None
    np.testing.assert_allclose(found, belief, atol=1e-12)
    doubts = [
        sum(chance for code, chance in wanted.items() if game.reply(turn.guess, code) != turn.reply) for turn in turns
    ]
    assert codebreaker.doubts() == pytest.approx(doubts, abs=1e-9)
    report = codebreaker.report()
    assert report.suspect_turns == tuple(n for n, doubt in enumerate(doubts, 1) if doubt > 0.5)
    assert report.noise == 0.3
    bits = -sum(chance * math.log2(chance) for chance in wanted.values() if chance)
    assert report.candidates_estimate == pytest.approx(2**bits)
    for suggestion in codebreaker.rank(5):
        assert suggestion.win_chance == pytest.approx(wanted[suggestion.guess], abs=1e-12)
        assert suggestion.bits == pytest.approx(information(game, wanted, suggestion.guess, 0.3), abs=1e-6)


def information(game: Game, posterior: dict[Code, float], guess: Code, share: float) -> float:
    """Bits that the shown reply, and whether the game ends, tell of the secret, from their joint distribution."""
    replies = game.replies()
    shown: Counter[object] = Counter()
    given = 0.0
    for code, chance in posterior.items():
        if code == guess:
            shown["the end"] += chance  # type: ignore[assignment]
            continue
        for reply in replies:
            p = share / len(replies) + (1 - share) * (game.reply(guess, code) == reply)
            shown[reply] += chance * p  # type: ignore[assignment]
            given -= chance * p * math.log2(p)
    return -sum(p * math.log2(p) for p in shown.values() if p) - given


def after_reply(
    game: Game, posterior: dict[Code, float], guess: Code, reply: object, share: float, announced: bool
) -> tuple[float, dict[Code, float]]:
    """The probability that a reply is shown and the game goes on, and the posterior then."""
    joint = {
        code: chance * (share / len(game.replies()) + (1 - share) * (game.reply(guess, code) == reply))
        for code, chance in posterior.items()
        if code != guess or not announced
    }
    total = sum(joint.values())
    return total, {code: weight / total for code, weight in joint.items()} if total else {}


def naive_value(posterior: dict[Code, float], announced: bool) -> float:
    """Guesses still to come, by the entropy of the posterior and its most probable code."""
    bits = -sum(chance * math.log2(chance) for chance in posterior.values() if chance)
    if not announced:
        return float(np.interp(bits * 8, np.arange(320), guesses_to_come(announced=False)))
    return float(1 + HARDNESS * bits**POWER + DOUBT * (1 - max(posterior.values())))


def naive_cost(
    game: Game, posterior: dict[Code, float], guess: Code, share: float, announced: bool, further: int
) -> float:
    """Guesses expected after this one, when so many more of the best kind are looked at."""
    cost = 0.0
    for reply in game.replies():
        total, after = after_reply(game, posterior, guess, reply, share, announced)
        if not total:
            continue
        if further:
            second = (naive_cost(game, after, code, share, announced, further - 1) for code in naive.all_codes(game))
            cost += total * (1 + min(second))
        else:
            cost += total * naive_value(after, announced)
    return cost


@pytest.mark.parametrize("text", ["bayes:noise=0.2", "bayes:noise=0.3,declare=0.9", "bayes"])
@pytest.mark.parametrize("rules", extent.rest_extended(["p2c4", "p3c3-b", "p2c5n-t"], ["p2c4", "p2c5n-t"]))
@pytest.mark.extended
def test_costs_by_one_guess_and_by_two_are_those_of_following_every_reply(rules: str, text: str) -> None:
    game = Game.parse(rules)
    codes = naive.all_codes(game)
    secret = codes[5]
    turns = tuple(Turn(guess, game.reply(guess, secret)) for guess in (codes[1], codes[-2]))
    codebreaker = start(text, game, turns[:1] if text == "bayes" else turns)
    share, announced = codebreaker.noise.share or 0.0, codebreaker.noise.announced
    posterior = {code: chance for code, chance in codebreaker.posterior(game.size) if chance}
    sample = codebreaker._now().sample(game.size, np.random.default_rng(1))
    compared = codebreaker._compared(np.arange(game.size), sample, WorkerThreads())
    costs, _ = codebreaker._costs(compared, WorkerThreads())
    further = codebreaker._costs_further(compared, np.arange(game.size), WorkerThreads())
    for number, guess in enumerate(codes):
        assert costs[number] == pytest.approx(naive_cost(game, posterior, guess, share, announced, 0), abs=0.005)
        if number % 9 == 1:  # a naive look at two guesses takes long
            assert further[number] == pytest.approx(naive_cost(game, posterior, guess, share, announced, 1), abs=0.01)


def test_what_is_remembered_from_game_to_game_changes_no_guess() -> None:
    game = Game(3, 4)
    players = [Player.parse(text).with_noise(0.2) for text in ("bayes", "bayes:ahead=0", "bayes:noise=0.4")]

    def guesses() -> set[tuple[Player, Position, Code]]:
        """The guesses of some games, and where they were made."""
        played = [
            (player, play(game, None, player, noise=0.2, seed=Seed(9, n))) for player in players for n in range(8)
        ]
        return {
            (player, Position(game, one.position.turns[:made]), turn.guess)
            for player, one in played
            for made, turn in enumerate(one.turns)
        }

    bayes._known_choice.cache_clear()
    fresh = guesses()
    assert bayes._known_choice.cache_info().currsize
    assert guesses() == fresh
    bayes._known_choice.cache_clear()
    for player, position, code in fresh:
        move = make_codebreaker(position, player, seed=3).next()
        assert isinstance(move, Guess)
        assert move.code == code


@pytest.mark.parametrize(
    "text",
    ["bayes:noise=0.15", "bayes:noise=0.2,ahead=0", "bayes:noise=unknown", "bayes:noise=0.2,declare=0.9", "bayes"],
)
@pytest.mark.parametrize("history", ["p4c4 1234:1b1w 4433:0b1w 1122:2b0w", "p5c5 12345:1b1w 54321:0b2w 11223:1b1w"])
def test_learning_equals_starting_with_the_history(text: str, history: str) -> None:
    position = Position.parse(history)
    learner = make_codebreaker(position.game, text, seed=3)
    learner.next()
    for made, turn in enumerate(position.turns, 1):
        learner.learn(turn)
        starter = make_codebreaker(Position(position.game, position.turns[:made]), text, seed=3)
        assert learner.next() == starter.next()
        assert learner.report() == starter.report()


def test_without_noise_it_knows_what_honest_play_knows() -> None:
    for history in ("p4c6 1122:1b0w 1344:0b2w", "bc 0123:1b1w", "p4c6-b 1234:1b"):
        position = Position.parse(history)
        left = naive.candidates(position)
        codebreaker = start("bayes", position.game, position.turns)
        assert codebreaker.report().candidates == len(left)
        found = codebreaker.posterior(len(left) + 5)
        assert [code for code, _ in found] == left
        assert [chance for _, chance in found] == pytest.approx([1 / len(left)] * len(left))


def test_without_noise_it_plays_as_well_as_entropy() -> None:
    ours, theirs = (Player.parse(text).plan(Game(4, 4)).figures(WorkerThreads()) for text in ("bayes", "entropy"))
    assert ours.secrets == 256
    assert ours.total <= theirs.total * 1.02


def test_histories_that_contradict_themselves_are_no_error() -> None:
    game = Game(4, 6)
    for text in ("bayes:noise=0.1", "bayes:noise=unknown", "auto:noise=0.1", "bayes:noise=0.1,declare=0.9"):
        for seed in range(4):
            turns = drawn_turns(game, 12, seed)
            codebreaker = make_codebreaker(Position(game, turns), text, seed=1)
            move = codebreaker.next()
            assert isinstance(move, Guess | Declaration)
            assert move.code not in {turn.guess for turn in turns} or "declare" in text
            assert codebreaker.report().suspect_turns


def test_the_same_reply_again_and_again_is_believed() -> None:
    game = Game(4, 6)
    turn = Turn((0, 0, 1, 1), game._show(0, 0))
    codebreaker = start("bayes:noise=0.3,declare=0.9", game, (turn,) * 300)  # more turns than a count can hold
    belief = codebreaker.belief()
    assert belief is not None
    assert belief[:, :2].sum() == pytest.approx(0.0, abs=1e-9)
    assert codebreaker.report().suspect_turns == ()


def test_when_every_code_was_asked_that_is_a_contradiction() -> None:
    game = Game(1, 2)
    turns = (Turn((0,), game._show(0, 0)),)
    codebreaker = start("bayes:noise=0.2", game, turns)
    with pytest.raises(Contradiction, match="every code"):
        codebreaker.learn(Turn((1,), game._show(0, 0)))
    assert codebreaker.position.turns == turns
    assert codebreaker.next() == Guess((1,), consistent=True)


def test_an_unknown_share_is_estimated() -> None:
    game = Game(4, 6)
    secret = (0, 0, 1, 1)
    codes = naive.all_codes(game)
    rng = np.random.default_rng(2)
    honest = tuple(Turn(code, game.reply(code, secret)) for code in (codes[i] for i in rng.integers(1296, size=12)))
    wild = tuple(
        Turn(code, game.replies()[rng.integers(14)] if n % 2 else game.reply(code, secret))
        for n, code in enumerate(codes[i] for i in rng.integers(len(codes), size=30))
    )
    estimates = [start("bayes:noise=unknown,declare=0.9", game, turns).report().noise for turns in ((), honest, wild)]
    assert estimates[0] == pytest.approx(1 / 8, abs=0.01)
    assert estimates[1] is not None
    assert estimates[2] is not None
    assert estimates[1] < 1 / 8
    assert 0.25 < estimates[2] < 0.65
    (code, chance), *_ = start("bayes:noise=unknown,declare=0.9", game, wild).posterior(1)
    assert code == secret
    assert chance > 0.99


@pytest.mark.extended
def test_declared_codes_are_right_as_often_as_it_says() -> None:
    game = Game(3, 4)
    played = [play(game, None, "bayes", noise=0.15, declare=0.8, seed=Seed(5, n)) for n in range(extent.of(400, 150))]
    assert all(one.declared is not None and one.confidence is not None and one.confidence >= 0.8 for one in played)
    confidences = np.array([one.confidence for one in played])
    right = sum(bool(one.correct) for one in played)
    error = math.sqrt(float((confidences * (1 - confidences)).sum()))
    assert abs(right - confidences.sum()) < 3.5 * error


@pytest.mark.parametrize(("text", "views"), [("bayes", ["", "-b", "-t", "-w"]), ("bayes:noise=unknown", [""])])
def test_every_game_is_solved(text: str, views: list[str]) -> None:
    for view in views:
        for rules in (f"p3c4{view}", f"p3c5n{view}"):
            for number in range(extent.of(12, 5)):
                played = play(Game.parse(rules), None, text, noise=0.2, seed=Seed(2, number), turns=60)
                assert played.solved
                assert played.turns[-1].guess == played.secret


@pytest.mark.extended
def test_larger_games_are_played_on_a_sample() -> None:
    game = Game(6, 9)
    for number in range(extent.of(2, 1)):
        played = play(game, None, "bayes", noise=0.1, seed=Seed(1, number), turns=30)
        assert played.solved
        assert str(played.position) == str(play(game, played.secret, "bayes", noise=0.1, seed=Seed(1, number)).position)


@pytest.mark.parametrize("rules", ["p4c6", "p3c5n", "p5c5n", "p1c4"])
def test_codes_are_numbered_in_order(rules: str) -> None:
    game = Game.parse(rules)
    counts = FalseCounts(game, announced=True)
    codes = naive.all_codes(game)
    assert [game._number_of_code(code) for code in codes] == list(range(len(codes)))
    assert list(map(tuple, counts.decode(np.arange(len(codes))).tolist())) == codes


@pytest.mark.parametrize("text", ["bayes:noise=1", "bayes:noise=-0.1", "bayes:noise=often", "auto:noise=nan"])
def test_wrong_shares(text: str) -> None:
    with pytest.raises(BadStrategy, match="is invalid: expected a probability"):
        make_codebreaker(Game(4, 6), text)


def test_wrong_declarations() -> None:
    with pytest.raises(BadStrategy, match="expected"):
        Player.parse("bayes:declare=1")
    with pytest.raises(BadStrategy, match="lists all codes"):
        make_codebreaker(Game(12, 12), "bayes:noise=0.1")
