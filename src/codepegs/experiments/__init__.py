"""Measuring strategies: tournaments, sweeps, tables and plots."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "drawing": "COLORS bar_style drawn empty_figure has_matplotlib line_style need_matplotlib save save_as",
        "evaluation": "Difference Evaluation Evaluations Interrupted end_process evaluate",
        "executors": "interrupts_held leave_interrupts open_executor",
        "plan": "read_plan",
        "plots": "draw_sweep histogram",
        "signature": "Signature take_signature workload",
        "store": "Store read_rows",
        "summary": "Summary add_up",
        "sweep": "SweepProgress play_unit run_sweep",
        "tables": "FORMATS csv_text need_polars parquet_bytes",
        "units": "ANSWERS Games Unit game_lengths run_unit",
    },
)
