import { type Clock, systemClock } from "../../../../server/clock.ts";

/**
 * Puts what several workers write at the same time into one statement: while one is under way, and until `gatherMs` after
 * its beginning, all that comes waits for the next. The first begins at once.
 * @returns writes items in the order of the calls; resolves once they are written, rejects with their statement's error
 */
export function createBatchedWrites<Item>(
  write: (items: readonly Item[]) => Promise<void>,
  gatherMs = 0,
  clock: Pick<Clock, "elapsed" | "sleep"> = systemClock,
): (items: readonly Item[]) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  let begunAt = Number.NEGATIVE_INFINITY;

  async function writeAfter(former: Promise<void>): Promise<void> {
    // Its workers have got its error.
    await former.catch(() => {});
    const since = clock.elapsed() - begunAt;
    if (since < gatherMs) await clock.sleep(gatherMs - since);
    begunAt = clock.elapsed();
    const items = waiting;
    waiting = [];
    next = null;
    await write(items);
  }

  return (items) => {
    waiting.push(...items);
    if (next === null) {
      next = writeAfter(last);
      last = next;
    }
    return next;
  };
}
