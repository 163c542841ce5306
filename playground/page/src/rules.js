// The rules as they are printed [L24, Figs. 2 and 5]: premises above the line, the conclusion below.
const printed = ({ premises, conclusion, side }) => {
  const above = premises.join("   ");
  const line = "─".repeat(Math.max([...above].length, [...conclusion].length));
  return [above, line + (side ? ` (${side})` : ""), conclusion].filter(Boolean).join("\n");
};
/** Of `docs/rules.json` each rule's text, by its name. */
export const texts = (groups) => Object.fromEntries(groups.flatMap(({ rules }) => rules).map((rule) => [rule.name, printed(rule)]));

/** What the step puts in the place of a variable: `x := 3`; nothing where it substitutes nothing. */
export function substitution(step, steps) {
  const premise = (n) => steps[step.premises[n]]?.conclusion ?? "";
  const last = (text) => /(\d+)\s*$/.exec(text)?.[1];
  const bound = (word) => new RegExp(`\\b${word} (\\S+)`).exec(step.conclusion)?.[1];
  switch (step.rule) {
    case "S-READ": case "B-READ": return bound("let") && last(premise(1)) ? `${bound("let")} := ${last(premise(1))}` : null;
    case "S-FOR-2": case "P-FOR-2": case "B-FOR-2": return bound("for") && last(premise(0)) ? `${bound("for")} := ${last(premise(0))}` : null;
    case "S-VAR": case "P-VAR": case "B-VAR": return chosen(step.conclusion, premise(step.premises.length - 1));
    default: return null;
  }
}

/** What stands in the premise where the conclusion's first `var` is used; nothing where it is not. */
function chosen(conclusion, premise) {
  const words = (text) => text.match(/`[^`]*`|[A-Za-z_]\w*(?:\.\w+)*|\d+|\S/g) ?? [];
  const [before, after] = [words(conclusion), words(premise)];
  const at = before.indexOf("var");
  const x = before[at + 1];
  const use = before.indexOf(x, at + 3);
  // The premise lacks the three words `var x .`.
  return use > 0 && /^\d+$/.test(after[use - 3]) ? `${x} := ${after[use - 3]}` : null;
}
