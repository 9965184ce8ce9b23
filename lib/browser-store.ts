const PREFIX = "carediary.";
/** The database of files that wait to be uploaded. */
export const KEPT_FILES_DATABASE = "CareDiaryWaitingFiles";
/** The database of answers to messages that wait for a connection (app/worker/push.js). */
export const KEPT_ANSWERS_DATABASE = "CareDiaryKeptAnswers";
/** The database of items that other apps have shared with this one (app/worker/share.js). */
export const SHARED_DATABASE = "CareDiaryShared";

/** Reads a stored value (JSON) from this browser, or null when there is none or storage is disabled. */
export function readStored<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
  } catch {
    return null;
  }
}

/** Stores a value in this browser; null removes it. Does nothing without storage. */
export function writeStored(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Full or disabled: the app works without storage.
  }
}

/** A user's stored data: unsent texts (`draft`), and their profile (`person`). */
type OfPerson = "draft" | "person";

/** The beginning of the keys of one person. Their id may have dots, which separate the parts of a key. */
export const getPersonKey = (kind: OfPerson, personId: string): string =>
  `${kind}.${personId.replaceAll(".", "%2E")}`;

/** The keys that begin so. */
export function getStoredKeys(begin: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX + begin))
      .map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** The users with data in this browser. */
export const getStoredPeople = (): string[] =>
  getStoredKeys("person.").map((key) => key.slice("person.".length).replaceAll("%2E", "."));

/**
 * How the app is locked on this device. `wrapped` is the key of the kept results, encrypted with one from the PIN or the
 * passkey; `salt`, `iv`, `wrapped` and `credential` (the passkey's id) are base64. `wrong` counts wrong PINs.
 */
export type DeviceLock = {
  kind: "pin" | "passkey";
  salt: string;
  iv: string;
  wrapped: string;
  credential?: string;
  wrong: number;
};

/**
 * A user with data in this browser: `userId` is the id of their files, once it is known; `keepsNothing` when what they read
 * isn't to stay here.
 */
export type StoredPerson = {
  name?: string;
  email?: string;
  userId?: string;
  keepsNothing?: boolean;
  /** For how many days it stays here without the server, where they have chosen that. */
  keptDays?: number;
  /** When this device last fetched ahead what they may need without a connection, epoch ms. */
  fetchedAt?: number;
  /** Whether changes wait in this browser, or were refused. */
  hasWaiting?: boolean;
  lock?: DeviceLock | undefined;
};

export const getStoredPerson = (personId: string): StoredPerson =>
  readStored<StoredPerson>(getPersonKey("person", personId)) ?? {};

/** Adds to the stored profile of a user. */
export function storePerson(personId: string, known: StoredPerson): void {
  writeStored(getPersonKey("person", personId), { ...getStoredPerson(personId), ...known });
}

/** Removes everything of one person from the storage of texts. */
export function forgetTexts(personId: string): void {
  for (const key of getStoredKeys(`${getPersonKey("draft", personId)}.`)) writeStored(key, null);
  writeStored(getPersonKey("person", personId), null);
}

/** Under this key is the id of the person who uses this browser. It stays when their session ends, until they leave. */
export const OWNER = "owner";

/** The person who was signed in here last and hasn't signed out; null when there is none. */
export const getBrowserOwner = (): string | null => readStored<string>(OWNER);

/** The key of the signed-in person's id; other tabs get an event when it changes. */
export const SIGNED_IN = "signed-in";

/**
 * Removes data without an owner before another user takes this browser: the notebook that was open last, the
 * subscription of notifications. Users' own data stays, the note of who is signed in, and the language.
 */
export function forgetSettings(): void {
  for (const key of getStoredKeys(""))
    if (!/^((draft|person)\.|language)/.test(key) && key !== SIGNED_IN) writeStored(key, null);
}
