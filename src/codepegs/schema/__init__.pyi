# The public names of `codepegs.schema`, written by `docs/make/stubs.py`.
from codepegs.schema.catalog import (
    DrawingAnswer,
    DrawingsAnswer,
    ImprovedTree,
    OptionAnswer,
    PresetAnswer,
    PresetsAnswer,
    StrategiesAnswer,
    StrategyAnswer,
    TreeChild,
    TreeNodeAnswer,
    Trees,
)
from codepegs.schema.evaluation import Difference, EvaluateAnswer, Evaluation
from codepegs.schema.games import (
    PictureEvent,
    PictureTurnEvent,
    PositionAnswer,
    PositionTurn,
    ProgressEvent,
    ReplyAnswer,
    RevealAnswer,
    ScoreAnswer,
    TurnEvent,
)
from codepegs.schema.service import (
    CommandErrorAnswer,
    CommandErrorDetail,
    ErrorAnswer,
    ErrorCode,
    ErrorDetail,
    HealthAnswer,
)
from codepegs.schema.sweeps import LabRunAnswer, LabStatusAnswer, Summary

__all__ = ["CommandErrorAnswer", "CommandErrorDetail", "Difference", "DrawingAnswer", "DrawingsAnswer", "ErrorAnswer",
    "ErrorCode", "ErrorDetail", "EvaluateAnswer", "Evaluation", "HealthAnswer", "ImprovedTree", "LabRunAnswer",
    "LabStatusAnswer", "OptionAnswer", "PictureEvent", "PictureTurnEvent", "PositionAnswer", "PositionTurn",
    "PresetAnswer", "PresetsAnswer", "ProgressEvent", "ReplyAnswer", "RevealAnswer", "ScoreAnswer", "StrategiesAnswer",
    "StrategyAnswer", "Summary", "TreeChild", "TreeNodeAnswer", "Trees", "TurnEvent"]
