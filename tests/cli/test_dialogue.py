"""The dialogue of play, host, boards and identify: states are kept, and only an answer costs work."""

from __future__ import annotations

import io
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from codepegs import Candidates, Codebreaker, Game, Identification
from codepegs.cli import dialogue
from codepegs.codes.code_space import CodeSpace, ListedCodes
from codepegs.strategies import advice
from codepegs.strategies.protocol.values import searched
from tests import extent
from tests.conftest import Cli


class Terminal(io.StringIO):
    """Standard input of a person, who is asked at the end, too."""

    def isatty(self) -> bool:
        return True


@dataclass
class Typist:
    """A person who types lines that are chosen when they are asked for."""

    monkeypatch: pytest.MonkeyPatch
    dialogues: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        begin = dialogue.Dialogue.__init__

        def remembered(made: Any, states: Any) -> None:
            begin(made, states)
            self.dialogues.append(made)

        self.monkeypatch.setattr(dialogue.Dialogue, "__init__", remembered)

    def __call__(self, cli: Cli, *command: str, lines: Callable[[Any], Iterator[str]]) -> Any:
        """Run a command with the lines that a generator makes of the dialogue; returns the dialogue."""
        typed: list[Iterator[str]] = []

        def ask(question: str, default: str | None = None) -> str:
            if not typed:
                typed.append(lines(self.dialogues[-1]))
            line = next(typed[0], "quit")
            return line or default or ""

        self.monkeypatch.setattr(dialogue, "ask", ask)
        self.monkeypatch.setattr(sys, "stdin", Terminal())
        self.monkeypatch.setattr(io, "StringIO", Terminal)  # in which the fixture passes answers
        self.printed = cli(*command)
        return self.dialogues[-1]


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Typist:
    return Typist(monkeypatch)


def is_over(talk: Any) -> bool:
    """Whether the present state takes no answer."""
    state = talk.state
    if isinstance(state, Identification):
        return state.test is None
    if hasattr(state, "moved"):  # of a person who replies
        return state.moved is None
    if hasattr(state, "boards"):
        return bool(state.boards.solved)
    return bool(state.position.turns) and state.position.turns[-1].guess == talk.secret


def an_answer(talk: Any, rng: random.Random) -> str:
    """An answer that the present state takes."""
    state = talk.state
    if isinstance(state, Identification):
        return rng.choice([*state.outcomes.values(), "?"])
    if hasattr(state, "moved"):
        return str(talk.game.reply(state.guess, ((2, 1, 0, 2) * 8)[: talk.game.pegs]))
    return "".join(rng.choice("123") for _ in range(talk.game.pegs))


OTHERS = ["zzz", "?!", "help", "undo 2", "why", "left", "list", "hint", "candidates", "change 9 0b0w", "9 9 9 9 9"]
"""Lines that lead to no other state."""


def snapshot(talk: Any) -> tuple[Any, ...]:
    """What there is to know of the present state."""
    state = talk.state
    if isinstance(state, Identification):
        return state.position, state.left, state.question, state.is_over
    if hasattr(state, "boards"):
        return state.boards, state.guesses, state.boards.suggest()
    if is_over(talk):  # with the secret guessed, replies may be false that the strategy takes as a contradiction
        return state.position, talk.secret
    if hasattr(state, "moved"):
        return state.position, state.moved, state.known.codebreaker, state.known.left_sentence(talk.notation)
    return state.position, talk.secret, state.known.codebreaker, state.known.left_sentence(talk.notation)


COMMANDS = {
    "play": ("play", "p3c3", "--seed", "1", "--turns", "40"),
    "play an adversary": ("play", "p3c3", "--adversary", "--seed", "1", "--turns", "40"),
    "play with noise": ("play", "p3c3", "--noise", "0.3", "--seed", "1", "--turns", "40"),
    "play a liar": ("play", "p3c3", "--noise", "lying:1", "--seed", "1", "--turns", "40"),
    "host": ("host", "p4c4", "--seed", "1"),
    "host with a secret": ("host", "p4c4", "--secret", "3213", "--seed", "1"),
    "host with noise": ("host", "p3c3", "--noise", "0.2", "--seed", "1"),
    "host a large game": ("host", "p30c30", "-s", "streaming", "--seed", "1"),
    "host by samples": ("host", "p10c10", "--seed", "1"),
    "1 board": ("play", "p3c3", "--boards", "1", "--seed", "1", "--turns", "40"),
    "2 boards": ("play", "p3c3", "--boards", "2", "--seed", "1", "--turns", "40"),
    "3 boards": ("play", "p3c3", "--boards", "3", "--seed", "1", "--turns", "40"),
    "identify": ("identify", "animals.csv"),
    "identify until named": ("identify", "table:animals.csv:named"),
}


@pytest.fixture(autouse=True)
def animals(cli: Cli) -> None:
    whole = Path(__file__).parents[2] / "examples" / "animals.csv"
    Path("animals.csv").write_text(whole.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.parametrize("seed", extent.rest_extended(range(12), [0]))
@pytest.mark.parametrize("name", extent.longer_extended(COMMANDS, ["host by samples"]))
def test_only_answers_change_the_state(name: str, seed: int, cli: Cli, typist: Typist) -> None:
    """Typos, commands, and answers that are taken back leave the state of the other answers alone."""
    rng, kept = random.Random(f"{name} {seed}"), list[str]()

    def lines(talk: Any) -> Iterator[str]:
        for _ in range(30):
            line = "undo" if is_over(talk) or rng.random() < 0.2 else rng.choice(OTHERS)
            if not is_over(talk) and rng.random() < 0.4:
                line = an_answer(talk, rng)
                kept.append(line)
            elif line == "undo" and kept:
                kept.pop()
            yield line

    talk = typist(cli, *COMMANDS[name], lines=lines)
    alone = typist(cli, *COMMANDS[name], lines=lambda other: iter(kept))
    assert len(talk.states) == len(alone.states) == len(kept) + 1
    assert snapshot(talk) == snapshot(alone)


WORK = {
    "candidates listed": (CodeSpace, "consistent"),
    "candidates of a table listed": (ListedCodes, "consistent"),
    "candidates filtered": (Candidates, "filter"),
    "codebreakers begun": (Codebreaker, "__init__"),
    "games begun": (advice, "begin_at"),
}
"""What reads all candidates, or starts from the beginning."""


@pytest.mark.parametrize("name", extent.longer_extended(COMMANDS, ["host by samples"]))
def test_only_answers_cost_work(name: str, cli: Cli, typist: Typist, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 30 lines, only the answers filter the candidates: each once on each board, and nothing is begun again."""
    rng, work, answers = random.Random(name), Counter[str](), []

    def counted(what: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def count(*given: Any, **named: Any) -> Any:
            work[what] += 1
            return function(*given, **named)

        return count

    for what, (home, method) in WORK.items():
        monkeypatch.setattr(home, method, counted(what, getattr(home, method)))

    def lines(talk: Any) -> Iterator[str]:
        for _ in range(5):
            if not is_over(talk):
                answers.append(an_answer(talk, rng))
                yield answers[-1]
            yield from ("left", "hint")  # from now on it is known what is left, and what to guess
            spent = work.copy()
            for line in (*rng.choices(OTHERS, k=2), "undo"):
                yield line
                assert work == spent, f"after {line}"

    before = searched.cache_info().misses
    talk = typist(cli, *COMMANDS[name], lines=lines)
    boards = len(talk.secrets) if hasattr(talk, "secrets") else 1
    filtered = sum(work[what] for what in work if what.startswith("candidates"))
    searches = searched.cache_info().misses - before  # for the best guess, which list few candidates by themselves
    assert filtered - searches <= (len(answers) + 1) * boards
    assert work["games begun"] <= 1 + len(answers)


@pytest.mark.parametrize(
    ("command", "answers", "ends"),
    [
        (("play", "p2c2", "--seed", "1"), "SECRET undo left", "Solved in"),
        (("play", "p2c2", "--seed", "1", "--turns", "1"), "OTHER undo left", "No guesses left."),
        (("play", "p2c2", "--seed", "1"), "OTHER give_up undo left", "You gave up."),
        (("play", "p2c2", "--boards", "1", "--seed", "1"), "SECRET undo left", "Solved in"),
        (("play", "p2c2", "--boards", "1", "--seed", "1"), "OTHER give_up undo left", "You gave up."),
        (("host", "p2c2", "--seed", "1"), "2b undo left", "Solved in"),
        (("host", "p2c2", "--noise", "0.1", "--seed", "1"), "found undo left", "Solved in"),
        (("identify", "animals.csv"), "fur animals 3 no undo left", "Found: otter."),
    ],
)
def test_the_last_answer_is_taken_back_at_the_end(
    command: tuple[str, ...], answers: str, ends: str, cli: Cli, typist: Typist
) -> None:
    """There a person may have mistyped it; Enter, and the end of the input of a program, end it."""

    def lines(talk: Any) -> Iterator[str]:
        secret = talk.code if hasattr(talk, "code") else next(iter(getattr(talk, "secrets", ())), None)
        texts = {code == secret: "".join(str(color + 1) for color in code) for code in Game(2, 2)._iterate_codes()}
        for word in answers.split():
            yield {"SECRET": texts.get(True, ""), "OTHER": texts[False]}.get(word, word.replace("_", " "))

    talk = typist(cli, *command, lines=lines)
    assert typist.printed.count(ends) == 1
    assert re.search(" left|The most probable", typist.printed.partition(ends)[2]), "it goes on"
    assert not is_over(talk)


def test_an_interrupted_command_does_not_end_the_dialogue(cli: Cli, typist: Typist) -> None:
    def interrupted(*given: object) -> None:
        raise KeyboardInterrupt

    for command in (("play", "p2c2", "--seed", "1"), ("host", "p2c2", "--seed", "1"), ("identify", "animals.csv")):
        typist.monkeypatch.setattr(dialogue.Knowledge, "left_sentence", interrupted)
        typist.monkeypatch.setattr("codepegs.cli.identify._names", interrupted)
        typist(cli, *command, lines=lambda talk: iter(["left", "quit"]))
        assert "Stopped. The " in typist.printed
        assert "To continue: codepegs " in typist.printed


def test_a_word_of_the_list_is_a_guess(cli: Cli) -> None:
    """Lists may have the words of commands; those that play had first keep their meaning."""
    Path("words.toml").write_text('secrets = ["LEFT", "LIST", "QUIT", "LAST"]\nreply = "wordle"\n', encoding="utf-8")
    printed = cli("play", "words.toml", "--seed", "2", "--turns", "9", answers="left\nlist\nwhy\nquit\n")
    assert re.search(r"^  1  LEFT  .*^  2  LIST  .*There is no hint to explain here", printed, re.MULTILINE | re.DOTALL)
    assert "To continue: codepegs play 'words.toml LEFT:" in printed


def test_what_is_left_is_listed(cli: Cli) -> None:
    assert "\nGuess 1: \n1,296 candidates left: 1111, 1112, " in cli("play", "p4c6", "--seed", "4", answers="left\n")
    some = cli("play", "p2c3", "--seed", "1", answers="12\nhint\nwhy\nleft\nquit\n")
    listed = re.search(r"^(\d) candidates? left: ([\d, ]+)\.$", some, re.MULTILINE)
    assert listed is not None
    assert int(listed[1]) == len(listed[2].split(", "))
    parts = re.findall(r"^  \w+: (\d+) candidates?: ", some, re.MULTILINE)
    assert sum(map(int, parts)) == int(listed[1])
    boards = cli("play", "p2c3", "--boards", "2", "--seed", "1", answers="why\nhint\nwhy\nleft\nquit\n")
    assert "type hint first" in boards
    assert len(re.findall(r"^Board \d: Leaves [\d.]+ of 9 candidates", boards, re.MULTILINE)) == 2
    assert boards.count("9 candidates left: 11, 12, 13, ") == 2
    hosted = cli("host", "p4c6 1122:0b0w 3344:0b0w", answers="left\nquit\n")
    assert "\n16 candidates left: 5555, 5556, " in hosted
    broken = cli("host", "p4c6 1122:0b0w 3344:0b0w 5566:0b0w", answers="left\nwhy\nquit\n")
    assert "No code is consistent with all replies.\n" in broken
    assert broken.count("The replies contradict each other.") == 2


def test_a_changed_reply_leaves_the_state_of_that_reply(cli: Cli, typist: Typist) -> None:
    """What is kept of the turns before it is used again, and what followed it is not."""
    changed = typist(cli, *COMMANDS["host"], lines=lambda talk: iter(["0b1w", "1b1w", "left", "change 1 1b1w", "undo"]))
    alone = typist(cli, *COMMANDS["host"], lines=lambda talk: iter(["1b1w"]))
    assert snapshot(changed) == snapshot(alone)
