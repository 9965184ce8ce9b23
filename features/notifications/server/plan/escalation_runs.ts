import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import type { notification } from "../../schema.ts";
import type { Subjects } from "../subjects.ts";

type Db = Kysely<Tables>;

/** The columns of a notification that link it to an escalation run. */
export type RunColumns = {
  diary_id: string | null;
  run_id: string | null;
  step: string | null;
  contacts: unknown;
};

/** The escalation runs of a page of notifications. */
export type PageRuns = {
  /** The ids of the users whose names `present` needs. */
  listPeople(subjects: Subjects): string[];
  /** What a notification shows of its run to a member with this role; null without a run. */
  present(
    row: RunColumns,
    named: { subjects: Subjects; names: ReadonlyMap<string, string> },
    role: Role,
  ): z.output<typeof notification>["escalation"];
};

/** What the room of escalations does for notifications; this room imports nothing from it. */
export type EscalationRuns = {
  /** Opens runs for reminders that were just written, in the planner's transaction. */
  open(trx: Db, made: readonly { id: string; kind: string }[]): Promise<void>;
  /** Reads the runs of a page of notifications. */
  read(db: Db, rows: readonly RunColumns[]): Promise<PageRuns>;
};

const NO_RUNS: EscalationRuns = {
  open: async () => {},
  read: async () => ({ listPeople: () => [], present: () => null }),
};

let registered = NO_RUNS;

/** Adds the runs of escalations. Called once at the start of the program. */
export function registerEscalationRuns(runs: EscalationRuns): void {
  registered = runs;
}

/** The registered runs; none where no room registered them. */
export const getEscalationRuns = (): EscalationRuns => registered;
