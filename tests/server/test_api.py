"""Every endpoint: the same records and sentences as the command line, and each answer as its struct says."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from codepegs import schema
from codepegs.analysis import CandidateList, ChosenMove, Consistency, GameReview, Suggestions
from codepegs.codes import ContradictionExplanation
from codepegs.experiments import EvaluateAnswer
from codepegs.game import answer_type
from codepegs.game.notation import CANONICAL
from codepegs.game.position import Position
from codepegs.game.rules import Game
from codepegs.match import PlayedGame
from codepegs.match.codemakers import Secret
from codepegs.render import PlayedPicture
from codepegs.render.picture import DRAWINGS, draw
from codepegs.rng import Seed
from codepegs.trees import checker
from codepegs.trees.gallery import entries, named
from tests import extent
from tests.conftest import Cli
from tests.server.web_server import Api

TIMES = ("seconds", "seconds_per_game", "peak_memory_mib")
CONTRADICTORY = "p4c6 1122:0b0w 3344:0b0w 5566:0b0w"


def checked(model: Any, record: Any) -> Any:
    """The record, which must fit its struct."""
    msgspec.convert(record, answer_type(model))
    return record


def timeless(record: Any) -> Any:
    """A record without its times."""
    if isinstance(record, list | tuple):
        return [timeless(part) for part in record]
    if isinstance(record, dict):
        return {key: timeless(value) for key, value in record.items() if key not in TIMES}
    return record


def test_score_is_the_command(api: Api, cli: Cli) -> None:
    found = api.post("/score", {"rules": "p4c6", "secret": "1122", "guess": "1213"})
    assert checked(schema.ScoreAnswer, found) == cli.json("score", "1213", "1122", "--rules", "p4c6")


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("p4c6 1122:1b0w", {}),
        ("p4c6", {"top": 2}),
        ("p4c6-t 1123:4t", {"strategy": "minimax"}),
        ("p4c6 1122:4b0w", {}),
        ("p4c6 1122:1b0w 3344:1b0w", {"noise": 0.1}),
        ("p4c6 1122:1b0w 3344:1b0w", {"noise": "unknown", "top": 1}),
        ("p4c6 1122:1b0w 3344:1b0w", {"noise": "swap:0.1", "top": 1}),
        ("p7c7 1122334:2b2w", {"seed": 7}),
        (CONTRADICTORY, {}),
    ],
)
def test_suggest_is_the_command(api: Api, cli: Cli, position: str, options: dict[str, Any]) -> None:
    found = api.post("/suggest", {"position": position, **options})
    words = [word for key, value in {"seed": 0, **options}.items() for word in (f"--{key}", str(value))]
    contradicts = position == CONTRADICTORY
    expected = cli.json("suggest", position, *words, code=int(contradicts))
    checked(ContradictionExplanation if contradicts else Suggestions, found)
    assert timeless(found) == timeless(expected)


def test_suggest_repeats_and_is_kept(api: Api) -> None:
    body = {"position": "p6c6 112233:2b1w", "seed": 3}
    assert api.post("/suggest", body) == api.post("/suggest", body), "with its time, for it is answered once"


def test_candidates_counted(api: Api) -> None:
    position = Position.parse("p4c6 1122:1b0w 1344:0b2w")
    found = checked(CandidateList, api.post("/candidates", {"position": str(position), "limit": 1000}))
    codes = [CANONICAL.parse(position.game, code) for code in found["codes"]]
    assert len(codes) == found["candidates"] > 1
    for code in codes:
        assert all(position.game.reply(turn.guess, code) == turn.reply for turn in position.turns)
    for peg, possible in enumerate(found["possible"]):
        counted = {row["color"]: row["candidates"] for row in possible}
        colors = [CANONICAL.symbol(position.game, code[peg]) for code in codes]
        assert counted == {color: colors.count(color) for color in set(colors)}


@pytest.mark.parametrize(
    ("position", "count", "exact"),
    [("p4c10n", 5040, True), ("p4c6 1122:4b0w", 1, True), ("p10c10", 10**10, True), ("p10000c10000", None, False)],
)
def test_candidates_without_a_list(api: Api, position: str, count: int | None, exact: bool) -> None:
    found = checked(CandidateList, api.post("/candidates", {"position": position, "limit": 3}))
    assert (found["candidates"], found["exact"]) == (count, exact)
    game = Position.parse(position).game
    assert len(found["codes"]) == min(3, count or 3)
    assert all(len(CANONICAL.parse(game, code)) == game.pegs for code in found["codes"])


def test_candidates_estimated(api: Api) -> None:
    found = checked(CandidateList, api.post("/candidates", {"position": "p10c10 1122334455:1b2w"}))
    assert found["candidates"] is None
    low, high = found["candidates_interval"]
    assert 1 < low < found["candidates_estimate"] < high
    game = Game(10, 10)
    assert found["codes"]
    for text in found["codes"]:
        assert str(game.reply(CANONICAL.parse(game, "1122334455"), CANONICAL.parse(game, text))) == "1b2w"
    noisy = checked(CandidateList, api.post("/candidates", {"position": "p4c6 1122:1b0w", "noise": 0.1}))
    assert noisy["candidates"] is None
    assert noisy["candidates_estimate"] > 256, "more than fit, for the reply may be false"


@pytest.mark.parametrize("path", ["/candidates", "/suggest", "/move", "/coach"])
def test_contradictions_are_answers(api: Api, path: str) -> None:
    found = checked(ContradictionExplanation, api.post(path, {"position": CONTRADICTORY}))
    assert found["conflict"] == [1, 2, 3]
    assert {"turn": 1, "reply": "3b0w", "candidates": 4} in found["repairs"]


def test_explain(api: Api) -> None:
    wrong = checked(Consistency, api.post("/explain", {"position": CONTRADICTORY}))
    assert (wrong["consistent"], wrong["candidates"], wrong["conflict"]) == (False, 0, [1, 2, 3])
    right = checked(Consistency, api.post("/explain", {"position": "p4c6 1122:1b0w"}))
    assert (right["consistent"], right["candidates"], right["repairs"]) == (True, 256, [])
    repeats = api.post("/explain", {"position": "p4c10n 1234:1b0w 5678:1b0w 9A56:0b0w"})
    assert [rule["name"] for rule in repeats["other_rules"]][:1] == ["repeats"]
    large = checked(Consistency, api.post("/explain", {"position": "p12c12 123456789ABC:2b3w"}))
    assert (large["consistent"], large["candidates"]) == (True, None)
    twice = "p300c2 " + " ".join(f"{'1' * 300}:{black}b0w" for black in (120, 121))
    assert api.post("/explain", {"position": twice})["conflict"] == [1, 2]


def test_move(api: Api) -> None:
    found = checked(ChosenMove, api.post("/move", {"position": "p4c6 1122:1b0w", "strategy": "minimax"}))
    assert (found["guess"], found["candidates"], found["consistent"]) == ("1344", 256, True)
    over = checked(ChosenMove, api.post("/move", {"position": "p4c6 1122:4b0w"}))
    assert (over["guess"], over["stopped"]) == (None, "the game is solved")
    large = checked(ChosenMove, api.post("/move", {"position": "p100c100"}))
    assert large["progress"]["known_pegs"] == 0


def test_a_whole_game_by_moves_and_replies(api: Api) -> None:
    position, seed = "p4c6", 11
    for _ in range(10):
        guess = api.post("/move", {"position": position})["guess"]
        answer = checked(schema.ReplyAnswer, api.post("/reply", {"rules": "p4c6", "seed": seed, "guess": guess}))
        position += f" {guess}:{answer['reply']}"
        if answer["solved"]:
            break
    secret = checked(schema.RevealAnswer, api.post("/reveal", {"rules": "p4c6", "seed": seed}))["secret"]
    assert guess == secret == CANONICAL.format(Game(4, 6), Secret.draw(Game(4, 6), Seed(seed)).code)
    review = checked(GameReview, api.post("/coach", {"position": position}))
    assert (review["solved"], review["secret"], len(review["turns"])) == (True, secret, position.count(":"))


def test_reply_by_a_given_secret(api: Api) -> None:
    found = api.post("/reply", {"rules": "p4c6-w", "seed": 1, "guess": "1122", "secret": "2211"})
    assert found == {"rules": "p4c6-w", "guess": "1122", "reply": "4w", "solved": False}


def test_coach_is_the_command(api: Api, cli: Cli) -> None:
    position = "p4c6 1122:1b0w 3344:0b1w"
    found = checked(GameReview, api.post("/coach", {"position": position, "secret": "1536"}))
    assert found == cli.json("coach", position, "--secret", "1536")


@pytest.mark.parametrize("noise", extent.rest_extended([0.0, 0.1, "at-most:1"], [0.0, 0.1]))
def test_solve_is_the_command(api: Api, cli: Cli, noise: float | str) -> None:
    events = api.events("/solve", {"rules": "p4c6", "secret": "3564", "seed": 11, "noise": noise})
    expected = cli.json("solve", "p4c6", "3564", "--seed", "11", *(["--noise", str(noise)] if noise else []))
    *turns, (last, done) = events
    assert last == "done"
    assert {name for name, _ in turns} == {"turn"}
    for number, ((_, turn), other) in enumerate(zip(turns, expected["turns"], strict=True), 1):
        checked(schema.TurnEvent, turn)
        assert turn["turn"] == number
        assert [turn[key] for key in ("guess", "reply", "candidates")] == [
            other[key] for key in ("guess", "reply", "candidates")
        ]
    del expected["turns"]
    assert timeless(checked(PlayedGame, done)) == timeless(expected)


def test_solve_a_large_game(api: Api) -> None:
    *progress, (last, done) = api.events("/solve", {"rules": "p80c80", "seed": 1})
    assert last == "done"
    assert checked(PlayedGame, done)["solved"]
    assert {name for name, _ in progress} == {"progress"}
    for _, look in progress:
        checked(schema.ProgressEvent, look)
    assert progress[0][1]["known_pegs"] < progress[-1][1]["known_pegs"] == 80
    assert set(progress[-1][1]["map"]) == {"█"}


def test_solve_gives_up(api: Api) -> None:
    *turns, (_, done) = api.events("/solve", {"rules": "p5c8", "secret": "12345", "seed": 1, "turns": 2})
    assert (len(turns), done["solved"], done["guesses"]) == (2, False, 2)


@pytest.mark.extended
def test_evaluate_is_the_command(api: Api, cli: Cli) -> None:
    body = {"rules": "p4c6", "strategies": ["entropy", "first-consistent"], "games": 40, "seed": 5}
    found = checked(EvaluateAnswer, api.post("/evaluate", body))["results"]
    printed = cli(
        "evaluate", "p4c6", "-s", "entropy", "-s", "first-consistent", "--games", "40", "--seed", "5", "--json"
    )
    assert timeless(found) == timeless([json.loads(line) for line in printed.splitlines()])


def test_trees(api: Api) -> None:
    found = checked(schema.Trees, api.get("/trees"))["trees"]
    assert [tree["name"] for tree in found] == [entry.name for entry in entries()]


def test_walking_a_tree(api: Api) -> None:
    node = checked(schema.TreeNodeAnswer, api.post("/trees/node", {"name": "gallery:p4c6", "path": []}))
    assert (node["secrets"], node["total"], node["longest_game"]) == (1296, 5625, 6)
    path: list[str] = []
    for _ in range(6):
        children = node["children"]
        assert node["secrets"] == sum(child["secrets"] for child in children)
        assert node["total"] == node["secrets"] + sum(child["total"] for child in children)
        assert node["longest_game"] == 1 + max(child["longest_game"] for child in children)
        deepest = max(children, key=lambda child: child["longest_game"])
        if deepest["guess"] is None:
            break
        path.append(deepest["reply"])
        node = checked(schema.TreeNodeAnswer, api.post("/trees/node", {"name": "gallery:p4c6", "path": path}))
        assert (node["guess"], node["total"]) == (deepest["guess"], deepest["total"])
    assert len(path) == 5


def test_where_no_tree_is(api: Api) -> None:
    assert "no tree" in api.refusal("/trees/node", {"name": "gallery:p9c9"}, 404)
    assert api.get("/trees/gallery:p9c9/text", 404)["error"]["code"] == "not_found"
    assert "was the secret" in api.refusal("/trees/node", {"name": "gallery:p4c6", "path": ["4b0w"]})
    assert "has no branch for the reply" in api.refusal(
        "/trees/node", {"name": "gallery:p4c6", "path": ["3b0w", "0b4w"]}
    )


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_the_text_of_a_tree(api: Api, coding: str) -> None:
    response = api.http.get("/api/v1/trees/gallery:p4c6/text", headers={"accept-encoding": coding})
    assert response.headers.get("content-encoding", "identity") == coding
    assert response.text.encode() == gzip.decompress(named("p4c6").path.read_bytes())
    assert checker.check_text(response.text)["valid"]


def test_drawings(api: Api) -> None:
    found = checked(schema.DrawingsAnswer, api.get("/drawings"))["drawings"]
    assert [drawing["name"] for drawing in found] == list(DRAWINGS)
    assert [tuple(drawing["pixels"]) for drawing in found] == [draw(name).code for name in DRAWINGS]


@pytest.mark.extended
def test_image(api: Api) -> None:
    sent = base64.b64encode(draw("fish").png()).decode()
    by_name = api.events("/image", {"drawing": "fish", "size": "4x3", "colors": 2, "seed": 4})
    by_file = api.events("/image", {"png": sent, "size": "4x3", "colors": 2, "seed": 4})
    assert timeless(by_name) == timeless(by_file)
    (first, picture), *turns, (last, done) = by_name
    assert (first, last) == ("picture", "done")
    assert checked(schema.PictureEvent, picture)["rules"] == "p12c2"
    assert checked(PlayedPicture, done)["solved"]
    for _, turn in turns:
        assert len(checked(schema.PictureTurnEvent, turn)["belief"]) == 12
    assert turns[-1][1]["belief"] == picture["pixels"]


def test_what_is_no_image(api: Api) -> None:
    assert api.refusal("/image", {"drawing": "shark"}) == "unknown drawing 'shark': expected fish or sailboat"
    assert "give either drawing or png" in api.refusal("/image", {})
    assert "base64" in api.refusal("/image", {"png": "?"})
    assert "not a readable picture" in api.refusal("/image", {"png": "aGVsbG8="})
    assert "not a valid size" in api.refusal("/image", {"drawing": "fish", "size": "9 by 5"})
    assert "/etc/passwd" in api.refusal("/image", {"drawing": "/etc/passwd"})


def test_a_position_of_bc_has_digits_where_people_read(api: Api, cli: Cli) -> None:
    position, canonical = "bc 0123:0b1w 0456:1b0w 0478:0b1w", "p4c10n 1234:0b1w 1567:1b0w 1589:0b1w"
    found = checked(GameReview, api.post("/coach", {"position": position}))
    assert found["position"] == canonical
    assert found["words"] == cli.json("coach", position)["words"]
    plain = checked(GameReview, api.post("/coach", {"position": canonical}))
    best = plain["turns"][2]["best"]["guess"]
    assert found["turns"][2]["best"]["guess"] == best
    assert best in plain["turns"][2]["words"]
    assert best.translate(str.maketrans("123456789A", "0123456789")) in found["turns"][2]["words"]
    pictures = [api.http.post("/api/v1/svg", json={"position": text}).text for text in (position, canonical)]
    assert "0123: no black, one white" in pictures[0]
    assert "1234: no black, one white" in pictures[1]


def test_the_request_on_the_page_has_the_answer_that_it_shows(api: Api) -> None:
    page = (Path(__file__).parents[2] / "docs" / "serve.md").read_text(encoding="utf-8")
    path, body, shown = re.findall(r"^\$ curl -s localhost:8000(\S+) .* -d '(.*)'\n(.*)$", page, re.MULTILINE)[0]
    found = api.http.post(path, content=body, headers={"content-type": "application/json"}).text
    pattern = re.escape(re.sub(r'("seconds":)[\d.]+', r"\1…", shown)).replace("…", ".*")
    assert re.fullmatch(pattern, found), found


def test_svg(api: Api) -> None:
    body = {"position": "p4c6 1122:1b0w", "notes": ["<256 & left>"]}
    response = api.http.post("/api/v1/svg", json=body)
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.text.startswith("<svg")
    assert "&lt;256 &amp; left&gt;" in response.text


def test_catalogues(api: Api, cli: Cli) -> None:
    found = checked(schema.StrategiesAnswer, api.get("/strategies?rules=bc"))
    assert found["strategies"] == cli.json("strategies", "--for", "bc")["strategies"]
    assert found["auto"].startswith("with the gallery's tree")
    assert api.get("/strategies")["auto"] is None
    presets = checked(schema.PresetsAnswer, api.get("/presets"))["presets"]
    assert {preset["name"]: preset["rules"] for preset in presets}["bc"] == "p4c10n"
    health = checked(schema.HealthAnswer, api.get("/health"))
    assert (health["status"], health["workers"], health["queued"]) == ("ok", 2, 0)


def test_advice_gets_better(api: Api) -> None:
    *better, (last, done) = api.events("/suggest/stream", {"position": "p7c8 1122334:2b2w", "top": 3})
    assert last == "done"
    assert {name for name, _ in better} == {"suggestion"}
    for _, record in better:
        checked(Suggestions, record)
    assert done == better[-1][1]
    assert len(better) > 1
    assert not better[0][1]["suggestions"][0]["exact"]
    assert all(suggestion["exact"] for suggestion in done["suggestions"])
    expected = [suggestion["expected_guesses"] for suggestion in done["suggestions"]]
    assert expected == sorted(expected)


@pytest.mark.extended
def test_the_first_advice_does_not_wait_for_the_count(api: Api) -> None:
    *better, _ = api.events("/suggest/stream", {"position": "p8c8 74153813:1b3w", "top": 1, "seed": 3})
    first, second = better[0][1], better[1][1]
    assert (first["candidates"], second["candidates"]) == (None, 2_224_368)
    low, high = first["candidates_interval"]
    assert low < 2_224_368 < high


def test_advice_in_a_contradiction(api: Api) -> None:
    ((name, done),) = api.events("/suggest/stream", {"position": CONTRADICTORY})
    assert name == "done"
    assert checked(ContradictionExplanation, done)["conflict"] == [1, 2, 3]


def test_a_refusal_of_a_reply_is_data(api: Api, cli: Cli) -> None:
    reason = {"kind": "not_a_reply", "text": "x", "form": "form_of_both", "turn": 1}
    assert api.post("/suggest", {"position": "p4c6 1122:x"}, 422)["error"]["reason"] == reason
    assert cli.json("suggest", "p4c6 1122:x", code=2)["error"]["reason"] == reason


@pytest.mark.parametrize(
    ("path", "body", "command"),
    [
        ("/suggest", {"position": "p4c6 1122"}, ["suggest", "p4c6 1122"]),
        ("/suggest", {"position": "p4x6"}, ["suggest", "p4x6"]),
        ("/suggest", {"position": "p4c6 1122:x"}, ["suggest", "p4c6 1122:x"]),
        ("/suggest", {"position": "p4c6", "strategy": "minmax"}, ["suggest", "p4c6", "-s", "minmax"]),
        ("/suggest", {"position": "p4c6", "strategy": "mcmc:x=1"}, ["suggest", "p4c6", "-s", "mcmc:x=1"]),
        ("/suggest", {"position": "p30c30", "strategy": "minimax"}, ["suggest", "p30c30", "-s", "minimax"]),
        ("/solve", {"rules": "p4c6", "secret": "1127"}, ["solve", "p4c6", "1127"]),
        ("/coach", {"position": "p4c6"}, ["coach", "p4c6"]),
        ("/evaluate", {"rules": "p30c30", "strategies": ["minimax"]}, ["evaluate", "p30c30", "-s", "minimax"]),
    ],
)
def test_the_same_sentences(api: Api, cli: Cli, path: str, body: Any, command: list[str]) -> None:
    assert f"codepegs: {api.refusal(path, body)}\n" == cli.complaint(*command)
