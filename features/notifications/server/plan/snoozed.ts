import type { Kysely } from "kysely";
import { SECOND } from "../../../../lib/time.ts";
import type { Database, Tables } from "../../../../server/db/database.ts";
import { reasonToStop } from "../deliver/deliver.ts";
import { readSubjects } from "../subjects.ts";
import { stillOpen } from "./is_still_due.ts";
import { HELD_SECONDS, planning, workAroundHeld } from "./lock_timeout.ts";
import { writeDeliveries } from "./planned_deliveries.ts";
import { endPutOff, keepPutOff, lockDueAgain, type PutOff } from "./snooze_data.ts";

const BATCH = 500;

/**
 * Brings back what was put off and whose time has come, one batch: unseen again, and with new deliveries by all its ways, in
 * one transaction. What was settled, moved or hidden meanwhile doesn't come back. Returns whether there may be more.
 */
export function comeBack(database: Pick<Database, "db">, batch = BATCH): Promise<boolean> {
  return planning(database, async (trx) => {
    const due = await lockDueAgain(trx, batch);
    const held = await workAroundHeld(trx, due, {
      of: ({ userId }) => userId,
      work: (some) => bringBack(trx, some),
    });
    await keepPutOff(
      trx,
      held.map(({ id, now }) => ({ id, until: now + HELD_SECONDS * SECOND })),
    );
    return due.length === batch;
  });
}

async function bringBack(trx: Kysely<Tables>, due: readonly PutOff[]): Promise<object> {
  const { now } = due[0]!;
  const subjects = await readSubjects(trx, due);
  const isOpen = await stillOpen(trx, subjects, due, now);
  const standing = due.map((one) => ({ one, ...reasonToStop(subjects, one, isOpen) }));
  const back = standing.flatMap(({ one, stopped }) => (stopped === null ? [one] : []));
  // Somebody is giving the dose: if that comes to nothing, it comes back then.
  await keepPutOff(
    trx,
    standing.flatMap(({ one, stopped }) =>
      typeof stopped === "number" ? [{ id: one.id, until: stopped }] : [],
    ),
  );
  await endPutOff(trx, {
    back: back.map(({ id }) => id),
    over: standing.flatMap(({ one, stopped }) => (stopped === "done" ? [one.id] : [])),
    others: standing.flatMap(({ one, stopped }) =>
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
