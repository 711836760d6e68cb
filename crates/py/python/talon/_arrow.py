"""Results for the libraries of data frames, from the buffers of each column."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Column = tuple[str, str, int, list[bytes | None]]


def needed(library: str) -> Any:
    """Import a library that Talon can do without."""
    try:
        return importlib.import_module(library)
    except ImportError as error:
        extra = "arrow" if library == "pyarrow" else library
        message = f"this needs {library}, which `pip install talon[{extra}]` installs"
        raise ImportError(message) from error


def table(length: int, columns: list[Column]) -> pyarrow.Table:
    """Make a table from the buffers of its columns, which are not copied."""
    arrow = needed("pyarrow")
    arrays = [
        arrow.Array.from_buffers(
            getattr(arrow, kind)(),
            length,
            [None if buffer is None else arrow.py_buffer(buffer) for buffer in buffers],
            missing,
        )
        for _, kind, missing, buffers in columns
    ]
    return arrow.table(arrays, names=[name for name, *_ in columns])


def polars_frame(table: pyarrow.Table) -> polars.DataFrame:
    """Turn a table into a frame of polars."""
    frame: polars.DataFrame = needed("polars").from_arrow(table)
    return frame


def pandas_frame(table: pyarrow.Table) -> pandas.DataFrame:
    """Turn a table into a frame of pandas."""
    needed("pandas")
    return table.to_pandas()
