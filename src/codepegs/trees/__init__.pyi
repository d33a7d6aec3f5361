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
from codepegs.trees.tree import Tree, TreeFigures, TreeNode

__all__ = ["Shard", "Tree", "TreeFigures", "TreeNode", "UNCUT", "WHOLE", "build_with", "lengths_with", "walk",
    "walk_with", "walked_lengths", "walked_tree"]
