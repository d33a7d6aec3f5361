"""Measuring strategies: tournaments, sweeps, tables and plots."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "comparison": "Comparison sweep_columns sweep_notes",
        "evaluation": (
            "Difference EvaluateAnswer EvaluateProgress Evaluation Evaluations Interrupted evaluate iter_evaluate"
        ),
        "executors": "interrupts_held leave_interrupts open_executor",
        "plots": "COLORS ON_BRIGHT ON_DARK bar_style draw_sweep drawn empty_figure has_matplotlib histogram line_style "
        "need_matplotlib save save_as",
        "signature": "Signature take_signature workload",
        "store": (
            "FORMATS LabRunAnswer LabStatusAnswer Store Summary add_up csv_text need_polars parquet_bytes read_rows"
        ),
        "tables": "latex markdown",
        "sweep": "SweepProgress play_unit read_plan run_sweep",
        "units": "ANSWERS Unit check_code memory_mib run_unit",
    },
)
