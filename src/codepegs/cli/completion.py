"""Shell completion of rules and strategies."""

from __future__ import annotations


def complete_strategy(incomplete: str) -> list[tuple[str, str]]:
    """Complete the names of strategies and, after a colon or comma, their options, each with its help.

    >>> [text for text, _ in complete_strategy("max")]
    ['max-parts']
    >>> [text for text, _ in complete_strategy("max-parts:candidates-only,fi")]
    ['max-parts:candidates-only,first=']
    """
    from codepegs.strategies import STRATEGIES, options_of

    name, colon, given = incomplete.partition(":")
    if not colon:
        return [(found.name, found.summary) for found in STRATEGIES.values() if found.name.startswith(name)]
    if name not in STRATEGIES:
        return []
    before, comma, begun = given.rpartition(",")
    return [
        (f"{name}:{before}{comma}{option.name}{'' if option.is_flag else '='}", option.description)
        for option in options_of(STRATEGIES[name])
        if option.name.startswith(begun)
    ]


def complete_rules(incomplete: str) -> list[tuple[str, str]]:
    """Complete the aliases of well-known games.

    >>> complete_rules("ne")
    [('nethack', 'p5c7: 5 pegs, 7 colours')]
    """
    from codepegs.game import ALIASES, LONG_ALIASES, Game

    found = {alias: Game.parse(alias) for alias in (*ALIASES, *LONG_ALIASES) if alias.startswith(incomplete)}
    return [(alias, f"{game}: {game.words}") for alias, game in found.items()]
