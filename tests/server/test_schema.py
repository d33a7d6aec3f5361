"""The API under requests made from its own schema: no failure of the server, and every answer as the schema says."""

from __future__ import annotations

import pickle
from multiprocessing import Pipe
from unittest.mock import patch

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from codepegs import schema as answers
from codepegs.game import Answer
from codepegs.server.requests import Endpoint
from codepegs.server.schema import openapi
from codepegs.server.tasks import ENDPOINTS
from codepegs.server.worker import DONE, _answer
from tests import extent
from tests.server.web_server import Api

SCHEMA = schemathesis.openapi.from_dict(openapi())
OPERATIONS = {result.ok().label: result.ok() for result in SCHEMA.get_all_operations() if isinstance(result, Ok)}

EXAMPLES, SLOW_EXAMPLES = extent.of((20, 6), (10, 3))
"""Requests an endpoint is asked with, besides its own examples; and one that plays whole games."""

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.mark.parametrize("label", OPERATIONS)
def test_nothing_breaks(api: Api, label: str) -> None:
    operation = OPERATIONS[label]
    cases = operation.as_strategy()
    wrong = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)
    choice = cases if label.startswith("GET") and "{" not in label and "strategies" not in label else cases | wrong

    @seed(20)
    @settings(
        max_examples=SLOW_EXAMPLES if label.endswith(("/image", "/evaluate", "/solve", "/coach")) else EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def ask(data: st.DataObject) -> None:
        case = data.draw(choice)
        case.call_and_validate(base_url=api.base, checks=CHECKS)

    ask()


@pytest.mark.parametrize("name", dir(answers))
def test_keys_that_are_always_sent_are_required(name: str) -> None:
    kind = getattr(answers, name)
    if isinstance(kind, type) and issubclass(kind, Answer) and not kind.__struct_config__.omit_defaults:
        assert set(kind.__struct_defaults__) <= {msgspec.UNSET, msgspec.NODEFAULT}


@pytest.mark.parametrize("name", [name for name, endpoint in ENDPOINTS.items() if endpoint.method == "POST"])
def test_a_request_is_as_it_was_read_in_the_worker(name: str) -> None:
    request = ENDPOINTS[name].read(msgspec.json.encode(ENDPOINTS[name].request.EXAMPLE))
    arrived = pickle.loads(pickle.dumps(request))
    assert type(arrived) is type(request)
    assert arrived == request


def test_a_worker_decodes_nothing() -> None:
    request = ENDPOINTS["score"].read(msgspec.json.encode(ENDPOINTS["score"].request.EXAMPLE))
    ours, theirs = Pipe()
    with patch.object(Endpoint, "read", side_effect=AssertionError("a request is decoded once")):
        _answer(theirs, 7, ENDPOINTS, "score", request, 100)
    kind, number, answer = ours.recv()
    assert (kind, number) == (DONE, 7)
    assert msgspec.json.decode(answer)["reply"]
