// A real browser on the built page: what a student does. Screenshots go to `target/playground/shots`.
import axeCore from "axe-core";
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { mkdirSync, readFileSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";
import { root } from "./wasm.mjs";

const page_folder = join(root, "target/playground/page");
const shots = join(root, "target/playground/shots");
mkdirSync(shots, { recursive: true });
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
  try {
    const body = readFileSync(join(page_folder, path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

const complaints = [];
async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // Nothing but this folder is asked for.
  await context.route("**", (route) => (route.request().url().startsWith(address) ? route.continue() : (complaints.push(route.request().url()), route.abort())));
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(address + hash);
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
async function accessible(page, what) {
  await page.evaluate(axeCore.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120))}`), [], what);
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

  await tab(page, "Theorems");
  assert.equal(await page.inputValue("#claim"), "liew2024/4.3.2");
  await page.getByLabel("without CI").check();
  await then(page, () => page.click("#search"));
  assert.match(await page.textContent("#found"), /refuted/);
  assert.match(await page.textContent("#found"), /A counterexample of size 4/);
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
  await browser.close();
  server.close();
}
