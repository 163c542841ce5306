import { el, failed, number, scrolling } from "../dom.js";

export const title = "Theorems";
const state = { id: "liew2024/4.3.2", drop: new Set(), size: 4, answer: null };
let all;
export async function show(view, { ask, again, open }) {
  all ??= (await ask({ ask: "claims" })).claims;
  if (!all) return view.replaceChildren(el("p", {}, "stopped"));
  const claim = all.find(({ id }) => id === state.id) ?? all[0];
  const choose = el("select", { id: "claim", onchange: () => { Object.assign(state, { id: choose.value, drop: new Set(), answer: null }); again(); } }, all.map(({ id }) => el("option", { value: id, selected: id === claim.id }, id)));
  const bar = el("progress", { max: 1, value: 0, hidden: true, "aria-label": "programs checked" });
  const search = el("button", { type: "button", id: "search", onclick: async () => {
    bar.hidden = false;
    search.disabled = true;
    const answer = await ask({ ask: "claim", id: claim.id, drop: [...state.drop], size: state.size }, ([done, total]) => { bar.value = total > 0 ? done / total : 0; });
    state.answer = answer;
    again();
  } }, "Search");
  const boxes = claim.hypotheses.filter(({ droppable }) => droppable).map(({ name, says }) => {
    const box = el("input", { type: "checkbox", checked: state.drop.has(name), onchange: () => { box.checked ? state.drop.add(name) : state.drop.delete(name); } });
    return el("div", {}, el("label", {}, box, ` without ${name}`), el("span", { class: "fine" }, says));
  });
  view.replaceChildren(el("div", { class: "controls" }, el("label", {}, "Claim ", choose), number("Size up to", state.size, 1, 6, (k) => { state.size = k; }), search, bar),
    el("p", {}, claim.says, el("span", { class: "fine" }, ` ${claim.source}; recorded: ${claim.recorded}`)), el("div", {}, boxes), el("div", { id: "found" }, found(state.answer, open)));
}

function found(answer, open) {
  if (!answer) return "";
  if (answer.error) return failed(answer.error);
  const c = answer.counterexample;
  const parts = [el("h2", {}, el("span", { class: answer.verdict === "holds" ? "good" : "bad" }, answer.verdict), `: ${answer.checked} checked, ${answer.met} met`)];
  if (c) parts.push(el("p", {}, `A counterexample of size ${c.size}: `, el("code", {}, c.replay)), el("pre", { tabindex: 0, "aria-label": "counterexample" }, c.subject), el("p", {}, c.why),
    c.offending.length > 0 ? el("ul", {}, c.offending.map((o) => el("li", { class: "code" }, o))) : "",
    el("button", { type: "button", onclick: () => open("counterexample.jam", c.subject) }, "Open it in the editor, to step through"),
    c.runs.map(({ title, derivation }) => el("details", {}, el("summary", {}, title), scrolling(title, el("pre", {}, derivation)))));
  return el("div", {}, parts);
}
