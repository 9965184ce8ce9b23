import { randomBytes } from "node:crypto";
import { SHORT_ID_ALPHABET, SHORT_ID_LENGTH } from "../../lib/ids.ts";

const ATTEMPTS = 10;

/**
 * Inserts a row under a new short id. `insert` returns undefined when the short id exists (`on conflict do nothing`);
 * then another one is tried.
 */
export async function insertWithShortId<Row>(
  insert: (shortId: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await insert(createShortId());
    if (row !== undefined) return row;
  }
  throw new Error(`No free short id in ${ATTEMPTS} attempts`);
}

/** Bytes from here on are skipped: they would make the first letters likelier than the last. */
const BYTE_LIMIT = 256 - (256 % SHORT_ID_ALPHABET.length);

/**
 * A short id, most likely a free one: for a row that a mutation writes last. When it is taken, the unique constraint
 * refuses it and the mutation runs again.
 */
export function createShortId(): string {
  let id = "";
  while (id.length < SHORT_ID_LENGTH) {
    for (const byte of randomBytes(SHORT_ID_LENGTH * 2)) {
      if (byte < BYTE_LIMIT && id.length < SHORT_ID_LENGTH)
        id += SHORT_ID_ALPHABET[byte % SHORT_ID_ALPHABET.length];
    }
  }
  return id;
}
