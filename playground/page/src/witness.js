// What a race is made from, in words.

/** The cells of a memory: `["A[0] = 1"]`. */
export const cells = (memory) => Object.entries(memory ?? {}).flatMap(([array, own]) => Object.entries(own).map(([j, k]) => `${array}[${j}] = ${k}`));

/** Numbers by name: `["n = 4"]`. */
export const numbers = (values) => Object.entries(values ?? {}).map(([x, k]) => `${x} = ${k}`);

/** Threads, in the coordinates in which they are not all 0. */
export function coordinates(threads) {
  const told = Object.keys(threads[0]).filter((axis) => axis === "tid" || axis === "threadIdx.x" || threads.some((thread) => String(thread[axis]) !== "0"));
  return threads.map((thread) => told.map((axis) => `${axis} ${thread[axis]}`).join(", "));
}
