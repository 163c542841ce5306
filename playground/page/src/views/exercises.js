import exercises from "generated:exercises";
import { el } from "../dom.js";
import { check } from "../exercise.js";

export const title = "Exercises";
const KEY = "jaminan-solved";
const solved = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
let current = 0;
export async function show(view, { ask, file, open, again }) {
  const exercise = exercises[current];
  const choose = el("select", { id: "exercise", onchange: () => { current = Number(choose.value); again(); } },
    exercises.map(({ title, id }, n) => el("option", { value: n, selected: n === current }, `${solved.has(id) ? "✓ " : ""}${n + 1}. ${title}`)));
  const count = el("span", { class: "fine" });
  const counted = () => { count.textContent = `${solved.size} of ${exercises.length} solved`; };
  counted();
  const result = el("p", { id: "result", role: "status" });
  const derivation = exercise.kind === "derivation";
  const field = exercise.kind === "answer" ? el("input", { id: "answer", size: 10, autocomplete: "off" })
    : derivation ? el("textarea", { id: "answer", rows: 16, spellcheck: "false", autocomplete: "off" }) : null;
  if (derivation) field.value = exercise.text;
  const done = async () => {
    const solution = field ? field.value : file.text;
    const wrong = await check(exercise, solution, ask);
    result.className = wrong ? "bad" : "good";
    result.textContent = wrong ? `Not yet: ${wrong.says}` : "Right.";
    if (!wrong) {
      solved.add(exercise.id);
      localStorage.setItem(KEY, JSON.stringify([...solved]));
      choose.options[current].textContent = `✓ ${current + 1}. ${exercise.title}`;
      counted();
    }
  };
  view.replaceChildren(el("div", { class: "controls" }, el("label", {}, "Exercise ", choose), count),
    el("p", {}, exercise.task),
    exercise.text && !derivation ? el("div", {}, el("pre", { tabindex: 0, "aria-label": "the exercise's program" }, exercise.text), el("button", { type: "button", id: "begin", onclick: () => open(exercise.name, exercise.text) }, "Open in the editor")) : "",
    el("div", { class: "controls" }, field ? el("label", derivation ? { class: "wide" } : {}, derivation ? "Derivation" : "Answer ", field) : el("span", { class: "fine" }, "The program in the editor is your answer."), el("button", { type: "button", id: "submit", onclick: done }, "Check my answer")),
    result, el("details", {}, el("summary", {}, "Hint"), el("p", {}, exercise.hint)));
}
