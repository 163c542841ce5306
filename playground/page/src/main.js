import examples from "generated:examples";
import * as address from "./address.js";
import { failed } from "./dom.js";
import { el } from "./dom.js";
import { editor, mark, setName, setText } from "./editor.js";
import { Engine } from "./engine.js";
import * as check from "./views/check.js";
import * as exercises from "./views/exercises.js";
import * as judgments from "./views/judgments.js";
import * as protocol from "./views/protocol.js";
import * as race from "./views/race.js";
import * as run from "./views/run.js";
import * as theorems from "./views/theorems.js";

const VIEWS = [protocol, judgments, run, race, check, theorems, exercises];
// A view inside of another page, as in the book, needs no more than itself.
if (self !== top) document.body.classList.add("piece");
const $ = (id) => document.getElementById(id);
const start = examples.find(({ name }) => name === "s_b.jam") ?? examples[0];
const shared = address.read(location.hash);
const state = { view: shared.view || "Protocol", name: shared.name ?? start.name, text: shared.text ?? start.text };

let onProgress = () => {};
let shownSince = 0;
const engine = new Engine((busy, progress) => {
  $("stop").disabled = !busy;
  if (progress) { onProgress(progress); $("busy").textContent = `${progress[0]} of ${progress[1]} programs`; }
  else if (!busy) $("busy").textContent = "";
  else { const since = ++shownSince; setTimeout(() => { if (since === shownSince && !$("stop").disabled) $("busy").textContent ||= "working…"; }, 400); }
});
const ask = (question, progress = () => {}) => { onProgress = progress; return engine.ask(question); };

const text = editor($("editor"), state.text, state.name, (changed) => { state.text = changed; later(); });
let timer;
function later() { clearTimeout(timer); timer = setTimeout(draw, 200); }

let drawing = 0;
async function draw() {
  const mine = ++drawing;
  engine.forget();
  history.replaceState(null, "", address.write(state));
  const current = VIEWS.find(({ title }) => title === state.view) ?? protocol;
  for (const tab of $("tabs").children) {
    tab.setAttribute("aria-selected", String(tab.textContent === current.title));
    tab.tabIndex = tab.textContent === current.title ? 0 : -1;
  }
  $("view").setAttribute("aria-labelledby", `tab-${current.title}`);
  const aside = el("div", {});
  const file = { name: state.name, text: state.text };
  const read = /\.(cu|cuh|cl)$/.test(state.name) ? {} : await ask({ ask: "protocol", file });
  if (mine !== drawing) return;
  problem(read.error);
  const focus = document.activeElement?.id;
  // What is shown stays until the next answer is there.
  const view = { replaceChildren: (...children) => { if (mine === drawing) $("view").replaceChildren(...children); aside.remove(); if (focus) $(focus)?.focus?.(); } };
  await current.show(view, { ask, file, again: draw, open });
  if (mine === drawing) document.body.dataset.shown = `${current.title} ${++count}`;
}
let count = 0;

function problem(error) {
  if (error?.forgotten) return;
  mark(text, error);
  $("error").replaceChildren(...(error ? [failed(error)] : []));
}

function open(name, program) {
  state.name = name;
  $("name").value = name;
  setName(text, name);
  setText(text, program);
}

$("example").append(el("option", { value: "" }, "…"), ...examples.map(({ name }) => el("option", { value: name }, name)));
$("example").addEventListener("change", () => { const found = examples.find(({ name }) => name === $("example").value); if (found) open(found.name, found.text); });
$("name").value = state.name;
$("name").addEventListener("change", () => { state.name = $("name").value; setName(text, state.name); later(); });
$("stop").addEventListener("click", () => engine.stop());
$("share").addEventListener("click", async () => {
  history.replaceState(null, "", address.write(state));
  try { await navigator.clipboard.writeText(location.href); $("busy").textContent = "The address is copied."; } catch { $("busy").textContent = "The address above holds the program."; }
});
addEventListener("hashchange", () => { const found = address.read(location.hash); if (found.name) { state.view = found.view || state.view; open(found.name, found.text); later(); } });
$("tabs").append(...VIEWS.map(({ title }) => el("button", { type: "button", role: "tab", id: `tab-${title}`, "aria-controls": "view", onclick: () => { state.view = title; draw(); } }, title)));
$("tabs").addEventListener("keydown", ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (!step) return;
  const n = (VIEWS.findIndex(({ title }) => title === state.view) + step + VIEWS.length) % VIEWS.length;
  $("tabs").children[n].focus();
  $("tabs").children[n].click();
});
draw();
