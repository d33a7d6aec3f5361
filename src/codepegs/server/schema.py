"""The OpenAPI schema, and its page: `python -m codepegs.server.schema > web/openapi.json` writes it."""

from __future__ import annotations

import json
from functools import cache
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

REFERENCE_PAGE = Path(__file__).with_name("reference.html")
STYLE = REFERENCE_PAGE.with_suffix(".css")


async def show_reference(request: Request) -> Response:
    """The page at /docs, which `docs/make/api_page.py` writes."""
    return Response(REFERENCE_PAGE.read_bytes(), media_type="text/html")


async def show_schema(request: Request) -> Response:
    """The schema at /openapi.json."""
    return Response(schema_text(), media_type="application/json")


async def show_style(request: Request) -> Response:
    """Its style."""
    headers = {"Cache-Control": "no-cache"}
    return Response(STYLE.read_bytes(), headers=headers, media_type="text/css")


ABOUT = """Play, get advice, solve and study code-breaking games of the Mastermind family.

The server is stateless: each request carries its position, so any number of servers can run behind a load balancer.
Positions, codes, replies and rules are the texts of the command line, answers its `--json` records.
Contradictory turns are answered with an explanation of the contradiction, not with an error. Long work is streamed as
server-sent events, and stops when the client disconnects."""

REFERENCE = "#/components/schemas/{name}"

ERRORS = {
    413: "`too_large`: the body is too long, or the answer would need too much memory",
    422: "`bad_input`: the request is not valid",
    500: "`environment`: something is missing on the server",
    503: "`busy`: too many requests are waiting, or the server is ending",
    504: "`timeout`: the time limit of one request was reached",
}

NOT_FOUND = {404: "`not_found`: the gallery has no such tree"}

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
        for key in component.get("properties", {}).values():
            for choice in key.get("anyOf", ()):  # of which pages show only the types
                if description := choice.pop("description", ""):
                    key.setdefault("description", description)
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
