"""The orbit video of an audited scene, with the visibility of its markers and the file checked by decoding."""

from typing import Any

from agents.records import Record
from pipeline.encode import sha256_of
from pipeline.film import make_film
from pipeline.plate_keys import room_code_hash
from pipeline.render_worker import ViewRefused
from pipeline.run_records import Rendered
from pipeline.safe_names import safe_name
from pipeline.scene_records import SceneData
from pipeline.stage_tools import Quarantine, Tools
from pipeline.versions import STAGE_VERSIONS

NAME, OUTPUT = "render", Rendered
VERSION = STAGE_VERSIONS[NAME]


class Given(Record):
    """What the stage works on."""

    scene: SceneData


def facts(given: Given, tools: Tools) -> dict[str, Any]:
    """What the output depends on besides the input."""
    assert tools.filming is not None
    return {"spec": tools.filming.spec_of(tools.problem), "code": room_code_hash()}


def run(given: Given, tools: Tools) -> Rendered:
    """Film, encode and check."""
    filming = tools.filming
    assert filming is not None
    spec = filming.spec_of(tools.problem)
    target = filming.folder / "videos" / f"{safe_name(tools.problem)}.mp4"
    try:
        film = make_film(filming.pool, given.scene, spec, filming.cache, target, filming.progress)
    except ViewRefused as refusal:
        raise Quarantine("view", str(refusal)) from refusal
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


def is_whole(output: Rendered, tools: Tools) -> bool:
    """Whether the files of an earlier film are still there and the video is the same."""
    assert tools.filming is not None
    folder = tools.filming.folder
    video = folder / output.video
    return video.is_file() and (folder / output.poster).is_file() and sha256_of(video) == output.sha256
