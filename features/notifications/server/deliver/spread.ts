import type { Pace, Urgency } from "../../../../server/pace.ts";

/** So many messages are begun at a time: encrypting them holds the event loop for a few milliseconds. */
const SLICE = 5;

/** Sends items, at most `atOnce` at the same time, and begins them in short steps. Resolves when all are through. */
export async function spread<Item>(
  items: readonly Item[],
  { pace, urgency, atOnce }: { pace: Pace; urgency: Urgency; atOnce: number },
  send: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let onFree: () => void = () => {};
  const begin = (item: Item) => {
    const one: Promise<void> = send(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        running.delete(one);
        onFree();
      });
    running.add(one);
  };
  for (let next = 0; next < items.length; ) {
    while (running.size >= atOnce) await new Promise<void>((resolve) => (onFree = resolve));
    const slice = items.slice(next, next + Math.min(SLICE, atOnce - running.size));
    next += slice.length;
    await pace.run(urgency, async () => {
      for (const item of slice) begin(item);
      // Their immediate work is over then, and pending events are handled.
      await new Promise((resolve) => setImmediate(resolve));
    });
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
}
