"""The compiled checker of certificates agrees with the plain one: on bounds, on certificates and on what is wrong."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from codepegs import verify
from codepegs.analysis import CertificateCheck
from codepegs.game import ListedGame
from codepegs.trees import certificate_checker as checker
from codepegs.trees.certificate_checker import Board, Lists, Rules, list_hash, seal
from codepegs.trees.search import certify
from codepegs.trees.search.certificate import CompiledBoard
from tests import extent
from tests.conftest import Cli
from tests.trees.kernel_cases import GAMES, bounds_of_set, draw_bounds, draw_set

TOTALS = {
    ("p3c5", False): 451,
    ("p3c5", True): 455,
    ("p4c4", False): 905,
    ("p3c6n", False): 436,
    ("p3c4-b", False): 280,
    ("p4c4-b", False): 1301,
}


@pytest.mark.parametrize("seed", extent.few(range(200, 230)))
def test_bounds_are_those_of_the_plain_checker(seed: int) -> None:
    arguments = draw_bounds(np.random.default_rng(seed))
    plain = partial(bounds_of_set, board_class=Board)
    assert bounds_of_set(*arguments) == plain(*arguments)


@pytest.mark.loops
@pytest.mark.parametrize("rules", extent.rest_extended(["p6c3", "p5c3", "p8c2"], ["p5c3", "p8c2"]))
def test_parts_of_more_codes_than_a_signed_byte_counts(rules: str) -> None:
    """A byte counts up to 255 codes of a part; found by the fuzzer, in a certificate whose rules were changed."""
    board = Board(Rules(rules))
    arguments = rules, False, (), board.everything, board.one_step(board.everything, 0) + 5
    assert bounds_of_set(*arguments) == bounds_of_set(*arguments, board_class=Board)


@pytest.mark.parametrize("seed", extent.few(range(60)))
def test_bounds_for_other_objectives_are_those_of_the_plain_checker(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rules = str(rng.choice(GAMES))
    turns = int(rng.integers(2, 7))
    objective = f"{rng.choice(['expected-within', 'last-turn'])}:{turns}"
    arguments = rules, *draw_set(rng, Board(Rules(rules), objective=objective)), objective
    plain = partial(bounds_of_set, board_class=Board)
    assert bounds_of_set(*arguments) == plain(*arguments)


def random_words(draw: random.Random, count: int, letters: int, alphabet: str = "ABCDEEE") -> list[str]:
    """Different words, of which some have a letter twice."""
    words: dict[str, None] = {}
    while len(words) < count:
        words["".join(draw.choices(alphabet, k=letters))] = None
    return list(words)


@pytest.mark.parametrize("kind", ["wordle", "mastermind", "per-slot", "common", "same-place"])
@pytest.mark.parametrize(("secrets", "others", "letters"), [(60, 0, 5), (40, 160, 5), (220, 60, 5), (30, 30, 3)])
def test_bounds_of_lists_are_those_of_the_plain_checker(kind: str, secrets: int, others: int, letters: int) -> None:
    rng = np.random.default_rng(secrets)
    words = random_words(random.Random(secrets), secrets + others, letters)
    lists = Lists(f"list:{kind}:{list_hash(words, secrets, kind)}", words[:secrets], words[secrets:])
    board = Board(lists)
    for _ in range(3):
        arguments = draw_set(rng, board)
        plain = partial(bounds_of_set, board_class=Board)
        assert bounds_of_set(lists, *arguments) == plain(lists, *arguments)


@pytest.mark.extended
def test_lists_with_too_many_replies_are_refused(cli: Cli, tmp_path: Path) -> None:
    words = random_words(random.Random(1), 420, 7, "ABCDEFGHIJ")
    game = ListedGame(words, reply="wordle")
    certificate = certify(game, 2)  # by the plain checker
    (tmp_path / "words.txt").write_text(" ".join(words))
    certificate.write(tmp_path / "words.cert")
    arguments = ("tree", "verify", str(tmp_path / "words.cert"), "--rules", f"words:{tmp_path / 'words.txt'}:wordle")
    assert cli.json(*arguments)["valid"]
    assert "different replies: the compiled checker takes up to 256" in cli.complaint(*arguments, "--compiled")


@pytest.mark.parametrize(
    ("rules", "candidates_only"),
    extent.rest_extended(TOTALS, [(rules, only) for rules, only in TOTALS if "p3" in rules]),
)
def test_altered_certificates_get_the_same_verdict_and_the_same_sentence(rules: str, candidates_only: bool) -> None:
    body = certify(rules, TOTALS[rules, candidates_only], candidates_only=candidates_only).text
    body = body[: body.rindex("sha256")]
    draw, verdicts = random.Random(5), set()
    for turn in range(12):
        lines = body.splitlines(keepends=True)
        if turn and len(lines) > 5:
            at = draw.randrange(5, len(lines))
            by = draw.choice([-1, 0, 1])
            if not by:
                del lines[at]
            else:
                start, _, number = lines[at].rpartition(" ")
                lines[at] = f"{start} {int(number) + by}\n"
        elif turn:
            lines[3] = f"total {TOTALS[rules, candidates_only] + 1}\n"
        text = "".join(lines)
        plain, compiled = (checker.check_text(text + seal(text), board_class=kind) for kind in (Board, CompiledBoard))
        assert compiled == plain
        verdicts.add(compiled["valid"])
    assert verdicts == {True, False}


def test_the_option(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "p3c5.cert"
    certify("p3c5", 451).write(file)
    assert cli.json("tree", "verify", str(file), "--compiled") == cli.json("tree", "verify", str(file))
    assert verify(file, compiled=True) == verify(file)


def test_trees_have_no_compiled_checker(cli: Cli) -> None:
    assert "--compiled works only for certificates" in cli.complaint("tree", "verify", "gallery:p3c4", "--compiled")
    assert "--sample works only for certificates" in cli.complaint("tree", "verify", "gallery:p3c4", "--sample", "3")


def test_a_sample_finds_a_fault_if_it_contains_it(cli: Cli, tmp_path: Path) -> None:
    lines = certify("p4c4", 905).text.splitlines(keepends=True)[:-1]
    start, _, number = lines[5].rpartition(" ")
    lines[5] = f"{start} {int(number) + 9}\n"
    file = tmp_path / "wrong.cert"
    file.write_text("".join(lines) + seal("".join(lines)))
    verdicts = {}
    for seed in range(8):
        found = verify(file, sample=1, seed=seed)
        assert isinstance(found, CertificateCheck)
        verdicts[seed] = found.valid
        assert (found.checked, found.claims, found.seed) == (1, len(lines) - 5, seed)
        assert found == verify(file, sample=1, seed=seed, compiled=True)
        printed = cli("tree", "verify", str(file), "--sample", "1", "--seed", str(seed), code=0 if found.valid else 1)
        assert ("No fault found in 1 claim" in printed) == found.valid
    assert set(verdicts.values()) == {True, False}
    everything = verify(file, sample=len(lines))
    assert isinstance(everything, CertificateCheck)
    assert (everything.valid, everything.checked) == (False, len(lines) - 5)
