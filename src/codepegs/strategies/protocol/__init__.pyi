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
    Report,
    Stop,
    next_move,
)
from codepegs.strategies.protocol.first_guesses import NAMED, first_guess, random_code
from codepegs.strategies.protocol.strategy import (
    Best,
    ExpectedGuesses,
    NoOptions,
    NoSuggestions,
    Options,
    Start,
    Strategy,
    Suggestion,
    UnderNoise,
    undescribed,
    with_value_as_reason,
)
from codepegs.strategies.protocol.whole_strategy import ChosenPlan, Plan, TreePlan

__all__ = ["Best", "Budget", "Choice", "ChosenPlan", "Codebreaker", "Declaration", "ExpectedGuesses", "ForeignHistory",
    "Guess", "MinimalCodebreaker", "Move", "NAMED", "NOT_COUNTED", "NoOptions", "NoSuggestions", "Options", "Plan",
    "Progress", "Relayed", "Report", "Start", "Stop", "Strategy", "Suggestion", "TreePlan", "UnderNoise", "first_guess",
    "next_move", "random_code", "undescribed", "with_value_as_reason"]
