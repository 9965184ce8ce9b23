export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves as soon as `look` finds something, and says what it was last when the time is up. */
export async function eventually<T>(
  look: () => T | undefined | null | false | Promise<T | undefined | null | false>,
  withinMs = 5000,
  what = () => "",
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMs} ms. ${what()}`);
    await sleep(5);
  }
}
