import { el, failed } from "../dom.js";

export const title = "Protocol";
export async function show(view, { ask, file }) {
  const answer = await ask({ ask: "protocol", file });
  if (answer.error) return view.replaceChildren(failed(answer.error));
  const parts = [];
  for (const [array, text] of Object.entries(answer.protocols)) {
    const { control, data, class: word } = answer.arrays[array];
    parts.push(el("h2", {}, `Array ${array}: `, el("span", { class: "class" }, word)));
    parts.push(el("pre", { tabindex: 0, "aria-label": `protocol of ${array}` }, coloured(text, control, data)));
    if (control.length > 0) parts.push(el("p", {}, "Control depends on ", listed(control, "control"), ": whether an access happens hangs on a forgotten value."));
    if (data.length > 0) parts.push(el("p", {}, "An index depends on ", listed(data, "data"), ": where an access happens hangs on a forgotten value."));
    if (control.length + data.length === 0) parts.push(el("p", { class: "good" }, "Nothing is approximated: a race of this protocol is one of the program."));
  }
  if (parts.length === 0) parts.push(el("p", {}, "It accesses no array."));
  if (answer.forgotten.length > 0) {
    parts.push(el("h2", {}, "Forgotten values"), el("ul", {}, answer.forgotten.map(({ what, text, cell, line }) =>
      el("li", {}, what === "read" ? "what is read from " : "what is written to ", el("code", {}, cell), ": ", el("code", {}, text), line ? ` (line ${line})` : ""))));
  }
  return view.replaceChildren(...parts);
}

const listed = (names, kind) => names.flatMap((name, n) => [n > 0 ? ", " : "", el("code", { class: kind }, name)]);

/** The protocol, each approximating binder coloured wherever it occurs. */
function coloured(text, control, data) {
  return text.split(/([A-Za-z_]\w*(?:\.\w+)*)/).map((word) => {
    const kind = [control.includes(word) && "control", data.includes(word) && "data"].filter(Boolean).join(" ");
    return kind ? el("span", { class: kind }, word) : word;
  });
}
