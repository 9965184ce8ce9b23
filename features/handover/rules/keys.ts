import type { Handover } from "../schema.ts";

type Keyed = { key?: string; at?: number };

/** Everything on a page that was recorded, whatever its kind. */
const listRecorded = (handover: Handover): Keyed[] =>
  Object.values(handover).flatMap((list: unknown) => {
    const shown = (list as { shown?: Keyed[] } | null)?.shown;
    return Array.isArray(shown) ? shown : [];
  });

/** The keys of all recorded things of a page. */
export const listKeys = (handover: Handover): string[] =>
  listRecorded(handover).flatMap(({ key }) => key ?? []);

/** When the newest thing on a page was recorded; its beginning when there is none. */
export const findNewest = (handover: Handover): number =>
  Math.max(handover.since, ...listRecorded(handover).map(({ at }) => at ?? 0));
