import type { Kysely } from "kysely";
import { SECOND } from "../../../../lib/dates/time.ts";
import type { Database, Tables } from "../../../../server/db/database.ts";
import { checkDelivery } from "../deliver/deliver.ts";
import { readSubjects } from "../subjects.ts";
import { readStillDue } from "./is_still_due.ts";
import { RETRY_SECONDS, retryPerOwner, runPlanner } from "./lock_timeout.ts";
import { writeDeliveries } from "./planned_deliveries.ts";
import { endSnooze, extendSnooze, lockDueSnoozed, type Snoozed } from "./snooze_data.ts";

const BATCH = 500;

/**
 * Ends the snooze of due notifications, one batch: they are unseen again, with new deliveries on all their channels, in
 * one transaction. Subjects settled, moved or hidden meanwhile stay closed. Returns whether there may be more.
 */
export function endDueSnoozes(database: Pick<Database, "db">, batch = BATCH): Promise<boolean> {
  return runPlanner(database, async (trx) => {
    const due = await lockDueSnoozed(trx, batch);
    const locked = await retryPerOwner(trx, due, {
      of: ({ userId }) => userId,
      work: (some) => resendSnoozed(trx, some),
    });
    await extendSnooze(
      trx,
      locked.map(({ id, now }) => ({ id, until: now + RETRY_SECONDS * SECOND })),
    );
    return due.length === batch;
  });
}

async function resendSnoozed(trx: Kysely<Tables>, due: readonly Snoozed[]): Promise<object> {
  const { now } = due[0]!;
  const subjects = await readSubjects(trx, due);
  const isOpen = await readStillDue(trx, subjects, due, now);
  const checked = due.map((one) => ({ one, ...checkDelivery(subjects, one, isOpen) }));
  const back = checked.flatMap(({ one, stopped }) => (stopped === null ? [one] : []));
  // A claimed dose is shown again only if the claim ends without an entry.
  await extendSnooze(
    trx,
    checked.flatMap(({ one, stopped }) =>
      typeof stopped === "number" ? [{ id: one.id, until: stopped }] : [],
    ),
  );
  await endSnooze(trx, {
    back: back.map(({ id }) => id),
    over: checked.flatMap(({ one, stopped }) => (stopped === "done" ? [one.id] : [])),
    others: checked.flatMap(({ one, stopped }) =>
      typeof stopped === "string" && stopped !== "done" ? [one.id] : [],
    ),
  });
  await writeDeliveries(
    trx,
    back.map(({ laterUntil, ...one }) => ({ ...one, dueAt: laterUntil })),
    { now, isBack: true },
  );
  return back;
}
