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
  const { udfPath, args } = JSON.parse(token) as { udfPath: string; args: Record<string, unknown> };
  const [room = ""] = udfPath.split(":");
  // A search is written down nowhere.
  if (NEVER.has(room) || args.text !== undefined) return null;
  const lasting = Object.entries(args)
    .filter(([name]) => !OF_CLOCK.has(name))
    .map(([name, value]) => [name, name === "paginationOpts" ? dropMount(value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return `${udfPath} ${JSON.stringify(lasting)}`;
}

const dropMount = (options: unknown) =>
  Object.entries(options as object).filter(([name]) => !OF_MOUNT.has(name));

/**
 * A result without what belongs to encrypted notes; undefined when it is about one itself.
 * @param sealed the ids of the encrypted notes seen so far
 */
export function dropSealedNotes(token: string, value: unknown, sealed: ReadonlySet<string>): unknown {
  const { args } = JSON.parse(token) as { args: Record<string, unknown> };
  if (isSealed(value, sealed) || [args.noteId, args.targetId].some((id) => sealed.has(String(id))))
    return undefined;
  return dropSealed(value, sealed);
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Medicines stay: a list that lacks a medicine is worse than a list that a thief of the device can read. */
const isSealedNote = (value: Fields): boolean => value.isEncrypted === true && !("doseUnit" in value);

/** Adds the ids of the encrypted notes of a result. */
export function collectSealed(value: unknown, sealed: Set<string>): void {
  if (Array.isArray(value)) for (const each of value) collectSealed(each, sealed);
  if (!isFields(value)) return;
  if (isSealedNote(value)) for (const id of [value._id, value.id]) if (typeof id === "string") sealed.add(id);
  for (const each of Object.values(value)) collectSealed(each, sealed);
}

const isSealed = (value: unknown, sealed: ReadonlySet<string>): boolean =>
  isFields(value) &&
  (isSealedNote(value) ||
    [value._id, value.id, value.noteId, value.targetId, value.subjectId].some((id) =>
      sealed.has(String(id)),
    ));

function dropSealed(value: unknown, sealed: ReadonlySet<string>): unknown {
  if (Array.isArray(value))
    return value.filter((each) => !isSealed(each, sealed)).map((each) => dropSealed(each, sealed));
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isSealed(each, sealed) ? null : dropSealed(each, sealed),
    ]),
  );
}
