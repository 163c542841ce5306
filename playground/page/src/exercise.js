// Whether a solution is right: the rules are asked, and say.

/** The value at `a.b.0` of an answer; null where there is none. */
function at(answer, path) {
  return path.split(".").reduce((value, key) => value?.[key], answer) ?? null;
}

/**
 * Checks a solution: a program, a derivation, or what was answered about the exercise's own program. Gives the first
 * condition that fails, or nothing.
 */
export async function check(exercise, solution, ask) {
  const text = exercise.kind === "answer" ? exercise.text : solution;
  for (const condition of exercise.conditions) {
    const { path, is, not, says, tell, ...rest } = condition;
    const answer = String(solution).trim();
    const filled = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, value === "$answer" ? Number(answer) : value]));
    if (Object.values(filled).some(Number.isNaN)) return { says: "a number is wanted" };
    const said = await ask({ ...filled, file: { name: exercise.name, text } });
    if (said.error) return { says: said.error.message };
    const value = at(said, path);
    const wanted = is === "$answer" ? answer : is;
    const same = value === wanted || (value !== null && wanted !== null && String(value) === String(wanted));
    if (not !== undefined ? String(value) === String(not) : !same) return { says: (tell && at(said, tell)) ?? says };
  }
  return null;
}
