"""The plots of a report as plotly figures: types of problems, how they ended, time per stage.

Colours that depend on light or dark mode are set by the page: traces have a `meta` value that says what they show.
"""

from typing import Any, Final

from web.report.facts import STATUSES, RunFacts

MOST_BARS: Final = 24
"""Most bars of one plot; rarer values are summed in a last one."""
_FEW: Final = 6
_BAR_PX: Final = 26
_AROUND_PX: Final = 70


def report_plots(facts: RunFacts) -> dict[str, dict[str, Any]]:
    """Figures by the name of their place in the page; places without data are left out."""
    stages = {stage.stage: {"seconds": stage.seconds} for stage in facts.stages}
    reasons = {f"{stage}: {reason}": {"quarantined": n} for stage, reason, n in facts.by_reason}
    plots = {
        "geometry": _bars(facts.geometry, STATUSES, "problems"),
        "asked": _bars(facts.asked, STATUSES, "problems"),
        "reasons": _bars(reasons, ("quarantined",), "problems"),
        "stages": _bars(stages, ("seconds",), "seconds"),
    }
    return {name: plot for name, plot in plots.items() if plot["data"]}


def _bars(values: dict[str, dict[str, Any]], parts: tuple[str, ...], unit: str) -> dict[str, Any]:
    """Stacked horizontal bars, the first on top."""
    import plotly.graph_objects as go

    rows = _rarest_joined(values)
    shown = [part for part in parts if any(part in row for row in rows.values())]
    names = [_short(name) for name in rows]
    traces = [
        go.Bar(
            x=[row.get(part, 0) for row in rows.values()],
            y=names,
            name=part,
            meta=part,
            orientation="h",
            hovertemplate=f"%{{y}}<br>%{{x:,.6~g}} {unit}<extra>{part if len(shown) > 1 else ''}</extra>",
        )
        for part in shown
    ]
    figure = go.Figure(traces)
    figure.update_layout(
        template="none",
        barmode="stack",
        bargap=0.3,
        height=_AROUND_PX + _BAR_PX * len(rows) + (30 if len(shown) > 1 else 0),
        margin={"l": 8, "r": 16, "t": 34 if len(shown) > 1 else 6, "b": 44},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
        showlegend=len(shown) > 1,
        xaxis=_scale(unit, max((sum(row.values()) for row in rows.values()), default=0)),
        yaxis={"autorange": "reversed", "fixedrange": True, "automargin": True, "type": "category", "ticksuffix": " "},
        hoverlabel={"align": "left"},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
    )
    found: dict[str, Any] = figure.to_plotly_json()
    return found


def _scale(unit: str, highest: float) -> dict[str, Any]:
    # Counts are whole numbers, so ticks are too.
    steps = {"dtick": 1} if unit == "problems" and highest < _FEW else {"nticks": 6}
    title = {"text": unit, "font": {"size": 12}}
    return {"title": title, "fixedrange": True, "rangemode": "tozero", "automargin": True, **steps}


def _rarest_joined(values: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    if len(values) <= MOST_BARS:
        return values
    names = list(values)
    rest: dict[str, Any] = {}
    for name in names[MOST_BARS - 1 :]:
        for part, value in values[name].items():
            rest[part] = rest.get(part, 0) + value
    return {name: values[name] for name in names[: MOST_BARS - 1]} | {f"{len(names) - MOST_BARS + 1} others": rest}


def _short(name: str) -> str:
    """A name as plain text for plotly, which interprets some HTML in labels; long ones are truncated."""
    cut = name if len(name) <= 34 else f"{name[:33]}…"
    return cut.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
