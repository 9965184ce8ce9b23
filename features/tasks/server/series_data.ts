import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { SeriesFailure } from "./jobs.ts";

/** Why series can't be continued, by series id; only failed ones. */
export async function readFailures(
  db: Kysely<Tables>,
  seriesIds: string[],
): Promise<Map<string, SeriesFailure>> {
  if (seriesIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("task_series")
    .select(["id", "failure"])
    .where("id", "in", [...new Set(seriesIds)])
    .where("failure", "is not", null)
    .execute();
  return new Map(rows.map(({ id, failure }) => [id, failure as SeriesFailure]));
}
