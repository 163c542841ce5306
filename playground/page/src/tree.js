import { el, scrolling } from "./dom.js";

/** A whole tree of `{rule, conclusion, holds, premises}`. */
export function tree(node, label) {
  const drawn = (n) => el("div", { class: `node code${n.holds ? "" : " fails"}` }, el("span", { class: "rule" }, n.rule), n.conclusion,
    n.holds ? null : el("span", { class: "fine" }, "does not hold"));
  return grow(label, [node], drawn, (n) => n.premises);
}

/** The derivations that the first `count` steps make: those that no step among them rests on. */
export function grown(steps, count) {
  const used = new Set(steps.slice(0, count).flatMap((step) => step.premises));
  const roots = [...Array(count).keys()].filter((n) => !used.has(n));
  const drawn = (n) => el("div", { class: `node code${n === count - 1 ? " now" : ""}`, "aria-current": n === count - 1 ? "step" : null },
    el("span", { class: "rule" }, steps[n].rule), steps[n].conclusion);
  return grow("derivation so far", roots, drawn, (n) => steps[n].premises);
}

/** So many nodes are drawn in one task: a large tree does not keep the page from what else is asked of it. */
const AT_ONCE = 100;

/** Trees, from the top; a large one grows while the page goes on. */
function grow(label, roots, drawn, premises) {
  const list = el("ul", { class: "tree" });
  const open = roots.map((node) => [list, node]).reverse();
  function some() {
    for (let n = 0; n < AT_ONCE && open.length > 0; n++) {
      const [place, node] = open.pop();
      const item = el("li", {}, drawn(node));
      place.append(item);
      const above = premises(node);
      if (above.length === 0) continue;
      const inner = el("ul");
      item.append(inner);
      open.push(...above.map((premise) => [inner, premise]).reverse());
    }
    if (open.length > 0) setTimeout(() => list.isConnected && some());
  }
  some();
  return scrolling(label, list);
}
