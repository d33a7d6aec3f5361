"""The large games report's binary search, and coin weighing: every secret, their laws, a twin in the report's words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from codepegs.errors import BadStrategy, Contradiction
from codepegs.experiments.evaluation import evaluate
from codepegs.game.position import Position
from codepegs.game.reply import Code, Turn, score
from codepegs.game.rules import Game
from codepegs.match.codemakers import Secret
from codepegs.match.game_loop import play
from codepegs.parallel import WorkerThreads
from codepegs.reports.large_games.binary_search import binary_search_average, most_guesses
from codepegs.reports.large_games.coin_weighing import Weighing
from codepegs.rng import Seed
from codepegs.strategies.advice import begin
from codepegs.strategies.protocol.codebreaker import Codebreaker, ForeignHistory, Guess
from codepegs.strategies.registry import Player, make_codebreaker
from tests import naive

TEXTS = [
    "binary-search",
    "binary-search:open-only",
    "binary-search:skip=false",
    "binary-search:skip=false,open-only",
    "coin-weighing",
]


def games(text: str = "binary-search") -> list[Game]:
    """All games of at most 600 codes, and one peg with up to 30 colours; where the text has options, of at most 130."""
    most = 130 if ":" in text else 600
    return [
        Game(pegs, colors)
        for pegs in range(1, 10)
        for colors in range(1, 31 if pegs == 1 else 25)
        if colors**pegs <= most
    ]


@dataclass
class Node:
    """The report's struct."""

    min: int
    max: int
    remaining: int
    parent: Node | None
    left: Node | None = None
    right: Node | None = None
    queried: bool = False

    @property
    def span(self) -> int:
        return self.max - self.min + 1

    @property
    def accessible(self) -> bool:
        above = self.parent
        while above is not None and above.remaining > 0:
            above = above.parent
        return above is None

    def grow(self) -> list[Node]:
        """This node and all below; rule 1 gives each the colour's count."""
        if self.min == self.max:
            return [self]
        middle = (self.min + self.max) // 2
        self.left = Node(self.min, middle, self.remaining, self)
        self.right = Node(middle + 1, self.max, self.remaining, self)
        return [self, *self.left.grow(), *self.right.grow()]


def discover(node: Node, found: list[tuple[int, int]]) -> None:
    """Rule 6."""
    if node.remaining == node.span:
        found.append((node.min, node.max))
        above: Node | None = node
        while above is not None:
            above.remaining -= node.span
            above = above.parent


def by_the_document(game: Game, secret: Code) -> list[Code]:
    """The report's three stages in its own words, its seven rules one by one; guesses the left interval next."""
    asked: list[Code] = []

    def ask(code: list[int]) -> int:
        asked.append(tuple(code))
        return score(code, secret)[0]

    counts = []
    for color in range(game.colors):
        counts.append(ask([color] * game.pegs))
        if counts[-1] == game.pegs:
            return asked
    known: list[int | None] = [None] * game.pegs
    if 0 in counts:
        dummy = [counts.index(0)] * game.pegs
    else:
        for i in range(game.pegs):
            code = [0] * game.pegs
            code[i] = 1
            b = ask(code)
            if b == game.pegs:
                return asked
            known[i] = 1 if counts[0] < b else 0 if counts[0] > b else None
        dummy = [1 if color == 0 else 0 for color in known]
    for color in range(0 if 0 in counts else 2, game.colors):
        root = Node(0, game.pegs - 1, counts[color], None, queried=True)
        nodes = root.grow()
        found: list[tuple[int, int]] = []
        while root.remaining > 0:  # rule 7
            at = next(
                node
                for node in nodes
                if not node.queried and node.accessible and node.parent is not None and node.parent.queried
            )
            assert at.parent is not None
            sibling = at.parent.right
            assert at is at.parent.left
            assert sibling is not None
            code = list(dummy)
            code[at.min : at.max + 1] = [color] * at.span
            at.remaining = ask(code)
            sibling.remaining = at.parent.remaining - at.remaining  # rule 4
            at.queried = sibling.queried = True  # rule 5
            discover(at, found)
            discover(sibling, found)
        for least, most in found:
            known[least : most + 1] = [color] * (most - least + 1)
    ask([color if color is not None else -1 for color in known])
    return asked


@cache
def depth_and_total(text: str, game: Game) -> tuple[int, int]:
    figures = Player.parse(text).plan(game).figures(WorkerThreads())
    assert figures.secrets == game.size
    return figures.longest_game, figures.total


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.extended
def test_every_secret_is_found_within_the_bound(text: str) -> None:
    for game in games(text):
        depth, _ = depth_and_total(text, game)
        assert depth <= most_guesses(game, always_clear="skip" in text)
    for rules in ("p3c4", "p4c3-b", "p2c5-b"):
        game = Game.parse(rules)
        for secret in naive.all_codes(game):
            played = play(game, secret, text)
            assert played.solved
            assert played.turns[-1].guess == secret


@pytest.mark.slow
@pytest.mark.parametrize("text", ["binary-search", "coin-weighing"])
def test_every_secret_of_larger_games(text: str) -> None:
    for pegs in range(1, 13):
        for colors in range(1, 31 if pegs == 1 else 71):
            game = Game(pegs, colors)
            if game.size <= 5_000:
                depth, _ = depth_and_total(text, game)
                assert depth <= most_guesses(game), game


@pytest.mark.parametrize("rules", ["p1c3", "p2c2", "p3c4", "p4c3", "p5c3", "p6c2", "p3c6"])
def test_guess_for_guess_as_the_document_says(rules: str) -> None:
    game = Game.parse(rules)
    for secret in naive.all_codes(game):
        assert [turn.guess for turn in play(game, secret, "binary-search").turns] == by_the_document(game, secret)


@pytest.mark.parametrize("rules", ["p40c9", "p33c40", "p64c3"])
def test_longer_games_as_the_document_says(rules: str) -> None:
    game = Game.parse(rules)
    for number in range(5):
        secret = Secret.draw(game, Seed(4, number)).code
        assert [turn.guess for turn in play(game, secret, "binary-search").turns] == by_the_document(game, secret)


def test_the_examples_the_document_prints() -> None:
    """Its stage 1 against 1 4 4 2, and its stage 2 against 3 1 0 5, played although colours are absent."""
    game = Game(4, 6)
    first = play(game, (1, 4, 4, 2), "binary-search")
    assert [str(turn.reply) for turn in first.turns[:6]] == ["0b0w", "1b0w", "1b0w", "0b0w", "2b0w", "0b0w"]
    second = play(game, (3, 1, 0, 5), "binary-search:skip=false")
    assert [(turn.guess, str(turn.reply)) for turn in second.turns[6:10]] == [
        ((1, 0, 0, 0), "1b1w"),
        ((0, 1, 0, 0), "2b0w"),
        ((0, 0, 1, 0), "0b2w"),
        ((0, 0, 0, 1), "1b1w"),
    ]
    assert second.turns[10].guess == (3, 3, 1, 0)  # colour 3 in the left half of its dummy 0 0 1 0


@pytest.mark.extended
def test_averages_in_closed_form() -> None:
    for game in games():
        assert depth_and_total("binary-search", game)[1] / game.size == pytest.approx(binary_search_average(game))
    (sampled,) = evaluate(Game(30, 9), ["binary-search"], games=100, seed=3)
    assert sampled.standard_error is not None
    assert abs(sampled.average - binary_search_average(Game(30, 9))) < 3 * sampled.standard_error


def test_what_the_options_save() -> None:
    for game in (Game(4, 3), Game(6, 3), Game(3, 5)):
        total = {text: depth_and_total(text, game)[1] for text in TEXTS}
        plain = total["binary-search"]
        assert total["coin-weighing"] <= total["binary-search:open-only"] < plain < total["binary-search:skip=false"]


big_games = st.tuples(st.integers(1, 300), st.integers(1, 300), st.integers(0, 2**32 - 1), st.sampled_from(["", "-b"]))


@given(big_games, st.sampled_from(TEXTS))
@settings(max_examples=10, deadline=None)
@pytest.mark.extended
def test_big_games(drawn: tuple[int, int, int, str], text: str) -> None:
    pegs, colors, seed, view = drawn
    game = Game.parse(f"p{pegs}c{colors}{view}")
    played = play(game, None, text, seed=seed)
    assert played.solved
    assert played.turns[-1].guess == played.secret
    assert played.guesses <= most_guesses(game, always_clear="skip" in text)


def test_lopsided_secrets() -> None:
    """Few colours in many pegs, blocks and stripes: intervals that are full, and colours with wide counts."""
    game = Game(100, 7)
    rng = Seed(8).stream("lopsided")
    secrets = [tuple(sorted(rng.integers(7, size=100).tolist())), tuple(i % 3 for i in range(100))]
    secrets += [tuple(6 if i in (0, 99) else 2 for i in range(100)), tuple(min(i, 6) for i in range(100))]
    for secret in secrets:
        for text in TEXTS:
            played = play(game, secret, text)
            assert played.solved
            assert played.guesses <= most_guesses(game, always_clear="skip" in text)


@pytest.mark.parametrize("text", [*TEXTS, "small-then-binary-search:below=10"])
def test_learning_equals_starting_with_the_history(text: str) -> None:
    for game, secret in ((Game(4, 5), (4, 0, 3, 3)), (Game(6, 3), (0, 2, 1, 1, 0, 2)), (Game(300, 2), None)):
        learner = make_codebreaker(game, text)
        turns = play(game, secret, text, seed=2).position.turns
        for made, turn in enumerate(turns, 1):
            learner.learn(turn)
            if made % (1 + len(turns) // 20):
                continue
            starter = make_codebreaker(Position(game, turns[:made]), text, seed=5)
            assert learner.position == starter.position == Position(game, turns[:made])
            assert learner.next() == starter.next()
            assert learner.report() == starter.report()


@pytest.mark.parametrize("text", ["binary-search", "coin-weighing", "small-then-binary-search:below=10"])
def test_other_guesses_go_to_auto(text: str) -> None:
    game = Game(4, 6)
    codebreaker = make_codebreaker(game, text)
    foreign = Turn((0, 1, 2, 3), game._show(1, 1))
    with pytest.raises(ForeignHistory, match="turn 1"):
        codebreaker.learn(foreign)
    assert codebreaker.position == Position(game)
    assert begin(Player.parse(text), game, Seed(1), (foreign,)).report().candidates


@pytest.mark.parametrize("rules", ["p3c3-b", "p4c2-b", "p2c4-b"])
@pytest.mark.parametrize("text", TEXTS)
def test_lies_are_noticed_and_forgotten(rules: str, text: str) -> None:
    """Whatever the replies: a contradiction is raised once no code fits; while coins are weighed, at their end."""
    game = Game.parse(rules)
    noticed = 0
    open_ends: list[tuple[tuple[Turn, ...], list[Code]]] = [((), naive.all_codes(game))]
    while open_ends:
        history, left = open_ends.pop()
        codebreaker = make_codebreaker(Position(game, history), text)
        move = codebreaker.next()
        assert isinstance(move, Guess)
        if left:
            assert move.consistent in (move.code in left, None)
        for black in range(game.pegs):
            turn = Turn(move.code, game._show(black, 0))
            still_left = [code for code in left if score(move.code, code)[0] == black]
            learner = make_codebreaker(Position(game, history), text) if black else codebreaker
            try:
                learner.learn(turn)
            except Contradiction:
                assert not still_left
                assert learner.position == Position(game, history)
                assert learner.next() == move
                noticed += 1
            else:
                assert still_left or text == "coin-weighing"
                open_ends.append(((*history, turn), still_left))
    assert noticed


def test_a_lie_in_a_long_game() -> None:
    game = Game(500, 40)
    secret = Secret.draw(game, Seed(6)).code
    for text in ("binary-search", "binary-search:open-only", "coin-weighing"):
        codebreaker = make_codebreaker(game, text)
        made = 0

        def go_on(codebreaker: Codebreaker = codebreaker) -> None:
            nonlocal made
            while True:
                move = codebreaker.next()
                assert isinstance(move, Guess)
                made += 1
                black = score(move.code, secret)[0]
                lie = made > 300 and made % 10 == 0 and black > 0
                codebreaker.learn(Turn(move.code, game._show(black - lie, 0)))

        with pytest.raises(Contradiction) as raised:
            go_on()
        assert f"consistent with all {made:,} turns: from turn {made:,} on, black contradicts" in str(raised.value)


@pytest.mark.parametrize("text", ["binary-search", "coin-weighing"])
def test_what_they_refuse(text: str) -> None:
    with pytest.raises(BadStrategy, match="needs black pegs, but replies show white only"):
        make_codebreaker(Game.parse("p4c6-w"), text)
    with pytest.raises(BadStrategy, match="repeated colour"):
        make_codebreaker(Game.parse("bc"), text)


def test_the_solver_of_two_parts() -> None:
    text = "small-then-binary-search"
    for rules, same in (("p5c9", "random-consistent"), ("p5c10", "binary-search"), ("p3c5-w", "random-consistent")):
        one, other = (play(Game.parse(rules), None, name, seed=4) for name in (text, same))
        assert [turn.guess for turn in one.turns] == [turn.guess for turn in other.turns]
    with pytest.raises(BadStrategy, match="from 100,000 codes on it uses binary-search"):
        make_codebreaker(Game.parse("p8c8-t"), text)
    with pytest.raises(BadStrategy, match="from 10 codes on it uses binary-search"):
        make_codebreaker(Game.parse("p3c3-t"), f"{text}:below=10")
    assert not Player.parse(text).is_deterministic(Game(4, 6))
    assert Player.parse(text).is_deterministic(Game(5, 10))


@given(st.lists(st.sampled_from([1, 1, 1, 2, 3, 9, 200]), min_size=1, max_size=40), st.data())
def test_weighings_tell_every_number(most: list[int], data: st.DataObject) -> None:
    weighing = Weighing(most)
    assert weighing.sums <= len(most)
    values = [data.draw(st.integers(0, bound)) for bound in most]
    sums = weighing.members @ np.array(values)
    assert weighing.solve(sums.tolist()) == values
    at = data.draw(st.integers(0, weighing.sums - 1))
    sums[at] += data.draw(st.sampled_from([-1, 1, 2]))
    other = weighing.solve(sums.tolist())
    assert other is None or (other != values and (weighing.members @ np.array(other) == sums).all())


def test_bits_for_each_weighing() -> None:
    """Lindström 1964, Cantor and Mills 1966: j 2^(j-1) bits from 2^j - 1 sums."""
    for j in range(1, 10):
        coins = j * 2 ** (j - 1)
        assert Weighing([1] * coins).sums == 2**j - 1
        assert Weighing([1] * (coins + 1)).sums == 2**j
