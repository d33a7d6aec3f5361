"""A strategy for games too large to list: it samples candidates and ranks guesses by the sample.

Members:

- `candidate_tracker`: The candidates of a game, turn by turn: all of them, or a uniform sample, as `candidate_turn.cpp`
  finds them.
- `codebreaker`: The strategy `sampling`: it samples consistent codes and plays the best guess for the sample.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "candidate_tracker": "Evidence Settings Track draw_codes is_code list_fitting part_sizes",
        "codebreaker": "MOST_CHAIN_COLORS MOST_CHAIN_PEGS SAMPLING SamplingOptions",
    },
)
