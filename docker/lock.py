"""Writes `requirements.lock`: every package of the image with its version and the hash of its file.

Run it after a change of the dependencies:  python docker/lock.py
pip resolves the dependencies of pyproject.toml from the index configured on this machine; nothing is installed, and no
index URL is written to the file. Fails for packages without a wheel: the image has no compiler.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements.lock"
WANTED = (f"{ROOT}[export]", "setuptools>=77,<81")
"""The project with its export extra, and the build backend that installs it from a checkout."""
HEADER = """\
# Packages of the image: Python 3.11 on 64-bit Linux (x86). Written by `python docker/lock.py`; do not edit.
"""


def resolve() -> list[dict[str, Any]]:
    """What pip would install (dry run)."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--dry-run", "--ignore-installed", "--quiet", "--only-binary", ":all:", "--report", str(report)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, *WANTED], check=True)
        found: list[dict[str, Any]] = json.loads(report.read_text())["install"]
    return [entry for entry in found if "archive_info" in entry["download_info"]]


def line(entry: dict[str, Any]) -> str:
    """One pinned package."""
    digest = entry["download_info"]["archive_info"]["hashes"]["sha256"]
    name = entry["metadata"]["name"].lower().replace("_", "-").replace(".", "-")
    return f"{name}=={entry['metadata']['version']} --hash=sha256:{digest}"


def main() -> int:
    if sys.version_info[:2] != (3, 11):
        print("The lock needs Python 3.11, as in the image. Remedy: .venv/bin/python docker/lock.py", file=sys.stderr)
        return 2
    try:
        lines = sorted(map(line, resolve()))
    except subprocess.CalledProcessError:
        print("pip found no set of packages. Remedy: see its output above, and pyproject.toml", file=sys.stderr)
        return 1
    LOCK.write_text(HEADER + "\n".join(lines) + "\n")
    print(f"{len(lines)} packages in {LOCK.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
