"""Records that commands print with `--json` and the server returns, and that no other package has: one struct each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, convert

from codepegs.errors import BadInput
from codepegs.game import (
    ALIASES,
    CANONICAL,
    Answer,
    Code,
    Game,
    JsonKeys,
    Keys,
    Kinds,
    Position,
    Reply,
    Seconds,
    Turn,
    TurnNumber,
    parse_reply,
    record,
)
from codepegs.match import PlayedTurn
from codepegs.reasons import Data, Reason
from codepegs.render import Palette, Size
from codepegs.trees import Tree
from codepegs.trees.gallery import Entry, load, named

if TYPE_CHECKING:
    from codepegs.strategies import Strategy


Pixels = Annotated[list[int], Meta(description="the index in the palette of each pixel, row by row")]


@record("ScoreAnswer")
@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """The reply to a guess."""

    game: Game
    secret: Code
    guess: Code

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "secret": self.secret,
            "guess": self.guess,
            "reply": self.reply,
        }

    @property
    def reply(self) -> Reply:
        """The reply."""
        return self.game.reply(self.guess, self.secret)


@record("ReplyAnswer")
@dataclass(frozen=True, slots=True)
class ReplyAnswer:
    """The reply of the program as codemaker."""

    game: Game
    guess: Code
    reply: Reply

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "guess": self.guess,
            "reply": self.reply,
            "solved": self.reply.solved,
        }


@record("RevealAnswer")
@dataclass(frozen=True, slots=True)
class RevealAnswer:
    """The secret that follows from a random seed."""

    game: Game
    seed: int
    secret: Code

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.game,
            "seed": self.seed,
            "secret": self.secret,
        }


def _turn_keys(turn: Turn) -> JsonKeys:
    return {"guess": turn.guess, "reply": turn.reply}


@record("PositionAnswer")
@dataclass(frozen=True, slots=True)
class PositionAnswer:
    """A position in canonical notation."""

    position: Position

    def _json_keys(self) -> JsonKeys:
        return {
            "position": self.position,
            "rules": self.position.game,
            "turns": self.turns,
        }

    @property
    def turns(self) -> tuple[Annotated[Turn, Keys("PositionTurn", _turn_keys, "One turn of a position.")], ...]:
        """The turns, in order."""
        return self.position.turns


@record("TurnEvent")
@dataclass(frozen=True, slots=True)
class TurnEvent:
    """A turn of a game while it is played."""

    game: Game
    turn: TurnNumber
    played: PlayedTurn

    def _json_keys(self) -> JsonKeys:
        return {
            "turn": self.turn,
            "guess": self.played.guess,
            "reply": self.played.reply,
            "candidates": self.played.candidates,
            "candidates_estimate": self.played.candidates_estimate,
            "candidates_interval": self.played.candidates_interval,
            "expected_guesses": self.played.expected_guesses,
            "expected_guesses_error": self.played.expected_guesses_error,
            "kinds": self.played.kinds,
            "seconds": self.played.seconds,
        }


class ProgressEvent(Answer, frozen=True, kw_only=True):
    """The progress of a game of more than 60 pegs."""

    turn: TurnNumber
    reply: str
    known_pegs: Annotated[int | None, Meta(description="null if the strategy does not measure it")]
    counted_colors: int | None
    """Number of colours whose number of pegs is known; null if the strategy does not measure it."""
    left_estimate: float | None
    """Estimated number of further guesses; null if the strategy does not measure it."""
    most_black: Annotated[int, Meta(description="black pegs of the best reply so far")]
    map: Annotated[
        str | None,
        Meta(description="the pegs in order, up to 400 characters: · none known, ░ ▒ ▓ a growing share, █ all"),
    ]
    seconds: Annotated[float, Meta(description="since the game began")]


class PictureEvent(Answer, frozen=True, kw_only=True):
    """The picture to be found."""

    size: Size
    palette: Palette
    rules: str
    pixels: Pixels


@record("PictureTurnEvent")
@dataclass(frozen=True, slots=True)
class PictureTurnEvent:
    """A turn of the game for a picture."""

    game: Game
    turn: TurnNumber
    played: PlayedTurn
    belief: Annotated[
        tuple[int, ...],
        Meta(description="for each pixel its most probable colour, or -1 if none has a probability above 1/2"),
    ]

    def _json_keys(self) -> JsonKeys:
        return {
            "turn": self.turn,
            "guess": self.played.guess,
            "reply": self.played.reply,
            "belief": self.belief,
            "candidates": self.played.candidates,
        }


TITLES = {
    "mm": "Mastermind",
    "bc": "Bulls and Cows",
    "super": "Super Mastermind",
    "nethack": "The castle tune of NetHack",
}
"""The names of the games of `ALIASES`."""


class OptionAnswer(Answer, frozen=True, kw_only=True):
    """An option of a strategy."""

    name: str
    default: str | int | float | bool | None
    """The value if the option is not given; also null if it is required."""
    description: str


class StrategyAnswer(Answer, frozen=True, kw_only=True):
    """A strategy."""

    name: str
    summary: str
    origin: str
    """The author and year of its publication; empty if there is none."""
    limits: str
    plays: Annotated[bool | None, Meta(description="whether it plays the requested game; null if none was requested")]
    how: Annotated[
        str | None,
        Meta(description="how auto or tree plays the requested game; null for other strategies or if it cannot play"),
    ]
    options: list[OptionAnswer]

    @classmethod
    def of(cls, strategy: Strategy[Any], game: Game | None = None) -> StrategyAnswer:
        """Return the answer for a strategy."""
        from codepegs.strategies import options_of

        return cls(
            name=strategy.name,
            summary=strategy.summary,
            origin=strategy.origin,
            limits=strategy.limits,
            plays=None if game is None else strategy.why_not(game) is None,
            how=None if game is None or strategy.why_not(game) else strategy.how(game),
            options=convert(options_of(strategy), list[OptionAnswer], from_attributes=True),
        )


class StrategiesAnswer(Answer, frozen=True, kw_only=True):
    """All strategies."""

    strategies: list[StrategyAnswer]
    auto: Annotated[
        str | None, Meta(description="how auto plays the requested game; null if none was requested or it cannot play")
    ]
    auto_reasons: Annotated[
        list[Data] | None, Meta(description="the same as data: each clause has its `kind` and values")
    ]

    @classmethod
    def of(cls, chosen: Iterable[Strategy[Any]], game: Game | None) -> StrategiesAnswer:
        """Return the answer for some strategies."""
        from codepegs.strategies import AUTO, how_as_data

        played = None if game is None or AUTO.why_not(game) is not None else game
        return cls(
            strategies=[StrategyAnswer.of(strategy, game) for strategy in chosen],
            auto=None if played is None else AUTO.how(played),
            auto_reasons=None if played is None else [reason.data for reason in how_as_data(played)],
        )


@record("TreesAnswer")
@dataclass(frozen=True, slots=True)
class Trees:
    """Trees of the gallery, smaller games first."""

    trees: list[Entry]


class ShownNode(Answer, frozen=True, kw_only=True):
    """A guess of a part of a tree, or what is known where it ends."""

    level: Annotated[int, Meta(description="0 where the part begins")]
    reply: Annotated[str | None, Meta(description="the reply that leads there; null at level 0")]
    guess: Annotated[str | None, Meta(description="null where the tree ends")]
    secrets: Annotated[int, Meta(description="secrets that are possible")]
    is_candidate: Annotated[bool | None, Meta(description="whether the guess is one of them; null where the tree ends")]
    known: Annotated[str | None, Meta(description="what is known where the tree ends")]


class TreePart(Answer, frozen=True, kw_only=True):
    """A part of a tree, in the order in which it is printed."""

    rules: str
    position: Annotated[str, Meta(description="the rules and the turns where the part begins")]
    nodes: Annotated[list[ShownNode], Meta(description="empty if the tree ends before")]

    @classmethod
    def of(cls, tree: Tree, position: Position, levels: int) -> TreePart:
        """Return the first levels of a tree at a position."""
        top = tree.node_after(position.turns)
        nodes = []
        for level, part, at in () if top is None else tree.walk(top, levels):
            nodes.append(
                ShownNode(
                    level=level,
                    reply=str(tree.game.replies()[part]) if level else None,
                    guess=CANONICAL.format(tree.game, tree.guess(at)) if isinstance(at, int) else None,
                    secrets=int(tree.secrets[at]) if isinstance(at, int) else len(at.left),
                    is_candidate=bool(tree.solves[at]) if isinstance(at, int) else None,
                    known=None if isinstance(at, int) else at.answer,
                )
            )
        return cls(rules=str(tree.game), position=str(position), nodes=nodes)


class TreeChild(Answer, frozen=True, kw_only=True):
    """One reply to the guess of a node, and the subtree after it."""

    reply: str
    secrets: int
    total: Annotated[int, Meta(description="further guesses, summed over its secrets; 0 for the win")]
    longest_game: Annotated[int, Meta(description="largest number of further guesses; 0 for the win")]
    guess: Annotated[str | None, Meta(description="the next guess; null after the win")]


class TreeNodeAnswer(Answer, frozen=True, kw_only=True):
    """One node of a tree."""

    name: str
    rules: str
    objective: str
    status: Literal["proved", "best known"]
    guess: str
    secrets: int
    total: Annotated[int, Meta(description="guesses from this one on, summed over its secrets")]
    average: float
    longest_game: int
    kinds: Kinds
    children: list[TreeChild]

    @classmethod
    def at(cls, name: str, path: Sequence[str]) -> TreeNodeAnswer:
        """Return the node of a tree of the gallery that replies lead to, and its children; raises `NoSuchTree`."""
        entry = named(name)
        tree = _loaded(entry)
        game, node = tree.game, 0
        for number, text in enumerate(path, 1):
            reply = parse_reply(game, text)
            child = tree.child(node, reply)
            if child is None and reply.solved and tree.solves[node]:
                raise BadInput.because("reply_ends_tree", count=number)
            if child is None:
                raise BadInput.because("no_branch", guess=number, reply=str(reply))
            node = child
        children = [
            TreeChild(
                reply=str(tree.reply(child)),
                secrets=int(tree.secrets[child]),
                guess=CANONICAL.format(game, tree.guess(child)),
                **_guesses_from(tree, child),
            )
            for child in tree.children(node)
        ]
        if tree.solves[node]:
            children.append(TreeChild(reply=str(game.win), secrets=1, total=0, longest_game=0, guess=None))
        secrets, guesses = int(tree.secrets[node]), _guesses_from(tree, node)
        return cls(
            name=entry.name,
            rules=str(game),
            objective=entry.objective,
            status=entry.status,
            guess=CANONICAL.format(game, tree.guess(node)),
            secrets=secrets,
            average=guesses["total"] / secrets,
            kinds=dict.fromkeys(("total", "average", "longest_game"), "counted"),
            children=children,
            **guesses,
        )


_loaded = lru_cache(maxsize=4)(load)


def _guesses_from(tree: Tree, node: int) -> dict[str, int]:
    """The number of guesses from a node on, over its secrets, and the largest for one of them."""
    subtree = slice(node, tree.ends[node])
    lengths = tree.depths[subtree][tree.solves[subtree]] - tree.depths[node] + 1
    return {"total": int(lengths.sum()), "longest_game": int(lengths.max())}


class PresetAnswer(Answer, frozen=True, kw_only=True):
    """A well-known game."""

    name: str
    rules: str
    title: str
    pegs: int
    colors: int
    repeats: bool
    view: Annotated[Literal["", "b", "t", "w"], Meta(description="the view: all, black, total or white")]


class PresetsAnswer(Answer, frozen=True, kw_only=True):
    """Well-known games."""

    presets: list[PresetAnswer]

    @classmethod
    def all(cls) -> PresetsAnswer:
        """Return the games that have short names."""
        games = {name: Game.parse(rules) for name, rules in ALIASES.items()}
        return cls(
            presets=[
                PresetAnswer(
                    name=name,
                    rules=str(game),
                    title=TITLES[name],
                    pegs=game.pegs,
                    colors=game.colors,
                    repeats=game.repeats,
                    view=game.view.value,
                )
                for name, game in games.items()
            ]
        )


class DrawingAnswer(Answer, frozen=True, kw_only=True):
    """A built-in picture."""

    name: str
    size: Size
    palette: Palette
    pixels: Pixels


class DrawingsAnswer(Answer, frozen=True, kw_only=True):
    """The built-in pictures."""

    drawings: list[DrawingAnswer]


@record("ImproveAnswer")
@dataclass(frozen=True, slots=True)
class ImprovedTree:
    """The result of improving a tree."""

    tree: Tree
    start: Tree | None
    seconds: Seconds

    def _json_keys(self) -> JsonKeys:
        return {
            "rules": self.tree.game,
            "total": self.tree.total,
            "average": self.tree.average,
            "longest_game": self.tree.figures.longest_game,
            "histogram": self.tree.figures.histogram,
            "from_total": self.from_total,
            "seconds": self.seconds,
            "kinds": self.tree.kinds,
        }

    @property
    def from_total(
        self,
    ) -> Annotated[int | None, Meta(description="the total of the tree it started from; null without one")]:
        """The total of `start`."""
        return None if self.start is None else self.start.total


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

    @classmethod
    def of(cls, kind: str, message: str, reason: Reason | None) -> CommandErrorAnswer:
        """The object for an error."""
        data = UNSET if reason is None else reason.data
        return cls(error=CommandErrorDetail(kind=kind, message=message, reason=data))


class ErrorAnswer(Answer, frozen=True, kw_only=True):
    """The answer to a failed request."""

    error: ErrorDetail


class HealthAnswer(Answer, frozen=True, kw_only=True):
    """The state of the server."""

    status: Literal["ok"]
    version: str
    workers: int
    ready: Annotated[int, Meta(description="workers that have started and accept requests")]
    queued: Annotated[int, Meta(description="requests that wait for a worker")]
