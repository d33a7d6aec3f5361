"""Strategy trees: a guess at each node and one child for each reply. Build, store and check them."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "build": "Shard UNCUT WHOLE build_with lengths_with walk_with",
        "compiled_checker": "CompiledBoard",
        "tree": "Tree TreeFigures TreeNode",
        "one_step_walk": "walk walked_lengths walked_tree",
    },
)
