import type { Kysely } from "kysely";
import { t } from "../../lib/words/t.ts";
import type { Tables } from "./database.ts";
import { runPipelined } from "./pipelined.ts";

/**
 * The name of a person as it is shown, or the replacement for people whose account was deleted. The only place on the
 * server that words it.
 */
export const getNameToShow = ({ name, deleted_at }: { name: string; deleted_at: number | null }): string =>
  deleted_at === null ? name : t("dosewords.formerMember");

/**
 * The names of users by their ids. Read separately from a list, not joined to it: so the list is computed again when
 * one of these users changes their name, but not when any other user does or signs up.
 */
export async function readNames(db: Kysely<Tables>, userIds: Iterable<string>): Promise<Map<string, string>> {
  const people = await readPeople(db, userIds);
  return new Map([...people].map(([id, { name }]) => [id, name]));
}

/** The most places whose people are remembered. */
const MAX_REMEMBERED = 2_000;

/**
 * The users that `withNames` last found in each place. It decides only which names are read early, never the answer.
 */
const lastFound = new Map<string, readonly string[]>();

/**
 * Reads data and the names of the users in it, in one round trip while these users are the same as the last time in
 * this place: it asks for their names at the same time, and for others afterwards.
 * @param place the subject of the read, such as a notebook's id
 */
export async function withNames<Found>(
  db: Kysely<Tables>,
  place: string,
  read: () => Promise<Found>,
  peopleIn: (found: Found) => Iterable<string>,
): Promise<[Found, Map<string, string>]> {
  const [found, names] = await runPipelined(read(), readNames(db, lastFound.get(place) ?? []));
  const people = [...new Set(peopleIn(found))];
  const unknown = people.filter((id) => !names.has(id));
  for (const [id, name] of await readNames(db, unknown)) names.set(id, name);
  lastFound.delete(place);
  lastFound.set(place, people);
  const [oldest] = lastFound.keys();
  if (lastFound.size > MAX_REMEMBERED) lastFound.delete(oldest!);
  return [found, names];
}

/** The name of one of these people; "" for an unknown id, null for a null id. */
export function getShownName(names: ReadonlyMap<string, string>, userId: string): string;
export function getShownName(names: ReadonlyMap<string, string>, userId: string | null): string | null;
export function getShownName(names: ReadonlyMap<string, string>, userId: string | null): string | null {
  return userId === null ? null : (names.get(userId) ?? "");
}

/** These people with their names, in this order; "" for an unknown id. */
export const getNamedPeople = (names: ReadonlyMap<string, string>, userIds: readonly string[]) =>
  userIds.map((userId) => ({ userId, name: getShownName(names, userId) }));

/** As `readNames`, with the e-mail addresses. */
export async function readPeople(
  db: Kysely<Tables>,
  userIds: Iterable<string>,
): Promise<Map<string, { name: string; email: string }>> {
  const people = await readPicturedPeople(db, userIds);
  return new Map([...people].map(([id, { name, email }]) => [id, { name, email }]));
}

/** As `readPeople`, with the ids of their pictures, which only people who share a notebook with them may load. */
export async function readPicturedPeople(
  db: Kysely<Tables>,
  userIds: Iterable<string>,
): Promise<Map<string, { name: string; email: string; avatarId: string | null }>> {
  const ids = [...new Set(userIds)];
  if (ids.length === 0) return new Map();
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email", "deleted_at", "avatar_id"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    users.map((user) => [
      user.id,
      { name: getNameToShow(user), email: user.email, avatarId: user.avatar_id },
    ]),
  );
}

/** A person's shown name and e-mail address, and whether they have deleted their account. */
export async function readPerson(
  db: Kysely<Tables>,
  userId: string,
): Promise<{ name: string; email: string; isFormer: boolean }> {
  const user = await db
    .selectFrom("users")
    .select(["name", "email", "deleted_at"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { name: getNameToShow(user), email: user.email, isFormer: user.deleted_at !== null };
}

/** The language of a user's account; null where it has none, or there is no such user. */
export async function readUserLanguage(db: Kysely<Tables>, userId: string): Promise<string | null> {
  const user = await db.selectFrom("users").select("language").where("id", "=", userId).executeTakeFirst();
  return user?.language ?? null;
}
