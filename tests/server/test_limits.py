"""What strangers may not do, and the headers that every answer has."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.exceptions import HTTPException
from starlette.requests import Request

from codepegs.server import Settings, middleware
from codepegs.server.app import Page, create_app
from codepegs.server.middleware import on_http_error
from codepegs.server.schema import schema_text
from tests.server.web_server import Api

SCHEMA = Path(__file__).parents[2] / "web" / "openapi.json"


@pytest.mark.parametrize(
    ("path", "body", "sentence"),
    [
        ("/score", {"rules": "p4c6", "secret": 1122, "guess": "1213"}, "'secret' must be a string"),
        ("/score", {"rules": "p4c6", "secret": "1122"}, "the key 'guess' is missing"),
        (
            "/score",
            {"rules": "p4c6", "secret": "1122", "guess": "1", "noise": 1},
            "unexpected key 'noise'",
        ),
        ("/suggest", {"position": "p4c6", "top": "5"}, "'top' must be an integer"),
        ("/suggest", {"position": "p4c6", "top": 5.5}, "'top' must be an integer"),
        ("/suggest", {"position": "p4c6", "top": True}, "'top' must be an integer"),
        ("/suggest", {"position": "p4c6", "top": 51}, "'top' must be at most 50"),
        ("/suggest", {"position": "p4c6", "seed": -1}, "'seed' must be at least 0"),
        ("/suggest", {"position": "p4c6", "noise": 1}, "'noise' must be less than 1"),
        ("/suggest", {"position": "p4c6", "strategy": "x" * 201}, "'strategy' must have at most 200 characters"),
        ("/solve", {"rules": "p" * 41}, "'rules' must have at most 40 characters"),
        ("/evaluate", {"rules": "p4c6", "strategies": ["auto"] * 5}, "'strategies' must have at most 4 items"),
        ("/evaluate", {"rules": "p4c6", "strategies": []}, "'strategies' must have at least 1 item"),
        ("/score", [], "the request must be a JSON object"),
        ("/score", {"rules": "p4c6", "x" * 1_000: 1}, "unexpected key 'xxx"),
        ("/suggest", {"position": "p4c6", "noise": "x" * 1_000}, "'noise' must have at most 40 characters"),
        ("/suggest", {"position": "p4c6", "noise": "often"}, "below 1, unknown, miscount:Q, swap:Q"),
        ("/solve", {"rules": "p4c6", "noise": "swap:2"}, "noise=swap:2 is invalid: expected swap:Q with a"),
        ("/suggest", {"position": "p4c6", "noise": []}, "'noise' must be a number, a string or null"),
        ("/suggest", {"position": "p4c6", "seconds": 0}, "'seconds' must be at least 0.01"),
        ("/suggest", {"position": "p4c6", "seconds": 1e-320}, "'seconds' must be at least 0.01"),
        ("/suggest", {"position": "p4c6", "seed": 1794.0}, "'seed' must be an integer"),
        ("/trees/node", {"name": "gallery:p4c6", "path": ["1b0w", ""]}, "'path[1]' must have at least 1 character"),
        (
            "/suggest",
            {"position": "p4c6", "strategy": "tree:/etc/passwd"},
            "this server plays only the trees in its list",
        ),
    ],
)
def test_strict(api: Api, path: str, body: Any, sentence: str) -> None:
    refusal = api.refusal(path, body)
    assert sentence in refusal
    assert len(refusal) < 200


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"position": "p4c6", "noise": NaN}',
        b'{"position": "p4c6", "seed": ' + b"9" * 5_000 + b"}",
        b'{"position": "\\ud800"}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_json(api: Api, content: bytes) -> None:
    response = api.http.post("/api/v1/suggest", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 422, response.text
    assert response.json()["error"]["code"] == "bad_input"


def test_other_kinds_of_bodies_are_refused(api: Api) -> None:
    response = api.http.post("/api/v1/explain", content=b'{"position":"p4c6"}', headers={"content-type": "text/plain"})
    assert response.status_code == 422


@pytest.mark.parametrize(
    "kind",
    [
        "application/json; charset=utf-8",
        "application/json;charset=UTF-8",
        "Application/JSON",
        "application/vnd.codepegs+json",
    ],
)
def test_kinds_of_json(api: Api, kind: str) -> None:
    response = api.http.post("/api/v1/explain", content=b'{"position":"p4c6"}', headers={"content-type": kind})
    assert response.status_code == 200


def test_a_tree_that_is_a_path(api: Api) -> None:
    sentence = api.refusal("/suggest", {"position": "p4c6", "strategy": "tree:gallery:../../../../etc/passwd"}, 404)
    assert sentence.startswith("the gallery has no tree 'gallery:../../../../etc/passwd'")
    assert len(sentence) < 130


@pytest.mark.parametrize("charset", ["utf-16", '"UTF-16"', "latin1"])
def test_other_encodings_are_refused(api: Api, charset: str) -> None:
    kind = {"content-type": f"application/json; charset={charset}"}
    response = api.http.post("/api/v1/explain", content=b'{"position":"p4c6"}', headers=kind)
    assert response.status_code == 422
    assert response.json()["error"]["message"].startswith("the request must be in UTF-8, not in '")


@pytest.mark.parametrize(
    "content", [b'{"position":"p4c6","position":"p4c6"}', b'{"position":"p4c6","positio\\u006e":"p5c8"}']
)
def test_keys_given_twice(api: Api, content: bytes) -> None:
    response = api.http.post("/api/v1/explain", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert response.json()["error"]["message"] == "the key 'position' is given twice"


def test_keys_of_an_address_given_twice(api: Api) -> None:
    assert api.get("/strategies?rules=p4c6&rules=p9c9", 422)["error"]["message"] == "the key 'rules' is given twice"


def test_bodies_announced_too_large(api: Api) -> None:
    most = Settings().body_bytes
    for size in [most + 1, 12 * most] * 5:  # a client still sending gets its answer, too
        response = api.http.post("/api/v1/suggest", content=b"x" * size)
        assert response.status_code == 413
        assert response.json()["error"]["code"] == "too_large"
    assert api.post("/suggest", {"position": "p4c6"})["candidates"] == 1296


def test_bodies_not_announced_are_refused_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "DRAIN_BYTES", 20_000)
    app = create_app(Settings(body_bytes=10_000))
    taken: list[int] = []
    answers: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        taken.append(1)
        return {"type": "http.request", "body": b" " * 1_000, "more_body": True}

    async def send(message: Any) -> None:
        answers.append(message | {"taken": len(taken)})

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "path": "/api/v1/suggest",
        "raw_path": b"/api/v1/suggest",
        "query_string": b"",
        "root_path": "",
        "headers": [(b"content-type", b"application/json"), (b"transfer-encoding", b"chunked")],
        "scheme": "http",
        "server": ("testserver", 80),
        "client": ("here", 1),
    }
    asyncio.run(app(scope, receive, send))
    assert answers[0]["status"] == 413
    assert [answer["taken"] for answer in answers] == [11, 11, 31]


def test_positions_of_too_many_turns(api: Api) -> None:
    assert "1,000 turns" in api.refusal("/explain", {"position": "p4c6" + " 1122:1b0w" * 1_001}, 413)


def test_games_of_too_many_codes(api: Api) -> None:
    sentence = api.refusal("/suggest", {"position": "p5c34", "strategy": "minimax"}, 413)
    assert sentence.startswith("p5c34 needs about 1,9")


@pytest.mark.parametrize("path", ["/", "/docs", "/openapi.json", "/api/v1/health", "/api/v1/nothing", "/nothing.js"])
def test_headers(api: Api, path: str) -> None:
    headers = api.http.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "'unsafe-eval'" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "set-cookie" not in headers
    assert "access-control-allow-origin" not in headers
    assert path == "/" or headers["cache-control"] == "no-store"


def test_headers_of_refusals(api: Api) -> None:
    response = api.http.post("/api/v1/score", json={})
    assert response.status_code == 422
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.headers["cache-control"] == "no-store"


def test_addresses_that_are_not_there(api: Api) -> None:
    assert api.get("/nothing", 404)["error"]["code"] == "not_found"
    response = api.http.get("/api/v1/score")
    assert (response.status_code, response.headers["allow"]) == (405, "POST")
    assert api.http.delete("/api/v1/health").status_code == 405
    for method in ("GET", "POST", "PUT", "DELETE", "HEAD"):
        assert api.http.request(method, "/api/v1/nosuch").status_code == 404
        assert api.http.request(method, "/api/nosuch").status_code == 404
    assert api.http.post("/api/v1/nosuch").json()["error"]["code"] == "not_found"
    refused = HTTPException(405, headers={"Allow": "POST, HEAD, GET"})
    request = Request({"type": "http", "method": "DELETE", "path": "/", "headers": []})
    told = asyncio.run(on_http_error(request, refused))
    assert told.headers["allow"] == "GET, HEAD, POST"
    assert b"DELETE is not allowed here: use GET or HEAD or POST" in bytes(told.body)


@pytest.mark.parametrize("path", ["/health", "/presets", "/strategies", "/trees", "/trees/gallery:p4c6/text"])
def test_unknown_keys_of_an_address(api: Api, path: str) -> None:
    hint = ": did you mean rules?" if path == "/strategies" else ""
    assert api.get(f"{path}?rulez=p4c6", 422)["error"]["message"] == f"unexpected key 'rulez'{hint}"


def test_the_schema_is_fresh() -> None:
    assert SCHEMA.read_text(encoding="utf-8") == schema_text(), (
        "write it anew: python -m codepegs.server.schema > web/openapi.json"
    )


def test_the_reference_names_everything(api: Api) -> None:
    response = api.http.get("/docs")
    assert response.headers["content-type"].startswith("text/html")
    schema = api.http.get("/openapi.json").json()
    for path in schema["paths"]:
        assert path in response.text
    for name in schema["components"]["schemas"]:
        assert f'<article id="{name}">' in response.text
    assert "<script" not in response.text
    assert "style=" not in response.text
    assert "http://" not in response.text.replace("http://testserver", "")
    assert api.http.get("/docs.css").headers["content-type"].startswith("text/css")
    assert response.text.startswith("<!doctype html>")


@pytest.fixture
def built(tmp_path: Path) -> httpx.AsyncClient:
    """An application with a page, which is asked without workers."""
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>codepegs</title>" + " " * 500)
    (folder / "assets" / "index-abc123.js").write_text("let pegs = 4;\n" * 100)
    (folder / "icon.png").write_bytes(b"\x89PNG")
    app = create_app()
    page = Page(folder)
    app.state.page.files.clear()
    app.state.page.files.update(page.files)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://testserver")


def test_the_page(built: httpx.AsyncClient) -> None:
    async def look() -> None:
        index = await built.get("/")
        assert index.text.startswith("<!doctype html>")
        assert (index.headers["cache-control"], index.headers["content-encoding"]) == ("no-cache", "gzip")
        view = await built.get("/assistant")
        assert view.text == index.text, "an address of the page's own"
        script = await built.get("/assets/index-abc123.js", headers={"accept-encoding": "identity"})
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert "content-encoding" not in script.headers
        again = await built.get("/", headers={"if-none-match": index.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        icon = await built.get("/icon.png")
        assert (icon.headers["content-type"], icon.content) == ("image/png", b"\x89PNG")
        for missing in ("/assets/gone.js", "/..%2f..%2fetc/passwd.txt", "/api/v2/score"):
            assert (await built.get(missing)).status_code == 404
        await built.aclose()

    asyncio.run(look())


def test_without_a_page(tmp_path: Path) -> None:
    assert not Page(tmp_path).is_built
