"""Writes the reference of the HTTP API from its OpenAPI schema: `python docs/make/http_api.py`.

Requests whose paths begin alike share a page, with the objects that only they use. The schema is `web/openapi.json`;
where there is none, there are no pages.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from codepegs.files import write_whole

ROOT = Path(__file__).parent.parent.parent
SCHEMA = ROOT / "web" / "openapi.json"
PAGE = ROOT / "docs" / "reference" / "http-api.md"
MADE = "<!-- Made by docs/make/http_api.py. -->"

INTRODUCTION = f"""\
# HTTP API

{{description}}

Bodies and answers are JSON unless stated otherwise. The schema is `web/openapi.json` (OpenAPI {{openapi}}).

{MADE}

## Requests

| request | its answer |
|---|---|
"""

MENU = """
```{{toctree}}
:hidden:

{}
```
"""

ERRORS = """\
The body names a `code`. Every request, to whatever path, can also be refused:

| status | reason |
|---|---|
| 400 | it is not HTTP |
| 404 | nothing is at the path |
| 405 | the method is not that of the path |
| 408 | the client is too slow |
| 421 | the host name is not that of the server |
| 431 | the headers are too long |
| 501 | the transfer coding is not supported |

[Run the server](../serve.md#limits) has the limits.
"""


def pages() -> dict[Path, str]:
    """The text of each page: the first lists the requests, each other one has those of the first part of a path."""
    if not SCHEMA.exists():
        return {}
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    models: dict[str, Any] = schema["components"]["schemas"]
    groups: dict[str, dict[str, Any]] = defaultdict(dict)
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            group = path.removeprefix("/api/v1").split("/")[1]
            groups[f"{PAGE.stem}/{group}"][f"{method.upper()} {path}"] = operation
    users: dict[str, set[str]] = {name: set() for name in models}
    for page, operations in groups.items():
        for name in _used(operations, models):
            users[name].add(page)
    homes = {name: next(iter(using)) if len(using) == 1 else PAGE.stem for name, using in users.items()}
    texts = {PAGE.stem: _start(schema, groups)}
    for page, operations in groups.items():
        title = next(iter(operations)).partition(" ")[2]
        parts = [f"# {title}\n\n{MADE}\n"]
        for request, operation in operations.items():
            parts.extend(_operation(request, operation))
        texts[page] = "".join(parts)
    for page, text in texts.items():
        listed = [part for name, model in sorted(models.items()) if homes[name] == page for part in _model(name, model)]
        title = "Objects of several requests" if page == PAGE.stem else "Objects"
        texts[page] = _linked("".join([text, f"\n## {title}\n", *listed] if listed else [text]), page, homes)
    return {PAGE.parent / f"{page}.md": text for page, text in texts.items()}


def _used(value: Any, models: dict[str, Any]) -> set[str]:
    """The names of the objects that a part of the schema uses, also inside others."""
    new = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(value)))
    found: set[str] = set()
    while new:
        found |= new
        new = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps([models[name] for name in new]))) - found
    return found


def _linked(text: str, page: str, homes: dict[str, str]) -> str:
    """The text of a page in which links to headings of other pages name the page."""
    anchors = {name.lower(): home for name, home in homes.items()} | {"errors": PAGE.stem}
    up = "../" * page.count("/")

    def link(found: re.Match[str]) -> str:
        home = anchors[found[1]]
        return found[0] if home == page else f"]({up}{home}.md#{found[1]})"

    return re.sub(r"\]\(#(\w+)\)", link, text)


def _start(schema: dict[str, Any], groups: dict[str, dict[str, Any]]) -> str:
    description = schema["info"].get("description", "").strip()
    parts = [INTRODUCTION.format(description=description, openapi=schema["openapi"])]
    for page, operations in groups.items():
        for request, operation in operations.items():
            parts.append(_row((f"[`{request}`]({page}.md)", operation.get("summary", "").rstrip("."))))
    parts.append(MENU.format("\n".join(groups)))
    parts.extend(_refusals(operation for operations in groups.values() for operation in operations.values()))
    return "".join(parts)


def _operation(title: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"\n## {title}\n"
    sentence = operation.get("summary", "").rstrip(".")
    if sentence:
        yield f"\n**{sentence}.**\n"
    if operation.get("description"):
        yield f"\n{operation['description'].strip()}\n"
    rows = [
        (f"`{given['name']}` in the {given['in']}", _described(_kind(given["schema"]), {**given["schema"], **given}))
        for given in operation.get("parameters", [])
    ]
    for media, content in operation.get("requestBody", {}).get("content", {}).items():
        rows.append((f"body, {media}", _kind(content.get("schema", {}))))
    answers = operation.get("responses", {})
    rows.extend(_answer(status, answer) for status, answer in answers.items() if not _refuses(status))
    refusals = [f"[{status}](#errors)" for status in answers if _refuses(status)]
    if refusals:
        rows.append(("errors", ", ".join(refusals)))
    yield "\n| | |\n|---|---|\n"
    yield from (_row(row) for row in rows)


def _refuses(status: str) -> bool:
    return status[0] in "45"


def _answer(status: str, answer: dict[str, Any]) -> tuple[str, str]:
    contents = answer.get("content", {})
    for media, content in contents.items():
        if events := content.get("x-events"):
            listed = "; ".join(f"`{name}`: {_kind(event)}" for name, event in events.items())
            return f"answer {status}", f"{media}, server-sent events: {listed}"
    kinds = [
        _kind(content["schema"]) if "json" in media and "schema" in content else media
        for media, content in contents.items()
    ]
    return f"answer {status}", _described(" or ".join(kinds), answer)


def _described(kind: str, described: dict[str, Any]) -> str:
    """The type of a value and its description in the schema, if there is one."""
    words = described.get("description", "")
    return ": ".join(part for part in (kind, "" if words == "Successful Response" else words) if part)


def _refusals(operations: Iterable[dict[str, Any]]) -> Iterator[str]:
    """What answers with a status of 400 or more mean; each meaning once, as most requests share them."""
    rows = {
        _answer(status, answer)
        for operation in operations
        for status, answer in operation.get("responses", {}).items()
        if _refuses(status)
    }
    if rows:
        yield f"\n## Errors\n\n{ERRORS}\n| status | body |\n|---|---|\n"
        yield from (_row(row) for row in sorted(rows))


def _model(name: str, model: dict[str, Any]) -> Iterator[str]:
    yield f"\n### {name}\n"
    if model.get("description"):
        yield f"\n{model['description'].strip()}\n"
    fields = model.get("properties")
    if not fields:
        yield f"\n{_kind(model)}\n"
        return
    required = model.get("required", ())
    yield "\n| field | type | notes |\n|---|---|---|\n"
    for field, kind in fields.items():
        default = f"{json.dumps(kind['default'], ensure_ascii=False)} by default" if "default" in kind else ""
        missing = "" if field in required or "default" in kind else "optional"
        notes = [kind.get("description", "").strip().rstrip("."), default or missing]
        yield _row((f"`{field}`", _kind(kind), "; ".join(note for note in notes if note)))


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value, in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value, ensure_ascii=False)}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(_kind(one) for one in schema[several])
    kind: str | list[str] = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(_kind({**schema, "type": one}) for one in kind)
    if kind == "array":
        if "prefixItems" in schema:
            return "list of " + ", then ".join(_kind(one) for one in schema["prefixItems"])
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        room = "" if most is None else f", {least} to {most}" if least else f", at most {most:,}"
        return f"list of {_kind(schema.get('items', {}))}{room}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_kind(schema['additionalProperties'])}"
    words = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    return words.get(kind, kind) + _range(schema)


def _range(schema: dict[str, Any]) -> str:
    limits = [
        f"{words} {schema[name]:,}"
        for name, words in (
            ("minimum", "from"),
            ("exclusiveMinimum", "above"),
            ("maximum", "to"),
            ("exclusiveMaximum", "below"),
        )
        if name in schema
    ]
    if "maxLength" in schema:
        limits.append(f"of at most {schema['maxLength']:,} characters")
    return f" {' '.join(limits)}" if limits else ""


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |\n"


if __name__ == "__main__":
    made = pages()
    for former in PAGE.with_suffix("").glob("*.md"):
        if former not in made:
            former.unlink()
    for path, text in made.items():
        path.parent.mkdir(exist_ok=True)
        write_whole(path, text)
