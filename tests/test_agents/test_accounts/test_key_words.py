"""The words for a key: an honest key line passes the gates, one that says anything else than the words does not."""

import json
from typing import Any

import pytest

from agents.gateway.asker import Complaint
from agents.language.accounting.key_words import asked_expressions, without_key_words
from agents.language.statements.disguise import disguised
from agents.language.statements.formula_text import formulas_in
from agents.records import Problem, Reading
from agents.roles.reader import reader
from geometry.notation.printer import print_expr
from geometry.notation.resolve import parse_figure

CONDITION = "A regular tetrahedron has edges of length 6."
ROOT = (
    r"Its volume can be written as $m\sqrt{n}$, where $m$ and $n$ are positive integers and $n$ is not divisible by "
    r"the square of any prime. Find $m+n$"
)
KEY = "key m + n where volume(k) = m*sqrt(n)"


def read(question: str, lines: list[str], kind: str = "volume", quote: str = "", condition: str = CONDITION) -> Reading:
    """The reading of the tetrahedron with this question."""
    reply: dict[str, Any] = {
        "plan": "A regular tetrahedron.",
        "verdict": "readable",
        "sentence": "",
        "diagram": [],
        "conditions": [
            {
                "quote": condition,
                "role": "primary",
                "lines": ["solid regular tetrahedron k = ABCD", "given edge(k) = 6"],
            }
        ],
        "question": {"quote": quote or question, "lines": lines},
        "problem_type": kind,
        "unit": "",
        "not_in_figure": [],
    }
    problem = Problem(id="t", statement=f"{condition} {question}.", answer="20")
    found = reader.read(json.dumps(reply), problem)
    assert isinstance(found, Reading)
    return found


# Formulas


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"is $\frac{m}{n}$ cubic", ["m / n"]),
        (r"is $\frac mn,$ and", ["m / n"]),
        (r"is $\frac{m\sqrt{n}}k$, and", ["m * sqrt(n) / k"]),
        (r"$\cos \theta=m+\sqrt{n},$", ["m + sqrt(n)"]),
        ("is m/n, so find m + n.", ["m / n", "m + n"]),
        (r"form $a\sqrt[3]{b}$", ["a * root(3, b)"]),
        (r"$\frac{K\sqrt{6}}{\sqrt{\pi}}$", ["k * sqrt(6) / sqrt(pi)"]),
        ("exceed $1000x$.", ["1000 * x"]),
        (r"$\lfloor 100x\rfloor$", ["floor(100 * x)"]),
        (r"$\frac12$ and $a:b$", ["1 / 2", "a / b"]),
        (r"$\left(\frac{m}{n}\right)^\circ$", ["(m / n)°"]),
        (r"the volume of $A B C F$ in $\text{cm}^3$, and $AB$", []),
    ],
)
def test_formulas_are_read_as_statements_write_them(text: str, shown: list[str]) -> None:
    assert [print_expr(formula.expr) for formula in formulas_in(text)] == shown


def test_a_formula_without_end_is_none() -> None:
    assert not formulas_in("$" + "(" * 5000 + "m" + ")" * 5000 + "$")


@pytest.mark.parametrize(
    ("question", "expression"),
    [
        ("Find $m+n$.", "m + n"),
        ("What is the value of $a + b + c$?", "a + b + c"),
        ("The volume is $v$. Find $v^2$.", "v^2"),
        ("Find the greatest integer that does not exceed $1000x$.", "floor(1000 * x)"),
        ("Find the smallest integer greater than $10x$.", "ceil(10 * x)"),
        ("Compute the sum of $a$, $b$ and $c$.", "a + b + c"),
        ("Find the product of $m$ and $n$.", "m * n"),
        ("Find the square of the volume.", "x^2"),
        ("What is the greatest integer not exceeding 100 times its volume?", "floor(100 * x)"),
        ("The ratio is a fraction. Find the sum of its numerator and denominator.", "m + n"),
    ],
)
def test_what_is_asked_is_an_expression(question: str, expression: str) -> None:
    assert [print_expr(asked.expr) for asked in asked_expressions(question)] == [expression]


@pytest.mark.parametrize(
    "question",
    ["Find the volume of a cube whose diagonal is 3.", "Find the remainder when $m+n$ is divided by 100."],
)
def test_a_question_for_anything_else_asks_for_no_expression(question: str) -> None:
    assert not asked_expressions(question)


# Honest readings


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (ROOT, ["find volume(k)", KEY]),
        (ROOT.replace("Find $m+n$", "Compute the sum of $m$ and $n$"), ["find volume(k)", KEY]),
        ("Let $V$ be its volume. What is $V^2$", ["find volume(k)", "key volume(k)^2"]),
        ("Let $V$ be its volume. What is $V^2$", ["find volume(k)", "key v^2 where volume(k) = v"]),
        ("Find the square of its volume", ["find volume(k)", "key volume(k)^2"]),
        (
            "Find the greatest integer not exceeding 100 times its volume",
            ["find volume(k)", "key floor(100*volume(k))"],
        ),
        (
            r"The square of its volume is $\frac{m}{n}$ in lowest terms. Find $m+n$",
            ["find volume(k)", "key m + n where volume(k)^2 = m/n"],
        ),
        (
            r"Its volume is $a\sqrt{b}$ with whole numbers $a$ and $b$ and the smallest possible $b$. Find $a+b$",
            ["find volume(k)", "key a + b where volume(k) = a*sqrt(b)"],
        ),
        (r"If its volume is $K\sqrt{2}$, then what is $K$", ["find volume(k)", "key k where volume(k) = k*sqrt(2)"]),
    ],
)
def test_an_honest_key_passes_and_stays_in_the_figure(question: str, lines: list[str]) -> None:
    reading = read(question, lines)
    assert not reading.doubts
    assert parse_figure(reading.figure).key == parse_figure("\n".join(["solid cone k", *lines])).key


def test_the_words_for_a_key_are_blanked_and_the_quantity_stays() -> None:
    statement = f"{CONDITION} {ROOT}."
    figure = parse_figure(f"solid cone k\nfind volume(k)\n{KEY}")
    heard = without_key_words(statement, (len(CONDITION) + 1, len(statement)), figure)
    assert len(heard) == len(statement)
    assert heard.split() == [*CONDITION.split(), *["Its", "volume", "can", "be", "written", "as", "$", "$", "."]]


# Readings that lie


@pytest.mark.parametrize(
    ("question", "lines", "complaint"),
    [
        # A key where nothing is made from the quantity.
        ("Find its volume", ["find volume(k)", "key x - 3 where volume(k) = x"], "not what the question asks for"),
        ("Find its volume", ["find volume(k)", KEY], "not what the question asks for"),
        # Another expression, number, function or letter than the words have.
        (ROOT, ["find volume(k)", "key m - n where volume(k) = m*sqrt(n)"], "not what the question asks for: m \\+ n"),
        (ROOT, ["find volume(k)", "key m + n + 1 where volume(k) = m*sqrt(n)"], "not what the question asks for"),
        (ROOT, ["find volume(k)", "key m + 2*n where volume(k) = m*sqrt(n)"], "not what the question asks for"),
        (ROOT, ["find volume(k)", "key p + q where volume(k) = p*sqrt(q)"], "not what the question asks for"),
        (ROOT, ["find volume(k)", "key floor(m + n) where volume(k) = m*sqrt(n)"], "not what the question asks for"),
        (
            "Find the greatest integer not exceeding 100 times its volume",
            ["find volume(k)", "key floor(10*volume(k))"],
            "not what the question asks for",
        ),
        ("Find the square of its volume", ["find volume(k)", "key volume(k)^3"], "not what the question asks for"),
        ("Find the square of its volume", ["find volume(k)", "key volume(k)^2 - 3"], "not what the question asks for"),
        # Another form than the statement has.
        (ROOT, ["find volume(k)", "key m + n where volume(k) = m*sqrt(2*n)"], "is not written in the statement"),
        (ROOT, ["find volume(k)", "key m + n where volume(k) = m/n"], "is not written in the statement"),
        (ROOT, ["find volume(k)", "key m + n where volume(k) = n*sqrt(m)"], "is not written in the statement"),
        # A power that only the definition of the letters speaks of.
        (ROOT, ["find volume(k)", "key m + n where volume(k)^2 = m*sqrt(n)"], "words before its form are not"),
        # No key where one is asked for, be it quoted or not.
        (ROOT, ["find volume(k)"], "asks for m \\+ n, which is made from the quantity"),
    ],
)
def test_a_key_that_the_words_do_not_have_is_a_complaint(question: str, lines: list[str], complaint: str) -> None:
    with pytest.raises(Complaint, match=complaint):
        read(question, lines)


def test_a_missing_key_is_seen_although_the_quote_leaves_the_question_out() -> None:
    with pytest.raises(Complaint, match="made from the quantity"):
        read(ROOT, ["find volume(k)"], quote=r"Its volume can be written as $m\sqrt{n}$")


def test_the_quantity_is_still_the_one_that_the_words_ask_for() -> None:
    lines = ["find surface_area(k)", "key m + n where surface_area(k) = m*sqrt(n)"]
    with pytest.raises(Complaint, match="volume"):
        read(ROOT, lines, kind="area")


def test_a_quote_without_the_quantity_goes_back() -> None:
    with pytest.raises(Complaint, match="let it begin where the statement names the quantity"):
        read(ROOT, ["find volume(k)", KEY], quote="Find $m+n$")


def test_numbers_of_conditions_are_not_hidden_by_a_key() -> None:
    """The clause that defines the letters names points: nothing of it is blanked."""
    question = ROOT.replace("square of any prime", "square of any prime and $AB = 7$")
    with pytest.raises(Complaint, match="7"):
        read(question, ["find volume(k)", KEY])


# The second reader


def test_the_sentence_that_defines_the_letters_goes_first_with_the_question() -> None:
    text = disguised(f"{CONDITION} {ROOT}.", seed=0).statement
    assert text.startswith("Its volume can be written")
    assert text.endswith(CONDITION)
    assert disguised(f"{CONDITION} It is blue. Find its volume.", seed=0).statement.startswith("Find its volume.")
