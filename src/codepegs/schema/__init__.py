"""The typed records that commands print with `--json` and the server returns, one struct each."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "catalog": (
            "DrawingAnswer DrawingsAnswer ImprovedTree OptionAnswer PresetAnswer PresetsAnswer StrategiesAnswer "
            "StrategyAnswer TreeChild TreeNodeAnswer Trees"
        ),
        "evaluation": "Difference EvaluateAnswer Evaluation",
        "games": (
            "PictureEvent PictureTurnEvent PositionAnswer PositionTurn ProgressEvent ReplyAnswer RevealAnswer "
            "ScoreAnswer TurnEvent"
        ),
        "service": "CommandErrorAnswer CommandErrorDetail ErrorAnswer ErrorCode ErrorDetail HealthAnswer",
        "sweeps": "LabRunAnswer LabStatusAnswer Summary",
    },
)
