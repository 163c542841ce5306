// Solutions of the exercises are right and wrong ones are not; answers are those of the command line.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { check } from "../src/exercise.js";
import { texts } from "../src/rules.js";
import { load, root } from "./wasm.mjs";

const ask = await load();
const RULES = texts(JSON.parse(readFileSync(join(root, "docs/rules.json"), "utf8")));
const folder = join(root, "playground/page/exercises");
const exercises = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
assert.ok(exercises.length >= 15);
for (const exercise of exercises) {
  assert.equal(await check(exercise, exercise.solution, ask), null, `${exercise.id}: the solution is right`);
  assert.ok(exercise.wrong.length > 0, exercise.id);
  for (const wrong of exercise.wrong) assert.notEqual(await check(exercise, wrong, ask), null, `${exercise.id}: ${wrong} is wrong`);
  if (exercise.kind !== "answer") assert.notEqual(await check(exercise, exercise.text, ask), null, `${exercise.id} is solved already`);
}
console.log(`${exercises.length} exercises`);

const jaminan = join(root, "target/debug/jaminan");
execFileSync("cargo", ["build", "--quiet", "-p", "jaminan"], { cwd: root, stdio: "inherit" });
/** What the command line answers; nothing where it refuses. */
function command(args, input) {
  const { stdout, status } = spawnSync(jaminan, [...args, "--format", "json"], { input, cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  return status === 2 || stdout === "" ? null : JSON.parse(stdout);
}
const pick = (object, keys) => Object.fromEntries(keys.map((key) => [key, object[key]]));
const judged = ({ arrays }) => Object.fromEntries(Object.entries(arrays).map(([array, of]) => [array, pick(of, ["ci", "di", "control", "data"])]));

let phased = 0;
/** Compares every view's answer about a program. */
function compare(name, text, quick) {
  const file = { name, text };
  const lang = ["--lang", name.split(".").pop()];
  const both = (question, args) => [ask({ ...question, file }), command([...args, "-", ...lang], text)];
  const [protocol, infer] = both({ ask: "protocol" }, ["infer"]);
  if (infer) assert.deepEqual(protocol.protocols, infer.protocols, `infer ${name}`);
  const [, judge] = both({ ask: "protocol" }, ["judge"]);
  if (judge) {
    assert.deepEqual(judged(protocol), judge.arrays, `judge ${name}`);
    const { arrays } = ask({ ask: "judgments", file });
    for (const [array, { ci, di }] of Object.entries(judge.arrays)) {
      assert.equal(arrays[array].ci.holds, ci, `CI of ${name}`);
      assert.equal(arrays[array].di.holds, di, `DI of ${name}`);
    }
  } else assert.ok(protocol.error, `${name} is refused`);
  if (!name.endsWith(".cu")) {
    const [race, explore] = both({ ask: "race", threads: 3, values: 2 }, ["explore", "--threads", "3", "--values", "2"]);
    delete race.pictures;
    assert.deepEqual(race, explore, `explore ${name}`);
    const [run, outcomes] = both({ ask: "run", thread: 1 }, ["run", "--thread", "1"]);
    if (outcomes) {
      assert.deepEqual(run.outcomes.map((o) => pick(o, ["phase", "trace", "updates"])), outcomes.outcomes, `run ${name}`);
      for (const { rule } of run.derivation?.steps ?? []) assert.ok(RULES[rule], `the text of ${rule}`);
    } else if (run.phases) {
      const explained = command(["explain", "-", ...lang, "--thread", "1"], text);
      const steps = run.phases.flatMap(({ derivation }) => JSON.parse(derivation.document).steps.map(({ rule, conclusion }) => ({ rule, conclusion })));
      if (explained) assert.deepEqual(steps, explained.steps.map(({ rule, conclusion }) => ({ rule, conclusion })), `explain ${name}`);
      for (const { rule } of steps) assert.ok(RULES[rule], `the text of ${rule}`);
      phased += 1;
    } else assert.ok(run.error, `${name} is not run`);
  }
  if (quick) return;
  const [checked, check] = both({ ask: "check" }, ["check", "--solver", "embedded", "--timeout", "60"]);
  const verdicts = ({ kernels }) => kernels.map((k) => ({ ...pick(k, ["verdict", "approximation"]), alarms: k.alarms?.map((a) => pick(a, ["array", "status", "replayed"])) }));
  if (check) assert.deepEqual(verdicts(checked), verdicts(check), `check ${name}`);
  else assert.ok(checked.error, `${name} is not checked`);
}
const examples = readdirSync(join(root, "examples")).filter((name) => /\.(jam|map|cu)$/.test(name));
for (const name of examples) compare(name, readFileSync(join(root, "examples", name), "utf8"), false);
const before = phased;
for (const [name, text] of [["two.map", "wr A[tid]; sync; var x. rd A[tid + x]"], ["rounds.map", "for r in 0..2 { wr A[tid]; sync; rd A[tid + r]; sync }; if tid < 1 { wr A[0] }"]]) compare(name, text, false);
assert.equal(phased, before + 2, "a protocol with barriers is run");
assert.ok(before > 0, "a program with barriers is run");
console.log(`${examples.length} examples answered as the command line does`);

const PROGRAMS = 500;
for (let n = 0; n < PROGRAMS; n++) {
  // All of the small ones, then every 53rd of size 4.
  const number = n < 5 ? `v1:1:${n}` : n < 82 ? `v1:2:${n - 5}` : `v1:4:${(n - 82) * 53}`;
  const { program } = ask({ ask: "program", number });
  assert.ok(program, number);
  compare(`${number}.jam`, program, n % 10 !== 0);
}
console.log(`${PROGRAMS} programs answered as the command line does`);
