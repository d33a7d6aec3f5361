"""Write `attributes.csv`, a table of 300 objects and 8 attributes of 3 to 5 values."""

from __future__ import annotations

from pathlib import Path

import numpy as np

PATH = Path(__file__).with_name("attributes.csv")


def attributes() -> str:
    """The text of the file."""
    rng = np.random.default_rng(300)
    columns = [rng.integers(0, rng.integers(3, 6), size=300) for _ in range(8)]
    rows = [
        f"object {number},{','.join('abcde'[value] for value in row)}"
        for number, row in enumerate(zip(*columns, strict=True), 1)
    ]
    return "\n".join(["object,shape,colour,size,edge,scent,month,height,taste", *rows, ""])


if __name__ == "__main__":
    PATH.write_text(attributes(), encoding="utf-8")
