"""Python, the command line and the server give one answer to one question."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from codepegs import explain_contradiction, suggest
from codepegs.errors import BadInput, Contradiction
from codepegs.game import as_json
from tests.conftest import Cli
from tests.server.web_server import Api

CONTRADICTIONS = {
    "p4c6 1122:0b0w 3344:0b0w 5566:0b0w": "no code",
    "p4c6 1122:1b0w 1122:4b0w": "solved by a guess that is no candidate",
    "p200c5 " + "1" * 200 + ":20b0w " + "1" * 200 + ":30b0w": "too large for a list",
}


def in_python(position: str, **options: Any) -> Any:
    """The record of what Python answers."""
    try:
        found = suggest(position, seed=0, **options)
    except Contradiction:
        conflict = explain_contradiction(position)
        assert conflict is not None
        return msgspec.json.decode(msgspec.json.encode(as_json(conflict)))
    except BadInput as error:
        return str(error)
    suggestions = [as_json(suggestion, found.position.game) for suggestion in found]
    record = {"position": str(found.position), "suggestions": msgspec.to_builtins(suggestions)}
    return record if found.stopped is None else {**record, "stopped": found.stopped}


def on_command_line(cli: Cli, position: str, code: int, **options: Any) -> Any:
    """The record of what the command prints."""
    words = [word for key, value in {"seed": 0, **options}.items() for word in (f"--{key}", str(value))]
    return shortened(cli.json("suggest", position, *words, code=code))


def over_http(api: Api, position: str, status: int, **options: Any) -> Any:
    """The record of what the server answers."""
    return shortened(api.post("/suggest", {"position": position, "seed": 0, **options}, status))


def shortened(record: Any) -> Any:
    """What of a record Python also returns; of an error, the sentence."""
    if "error" in record:
        return record["error"]["message"]
    if "suggestions" not in record:
        return record
    return {key: record[key] for key in ("position", "suggestions", "stopped") if key in record}


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("p4c6 1122:1b0w", {}),
        ("p4c6 1122:1b0w", {"strategy": "minimax", "top": 3}),
        ("p4c6 1122:1b0w 3344:1b0w", {"noise": 0.1}),
        ("p12c12 112233445566:3b2w", {}),
        ("p300c4", {"top": 1}),
    ],
)
def test_ranked_guesses(api: Api, cli: Cli, position: str, options: dict[str, Any]) -> None:
    found = in_python(position, **options)
    assert found["suggestions"]
    assert found == on_command_line(cli, position, 0, **options) == over_http(api, position, 200, **options)


@pytest.mark.parametrize("strategy", ["auto", "minimax", "streaming", "random-consistent"])
def test_a_solved_position(api: Api, cli: Cli, strategy: str) -> None:
    position = "p4c6 1234:1b0w 1155:4b0w"
    found = in_python(position, strategy=strategy)
    assert found == {"position": position, "suggestions": [], "stopped": "the game is solved"}
    assert found == on_command_line(cli, position, 0, strategy=strategy)
    assert found == over_http(api, position, 200, strategy=strategy)


@pytest.mark.parametrize("position", list(CONTRADICTIONS), ids=list(CONTRADICTIONS.values()))
def test_a_contradiction(api: Api, cli: Cli, position: str) -> None:
    found = in_python(position)
    assert (found["candidates"], len(found["conflict"]) > 1) == (0, True)
    assert found == on_command_line(cli, position, 1) == over_http(api, position, 200)


@pytest.mark.parametrize(
    ("position", "strategy", "words"),
    [
        ("p20c20", "minimax", "minimax cannot play p20c20: it lists all codes"),
        ("p20c20", "bayes", "bayes cannot play p20c20: it lists all codes"),
        ("p100c100", "first-consistent", "supports up to 64 pegs"),
        ("p2000c2000", "sampling", "supports up to 100 pegs and 255 colours"),
        ("p20000c2", "auto", "must be from 1 to 10,000, not 20,000"),
    ],
)
def test_a_game_that_is_too_large(api: Api, cli: Cli, position: str, strategy: str, words: str) -> None:
    found = in_python(position, strategy=strategy)
    assert words in found
    assert found == on_command_line(cli, position, 2, strategy=strategy)
    assert found == over_http(api, position, 422, strategy=strategy)
