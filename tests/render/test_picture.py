"""Pictures as codes, their animations, and the command as a user types it."""

from __future__ import annotations

import io
import os
import pty
import random
import re
import signal
import struct
import subprocess
import sys
import termios
import zlib
from dataclasses import replace
from fcntl import ioctl
from hashlib import sha256
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from codepegs.analysis.candidate_list import LEAST, Belief, rough_belief
from codepegs.cli.render_picture import PictureBoard, WatchedGame, half_blocks
from codepegs.errors import BadCode, BadInput, Unavailable
from codepegs.foreign import installing
from codepegs.game.position import Position
from codepegs.game.reply import Reply
from codepegs.game.rules import Game
from codepegs.match.game_loop import PlayedTurn, iter_play
from codepegs.render import animation
from codepegs.render.animation import LINE, MARGIN, MOST_STEPS, Animation, Step, Steps, expected_pixels
from codepegs.render.picture import (
    DRAWINGS,
    MOST_SOURCE_PIXELS,
    Picture,
    default_size,
    draw,
    index_colors,
    parse_size,
)
from codepegs.strategies.one_step import ConsistentCodebreaker
from codepegs.strategies.registry import make_codebreaker
from tests.conftest import Cli

COMMAND = [sys.executable, "-m", "codepegs"]

BLACK, RED, WHITE = (0, 0, 0), (200, 30, 30), (255, 255, 255)
SMALL = Picture(3, 2, (BLACK, RED, WHITE), (2, 1, 2, 0, 1, 0))


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.png"
    path.write_bytes(SMALL.png())
    return str(path)


def noisy_photo(width: int, height: int) -> Image.Image:
    """Three smooth regions with noise on them: no two pixels are quite alike."""
    rng = np.random.default_rng(5)
    pixels = np.zeros((height, width, 3))
    pixels[: height // 2] = (120, 180, 230)
    pixels[height // 2 :] = (60, 140, 60)
    pixels[height // 3 : 2 * height // 3, width // 3 : 2 * width // 3] = (200, 60, 40)
    return Image.fromarray(np.clip(pixels + rng.normal(0, 8, pixels.shape), 0, 255).astype(np.uint8))


def test_a_picture_of_few_colours_is_kept_exactly(small: str, tmp_path: Path) -> None:
    assert Picture.load(small) == SMALL
    again = tmp_path / "again.png"
    again.write_bytes(Picture.load(small).png())
    assert Picture.load(again) == SMALL
    large = tmp_path / "large.png"
    large.write_bytes(SMALL.png(scale=40))
    assert Picture.load(large, size=(3, 2)) == SMALL
    assert Picture.load(small, size=(9, 6)).pixels[::3, ::3].tolist() == SMALL.pixels.tolist()


@pytest.mark.parametrize("mode", ["P", "RGB", "RGBA", "CMYK", "YCbCr"])
def test_random_palettes_survive_the_way_to_a_code_and_back(mode: str, tmp_path: Path) -> None:
    rng = random.Random(3)
    for number in range(5):
        width, height, colors = rng.randint(1, 8), rng.randint(1, 8), rng.randint(1, 6)
        palette = [(rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(colors)]
        code = [rng.randrange(colors) for _ in range(width * height)]
        pixels = np.array([palette[color] for color in code], dtype=np.uint8).reshape(height, width, 3)
        path = tmp_path / f"{number}.{'tif' if mode in ('CMYK', 'YCbCr') else 'png'}"
        image = Image.fromarray(pixels)
        if mode == "P":
            image = image.convert("P", palette=Image.Palette.ADAPTIVE, colors=256)
        image.convert(mode).save(path)
        seen = np.asarray(Image.open(path).convert("RGB"))
        assert Picture.load(path, colors=colors).pixels.tolist() == seen.tolist()


def test_quantising_repeats_and_finds_the_regions(tmp_path: Path) -> None:
    path = tmp_path / "photo.png"
    noisy_photo(200, 150).save(path)
    picture = Picture.load(path, size=(8, 6))
    assert picture == Picture.load(path, size=(8, 6))
    assert picture.game == Game(48, 3)
    for found, true in zip(picture.palette, ((200, 60, 40), (60, 140, 60), (120, 180, 230)), strict=True):
        assert np.abs(np.subtract(found, true)).max() < 40
    pixels = np.asarray(noisy_photo(40, 30))
    palette, code = index_colors(pixels, 5)
    assert len(palette) == 5
    nearest = ((pixels[:, :, None].astype(int) - np.array(palette)) ** 2).sum(axis=3).argmin(axis=2)
    assert (nearest == code).mean() > 0.9


def test_default_sizes_keep_proportions_in_64_pixels() -> None:
    rng = random.Random(8)
    for _ in range(300):
        width, height = rng.randint(1, 3000), rng.randint(1, 3000)
        small = default_size(width, height)
        assert small[0] * small[1] <= 64
        if width * height <= 64:
            assert small == (width, height)
        elif 0.2 < width / height < 5:
            assert 0.6 < small[0] / small[1] / (width / height) < 1.7


def test_what_a_picture_refuses() -> None:
    with pytest.raises(BadInput, match="a code of p6c2 has 6 pegs, not 5"):
        Picture(3, 2, (BLACK, RED), (0,) * 5)
    with pytest.raises(BadCode):
        SMALL.with_code((0, 0, 0, 0, 0, 3))
    for text in ("9", "9x", "0x4", "x", "-3x3", "9x5x2"):
        with pytest.raises(BadInput, match="is not a valid size"):
            parse_size(text)
    with pytest.raises(BadInput, match="more than the 10,000 pegs"):
        parse_size("101x100")
    with pytest.raises(BadInput, match="from 1 to 35, not 36") as refused:
        Picture.load("fish", colors=36)
    assert refused.value.reason
    assert refused.value.reason.kind == "colors_out_of_range"


LETTERS = ("###", "#..", "##.", "#..", "#.o")
"""A picture that looks different from every side."""

INKS = {".": WHITE, "#": BLACK, "o": RED}

DRAWN = [[INKS[letter] for letter in row] for row in LETTERS]
"""The colours of its pixels, from the top row down, each from left to right."""


@pytest.fixture
def letters(tmp_path: Path) -> Picture:
    image = Image.new("RGB", (3, 5))
    for y, row in enumerate(DRAWN):
        for x, color in enumerate(row):
            image.putpixel((x, y), color)
    image.save(tmp_path / "letters.png")
    return Picture.load(tmp_path / "letters.png")


def enlarged(scale: int) -> list[list[tuple[int, int, int]]]:
    return [[color for color in row for _ in range(scale)] for row in DRAWN for _ in range(scale)]


def test_the_rows_of_a_picture_go_down(letters: Picture) -> None:
    assert (letters.width, letters.height) == (3, 5)
    assert [[letters.palette[color] for color in row] for row in letters.rows] == DRAWN
    assert [[tuple(pixel) for pixel in row] for row in letters.pixels.tolist()] == DRAWN
    with Image.open(io.BytesIO(letters.png(2))) as image:
        shown = image.convert("RGB")
        assert [[shown.getpixel((x, y)) for x in range(6)] for y in range(10)] == enlarged(2)


def test_the_rows_of_a_picture_go_down_in_a_terminal(letters: Picture) -> None:
    with PictureBoard(letters) as board:
        plain = board.textures(letters.code, wide=1).plain.split("\n")
    named = {sign: color for row, line in zip(DRAWN, plain, strict=True) for color, sign in zip(row, line, strict=True)}
    assert [[named[sign] for sign in line] for line in plain] == DRAWN
    assert len(named) == len(INKS)
    blocks = half_blocks(letters.pixels)
    styles = [str(blocks.get_style_at_offset(Console(), at)) for at, letter in enumerate(blocks.plain) if letter == "▀"]
    lines = [[re.findall(r"rgb\((\d+),(\d+),(\d+)\)", style) for style in styles[at : at + 3]] for at in (0, 3, 6)]
    upper = [[tuple(map(int, cell[0])) for cell in line] for line in lines]
    lower = [[tuple(map(int, cell[1])) for cell in line] for line in lines[:2]]
    assert [upper[0], lower[0], upper[1], lower[1], upper[2]] == DRAWN


def test_the_rows_of_a_picture_go_down_in_animations(letters: Picture) -> None:
    made = film(letters, "first-consistent")
    frame, large = np.asarray(made.frames()[-1].convert("RGB")), np.array(enlarged(made.scale))
    tall, wide = large.shape[:2]
    lines = frame[MARGIN + LINE : MARGIN + LINE + tall]
    assert any(np.array_equal(lines[:, left : left + wide], large) for left in range(lines.shape[1] - wide + 1))
    panel = ElementTree.fromstring(made.encode("SVG")).findall(f"{SVG}g")[-1].findall(f"{SVG}svg")[-1]
    painted: dict[tuple[int, int], str] = {}
    for path in panel.iter(f"{SVG}path"):
        for x, y, run, down in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", path.attrib["d"]):
            cells = [(int(x) + right, int(y) + below) for right in range(int(run)) for below in range(int(down))]
            painted |= dict.fromkeys(cells, path.attrib["fill"])
        if match := re.fullmatch(r"M0 0h(\d+)v(\d+)H0z", path.attrib["d"]):
            painted |= {(x, y): path.attrib["fill"] for x in range(int(match[1])) for y in range(int(match[2]))}
    shown = [[painted[x, y] for x in range(3)] for y in range(5)]
    assert shown == [["#{:02x}{:02x}{:02x}".format(*color) for color in row] for row in DRAWN]


PICTURES = {"fish": "62f6db4cc5554dc6", "sailboat": "f89bafc7a81f3d50"}
"""Hashes of the pixels of the drawings, row by row from the top."""


def test_the_programs_own_pictures_are_fresh() -> None:
    assert [*DRAWINGS] == [*PICTURES]
    for name, expected in PICTURES.items():
        assert sha256(Picture.load(name).pixels.astype(np.uint8).tobytes()).hexdigest()[:16] == expected
        assert sha256(draw(name).pixels.astype(np.uint8).tobytes()).hexdigest()[:16] == expected
    assert Picture.load("sailboat").pixels[0, 0].tolist() == [198, 229, 247]  # the sky is above, the sea below
    assert Picture.load("sailboat").pixels[-1, 0].tolist() == [0, 114, 178]
    assert (Picture.load("fish").game, Picture.load("sailboat").game) == (Game(45, 3), Game(240, 4))


def test_odd_pictures(tmp_path: Path, logged: list[str]) -> None:
    path = tmp_path / "odd.png"
    Image.new("RGB", (1, 1), RED).save(path)
    assert Picture.load(path) == Picture(1, 1, (RED,), (0,))
    Image.new("1", (4, 2), 1).save(path)
    assert Picture.load(path).palette == (WHITE,)
    Image.fromarray(np.array([[0, 65535]], dtype=np.uint16)).save(path)
    assert Picture.load(path).palette == (BLACK, WHITE)
    assert not logged
    Image.fromarray(np.array([[[255, 0, 0, 0], [0, 0, 0, 255]]], dtype=np.uint8)).save(path)
    assert (Picture.load(path).palette, Picture.load(path).code) == ((BLACK, WHITE), (1, 0))
    assert logged[0].endswith("has transparent pixels: using white for them")
    moving = tmp_path / "moving.gif"
    frames = [Image.new("RGB", (2, 2), color) for color in (RED, BLACK)]
    frames[0].save(moving, save_all=True, append_images=frames[1:])
    assert Picture.load(moving).palette == (RED,)
    assert logged[-1].endswith("is animated: using its first frame")
    turned = tmp_path / "turned.jpg"
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    Image.new("RGB", (6, 3)).save(turned, exif=exif)
    assert Picture.load(turned).size == "3x6"


@pytest.mark.parametrize("kind", ["png", "jpg", "gif", "webp", "bmp"])
def test_damaged_files_at_every_length(kind: str, tmp_path: Path) -> None:
    whole = io.BytesIO()
    noisy_photo(40, 30).save(whole, format={"jpg": "JPEG"}.get(kind, kind.upper()))
    content = whole.getvalue()
    path = tmp_path / f"cut.{kind}"
    for length in {0, 1, 7, 20, 40, len(content) // 3, len(content) // 2, len(content) * 9 // 10}:
        path.write_bytes(content[:length])
        with pytest.raises(BadInput, match=r"is damaged|is not a readable picture"):
            Picture.load(path)


def test_damaged_bytes_raise_nothing_else(tmp_path: Path) -> None:
    """A changed byte may still give a picture; it must never give anything but that or a sentence."""
    rng = random.Random(1)
    path = tmp_path / "bad.png"
    for kind in ("PNG", "GIF", "JPEG"):
        out = io.BytesIO()
        noisy_photo(20, 10).save(out, format=kind)
        refused = 0
        for _ in range(60):
            content = bytearray(out.getvalue())
            for _ in range(4):
                content[rng.randrange(len(content))] = rng.randrange(256)
            path.write_bytes(bytes(content))
            try:
                Picture.load(path)
            except BadInput:
                refused += 1
        assert refused


def test_huge_pictures_are_not_decoded(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path = tmp_path / "bomb.png"
    for width, height in ((2_001, 2_000), (20_000, 6_000), (60_000, 60_000)):
        assert width * height > MOST_SOURCE_PIXELS
        header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", b"") + chunk(b"IEND", b""))
        with pytest.raises(BadInput, match="more than 4,000,000 pixels"):
            Picture.load(path)


def test_large_photographs_are_reduced_while_they_are_decoded(tmp_path: Path) -> None:
    """JPEG can be decoded at a smaller scale; the same picture as PNG is refused."""
    photo = Image.new("RGB", (3_000, 2_000), "red")
    photo.paste("blue", (0, 0, 1_500, 2_000))
    photo.save(tmp_path / "photo.jpg", quality=95)
    photo.save(tmp_path / "photo.png", compress_level=1)
    found = Picture.load(tmp_path / "photo.jpg", size=(4, 2), colors=2)
    assert found.code == (0, 0, 1, 1) * 2
    with pytest.raises(BadInput, match="more than 4,000,000 pixels"):
        Picture.load(tmp_path / "photo.png")


def frame_count(path: Path) -> int:
    with Image.open(path) as image:
        return int(getattr(image, "n_frames", 1))


def film(picture: Picture, strategy: str, **options: Any) -> Animation:
    return animation.film(picture, strategy, seed=2, **options)


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_animations_hold_every_guess_in_its_exact_colours(kind: str) -> None:
    made = film(Picture.load("fish", size=(4, 3)), "first-consistent")
    picture, scale = made.picture, made.scale
    frames = Image.open(io.BytesIO(made.encode(kind)))
    assert getattr(frames, "n_frames", 1) == len(made.steps) + 1
    for number, frame in enumerate(made.frames()):
        frames.seek(number)
        seen = np.asarray(frames.convert("RGB"))
        assert np.array_equal(seen, np.asarray(frame.convert("RGB")))
        shown = picture.with_code(made.steps[number].turn.guess) if number < len(made.steps) else picture
        large = shown.pixels.repeat(scale, axis=0).repeat(scale, axis=1)
        lines = seen[MARGIN + LINE : MARGIN + LINE + large.shape[0]]
        lefts = range(lines.shape[1] - large.shape[1] + 1)
        assert any(np.array_equal(lines[:, left : left + large.shape[1]], large) for left in lefts)
    assert made.durations()[-1] > 3 * made.durations()[0]


def test_animated_svg_has_every_frame() -> None:
    made = film(Picture.load("fish", size=(4, 3)), "first-consistent")
    root = ElementTree.fromstring(made.encode("SVG"))
    groups = root.findall(f"{SVG}g")
    assert len(groups) == len(made.steps) + 1
    total = sum(made.durations())
    for group, panels, start in zip(groups, made.panels(), np.cumsum([0, *made.durations()]), strict=False):
        assert group.get("style") == f"animation-delay:{start - total}ms"
        words = [text.text or "" for text in group.iter(f"{SVG}text")]
        assert words == [line for panel in panels for line in (panel.above, panel.below)]
        for drawn, panel in zip(group.findall(f"{SVG}svg"), panels, strict=True):
            if not isinstance(panel.shown, np.ndarray):
                assert painted(drawn) == [made.picture.hex_palette[color] for color in panel.shown]
    text = made.encode("SVG").decode()
    assert [group.get("class") for group in groups] == [None] * len(made.steps) + ["l"]
    assert "@media(prefers-reduced-motion:reduce){g{animation:none}}" in text
    (dark,) = re.findall(r"@media\(prefers-color-scheme:dark\)\{text\{fill:#\w+}\.(\w+)\{fill:#\w+}}", text)
    assert text.count('fill="#fff" d="M0 0h') == text.count(f'class="{dark}" fill="#fff" d="M0 0h') == 1
    assert len(text) < 30_000
    assert made.encode("SVG") == film(Picture.load("fish", size=(4, 3)), "first-consistent").encode("SVG")


SVG = "{http://www.w3.org/2000/svg}"


def painted(drawn: ElementTree.Element) -> list[str]:
    """The colours of the pixels of a picture in SVG, painted path by path."""
    width, height = map(int, drawn.get("viewBox", "").split()[2:])
    cells = [[""] * width for _ in range(height)]
    for path in drawn.iter(f"{SVG}path"):
        for x, y, right, down in re.findall(r"M(\d+) (\d+)h(\d+)v(\d+)", path.get("d", "")):
            for row in range(int(y), int(y) + int(down)):
                for column in range(int(x), int(x) + int(right)):
                    cells[row][column] = path.get("fill", "")
        if "M0 0h" not in path.get("d", ""):
            assert path.get("fill") != drawn[0].get("fill")
    return [cell for row in cells for cell in row]


def test_animations_of_lost_and_interrupted_games() -> None:
    lost = film(Picture.load("fish", size=(4, 3)), "first-consistent", turns=2)
    assert len(lost.frames()) == 3
    cut = Animation(lost.picture, lost.steps)
    assert len(cut.frames()) == len(cut.durations()) == 2
    with pytest.raises(BadInput, match="at least one frame"):
        Animation(lost.picture, ()).encode()


def test_more_mixed_colours_than_a_gif_has() -> None:
    """Guesses keep their exact colours when the belief has thousands of others."""
    rng = np.random.default_rng(4)
    palette = tuple((int(red), int(green), int(blue)) for red, green, blue in rng.integers(0, 256, (35, 3)))
    picture = Picture(40, 40, palette, tuple(rng.integers(0, 35, 1600).tolist()))
    chances = rng.dirichlet(np.ones(35), 1600)
    turn = PlayedTurn(picture.code, picture.game.reply(picture.code[::-1], picture.code), None, None, 0.0)
    frame = Animation(picture, [Step(1, turn, Belief(chances))]).frames()[0]
    seen = {tuple(color) for color in np.asarray(frame.convert("RGB")).reshape(-1, 3).tolist()}
    assert set(palette) <= seen
    assert len(seen) <= 256
    assert len(np.unique(expected_pixels(picture, Belief(chances)).reshape(-1, 3), axis=0)) > 256


@pytest.mark.parametrize("text", ["p4c3", "p4c3 1123:1b1w", "p4c3-t 1122:3t 1233:2t", "p4c5n 1234:1b2w 1243:0b3w"])
def test_beliefs_count_the_codes_that_fit(text: str) -> None:
    position = Position.parse(text)
    codebreaker = make_codebreaker(position, "entropy")
    codes = [code for code, _ in codebreaker.posterior(10**6)]
    game = position.game
    for code in codes:
        assert all(game.reply(turn.guess, code) == turn.reply for turn in position.turns)
    counted = [
        [sum(code[peg] == color for code in codes) / len(codes) for color in range(game.colors)] for peg in range(4)
    ]
    chances = codebreaker.belief()
    assert chances is not None
    assert np.allclose(chances, counted)
    assert sum(chance for _, chance in codebreaker.posterior(10**6)) == pytest.approx(1)
    assert len(codebreaker.posterior(2)) == 2


def test_rough_beliefs() -> None:
    nothing = rough_belief(Position.parse("p4c3 1122:0b2w"))
    assert np.allclose(nothing, [[0, 0.5, 0.5]] * 2 + [[0.5, 0, 0.5]] * 2, atol=10 * LEAST)
    solved = rough_belief(Position.parse("p4c3 1122:1b1w 1233:4b0w"))
    assert solved.argmax(axis=1).tolist() == [0, 1, 2, 2]
    assert solved.max(axis=1).min() > 1 - 10 * LEAST
    false = rough_belief(Position.parse("p4c3 1111:0b0w 2222:0b0w 3333:0b0w"))
    assert np.allclose(false, 1 / 3)
    hidden = rough_belief(Position.parse("p4c3-t 1122:3t"))
    assert np.allclose(hidden, 1 / 3)
    assert rough_belief(Position.parse("p4c1 1111:4b0w")).tolist() == [[1.0]] * 4


def test_the_command(cli: Cli, small: str, tmp_path: Path) -> None:
    gif = tmp_path / "out.gif"
    printed = cli("solve", "--picture", small, "--output", str(gif), "--strategy", "first-consistent")
    lines = printed.splitlines()
    assert lines[0] == f"{small}: 3x2 pixels in 3 colours (p6c3); strategy first-consistent"
    assert lines[1].startswith("  1  111 111  2b0w  240 left  ")
    assert "\x1b" not in printed
    guesses = sum(line.startswith("  ") for line in lines)
    assert f"Solved in {guesses} turns" in printed
    assert "··▒▒··\n██▒▒██\n" in printed
    assert frame_count(gif) == guesses + 1


def test_a_first_guess(cli: Cli, small: str) -> None:
    record = cli.json("solve", "--picture", small, "-s", "minimax", "--first", "112233", "--seed", "1")
    assert record["turns"][0]["guess"] == "112233"
    assert "is invalid" in cli.complaint("solve", "--picture", small, "--first", "1122")


def test_the_command_in_json(cli: Cli, small: str) -> None:
    record = cli.json("solve", "--picture", small, "-s", "first-consistent", "--seed", "4")
    assert list(record)[-3:] == ["size", "palette", "output"]
    assert (record["rules"], record["secret"], record["size"]) == ("p6c3", "323121", "3x2")
    assert record["palette"] == ["#000000", "#c81e1e", "#ffffff"]
    assert (record["solved"], record["output"], record["seed"]) == (True, None, 4)
    assert [turn["guess"] for turn in record["turns"]][-1] == "323121"
    assert len(record["turns"]) == record["guesses"]


def test_lost_games_and_fewer_colours(cli: Cli, small: str, tmp_path: Path) -> None:
    gif = tmp_path / "lost.gif"
    assert "Not solved in 1 turn." in cli("solve", "--picture", small, "--turns", "1", "-o", str(gif), code=1)
    assert frame_count(gif) == 2
    cli("solve", "--picture", small, "--colors", "5")
    assert "has only 3 colours at 3x2 pixels, not 5." in cli.captured.err
    assert "in 1 turn (" in cli("solve", "--picture", "fish", "--size", "1x1")


def test_complaints(cli: Cli, small: str, tmp_path: Path) -> None:
    text = tmp_path / "text.png"
    text.write_text("no picture")
    assert "is not a readable picture" in cli.complaint("solve", "--picture", str(text))
    assert "did you mean fish?" in cli.complaint("solve", "--picture", "fisch")
    assert "file not found: nothing.png" in cli.complaint("solve", "--picture", "nothing.png", code=3)
    assert "is not a valid size" in cli.complaint("solve", "--picture", "fish", "--size", "9")
    assert "expected a name ending in .gif, .png, .svg or .webp" in cli.complaint(
        "solve", "--picture", small, "-o", "out.bmp"
    )
    assert "folder" in cli.complaint("solve", "--picture", small, "-o", "/no/such/out.gif", code=3)
    assert "16x15 pixels in 4 colours" in cli.complaint("solve", "--picture", "sailboat", "-s", "minimax")
    assert not cli.captured.out
    for name in DRAWINGS:
        assert name in cli("solve", "--picture", "--help")


def test_without_pillow(cli: Cli, small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    command = installing("codepegs[lab]")
    assert cli.complaint("solve", "--picture", "fish", code=3) == f"codepegs: pictures need Pillow: {command}\n"
    with pytest.raises(Unavailable, match="need Pillow"):
        SMALL.png()
    assert "Solved" in cli("solve", "p4c3", "--picture", "--size", "2x2", "--seed", "1")


def test_grids_of_other_games(cli: Cli) -> None:
    printed = cli("solve", "p6c3", "123123", "--picture", "--size", "3x2", "-s", "first-consistent")
    assert "  1  111 111  2b0w  240 left" in printed
    assert "██▒▒··\n██▒▒··\nSolved in" in printed
    assert cli.json("solve", "p6c3", "123123", "--picture", "--size", "3x2")["solved"]
    complaint = cli.complaint("solve", "p45c3", "--picture", "--size", "9x6")
    assert "--size 9x6 has 54 pegs, but p45c3 has 45: expected e.g. 9x5" in complaint
    assert "add e.g. --size 2x2" in cli.complaint("solve", "p4c6", "--picture")
    assert "is not a valid size" in cli.complaint("solve", "p4c6", "--picture", "--size", "2")


def test_the_former_option_still_draws(cli: Cli) -> None:
    more = ("-s", "first-consistent", "--seed", "1")
    new = cli("solve", "p6c3", "123123", "--picture", "--size", "3x2", *more)
    former = cli("solve", "p6c3", "123123", "--show", "grid:3x2", *more)
    line = "codepegs solve p6c3 123123 --picture --size 3x2 -s first-consistent --seed 1"
    assert cli.captured.err == f"codepegs: --show is a former name: now type {line}\n"
    assert [line.split()[:3] for line in former.splitlines()] == [line.split()[:3] for line in new.splitlines()]


def test_pictures_with_false_replies(cli: Cli, tmp_path: Path) -> None:
    gif = tmp_path / "noisy.gif"
    game = ("solve", "--picture", "fish", "--size", "3x2", "--noise", "0.3", "--seed", "5", "-s", "bayes")
    record = cli.json(*game)
    assert record["solved"]
    assert record["false_turns"]
    printed = cli(*game, "-o", str(gif))
    assert f"Solved in {record['guesses']} turns" in printed
    assert "false." in printed
    assert frame_count(gif) == record["guesses"] + 1
    declared = cli(*game, "--declare", "0.9", "-o", str(gif))
    assert "Declared after" in declared
    assert ": correct." in declared
    assert "cannot play if replies may be false" in cli.complaint(*game[:-1], "minimax")
    assert "Solved" in cli("solve", "p6c2", "--picture", "--size", "3x2", "--noise", "0.2", "--seed", "1")


def test_the_last_frame_of_a_wrong_declaration_shows_both() -> None:
    picture = Picture.load("fish", size=(4, 3))
    wrong = picture.code[::-1]
    game = film(picture, "first-consistent", turns=2)
    assert game.played is not None
    lost = Animation(picture, game.steps, replace(game.played, declared=wrong, confidence=0.9))
    seen = np.asarray(lost.frames()[-1].convert("RGB"))
    for code, left in ((wrong, MARGIN), (picture.code, 2 * MARGIN + seen.shape[1] // 2 - 3 * MARGIN // 2)):
        large = picture.with_code(code).pixels.repeat(lost.scale, axis=0).repeat(lost.scale, axis=1)
        lines = seen[MARGIN + LINE : MARGIN + LINE + large.shape[0]]
        assert any(np.array_equal(lines[:, at : at + large.shape[1]], large) for at in range(left, left + 20))


@pytest.mark.parametrize("wanted", ["1", "3"])
def test_an_interrupt_in_a_strategy_keeps_the_frames(
    cli: Cli, small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wanted: str
) -> None:
    choose = ConsistentCodebreaker.choose

    def interrupted(self: ConsistentCodebreaker, budget: Any) -> Any:
        if len(self.position.turns) == int(wanted):
            raise KeyboardInterrupt
        return choose(self, budget)

    monkeypatch.setattr(ConsistentCodebreaker, "choose", interrupted)
    gif = tmp_path / "cut.gif"
    cli("solve", "--picture", small, "-s", "first-consistent", "-o", str(gif), code=130)
    assert f"Saved as {gif} ({wanted} frame" in cli.captured.err
    assert frame_count(gif) == int(wanted)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.extended
def test_an_interrupt_from_outside_keeps_the_frames(tmp_path: Path) -> None:
    """While compiled code searches on, for many seconds a guess in this game."""
    gif = tmp_path / "cut.gif"
    process = subprocess.Popen(
        [*COMMAND, "solve", "--picture", "fish", "-s", "random-consistent", "--seed", "1", "-o", str(gif)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    for _ in range(3):
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    assert frame_count(gif) >= 2
    assert [path.name for path in tmp_path.iterdir()] == ["cut.gif"]


def on_terminal(columns: int, lines: int, *arguments: str, **environment: str) -> str:
    """What a command writes to a terminal of that size."""
    ours, theirs = pty.openpty()
    ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    clean = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES")
    }
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**clean, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
    )
    os.close(theirs)
    written = b""
    while True:
        try:
            written += (piece := os.read(ours, 65536))
        except OSError:  # what Linux says when the other end is closed
            break
        if not piece:
            break
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return written.decode()


@pytest.mark.skipif(os.name != "posix", reason="opens a terminal")
@pytest.mark.parametrize(
    ("columns", "environment", "shown", "hidden"),
    [
        pytest.param(80, {}, "▀▀▀▀\x1b[0m", "▒▒", marks=pytest.mark.extended),
        (60, {}, "Known", "The terminal is too small"),
        pytest.param(80, {"NO_COLOR": "1"}, "··▒▒··", "\x1b[38;2", marks=pytest.mark.extended),
        pytest.param(80, {"TERM": "dumb"}, "  1  111 111  2b0w  240 left", "\x1b", marks=pytest.mark.extended),
        (30, {}, "The terminal is too small", "Known"),
    ],
)
def test_terminals(small: str, columns: int, environment: dict[str, str], shown: str, hidden: str) -> None:
    arguments = ("solve", "--picture", small, "-s", "first-consistent", "--pace", "0")
    printed = on_terminal(columns, 24, *arguments, **environment)
    assert shown in printed
    assert hidden not in printed
    assert "Solved in" in printed


MANY = "30x20"
"""Pixels of a game of several hundred guesses."""


def test_long_games_are_kept_at_even_distances() -> None:
    for guesses in (1, MOST_STEPS, MOST_STEPS + 1, 999, 12_345):
        steps = Steps()
        for number in range(1, guesses + 1):
            if steps.wants(number) or number == guesses:
                turn = PlayedTurn((0,), Reply(0, 0), None, None, 0.0, ends=number == guesses)
                steps.add(Step(number, turn, Belief(np.ones((1, 1)))))
        numbers = [step.number for step in steps.kept]
        assert numbers[-1] == guesses
        assert len(numbers) <= MOST_STEPS + 1
        assert len(numbers) >= min(guesses, MOST_STEPS // 2)
        assert set(np.diff(numbers[:-1]).tolist()) <= {steps.stride}


@pytest.mark.extended
def test_what_is_believed_of_many_pixels_is_what_is_known() -> None:
    picture = Picture.load("fish", size=(30, 20), colors=3)
    watched = WatchedGame()
    played = watched.run(
        lambda: watched.follow(lambda: iter_play(picture.game, picture.code, seed=1, turns=90)),
        None,
    )
    assert not played.solved
    assert watched.steps[-1].number == 90
    assert len(watched.steps) <= MOST_STEPS + 1
    known = [step.belief.known for step in watched.steps]
    assert known == sorted(known)
    assert 100 < known[-1] < 600
    for step in watched.steps:
        sure = step.belief.chances.max(axis=1) > 0.99
        assert (step.belief.chances.argmax(axis=1)[sure] == np.array(picture.code)[sure]).all()
        assert np.allclose(step.belief.chances[~sure], 1 / 3)
        assert not step.belief.rough


@pytest.mark.extended
def test_pictures_of_many_pixels(cli: Cli, tmp_path: Path) -> None:
    gif = tmp_path / "out.gif"
    printed = cli("solve", "--picture", "fish", "--size", MANY, "--seed", "1", "-o", str(gif))
    rows, pixels = printed.splitlines()[1:-21], printed.splitlines()[-21:-1]
    assert len(rows) <= 14
    assert max(map(len, rows)) <= 140
    assert all(len(line) == 60 for line in pixels)
    assert set("".join(pixels)) == {"█", "▒", "·"}
    assert MOST_STEPS // 2 <= frame_count(gif) <= MOST_STEPS + 2
    assert gif.stat().st_size < 500_000
    with Image.open(gif) as image:
        image.seek(image.n_frames - 1)  # type: ignore[attr-defined]
        colors = {color for _, color in image.convert("RGB").getcolors(1 << 16) or ()}
    assert {tuple(color) for color in Picture.load("fish", size=(30, 20), colors=3).palette} <= colors


@pytest.mark.extended
@pytest.mark.skipif(os.name != "posix", reason="opens a terminal")
def test_many_pixels_on_terminals() -> None:
    small = on_terminal(80, 10, "solve", "--picture", "fish", "--size", MANY, "--seed", "1")
    assert "showing progress instead" in small
    assert "pegs known" in small
    large = on_terminal(120, 40, "solve", "--picture", "fish", "--size", MANY, "--seed", "1")
    assert "Known" in large
    assert large.count("Known") < 100


@pytest.mark.parametrize("colors", [-1, 0, 255])
def test_the_number_of_colours_is_checked(colors: int) -> None:
    content = Picture.load("fish").png()
    with pytest.raises(BadInput, match="number of colours must be from 1 to"):
        Picture.from_bytes(content, colors=colors)
