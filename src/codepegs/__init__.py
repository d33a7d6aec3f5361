"""codepegs: play, get advice on, solve and study code-breaking games of the Mastermind family.

The names in `__all__` are the stable API. Each is imported when it is first used, so that importing the package is
fast.

>>> import codepegs
>>> str(codepegs.Game(4, 6).reply((0, 1, 0, 2), (0, 0, 1, 1)))
'1b2w'
"""

from codepegs.lazy import lazy_names

__version__: str

__all__, _get_name, __dir__ = lazy_names(
    __name__,
    {
        "analysis.bounds": "describe GameDescription",
        "analysis.coach": "GameReview review",
        "analysis.suggestions": "suggest",
        "analysis.verification": "verify",
        "codes.candidates": "Candidates",
        "codes.contradictions": "ContradictionExplanation explain_contradiction",
        "errors": (
            "BadCode BadInput BadPosition BadReply BadRules BadStrategy BadTree CodepegsError Contradiction "
            "ImpossibleReply Unavailable"
        ),
        "experiments.evaluation": "Evaluation evaluate iter_evaluate",
        "game.game_files": "load_game",
        "game.listed": "ListedGame ReplyFunction",
        "game.notation": "Notation",
        "game.position": "Position Turn",
        "game.reading": "parse_reply",
        "game.reply": "Code Reply View score",
        "game.rules": "Codebook Game",
        "match.codemakers": "Adversary Codemaker Noisy Secret",
        "match.game_loop": "PlayedGame iter_play play",
        "match.identification": "Identification",
        "parallel": "WorkerThreads",
        "render.picture": "Picture",
        "rng": "Seed",
        "strategies.protocol.codebreaker": "Budget Codebreaker Declaration Guess Report Stop",
        "strategies.protocol.strategy": "Strategy Suggestion",
        "strategies.one_step": "Sizes one_step_strategy",
        "strategies.registry": "add_strategy build_tree make_codebreaker",
        "trees.formats": "read_tree write_tree",
        "trees.search.beam": "improve",
        "trees.search.best_first": "lower_bound",
        "trees.search.certificate": "certify",
        "trees.search.objectives": "iter_optimal optimal",
        "trees.tree": "Tree",
    },
)


_FORMER = {"explain_conflict": "explain_contradiction"}
"""Public names up to version 0.1; they still work, with a warning."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("codepegs")
    if name in _FORMER:
        from codepegs.game import warn_former

        warn_former(f"codepegs.{name} is now {_FORMER[name]}")
    return _get_name(_FORMER.get(name, name))
