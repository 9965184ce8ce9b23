import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";

type Db = Kysely<Tables>;

/** Writes texts as JSON, encrypted when their plan is. */
export type Sealer = (binding: string, words: object) => { open: string | null; sealed: Buffer | null };

/** Reads texts; null when they are encrypted with a destroyed key. */
export type Opener = <Words>(binding: string, open: unknown, sealed: Buffer | null) => Words | null;

export async function sealerFor(
  vault: Vault,
  db: Db,
  diaryId: string,
  isEncrypted: boolean,
): Promise<Sealer> {
  if (!isEncrypted) return (_, words) => ({ open: JSON.stringify(words), sealed: null });
  const seal = await vault.sealer(db, diaryId);
  return (binding, words) => ({
    open: null,
    sealed: seal(binding, Buffer.from(JSON.stringify(words), "utf8")),
  });
}

export async function openerFor(vault: Vault, db: Db, diaryId: string, hasSealed: boolean): Promise<Opener> {
  const unseal = hasSealed ? await vault.opener(db, diaryId) : null;
  return <Words>(binding: string, open: unknown, sealed: Buffer | null) => {
    if (!sealed || !unseal) return (open as Words | null) ?? null;
    try {
      return JSON.parse(unseal(binding, sealed).toString("utf8")) as Words;
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      return null;
    }
  };
}

/** What an encrypted text belongs to: one that is moved to another row can't be read. */
export const BINDINGS = {
  plan: (id: string) => `plan/${id}`,
  version: (id: string, version: number) => `plan/${id}/${version}`,
  end: (id: string) => `plan-end/${id}`,
  correction: (id: string, revision: number) => `plan-correction/${id}/${revision}`,
  dose: (id: string) => `dose/${id}`,
  entry: (id: string) => `dose-entry/${id}`,
} as const;
