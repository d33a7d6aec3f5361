# The public names of `codepegs.trees.formats`, written by `docs/make/stubs.py`.
from codepegs.trees.formats.registry import (
    FORMATS,
    READABLE,
    format_named,
    format_of,
    read_tree,
    read_tree_text,
    recognise,
    write_tree,
)

__all__ = ["FORMATS", "READABLE", "format_named", "format_of", "read_tree", "read_tree_text", "recognise", "write_tree"]
