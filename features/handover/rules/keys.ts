import type { Handover } from "../schema.ts";

type Keyed = { key?: string; at?: number };

/** Lists all recorded items of a page, of every kind. */
const listRecorded = (handover: Handover): Keyed[] =>
  Object.values(handover).flatMap((list: unknown) => {
    const shown = (list as { shown?: Keyed[] } | null)?.shown;
    return Array.isArray(shown) ? shown : [];
  });

/** Lists the keys of all recorded items of a page. */
export const listKeys = (handover: Handover): string[] =>
  listRecorded(handover).flatMap(({ key }) => key ?? []);

/** Finds when the newest item of a page was recorded, the reader's own too; the page's start when there is none. */
export const findNewest = (handover: Handover): number =>
  Math.max(handover.since, handover.ownHandover?.at ?? 0, ...listRecorded(handover).map(({ at }) => at ?? 0));
