import { el, failed } from "../dom.js";

export const title = "Check";
const WORDS = { drf: "race free", racy: "racy", potential: "potentially racy", unknown: "unknown", unsupported: "unsupported" };
const state = { block: "", grid: "" };
export async function show(view, { ask, file, again }) {
  const input = (label, key) => { const field = el("input", { value: state[key], size: 8, placeholder: "as written", onchange: () => { state[key] = field.value; again(); } }); return el("label", {}, `${label} `, field); };
  const controls = /\.(cu|cuh|cl)$/.test(file.name) ? el("div", { class: "controls" }, input("Threads of a block", "block"), input("Blocks", "grid")) : "";
  const answer = await ask({ ask: "check", file: { ...file, block_dim: state.block, grid_dim: state.grid } });
  if (answer.error) return view.replaceChildren(controls, failed(answer.error));
  return view.replaceChildren(controls, ...answer.kernels.flatMap((kernel) => [
    el("h2", {}, `${kernel.name}: `, el("span", { class: `verdict ${kernel.verdict === "drf" ? "good" : "bad"}` }, WORDS[kernel.verdict] ?? kernel.verdict)),
    kernel.approximation ? el("p", { class: "fine" }, `approximation: ${kernel.approximation}`) : "",
    ...(kernel.alarms ?? []).map(alarm), list("Assumptions", kernel.assumptions), list("Notes", kernel.notes),
  ]));
}

const say = (thing) => (typeof thing === "string" ? thing : thing.what ? `${thing.kind}: ${thing.what}` : JSON.stringify(thing));
const list = (title, things) => (things?.length > 0 ? el("div", {}, el("h3", {}, title), el("ul", {}, things.map((thing) => el("li", {}, say(thing))))) : "");
const number = (thread) => (thread !== null && typeof thread === "object" ? Object.entries(thread).map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(",") : value}`).join(", ") : `${thread}`);

function alarm({ array, index, status, accesses, replayed }) {
  return el("section", {}, el("h3", {}, `${status} alarm: ${array}[${[index].flat().join(", ")}]`),
    el("ul", {}, accesses.map(({ mode, line, column, thread }) => el("li", {}, `line ${line}:${column}: thread `, el("code", {}, number(thread)), ` ${mode === "wr" ? "writes" : "reads"}`))),
    el("p", { class: "fine" }, replayed ? "The rules make this race." : "Not shown by a run."));
}
