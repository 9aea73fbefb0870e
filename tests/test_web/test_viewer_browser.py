"""Viewer and report in a real browser: they load, search, turn, play and fit, and ask nobody but this machine."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.viewer_ground import CONE, HOSTILE, PENDING, TENT, WRONG_KEY, of, served, small_run
from web.report.write_report import write_report

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page, ViewportSize

api = pytest.importorskip("playwright.sync_api", reason="playwright is missing: pip install -e '.[dev]'")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium: apt-get install chromium"),
]

DESK: "ViewportSize" = {"width": 1280, "height": 900}
PHONE: "ViewportSize" = {"width": 360, "height": 740}
SOFTWARE_GL = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PAGES = ("/", of(TENT.id), of(WRONG_KEY.id), of(HOSTILE.id), of(PENDING.id), "/nowhere")


@dataclass
class Watched:
    """A page, and everything it complained about or asked for."""

    page: "Page"
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("browser"))


@pytest.fixture(scope="module")
def site(run: Path) -> Iterator[str]:
    with served(run) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SOFTWARE_GL)
        yield browser
        browser.close()


@pytest.fixture
def desk(browser: "Browser") -> Iterator[Watched]:
    yield from _opened(browser, DESK)


@pytest.fixture
def phone(browser: "Browser") -> Iterator[Watched]:
    yield from _opened(browser, PHONE)


def _without_plots(page: "Page") -> "Page":
    """Drawing without a graphics card takes seconds that other tests need not spend."""
    page.route("**/plotly.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    return page


def _opened(browser: "Browser", size: "ViewportSize") -> Iterator[Watched]:
    context = browser.new_context(viewport=size)
    watched = Watched(context.new_page())
    page = watched.page

    def dismissed(dialog: "Dialog") -> None:
        watched.complaints.append(dialog.message)
        dialog.dismiss()

    page.on("console", lambda m: watched.complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    page.on("dialog", dismissed)
    page.on("request", lambda request: watched.asked.append(request.url))
    yield watched
    context.close()


def test_pages_load_without_complaint_and_ask_only_this_site(site: str, desk: Watched) -> None:
    for place in PAGES:
        desk.page.goto(site + place)
        desk.page.wait_for_load_state("load")
    missing = [line for line in desk.complaints if "404" in line]
    assert len(missing) == 1, "only the page that does not exist"
    assert desk.complaints == missing
    assert all(url.startswith((f"{site}/", "data:", "blob:")) for url in desk.asked)


def test_pages_fit_a_phone(site: str, phone: Watched) -> None:
    for place in PAGES:
        phone.page.goto(site + place)
        phone.page.locator("details").evaluate_all("all => all.forEach(each => each.open = true)")
        widths = phone.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
        assert widths[0] <= widths[1], place


def test_typing_a_word_and_choosing_a_filter_narrow_the_list(site: str, desk: Watched) -> None:
    page = desk.page
    page.goto(site)
    assert page.locator("article").count() == 5
    page.get_by_label("Search").fill("volume")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=volume**")
    assert page.locator("article").count() == 4
    page.get_by_label("Geometry").select_option("cone")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**geometry_type=cone**")
    assert page.locator("article h2").all_inner_texts() == [CONE.id]
    assert page.get_by_label("Search").input_value() == "volume"
    page.locator("article a").click()
    assert page.locator("h1").inner_text() == CONE.id


def test_the_solid_is_drawn_and_turns_by_button_and_by_hand(site: str, desk: Watched) -> None:
    page = desk.page
    page.goto(site + of(TENT.id))
    page.wait_for_selector("#turning:visible")
    page.locator("#solid canvas").first.wait_for()
    eye = "document.getElementById('solid')._fullLayout.scene._scene.getCamera().eye"
    first = page.evaluate(eye)
    page.get_by_role("button", name="Turn right").click()
    page.wait_for_function(f"{eye}.x.toFixed(3) !== '{first['x']:.3f}'")
    second = page.evaluate(eye)
    assert second["z"] == pytest.approx(first["z"], abs=1e-6)
    box = page.locator("#solid").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 200, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 260, box["y"] + 200, steps=4)
    page.mouse.up()
    page.wait_for_function(f"{eye}.x.toFixed(3) !== '{second['x']:.3f}'")
    page.get_by_role("button", name="Reset").click()
    page.wait_for_function(f"{eye}.x.toFixed(3) === '{first['x']:.3f}'")
    assert desk.complaints == []


def test_the_video_can_be_sought_through(site: str, desk: Watched) -> None:
    page = _without_plots(desk.page)
    page.goto(site + of(TENT.id))
    video = page.locator("video")
    page.wait_for_function("document.querySelector('video').readyState >= 1")
    assert video.evaluate("v => v.duration") == pytest.approx(8, abs=0.1)
    sought = "v => new Promise(done => { v.onseeked = () => done(v.currentTime); v.currentTime = 5.5 })"
    assert video.evaluate(sought) == pytest.approx(5.5, abs=0.1)
    assert video.evaluate("v => v.seekable.length && v.seekable.end(0)") == pytest.approx(8, abs=0.1)


def test_every_control_can_be_reached_by_keyboard_and_has_a_name(site: str, desk: Watched) -> None:
    page = _without_plots(desk.page)
    for place in ("/", of(TENT.id)):
        page.goto(site + place)
        nameless = page.locator("a, button, input:not([type=hidden]), select, video, [role=img]").evaluate_all(
            "all => all.filter(e => !(e.labels?.length || e.getAttribute('aria-label') || e.textContent.trim()))"
            ".map(e => e.outerHTML)"
        )
        assert nameless == []
        assert page.locator("img:not([alt])").count() == 0
        assert page.locator("h1").count() == page.locator("main").count() == 1
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_words_stand_out_from_their_ground_in_light_and_dark(site: str, desk: Watched) -> None:
    page = _without_plots(desk.page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(site + of(WRONG_KEY.id))
        faint = page.evaluate(CONTRASTS)
        assert faint == [], scheme


def test_the_report_draws_its_plots_offline_and_fits_a_phone(run: Path, phone: Watched, tmp_path: Path) -> None:
    target = write_report(run, tmp_path / "report.html")
    phone.page.context.set_offline(True)
    phone.page.goto(target.as_uri())
    assert phone.page.locator(".plot .main-svg").count() >= 4
    assert phone.page.locator(".plot .bars path").count() >= 10
    assert phone.page.locator(".gallery img").first.evaluate("i => i.decode().then(() => i.naturalWidth)") == 320
    widths = phone.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1]
    assert phone.complaints == []
    assert all(url.startswith(("file:", "data:", "blob:")) for url in phone.asked)


CONTRASTS = """() => {
  const parts = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = rgb => rgb.slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parts(getComputedStyle(e).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const faint = [];
  for (const e of document.querySelectorAll('main *, header *')) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility()) continue;
    const [a, b] = [light(parts(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(e.outerHTML.slice(0, 80));
  }
  return faint;
}"""
"""Elements whose text has a contrast below 4.5 : 1, the limit of WCAG 2.2 level AA."""
