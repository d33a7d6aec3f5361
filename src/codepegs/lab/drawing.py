"""What all plots share: empty figures, colours that everyone can tell apart, and files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from codepegs.errors import Unavailable

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
    """Write a figure as SVG and PNG, the same bytes every time; raises `Unavailable` when that cannot be done."""
    import matplotlib as mpl

    folder = Path(folder)
    files = [folder / f"{name}.svg", folder / f"{name}.png"]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with mpl.rc_context({"svg.hashsalt": "codepegs"}):
            figure.savefig(files[0], metadata={"Date": None})
            figure.savefig(files[1], dpi=PNG_DPI)
    except OSError as error:
        raise Unavailable(f"{folder} cannot be written: {error.strerror or error}") from None
    return files
