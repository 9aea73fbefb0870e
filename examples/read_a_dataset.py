"""Write published samples as a dataset folder and read its items back: python examples/read_a_dataset.py FOLDER"""

import sys
import tempfile
from pathlib import Path

import solidscene
from dataset.folder import read_dataset
from dataset.writers.records import ExportRequest
from pipeline.run.export import export_run

out = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("data/cubes")
rows = [
    {"id": f"cube-{edge}", "statement": f"A cube has an edge of {edge} cm. Find its volume.", "answer": str(edge**3)}
    for edge in (2, 3)
]
with tempfile.TemporaryDirectory() as run:
    solidscene.convert(rows, run)
    print(
        export_run(
            Path(run), ExportRequest(format="dataset", variant="text", text_only=True, min_difficulty="trivial"), out
        )
    )

for item in read_dataset(out).items:
    print(item.id, item.suite, item.task, item.capabilities, item.answer.text, item.content_hash[:12])
    print("  ", item.variants["text"])
    print("  ", "proof holds:", item.proof.holds, f"({len(item.proof.checks)} checks)")
