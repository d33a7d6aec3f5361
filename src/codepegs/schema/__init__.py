"""The typed records that commands print with `--json` and the server returns, one struct each."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "advice": (
            "CandidatesAnswer MoveAnswer OpenOrderAnswer PossibleColor ProbabilityAnswer ProgressAnswer "
            "SuggestAnswer SuggestionAnswer"
        ),
        "base": "Answer EXACT_IN_JSON expected_guesses",
        "boards": "BoardsGameAnswer BoardsSuggestAnswer",
        "catalog": (
            "DrawingAnswer DrawingsAnswer OptionAnswer PresetAnswer PresetsAnswer StrategiesAnswer "
            "StrategyAnswer TreeChild TreeEntry TreeNodeAnswer TreesAnswer"
        ),
        "contradictions": "ContradictionAnswer ExplainAnswer OtherRuleAnswer RepairAnswer",
        "evaluation": "Difference EvaluateAnswer Evaluation",
        "games": (
            "ImageAnswer PictureEvent PictureTurnEvent PositionAnswer PositionTurn ProgressEvent "
            "ReplyAnswer RevealAnswer ScoreAnswer SolveAnswer SolveTurn TurnEvent"
        ),
        "review": "CoachAnswer CoachGuess CoachTurn",
        "service": "CommandErrorAnswer CommandErrorDetail ErrorAnswer ErrorCode ErrorDetail HealthAnswer",
        "sweeps": "LabRunAnswer LabStatusAnswer Summary",
        "trees": "BoundAnswer ImproveAnswer OptimalAnswer TreeAnswer",
    },
)
