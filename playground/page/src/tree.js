import { el, scrolling } from "./dom.js";

/** A whole tree of `{rule, conclusion, holds, premises}`. */
export function tree(node, label) {
  const item = (n) => el("li", {},
    el("div", { class: `node code${n.holds ? "" : " fails"}` }, el("span", { class: "rule" }, n.rule), n.conclusion,
      n.holds ? null : el("span", { class: "fine" }, "does not hold")),
    n.premises.length > 0 ? el("ul", {}, n.premises.map(item)) : null);
  return scrolling(label, el("ul", { class: "tree" }, item(node)));
}

/** The derivations that the first `count` steps make: those that no step among them rests on. */
export function grown(steps, count) {
  const used = new Set(steps.slice(0, count).flatMap((step) => step.premises));
  const roots = [...Array(count).keys()].filter((n) => !used.has(n));
  const item = (n) => el("li", {},
    el("div", { class: `node code${n === count - 1 ? " now" : ""}`, "aria-current": n === count - 1 ? "step" : null },
      el("span", { class: "rule" }, steps[n].rule), steps[n].conclusion),
    steps[n].premises.length > 0 ? el("ul", {}, steps[n].premises.map(item)) : null);
  return scrolling("derivation so far", el("ul", { class: "tree" }, roots.map(item)));
}
