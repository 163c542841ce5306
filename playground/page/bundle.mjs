// bundle.mjs BINDINGS PAGE: bundles the page's modules, the WebAssembly, the examples and the exercises.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [bindings, page] = process.argv.slice(2).map((path) => resolve(path));
rmSync(page, { recursive: true, force: true });
mkdirSync(page, { recursive: true });

const read = (folder, ends) =>
  readdirSync(folder).filter((name) => ends.some((end) => name.endsWith(end))).sort()
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));
const data = {
  examples: read(join(here, "../../examples"), [".jam", ".map", ".cu"]),
  rules: JSON.parse(readFileSync(join(here, "../../docs/rules.json"), "utf8")),
  // A page does not give the solutions away.
  exercises: read(join(here, "exercises"), [".json"]).map(({ text }) => ({ ...JSON.parse(text), solution: undefined, wrong: undefined })),
};
const generated = {
  name: "generated",
  setup(build) {
    build.onResolve({ filter: /^generated:/ }, ({ path }) => ({ path, namespace: "generated" }));
    build.onLoad({ filter: /.*/, namespace: "generated" }, ({ path }) =>
      ({ contents: JSON.stringify(data[path.split(":")[1]]), loader: "json" }));
    build.onResolve({ filter: /^bindings$/ }, () => ({ path: join(bindings, "playground.js") }));
  },
};
await build({
  entryPoints: [join(here, "src/main.js"), join(here, "src/worker.js")],
  bundle: true, minify: true, format: "esm", target: "es2022", outdir: page, plugins: [generated], logLevel: "warning",
});
copyFileSync(join(bindings, "playground_bg.wasm"), join(page, "playground_bg.wasm"));
for (const file of ["index.html", "style.css"]) copyFileSync(join(here, file), join(page, file));
