"""The viewer's web application for one run: the list, a page per problem, its solid as data, its film and pictures.

Read-only. Files are found through the rows of the run and served with HTTP range requests, so that a video can be
seeked.
"""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from pydantic import ValidationError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route

from pipeline.store.sqlite_store import StoreError
from web.math import palette_css
from web.pages import asset, environment, render
from web.plotly_script import script
from web.rows import RunRows
from web.viewer.files import SHOWN_KINDS, file_within, thumbnail
from web.viewer.guard import Guard
from web.viewer.index import ProblemIndex
from web.viewer.problem_page import FilmFiles, film_of, problem_view, solid_of
from web.viewer.query import FACETS, Query, read_query
from web.viewer.solid import solid_figure

THUMBNAIL_PX: Final = 320
_KEPT: Final = {"Cache-Control": "private, max-age=86400"}
_ASKED_AGAIN: Final = {"Cache-Control": "private, no-cache"}
"""A film may be rendered again under the same name."""


class Site:
    """The pages of one run."""

    def __init__(self, run: Path) -> None:
        self._run = run
        self._index = ProblemIndex(run)
        self._templates = environment()

    def close(self) -> None:
        self._index.close()

    def listing(self, request: Request) -> Response:
        query = read_query(request.query_params)
        page = self._index.page(query)
        facets = {facet: self._index.facets[facet] for facet in FACETS}
        return self._page("list.html", query=query, page=page, facets=facets)

    def problem(self, request: Request) -> Response:
        identity, query = request.query_params.get("id", ""), read_query(request.query_params)
        with RunRows(self._run) as rows:
            view = problem_view(rows, identity)
        if view is None:
            raise HTTPException(404, f"This run has no problem “{identity}”.")
        before, after = self._index.neighbours(identity, query)
        has = {kind: bool(file_within(self._run, name)) for kind, name in view.film.model_dump().items()}
        return self._page("problem.html", view=view, query=query, before=before, after=after, has=has)

    def solid(self, request: Request) -> Response:
        with RunRows(self._run) as rows:
            found = solid_of(rows, request.query_params.get("id", ""))
        if found is None:
            raise HTTPException(404, "There is no solid: the problem did not reach the stage that places it.")
        return Response(json.dumps(solid_figure(*found)), media_type="application/json")

    def film(self, request: Request) -> Response:
        with RunRows(self._run) as rows:
            files = film_of(rows, request.query_params.get("id", ""))
        path = file_within(self._run, str(files.model_dump()[request.url.path.removeprefix("/film/")]))
        if path is None:
            raise HTTPException(404, "The run has no such file.")
        return FileResponse(path, media_type=SHOWN_KINDS[path.suffix.lower()], headers=_ASKED_AGAIN)

    def thumbnail(self, request: Request) -> Response:
        entry = self._index.entry(request.query_params.get("id", ""))
        path = file_within(self._run, entry.poster) if entry else None
        small = thumbnail(path, THUMBNAIL_PX) if path else None
        if small is None:
            raise HTTPException(404, "There is no poster.")
        return Response(small, media_type="image/jpeg", headers=_ASKED_AGAIN)

    def refused(self, _: Request, error: Exception) -> Response:
        status, sentence = (error.status_code, error.detail) if isinstance(error, HTTPException) else (500, str(error))
        return self._page("error.html", status=status, sentence=sentence)

    def unreadable(self, _: Request, error: Exception) -> Response:
        """A run of another version may contain records with other fields."""
        kind = error.title if isinstance(error, ValidationError) else ""
        sentence = (
            f"This run contains a {kind} of another version of SolidScene. Remedy: convert again into the same --out"
        )
        return self._page("error.html", status=500, sentence=sentence)

    def _page(self, name: str, status: int = 200, **values: object) -> Response:
        run = self._run.resolve()
        shared = {"run": run.name or str(run), "run_path": str(run), "query": Query()}
        text = render(self._templates, name, **(shared | values), status=status)
        return HTMLResponse(text, status_code=status)


def site_app(run: Path) -> Starlette:
    """The application; raises StoreError if the folder is not a run."""
    site = Site(run)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        site.close()

    routes = [
        Route("/", site.listing),
        Route("/problem", site.problem),
        Route("/solid", site.solid),
        *(Route(f"/film/{kind}", site.film) for kind in FilmFiles.model_fields),
        Route("/thumbnail", site.thumbnail),
        *(Route(f"/static/{name}", _static) for name in _STATIC),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: site.refused, StoreError: site.refused, ValidationError: site.unreadable},
        lifespan=lifespan,
    )


_STATIC: Final = {
    "site.css": "text/css",
    "balls.css": "text/css",
    "problem.js": "text/javascript",
    "plotly.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}


def _static(request: Request) -> Response:
    name = request.url.path.rpartition("/")[2]
    text = script() if name == "plotly.js" else palette_css() if name == "balls.css" else asset(name)
    return Response(text, media_type=_STATIC[name], headers=_KEPT if name == "plotly.js" else _ASKED_AGAIN)
