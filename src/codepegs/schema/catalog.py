"""What there is to choose from, as JSON has it: strategies and their options, trees, well-known games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from codepegs.game import ALIASES, Game
from codepegs.strategies import STRATEGIES, Strategy, options_of
from codepegs.trees.gallery import Entry

TITLES = {
    "mm": "Mastermind",
    "bc": "Bulls and Cows",
    "super": "Super Mastermind",
    "nethack": "The castle tune of NetHack",
}
"""What the games of `ALIASES` are called."""


def strategy_record(strategy: Strategy[Any], game: Game | None = None) -> dict[str, Any]:
    """A strategy, and whether and how it plays a game.

    >>> record = strategy_record(STRATEGIES["minimax"], Game(4, 6))
    >>> record["plays"], "first" in {option["name"] for option in record["options"]}
    (True, True)
    """
    return {
        "name": strategy.name,
        "summary": strategy.summary,
        "origin": strategy.origin,
        "limits": strategy.limits,
        "plays": None if game is None else strategy.refuses(game) is None,
        "how": None if game is None or strategy.refuses(game) else strategy.how(game),
        "options": [
            {"name": option.name, "default": option.default, "description": option.description}
            for option in options_of(strategy)
        ],
    }


def strategy_records(
    game: Game | None = None, strategies: Iterable[Strategy[Any]] | None = None
) -> list[dict[str, Any]]:
    """All strategies, or those given."""
    chosen = STRATEGIES.values() if strategies is None else strategies
    return [strategy_record(strategy, game) for strategy in chosen]


def tree_record(entry: Entry) -> dict[str, Any]:
    """A tree of the gallery."""
    return {
        "name": entry.name,
        "rules": entry.rules,
        "objective": entry.objective,
        "then_depth": entry.then_depth,
        "total": entry.total,
        "average": entry.average,
        "depth": entry.depth,
        "codes_at_depth": entry.codes_at_depth,
        "status": entry.status,
        "found": entry.found,
        "bytes": entry.size,
    }


def preset_records() -> list[dict[str, Any]]:
    """The games that have names.

    >>> [(preset["name"], preset["rules"]) for preset in preset_records()][:2]
    [('mm', 'p4c6'), ('bc', 'p4c10n')]
    """
    records = []
    for name, rules in ALIASES.items():
        game = Game.parse(rules)
        records.append(
            {
                "name": name,
                "rules": str(game),
                "title": TITLES[name],
                "pegs": game.pegs,
                "colors": game.colors,
                "repeats": game.repeats,
                "view": game.view.value,
            }
        )
    return records
