"""Runs to look at: a small real one with a film and hostile texts, a large made-up one, and the viewer over them."""

import atexit
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

import numpy as np
from PIL import Image

from agents.gateway.exchange import Exchange
from agents.records import Problem
from dataset.video.decode import sha256_of
from pipeline.film.encode import encode_video
from pipeline.film.records import FilmSpec
from pipeline.run.convert import convert_problems
from pipeline.run.options import ConvertOptions
from pipeline.run.settings import Settings
from pipeline.stages.records import Rendered
from pipeline.store.sqlite_store import Store
from web.viewer.server import HOST, listening, viewer_server
from workers.blender_jobs import ProceduralRoom

TENT = Problem(
    id="tent/1",
    statement="In the pyramid $P-ABCD$ the base $ABCD$ is a square with side $2$ and $PA = 3$ is perpendicular to it. "
    "$M$ is the midpoint of $\\overline{PC}$. Find the length of $AM$.",
    answer="\\frac{\\sqrt{17}}{2}",
    figure="solid pyramid P-ABCD\ngiven square(A,B,C,D)\ngiven AB = 2, PA = 3\ngiven PA ⟂ ABCD\n"
    "point M = midpoint(P,C)\nfind AM",
)
CONE = Problem(
    id="cone-2",
    statement="A cone has radius 3 and height 4. Find its volume.",
    answer="12\\pi",
    figure="solid cone S-O\ngiven radius(S-O) = 3, height(S-O) = 4\nfind volume(S-O)",
)
WRONG_KEY = Problem(
    id="wrong key",
    statement="A cube has edges of length 2. Find its volume.",
    answer="9",
    figure="solid cube ABCD-EFGH\ngiven AB = 2\nfind volume(ABCD-EFGH)",
)
HOSTILE = Problem(
    id="../../<script>alert(1)</script>\"'&?#%2F 圆锥/é",
    statement="<img src=x onerror=alert(1)> </script><script>alert(2)</script> {{ 7919 * 7907 }} "
    "$\\href{javascript:alert(3)}{x}$ $\\style{position:fixed}{y}$ A cube has edges of length 2. Find its volume.",
    answer="8",
    figure="solid cube ABCD-EFGH\ngiven AB = 2\nfind volume(ABCD-EFGH)",
)
PENDING = Problem(id="not yet", statement="A cube has edges of length 3. Find its volume.", answer="27")


def small_run(folder: Path) -> Path:
    """Four problems converted by the real pipeline, a film for the first, one more that is still to come."""
    return shutil.copytree(Path(_converted().name) / "run", folder / "run")


@cache
def _converted() -> "TemporaryDirectory[str]":
    """Converted once for all tests of a process; the folder goes when the process ends."""
    folder = TemporaryDirectory(prefix="solidscene-viewer-")
    atexit.register(folder.cleanup)
    _convert(Path(folder.name) / "run")
    return folder


def _convert(run: Path) -> None:
    problems = list(enumerate([TENT, CONE, WRONG_KEY, HOSTILE]))
    options = ConvertOptions(agents="offline", film=None, jobs=1)
    convert_problems(run, problems, (options, Settings()), None)
    with Store(run) as store:
        _add_film(store, TENT.id)
        store.add(_exchange(TENT.id))
        store.put_problems([(PENDING.id, 9, PENDING.model_dump_json())])


def _add_film(store: Store, identity: str) -> None:
    """A film of grey noise, used for its bytes only."""
    videos = store.folder / "videos"
    videos.mkdir()
    frames = np.random.default_rng(0).integers(90, 130, (48, 96, 128, 3), dtype=np.uint8)
    facts = encode_video(frames, videos / "tent.mp4", 6)
    for name in ("tent.poster.png", "tent.contact.png"):
        Image.fromarray(frames[0]).save(videos / name)
    rendered = Rendered(
        video="videos/tent.mp4",
        poster="videos/tent.poster.png",
        contact_sheet="videos/tent.contact.png",
        sha256=sha256_of(videos / "tent.mp4"),
        spec=FilmSpec(room=ProceduralRoom(name="oak_loft")),
        facts=facts,
        device="CPU",
        seconds=1.5,
    )
    _put_render(store, identity, rendered.model_dump_json())
    _name_in_sample(store, identity, rendered.video, rendered.poster)


def point_film_at(store: Store, identity: str, video: str, poster: str) -> None:
    """Let a problem's rows name these files, whatever they are."""
    _put_render(store, identity, json.dumps({"video": video, "poster": poster, "contact_sheet": "", "spec": {}}))
    _name_in_sample(store, identity, video, poster)


def _put_render(store: Store, identity: str, output: str) -> None:
    row = {
        "problem": identity,
        "stage": "render",
        "key": "k",
        "status": "done",
        "input": "{}",
        "output": output,
        "base_key": "",
        "code": "",
    }
    store.put_stage({**row, "seconds": 1.5})


def _name_in_sample(store: Store, identity: str, video: str, poster: str) -> None:
    found = store.problem(identity)
    assert found is not None
    sample = {**json.loads(found.sample), "video": video, "poster": poster}
    store.finish(identity, {"video": video, "sample": json.dumps(sample), "seconds": found.seconds + 1})


def _exchange(identity: str) -> Exchange:
    request = {"messages": [{"role": "system", "content": "Strip."}, {"role": "user", "content": "<b>text</b>"}]}
    return Exchange(
        key="k1",
        problem_id=identity,
        role="stripper",
        model="a-model",
        request_json=json.dumps(request),
        reply="</pre><script>alert(4)</script>",
        finish_reason="stop",
        prompt_tokens=1200,
        completion_tokens=34,
        cost_usd=0.0125,
        seconds=2.5,
        attempts=1,
    )


def large_run(folder: Path, source: Path, count: int) -> Path:
    """A run of many problems with the samples of a small run, made through the store."""
    with Store(source, writable=False) as store:
        published = store.problem(TENT.id)
        stopped = store.problem(WRONG_KEY.id)
    assert published is not None
    assert stopped is not None
    kinds = ("cube", "cone", "sphere", "triangular pyramid", "cylinder", "cuboid", "hexagonal prism")
    with Store(folder / "large") as store:
        store.put_problems([(f"problem/{n:05d}", n, TENT.model_dump_json()) for n in range(count)])
        endings = []
        for n in range(count):
            like, kind = (stopped if n % 3 == 0 else published), kinds[n % len(kinds)]
            sample = _with_kind(like.sample, kind)
            endings.append((like.status, like.reason, like.stage, sample, n / 100, f"problem/{n:05d}"))
        with store._engine.begin() as connection:
            connection.exec_driver_sql(
                "UPDATE problem SET status = ?, reason = ?, stage = ?, sample = ?, seconds = ? WHERE id = ?", endings
            )
    return folder / "large"


@cache
def _with_kind(sample: str, kind: str) -> str:
    return json.dumps({**json.loads(sample), "geometry_type": kind})


@contextmanager
def served(run: Path) -> Iterator[int]:
    """The viewer on a port of its own."""
    server, opened = viewer_server(run), listening(0)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
    thread.start()
    try:
        yield opened.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)
        opened.close()


def ask(port: int, path: str, method: str = "GET", **headers: str) -> tuple[HTTPResponse, bytes]:
    """One request, as it is."""
    connection = HTTPConnection(HOST, port, timeout=20)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        reply = connection.getresponse()
        return reply, reply.read()
    finally:
        connection.close()


def of(identity: str, place: str = "/problem") -> str:
    """The address of a problem."""
    return f"{place}?id={quote(identity, safe='')}"
