import { el, failed, number, scrolling } from "../dom.js";

export const title = "Race";
const state = { threads: 4, values: 2, kind: "joint_race" };
const KINDS = [["protocol_race", "protocol race", "the protocol can make both accesses"],
  ["separate_race", "separately feasible race", "the program can make each, perhaps from another memory"],
  ["joint_race", "joint race", "the program makes both from one memory: a true alarm"]];
export async function show(view, { ask, file, again }) {
  const set = (key) => (value) => { state[key] = value; again(); };
  const controls = el("div", { class: "controls" }, number("Threads below", state.threads, 1, 64, set("threads")), number("Values below", state.values, 1, 16, set("values")));
  const answer = await ask({ ask: "race", file, threads: state.threads, values: state.values });
  if (answer.error) return view.replaceChildren(controls, failed(answer.error));
  const open = answer.undecided?.kinds ?? [];
  const rows = KINDS.map(([key, name, says]) => el("tr", {}, el("th", { scope: "row" }, name),
    el("td", { id: key }, answer[key] ? el("span", { class: "bad" }, "yes") : open.includes(key) ? "undecided" : el("span", { class: "good" }, "none")), el("td", {}, says)));
  const parts = [controls, scrolling("the three kinds of race", el("table", {}, el("thead", {}, el("tr", {}, ["kind", "here", "that is"].map((h) => el("th", { scope: "col" }, h)))), el("tbody", {}, rows)))];
  if (answer.undecided) parts.push(el("p", { class: "bad" }, `Undecided: ${answer.undecided.why}; ${answer.undecided.covered}`));
  for (const [key, name] of [...KINDS].reverse()) {
    if (!answer[key]) continue;
    parts.push(el("h2", {}, name), scrolling(`picture of the ${name}`, picture(answer.pictures[key], name)), words(answer[key]));
  }
  return view.replaceChildren(...parts);
}

function words(witness) {
  const cells = (memory) => Object.entries(memory ?? {}).flatMap(([array, m]) => Object.entries(m).map(([j, k]) => `${array}[${j}] = ${k}`)).join(", ") || "0 everywhere";
  const lines = witness.accesses.map((a, n) => {
    const chosen = witness.choices[n].map(({ var: x, value }) => `${x} = ${value}`).join(", ");
    const from = witness.worlds ? `, from memory: ${cells(witness.worlds[n].memory)}` : "";
    return `thread ${name(a.thread)} ${a.mode === "wr" ? "writes" : "reads"} ${a.array}[${a.index}]${chosen ? `, choosing ${chosen}` : ""}${from}`;
  });
  const params = Object.entries(witness.params).map(([x, k]) => `${x} = ${k}`);
  if (params.length > 0) lines.unshift(`parameters: ${params.join(", ")}`);
  if (witness.memory !== undefined) lines.unshift(`initial memory: ${cells(witness.memory)}`);
  return el("ul", {}, lines.map((line) => el("li", {}, line)));
}

const name = (thread) => (typeof thread === "object" ? `(${thread.blockIdx}; ${thread.threadIdx})` : String(thread));

/** Threads and their time downwards, phases as bands; cells from left to right. */
function picture({ marks, phases }, title) {
  const cells = [...new Set(marks.map((m) => `${m.array}[${m.index}]`))].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const rows = [];
  for (let phase = 0; phase < phases; phase++) {
    const threads = [...new Set(marks.filter((m) => m.phase === phase).map((m) => name(m.thread)))];
    for (const thread of threads) {
      const own = marks.filter((m) => m.phase === phase && name(m.thread) === thread);
      own.forEach((mark, n) => rows.push({ phase, thread, mark, first: n === 0 }));
    }
  }
  const left = 110, wide = Math.max(64, ...cells.map((cell) => cell.length * 9 + 14)), high = 30, top = 34;
  const x = (cell) => left + cells.indexOf(cell) * wide + wide / 2, y = (row) => top + row * high + high / 2;
  const [width, height] = [left + cells.length * wide + 10, top + rows.length * high + 26];
  const says = rows.map(({ phase, thread, mark }) => `phase ${phase}: thread ${thread} ${mark.mode === "wr" ? "writes" : "reads"} ${mark.array}[${mark.index}]${mark.racing ? ", racing" : ""}`).join("; ");
  const svg = el("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${title}: ${says}` });
  for (let phase = 0; phase < phases; phase++) {
    const own = rows.map((row, n) => [row, n]).filter(([row]) => row.phase === phase).map(([, n]) => n);
    if (own.length > 0 && phase % 2 === 0) svg.append(el("rect", { class: "band", x: 0, y: top + own[0] * high, width, height: own.length * high }));
  }
  for (const cell of cells) svg.append(el("text", { x: x(cell), y: 20, "text-anchor": "middle" }, cell), el("line", { class: "grid", x1: x(cell), x2: x(cell), y1: top, y2: height - 24 }));
  const racing = [];
  rows.forEach(({ phase, thread, mark, first }, n) => {
    const cell = `${mark.array}[${mark.index}]`;
    if (first) svg.append(el("text", { x: 6, y: y(n) + 4 }, `${phases > 1 ? `${phase}: ` : ""}thread ${thread}`));
    svg.append(mark.mode === "wr" ? el("rect", { class: "wr", x: x(cell) - 7, y: y(n) - 7, width: 14, height: 14 }) : el("circle", { class: "rd", cx: x(cell), cy: y(n), r: 7 }));
    if (mark.racing) racing.push([x(cell), y(n)]);
  });
  if (racing.length === 2) svg.append(el("path", { class: "join", d: `M${racing[0][0] + 10},${racing[0][1]} q16,${(racing[1][1] - racing[0][1]) / 2} 0,${racing[1][1] - racing[0][1]}` }));
  svg.append(el("text", { x: 6, y: height - 6 }, "■ writes  ○ reads"));
  return svg;
}
