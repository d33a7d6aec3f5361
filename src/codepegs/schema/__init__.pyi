# The public names of `codepegs.schema`, written by `docs/make/stubs.py`.
from codepegs.schema.advice import (
    CandidatesAnswer,
    MoveAnswer,
    OpenOrderAnswer,
    PossibleColor,
    ProbabilityAnswer,
    ProgressAnswer,
    SuggestAnswer,
    SuggestionAnswer,
)
from codepegs.schema.base import Answer, EXACT_IN_JSON, expected_guesses
from codepegs.schema.boards import BoardsGameAnswer, BoardsSuggestAnswer
from codepegs.schema.catalog import (
    DrawingAnswer,
    DrawingsAnswer,
    OptionAnswer,
    PresetAnswer,
    PresetsAnswer,
    StrategiesAnswer,
    StrategyAnswer,
    TreeChild,
    TreeEntry,
    TreeNodeAnswer,
    TreesAnswer,
)
from codepegs.schema.contradictions import ContradictionAnswer, ExplainAnswer, OtherRuleAnswer, RepairAnswer
from codepegs.schema.evaluation import Difference, EvaluateAnswer, Evaluation
from codepegs.schema.games import (
    ImageAnswer,
    PictureEvent,
    PictureTurnEvent,
    PositionAnswer,
    PositionTurn,
    ProgressEvent,
    ReplyAnswer,
    RevealAnswer,
    ScoreAnswer,
    SolveAnswer,
    SolveTurn,
    TurnEvent,
)
from codepegs.schema.review import CoachAnswer, CoachGuess, CoachTurn
from codepegs.schema.service import (
    CommandErrorAnswer,
    CommandErrorDetail,
    ErrorAnswer,
    ErrorCode,
    ErrorDetail,
    HealthAnswer,
)
from codepegs.schema.sweeps import LabRunAnswer, LabStatusAnswer, Summary
from codepegs.schema.trees import BoundAnswer, ImproveAnswer, OptimalAnswer, TreeAnswer

__all__ = ["Answer", "BoardsGameAnswer", "BoardsSuggestAnswer", "BoundAnswer", "CandidatesAnswer", "CoachAnswer",
    "CoachGuess", "CoachTurn", "CommandErrorAnswer", "CommandErrorDetail", "ContradictionAnswer", "Difference",
    "DrawingAnswer", "DrawingsAnswer", "EXACT_IN_JSON", "ErrorAnswer", "ErrorCode", "ErrorDetail", "EvaluateAnswer",
    "Evaluation", "ExplainAnswer", "HealthAnswer", "ImageAnswer", "ImproveAnswer", "LabRunAnswer", "LabStatusAnswer",
    "MoveAnswer", "OpenOrderAnswer", "OptimalAnswer", "OptionAnswer", "OtherRuleAnswer", "PictureEvent",
    "PictureTurnEvent", "PositionAnswer", "PositionTurn", "PossibleColor", "PresetAnswer", "PresetsAnswer",
    "ProbabilityAnswer", "ProgressAnswer", "ProgressEvent", "RepairAnswer", "ReplyAnswer", "RevealAnswer",
    "ScoreAnswer", "SolveAnswer", "SolveTurn", "StrategiesAnswer", "StrategyAnswer", "SuggestAnswer",
    "SuggestionAnswer", "Summary", "TreeAnswer", "TreeChild", "TreeEntry", "TreeNodeAnswer", "TreesAnswer", "TurnEvent",
    "expected_guesses"]
