"""Vertex labels: every customary spelling of one label is that label, everything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from geometry.notation.labels import normalise_label, split_labels
from tests.support.figure_strategies import examples

LETTERS = st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
INDICES = st.integers(0, 999)
PRIMES = ("'", "’", "′", "‘", "`", r"^\prime", r"^{\prime}", r"^{\prime }")
SUBSCRIPT = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def spellings_of_index(index: int) -> tuple[str, ...]:
    return (str(index), f"_{index}", f"_{{{index}}}", str(index).translate(SUBSCRIPT))


@pytest.mark.parametrize("text", ["A1", "A_1", "A_{1}", "A₁"])
def test_an_index_in_any_spelling_is_one_label(text: str) -> None:
    assert normalise_label(text) == "A1"


@pytest.mark.parametrize("text", ["A'", "A′", "A’", "A‘", "A`", r"A^\prime", r"A^{\prime}"])
def test_a_prime_in_any_spelling_is_one_label(text: str) -> None:
    assert normalise_label(text) == "A'"


@pytest.mark.parametrize("text", ["A''", "A″", "A′′", r"A^{\prime\prime}", r"A^\prime\prime", "A'′"])
def test_two_primes_in_any_spelling_are_one_label(text: str) -> None:
    assert normalise_label(text) == "A''"


@pytest.mark.parametrize("text", ["P_1'", "P'_1", "P1'", "P_{1}'", "P'_{1}", "P₁′", r"P^{\prime}_1", r"P_1^\prime"])
def test_index_and_prime_may_come_in_either_order(text: str) -> None:
    assert normalise_label(text) == "P1'"


@pytest.mark.slow
@examples(200)
@given(LETTERS, INDICES, st.lists(st.sampled_from(PRIMES), max_size=2), st.data())
def test_every_mixture_of_spellings_means_the_letter_the_index_and_the_number_of_primes(
    letter: str, index: int, primes: list[str], data: st.DataObject
) -> None:
    written = letter + data.draw(st.sampled_from(spellings_of_index(index))) + "".join(primes)
    assert normalise_label(written) == f"{letter}{index}{chr(39) * len(primes)}"


@examples(200)
@given(LETTERS, st.one_of(st.just(""), INDICES.map(str)), st.integers(0, 3))
def test_the_inside_spelling_is_its_own_normal_form(letter: str, index: str, primes: int) -> None:
    label = letter + index + "'" * primes
    assert normalise_label(label) == label
    assert split_labels(label) == (label,)


@pytest.mark.slow
@examples(200)
@given(
    st.lists(st.tuples(LETTERS, st.one_of(st.just(""), INDICES.map(str)), st.integers(0, 2)), min_size=1, max_size=9)
)
def test_labels_written_together_are_taken_apart_again(parts: list[tuple[str, str, int]]) -> None:
    labels = tuple(letter + index + "'" * primes for letter, index, primes in parts)
    assert split_labels("".join(labels)) == labels


@pytest.mark.slow
@examples(200)
@given(
    st.lists(
        st.tuples(LETTERS, st.one_of(st.none(), INDICES), st.lists(st.sampled_from(PRIMES), max_size=1)), min_size=1
    ),
    st.data(),
)
def test_a_run_in_mixed_spellings_gives_the_same_labels_as_its_plain_spelling(
    parts: list[tuple[str, int | None, list[str]]], data: st.DataObject
) -> None:
    plain = "".join(a + ("" if i is None else str(i)) + "'" * len(p) for a, i, p in parts)
    mixed = ""
    for letter, index, primes in parts:
        mixed += (
            letter + ("" if index is None else data.draw(st.sampled_from(spellings_of_index(index)))) + "".join(primes)
        )
    assert split_labels(mixed) == split_labels(plain)


@pytest.mark.parametrize(
    "text", ["", "a", "1A", "AB", "A-1", "A_", "A_{}", "A_x", "'", "Á", "A_{1", "A ", " A", "A1 ", "A^2", "Ω"]
)
def test_what_is_not_exactly_one_label_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a point label"):
        normalise_label(text)


@pytest.mark.parametrize("text", ["A_{1}_2", "A_{1}_{2}", "P_1'_2", "P1'_{2}"])
def test_a_label_with_two_indices_is_refused_rather_than_joined(text: str) -> None:
    with pytest.raises(ValueError, match="label"):
        normalise_label(text)


@pytest.mark.parametrize("text", ["A B", "ABc", "A,B", "AB-", "A_B", "3AB", "A₁b"])
def test_what_is_not_a_run_of_labels_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a run of point labels"):
        split_labels(text)


@examples(200)
@given(st.text(max_size=12))
def test_any_text_is_either_labels_or_refused_with_a_value_error(text: str) -> None:
    try:
        labels = split_labels(text)
    except ValueError:
        return
    assert all(normalise_label(label) == label for label in labels)
