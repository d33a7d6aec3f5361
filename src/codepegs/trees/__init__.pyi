# The public names of `codepegs.trees`, written by `docs/make/stubs.py`.
from codepegs.trees.build import Choose, Shard, UNCUT, WHOLE, walk, walked_lengths, walked_tree
from codepegs.trees.formats import format_named, format_of, read_tree, write_tree
from codepegs.trees.gallery import Entry
from codepegs.trees.tree import Tree, TreeFigures, TreeNode

__all__ = ["Choose", "Entry", "Shard", "Tree", "TreeFigures", "TreeNode", "UNCUT", "WHOLE", "format_named", "format_of",
    "read_tree", "walk", "walked_lengths", "walked_tree", "write_tree"]
