"""The how-to guides with tables of the size that people bring; `test_list_sizes.py` has lists of words."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.conftest import Cli


@pytest.mark.extended
def test_a_table_of_300_objects(tmp_path: Path, cli: Cli) -> None:
    draw = random.Random(2)
    rows = [f"object {number}," + ",".join(draw.choice("abc") for _ in range(14)) for number in range(300)]
    table = tmp_path / "things.csv"
    table.write_text("\n".join(["name," + ",".join(f"test {n}" for n in range(14)), *rows]), encoding="utf-8")
    assert cli("suggest", str(table), "--top", "2")


@pytest.mark.slow
def test_a_photograph_of_64_by_64_pixels(tmp_path: Path, cli: Cli) -> None:
    pytest.importorskip("PIL")
    from PIL import Image

    photo = tmp_path / "photo.png"
    pixels = bytes(value for y in range(90) for x in range(120) for value in (2 * x, 2 * y, (x * y) % 256))
    Image.frombytes("RGB", (120, 90), pixels).save(photo)
    assert cli("solve", "--picture", str(photo), "--size", "64x64", "--colors", "16", "--seed", "1", "--json")
