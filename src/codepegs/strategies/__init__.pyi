# The public names of `codepegs.strategies`, written by `docs/make/stubs.py`.
from codepegs.strategies.auto import AUTO, how_as_data
from codepegs.strategies.consistent import (
    ConsistentCodebreaker,
    ConsistentOptions,
    LowestOptions,
    MOST_PEGS_SEARCHED,
    RANDOM_CONSISTENT,
    lowest_first_plan,
)
from codepegs.strategies.protocol import (
    Budget,
    Choice,
    ChosenPlan,
    Codebreaker,
    Declaration,
    ExhaustiveCodebreaker,
    ExpectedGuesses,
    ForeignHistory,
    Guess,
    MinimalCodebreaker,
    Move,
    NOT_COUNTED,
    NoOptions,
    NoSuggestions,
    Plan,
    Progress,
    Report,
    Stop,
    Strategy,
    Suggestion,
    TreePlan,
    UnderNoise,
    guesses_to_come,
    next_move,
    undescribed,
    with_value_as_reason,
)
from codepegs.strategies.registry import (
    DEFAULT,
    Player,
    STRATEGIES,
    add_strategy,
    build_tree,
    make_codebreaker,
    options_of,
    strategies_like,
)
from codepegs.strategies.sampling import SAMPLING

__all__ = ["AUTO", "Budget", "Choice", "ChosenPlan", "Codebreaker", "ConsistentCodebreaker", "ConsistentOptions",
    "DEFAULT", "Declaration", "ExhaustiveCodebreaker", "ExpectedGuesses", "ForeignHistory", "Guess", "LowestOptions",
    "MOST_PEGS_SEARCHED", "MinimalCodebreaker", "Move", "NOT_COUNTED", "NoOptions", "NoSuggestions", "Plan", "Player",
    "Progress", "RANDOM_CONSISTENT", "Report", "SAMPLING", "STRATEGIES", "Stop", "Strategy", "Suggestion", "TreePlan",
    "UnderNoise", "add_strategy", "build_tree", "guesses_to_come", "how_as_data", "lowest_first_plan",
    "make_codebreaker", "next_move", "options_of", "strategies_like", "undescribed", "with_value_as_reason"]
