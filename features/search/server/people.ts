import { readNames } from "../../../server/db/names.ts";
import { getMatcher } from "../rules/matches.ts";
import type { Scope } from "./found.ts";

/** The most memberships that are looked through. */
const MAX_MEMBERS = 5000;

export type FoundPerson = { id: string; diaryId: string; at: number; name: string; isSlip: boolean };

/**
 * The other members of these notebooks whose names match, exact ones first, then those who joined last. No index is
 * needed: a person's notebooks have few members.
 */
export async function findPeople(
  { db, diaryIds }: Pick<Scope, "db" | "diaryIds">,
  readerId: string,
  words: readonly string[],
): Promise<FoundPerson[]> {
  const members = await db
    .selectFrom("members")
    .select(["id", "diary_id", "user_id", "joined_at"])
    .where("diary_id", "in", diaryIds)
    .where("user_id", "!=", readerId)
    .orderBy("joined_at", "desc")
    .orderBy("id")
    .limit(MAX_MEMBERS)
    .execute();
  const names = await readNames(
    db,
    members.map(({ user_id }) => user_id),
  );
  const match = getMatcher(words);
  const ranks = new Map([...names].map(([id, name]) => [id, match(name)]));
  const found = members.filter(({ user_id }) => (ranks.get(user_id) ?? 0) > 0);
  return found
    .map((row) => ({
      id: row.id,
      diaryId: row.diary_id,
      at: row.joined_at,
      name: names.get(row.user_id)!,
      isSlip: ranks.get(row.user_id) === 1,
    }))
    .sort((a, b) => Number(a.isSlip) - Number(b.isSlip));
}
