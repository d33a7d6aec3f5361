"""What all models of the API share. They are strict: nothing is coerced, unknown keys are refused.

Requests (`requests.py`) are checked by theirs. Answers (`answers.py`) are the records of the command line, made by
`codepegs.schema.records` and its like; their models describe them for the schema, and the tests check each answer
against its model.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from codepegs.server import limits


def _without_default(schema: dict[str, Any]) -> None:
    schema.pop("default", None)


def absent() -> Any:
    """The default of a key that an answer may leave out; when it is there it is not null."""
    return Field(default=None, json_schema_extra=_without_default)


class Request(BaseModel):
    """Base of all requests."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Answer(BaseModel):
    """Base of all answers."""

    model_config = ConfigDict(strict=True, extra="forbid")


def examples(*given: dict[str, Any]) -> ConfigDict:
    """The configuration of a model with examples."""
    return ConfigDict(strict=True, extra="forbid", json_schema_extra={"examples": list(given)})


Rules = Annotated[
    str, Field(min_length=1, max_length=limits.RULES_LETTERS, description="the game: p4c6, p4c10n, p4c6-b, mm, bc")
]
PositionText = Annotated[
    str,
    Field(
        min_length=1,
        max_length=limits.POSITION_LETTERS,
        description="the rules and the turns: p4c6 1122:1b0w 1344:0b2w",
    ),
]
CodeText = Annotated[
    str, Field(min_length=1, max_length=limits.CODE_LETTERS, description="a code: 1122, or 8,1,50 past 35 colours")
]
ReplyText = Annotated[str, Field(min_length=1, max_length=24, description="a reply: 1b2w, 2b, 3t, 1w or solved")]
StrategyText = Annotated[
    str,
    Field(min_length=1, max_length=limits.STRATEGY_LETTERS, description="NAME or NAME:option,option=value"),
]
SeedNumber = Annotated[int, Field(ge=0, le=limits.MOST_SEED, description="everything random follows from it")]
Share = Annotated[float, Field(ge=0, lt=1, allow_inf_nan=False)]
AssumedNoise = Annotated[
    Share | Literal["unknown"] | None,
    Field(description="replies may be false, each with this probability, or unknown to estimate it"),
]
Seconds = Annotated[float, Field(gt=0, le=600, allow_inf_nan=False, description="give up after so many seconds")]
