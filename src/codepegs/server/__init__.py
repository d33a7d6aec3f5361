"""The HTTP server: the JSON API, the page, and the worker processes."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.server.addresses import (
        is_unspecified as is_unspecified,
        lan_address as lan_address,
        own_names as own_names,
        url as url,
    )
    from codepegs.server.limits import Settings as Settings
    from codepegs.server.serve import run as run
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "addresses": "is_unspecified lan_address own_names url",
            "limits": "Settings",
            "serve": "run",
        },
    )
