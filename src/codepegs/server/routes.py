"""The endpoints: which model comes in, which goes out, and which task of the workers answers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path as PathParameter, Query, Request
from fastapi.responses import Response

from codepegs.server import answers, limits, requests
from codepegs.server.dispatch import answer, gallery_text, health_of, stream
from codepegs.server.models import Answer

API = "/api/v1"

_WRONG = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}

ERRORS: dict[int | str, dict[str, Any]] = {
    413: {"content": _WRONG, "description": "more than one request may send or need"},
    422: {"content": _WRONG, "description": "what was sent cannot be"},
    500: {"content": _WRONG, "description": "the server lacks something"},
    503: {
        "content": _WRONG,
        "description": "too many requests wait",
        "headers": {"Retry-After": {"description": "seconds", "schema": {"type": "integer"}}},
    },
    504: {"content": _WRONG, "description": "the seconds of one request were used up"},
}

GONE: dict[int | str, dict[str, Any]] = {404: {"content": _WRONG, "description": "there is no such thing"}}


def events(**named: type[Answer] | tuple[type[Answer], ...]) -> dict[int | str, dict[str, Any]]:
    """The description of a stream, whose events are named by `x-events`."""
    where: dict[str, Any] = {}
    for name, given in {**named, "error": answers.ErrorAnswer}.items():
        choices = given if isinstance(given, tuple) else (given,)
        references = [{"$ref": f"#/components/schemas/{model.__name__}"} for model in choices]
        where[name] = references[0] if len(references) == 1 else {"anyOf": references}
    event = {
        "type": "object",
        "properties": {
            "event": {"enum": list(where)},
            "data": {"type": "string", "contentMediaType": "application/json"},
        },
        "required": ["event", "data"],
    }
    content = {"text/event-stream": {"schema": event, "x-events": where}}
    return {200: {"description": f"server-sent events: {', '.join(where)}", "content": content}}


class EventStreamResponse(Response):
    """For the schema."""

    media_type = "text/event-stream"


class PictureResponse(Response):
    """For the schema."""

    media_type = "image/svg+xml"


class TextResponse(Response):
    """For the schema."""

    media_type = "text/plain"


router = APIRouter(prefix=API, responses=ERRORS)


@router.post("/score", response_model=answers.ScoreAnswer, summary="The reply to a guess")
async def score(request: Request, body: requests.ScoreRequest) -> Response:
    """Black: right colour in the right place; white: right colour elsewhere."""
    return await answer(request, "score", body)


@router.post(
    "/candidates",
    response_model=answers.CandidatesAnswer | answers.ContradictionAnswer,
    summary="What is still possible",
)
async def candidates(request: Request, body: requests.CandidatesRequest) -> Response:
    """How many codes fit all replies, some of them, and what each peg can be."""
    return await answer(request, "candidates", body)


@router.post(
    "/suggest", response_model=answers.SuggestAnswer | answers.ContradictionAnswer, summary="The best next guesses"
)
async def suggest(request: Request, body: requests.SuggestRequest) -> Response:
    """The best guesses by a strategy's own order, with what each does to the codes that are left, and why."""
    return await answer(request, "suggest", body, seconds=body.seconds)


@router.post(
    "/suggest/stream",
    response_class=EventStreamResponse,
    responses=events(suggestion=answers.SuggestAnswer, done=(answers.SuggestAnswer, answers.ContradictionAnswer)),
    summary="The best next guesses, better and better",
)
async def suggest_stream(request: Request, body: requests.SuggestRequest) -> Response:
    """A first answer at once, then better ones; `done` repeats the last, or says what contradicts what."""
    return await stream(request, "suggest_stream", body, seconds=body.seconds)


@router.post("/explain", response_model=answers.ExplainAnswer, summary="Whether the turns fit together")
async def explain(request: Request, body: requests.ExplainRequest) -> Response:
    """When they do not: which turns contradict each other, and what would repair it."""
    return await answer(request, "explain", body)


@router.post("/move", response_model=answers.MoveAnswer | answers.ContradictionAnswer, summary="One move of a strategy")
async def move(request: Request, body: requests.MoveRequest) -> Response:
    """The guess of a strategy at a position, and what it knows there."""
    return await answer(request, "move", body)


@router.post("/reply", response_model=answers.ReplyAnswer, summary="The program as codemaker")
async def reply(request: Request, body: requests.ReplyRequest) -> Response:
    """The reply to a guess by the secret that the seed stands for, or by the one that is given."""
    return await answer(request, "reply", body)


@router.post("/reveal", response_model=answers.RevealAnswer, summary="The secret of a seed")
async def reveal(request: Request, body: requests.RevealRequest) -> Response:
    """For the end of a game."""
    return await answer(request, "reveal", body)


@router.post(
    "/solve",
    response_class=EventStreamResponse,
    responses=events(turn=answers.TurnEvent, progress=answers.ProgressEvent, done=answers.SolveDone),
    summary="Watch a strategy break a code",
)
async def solve(request: Request, body: requests.SolveRequest) -> Response:
    """A turn at a time; of games of more than 60 pegs there is `progress` now and then in place of turns."""
    return await stream(request, "solve", body)


@router.post("/evaluate", response_model=answers.EvaluateAnswer, summary="Strategies compared")
async def evaluate(request: Request, body: requests.EvaluateRequest) -> Response:
    """Several strategies on the same secrets."""
    return await answer(request, "evaluate", body)


@router.post("/coach", response_model=answers.CoachAnswer | answers.ContradictionAnswer, summary="A game gone through")
async def coach(request: Request, body: requests.CoachRequest) -> Response:
    """What each guess was worth, skill apart from luck."""
    return await answer(request, "coach", body)


@router.get("/trees", response_model=answers.TreesAnswer, summary="The trees of the gallery")
async def trees(request: Request) -> Response:
    """Optimal and best known strategies."""
    return await answer(request, "trees")


@router.post("/trees/node", response_model=answers.TreeNodeAnswer, responses=GONE, summary="One node of a tree")
async def tree_node(request: Request, body: requests.TreeNodeRequest) -> Response:
    """The guess after some replies, and what each reply to it leads to."""
    return await answer(request, "tree_node", body)


@router.get(
    "/trees/{name}/text",
    response_class=TextResponse,
    responses={**GONE, 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    summary="A whole tree as text",
)
async def tree_text(
    request: Request, name: Annotated[str, PathParameter(max_length=100, description="as /trees lists it")]
) -> Response:
    """The canonical text, which `codepegs tree verify` reads."""
    return await gallery_text(request, name)


@router.get("/drawings", response_model=answers.DrawingsAnswer, summary="The program's own pictures")
async def drawings(request: Request) -> Response:
    """Pictures for /image."""
    return await answer(request, "drawings")


@router.post(
    "/image",
    response_class=EventStreamResponse,
    responses=events(picture=answers.PictureEvent, turn=answers.PictureTurnEvent, done=answers.ImageDone),
    summary="Watch a strategy find a picture",
)
async def image(request: Request, body: requests.ImageRequest) -> Response:
    """One peg a pixel; of pictures of more than 60 pixels some turns are left out."""
    return await stream(request, "image", body)


@router.post(
    "/svg",
    response_class=PictureResponse,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
    summary="A board as a picture",
)
async def svg(request: Request, body: requests.SvgRequest) -> Response:
    """Guesses, replies, and words beside them."""
    return await answer(request, "svg", body, media_type="image/svg+xml")


@router.get("/strategies", response_model=answers.StrategiesAnswer, summary="The strategies")
async def strategies(
    request: Request,
    rules: Annotated[
        str | None, Query(min_length=1, max_length=limits.RULES_LETTERS, description="say which can play this game")
    ] = None,
) -> Response:
    """What there is, where it comes from, and its options."""
    return await answer(request, "strategies", {"rules": rules})


@router.get("/presets", response_model=answers.PresetsAnswer, summary="Well-known games")
async def presets(request: Request) -> Response:
    """Names that stand for rules."""
    return await answer(request, "presets")


@router.get("/health", response_model=answers.HealthAnswer, summary="Whether the server is there")
async def health(request: Request) -> dict[str, Any]:
    """For a balancer."""
    return health_of(request)
