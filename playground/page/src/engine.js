// Questions to the worker, in order. A worker that is stopped, or has broken, is replaced by a new one.
export class Engine {
  #worker; #next = 0; #open = new Map(); #told;

  /** `told(busy, progress)` hears whether a question is open, and how far it is. */
  constructor(told) { this.#told = told; this.#start(); }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => {
      if (data.progress) return this.#told(true, data.progress);
      if (data.panic) return undefined;
      const done = this.#open.get(data.id);
      this.#open.delete(data.id);
      if (data.broken) {
        this.#replace();
        done?.({ error: { message: "this was too deep or too large for a page", hint: "make the program or the bounds smaller; the command line has no such limit" } });
      } else done?.(data.answer);
      if (this.#open.size === 0) this.#told(false);
    };
  }

  #replace(error = { message: "stopped" }) {
    this.#worker.terminate();
    const open = [...this.#open.values()];
    this.#open.clear();
    this.#start();
    for (const done of open) done({ error });
    this.#told(false);
  }

  /** Ends what is under way. */
  stop() { this.#replace({ message: "stopped", hint: "change the program, or open the view again, to ask once more" }); }

  /** Forgets what is under way: its answer would be about another text. */
  forget() { if (this.#open.size > 0) this.#replace({ message: "forgotten", forgotten: true }); }

  /** The answer to a question. */
  ask(question) {
    const id = this.#next++;
    this.#told(true);
    return new Promise((done) => {
      this.#open.set(id, done);
      this.#worker.postMessage({ id, question });
    });
  }
}
