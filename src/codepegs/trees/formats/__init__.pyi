# The public names of `codepegs.trees.formats`, written by `docs/make/stubs.py`.
from codepegs.trees.formats.registry import (
    FORMATS,
    READABLE,
    format_named,
    format_of,
    read_tree_file,
    read_tree_text,
    recognise,
    write_tree,
)
from codepegs.trees.formats.text import declared_figures

__all__ = ["FORMATS", "READABLE", "declared_figures", "format_named", "format_of", "read_tree_file", "read_tree_text",
    "recognise", "write_tree"]
