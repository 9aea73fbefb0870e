"""Scores the predictions that VLMEvalKit made on an exported TSV.

Copied as `score.py` into exports: VLMEvalKit asks and records, but has no rule for answers that are numbers. Needs
pandas (which VLMEvalKit brings) and `judge.py` beside it. Usage:  python score.py PREDICTIONS.xlsx
"""

import importlib.util
import json
import statistics
import sys
from pathlib import Path
from typing import Any


def _judge() -> Any:
    spec = importlib.util.spec_from_file_location("solidscene_judge", Path(__file__).with_name("judge.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def errors(rows: list[dict[str, Any]]) -> list[float]:
    """The relative error of every prediction."""
    judge = _judge()
    facts = [json.loads(row["meta"]) for row in rows]
    return [
        judge.relative_error(str(row["prediction"]), fact["answer"], fact["unit"])
        for row, fact in zip(rows, facts, strict=True)
    ]


def main() -> int:
    if len(sys.argv) != 2:
        print("Usage:  python score.py PREDICTIONS.xlsx (or .tsv)", file=sys.stderr)
        return 2
    import pandas  # type: ignore[import-untyped]

    path = Path(sys.argv[1])
    table = pandas.read_csv(path, sep="\t") if path.suffix == ".tsv" else pandas.read_excel(path)
    found = errors(table.to_dict("records"))
    for limit in (_judge().TOLERANCE, 0.2, 0.4):
        print(f"within {limit:.0%}: {sum(error <= limit for error in found) / len(found):.1%}")
    print(f"median relative error: {statistics.median(found):.3f} of {len(found)} predictions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
