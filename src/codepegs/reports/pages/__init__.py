"""The pages of a reproduction: text, tables, pictures, and measurements that outlive an interrupt."""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "grids": "Values heat_map",
        "measurements": "Measurements",
        "page": "Effort Page duration machine markdown_table milliseconds",
    },
)
