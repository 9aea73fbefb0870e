"""The question in all its variants: stripped of what is to be seen, recoloured, rescaled, and audited for leaks."""

from typing import Any

from agents.leak_audit import checks as leak_checks

from agents import stripper, variants
from agents.asking import Complaint, Turn
from agents.records import Reading, Record
from geometry.errors import GeometryError
from pipeline.figures import figure_of
from pipeline.render_records import ScaleCue
from pipeline.run_records import Questioned
from pipeline.stage_tools import Heard, Quarantine, Tools

NAME, VERSION, OUTPUT = "rewrite", 1, Questioned

CUES: dict[ScaleCue, str] = {
    "none": "",
    "rule": "The rule on the floor is 1 m long.",
    "tiles": "The tiles of the floor are 0.5 m wide.",
}


class Given(Record):
    """What the stage works on."""

    reading: Reading
    colours: dict[str, str]
    scale: float
    cue: ScaleCue
    turns: tuple[Turn, ...] = ()


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return tools.voice("stripper", "strip")


def run(given: Given, tools: Tools) -> Questioned:
    """The stripped text and its variants; a leak is a complaint to whoever stripped it."""
    figure = figure_of(given.reading.figure)
    marks = stripper.Marks(colours=given.colours, scale=given.scale)
    try:
        if tools.is_offline("stripper"):
            stripped, by, reply = stripper.strip_offline(figure), "offline rules", ""
        else:
            heard = Heard(tools.asker)
            stripped = stripper.run(heard, given.reading, figure, marks, given.turns)
            by, reply = tools.model("stripper"), heard.reply
        rewritten = variants.rewrite(figure, stripped, given.colours, given.scale, CUES[given.cue])
    except GeometryError as error:
        raise Quarantine("question", f"the question cannot be put: {error}") from error
    checks = leak_checks(rewritten.spatial, figure, given.colours, given.scale)
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        # Rules that leak will leak again; a model may do better.
        raise Quarantine("leak", " ".join(failed), checks) if not reply else Complaint(" ".join(failed), reply)
    return Questioned(stripped=stripped, rewritten=rewritten, by=by, checks=checks)
