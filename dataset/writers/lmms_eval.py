"""Samples as a task folder for lmms-eval: the YAML, its functions, and a Parquet file with the samples.

`lmms-eval --include_path FOLDER --tasks solidscene_VARIANT` runs it. A text-only task has no `doc_to_visual`, which is
how lmms-eval recognises a task without images.
"""

from pathlib import Path

from dataset.folder import write_text
from dataset.version import program_version
from dataset.writers.judge import TOLERANCE
from dataset.writers.records import ExportRequest

TABLE = "data/test.parquet"
_FUNCTIONS = Path(__file__).with_name("lmms_functions.py")
_JUDGE = Path(__file__).with_name("judge.py")
_TASK = """\
# Numeric answers: a reply is right when it is within {tolerance:.0%} of the value measured in the scene.
task: {task}
dataset_path: parquet
dataset_kwargs:
  data_files:
    test: {table}
test_split: test
output_type: generate_until
{visual}doc_to_text: !function utils.doc_to_text
doc_to_target: !function utils.doc_to_target
process_results: !function utils.process_results
generation_kwargs:
  max_new_tokens: 4096
  temperature: 0
  do_sample: false
metric_list:
  - metric: accuracy
    aggregation: !function utils.mean
    higher_is_better: true
  - metric: within_20_percent
    aggregation: !function utils.mean
    higher_is_better: true
  - metric: within_40_percent
    aggregation: !function utils.mean
    higher_is_better: true
  - metric: median_relative_error
    aggregation: !function utils.median
    higher_is_better: false
lmms_eval_specific_kwargs:
  default:
    pre_prompt: {before}
    post_prompt: "\\nEnd your reply with a line «Answer: » followed by one number in the unit asked for."
metadata:
  version: 1
  generator: "solidscene {version}"
  relative_tolerance: {tolerance}
"""


def task_name(request: ExportRequest) -> str:
    return f"solidscene_{request.variant}"


def write_task(folder: Path, request: ExportRequest) -> None:
    """Write the YAML and the functions that it names."""
    seen = "pictures taken from equally spaced places of" if request.frames else "a film of"
    before = '""' if request.text_only else f'"You see {seen} one turn of the camera around an object in a room.\\n"'
    text = _TASK.format(
        task=task_name(request),
        table=TABLE,
        visual="" if request.text_only else "doc_to_visual: !function utils.doc_to_visual\n",
        before=before,
        tolerance=TOLERANCE,
        version=program_version(),
    )
    write_text(folder / f"{task_name(request)}.yaml", text)
    write_text(folder / "utils.py", _FUNCTIONS.read_text(encoding="utf-8"))
    write_judge(folder)


def write_judge(folder: Path) -> None:
    """Write `judge.py`, which scores replies."""
    write_text(folder / "judge.py", _JUDGE.read_text(encoding="utf-8"))
