"""codepegs: play, get advice on, solve and study code-breaking games of the Mastermind family.

The names in `__all__` are the stable API. Each is imported when it is first used, so that importing the package is
fast.

>>> import codepegs
>>> str(codepegs.Game(4, 6).reply((0, 1, 0, 2), (0, 0, 1, 1)))
'1b2w'

Members:

- `analysis/`: Advice, reviews and estimates for a position or a game.
- `cli/`: The command line: one module for each command.
- `codes/`: Candidates, their partitions, the search for the best guess, symmetry, and contradictions.
- `core/`: The C++ library: calls of its functions, and the choice of a build.
- `experiments/`: Measuring strategies: tournaments, sweeps, tables and plots.
- `game/`: Rules of a game, replies, and how codes and positions are written and drawn.
- `match/`: Games between a codebreaker and a codemaker.
- `render/`: Pictures, animations and images as secrets.
- `reports/`: Five published reports: a folder for each, with its strategies and its reproduction.
- `server/`: The HTTP server: the JSON API, the page, and the worker processes.
- `strategies/`: Strategies: the codebreaker protocol, the registry, and one package for each algorithm.
- `trees/`: Strategy trees: a guess at each node and one child for each reply. Build, store and check them.
- `errors`: The exceptions of this package; the text of each is one sentence.
- `files`: Atomic file writes, checks before the work that files can be written, and the reader of all files, with
  limits.
- `foreign`: Parts of other libraries that these do not promise to keep, in one place: a function or a name for each.
- `gym`: Games as environments of Gymnasium: importing this module registers `codepegs/Mastermind-v0`.
- `lazy`: Public names of a package, imported when they are first used.
- `parallel`: Work shared among threads in chunks, its deadline, loops that follow it, and processes that end with their
  parent.
- `reasons`: Why a guess is suggested or an input refused, as data and in words; and numbers in words.
- `rng`: Independent streams of random numbers: the numbers of a game do not depend on other games.
- `schema`: Records that commands print with `--json` and the server returns, and that no other package has: one struct
  each.
"""

from codepegs.lazy import lazy_names

__version__: str

__all__, _get_name, __dir__ = lazy_names(
    __name__,
    {
        "analysis.bounds": "describe GameDescription",
        "analysis.coach": "GameReview review",
        "analysis.fixed_sets": "FixedTests fixed_tests",
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
        "game.position": "Position",
        "game.reading": "parse_reply",
        "game.reply": "Code Reply Turn View score",
        "game.rules": "Codebook Game",
        "match.codemakers": "Adversary Codemaker Noisy Secret",
        "match.game_loop": "PlayedGame iter_play play",
        "match.identification": "Identification",
        "parallel": "WorkerThreads",
        "render.picture": "Picture",
        "rng": "Seed",
        "strategies.protocol.codebreaker": "Budget Codebreaker Declaration Guess Stop",
        "strategies.protocol.strategy": "Strategy Suggestion",
        "strategies.protocol.tracker": "Report",
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
