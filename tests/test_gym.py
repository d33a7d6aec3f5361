"""The environments of Gymnasium: its own checker, the rules, masks, rewards, vectors of games, the example's agents."""

from __future__ import annotations

import doctest
import pickle
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from codepegs import Candidates, Game, ListedGame, Position, View, evaluate
from codepegs.errors import BadInput, Unavailable
from codepegs.foreign import installing
from codepegs.gym import ENVIRONMENT, MastermindEnv
from tests.game import test_listed

EXAMPLE = Path(__file__).parents[1] / "examples" / "gymnasium_agents.py"


def make(**options: Any) -> MastermindEnv:
    env = gymnasium.make(ENVIRONMENT, **options).unwrapped
    assert isinstance(env, MastermindEnv)
    return env


@pytest.mark.parametrize(
    "options",
    [
        {"pegs": 4, "colors": 6},
        {"pegs": 1, "colors": 1},
        {"pegs": 3, "colors": 5, "repeats": False, "view": "t"},
        {"pegs": 3, "colors": 3, "view": View.WHITE, "actions": "pegs"},
        {"pegs": 3, "colors": 4, "view": "b", "mask": "all", "turns": 3},
        {"pegs": 20, "colors": 30, "actions": "pegs", "turns": 40},
    ],
)
def test_gymnasiums_checker_has_nothing_to_say(options: dict[str, Any]) -> None:
    """Warnings are errors here, so that any remark of the checker fails."""
    check_env(make(**options))
    check_env(make(**options, render_mode="ansi"))


@pytest.mark.parametrize(
    "options",
    [
        {"pegs": 4, "colors": 6},
        {"pegs": 3, "colors": 5, "repeats": False, "view": "t"},
        {"pegs": 3, "colors": 3, "view": "w", "actions": "pegs"},
        {"pegs": 3, "colors": 4, "view": "b"},
    ],
)
def test_a_game_is_played_by_the_rules(options: dict[str, Any]) -> None:
    env = make(**options, turns=6)
    env.action_space.seed(2)
    for seed in range(8):
        observation, info = env.reset(seed=seed)
        assert not observation["guesses"].any()
        for turn in range(1, 7):
            assert info["candidates"] == len(Candidates.after(Position.parse(info["position"])))
            action = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            position = Position.parse(info["position"])
            assert len(position.turns) == turn
            assert position.turns[-1].guess == env.code(action)
            assert (observation["guesses"][:turn] - 1).tolist() == [list(played.guess) for played in position.turns]
            assert not observation["replies"][turn:].any()
            assert reward == -1.0
            assert terminated == position.solved
            assert truncated == (turn == 6 and not terminated)
            if terminated or truncated:
                break
            assert "secret" not in info
        secret = env.code(env.action(info["secret"]))
        assert all(env.game.reply(played.guess, secret) == played.reply for played in position.turns)
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step(action)


def test_replies_in_each_view() -> None:
    for view, asked, won in (("", [2, 2], [5, 1]), ("b", [2], [5]), ("t", [3], [6]), ("w", [2], [6])):
        env = make(pegs=4, colors=6, view=view)
        env.reset(options={"secret": "1234"})
        observation, *_ = env.step(env.action("1552"))
        assert observation["replies"][0].tolist() == asked
        observation, *_ = env.step(env.action("1234"))
        assert observation["replies"][1].tolist() == won


def test_masks() -> None:
    env = make(pegs=4, colors=6)
    env.reset(options={"secret": (2, 4, 5, 3)})
    info = env.step(env.action("1122"))[4]
    allowed = [env.code(action) for action in np.flatnonzero(info["action_mask"])]
    assert allowed == list(Candidates.after(Position.parse("p4c6 1122:0b0w")))
    by_pegs = make(pegs=4, colors=6, actions="pegs")
    by_pegs.reset(options={"secret": "3564"})
    info = by_pegs.step(by_pegs.action("1122"))[4]
    assert [mask.tolist() for mask in info["action_mask"]] == [[0, 0, 1, 1, 1, 1]] * 4
    everything = make(pegs=4, colors=6, mask="all")
    assert everything.reset(options={"secret": "3564"})[1]["action_mask"].all()
    assert everything.step(everything.action("1122"))[4]["action_mask"].sum() == 1296
    large = make(pegs=30, colors=10, actions="pegs")
    assert "candidates" not in large.reset(seed=1)[1]


def test_every_action_is_one_code() -> None:
    env = make(pegs=3, colors=5, repeats=False)
    codes = [env.code(action) for action in range(Game(3, 5, repeats=False).size)]
    assert codes == list(Candidates.all(Game(3, 5, repeats=False)))
    assert [env.action(code) for code in codes] == list(range(60))


def test_the_seed_repeats_the_game() -> None:
    env, again = make(), make()
    secrets = []
    for seed in (5, None, None, 5):
        for each in (env, again):
            each.reset(seed=seed)
        assert env._secret == again._secret
        secrets.append(env._secret)
    assert secrets[0] == secrets[3]
    assert len(set(secrets)) == 3


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"view": "x"}, "unknown view 'x'"),
        ({"turns": 0}, "turns must be at least 1"),
        ({"actions": "letters"}, "expected 'codes' or 'pegs'"),
        ({"mask": "some"}, "expected 'consistent' or 'all'"),
        ({"actions": "pegs", "repeats": False}, "use actions='codes'"),
        ({"pegs": 9, "colors": 9}, "use actions='pegs'"),
        ({"pegs": 257, "colors": 2, "actions": "pegs"}, "up to 256 pegs"),
        ({"pegs": 0}, "from 1 to 10,000"),
        ({"render_mode": "human"}, "expected 'ansi' or 'rgb_array'"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        MastermindEnv(**options)


def test_actions_and_secrets_that_cannot_be() -> None:
    env = make()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    for options, words in (
        ({"secret": "1199"}, "is not a colour"),
        ({"secret": 7}, "not 7"),
        ({"code": "1"}, "unknown option"),
    ):
        with pytest.raises(BadInput, match=words):
            env.reset(options=options)
    env.reset(seed=1)
    for number in (-1, 1296, 1.5, "first", None):
        with pytest.raises(BadInput, match="expected a number from 0 to 1,295"):
            env.step(number)
    pegs = make(actions="pegs")
    pegs.reset(seed=1)
    for colors in ((0, 1, 2), (0, 1, 2, 6), 5):
        with pytest.raises(BadInput):
            pegs.step(colors)


def test_boards() -> None:
    env = make(render_mode="ansi")
    env.reset(options={"secret": "3564"})
    env.step(env.action("1122"))
    env.step(env.action("3344"))
    assert env.render() == "p4c6\n  1  1122:0b0w\n  2  3344:2b0w"
    env = make(render_mode="rgb_array", turns=3)
    env.reset(options={"secret": "3564"})
    empty = env.render()
    env.step(env.action("1122"))
    asked = env.render()
    assert empty.shape == asked.shape
    row = len(empty) // 3
    assert (empty[:row] != asked[:row]).any()
    assert (empty[row + 12 :] == asked[row + 12 :]).all()
    assert make().render() is None


def test_without_pillow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(Unavailable, match=r"codepegs\[lab\]"):
        MastermindEnv(render_mode="rgb_array")


def test_without_gymnasium() -> None:
    script = """
import sys
sys.modules["gymnasium"] = None
from codepegs.errors import Unavailable
try:
    import codepegs.gym
except Unavailable as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    command = installing("codepegs[rl]")
    assert done.stdout == f"environments for learning need gymnasium: {command}\n"


def test_a_game_is_picklable() -> None:
    env = make()
    env.reset(options={"secret": "3564"})
    env.step(env.action("1122"))
    copy = pickle.loads(pickle.dumps(env))
    for each in (env, copy):
        assert each.step(each.action("3344"))[4]["position"] == "p4c6 1122:0b0w 3344:2b0w"


@pytest.mark.parametrize(("mode", "vector"), [("sync", {}), ("async", {"context": "spawn"})])
def test_vectors_of_games(mode: str, vector: dict[str, Any]) -> None:
    """Gymnasium's vectors play the same games side by side as one environment does one after the other."""
    games = gymnasium.make_vec(
        "codepegs.gym:" + ENVIRONMENT, num_envs=2, vectorization_mode=mode, vector_kwargs=vector, pegs=3, colors=4
    )
    _, info = games.reset(seed=4)  # the second game has the next seed
    single = make(pegs=3, colors=4)
    singles = [single.reset(seed=seed)[1] for seed in (4, 5)]
    assert info["position"].tolist() == [each["position"] for each in singles]
    assert info["action_mask"].shape == (2, 64)
    observation, rewards, terminated, _, info = games.step(np.array([1, 6]))
    assert observation["guesses"][:, 0].tolist() == [[1, 1, 2], [1, 2, 3]]
    assert rewards.tolist() == [-1.0, -1.0]
    assert not terminated.any()
    for number, seed in enumerate((4, 5)):
        single.reset(seed=seed)
        assert single.step((1, 6)[number])[4]["position"] == info["position"][number]
    games.close()


def test_the_agents_of_the_example(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(EXAMPLE))
    env = gymnasium.make(ENVIRONMENT, pegs=4, colors=6)
    returns = {name: example["average_return"](env, agent, 60) for name, agent in example["AGENTS"].items()}
    assert -5.0 < returns["random"] < returns["entropy"] < -4.0
    example["main"](["--pegs", "2", "--colors", "3", "--games", "5"])
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["random", "entropy"]


def test_the_entropy_agent_plays_the_strategy() -> None:
    """Over every secret its returns add up to the total of the strategy's tree."""
    agent = runpy.run_path(str(EXAMPLE))["entropy_agent"]
    env = make(pegs=3, colors=3)
    total = 0.0
    for secret in Candidates.all(env.game):
        _, info = env.reset(options={"secret": secret})
        while "secret" not in info:
            _, reward, _, _, info = env.step(agent(env, info))
            total -= reward
    assert total == evaluate(env.game, ["entropy"])[0].total


def test_the_page_runs() -> None:
    failed, tried = doctest.testfile(str(EXAMPLE.parent.parent / "docs" / "gymnasium.md"), module_relative=False)
    assert tried > 8
    assert not failed


WORDS = test_listed.words(40, 4, "ABCDEFG", 3)
LISTED = ListedGame(WORDS[:25], WORDS[25:], "wordle", name="gym-words")
ANIMALS = ListedGame(["ox", "cat", "horse"], reply=lambda guess, secret: len(set(guess) & set(secret)))


def hard_words(hard: bool | str) -> ListedGame:
    return ListedGame(WORDS[:25], WORDS[25:], "wordle", hard=hard, weights=[1] * 24 + [9])


@pytest.mark.parametrize("game", [LISTED, ANIMALS, hard_words(True), hard_words("wordle")], ids=str)
@pytest.mark.parametrize("mask", ["consistent", "all"])
def test_listed_games(game: ListedGame, mask: str) -> None:
    if not game.hard:
        check_env(make(game=game, mask=mask, render_mode="ansi"))
    env = make(game=game, mask=mask, turns=8)
    assert env.action_space == gymnasium.spaces.Discrete(len(game.texts))
    assert [env.action(text) for text in game.texts] == list(range(len(game.texts)))
    env.action_space.seed(3)
    for seed in range(12):
        observation, info = env.reset(seed=seed)
        position = Position(game)
        over = False
        while not over:
            left = Candidates.after(position)
            allowed = (
                left
                if mask == "consistent"
                else [game.check_code(text) for text in game.texts if _is_allowed(position, text)]
            )
            assert [env.code(action) for action in np.flatnonzero(info["action_mask"])] == list(allowed)
            assert info["candidates"] == len(left)
            assert info["position"] == str(position)
            action = env.action_space.sample(info["action_mask"])
            observation, _, terminated, truncated, info = env.step(action)
            assert observation in env.observation_space
            turn = len(position.turns)
            assert observation["guesses"][turn].tolist() == [color + 1 for color in env.code(action)]
            reply = game.replies()[int(observation["replies"][turn, 0]) - 1]
            position = position.after(env.code(action), reply)
            assert terminated == reply.solved == (int(observation["replies"][turn, 0]) == len(game.replies()))
            over = terminated or truncated
        secret = game.check_code(info["secret"])
        assert game._can_be_secret(secret)
        assert all(game.reply(turn.guess, secret) == turn.reply for turn in position.turns)


def _is_allowed(position: Position, text: str) -> bool:
    game = position.game
    try:
        game._check_allowed(position.turns, game.check_code(text))
    except BadInput:
        return False
    return True


def test_a_guess_that_hard_mode_forbids_is_refused() -> None:
    env = make(game=hard_words(True), mask="all")
    env.reset(options={"secret": WORDS[0]})
    *_, info = env.step(env.action(WORDS[30]))
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    with pytest.raises(BadInput, match="contradicts turn 1"):
        env.step(forbidden)
    assert env.step(int(np.flatnonzero(info["action_mask"])[0]))[1] == -1.0


def test_secrets_of_a_listed_game() -> None:
    env = make(game=hard_words(False))
    assert isinstance(env.game, ListedGame)
    drawn = [env.game.text_of(env._secret) for seed in range(300) if env.reset(seed=seed)]
    assert set(drawn) <= set(WORDS[:25])
    assert 50 < drawn.count(WORDS[24]) < 120  # 9 of 33
    with pytest.raises(BadInput, match="cannot be the secret"):
        env.reset(options={"secret": WORDS[30]})


def test_a_game_file(tmp_path: Path) -> None:
    (tmp_path / "words.toml").write_text(f"secrets = {WORDS[:9]}\nreply = 'wordle'\n")
    env = make(game=str(tmp_path / "words.toml"))
    env.reset(seed=1)
    assert env.game.size == 9
    assert pickle.loads(pickle.dumps(env)).game == env.game
    games = gymnasium.make_vec(ENVIRONMENT, num_envs=2, vectorization_mode="sync", game=LISTED)
    assert games.reset(seed=1)[1]["action_mask"].shape == (2, len(LISTED.texts))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"game": LISTED, "pegs": 5}, "game and the options pegs, colors, repeats and view cannot be combined"),
        ({"game": LISTED, "actions": "pegs"}, "actions='pegs' is for games of pegs"),
        ({"game": "p4c6"}, "game='p4c6' is invalid: expected a ListedGame or the name of its file"),
        ({"game": 7}, "game=7 is invalid"),
    ],
)
def test_bad_options_of_listed_games(options: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        make(**options)
