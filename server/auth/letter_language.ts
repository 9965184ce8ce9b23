import { sql } from "kysely";
import type { Database } from "../db/database.ts";
import { chooseAcceptedLanguage } from "../words/accepted.ts";

/** The language of letters to an account; without one, as before its first sign-in, that of its browser. */
export const chooseLetterLanguage = (language: string | null, headers: Headers | null | undefined): string =>
  language ?? chooseAcceptedLanguage(headers?.get("accept-language"));

/** The same, for an account by the id of its sign-in. */
export async function readLetterLanguage(
  { db }: Pick<Database, "db">,
  authUserId: string,
  request?: Request,
): Promise<string> {
  const { rows } = await sql<{ language: string | null }>`
    select language from users where clerk_user_id = ${authUserId}`.execute(db);
  return chooseLetterLanguage(rows[0]?.language ?? null, request?.headers);
}
