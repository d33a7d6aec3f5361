"""File formats of strategy trees."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.trees.formats.registry import (
        FORMATS as FORMATS,
        format_named as format_named,
        format_of as format_of,
        read_tree as read_tree,
        recognise as recognise,
        write_tree as write_tree,
    )
    from codepegs.trees.formats.text import declared_figures as declared_figures
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "registry": "FORMATS format_named format_of read_tree recognise write_tree",
            "text": "declared_figures",
        },
    )
