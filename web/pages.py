"""The viewer's pages as HTML: templates with autoescaping, and the filters that format numbers."""

from importlib.resources import files
from typing import Any, Final
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined

from web.math import answer_as_html, with_formulas
from web.plotly_script import unwanted_sheets
from web.viewer.query import FACET_NAMES, ORDERS

WEB: Final = files("web") / "templates"
"""Templates, style sheets and scripts."""


def environment() -> Environment:
    """Templates that escape every value and raise on undefined ones."""
    found = Environment(
        loader=PackageLoader("web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.filters |= {
        "formulas": with_formulas,
        "answer": answer_as_html,
        "duration": duration,
        "count": count,
        "money": money,
    }
    found.filters |= {"number": number, "plural": plural}
    found.globals |= {"unwanted_sheets": unwanted_sheets}
    found.globals |= {"facet_names": FACET_NAMES, "orders": ORDERS, "problem_address": problem_address}
    return found


def problem_address(identity: str, query: str = "", place: str = "/problem") -> str:
    """URL of a problem's page or one of its files; the id is a query parameter, so it may contain any character."""
    return f"{place}?{urlencode({'id': identity})}{f'&{query}' if query else ''}"


def duration(seconds: float) -> str:
    """Seconds in readable units."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.0f} ms" if seconds else "0 s"
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < 119.5:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"


def count(value: int) -> str:
    """A whole number with thin spaces between thousands."""
    return f"{value:,}".replace(",", "\u202f")


def money(dollars: float) -> str:
    """Dollars with cents; four digits below one dollar."""
    return f"${dollars:,.2f}" if dollars == 0 or dollars >= 0.995 else f"${dollars:.4f}"


def number(value: float) -> str:
    """A measured number, short."""
    return f"{value:.4g}"


def plural(value: int, one: str, many: str = "") -> str:
    """`1 problem`, `2 problems`."""
    return f"{count(value)} {one if value == 1 else many or one + 's'}"


def asset(name: str) -> str:
    """The text of a style sheet or script."""
    return (WEB / name).read_text(encoding="utf-8")


def render(templates: Environment, name: str, **values: Any) -> str:
    """A page."""
    return templates.get_template(name).render(**values)
