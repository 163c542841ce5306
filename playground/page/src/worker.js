// The worker: one question at a time, answered by the crates.
import init, { ask } from "bindings";

globalThis.jaminanProgress = (done, total) => postMessage({ progress: [done, total] });
globalThis.jaminanPanic = (message) => postMessage({ panic: message });

const ready = init({ module_or_path: new URL("playground_bg.wasm", import.meta.url) });
onmessage = async ({ data: { id, question } }) => {
  try {
    await ready;
    postMessage({ id, answer: JSON.parse(ask(JSON.stringify(question))) });
  } catch (why) {
    postMessage({ id, broken: String(why) });
  }
};
