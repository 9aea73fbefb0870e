"""The orbit video of an audited scene, with the visibility of its markers and the file checked by decoding."""

from typing import Any

from dataset.file_names import safe_name
from dataset.video.decode import sha256_of
from geometry.record import Record
from pipeline.film.make_film import make_film
from pipeline.film.visibility_checks import view_check
from pipeline.scene.records import SceneData
from pipeline.stages.context import ProblemState, Quarantine, StageContext
from pipeline.stages.records import Rendered
from workers.blender_jobs import JobFailed, ViewFacts


class Input(Record):
    """What the stage works on."""

    scene: SceneData
    longest_m: float
    """Longest extent of the solid; the lens follows it."""


def input_of(state: ProblemState) -> Input:
    """The input, from the outputs of earlier stages."""
    return Input(scene=state.outputs["script"].scene, longest_m=state.outputs["fit"].fitted.longest_m)


def key_inputs(given: Input, context: StageContext) -> dict[str, Any]:
    """What the output depends on besides the input."""
    assert context.filming is not None
    return {"spec": context.filming.spec_of(context.problem, given.longest_m)}


def run(given: Input, context: StageContext) -> Rendered:
    """Render, encode and check."""
    filming = context.filming
    assert filming is not None
    spec = filming.spec_of(context.problem, given.longest_m)
    target = filming.folder / "videos" / f"{safe_name(context.problem)}.mp4"
    try:
        film = make_film(filming.pool, given.scene, spec, filming.cache, target, filming.progress)
    except JobFailed as failure:
        if failure.code != "view":
            raise
        check = view_check(ViewFacts.model_validate(failure.facts))
        raise Quarantine("view", str(failure), (check,)) from failure
    failed = [check for check in film.checks if check.status != "passed"]
    if failed:
        raise Quarantine("visibility" if "marker" in failed[0].name else "video", failed[0].sentence, film.checks)
    video, poster, sheet = (str(path.relative_to(filming.folder)) for path in film.files)
    assert film.video != "none"
    return Rendered(
        video=video,
        poster=poster,
        contact_sheet=sheet,
        sha256=film.video.sha256,
        spec=spec,
        facts=film.video,
        device=film.result.device,
        seconds=film.result.seconds,
        checks=film.checks,
    )


def files_intact(output: Rendered, context: StageContext) -> bool:
    """Whether the files of an earlier film still exist and the video's hash is unchanged."""
    assert context.filming is not None
    folder = context.filming.folder
    video = folder / output.video
    return video.is_file() and (folder / output.poster).is_file() and sha256_of(video) == output.sha256
