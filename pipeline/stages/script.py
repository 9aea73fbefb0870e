"""A script that builds the solid, run in the sandbox and audited against the fitted coordinates."""

from typing import Any

from agents import code_writer
from agents.asking import Complaint, Turn
from agents.records import Record
from pipeline.brief_text import prompt_inputs
from pipeline.prepare_scene import SceneRefused, build_and_audit
from pipeline.run_records import Scripted
from pipeline.scene_records import SceneBrief
from pipeline.stage_tools import Heard, Quarantine, Tools
from pipeline.template_script import write_script
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "script", Scripted
VERSION = STAGE_VERSIONS[NAME]


class Given(Record):
    """What the stage works on."""

    brief: SceneBrief
    turns: tuple[Turn, ...] = ()


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return tools.voice("code_writer", "scene_script")


def run(given: Given, tools: Tools) -> Scripted:
    """The script and the scene it built; an audit that fails is a complaint to the writer."""
    if tools.is_offline("code_writer"):
        script, by, reply = write_script(given.brief), "template", ""
    else:
        heard = Heard(tools.asker)
        script = code_writer.run(heard, prompt_inputs(given.brief), given.turns)
        by, reply = tools.model("code_writer"), heard.reply
    try:
        scene, checks = build_and_audit(given.brief, script, tools.sandbox)
    except SceneRefused as refusal:
        raise _complaint(str(refusal), by, reply) from refusal
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise _complaint("\n".join(failed), by, reply)
    return Scripted(script=script, scene=scene, by=by, checks=checks)


def _complaint(sentence: str, by: str, reply: str) -> Exception:
    # A template that fails its audit will fail again.
    return Quarantine("script", sentence) if by == "template" else Complaint(sentence, reply)
