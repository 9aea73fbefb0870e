"""The notation's document is true: its tables are the kernel's, and every example parses, solves and measures."""

import re

import pytest

from geometry.notation.reference import DOCUMENT, with_tables
from geometry.notation.resolve import parse_figure
from geometry.notation.signatures import FUNCTIONS
from geometry.report.check_figure import check_figure

TEXT = DOCUMENT.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```geo\n(.*?)```", TEXT, flags=re.DOTALL)


def test_the_tables_are_the_kernels_own() -> None:
    assert with_tables(TEXT) == TEXT, "run: python -m geometry.notation.reference"


@pytest.mark.slow
@pytest.mark.parametrize("figure", EXAMPLES, ids=range(len(EXAMPLES)))
def test_every_example_solves(figure: str) -> None:
    report = check_figure(parse_figure(figure))
    assert report.ok, report.reason


def test_every_function_of_the_table_can_be_evaluated() -> None:
    from geometry.conditions.predicates import ABOUT_DECLARATIONS, PREDICATES
    from geometry.measures.constructions import MAKERS
    from geometry.measures.evaluate import DIRECT
    from geometry.measures.measure_table import MEASURES

    known = {*MAKERS, *MEASURES, *PREDICATES, *ABOUT_DECLARATIONS, *DIRECT}
    assert set(FUNCTIONS) - known == set()
