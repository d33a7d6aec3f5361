"""The growing list: its weights count codes, it finds every secret, and it bears foreign guesses and false replies."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest

from codepegs.errors import BadReply, BadStrategy, Contradiction
from codepegs.game.position import Position
from codepegs.game.reply import Code, Reply, Turn
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import play
from codepegs.rng import Seed
from codepegs.strategies.growing_list.codebreaker import RENEWALS, GrowingListCodebreaker
from codepegs.strategies.growing_list.partial_codes import GrowingList, climbed
from codepegs.strategies.protocol.codebreaker import Declaration, Guess
from codepegs.strategies.registry import Player, make_codebreaker
from tests import naive

SHORT = "growing-list:entries=100,samples=200,climb=50"
"""Lists so short that small games, which can be enumerated, are played as large ones are."""


def codebreaker_of(text: str, game: Game, seed: int = 1, history: tuple[Turn, ...] = ()) -> GrowingListCodebreaker:
    codebreaker = make_codebreaker(Position(game, history), text, seed=seed)
    assert isinstance(codebreaker, GrowingListCodebreaker)
    return codebreaker


def completions(entries: GrowingList, codes: Sequence[Code]) -> list[int]:
    """How many of the codes each entry stands for, by going through them all."""
    mask = np.uint64((1 << entries.bits) - 1)
    every = np.array(codes)
    agree = np.ones((entries.size, len(codes)), bool)
    for place, peg in enumerate(entries.singles):
        word = entries.keys[place // entries.per_word, : entries.size]
        agree &= ((word >> np.uint64(entries.bits * (place % entries.per_word))) & mask)[:, None] == every[None, :, peg]
    for b, block in enumerate(entries.blocks):
        for color in range(entries.distinguished):
            count = (entries.rest[b, : entries.size] >> np.uint64(8 * color)) & np.uint64(255)
            agree &= count[:, None] == (every[:, block] == color).sum(axis=1)[None, :]
    return agree.sum(axis=1).tolist()  # type: ignore[no-any-return]


def checked(codebreaker: GrowingListCodebreaker) -> list[Code]:
    """The turns that the entries have been filtered by, as the codes that fit them."""
    position = codebreaker.position
    turns = tuple(turn for n, turn in enumerate(position.turns) if n not in codebreaker.now.waiting)
    return naive.candidates(Position(position.game, turns))


@pytest.mark.parametrize("rules", ["p6c3", "p6c3-b", "p6c3-w", "p5c4", "p7c2", "p4c5"])
@pytest.mark.parametrize("own", [True, False])
def test_weights_count_the_codes_that_fit(rules: str, own: bool) -> None:
    game = Game.parse(rules)
    rng = np.random.default_rng([len(rules), own])
    for number in range(3):
        secret = Secret.draw(game, Seed(5, number))
        codebreaker = codebreaker_of(SHORT, game, number)
        for _ in range(4):
            codes = checked(codebreaker)
            entries = codebreaker.entries
            weights = np.exp(entries.log_weights())
            assert weights.round(6).tolist() == completions(entries, codes)
            assert round(entries.total()) == len(codes) == weights.sum().round()
            assert codebreaker.now.waiting or codebreaker.report().candidates == len(codes)
            share = np.array([[sum(c[i] == v for c in codes) for v in range(game.colors)] for i in range(game.pegs)])
            belief = codebreaker.belief()
            assert belief is not None
            assert np.allclose(belief, share / len(codes))
            move = codebreaker.next()
            assert isinstance(move, Guess)
            guess = move.code if own else tuple(rng.integers(game.colors, size=game.pegs).tolist())
            if guess == secret.code:
                break
            codebreaker.learn(Turn(guess, secret.reply(guess)))


def test_foreign_turns_wait_and_are_checked_in_the_end() -> None:
    game = Game(16, 3)
    secret = Secret.draw(game, Seed(8))
    rng = np.random.default_rng(8)
    foreign = [tuple(rng.integers(3, size=16).tolist()) for _ in range(5)]
    codebreaker = codebreaker_of(SHORT, game)
    for guess in foreign:
        codebreaker.learn(Turn(guess, secret.reply(guess)))
    assert codebreaker.now.waiting
    assert codebreaker.report().candidates is None
    for _ in range(30):
        move = codebreaker.next()
        assert isinstance(move, Guess)
        reply = secret.reply(move.code)
        codebreaker.learn(Turn(move.code, reply))
        if reply.solved:
            break
    assert codebreaker.position.solved
    assert not codebreaker.now.waiting


@pytest.mark.parametrize("rules", ["p3c3", "p3c3-b", "p3c3-w", "p1c6", "p4c1", "p2c4", "p6c2"])
def test_every_secret_is_found_with_a_short_list(rules: str) -> None:
    game = Game.parse(rules)
    for number, secret in enumerate(naive.all_codes(game)):
        assert play(game, secret, SHORT, seed=Seed(2, number), turns=30).solved


@pytest.mark.parametrize(
    "secret",
    [(0,) * 20, (2,) * 20, (0, 1) * 10, (1, 2) * 10, (0,) * 19 + (2,), (1,) + (0,) * 19, (0, 1, 2, 2) * 5],
)
def test_odd_secrets_are_found(secret: Code) -> None:
    played = play(Game(20, 3), secret, "growing-list:entries=2000,samples=300,climb=100", seed=3, turns=30)
    assert played.solved


@pytest.mark.parametrize("rules", ["p45c3", "p30c6", "p45c3-b", "p15c3-w", "p100c2", "p255c1"])
def test_larger_games_are_solved(rules: str) -> None:
    game = Game.parse(rules)
    played = play(game, None, "growing-list:entries=3000,samples=300,climb=100", seed=4, turns=90)
    assert played.solved
    estimates = [turn.candidates or turn.candidates_estimate or 0 for turn in played.turns]
    assert all(later <= earlier * (1 + 1e-9) for earlier, later in pairwise(estimates))


@pytest.mark.parametrize("text", [SHORT, f"{SHORT},noise=0.1", f"{SHORT},noise=unknown"])
def test_learning_equals_starting_with_the_history_of_a_whole_game(text: str) -> None:
    game = Game(12, 3)
    secret = Secret.draw(game, Seed(6))
    learner = codebreaker_of(text, game)
    for made in range(8):
        starter = codebreaker_of(text, game, history=learner.position.turns)
        move = learner.next()
        assert move == starter.next()
        assert learner.report() == starter.report()
        learned, started = learner.belief(), starter.belief()
        assert learned is not None
        assert started is not None
        assert np.array_equal(learned, started)
        assert isinstance(move, Guess)
        guess = move.code if made % 3 else tuple((p * made + p) % 3 for p in range(12))
        learner.learn(Turn(guess, secret.reply(guess)))


def test_same_seed_same_game_with_more_than_one_list() -> None:
    first, second, third = (play(Game(24, 4), None, SHORT, seed=seed) for seed in (11, 11, 12))
    assert first.position == second.position
    assert first.position != third.position


def test_contradictions_are_forgotten() -> None:
    game = Game(16, 3)
    codebreaker = codebreaker_of(SHORT, game)
    guess = (0,) * 16
    codebreaker.learn(Turn(guess, game._show(5, 0)))
    before = codebreaker.report()
    with pytest.raises(Contradiction, match="both turns"):
        codebreaker.learn(Turn(guess, game._show(6, 0)))
    assert codebreaker.report() == before
    assert isinstance(codebreaker.next(), Guess)


def test_a_sample_is_fair() -> None:
    entries = GrowingList(Game(9, 3))
    entries.split_color()
    drawn = np.bincount(entries.sample(5_000, 0.3), minlength=entries.size)
    assert np.abs(drawn - 5_000 * entries.weights()).max() <= 1


def test_the_climb_scores_what_it_says() -> None:
    game = Game(8, 3)
    entries = GrowingList(game)
    entries.split_color()
    entries.split_color()
    entries.split_block(0, [1, 3, 5])
    entries.peel(0)
    sample = np.arange(entries.size)
    for steps in (0, 40):
        for code, surprise, inside in climbed(entries, sample, 2, steps, np.random.default_rng(1)):
            parts = np.unique(entries.black(code) * 9 + entries.total_of_reply(code), return_counts=True)[1]
            assert surprise == pytest.approx(float((parts * np.log2(parts)).sum()))
            assert inside == int((entries.black(code) == 8).sum())


def test_more_steps_climb_higher() -> None:
    entries = GrowingList(Game(20, 3))
    entries.split_color()
    entries.split_color()
    for _ in range(5):
        entries.peel(0)
    sample = entries.sample(500, 0.5)
    short, long = (
        min(found[1] for found in climbed(entries, sample, 2, steps, np.random.default_rng(1))) for steps in (0, 300)
    )
    assert long < short


def false_replies(game: Game, share: float, seed: int) -> list[Reply | None]:
    """For each turn a reply to show instead of the true one, or None."""
    rng = np.random.default_rng(seed)
    replies = game.replies()
    return [replies[int(rng.integers(len(replies)))] if rng.random() < share else None for _ in range(100)]


@pytest.mark.parametrize(("rules", "noise"), [("p4c4", "0.1"), ("p12c3", "0.2"), ("p20c3", "unknown")])
def test_false_replies_do_not_hide_the_secret(rules: str, noise: str) -> None:
    game = Game.parse(rules)
    for number in range(3):
        secret = Secret.draw(game, Seed(9, number))
        shown = false_replies(game, 0.15, number)
        codebreaker = codebreaker_of(f"growing-list:entries=2000,samples=300,climb=100,noise={noise}", game, number)
        asked = []
        for false in shown[:60]:
            move = codebreaker.next()
            assert isinstance(move, Guess)
            asked.append(move.code)
            if move.code == secret.code:
                break
            codebreaker.learn(Turn(move.code, false or secret.reply(move.code)))
        assert asked[-1] == secret.code
        assert len(set(asked)) > len(asked) // 2


def test_a_false_reply_is_suspected() -> None:
    game = Game(12, 3)
    secret = Secret.draw(game, Seed(3))
    codebreaker = codebreaker_of("growing-list:entries=5000,noise=0.1", game)
    for made in range(7):
        move = codebreaker.next()
        assert isinstance(move, Guess)
        codebreaker.learn(Turn(move.code, game._show(0, 1) if made == 3 else secret.reply(move.code)))
    assert codebreaker.report().suspect_turns == (4,)
    assert codebreaker.report().noise == 0.1


def test_a_list_lost_again_and_again_begins_anew() -> None:
    game = Game(8, 3)
    text = "growing-list:entries=100,samples=200,climb=50,noise=0.01"
    learner = codebreaker_of(text, game)
    replies = [game._show(0, 0), game._show(7, 0)]  # no code comes near all of these, whichever is believed
    made = 0
    while not learner.now.forgotten and made < 40:
        move = learner.next()
        assert isinstance(move, Guess)
        learner.learn(Turn(move.code, replies[made % 2]))
        made += 1
    assert learner.now.forgotten == made
    assert learner.now.renewals > RENEWALS
    assert learner.report().suspect_turns == ()
    secret = Secret.draw(game, Seed(14))
    for _ in range(30):
        starter = codebreaker_of(text, game, history=learner.position.turns)
        move = learner.next()
        assert move == starter.next()
        assert learner.report() == starter.report()
        assert isinstance(move, Guess)
        if move.code == secret.code:
            break
        learner.learn(Turn(move.code, secret.reply(move.code)))
    else:
        pytest.fail("the secret was not found after the list began anew")


def test_a_list_made_anew_uses_the_turns_so_far() -> None:
    game = Game(20, 3)
    secret = Secret.draw(game, Seed(15))
    codebreaker = codebreaker_of("growing-list:entries=2000,samples=300,climb=100,noise=0.1", game)
    for _ in range(6):
        move = codebreaker.next()
        assert isinstance(move, Guess)
        codebreaker.learn(Turn(move.code, secret.reply(move.code)))
    before = codebreaker.entries.total()
    codebreaker.entries.keep(np.zeros(codebreaker.entries.size, bool))  # as if the secret had been dropped
    move = codebreaker.next()
    assert isinstance(move, Guess)
    assert codebreaker.now.renewals == 1
    assert not codebreaker.now.forgotten
    assert len(codebreaker.now.waiting) < 3
    assert codebreaker.entries.total() < 1_000 * before


def test_a_secret_is_declared_where_nobody_tells() -> None:
    game = Game(8, 3)
    right = 0
    for number in range(5):
        secret = Secret.draw(game, Seed(4, number))
        shown = false_replies(game, 0.1, number)
        codebreaker = codebreaker_of("growing-list:entries=7000,noise=0.1,declare=0.95", game, number)
        for false in shown[:40]:
            move = codebreaker.next()
            if isinstance(move, Declaration):
                assert move.confidence >= 0.95
                assert codebreaker.posterior(1) == [(move.code, move.confidence)]
                right += move.code == secret.code
                break
            assert isinstance(move, Guess)
            codebreaker.learn(Turn(move.code, false or secret.reply(move.code)))
        else:
            pytest.fail("nothing was declared")
    assert right >= 4


def test_under_noise_any_reply_of_the_game_is_taken() -> None:
    game = Game(5, 3)
    codebreaker = codebreaker_of(f"{SHORT},noise=0.2", game)
    codebreaker.learn(Turn((0,) * 5, game._show(1, 1)))
    with pytest.raises(BadReply, match="in p5c3: with 4 black, the last peg cannot be white"):
        codebreaker.learn(Turn((0,) * 5, Reply(black=4, white=1)))
    assert len(codebreaker.position.turns) == 1


def test_posterior_names_codes_that_fit() -> None:
    codebreaker = codebreaker_of(SHORT, Game(10, 4), history=Position.parse("p10c4 1122334411:3b4w").turns)
    for code, probability in codebreaker.posterior(5):
        assert probability == pytest.approx(1 / codebreaker.entries.total())
        assert all(codebreaker.position.game.reply(t.guess, code) == t.reply for t in checked_turns(codebreaker))


def test_a_sample_gives_no_probability_of_winning() -> None:
    codebreaker = codebreaker_of("growing-list", Game(45, 3))
    assert [found.win_chance for found in codebreaker.rank(1)] == [None]


def checked_turns(codebreaker: GrowingListCodebreaker) -> list[Turn]:
    return [turn for n, turn in enumerate(codebreaker.position.turns) if n not in codebreaker.now.waiting]


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("p4c6n", "does not support games without repeated colours"),
        ("p9c3-t", "they show the total"),
        ("p300c3", "255 pegs"),
        ("p9c9", "8 colours"),
    ],
)
def test_what_it_refuses(rules: str, words: str) -> None:
    with pytest.raises(BadStrategy, match=words):
        Player.parse("growing-list").check(Game.parse(rules))
