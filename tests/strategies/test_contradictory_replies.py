"""Replies of a person that cannot all be true, in games whose codes are too many to list: one answer everywhere."""

from __future__ import annotations

import pytest

from codepegs import suggest
from codepegs.analysis import review
from codepegs.codes import Decision
from codepegs.errors import Contradiction
from codepegs.game import Position
from codepegs.strategies import Player, advice
from tests import extent
from tests.codes.test_exact_search import PUZZLES
from tests.conftest import Cli
from tests.core.test_codes_loops import EULER
from tests.server.web_server import Api

SHORT = [
    "p10c10-b 1111122222:5b 1111122222:4b",
    "p10c10-b 1111122222:6b 3333344444:5b",
    "p12c12-w 112233445566:2w 112233445566:3w",
    "p11c11-t 11111111111:6t 22222222222:6t",
]


def euler(changed: str = "") -> str:
    """Project Euler 185 as a position, whose symbols are 1 to A; of one clue, the reply may be changed."""
    turns = []
    for clue in EULER.split():
        guess, shown = clue.split(":")
        shown = changed if changed and guess == "2321386104303845" else shown
        turns.append(f"{guess.translate(str.maketrans('0123456789', '123456789A'))}:{shown}")
    return f"p16c10-b {' '.join(turns)}"


LONGER = ["p12c12 111111111111:5b0w 222222222222:5b0w 333333333333:5b0w", euler("9b")]


@pytest.mark.parametrize("text", [*SHORT, *(pytest.param(text, marks=pytest.mark.slow) for text in LONGER)])
def test_contradictions_are_recognised_everywhere(text: str, cli: Cli, api: Api) -> None:
    with pytest.raises(Contradiction):
        suggest(text)
    with pytest.raises(Contradiction):
        review(text)
    for command in ("suggest", "coach"):
        printed = cli(command, text, code=1)
        assert "The replies contradict each other." in printed
        assert "chance" not in printed
        record = cli.json(command, text, code=1)
        assert (record["candidates"], record["consistent"]) == (0, False)
    hosted = cli("host", text, answers="quit\n")
    assert "The replies contradict each other." in hosted
    assert "Reply" not in hosted.split("contradict each other")[1]
    for path in ("/suggest", "/move", "/candidates", "/coach", "/explain"):
        record = api.post(path, {"position": text})
        assert record["consistent"] is False, path
        assert record["conflict"]


@pytest.mark.parametrize(
    "strategy", extent.rest_extended(["auto", "sampling", "genetic", "mcmc", "first-consistent"], ["auto", "genetic"])
)
def test_the_only_candidate_is_proved(strategy: str) -> None:
    found = suggest(Position.parse(euler()), Player.parse(strategy), seed=0)
    assert (found.candidates.count, found.candidates.estimate, found.candidates.interval) == (1, None, None)
    assert found.consistent is True
    (best,) = found
    assert "".join(map(str, best.guess)) == "4640261571849533"
    assert (best.exact, best.win_chance, str(best.expected)) == (True, 1.0, "1.000")


def test_the_only_candidate_as_printed(cli: Cli, api: Api) -> None:
    printed = cli("suggest", euler())
    assert "1 candidate left.\n" in printed
    assert "±" not in printed
    assert "≈" not in printed
    assert "575137268295A644" in printed
    assert api.post("/move", {"position": euler()})["guess"] == "575137268295A644"
    assert "575137268295A644  1 candidate\n" in cli("host", euler(), answers="quit\n")


def test_candidates_that_the_strategy_did_not_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sampler with hardly any moves finds no code; the exact search does, and the sampler uses it."""
    monkeypatch.setattr(advice, "decide_if_few", lambda position: Decision((), False))
    monkeypatch.setattr("codepegs.strategies.sampling.candidate_tracker.PROOF_NODES", 1_000)
    text, secret = PUZZLES[4]
    found = suggest(Position.parse(text), Player.parse("sampling:moves=1000,listed=0"), seed=0)
    assert found.consistent is True
    assert found.candidates.count == 1
    assert "".join("123456789A"[color] for color in found[0].guess) == secret


def test_an_open_position_is_said_to_be_open(monkeypatch: pytest.MonkeyPatch, cli: Cli) -> None:
    for module in ("codepegs.strategies.advice", "codepegs.analysis.suggestions"):
        monkeypatch.setattr(f"{module}.decide_if_few", lambda position: Decision((), False))
    monkeypatch.setattr(advice, "decide", lambda position: Decision((), False))
    monkeypatch.setattr("codepegs.strategies.sampling.candidate_tracker.PROOF_NODES", 1_000)
    strategy = ("-s", "sampling:moves=1000")
    printed = cli("suggest", SHORT[0], *strategy)
    assert "No code consistent with all replies was found; this one breaks 1 of 2." in printed
    assert "candidates left" not in printed
    assert "chance" not in printed
    record = cli.json("suggest", SHORT[0], *strategy)
    assert [record[key] for key in ("consistent", "candidates", "candidates_estimate", "candidates_interval")] == [
        None
    ] * 4
    (only,) = record["suggestions"]
    assert (only["is_candidate"], only["win_chance"], only["expected_guesses"]) == (False, None, None)
    hosted = cli("host", SHORT[0], *strategy, answers="quit\n")
    assert "no code consistent with all replies was found; this one breaks 1 of 2" in hosted


def test_consistent_replies(cli: Cli) -> None:
    assert cli.json("suggest", "p10c10 1122334455:2b3w")["consistent"] is True
    assert cli.json("suggest", "p4c6 1122:1b0w")["consistent"] is True
    assert cli.json("suggest", "p4c6 1122:1b0w", "--noise", "0.1")["consistent"] is None
    assert cli.json("suggest", "p100c100", "-s", "streaming")["consistent"] is True
