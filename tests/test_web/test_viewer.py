"""The viewer asked over HTTP: who may ask, what is handed out, what is escaped, how quick it is, how it grows."""

import json
import math
import re
import shlex
import shutil
import statistics
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote_plus

import pytest

from pipeline.store.sqlite_store import Store, StoreError
from tests.support.viewer_ground import (
    CONE,
    HOSTILE,
    PENDING,
    TENT,
    WRONG_KEY,
    ask,
    large_run,
    of,
    point_film_at,
    served,
    small_run,
)
from web.rows import RunRows
from web.viewer.index import ProblemIndex
from web.viewer.query import Query, read_query
from web.viewer.server import PortTaken, listening

MANY = 20_000


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("viewer"))


@pytest.fixture(scope="module")
def port(run: Path) -> Iterator[int]:
    with served(run) as port:
        yield port


@pytest.fixture(scope="module")
def large(run: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_run(tmp_path_factory.mktemp("viewer"), run, MANY)


class Elements(HTMLParser):
    """Names of elements, and attributes that could run something."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.names: list[str] = []
        self.scripts: list[str | None] = []
        self.suspicious: list[tuple[str, str | None]] = []
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        if tag == "script":
            self.scripts.append(dict(attrs).get("src"))
        self.suspicious += [
            (name, value)
            for name, value in attrs
            if name.startswith("on") or name == "style" or (value or "").strip().lower().startswith("javascript:")
        ]


@pytest.mark.slow
def test_list_shows_every_problem_in_the_order_of_the_corpus(port: int) -> None:
    reply, page = ask(port, "/")
    assert reply.status == 200
    shown = [unquote_plus(found) for found in re.findall(r'href="/problem\?id=([^"&]*)"', page.decode())]
    assert shown == [problem.id for problem in (TENT, CONE, WRONG_KEY, HOSTILE, PENDING)]
    assert b"5 problems" in page


@pytest.mark.slow
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=cone", 1),
        ("q=FIND+volume", 4),
        ("q=find+weather", 0),
        ("status=published", 3),
        ("status=quarantined&stage=solve", 1),
        ("reason=answer+disputed", 1),
        ("geometry_type=cone", 1),
        ("problem_type=length", 1),
        ("status=published&q=radius", 1),
        ("status=nonsense", 0),
        ("page=99999999999999999999&order=nonsense", 5),
        ("q=%25' OR 1=1 --".replace(" ", "+"), 0),
    ],
)
def test_search_and_filters_find_what_they_should(port: int, query: str, found: int) -> None:
    reply, page = ask(port, f"/?{query}")
    assert reply.status == 200
    assert page.count(b"<article>") == found


def test_neighbours_keep_to_what_was_found(port: int) -> None:
    _, page = ask(port, of(TENT.id) + "&status=published")
    assert of(CONE.id).encode() in page
    _, page = ask(port, of(CONE.id) + "&status=published")
    assert of(WRONG_KEY.id).encode() not in page


def test_page_of_a_problem_shows_texts_evidence_talk_and_commands(run: Path, port: int) -> None:
    reply, page = ask(port, of(TENT.id))
    text = page.decode()
    assert reply.status == 200
    for words in ("<del>", "<ins>", "<mark>", "given square(A, B, C, D)", "a-model", "$0.0125", "spatial"):
        assert words in text
    assert f"solidscene replay --from solve {shlex.quote(str(run))} tent/1" in text
    assert text.count('class="panel stage"') == 10


def test_pages_of_stopped_and_pending_problems_say_why(port: int) -> None:
    _, page = ask(port, of(WRONG_KEY.id))
    assert b"answer disputed" in page
    assert b"Not published:" in page
    reply, page = ask(port, of(PENDING.id))
    assert reply.status == 200
    assert b"No stage has finished yet" in page


@pytest.mark.parametrize("place", ["/", of(HOSTILE.id), of(TENT.id), "/?q=%3Cscript%3Ealert(1)%3C/script%3E"])
def test_texts_of_strangers_stay_texts(port: int, place: str) -> None:
    reply, page = ask(port, place)
    found = Elements(page)
    assert reply.status == 200
    assert all(source and source.startswith("/static/") for source in found.scripts)
    assert found.suspicious == []
    assert "onerror=alert(1)>" not in page.decode()
    assert b"62615533" not in page  # a template that the text could have run


def test_hostile_id_has_a_page_a_solid_and_a_command_a_shell_reads_back(run: Path, port: int) -> None:
    _, page = ask(port, of(HOSTILE.id))
    assert ask(port, of(HOSTILE.id, "/solid"))[0].status == 200
    commands = [line for line in _codes(page) if line.startswith("solidscene")]
    assert all(shlex.split(line)[-2:] == [str(run), HOSTILE.id] for line in commands)
    assert len(commands) > 5


def _codes(page: bytes) -> list[str]:
    class Codes(HTMLParser):
        inside = False
        found: list[str] = []  # noqa: RUF012

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag == "code":
                self.inside, self.found = True, [*self.found, ""]

        def handle_endtag(self, tag: str) -> None:
            self.inside = self.inside and tag != "code"

        def handle_data(self, data: str) -> None:
            if self.inside:
                self.found[-1] += data

    parser = Codes()
    parser.feed(page.decode())
    return parser.found


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1:1", "localhost.evil:{port}", ""])
def test_foreign_names_are_refused(port: int, host: str) -> None:
    reply, page = ask(port, "/", Host=host.format(port=port))
    assert reply.status in (400, 421)
    assert b"<article>" not in page


def test_own_names_are_answered(port: int) -> None:
    assert ask(port, "/", Host=f"localhost:{port}")[0].status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_only_looking_is_allowed(port: int, method: str) -> None:
    reply, _ = ask(port, "/", method)
    assert (reply.status, reply.headers["Allow"]) == (405, "GET, HEAD")


def test_head_has_the_headers_of_get_and_no_body(port: int) -> None:
    reply, body = ask(port, of(TENT.id, "/film/video"), "HEAD")
    assert (reply.status, body) == (200, b"")
    assert reply.headers["Content-Type"] == "video/mp4"


@pytest.mark.parametrize("place", ["/", "/nowhere", "/static/site.css", of(TENT.id, "/film/video"), "/solid?id=x"])
def test_every_answer_forbids_what_pages_do_not_need(port: int, place: str) -> None:
    reply, _ = ask(port, place)
    policy = reply.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert reply.headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_video_comes_in_the_piece_that_was_asked_for(run: Path, port: int) -> None:
    whole = (run / "videos/tent.mp4").read_bytes()
    reply, piece = ask(port, of(TENT.id, "/film/video"), Range="bytes=100-299")
    assert (reply.status, piece) == (206, whole[100:300])
    assert reply.headers["Content-Range"] == f"bytes 100-299/{len(whole)}"
    assert ask(port, of(TENT.id, "/film/video"), Range="bytes=-50")[1] == whole[-50:]
    assert ask(port, of(TENT.id, "/film/video"), Range=f"bytes={len(whole)}-")[0].status == 416
    assert ask(port, of(TENT.id, "/film/video"))[1] == whole


@pytest.mark.slow
def test_files_outside_the_run_are_not_there(run: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(run, tmp_path / "copy")
    picture = (copy / "videos/tent.poster.png").read_bytes()
    (tmp_path / "secret.png").write_bytes(picture)
    (copy / "videos/link.png").symlink_to(tmp_path / "secret.png")
    (copy / "linked").symlink_to(tmp_path)
    (copy / "videos/folder.png").mkdir()
    outside = ("../secret.png", "videos/../../secret.png", str(tmp_path / "secret.png"), "videos/link.png")
    for name in (
        *outside,
        "linked/secret.png",
        "videos/folder.png",
        "run.sqlite",
        "a\0b",
        "",
        "videos/tent.poster.png",
    ):
        with Store(copy) as store:
            point_film_at(store, CONE.id, name, name)
        with served(copy) as port:
            replies = [ask(port, of(CONE.id, place)) for place in ("/thumbnail", "/film/poster", "/film/video")]
        wanted = 200 if name == "videos/tent.poster.png" else 404
        assert [reply.status for reply, _ in replies] == [wanted] * 3, name
        assert wanted == 200 or not any(picture in body for _, body in replies)


@pytest.mark.parametrize(
    "path",
    ["/static/../viewer_app.py", "/static/%2e%2e/cli.py", "/../../etc/passwd", "/run.sqlite", "/film/..%2frun.sqlite"],
)
def test_addresses_lead_to_pages_not_to_files(port: int, path: str) -> None:
    assert ask(port, path)[0].status == 404


def test_solid_of_the_tent_is_closed_and_its_balls_are_where_the_figure_has_them(run: Path, port: int) -> None:
    reply, body = ask(port, of(TENT.id, "/solid"))
    mesh, edges, vertices = json.loads(body)["data"]
    sample = next(json.loads(line) for line in (run / "samples.jsonl").read_text().splitlines() if "tent/1" in line)
    assert reply.status == 200
    assert (mesh["type"], edges["mode"], vertices["mode"]) == ("mesh3d", "lines", "markers+text")
    assert dict(zip(vertices["text"], vertices["customdata"], strict=True)) == sample["colours"]
    triangles = list(zip(mesh["i"], mesh["j"], mesh["k"], strict=True))
    sides = [side for i, j, k in triangles for side in ((i, j), (j, k), (k, i))]
    assert all((b, a) in sides for a, b in sides)
    assert len(edges["x"]) == 3 * 8
    place = {label: (x, y, z) for label, x, y, z in zip(*(vertices[n] for n in ("text", *"xyz")), strict=True)}
    assert math.dist(place["A"], place["C"]) == pytest.approx(2 * 2**0.5 * sample["scale"])
    assert math.dist(place["P"], place["A"]) == pytest.approx(3 * sample["scale"])


@pytest.mark.slow
def test_a_page_of_twenty_thousand_problems_takes_less_than_a_fifth_of_a_second(large: Path) -> None:
    queries = ("", "q=midpoint+square", "status=quarantined", "geometry_type=cone&q=tent", "page=380", "order=slowest")
    with served(large) as port:
        for query in queries:
            times = []
            for _ in range(5):
                started = time.perf_counter()
                reply, _ = ask(port, f"/?{query}")
                times.append(time.perf_counter() - started)
                assert reply.status == 200
            assert statistics.median(times) < 0.2, (query, times)


@pytest.mark.slow
def test_paging_shows_every_problem_once(large: Path) -> None:
    index = ProblemIndex(large)
    numbers = (1, 2, 200, 399, 400)
    pages = {number: index.page(Query(page=number)) for number in numbers}
    for number, page in pages.items():
        assert [entry.id for entry in page.entries] == [f"problem/{50 * (number - 1) + n:05d}" for n in range(50)]
        assert (page.number, page.pages, page.total) == (number, 400, MANY)
    assert index.page(Query(page=10_000)).number == 400
    index.close()


@pytest.mark.slow
def test_a_run_that_is_being_written_is_shown_as_it_grows(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.put_problems([(TENT.id, 0, TENT.model_dump_json())])
        index = ProblemIndex(tmp_path)
        assert index.facets["status"] == {"pending": 1}
        store.put_problems([(CONE.id, 1, CONE.model_dump_json())])
        store.finish(TENT.id, {"status": "failed", "reason": "server", "stage": "read", "seconds": 0.5})
        deadline = time.monotonic() + 5
        while index.page(Query()).total < 2 and time.monotonic() < deadline:
            time.sleep(0.1)
        assert index.facets["status"] == {"failed": 1, "pending": 1}
        index.close()


def test_a_record_of_another_version_is_explained(run: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(run, tmp_path / "copy")
    with Store(copy) as store:
        store.finish(TENT.id, {"sample": json.dumps({"id": TENT.id, "status": "published", "new_field": 1})})
    with served(copy) as port:
        reply, page = ask(port, of(TENT.id))
        assert ask(port, "/")[0].status == 200
    assert reply.status == 500
    assert b"another version of SolidScene. Remedy" in page


def test_looking_never_writes(run: Path) -> None:
    with RunRows(run) as rows, pytest.raises(StoreError, match="readonly"):
        rows.rows("DELETE FROM problem")


def test_what_is_no_run_is_refused_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="Remedy"):
        RunRows(tmp_path)
    (tmp_path / "run.sqlite").write_bytes(b"this is no database at all, but long enough to look at" * 40)
    with pytest.raises(StoreError, match="Remedy"):
        RunRows(tmp_path)


def test_only_loopback_is_listened_on_and_a_taken_port_is_named() -> None:
    opened = listening(0)
    host, port = opened.getsockname()
    assert host == "127.0.0.1"
    with pytest.raises(PortTaken, match=f"port {port} is in use. Remedy"):
        listening(port)
    opened.close()


def test_queries_survive_their_own_addresses() -> None:
    query = Query(search='a "b" & c=d', filters={"reason": "no/such?", "status": "failed"}, order="slowest", page=3)
    pairs = [pair.split("=") for pair in query.address().split("&")]
    assert read_query({name: unquote_plus(value) for name, value in pairs}) == query
