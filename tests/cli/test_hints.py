"""What messages propose works: every command line and option that they name is executed.

`PROPOSALS` has a command line that leads to each sentence; a scan of the catalogue and of the commands finds the
sentences that propose something.
"""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import codepegs
from codepegs import (
    Game,
    ListedGame,
    Notation,
    Picture,
    Position,
    Reply,
    Turn,
    analysis,
    load_game,
    lower_bound,
    parse_reply,
)
from codepegs.cli import main
from codepegs.cli.command_list import COMMANDS
from codepegs.cli.prompt import INSTEAD
from codepegs.errors import CodepegsError
from codepegs.reasons import catalogue
from tests import extent
from tests.cli.fuzzing import run

WORKS = (0, 1)
"""Exit codes of a proposal that works: done, or a clear negative answer."""


@dataclass(frozen=True)
class Proposal:
    """A command line, the sentence that it leads to, and what this proposes."""

    sentence: str
    """A kind of the catalogue, or a part of a literal of a command."""
    line: str
    then: str = ""
    """The command line that is proposed in words; by default those that are printed."""
    answers: str = ""
    more: str = ""
    """What is typed when the proposal is executed."""


TABLE = "animal,feathers,legs\nowl,yes,2\ncat,no,4\nant,no,6\n"
NUMBERED = "animal,id,legs\n" + "".join(f"animal{n},{n},{n % 2}\n" for n in range(7))
HEADLESS = "owl,no,2\ncat,no,4\nant,no,6\ncow,no,4\n"
PLAN = 'rules = ["p2c2"]\nstrategies = ["entropy"]\ngames = "all"\n'
PRICED = "describe priced.csv --costs price --weights seen"
PART = "{AA:{00:BC,10:AB}}"
"""A tree of p2c3, which finds a part of the secrets."""

SEARCH = "optimal p4c4-t -o found.tree"
NAMED = "'p3c3 mauve,red,pink:1b0w'"
ZERO = "'p3c3 012:1b0w'"
FOREIGN = f"suggest 'p300c3 {'1' * 299}2:10b0w'"
LUCK = "evaluate p2c3 -s entropy --adjust-for-luck"

PROPOSALS = (
    Proposal("use_auto", "suggest p20c20 -s minimax --top 1", "suggest p20c20 -s auto --top 1"),
    Proposal("list_strategies", "solve p4c6 -s qqqq"),
    Proposal("try_line", "analyze"),
    Proposal("json_of_dialogue", "host p4c6 --json", "suggest p4c6 --json && bot p4c6 && solve p4c6 --json"),
    Proposal("json_of_bot", "bot p4c6 --json", "suggest p4c6 --json"),
    Proposal("json_of_export", "tree export p2c2 --json", "tree export p2c2 --format json"),
    Proposal("first_when_built", "tree stats p2c3 --first 12", "tree build p2c3 -s entropy --first 12 -o x.tree"),
    Proposal("first_in_plan", "lab run plan.toml --first 1122", "evaluate p2c2 -s minimax:first=12"),
    Proposal("objective_of_strategy", "solve p4c6 --objective depth", "optimal p2c3 --objective depth"),
    Proposal("canonical_codes", "evaluate p4c6 --symbols RGBYOP", "score p4c6 --symbols RGBYOP"),
    Proposal("see_help", "tree sing"),
    Proposal("see_help", "play -x"),
    Proposal("like_line", "suggest"),
    Proposal("like_line", "lab plot x", "lab plot --help"),
    Proposal("like_line", "score p4c6 1213 1122"),
    Proposal("like_line", "evaluate p4c6 entropy minimax"),
    Proposal("like_line", "describe"),
    Proposal("like_line", "identify"),
    Proposal("repeat_strategy", "evaluate p3c3 entropy minimax", "evaluate p3c3 -s entropy -s minimax"),
    Proposal("one_strategy", "suggest p3c3 entropy -s minimax", "evaluate p3c3 -s entropy -s minimax"),
    Proposal("rules_of_two_codes", "score p4c6 1213 1122", "score 1213 1122 --rules p4c6"),
    Proposal("or_row_of_costs", "describe priced.csv", PRICED),
    Proposal("or_column_of_objects", "describe priced.csv --costs price", PRICED),
    Proposal("tells_all", "describe numbered.csv", "describe numbered.csv --skip id"),
    Proposal("no_heading", "describe headless.csv", "describe headless.csv --heading --skip no"),
    Proposal("one_game", "suggest p2c2 p3c3", "lab run plan.toml"),
    Proposal("game_as_command", "help p3c3"),
    Proposal("picture_as_rules", "solve fish", more=" --turns 1 --seed 1 --json"),
    Proposal("reply_as_option", "suggest words:words.txt:wordle AB -y", "suggest words:words.txt:wordle AB:-y"),
    Proposal("game_as_command", "help animals.csv"),
    Proposal("game_as_command", "help table:animals.csv:named"),
    Proposal("To play the rest: ", "lab status plan.toml"),
    Proposal(": codepegs tree show ", "describe p2c3"),
    Proposal("ends_when_known", "play animals.csv", more="?\n?\n?\n"),
    Proposal("ends_when_known", "host animals.csv"),
    Proposal("several_positions", "suggest games.txt"),
    Proposal("several_positions", "coach games.txt"),
    Proposal("several_positions", "candidates games.txt"),
    Proposal("several_positions", "score games.txt"),
    Proposal("several_positions", "coach games.json"),
    Proposal("several_boards", "candidates 'p3c3 112:1b0w / 112:0b0w'", "suggest 'p3c3 112:1b0w / 112:0b0w'"),
    Proposal("no_secret_to_score", "score 1213"),
    Proposal("verbose_alone", "--verbose"),
    Proposal("no_such_tree", "tree show gallery:p9c9"),
    Proposal("tree_ends", "suggest 'p2c3 11:0b0w 23:1b0w' -s tree:part.braces", "tree verify part.braces"),
    Proposal("tree_is_partial", "evaluate p2c3 -s tree:part.braces", "tree verify part.braces"),
    Proposal("altered_tree", "tree show altered.tree", "tree verify altered.tree"),
    Proposal(
        "smaller_options", "solve --picture fish --size 90x90 -s minimax", "solve --picture fish --size 4x3 -s minimax"
    ),
    Proposal("no_grid_size", "solve p4c3 --picture", "solve p4c3 --picture --size 2x2"),
    Proposal("play_one_report", "reproduce --play", more="4 6\n"),
    Proposal("another_saved_game", "solve p3c4 123 -s minimax --save game.json", "solve --resume game.json"),
    Proposal(
        "improves_no_picture", "optimal p2c3 --no-proof -o x.svg", "optimal p2c3 --no-proof -o better.tree --passes 1"
    ),
    Proposal("find_tree_before", "suggest p4c4-t -s optimal", f"{SEARCH} && suggest p4c4-t -s tree:found.tree --top 1"),
    Proposal("; to search for one: codepegs optimal ", "tree list p2c4-w"),
    Proposal("several_strategies", "evaluate p3c3 -s entropy,minimax", "evaluate p3c3 -s entropy -s minimax"),
    Proposal("names_read_like", "suggest 'p3c3 mauve,red,pink:1b0w'", f"suggest {NAMED} --symbols mauve,red,pink"),
    Proposal("add_base_0", "score 0123 RRGG --rules p4c6", "score 0123 1122 --rules p4c6 --base 0"),
    Proposal("written_differently", "score 1,2,3 123", "score 1,2,3 123 --rules p3c3"),
    Proposal("certificate_of_list", "tree verify words.cert", "tree verify words.cert --rules words:words.txt:common"),
    Proposal("or_start_from_it", "optimal p2c3 -o whole.tree", "optimal p2c3 -o best.tree --start whole.tree"),
    Proposal("'0' in '012' is not a colour of p3c3", f"suggest {ZERO}", f"suggest {ZERO} --base 0"),
    Proposal("add e.g. --symbols RGBYOP", "suggest 'p4c6 RRGG:1b0w'", "suggest 'p4c6 RRGG:1b0w' --symbols RGBYOP"),
    Proposal("code_not_permitted", "lab run coded.toml", "lab run coded.toml --run-code --executor serial"),
    Proposal("luck_needs_sample", "evaluate p2c3 -s entropy --adjust-for-luck", f"{LUCK} --games 5"),
    Proposal("ambiguous_count", "tree show one.braces", "tree show one.braces --rules p2c2-b"),
    Proposal("no_guess_left", "play 'p3c3 112:1b0w' --turns 1", "play 'p3c3 112:1b0w' --turns 2"),
    Proposal("no_guess_left_by_default", f"play 'p2c2{' 11:1b0w' * 8}'", f"play 'p2c2{' 11:1b0w' * 8}' --turns 9"),
    Proposal("no_rules_to_solve", "solve", "solve p4c6 --seed 1 && solve --resume game.json"),
    Proposal("no_turns_in_file", "coach quiet.json", "solve p3c3 112 -s minimax --json"),
    Proposal(
        "or_names", "suggest 'p3c3 1,2,mauve:1b0w'", "suggest 'p3c3 red,pink,mauve:1b0w' --symbols red,pink,mauve"
    ),
    Proposal("too_deep_to_nest", "tree export deep.tree --format json", "tree export deep.tree --format text"),
    Proposal("too_large_to_continue", FOREIGN, "suggest p300c3 --top 1"),
    Proposal("noise_unknown", "solve p3c3 --noise unknown", "solve p3c3 --strategy auto:noise=unknown"),
    Proposal("use_improve", "optimal p5c9", "optimal p5c9 --no-proof -o found.tree --limit 1"),
    Proposal("To continue: ", "play p3c3 --seed 1", answers="112\n"),
    Proposal("To continue: ", "play 'p3c3 112:1b0w'", answers="?\n"),
    Proposal("To continue: ", "host p3c3", answers="1b0w\n"),
    Proposal("To continue: ", "identify animals.csv", answers=""),
    Proposal("To begin again with these secrets: ", "play p3c3 --boards 2", answers="112\n"),
    Proposal("To repeat this game: ", "solve p3c3 -s minimax"),
    Proposal("saved. To continue: codepegs solve --resume ", "solve p4c6 1234 --turns 1 --save other.json"),
    Proposal(" has no finished games. To continue: codepegs lab run PLAN", "lab plot empty.sqlite -o x.svg"),
    Proposal("To see the options of a strategy: codepegs strategies NAME", "strategies", "strategies entropy"),
    Proposal(": add --all to list them.", "suggest p3c3", "suggest p3c3 --all"),
)

OTHER = {
    "PLAN": "plan.toml",
    "NAME": "entropy",
    "FILE": "found.tree",
}
"""What stands in a proposal for a name."""


@cache
def deep_tree() -> str:
    """A tree deeper than JSON nests."""
    return run(shlex.split("tree build p1c301 -s first-consistent -o -")).out


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the command lines name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "animals.csv").write_text(TABLE)
    (tmp_path / "numbered.csv").write_text(NUMBERED)
    (tmp_path / "headless.csv").write_text(HEADLESS)
    (tmp_path / "priced.csv").write_text("animal,feathers,legs,seen\nowl,yes,2,7\ncat,no,4,5\nprice,1,2,\n")
    (tmp_path / "plan.toml").write_text(PLAN)
    (tmp_path / "coded.toml").write_text(PLAN.replace('"all"', "2") + f'codemaker = "{tmp_path / "own.py"}:exact"\n')
    (tmp_path / "own.py").write_text(
        "import codepegs\n\n\ndef exact(secret, seed):\n    return lambda guess: codepegs.score(guess, secret)\n"
    )
    (tmp_path / "part.braces").write_text(PART)
    (tmp_path / "one.braces").write_text("{AA:{0:BB,1:{AB:{0:BA}}}}")
    (tmp_path / "games.txt").write_text("p3c3 112:1b0w\np3c3 112:0b0w\n")
    games = [run(shlex.split(f"solve p3c3 {secret} -s minimax --json")).out for secret in ("112", "231")]
    (tmp_path / "games.json").write_text("".join(games))
    (tmp_path / "words.txt").write_text("ab\ncd\nad\n")
    assert run(shlex.split("optimal words:words.txt:common --certificate words.cert")).code == 0
    codepegs.write_tree(codepegs.build_tree("p2c3", "minimax"), "whole.tree")
    text = (tmp_path / "whole.tree").read_text()
    (tmp_path / "altered.tree").write_text(text.replace("strategy minimax", "strategy entropy"))
    assert run(["solve", "p3c3", "123", "-s", "minimax", "--save", "game.json"]).code == 0
    (tmp_path / "quiet.json").write_text(run(shlex.split("solve p3c3 112 -s minimax --json --quiet")).out)
    (tmp_path / "deep.tree").write_text(deep_tree())
    with codepegs.experiments.Store(tmp_path / "empty.sqlite"):
        pass
    return tmp_path


def proposed(text: str) -> list[str]:
    """The command lines in what was printed."""
    names = "|".join([*COMMANDS, "--"])
    end = r"$|'? lists | or codepegs |; |, or |\.$| and play it "
    lines = re.findall(rf"\bcodepegs ((?:{names}).*?)(?={end})", text, re.MULTILINE)
    filled = [re.sub(r"\b(?:PLAN|NAME|FILE)\b", lambda name: OTHER[name[0]], line).rstrip("? ") for line in lines]
    return [line.removesuffix("'") if line.count("'") % 2 else line for line in filled]


def executed(line: str, more: str) -> int:
    """The exit code of a proposal; `< FILE` is standard input."""
    line, _, file = line.partition(" < ")
    ended = run(shlex.split(line), Path(*shlex.split(file)).read_text() if file else more)
    assert ended.code in WORKS, f"codepegs {line} ended with {ended.code}: {ended.err or ended.out}"
    assert "Traceback" not in ended.out + ended.err
    return ended.code


SLOW = [
    proposal
    for proposal in PROPOSALS
    if re.search(r"evaluate|lab |one_strategy|one_game|p5c9|p4c4-t|p20c20|90x90|--all", str(proposal))
]


@pytest.mark.parametrize("proposal", extent.longer_extended(PROPOSALS, SLOW), ids=lambda proposal: proposal.line)
def test_what_is_proposed_works(proposal: Proposal, folder: Path) -> None:
    ended = run(shlex.split(proposal.line), proposal.answers)
    told = ended.out + ended.err
    assert _is_said(proposal.sentence, told), told
    lines = proposal.then.split(" && ") if proposal.then else proposed(told)
    assert lines, told
    for line in lines:
        executed(line, proposal.more)


def environment(**settings: Any) -> object:
    """An environment of Gymnasium."""
    pytest.importorskip("gymnasium")
    from codepegs.gym import MastermindEnv

    return MastermindEnv(**settings)


PYTHON: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
    "symbols_not_text": (lambda: Notation(5), lambda: Notation.of("p4c6")),  # type: ignore[arg-type]
    "rules_as_symbols": (lambda: Notation("p4c6"), lambda: Notation.of("p4c6")),
    "texts_to_score": (lambda: codepegs.score("12", "13"), lambda: Game.parse("p2c3").reply("12", "13")),  # type: ignore[arg-type]
    "turn_of_text": (lambda: Turn("12", Reply(1, 0)), lambda: Position("p2c3").after("12", "1b0w")),  # type: ignore[arg-type]
    "not_a_file_name": (lambda: load_game(5), lambda: (ListedGame(["ab"]), Game.from_table([[1, 2]]))),  # type: ignore[arg-type]
    "attributes_not_listed": (
        lambda: ListedGame({"ab": 5, "cd": 1}),
        lambda: ListedGame(["ab", "cd"], weights={"ab": 5, "cd": 1}),
    ),
    "hard_needs_wordle": (
        lambda: ListedGame(["ab", "cd"], reply="common", hard="wordle"),
        lambda: ListedGame(["ab", "cd"], reply="common", hard=True),
    ),
    "hard_needs_named": (
        lambda: ListedGame(["ab", "ad"], reply="common", hard=True, until="known"),
        lambda: ListedGame(["ab", "ad"], reply="common", hard=True, until="named"),
    ),
    "too_large_for_bounds": (lambda: lower_bound("p9c9"), lambda: analysis.least_by_information("p9c9")),
    "too_many_candidates": (lambda: codepegs.Candidates.all("p9c9"), lambda: analysis.list_candidates("p9c9")),
    "picture_no_bytes": (lambda: Picture.from_bytes("fish"), lambda: Picture.load("fish")),  # type: ignore[arg-type]
    "too_many_for_len": (lambda: len(Game.parse("p20c20").codes), lambda: Game.parse("p20c20").size),
    "actions_for_pegs": (
        lambda: environment(game=ListedGame(["ab", "cd"]), actions="pegs"),
        lambda: environment(game=ListedGame(["ab", "cd"]), actions="codes"),
    ),
    "actions_may_repeat": (
        lambda: environment(pegs=3, colors=4, repeats=False, actions="pegs"),
        lambda: environment(pegs=3, colors=4, repeats=False, actions="codes"),
    ),
    "too_many_actions": (
        lambda: environment(pegs=9, colors=9, actions="codes"),
        lambda: environment(pegs=9, colors=9, actions="pegs"),
    ),
    "outcome_is_reply": (
        lambda: Game.from_table([["solved", "open"]]),
        lambda: Game.from_table([["found", "open"]]),
    ),
    "not_a_reply_alone": (lambda: Reply("x"), lambda: parse_reply("p4c6", "BWW")),
}
"""What a call raises, and the call that its message proposes."""


@pytest.mark.parametrize("kind", PYTHON)
def test_what_is_proposed_in_python_works(kind: str) -> None:
    refused, works = PYTHON[kind]
    with pytest.raises(CodepegsError) as told:
        refused()
    assert told.value.reason is not None
    assert told.value.reason.kind == kind
    works()


IN_WORDS = {
    *("too_many_requests", "too_many_connections", "port_in_use", "port_denied", "cannot_listen", "unknown_host"),
    *("request_took_memory", "wrong_method", "request_needs_memory"),  # of servers
    *("disk_error", "worker_exited", "worker_of_another_version"),  # of sweeps that are cut short
    *("pillow_cannot_write", "cannot_be_replayed", "other_database"),  # of other versions and programs
    *("unprintable_name", "letters_not_used"),  # words, not commands
    *("auto_cannot_play", "cannot_list_codes"),  # say why; what to do is in clauses
    "page_has_no_claims",  # to write the whole page takes minutes
    *("names_read", "not_parsed", "reply_of_another_game"),
}
"""Sentences with a word of advice that is no command line of its own, or that need another machine."""

ADVISES = re.compile(
    rf"codepegs (?:{'|'.join(COMMANDS)})\b|\b[Tt]o (?:continue|repeat|begin)\b|\b(?:use|try)\b|see {{command}}"
    r"|\b(?:add|give|e\.g\.|(?<!combined )with|as|reads?) --[a-z]|--symbols reads"
)


LONGER = ("evaluate p4c6 -s entropy -s minimax", "tree export p3c4 -o p3c4.html")


@pytest.mark.parametrize("line", extent.longer_extended(INSTEAD, LONGER))
def test_what_words_for_commands_propose_works(line: str, folder: Path) -> None:
    executed(line, "")


def test_every_proposal_of_the_catalogue_is_executed() -> None:
    kinds = {kind for kind, said in catalogue().items() if ADVISES.search(said)}
    executed = {proposal.sentence for proposal in PROPOSALS} | PYTHON.keys()
    assert kinds - executed == IN_WORDS


def test_every_proposal_of_the_commands_is_executed() -> None:
    said = [proposal.sentence for proposal in PROPOSALS]
    for file in sorted(Path(main.__file__).parent.glob("*.py")):
        for literal in literals(ast.parse(file.read_text(encoding="utf-8"))):
            advises = ADVISES.search(literal) and not re.fullmatch(r" ?(codepegs )?\S+ ", literal)
            assert not advises or any(part in literal or literal in part for part in (*said, *ELSEWHERE)), literal


ELSEWHERE = (
    "run the same command to continue",  # tests/test_locks.py and tests/experiments interrupt searches and sweeps
    "to continue, give it with --start",
    ", or try another --seed.",
    "; press Enter to use it, or type ",
    ". To continue: codepegs lab run PLAN",
    " COMMAND prints what codepegs COMMAND --help prints.",
    "=1, and with the output of codepegs --version --verbose",
    "codepegs play ",
    "(not with --objective worst)",
)
"""Literals that advise, and are executed elsewhere or name no command line."""


def literals(node: ast.AST) -> Iterator[str]:
    """The texts of a module that are no documentation of it, of a command or of an option."""
    for child in ast.iter_child_nodes(node):
        name = getattr(child.func, "id", getattr(child.func, "attr", "")) if isinstance(child, ast.Call) else ""
        is_help = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if is_help or name in ("argument", "option", "strategy_option", "flag", "Option", "Argument", "Typer"):
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        yield from literals(child)


def _is_said(sentence: str, told: str) -> bool:
    """Whether the words of a sentence were printed."""
    said = catalogue().get(sentence, sentence)
    pieces = [piece.strip() for piece in re.split(r"\{[^{}]*\}", said)]
    return all(piece in " ".join(told.split()) for piece in pieces if len(piece) > 1)
