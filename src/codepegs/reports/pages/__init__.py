"""The pages of a reproduction: text, tables, pictures, and measurements that outlive an interrupt."""

from codepegs.lazy import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from codepegs.reports.pages.grids import Values as Values, heat_map as heat_map
    from codepegs.reports.pages.measurements import Measurements as Measurements
    from codepegs.reports.pages.page import (
        Effort as Effort,
        Page as Page,
        duration as duration,
        machine as machine,
        markdown_table as markdown_table,
        milliseconds as milliseconds,
    )
else:
    __all__, __getattr__, __dir__ = lazy_names(
        __name__,
        {
            "grids": "Values heat_map",
            "measurements": "Measurements",
            "page": "Effort Page duration machine markdown_table milliseconds",
        },
    )
