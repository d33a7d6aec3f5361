"""The command line: one module for each command."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(__name__, {"main": "app run"})
