"""Strategy trees that ship with the package: the best known for many games."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.trees.gallery.index import (
        PREFIX as PREFIX,
        Entry as Entry,
        best_of as best_of,
        entries as entries,
        find as find,
        load as load,
        named as named,
        tree_file as tree_file,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "index": "Entry PREFIX best_of entries find load named tree_file",
        },
    )
