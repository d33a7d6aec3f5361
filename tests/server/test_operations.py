"""The files for operators, of docs/how-to/files: what of them can be started is started."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import typer

from codepegs.cli.main import app
from tests.server.web_server import PATIENCE, wait_for

FILES = Path(__file__).parents[2] / "docs" / "how-to" / "files"
SERVER = FILES.parents[2] / "src" / "codepegs" / "server"
UNIT = (FILES / "codepegs.service").read_text(encoding="utf-8")
CONTAINER = (FILES / "Containerfile").read_text(encoding="utf-8")
NGINX = (FILES / "nginx.conf").read_text(encoding="utf-8")
NAME = "pegs.example.org"


def commands() -> dict[str, list[str]]:
    """The arguments of `codepegs` in each file."""
    (unit,) = re.findall(r"^ExecStart=/opt/codepegs/bin/codepegs (.*)$", UNIT, re.MULTILINE)
    entry, more = (
        json.loads(re.findall(rf"^{word} (.*)$", CONTAINER, re.MULTILINE)[0]) for word in ("ENTRYPOINT", "CMD")
    )
    assert entry[0] == "codepegs"
    return {"unit": shlex.split(unit), "container": [*entry[1:], *more]}


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


@contextmanager
def started(arguments: list[str], log: Path) -> Iterator[str]:
    """`codepegs serve` with the arguments of a file, but for the port; ended by SIGTERM, as an operator's tools do."""
    given = list(arguments)
    given[given.index("--port") + 1] = "0"
    with (
        log.open("w") as output,
        subprocess.Popen(
            [sys.executable, "-m", "codepegs", *given],
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,  # as a service has: interrupts of other tests are none of its own
        ) as process,
    ):
        assert process.stderr is not None
        try:
            port = re.findall(r"Serving at http://\S+?:(\d+)", process.stderr.readline())[0]
            yield f"http://127.0.0.1:{port}"
            process.send_signal(signal.SIGTERM)
            code, said = process.wait(PATIENCE), process.stderr.read()
            assert code == 0, said
            assert "Traceback" not in said
        finally:
            process.kill()


def test_options_in_the_files_exist() -> None:
    program = typer.main.get_command(app)
    serve = program.get_command(program.make_context("codepegs", [], resilient_parsing=True), "serve")  # type: ignore[attr-defined]
    known = {option for parameter in serve.params for option in parameter.opts}
    for arguments in commands().values():
        assert arguments[0] == "serve"
        assert {word for word in arguments if word.startswith("--")} <= known


@pytest.mark.parametrize("page", ["not_built.html", "reference.html"])
def test_pages_of_the_server_can_be_in_a_folder_of_a_host(page: str) -> None:
    """A proxy may have removed the folder from the address."""
    assert not re.findall(r'(?:href|src)="/[^"]*"', (SERVER / page).read_text(encoding="utf-8"))


@pytest.mark.extended
@pytest.mark.parametrize("name", ["unit", "container"])
def test_the_commands_in_the_files_serve(name: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with started(commands()[name], log) as address:
        health = httpx.get(f"{address}/api/v1/health", timeout=PATIENCE, trust_env=False)
        assert health.json()["status"] == "ok"
    assert '"GET /api/v1/health HTTP/1.1" 200 ' in log.read_text()


@pytest.mark.extended
@pytest.mark.skipif(shutil.which("nginx") is None, reason="needs nginx")
def test_the_server_behind_nginx(tmp_path: Path) -> None:
    """Page, API and streams in a folder of the host, with the clients' own addresses."""
    port, log = free_port(), tmp_path / "log"
    with started(commands()["unit"], log) as address:
        site = NGINX.replace("listen 80;", f"listen 127.0.0.1:{port};").replace("    listen [::]:80;\n", "")
        site = site.replace("127.0.0.1:8000", address.removeprefix("http://"))
        assert str(port) in site
        (tmp_path / "site.conf").write_text(site)
        places = "".join(
            f"{name}_temp_path {tmp_path}/{name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (tmp_path / "nginx.conf").write_text(
            f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/errors; events {{}}\n"
            f"http {{ access_log off; {places}include {tmp_path}/site.conf; }}\n"
        )
        command = ["nginx", "-e", str(tmp_path / "errors"), "-c", str(tmp_path / "nginx.conf")]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as nginx:
            try:
                wait_for((tmp_path / "pid").exists)
                look_through(f"http://127.0.0.1:{port}", log)
            finally:
                nginx.terminate()
        assert "[error]" not in (tmp_path / "errors").read_text()


def look_through(proxy: str, log: Path) -> None:
    """Ask a proxy as a browser does, from an address of its own."""
    client = httpx.Client(
        base_url=proxy,
        headers={"Host": NAME, "X-Forwarded-For": "6.6.6.6"},
        timeout=PATIENCE,
        transport=httpx.HTTPTransport(local_address="127.0.0.2"),
    )
    with client:
        assert client.get("/pegs").headers["location"].endswith("/pegs/")
        for page in ("/pegs/", "/pegs/docs"):
            links = re.findall(r'(?:href|src)="([^"#]+)"', client.get(page).text)
            assert links
            for link in links:
                assert client.get(httpx.URL(proxy + page).join(link)).status_code == 200, link
        answer = client.post("/pegs/api/v1/score", json={"rules": "p4c6", "secret": "1234", "guess": "1243"})
        assert answer.json()["reply"]
        with client.stream(
            "POST", "/pegs/api/v1/solve", json={"rules": "p1000c1000", "strategy": "streaming", "seed": 1}
        ) as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("event: ")) == "event: progress"
            # The stream lasts longer than this: a proxy that kept it would have sent nothing yet.
            assert client.get("/pegs/api/v1/health").json()["status"] == "ok"
        stranger = client.get(
            f"{proxy.replace('127.0.0.1', 'localhost')}/pegs/api/v1/health", headers={"Host": "evil.example"}
        )
        assert stranger.status_code == 421
    wait_for(lambda: " 421 " in log.read_text())
    logged = log.read_text()
    assert "127.0.0.2 - - " in logged
    assert "6.6.6.6" not in logged
    assert all(line.startswith("127.0.0.2 ") for line in logged.splitlines())
