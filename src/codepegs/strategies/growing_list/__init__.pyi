# The public names of `codepegs.strategies.growing_list`, written by `docs/make/stubs.py`.
from codepegs.strategies.growing_list.codebreaker import GROWING_LIST, GrowingListCodebreaker, GrowingListOptions

__all__ = ["GROWING_LIST", "GrowingListCodebreaker", "GrowingListOptions"]
