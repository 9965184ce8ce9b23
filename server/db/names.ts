import type { Kysely } from "kysely";
import type { Tables } from "./database.ts";

/**
 * The names of people by their ids. Read beside a list, not joined to it: so the list is computed again when one of
 * these people changes their name, and for nobody else and no sign-up.
 */
export async function namesOf(db: Kysely<Tables>, userIds: Iterable<string>): Promise<Map<string, string>> {
  const people = await peopleOf(db, userIds);
  return new Map([...people].map(([id, { name }]) => [id, name]));
}

/** As `namesOf`, with the e-mail addresses. */
export async function peopleOf(
  db: Kysely<Tables>,
  userIds: Iterable<string>,
): Promise<Map<string, { name: string; email: string }>> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const users = await db.selectFrom("users").select(["id", "name", "email"]).where("id", "in", ids).execute();
  return new Map(users.map(({ id, name, email }) => [id, { name, email }]));
}
