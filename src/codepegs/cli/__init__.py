"""The command line: one module for each command."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.cli.main import app as app, run as run
else:
    __all__, __getattr__, __dir__ = lazy_names(__name__, {"main": "app run"})
