export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves as soon as `look` returns something; after the time limit it throws with the last value. */
export async function eventually<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  withinMs = 5000,
  describeState = () => "",
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms. ${describeState()}`);
    await sleep(5);
  }
}
