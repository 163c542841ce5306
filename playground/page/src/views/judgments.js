import { el, failed } from "../dom.js";
import { tree } from "../tree.js";

export const title = "Judgments";
export async function show(view, { ask, file }) {
  const answer = await ask({ ask: "judgments", file });
  if (answer.error) return view.replaceChildren(failed(answer.error));
  const parts = Object.entries(answer.arrays).flatMap(([array, { ci, di, aa }]) => [
    el("h2", {}, `Array ${array}`),
    el("h3", {}, "Control independence: ", verdict(ci)), tree(ci, `derivation of CI, array ${array}`),
    el("h3", {}, "Data independence: ", verdict(di)), tree(di, `derivation of DI, array ${array}`),
    el("h3", {}, "Approximating binders (of control, of data)"), tree(aa, `aa, array ${array}`),
  ]);
  return view.replaceChildren(...(parts.length > 0 ? parts : [el("p", {}, "It accesses no array.")]));
}

const verdict = (tree) => el("span", { class: tree.holds ? "good" : "bad" }, tree.holds ? "holds" : "fails, where marked");
