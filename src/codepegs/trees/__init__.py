"""Strategy trees: a guess at each node and one child for each reply. Build, store and check them."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "build": "Choose Shard UNCUT WHOLE walk walked_lengths walked_tree",
        "formats": "format_named format_of read_tree write_tree",
        "gallery": "Entry",
        "tree": "Tree TreeFigures TreeNode",
    },
)
