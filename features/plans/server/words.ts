import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { CorrectionWords, EndWords, PlanFacts, VersionWords } from "../schema.ts";

type Db = Kysely<Tables>;

declare const shape: unique symbol;

/** Names the row that a text belongs to, and with `Words` the shape of the text. */
export type Binding<Words> = string & { readonly [shape]: Words };

/** Writes texts as JSON, encrypted when their plan is. */
export type Sealer = <Words extends object>(
  binding: Binding<Words>,
  words: NoInfer<Words>,
) => { open: string | null; sealed: Buffer | null };

/** Reads texts; null when they are encrypted with a destroyed key. */
export type Opener = <Words>(binding: Binding<Words>, open: unknown, sealed: Buffer | null) => Words | null;

export async function getSealer(
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

export async function getOpener(vault: Vault, db: Db, diaryId: string, hasSealed: boolean): Promise<Opener> {
  const unseal = hasSealed ? await vault.opener(db, diaryId) : null;
  return <Words>(binding: Binding<Words>, open: unknown, sealed: Buffer | null) => {
    if (!sealed || !unseal) return (open as Words | null) ?? null;
    try {
      return JSON.parse(unseal(binding, sealed).toString("utf8")) as Words;
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      return null;
    }
  };
}

const toBinding = <Words>(text: string) => text as Binding<Words>;

/** The binding of each kind of text: an encrypted text that is moved to another row can't be read. */
export const BINDINGS = {
  plan: (id: string) => toBinding<PlanFacts>(`plan/${id}`),
  version: (id: string, version: number) => toBinding<VersionWords>(`plan/${id}/${version}`),
  end: (id: string) => toBinding<EndWords>(`plan-end/${id}`),
  correction: (id: string, revision: number) =>
    toBinding<CorrectionWords>(`plan-correction/${id}/${revision}`),
  dose: (id: string) => toBinding<{ note: string }>(`dose/${id}`),
  entry: (id: string) => toBinding<{ note?: string; why?: string }>(`dose-entry/${id}`),
} as const;
