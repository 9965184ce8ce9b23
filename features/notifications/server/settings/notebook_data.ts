import type { Kysely } from "kysely";
import type { NotebookAccess, NotebookReadAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";

type Db = Kysely<Tables>;

/** When people are reminded of whole-day tasks of a notebook, in minutes after midnight of its clock. */
export async function readReminderTime(
  db: Db,
  { diaryId }: Pick<NotebookReadAccess, "diaryId">,
): Promise<number> {
  const { reminder_minute } = await db
    .selectFrom("diaries")
    .select("reminder_minute")
    .where("id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return reminder_minute;
}

/** Changes that time; the reminders of open whole-day tasks follow. Writes nothing when nothing has changed. */
export async function setReminderTime(db: Db, { diaryId }: NotebookAccess, minute: number): Promise<void> {
  await db
    .updateTable("diaries")
    .set({ reminder_minute: minute })
    .where("id", "=", diaryId)
    .where("reminder_minute", "!=", minute)
    .execute();
}
