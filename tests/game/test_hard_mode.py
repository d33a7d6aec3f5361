"""Hard mode: which guesses it allows, and that every command keeps to it, against plain Python."""

from __future__ import annotations

import pickle
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from math import log2
from pathlib import Path

import pytest

from codepegs import (
    BadCode,
    BadInput,
    BadRules,
    BadStrategy,
    Position,
    build_tree,
    certify,
    evaluate,
    improve,
    optimal,
    play,
    read_tree,
    review,
    suggest,
    verify,
    write_tree,
)
from codepegs.analysis.verification import plain_reply
from codepegs.codes import Candidates, differing_guesses
from codepegs.game import ListedGame, load_game
from codepegs.parallel import WorkerThreads
from codepegs.strategies import Guess, Player, next_move
from codepegs.strategies.protocol.whole_strategy import ChosenPlan
from tests.game.test_listed import STRATEGIES, wordle, words

CODES = words(100, 4, "ABCDEFGHIJ", 17)
ATTRIBUTES = {code: [len(set(code)), code[0], code.count("A")] for code in CODES}

FORMULA = "2 * black + white"

History = Sequence[tuple[str, str]]


def two_ends(guess: str, secret: str) -> str:
    return f"{int(guess[0] == secret[0])}{int(guess[-1] == secret[-1])}"


def game_of(reply: object, hard: bool | str, secrets: int = 60) -> ListedGame:
    rows = ATTRIBUTES if reply == "columns" else dict.fromkeys(CODES)
    split = [dict(list(rows.items())[:secrets]), dict(list(rows.items())[secrets:])]
    listed = split if reply == "columns" else [list(part) for part in split]
    return ListedGame(listed[0], listed[1], reply, hard=hard)  # type: ignore[arg-type]


@cache
def shown(game: ListedGame, guess: str, secret: str) -> str:
    if guess == secret:
        return "solved"
    if callable(game._how):
        return str(game._how(guess, secret))
    if game._how == FORMULA:
        black = sum(mine == theirs for mine, theirs in zip(guess, secret, strict=True))
        return str(black + (Counter(guess) & Counter(secret)).total())
    if game._how != "columns":
        return plain_reply(game, guess, secret)
    pairs = zip(ATTRIBUTES[guess], ATTRIBUTES[secret], strict=True)
    return "".join("=" if a == b else "x" if isinstance(a, str) else "+" if b > a else "-" for a, b in pairs)  # type: ignore[operator]


def allowed(game: ListedGame, history: History) -> list[str]:
    """The guesses that hard mode allows, in the order of the list."""
    if game.hard != "wordle":
        return [code for code in game.texts if all(shown(game, guess, code) == reply for guess, reply in history)]
    found = []
    for code in game.texts:
        fits = True
        for guess, reply in history:
            for place, mark in enumerate(reply):
                fits &= mark != "g" or code[place] == guess[place]
            needed = Counter(guess[place] for place, mark in enumerate(reply) if mark in "gy")
            fits &= all(code.count(letter) >= count for letter, count in needed.items())
        if fits:
            found.append(code)
    return found


def best(game: ListedGame, guesses: Sequence[str], secrets: Sequence[str], kind: str) -> str:
    """The guess of a one-step strategy, found in the simplest way."""
    if len(secrets) <= 2:
        return secrets[0]

    def key(guess: str) -> tuple[float, bool]:
        sizes = Counter(shown(game, guess, secret) for secret in secrets)
        score = {
            "minimax": max(sizes.values()),
            "expected-size": sum(size**2 for size in sizes.values()),
            "max-parts": -len(sizes),
            "entropy": round(sum(size * log2(size) for size in sizes.values()), 9),
        }[kind]
        return score, guess not in secrets

    return min(guesses, key=key)


def lengths(game: ListedGame, kind: str, only_candidates: bool) -> dict[str, int]:
    """The number of guesses for each secret."""
    found: dict[str, int] = {}
    pending: list[tuple[list[tuple[str, str]], list[str]]] = [([], list(game.texts[: game.size]))]
    while pending:
        history, secrets = pending.pop()
        guess = best(game, secrets if only_candidates else allowed(game, history), secrets, kind)
        parts = defaultdict(list)
        for secret in secrets:
            parts[shown(game, guess, secret)].append(secret)
        for reply, part in parts.items():
            if reply == "solved":
                found[guess] = len(history) + 1
            else:
                pending.append(([*history, (guess, reply)], part))
    return found


GAMES: list[tuple[object, bool | str]] = [
    ("wordle", True),
    ("wordle", "wordle"),
    ("mastermind", True),
    ("per-slot", True),
    ("common", True),
    ("same-place", True),
    (FORMULA, True),
    ("columns", True),
    (two_ends, True),
]


@pytest.mark.parametrize(("reply", "hard"), GAMES)
def test_allowed_guesses(reply: object, hard: bool | str) -> None:
    game = game_of(reply, hard)
    for secret in game.texts[:8]:
        position, history = Position(game), list[str]()
        for guess in game.texts[50:90:9]:
            keys = differing_guesses(position, Candidates.after(position))
            expected = allowed(game, [(earlier, shown(game, earlier, secret)) for earlier in history])
            assert [game.texts[key] for key in keys.tolist()] == expected
            if guess not in expected:
                with pytest.raises(BadCode, match=rf"turn \d+ \({'|'.join(history)}"):
                    position.after(guess, game.reply(guess, secret))
                continue
            position = position.after(guess, game.reply(guess, secret))
            history.append(guess)


@pytest.mark.parametrize(("reply", "hard"), GAMES)
def test_one_step_strategies_keep_to_it(reply: object, hard: bool | str) -> None:
    game = game_of(reply, hard)
    for kind in ("minimax", "expected-size", "max-parts", "entropy", "entropy:candidates-only"):
        expected = lengths(game, kind.partition(":")[0], kind.endswith("only"))
        (found,) = evaluate(game, kind)
        assert found.lengths.tolist() == [expected[secret] for secret in game.texts[: game.size]], kind
        tree = build_tree(game, kind)
        assert verify(tree).valid


@pytest.mark.parametrize("hard", [True, "wordle"])
def test_it_matters(hard: bool | str) -> None:
    """The ordinary game is played with guesses that hard mode forbids, and a tree of it is found invalid."""
    game, free = game_of("wordle", hard), game_of("wordle", False)
    tree = build_tree(free, "entropy")
    assert tree.figures.histogram != build_tree(game, "entropy").figures.histogram
    forbidden = type(tree)(game, tree.guesses, tree.parents, tree.parts)
    faults = verify(forbidden).faults
    assert faults
    assert faults[0].startswith("hard mode forbids the guess ")


@pytest.mark.parametrize("strategy", [*STRATEGIES, "auto", "random-consistent", "entropy:ties=random"])
@pytest.mark.parametrize(("reply", "hard"), GAMES[:3])
def test_every_strategy_keeps_to_it(strategy: str, reply: object, hard: bool | str) -> None:
    game = game_of(reply, hard, 20)
    for secret in game.texts[: game.size : 5]:
        played = play(game, secret, strategy, seed=3)
        assert played.solved
        turns = [(game.text_of(turn.guess), str(turn.reply)) for turn in played.turns]
        for number, (guess, _) in enumerate(turns):
            assert guess in allowed(game, turns[:number])
        for found in review(played.position).turns:
            assert found.best is None or game.text_of(found.best.guess) in allowed(game, turns[: found.turn - 1])
        before = Position(game, played.position.turns[:1])
        if not before.solved:
            assert all(game.text_of(each.guess) in allowed(game, turns[:1]) for each in suggest(before, top=50))


def test_without_further_guesses_the_candidates_are_what_may_be_guessed() -> None:
    """The exact search then is one among candidates, and it is proved by a certificate of the same list."""
    game = ListedGame(CODES[:24], reply="wordle", hard=True)
    free = ListedGame(CODES[:24], reply="wordle")
    found = optimal(game)
    assert found.proved
    assert found.tree is not None
    assert verify(found.tree).valid
    assert found.upper_bound == optimal(free, candidates_only=True).upper_bound == _least(game, tuple(game.texts), {})
    assert found.upper_bound >= (optimal(free).upper_bound or 0)
    assert play(game, CODES[3], "optimal").solved
    assert sum(evaluate(game, "optimal")[0].lengths) == found.upper_bound
    assert improve(game, passes=2).figures.total >= found.upper_bound
    certificate = certify(game, found.upper_bound)
    assert "guesses candidates" in certificate.text


def _least(game: ListedGame, secrets: tuple[str, ...], known: dict[tuple[str, ...], int]) -> int:
    """The fewest guesses in all with which candidates alone find a set, over all trees."""
    if len(secrets) <= 2:
        return len(secrets) * (len(secrets) + 1) // 2
    if secrets not in known:
        totals = []
        for guess in secrets:
            parts = defaultdict(list)
            for secret in secrets:
                if secret != guess:
                    parts[shown(game, guess, secret)].append(secret)
            totals.append(len(secrets) + sum(_least(game, tuple(part), known) for part in parts.values()))
        known[secrets] = min(totals)
    return known[secrets]


@pytest.mark.parametrize(("reply", "hard"), GAMES[:2])
@pytest.mark.parametrize("search", [optimal, improve, lambda game: certify(game, 3)])
def test_exact_searches_are_refused_where_a_value_depends_on_the_turns(
    reply: object, hard: bool | str, search: Callable[[ListedGame], object]
) -> None:
    with pytest.raises(BadInput, match="the guesses allowed at a set of candidates depend on the turns before"):
        search(game_of(reply, hard))
    with pytest.raises(BadStrategy, match="depend on the turns before"):
        Player.parse("optimal").check(game_of(reply, hard))


def test_positions_are_checked() -> None:
    game = ListedGame(["CRANE", "CRATE", "TRACE", "SLATE"], ["GRACE"], "wordle", name="hard-words", hard=True)
    assert Position.parse("hard-words CRANE:ygg-g TRACE:ggggg").turns
    with pytest.raises(BadCode) as caught:
        Position.parse("hard-words SLATE:--g-g CRATE:ggg-g")
    assert str(caught.value) == (
        "turn 2: CRATE contradicts turn 1 (SLATE:--g-g): in hard mode a guess must be consistent with every reply"
    )
    free = ListedGame(game.texts[:4], ["GRACE"], "wordle", name="free-words")
    broken = Position.parse(f"{free} SLATE:--g-g CRATE:ggg-g")
    with pytest.raises(BadCode, match="turn 2: CRATE contradicts turn 1"):
        suggest(Position(game, broken.turns))
    # The rule of Wordle allows what has all green and yellow letters.
    weak = ListedGame(game.texts[:4], ["GRACE"], "wordle", name="weak-words", hard="wordle")
    assert Position.parse(f"{weak} SLATE:--g-g CRATE:ggg-g").turns
    with pytest.raises(BadCode, match=r"^turn 2: SLATE does not use every letter that turn 1 \(CRANE:ggg-g\) revealed"):
        Position.parse("weak-words CRANE:ggg-g SLATE:--g-g")


def test_a_strategy_that_breaks_it_is_named() -> None:
    game = game_of("wordle", True)
    first = game.check_code(game.texts[0])

    class Stubborn:
        position = Position(game)

        def next(self, budget: object = None) -> object:
            return Guess(first)

        def learn(self, turn: object) -> None:
            self.position = Position(game, (*self.position.turns, turn))  # type: ignore[arg-type]

    player = Stubborn()
    assert next_move(player, game)  # type: ignore[arg-type]
    player.learn(Position(game).after(first, game.reply(first, game.texts[1])).turns[0])
    with pytest.raises(BadStrategy, match="contradicts turn 1"):
        next_move(player, game)  # type: ignore[arg-type]
    plan = ChosenPlan(game, lambda position, left, threads: game.check_code(game.texts[len(position.turns)]))
    with pytest.raises(BadCode, match="contradicts turn 1"):
        plan.tree(WorkerThreads())


def test_files_pickles_and_trees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEPEGS_GAME_FILES", "1")
    monkeypatch.chdir(tmp_path)
    for name, line in (("hard", "hard = true"), ("weak", 'hard = "wordle"'), ("free", "hard = false"), ("plain", "")):
        Path(f"{name}.toml").write_text(f"secrets = {CODES[:9]}\nguesses = {CODES[9:15]}\nreply = 'wordle'\n{line}\n")
    games = {name: load_game(f"{name}.toml") for name in ("hard", "weak", "free", "plain")}
    assert [game.hard for game in games.values()] == [True, "wordle", False, False]
    assert len({game._digest for game in games.values()}) == 3
    assert len({game._list_hash for game in games.values()}) == 1
    assert games["hard"].words.endswith("reply rule wordle, hard mode")
    for game in games.values():
        assert pickle.loads(pickle.dumps(game)) == game
        write_tree(build_tree(game, "entropy"), f"{game.name}.tree")
        assert read_tree(f"{game.name}.tree").game == game
        assert verify(f"{game.name}.tree").valid
    Path("hard.toml").write_text(Path("plain.toml").read_text())
    with pytest.raises(BadInput, match="made with other lists"):
        read_tree("hard.toml.tree")


@pytest.mark.parametrize(
    ("reply", "hard", "said"),
    [
        ("wordle", "yes", "hard='yes' is invalid: expected true, false or 'wordle'"),
        ("wordle", 1, "hard=1 is invalid"),
        ("mastermind", "wordle", "hard='wordle' needs the reply rule wordle"),
    ],
)
def test_bad_modes(reply: str, hard: object, said: str) -> None:
    with pytest.raises(BadRules, match=said):
        ListedGame(CODES, reply=reply, hard=hard)  # type: ignore[arg-type]


def test_the_reply_of_other_codes_is_computed_as_the_table_is() -> None:
    """Replies by codes that cannot be the secret equal those of a game in which they can."""
    from codepegs.game import replies_by_all

    for reply, _ in GAMES:
        game, whole = game_of(reply, True), game_of(reply, True, len(CODES))
        for guess in (0, 40, 99):
            parts = replies_by_all(game, guess).tolist()
            known = {str(each) for each in game.replies()[:-1]}
            for code, part in enumerate(parts):
                expected = str(whole.replies()[int(whole._table[guess, code])])
                if code == guess:
                    assert part == len(game.replies()) - 1
                elif expected in known:
                    assert str(game.replies()[part]) == expected
                else:
                    assert part >= len(game.replies())
    assert wordle(CODES[0], CODES[1]) == shown(game_of("wordle", True), CODES[0], CODES[1])
