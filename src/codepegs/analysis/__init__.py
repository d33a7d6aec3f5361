"""Advice, reviews and estimates for a position or a game.

Members:

- `bounds`: How many guesses any strategy needs at least, if replies are true or sometimes false; what a game is like.
- `candidate_list`: The candidates of a position: whether there are any, their number, some of them, and the colours of
  each peg.
- `coach`: The review of a game, turn by turn: what each guess cost, and how lucky its reply was.
- `coach_wording`: What the coach says of a turn and of a game, as reasons; the catalogue of sentences puts them into
  words.
- `fixed_sets`: Tests fixed in advance: the cheapest set of tests, or guesses, whose outcomes together tell the object.
- `suggestions`: Advice for a position, the move of a strategy, the number of candidates, and how long the advice takes.
- `verification`: Verification of strategy trees and certificates by the stand-alone checkers, which share no code with
  the rest.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "bounds": (
            "bits_of_places describe GameDescription least_by_capacity least_by_information least_if_known_false "
            "least_worst_case_with_one_lie LieStrategy reply_capacity solve_with_one_lie"
        ),
        "candidate_list": "Belief belief_of CandidateList check_consistency Consistency list_candidates PossibleColor",
        "coach": "check_size GameReview review ReviewedTurn",
        "coach_wording": "left_count left_words",
        "fixed_sets": "fixed_tests FixedTests",
        "suggestions": (
            "CandidateCount check_memory choose_move ChosenMove CodeProbability count_candidates MOST_COUNTED "
            "POSTERIOR_SHOWN predict predict_best_first predict_turn suggest Suggestions"
        ),
        "verification": "CertificateCheck TreeCheck verify",
    },
)
