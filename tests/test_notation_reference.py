"""The notation's document is true: its tables are the kernel's, and every example parses, solves and measures."""

import re

import pytest

from geometry.check_figure import check_figure
from geometry.resolve import parse_figure
from geometry.signatures import FUNCTIONS
from pipeline.notation_reference import DOCUMENT, with_tables

TEXT = DOCUMENT.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```geo\n(.*?)```", TEXT, flags=re.DOTALL)


def test_the_tables_are_the_kernels_own() -> None:
    assert with_tables(TEXT) == TEXT, "run: python -m pipeline.notation_reference"


@pytest.mark.parametrize("figure", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_solves(figure: str) -> None:
    report = check_figure(parse_figure(figure))
    assert report.ok, report.reason


def test_every_function_of_the_table_can_be_evaluated() -> None:
    from geometry.constructions import MAKERS
    from geometry.evaluate import DIRECT
    from geometry.measures import MEASURES
    from geometry.predicates import PREDICATES

    known = {*MAKERS, *MEASURES, *PREDICATES, *DIRECT}
    assert set(FUNCTIONS) - known == set()
