import type { Database } from "../../../server/db/database.ts";
import { reasonToStop } from "./deliver.ts";
import { endPutOff, keepPutOff, lockDueAgain, type PutOff } from "./later_data.ts";
import { writeDeliveries } from "./planned_deliveries.ts";
import { stillOpen } from "./still_open.ts";
import { readSubjects, type Subjects } from "./subjects.ts";

const BATCH = 500;

/**
 * Brings back what was put off and whose time has come, one batch: unseen again, and with new deliveries by all its ways, in
 * one transaction. What was settled, moved or hidden meanwhile doesn't come back. Returns whether there may be more.
 */
export function comeBack({ db }: Pick<Database, "db">, batch = BATCH): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await lockDueAgain(trx, batch);
    if (due.length === 0) return false;
    const { now } = due[0]!;
    const subjects = await readSubjects(trx, due);
    const isOpen = await stillOpen(trx, subjects, due, now);
    const claimed = due.flatMap((one) => {
      const until = claimedUntil(subjects, one);
      return until !== null && until > now ? [{ id: one.id, until }] : [];
    });
    const waiting = new Set(claimed.map(({ id }) => id));
    const decided = due.filter(({ id }) => !waiting.has(id));
    const back = decided.filter((one) => reasonToStop(subjects, one, isOpen).stopped === null);
    const others = decided.filter((one) => !back.includes(one));
    await keepPutOff(trx, claimed);
    await endPutOff(trx, { back: back.map(({ id }) => id), others: others.map(({ id }) => id) });
    await writeDeliveries(
      trx,
      back.map(({ laterUntil, ...one }) => ({ ...one, dueAt: laterUntil })),
      { now, isBack: true },
    );
    return due.length === batch;
  });
}

/** Until when somebody is giving the dose, as with its first reminder; null when nobody is. */
function claimedUntil(subjects: Subjects, { subjectKind, subjectId, slot }: PutOff): number | null {
  const dose = subjectKind === "dose" ? subjects.doses.get(`${subjectId} ${slot}`) : undefined;
  return dose?.state === "claimed" ? dose.claimed_until : null;
}
