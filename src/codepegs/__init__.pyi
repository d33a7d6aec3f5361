# The public names of `codepegs`, written by `docs/make/stubs.py`.
from codepegs.analysis.bounds import GameDescription, describe
from codepegs.analysis.coach import GameReview, review
from codepegs.analysis.fixed_sets import FixedTests, fixed_tests
from codepegs.analysis.suggestions import suggest
from codepegs.analysis.verification import verify
from codepegs.codes.candidates import Candidates
from codepegs.codes.contradictions import ContradictionExplanation, explain_contradiction
from codepegs.errors import (
    BadCode,
    BadInput,
    BadPosition,
    BadReply,
    BadRules,
    BadStrategy,
    BadTree,
    CodepegsError,
    Contradiction,
    ImpossibleReply,
    Unavailable,
)
from codepegs.experiments.evaluation import Evaluation, evaluate, iter_evaluate
from codepegs.game.game_files import load_game
from codepegs.game.listed import ListedGame, ReplyFunction
from codepegs.game.notation import Notation
from codepegs.game.position import Position
from codepegs.game.reading import parse_reply
from codepegs.game.reply import Code, Reply, Turn, View, score
from codepegs.game.rules import Codebook, Game
from codepegs.match.codemakers import Adversary, Codemaker, Noisy, Secret
from codepegs.match.game_loop import PlayedGame, iter_play, play
from codepegs.match.identification import Identification
from codepegs.parallel import WorkerThreads
from codepegs.render.picture import Picture
from codepegs.rng import Seed
from codepegs.strategies.one_step import Sizes, one_step_strategy
from codepegs.strategies.protocol.codebreaker import Budget, Codebreaker, Declaration, Guess, Stop
from codepegs.strategies.protocol.strategy import Strategy, Suggestion
from codepegs.strategies.protocol.tracker import Report
from codepegs.strategies.registry import add_strategy, build_tree, make_codebreaker
from codepegs.trees.formats import read_tree, write_tree
from codepegs.trees.search.beam import improve
from codepegs.trees.search.best_first import lower_bound
from codepegs.trees.search.certificate import certify
from codepegs.trees.search.objectives import iter_optimal, optimal
from codepegs.trees.tree import Tree

__version__: str
__all__ = ["Adversary", "BadCode", "BadInput", "BadPosition", "BadReply", "BadRules", "BadStrategy", "BadTree",
    "Budget", "Candidates", "Code", "Codebook", "Codebreaker", "Codemaker", "CodepegsError", "Contradiction",
    "ContradictionExplanation", "Declaration", "Evaluation", "FixedTests", "Game", "GameDescription", "GameReview",
    "Guess", "Identification", "ImpossibleReply", "ListedGame", "Noisy", "Notation", "Picture", "PlayedGame",
    "Position", "Reply", "ReplyFunction", "Report", "Secret", "Seed", "Sizes", "Stop", "Strategy", "Suggestion", "Tree",
    "Turn", "Unavailable", "View", "WorkerThreads", "add_strategy", "build_tree", "certify", "describe", "evaluate",
    "explain_contradiction", "fixed_tests", "improve", "iter_evaluate", "iter_optimal", "iter_play", "load_game",
    "lower_bound", "make_codebreaker", "one_step_strategy", "optimal", "parse_reply", "play", "read_tree", "review",
    "score", "suggest", "verify", "write_tree"]
