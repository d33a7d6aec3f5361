"""codepegs: play, get advice on, solve and study code-breaking games of the Mastermind family.

The public names; each is imported when it is first used, so that importing the package costs nothing.

>>> import codepegs
>>> str(codepegs.Game(4, 6).reply((0, 0, 1, 1), (0, 1, 0, 2)))
'1b2w'
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from typing import Any

    from codepegs.candidates import Candidates as Candidates
    from codepegs.coach import review as review
    from codepegs.codebreakers.door import Budget as Budget
    from codepegs.codebreakers.registry import build_tree as build_tree
    from codepegs.codebreakers.registry import make_codebreaker as make_codebreaker
    from codepegs.codemakers import Secret as Secret
    from codepegs.conflicts import explain_conflict as explain_conflict
    from codepegs.driver import PlayedGame as PlayedGame
    from codepegs.driver import play as play
    from codepegs.driver import suggest as suggest
    from codepegs.errors import BadInput as BadInput
    from codepegs.errors import CodepegsError as CodepegsError
    from codepegs.errors import Contradiction as Contradiction
    from codepegs.game import Game as Game
    from codepegs.game import Reply as Reply
    from codepegs.game import View as View
    from codepegs.game import score as score
    from codepegs.image import Picture as Picture
    from codepegs.lab.evaluate import evaluate as evaluate
    from codepegs.texts import Position as Position
    from codepegs.texts import Turn as Turn
    from codepegs.trees.formats.registry import read_tree as read_tree
    from codepegs.trees.formats.registry import write_tree as write_tree
    from codepegs.trees.tree import Tree as Tree

_HOMES = {
    "BadInput": "errors",
    "Budget": "codebreakers.door",
    "Candidates": "candidates",
    "CodepegsError": "errors",
    "Contradiction": "errors",
    "Game": "game",
    "Picture": "image",
    "PlayedGame": "driver",
    "Position": "texts",
    "Reply": "game",
    "Secret": "codemakers",
    "Tree": "trees.tree",
    "Turn": "texts",
    "View": "game",
    "build_tree": "codebreakers.registry",
    "evaluate": "lab.evaluate",
    "explain_conflict": "conflicts",
    "make_codebreaker": "codebreakers.registry",
    "play": "driver",
    "read_tree": "trees.formats.registry",
    "review": "coach",
    "score": "game",
    "suggest": "driver",
    "write_tree": "trees.formats.registry",
}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'codepegs' has no attribute {name!r}")
    value = getattr(import_module(f"codepegs.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
