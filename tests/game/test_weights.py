"""Secrets of different weights: how they are read, and all that depends on them, against plain Python and NumPy."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import log2
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs import (
    BadInput,
    BadRules,
    Candidates,
    Position,
    build_tree,
    certify,
    evaluate,
    make_codebreaker,
    optimal,
    play,
    review,
    suggest,
    verify,
)
from codepegs.analysis import belief_of
from codepegs.codes import Objective, log_table
from codepegs.codes.guess_search import LOGS_MOST, PartitionedSet
from codepegs.core import loops
from codepegs.game import Game, ListedGame, load_game
from codepegs.game.outcomes import MOST_WEIGHT, weighed
from codepegs.match import Secret
from codepegs.parallel import WorkerThreads
from tests.game.test_listed import wordle, words

CODES = words(70, 4, "ABCDEFGHI", 5)
SIZE = 45
WEIGHTS = [int(weight) for weight in np.random.default_rng(8).zipf(1.6, SIZE).clip(1, 400)]
KINDS = ("minimax", "expected-size", "entropy", "max-parts")


def game_of(hard: bool | str = False, *, weighted: bool = True) -> ListedGame:
    return ListedGame(CODES[:SIZE], CODES[SIZE:], "wordle", hard=hard, weights=WEIGHTS if weighted else None)


WEIGHT_OF = dict(zip(CODES, WEIGHTS, strict=False))


def parts_of(guess: str, secrets: Sequence[str]) -> dict[str, list[str]]:
    parts = defaultdict(list)
    for secret in secrets:
        parts[wordle(guess, secret)].append(secret)
    return parts


def mass(secrets: Sequence[str]) -> int:
    return sum(WEIGHT_OF[secret] for secret in secrets)


def key(guess: str, secrets: Sequence[str], kind: str) -> tuple[float, float]:
    parts = parts_of(guess, secrets).values()
    score: float = {
        "minimax": max(map(len, parts)),
        "expected-size": sum(len(part) * mass(part) for part in parts),
        "entropy": round(sum(mass(part) * log2(mass(part)) for part in parts), 6),
        "max-parts": -len(parts),
    }[kind]
    return score, -WEIGHT_OF[guess] if guess in secrets else 0


def chosen(game: ListedGame, history: Sequence[tuple[str, str]], secrets: Sequence[str], kind: str, only: bool) -> str:
    if len(secrets) <= 2:
        return max(secrets, key=lambda secret: WEIGHT_OF[secret])
    allowed = [code for code in game.texts if not game.hard or all(wordle(g, code) == r for g, r in history)]
    return min(secrets if only else allowed, key=lambda guess: key(guess, secrets, kind))


def lengths(game: ListedGame, kind: str, only: bool) -> dict[str, int]:
    found: dict[str, int] = {}
    pending: list[tuple[list[tuple[str, str]], list[str]]] = [([], list(game.texts[: game.size]))]
    while pending:
        history, secrets = pending.pop()
        guess = chosen(game, history, secrets, kind, only)
        for reply, part in parts_of(guess, secrets).items():
            if set(reply) == {"g"}:
                found[guess] = len(history) + 1
            else:
                pending.append(([*history, (guess, reply)], part))
    return found


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("kind", [*KINDS, "entropy:candidates-only"])
def test_one_step_strategies(kind: str, hard: bool) -> None:
    game = game_of(hard)
    expected = lengths(game, kind.partition(":")[0], kind.endswith("only"))
    (found,) = evaluate(game, kind)
    assert found.lengths.tolist() == [expected[secret] for secret in CODES[:SIZE]]
    assert found.weighted_average == pytest.approx(np.average(found.lengths, weights=WEIGHTS))
    assert verify(build_tree(game, kind)).valid
    assert evaluate(game, kind, workers=2)[0].histogram == found.histogram


def test_the_ones_that_weights_change() -> None:
    plain, weighted = ({kind: evaluate(game_of(weighted=w), kind)[0] for kind in KINDS} for w in (False, True))
    assert plain["entropy"].weighted_average is None
    for kind in ("entropy", "expected-size"):
        averages = [np.average(found[kind].lengths, weights=WEIGHTS) for found in (plain, weighted)]
        assert averages[1] < averages[0]
    assert suggest(Position(game_of()), "first-consistent", top=1)[0].guess == game_of().check_code(CODES[0])
    first = evaluate(game_of(), "first-consistent")[0]
    assert first.histogram == evaluate(game_of(weighted=False), "first-consistent")[0].histogram


@pytest.mark.loops
@pytest.mark.parametrize("objective", list(Objective))
def test_scores(objective: Objective) -> None:
    rng = np.random.default_rng(objective.value)
    guesses, secrets, parts = 80, 50, 7
    table = rng.integers(parts - 1, size=(guesses, secrets), dtype=np.uint16)
    table[np.arange(secrets), np.arange(secrets)] = parts - 1
    logs = log_table(LOGS_MOST)
    for size in (1, 2, 9, 50):
        members = np.sort(rng.permutation(secrets)[:size])
        weights = rng.integers(1, 200_000, size)
        asked = rng.permutation(guesses)[:30].astype(np.uint64)
        scores, wins = np.zeros((2, 30), np.uint64), np.zeros((2, 30), np.int64)
        tables: list[NDArray[np.unsignedinteger[Any]]] = [table, table.astype(np.uint8)]
        for each, found, won in zip(tables, scores, wins, strict=True):
            score = loops.of_table("weighted_scores", each)
            score(each, asked, members, weights, parts, objective.value, logs, found, won)
        assert (scores[0] == scores[1]).all()
        assert (wins[0] == wins[1]).all()
        scores, wins = scores[0], wins[0]
        for guess, score, win in zip(asked.tolist(), scores.tolist(), wins.tolist(), strict=True):
            sizes = np.bincount(table[guess, members], minlength=parts)
            sums = np.bincount(table[guess, members], weights, minlength=parts)
            assert win == sums[-1]
            if objective is Objective.ENTROPY:
                exact = sum(each * log2(each) for each in sums.tolist() if each)
                assert score / 2**30 == pytest.approx(exact, rel=1e-9)
            else:
                assert (
                    score
                    == {
                        Objective.WORST_PART: sizes.max(),
                        Objective.EXPECTED_SIZE: sizes @ sums,
                        Objective.MOST_PARTS: parts - np.count_nonzero(sizes),
                    }[objective]
                )


@pytest.mark.loops
def test_wrong_arguments_of_the_loop() -> None:
    table = np.zeros((3, 2), np.uint16)
    room = (np.zeros(1, np.uint64), np.zeros(1, np.int64))
    logs, one = log_table(10), np.zeros(1, np.uint64)
    with pytest.raises(ValueError, match="a weight for each member"):
        loops.weighted_scores(table, one, np.arange(2), np.ones(1, np.int64), 2, 0, logs, *room)
    with pytest.raises(ValueError, match="not a row"):
        loops.weighted_scores(table, one + np.uint64(3), np.arange(2), np.ones(2, np.int64), 2, 0, logs, *room)
    with pytest.raises(ValueError, match="room for each guess"):
        loops.weighted_scores(table, np.zeros(2, np.uint64), np.arange(2), np.ones(2, np.int64), 2, 0, logs, *room)
    with pytest.raises(ValueError, match="too large"):
        loops.weighted_scores(table + np.uint16(2), one, np.arange(2), np.ones(2, np.int64), 2, 0, logs, *room)


@pytest.mark.parametrize("strategy", [*KINDS, "auto"])
def test_figures(strategy: str) -> None:
    game = game_of()
    position = Position(game).after(CODES[50], game.reply(CODES[50], CODES[3]))
    left = [game.text_of(code) for code in Candidates.after(position)]
    assert len(left) > 4
    for found in suggest(position, strategy, top=20):
        guess = game.text_of(found.guess)
        parts = parts_of(guess, left)
        shares = np.array([mass(part) for part in parts.values()]) / mass(left)
        sizes = np.array([len(part) for part in parts.values()])
        assert found.bits == pytest.approx(-(shares @ np.log2(shares)))
        assert found.expected_size == pytest.approx(shares @ sizes)
        assert (found.worst_part, found.parts) == (sizes.max(), len(sizes))
        assert found.win_chance == pytest.approx(WEIGHT_OF[guess] / mass(left) if guess in left else 0.0)
        if sizes.max() > 2:
            assert f"Leaves {shares @ sizes:,.1f} of {len(left)} candidates" in found.why
        elif found.expected is not None:
            ordered = [sorted((WEIGHT_OF[secret] for secret in part), reverse=True) for part in parts.values()]
            needed = mass(left) + sum(place * weight for each in ordered for place, weight in enumerate(each, 1))
            needed -= WEIGHT_OF[guess] if guess in left else 0
            assert found.expected.exact
            assert found.expected.value == pytest.approx(needed / mass(left))


def test_the_best_candidate_in_words() -> None:
    """What other guesses are compared with is the least weighted average of a candidate: 6 / 12 * 1 + 6 / 12 * 3."""
    game = ListedGame(["AX", "BX", "CX", "DX"], ["AB"], "wordle", weights=[1, 2, 3, 6])
    found = {game.text_of(each.guess): each.why for each in suggest(Position(game), "entropy")}
    text = "Leaves 1.8 of 4 candidates on average (2 at worst); cannot be the secret (the best candidate leaves 2.0)."
    assert found["AB"].startswith(text)
    assert found["DX"].startswith("Leaves 2.0 of 4 candidates on average (3 at worst); may be the secret.")


def test_of_two_candidates_the_more_probable_is_guessed() -> None:
    game = ListedGame(["AAB", "AAC", "ZZZ"], reply="same-place", weights=[1, 3, 2])
    position = Position(game).after("ZZZ", "0b")
    for strategy in (*KINDS, "auto"):
        assert game.text_of(suggest(position, strategy, top=1)[0].guess) == "AAC"
    best = suggest(position, top=1)[0]
    assert best.expected is not None
    assert best.expected.exact
    assert best.expected.value == 1.25


def test_beliefs_and_draws() -> None:
    game = game_of()
    position = Position(game).after(CODES[50], game.reply(CODES[50], CODES[3]))
    for here, left in (
        (Position(game), CODES[:SIZE]),
        (position, [game.text_of(c) for c in Candidates.after(position)]),
    ):
        codebreaker = make_codebreaker(here, "entropy")
        chances = belief_of(codebreaker).chances
        for peg in range(4):
            for color, letter in enumerate(game._color_symbols):
                expected = mass([code for code in left if code[peg] == letter]) / mass(left)
                assert chances[peg, color] == pytest.approx(expected)
        likely = codebreaker.posterior(3)
        assert [share for _, share in likely] == [
            pytest.approx(weight / mass(left)) for weight in sorted(map(WEIGHT_OF.__getitem__, left), reverse=True)[:3]
        ]
    drawn = Counter(game.text_of(Secret.draw(game, seed).code) for seed in range(4000))
    for code in CODES[:SIZE]:
        share = WEIGHT_OF[code] / sum(WEIGHTS)
        assert abs(drawn[code] / 4000 - share) < 5 * (share * (1 - share) / 4000) ** 0.5 + 1e-3
    again = Candidates.all(game).draw(np.random.default_rng(1))
    assert again == Candidates.all(game).draw(np.random.default_rng(1))
    assert Candidates.all(game).mass == sum(WEIGHTS)


def test_a_sample_is_drawn_by_the_weights() -> None:
    (found,) = evaluate(game_of(), "entropy", games=500, seed=1)
    (every,) = evaluate(game_of(), "entropy")
    assert found.weighted_average is None
    assert found.standard_error is not None
    assert every.weighted_average is not None
    assert abs(found.average - every.weighted_average) < 4 * found.standard_error
    assert abs(found.average - every.average) > 4 * found.standard_error


def test_luck_is_the_information_of_the_replies() -> None:
    game = game_of()
    played = play(game, CODES[2], "entropy", seed=1)
    for turn in review(played.position).turns:
        before = Candidates.after(Position(game, played.position.turns[: turn.turn - 1])).mass
        after = Candidates.after(Position(game, played.position.turns[: turn.turn])).mass
        assert turn.gained_bits == pytest.approx(log2(before / after))
        assert turn.luck == pytest.approx(log2(before / after) - (turn.bits or 0.0))


@pytest.mark.parametrize("strategy", ["auto", "random-consistent", "entropy:ties=random", "entropy:ties=lowest"])
def test_games(strategy: str) -> None:
    for hard in (False, True, "wordle"):
        game = game_of(hard)
        for secret in CODES[:SIZE:9]:
            played = play(game, secret, strategy, seed=4)
            assert played.solved
            assert played == play(game, secret, strategy, seed=4) or played.seconds


def test_ties() -> None:
    """Of equal scores the more probable secret is guessed, or with ties=lowest the lowest code."""
    game = ListedGame(["ABC", "ABD", "XYZ"], reply="same-place", weights=[1, 5, 2])
    left = Candidates.all(game)
    scores, wins = PartitionedSet.of(left, left.keys, WorkerThreads()).scores(
        left.keys, Objective.MOST_PARTS, WorkerThreads()
    )
    assert scores[0] == scores[1] < scores[2]
    assert wins.tolist() == [1, 5, 2]
    assert build_tree(game, "max-parts").guess(0) == game.check_code("ABD")
    assert build_tree(game, "max-parts:ties=lowest").guess(0) == game.check_code("ABC")
    assert build_tree(ListedGame(game.texts, reply="same-place"), "max-parts").guess(0) == game.check_code("ABC")


def test_optimal_trees_have_the_least_weighted_average() -> None:
    game = game_of()
    assert game.weights is not None
    best = optimal(game)
    average, *others = (row.weighted_average or 0.0 for row in evaluate(game, ["optimal", "entropy", "max-parts"]))
    assert best.proved
    assert best.upper_bound is not None
    assert average == pytest.approx(best.upper_bound / int(game.weights.sum()))
    assert all(other > average for other in others)


@pytest.mark.parametrize(
    "search",
    [
        lambda game: certify(game, 3, "depth"),
        lambda game: certify(game, 3, "last-turn:2"),
    ],
)
def test_other_objectives_are_refused(search: object) -> None:
    with pytest.raises(BadInput, match="has weights: its trees are searched for with the objective expected only"):
        search(game_of())  # type: ignore[operator]


def test_whole_numbers() -> None:
    assert weighed(["A", "B"], [0.1, 0.3])[0] == (1, 3)
    assert weighed(["A", "B"], np.array([4, 6]))[0] == weighed(["A", "B"], np.array([0.4, 0.6]))[0] == (2, 3)
    assert weighed(["A", "B"], [10**400, 3 * 10**400])[0] == (1, 3)
    assert weighed(["A", "B"], {"b": 2, "A": 2.0})[0] is None
    rng = np.random.default_rng(3)
    given = (rng.random(500) ** 8 + 1e-12).tolist()
    found = weighed([str(n) for n in range(500)], given)[0]
    assert found is not None
    assert 0.99 * MOST_WEIGHT < sum(found) <= MOST_WEIGHT
    assert min(found) == 1
    for weight, number in zip(given, found, strict=True):
        assert abs(Fraction(number, sum(found)) - Fraction(weight / sum(given))) < Fraction(1, 10**6)


@pytest.mark.parametrize("given", [[0.5, 2, 1], [10, 30, 20], [3, 1, 2], [0.25, 0.25, 0.25]])
def test_totals_by_weight_name_the_unit_of_the_weights(given: list[float]) -> None:
    game = Game.from_table([[0, 1, 2]], weights=given, costs=[4])
    if game.weights is not None:
        assert [weight * game._weight_unit for weight in game.weights.tolist()] == given
    for same in (game, pickle.loads(pickle.dumps(game)), game._with_until("named")):
        assert same._weight_unit == game._weight_unit
        words = same._total_words(9)
        assert ("by weight" in words, "in units of" in words) == (game.weights is not None, game._weight_unit != 1)


@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ([1, 2], "3 secrets and 2 weights are given: expected one for each"),
        ([1, 2, 0], "the weight of CA is 0: expected a number above 0"),
        ([1, 2, -1.5], "the weight of CA is -1.5"),
        ([1, 2, float("nan")], "the weight of CA is nan"),
        ([1, 2, float("inf")], "the weight of CA is inf"),
        ([1, 2, "3"], "the weight of CA is '3'"),
        ([1, 2, True], "the weight of CA is True"),
        ({"AB": 1, "BC": 2}, "CA has no weight"),
        ({"AB": 1, "BC": 2, "CA": 3, "AC": 4}, "a weight is given for 'AC', which is not a secret"),
        ([1, 2, -(10**400)], "the weight of CA is -1000"),
        ("345", "weights='345' is invalid"),
        (7, "weights=7 is invalid"),
    ],
)
def test_bad_weights(weights: object, said: str) -> None:
    with pytest.raises(BadRules) as caught:
        ListedGame(["AB", "BC", "CA"], reply="common", weights=weights)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEPEGS_GAME_FILES", "1")
    monkeypatch.chdir(tmp_path)
    Path("plain.txt").write_text("crane\nslate\ntrace\n")
    Path("weighted.txt").write_text("crane 0.5\n\nslate 2\ntrace 1.5\n")
    Path("columns.toml").write_text('secrets = "weighted.txt"\nguesses = "plain.txt"\nreply = "wordle"')
    Path("list.toml").write_text('secrets = "plain.txt"\nweights = [0.5, 2, 1.5]\nreply = "wordle"')
    Path("table.toml").write_text(
        'secrets = "plain.txt"\nreply = "wordle"\n[weights]\nslate = 2\ncrane = 0.5\ntrace = 1.5\n'
    )
    Path("file.toml").write_text('secrets = ["crane", "slate", "trace"]\nweights = "weighted.txt"\nreply = "wordle"')
    games = [
        load_game(name)
        for name in ("columns.toml", "list.toml", "table.toml", "file.toml", "words:weighted.txt:wordle")
    ]
    for game in games:
        assert game.weights is not None
        assert game.weights.tolist() == [1, 4, 3]
        assert game.texts == ("CRANE", "SLATE", "TRACE")
        assert "3 secrets with weights" in game.words
        assert pickle.loads(pickle.dumps(game)) == game
    assert len({game._digest for game in games}) == 1
    assert games[0]._digest != ListedGame(games[0].texts, reply="wordle")._digest
    assert games[0]._list_hash == ListedGame(games[0].texts, reply="wordle")._digest
    Path("numbers.txt").write_text("12 21\n34 43\n")
    assert load_game("words:numbers.txt:mastermind").texts == ("12", "21", "34", "43")
    Path("numbers.toml").write_text('secrets = ["12", "34"]\nweights = "numbers.txt"')
    assert load_game("numbers.toml").weights is not None
    Path("excluded.toml").write_text('rules = "p2c2"\nexclude = "22"\n[weights]\n11 = 1\n12 = 2\n21 = 3\n22 = 9\n')
    excluded = load_game("excluded.toml")
    assert excluded.weights is not None
    assert excluded.weights.tolist() == [1, 2, 3]
    played = evaluate("list.toml", "entropy", fresh=True)[0]
    assert played.weighted_average == evaluate(games[1], "entropy")[0].weighted_average


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("crane 3\nslate\n", "entry 2 is 'slate': expected a code and its weight"),
        ("crane 3\nslate x\n", "entry 2 is 'slate x': expected a code and its weight"),
        ("slate 1\ncrane 3\ntrace 1\nCrane 4\n", "words.txt: crane has two weights: list each code once"),
        ("crane 3\nslate inf\n", "entry 2 is 'slate inf': expected a code and its weight"),
        ("crane 3\nslate -1\n", "the weight of SLATE is -1.0: expected a number above 0"),
    ],
)
def test_bad_files(tmp_path: Path, words: str, said: str) -> None:
    (tmp_path / "words.txt").write_text(words)
    (tmp_path / "game.toml").write_text('secrets = "words.txt"\nreply = "wordle"')
    with pytest.raises(BadRules) as caught:
        load_game(tmp_path / "game.toml")
    assert said in str(caught.value)
