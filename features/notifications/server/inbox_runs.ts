import type { Kysely } from "kysely";
import { getGrant, type Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import type { EscalationStep } from "../../escalation/rules/words.ts";
import { peopleOfRun, presentRunState, RUN_STATE } from "./escalation/run_state.ts";
import type { Subjects } from "./subjects.ts";

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
    .select(["id", "state", ...RUN_STATE])
    .where("diary_id", "in", [...new Set(rows.flatMap(({ diary_id }) => diary_id ?? []))])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(runs.map((run) => [run.id, run]));
}

/** The people whose names `presentRun` needs. */
export const peopleOfRuns = (rows: readonly RunColumns[], runs: Runs, subjects: Subjects): string[] => [
  ...rows.flatMap((row) => contactsOf(row).map(({ userId }) => userId)),
  ...[...runs.values()].flatMap((run) => peopleOfRun(run, subjects)),
];

/**
 * What a notification says of its run; null for those of none. Whom others told is for those who may see what is running.
 */
export function presentRun(
  row: RunColumns,
  { runs, subjects, names }: { runs: Runs; subjects: Subjects; names: ReadonlyMap<string, string> },
  role: Role,
) {
  const run = row.run_id === null ? undefined : runs.get(row.run_id);
  if (!run || row.step === null) return null;
  const { told, ...state } = presentRunState(run, subjects, names);
  return {
    runId: run.id,
    step: row.step as EscalationStep,
    isOpen: run.state === "open",
    contacts: contactsOf(row).map(({ userId, device, at }) => ({
      name: getShownName(names, userId),
      device,
      at,
    })),
    ...state,
    told: getGrant(role, "escalation.see") === "no" ? [] : told,
  };
}
