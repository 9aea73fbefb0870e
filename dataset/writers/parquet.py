"""Samples as one Parquet file that pandas, pyarrow and `datasets` read with the right types.

Films are embedded as bytes, in the form and with the schema metadata by which `datasets` and the Hub recognise a video
column, or named as files beside it. Written by row groups, so the films need not fit into memory. Needs pyarrow.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from dataset.writers.records import COLUMNS, FRAMES_COLUMN, VIDEO_COLUMN, Chosen, ExportError, ExportRow, VideoStorage

ROWS_AT_ONCE = 16
"""Rows of a row group: about 100 MB of full-size films."""
Row = tuple[Chosen, ExportRow, str | None, list[str]]
"""A sample, its row, the name of its film and those of its frames, relative to the export."""


def need_pyarrow() -> None:
    """Fail early, with a remedy, if pyarrow is not installed."""
    try:
        import pyarrow.parquet  # type: ignore[import-untyped]  # noqa: F401
    except ImportError as error:
        raise ExportError("Parquet needs pyarrow. Remedy: pip install -e '.[export]'") from error


def write_parquet(path: Path, rows: Iterable[Row], videos: VideoStorage, text_only: bool) -> int:
    """Write all rows; returns their number."""
    import pyarrow.parquet as pq

    schema = parquet_schema(videos, text_only)
    path.parent.mkdir(parents=True, exist_ok=True)
    count, batch = 0, []
    # zstd compresses text well, and costs little on films, which are compressed already.
    with pq.ParquetWriter(path, schema, compression="zstd", write_statistics=["id"]) as writer:
        for row in rows:
            batch.append(_cells(row, videos, text_only))
            count += 1
            if len(batch) == ROWS_AT_ONCE:
                writer.write_table(_table(batch, schema))
                batch = []
        if batch:
            writer.write_table(_table(batch, schema))
    return count


def parquet_schema(videos: VideoStorage, text_only: bool) -> Any:
    """The Arrow schema, with the metadata from which `datasets` restores its features."""
    import pyarrow as pa

    kinds = {"string": pa.string(), "float64": pa.float64(), "int64": pa.int64()}
    fields = [pa.field(column.name, kinds[column.kind]) for column in COLUMNS]
    if not text_only:
        film = pa.struct({"bytes": pa.binary(), "path": pa.string()}) if videos == "bytes" else pa.string()
        fields += [pa.field(VIDEO_COLUMN, film), pa.field(FRAMES_COLUMN, pa.list_(pa.string()))]
    note = {"info": {"features": features(videos, text_only)}}
    return pa.schema(fields, metadata={"huggingface": json.dumps(note)})


def features(videos: VideoStorage, text_only: bool) -> dict[str, Any]:
    """The features of the table as `datasets` writes them."""
    found: dict[str, Any] = {column.name: {"dtype": column.kind, "_type": "Value"} for column in COLUMNS}
    if not text_only:
        film = {"_type": "Video"} if videos == "bytes" else {"dtype": "string", "_type": "Value"}
        found[VIDEO_COLUMN] = film
        found[FRAMES_COLUMN] = {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"}
    return found


def _cells(row: Row, videos: VideoStorage, text_only: bool) -> dict[str, Any]:
    chosen, values, video, frames = row
    cells: dict[str, Any] = values.model_dump()
    if not text_only:
        assert chosen.video is not None
        in_file = {"bytes": chosen.video.read_bytes(), "path": chosen.video.name} if videos == "bytes" else video
        cells |= {VIDEO_COLUMN: in_file, FRAMES_COLUMN: frames}
    return cells


def _table(batch: list[dict[str, Any]], schema: Any) -> Any:
    import pyarrow as pa

    return pa.Table.from_pylist(batch, schema=schema)
