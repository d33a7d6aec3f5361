"""`python -m codepegs`."""

from codepegs.cli.main import run

run()
