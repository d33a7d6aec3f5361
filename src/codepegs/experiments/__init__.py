"""Measuring strategies: tournaments, sweeps, tables and plots.

Members:

- `comparison`: Evaluations for people: the table and the sentences of `codepegs evaluate`, and tables for Markdown and
  LaTeX.
- `evaluation`: Strategies compared on the same secrets: averages, worst games, histograms, paired differences, time and
  memory.
- `executors`: Executors for the units of a sweep: any `concurrent.futures.Executor`, on this machine or a cluster.
- `fresh`: Games of one strategy in a process of its own, whose memory is then that of the strategy.
- `plots`: Plots of a sweep, from its summaries, and what all plots share: empty figures, accessible colours and files.
- `signature`: The behaviour signature: a hash of the guesses and the counts of work of a fixed workload.
- `significance`: Intervals and tests of paired differences, without further libraries.
- `store`: The results file of a sweep, the sums of its rows, and rows as CSV, Parquet and, for notebooks, HTML.
- `sweep`: Sweeps: plans, TOML files that are read as lists of units, played by any executor with each result stored at
  once.
- `tables`: Tables as plain text, Markdown and LaTeX.
- `units`: Units of work: games of one strategy, which any process or machine can play, and whose results add up.
"""

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
