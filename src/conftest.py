"""What the doctests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from codepegs.strategies.registry import STRATEGIES

collect_ignore = ["conftest.py"]
"""It has no examples of its own, and shares its name with another."""


@pytest.fixture(autouse=True)
def no_strategy_is_left() -> Iterator[None]:
    """The strategies that an example adds are removed, as the tests that follow compare those that there are."""
    before = set(STRATEGIES)
    yield
    for name in set(STRATEGIES) - before:
        del STRATEGIES[name]
