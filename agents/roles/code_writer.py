"""The code writer: a Blender script that builds the solid of a brief, extracted from the model's reply.

Only the text is handled here. The caller vets the script, runs it in the sandbox, audits the result and passes the
findings back as turns; the caller also has the template that needs no model.
"""

import re
from collections.abc import Sequence

from agents.gateway.asker import Asker, Complaint, Message, Turn, with_complaints
from agents.gateway.prompt_files import load_prompt

MOST_CHARACTERS = 60_000
"""Longest script accepted; a free polyhedron with explicit coordinates has a tenth of this."""

_BLOCK = re.compile(
    r"^[ \t]*```[ \t]*(?P<language>\w*)[^\n]*\n(?P<code>.*?)^[ \t]*```[ \t]*$", re.DOTALL | re.MULTILINE
)


def messages(inputs: dict[str, str]) -> tuple[Message, ...]:
    """The prompt of the code writer, filled with the texts of a scene brief."""
    return load_prompt("scene_script").fill(inputs)


def read(reply: str) -> str:
    """The script; raises Complaint unless the reply has exactly one fenced Python block."""
    blocks = [found["code"] for found in _BLOCK.finditer(reply) if found["language"].lower() in ("python", "py", "")]
    if not blocks:
        cut_off = "```" in reply
        fault = "The fenced block does not end; the script was cut off" if cut_off else "There is no fenced block"
        raise Complaint(f"{fault}. Answer with the whole script in one block that starts with ```python.", reply)
    if len(blocks) > 1:
        raise Complaint(f"There are {len(blocks)} fenced blocks; answer with one whole script in one block.", reply)
    script = blocks[0].strip("\n")
    if not script.strip() or len(script) > MOST_CHARACTERS:
        fault = f"The script has {len(script)} characters"
        raise Complaint(f"{fault}; write one of at least one line and at most {MOST_CHARACTERS} characters.", reply)
    return script + "\n"


def run(asker: Asker, inputs: dict[str, str], turns: Sequence[Turn] = ()) -> str:
    """Ask once, including the complaints about earlier scripts, and extract the script."""
    return read(asker.ask("code_writer", with_complaints(messages(inputs), turns)))
