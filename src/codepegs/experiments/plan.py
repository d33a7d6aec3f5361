"""Plans of sweeps: TOML files that are read as lists of units."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from codepegs.codes import MOST_CODES
from codepegs.errors import BadInput, CodepegsError, did_you_mean
from codepegs.experiments.units import Unit, codemaker_named
from codepegs.files import MOST_TOML_BYTES, is_database, parse_toml, read_text, shown
from codepegs.game import Game, noise_of
from codepegs.rng import Seed
from codepegs.strategies import Player

ALL = "all"
"""The value of `games` for every secret."""

GAMES_PER_UNIT = 100
"""Default number of games of a unit: seconds of work for most strategies."""

MOST = 2**63 - 1
"""The largest number a row can hold."""

MOST_UNITS = 1_000_000
"""Units of a plan: each is a row, and all their names are held in memory."""


def read_plan(path: Path | str) -> list[Unit]:
    """Read the plan of a sweep from a TOML file."""
    if is_database(path):
        raise BadInput(f"{path} is a results file: give the plan, a TOML file")
    return parse_plan(read_text(path, MOST_TOML_BYTES), shown(path))


def parse_plan(text: str, name: str = "the plan") -> list[Unit]:
    """Parse a plan."""
    # The values at the top of the plan are the defaults of its `[[task]]` blocks; if they name games and strategies,
    # they are also a task of their own. Units in which nothing is random have seed 0, whatever the seed of the plan.
    # Every strategy plays every game with every value of `noise`, `declare` and `codemaker`.
    table = parse_toml(text, name)
    tasks = [_Task.read(table, where) for table, where in _tables(table, name)]
    wanted = sum(task.count() for task in tasks)
    if wanted > MOST_UNITS:
        raise BadInput(
            f"{name} has {wanted:,} units, more than {MOST_UNITS:,}: increase games_per_unit or decrease shards"
        )
    found: dict[str, Unit] = {}
    for task in tasks:
        for unit in task.units():
            found.setdefault(unit.name, unit)
    return list(found.values())


def _tables(top: dict[str, Any], name: str) -> Iterator[tuple[dict[str, Any], str]]:
    """The task tables, with inherited values, and their places in the file."""
    blocks = top.pop("task", [])
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise BadInput(f"{name}: task must be a table that starts with [[task]]")
    _check(top, name)
    if not blocks or (_names_games(top) and "strategies" in top):
        yield top, name
    for number, block in enumerate(blocks, 1):
        where = f"{name}, task {number}"
        _check(block, where)
        inherited = dict(top)
        if _names_games(block):  # one way of naming games replaces the other
            for key in ("rules",) if "rules" not in block else ("pegs", "colors"):
                inherited.pop(key, None)
        yield {**inherited, **block}, where


def _names_games(table: Mapping[str, Any]) -> bool:
    return bool({"rules", "pegs", "colors"} & set(table))


@dataclass(frozen=True)
class _Task:
    """One table of a plan, its values checked."""

    pairs: list[tuple[Game, Player]]
    conditions: list[tuple[float | str, float | None, str | None]]
    """Noise, declare and codemaker."""
    games: int | None
    seed: int
    games_per_unit: int
    shards: int

    @classmethod
    def read(cls, table: Mapping[str, Any], where: str) -> _Task:
        games = table.get("games", ALL)
        task = cls(
            pairs=[(game, player) for game in _games(table, where) for player in _players(table, where)],
            conditions=list(
                product(
                    [noise_of(noise) for noise in _several(table.get("noise", 0.0))],
                    _several(table.get("declare")),
                    _several(table.get("codemaker")),
                )
            ),
            games=None if games == ALL else games,
            seed=table.get("seed", 0),
            games_per_unit=table.get("games_per_unit", GAMES_PER_UNIT),
            shards=table.get("shards", 1),
        )
        for (game, player), (noise, declare, codemaker) in product(task.pairs, task.conditions):
            try:  # raises an error for games, options and codemakers that do not match or do not exist
                player.with_noise(noise, declare).start(game, Seed(task.seed))
                if codemaker is not None:
                    codemaker_named(codemaker)
            except CodepegsError as error:
                raise error.within(f"{where}") from None
            if task.games is None and game.size > MOST_CODES:
                raise BadInput(
                    f'{where}: games = "all" supports up to {MOST_CODES:,} codes, but {game} has more: give a number '
                    "of games"
                )
        return task

    def count(self) -> int:
        """Units, duplicates counted."""
        units = self.shards if self.games is None else -(-self.games // self.games_per_unit)
        return len(self.pairs) * len(self.conditions) * units

    def units(self) -> Iterator[Unit]:
        """The units in order."""
        for (game, player), (noise, declare, codemaker) in product(self.pairs, self.conditions):
            unit = Unit(
                rules=str(game),
                strategy=str(player),
                seed=self.seed,
                noise=noise,
                declare=declare,
                codemaker=codemaker,
            )
            if self.games is None:
                seed = 0 if unit.is_honest and player.is_deterministic(game) else self.seed
                for shard in range(self.shards):
                    yield replace(unit, seed=seed, shard=shard, shards=self.shards)
            else:
                for start in range(0, self.games, self.games_per_unit):
                    yield replace(unit, games=min(self.games_per_unit, self.games - start), start=start)


def _games(table: Mapping[str, Any], where: str) -> list[Game]:
    if "rules" in table:
        if "pegs" in table or "colors" in table:
            raise BadInput(f"{where}: rules cannot be combined with pegs and colors")
        texts = table["rules"]
    elif "pegs" in table and "colors" in table:
        texts = [f"p{pegs}c{colors}" for pegs, colors in product(table["pegs"], table["colors"])]
    else:
        raise BadInput(f'{where}: no rules given: expected rules = ["p4c6"], or both pegs = [4] and colors = [6, 7]')
    try:
        return [Game.parse(text) for text in texts]
    except BadInput as error:
        raise BadInput(f"{where}: {error}") from None


def _players(table: Mapping[str, Any], where: str) -> list[Player]:
    if "strategies" not in table:
        raise BadInput(f'{where}: missing strategies: expected e.g. strategies = ["entropy"]')
    options = table.get("options", {})
    players = []
    for text, *values in product(table["strategies"], *options.values()):
        words = [_option(name, value) for name, value in zip(options, values, strict=True)]
        added = ",".join(word for word in words if word)
        joint = "" if not added else "," if ":" in text else ":"
        try:
            player = Player.parse(f"{text}{joint}{added}")
        except BadInput as error:
            raise BadInput(f"{where}: {error}") from None
        if added and player.files:
            raise BadInput(f"{where}: {text} has no options: give it a separate [[task]] with options = {{}}")
        players.append(player)
    return players


def _several(value: Any) -> list[Any]:
    """The values of a key that takes one or a list of them."""
    return value if isinstance(value, list) else [value]


def _option(name: str, value: str | int | float | bool) -> str:
    if isinstance(value, bool):
        return name if value else ""
    return f"{name}={value}"


@dataclass(frozen=True)
class _Key:
    """The valid values of a key of a plan."""

    fits: Callable[[Any], bool]
    wanted: str


def _list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and bool(value) and all(map(fits, value))


def _number(least: int) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST


def _one_or_list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: _list_of(fits)(_several(value))


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _noise(value: Any) -> bool:
    try:
        return not isinstance(value, bool) and isinstance(value, (str, int, float)) and noise_of(value) is not None
    except BadInput:
        return False


def _probability(value: Any) -> bool:
    return isinstance(value, float) and 0.0 < value < 1.0


_OPTIONS = _list_of(lambda value: isinstance(value, (str, int, float)))

_KEYS = {
    "rules": _Key(_list_of(_text), 'a list of rules ids, e.g. ["p4c6", "p5c8"]'),
    "pegs": _Key(_list_of(_number(1)), "a list of numbers of at least 1, e.g. [3, 4, 5]"),
    "colors": _Key(_list_of(_number(1)), "a list of numbers of at least 1, e.g. [4, 6, 8]"),
    "strategies": _Key(_list_of(_text), 'a list of strategy texts, e.g. ["entropy", "minimax:candidates-only"]'),
    "options": _Key(
        lambda value: isinstance(value, dict) and all(map(_OPTIONS, value.values())),
        'a table of lists, e.g. { first = ["1122", "best"] }',
    ),
    "noise": _Key(
        _one_or_list_of(_noise),
        'a probability of at least 0 and below 1, a kind of false replies such as "miscount:0.1", or a list of these',
    ),
    "declare": _Key(_one_or_list_of(_probability), "a probability above 0 and below 1, e.g. 0.99, or a list of these"),
    "codemaker": _Key(_one_or_list_of(_text), 'a text such as "careless.py:careless", or a list of these'),
    "games": _Key(lambda value: value == ALL or _number(1)(value), 'a number of at least 1, or "all"'),
    "seed": _Key(_number(0), f"a number from 0 to {MOST}"),
    "games_per_unit": _Key(_number(1), "a number of at least 1"),
    "shards": _Key(_number(1), "a number of at least 1"),
}


def _check(table: Mapping[str, Any], where: str) -> None:
    """Raise `BadInput` for the first unknown key or invalid value."""
    for name, value in table.items():
        key = _KEYS.get(name)
        if key is None:
            hint = did_you_mean(name, [*_KEYS, "task"]) or f": expected {', '.join(_KEYS)} or [[task]]"
            raise BadInput(f"{where}: unknown key {name!r}{hint}")
        if not key.fits(value):
            raise BadInput(f"{where}: {name} must be {key.wanted}, not {_shown(value)}")


LONGEST_SHOWN = 60


def _shown(value: Any) -> str:
    """A value as TOML spells it, near enough."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else repr(value).replace("'", '"')
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
