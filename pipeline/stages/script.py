"""A script that builds the solid, run in the sandbox and audited against the fitted coordinates."""

from typing import Any

from agents.gateway.asker import Complaint, Turn
from agents.roles import code_writer
from geometry.record import Record
from pipeline.scene.brief_text import prompt_inputs
from pipeline.scene.figure_to_scene import build_and_audit
from pipeline.scene.fit_scene import SceneRefused
from pipeline.scene.records import SceneBrief
from pipeline.scene.template.script import write_script
from pipeline.stages.context import ProblemState, Quarantine, RecordingAsker, StageContext
from pipeline.stages.records import Scripted


class Input(Record):
    """What the stage works on."""

    brief: SceneBrief
    turns: tuple[Turn, ...] = ()


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(brief=state.outputs["fit"].brief, turns=state.turns_of("script"))


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    return context.role_fingerprint("code_writer", "scene_script")


def run(given: Input, context: StageContext) -> Scripted:
    """The script and the scene it built; a failed audit is a Complaint to the model that wrote it."""
    if context.is_offline("code_writer"):
        script, by, reply = write_script(given.brief), "template", ""
    else:
        heard = RecordingAsker(context.asker)
        script = code_writer.run(heard, prompt_inputs(given.brief), given.turns)
        by, reply = context.model("code_writer"), heard.reply
    try:
        scene, checks = build_and_audit(given.brief, script, context.sandbox)
    except SceneRefused as refusal:
        raise _complaint(str(refusal), by, reply) from refusal
    failed = [check.sentence for check in checks if check.status != "passed"]
    if failed:
        raise _complaint("\n".join(failed), by, reply)
    return Scripted(script=script, scene=scene, by=by, checks=checks)


def _complaint(sentence: str, by: str, reply: str) -> Exception:
    # A template script that fails its audit would fail again, so there is no retry.
    return Quarantine("script", sentence) if by == "template" else Complaint(sentence, reply)
