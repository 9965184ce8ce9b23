import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import { ARRIVAL_MS } from "../../rules/invitations.ts";
import type { ArrivalsAccess } from "./access.ts";
import { readRequests } from "./request_data.ts";

type Db = Kysely<Tables>;

/** Bounds the list; the notebook shows an inviter more of them. */
const LIST_LENGTH = 20;

/**
 * Requests to be let in into the notebooks where the caller may invite, oldest first, and people who came in lately by
 * the caller's own invitations, newest first.
 */
export async function listArrivals(db: Db, access: ArrivalsAccess) {
  const requests = await readRequests(db, access.diaryIds);
  const arrived = await db
    .selectFrom("invitations")
    .select(["id", "diary_id", "accepted_by", "responded_at"])
    .where("invited_by", "=", access.userId)
    // A literal, so that PostgreSQL matches the partial index.
    .where("status", "=", sql.lit("accepted"))
    .where("responded_at", ">", sql<number>`now() - ${ARRIVAL_MS} * interval '1 ms'`)
    .orderBy("responded_at", "desc")
    .limit(LIST_LENGTH)
    .execute();
  // A notebook the caller has left meanwhile shows them nothing.
  const shown = arrived.filter(({ diary_id }) => access.diaryIds.includes(diary_id));
  const people = await readNames(
    db,
    shown.map(({ accepted_by }) => accepted_by!),
  );
  const diaries = await readDiaries(db, [
    ...requests.map(({ diaryId }) => diaryId),
    ...shown.map(({ diary_id }) => diary_id),
  ]);
  return {
    requests: requests.map(({ diaryId, ...request }) => ({ ...request, diary: diaries.get(diaryId)! })),
    arrivals: shown.map((row) => ({
      invitationId: row.id,
      name: getShownName(people, row.accepted_by!),
      arrivedAt: row.responded_at!,
      diary: diaries.get(row.diary_id)!,
    })),
  };
}

async function readDiaries(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, { _id: string; shortId: string; name: string }>();
  const rows = await db
    .selectFrom("diaries")
    .select(["id", "short_id", "name"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, { _id: row.id, shortId: row.short_id, name: row.name }]));
}
