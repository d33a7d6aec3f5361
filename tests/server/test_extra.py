"""The extra `web` installs all that the server needs, and clients learn nothing of its files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from multiprocessing import Pipe
from pathlib import Path

import pytest

from codepegs.errors import Unavailable
from codepegs.reasons import Reason
from codepegs.server.requests import ImageRequest
from codepegs.server.tasks import ENDPOINTS
from codepegs.server.worker import FAILED, _answer

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]

ASK_ALL = """
import json, sys

given = json.load(sys.stdin)
sys.modules.update(dict.fromkeys(given["missing"]))
from codepegs.server.app import create_app
from codepegs.server.requests import TaskContext
from codepegs.server.app import run
from codepegs.server.tasks import ENDPOINTS

create_app()
tasks = {name for name, endpoint in ENDPOINTS.items() if endpoint.task is not None}
assert set(given["requests"]) == tasks, "each task needs a request here"
for name, request in given["requests"].items():
    ENDPOINTS[name].answer(ENDPOINTS[name].read(json.dumps(request).encode()), TaskContext())
"""


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def installed_with(extra: str) -> set[str]:
    """The distributions that pip installs for codepegs with an extra; other extras and other systems aside."""
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra]]
    found: set[str] = set()
    while wanted:
        name = canonical(re.split(r"[^\w.-]", wanted.pop(), maxsplit=1)[0])
        if name not in found:
            found.add(name)
            try:
                wanted += [line for line in requires(name) or () if "extra ==" not in line]
            except PackageNotFoundError:
                continue  # of another system or Python
    return found


def request_of(task: str, **changes: object) -> dict[str, object]:
    """The example of a task's request."""
    return {**ENDPOINTS[task].request.EXAMPLE, **changes}


@pytest.mark.extended
def test_the_extra_is_enough() -> None:
    """Everything the server does works without a package that its extra does not install."""
    allowed = installed_with("web") | {"codepegs"}
    missing = [
        name for name, owners in packages_distributions().items() if not {canonical(one) for one in owners} & allowed
    ]
    assert {"polars", "matplotlib"} <= set(missing)
    tasks = [
        "score",
        "candidates",
        "suggest",
        "explain",
        "move",
        "reply",
        "coach",
        "tree_node",
        "solve",
        "svg",
        "suggest_stream",
    ]
    asked = {
        **{task: request_of(task) for task in tasks},
        "reveal": request_of("reveal"),
        "evaluate": request_of("evaluate", games=2),
        "image": request_of("image", size="4x2"),
        "drawings": {},
        "trees": {},
        "strategies": {"rules": "p4c6"},
        "presets": {},
    }
    ended = subprocess.run(
        [sys.executable, "-c", ASK_ALL],
        input=json.dumps({"missing": missing, "requests": asked}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            Unavailable.without("web", "pictures_need_pillow"),
            "pictures need Pillow: install codepegs[web] on the server",
        ),
        (
            Unavailable("/home/somebody/p4c6.tree cannot be read"),
            "something that this needs is missing on the server: its standard error says what",
        ),
    ],
)
def test_clients_do_not_learn_paths(error: Unavailable, sentence: str, capfd: pytest.CaptureFixture[str]) -> None:
    ours, theirs = Pipe()

    def fails(*_: object) -> None:
        raise error

    _answer(theirs, 7, {"image": replace(ENDPOINTS["image"], task=fails)}, "image", ImageRequest(), 100)
    reason = error.for_clients or Reason.of("missing_on_server")
    assert ours.recv() == (FAILED, 7, "environment", sentence, reason.data)
    assert "/" not in str(reason.data)
    assert "/" not in sentence
    assert str(error) in capfd.readouterr().err
