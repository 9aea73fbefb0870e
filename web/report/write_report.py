"""`report.html`: a run on one self-contained page that needs no network.

Scripts and styles are inline and allowed by hash in the page's Content-Security-Policy, so that nothing else in it,
such as a statement from a corpus, can ever run. Writes only this one file.
"""

import base64
import hashlib
import json
from pathlib import Path

from markupsafe import Markup

from dataset.atomic_write import atomic_write
from web.math import palette_css
from web.pages import asset, environment, render
from web.plotly_script import EMPTY_SHEET, script
from web.report.facts import run_facts
from web.report.gallery import gallery
from web.report.plots import report_plots
from web.rows import RunRows

REPORT = "report.html"


def write_report(run: Path, out: Path | None = None) -> Path:
    """Write the report of a run in one atomic write; returns its path."""
    target = out or run / REPORT
    text = report_page(run)
    atomic_write(target, text)
    return target


def report_page(run: Path) -> str:
    """The report as HTML; the same run gives the same bytes."""
    with RunRows(run) as rows:
        facts, cards = run_facts(rows), gallery(rows)
    style, library, own = asset("site.css") + palette_css() + asset("report.css"), script(), asset("report.js")
    policy = (
        f"default-src 'none'; script-src {_hashed(library)} {_hashed(own)}; style-src {_hashed(style)} {EMPTY_SHEET}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return render(
        environment(),
        "report.html",
        run=run.resolve().name,
        facts=facts,
        gallery=cards,
        policy=policy,
        style=Markup(style),
        library=Markup(library),
        own=Markup(own),
        plots=Markup(_in_script(json.dumps(report_plots(facts)))),
    )


def _hashed(text: str) -> str:
    """The CSP source expression that allows exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _in_script(text: str) -> str:
    """JSON escaped so that it cannot end the script element that contains it."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
