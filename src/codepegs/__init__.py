"""codepegs: play, get advice on, solve and study code-breaking games of the Mastermind family.

The names of `__all__` are what is kept from version to version. Each is imported when it is first used, so that
importing the package costs nothing.

>>> import codepegs
>>> str(codepegs.Game(4, 6).reply((0, 0, 1, 1), (0, 1, 0, 2)))
'1b2w'
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from codepegs.advice import Suggestion as Suggestion
    from codepegs.candidates import Candidates as Candidates
    from codepegs.chunks import Crew as Crew
    from codepegs.coach import GameReview as GameReview
    from codepegs.coach import review as review
    from codepegs.codebreakers.door import Budget as Budget
    from codepegs.codebreakers.door import Codebreaker as Codebreaker
    from codepegs.codebreakers.door import Declaration as Declaration
    from codepegs.codebreakers.door import Guess as Guess
    from codepegs.codebreakers.door import Report as Report
    from codepegs.codebreakers.door import Stop as Stop
    from codepegs.codebreakers.door import Strategy as Strategy
    from codepegs.codebreakers.registry import add_strategy as add_strategy
    from codepegs.codebreakers.registry import build_tree as build_tree
    from codepegs.codebreakers.registry import make_codebreaker as make_codebreaker
    from codepegs.codemakers import Codemaker as Codemaker
    from codepegs.codemakers import Noisy as Noisy
    from codepegs.codemakers import Secret as Secret
    from codepegs.conflicts import Conflict as Conflict
    from codepegs.conflicts import explain_conflict as explain_conflict
    from codepegs.driver import PlayedGame as PlayedGame
    from codepegs.driver import play as play
    from codepegs.driver import suggest as suggest
    from codepegs.errors import BadCode as BadCode
    from codepegs.errors import BadInput as BadInput
    from codepegs.errors import BadPosition as BadPosition
    from codepegs.errors import BadReply as BadReply
    from codepegs.errors import BadRules as BadRules
    from codepegs.errors import BadStrategy as BadStrategy
    from codepegs.errors import BadTree as BadTree
    from codepegs.errors import CodepegsError as CodepegsError
    from codepegs.errors import Contradiction as Contradiction
    from codepegs.errors import Unavailable as Unavailable
    from codepegs.game import Game as Game
    from codepegs.game import Reply as Reply
    from codepegs.game import View as View
    from codepegs.game import score as score
    from codepegs.lab.evaluate import Evaluation as Evaluation
    from codepegs.lab.evaluate import evaluate as evaluate
    from codepegs.pictures.picture import Picture as Picture
    from codepegs.seeds import Seed as Seed
    from codepegs.texts import Notation as Notation
    from codepegs.texts import Position as Position
    from codepegs.texts import Turn as Turn
    from codepegs.texts import parse_reply as parse_reply
    from codepegs.trees.formats.registry import read_tree as read_tree
    from codepegs.trees.formats.registry import write_tree as write_tree
    from codepegs.trees.tree import Tree as Tree

    __version__: str

_HOMES = {
    "BadCode": "errors",
    "BadInput": "errors",
    "BadPosition": "errors",
    "BadReply": "errors",
    "BadRules": "errors",
    "BadStrategy": "errors",
    "BadTree": "errors",
    "Budget": "codebreakers.door",
    "Candidates": "candidates",
    "Codebreaker": "codebreakers.door",
    "Codemaker": "codemakers",
    "CodepegsError": "errors",
    "Conflict": "conflicts",
    "Contradiction": "errors",
    "Crew": "chunks",
    "Declaration": "codebreakers.door",
    "Evaluation": "lab.evaluate",
    "Game": "game",
    "GameReview": "coach",
    "Guess": "codebreakers.door",
    "Noisy": "codemakers",
    "Notation": "texts",
    "Picture": "pictures.picture",
    "PlayedGame": "driver",
    "Position": "texts",
    "Reply": "game",
    "Report": "codebreakers.door",
    "Secret": "codemakers",
    "Seed": "seeds",
    "Stop": "codebreakers.door",
    "Strategy": "codebreakers.door",
    "Suggestion": "advice",
    "Tree": "trees.tree",
    "Turn": "texts",
    "Unavailable": "errors",
    "View": "game",
    "add_strategy": "codebreakers.registry",
    "build_tree": "codebreakers.registry",
    "evaluate": "lab.evaluate",
    "explain_conflict": "conflicts",
    "make_codebreaker": "codebreakers.registry",
    "parse_reply": "texts",
    "play": "driver",
    "read_tree": "trees.formats.registry",
    "review": "coach",
    "score": "game",
    "suggest": "driver",
    "write_tree": "trees.formats.registry",
}

__all__ = sorted(_HOMES)


if not TYPE_CHECKING:  # what has no name above is a mistake for checkers of types

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("codepegs")
        if name not in _HOMES:
            raise AttributeError(f"module 'codepegs' has no attribute {name!r}")
        value = getattr(import_module(f"codepegs.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
