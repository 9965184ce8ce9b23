import type { Kysely } from "kysely";
import { may } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import type { EscalationStep } from "../../notifications/rules/escalation-words.ts";
import type { PageRuns, RunColumns } from "../../notifications/server/public.ts";
import { listRunPeople, presentRunState, RUN_STATE } from "./run_state.ts";

type Db = Kysely<Tables>;

type Contact = { userId: string; device: "phone" | "computer"; at: number };

const getContacts = (row: RunColumns) => (row.contacts ?? []) as Contact[];

/** Reads the runs of a page of notifications. */
export async function readPageRuns(db: Db, rows: readonly RunColumns[]): Promise<PageRuns> {
  const runs = await readRuns(db, rows);
  return {
    listPeople: (subjects) => [
      ...rows.flatMap((row) => getContacts(row).map(({ userId }) => userId)),
      ...[...runs.values()].flatMap((run) => listRunPeople(run, subjects)),
    ],
    present(row, { subjects, names }, role) {
      const run = row.run_id === null ? undefined : runs.get(row.run_id);
      if (!run || row.step === null) return null;
      const { told, ...state } = presentRunState(run, subjects, names);
      return {
        runId: run.id,
        step: row.step as EscalationStep,
        isOpen: run.state === "open",
        contacts: getContacts(row).map(({ userId, device, at }) => ({
          name: getShownName(names, userId),
          device,
          at,
        })),
        ...state,
        // Whom others notified is only for members who may see running escalations.
        told: may(role, "escalation.see") ? told : [],
      };
    },
  };
}

/** The runs of these notifications, by id. */
async function readRuns(db: Db, rows: readonly RunColumns[]) {
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
