"""The default: the gallery's tree as long as the guesses are its own, then what plays the game where there is none."""

from __future__ import annotations

import pickle
from copy import copy

import numpy as np
import pytest

from codepegs.analysis.suggestions import suggest
from codepegs.codes.candidates import Candidates
from codepegs.errors import BadStrategy, Contradiction
from codepegs.experiments.evaluation import evaluate
from codepegs.game.noise import Noise
from codepegs.game.position import Position
from codepegs.game.reply import Turn
from codepegs.game.rules import Game
from codepegs.match.game_loop import play
from codepegs.parallel import WorkerThreads
from codepegs.rng import Seed
from codepegs.strategies.auto import AUTO, MOST_EXHAUSTIVE, family, tree_for
from codepegs.strategies.protocol.codebreaker import Guess
from codepegs.strategies.registry import STRATEGIES, Player, build_tree, make_codebreaker
from codepegs.trees.gallery import best_of, entries, find
from codepegs.trees.search.objectives import optimal
from codepegs.trees.tree import Tree
from tests import extent, naive
from tests.conftest import Cli

SECOND = {
    "p5c8 12345:0b2w": "sampling",
    "p6c6 123456:1b2w": "sampling",
    "p24c3 122232211211121211122211:5b11w 132222322323211231223222:5b9w": "sampling",
}
"""Positions that are not the first strategy's in any colours, and who plays there."""


def tree_of(rules: str) -> Tree:
    tree = best_of(Game.parse(rules))
    assert tree is not None
    return tree


@pytest.mark.parametrize("rules", ["p3c4", "p3c4n", "p3c4-b", "p4c3", "p2c6"])
def test_every_game_is_the_trees(rules: str) -> None:
    game, tree = Game.parse(rules), tree_of(rules)
    for number, secret in enumerate(naive.all_codes(game)):
        played = play(game, secret, seed=Seed(1, number))
        node: int | None = 0
        for turn in played.turns:
            assert node is not None
            assert turn.guess == tree.guess(node)
            node = tree.child(node, turn.reply)
        assert played.solved


@pytest.mark.parametrize(
    ("rules", "total"), [("p4c6", 5_625), ("p3c6", 854), ("p4c6-b", 8_859), ("p4c6n", 1_446), ("p5c8", 178_570)]
)
def test_totals_over_all_secrets(rules: str, total: int) -> None:
    assert evaluate(rules, ["auto"])[0].total == total
    assert build_tree(rules) == tree_of(rules)
    played = play(rules, seed=3)
    assert played.secret is not None
    assert Player.parse("auto").plan(Game.parse(rules)).lengths([played.secret], WorkerThreads()) == [played.guesses]


@pytest.mark.parametrize("rules", extent.rest_extended(["p4c6-t", "p2c11", "p6c5"], ["p4c6-t", "p2c11"]))
def test_where_there_is_no_tree_guesses_with_the_most_information_are_compared_by_their_value(rules: str) -> None:
    assert find(Game.parse(rules)) is None
    values = [found.expected for found in suggest(rules, top=4)]
    assert None not in values
    assert family(Game(6, 6), Noise()).name == "sampling"


@pytest.mark.parametrize(
    ("rules", "most"), extent.rest_extended([("p4c6-t", 14_176), ("p4c6-w", 7_875), ("p2c11", 667)], [("p2c11", 667)])
)
def test_where_there_is_no_tree_totals_are_no_worse_than_those_of_entropy(rules: str, most: int) -> None:
    auto, entropy = evaluate(rules, ["auto", "entropy"])
    assert auto.total is not None
    assert entropy.total is not None
    assert auto.total <= entropy.total == most


@pytest.mark.parametrize("position", ["p4c6 1122:1b0w", "p4c6 1111:0b0w", "p4c7 1112:0b2w", "p4c6n 1234:0b2w"])
def test_after_other_guesses_the_best_is_searched_for(position: str) -> None:
    best, *others = suggest(position, top=5)
    assert best.expected is not None
    assert best.expected.exact
    assert best.guess == suggest(position, "optimal", top=1)[0].guess
    for other in others:
        assert other.expected is not None
        assert other.expected.value >= best.expected.value
    values = [other.expected.value for other in others if other.expected is not None]
    assert values == sorted(values)


@pytest.mark.parametrize("text", extent.rest_extended(SECOND, list(SECOND)[1:2]))
def test_after_other_guesses_the_second_plays(text: str) -> None:
    here, other = (make_codebreaker(text, name, seed=5) for name in ("auto", SECOND[text]))
    assert here.next() == other.next()
    assert here.report() == other.report()
    assert here.rank(4) == other.rank(4)
    beliefs = here.belief(), other.belief()
    assert beliefs[0] is not None
    assert beliefs[1] is not None
    assert np.array_equal(beliefs[0], beliefs[1])
    assert here.posterior(3) == other.posterior(3)


@pytest.mark.parametrize("rules", ["p4c6", "p5c6n", "p5c8", pytest.param("p24c3", marks=pytest.mark.slow)])
def test_learning_equals_starting_wherever_the_first_strategy_is_left(rules: str) -> None:
    game = Game.parse(rules)
    secret = tuple(peg % game.colors for peg in reversed(range(game.pegs)))
    strange = tuple(peg % game.colors for peg in range(game.pegs))
    for leaves in range(3):
        learner = make_codebreaker(game, "auto", seed=2)
        for made in range(4):
            move = learner.next()
            assert isinstance(move, Guess)
            guess = strange if made == leaves else move.code
            turn = Turn(guess, game.reply(guess, secret))
            learner.learn(turn)
            starter = make_codebreaker(learner.position, "auto", seed=2)
            assert learner.report() == starter.report()
            assert learner.next() == starter.next()
            if turn.reply.solved:
                break


@pytest.mark.parametrize("rules", ["p4c6", "p5c8", "p24c3", "p45c45"])
def test_a_copy_learns_by_itself(rules: str) -> None:
    game = Game.parse(rules)
    codebreaker = make_codebreaker(game, "auto", seed=2)
    move = codebreaker.next()
    assert isinstance(move, Guess)
    for other in (copy(codebreaker), pickle.loads(pickle.dumps(codebreaker))):
        other.learn(Turn(move.code, game.reply(move.code, (0, 1) + (2,) * (game.pegs - 2))))
        assert (len(other.position.turns), codebreaker.position.turns) == (1, ())
        assert codebreaker.next() == move


@pytest.mark.parametrize("rules", ["p4c6", "p5c8"])
def test_a_turn_that_contradicts_is_forgotten_and_the_tree_goes_on(rules: str) -> None:
    game = Game.parse(rules)
    codebreaker = make_codebreaker(game, "auto", seed=1)
    first = codebreaker.next()
    assert isinstance(first, Guess)
    codebreaker.learn(Turn(first.code, game._show(0, 0)))
    before, move = codebreaker.position, codebreaker.next()
    assert isinstance(move, Guess)
    for other in (first.code, first.code[::-1]):  # none of these colours is there
        with pytest.raises(Contradiction, match="both turns"):
            codebreaker.learn(Turn(other, game._show(1, 1)))
        assert codebreaker.position == before
        assert codebreaker.next() == move


@pytest.mark.parametrize(("pegs", "colors"), [((2, 0, 3, 1), (3, 5, 0, 1, 4, 2)), ((3, 2, 1, 0), (5, 4, 3, 2, 1, 0))])
def test_other_colours_and_places_are_as_good(pegs: tuple[int, ...], colors: tuple[int, ...]) -> None:
    """Whoever renames colours and pegs of the tree's own guesses gets a guess that makes the same parts."""
    tree = tree_of("p4c6")
    for node in range(1, len(tree), 53):
        turns = tree.turns(node)[:-1]
        images = [Turn(tuple(colors[turn.guess[peg]] for peg in pegs), turn.reply) for turn in turns]
        position = Position(tree.game, tuple(images))
        codebreaker = make_codebreaker(position, "auto", seed=1)
        best = codebreaker.rank(1)[0]
        assert best.why.endswith("on average, including this one.")
        left, here = Candidates.after(position), Candidates.after(Position(tree.game, turns))
        wanted = here.partition(tree.guess(int(tree.parents[node])))
        assert sorted(map(len, left.partition(best.guess).values())) == sorted(map(len, wanted.values()))


def test_suggestions_begin_with_the_trees() -> None:
    for position in ("p4c6", "p4c6 1123:1b1w", "p4c10n 5678:0b1w"):
        assert suggest(position, top=4) == suggest(position, "optimal", top=4)
    ranked = suggest("p5c8 11223:1b1w", top=4)
    assert ranked[0].guess == tree_of("p5c8").guess(tree_of("p5c8").node_after(ranked.position.turns) or 0)
    assert "The best known play needs" in ranked[0].why
    bits = [suggestion.bits or 0.0 for suggestion in ranked[1:]]
    assert bits == sorted(bits, reverse=True)


def test_false_replies_are_not_for_the_tree() -> None:
    game = Game(4, 6)
    for text in ("auto:noise=0.1", "auto:noise=unknown", "auto:declare=0.9"):
        player = Player.parse(text)
        assert tree_for(game, player.noise) is None
        assert not player.is_deterministic(game)
        other = Player.parse(text.replace("auto", "bayes"))
        history = Position.parse("p4c6 1123:1b1w").turns
        assert player.start(game, Seed(1), history).next() == other.start(game, Seed(1), history).next()
    with pytest.raises(BadStrategy, match="cannot be saved as a tree"):
        Player.parse("auto:noise=0.1").plan(game)


def test_large_games_are_refused_with_all_that_it_can_play() -> None:
    limits = STRATEGIES["growing-list"].why_not(Game(256, 9))
    assert limits is not None
    most = "up to {pegs} pegs and {colors} colours".format(**dict(limits.values))
    for rules in ("p101c9-w", "p256c8-w"):
        assert f"show black (or white only, with {most})" in str(AUTO.why_not(Game.parse(rules)))
    for rules in ("p101c8-w", "p255c8-w", "p256c9"):
        assert AUTO.why_not(Game.parse(rules)) is None


def test_every_tree_has_a_strategy_beside_it_that_ranks() -> None:
    for entry in entries():
        name = family(entry.game, Noise()).name
        assert name == ("entropy" if entry.game.size <= MOST_EXHAUSTIVE else "sampling")


def test_it_says_how_it_plays(cli: Cli) -> None:
    proved, known = AUTO.how(Game(4, 6)) or "", AUTO.how(Game(5, 8)) or ""
    assert "proved optimal on average; with entropy after guesses that are not in it" in proved
    assert "the best known; with sampling after guesses that are not in it" in known
    assert "with bayes if replies may be false" in proved
    assert proved in cli("strategies", "auto", "--for", "p4c6")
    assert (AUTO.how(Game(6, 5)) or "").startswith("with entropy: all allowed guesses are compared")


def test_the_same_game_whatever_the_workers() -> None:
    secret = (6, 1, 0, 2, 6)
    games = [play("p5c8", secret, seed=9, workers=workers) for workers in (1, 2)]
    assert games[0].position == games[1].position


def test_hints_and_reasons_tell_what_best_play_needs(cli: Cli) -> None:
    assert "Optimal play needs 4.3403 guesses" in cli("play", "p4c6", "--seed", "1", answers="hint\nquit\n")
    assert "Optimal play needs" in cli("host", "p4c6", "--seed", "1", answers="1b0w\nwhy\nquit\n")
    left = "host", "p4c6 1122:1b0w", "--seed", "1"
    assert "3.5078 guesses on average, including this one.\n" in cli(*left, answers="why\nquit\n")
    assert "including this one.\n" in cli(*left, "-s", "random-consistent", answers="why\nquit\n")


@pytest.mark.extended
def test_a_contradiction_at_another_guess_changes_nothing() -> None:
    game = Game(20, 5)
    rng = np.random.default_rng(1)
    secret, other = (tuple(rng.integers(0, 5, 20).tolist()) for _ in range(2))
    codebreaker = make_codebreaker(game, "auto", seed=1)
    own = codebreaker.next()
    assert isinstance(own, Guess)
    codebreaker.learn(Turn(own.code, game.reply(own.code, secret)))
    before, move = codebreaker.position, codebreaker.next()
    with pytest.raises(Contradiction):  # found by the second strategy, after the list has taken the turn
        codebreaker.learn(Turn(other, game._show(1, 2)))
    assert codebreaker.position == before
    assert codebreaker.next() == move
    codebreaker.learn(Turn(other, game.reply(other, secret)))
    assert len(codebreaker.position.turns) == 2


@pytest.mark.parametrize("seed", range(4))
def test_small_tables_with_costs_are_searched_for_the_best_test(seed: int) -> None:
    rng = np.random.default_rng([45, seed])
    costs, weights = rng.integers(1, 9, size=12).tolist(), rng.integers(1, 30, size=30).tolist()
    game = Game.from_table(rng.integers(0, 3, size=(12, 30)), costs=costs, weights=weights)
    found = optimal(game)
    assert found.tree is not None
    assert found.upper_bound is not None
    first, *others = suggest(game, top=5)
    assert first.guess == found.tree.guess(0)
    assert first.expected is not None
    assert first.expected.exact
    assert first.expected.value == pytest.approx(found.upper_bound / game._mass)
    assert f"Optimal play costs {round(found.upper_bound / game._mass, 4):g} on average" in first.why
    for other in others:
        assert other.expected is not None
        assert other.expected.value >= first.expected.value
        if other.expected.exact:
            assert other.expected.value == pytest.approx(
                (optimal(game, first=other.guess).upper_bound or 0) / game._mass
            )
    assert build_tree(game, "auto").total == found.upper_bound


def test_a_test_whose_outcome_is_unknown_is_not_asked_again() -> None:
    game = Game.from_table([[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 2, 3]], costs=[1, 1, 9], tests=["a", "b", "dear"])
    position = Position(game).after("a", "?")
    assert {found.text for found in suggest(position)} == {"b", "dear"}
