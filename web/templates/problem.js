// The page of a problem: the interactive solid, and buttons that copy commands. The page is usable without it.
"use strict";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function ink() {
  return getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
}

function painted(figure) {
  const colour = ink();
  for (const trace of figure.data) {
    if (trace.name === "edges") trace.line.color = colour;
    if (trace.name === "vertices") {
      trace.marker.line.color = colour;
      trace.textfont = { color: colour, size: 15 };
    }
  }
  return figure;
}

function turned(camera, aside, up) {
  const { x, y, z } = camera.eye;
  const radius = Math.hypot(x, y, z);
  const around = Math.atan2(y, x) + (aside * Math.PI) / 180;
  const limit = (85 * Math.PI) / 180;
  const tilt = Math.max(-limit, Math.min(limit, Math.asin(z / radius) + (up * Math.PI) / 180));
  const eye = {
    x: radius * Math.cos(tilt) * Math.cos(around),
    y: radius * Math.cos(tilt) * Math.sin(around),
    z: radius * Math.sin(tilt),
  };
  return { ...camera, eye };
}

async function showSolid(place) {
  const reply = await fetch(place.dataset.source);
  if (!reply.ok) {
    place.textContent = "The solid cannot be shown.";
    return;
  }
  const figure = painted(await reply.json());
  const start = structuredClone(figure.layout.scene.camera);
  place.replaceChildren();
  const settings = { displayModeBar: false, displaylogo: false, responsive: true, scrollZoom: false };
  await Plotly.newPlot(place, figure.data, figure.layout, settings);
  const controls = document.getElementById("turning");
  controls.hidden = false;
  controls.addEventListener("click", (event) => {
    const turn = event.target.dataset.turn;
    if (!turn) return;
    const [aside, up] = turn.split(" ").map(Number);
    const camera = place._fullLayout.scene._scene.getCamera();
    Plotly.relayout(place, { "scene.camera": turn === "reset" ? structuredClone(start) : turned(camera, aside, up) });
  });
  dark.addEventListener("change", () => {
    Plotly.react(place, painted({ data: place.data }).data, place.layout, settings);
  });
}

function addCopying(command) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
  });
  command.append(button);
}

if (navigator.clipboard) document.querySelectorAll(".command").forEach(addCopying);
const solid = document.getElementById("solid");
if (solid && window.Plotly) showSolid(solid);
