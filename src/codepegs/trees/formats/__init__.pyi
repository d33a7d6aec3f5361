# The public names of `codepegs.trees.formats`, written by `docs/make/stubs.py`.
from codepegs.trees.formats.registry import FORMATS, format_named, format_of, read_tree_file, recognise, write_tree
from codepegs.trees.formats.text import declared_figures

__all__ = ["FORMATS", "declared_figures", "format_named", "format_of", "read_tree_file", "recognise", "write_tree"]
