"""A query on the list: search words, filters, order and page, parsed from and written to a URL.

Unknown parameters are ignored, so that an old link still works.
"""

from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlencode

from pydantic import Field

from geometry.record import Record

Facet = Literal["status", "stage", "reason", "geometry_type", "problem_type"]
FACETS: tuple[Facet, ...] = ("status", "stage", "reason", "geometry_type", "problem_type")
FACET_NAMES: dict[Facet, str] = {
    "status": "Status",
    "stage": "Stage",
    "reason": "Reason",
    "geometry_type": "Geometry",
    "problem_type": "Asked for",
}

Order = Literal["corpus", "slowest"]
ORDERS: dict[Order, str] = {"corpus": "As in the corpus", "slowest": "Slowest first"}

MOST_WORDS = 12
"""Most words of a search that are used; each scans every problem once more."""
LAST_PAGE = 1_000_000


class Query(Record):
    """One view of the list."""

    search: str = ""
    """Words that must all occur, in id, statement, question or reason."""
    filters: dict[Facet, str] = Field(default={})
    """Wanted value by facet; other facets are not filtered."""
    order: Order = "corpus"
    page: int = Field(default=1, ge=1, le=LAST_PAGE)

    @property
    def words(self) -> tuple[str, ...]:
        """The search words, normalised for comparison."""
        return tuple(self.search.casefold().split()[:MOST_WORDS])

    @property
    def is_narrowed(self) -> bool:
        return bool(self.words or self.filters)

    def address(self, **changed: object) -> str:
        """The query string, the part of a URL after `?`, with some parameters changed."""
        values: dict[str, object] = {"q": self.search, **{str(facet): value for facet, value in self.filters.items()}}
        values |= {"order": self.order if self.order != "corpus" else "", "page": self.page if self.page > 1 else ""}
        return urlencode({name: str(value) for name, value in (values | changed).items() if value != ""})


def read_query(values: Mapping[str, str]) -> Query:
    """The query of a URL's parameters."""
    page = values.get("page", "")
    number = int(page) if page.isascii() and page.isdecimal() and len(page) <= len(str(LAST_PAGE)) else 1
    return Query(
        search=values.get("q", "").strip(),
        filters={facet: values[facet] for facet in FACETS if values.get(facet)},
        order="slowest" if values.get("order") == "slowest" else "corpus",
        page=min(max(number, 1), LAST_PAGE),
    )
