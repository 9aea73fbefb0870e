"""A run or a dataset folder exported for other tools."""

from pathlib import Path

from dataset.folder import is_dataset, read_dataset
from dataset.writers.export import check_request, write_export
from dataset.writers.records import ExportRequest
from pipeline.run.items import items_of_run


def export_run(source: Path, request: ExportRequest, out: Path) -> str:
    """Export the published samples of a run, or the items of a dataset; returns a sentence for the user."""
    check_request(request)
    found = read_dataset(source) if is_dataset(source) else items_of_run(source, films=not request.text_only)
    return write_export(found, request, out)
