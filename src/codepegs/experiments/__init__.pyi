# The public names of `codepegs.experiments`, written by `docs/make/stubs.py`.
from codepegs.experiments.comparison import Comparison, sweep_columns, sweep_notes
from codepegs.experiments.evaluation import (
    Difference,
    EvaluateAnswer,
    EvaluateProgress,
    Evaluation,
    Evaluations,
    Interrupted,
    evaluate,
    iter_evaluate,
)
from codepegs.experiments.executors import interrupts_held, leave_interrupts, open_executor
from codepegs.experiments.plots import (
    COLORS,
    ON_BRIGHT,
    ON_DARK,
    bar_style,
    draw_sweep,
    drawn,
    empty_figure,
    has_matplotlib,
    histogram,
    line_style,
    need_matplotlib,
    save,
    save_as,
)
from codepegs.experiments.signature import Signature, take_signature, workload
from codepegs.experiments.store import (
    FORMATS,
    LabRunAnswer,
    LabStatusAnswer,
    Store,
    Summary,
    add_up,
    csv_text,
    need_polars,
    parquet_bytes,
    read_rows,
)
from codepegs.experiments.sweep import SweepProgress, play_unit, read_plan, run_sweep
from codepegs.experiments.tables import latex, markdown
from codepegs.experiments.units import ANSWERS, Unit, check_code, memory_mib, run_unit

__all__ = ["ANSWERS", "COLORS", "Comparison", "Difference", "EvaluateAnswer", "EvaluateProgress", "Evaluation",
    "Evaluations", "FORMATS", "Interrupted", "LabRunAnswer", "LabStatusAnswer", "ON_BRIGHT", "ON_DARK", "Signature",
    "Store", "Summary", "SweepProgress", "Unit", "add_up", "bar_style", "check_code", "csv_text", "draw_sweep", "drawn",
    "empty_figure", "evaluate", "has_matplotlib", "histogram", "interrupts_held", "iter_evaluate", "latex",
    "leave_interrupts", "line_style", "markdown", "memory_mib", "need_matplotlib", "need_polars", "open_executor",
    "parquet_bytes", "play_unit", "read_plan", "read_rows", "run_sweep", "run_unit", "save", "save_as", "sweep_columns",
    "sweep_notes", "take_signature", "workload"]
