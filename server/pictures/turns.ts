import { CareError } from "../../lib/errors.ts";

/**
 * Runs pieces of work one after the other, because decoding a large picture takes hundreds of megabytes. A call throws
 * a CareError when `maxWaiting` others wait already.
 */
export function createTurns(maxWaiting: number): <T>(work: () => Promise<T>) => Promise<T> {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    if (waiting >= maxWaiting) throw new CareError("busy", { key: "refusals.busy" });
    waiting++;
    const done = last.then(work);
    last = done.catch(() => {});
    try {
      return await done;
    } finally {
      waiting--;
    }
  };
}
