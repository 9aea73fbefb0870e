"""Numbers of a statement in two readings: a number that only one of them uses is a difference."""

import pytest

from agents.language.accounting.shared_numbers import LETTER, PlacesByNumber, shared_numbers, unshared_number


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ({4.0: (0,), 3.0: (1,)}, {3.0: (0,), 4.0: (1, 2)}, ""),
        ({4.0: (0,)}, {}, "the number 4"),
        ({}, {4.5: (0,)}, "the number 4.5"),
        ({LETTER: (0,)}, {}, "a general letter"),
        ({}, {}, ""),
    ],
)
def test_both_readings_use_the_same_numbers(first: PlacesByNumber, second: PlacesByNumber, told: str) -> None:
    assert told in unshared_number(first, second)
    assert bool(unshared_number(first, second)) == bool(told)


def test_each_shared_number_has_its_places_in_both() -> None:
    assert shared_numbers({4.0: (0,), 3.0: (1,)}, {3.0: (0,), 4.0: (1, 2)}) == [((0,), (1, 2)), ((1,), (0,))]
