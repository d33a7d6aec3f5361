# The public names of `codepegs.server`, written by `docs/make/stubs.py`.
from codepegs.server.app import run
from codepegs.server.middleware import is_unspecified, lan_address, own_names, url
from codepegs.server.pool import Settings

__all__ = ["Settings", "is_unspecified", "lan_address", "own_names", "run", "url"]
