"""A Markov chain Monte Carlo search for consistent codes."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.mcmc.codebreaker import MCMC as MCMC, play_walks as play_walks
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "codebreaker": "MCMC play_walks",
        },
    )
