# The public names of `codepegs.schema`, written by `docs/make/stubs.py`.
from codepegs.schema.evaluation import Difference, EvaluateAnswer, Evaluation
from codepegs.schema.games import (
    DrawingAnswer,
    DrawingsAnswer,
    ImprovedTree,
    OptionAnswer,
    PictureEvent,
    PictureTurnEvent,
    PositionAnswer,
    PositionTurn,
    PresetAnswer,
    PresetsAnswer,
    ProgressEvent,
    ReplyAnswer,
    RevealAnswer,
    ScoreAnswer,
    StrategiesAnswer,
    StrategyAnswer,
    TreeChild,
    TreeNodeAnswer,
    Trees,
    TurnEvent,
)
from codepegs.schema.service import (
    CommandErrorAnswer,
    CommandErrorDetail,
    ErrorAnswer,
    ErrorCode,
    ErrorDetail,
    HealthAnswer,
    LabRunAnswer,
    LabStatusAnswer,
    Summary,
)

__all__ = ["CommandErrorAnswer", "CommandErrorDetail", "Difference", "DrawingAnswer", "DrawingsAnswer", "ErrorAnswer",
    "ErrorCode", "ErrorDetail", "EvaluateAnswer", "Evaluation", "HealthAnswer", "ImprovedTree", "LabRunAnswer",
    "LabStatusAnswer", "OptionAnswer", "PictureEvent", "PictureTurnEvent", "PositionAnswer", "PositionTurn",
    "PresetAnswer", "PresetsAnswer", "ProgressEvent", "ReplyAnswer", "RevealAnswer", "ScoreAnswer", "StrategiesAnswer",
    "StrategyAnswer", "Summary", "TreeChild", "TreeNodeAnswer", "Trees", "TurnEvent"]
