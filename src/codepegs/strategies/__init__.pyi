# The public names of `codepegs.strategies`, written by `docs/make/stubs.py`.
from codepegs.strategies.auto import AUTO
from codepegs.strategies.base import (
    AdoptsCandidates,
    AdoptsCodes,
    Believes,
    Budget,
    Codebreaker,
    Declaration,
    Describes,
    ForeignHistory,
    Guess,
    Move,
    NoOptions,
    Progress,
    Ranks,
    Report,
    Stop,
    Strategy,
    UnderNoise,
    next_move,
    progress_of,
)
from codepegs.strategies.consistent import (
    ConsistentCodebreaker,
    ConsistentOptions,
    LowestOptions,
    MOST_PEGS_SEARCHED,
    RANDOM_CONSISTENT,
    lowest_first_plan,
)
from codepegs.strategies.guess_values import described_by
from codepegs.strategies.registry import (
    DEFAULT,
    Player,
    STRATEGIES,
    add_strategy,
    build_tree,
    make_codebreaker,
    options_of,
)
from codepegs.strategies.sampling import SAMPLING
from codepegs.strategies.suggestion import ExpectedGuesses, Suggestion, undescribed, with_value_in_words
from codepegs.strategies.value_estimates import MoreGuesses, guesses_to_come
from codepegs.strategies.whole_strategy import ChosenPlan, Plan, TreePlan

__all__ = ["AUTO", "AdoptsCandidates", "AdoptsCodes", "Believes", "Budget", "ChosenPlan", "Codebreaker",
    "ConsistentCodebreaker", "ConsistentOptions", "DEFAULT", "Declaration", "Describes", "ExpectedGuesses",
    "ForeignHistory", "Guess", "LowestOptions", "MOST_PEGS_SEARCHED", "MoreGuesses", "Move", "NoOptions", "Plan",
    "Player", "Progress", "RANDOM_CONSISTENT", "Ranks", "Report", "SAMPLING", "STRATEGIES", "Stop", "Strategy",
    "Suggestion", "TreePlan", "UnderNoise", "add_strategy", "build_tree", "described_by", "guesses_to_come",
    "lowest_first_plan", "make_codebreaker", "next_move", "options_of", "progress_of", "undescribed",
    "with_value_in_words"]
