"""Writes the page at /docs of the server from its OpenAPI schema: `python docs/make/api_page.py`."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from codepegs.files import write_whole

ROOT = Path(__file__).parent.parent.parent
SCHEMA = ROOT / "web" / "openapi.json"
PAGE = ROOT / "src" / "codepegs" / "server" / "reference.html"


def page() -> str:
    """The whole page."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    endpoints = [
        (method, path, operation)
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    ]
    models = schema["components"]["schemas"]
    contents = "".join(
        f'<li><a href="#{escape(operation["operationId"])}"><b>{method.upper()}</b> {escape(path)}</a>'
        f"<span>{escape(operation['summary'])}</span></li>"
        for method, path, operation in endpoints
    )
    about = "".join(f"<p>{_prose(part)}</p>" for part in schema["info"]["description"].split("\n\n"))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><title>codepegs API</title>'
        '<link rel="stylesheet" href="docs.css"></head><body><header><h1>codepegs API</h1>'
        f'{about}<p><a href="./">The page</a> · <a href="openapi.json">OpenAPI schema</a> · version '
        f"{escape(schema['info']['version'])}</p></header><main>"
        f'<nav aria-label="Endpoints"><h2>Endpoints</h2><ul class="contents">{contents}</ul></nav>'
        + "".join(_endpoint(*endpoint) for endpoint in endpoints)
        + '<section id="models"><h2>Records</h2><p>Keys marked <i>may be missing</i> are omitted if they do not '
        "apply; in requests they have the default that is named.</p>"
        + "".join(_model(name, model) for name, model in models.items())
        + "</section></main></body></html>"
    )


def _endpoint(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [
        f'\n<section id="{escape(operation["operationId"])}"><h2><b>{method.upper()}</b> {escape(path)}</h2>'
        f"<p><strong>{escape(operation['summary'])}.</strong> {_prose(operation.get('description', ''))}</p>"
    ]
    for parameter in operation.get("parameters", ()):
        needed = "" if parameter.get("required") else ", may be missing"
        parts.append(
            f"<p><code>{escape(parameter['name'])}</code> in the {escape(parameter['in'])}{needed}: "
            f"{escape(parameter.get('description') or _kind(parameter['schema']))}</p>"
        )
    body = operation.get("requestBody")
    if body is not None:
        parts.append(f"<p>Takes {_kind(body['content']['application/json']['schema'])}</p>")
    good = operation["responses"]["200"]
    for media_type, content in good.get("content", {}).items():
        events = content.get("x-events")
        if events is None:
            parts.append(f"<p>Gives <code>{escape(media_type)}</code>: {_kind(content.get('schema', {}))}</p>")
            continue
        listed = "".join(f"<li><code>{escape(name)}</code>: {_kind(kind)}</li>" for name, kind in events.items())
        parts.append(f"<p>Gives server-sent events:</p><ul>{listed}</ul>")
    wrong = ", ".join(
        f"{status} {_prose(answer['description'])}"
        for status, answer in operation["responses"].items()
        if status != "200"
    )
    return "".join([*parts, f'<p class="wrong">Otherwise {_link("ErrorAnswer")}: {wrong}</p></section>'])


def _model(name: str, model: dict[str, Any]) -> str:
    needed = set(model.get("required", ()))
    rows = []
    for key, kind in model.get("properties", {}).items():
        default = kind.get("default")
        missing = "" if key in needed else "<i>may be missing</i>"
        if missing and default is not None:
            missing = f"<i>else {escape(json.dumps(default))}</i>"
        rows.append(
            f"<tr><th scope=row><code>{escape(key)}</code></th><td>{_kind(kind)}{_bounds(kind)} {missing}</td>"
            f"<td>{escape(kind.get('description', ''))}</td></tr>"
        )
    example = ""
    if model.get("examples"):
        example = f"<pre tabindex=0>{escape(json.dumps(model['examples'][0], ensure_ascii=False))}</pre>"
    return (
        f'\n<article id="{escape(name)}"><h3>{escape(name)}</h3><p>{_prose(model.get("description", ""))}</p>{example}'
        f'<div class="wide" tabindex=0><table><tbody>{"".join(rows)}</tbody></table></div></article>'
    )


def _prose(text: str) -> str:
    """Convert text to HTML, with texts in backticks as code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _kind(kind: dict[str, Any]) -> str:
    """A type in words."""
    if "$ref" in kind:
        return _link(kind["$ref"].rpartition("/")[2])
    if "anyOf" in kind:
        return " or ".join(_kind(choice) for choice in kind["anyOf"])
    if "const" in kind:
        return f"<code>{escape(json.dumps(kind['const']))}</code>"
    if "enum" in kind:
        return " or ".join(f"<code>{escape(json.dumps(value))}</code>" for value in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind.get('items', {}))}"
    names = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    name = str(kind.get("type", "anything"))
    return names.get(name, name)


def _bounds(kind: dict[str, Any]) -> str:
    """The limits of a value in words."""
    low = kind.get("minimum", kind.get("exclusiveMinimum"))
    high = kind.get("maximum", kind.get("exclusiveMaximum"))
    words = ""
    if low is not None and high is not None:
        words = f", {low:,.15g} to {high:,.15g}"
    if "maxLength" in kind:
        words = f", up to {kind['maxLength']:,} letters"
    if "maxItems" in kind:
        words = f", up to {kind['maxItems']:,}"
    return words


def _link(name: str) -> str:
    return f'<a href="#{escape(name)}">{escape(name)}</a>'


if __name__ == "__main__":
    write_whole(PAGE, page())
