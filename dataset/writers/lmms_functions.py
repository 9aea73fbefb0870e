"""Functions that lmms-eval calls for a SolidScene task: what is shown, what is asked, how a reply is scored.

Copied as `utils.py` into exports, beside `judge.py`, so it imports nothing of SolidScene. Paths of films and frames are
relative to this file, so the folder can be moved.
"""

import importlib.util
import statistics
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent


def _load_judge() -> Any:
    # The harness loads this file by its path, so a plain import would not find judge.py beside it.
    spec = importlib.util.spec_from_file_location("solidscene_judge", FOLDER / "judge.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_judge = _load_judge()


def doc_to_visual(doc: dict[str, Any]) -> list[Any]:
    """The frames as pictures if the export has them, else the path of the film."""
    if doc["frames"]:
        from PIL import Image

        return [Image.open(FOLDER / name).convert("RGB") for name in doc["frames"]]
    return [str(FOLDER / doc["video"])]


def doc_to_text(doc: dict[str, Any], lmms_eval_specific_kwargs: dict[str, str] | None = None) -> str:
    """The question between the prompts of the task's YAML."""
    words = lmms_eval_specific_kwargs or {}
    return f"{words.get('pre_prompt', '')}{doc['question']}{words.get('post_prompt', '')}"


def doc_to_target(doc: dict[str, Any]) -> str:
    """The answer with its unit, for the log."""
    return f"{doc['answer']!r} {doc['unit']}"


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """The relative error of one reply, under each metric's name."""
    error = _judge.relative_error(str(results[0]), doc["answer"], doc["unit"])
    return {
        "accuracy": float(error <= _judge.TOLERANCE),
        "within_20_percent": float(error <= 0.2),
        "within_40_percent": float(error <= 0.4),
        "median_relative_error": error,
    }


def mean(values: list[float]) -> float:
    return statistics.fmean(values)


def median(values: list[float]) -> float:
    return statistics.median(values)
