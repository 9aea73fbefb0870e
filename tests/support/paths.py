"""Folders that tests read: the checkout, their own data, and the corpora that may stand beside the checkout."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
CORPORA = ROOT.parent / "shared" / "corpora"
"""Problems of public data sets; absent on most machines, and then the tests that read them are skipped."""
