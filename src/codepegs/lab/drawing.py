"""What all plots share: empty figures, colours that everyone can tell apart, and files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codepegs.errors import BadInput, Unavailable
from codepegs.files import write_whole

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLORS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#000000", "#999999")
"""Okabe and Ito's palette, made to be told apart with any colour vision."""

MARKERS = "osD^vP*X"
HATCHES = ("", "//", "\\\\", "..", "xx", "--", "oo", "++")
"""Shapes and fillings that go with the colours, for print without them."""

PNG_DPI = 150


def empty_figure(width: float, height: float) -> Figure:
    """An empty figure of so many inches, drawn without a screen; raises `Unavailable` without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Unavailable("plots need matplotlib: pip install 'codepegs[lab]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def line_style(number: int) -> dict[str, Any]:
    """Colour and marker of the line of that number."""
    return {"color": COLORS[number % len(COLORS)], "marker": MARKERS[number % len(MARKERS)]}


def bar_style(number: int) -> dict[str, Any]:
    """Colour and filling of the bars of that number."""
    return {
        "color": COLORS[number % len(COLORS)],
        "hatch": HATCHES[number % len(HATCHES)],
        "edgecolor": "white",
        "ecolor": "black",
    }


def save(figure: Figure, folder: Path | str, name: str) -> list[Path]:
    """Write a figure as SVG and PNG into a folder; raises `Unavailable` when that cannot be done."""
    folder = Path(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unavailable(f"{folder} cannot be written: {error.strerror or error}") from None
    files = [folder / f"{name}.svg", folder / f"{name}.png"]
    for file in files:
        save_as(figure, file)
    return files


def save_as(figure: Figure, path: Path | str) -> None:
    """Write a figure in the format its name ends in, the same bytes every time.

    Raises `BadInput` for an ending that names no format, `Unavailable` when the file cannot be written.
    """
    import matplotlib as mpl

    path = Path(path)
    ending = path.suffix[1:].lower()
    known = figure.canvas.get_supported_filetypes()
    if ending not in known:
        raise BadInput(f"{path} ends in no format of pictures: there are {', '.join(sorted(known))}")
    metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(ending)
    picture = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "codepegs"}):
        figure.savefig(picture, format=ending, dpi=PNG_DPI, metadata=metadata)
    write_whole(path, picture.getvalue())
