"""codepegs: play, get advice on, solve and study code-breaking games of the Mastermind family.

The names in `__all__` are the stable API. Each is imported when it is first used, so that importing the package is
fast.

>>> import codepegs
>>> str(codepegs.Game(4, 6).reply((0, 1, 0, 2), (0, 0, 1, 1)))
'1b2w'
"""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from codepegs.analysis import verify as verify
    from codepegs.analysis.coach import GameReview as GameReview, review as review
    from codepegs.candidates import (
        Candidates as Candidates,
        ContradictionExplanation as ContradictionExplanation,
        explain_contradiction as explain_contradiction,
    )
    from codepegs.errors import (
        BadCode as BadCode,
        BadInput as BadInput,
        BadPosition as BadPosition,
        BadReply as BadReply,
        BadRules as BadRules,
        BadStrategy as BadStrategy,
        BadTree as BadTree,
        CodepegsError as CodepegsError,
        Contradiction as Contradiction,
        Unavailable as Unavailable,
    )
    from codepegs.experiments import Evaluation as Evaluation, evaluate as evaluate
    from codepegs.game import (
        Game as Game,
        ListedGame as ListedGame,
        Notation as Notation,
        Position as Position,
        Reply as Reply,
        Turn as Turn,
        View as View,
        load_game as load_game,
        parse_reply as parse_reply,
        score as score,
    )
    from codepegs.match import (
        Adversary as Adversary,
        Codemaker as Codemaker,
        Noisy as Noisy,
        PlayedGame as PlayedGame,
        Secret as Secret,
        play as play,
        suggest as suggest,
    )
    from codepegs.parallel import WorkerThreads as WorkerThreads
    from codepegs.render import Picture as Picture
    from codepegs.rng import Seed as Seed
    from codepegs.strategies import (
        Budget as Budget,
        Codebreaker as Codebreaker,
        Declaration as Declaration,
        Guess as Guess,
        Report as Report,
        Stop as Stop,
        Strategy as Strategy,
        Suggestion as Suggestion,
        add_strategy as add_strategy,
        build_tree as build_tree,
        make_codebreaker as make_codebreaker,
    )
    from codepegs.strategies.one_step import one_step_strategy as one_step_strategy
    from codepegs.trees import Tree as Tree
    from codepegs.trees.formats import read_tree as read_tree, write_tree as write_tree
    from codepegs.trees.search import (
        certify as certify,
        improve as improve,
        lower_bound as lower_bound,
        optimal as optimal,
    )

    __version__: str
    _names: list[str]
else:
    _names, _get_name, __dir__ = lazy_names(
        __name__,
        {
            "analysis.coach": "GameReview review",
            "analysis.verification": "verify",
            "candidates.candidates": "Candidates",
            "candidates.contradictions": "ContradictionExplanation explain_contradiction",
            "errors": (
                "BadCode BadInput BadPosition BadReply BadRules "
                "BadStrategy BadTree CodepegsError Contradiction Unavailable"
            ),
            "experiments.evaluation": "Evaluation evaluate",
            "game.listed": "ListedGame load_game",
            "game.notation": "Notation parse_reply",
            "game.position": "Position Turn",
            "game.reply": "Reply View score",
            "game.rules": "Game",
            "match.codemakers": "Adversary Codemaker Noisy Secret",
            "match.advice": "suggest",
            "match.game_loop": "PlayedGame play",
            "parallel": "WorkerThreads",
            "render.picture": "Picture",
            "rng": "Seed",
            "strategies.base": "Budget Codebreaker Declaration Guess Report Stop Strategy",
            "strategies.one_step.custom": "one_step_strategy",
            "strategies.registry": "add_strategy build_tree make_codebreaker",
            "strategies.suggestion": "Suggestion",
            "trees.formats.registry": "read_tree write_tree",
            "trees.search.beam": "improve",
            "trees.search.best_first": "lower_bound",
            "trees.search.certificate": "certify",
            "trees.search.objectives": "optimal",
            "trees.tree": "Tree",
        },
    )

    def __getattr__(name: str) -> object:
        if name == "__version__":
            from importlib.metadata import version

            return version("codepegs")
        return _get_name(name)


__all__ = _names
