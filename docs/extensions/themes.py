"""Pictures of both themes: where there is `name-dark.png` beside `name.png`, dark pages show it instead."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform


class PicturesOfBothThemes(SphinxTransform):
    """Put the dark picture beside the light one; the theme hides one of them."""

    default_priority = 200

    def apply(self, **kwargs: Any) -> None:
        """Double the pictures of a page that have a dark twin."""
        folder = Path(self.env.doc2path(self.env.docname)).parent
        for light in list(self.document.findall(nodes.image)):
            name = Path(light["uri"])
            dark = name.with_stem(f"{name.stem}-dark")
            if (folder / dark).is_file():
                twin = light.deepcopy()
                twin["uri"] = str(dark)
                twin["classes"].append("only-dark")
                light["classes"].append("only-light")
                light.parent.insert(light.parent.index(light) + 1, twin)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the transform."""
    app.add_transform(PicturesOfBothThemes)
    return {"parallel_read_safe": True}
