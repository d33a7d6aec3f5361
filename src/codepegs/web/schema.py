"""The OpenAPI schema: `python -m codepegs.web.schema > web/openapi.json` writes it for whoever makes types from it."""

from __future__ import annotations

import json

from codepegs.web.app import create_app


def schema_text() -> str:
    """The schema as it is kept in the repository."""
    return json.dumps(create_app().openapi(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(schema_text())
