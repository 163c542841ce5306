import { el, failed, number } from "../dom.js";
import groups from "generated:rules";
import { substitution, texts } from "../rules.js";
import { grown } from "../tree.js";

export const title = "Run";
const RULES = texts(groups);
/** The premises of a step above the line, its conclusion below. */
function instance({ premises, conclusion }, steps) {
  const above = premises.map((n) => steps[n].conclusion);
  const width = Math.max(...[...above, conclusion].map((text) => [...text].length));
  return [...above, "─".repeat(width), conclusion].join("\n");
}

const state = { thread: 0, memory: "", values: 2, outcomes: [], params: {}, step: Infinity, phase: 0 };
export async function show(view, { ask, file, again }) {
  // An outcome is one of this text.
  if (state.text !== file.text) Object.assign(state, { text: file.text, outcomes: [] });
  const header = await ask({ ask: "protocol", file });
  const set = (key) => (value) => { state[key] = value; state.step = Infinity; if (key !== "phase") { state.outcomes = []; state.phase = 0; } again(); };
  const memory = el("input", { id: "memory", value: state.memory, placeholder: "A:0=10,3=2", size: 14, onchange: () => set("memory")(memory.value) });
  const controls = el("div", { class: "controls" }, number("Thread", state.thread, 0, 1000, set("thread")),
    el("label", {}, "Memory ", memory), number("var below", state.values, 1, 20, set("values")),
    (header.params ?? []).map((x) => number(x, state.params[x] ?? 1, 0, 1000, (k) => { state.params[x] = k; set("step")(Infinity); })));
  const answer = await ask({ ask: "run", file, thread: state.thread, outcomes: state.outcomes, start: { memory: state.memory, values: state.values, params: state.params } });
  if (answer.error) return view.replaceChildren(controls, failed(answer.error));
  if (answer.stuck) return view.replaceChildren(controls, el("p", { class: "bad" }, `No derivation: ${answer.stuck}`));
  state.phase = Math.min(state.phase, (answer.phases?.length ?? 1) - 1);
  const shown = answer.phases?.[state.phase] ?? answer;
  const phases = answer.phases && el("select", { id: "phase", onchange: () => set("phase")(Number(phases.value)) }, answer.phases.map(({ memory }, n) =>
    el("option", { value: n, selected: n === state.phase }, memory ? `${n}, from memory ${memory.length > 80 ? `${memory.slice(0, 80)}…` : memory}` : `${n}`)));
  const chosen = state.outcomes[state.phase] ?? 0;
  // What follows a phase hangs on how it came out: later choices are forgotten.
  const choose = (n) => { state.outcomes = [...Array(state.phase).keys()].map((p) => state.outcomes[p] ?? 0).concat(n); state.step = Infinity; again(); };
  const outcomes = el("select", { id: "outcome", onchange: () => choose(Number(outcomes.value)) }, shown.outcomes.map((o, n) =>
    el("option", { value: n, selected: n === chosen }, `${n + 1}: ${o.shown.length > 90 ? `${o.shown.slice(0, 90)}…` : o.shown}`)));
  const parts = [controls, phases && el("p", {}, el("label", {}, `Phase, of ${answer.phases.length}${answer.beside === undefined ? "" : ` (other threads: ${answer.beside})`} `, phases)),
    el("label", {}, `Outcome, of ${shown.outcomes.length}${shown.complete === false ? " or more" : ""} `, outcomes)].filter(Boolean);
  if (!shown.derivation) return view.replaceChildren(...parts, el("p", {}, "The derivation is too large for a page: jaminan explain writes it."));
  const { steps, document: json } = shown.derivation;
  const place = el("div", {});
  const go = (n) => { state.step = Math.min(steps.length, Math.max(1, n)); draw(); };
  const buttons = [["First", () => 1], ["Back", () => state.step - 1], ["Next", () => state.step + 1], ["Last", () => steps.length]].map(([name, to]) =>
    el("button", { type: "button", onclick: () => go(to()) }, name));
  const where = el("span", { role: "status", id: "step" });
  function draw() {
    const step = steps[state.step - 1];
    where.textContent = `step ${state.step} of ${steps.length}`;
    [buttons[0].disabled, buttons[1].disabled] = [state.step === 1, state.step === 1];
    [buttons[2].disabled, buttons[3].disabled] = [state.step === steps.length, state.step === steps.length];
    const put = substitution(step, steps);
    place.replaceChildren(
      el("h3", {}, `${step.rule}`), el("pre", { tabindex: 0, "aria-label": "the rule" }, RULES[step.rule] ?? "a premise about memory"),
      el("p", { class: "fine" }, "Here:"), el("pre", { tabindex: 0, "aria-label": "its instance" }, instance(step, steps)),
      put ? el("p", {}, "Substituted: ", el("code", {}, put)) : "", el("h3", {}, "The derivation so far"), grown(steps, state.step));
  }
  // The address of a large file is made only where it is wanted.
  const save = el("a", { download: "derivation.json", href: "#", onclick: () => { save.href = URL.createObjectURL(new Blob([json], { type: "application/json" })); } }, "as a file for explain --check");
  view.replaceChildren(...parts, el("div", { class: "controls" }, buttons, where, save), place);
  return go(state.step);
}
