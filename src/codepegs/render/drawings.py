"""The built-in pictures, drawn with one letter per pixel.

`python -m codepegs.render.drawings` writes the files of the package from them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from codepegs import files

if TYPE_CHECKING:
    from codepegs.render.picture import Picture

FOLDER = Path(__file__).parent / "pictures"


class Drawing(msgspec.Struct, frozen=True):
    """Rows of letters, and the colour of each letter."""

    palette: dict[str, tuple[int, int, int]]
    rows: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return len(self.rows[0]), len(self.rows)


DRAWINGS = msgspec.json.decode(files.read_bytes(Path(__file__).with_name("drawings.json")), type=dict[str, Drawing])
"""The drawings by name."""


def draw(name: str) -> Picture:
    """Return a built-in drawing as a picture.

    >>> draw("fish").code[:9]
    (1, 1, 2, 2, 2, 1, 1, 1, 2)
    """
    from codepegs.render.picture import Picture

    drawing = DRAWINGS[name]
    colors = list(drawing.palette)
    code = tuple(colors.index(letter) for row in drawing.rows for letter in row)
    return Picture(*drawing.size, tuple(drawing.palette.values()), code)


def drawing_path(name: str) -> Path:
    """The path of a drawing."""
    return FOLDER / f"{name}.png"


if __name__ == "__main__":
    for name in DRAWINGS:
        files.write_whole(drawing_path(name), draw(name).png())
