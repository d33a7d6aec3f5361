"""Common parts of plots: empty figures, accessible colours, and files."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

from codepegs import files
from codepegs.errors import BadInput, Unavailable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLORS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#56B4E9", "#CC79A7", "#000000", "#999999")
"""Okabe and Ito's palette, made to be distinguished with any colour vision."""

MARKERS = "osD^vP*X"
HATCHES = ("", "//", "\\\\", "..", "xx", "--", "oo", "++")
"""Markers and hatchings, for prints without colour."""

PNG_DPI = 150

KINDS = ("svg", "png", "pdf")


def empty_figure(width: float, height: float) -> Figure:
    """Create an empty figure, which needs no display."""
    need_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def has_matplotlib() -> bool:
    """Return whether Matplotlib is installed, so that plots can be drawn."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        return False
    return True


def need_matplotlib() -> None:
    """Check that Matplotlib is installed."""
    if not has_matplotlib():
        raise Unavailable.without("lab", "plots need matplotlib")


def check_output(path: Path | str) -> None:
    """Check that `save_as` can write a file; call it before a long computation."""
    _kind_of(path)
    need_matplotlib()
    files.check_output(path)


def line_style(number: int) -> dict[str, Any]:
    """Return the style of a line."""
    style = {"color": COLORS[number % len(COLORS)], "marker": MARKERS[number % len(MARKERS)]}
    return style if number < len(COLORS) else {**style, "linestyle": "--"}


def bar_style(number: int) -> dict[str, Any]:
    """Return the style of a group of bars."""
    return {
        "color": COLORS[number % len(COLORS)],
        "hatch": HATCHES[number % len(HATCHES)],
        "edgecolor": "white",
        "ecolor": "black",
    }


def save_as(figure: Figure, path: Path | str) -> None:
    """Write a figure to a file, completely or not at all, in the format of its name."""
    files.write_whole(path, drawn(figure, _kind_of(path)))


def _kind_of(path: Path | str) -> str:
    kind = Path(path).suffix.lstrip(".").lower()
    if kind not in KINDS:
        raise BadInput(f"unknown picture format .{kind}: expected {', '.join(KINDS)}")
    return kind


def drawn(figure: Figure, kind: str) -> bytes:
    """Encode a figure as the content of a file, without a date, so that equal figures are equal bytes."""
    import matplotlib as mpl

    out = io.BytesIO()
    dated = {"svg": "Date", "pdf": "CreationDate"}.get(kind)
    with mpl.rc_context({"svg.hashsalt": "codepegs"}):
        figure.savefig(out, format=kind, dpi=PNG_DPI, metadata={dated: None} if dated else None)
    return out.getvalue()


def save(figure: Figure, folder: Path | str, name: str) -> list[Path]:
    """Write a figure as SVG and PNG."""
    paths = [Path(folder) / f"{name}.{kind}" for kind in ("svg", "png")]
    files.make_folder(folder)
    for path in paths:
        save_as(figure, path)
    return paths
