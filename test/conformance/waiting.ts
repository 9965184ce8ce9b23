/** The machine's, also while a test has replaced the timers. */
const { setTimeout: setReal } = globalThis;
export const sleep = (ms: number) => new Promise<void>((resolve) => setReal(resolve, ms));

/** Long enough for a busy machine: a wait ends as soon as its condition holds. */
const WITHIN_MS = 30_000;

/** Resolves as soon as `look` returns something; after the time limit it throws with the last value. */
export async function eventually<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  withinMs = WITHIN_MS,
  describeState = () => "",
): Promise<T> {
  const limit = AbortSignal.timeout(withinMs);
  for (;;) {
    const found = await look();
    if (found) return found;
    if (limit.aborted) throw new Error(`Not within ${withinMs} ms. ${describeState()}`);
    await sleep(5);
  }
}
