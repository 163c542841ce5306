// The crates, asked from Node.
import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
const bindings = join(root, "target/playground/bindings");

export async function load() {
  globalThis.jaminanProgress = () => {};
  globalThis.jaminanPanic = (message) => console.error(message);
  const module = join(mkdtempSync(join(tmpdir(), "playground-")), "playground.mjs");
  copyFileSync(join(bindings, "playground.js"), module);
  const { default: init, ask } = await import(pathToFileURL(module));
  await init({ module_or_path: readFileSync(join(bindings, "playground_bg.wasm")) });
  return (question) => JSON.parse(ask(JSON.stringify(question)));
}
