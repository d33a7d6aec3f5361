"""The typed records that commands print with `--json` and the server returns, one struct each."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.schema.advice import (
        CandidatesAnswer as CandidatesAnswer,
        MoveAnswer as MoveAnswer,
        OpenOrderAnswer as OpenOrderAnswer,
        PossibleColor as PossibleColor,
        ProbabilityAnswer as ProbabilityAnswer,
        ProgressAnswer as ProgressAnswer,
        SuggestAnswer as SuggestAnswer,
        SuggestionAnswer as SuggestionAnswer,
    )
    from codepegs.schema.base import (
        EXACT_IN_JSON as EXACT_IN_JSON,
        Answer as Answer,
        expected_guesses as expected_guesses,
    )
    from codepegs.schema.boards import (
        BoardsGameAnswer as BoardsGameAnswer,
        BoardsSuggestAnswer as BoardsSuggestAnswer,
    )
    from codepegs.schema.catalog import (
        DrawingAnswer as DrawingAnswer,
        DrawingsAnswer as DrawingsAnswer,
        OptionAnswer as OptionAnswer,
        PresetAnswer as PresetAnswer,
        PresetsAnswer as PresetsAnswer,
        StrategiesAnswer as StrategiesAnswer,
        StrategyAnswer as StrategyAnswer,
        TreeChild as TreeChild,
        TreeEntry as TreeEntry,
        TreeNodeAnswer as TreeNodeAnswer,
        TreesAnswer as TreesAnswer,
    )
    from codepegs.schema.contradictions import (
        ContradictionAnswer as ContradictionAnswer,
        ExplainAnswer as ExplainAnswer,
        OtherRuleAnswer as OtherRuleAnswer,
        RepairAnswer as RepairAnswer,
    )
    from codepegs.schema.evaluation import (
        Difference as Difference,
        EvaluateAnswer as EvaluateAnswer,
        Evaluation as Evaluation,
    )
    from codepegs.schema.games import (
        ImageAnswer as ImageAnswer,
        PictureEvent as PictureEvent,
        PictureTurnEvent as PictureTurnEvent,
        PositionAnswer as PositionAnswer,
        PositionTurn as PositionTurn,
        ProgressEvent as ProgressEvent,
        ReplyAnswer as ReplyAnswer,
        RevealAnswer as RevealAnswer,
        ScoreAnswer as ScoreAnswer,
        SolveAnswer as SolveAnswer,
        SolveTurn as SolveTurn,
        TurnEvent as TurnEvent,
    )
    from codepegs.schema.review import CoachAnswer as CoachAnswer, CoachGuess as CoachGuess, CoachTurn as CoachTurn
    from codepegs.schema.service import (
        CommandErrorAnswer as CommandErrorAnswer,
        CommandErrorDetail as CommandErrorDetail,
        ErrorAnswer as ErrorAnswer,
        ErrorCode as ErrorCode,
        ErrorDetail as ErrorDetail,
        HealthAnswer as HealthAnswer,
    )
    from codepegs.schema.sweeps import (
        LabRunAnswer as LabRunAnswer,
        LabStatusAnswer as LabStatusAnswer,
        Summary as Summary,
    )
    from codepegs.schema.trees import (
        BoundAnswer as BoundAnswer,
        ImproveAnswer as ImproveAnswer,
        OptimalAnswer as OptimalAnswer,
        TreeAnswer as TreeAnswer,
    )
else:
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
