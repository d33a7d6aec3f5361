"""File formats of strategy trees."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "registry": "FORMATS READABLE format_named format_of read_tree read_tree_text recognise write_tree",
    },
)
