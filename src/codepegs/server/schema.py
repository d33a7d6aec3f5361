"""The OpenAPI schema, as a page of plain HTML and as JSON: `python -m codepegs.server.schema > web/openapi.json`."""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from codepegs.game import answer_type
from codepegs.schema import ErrorAnswer
from codepegs.server.dispatch import API
from codepegs.server.requests import JSON, Answers, Endpoint, TreeName
from codepegs.server.tasks import ENDPOINTS

STYLE = Path(__file__).parent / "reference.css"


async def show_reference(request: Request) -> Response:
    """The page at /docs."""
    return Response(reference_html(schema_text()), media_type="text/html")


async def show_schema(request: Request) -> Response:
    """The schema at /openapi.json."""
    return Response(schema_text(), media_type="application/json")


async def show_style(request: Request) -> Response:
    """Its style."""
    headers = {"Cache-Control": "no-cache"}
    return Response(STYLE.read_bytes(), headers=headers, media_type="text/css")


@lru_cache(maxsize=1)
def reference_html(text: str) -> str:
    """The page of a schema."""
    schema = json.loads(text)
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
        '<link rel="stylesheet" href="/docs.css"></head><body><header><h1>codepegs API</h1>'
        f'{about}<p><a href="/">The page</a> · <a href="/openapi.json">OpenAPI schema</a> · version '
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
        f'<section id="{escape(operation["operationId"])}"><h2><b>{method.upper()}</b> {escape(path)}</h2>'
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
        f"{status} {escape(answer['description'])}"
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
        f'<article id="{escape(name)}"><h3>{escape(name)}</h3><p>{_prose(model.get("description", ""))}</p>{example}'
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


ABOUT = """Play, get advice, solve and study code-breaking games of the Mastermind family.

The server is stateless: each request carries its position, so any number of servers can run behind a load balancer.
Positions, codes, replies and rules are the texts of the command line, answers its `--json` records.
Contradictory turns are answered with an explanation of the contradiction, not with an error. Long work is streamed as
server-sent events, and stops when the client disconnects."""

REFERENCE = "#/components/schemas/{name}"

ERRORS = {
    413: "more than one request may send or need",
    422: "the request is not valid",
    500: "something is missing on the server",
    503: "too many requests wait",
    504: "the time limit of one request was reached",
}

NOT_FOUND = {404: "there is no such thing"}

RETRY_AFTER = {"Retry-After": {"description": "seconds", "schema": {"type": "integer"}}}


@cache
def schema_text() -> str:
    """Return the schema as stored in the repository."""
    return json.dumps(openapi(), indent=2, ensure_ascii=False) + "\n"


def openapi() -> dict[str, Any]:
    """Return the OpenAPI schema, made from the structs of requests and answers."""
    paths = {
        f"{API}{endpoint.path}": {endpoint.method.lower(): _operation(endpoint)} for endpoint in ENDPOINTS.values()
    }
    bodies = {endpoint.request for endpoint in ENDPOINTS.values() if endpoint.method == "POST"}
    answers: set[type] = {ErrorAnswer}
    for endpoint in ENDPOINTS.values():
        answers.update(endpoint.answers, *endpoint.events.values())
    _, components = msgspec.json.schema_components([*bodies, *map(answer_type, answers)], ref_template=REFERENCE)
    for component in components.values():
        if "description" in component:  # without the docstring's examples, which are Python
            component["description"] = component["description"].partition(">>> ")[0].rstrip()
    for body in bodies:
        components[body.__name__]["examples"] = [body.EXAMPLE]
    return {
        "openapi": "3.1.0",
        "info": {"title": "codepegs", "description": ABOUT, "version": version("codepegs")},
        "paths": paths,
        "components": {"schemas": dict(sorted(components.items()))},
    }


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "description": endpoint.description,
        "operationId": endpoint.name,
    }
    if parameters := _parameters(endpoint):
        operation["parameters"] = parameters
    if endpoint.method == "POST":
        body = {"schema": _reference(endpoint.request)}
        operation["requestBody"] = {"content": {JSON: body}, "required": True}
    operation["responses"] = {"200": _success(endpoint)}
    for status, description in {**ERRORS, **(NOT_FOUND if endpoint.may_be_missing else {})}.items():
        error = {"description": description, "content": {JSON: {"schema": _reference(ErrorAnswer)}}}
        operation["responses"][str(status)] = {**error, "headers": RETRY_AFTER} if status == 503 else error
    return operation


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    """Return the keys of a request that are sent in the address."""
    if "{name}" in endpoint.path:
        return [{"name": "name", "in": "path", "required": True, "schema": msgspec.json.schema(TreeName)}]
    if endpoint.method == "POST" or endpoint.task is None:
        return []
    _, components = msgspec.json.schema_components([endpoint.request])
    (request,) = components.values()
    required = request.get("required", ())
    return [
        {"name": key, "in": "query", "required": key in required, "schema": kind}
        for key, kind in request["properties"].items()
    ]


def _success(endpoint: Endpoint) -> dict[str, Any]:
    if not endpoint.events:
        kind = _one_of(endpoint.answers) if endpoint.answers else {"type": "string"}
        return {"description": "Successful Response", "content": {endpoint.kind: {"schema": kind}}}
    events = {name: _one_of(answers) for name, answers in endpoint.events.items()}
    events["error"] = _reference(ErrorAnswer)
    event = {
        "type": "object",
        "properties": {"event": {"enum": list(events)}, "data": {"type": "string", "contentMediaType": JSON}},
        "required": ["event", "data"],
    }
    content = {endpoint.kind: {"schema": event, "x-events": events}}
    return {"description": f"server-sent events: {', '.join(events)}", "content": content}


def _one_of(answers: Answers) -> dict[str, Any]:
    references = [_reference(answer) for answer in answers]
    return references[0] if len(references) == 1 else {"anyOf": references}


def _reference(kind: type) -> dict[str, Any]:
    return {"$ref": REFERENCE.format(name=answer_type(kind).__name__)}


if __name__ == "__main__":
    import sys

    sys.stdout.write(schema_text())
