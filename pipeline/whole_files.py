"""Text files that are there whole or not at all."""

from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Write a file through a draft beside it, so that nobody ever reads half of it."""
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
