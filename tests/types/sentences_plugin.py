"""A plugin of mypy: a reason is of a kind of the catalogue, with the values that its sentence needs, and no others.

It checks the calls of `Reason.of`, `BadInput.because` and the other functions in `CALLS`. The kind may be a literal, a
choice between literals, or any expression whose type is a `Literal`; other kinds are texts, of which nothing is known.
A clause that is given counts as part of the sentence. Values may come from a `TypedDict` (`**values`), which several
kinds may share, so that one may have more than a kind needs. What another mapping brings is not known: it may bring
clauses and their values, but nothing that the sentence itself needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from mypy.errorcodes import ErrorCode
from mypy.nodes import ARG_STAR2, ConditionalExpr, Expression, StrExpr, TypeInfo
from mypy.plugin import CheckerPluginInterface, FunctionContext, MethodContext, Plugin, ReportConfigContext
from mypy.types import Instance, LiteralType, NoneType, TupleType, Type, TypedDictType, UnionType, get_proper_type

from codepegs.reasons import Field, catalogue, fields

SENTENCE = ErrorCode("sentence", "A reason and the values of its sentence", "General")
FIELDS = {kind: fields(sentence) for kind, sentence in catalogue().items()}


ALWAYS = "text"
"""The value that every reason may have: what was refused, for clients, also where the sentence does not repeat it."""


class Call(NamedTuple):
    """A function that takes a kind and its values."""

    kind: str = "kind"
    """The parameter for the kind."""
    adds: tuple[str, ...] = ()
    """Values that the function adds by itself."""
    is_part: bool = False
    """Whether the result is only a part of the values, which others may complete."""


CALLS = {
    "codepegs.reasons.Reason.of": Call(),
    "codepegs.reasons.Reason.within": Call(adds=("why",)),
    "codepegs.errors.CodepegsError.because": Call("reason"),
    "codepegs.errors.Unavailable.without": Call("missing", adds=("extra", "command", "packages")),
    "codepegs.errors.hint_at": Call("otherwise", adds=("meant",), is_part=True),
    "codepegs.server.middleware.ApiError.because": Call(),
    "codepegs.game.kinds.GameKind._reason": Call(adds=("game",)),
    "codepegs.files.refusing": Call(adds=("file", "error")),
    "codepegs.cli.options.check_alone": Call("why", adds=("first", "second")),
}

NAMES = {fullname.rpartition(".")[2] for fullname in CALLS}

Context = FunctionContext | MethodContext


class Given(NamedTuple):
    """A value in a call: its expression, if it has one of its own, and its type."""

    expression: Expression | None
    type: Type

    def texts(self, api: CheckerPluginInterface) -> set[str] | None:
        """The texts that the value can be; None if that is not known."""
        if isinstance(self.expression, StrExpr):
            return {self.expression.value}
        if isinstance(self.expression, ConditionalExpr):
            branches = (self.expression.if_expr, self.expression.else_expr)
            return _all_of(Given(each, api.get_expression_type(each)).texts(api) for each in branches)
        return _literals(self.type)


def _all_of(sets: Iterator[set[str] | None]) -> set[str] | None:
    found = [*sets]
    known = [each for each in found if each is not None]
    return set().union(*known) if len(known) == len(found) else None


def _literals(given: Type) -> set[str] | None:
    """The texts of a type that has only some; None, the object, does not count."""
    of = get_proper_type(given)
    if isinstance(of, Instance) and of.last_known_value is not None:
        of = of.last_known_value
    if isinstance(of, UnionType):
        return _all_of(_literals(each) for each in of.items if not isinstance(get_proper_type(each), NoneType))
    return {of.value} if isinstance(of, LiteralType) and isinstance(of.value, str) else None


def _sorts(given: Type) -> set[str]:
    """What a value of a type can be: a text, a number, a tuple; empty if that is not known."""
    of = get_proper_type(given)
    if isinstance(of, UnionType):
        return {sort for each in of.items for sort in _sorts(each)}
    if isinstance(of, LiteralType):
        of = of.fallback
    name = "builtins.tuple" if isinstance(of, TupleType) else of.type.fullname if isinstance(of, Instance) else ""
    return {SORTS[name]} if name in SORTS else set()


SORTS = {
    "builtins.str": "text",
    "builtins.tuple": "tuple",
    **{f"builtins.{name}": "number" for name in ("int", "float", "bool")},
}


def accepted(field: Field) -> set[str]:
    """What the value of a field may be."""
    if field.form.lower() in ("clause", "code"):
        return {"text"}
    if field.form in ("turns", "given", "codes"):
        return {"tuple"}
    return {"text", "number", *["tuple"] * (field.form == "left" or field.one is not None)}


def companions(field: Field) -> set[str]:
    """The values that a form reads besides its own, if they are given."""
    error, form = f"{field.name}_error", field.form.lower()
    return {"±": {error}, "about": {error, "digits"}, "codes": {"candidates"}}.get(form, set())


class Values(NamedTuple):
    """The values of a call."""

    given: Mapping[str, Given]
    shared: set[str]
    """The names of those of a `TypedDict`."""
    optional: set[str]
    """The names of those of a `TypedDict` that may be missing."""
    has_more: bool
    """Whether there are others, whose names are not known."""


def values_of(context: Context) -> Values:
    """Return the values of a call."""
    given: dict[str, Given] = {}
    shared: set[str] = set()
    optional: set[str] = set()
    has_more = False
    if "values" in context.callee_arg_names:
        at = context.callee_arg_names.index("values")
        places = zip(context.arg_names[at], context.arg_kinds[at], context.args[at], context.arg_types[at], strict=True)
        for name, kind, expression, of in places:
            mapping = get_proper_type(of)
            if name is not None and kind != ARG_STAR2:
                given[name] = Given(expression, of)
            elif isinstance(mapping, TypedDictType):
                given |= {key: Given(None, item) for key, item in mapping.items.items()}
                shared |= mapping.items.keys()
                optional |= mapping.items.keys() - mapping.required_keys
            else:
                has_more = True
    return Values(given, shared, optional, has_more)


def faults(call: Call, kinds: set[str], values: Values, api: CheckerPluginInterface) -> Iterator[str]:
    """What is wrong with the kinds that a call can have, and with its values."""
    allowed, is_open = {ALWAYS, *call.adds}, call.is_part
    for kind in sorted(kinds):
        todo, done = [kind], set()
        while todo:
            if (now := todo.pop()) in done:
                continue
            done.add(now)
            if now not in FIELDS:
                near = "".join(f"; did you mean '{name}'?" for name in get_close_matches(now, FIELDS, n=1))
                yield f"the catalogue has no sentence of the kind '{now}'{near}"
                continue
            for field in FIELDS[now]:
                allowed |= {field.name, *companions(field)}
                value = values.given.get(field.name)
                is_clause = field.form.lower() == "clause"
                if value is not None and not _sorts(value.type) <= accepted(field):
                    yield f"the sentence '{now}' needs {' or '.join(sorted(accepted(field)))} as '{field.name}'"
                if is_clause:
                    clauses = value and value.texts(api)
                    todo += clauses or ()
                    is_open |= clauses is None and (value is not None or values.has_more or field.name in call.adds)
                elif (
                    not call.is_part
                    and field.name not in call.adds
                    and (value is None or field.name in values.optional)
                ):
                    yield f"the sentence '{now}' needs the value '{field.name}'"
    if not is_open and kinds <= FIELDS.keys():
        for name in sorted(values.given.keys() - values.shared - allowed):
            yield f"the sentence '{' or '.join(sorted(kinds))}' has no value '{name}'"


def checked(call: Call) -> Callable[[Context], Type]:
    """Return the hook for the calls of a function."""

    def check(context: Context) -> Type:
        at = context.callee_arg_names.index(call.kind)
        if context.args[at]:
            kinds = Given(context.args[at][0], context.arg_types[at][0]).texts(context.api)
            for fault in dict.fromkeys(faults(call, kinds or set(), values_of(context), context.api) if kinds else ()):
                context.api.fail(fault, context.context, code=SENTENCE)
        return context.default_return_type

    return check


class Sentences(Plugin):
    """Checks the calls in `CALLS`."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        return self.hook(fullname)

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        return self.hook(fullname)

    def hook(self, fullname: str) -> Callable[[Context], Type] | None:
        """The check of a function, or of a method of a class or one of its bases."""
        place, _, name = fullname.rpartition(".")
        if name not in NAMES:
            return None
        found = self.lookup_fully_qualified(place)
        classes = found.node.mro if found is not None and isinstance(found.node, TypeInfo) else ()
        places = (place, *(each.fullname for each in classes))
        return next((checked(CALLS[of]) for each in places if (of := f"{each}.{name}") in CALLS), None)

    def report_config_data(self, context: ReportConfigContext) -> dict[str, str]:
        """What a module is checked against: if that changes, mypy checks the module again."""
        path = Path(context.path)  # a folder without __init__.py is a module, too
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        words = set(re.findall(r'"(\w+)"', text))
        return {kind: str(FIELDS[kind]) for kind in sorted(words & FIELDS.keys())}


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, as mypy asks for it."""
    return Sentences
