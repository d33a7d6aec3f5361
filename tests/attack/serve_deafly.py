"""`codepegs`, with workers that do not hear one kind of request."""

from __future__ import annotations

from codepegs.cli.main import run
from tests.server.deaf import deaf_workers

if __name__ == "__main__":
    with deaf_workers():
        run()
