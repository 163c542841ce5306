import { el, failed } from "../dom.js";
import { cells, coordinates, numbers } from "../witness.js";

export const title = "Check";
const WORDS = { drf: "race free", racy: "racy", potential: "potentially racy", unknown: "unknown", unsupported: "unsupported" };
const state = { block: "", grid: "" };
export async function show(view, { ask, file, again }) {
  const input = (label, key) => { const field = el("input", { id: `dim-${key}`, value: state[key], size: 8, placeholder: "as written", onchange: () => { state[key] = field.value; again(); } }); return el("label", {}, `${label} `, field); };
  const controls = /\.(cu|cuh|cl)$/.test(file.name) ? el("div", { class: "controls" }, input("Threads of a block", "block"), input("Blocks", "grid")) : "";
  const answer = await ask({ ask: "check", file: { ...file, block_dim: state.block, grid_dim: state.grid } });
  if (answer.error) return view.replaceChildren(controls, failed(answer.error));
  return view.replaceChildren(controls, ...answer.kernels.flatMap((kernel) => [
    el("h2", {}, `${kernel.name}: `, el("span", { class: `verdict ${kernel.verdict === "drf" ? "good" : "bad"}` }, WORDS[kernel.verdict] ?? kernel.verdict)),
    kernel.approximation ? el("p", { class: "fine" }, `approximation: ${kernel.approximation}`) : "",
    kernel.why ? el("p", {}, kernel.why) : "",
    ...(kernel.alarms ?? []).map(alarm), ...(kernel.divergences ?? []).map(divergence), list("Assumptions", kernel.assumptions), list("Notes", kernel.notes),
  ]));
}

const say = (thing) => (typeof thing === "string" ? thing : thing.what ? `${thing.kind}: ${thing.what}` : JSON.stringify(thing));
const list = (title, things) => (things?.length > 0 ? el("div", {}, el("h3", {}, title), el("ul", {}, things.map((thing) => el("li", {}, say(thing))))) : "");

/** What a race, or a barrier that is not reached together, begins with. */
function start({ params, memory }) {
  const lines = [["parameters", numbers(params)], ["initial memory", cells(memory)]].filter(([, values]) => values.length > 0);
  return lines.map(([what, values]) => el("li", {}, `${what}: ${values.join(", ")}`));
}

function alarm({ array, index, status, accesses, replayed, why, ...begin }) {
  const threads = coordinates(accesses.map(({ thread }) => thread));
  return el("section", {}, el("h3", {}, `${status} alarm: ${array}[${[index].flat().join(", ")}]`),
    el("ul", {}, accesses.map(({ mode, line, column, variables }, n) => el("li", {}, `line ${line}:${column}: thread `, el("code", {}, threads[n]), ` ${mode === "wr" ? "writes" : "reads"}`,
      numbers(variables).length > 0 ? `, with ${numbers(variables).join(", ")}` : "")), start(begin)),
    el("p", { class: "fine" }, replayed ? "The rules make this race." : status === "refuted" ? "The program itself cannot make this race." : why ?? "Not shown by a run."));
}

function divergence({ line, column, threads, replayed, ...begin }) {
  const [a, b] = coordinates(threads);
  return el("section", {}, el("h3", {}, `line ${line}:${column}: a barrier that not all threads reach`),
    el("ul", {}, el("li", {}, "thread ", el("code", {}, a), " reaches it, thread ", el("code", {}, b), " does not"), start(begin)),
    el("p", { class: "fine" }, replayed ? "The rules show it." : "Not shown by a run."));
}
