import { MAX_LISTED, MAX_TAIL, OVERLAP_MS } from "../rules/limits.ts";

/** The items picked of a kind: the newest ones that the reader hasn't been shown. */
export type Picked<Row> = Row & { key: string; at: number };

/** Builds the key of an item at its recorded time; a later change has another key. */
export const toKey = (kind: string, id: string, at: number): string => `${kind}:${id}@${Math.floor(at)}`;

/** The rows of a kind that a mark's tail doesn't name. */
export function pickUnseen<Row extends { id: string; updatedAt: number }>(
  kind: string,
  rows: readonly Row[],
  tail: ReadonlySet<string>,
): Picked<Row>[] {
  return rows
    .map((row) => ({ ...row, key: toKey(kind, row.id, row.updatedAt), at: row.updatedAt }))
    .filter((row) => !tail.has(row.key));
}

/** The first of these, and whether there are more. */
export const toList = <Item>(items: readonly Item[], most = MAX_LISTED) => ({
  shown: items.slice(0, most),
  isCut: items.length > most,
});

/** Newest first; keys break ties. */
export const compareNewestFirst = (a: { at: number; key: string }, b: { at: number; key: string }) =>
  b.at - a.at || (a.key < b.key ? 1 : -1);

/**
 * Lists the keys of an answer's entries that were recorded from a minute before `upTo` on. Only shown entries are
 * included: the others come next time.
 */
export function listTail(answer: object, upTo: number): string[] {
  const keys = Object.values(answer).flatMap((list: { shown?: Keyed[] } | null) =>
    Array.isArray(list?.shown)
      ? list.shown.flatMap(({ key, told = [] }) => [...(key ? [key] : []), ...told])
      : [],
  );
  return joinTails(keys, upTo);
}

type Keyed = { key?: string; told?: readonly string[] };

/** Lists the keys of items recorded from a minute before `upTo` on, each once, the newest if there are too many. */
export const joinTails = (keys: readonly string[], upTo: number): string[] =>
  [...new Set(keys)]
    .filter((key) => parseTime(key) >= upTo - OVERLAP_MS)
    .sort((a, b) => parseTime(b) - parseTime(a))
    .slice(0, MAX_TAIL);

/** The recorded time in a key. */
const parseTime = (key: string): number => Number(key.slice(key.lastIndexOf("@") + 1));
