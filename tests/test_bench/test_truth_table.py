"""The loader of the truth table: every row is read, and a faulty one is rejected with its file and row."""

from pathlib import Path

import pytest

from bench.truth_table import TruthCase, TruthTableError, answer_value, load_truth_table

ROW = """
[[case]]
name = "{name}"
kind = "cube"
class = "length"
answer = "sqrt(3)"
source = "Pythagoras twice"
figure = "solid cube ABCD-EFGH; given AB = 1; find AG"
"""


@pytest.mark.slow
def test_every_row_of_the_truth_table_has_a_real_answer() -> None:
    cases = load_truth_table()
    assert len(cases) > 400
    assert all(abs(answer_value(case)) < 1e6 for case in cases)


def test_rows_are_read_in_the_order_of_files_and_rows(tmp_path: Path) -> None:
    (tmp_path / "b.toml").write_text(ROW.format(name="third"))
    (tmp_path / "a.toml").write_text(ROW.format(name="first") + ROW.format(name="second"))
    assert [case.name for case in load_truth_table(tmp_path)] == ["first", "second", "third"]
    assert load_truth_table(tmp_path)[0].target_class == "length"


@pytest.mark.parametrize("field", ["name", "kind", "class", "answer", "source", "figure"])
def test_a_missing_field_is_refused_with_file_and_row(tmp_path: Path, field: str) -> None:
    short = "\n".join(line for line in ROW.format(name="second").splitlines() if not line.startswith(f"{field} ="))
    (tmp_path / "a.toml").write_text(ROW.format(name="first") + short)
    with pytest.raises(TruthTableError, match=rf"a\.toml, row 2 .*'{field}'"):
        load_truth_table(tmp_path)


def test_a_name_used_twice_is_refused_naming_both_rows(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(ROW.format(name="same"))
    (tmp_path / "b.toml").write_text(ROW.format(name="other") + ROW.format(name="same"))
    with pytest.raises(TruthTableError, match=r"b\.toml, row 2 .*taken by a\.toml, row 1"):
        load_truth_table(tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ROW.format(name="x") + 'rounding = "1"', r"a\.toml, row 1 \(x\): field 'rounding'"),
        (ROW.format(name="x").replace('"length"', '"weight"'), r"a\.toml, row 1 \(x\): field 'class'"),
        ("[[case]\n", r"a\.toml: "),
        ("title = 'no rows'\n", r"a\.toml: no rows"),
    ],
)
def test_what_is_not_a_row_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(TruthTableError, match=complaint):
        load_truth_table(tmp_path)


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthTableError, match="no truth tables"):
        load_truth_table(tmp_path)


@pytest.mark.parametrize("answer", ["x + 1", "sqrt(-1)", "1/0", "2 *"])
def test_an_answer_that_is_not_a_real_number_is_refused(answer: str) -> None:
    with pytest.raises(TruthTableError, match="odd"):
        answer_value(
            TruthCase(name="odd", kind="any", target_class="other", answer=answer, source="none", figure="find AB")
        )
