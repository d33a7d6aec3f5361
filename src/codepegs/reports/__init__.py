"""Five published reports: a folder for each, with its strategies and its reproduction.

Members:

- `large_games/`: The large games report: its strategies and coin weighing, with which it compares itself, and its
  reproduction.
- `max_parts/`: The Max Parts report: its strategy, and its reproduction.
- `mcmc/`: The MCMC report: its strategy, and its reproduction.
- `pages/`: The pages of a reproduction: text, tables, pictures, and measurements that outlive an interrupt.
- `parallel_knuth/`: The parallel Knuth report: its plans for dividing the work, and its reproduction.
- `two_part_solver/`: The two-part solver report: its strategies, and its reproduction.
- `registry`: The five published reports by name: their pages, their claims and their programs.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "registry": "REPORTS PublishedReport figures_of judge judged_claims measured_claims report_named reproduce",
        "pages.session": "Session",
    },
)
