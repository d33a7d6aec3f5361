"""A strategy for large games with many colours, which keeps facts instead of a list of candidates.

Members:

- `codebreaker`: The codebreaker of the strategy `streaming`, for large games.
- `counting`: The query of one turn, and counting colours by the totals of replies: by a list of hypotheses, or by sets.
- `facts`: The arrays of a game before the first reply, the tree of its pegs, and the limits of the work.
- `solver`: The solver: the next query from the facts and lists, and their update by a reply.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "codebreaker": "STREAMING StreamingOptions",
    },
)
