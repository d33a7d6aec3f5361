"""Measuring strategies: tournaments, sweeps, tables and plots."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.experiments.drawing import (
        COLORS as COLORS,
        bar_style as bar_style,
        drawn as drawn,
        empty_figure as empty_figure,
        has_matplotlib as has_matplotlib,
        line_style as line_style,
        need_matplotlib as need_matplotlib,
        save as save,
        save_as as save_as,
    )
    from codepegs.experiments.evaluation import (
        Difference as Difference,
        Evaluation as Evaluation,
        Interrupted as Interrupted,
        end_process as end_process,
        evaluate as evaluate,
    )
    from codepegs.experiments.executors import (
        interrupts_held as interrupts_held,
        leave_interrupts as leave_interrupts,
        open_executor as open_executor,
    )
    from codepegs.experiments.export import FORMATS as FORMATS
    from codepegs.experiments.plan import read_plan as read_plan
    from codepegs.experiments.plots import draw_sweep as draw_sweep, histogram as histogram
    from codepegs.experiments.signature import (
        Signature as Signature,
        take_signature as take_signature,
        workload as workload,
    )
    from codepegs.experiments.store import Store as Store, read_rows as read_rows
    from codepegs.experiments.summary import Summary as Summary, add_up as add_up
    from codepegs.experiments.sweep import (
        SweepProgress as SweepProgress,
        play_unit as play_unit,
        run_sweep as run_sweep,
    )
    from codepegs.experiments.tables import (
        csv_text as csv_text,
        need_polars as need_polars,
        parquet_bytes as parquet_bytes,
    )
    from codepegs.experiments.units import (
        ANSWERS as ANSWERS,
        Games as Games,
        Unit as Unit,
        game_lengths as game_lengths,
        run_unit as run_unit,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "drawing": "COLORS bar_style drawn empty_figure has_matplotlib line_style need_matplotlib save save_as",
            "evaluation": "Difference Evaluation Interrupted end_process evaluate",
            "executors": "interrupts_held leave_interrupts open_executor",
            "export": "FORMATS",
            "plan": "read_plan",
            "plots": "draw_sweep histogram",
            "signature": "Signature take_signature workload",
            "store": "Store read_rows",
            "summary": "Summary add_up",
            "sweep": "SweepProgress play_unit run_sweep",
            "tables": "csv_text need_polars parquet_bytes",
            "units": "ANSWERS Games Unit game_lengths run_unit",
        },
    )
