# The public names of `codepegs.strategies.streaming`, written by `docs/make/stubs.py`.
from codepegs.strategies.streaming.codebreaker import STREAMING, StreamingOptions

__all__ = ["STREAMING", "StreamingOptions"]
