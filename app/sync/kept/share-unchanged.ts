type Entry = [key: unknown, value: unknown];

/** The rows of a list by their `_id`, or by their place without one, or the fields of an object; null for all else. */
function listEntries(value: unknown): Entry[] | null {
  if (Array.isArray(value)) return value.map((row, index) => [row?._id ?? index, row]);
  return value && Object.getPrototypeOf(value) === Object.prototype ? Object.entries(value) : null;
}

/**
 * A new result with the objects of the former one wherever they are equal, so that screens draw only the rows that have
 * changed: the server sends a list as a whole.
 */
export function shareUnchanged(before: unknown, after: unknown): unknown {
  const former = listEntries(before);
  const entries = listEntries(after);
  if (!former || !entries || Array.isArray(before) !== Array.isArray(after)) return after;
  const known = new Map(former);
  const shared = entries.map(([key, value]): Entry => [key, shareUnchanged(known.get(key), value)]);
  const isSame =
    shared.length === former.length &&
    shared.every(([key, value], index) => key === former[index]![0] && Object.is(value, former[index]![1]));
  if (isSame) return before;
  return Array.isArray(after)
    ? shared.map(([, value]) => value)
    : Object.fromEntries(shared as [string, unknown][]);
}
