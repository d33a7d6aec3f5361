"""A strategy for games too large to list: it samples candidates and ranks guesses by the sample."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.sampling.candidate_tracker import Track as Track
    from codepegs.strategies.sampling.chains import Chains as Chains, draw_codes as draw_codes
    from codepegs.strategies.sampling.codebreaker import (
        MOST_COLORS as MOST_COLORS,
        MOST_PEGS as MOST_PEGS,
        SAMPLING as SAMPLING,
        SamplingOptions as SamplingOptions,
    )
    from codepegs.strategies.sampling.constraints import (
        Evidence as Evidence,
        is_code as is_code,
        list_fitting as list_fitting,
    )
    from codepegs.strategies.sampling.cost_model import part_costs as part_costs
    from codepegs.strategies.sampling.pool import Pool as Pool
    from codepegs.strategies.sampling.settings import Settings as Settings
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "candidate_tracker": "Track",
            "chains": "Chains draw_codes",
            "codebreaker": "MOST_COLORS MOST_PEGS SAMPLING SamplingOptions",
            "constraints": "Evidence is_code list_fitting",
            "cost_model": "part_costs",
            "pool": "Pool",
            "settings": "Settings",
        },
    )
