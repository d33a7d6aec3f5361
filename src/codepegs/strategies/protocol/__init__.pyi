# The public names of `codepegs.strategies.protocol`, written by `docs/make/stubs.py`.
from codepegs.strategies.protocol.codebreaker import (
    Budget,
    Choice,
    Codebreaker,
    Declaration,
    ForeignHistory,
    Guess,
    MinimalCodebreaker,
    Move,
    NOT_COUNTED,
    Progress,
    Relayed,
    Stop,
    next_move,
)
from codepegs.strategies.protocol.exhaustive import (
    ExhaustiveCodebreaker,
    best_suggestions,
    describe,
    estimate,
    figures_of,
    refuses_large,
)
from codepegs.strategies.protocol.first_guesses import (
    NAMED,
    best_opening,
    count_color_patterns,
    entropy_bits,
    first_guess,
    first_shares,
    random_code,
    ranked_openings,
)
from codepegs.strategies.protocol.strategy import (
    Best,
    ExpectedGuesses,
    NoOptions,
    NoSuggestions,
    Options,
    SAME,
    Strategy,
    Suggestion,
    UnderNoise,
    refuses_without_black,
    undescribed,
    with_value_as_reason,
)
from codepegs.strategies.protocol.tracker import Report, State, Tracker, WeightedRows, doubts_of, entropy_of
from codepegs.strategies.protocol.values import (
    SEARCHED_WORK,
    best_at,
    best_in,
    guesses_to_come,
    opening_value,
    searched,
    stored_best,
    values_of,
)
from codepegs.strategies.protocol.whole_strategy import BackwardsPlan, ChosenPlan, Plan, TreePlan

__all__ = ["BackwardsPlan", "Best", "Budget", "Choice", "ChosenPlan", "Codebreaker", "Declaration",
    "ExhaustiveCodebreaker", "ExpectedGuesses", "ForeignHistory", "Guess", "MinimalCodebreaker", "Move", "NAMED",
    "NOT_COUNTED", "NoOptions", "NoSuggestions", "Options", "Plan", "Progress", "Relayed", "Report", "SAME",
    "SEARCHED_WORK", "State", "Stop", "Strategy", "Suggestion", "Tracker", "TreePlan", "UnderNoise", "WeightedRows",
    "best_at", "best_in", "best_opening", "best_suggestions", "count_color_patterns", "describe", "doubts_of",
    "entropy_bits", "entropy_of", "estimate", "figures_of", "first_guess", "first_shares", "guesses_to_come",
    "next_move", "opening_value", "random_code", "ranked_openings", "refuses_large", "refuses_without_black",
    "searched", "stored_best", "undescribed", "values_of", "with_value_as_reason"]
