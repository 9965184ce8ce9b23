import { MAX_LISTED, MAX_TAIL, OVERLAP_MS } from "../rules/limits.ts";

/** What was picked of a kind: the newest things that the reader wasn't shown before. */
export type Picked<Row> = Row & { key: string; at: number };

/** Names a thing as it was at a recorded time: changed later, it is another one. */
export const keyOf = (kind: string, id: string, at: number): string => `${kind}:${id}@${Math.floor(at)}`;

/** The rows that a mark's tail doesn't name. */
export function pickUnseen<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
  at: (row: Row) => number,
  tail: ReadonlySet<string>,
): Picked<Row>[] {
  return rows.map((row) => ({ ...row, key: key(row), at: at(row) })).filter((row) => !tail.has(row.key));
}

/** The first of these, and whether there are more. */
export const listOf = <Item>(items: readonly Item[], most = MAX_LISTED) => ({
  shown: items.slice(0, most),
  isCut: items.length > most,
});

/** Newest first; keys break ties. */
export const newestFirst = (a: { at: number; key: string }, b: { at: number; key: string }) =>
  b.at - a.at || (a.key < b.key ? 1 : -1);

/**
 * The keys of everything in an answer that was recorded from a minute before `upTo` on. Only what is shown is in it: what
 * didn't fit comes next time.
 */
export function tailOf(answer: object, upTo: number): string[] {
  const keys = Object.values(answer).flatMap((list: unknown) => {
    const shown = (list as { shown?: unknown } | null)?.shown;
    if (!Array.isArray(shown)) return [];
    return shown.flatMap(
      ({ key, at, told }: { key?: string; at?: number; told?: { key: string; at: number }[] }) => [
        ...(key !== undefined && at !== undefined ? [{ key, at }] : []),
        ...(told ?? []),
      ],
    );
  });
  return keys
    .filter(({ at }) => Math.floor(at) >= upTo - OVERLAP_MS)
    .map(({ key }) => key)
    .slice(0, MAX_TAIL);
}
