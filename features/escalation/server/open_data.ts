import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { SENT_ALONE, SENT_AT_ALL } from "../../notifications/rules/lateness.ts";
import type { Kind } from "../../notifications/rules.ts";
import { ESCALATED_KINDS } from "../rules.ts";

type Db = Kysely<Tables>;

const isEscalated = (kind: Kind): boolean => (ESCALATED_KINDS as readonly Kind[]).includes(kind);

/**
 * Opens runs for new reminders where their notebook has a setup: in the planner's transaction, one per subject and
 * time. Reminders delayed by downtime count from now; reminders too late to be sent open no run.
 */
export async function openRuns(trx: Db, made: readonly { id: string; kind: Kind }[]): Promise<void> {
  const ids = made.filter(({ kind }) => isEscalated(kind)).map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    insert into escalation_runs
      (id, plan_id, diary_id, subject_kind, subject_id, slot, occurrence, counts_from, next_at)
    select gen_random_uuid(), p.id, n.diary_id, n.subject_kind, n.subject_id, n.slot, n.due_at,
           case when now() - n.due_at > make_interval(secs => ${SENT_ALONE / 1000}) then now() else n.due_at end, now()
      from (select distinct on (subject_kind, subject_id, due_at) * from notifications
             where id = any(${ids}::uuid[]) and due_at > now() - make_interval(secs => ${SENT_AT_ALL / 1000})) n
      join escalation_plans p on p.diary_id = n.diary_id and p.kind = n.kind and p.setup is not null
        on conflict (subject_kind, subject_id, occurrence) do nothing`.execute(trx);
}
