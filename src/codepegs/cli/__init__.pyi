# The public names of `codepegs.cli`, written by `docs/make/stubs.py`.
from codepegs.cli.main import app
from codepegs.cli.program import run

__all__ = ["app", "run"]
