"""Asking a person, one line at a time, and sentences about what was typed and is not understood."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

import typer

from codepegs import game as games
from codepegs.cli.command_list import COMMANDS
from codepegs.errors import CodepegsError, hint_at, one_of, similar
from codepegs.foreign import TyperError, typer_type
from codepegs.reasons import Reason, Value

ALIASES = {"q": "quit", "exit": "quit", "?": "help", "giveup": "give up", "give-up": "give up"}
"""Other spellings of the words a person may say instead of a guess or a reply."""

_KEYS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?|[\x00-\x08\x0e-\x1f\x7f]")
"""What the arrow keys and their like send."""


class Leaving(typer.Exit):
    """The person wants to leave: the command ends, after it has said how to continue."""


class EndOfInput(Leaving):
    """There is no more input."""


class Interrupted(Leaving):
    """The person pressed Ctrl-C instead of answering."""

    def __init__(self) -> None:
        super().__init__(130)


def ask(question: str, default: str | None = None) -> str:
    """One line of input without blanks around it, or the default for an empty one; raises `EndOfInput` at the end."""
    prompt = f"{question} [{default}]: " if default else f"{question}: "
    try:
        line = _KEYS.sub("", _read_line(prompt))
    except EOFError:
        print(flush=True)
        raise EndOfInput from None
    except KeyboardInterrupt:
        print(flush=True)
        raise Interrupted from None
    return line.strip() or (default or "")


def next_line() -> str | None:
    """The next line of standard input without blanks around it, for programs; None at its end."""
    line = sys.stdin.readline()
    return line.strip() if line else None


def _read_line(prompt: str) -> str:
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # from now on `input` lets the line be edited
        return input(prompt)
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    if not sys.stdin.isatty():
        sys.stdout.write("\n")
    return line


def command_in(words: str) -> str:
    """Return the command that was typed, with aliases resolved; any other text in lower case."""
    word = " ".join(words.lower().split())
    return ALIASES.get(word, word)


def not_understood(words: str, error: Exception, commands: Mapping[str, str], what: str) -> str:
    """Return a sentence about a line that is neither `what` was asked for nor a command; the commands have a help."""
    command = command_in(words)
    first, *more = command.split() or [""]
    if more and first in commands:
        return f"Type {first} alone: {commands[first]}."
    reason = getattr(error, "reason", None)
    is_word = reason is not None and reason.kind == "not_in_list"  # any word may be meant as one of the list
    meant = similar(command, commands, {} if is_word else commands) if command.isalpha() else []
    if meant:
        return f"{words!r} is neither {what} nor a command: did you mean {one_of(meant)}?"
    known = f"; the commands are {', '.join(commands)}" if command.isalpha() and not str(error).endswith("?") else ""
    return sentence(f"{error}{known}")


def sentence(message: Exception | str) -> str:
    """Return a message as a sentence, with a full stop, and a capital letter unless it begins with a name of a file."""
    text = str(message)
    first = text[0] if "." in text.split()[0] else text[0].upper()
    return f"{first}{text[1:]}{'' if text.endswith('?') else '.'}"


MARKS = re.compile(r"-[-a-z.]*-[-a-z.]*|-[gyb.x]+", re.IGNORECASE)
"""A reply of marks that begins with a dash."""

NUMBERS = {"int": "any_whole_number", "integer": "any_whole_number", "float": "any_number"}
"""The types of values that Typer parses, each with the kind of its clause."""


def usage_error(error: TyperError) -> Reason:
    """Return what is wrong on a command line, with what would be right."""
    kind, context = error.kind, error.context
    if kind in ("option_without_value", "option_takes_no_value"):
        return Reason.of(kind, option=error.text)
    if context is None:
        return Reason.of("not_parsed", message=_small(error.words), command="codepegs")
    if kind == "no_such_option":
        return _no_such_option(error.text, context)
    if kind == "missing":
        kind = "missing_argument" if _is_argument(error.parameter) else "missing_option"
        return Reason.of(kind, name=_name(error.parameter), **_within(context), **_example(context))
    if kind == "wrong_value" and (wanted := _wanted(error.parameter)):
        return Reason.of("wrong_number", name=_name(error.parameter), **_within(context), **wanted)
    if kind == "no_such_command":
        return _no_such_command(error.text, context)
    if kind == "too_many":
        return _too_many(error.text, context)
    return Reason.of("not_parsed", message=_small(error.words), command=context.command_path)


def misplaced(reason: Reason, words: Sequence[str]) -> str:
    """Return what to do with a word of a refused text that names another game or strategy."""
    from codepegs.strategies import STRATEGIES

    given = " ".join(words).split()
    refused = [word for word in str(dict(reason.values).get("text", "")).split() if word in given[1:]]
    strategies = [word for word in refused if word.partition(":")[0] in STRATEGIES]
    if reason.kind == "blanks_in_name" or (reason.kind == "no_colon_no_reply" and len(refused) > 1):
        return ""  # the words belong together
    if refused and given[0] == "score" and _is_game(given[1]):
        return Reason.of("rules_of_two_codes", rules=given[1]).text
    if strategies and given[0] == "evaluate":
        return Reason.of("repeat_strategy", strategies=" ".join(f"-s {name}" for name in strategies)).text
    if strategies and {*given} & {"-s", "--strategy"}:
        return Reason.of("one_strategy").text
    if any(_is_game(word) for word in refused) and sum(map(_is_game, given[1:])) > 1:
        return Reason.of("one_game").text
    return ""


def _no_such_option(option: str, context: Any) -> Reason:
    known = [name for param in context.command.params for name in getattr(param, "opts", ()) if name.startswith("--")]
    given = option if option.startswith("--") else f"-{option}"
    if why := why_absent(" ".join(context.command_path.split()[1:]), given):
        return Reason.of("no_such_option", option=option, **_within(context), hint=why)
    hint = hint_at(given, [*known, "--help"], "see_help", command=context.command_path)
    if (reply := _reply_like(option)) is not None:
        guess, text = reply
        return Reason.of("reply_as_option", text=text, guess=guess)
    return Reason.of("no_such_option", option=option, **_within(context), **hint)


_READS = "lab export, lab merge, lab plot, lab status, tree list, describe, score, strategies"
_SHOWS = "tree show, tree stats, tree export"

ABSENT = {
    "--json": {
        "json_of_dialogue": "play, host, identify",
        "json_of_bot": "bot",
        "json_of_export": "tree export, lab export",
        "json_of_server": "serve",
        "json_of_reports": "reproduce",
    },
    "--first": {
        "first_is_yours": "play",
        "first_is_a_turn": "suggest, candidates, coach",
        "first_in_plan": "lab run",
        "first_when_built": _SHOWS,
        "nothing_played": f"{_READS}, tree verify, serve, fixed",
    },
    "--objective": {
        "objective_of_strategy": (
            "play, host, solve, suggest, coach, identify, evaluate, bot, candidates, reproduce, lab run, tree build, "
            f"{_SHOWS}"
        ),
        "nothing_played": f"{_READS}, tree verify, serve, fixed",
    },
    "--seed": {
        "seed_in_plan": "lab run",
        "seed_in_request": "serve",
        "nothing_drawn": f"{_READS}, tree build, {_SHOWS}",
    },
    "--noise": {
        "noise_of_table": "identify",
        "noise_of_review": "coach",
        "noise_in_plan": "lab run",
        "noise_in_request": "serve",
        "trees_are_true": f"optimal, tree build, tree list, tree verify, {_SHOWS}",
        "noise_of_reports": "reproduce",
        "nothing_played": "describe, score, strategies, fixed, lab export, lab merge, lab plot, lab status",
    },
    "--symbols": {
        "symbols_of_table": "identify",
        "symbols_of_reports": "reproduce",
        "symbols_in_request": "serve",
        "canonical_codes": (
            "describe, strategies, evaluate, optimal, lab run, lab status, lab export, lab merge, lab plot, tree list, "
            "tree build, tree stats, tree export, tree verify, fixed"
        ),
    },
}
"""Options that many commands have: the kind of the clause that says why a command has it not, with these commands."""


def why_absent(command: str, option: str) -> str:
    """Return the kind of the clause that says why a command has not an option that others have; empty if none does."""
    for why, names in ABSENT.get(option, {}).items():
        if command in names.split(", "):
            return why
    return ""


def _reply_like(option: str) -> tuple[str, str] | None:
    """The guess and the reply on the command line if the reply, such as -y--y, was taken for an option."""
    for guess, text in pairwise(sys.argv[1:]):
        if text.startswith(option[:2]) and len(text) == len(guess) and guess[0] != "-" and MARKS.fullmatch(text):
            return guess, text
    return None


INSTEAD = {
    "coach 'p4c6 1122:1b0w 3344:0b1w 1536:4b0w'": "analyze analyse analysis explain blunders mistakes label luck",
    "suggest 'p4c6 1122:1b0w'": "hint hints advice advise next best tip move",
    "play p4c6": "game new start begin daily random",
    "play words:words.txt:wordle": "wordle word words dordle quordle",
    "describe p4c6": "info information about rules games facts summary details",
    "candidates 'p4c6 1122:1b0w 1344:0b2w'": "puzzle puzzles worksheet sheet printable remaining possible left filter",
    "score 1213 1122": "reply feedback grade mark answer",
    "identify animals.csv": "20q twenty-questions akinator quiz ask diagnose",
    "tree show animals.csv --levels 9": "key keys couplets flowchart decision-tree",
    "tree export p3c4 -o p3c4.html": "print draw diagram graph poster",
    "tree verify gallery:p4c6": "check checker validate",
    "evaluate p4c6 -s entropy -s minimax": "contest tournament judge league ranking rank leaderboard simulate",
    "optimal p3c4": "prove proof best-strategy",
    "strategies": "algorithms methods",
    "strategies minimax": "knuth",
    "solve --resume game.json": "resume continue load",
    "serve --help": "gui ui browser app",
    "help exit-codes": "exit-codes exit-code",
}
"""Command lines, each with the words that are not commands for which it does what they ask, or comes nearest to it."""


def _no_such_command(word: str, context: Any) -> Reason:
    game = next((each for each in (word, games.meant_rules(word)) if _is_game(each)), "")
    if game and context.parent is None:
        play = "play" if games.Game.parse(game).until == "named" else "identify"
        return Reason.of("game_as_command", word=word, game=shlex.quote(game), play=play)
    instead = [line for line, words in INSTEAD.items() if context.parent is None and word.lower() in words.split()]
    if instead:
        return Reason.of("unknown_command", path=word, hint="try_line", line=instead[0])
    names = {name: _line_of(context.command, name) for name in context.command.list_commands(context)}
    is_option = any(f"--{word}" in param.opts for param in context.command.params)
    known = [f"--{word}"] if is_option else names
    hint = hint_at(word, known, "see_help", names, command=context.command_path)
    found = {name: context.command.get_command(context, name) for name in names}
    groups = {name: command.commands for name, command in found.items() if hasattr(command, "commands")}
    below = [f"{name} {word}" for name, commands in groups.items() if word in commands]
    if "meant" not in hint and context.parent is None and _is_game(near := games.similar_rules(word)):
        hint = {"hint": "did_you_mean", "meant": near}
    if below and hint.get("meant", "") in ("", *groups):
        hint = {"hint": "did_you_mean", "meant": one_of(below)}
    return Reason.of("unknown_command", path=" ".join([*context.command_path.split()[1:], word]), **hint)


def _line_of(group: Any, name: str) -> str:
    """The line of help of a command of a group."""
    below = getattr(group, "commands", {}).get(name)
    return COMMANDS.get(name, "") if below is None else (below.help or "").strip().partition("\n")[0]


def _is_game(word: str) -> bool:
    try:
        games.Game.parse(word.split(maxsplit=1)[0] if word.strip() else word)
    except CodepegsError:
        return False
    return True


def _too_many(extra: str, context: Any) -> Reason:
    taken = [_name(param) for param in context.command.params if _is_argument(param)]
    expected = "arguments" if taken else "only_options"
    count, arguments, more = len(extra.split(" ")), " and ".join(taken), _within(context) | _example(context)
    return Reason.of("unexpected_arguments", expected=expected, count=count, text=extra, arguments=arguments, **more)


def _wanted(param: Any) -> dict[str, Value]:
    """Return the clause of the values that a numeric parameter accepts; nothing for other parameters."""
    name, least, most = typer_type(param)
    number = NUMBERS.get(name)
    if number is None:
        return {}
    if (least, most) == (0, 1) and number == "any_whole_number":
        return {"wanted": "zero_or_one"}
    if least is None:
        return {"wanted": number}
    if most is None:
        return {"wanted": "number_of_at_least", "type": number, "least": least}
    return {"wanted": "number_from_to", "type": number, "least": least, "greatest": most}


def _is_argument(param: Any) -> bool:
    return bool(param.param_type_name == "argument")


def _name(param: Any) -> str:
    if _is_argument(param):
        return str(param.metavar or param.name.upper()).strip("[]")
    return str(max(param.opts, key=len))


def _example(context: Any) -> dict[str, Value]:
    """Return a clause with the first example in the help of a command, else a reference to its help."""
    for line in (context.command.help or "").splitlines():
        if line.strip().startswith(f"{context.command_path} "):
            return {"hint": "like_line", "line": line.strip()}
    return {"hint": "see_help", "command": context.command_path}


def _within(context: Any) -> dict[str, Value]:
    """Return a clause that names the subcommand; nothing for the program itself, whose name precedes every message."""
    subcommand = " ".join(context.command_path.split()[1:]) if context.parent else ""
    return {"within": "in_command", "subcommand": subcommand} if subcommand else {}


def _small(sentence: str) -> str:
    return f"{sentence[:1].lower()}{sentence[1:].rstrip('.')}"
