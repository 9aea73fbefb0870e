"""Plays a good model behind the scripted server, for a handful of problems it knows by their first words.

It answers each role from the request alone, as the prompts ask for it. Tests put mistakes in front of it.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from agents.language.statements.disguise import disguised
from agents.language.statements.statement_tokens import labels_in
from agents.records import Problem
from geometry.notation.resolve import parse_figure
from geometry.report.check_figure import check_figure
from pipeline.scene.records import MarkerBrief, PolyhedralPart, SceneBrief
from pipeline.scene.template.script import write_script
from tests.support.scripted_server import Step, says

TENT = Problem(
    id="tent",
    statement=(
        "In the pyramid $P-ABCD$ the base $ABCD$ is a square with side $2$ and $PA$ is perpendicular to the base, "
        "with $PA = 2$. $E$ is the midpoint of $PD$. Find the distance from $E$ to the plane $PBC$."
    ),
    answer=r"\frac{\sqrt{2}}{2}",
)
BLOCK = Problem(
    id="block",
    statement=(
        "The cuboid $ABCD-EFGH$ has $AB = 3$, $BC = 4$ and $AE = 12$. $M$ is the midpoint of $AE$. "
        "What is the length of $MG$?"
    ),
    answer=r"\sqrt{61}",
)
JAR = Problem(
    id="jar",
    statement="A cylinder has a base radius of 3 cm and a height of 5 cm. What is its lateral area?",
    answer=r"30\pi \text{ cm}^2",
)
CHINESE = Problem(
    id="chinese",
    statement="正方体 $ABCD-A_1B_1C_1D_1$ 的棱长为 $2$，$M$ 是 $AB$ 的中点，求 $MC_1$ 的长。",
    answer="3",
)
PROOF = Problem(id="proof", statement="In the cube $ABCD-EFGH$ prove that $AG$ is perpendicular to $BD$.", answer="-")
PROBLEMS = (TENT, BLOCK, JAR, CHINESE, PROOF)


def _condition(quote: str, role: str, *lines: str) -> dict[str, Any]:
    return {"quote": quote, "role": role, "lines": list(lines)}


def _reading(
    conditions: list[dict[str, Any]], question: tuple[str, list[str]], kind: str, unit: str = ""
) -> dict[str, Any]:
    return {
        "plan": "The solid first, then what is added, then what is asked.",
        "verdict": "readable",
        "sentence": "",
        "diagram": [],
        "conditions": conditions,
        "question": {"quote": question[0], "lines": question[1]},
        "problem_type": kind,
        "unit": unit,
        "not_in_figure": [],
    }


READINGS: dict[str, dict[str, Any]] = {
    "In the pyramid": _reading(
        [
            _condition("In the pyramid $P-ABCD$", "primary", "solid pyramid P-ABCD"),
            _condition("the base $ABCD$ is a square with side $2$", "primary", "given square(A,B,C,D)", "given AB = 2"),
            _condition("$PA$ is perpendicular to the base", "primary", "given perp(line(P,A), plane(A,B,C,D))"),
            _condition("with $PA = 2$", "primary", "given PA = 2"),
            _condition("$E$ is the midpoint of $PD$", "auxiliary", "point E = midpoint(P,D)"),
        ],
        ("Find the distance from $E$ to the plane $PBC$", ["find distance(E, plane(P,B,C))"]),
        "length",
    ),
    "The cuboid": _reading(
        [
            _condition("The cuboid $ABCD-EFGH$", "primary", "solid cuboid ABCD-EFGH"),
            _condition("$AB = 3$, $BC = 4$ and $AE = 12$", "primary", "given AB = 3, BC = 4, AE = 12"),
            _condition("$M$ is the midpoint of $AE$", "auxiliary", "point M = midpoint(A,E)"),
        ],
        ("What is the length of $MG$", ["find MG"]),
        "length",
    ),
    "A cylinder": _reading(
        [
            _condition("A cylinder", "primary", "solid cylinder k"),
            _condition("a base radius of 3 cm", "primary", "given radius(k) = 3"),
            _condition("a height of 5 cm", "primary", "given height(k) = 5"),
        ],
        ("What is its lateral area", ["find lateral_area(k)"]),
        "area",
        "cm",
    ),
    "The cube": _reading(
        [
            _condition("The cube $ABCD-A_1B_1C_1D_1$", "primary", "solid cube ABCD-A1B1C1D1"),
            _condition("has edges of length $2$", "primary", "given AB = 2"),
            _condition("$M$ is the midpoint of $AB$", "auxiliary", "point M = midpoint(A,B)"),
        ],
        ("find the length of $MC_1$", ["find MC1"]),
        "length",
    ),
}
ENGLISH = (
    "The cube $ABCD-A_1B_1C_1D_1$ has edges of length $2$, $M$ is the midpoint of $AB$; find the length of $MC_1$."
)
STATEMENTS = (TENT.statement, BLOCK.statement, JAR.statement, ENGLISH)
STRIPPED = {
    "distance(E": "$E$ is the midpoint of $PD$. Find the distance from $E$ to the plane $PBC$.",
    "find MG": "$M$ is the midpoint of $AE$. What is the length of $MG$?",
    "lateral_area(": "What is the lateral area of the object?",
    "find MC1": "$M$ is the midpoint of $AB$. Find the length of $MC_1$.",
}


def schema_name(body: dict[str, Any]) -> str:
    """Which reply is asked for; empty for the code writer, who answers in text."""
    return str(body.get("response_format", {}).get("json_schema", {}).get("name", ""))


def is_second_reading(body: dict[str, Any]) -> bool:
    """Whether a request comes from the second reader."""
    return any("Another reader" in message["content"] for message in body["messages"])


def answer(body: dict[str, Any], tokens: tuple[int, int] = (10, 5)) -> Step:
    """The reply of a good model, with the tokens it is said to have taken."""
    return says(_text(body), tokens=tokens)


def _text(body: dict[str, Any]) -> str:
    task = next(message["content"] for message in body["messages"] if message["role"] == "user")
    match schema_name(body):
        case "TranslationReply":
            return json.dumps({"english": ENGLISH})
        case "ReadingReply":
            return json.dumps(_read(task))
        case "AuditReply":
            return json.dumps({"comparison": "Clause by clause they say the same.", "differences": []})
        case "SolutionReply":
            return json.dumps(solution(task))
        case "StripperReply":
            return json.dumps({"question": next(text for mark, text in STRIPPED.items() if mark in task)})
        case "":
            return f"```python\n{script_for(task)}```"
        case name:
            raise AssertionError(f"nobody taught the player {name}")


def _read(task: str) -> dict[str, Any]:
    if "prove" in task:
        refusal = _reading([], ("", []), "none")
        return {**refusal, "verdict": "proof", "sentence": "It asks to 'prove' something."}
    if "Another reader" in task and not any(statement in task for statement in STATEMENTS):
        seen = map(_read_in_disguise, STATEMENTS)
        return next(reading for text, reading in seen if text in task)
    return next(reading for start, reading in READINGS.items() if start in task)


def _read_in_disguise(statement: str) -> tuple[str, dict[str, Any]]:
    """A statement whose points have other letters, as the second reader sees it, and its reading."""
    seen = disguised(statement, 0)
    new = {old: letter for letter, old in seen.letters.items()}

    def renamed(text: str) -> str:
        places = {token.start for token in labels_in(text)}
        return "".join(new.get(char, char) if place in places else char for place, char in enumerate(text))

    def relabelled(lines: list[str]) -> list[str]:
        return ["".join(new.get(char, char) for char in line) for line in lines]

    reading = json.loads(json.dumps(next(r for start, r in READINGS.items() if start in statement)))
    for part in (*reading["conditions"], reading["question"]):
        part["quote"], part["lines"] = renamed(part["quote"]), relabelled(part["lines"])
    return seen.statement, reading


def figure_in(task: str) -> str:
    """The figure that a request shows."""
    lines = re.findall(r"^(?:solid|point|plane|given|find|param|unknown)\b.*$", task, re.MULTILINE)
    return "\n".join(lines)


def solution(task: str) -> dict[str, Any]:
    """Coordinates from the kernel, in the form of the reply."""
    coordinates = check_figure(parse_figure(figure_in(task))).coordinates
    assert coordinates != "none"
    return {
        "reasoning": "Solved by coordinates.",
        "points": [
            {"name": name, **{axis: f"{c:.15f}" for axis, c in zip("xyz", p, strict=True)}}
            for name, p in coordinates.points.items()
        ],
        "numbers": [{"name": name, "value": f"{value:.15f}"} for name, value in coordinates.numbers.items()],
        "planes": [],
    }


_NUMBERS = r"\(([-\d.]+), ([-\d.]+), ([-\d.]+)\)"


def script_for(task: str) -> str:
    """The template's script of the polyhedron that the task describes."""
    told = task[task.rindex("Part 1:") :]
    vertices = {m[1]: _place(m.groups()[1:]) for m in re.finditer(rf"^  (\w+) = {_NUMBERS}$", told, re.MULTILINE)}
    faces = re.findall(r"^  ((?:\w+ ){2,}\w+)$", told, re.MULTILINE)
    marks = re.finditer(rf"^  (\w+)_([a-z]+): {_NUMBERS}, \(", told, re.MULTILINE)
    markers = tuple(MarkerBrief(label=m[1], colour=m[2], position_m=_place(m.groups()[2:])) for m in marks)
    radius = re.search(r"Balls of radius ([\d.]+)", told)
    brief = SceneBrief(
        parts=(PolyhedralPart(kind="polyhedron", vertices_m=vertices, faces=tuple(tuple(f.split()) for f in faces)),),
        markers=markers,
        volume_m3=float(re.findall(r"Volume of the whole: ([\d.e-]+)", told)[0]),
        scale=1.0,
        marker_radius_m=float(radius[1]) if radius else 0.035,
    )
    return write_script(brief)


def _place(numbers: Sequence[str | Any]) -> tuple[float, float, float]:
    x, y, z = map(float, numbers)
    return x, y, z
