// A real browser on the book: no request to another place, no error, no serious fault, and it fits. Screenshots go to
// `target/book/shots`.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { accessible, browse } from "./browse.mjs";
import { root } from "./wasm.mjs";

const shots = join(root, "target/book/shots");
mkdirSync(shots, { recursive: true });
const { open, close, complaints } = await browse(join(root, "target/book/site"));
const PAGES = ["index.html", "docs/calculi.html", "docs/calculi/barriers.html", "docs/grammar.html", "card.html", "exercises.html", "docs/theorems.html", "docs/benchmarks.html"];
try {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 800, 390]) {
      for (const path of PAGES) {
        const page = await open(path, { viewport: { width, height: 800 }, colorScheme });
        await page.waitForSelector("main h1");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} fits ${width}`);
        const name = path.replace(/\.html$/, "").replaceAll("/", "-");
        await page.screenshot({ path: join(shots, `${name}-${width}-${colorScheme}.png`) });
        if (width === 1280) await accessible(page, `${path} ${colorScheme}`);
        await page.context().close();
      }
    }
  }
  // A view of the playground inside of a chapter.
  const page = await open("docs/calculi/barriers.html");
  const frame = page.frameLocator(".piece iframe").first();
  await page.locator(".piece").first().scrollIntoViewIfNeeded();
  await frame.locator("svg.picture, #joint_race").first().waitFor({ timeout: 60_000 });
  assert.equal(await frame.locator("#share").isVisible(), false, "a piece has no more than its view");
  await page.screenshot({ path: join(shots, "piece.png") });
  assert.deepEqual(complaints, []);
  console.log("the book does what it should");
} finally {
  await close();
}
