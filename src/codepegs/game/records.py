"""Records of results and their reasons, in Python and in JSON.

A result is one class, which Python uses, and which declares its keys in JSON. Codes, replies, positions and games are
canonical texts there; nested records are objects. Everything else about a key (its type, its description, how its value
is written) follows from the annotation of the attribute.

Reasons are data: a kind and its values, which one catalogue of sentences puts into words.

The catalogue is `sentences.json`, which the page reads, too, but for those under `commands`, which only programs on the
command line say. In a sentence `{name}` stands for a value: a whole number with its thousands separated (`{name:d}`:
without), or a text. `{name:.1}` has one decimal, `{name:g}` at most four, `{name:%}` is a probability, and
`{name|guess|guesses}` the word for one or for several. `{guesses:±}` is an estimate with its uncertainty, the value
`error` (that of `best_guesses` is `best_error`), or an exact number with two decimals; `{guesses:about}` has as many
decimals as the value `digits`, by default two, and an estimate one less. `{name:left}` is a number of codes, or an
interval of it; `{name:turns}` names some turns, `{name:given}` with what they say, and `{name:code}` is a code.
`{name:codes}` are some of the codes whose number is `candidates`, and `{name:quoted}` is an input. `{name:clause}` is
the sentence of another kind, with the same values; nothing without the value. A form with a capital letter (`Code`)
begins a sentence. `{name|one|both|all #}` has a word for two, too, and `#` for the number.

A sentence has a capital letter and a full stop, but the message of an error, or a clause, has neither.
"""

from __future__ import annotations

import operator
import re
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import cache, cached_property, partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from codepegs.errors import one_of, similar
from codepegs.files import read_bytes
from codepegs.game.reply import CODE, LEAST_SHOWN_AS_POWER, chance_words, codes_left, estimate_words

if TYPE_CHECKING:
    from codepegs.game.rules import Game

ROUNDED_ERROR = 5.0
"""Least uncertainty of an estimate that is given without decimals."""

LONGEST_NAMED = 40
"""Largest number of characters of a code within a sentence."""

MOST_NAMED = 3
"""Largest number of turns listed one by one."""

Value = float | str | tuple[float, ...] | tuple[str, ...]
Data = dict[str, float | str | Sequence[float | str]]
"""A reason in JSON."""

_VALUE = re.compile(r"\{(\w+)(?::([^{}]+)|\|([^{}|]*)\|([^{}|]*)(?:\|([^{}|]*))?)?\}")


def turns_named(turns: Sequence[float]) -> str:
    """Format turn numbers for a sentence."""
    if len(turns) == 1:
        return f"turn {turns[0]}"
    if len(turns) <= MOST_NAMED:
        return f"turns {', '.join(map(str, turns[:-1]))} and {turns[-1]}"
    return f"{len(turns)} turns ({', '.join(map(str, turns[: MOST_NAMED - 1]))}, …)"


class Writing(NamedTuple):
    """How codes, canonical texts in the values, and turns, by their numbers, are written in a sentence."""

    code: Callable[[str], str] = str
    turns: Callable[[Sequence[Any]], str] = turns_named


class Reason(NamedTuple):
    """Why a guess is suggested or an input refused, or what is said of a turn, a game or a contradiction.

    >>> Reason.of("leaves_candidate", average=32.6, candidates=256, worst=51).text
    'Leaves 32.6 of 256 candidates on average (51 at worst); may be the secret.'
    """

    kind: str
    """The kind, a key of the catalogue."""
    values: tuple[tuple[str, Value], ...]
    """The values by name; codes are canonical texts."""

    @classmethod
    def of(cls, kind: str, **values: Value) -> Reason:
        """Return a reason of a kind."""
        return cls(kind, tuple(values.items()))

    def also(self, **values: Value) -> Reason:
        """Return the reason with further values."""
        return Reason(self.kind, (*self.values, *values.items()))

    def within(self, kind: str, **values: Value) -> Reason:
        """Return a reason of another kind that has this one, without such a clause of its own, as its clause `why`."""
        return Reason(kind, (*values.items(), ("why", self.kind), *self.values))

    def __str__(self) -> str:
        return self.text

    @property
    def data(self) -> Data:
        """The reason in JSON; an integer that its readers cannot hold is a text."""
        return {"kind": self.kind, **{name: _in_range(value) for name, value in self.values}}

    @property
    def text(self) -> str:
        """The reason as a sentence."""
        return self.written(Writing())

    def written(self, writing: Writing) -> str:
        """Return the reason as a sentence with codes and turns as given."""
        return _said(self.kind, dict(self.values), writing)


def hint_at(word: str, names: Iterable[str], otherwise: str = "", **values: Value) -> dict[str, Value]:
    """Return the values of a clause `hint` that suggests similar names, or else is of another kind.

    >>> hint_at("entropi", ["entropy"]), hint_at("x", ["entropy"], "like_code")
    ({'hint': 'did_you_mean', 'meant': 'entropy'}, {'hint': 'like_code'})
    """
    meant = one_of(similar(word, names))
    return {"hint": "did_you_mean", "meant": meant} if meant else {"hint": otherwise, **values} if otherwise else {}


@cache
def catalogue() -> dict[str, str]:
    """Return the sentence of each kind of reason."""
    found = msgspec.json.decode(read_bytes(Path(__file__).with_name("sentences.json")))
    commands: dict[str, str] = found.pop("commands")
    return {**found, **commands}


def _said(kind: str, values: dict[str, Value], writing: Writing) -> str:
    return _VALUE.sub(lambda field: _written(values, writing, *field.groups()), catalogue()[kind])


def _written(
    values: dict[str, Value],
    writing: Writing,
    name: str,
    form: str | None,
    singular: str | None = None,
    plural: str | None = None,
    more: str | None = None,
) -> str:
    if form == "clause":
        return _said(str(values[name]), values, writing) if name in values else ""
    value = values[name]
    if form is not None and form[0].isupper():
        text = _written(values, writing, name, form.lower())
        return text[0].upper() + text[1:]
    if singular is not None and plural is not None:
        if more is not None and value != 2 and not _is_one(value):
            return more.replace("#", f"{value:,}")
        return singular if _is_one(value) else plural
    if form == "code":
        text = writing.code(str(value))
        return text if len(text) <= LONGEST_NAMED else "the best guess"
    if form == "left":
        return left_text(value)
    if form == "quoted":
        return repr(value)
    if form == "d":
        return str(value)
    if isinstance(value, str):
        return value
    if form == "codes":
        assert isinstance(value, tuple)
        return ", ".join([*map(str, value), *["…"] * (values["candidates"] != len(value))])
    if isinstance(value, tuple):
        return writing.turns(value) if form == "given" else turns_named(value)  # type: ignore[arg-type]
    if form is None:
        return f"{value:,}"
    if form == "g":
        return f"{round(value, 4):g}"
    if form == "%":
        return chance_words(value)
    error, digits = values.get(name.replace("guesses", "error"), 0.0), values.get("digits", 2)
    assert isinstance(error, float | int)
    assert isinstance(digits, int)
    if form == "about":
        return f"about {value:.{max(1, digits - 1)}f}" if error else f"{value:.{digits}f}"
    if form == "±":
        if not error:
            return f"{value:.2f}"
        digits = 0 if error >= ROUNDED_ERROR else 1 if error >= 0.1 else 2
        return f"{value:,.{digits}f} ± {max(error, 0.01):,.{digits}f}"
    return f"{value:,{form}f}"


def _is_one(value: Value) -> bool:
    if isinstance(value, tuple):
        return len(value) == 1
    return not isinstance(value, str) and round(value, 4) == 1


def _in_range(value: Value) -> Value:
    return left_text(value) if isinstance(value, int) and value.bit_length() > MOST_BITS else value


def left_text(left: Value) -> str:
    """Format a number of codes that are left, an interval of it, or what is already a text.

    >>> left_text(256), left_text(3.25), left_text(1e20), left_text((4.1e12, 6.0e12))
    ('256', '3.2', 'about 10^20', '4.1 to 6 trillion')
    """
    if isinstance(left, str):
        return left
    if isinstance(left, tuple):
        low, high = map(float, left)
        return estimate_words(low, (low, high))
    return f"{'about ' * (left >= LEAST_SHOWN_AS_POWER)}{codes_left(left)}"


Class = TypeVar("Class", bound=type)

EXACT_IN_JSON = 2**53
"""Largest integer that is exact in every JSON parser."""

MOST_BITS = 1_023
"""Bits of the largest count in JSON: most of its readers have floating-point numbers only."""


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
