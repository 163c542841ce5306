// The rules as they are printed [L24, Figs. 2 and 5]: `P-` those of protocols, `S-` those of programs.
const both = (f) => ({ ...f("P", "p", ""), ...f("S", "s", "M, ") });
export const RULES = {
  E: "e ⇓ᵢ k: the expression e has the value k for thread i",
  C: "c ⇓ᵢ b: the condition c is b for thread i",
  "P-ACC": "e ⇓ᵢ j\n────────────────────\no[e] ⇓ᵢ {i:o[j]} ▷ τ",
  "P-SKIP": "──────────────\nskip ⇓ᵢ ∅ ▷ τ",
  "P-VAR": "p[x := k] ⇓ᵢ P ▷ t\n────────────────── (any k)\nvar x. p ⇓ᵢ P ▷ t",
  "P-SEQ": "p₁ ⇓ᵢ P₁ ▷ t₁   p₂ ⇓ᵢ P₂ ▷ t₂\n─────────────────────────────\np₁ ; p₂ ⇓ᵢ P₁ ∪ P₂ ▷ t₁ ; t₂",
  "S-WRITE": "e₁ ⇓ᵢ j   e₂ ⇓ᵢ k\n────────────────────────────────────────\nM, A[e₁] := e₂ ⇓ᵢ {j ↦ k}, {i:wr[j]} ▷ τ",
  "S-READ": "e ⇓ᵢ j   M̂(j) = k   M, s[x := k] ⇓ᵢ M′, P ▷ t\n─────────────────────────────────────────────\nM, let x = A[e] in s ⇓ᵢ M′, P ∪ {i:rd[j]} ▷ τ ; t",
  "S-SKIP": "────────────────────\nM, skip ⇓ᵢ ∅, ∅ ▷ τ",
  "S-VAR": "M, s[x := k] ⇓ᵢ M′, P ▷ t\n───────────────────────── (any k)\nM, var x. s ⇓ᵢ M′, P ▷ t",
  "S-SEQ": "M, s₁ ⇓ᵢ M′, P ▷ t₁   M ∪• M′, s₂ ⇓ᵢ M″, P′ ▷ t₂\n────────────────────────────────────────────────\nM, s₁ ; s₂ ⇓ᵢ M′ ∪• M″, P ∪ P′ ▷ t₁ ; t₂",
  ...both((r, s, m) => ({
    [`${r}-IF-T`]: `c ⇓ᵢ true   ${m}${s}₁ ⇓ᵢ … ▷ t\n──────────────────────────────\n${m}if c {${s}₁} else {${s}₂} ⇓ᵢ … ▷ ⊤ ; t`,
    [`${r}-IF-F`]: `c ⇓ᵢ false   ${m}${s}₂ ⇓ᵢ … ▷ t\n───────────────────────────────\n${m}if c {${s}₁} else {${s}₂} ⇓ᵢ … ▷ ⊥ ; t`,
    [`${r}-FOR-1`]: `e₁ >= e₂ ⇓ᵢ true\n───────────────────────────────\n${m}for x in e₁..e₂ {${s}} ⇓ᵢ ∅ ▷ τ`,
    [`${r}-FOR-2`]: `e₁ ⇓ᵢ l   l < e₂ ⇓ᵢ true   ${m}${s}[x := l] ⇓ᵢ P₁ ▷ t₁   for x in l+1..e₂ {${s}} ⇓ᵢ P₂ ▷ t₂\n─────────────────────────────────────────────────────────────────────\n${m}for x in e₁..e₂ {${s}} ⇓ᵢ P₁ ∪ P₂ ▷ x := l ; (t₁ ; t₂)`,
  })),
};

/** What the step puts in the place of a variable: `x := 3`; nothing where it substitutes nothing. */
export function substitution(step, steps) {
  const premise = (n) => steps[step.premises[n]]?.conclusion ?? "";
  const last = (text) => /(\d+)\s*$/.exec(text)?.[1];
  const bound = (word) => new RegExp(`\\b${word} (\\w+)`).exec(step.conclusion)?.[1];
  switch (step.rule) {
    case "S-READ": return bound("let") && last(premise(1)) ? `${bound("let")} := ${last(premise(1))}` : null;
    case "S-FOR-2": case "P-FOR-2": return bound("for") && last(premise(0)) ? `${bound("for")} := ${last(premise(0))}` : null;
    default: return null;
  }
}
