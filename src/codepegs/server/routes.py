"""The endpoints: the request, the answers and the task of each."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from codepegs import schema
from codepegs.analysis import CandidateList, ChosenMove, Consistency, Suggestions
from codepegs.analysis.coach import GameReview
from codepegs.codes import ContradictionExplanation
from codepegs.match import PlayedGame
from codepegs.render import PlayedPicture
from codepegs.server.dispatch import JSON, answer, body_of, gallery_text, health_of, stream
from codepegs.server.errors import ApiError
from codepegs.server.limits import shorten

API = "/api/v1"

Answers = tuple[type, ...]

EVENT_STREAM, SVG, TEXT = "text/event-stream", "image/svg+xml", "text/plain"


@dataclass(frozen=True, kw_only=True)
class Endpoint:
    """One endpoint of the API."""

    name: str
    """The operation, and the task of the workers that answers."""
    path: str
    method: str = "POST"
    summary: str
    description: str
    answers: Answers = ()
    """The possible JSON answers."""
    events: Mapping[str, Answers] = field(default_factory=dict)
    """The events of a stream, instead of one answer."""
    media_type: str = JSON
    may_be_missing: bool = False
    """Whether the answer may be 404."""

    @property
    def kind(self) -> str:
        """The media type of a success."""
        return EVENT_STREAM if self.events else self.media_type


ENDPOINTS = (
    Endpoint(
        name="score",
        path="/score",
        summary="The reply to a guess",
        description="Black: right colour in the right place; white: right colour elsewhere.",
        answers=(schema.ScoreAnswer,),
    ),
    Endpoint(
        name="candidates",
        path="/candidates",
        summary="What is still possible",
        description="The number of candidates, some of them, and the possible colours of each peg.",
        answers=(CandidateList, ContradictionExplanation),
    ),
    Endpoint(
        name="suggest",
        path="/suggest",
        summary="The best next guesses",
        description=("The best guesses in the order of the strategy, with figures and reasons."),
        answers=(Suggestions, ContradictionExplanation),
    ),
    Endpoint(
        name="suggest_stream",
        path="/suggest/stream",
        summary="The best next guesses, with increasing quality",
        description="A first answer at once, then better ones; `done` repeats the last, or explains the contradiction.",
        events={
            "suggestion": (Suggestions,),
            "done": (Suggestions, ContradictionExplanation),
        },
    ),
    Endpoint(
        name="explain",
        path="/explain",
        summary="Whether the turns are consistent",
        description="If not, the turns in conflict and possible corrections.",
        answers=(Consistency,),
    ),
    Endpoint(
        name="move",
        path="/move",
        summary="One move of a strategy",
        description="The guess of a strategy at a position, and its report.",
        answers=(ChosenMove, ContradictionExplanation),
    ),
    Endpoint(
        name="reply",
        path="/reply",
        summary="The server as codemaker",
        description="The reply to a guess for the secret of the seed, or for a given one.",
        answers=(schema.ReplyAnswer,),
    ),
    Endpoint(
        name="reveal",
        path="/reveal",
        summary="The secret of a seed",
        description="For the end of a game.",
        answers=(schema.RevealAnswer,),
    ),
    Endpoint(
        name="solve",
        path="/solve",
        summary="Watch a strategy solve a game",
        description="One event per turn; games of more than 60 pegs send `progress` now and then in place of turns.",
        events={
            "turn": (schema.TurnEvent,),
            "progress": (schema.ProgressEvent,),
            "done": (PlayedGame,),
        },
    ),
    Endpoint(
        name="evaluate",
        path="/evaluate",
        summary="Strategies compared",
        description="Several strategies on the same secrets.",
        answers=(schema.EvaluateAnswer,),
    ),
    Endpoint(
        name="coach",
        path="/coach",
        summary="A game reviewed",
        description="The skill and the luck of each turn.",
        answers=(GameReview, ContradictionExplanation),
    ),
    Endpoint(
        name="trees",
        path="/trees",
        method="GET",
        summary="The trees of the gallery",
        description="Optimal and best known strategies.",
        answers=(schema.Trees,),
    ),
    Endpoint(
        name="tree_node",
        path="/trees/node",
        summary="One node of a tree",
        description="The guess after some replies, and its children.",
        answers=(schema.TreeNodeAnswer,),
        may_be_missing=True,
    ),
    Endpoint(
        name="tree_text",
        path="/trees/{name}/text",
        method="GET",
        summary="A whole tree as text",
        description="The canonical text, which `codepegs tree verify` reads.",
        media_type=TEXT,
        may_be_missing=True,
    ),
    Endpoint(
        name="drawings",
        path="/drawings",
        method="GET",
        summary="The built-in pictures",
        description="Pictures for /image.",
        answers=(schema.DrawingsAnswer,),
    ),
    Endpoint(
        name="image",
        path="/image",
        summary="Watch a strategy find a picture",
        description="One peg per pixel; for pictures of more than 60 pixels some turns are omitted.",
        events={
            "picture": (schema.PictureEvent,),
            "turn": (schema.PictureTurnEvent,),
            "done": (PlayedPicture,),
        },
    ),
    Endpoint(
        name="svg",
        path="/svg",
        summary="A board as a picture",
        description="Guesses, replies and notes.",
        media_type=SVG,
    ),
    Endpoint(
        name="strategies",
        path="/strategies",
        method="GET",
        summary="The strategies",
        description="The strategies, their sources and their options.",
        answers=(schema.StrategiesAnswer,),
    ),
    Endpoint(
        name="presets",
        path="/presets",
        method="GET",
        summary="Well-known games",
        description="Short names of rules.",
        answers=(schema.PresetsAnswer,),
    ),
    Endpoint(
        name="health",
        path="/health",
        method="GET",
        summary="The state of the server",
        description="For a load balancer.",
        answers=(schema.HealthAnswer,),
    ),
)


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def take_body(request: Request) -> Response:
        payload = await body_of(request)
        if endpoint.events:
            return await stream(request, endpoint.name, payload)
        return await answer(request, endpoint.name, payload, media_type=endpoint.media_type)

    async def take_query(request: Request) -> Response:
        given = dict(request.query_params)
        special = SPECIAL.get(endpoint.name)
        if special is None:
            return await answer(request, endpoint.name, msgspec.json.encode(given))
        for key in given:
            raise ApiError("bad_input", f"unexpected key '{shorten(key)}'")
        return await special(request)

    return take_query if endpoint.method == "GET" else take_body


SPECIAL = {"health": health_of, "tree_text": gallery_text}
"""Endpoints that need no worker."""

ROUTES = [Route(API + endpoint.path, _handler(endpoint), methods=[endpoint.method]) for endpoint in ENDPOINTS]
