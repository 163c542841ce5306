/** An element: `el("a", { href: "x", onclick: f }, "text", child)`. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

// What has the keyboard keeps it where a view is drawn anew: it is found by its name.
const named = (label) => label.toLowerCase().replace(/\W+/g, "-");

/** A labelled number. */
export function number(label, value, min, max, changed) {
  const input = el("input", { id: `number-${named(label)}`, type: "number", value, min, max, size: 4, onchange: () => changed(Math.min(max, Math.max(min, Number(input.value) || min))) });
  return el("label", {}, `${label} `, input);
}

/** A labelled number with a slider, which goes up to `far`; further ones are typed. */
export function slider(label, value, min, far, max, changed) {
  const slide = el("input", { id: `slider-${named(label)}`, type: "range", value: Math.min(far, value), min, max: far, "aria-label": `${label}, slider`, onchange: () => changed(Number(slide.value)), oninput: () => { typed.value = slide.value; } });
  const labelled = number(label, value, min, max, changed);
  const typed = labelled.querySelector("input");
  return el("span", { class: "slider" }, labelled, slide);
}

/** Why there is no answer. */
export function failed(error) {
  return el("div", {}, el("p", { class: "bad" }, error.message), error.hint ? el("p", { class: "fine" }, error.hint) : null);
}

/** A place that scrolls sideways, and can be reached by keyboard. */
export function scrolling(label, ...children) {
  return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, ...children);
}
