# The public names of `codepegs.trees.gallery`, written by `docs/make/stubs.py`.
from codepegs.trees.gallery.index import (
    Entry,
    NoSuchTree,
    PREFIX,
    best_of,
    entries,
    find,
    load,
    named,
    read_tree,
    tree_file,
)

__all__ = ["Entry", "NoSuchTree", "PREFIX", "best_of", "entries", "find", "load", "named", "read_tree", "tree_file"]
