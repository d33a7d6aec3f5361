# The public names of `codepegs.server`, written by `docs/make/stubs.py`.
from codepegs.server.addresses import is_unspecified, lan_address, own_names, url
from codepegs.server.limits import Settings
from codepegs.server.serve import run

__all__ = ["Settings", "is_unspecified", "lan_address", "own_names", "run", "url"]
