"""The public API: solve a figure, convert problems, render a figure.

Thin: each takes plain values, calls the one function that does the work, and returns its record.
"""

import tempfile
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.records import Problem
    from geometry.report.figure_report import FigureReport
    from pipeline.film.records import Film
    from pipeline.film.request import FilmRequest
    from pipeline.run.convert import Display
    from pipeline.scene.presentation import Presentation
    from pipeline.stages.records import Sample

Row = Mapping[str, Any]
"""A problem as a row of a corpus: `id`, `statement`, `answer`, optionally `figure` and `choices`."""


def solve(figure: str, seed: int = 0) -> "FigureReport":
    """Solve a figure in the notation, verify every condition and measure its target.

    Raises `geometry.notation.figure_errors.FigureError` for text that is not a figure; a figure without one answer is
    not an error: its report says `ok=False` and why.
    """
    from geometry.notation.resolve import parse_figure
    from geometry.report.check_figure import check_figure

    return check_figure(parse_figure(figure), seed)


def convert(
    problems: "Row | Problem | Iterable[Row | Problem] | str | Path",
    out: str | Path | None = None,
    *,
    agents: str = "offline",
    film: "FilmRequest | None" = None,
    config: str | Path | None = None,
    seed: int = 0,
    readings: int = 2,
    presentation: "Presentation | None" = None,
    jobs: int = 4,
    keep_made: bool = False,
    cache: str | Path | None = None,
    display: "Display | None" = None,
) -> "list[Sample]":
    """Convert problems into samples, published or quarantined with the reason; in the order they were given.

    `problems` is one row, several, or the path of a corpus. `out` is the run's folder; an earlier run there is resumed.
    Without it the run is temporary. `agents` is `offline`, `recorded` or `live` (models as in `config`, else
    `solidscene.toml` and the environment), `readings` how often models read a statement. Without `film` no film is
    made; a film needs `out`. `presentation` has the sizes of the solids, their markers and the unit of angles.
    """
    from pipeline.run.convert import Display, convert_problems
    from pipeline.run.options import ConvertOptions
    from pipeline.run.sample_files import read_samples
    from pipeline.run.settings import Settings, load_settings
    from pipeline.scene.presentation import Presentation

    if film is not None and out is None:
        raise ValueError("films need an output folder. Remedy: convert(..., out='runs/first', film=...)")
    if film is not None:
        film.check()
    rows = _problems(problems)
    settings = Settings() if agents == "offline" else load_settings(Path(config) if config else None)
    options = ConvertOptions.model_validate(
        {
            "agents": agents,
            "film": film,
            "seed": seed,
            "readings": readings,
            "presentation": presentation or Presentation(),
            "jobs": jobs,
            "keep_made": keep_made,
        }
    )
    with tempfile.TemporaryDirectory(prefix="solidscene-run-") as temporary:
        folder = Path(out) if out is not None else Path(temporary)
        outcome, _ = convert_problems(
            folder, list(enumerate(rows)), (options, settings), Path(cache) if cache else None, display or Display()
        )
        if outcome.stopped:
            raise RuntimeError(f"the run stopped: {outcome.sentence}. Remedy: call convert again to resume it")
        found = {sample.id: sample for sample in read_samples(folder)}
    return [found[problem.id] for problem in rows]


def render(
    figure: str,
    out: str | Path,
    *,
    name: str = "figure",
    film: "FilmRequest | None" = None,
    script: str | None = None,
    size_m: float | None = None,
    sandbox: str = "auto",
    cache: str | Path | None = None,
    progress: Callable[[str, float], None] = lambda what, share: None,
) -> "Film":
    """Render a figure in the notation: `out`/`name`.mp4 with poster, contact sheet and evidence.

    `size_m` is the longest extent of the solid, 0.5 to 2; by default it fills the view.
    Raises `SceneRefused` for a figure that cannot be shown and `RequestError` for invalid options.
    """
    from dataset.paths import cache_folder
    from geometry.notation.resolve import parse_figure
    from pipeline.film.render_figure import RenderTarget, render_figure
    from pipeline.film.request import FilmRequest
    from pipeline.scene.sandbox.records import sandbox_mode

    target = RenderTarget(Path(out), name, Path(cache) if cache else cache_folder(), size_m)
    request = film or FilmRequest()
    _, made = render_figure(parse_figure(figure), request, target, script, sandbox_mode(sandbox), progress=progress)
    return made


def _problems(given: "Row | Problem | Iterable[Row | Problem] | str | Path") -> "list[Problem]":
    from agents.records import Problem
    from pipeline.run.corpus import CorpusError, problem_of, read_corpus

    if isinstance(given, str | Path):
        corpus = read_corpus(Path(given))
        if corpus.bad_lines:
            bad = corpus.bad_lines[0]
            raise CorpusError(f"{given}:{bad.number}: {bad.sentence}. Remedy: correct or remove the line")
        return list(corpus.problems)
    rows = [given] if isinstance(given, Problem | Mapping) else list(given)
    found = [row if isinstance(row, Problem) else problem_of(dict(row)) for row in rows]
    if len({problem.id for problem in found}) < len(found):
        raise CorpusError("two problems have the same id. Remedy: give each row an id of its own")
    return found
