# The public names of `codepegs.reports.large_games`, written by `docs/make/stubs.py`.
from codepegs.reports.large_games.binary_search import BINARY_SEARCH, SMALL_THEN_BINARY_SEARCH
from codepegs.reports.large_games.claims import CLAIMS
from codepegs.reports.large_games.coin_weighing import COIN_WEIGHING
from codepegs.reports.large_games.reproduction import reproduce

__all__ = ["BINARY_SEARCH", "CLAIMS", "COIN_WEIGHING", "SMALL_THEN_BINARY_SEARCH", "reproduce"]
