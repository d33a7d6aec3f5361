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
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from codepegs.game.notation import CANONICAL
from codepegs.game.reply import CODE
from codepegs.reasons import MOST_BITS, Data, Reason

if TYPE_CHECKING:
    from codepegs.game.rules import Game

Class = TypeVar("Class", bound=type)
Attribute = TypeVar("Attribute")

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
    - of a tree, `total` is the number of guesses summed over all secrets, `average` that sum divided by the number of
      secrets, and `objective` what the tree minimises;
    - a figure that can be neither counted nor estimated is null.
    """


JsonKeys = dict[str, Any]
"""The keys of a record in JSON, in order, each with the attribute that it shows."""


class Keys(NamedTuple):
    """The JSON of a class: its name in the schema, its keys, and its description."""

    name: str
    of: Callable[[Any], JsonKeys] | None = None
    """The keys of a record; by default the fields."""
    about: str = ""
    """The description; by default the docstring."""


class _Path:
    """Stands for a record, or for an attribute of it, where its keys are declared: notes which attribute they show."""

    __slots__ = ("_names", "_root")

    def __init__(self, root: _Value, *names: str) -> None:
        self._root, self._names = root, names

    def __getattr__(self, name: str) -> _Path:
        return _Path(self._root, *self._names, name)

    def key(self) -> _Key:
        return _Key(self._names)

    def keys_of_its_record(self) -> JsonKeys:
        found: JsonKeys = self._root.attribute(self._names).kind._json_keys(self)
        return found


class _Key(NamedTuple):
    """What one key of a record shows."""

    names: tuple[str, ...]
    """An attribute, or an attribute of an attribute."""
    is_optional: bool = False
    """Whether the key may be omitted."""
    when: tuple[str, ...] = ()
    """The attribute that decides on it; if there is none, what it shows."""


def optional(value: Attribute, *, when: object = None) -> Attribute:
    """In the declaration of keys: omit the key if the value is None; with `when`, if that is None or false."""
    assert isinstance(value, _Path)
    key = _Key(value.key().names, True, when.key().names if isinstance(when, _Path) else ())
    return cast(Attribute, key)


def maybe(value: Attribute | None) -> Attribute:
    """In the declaration of keys: an attribute of this one is null if this one is None."""
    return cast(Attribute, value)


def whole(value: object) -> JsonKeys:
    """In the declaration of keys: all keys of another record."""
    assert isinstance(value, _Path)
    return value.keys_of_its_record()


def record(name: str, about: str = "") -> Callable[[Class], Class]:
    """Declare that a class is a record, whose keys in JSON `_json_keys` states; by default they are the fields.

    That method is called once for the class, and may only look up attributes.

    Args:
        name: The name in the schema.
        about: The description, by default the docstring.

    Returns:
        The decorator.

    >>> from dataclasses import dataclass
    >>> @record("Named")
    ... @dataclass(frozen=True)
    ... class Thing:
    ...     rules: str
    ...     note: str | None = None
    ...
    ...     def _json_keys(self) -> JsonKeys:
    ...         return {"game_rules": self.rules, "note": optional(self.note)}
    >>> as_json(Thing("p4c6"))
    Named(game_rules='p4c6', note=UNSET)
    """

    def declare(kind: Class) -> Class:
        kind.__record__ = Keys(name, getattr(kind, "_json_keys", None), about)  # type: ignore[attr-defined]
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
    found = {key: get(value, game) for key, get in getters}
    if "kinds" in found:  # of the figures that this record has
        found["kinds"] = {name: kind for name, kind in found["kinds"].items() if found.get(name) not in (None, UNSET)}
    return kind(**found)


def answer_type(kind: type, keys: Keys | None = None) -> type[msgspec.Struct]:
    """Return the struct that a record is in JSON; a struct is its own."""
    keys = keys or getattr(kind, "__record__", None)
    return kind if keys is None else _plan(kind, keys)[0]


Getter = Callable[[Any, "Game | None"], Any]

CONFIGURATION: Any = {"frozen": True, "kw_only": True, "forbid_unknown_fields": True}


class _Value(NamedTuple):
    """An attribute, as its annotation describes it."""

    kind: Any
    """The type of values other than None."""
    may_be_none: bool
    notes: tuple[Any, ...] = ()

    @classmethod
    def of(cls, annotation: Any) -> _Value:
        if get_origin(annotation) is Annotated:
            base, *notes = get_args(annotation)
            inner = cls.of(base)
            return inner._replace(notes=(*inner.notes, *notes))
        members = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
        kinds = [member for member in members if member is not type(None)]
        inner = cls.of(kinds[0]) if len(kinds) == 1 < len(members) else cls(reduce(operator.or_, kinds), False)
        return inner._replace(may_be_none=len(kinds) < len(members) or inner.may_be_none)

    def attribute(self, path: Sequence[str]) -> _Value:
        """An attribute of an attribute; it may be None if one before it may be."""
        if not path:
            return self
        found = getattr(self.kind, path[0], None)
        if isinstance(found, property | cached_property):
            function = found.fget if isinstance(found, property) else found.func
            annotation = get_type_hints(function, include_extras=True)["return"]
        else:
            annotation = get_type_hints(self.kind, include_extras=True)[path[0]]
        last = _Value.of(annotation).attribute(path[1:])
        return last._replace(may_be_none=last.may_be_none or self.may_be_none)

    def in_json(self, *others: Any, is_omitted: bool = False) -> tuple[Any, Getter | None]:
        """The type in JSON, or one of some others, and the conversion of values other than None, if any."""
        kind, convert = _in_json(self.kind)
        for note in self.notes:
            if note == CODE:
                kind, convert = str, _code_text
            elif isinstance(note, Keys):
                kind, convert = answer_type(self.kind, note), partial(as_json, keys=note)
            elif isinstance(note, InJson):
                kind, convert = note.kind, lambda value, game, of=note.of: of(value)
        none = [None] * (self.may_be_none and not is_omitted)
        descriptions = [note for note in self.notes if isinstance(note, Meta)]
        every = reduce(operator.or_, [kind, *none, *others])
        return Annotated[(every, *descriptions)] if descriptions else every, convert


def _in_json(kind: Any) -> tuple[Any, Getter | None]:
    """The same for a type without notes."""
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        if origin is tuple and arguments[1:] != (...,):
            return kind, None
        item, convert = _Value.of(arguments[0]).in_json()
        return types.GenericAlias(list, item), lambda value, game: [_converted(part, convert, game) for part in value]
    if hasattr(kind, "__record__"):
        return answer_type(kind), as_json
    if isinstance(kind, type) and kind.__module__.startswith("codepegs.") and not issubclass(kind, msgspec.Struct):
        return str, lambda value, game: str(value)
    return kind, None


def _declared(record: _Value, keys: Keys) -> Iterator[tuple[str, _Key]]:
    """What each key of a record shows."""
    this = _Path(record)
    stated = (
        {field.name: getattr(this, field.name) for field in fields(record.kind)} if keys.of is None else keys.of(this)
    )
    for name, shown in stated.items():
        yield name, shown.key() if isinstance(shown, _Path) else shown


@cache
def _plan(kind: Any, keys: Keys) -> tuple[type[msgspec.Struct], list[tuple[str, Getter]]]:
    """The struct of a record, and how each key is read."""
    declared: list[Any] = []
    getters = []
    record = _Value(kind, False)
    for name, key in _declared(record, keys):
        unset = [UnsetType] * key.is_optional
        is_omitted = key.is_optional and not key.when
        json_type, convert = record.attribute(key.names).in_json(*unset, is_omitted=is_omitted)
        declared.append((name, json_type, *([UNSET] if key.is_optional else ())))
        getters.append((name, _getter(key, convert)))
    about = {"__doc__": keys.about or kind.__doc__}
    return msgspec.defstruct(keys.name, declared, bases=(Answer,), namespace=about, **CONFIGURATION), getters


def _at(value: Any, names: Sequence[str]) -> Any:
    for name in names:
        value = None if value is None else getattr(value, name)
    return value


def _getter(key: _Key, convert: Getter | None) -> Getter:
    omitted = UNSET if key.is_optional and not key.when else None

    def get(value: Any, game: Game | None) -> Any:
        if key.when and _at(value, key.when) in (None, False):
            return UNSET
        found = _at(value, key.names)
        return omitted if found is None else _converted(found, convert, game)

    return get


def _converted(value: Any, convert: Getter | None, game: Game | None) -> Any:
    return value if value is None or convert is None else convert(value, game)


def _code_text(code: Any, game: Game | None) -> str:
    assert game is not None, "a record with codes has a game, or a position"
    return CANONICAL.format(game, code)
