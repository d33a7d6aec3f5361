"""Strategy trees: a guess at each node and one child for each reply. Build, store and check them."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.trees.build import (
        build_with as build_with,
        lengths_with as lengths_with,
        walk_with as walk_with,
    )
    from codepegs.trees.compiled_checker import CompiledBoard as CompiledBoard
    from codepegs.trees.shards import UNCUT as UNCUT, WHOLE as WHOLE, Shard as Shard
    from codepegs.trees.tree import Tree as Tree, TreeFigures as TreeFigures, TreeNode as TreeNode
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "build": "build_with lengths_with walk_with",
            "compiled_checker": "CompiledBoard",
            "shards": "Shard UNCUT WHOLE",
            "tree": "Tree TreeFigures TreeNode",
        },
    )
