"""`solidscene convert`, `status`, `replay` and `merge`: parse options, call one function, print."""

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from solidscene.cli.help_text import (
    AGENTS,
    ANGLES,
    CAMERA_HELP,
    LIGHT_HELP,
    LOOK_HELP,
    MARKERS,
    PROFILES,
    ROOMS,
    SANDBOXES,
    SCALE_CUES,
    STAGES,
    examples,
    one_of,
)
from solidscene.cli.inputs import check_film, read_text, refuse

if TYPE_CHECKING:
    from agents.gateway.model_settings import Source
    from agents.records import Problem
    from pipeline.run.options import ConvertOptions
    from pipeline.run.outcome import RunOutcome
    from pipeline.run.settings import Settings
    from pipeline.scene.presentation import Presentation

CONVERT_EXAMPLE = examples(
    "solidscene convert problems.jsonl --out runs/first --no-render",
    "solidscene convert problems.jsonl --out runs/first --agents live --budget-usd 5 --jobs 8",
    "solidscene convert problems.jsonl --out runs/part3 --shard 3/16",
    "solidscene convert problems.jsonl --out runs/large --size 1.5-2 --markers all --angles radians",
    "solidscene convert problems.jsonl --out runs/small --width 640 --height 480 --camera tilt=40 --look edges=lines",
)
REPLAY_EXAMPLE = examples(
    "solidscene replay runs/first cube-017",
    "solidscene replay runs/first cube-017 --from script --live",
    "solidscene replay runs/first cube-017 --edit corrected.geo --keep",
)

RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="The folder of a run.")]
Config = Annotated[Path | None, typer.Option(help="Settings of the models. [default: solidscene.toml, if it exists]")]


def convert(
    corpus: Annotated[
        Path, typer.Argument(metavar="CORPUS.jsonl", help="One problem per line: id, statement, answer.")
    ],
    out: Annotated[Path, typer.Option(help="Folder of the run; an unfinished run there is resumed.")],
    agents: Annotated[
        str,
        typer.Option(
            help="live (ask models), recorded (stored replies only) or offline (rules). "
            "[default: recorded with --cassette, live if a model is set, else offline]",
            autocompletion=one_of(AGENTS),
        ),
    ] = "",
    profile: Annotated[str, typer.Option(help="baked, path or preview.", autocompletion=one_of(PROFILES))] = "baked",
    render: Annotated[bool, typer.Option(help="Make scenes and videos.")] = True,
    jobs: Annotated[int, typer.Option(min=1, max=256, help="Problems processed at once.")] = 4,
    limit: Annotated[int, typer.Option(min=0, help="Only the first N problems; 0 for all.")] = 0,
    ids: Annotated[str, typer.Option(help="Only these ids, separated by commas.")] = "",
    shard: Annotated[str, typer.Option(help="Only part i of n, such as 3/16.")] = "1/1",
    budget_usd: Annotated[float | None, typer.Option(min=0, help="Stop cleanly before spending more.")] = None,
    budget_tokens: Annotated[int | None, typer.Option(min=0, help="The same in tokens.")] = None,
    rooms: Annotated[
        str, typer.Option(help="Room names, all, or 3d-front:FOLDER.", autocompletion=one_of(ROOMS))
    ] = "oak_loft",
    scale_cue: Annotated[
        str,
        typer.Option(help="none, rule (1 m on the floor) or tiles (0.5 m).", autocompletion=one_of(SCALE_CUES)),
    ] = "rule",
    vary: Annotated[str, typer.Option(help="Vary by seed: any of camera,light,room,material.")] = "",
    camera: Annotated[str, typer.Option(metavar="WORDS", help=CAMERA_HELP)] = "",
    light: Annotated[str, typer.Option(metavar="WORDS", help=LIGHT_HELP)] = "",
    look: Annotated[str, typer.Option(metavar="WORDS", help=LOOK_HELP)] = "",
    width: Annotated[int, typer.Option(min=64, help="Pixels of a film.")] = 1200,
    height: Annotated[int, typer.Option(min=64, help="Pixels of a film.")] = 900,
    frames: Annotated[int, typer.Option(min=1, help="Frames of a film.")] = 48,
    fps: Annotated[int, typer.Option(min=1, help="Frames per second.")] = 6,
    readings: Annotated[
        int, typer.Option(min=1, max=3, help="Readings of each statement by models; 1 is audited instead.")
    ] = 2,
    size: Annotated[
        str, typer.Option(help="Longest extent of the solids in m: one size such as 1.5, or a range to draw from.")
    ] = "0.5-2",
    markers: Annotated[
        str,
        typer.Option(help="needed (points that the question names) or all.", autocompletion=one_of(MARKERS)),
    ] = "needed",
    angles: Annotated[
        str,
        typer.Option(help="Unit of angles: degrees or radians.", autocompletion=one_of(ANGLES)),
    ] = "degrees",
    seed: Annotated[int, typer.Option(min=0, help="Seed of everything random.")] = 0,
    sandbox: Annotated[
        str, typer.Option(help="auto, landlock, bubblewrap or none.", autocompletion=one_of(SANDBOXES))
    ] = "auto",
    cassette: Annotated[
        Path | None, typer.Option(help="Recorded replies. [default: CORPUS.cassette.jsonl, if it exists]")
    ] = None,
    config: Config = None,
    cache: Annotated[Path | None, typer.Option(help="Where room plates are kept.")] = None,
    keep_made: Annotated[
        bool, typer.Option("--keep-made", help="Keep finished stages although the program's code has changed.")
    ] = False,
) -> None:
    """Convert a corpus of problems into verified samples: scenes, videos, questions and answers."""
    from pipeline.film.request import FilmRequest
    from pipeline.run.options import ConvertOptions
    from solidscene.cli.scene_commands import sandbox_option

    film = FilmRequest(
        profile=profile,
        rooms=rooms,
        scale_cue=scale_cue,
        vary=vary,
        seed=seed,
        shape=(width, height, frames, fps),
        camera=camera,
        light=light,
        look=look,
    )
    if render:
        check_film(film)
    settings = _settings(config)
    source = _source(agents, settings, cassette)
    if source == "recorded":
        settings, cassette = _recorded(settings, corpus, cassette)
        if cassette is None and not (out / "run.sqlite").is_file():
            refuse(f"no recorded replies beside {corpus}. Remedy: name them with --cassette, or leave --agents out")
    options = ConvertOptions(
        agents=source,
        film=film if render else None,
        jobs=jobs,
        seed=seed,
        readings=readings,
        presentation=_presentation(size, markers, angles),
        sandbox=sandbox_option(sandbox),
        budget_usd=budget_usd,
        budget_tokens=budget_tokens,
        cassette=cassette,
        keep_made=keep_made,
    )
    problems, total = _chosen(corpus, (limit, ids, _shard(shard)))
    _run(out, problems, (options, settings), cache, total)


def _presentation(size: str, markers: str, angles: str) -> "Presentation":
    from pipeline.scene.presentation import Presentation, PresentationError, size_range

    for option, value, choices in (("markers", markers, MARKERS), ("angles", angles, ANGLES)):
        if value not in choices:
            refuse(f"--{option} {value}: unknown. Remedy: choose from {', '.join(choices)}")
    try:
        return Presentation(size_m=size_range(size), markers=markers, angles=angles)
    except PresentationError as error:
        refuse(f"--size {error}")


def _run(
    out: Path,
    problems: "list[tuple[int, Problem]]",
    wanted: "tuple[ConvertOptions, Settings]",
    cache: Path | None,
    bad_lines: int,
) -> None:
    from pipeline.film.request import RequestError
    from pipeline.run.convert import convert_problems
    from pipeline.run.status import format_status
    from solidscene.cli.display import shown

    _log_to(out)
    try:
        outcome, status = convert_problems(out, problems, wanted, cache, shown())
    except RequestError as error:
        refuse(str(error))
    except _expected_errors() as error:
        refuse(str(error), 1)
    typer.echo(format_status(status))
    typer.echo(_ending(out, outcome, bad_lines), err=True)
    sys.stdout.flush()
    # Threads may still be waiting for a server; everything they finished is in the store.
    os._exit(_exit_code(outcome))


def _expected_errors() -> tuple[type[Exception], ...]:
    from agents.gateway.cassette import CassetteError
    from agents.gateway.errors import GatewayError
    from pipeline.film.request import RequestError
    from pipeline.run.replay import ReplayError
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable
    from pipeline.store.sqlite_store import StoreError

    return StoreError, GatewayError, RequestError, SandboxUnavailable, CassetteError, ReplayError


def _code_of(error: Exception) -> int:
    """2 for what the user can name otherwise (a folder, a problem, a stage), 1 for a server or a sandbox that fails."""
    from agents.gateway.errors import GatewayError
    from pipeline.scene.sandbox.build_scene import SandboxUnavailable

    return 1 if isinstance(error, GatewayError | SandboxUnavailable) else 2


def _exit_code(outcome: "RunOutcome") -> int:
    """130 if interrupted, 3 if the budget or the server ended the run, 1 if a problem failed, else 0."""
    codes = {"interrupted": 130, "budget": 3, "server": 3, "error": 1}
    return codes.get(outcome.stopped, 1 if outcome.finished.get("failed") else 0)


def _ending(out: Path, outcome: "RunOutcome", bad_lines: int) -> str:
    parts = [f"{sum(outcome.finished.values())} problems in {outcome.seconds:.1f} s"]
    if outcome.kept:
        parts.append(f"{outcome.kept} finished before")
    if bad_lines:
        parts.append(f"{bad_lines} bad lines left out")
    text = f"{', '.join(parts)}; samples in {out / 'samples.jsonl'}"
    if outcome.stopped:
        text += f"\nstopped: {outcome.sentence}. Remedy: run the same command again to resume"
    return text


def _chosen(corpus: Path, which: tuple[int, str, tuple[int, int]]) -> "tuple[list[tuple[int, Problem]], int]":
    """Problems with their positions in the corpus, and the number of bad lines."""
    from pipeline.run.corpus import CorpusError, in_shard, read_corpus

    limit, ids, shard = which
    try:
        found = read_corpus(corpus)
    except CorpusError as error:
        refuse(str(error))
    for bad in found.bad_lines:
        typer.echo(f"{corpus}:{bad.number}: {bad.sentence}", err=True)
    wanted = {word.strip() for word in ids.split(",") if word.strip()}
    unknown = sorted(wanted - {problem.id for problem in found.problems})
    if unknown:
        refuse(f"{corpus} has no problem {', '.join(unknown)}. Remedy: check --ids")
    chosen = [
        (place, problem)
        for place, problem in enumerate(found.problems)
        if (not wanted or problem.id in wanted) and in_shard(problem.id, shard)
    ]
    if not found.problems:
        refuse(f"{corpus} contains no problem. Remedy: write one JSON object per line with id, statement and answer")
    return chosen[:limit] if limit else chosen, len(found.bad_lines)


def _shard(text: str) -> tuple[int, int]:
    part, _, count = text.partition("/")
    if not (part.isdecimal() and count.isdecimal() and 1 <= int(part) <= int(count)):
        refuse(f"invalid shard {text!r}. Remedy: use i/n with i from 1 to n, such as 3/16")
    return int(part), int(count)


def _settings(config: Path | None) -> "Settings":
    from pipeline.run.settings import load_settings
    from pipeline.run.settings_file import SettingsError

    try:
        return load_settings(config)
    except SettingsError as error:
        refuse(str(error))


def _source(word: str, settings: "Settings", cassette: Path | None) -> "Source":
    """The source of replies: the option; else recorded with a cassette; else live if models are set; else offline."""
    if word == "live" and not settings.models.models:
        refuse(
            "no model is set for --agents live. Remedy: name one in SOLIDSCENE_MODEL or solidscene.toml "
            "(docs/models.md), or leave --agents out to convert by rules"
        )
    if word in ("live", "recorded", "offline"):
        return cast("Source", word)
    if word:
        refuse(f"unknown agents {word!r}. Remedy: choose from live, recorded, offline")
    if cassette is not None:
        return "recorded"
    return "live" if settings.models.models else "offline"


def _recorded(settings: "Settings", corpus: Path, cassette: Path | None) -> "tuple[Settings, Path | None]":
    """The settings of the recording, and the cassette: the one named, else the one beside the corpus."""
    from agents.gateway.cassette import CassetteError
    from pipeline.run.cassettes import as_recorded, cassette_beside

    if cassette is not None and not cassette.is_file():
        refuse(f"no recorded replies at {cassette}. Remedy: check --cassette")
    cassette = cassette or cassette_beside(corpus)
    try:
        return settings.model_copy(update={"models": as_recorded(settings.models, cassette)}), cassette
    except CassetteError as error:
        refuse(str(error))


def _log_to(out: Path) -> None:
    """The run's log: what was quarantined and why, tracebacks of failures."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        handler = logging.FileHandler(out / "log", encoding="utf-8")
    except OSError as error:
        refuse(f"cannot write to {out}: {error.strerror}. Remedy: choose another --out", 1)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    # A full disk must not hide the run's own message under tracebacks of the logging module.
    logging.raiseExceptions = False
    log = logging.getLogger("solidscene")
    log.setLevel(logging.INFO)
    log.addHandler(handler)
    log.propagate = False


def status(
    run: RunFolder,
    as_json: Annotated[bool, typer.Option("--json", help="Print the numbers as JSON.")] = False,
) -> None:
    """Counts per status, stage and reason, the slowest problems, and what the models cost."""
    from pipeline.run.code_hash import code_of_stages
    from pipeline.run.status import format_status, run_status
    from pipeline.store.sqlite_store import Store, StoreError

    try:
        with Store(run, writable=False) as store:
            found = run_status(store, code_of_stages(filmed=True))
    except StoreError as error:
        refuse(str(error))
    typer.echo(found.model_dump_json(indent=2) if as_json else format_status(found))


def replay(
    run: RunFolder,
    problem: Annotated[str, typer.Argument(metavar="ID", help="Id of the problem.")],
    from_stage: Annotated[
        str, typer.Option("--from", help="Run again from this stage on.", autocompletion=one_of(STAGES))
    ] = "",
    live: Annotated[bool, typer.Option("--live", help="Ask the models again instead of using stored replies.")] = False,
    edit: Annotated[Path | None, typer.Option(help="Run again with this figure instead of the reader's.")] = None,
    keep: Annotated[bool, typer.Option("--keep", help="Leave the run unchanged and compare old and new.")] = False,
    config: Config = None,
    cache: Annotated[Path | None, typer.Option(help="Where room plates are kept.")] = None,
) -> None:
    """Show one problem stage by stage, or run it again from a stage on."""
    from pipeline.run.replay import Again, replay_page, run_again

    figure = read_text(edit) if edit is not None else ""
    again = Again(from_stage=from_stage or ("read" if edit or live else ""), live=live, figure=figure, keep=keep)
    try:
        if again.from_stage:
            _log_to(run)
            typer.echo(run_again(run, problem, again, (_settings(config), cache)))
        else:
            typer.echo(replay_page(run, problem))
    except _expected_errors() as error:
        refuse(str(error), _code_of(error))


def merge(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of runs, such as shards.")],
    out: Annotated[Path, typer.Option(help="Folder of the merged run.")],
) -> None:
    """Merge runs, such as the shards of a farm, into one."""
    from pipeline.run.merge import merge_runs
    from pipeline.store.sqlite_store import StoreError

    try:
        typer.echo(merge_runs(runs, out))
    except StoreError as error:
        refuse(str(error))


def cassette(
    run: RunFolder,
    out: Annotated[Path, typer.Option(help="File the replies are added to, such as problems.cassette.jsonl.")],
) -> None:
    """Save a run's exchanges with models, to be played back with --agents recorded."""
    from pipeline.run.cassettes import record

    try:
        typer.echo(f"{record(run, out)} exchanges in {out}")
    except _expected_errors() as error:
        refuse(str(error), _code_of(error))
    except OSError as error:
        refuse(f"cannot write {out}: {error.strerror}. Remedy: choose another --out", 1)
