import type { JSONValue } from "convex/values";

/** A record of a result, as the device keeps it: the function, and the arguments by which it is found again. */
export type ResultKey = string;

/**
 * Rooms whose results stay on no device: other people's data, secrets, searches, and news, whose words may be those
 * of encrypted notes without a sign of it.
 */
const NEVER: ReadonlySet<string> = new Set(
  "accessTokens admin adminDb escalation exports feeds home invitations notifications programExports search updates webhooks".split(
    " ",
  ),
);

/** Arguments that only follow the clock: the newest result answers for all of their values. */
const OF_CLOCK: ReadonlySet<string> = new Set(["around", "at", "countsAt"]);
/** Parts of `paginationOpts` that only count mounts and reloads. */
const OF_MOUNT: ReadonlySet<string> = new Set(["id", "endCursor"]);

/**
 * The key of a query's result on this device, null where it may not stay.
 * @param token as the client names a query: JSON of `udfPath` and `args`
 */
export function getResultKey(token: string): ResultKey | null {
  const { udfPath, args } = getQuery(token);
  const [room = ""] = udfPath.split(":");
  // A search is written down nowhere.
  if (NEVER.has(room) || args.text !== undefined) return null;
  const lasting = Object.entries(args)
    .filter(([name]) => !OF_CLOCK.has(name))
    .map(([name, value]) => [name, name === "paginationOpts" ? dropMount(value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return `${udfPath} ${JSON.stringify(lasting)}`;
}

/** A query's path and arguments, from the client's name for it. */
export const getQuery = (token: string) =>
  JSON.parse(token) as { udfPath: string; args: Record<string, JSONValue> };

const dropMount = (options: unknown) =>
  Object.entries(options as object).filter(([name]) => !OF_MOUNT.has(name));
