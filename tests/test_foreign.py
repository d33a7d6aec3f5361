"""What codepegs uses of other libraries without a promise of theirs; a failure here says which release changed what."""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

import msgspec
import pytest
import typer

import codepegs
from codepegs import ListedGame
from codepegs.cli.main import app as codepegs_app
from codepegs.foreign import (
    MSGSPEC_MESSAGES,
    TyperError,
    check_before_conversion,
    h11_words,
    msgspec_error,
    typer_error,
    typer_type,
)

SOURCE = Path(codepegs.__file__).parent


def changed(library: str) -> str:
    """The first words of a failure."""
    return f"{library} {version(library)} has changed: mend codepegs/foreign.py"


app = typer.Typer(add_completion=False, rich_markup_mode=None)
group = typer.Typer(no_args_is_help=True)
app.add_typer(group, name="group")


@app.command()
def run(
    file: Annotated[Path, typer.Argument()],
    number: Annotated[int, typer.Option(min=2, max=9)] = 2,
    share: Annotated[float, typer.Option(min=0)] = 0.5,
    text: str = "",
    flag: Annotated[bool, typer.Option("--flag")] = False,
) -> None:
    """Do nothing."""


@group.command()
def below() -> None:
    """Do nothing."""


TYPER: dict[str, tuple[str, str, str]] = {
    "run x --number": ("option_without_value", "--number", ""),
    "run x --flag=1": ("option_takes_no_value", "--flag", ""),
    "run x --flog": ("no_such_option", "--flog", ""),
    "run x --number 10": ("wrong_value", "", "number"),
    "run x --number nine": ("wrong_value", "", "number"),
    "run x --share=-1": ("wrong_value", "", "share"),
    "run": ("missing", "", "file"),
    "run x y z": ("too_many", "y z", ""),
    "ran": ("no_such_command", "ran", ""),
    "group abave": ("no_such_command", "abave", ""),
    "group": ("needs_command", "", ""),
}
"""Command lines, each with the kind, the text and the parameter of its error."""


@pytest.mark.parametrize("line", TYPER)
def test_errors_of_typer(line: str) -> None:
    kind, text, parameter = TYPER[line]
    with pytest.raises(Exception) as raised:  # noqa: PT011  # its class is not public
        app(line.split(), standalone_mode=False, prog_name="program")
    found = typer_error(raised.value)
    assert found is not None, f"{changed('typer')}: {raised.value!r} is no error of a command line"
    seen = found.kind, found.text, getattr(found.parameter, "name", "")
    assert seen == (kind, text, parameter), f"{changed('typer')}: {raised.value!r}, {found.words!r}"
    assert found.context is not None or kind in ("option_without_value", "option_takes_no_value"), changed("typer")


def test_other_errors_are_not_those_of_typer() -> None:
    for error in (ValueError("x"), RuntimeError("x"), typer.Exit(1), KeyError("x")):
        assert typer_error(error) is None
    assert typer_error(typer.BadParameter("wrong")) == TyperError("other", "Invalid value: wrong", "", None, None)


def test_types_of_parameters() -> None:
    command: Any = typer.main.get_command(app)
    params = {each.name: each for each in command.get_command(None, "run").params}
    types = {"file": (["path"], None, None), "number": (["int", "integer"], 2, 9), "share": (["float"], 0, None)}
    for name, (names, *bounds) in types.items():
        assert hasattr(params[name], "type"), f"{changed('typer')}: {vars(params[name])}"
        kind, *given = typer_type(params[name])
        assert kind in names, f"{changed('typer')}: {vars(params[name])}"
        assert given == bounds, f"{changed('typer')}: {vars(params[name])}"

    def check(value: object) -> None:
        if value == "3":
            raise typer.BadParameter("three")

    before = params["number"].type
    check_before_conversion(params["number"], check)
    assert params["number"].type.convert("4", None, None) == 4, changed("typer")
    with pytest.raises(typer.BadParameter, match="three"):
        params["number"].type.convert("3", None, None)
    assert before.convert("3", None, None) == 3, "types are shared, so that the original must not change"


def commands(command: Any) -> Iterator[Any]:
    """A command and all commands below it."""
    yield command
    for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
        yield from commands(command.get_command(None, name))


def test_an_option_named_like_its_placeholder_states_its_flag() -> None:
    """Typer 0.27 takes the placeholder, in capital letters, for a flag that is not stated."""
    for command in commands(typer.main.get_command(codepegs_app)):
        for name, hint in get_type_hints(inspect.unwrap(command.callback or print), include_extras=True).items():
            for declared in getattr(hint, "__metadata__", ()):
                if isinstance(declared, typer.models.OptionInfo) and (declared.metavar or "").lower() == name:
                    assert declared.default is not ..., f"{command.name}: {name}"  # the first argument, a flag


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    """Values of each kind whose errors are read."""

    number: Annotated[int, msgspec.Meta(ge=2, le=9)] = 2
    share: Annotated[float, msgspec.Meta(gt=0, lt=1)] = 0.5
    text: Annotated[str, msgspec.Meta(max_length=3)] = ""
    numbers: Annotated[list[int], msgspec.Meta(min_length=1)] = msgspec.field(default_factory=lambda: [1])
    choice: Literal["a", "b"] = "a"
    pair: int | str | None = None
    odd: Annotated[int, msgspec.Meta(multiple_of=3)] = 3


class Outer(msgspec.Struct, forbid_unknown_fields=True):
    """An object with a required key."""

    inner: Inner


MSGSPEC: dict[str, tuple[str, str, dict[str, str]]] = {
    '{"inner": {}, "outer": 1}': ("unexpected_key", "", {"key": "outer"}),
    "{}": ("missing_key", "", {"key": "inner"}),
    '{"inner": {"text": "long"}}': ("wrong_text_length", "inner.text", {"wanted": "<=", "count": "3"}),
    '{"inner": {"numbers": []}}': ("wrong_list_length", "inner.numbers", {"wanted": ">=", "count": "1"}),
    '{"inner": {"number": 1}}': ("beyond_bound", "inner.number", {"wanted": ">=", "number": "2"}),
    '{"inner": {"number": 10}}': ("beyond_bound", "inner.number", {"wanted": "<=", "number": "9"}),
    '{"inner": {"share": 0}}': ("beyond_bound", "inner.share", {"wanted": ">", "number": "0.0"}),
    '{"inner": {"share": 1}}': ("beyond_bound", "inner.share", {"wanted": "<", "number": "1.0"}),
    '{"inner": {"numbers": 1}}': ("wrong_type", "inner.numbers", {"choice": "array"}),
    '{"inner": {"pair": []}}': ("wrong_type", "inner.pair", {"choice": "int | str | null"}),
    '{"inner": {"choice": "c"}}': ("not_a_choice", "inner.choice", {"value": "c"}),
    '{"inner": {"number": 1e400}}': ("out_of_range", "inner.number", {}),
    '{"inner": {"odd": 4}}': ("not_readable", "inner.odd", {"problem": "Expected `int` that's a multiple of 3"}),
    "1": ("wrong_type", "", {"choice": "object"}),
}
"""Invalid objects, each with the kind, the key and the values of its error."""


@pytest.mark.parametrize("text", MSGSPEC)
def test_errors_of_msgspec(text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.json.decode(text, type=Outer)
    assert tuple(msgspec_error(raised.value)) == MSGSPEC[text], f"{changed('msgspec')}: {raised.value}"


def test_every_message_of_msgspec_is_tried() -> None:
    assert {kind for kind, _, _ in MSGSPEC.values()} == set(MSGSPEC_MESSAGES.values())


class Transport(asyncio.Transport):
    """A connection whose client has an address."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("127.0.0.1", 9), "sockname": ("127.0.0.1", 8)}.get(name, default)

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send nothing."""

    def is_closing(self) -> bool:
        return False


def test_a_connection_of_uvicorn() -> None:
    h11, uvicorn = pytest.importorskip("h11"), pytest.importorskip("uvicorn")
    from uvicorn.server import ServerState

    from codepegs.foreign import H11Protocol

    async def connected() -> H11Protocol:
        config = uvicorn.Config(lambda *_: None, http="h11")
        config.load()
        made = H11Protocol(config, ServerState(), {}, asyncio.get_running_loop())
        made.connection_made(Transport())
        return made

    made = asyncio.run(connected())
    assert isinstance(made.conn, h11.Connection), changed("uvicorn")
    assert made in made.connections, changed("uvicorn")
    assert made.client == ("127.0.0.1", 9), changed("uvicorn")
    for name in ("transport", "loop", "logger", "send_400_response", "on_response_complete", "data_received",
                 "pause_writing", "resume_writing", "_unsupported_upgrade_warning"):  # fmt: skip
        assert hasattr(made, name), f"{changed('uvicorn')}: H11Protocol has no {name}"


def test_a_server_of_uvicorn() -> None:
    uvicorn = pytest.importorskip("uvicorn")
    server = uvicorn.Server(uvicorn.Config(lambda *_: None, port=0, lifespan="off", log_level="critical"))
    for name in ("startup", "shutdown", "run", "capture_signals", "should_exit", "force_exit", "started"):
        assert hasattr(server, name), f"{changed('uvicorn')}: Server has no {name}"
    server.should_exit = True  # so that it only listens

    async def listen() -> None:
        await server.serve()
        for each in server.servers:
            each.close()
            await each.wait_closed()

    asyncio.run(listen())
    assert server.started, changed("uvicorn")
    assert [each for each in server.servers if isinstance(each, asyncio.Server)], changed("uvicorn")
    assert server.server_state.connections == set(), changed("uvicorn")


H11 = {
    b"GET / HTTP/1.1\r\n\r\n": "Missing mandatory Host: header",
    b"\x16\x03\x01\x02\r\n\r\n": "illegal request line",
    b"GET / HTTP/1.1\r\nHost: x\r\nX : y\r\n\r\n": "illegal header line",
}
"""Requests that are not HTTP, each with what h11 says of it, without the bytes that it quotes."""


@pytest.mark.parametrize("request_text", H11)
def test_errors_of_h11(request_text: bytes) -> None:
    h11 = pytest.importorskip("h11")
    connection = h11.Connection(h11.SERVER)
    connection.receive_data(request_text)
    with pytest.raises(h11.RemoteProtocolError) as raised:
        connection.next_event()
    assert h11_words(raised.value) == H11[request_text], f"{changed('h11')}: {raised.value}"
    assert raised.value.error_status_hint == 400, changed("h11")


PUBLIC = {"_exit", "_replace"}
"""Documented names of Python that begin with an underscore."""

PRIVATE = re.compile(r"([\w)\]]+)(?<!super\(\))\.(_[a-z]\w*)")
OWN = re.compile(r"(?:\b(?:def|class) |\bself\.|^ *)(_[a-z]\w*)(?=\(|:| =)", re.MULTILINE)
HIDDEN = re.compile(
    r"^ *(?:from|import) (?!codepegs)[\w.]*\b_[a-z].*|type\(error\)\.__name__ (?:==|in).*", re.MULTILINE
)


def test_nothing_private_of_other_libraries_is_used_elsewhere() -> None:
    shared = {name for name in dir(ListedGame(["ab"])) if name.startswith("_")}  # of games, among the packages
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py") if path.name != "foreign.py"}
    for path, text in texts.items():
        own = {*OWN.findall(text)} | PUBLIC | shared
        used = [
            f"{base}.{name}" for base, name in PRIVATE.findall(text) if base not in ("self", "cls") and name not in own
        ]
        used += HIDDEN.findall(text)
        assert not used, f"{path}: {used}: use a public way, or put it into codepegs/foreign.py with a test"
