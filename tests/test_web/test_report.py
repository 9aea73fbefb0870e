"""The report of a run: one file with the run's own numbers, the same bytes every time, nothing in it that could run."""

import base64
import hashlib
import io
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from pipeline.store.sqlite_store import Store
from solidscene.cli.report_commands import report, view
from tests.support.viewer_ground import CONE, HOSTILE, TENT, WRONG_KEY, large_run, small_run
from web.report.facts import run_facts
from web.report.gallery import MOST_CARDS, gallery
from web.report.plots import MOST_BARS, report_plots
from web.report.write_report import report_page, write_report
from web.rows import RunRows


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def page(run: Path) -> str:
    return report_page(run)


def test_numbers_are_those_of_the_run(run: Path) -> None:
    with RunRows(run) as rows, Store(run, writable=False) as store:
        facts = run_facts(rows)
        spent = {
            stage: store.rows("SELECT SUM(seconds) FROM stage WHERE stage = :s", s=stage)[0][0] for stage in ("fit",)
        }
    assert facts.by_status == {"published": 3, "quarantined": 1, "pending": 1}
    assert facts.by_reason == (("solve", "answer disputed", 1),)
    assert sum(sum(counts.values()) for counts in facts.geometry.values()) == facts.problems == 5
    assert facts.asked["length"] == {"published": 1}
    assert next(stage.seconds for stage in facts.stages if stage.stage == "fit") == pytest.approx(spent["fit"])
    assert all(stage.median_s <= stage.slowest_s <= stage.seconds for stage in facts.stages)
    assert [(role.role, role.exchanges, role.cost_usd) for role in facts.roles] == [("stripper", 1, 0.0125)]
    assert (facts.films, facts.tokens) == (1, 1234)


@pytest.mark.slow
def test_same_run_gives_the_same_bytes(run: Path, page: str) -> None:
    assert report_page(run) == page


def test_only_scripts_of_our_own_may_run_and_nothing_is_fetched(page: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    scripts = Scripts(page)
    allowed = re.findall(r"sha256-([A-Za-z0-9+/=]+)", policy[1])
    assert len(scripts.texts) == 2
    assert all(base64.b64encode(hashlib.sha256(t.encode()).digest()).decode() in allowed for t in scripts.texts)
    assert "unsafe" not in policy[1]
    assert scripts.addresses == set()


class Scripts(HTMLParser):
    """Texts of the scripts that run, and addresses outside the file."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.addresses: set[str] = set()
        self._inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self._inside = tag == "script" and values.get("type") is None
        self.texts += [""] if self._inside else []
        found = {str(values[name]) for name in ("src", "href", "action") if name in values}
        self.addresses |= {address for address in found if not address.startswith(("data:image/jpeg;", "#"))}

    def handle_endtag(self, tag: str) -> None:
        self._inside = False

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.texts[-1] += data


def test_texts_of_strangers_are_shown_as_they_are(page: str) -> None:
    body = page.partition("<body>")[2].partition('<script type="application/json"')[0]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;&#34;&#39;&amp;?#%2F 圆锥/é" in body
    assert "<script" not in body


def test_gallery_holds_published_problems_with_small_posters(run: Path) -> None:
    with RunRows(run) as rows:
        found = gallery(rows)
    assert [card.id for card in found.cards] == [TENT.id, CONE.id, HOSTILE.id]
    assert WRONG_KEY.id not in [card.id for card in found.cards]
    kind, _, data = found.cards[0].poster.partition(",")
    picture = Image.open(io.BytesIO(base64.b64decode(data)))
    assert (kind, picture.format, picture.width) == ("data:image/jpeg;base64", "JPEG", 320)
    assert found.cards[0].answer.endswith(" m")


@pytest.mark.slow
def test_a_large_run_keeps_the_gallery_small_and_says_what_is_left_out(run: Path, tmp_path: Path) -> None:
    large = large_run(tmp_path, run, 600)
    with RunRows(large) as rows:
        found = gallery(rows)
    assert (len(found.cards), found.left_out) == (MOST_CARDS, 300)
    numbers = [int(card.id[-5:]) for card in found.cards]
    assert numbers == sorted(numbers)
    assert numbers[-1] > 590
    text = report_page(large)
    assert "300 more left out" in text
    assert len(text) < 8_000_000


def test_rare_kinds_are_joined_so_that_plots_stay_readable(run: Path) -> None:
    with RunRows(run) as rows:
        facts = run_facts(rows)
    many = {f"kind {n}": {"published": 2} for n in range(100)}
    plot = report_plots(facts.model_copy(update={"geometry": many}))["geometry"]
    (bars,) = plot["data"]
    assert len(bars["y"]) == MOST_BARS
    assert (sum(bars["x"]), bars["y"][-1]) == (200, f"{100 - MOST_BARS + 1} others")


def test_an_empty_run_has_a_report(tmp_path: Path) -> None:
    Store(tmp_path).close()
    assert "Gallery" not in report_page(tmp_path)


@pytest.mark.slow
def test_the_file_is_written_whole_where_it_was_asked_for(run: Path, page: str, tmp_path: Path) -> None:
    target = write_report(run, tmp_path / "a.html")
    assert target.read_text(encoding="utf-8") == page
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]


def test_mistakes_are_answered_in_one_line_with_a_remedy(run: Path, tmp_path: Path) -> None:
    for command, words in (
        (report, [str(tmp_path)]),
        (view, [str(tmp_path), "--no-open"]),
        (report, [str(run), "--out", str(tmp_path / "no/such/folder.html")]),
    ):
        import typer

        app = typer.Typer()
        app.command()(command)
        done = CliRunner().invoke(app, words)
        assert done.exit_code in (1, 2)
        assert done.output.count("\n") == 1
        assert "Remedy" in done.output
