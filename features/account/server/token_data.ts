import type { Kysely } from "kysely";
import type { Person } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { OwnTokenAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** As many as a person may have, and the notebooks of one. */
const MAX_TOKENS = 50;
const MAX_NOTEBOOKS = MAX_TOKENS * 500;

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
  const limited = rows.filter((row) => !row.all_notebooks).map(({ id }) => id);
  const notebooks = limited.length === 0 ? [] : await notebooksOf(db, limited);
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    notebooks: row.all_notebooks
      ? null
      : notebooks
          .filter(({ token_id }) => token_id === row.id)
          .map(({ diary_id, name }) => ({ diaryId: diary_id, name })),
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    _creationTime: row.created_at,
  }));
}

const notebooksOf = (db: Db, tokenIds: string[]) =>
  db
    .selectFrom("access_token_notebooks as t")
    .innerJoin("diaries as d", "d.id", "t.diary_id")
    .select(["t.token_id", "t.diary_id", "d.name"])
    .where("t.token_id", "in", tokenIds)
    .orderBy("d.name")
    .limit(MAX_NOTEBOOKS)
    .execute();

/** Ends a token. */
export async function deleteToken(db: Db, { userId, tokenId }: OwnTokenAccess): Promise<void> {
  await db.deleteFrom("access_tokens").where("id", "=", tokenId).where("user_id", "=", userId).execute();
}
