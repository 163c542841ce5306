import { el, failed, scrolling, slider } from "../dom.js";
import { cells, numbers } from "../witness.js";

export const title = "Race";
const state = { threads: 4, values: 2, kind: "joint_race" };
const KINDS = [["protocol_race", "protocol race", "the protocol can make both accesses"],
  ["separate_race", "separately feasible race", "the program can make each, perhaps from another memory"],
  ["joint_race", "joint race", "the program makes both from one memory: a true alarm"]];
export async function show(view, { ask, file, again }) {
  const set = (key) => (value) => { state[key] = value; again(); };
  const controls = el("div", { class: "controls" }, slider("Threads below", state.threads, 1, 8, 64, set("threads")), slider("Values below", state.values, 1, 6, 16, set("values")));
  const answer = await ask({ ask: "race", file, threads: state.threads, values: state.values });
  if (answer.error) return view.replaceChildren(controls, failed(answer.error));
  const open = answer.undecided?.kinds ?? [];
  const rows = KINDS.map(([key, name, says]) => el("tr", {}, el("th", { scope: "row" }, name),
    el("td", { id: key }, answer[key] ? el("span", { class: "bad" }, "yes") : open.includes(key) ? "undecided" : el("span", { class: "good" }, "none")), el("td", {}, says)));
  const parts = [controls, scrolling("the three kinds of race", el("table", {}, el("thead", {}, el("tr", {}, ["kind", "here", "that is"].map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, rows)))];
  if (answer.undecided) parts.push(el("p", { class: "bad" }, `Undecided: ${answer.undecided.why}; ${answer.undecided.covered}`));
  for (const [key, name] of [...KINDS].reverse()) {
    if (!answer[key]) continue;
    parts.push(el("h2", {}, name), scrolling(`picture of the ${name}`, image(answer.pictures[key])), words(answer[key]));
  }
  return view.replaceChildren(...parts);
}

function words(witness) {
  const held = (memory) => cells(memory).join(", ") || "0 everywhere";
  const lines = witness.accesses.map((a, n) => {
    const chosen = witness.choices[n].map(({ var: x, value }) => `${x} = ${value}`).join(", ");
    const from = witness.worlds ? `, from memory: ${held(witness.worlds[n].memory)}` : "";
    return `thread ${name(a.thread)} ${a.mode === "wr" ? "writes" : "reads"} ${a.array}[${a.index}]${chosen ? `, choosing ${chosen}` : ""}${from}`;
  });
  const params = numbers(witness.params);
  if (params.length > 0) lines.unshift(`parameters: ${params.join(", ")}`);
  if (witness.memory !== undefined) lines.unshift(`initial memory: ${held(witness.memory)}`);
  return el("ul", {}, lines.map((line) => el("li", {}, line)));
}

const name = (thread) => (typeof thread === "object" ? `(${thread.blockIdx}; ${thread.threadIdx})` : String(thread));

/** The picture, as the crates draw it. */
const image = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
