"""The words of the command line: what it says to a stranger's slips, and how it fits a small terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import pytest

from codepegs.cli.command_list import COMMANDS
from codepegs.reasons import Reason
from codepegs.trees import read_tree
from tests import extent
from tests.conftest import Cli


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("suggset mm", "unknown command 'suggset': did you mean suggest?"),
        ("PLAY", "unknown command 'PLAY': did you mean play?"),
        ("tree verfy", "unknown command 'tree verfy': did you mean verify?"),
        ("eval", "unknown command 'eval': did you mean evaluate?"),
        ("s", "unknown command 's': did you mean solve, suggest or score?"),
        ("help verfy", "unknown command 'verfy'"),
        ("strategies min", "unknown strategy 'min': did you mean minimax?"),
        ("solve mastrmind", "'mastrmind' is not a valid rules id: did you mean mastermind?"),
        ("p4c6x", "unknown command 'p4c6x': did you mean p4c6?"),
        ("p4x6", "unknown command 'p4x6': did you mean p4c6?"),
        ("mmm", "unknown command 'mmm': did you mean mm?"),
        ("p0c6x", "unknown command 'p0c6x'; see codepegs --help"),
        ("suggest p4c6x", "'p4c6x' is not a valid rules id: did you mean p4c6?"),
        ("suggest p4c6nb", "'p4c6nb' is not a valid rules id: did you mean p4c6n-b?"),
        ("suggest p4c6-c", "'p4c6-c' is not a valid rules id: did you mean p4c6?"),
        ("suggest p0c6x", "the number of pegs must be from 1 to 10,000, not 0"),
        ("suggest 0x6", "the number of pegs must be from 1 to 10,000, not 0"),
        ("suggest bc-x", "'bc-x' is not a valid rules id: did you mean bc?"),
        ("nonsense", "unknown command 'nonsense'; see codepegs --help"),
        ("list", "unknown command 'list': did you mean candidates or strategies?"),
        ("verify best.tree", "unknown command 'verify': did you mean tree verify?"),
        ("status plan.toml", "unknown command 'status': did you mean lab status?"),
        ("export best.tree", "unknown command 'export': did you mean lab export or tree export?"),
        ("help merge", "unknown command 'merge': did you mean lab merge?"),
        ("tree status", "unknown command 'tree status': did you mean stats?"),
        ("version", "unknown command 'version': did you mean --version?"),
        ("help 4x6", "'4x6' is a game, not a command: try e.g. codepegs play p4c6 or codepegs suggest p4c6"),
        ("tree sing", "unknown command 'tree sing'; see codepegs tree --help"),
        ("tree draw", "unknown command 'tree draw': did you mean export?"),
        ("tree picture", "unknown command 'tree picture': did you mean export?"),
        ("suggest mm --stratgy x", "suggest: unknown option --stratgy: did you mean --strategy?"),
        ("play -x", "play: unknown option -x; see codepegs play --help"),
        ("-x", "unknown option -x; see codepegs --help"),
        ("-v", "unknown option -v: did you mean --version or --verbose?"),
        ("suggest", "suggest: missing argument POSITION; example: codepegs suggest 'p4c6 1122:1b0w'"),
        ("lab plot x", "lab plot: missing option --output; example: codepegs lab plot plan.sqlite"),
        ("score p4c6 1213 1122", "score: unexpected argument '1122'; expected GUESS SECRET|POSITION; example: "),
        ("evaluate mm entropy minimax", "evaluate: unexpected arguments 'entropy minimax'; expected RULES; example: "),
        ("suggest mm --top 0", "suggest: invalid value for --top: expected a whole number of at least 1"),
        ("suggest mm -n x", "suggest: invalid value for --top: expected a whole number of at least 1"),
        ("suggest mm --base 2", "suggest: invalid value for --base: expected 0 or 1"),
        ("optimal p3c3 --no-proof --width 0", "optimal: invalid value for --width: expected a number from 1 to 1,000"),
        ("suggest mm --top", "--top needs a value"),
        ("suggest mm --json=3", "--json takes no value"),
    ],
)
def test_words_that_are_no_command_line(cli: Cli, arguments: str, said: str) -> None:
    complaint = cli.complaint(*arguments.split())
    assert complaint.startswith(f"codepegs: {said}")
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("p2c2", "A guess has at most 3 of 4 replies: 0b0w, 1b0w, 0b2w, 2b0w."),
        ("p2c4", "A guess has 5 different replies: 0b0w, 0b1w, 1b0w, 0b2w, 2b0w."),
    ],
)
def test_as_many_replies_are_named_as_are_counted(cli: Cli, game: str, said: str) -> None:
    assert said in cli("describe", game).splitlines()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("suggest", "1122:1b0w", "p4c6"), "the rules are missing before the turn '1122:1b0w'"),
        (
            ("evaluate", "p3c3", "-s", "entropy", "-s", "entropy"),
            "the strategy entropy is given twice: give each strategy once",
        ),
        (("suggest", "4 6"), "'4 6' is not a valid rules id: did you mean p4c6?"),
        (("suggest", "4", "6"), "'4 6' is not a valid rules id: did you mean p4c6?"),
        (
            ("suggest", "p4c6 yellow,green,blue,mauve:1b0w"),
            "its colours are red, blue, green, yellow, white, black; --symbols reads names, e.g. --symbols "
            "yellow,green,blue,mauve,red,white",
        ),
        (("suggest", "p4c6:1122:1b0w"), "a space is missing after the rules in 'p4c6:1122:1b0w'"),
        (("suggest", "p4c6", "1122:"), "turn 1: '1122:' has no reply"),
        (("suggest", "4x6"), "'4x6' is not a valid rules id: did you mean p4c6?"),
        (("suggest", "4x6", "1122:1b0w"), "'4x6' is not a valid rules id: did you mean p4c6?"),
        (("solve", "4,6"), "'4,6' is not a valid rules id: did you mean p4c6?"),
        (("suggest", "4,6 1122:1b0w"), "'4,6' is not a valid rules id: did you mean p4c6?"),
        (("solve", "p4c6,"), "did you mean p4c6?"),
        (("suggest", "p4c61122:1b0w"), "a space is missing after the rules in 'p4c61122:1b0w'"),
        (
            ("suggest", "p4c6 1122=1b0w1344=0b2w"),
            "a space is missing in '1122=1b0w1344=0b2w': did you mean p4c6 1122:1b",
        ),
        (("suggest", "p4c6 1122:1b0w1344 0b2w"), "did you mean p4c6 1122:1b0w 1344:0b2w?"),
        (("suggest", "p4c6 11221b0w"), "a space is missing in '11221b0w': did you mean p4c6 1122:1b0w?"),
        (("evaluate", "p4c6", "-s", "knuth", "entropy"), "; repeat -s for each strategy: -s entropy"),
        (("suggest", "p4c6", "-s", "minimax", "entropy"), "; give one strategy after -s, or compare several"),
        (("evaluate", "p4c6", "p5c8"), "; give one game at a time, or several in a plan for codepegs lab"),
        (("suggest", "p4c6 entropy 1122:1b0w"), "turn 1: 'entropy' has no colon: expected guess:reply"),
        (("evaluate", "knuth", "p4c6"), "expected RULES; example: codepegs evaluate p4c6 --strategy"),
        (("solve", "p4c6", "5566", "knuth"), "'5566 knuth' has 2 pegs; a code of p4c6 has 4, like 1234"),
        (("solve", "5566", "p4c6", "seed", "3"), "'5566' is not a valid rules id: expected e.g. p4c6"),
        (("tree", "show", "p4c6", "entropy"), "'entropy' is not a turn: expected guess:reply, e.g. 1122:1b0w"),
        (("score", "p4c6", "1122", "1233"), "expected GUESS SECRET|POSITION; example: codepegs score 1213 1122"),
        (("candidates", "p4c6", "json"), "turn 1: 'json' has no colon: expected guess:reply"),
        (("solve", "p4c6", "p5c8"), "; give one game at a time, or several in a plan for codepegs lab"),
        (("suggest", "p4c6 1122:1b0w1344:0b2w"), "a space is missing between turns 1 and 2, in '1122:1b0w1344:0b2w'"),
        (("suggest", "p4c6 1122:1b0w p4c6 1344:0b2w"), "'p4c6' begins a second game: give one position"),
        (("suggest", "p4c6 1122:2B"), "turn 1: '2B' can mean 2b0w (2 black) or 0b2w (2 cows, as in 0A2B)"),
        (("suggest", "p4c6 :1b0w"), "turn 1: ':1b0w' has no guess"),
        (("suggest", "p4c6 0011:1b0w"), "turn 1: '0' in '0011' is not a colour of p4c6: expected colours 1 to 6; if"),
        (("suggest", "p4c6 rrgg:1b0w"), "'r' in 'rrgg' is not a colour of p4c6: expected colours 1 to 6; if letters"),
        (("solve", "p4c6", "0011"), "add --base 0"),
        (("host", "p4c6", "--secret", "RRGG"), "add e.g. --symbols"),
        (("solve", "p4c6", "--first", "foo"), "--first foo is invalid ('foo' has 3 pegs"),
        (("tree", "build", "p4c6", "-s", "mcmc"), "cannot be saved as a tree: choose e.g. entropy or minimax"),
        (("tree", "build", "p9c9"), "cannot be saved as a tree: choose a game with fewer codes"),
        (("optimal", "p6c6"), "use --no-proof"),
        (("solve", "p4c6", "-s", "first-consistent", "--first", "best"), "first-consistent has no first guess 'best'"),
        (("solve", "p4c6", "1234", "5"), "a code with spaces is read as numbers"),
        (("solve", "bc", "1123"), "'1123' repeats a colour"),
        (("solve", "p4c6", "--noise="), "--noise '' is invalid: expected a probability of at least 0 and less than 1"),
        (("suggest", "p4c6", "--noise", "2"), "unknown, miscount:Q"),
        (("solve", "p4c6", "--noise", "lying:0.5"), "--noise lying:0.5 is invalid: expected lying:E with a number E"),
        (
            ("optimal", "--bound-only", "p3c3", "--limit", "nan"),
            "optimal: invalid value for --limit: expected a number",
        ),
        (("solve", "--picture", "fish", "--pace", "nan"), "solve: invalid value for --pace"),
        (("solve", "--picture", ""), "the file name is empty"),
        (("serve", ""), "the file name is empty"),
        (("lab", "run", ""), "the file name is empty"),
        (("coach", ""), "the position is empty"),
        (("score", "p4c6 RRGG:1b0w", "--from-symbols", "RGB"), "--from-symbols has 3 symbols"),
        (("score", "p4c6 RRGG:1b0w"), "add e.g. --from-symbols RGBYOP"),
        (("score", "p4c6", "-o", "board.png"), "expected a name ending in .svg"),
        (("score", "1122", ""), "the secret is empty"),
        (("score", "", "1122"), "the guess is empty"),
        (("score", "12", "1,2"), "written in different ways"),
        (("score", "1122", "1210"), "'0' is not a colour: expected 1 to 9 and A to Z; if the first colour is 0"),
        (("score", "1,1,1,1", "1,1,1,99999999999"), "the number 99999999999 is too large"),
        (("play", "p4c6 1122:1b0w", "--turns", "1"), "--turns 1 leaves no guess after 1 turn"),
        (("tree", "build", "p3c3", "-o", "t.xyz"), "t.xyz has an unknown ending"),
        (("tree", "export", "gallery:p3c3", "-o", "t.xyz"), "t.xyz has an unknown ending"),
        (("tree", "stats", "gallery:p3c3", "-s", "entropy"), "gallery:p3c3 contains a tree: omit --strategy"),
        (("tree", "stats", "p3c3", "--rules", "p3c4"), "the tree is built for p3c3, not for p3c4"),
        (("tree", "show", "gallery:p4c6", "1123"), "'1123' is not a turn: expected guess:reply"),
        (("tree", "verify", "gallery:p3c3", "--rules", "p3c4"), "is a tree for p3c3, not for p3c4"),
        (("serve", "p4c6"), "p4c6 needs no file"),
        (("serve", "words.txt"), "for a list of codes, write words:words.txt:REPLY"),
        (("solve", "p3c3", "--adversary", "--declare", "0.9"), "--adversary cannot be combined with a secret"),
        (("solve", "birds.txt"), "for a list of codes, write words:birds.txt:REPLY"),
        (("reproduce", "mcm"), "did you mean mcmc?"),
        (("help", "score", "extra"), "help: unexpected argument 'extra'"),
        (("--verbose",), "--verbose has no effect by itself"),
        (
            ("optimal", "--no-proof", "p4c6", "--start", "gallery:p4c5", "-o", "x.tree"),
            "gallery:p4c5 is a tree for p4c5",
        ),
        (("optimal", "p6c9"), "play it with entropy"),
        (("optimal", "--no-proof", "p9c9"), "play it with auto, which does not list the codes"),
        (("evaluate", "p3c3", "-s", "minimax", "--adjust-for-luck"), "set the number of random secrets with --games N"),
        (("evaluate", "p3c3", "--noise", "0.1", "--adjust-for-luck"), "cannot be combined with --noise or --declare"),
        (("evaluate", "p3c3", "--declare", "0.9", "--adjust-for-luck"), "cannot be combined with --noise or --declare"),
    ],
)
def test_slips_are_told_with_what_would_be_right(cli: Cli, arguments: tuple[str, ...], said: str) -> None:
    assert said in cli.complaint(*arguments)


def test_no_hint_where_the_options_are_given(cli: Cli) -> None:
    assert "--base" not in cli.complaint("solve", "p4c6", "0011", "--base", "1")
    assert "add" not in cli.complaint("solve", "p4c6", "77YY", "--symbols", "RGBYOP")


def test_help_of_a_command(cli: Cli) -> None:
    assert cli("help", "solve") == cli("solve", "--help")
    assert cli("help", "tree", "verify") == cli("tree", "verify", "--help")
    assert cli("help") == cli("--help")
    assert cli("-V") == cli("--version")


def test_commands_are_grouped(cli: Cli) -> None:
    printed = cli("--help")
    panels = ("  Examples", "Options", "Play", "Advise", "Study and serve")
    places = [printed.index(f"\n{panel}:\n") for panel in panels]
    assert places == sorted(places)


def test_the_first_help_fits_on_a_page(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = cli("--help").splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 80
    assert [line.strip().split()[1] for line in lines[5:8]] == ["suggest", "play", "identify"]
    listed = [line for line in lines if re.match(r"  [a-z]+  ", line)]
    assert {line.split()[0] for line in listed} <= set(COMMANDS)
    assert len(listed) <= 16
    assert "codepegs help more" in lines[-1]
    assert "exit-codes" in cli("help", "more")
    assert "130 interrupted" in " ".join(cli("help", "exit-codes").split())


def test_every_command_has_examples(cli: Cli) -> None:
    for command in COMMANDS:
        if command not in ("lab", "tree"):
            assert f"\n  Examples:\n      codepegs {command}" in cli(command, "--help")


@pytest.mark.parametrize(
    ("arguments", "kind", "code"),
    [
        ("suggest p4", "bad_rules", 2),
        ("suggest p4c6 1122:x", "bad_reply", 2),
        ("suggest p4c6 --top 0", "usage", 2),
        ("suggest", "usage", 2),
        ("score 1213 1122 1122", "usage", 2),
        ("evaluate p4c6 --gamse 10", "usage", 2),
        ("sugest p4c6", "usage", 2),
        ("solve p4c6 -s minimx", "bad_strategy", 2),
        ("tree stats nowhere.tree", "environment", 3),
    ],
)
def test_errors_in_json(cli: Cli, arguments: str, kind: str, code: int) -> None:
    record = cli.json(*arguments.split(), code=code)
    assert list(record) == ["error"]
    assert record["error"]["kind"] == kind
    assert cli.captured.err == f"codepegs: {record['error']['message']}\n"
    reason = record["error"]["reason"]
    assert record["error"]["message"].endswith(Reason.of(reason.pop("kind"), **reason).text)


def test_aliases_written_out(cli: Cli) -> None:
    assert cli("score", "1213", "1122", "--rules", "mastermind-b").startswith("1b ")
    assert cli("score", "bulls-and-cows 0123:1b1w") == "p4c10n 1234:1b1w\n"
    assert cli.json("suggest", "bulls-and-cows-t", "0123:1t", "--top", "1")["position"] == "p4c10n-t 1234:1t"


def test_help_is_wrapped_at_spaces_only(cli: Cli) -> None:
    for command in ("play", "strategies", "optimal"):
        printed = cli(command, "--help")
        assert not [line for line in printed.splitlines() if line.endswith("-")]
        assert "\N{NON-BREAKING HYPHEN}" not in printed


def test_help_has_no_python_types(cli: Cli) -> None:
    for command in COMMANDS:
        assert not re.search(r"<(?!=)", cli(command, "--help"))


def test_a_doubted_reply_is_asked_again(cli: Cli) -> None:
    asked = ("host", "p4c6", "--secret", "1125", "--seed", "1")
    left = cli(*asked, answers="1b2w\nquit\n")
    assert "type 1b2w again" in left
    assert "To continue: codepegs host p4c6 --secret 1125" in left
    insisted = cli(*asked, answers="1b2w\n1b2w\nquit\n")
    assert "To continue: codepegs host 'p4c6 1123:1b2w'" in insisted
    undone = cli(*asked, answers="1b2w\n1b2w\nundo\n1b2w\nquit\n")
    assert undone.count("type 1b2w again") == 2
    changed = cli(*asked, answers="1b2w\n2b1w\n\nquit\n")
    assert "type 2b1w again" in changed
    assert "To continue: codepegs host 'p4c6 1123:3b0w'" in changed


def test_a_contradiction_despite_the_false_replies_that_are_allowed(cli: Cli) -> None:
    turns = "p4c6 1111:0b0w 2222:0b0w 3333:0b0w 4444:0b0w 5555:0b0w 6666:0b0w"
    printed = cli("host", turns, "--noise", "at-most:1", "--seed", "1", answers="undo\nquit\n")
    assert "No code of p4c6 is consistent with these replies, even if one of them is false.\n" in printed
    assert "correction of a single reply" not in printed
    assert "To continue: codepegs host 'p4c6 1111:0b0w 2222:0b0w 3333:0b0w 4444:0b0w 5555:0b0w'" in printed
    swapped = "p4c6 1122:1b0w 1122:0b2w"
    assert "even with errors of the kind swap:0.1" in cli.complaint("suggest", swapped, "--noise", "swap:0.1", code=1)


@pytest.mark.parametrize(
    ("noise", "said"),
    [
        ("0.1", "Each reply is replaced by a random one with probability 0.1."),
        ("at-most:2", "Each reply is false with probability 0.1, but at most 2 replies in a game."),
        ("lying:1", "At most 1 reply of a game may be false, chosen by the codemaker."),
        ("swap:0.2", "With probability 0.2 the numbers of black and white pegs in a reply are exchanged."),
    ],
)
def test_players_know_how_replies_are_false(noise: str, said: str, cli: Cli) -> None:
    assert f"You have 8 guesses. {said} Type a guess" in cli("play", "p4c6", "--noise", noise, answers="quit\n")
    assert f"{said}\n" in cli("evaluate", "p2c2", "--noise", noise, "--games", "2")


@pytest.mark.extended
def test_averages_adjusted_for_luck_need_no_number_of_games_if_a_strategy_is_random(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = extent.of(1_000, 100)
    if not extent.whole:
        monkeypatch.setattr("codepegs.experiments.evaluation.DEFAULT_GAMES", games)
    printed = cli(
        "evaluate", "p3c3", "-s", "first-consistent", "-s", "random-consistent", "--adjust-for-luck", "--seed", "1"
    )
    assert f"{games:,} random secrets (seed 1)" in printed
    legend = (
        "adjusted average: another estimate of the average over all secrets, with the luck of the replies removed\n"
    )
    assert legend in printed
    assert "the same number in" in printed
    assert "Adjusted for luck, random-consistent needs " in printed


def test_only_a_first_guess_that_is_not_in_the_name_is_shown(cli: Cli) -> None:
    printed = cli("evaluate", "p3c3", "-s", "entropy:first=112", "-s", "entropy:first=best")
    assert "entropy:first=112: first guess" not in printed
    assert "entropy:first=best: first guess 112." in printed


def test_searches_from_another_first_guess(cli: Cli) -> None:
    assert "among trees that begin with 111, in" in cli("optimal", "p3c3", "--first", "111")
    complaint = cli.complaint("optimal", "p3c3", "--first", "111", "--start", "gallery:p3c3")
    assert "gallery:p3c3 begins with 112, not with 111: give another tree, or omit --start" in complaint


def test_a_tree_that_is_worse_than_that_of_the_gallery(cli: Cli) -> None:
    arguments = "optimal", "--no-proof", "p4c5", "--passes", "1", "-o", "x.tree"
    assert "An optimal tree, gallery:p4c5, needs 2,463.\n" in cli(*arguments)


def test_a_misspelled_word_at_the_prompt(cli: Cli) -> None:
    printed = cli("play", "p4c6", "--seed", "1", answers="hnt\n99999\nquit\n")
    assert "'hnt' is neither a code nor a command: did you mean hint?\n" in printed
    assert printed.count("did you mean") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "redo",
            "'r' in 'redo' is not a colour of p4c6: expected colours 1 to 6; the commands are hint, candidates, undo, ",
        ),
        ("all", "; the commands are hint, candidates, undo, why, left, give up, quit."),
        ("undo 2", "Type undo alone: take back the last guess."),
        ("show", "; the commands are hint, candidates, undo, why, left, give up, quit."),
        ("no", "'no' has 2 pegs; a code of p4c6 has 4, like 1234; the commands are hint, "),
        ("secret", "'secret' is neither a code nor a command: did you mean give up?"),
        ("A", "'A' has 1 peg; a code of p4c6 has 4, like 1234; the commands are hint, "),
        ("red red gren blue", "'gren' in 'red red gren blue' is not a colour of p4c6: did you mean green?\n"),
        (
            "r r g b",
            "expected 4 of the symbols 123456, like 1234, or names: red, blue, green, yellow, white, black; --symbols ",
        ),
    ],
)
@pytest.mark.parametrize("boards", [[], ["--boards", "2"]])
def test_a_word_that_is_not_understood_brings_the_commands(cli: Cli, words: str, said: str, boards: list[str]) -> None:
    assert said in cli("play", "p4c6", "--seed", "1", *boards, answers=f"{words}\nquit\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "redo",
            "'redo' is not a valid reply: expected e.g. 1b2w for one black and two white; the commands are undo, ",
        ),
        ("explain", "'explain' is neither a reply nor a command: did you mean why?"),
        ("undo 2", "Type undo alone: take back the last reply."),
    ],
)
def test_a_word_that_host_does_not_understand(cli: Cli, words: str, said: str) -> None:
    assert said in cli("host", "p4c6 1122:1b0w", answers=f"{words}\nquit\n")


def test_a_word_that_is_not_in_a_list_is_not_taken_for_a_command(cli: Cli) -> None:
    Path("words.toml").write_text('secrets = ["CRANE", "SLATE"]\nreply = "wordle"\n')
    printed = cli("play", "words.toml", "--seed", "1", answers="guess\nstill\nslat\nhnt\nquit\n")
    for word in ("guess", "still"):
        assert f"'{word}' is not in the list of words.toml: expected a code such as CRANE; the commands are " in printed
    assert "'slat' is not in the list of words.toml: did you mean SLATE?\n" in printed
    assert "'hnt' is neither a code nor a command: did you mean hint?\n" in printed


def test_a_strategy_where_a_word_of_a_list_belongs(cli: Cli) -> None:
    Path("words.toml").write_text('secrets = ["CRANIAL", "MINIMUM"]\nreply = "wordle"\n')
    said = cli.complaint("solve", "words.toml", "entropy", "-s", "minimax")
    assert said.startswith("codepegs: 'entropy' is not in the list of words.toml: expected a code such as ")
    assert said.endswith("; give one strategy after -s, or compare several with codepegs evaluate\n")


def test_capital_and_small_letters_are_alike(cli: Cli) -> None:
    Path("words.toml").write_text('secrets = ["CRANE", "SLATE"]\nreply = "wordle"\n')
    for word in ("CRAME", "crame", "Sla"):
        assert f"did you mean {'CRANE' if 'r' in word.lower() else 'SLATE'}?" in cli.complaint(
            "solve", "words.toml", word
        )


def test_host_asks_for_the_game_and_helps_with_an_unknown_reply(cli: Cli) -> None:
    printed = cli("host", answers="2 3\nhelp\n??\nquit\n")
    assert "Which game? Type " in printed
    assert "?? if it is unknown" in printed
    assert "codepegs host 'p2c3 " in printed
    assert ":?'" in printed
    assert "Which game?" in cli("host", answers="quit\n")
    assert "the input ended before a game began: type a game\n" in cli.complaint("host")


def test_what_is_no_game_brings_what_may_be_typed(cli: Cli) -> None:
    printed = cli("play", answers="help\n?\n4\nx\n4 -6\nquit\n")
    assert printed.count("Type the name of a game, e.g. p4c6 or bulls-and-cows, or the numbers of pegs") == 5
    assert "is not a valid rules id" not in printed


def test_the_legend_is_asked_for(cli: Cli) -> None:
    assert "expected information" not in cli("suggest", "p4c6 1122:1b0w")
    assert "bits: expected information of the reply" in cli("suggest", "p4c6 1122:1b0w", "-v")
    assert "expected information" not in cli("suggest", "p3c4 112:1b0w / 112:0b1w")
    assert "bits: expected information of the replies" in cli("suggest", "p3c4 112:1b0w / 112:0b1w", "--verbose")


def test_playing_is_offered_first(cli: Cli) -> None:
    printed = cli(answers="p4c6\nquit\n")
    assert "Press Enter to guess a secret code, or type a code for the program to guess" in printed


def test_the_same_game_again(cli: Cli) -> None:
    printed = cli("solve", "p4c6", "-s", "random-consistent")
    *turns, again = (line.partition("  left")[0] for line in printed.splitlines())
    _, _, command = again.partition("To repeat this game: codepegs ")
    repeated = cli(*command.split())
    guesses = [line[:24] for line in turns if line[:3].strip().isdecimal()]
    assert guesses
    assert [line[:24] for line in repeated.splitlines() if line[:3].strip().isdecimal()] == guesses


def test_every_strategy_explains_its_options(cli: Cli) -> None:
    from codepegs.strategies.registry import STRATEGIES

    for name in STRATEGIES:
        assert cli("strategies", name, "--for", "p4c6").startswith(f"{name}\n")
    assert "can play p4c6 if the tree is for this game" in cli("strategies", "tree", "--for", "p4c6")


def test_chances_are_never_written_in_powers_of_ten(cli: Cli) -> None:
    printed = cli("suggest", "p10c10", "--seed", "1")
    assert "under 0.0001 %" in printed
    assert "e-" not in printed


@pytest.mark.skipif(os.name != "posix", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("kind", extent.rest_extended(["xterm", "dumb"], ["xterm"]))
@pytest.mark.extended
def test_a_narrow_terminal_names_what_it_leaves_out(kind: str) -> None:
    printed = _on_a_terminal(40, kind, "suggest", "p4c6 1122:1b0w", "-s", "minimax")
    assert "…" not in printed
    assert re.search(r"^ +expected +worst *\nguess +guesses +candidate +part +bits$", printed.replace("\r", ""), re.M)
    assert "Not shown for lack of room: parts, " in printed
    sentence = printed[printed.index("Leaves") :]
    assert max(map(len, sentence.splitlines())) <= 40
    solved = _on_a_terminal(40, kind, "solve", "p4c6", "3456", "-s", "minimax")
    assert "  1  1122  0b0w    256 left  " in solved
    roomy = _on_a_terminal(100, kind, "solve", "p4c6", "3456", "-s", "minimax")
    assert "  1   1   1   2   2   ····  no black, no white" in roomy


def _on_a_terminal(columns: int, kind: str, *arguments: str) -> str:
    """What a command prints on a terminal of so many columns."""
    import fcntl
    import pty
    import struct
    import subprocess
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "codepegs", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environment, "TERM": kind, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )
    os.close(theirs)
    printed = b""
    while True:
        try:
            read = os.read(ours, 65_536)
        except OSError:  # the other end is closed
            break
        if not read:
            break
        printed += read
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return re.sub(r"\x1b\[[0-9;]*m", "", printed.decode()).replace("\r\n", "\n")


def test_a_file_of_somebody_else_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    for text in ("my notes", "my notes\n"):  # a journal's last line may lack its end; this is no journal
        notes = tmp_path / "notes.txt"
        notes.write_text(text)
        assert "is not a search journal" in cli.complaint("optimal", "p2c3", "--journal", str(notes))
        assert notes.read_text() == text


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize("name", extent.rest_extended(["SIGINT", "SIGTERM", "SIGHUP"], ["SIGTERM"]))
def test_an_interrupted_improvement_says_where_its_tree_is_and_prints_its_figures(tmp_path: Path, name: str) -> None:
    import signal
    import subprocess
    import time

    file = tmp_path / "better.tree"
    process = subprocess.Popen(
        [sys.executable, "-m", "codepegs", "optimal", "--no-proof", "p4c7", "-o", str(file), "--limit", "60", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while not file.exists() and process.poll() is None:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(getattr(signal, name))
    printed, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"Interrupted: the best tree so far is in {file}" in said
    assert said.count("Interrupted") == 1
    assert json.loads(printed)["total"] == read_tree(file, "p4c7").total


def test_a_host_of_words_is_shown_a_reply_of_its_game(cli: Cli, tmp_path: Path) -> None:
    game = tmp_path / "words.toml"
    game.write_text('secrets = ["CRANE", "SLATE", "TRACE"]\nreply = "wordle"\n')
    assert "e.g. -gggg, or a command" in " ".join(cli("host", str(game), answers="quit\n").split())


@pytest.mark.parametrize(
    "arguments",
    [
        ("coach", "none"),
        ("tree", "verify", "none.tree"),
        ("tree", "stats", "none"),
        ("lab", "run", "none.toml"),
        ("lab", "export", "none.sqlite"),
        ("solve", "--picture", "none.png"),
        ("solve", "--resume", "none.json"),
        ("play", "words:none.txt:wordle"),
        ("optimal", "--no-proof", "p3c3", "--start", "none", "-o", "x.tree"),
    ],
    ids=" ".join,
)
def test_a_missing_file_is_told_in_one_way(cli: Cli, arguments: tuple[str, ...]) -> None:
    assert cli.complaint(*arguments, code=3).startswith("codepegs: file not found: ")


def test_a_plan_and_its_results_are_not_mixed_up(cli: Cli) -> None:
    Path("plan.toml").write_text('rules = ["p2c2"]\nstrategies = ["minimax"]\n')
    cli("lab", "run", "plan.toml", "--executor", "serial")
    assert "plan.toml is a plan: give its results file, e.g. plan.sqlite" in cli.complaint("lab", "export", "plan.toml")
    assert "plan.sqlite is a results file: give the plan" in cli.complaint(
        "lab", "run", "plan.sqlite", "-o", "x.sqlite"
    )
    cli.complaint("lab", "merge", "plan.sqlite", "none.sqlite", "-o", "all.sqlite", code=3)
    assert not Path("all.sqlite").exists()


def test_a_strategy_that_always_gives_up_has_no_average(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.strategies.one_step.SEARCH_NODES", 10_000)
    printed = cli("evaluate", "p14c14", "-s", "first-consistent", "--games", "2", "--seed", "1", "--workers", "1")
    assert "0.0000" not in printed
    assert "first-consistent gave up in both games." in printed
    assert "but may give up" in cli("strategies", "first-consistent", "--for", "p40c40")


def test_a_game_of_one_turn_is_reviewed_in_the_singular(cli: Cli) -> None:
    printed = cli("coach", "p4c6 1123:4b0w")
    assert "replies" not in printed
    assert "To replay turn 1 with a new secret:" in printed or "To replay" not in printed


def test_the_checkers_are_printed_as_json(cli: Cli) -> None:
    assert list(cli.json("tree", "verify", "--checkers")) == ["tree", "certificate"]


def test_host_shows_the_earlier_turns_and_asks_only_for_the_change(cli: Cli) -> None:
    printed = cli("host", "p4c6 1122:1b0w", "--secret", "1345", answers="change 1\nquit\n")
    assert "Choose a secret code" not in printed
    assert "one black, no white" in printed
    assert "Type change N REPLY to correct the reply in turn N (1), e.g. change 1" in printed
    assert len(re.findall(r"^  2  ", printed, re.MULTILINE)) == 1


def test_a_larger_game_gets_more_guesses(cli: Cli) -> None:
    assert "You have 8 guesses." in cli("play", "p4c6", "--seed", "1", answers="quit\n")
    assert "You have 54 guesses." in cli("play", "p40c40", "--seed", "1", answers="quit\n")


@pytest.mark.parametrize("option", [("--noise", "0.1"), ("--strategy", "mcmc"), ("--strategy", "bayes")])
def test_host_asks_again_for_a_reply_that_the_strategy_cannot_take(option: tuple[str, str], cli: Cli) -> None:
    printed = cli("host", "p4c6", *option, "--seed", "1", answers="1b0w\n0b?w\nchange 1 ??\n1b1w\nquit\n")
    assert printed.count("is unknown, and this strategy needs every reply") == 2
    assert re.search(r"To continue: codepegs host 'p4c6 \d{4}:1b0w \d{4}:1b1w'", printed)


def test_no_strategy_is_announced_that_cannot_play_instead(cli: Cli) -> None:
    told = cli.complaint("suggest", f"p300c3 {'1' * 299}2:10b0w")
    assert told.startswith("codepegs: p300c3 is too large to continue from other guesses than the program's own: ")
    assert told.count("\n") == 1


@pytest.mark.parametrize("command", ["suggest", "coach", "candidates"])
def test_a_journal_is_not_taken_for_positions(command: str, cli: Cli) -> None:
    cli("optimal", "p3c4", "--journal", "p3c4.search", "--workers", "1")
    assert len(Path("p3c4.search").read_text().splitlines()) > 1
    assert cli.complaint(command, "p3c4.search").startswith("codepegs: p3c4.search does not contain a game: expected ")


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        ("secrets = words.txt\n", "not valid TOML: invalid value (at line 1, column 11); write texts in quotes, e.g. "),
        ('words = "words.txt"\n', "unknown key 'words': did you mean secrets?"),
        ('secrets = ["a", "b"\nreply = "wordle"\n', "is not valid TOML"),
    ],
)
def test_slips_in_game_files(cli: Cli, tmp_path: Path, toml: str, said: str) -> None:
    (tmp_path / "slip.toml").write_text(toml)
    complaint = cli.complaint("describe", str(tmp_path / "slip.toml"))
    assert said in complaint
    assert ("quotes" in complaint) == ("quotes" in said)


def test_large_lists_are_refused_with_one_proposal(cli: Cli, tmp_path: Path) -> None:
    words = [f"{number:04d}" for number in range(1100)]
    (tmp_path / "many.txt").write_text("\n".join(words))
    complaint = cli.complaint("evaluate", f"words:{tmp_path / 'many.txt'}:mastermind", "-s", "optimal")
    assert complaint.endswith("-o FILE and play it with tree:FILE\n")


def test_tables_speak_of_objects(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text("animal,legs,wings\nowl,2,yes\ncat,4,no\nant,6,no\n")
    printed = cli("suggest", str(tmp_path / "table.csv"), "legs:2", "wings:no", code=1)
    assert "No object is consistent with turn 1 (legs:2) and turn 2 (wings:no)." in printed
