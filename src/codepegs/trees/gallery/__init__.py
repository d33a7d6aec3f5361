"""Strategy trees that ship with the package: the best known for many games."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "index": "Entry NoSuchTree PREFIX best_of entries find load named read_tree tree_file",
    },
)
