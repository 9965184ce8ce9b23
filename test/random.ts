/**
 * The seed of all random choices of tests, and of all properties: the same in each run of the gate, so that a change alone
 * decides whether it is green. A drill takes a new one and prints it; `SEED=123 npx vitest run <file>` repeats it.
 */
export const SEED = Number(process.env.SEED ?? 20_261_127);

/** A repeatable source of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Numbers from 0 to 1 in the order of the run's seed, for one file. */
export const seededRandom = (): (() => number) => randomFrom(SEED);

/** How many times as many random histories are played as in the gate: `npm run drill histories`. */
export const LONGER = Number(process.env.LONGER ?? 1);
