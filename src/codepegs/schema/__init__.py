"""The typed records that commands print with `--json` and the server returns, one struct each."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "games": "DrawingAnswer DrawingsAnswer ImprovedTree OptionAnswer PictureEvent PictureTurnEvent "
        "PositionAnswer PositionTurn PresetAnswer PresetsAnswer ProgressEvent ReplyAnswer RevealAnswer "
        "ScoreAnswer StrategiesAnswer StrategyAnswer TreeChild TreeNodeAnswer Trees TurnEvent",
        "evaluation": "Difference EvaluateAnswer Evaluation",
        "service": "CommandErrorAnswer CommandErrorDetail ErrorAnswer ErrorCode ErrorDetail HealthAnswer "
        "LabRunAnswer LabStatusAnswer Summary",
    },
)
