# The public names of `codepegs.trees`, written by `docs/make/stubs.py`.
from codepegs.trees.build import (
    Shard,
    UNCUT,
    WHOLE,
    build_with,
    lengths_with,
    walk,
    walk_with,
    walked_lengths,
    walked_tree,
)
from codepegs.trees.formats import format_named, format_of, read_tree, write_tree
from codepegs.trees.gallery import Entry
from codepegs.trees.tree import Tree, TreeFigures, TreeNode

__all__ = ["Entry", "Shard", "Tree", "TreeFigures", "TreeNode", "UNCUT", "WHOLE", "build_with", "format_named",
    "format_of", "lengths_with", "read_tree", "walk", "walk_with", "walked_lengths", "walked_tree", "write_tree"]
