"""SolidScene: solid-geometry problems turned into verified 3D scenes, orbit films and questions.

    import solidscene

    report = solidscene.solve("solid cube ABCD-EFGH\\ngiven AB = 2\\nfind AG")
    report.value, report.exact.pretty                         # 3.4641..., '2√3'

    samples = solidscene.convert({"id": "one", "statement": "A cube has an edge of 2 cm. Find its volume.",
                                  "answer": "8"})
    film = solidscene.render("solid cube ABCD-EFGH\\ngiven AB = 2\\nfind AG", out="films")
    solidscene.read_answer(r"\\frac{4\\sqrt{2}}{3}").value      # 1.8856...

Every function returns one of the project's frozen records, and raises an error whose message names a remedy. Importing
this package loads nothing heavy; each function loads what it needs when it is called.
"""

from typing import TYPE_CHECKING, Any

from solidscene.own_packages import check_own_packages

check_own_packages()

if TYPE_CHECKING:
    from dataset.version import program_version
    from geometry.answers.read_answer import read_answer
    from pipeline.film.request import FilmRequest
    from pipeline.scene.presentation import Presentation
    from solidscene.api import convert, render, solve

    __version__: str

__all__ = ["FilmRequest", "Presentation", "convert", "program_version", "read_answer", "render", "solve"]

_HOME = {
    "FilmRequest": "pipeline.film.request",
    "Presentation": "pipeline.scene.presentation",
    "convert": "solidscene.api",
    "program_version": "dataset.version",
    "read_answer": "geometry.answers.read_answer",
    "render": "solidscene.api",
    "solve": "solidscene.api",
}


def __getattr__(name: str) -> Any:
    """Names of the public API, imported when they are first used."""
    from importlib import import_module

    if name == "__version__":
        return import_module("dataset.version").program_version()
    if name not in _HOME:
        raise AttributeError(f"solidscene has no {name!r}. Remedy: use one of {', '.join(__all__)}")
    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
