"""A dataset as a folder: `items.jsonl`, `media/`, and `dataset.json`, which says what it is.

The folder is written atomically. Reading verifies everything: each item's content hash and the SHA-256 of its media
files are compared with the recorded ones. A non-empty folder that is not a dataset is never replaced.
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from dataset.atomic_write import draft_folder_of
from dataset.errors import DatasetError
from dataset.items import Item
from dataset.version import program_version
from geometry.record import Evidence

ITEMS = "items.jsonl"
MANIFEST = "dataset.json"
CARD = "README.md"
MEDIA = "media"
_MADE_BY = "solidscene dataset"


class ItemSource(Evidence):
    """Items and the folder that their media paths are relative to: a dataset, or a run to be exported."""

    folder: Path
    items: tuple[Item, ...]
    unpublished: int = 0
    """Problems of the source that did not pass, and so are not among the items."""


def is_dataset(folder: Path) -> bool:
    """Whether the folder was written by `write_dataset`."""
    try:
        found = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(found, dict) and found.get("made_by") == _MADE_BY


def write_dataset(source: ItemSource, out: Path, card: str) -> None:
    """Write the items with copies of (or hard links to) their media."""
    out = Path(os.path.abspath(out))
    if out.is_dir() and any(out.iterdir()) and not is_dataset(out):
        raise DatasetError(f"{out} is not empty and not a dataset. Remedy: choose another --out, or empty it")
    with draft_folder_of(out) as draft:
        placed = [_placed(item, source.folder, draft) for item in source.items]
        write_text(draft / ITEMS, "".join(_line(item) + "\n" for item in placed))
        write_text(draft / MANIFEST, json.dumps(_facts(source), indent=1) + "\n")
        write_text(draft / CARD, card)


def read_dataset(folder: Path) -> ItemSource:
    """The items of a dataset folder, each verified against its hashes."""
    if not is_dataset(folder):
        raise DatasetError(f"{folder} is not a dataset folder: it has no {MANIFEST}. Remedy: name an export's folder")
    items = []
    for number, line in enumerate(_lines(folder), start=1):
        try:
            body = json.loads(line)
            claimed = body.pop("content_hash", "")
            item = Item.model_validate(body)
        except (ValueError, AttributeError, ValidationError) as error:
            first = str(error).splitlines()[0]
            raise DatasetError(f"{folder / ITEMS}:{number}: {first}. Remedy: write the dataset again") from error
        if claimed != item.content_hash:
            raise DatasetError(
                f"{folder / ITEMS}:{number}: {item.id} was changed after it was written: its content hash differs. "
                "Remedy: write the dataset again"
            )
        _compare_media(folder, item)
        items.append(item)
    return ItemSource(folder=folder, items=tuple(items))


def write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # As bytes, so that line endings are the same on every platform.
    path.write_bytes(text.encode("utf-8"))


def place_file(source: Path, target: Path) -> None:
    """Hard-link a file to save space, or copy it if the file system cannot link."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _placed(item: Item, source: Path, folder: Path) -> Item:
    """The item with its media in `folder`."""
    media = []
    for medium in item.media:
        path = f"{MEDIA}/{Path(medium.path).name}"
        place_file(source / medium.path, folder / path)
        media.append(medium.model_copy(update={"path": path}))
    return item.model_copy(update={"media": tuple(media)})


def _line(item: Item) -> str:
    body = json.loads(item.model_dump_json())
    return json.dumps(body | {"content_hash": item.content_hash}, ensure_ascii=False, sort_keys=True)


def _facts(source: ItemSource) -> dict[str, Any]:
    suites = sorted({item.suite for item in source.items})
    return {"made_by": _MADE_BY, "program": program_version(), "items": len(source.items), "suites": suites}


def _lines(folder: Path) -> Iterator[str]:
    try:
        with (folder / ITEMS).open(encoding="utf-8") as lines:
            yield from lines
    except OSError as error:
        raise DatasetError(
            f"{folder / ITEMS} cannot be read ({error.strerror}). Remedy: write the dataset again"
        ) from error


def _compare_media(folder: Path, item: Item) -> None:
    for medium in item.media:
        path = folder / medium.path
        if not path.resolve().is_relative_to(folder.resolve()):
            raise DatasetError(f"{item.id}: {medium.path} is outside {folder}. Remedy: write the dataset again")
        if not path.is_file() or _sha256(path) != medium.sha256:
            raise DatasetError(f"{item.id}: {medium.path} is missing or changed. Remedy: write the dataset again")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def without_machine_paths(value: Any) -> Any:
    """Folders of this machine shortened to their last name: `3d-front:/data/front` to `3d-front:front`."""
    if isinstance(value, dict):
        return {key: without_machine_paths(each) for key, each in value.items()}
    if isinstance(value, list):
        return [without_machine_paths(each) for each in value]
    if isinstance(value, str) and (value.startswith("/") or ":/" in value) and "://" not in value:
        head, colon, path = value.rpartition(":")
        return f"{head}{colon}{Path(path).name}"
    return value
