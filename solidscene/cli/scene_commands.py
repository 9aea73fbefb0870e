"""`solidscene scene`: write a figure's Blender script, vet a script, run and audit one.

Exit codes: 0 accepted; 1 the script or scene was rejected, with the findings; 2 the input is invalid.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from solidscene.cli.help_text import SANDBOXES, examples, one_of
from solidscene.cli.inputs import FigureFile, read_figure, read_text, refuse

if TYPE_CHECKING:
    from pipeline.scene.sandbox.records import SandboxMode

scene_app = typer.Typer(
    help="Scene scripts: write, vet, run in the sandbox, audit.",
    epilog=examples(
        "solidscene scene script assets/figures/pyramid.geo > pyramid.py",
        "solidscene scene run assets/figures/pyramid.geo pyramid.py",
    ),
    no_args_is_help=True,
    rich_markup_mode=None,
)

ScriptFile = Annotated[Path, typer.Argument(metavar="SCRIPT.py", help="A bpy script; - reads standard input.")]
Sandbox = Annotated[
    str,
    typer.Option(
        help="auto, landlock, bubblewrap, or none (only inside a container that isolates already).",
        autocompletion=one_of(SANDBOXES),
    ),
]


@scene_app.command(
    epilog=examples("solidscene scene script assets/figures/pyramid.geo > pyramid.py"),
    help="Write the Blender script that builds a figure's solid with its markers.",
)
def script(
    file: FigureFile,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the solid's rotation about the vertical axis.")] = 0,
) -> None:
    from pipeline.scene.figure_to_scene import solve_and_fit
    from pipeline.scene.fit_scene import SceneRefused
    from pipeline.scene.template.script import write_script

    try:
        brief = solve_and_fit(read_figure(file), seed).brief
    except SceneRefused as error:
        refuse(f"{file}: {error}", 1)
    typer.echo(write_script(brief), nl=False)


@scene_app.command(
    epilog=examples("solidscene scene vet pyramid.py"),
    help="Vet a script without running it and report everything it may not do.",
)
def vet(file: ScriptFile) -> None:
    from pipeline.scene.sandbox.script_vetting import vet_script

    findings = vet_script(read_text(file))
    for finding in findings:
        typer.echo(f"{file}:{finding.line}:{finding.column}: {finding.sentence}")
    if findings:
        raise typer.Exit(1)
    typer.echo("accepted: nothing in the script reaches outside the scene")


@scene_app.command(
    epilog=examples("solidscene scene run assets/figures/pyramid.geo pyramid.py"),
    help="Vet a script, run it in the sandbox and audit what it built against a figure.",
)
def run(
    file: FigureFile,
    script_file: ScriptFile,
    sandbox: Sandbox = "auto",
    seed: Annotated[int, typer.Option(min=0, help="The seed that the script was written with.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print scene and checks as JSON.")] = False,
) -> None:
    import json

    from pipeline.scene.figure_to_scene import build_and_audit, solve_and_fit
    from pipeline.scene.fit_scene import SceneRefused
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable

    try:
        brief = solve_and_fit(read_figure(file), seed).brief
        scene, checks = build_and_audit(brief, read_text(script_file), sandbox_option(sandbox))
    except (SceneRefused, SandboxUnavailable) as error:
        refuse(str(error), 1)
    if as_json:
        facts = {"scene": scene.model_dump(mode="json"), "checks": [c.model_dump(mode="json") for c in checks]}
        typer.echo(json.dumps(facts, indent=1))
    else:
        for check in checks:
            typer.echo(f"{check.status:>10}  {check.name}: {check.sentence}")
    raise typer.Exit(0 if all(check.status == "passed" for check in checks) else 1)


def sandbox_option(word: str) -> "SandboxMode":
    """The sandbox mode of the option, or exit 2."""
    from pipeline.scene.sandbox.records import sandbox_mode

    try:
        return sandbox_mode(word)
    except ValueError as error:
        refuse(str(error))
