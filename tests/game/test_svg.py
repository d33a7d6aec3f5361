"""The picture of a board: what it shows, that it is well-formed and safe, and that its colours suit all eyes."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

from codepegs import ListedGame, Position, play, review
from codepegs.game.notation import PEG_COLORS, Notation
from codepegs.game.pictures import MOST_PICTURE_PEGS, board_svg, pegs_svg
from codepegs.game.rules import Game
from tests.conftest import Cli

SVG = "{http://www.w3.org/2000/svg}"

MACHADO = {
    "all cones": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
"""How colours look to eyes that lack a kind of cones, linear RGB to linear RGB: Machado, Oliveira and Fernandes, A
Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15 (2009), severity 1."""

TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])

READABLE = 4.5
"""Contrast that text needs (WCAG 2.2, 1.4.3)."""

APART, FIRST_APART = 14.0, 16.0
"""CIELAB distance that any two of the sixteen colours, and of the first eight, keep to all eyes; 2.3 is just seen."""


def linear(color: str) -> NDArray[np.float64]:
    part = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def lab(light: NDArray[np.float64]) -> NDArray[np.float64]:
    ratio = TO_XYZ @ np.clip(light, 0, 1) / WHITE
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def luminance(color: str) -> float:
    return float(linear(color) @ TO_XYZ[1])


@pytest.mark.parametrize("eyes", MACHADO)
def test_colours_can_be_told_apart_by_all_eyes(eyes: str) -> None:
    seen = [lab(np.array(MACHADO[eyes]) @ linear(fill)) for fill, _ in PEG_COLORS]
    for count, least in ((8, FIRST_APART), (16, APART)):
        closest = min(float(np.linalg.norm(a - b)) for a, b in combinations(seen[:count], 2))
        assert closest >= least


@pytest.mark.parametrize(("fill", "ink"), PEG_COLORS)
def test_symbols_can_be_read(fill: str, ink: str) -> None:
    paper = luminance(fill) + 0.05
    against = {"white": 1.05 / paper, "black": paper / 0.05}
    assert against[ink] >= READABLE
    assert against[ink] == max(against.values())


def parsed(text: str) -> ElementTree.Element:
    picture = ElementTree.fromstring(text)
    assert picture.tag == f"{SVG}svg"
    return picture


def texts(picture: ElementTree.Element) -> list[str]:
    return [found.text or "" for found in picture.iter(f"{SVG}text")]


def spoken(picture: ElementTree.Element) -> list[str]:
    return [found.text or "" for found in picture.iter(f"{SVG}title")]


def replies(text: str) -> tuple[int, int, int]:
    """Black, white (the halved ones too) and halved reply pegs of all rows."""
    return (
        len(re.findall(r'r="6.5" fill="#1f2328"', text)),
        len(re.findall(r'r="6.5" fill="#ffffff"', text)),
        text.count("<path"),
    )


def test_a_board() -> None:
    position = Position.parse("p4c6 1122:1b0w 3456:0b2w")
    text = board_svg(position.game, position.turns, notes=["256 left", ""], title="A game")
    picture = parsed(text)
    assert texts(picture) == ["A game", "1", *"1122", "256 left", "2", *"3456"]
    assert spoken(picture) == ["1122: one black, no white", "3456: no black, two white"]
    assert picture.get("aria-label") == "A game"
    assert replies(text) == (1, 2, 0)
    assert "<script" not in text
    assert "href" not in text
    assert text == board_svg(position.game, position.turns, notes=["256 left", ""], title="A game")


def test_pegs_have_the_symbols_of_the_notation() -> None:
    position = Position.parse("p4c6 1122:1b0w")
    letters = parsed(board_svg(position.game, position.turns, notation=Notation("RGBYOP")))
    assert texts(letters) == ["1", *"RRGG"]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("p4c6-b 1122:2b 1133:4b", (6, 0, 0)),
        ("p4c6-t 1122:3t", (0, 3, 3)),
        ("p4c6-t 1122:solved", (4, 0, 0)),
        ("p4c6-w 1123:1w 1124:0w", (0, 1, 0)),
        ("p4c6-w 1123:solved", (4, 0, 0)),
        ("p2c3 12:0b2w", (0, 2, 0)),
        ("p20c3 " + "12" * 10 + ":3b4w", (0, 0, 0)),
    ],
)
def test_replies_in_all_views(text: str, drawn: tuple[int, int, int]) -> None:
    picture = Position.parse(text)._repr_svg_()
    assert replies(picture) == drawn
    assert ("3b4w" in texts(parsed(picture))) == text.startswith("p20")


@pytest.mark.parametrize("pegs", [1, 4, 12, 13, 20, 21, 45, 100, 256])
def test_any_number_of_pegs_fits_into_the_picture(pegs: int) -> None:
    game = Game(pegs, 300)
    code = tuple(place % 120 for place in range(pegs))
    picture = parsed(board_svg(game, Position(game).after(code, game._show(0, 0)).turns, notes=["none"]))
    width, height = float(picture.get("width", 0)), float(picture.get("height", 0))
    assert width < 900
    circles = list(picture.iter(f"{SVG}circle"))
    assert len(circles) == pegs + (pegs if pegs <= 12 else 0)
    for circle in circles:
        x, y, r = (float(circle.get(name, 0)) for name in ("cx", "cy", "r"))
        assert r <= x <= width - r
        assert r <= y <= height - r
    places = {(circle.get("cx"), circle.get("cy")) for circle in circles}
    assert len(places) == len(circles)
    for found in picture.iter(f"{SVG}text"):
        assert 0 <= float(found.get("x", -1)) <= width


def test_long_games_leave_out_the_middle() -> None:
    game = Game(100, 2)
    turns = Position(game).after((0, 1) * 50, game._show(50, 0)).turns * 1000
    picture = parsed(board_svg(game, turns))
    assert len(list(picture.iter(f"{SVG}g"))) == MOST_PICTURE_PEGS // 100
    numbers = [int(text) for text in texts(picture) if text.isdigit() and int(text) > 2]
    assert numbers[:2] == [3, 4]
    assert numbers[-1] == 1000
    assert "… 800 turns …" in texts(picture)


def test_nothing_that_is_given_breaks_out_of_the_picture() -> None:
    position = Position.parse("p4c6 1122:1b0w")
    evil = "<script>alert('\"&')</script>\x00\x1b]"
    text = board_svg(position.game, position.turns, notes=[evil], title=evil, notation=Notation("<&\"'>/"))
    picture = parsed(text)
    assert "<script" not in text
    assert evil.replace("\x00\x1b", "") in texts(picture)
    assert texts(picture)[2:6] == list("<<&&")
    assert parsed(pegs_svg(position.game, (0, 1, 2, 3), notation=Notation("<&\"'>/"))).get("aria-label") == "<&\"'"


def test_an_empty_board_shows_its_holes() -> None:
    picture = parsed(Position.parse("p5c8")._repr_svg_())
    assert len(list(picture.iter(f"{SVG}circle"))) == 5


def test_styles_hold_for_this_picture_alone() -> None:
    style = next(parsed(Position.parse("p4c6")._repr_svg_()).iter(f"{SVG}style")).text or ""
    selectors = re.findall(r"[{}]([^{}@]+){", style)
    assert selectors
    assert all(selector.startswith(".codepegs-board ") for selector in selectors)


def test_what_notebooks_show() -> None:
    played = play(Game(4, 6), "3456", "minimax")
    picture = parsed(played._repr_svg_())
    assert texts(picture)[-1] == "solved"
    assert f"{played.turns[0].candidates} codes left" in texts(picture)
    assert "<svg" in review(played.position)._repr_html_()


def test_convert_draws_into_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert cli("score", "bc 0123:1b1w", "-o", str(file)) == "p4c10n 1234:1b1w\n"
    assert texts(parsed(file.read_text(encoding="utf-8"))) == ["1", *"1234"]
    cli("score", "p4c6 1122:1b0w", "--symbols", "RGBYOP", "-o", str(file))
    assert texts(parsed(file.read_text(encoding="utf-8"))) == ["1", *"RRGG"]


def test_the_coach_draws_into_a_file(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    cli("coach", "p4c6 RRGG:1b0w", "--symbols", "RGBYOP", "-o", str(file))
    assert texts(parsed(file.read_text(encoding="utf-8"))) == ["1", *"RRGG", "256 codes left"]
    assert cli("coach", "p4c6 1122:1b0w", "-o", str(tmp_path / "no" / "board.svg"), code=3) == ""


def test_tests_of_a_table_are_names_with_outcomes() -> None:
    """A name is a text between the number of the turn and the outcome, which is one, too."""
    game = Game.from_table({"o": ["rose", "fir"], "Has it got any thorns?": ["yes", "no"]})
    position = Position(game).after("Has it got any thorns?", "yes")
    root = ElementTree.fromstring(board_svg(game, position.turns, notes=["1 left"]))
    texts = {text.text: float(text.get("x", "")) for text in root.iter(f"{SVG}text")}
    places = [texts[name] for name in ("1", "Has_it_got_any_thorns?", "yes", "1 left")]
    assert places == sorted(places)
    assert texts["yes"] - texts["Has_it_got_any_thorns?"] > 22 * 8
    assert texts["1 left"] < float(root.get("width", ""))
    assert not list(root.iter(f"{SVG}circle"))
    inline = ElementTree.fromstring(pegs_svg(game, position.turns[0].guess))
    assert "".join(inline.itertext()) == "Has_it_got_any_thorns?"
    assert float(inline.get("width", "")) > 22 * 8


def test_marks_of_words_are_shown() -> None:
    game = ListedGame(["CRANE", "CRATE"], reply="wordle")
    root = ElementTree.fromstring(board_svg(game, Position(game).after("CRANE", "ggg-g").turns))
    assert [text.text for text in root.iter(f"{SVG}text")] == ["1", *"CRANE", "ggg-g"]
    assert len(list(root.iter(f"{SVG}circle"))) == 5
