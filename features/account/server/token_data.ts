import type { Kysely } from "kysely";
import type { Person } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { readChosenNotebooks } from "../../notebooks/server/public.ts";
import type { OwnTokenAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** As many as a person may have. */
const MAX_TOKENS = 50;

/** A person's access tokens, newest first. */
export async function listTokens(db: Db, { userId }: Person) {
  const rows = await db
    .selectFrom("access_tokens")
    .select(["id", "name", "hint", "scopes", "all_notebooks", "created_at", "expires_at", "last_used_at"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_TOKENS)
    .execute();
  const notebooksOf = await readChosenNotebooks(db, "tokens", rows);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    notebooks: notebooksOf(row),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    _creationTime: row.created_at,
  }));
}

/** Ends a token. */
export async function deleteToken(db: Db, { userId, tokenId }: OwnTokenAccess): Promise<void> {
  await db.deleteFrom("access_tokens").where("id", "=", tokenId).where("user_id", "=", userId).execute();
}
