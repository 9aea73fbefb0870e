// Draws the report's plots in the colours of the page, and again when the colour scheme changes.
"use strict";

const plots = JSON.parse(document.getElementById("plots").textContent);
const MEANS = {
  published: "--bar-good",
  quarantined: "--bar-stop",
  failed: "--bar-bad",
  pending: "--bar-wait",
  seconds: "--bar",
};

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function draw() {
  const text = { color: colour("--ink"), family: getComputedStyle(document.body).fontFamily, size: 13 };
  const grid = { gridcolor: colour("--line"), zerolinecolor: colour("--line"), linecolor: colour("--line") };
  for (const [name, plot] of Object.entries(plots)) {
    const data = plot.data.map((trace) => ({ ...trace, marker: { color: colour(MEANS[trace.meta]) } }));
    const layout = {
      ...plot.layout,
      font: text,
      xaxis: { ...plot.layout.xaxis, ...grid },
      yaxis: { ...plot.layout.yaxis, ...grid },
    };
    Plotly.react(document.getElementById(`plot-${name}`), data, layout, { displayModeBar: false, responsive: true });
  }
}

draw();
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
