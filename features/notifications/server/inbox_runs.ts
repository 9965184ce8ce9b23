import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf } from "../../../server/db/names.ts";

type Db = Kysely<Tables>;

/** The columns of a notification that say which message of which run it is. */
type RunColumns = { diary_id: string | null; run_id: string | null; step: string | null; contacts: unknown };
type Contact = { userId: string; device: "phone" | "computer"; at: number };
type Runs = Awaited<ReturnType<typeof runsOf>>;

const contactsOf = (row: RunColumns) => (row.contacts ?? []) as Contact[];

/** How the runs of these notifications stand, by id. */
export async function runsOf(db: Db, rows: readonly RunColumns[]) {
  const ids = rows.flatMap(({ run_id }) => run_id ?? []);
  if (ids.length === 0) return new Map<string, never>();
  const runs = await db
    .selectFrom("escalation_runs")
    .select(["id", "state", "occurrence", "taken_by", "taken_until"])
    .where("diary_id", "in", [...new Set(rows.flatMap(({ diary_id }) => diary_id ?? []))])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(runs.map((run) => [run.id, run]));
}

/** The people whose names `presentRun` needs. */
export const peopleOfRuns = (rows: readonly RunColumns[], runs: Runs): string[] => [
  ...rows.flatMap((row) => contactsOf(row).map(({ userId }) => userId)),
  ...[...runs.values()].flatMap(({ taken_by }) => taken_by ?? []),
];

/** What a notification says of its run; null for those of none. */
export function presentRun(row: RunColumns, runs: Runs, names: ReadonlyMap<string, string>) {
  const run = row.run_id === null ? undefined : runs.get(row.run_id);
  if (!run || row.step === null) return null;
  return {
    runId: run.id,
    step: row.step as "again" | "next" | "leaders" | "taken",
    isOpen: run.state === "open",
    occurrence: run.occurrence,
    contacts: contactsOf(row).map(({ userId, device, at }) => ({ name: nameOf(names, userId), device, at })),
    taken:
      run.taken_by === null
        ? null
        : { byId: run.taken_by, by: nameOf(names, run.taken_by), until: run.taken_until! },
  };
}
