import { randomInt } from "node:crypto";
import { SHORT_ID_ALPHABET, SHORT_ID_LENGTH } from "../../lib/ids.ts";

const ATTEMPTS = 10;

/**
 * Inserts a row under a fresh short id. `insert` answers undefined when the short id is taken
 * (`on conflict do nothing`), then another one is tried.
 */
export async function newShortId<Row>(insert: (shortId: string) => Promise<Row | undefined>): Promise<Row> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await insert(randomShortId());
    if (row !== undefined) return row;
  }
  throw new Error(`No free short id in ${ATTEMPTS} attempts`);
}

function randomShortId(): string {
  let id = "";
  for (let i = 0; i < SHORT_ID_LENGTH; i++) id += SHORT_ID_ALPHABET[randomInt(SHORT_ID_ALPHABET.length)];
  return id;
}
