"""Strategies: the codebreaker protocol, the registry, and one package for each algorithm."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.strategies.auto import AUTO as AUTO
    from codepegs.strategies.base import (
        AdoptsCandidates as AdoptsCandidates,
        AdoptsCodes as AdoptsCodes,
        Believes as Believes,
        Budget as Budget,
        Codebreaker as Codebreaker,
        Declaration as Declaration,
        Describes as Describes,
        ForeignHistory as ForeignHistory,
        Guess as Guess,
        Move as Move,
        NoOptions as NoOptions,
        Progress as Progress,
        Ranks as Ranks,
        Report as Report,
        Stop as Stop,
        Strategy as Strategy,
        UnderNoise as UnderNoise,
        next_move as next_move,
        progress_of as progress_of,
    )
    from codepegs.strategies.consistent import (
        MOST_PEGS_SEARCHED as MOST_PEGS_SEARCHED,
        RANDOM_CONSISTENT as RANDOM_CONSISTENT,
        ConsistentCodebreaker as ConsistentCodebreaker,
        ConsistentOptions as ConsistentOptions,
        LowestOptions as LowestOptions,
        lowest_first_plan as lowest_first_plan,
    )
    from codepegs.strategies.expected_guesses import described_by as described_by
    from codepegs.strategies.guesses_by_size import MoreGuesses as MoreGuesses, guesses_to_come as guesses_to_come
    from codepegs.strategies.registry import (
        DEFAULT as DEFAULT,
        STRATEGIES as STRATEGIES,
        Player as Player,
        add_strategy as add_strategy,
        build_tree as build_tree,
        make_codebreaker as make_codebreaker,
        options_of as options_of,
    )
    from codepegs.strategies.sampling import SAMPLING as SAMPLING
    from codepegs.strategies.suggestion import (
        ExpectedGuesses as ExpectedGuesses,
        Suggestion as Suggestion,
        Suggestions as Suggestions,
        undescribed as undescribed,
        with_value_in_words as with_value_in_words,
    )
    from codepegs.strategies.whole_strategy import ChosenPlan as ChosenPlan, Plan as Plan, TreePlan as TreePlan
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "auto": "AUTO",
            "base": (
                "AdoptsCandidates AdoptsCodes Believes Budget Codebreaker Declaration Describes ForeignHistory Guess "
                "Move NoOptions Progress Ranks Report Stop Strategy UnderNoise next_move progress_of"
            ),
            "consistent": (
                "MOST_PEGS_SEARCHED RANDOM_CONSISTENT ConsistentCodebreaker ConsistentOptions LowestOptions "
                "lowest_first_plan"
            ),
            "expected_guesses": "described_by",
            "guesses_by_size": "MoreGuesses guesses_to_come",
            "registry": "DEFAULT Player STRATEGIES add_strategy build_tree make_codebreaker options_of",
            "sampling": "SAMPLING",
            "suggestion": "ExpectedGuesses Suggestion Suggestions undescribed with_value_in_words",
            "whole_strategy": "ChosenPlan Plan TreePlan",
        },
    )
