import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../db/database.ts";
import { CannotOpen, type DataKey, getKeyNumber, openWith, sealWith } from "./cipher.ts";
import { insertDataKey, lockCurrentKey, lockMasterKey, readDataKeys, type StoredKey } from "./data.ts";
import type { MasterKeys } from "./master_keys.ts";

type Db = Kysely<Tables>;

/**
 * Encryption at rest: data sealed for a notebook can only be opened with its data key, which the database holds wrapped
 * by the master key. `binding` names the place of a message within the notebook, such as `note/<id>/1/head`; in another
 * place it doesn't open. See `docs/how/encryption-at-rest.md`.
 *
 * Nothing is remembered between calls: unwrapping takes microseconds, and a key that is kept would outlive its
 * destruction.
 */
export type Vault = {
  /** Encrypts. `db` is the transaction that stores the result. */
  seal(db: Db, diaryId: string, binding: string, plain: Uint8Array): Promise<Buffer>;
  /**
   * Decrypts.
   * @throws CannotOpen when the key was destroyed or the message doesn't fit its place
   */
  open(db: Db, diaryId: string, binding: string, sealed: Uint8Array): Promise<Buffer>;
  /** As `seal` and `open`, for many messages of one notebook with one statement. */
  sealer(db: Db, diaryId: string): Promise<(binding: string, plain: Uint8Array) => Buffer>;
  opener(db: Db, diaryId: string): Promise<(binding: string, sealed: Uint8Array) => Buffer>;
};

/** The database needs a master key that this process doesn't have; the server can't work without it. */
export class MasterKeyMissing extends Error {
  override name = "MasterKeyMissing";
}

const ATTEMPTS = 5;

export function createVault(masterKeys: MasterKeys): Vault {
  async function unwrap(diaryId: string, { number, wrapped, master_key_id }: StoredKey): Promise<DataKey> {
    if (!wrapped) throw new CannotOpen("destroyed");
    const master = await masterKeys.find(master_key_id);
    if (!master) throw new MasterKeyMissing(`Master key ${master_key_id} isn't here`);
    return master.unwrap(diaryId, number, wrapped);
  }

  /** Creates a key; null when another transaction has created one meanwhile. */
  async function makeKey(db: Db, diaryId: string): Promise<DataKey | null> {
    await lockMasterKey(db);
    const master = await masterKeys.current();
    const former = await readDataKeys(db, diaryId);
    if (former.some((key) => key.wrapped && key.retired_at === null)) return null;
    const key = { number: (former.at(-1)?.number ?? 0) + 1, bytes: randomBytes(32) };
    const wrapped = master.wrap(diaryId, key);
    const isOurs = await insertDataKey(db, { diaryId, number: key.number, wrapped, masterKeyId: master.id });
    return isOurs ? key : null;
  }

  async function currentKey(db: Db, diaryId: string): Promise<DataKey> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const stored = await lockCurrentKey(db, diaryId);
      const key = stored ? await unwrap(diaryId, stored) : await makeKey(db, diaryId);
      if (key) return key;
    }
    throw new Error("No data key could be made");
  }

  async function sealer(db: Db, diaryId: string) {
    const key = await currentKey(db, diaryId);
    return (binding: string, plain: Uint8Array) => sealWith(key, { diaryId, binding }, plain);
  }

  async function opener(db: Db, diaryId: string) {
    const keys = new Map<number, DataKey | CannotOpen>();
    for (const stored of await readDataKeys(db, diaryId)) {
      keys.set(stored.number, await unwrap(diaryId, stored).catch(refusal));
    }
    return (binding: string, sealed: Uint8Array) => {
      const key = keys.get(getKeyNumber(sealed)) ?? new CannotOpen("damaged");
      if (key instanceof CannotOpen) throw key;
      return openWith(key, { diaryId, binding }, sealed);
    };
  }

  return {
    sealer,
    opener,
    seal: async (db, diaryId, binding, plain) => (await sealer(db, diaryId))(binding, plain),
    open: async (db, diaryId, binding, sealed) => (await opener(db, diaryId))(binding, sealed),
  };
}

/** An error for a key that isn't available, so that messages with other keys can still be decrypted. */
function refusal(error: unknown): CannotOpen {
  if (error instanceof CannotOpen) return error;
  throw error;
}
