# The public names of `codepegs.strategies.growing_list`, written by `docs/make/stubs.py`.
from codepegs.strategies.growing_list.codebreaker import (
    ExactGrowingList,
    GROWING_LIST,
    GrowingListCodebreaker,
    GrowingListOptions,
)

__all__ = ["ExactGrowingList", "GROWING_LIST", "GrowingListCodebreaker", "GrowingListOptions"]
