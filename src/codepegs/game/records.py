"""Records of results, in Python and in JSON.

A result is one class, which Python uses, and which declares its keys in JSON. Codes, replies, positions and games are
canonical texts there; nested records are objects. Everything else about a key (its type, its description, how its value
is written) follows from the annotation of the attribute.
"""

from __future__ import annotations

import operator
import types
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache, cached_property, partial, reduce
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from codepegs.game.reply import CODE
from codepegs.reasons import MOST_BITS, Data, Reason

if TYPE_CHECKING:
    from codepegs.game.rules import Game

Class = TypeVar("Class", bound=type)

EXACT_IN_JSON = 2**53
"""Largest integer that is exact in every JSON parser."""


def countable(count: int | None) -> int | None:
    """Return a count, or None if it is too large to be written as JSON, about 10^308.

    >>> countable(1296), countable(10**5000)
    (1296, None)
    """
    return None if count is not None and count.bit_length() > MOST_BITS else count


class InJson(msgspec.Struct, frozen=True):
    """In an annotation: the type of the value in JSON, and the function that makes it."""

    kind: Any
    of: Callable[[Any], Any]


Seconds = Annotated[float, InJson(float, lambda seconds: round(seconds, 6))]
Count = Annotated[int | None, InJson(int | None, countable), Meta(description="candidates; null if not counted")]
CandidatesLeft = Annotated[
    int | None,
    InJson(int | None, countable),
    Meta(description="candidates after the reply; null if not known exactly"),
]
Interval = Annotated[
    tuple[float, float] | None,
    InJson(Sequence[float] | None, lambda interval: interval),
    Meta(description="[low, high], which contains the number of codes in 95 % of cases; null if counted or unknown"),
]
TurnNumber = Annotated[int, Meta(description="number of the turn, counted from 1")]
Fits = Annotated[
    bool | None, Meta(description="whether the guess is consistent; null if unknown or if replies may be false")
]
OneReason = Annotated[
    Reason,
    InJson(Data, lambda reason: reason.data),
    Meta(description="the sentence as data: its `kind` and the values of this kind"),
]
Reasons = Annotated[
    tuple[Reason, ...],
    InJson(Sequence[Data], lambda reasons: [reason.data for reason in reasons]),
    Meta(description="what `why` or `words` says: each reason has its `kind` and the values of this kind"),
]
"""Several reasons, in the order in which they are said."""


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all answers: keys are stable, codes and replies are canonical texts.

    A key with the default `UNSET` is omitted if it does not apply. Every other key is always present and has no
    default, so that the OpenAPI schema lists it as required.

    Keys without a description of their own mean the same in every answer:

    - of a position or a game, `rules` is the rules id, `position` the canonical text of the rules and the turns,
      `turns` the turns in order, `guesses` the number of guesses, `solved` whether the secret was found, `strategy` the
      strategy text, `seed` the random seed, `seconds` the duration, and `candidates_estimate` the estimated number of
      candidates or null; `guess`, `reply`, `secret` and `code` are canonical texts;
    - of a guess, `worst` is the size of the largest part, `parts` the number of parts, `expected_size` the expected
      number of candidates left, `entropy_bits` the expected information of the reply in bits, and `win_chance` the
      probability that the guess is the secret; each is null if unknown;
    - of a tree, `total` is the number of guesses summed over all secrets, `average` that sum divided by the number of
      secrets, `depth` the largest number of guesses, `codes_at_depth` the number of secrets that need this number, and
      `objective` what the tree minimises.
    """


class Keys(NamedTuple):
    """The JSON of a class: its name in the schema, its keys in order, and its description.

    A key is written `KEY[?[CONDITION]][=PATH]`. `PATH` is the attribute that it shows, by default `KEY`, or the
    attribute of an attribute (`expected.value`), null if that is None. With `?` the key is omitted if its value is
    None; with a condition, if this attribute is None or false. `*ATTRIBUTE` stands for all keys of another record.
    The keys are by default the fields.
    """

    name: str
    keys: str = ""
    about: str = ""
    """The description; by default the docstring."""


def record(name: str, keys: str = "", about: str = "") -> Callable[[Class], Class]:
    """Declare the JSON of a class, as `Keys` does; in an annotation, `Keys` shows only some keys of a record.

    >>> from dataclasses import dataclass
    >>> @record("Named", "game_rules=rules note?")
    ... @dataclass(frozen=True)
    ... class Thing:
    ...     rules: str
    ...     note: str | None = None
    >>> as_json(Thing("p4c6"))
    Named(game_rules='p4c6', note=UNSET)
    """

    def declare(kind: Class) -> Class:
        kind.__record__ = Keys(name, keys, about)  # type: ignore[attr-defined]
        return kind

    return declare


def as_json(value: Any, game: Game | None = None, keys: Keys | None = None) -> Any:
    """Return a record as msgspec writes it in JSON."""
    keys = keys or getattr(type(value), "__record__", None)
    if keys is None:
        return value
    if game is None:
        game = getattr(value, "game", None) or getattr(getattr(value, "position", None), "game", None)
    made_from: Any = type(value)
    kind, getters = _plan(made_from, keys)
    return kind(**{key: get(value, game) for key, get in getters})


def answer_type(kind: type, keys: Keys | None = None) -> type[msgspec.Struct]:
    """Return the struct that a record is in JSON; a struct is its own."""
    keys = keys or getattr(kind, "__record__", None)
    return kind if keys is None else _plan(kind, keys)[0]


Getter = Callable[[Any, "Game | None"], Any]

CONFIGURATION: Any = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}


class _Key(NamedTuple):
    """One key of a record."""

    name: str
    path: list[str]
    is_optional: bool
    condition: list[str]


def _parsed(kind: Any, keys: Keys) -> Iterator[_Key]:
    for text in keys.keys.split() or [field.name for field in fields(kind)]:
        if text.startswith("*"):
            inner = _class_of(_annotation(kind, [text[1:]]))
            for one in _parsed(inner, inner.__record__):
                under = [text[1:], *one.condition] if one.condition else []
                yield _Key(one.name, [text[1:], *one.path], one.is_optional, under)
            continue
        key, _, path = text.partition("=")
        name, optional, condition = key.partition("?")
        yield _Key(name, (path or name).split("."), bool(optional), [condition] if condition else [])


@cache
def _plan(kind: Any, keys: Keys) -> tuple[type[msgspec.Struct], list[tuple[str, Getter]]]:
    """The struct of a record, and how each key is read."""
    declared: list[Any] = []
    getters = []
    for key in _parsed(kind, keys):
        json_type, convert = _in_json(_annotation(kind, key.path))
        if key.is_optional:
            json_type = _or(json_type if key.condition else _without_none(json_type), UnsetType)
        declared.append((key.name, json_type, *([UNSET] if key.is_optional else ())))
        getters.append((key.name, _getter(key, convert)))
    about = {"__doc__": keys.about or kind.__doc__}
    return msgspec.defstruct(keys.name, declared, bases=(Answer,), namespace=about, **CONFIGURATION), getters


def _at(value: Any, path: list[str]) -> Any:
    for name in path:
        value = None if value is None else getattr(value, name)
    return value


def _annotation(kind: Any, path: list[str]) -> Any:
    """The annotation of an attribute, with None if an attribute before it may be None."""
    first, *rest = path
    attribute = getattr(kind, first, None)
    if isinstance(attribute, property | cached_property):
        function = attribute.fget if isinstance(attribute, property) else attribute.func
        found = get_type_hints(function, include_extras=True)["return"]
    else:
        found = get_type_hints(kind, include_extras=True)[first]
    if not rest:
        return found
    inner = _annotation(_class_of(found), rest)
    return _or(inner, None) if _may_be_none(found) else inner


def _getter(key: _Key, convert: Getter | None) -> Getter:
    omitted = UNSET if key.is_optional and not key.condition else None

    def get(value: Any, game: Game | None) -> Any:
        if key.condition and _at(value, key.condition) in (None, False):
            return UNSET
        found = _at(value, key.path)
        if found is None:
            return omitted
        return found if convert is None else convert(found, game)

    return get


def _in_json(kind: Any) -> tuple[Any, Getter | None]:
    """The type in JSON of an annotation, and the conversion of its values other than None, if any."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(*arguments)
    if origin in (Union, types.UnionType):
        members = [_in_json(member) for member in arguments]
        converts = [convert for _, convert in members if convert is not None]
        return _or(*(member for member, _ in members)), _unless_none(*converts[:1])
    if isinstance(origin, type) and issubclass(origin, Sequence):
        if origin is tuple and arguments[1:] != (...,):
            return kind, None
        item, convert = _in_json(arguments[0])
        return types.GenericAlias(list, item), _for_each(convert)
    if not isinstance(kind, type) or (issubclass(kind, msgspec.Struct) and not hasattr(kind, "__record__")):
        return kind, None
    if hasattr(kind, "__record__"):
        return answer_type(kind), as_json
    return (str, lambda value, game: str(value)) if kind.__module__.startswith("codepegs.") else (kind, None)


def _annotated(base: Any, *notes: Any) -> tuple[Any, Getter | None]:
    found, convert = (str, _code_text) if CODE in notes else _in_json(base)
    for note in notes:
        if isinstance(note, Keys):
            found, convert = answer_type(_class_of(base), note), partial(as_json, keys=note)
            found = _or(found, None) if _may_be_none(base) else found
        elif isinstance(note, InJson):
            found, convert = note.kind, lambda value, game, of=note.of: of(value)
    descriptions = [note for note in notes if isinstance(note, Meta)]
    return Annotated[(found, *descriptions)] if descriptions else found, convert


def _for_each(convert: Getter | None) -> Getter:
    if convert is None:
        return lambda value, game: list(value)
    return lambda value, game: [convert(part, game) for part in value]


def _unless_none(convert: Getter | None = None) -> Getter | None:
    if convert is None:
        return None
    return lambda value, game: None if value is None else convert(value, game)


def _code_text(code: Any, game: Game | None) -> str:
    from codepegs.game.notation import CANONICAL

    assert game is not None, "a record with codes has a game, or a position"
    return CANONICAL.format(game, code)


def _or(*kinds: Any) -> Any:
    """The union of types; the notes of an annotation stay outside."""
    if get_origin(kinds[0]) is Annotated and len(kinds) > 1:
        base, *notes = get_args(kinds[0])
        return Annotated[(_or(base, *kinds[1:]), *notes)]
    return reduce(operator.or_, kinds)


def _without_none(kind: Any) -> Any:
    if get_origin(kind) is Annotated:
        base, *notes = get_args(kind)
        return Annotated[(_without_none(base), *notes)]
    if not _may_be_none(kind):
        return kind
    return _or(*(member for member in get_args(kind) if member is not type(None)))


def _may_be_none(kind: Any) -> bool:
    return type(None) in get_args(_plain(kind))


def _class_of(kind: Any) -> Any:
    """The class of values other than None."""
    return _plain(_without_none(kind))


def _plain(kind: Any) -> Any:
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind
