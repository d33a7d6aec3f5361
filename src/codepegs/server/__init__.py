"""The HTTP server: the JSON API, the page, and the worker processes."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "middleware": "is_unspecified lan_address own_names url",
        "pool": "Settings",
        "app": "run",
    },
)
