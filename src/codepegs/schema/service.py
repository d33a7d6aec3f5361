"""Errors, of the server and of commands, the state of the server, and the results of sweeps."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType

from codepegs.game import Answer, Data, Reason

ErrorCode = Literal["bad_input", "too_large", "busy", "timeout", "not_found", "environment"]

MessageAsData = Annotated[
    Data | UnsetType,
    Meta(description="for some messages, the same as data: its `kind` and values, and where the fault is (`turn`)"),
]


class ErrorDetail(Answer, frozen=True, kw_only=True):
    """The error."""

    code: ErrorCode
    """The kind of error and its HTTP status: `bad_input` 422 (405 for a wrong method, 421 for an unknown host name),
    `too_large` 413 (more than one request may send or need), `busy` 503 (too many requests wait), `timeout` 504,
    `not_found` 404, `environment` 500 (the server lacks something)."""
    message: Annotated[str, Meta(description="one sentence for people")]
    reason: MessageAsData = UNSET


class CommandErrorDetail(Answer, frozen=True, kw_only=True):
    """The error of a command."""

    kind: Annotated[
        str,
        Meta(
            description="bad_input, bad_rules, bad_code, bad_reply, bad_position, bad_strategy, bad_tree, usage, "
            "contradiction, environment, internal"
        ),
    ]
    message: Annotated[str, Meta(description="one sentence for a person")]
    reason: MessageAsData = UNSET


class CommandErrorAnswer(Answer, frozen=True, kw_only=True):
    """The object that a command with --json prints if it fails."""

    error: CommandErrorDetail
    """The kind of error and a message."""

    @classmethod
    def of(cls, kind: str, message: str, reason: Reason | None) -> CommandErrorAnswer:
        """The object for an error."""
        data = UNSET if reason is None else reason.data
        return cls(error=CommandErrorDetail(kind=kind, message=message, reason=data))


class ErrorAnswer(Answer, frozen=True, kw_only=True):
    """The answer to a failed request."""

    error: ErrorDetail
    """The kind of error and a message; the HTTP status of the answer depends on the kind."""


class HealthAnswer(Answer, frozen=True, kw_only=True):
    """The state of the server."""

    status: Literal["ok"]
    """Always `ok`."""
    version: str
    """The version of codepegs."""
    workers: int
    """Number of worker processes."""
    ready: Annotated[int, Meta(description="workers that have started and accept requests")]
    queued: Annotated[int, Meta(description="requests that wait for a worker")]


class Summary(Answer, frozen=True, kw_only=True):
    """The sum of the rows of one task: one strategy in one game."""

    rules: str
    strategy: str
    noise: Annotated[float | str, Meta(description="false replies: a probability, or another kind")]
    declare: Annotated[float | None, Meta(description="probability at which the secret is declared; null if never")]
    codemaker: Annotated[str | None, Meta(description="FILE.py:NAME; null for true replies to the secret")]
    seed: Annotated[int, Meta(description="the random seed; 0 if nothing is random")]
    exhaustive: Annotated[bool, Meta(description="whether the task is to play every secret")]
    units: Annotated[int, Meta(description="units that are done")]
    units_wanted: Annotated[int | None, Meta(description="units of the task; null if unknown")]
    games: int
    """Number of games played."""
    unsolved: int
    """Number of games that were not won."""
    total: Annotated[int, Meta(description="guesses in all games that were won")]
    average: Annotated[float | None, Meta(description="guesses per game that was won; null if none was")]
    standard_error: Annotated[float | None, Meta(description="of the average; null if nothing is random")]
    depth: int
    """Largest number of guesses of a won game."""
    histogram: Annotated[tuple[int, ...], Meta(description="games won with 1, 2, 3, … guesses")]
    sets: Annotated[int, Meta(description="sets of candidates for which a guess was searched")]
    guesses: Annotated[int, Meta(description="guesses scored")]
    replies: Annotated[int, Meta(description="replies counted")]
    seconds: Annotated[float, Meta(description="time of all units, one after another")]
    seconds_per_game: float | None
    """Time divided by the number of games, in seconds; null without games."""
    peak_memory_mib: float | None
    """Peak memory of a process, in MiB; null if unknown."""

    @property
    def label(self) -> str:
        """The strategy, and what its games have besides true replies."""
        noise = f"{self.noise:g}" if isinstance(self.noise, float) else self.noise
        added = [f"noise {noise}"] if self.noise else []
        added += [] if self.declare is None else [f"declare {self.declare:g}"]
        added += [] if self.codemaker is None else [self.codemaker]
        return f"{self.strategy} ({', '.join(added)})" if added else self.strategy

    @property
    def complete(self) -> bool:
        """Whether all its units are done, as far as is known."""
        return self.units_wanted is None or self.units >= self.units_wanted


class LabRunAnswer(Answer, frozen=True, kw_only=True):
    """The result of a run of a plan, and the sums of the rows in the results file."""

    file: str
    """The path of the results file."""
    units: Annotated[int, Meta(description="units of the plan, or of the share of it")]
    units_found: Annotated[int, Meta(description="units that were done before")]
    units_played: int
    """Number of units played in this run."""
    games_played: int
    """Number of games played in this run."""
    executor: str
    """The name of the executor."""
    workers: Annotated[int | None, Meta(description="threads or processes; null for a cluster")]
    seconds: float
    """Duration of this run, in seconds."""
    tasks: list[Summary]
    """The sum of the rows of each task."""


class LabStatusAnswer(Answer, frozen=True, kw_only=True):
    """The progress of a sweep."""

    file: str
    """The path of the results file."""
    units: Annotated[int, Meta(description="units that are done")]
    units_wanted: Annotated[int | None, Meta(description="units in total; null if unknown")]
    tasks: list[Summary]
    """The sum of the rows of each task."""
