// A real browser on the built page: what a student does. Screenshots go to `target/playground/shots`.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { accessible, browse } from "./browse.mjs";
import { root } from "./wasm.mjs";

const page_folder = join(root, "target/playground/page");
const shots = join(root, "target/playground/shots");
mkdirSync(shots, { recursive: true });
const { open: browser_page, close, complaints, browser } = await browse(page_folder);
async function open(hash = "", options = {}) {
  const page = await browser_page(hash, options);
  await page.waitForFunction(() => document.body.dataset.shown);
  return page;
}
const shown = (page) => page.evaluate(() => document.body.dataset.shown);
/** Does something, and waits until the view is drawn anew. */
async function then(page, act) {
  const before = await shown(page);
  await act();
  await page.waitForFunction((before) => document.body.dataset.shown !== before, before, { timeout: 60_000 });
}
const tab = (page, name) => then(page, () => page.getByRole("tab", { name }).click());
const type = (page, text) => then(page, async () => {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
});
/**
 * The longest task of a page's main thread, in milliseconds of processor time, while something is done. The page marks its
 * thread, since Chromium shows pages of its own (of its address bar, say) in other processes with threads of the same name.
 */
async function longest(page, act) {
  const categories = ["toplevel", "disabled-by-default-devtools.timeline", "blink.user_timing"];
  await browser.startTracing(undefined, { categories });
  await page.evaluate(() => performance.mark("this thread"));
  await act();
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const main = traceEvents.find(({ name }) => name === "this thread");
  assert.ok(main, "the mark is seen");
  const tasks = traceEvents.filter(({ name, pid, tid, tdur }) => /RunTask$/.test(name) && pid === main.pid && tid === main.tid && tdur > 0);
  assert.ok(tasks.length > 100, `${tasks.length} tasks are seen`);
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}
const S_B = "let x = A[0] in if x != 0 { var y. A[tid] := y }";
const at = (view, name, text) => `#${[view, name, text].map(encodeURIComponent).join("/")}`;

try {
  const page = await open();
  await type(page, S_B);
  await page.waitForSelector(".class");
  assert.equal(await page.textContent(".class"), "CDDI");
  assert.match(await page.textContent("#view pre"), /rd A\[0\];\s*var x\.\s*if x != 0/);

  await type(page, "let x = A[0] in y");
  assert.match(await page.textContent("#error"), /expected/);
  assert.ok(await page.locator(".cm-lintRange-error, .cm-lintPoint-error").count() > 0, "the error is marked in its place");
  await type(page, S_B);
  assert.equal(await page.textContent("#error"), "");

  await tab(page, "Judgments");
  assert.ok(await page.locator(".node.fails").count() > 0, "CI fails somewhere");

  await tab(page, "Run");
  await then(page, async () => { await page.getByLabel("Memory").fill("A:0=1"); await page.keyboard.press("Enter"); await page.keyboard.press("Tab"); });
  const steps = Number(/of (\d+)/.exec(await page.textContent("#step"))[1]);
  await page.getByRole("button", { name: "First" }).click();
  assert.match(await page.textContent("#step"), /^step 1 of/);
  for (let n = 1; n < steps; n++) await page.getByRole("button", { name: "Next" }).click();
  assert.match(await page.textContent("#view"), /Substituted: x := 1/);
  assert.ok(await page.getByRole("button", { name: "Next" }).isDisabled());
  for (let n = 1; n < steps; n++) await page.getByRole("button", { name: "Back" }).click();
  assert.ok(await page.getByRole("button", { name: "Back" }).isDisabled());

  await tab(page, "Race");
  assert.equal(await page.textContent("#joint_race"), "yes");
  assert.ok(await page.locator("svg .join").count() > 0, "the racing accesses are joined");

  await tab(page, "Check");
  assert.match(await page.textContent("#view"), /thread tid 0 writes, with x = 1.*initial memory: A\[0\] = 1/);
  const diverging = await open(at("Check", "own.cu", "//--blockDim=4 --gridDim=1\n__global__ void own(int *a) { if (threadIdx.x < 2) __syncthreads(); }"));
  assert.match(await diverging.textContent("#view"), /a barrier that not all threads reach.*reaches it, thread threadIdx.x 2 does not/);

  // The derivation is a file that `explain --check` reads.
  await tab(page, "Run");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByText("as a file for explain --check").click()]);
  assert.equal(JSON.parse(readFileSync(await download.path(), "utf8")).calculus, "jaminan");

  // A program with barriers, phase by phase; and all accesses of its race in the picture.
  const rounds = await open(at("Run", "rounds.jam", "for i in 0..2 { A[tid] := i; sync; let x = A[tid + 1] in skip }"));
  assert.equal(await rounds.locator("#phase option").count(), 3);
  await then(rounds, () => rounds.selectOption("#phase", "1"));
  assert.match(await rounds.textContent("#view"), /B-SEQ-2/);
  // The next phase goes on from the outcome that is chosen.
  await type(rounds, "var x. A[tid] := x; sync; let y = A[tid] in B[tid] := y");
  await then(rounds, () => rounds.selectOption("#phase", "0"));
  await then(rounds, () => rounds.selectOption("#outcome", "1"));
  assert.match(await rounds.textContent("#view"), /B-VAR.*Substituted: x := 1/s);
  await then(rounds, () => rounds.selectOption("#phase", "1"));
  assert.match(await rounds.textContent("#phase"), /1, from memory \{A\[0\] ↦ 1/);
  await type(rounds, "for i in 0..2 { A[tid] := i; sync; let x = A[tid + 1] in skip }");
  await tab(rounds, "Race");
  await then(rounds, async () => { await rounds.getByLabel("Threads below, slider").focus(); await rounds.keyboard.press("ArrowRight"); });
  assert.equal(await rounds.getByRole("spinbutton", { name: "Threads below" }).inputValue(), "5");
  assert.equal(await rounds.evaluate(() => document.activeElement.type), "range", "the keyboard stays where it was");
  const protocol = await open(at("Run", "two.map", "wr A[tid]; sync; rd A[tid + 1]"));
  assert.equal(await protocol.locator("#phase option").count(), 2);
  assert.ok(await rounds.locator("svg .rd").count() > 0 && await rounds.locator("svg .wr").count() > 2, "who reads and who writes");
  const kernel = await open(at("Run", "own.cu", "//--blockDim=4 --gridDim=1\n__global__ void own(int *a) { a[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] += 1; }"));
  assert.equal(await kernel.locator("#phase option").count(), 2);
  await then(kernel, () => kernel.selectOption("#phase", "1"));
  for (let n = 0; n < 2; n++) await kernel.getByRole("button", { name: "Back" }).click();
  assert.match(await kernel.textContent("#view"), /Substituted: a\.1 := 1/);
  await then(kernel, async () => { await kernel.getByRole("spinbutton", { name: "Thread" }).fill("4"); await kernel.keyboard.press("Tab"); });
  assert.match(await kernel.textContent("#view"), /no thread 4/);

  await tab(page, "Theorems");
  assert.equal(await page.inputValue("#claim"), "liew2024/4.3.2");
  await page.getByLabel("without CI").check();
  await then(page, () => page.click("#search"));
  assert.match(await page.textContent("#found"), /refuted/);
  assert.match(await page.textContent("#found"), /A counterexample of size 4/);
  await page.locator("#found summary").first().click();
  assert.ok(await page.locator("#found details[open] pre").isVisible(), "its runs are shown");
  await page.getByLabel("Size up to").fill("6");
  await page.getByLabel("without CI").uncheck();
  await page.locator("#search").focus();
  await then(page, async () => { await page.click("#search"); await page.waitForTimeout(500); await page.click("#stop"); });
  assert.match(await page.textContent("#found"), /stopped/);

  await tab(page, "Exercises");
  const answer = async (n, value) => {
    await then(page, () => page.selectOption("#exercise", String(n)));
    if (await page.locator("#answer").count() > 0) await page.fill("#answer", value);
    else await type(page, value);
    await page.click("#submit");
    await page.waitForFunction(() => document.getElementById("result").textContent !== "");
    return page.textContent("#result");
  };
  assert.match(await answer(0, "1"), /^Right/);
  assert.match(await answer(1, "4"), /^Not yet/);
  assert.match(await answer(4, "A[tid] := 0"), /^Right/);
  assert.match(await answer(7, "let x = A[tid] in A[x] := 0"), /^Right/);
  assert.match(await page.textContent("#view"), /3 of \d+ solved/);
  await then(page, () => page.selectOption("#exercise", { label: "14. Repair the derivation" }));
  const derived = await page.inputValue("textarea#answer");
  assert.match(await answer(13, derived), /^Not yet: .*step 8 \(S-FOR-2\)/, "the first wrong step is named");
  await page.reload();
  await page.waitForSelector("#exercise");
  assert.match(await page.textContent("#view"), /3 of \d+ solved/);

  // A shared address, and a run that is stopped by itself.
  const second = await open(at("Race", "own.jam", "A[tid] := 0"));
  assert.equal(await second.textContent("#joint_race"), "none");
  assert.match(await second.textContent(".cm-content"), /A\[tid\] := 0/);
  await then(second, () => second.selectOption("#example", "alarm1.cu"));
  await tab(second, "Check");
  assert.equal(await second.textContent(".verdict"), "racy");
  assert.match(await second.textContent("#view"), /true alarm: sdata\[16\]/);
  await second.getByRole("tab", { name: "Check" }).focus();
  await then(second, () => second.keyboard.press("ArrowLeft"));
  assert.match(await shown(second), /^Race/);
  const endless = await open(at("Run", "long.jam", "for x in 0..100000 { for y in 0..100000 { A[x] := y } }"));
  assert.match(await endless.textContent("#view"), /too deep|not decided|too large/);
  await type(endless, "A[0] := 1");
  assert.match(await endless.textContent("#step"), /^step/);

  // Nothing blocks the page for more than 100 ms. What is measured is the time that a task takes the processor: other work on
  // the machine does not count.
  const busy = await open(at("Run", "loop.jam", "for x in 0..60 { A[x] := x }"));
  const blocked = await longest(busy, async () => {
    await type(busy, "for x in 0..140 { let y = A[x] in A[x + 1] := y }");
    assert.ok(Number(/of (\d+)/.exec(await busy.textContent("#step"))[1]) > 1000, "a large derivation");
    for (let n = 0; n < 5; n++) await busy.getByRole("button", { name: "Back" }).click();
    for (const view of ["Protocol", "Judgments", "Race", "Exercises", "Theorems"]) await tab(busy, view);
    await busy.getByLabel("Size up to").fill("6");
    await then(busy, async () => { await busy.click("#search"); await busy.waitForTimeout(1500); await busy.click("#stop"); });
    await then(busy, () => busy.selectOption("#example", "reduction_no_barrier.cu"));
    await tab(busy, "Check");
  });
  console.log(`the longest task took ${blocked.toFixed(0)} ms`);
  assert.ok(blocked <= 100, `a task took ${blocked} ms`);

  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 800, 390]) {
      const look = await open(at("Protocol", "s_b.jam", S_B), { viewport: { width, height: 800 }, colorScheme });
      for (const view of ["Protocol", "Judgments", "Run", "Race", "Check", "Theorems", "Exercises"]) {
        if (view !== "Protocol") await tab(look, view);
        assert.ok(await look.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} fits ${width}`);
        await look.screenshot({ path: join(shots, `${view}-${width}-${colorScheme}.png`), fullPage: width < 800 });
        if (width !== 800) await accessible(look, `${view} ${width} ${colorScheme}`);
      }
      await look.context().close();
    }
  }
  assert.deepEqual(complaints, []);
  console.log("the page does what it should");
} finally {
  await close();
}
