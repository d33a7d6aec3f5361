"""The OpenAPI schema: `python -m codepegs.server.schema > web/openapi.json` prints it."""

from __future__ import annotations

import json

from codepegs.server.app import create_app


def schema_text() -> str:
    """The schema as it is kept in the repository."""
    return json.dumps(create_app().openapi(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(schema_text())
