"""The order in which `help` lists what a class has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made", bound=type[Any])


def in_help_order(*first: str) -> Callable[[Made], Made]:
    """Let `help` list these public names of a class first, then the others as in the source, and special methods last.

    `pydoc` sorts by name, but by `_fields` first if a class has this attribute.

    >>> import pydoc
    >>> from codepegs import Position
    >>> text = pydoc.plain(pydoc.render_doc(Position))
    >>> text.index("after(self") < text.index("fits(self") < text.index("__eq__(self")
    True
    """

    def set_order(made: Made) -> Made:
        public = (name for name in vars(made) if not name.startswith("_"))
        made._fields = (*first, *(name for name in public if name not in first))
        return made

    return set_order
