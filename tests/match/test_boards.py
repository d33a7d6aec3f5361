"""Several secrets at once, against plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log2

import pytest

from codepegs import BadInput, BadStrategy, Candidates, Contradiction, Game, ListedGame, Position
from codepegs.game import as_json
from codepegs.match import Boards, draw_secrets, play_boards, suggest_boards
from codepegs.rng import Seed
from tests.conftest import Cli
from tests.game.test_listed import wordle, words

CODES = words(80, 4, "ABCDEFGHI", 9)
SIZE = 50
GAME = ListedGame(CODES[:SIZE], CODES[SIZE:], "wordle", name="boards-of-words")
WEIGHTS = {code: 1 + (7 * number) % 11 for number, code in enumerate(CODES[:SIZE])}
WEIGHTED = ListedGame(CODES[:SIZE], CODES[SIZE:], "wordle", weights=WEIGHTS)


def value(guess: str, secrets: Sequence[str], kind: str, weights: dict[str, int]) -> float:
    parts: dict[str, list[str]] = defaultdict(list)
    for secret in secrets:
        parts[wordle(guess, secret)].append(secret)
    whole = sum(weights[secret] for secret in secrets)
    shares = [sum(weights[secret] for secret in part) / whole for part in parts.values()]
    return {
        "entropy": sum(share * log2(share) for share in shares),
        "expected-size": sum(share * len(part) for share, part in zip(shares, parts.values(), strict=True)),
        "minimax": max(map(len, parts.values())),
        "max-parts": -len(parts),
    }[kind]


def best(game: ListedGame, boards: Sequence[Sequence[str]], kind: str, weights: dict[str, int]) -> str:
    """The guess for the candidates of the open boards, found in the simplest way."""
    known = sorted({board[0] for board in boards if len(board) == 1}, key=game.texts.index)

    def key(guess: str) -> tuple[float, float]:
        total = sum(value(guess, board, kind, weights) for board in boards)
        wins = sum(weights[guess] / sum(weights[code] for code in board) for board in boards if guess in board)
        return round(total, 7), -round(wins, 7)

    return min(known or game.texts, key=key)


@pytest.mark.parametrize("kind", ["entropy", "expected-size", "minimax", "max-parts"])
@pytest.mark.parametrize("game", [GAME, WEIGHTED], ids=["plain", "weighted"])
def test_a_game_is_that_of_plain_python(game: ListedGame, kind: str) -> None:
    weights = WEIGHTS if game is WEIGHTED else dict.fromkeys(CODES[:SIZE], 1)
    for secrets in (CODES[:4], CODES[10:12], CODES[20:21], [CODES[3], CODES[3]]):
        played = play_boards(game, secrets=secrets, strategy=kind)
        assert played.solved
        left = [list(CODES[:SIZE]) for _ in secrets]
        solved: set[int] = set()
        for turn in played.turns:
            guess = game.text_of(turn.guess)
            assert guess == best(game, [left[n] for n in range(len(secrets)) if n not in solved], kind, weights)
            for number, secret in enumerate(secrets):
                if number in solved:
                    assert turn.replies[number] is None
                    continue
                marks = wordle(guess, secret)
                assert str(turn.replies[number]) == marks
                left[number] = [code for code in left[number] if wordle(guess, code) == marks]
                assert turn.candidates[number] == len(left[number])
                if guess == secret:
                    solved.add(number)
        assert len(solved) == len(secrets)
        assert [position.turns[-1].guess for position in played.positions] == list(played.secrets)


def test_one_board_is_the_ordinary_strategy_but_for_what_is_known() -> None:
    from codepegs import play

    for secret in CODES[:SIZE:7]:
        usual = [turn.guess for turn in play(GAME, secret, "entropy").turns]
        assert [turn.guess for turn in play_boards(GAME, secrets=[secret]).turns][: len(usual) - 1] == usual[:-1]


def test_pegs() -> None:
    """The first guess is searched for among those that differ by symmetry, later ones among all codes."""
    game = Game(3, 4)
    played = play_boards(game, 3, seed=2)
    assert played.solved
    assert played.turns == play_boards(game, 3, seed=2, workers=2).turns
    positions = [Position(game).after("123", reply) for reply in ("1b1w", "0b2w")]
    found = suggest_boards(positions, top=64)
    boards = [list(Candidates.after(position)) for position in positions]
    bits = {}
    for code in Candidates.all(game):
        bits[code] = 0.0
        for board in boards:
            sizes = Counter(str(game.reply(code, secret)) for secret in board)
            bits[code] -= sum(size / len(board) * log2(size / len(board)) for size in sizes.values())
    assert [each.bits for each in found] == pytest.approx(sorted(bits.values(), reverse=True), abs=1e-6)
    for each in found:
        assert each.bits == pytest.approx(bits[each.guess], abs=1e-6)
        assert each.candidate_on == tuple(n for n, board in enumerate(boards, 1) if each.guess in board)


def test_secrets_are_different_and_drawn_by_their_weights() -> None:
    drawn = Counter[str]()
    for seed in range(1000):
        secrets = draw_secrets(WEIGHTED, 2, Seed(seed))
        assert len(set(secrets)) == 2
        drawn[WEIGHTED.text_of(secrets[0])] += 1
    whole = sum(WEIGHTS.values())
    for code, weight in WEIGHTS.items():
        assert abs(drawn[code] - 1000 * weight / whole) < 5 * (1000 * weight / whole) ** 0.5
    assert draw_secrets(GAME, SIZE, Seed(1)) == draw_secrets(GAME, SIZE, Seed(1))


def test_solved_boards_do_not_count() -> None:
    secrets = [GAME.check_code(code) for code in CODES[:2]]
    boards, turn = Boards.at([Position(GAME)] * 2).after(secrets[0], secrets)
    assert [position.solved for position in boards.positions] == [True, False]
    again, turn = boards.after(secrets[1], secrets)
    assert turn.replies[0] is None
    assert again.positions[0] == boards.positions[0]
    assert suggest_boards(boards.positions)[0].bits == suggest_boards(boards.positions[1:])[0].bits
    assert suggest_boards(again.positions) == []
    assert again == Boards.at(again.positions), "what is left is filtered as it would be listed"


def test_what_is_refused() -> None:
    hard = ListedGame(CODES, reply="wordle", hard=True)
    for call, said in (
        (lambda: play_boards(hard, 2), "has hard mode, which cannot be combined with several boards"),
        (lambda: play_boards(GAME, 17), "the number of boards must be from 1 to 16, not 17"),
        (lambda: play_boards("p1c2", 3), "p1c2 has 2 secrets, too few for 3 boards"),
        (lambda: play_boards("p9c9", 3), "more than the 100,000 supported on boards"),
        (lambda: play_boards(GAME), "either the number of boards or the secrets"),
        (lambda: play_boards(GAME, secrets=[CODES[0], CODES[-1]]), "cannot be the secret"),
        (lambda: suggest_boards([]), "no boards"),
        (lambda: suggest_boards(["p2c3", "p2c4"]), "different games"),
        (lambda: suggest_boards(["p2c3", "p2c3"], top=0), "at least 1"),
    ):
        with pytest.raises(BadInput, match=said):
            call()
    with pytest.raises(BadStrategy, match="genetic does not play several boards: expected one of auto, entropy"):
        play_boards(GAME, 2, strategy="genetic")
    with pytest.raises(Contradiction, match="board 2: no code is consistent with p2c3 11:0b0w 22:0b0w 33:0b0w"):
        suggest_boards(["p2c3 11:0b0w", "p2c3 11:0b0w 22:0b0w 33:0b0w"])


def test_commands(cli: Cli) -> None:
    answer = cli.json("solve", "p3c4", "123", "/", "444")
    expected = as_json(play_boards("p3c4", secrets=["123", "444"]))
    assert answer["turns"] == [
        {"guess": turn.guess, "replies": turn.replies, "candidates": turn.candidates} for turn in expected.turns
    ]
    assert (answer["secrets"], answer["solved"]) == (["123", "444"], True)
    out = cli("solve", "p3c4", "--boards", "2", "--seed", "3", "--turns", "1", code=1)
    assert "Not solved in 1 turn. Not found:" in out
    answer = cli.json("suggest", "p3c4 112:1b0w / 112:3b0w / 112:0b1w", "--top", "2")
    assert answer["positions"] == ["p3c4 112:1b0w", "p3c4 112:3b0w", "p3c4 112:0b1w"]
    assert answer["candidates"][1] == 1
    assert len(answer["suggestions"]) == 2
    out = cli("suggest", "p3c4 112:1b0w / 112:3b0w")
    assert "Board 2: solved." in out
    assert "board 1" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "p3c4", "--boards", "2", "--adversary"], "--boards and --adversary cannot be combined"),
        (["solve", "p3c4", "111", "/", "222", "--boards", "3"], "2 secrets cannot fill 3 boards"),
        (["solve", "p3c4", "--boards", "0"], "the number of boards must be from 1 to 16, not 0"),
        (["play", "p3c4", "--boards", "2", "--coach"], "--boards and --coach cannot be combined"),
        (["play", "p3c4 111:1b0w", "--boards", "2"], "--boards and a position with turns cannot be combined"),
        (["suggest", "p3c4 111:1b0w / 111:2b0w", "--noise", "0.1"], "several boards and --noise cannot be combined"),
    ],
)
def test_bad_options(words: list[str], said: str, cli: Cli) -> None:
    assert said in cli.complaint(*words)


def test_an_impossible_reply_on_a_board(cli: Cli) -> None:
    said = cli.complaint("suggest", "p3c4 111:1b0w / 111:2b1w", code=1)
    assert "board 2: turn 1: the reply 2b1w is impossible" in said


def test_a_person_plays(cli: Cli) -> None:
    secrets = ["".join(str(color + 1) for color in code) for code in draw_secrets(Game(3, 4), 2, Seed(5))]
    typed = ["hint", "candidates", "undo", "nonsense", secrets[1], "undo", secrets[1], "candidates", secrets[0]]
    command = ("play", "p3c4", "--boards", "2", "--seed", "5")
    out = cli(*command, answers="\n".join(typed))
    assert "2 boards" in out
    assert "You have 9 guesses" in out
    assert out.count("Board 1: 64 candidates left.") == 1
    assert "Nothing to undo." in out
    assert out.count("Last guess taken back.") == 1
    assert "Board 2: solved." in out
    assert out.endswith("Solved in 2 turns. Well done!\n")
    assert f"You gave up. Not found: {secrets[0]} (board 1), {secrets[1]} (board 2)." in cli(
        *command, answers="111\ngive up\n"
    )
    assert "No guesses left. Not found:" in cli(*command, "--turns", "2", answers="111\n222\n")
    out = cli(*command, answers="111\nquit\n")
    assert out.endswith("To begin again with these secrets: codepegs play p3c4 --boards 2 --seed 5\n")


def test_a_hint_that_is_certain(cli: Cli) -> None:
    assert "Hint: 2, the secret of board " in cli("play", "p1c2", "--boards", "2", answers="1\nhint\nquit\n")
