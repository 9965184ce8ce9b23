import { type Kysely, sql } from "kysely";
import { MINUTE } from "../../../../lib/dates/time.ts";
import { CareError } from "../../../../lib/errors.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { maySnooze, PUSH_LATER_MINUTES } from "../../rules/later.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import type { Kind } from "../../rules.ts";
import type { ShownMessage } from "../deliver/answer_tokens.ts";
import { snoozeAll } from "../plan/snooze_data.ts";

type Db = Kysely<Tables>;

/** A notification shown in a message on a device. */
type Answered = {
  id: string;
  kind: Kind;
  step: string | null;
  isDone: boolean;
  /** Epoch ms. */
  laterUntil: number | null;
  /** To when it was put off the last time that it came back, epoch ms. */
  backAt: number | null;
  diaryId: string | null;
  subjectKind: string;
  subjectId: string | null;
};

/**
 * Lists the notifications shown in a message on a user's device. Empty when the device was removed or is another
 * user's.
 * @throws CareError when there is no such message
 */
async function listShown(db: Db, userId: string, { deviceId, tag }: ShownMessage): Promise<Answered[]> {
  // The tag of a message whose sending isn't recorded yet is the id of its first notification.
  const { rows } = await sql<Answered>`
    select n.id, n.kind, n.step, n.done_at is not null as "isDone", n.diary_id as "diaryId", n.subject_kind as "subjectKind",
           n.subject_id as "subjectId", (extract(epoch from n.later_until) * 1000)::float8 as "laterUntil",
           (extract(epoch from n.back_at) * 1000)::float8 as "backAt"
      from notification_targets t
      join notification_deliveries d on d.target_id = t.id and (d.tag = ${tag} or (d.tag is null and d.notification_id = ${tag}))
      join notifications n on n.id = d.notification_id and n.user_id = t.user_id
     where t.id = ${deviceId} and t.user_id = ${userId} and t.channel = 'push'`.execute(db);
  if (rows.length === 0) throw new CareError("not-found", NOTIFICATION_MESSAGES.notFound);
  return rows;
}

/** Finds the task of a user's message, or whether it is settled already, and by the user. */
export async function findMessageTask(
  db: Db,
  userId: string,
  message: ShownMessage,
): Promise<{ taskId: string | null; isDoneByOneself: boolean }> {
  const all = await listShown(db, userId, message);
  const open = all.filter(({ isDone }) => !isDone);
  if (open.length === 0) return { taskId: null, isDoneByOneself: await hasDone(db, userId, all) };
  const [one] = open;
  // A dose is given where its amount and earlier doses are shown, never from a lock screen.
  if (open.length > 1 || one!.subjectKind !== "task")
    throw new CareError("invalid", NOTIFICATION_MESSAGES.noAnswer);
  return { taskId: one!.subjectId, isDoneByOneself: false };
}

/** Whether the user has done the task of a message. */
async function hasDone(db: Db, userId: string, [one, ...others]: readonly Answered[]): Promise<boolean> {
  if (others.length > 0 || one?.subjectKind !== "task" || one.diaryId === null) return false;
  const done = await db
    .selectFrom("tasks")
    .select("id")
    .where("diary_id", "=", one.diaryId)
    .where("id", "=", one.subjectId)
    .where("status", "=", "completed")
    .where("completed_by", "=", userId)
    .executeTakeFirst();
  return done !== undefined;
}

/**
 * Snoozes all notifications of a user's message, counted from the press of its button: an answer that arrives too late
 * for that ends at once. A message that is snoozed already keeps its time, and one whose snooze has ended since the
 * press stays open: a duplicate answer changes nothing. Null when all are settled.
 * @param pressedAt epoch ms
 */
export async function snoozeMessage(
  db: Db,
  userId: string,
  message: ShownMessage,
  { pressedAt, now }: { pressedAt: number; now: Date },
): Promise<{ laterUntil: number | null }> {
  const open = (await listShown(db, userId, message)).filter(({ isDone }) => !isDone);
  if (open.length === 0) return { laterUntil: null };
  if (!open.every(maySnooze)) throw new CareError("invalid", NOTIFICATION_MESSAGES.noLater);
  const already = open.flatMap(({ laterUntil }) => laterUntil ?? []);
  if (already.length === open.length) return { laterUntil: Math.min(...already) };
  const back = open.flatMap(({ backAt }) => (backAt !== null && backAt > pressedAt ? [backAt] : []));
  if (back.length > 0) return { laterUntil: Math.max(...back) };
  const until = pressedAt + PUSH_LATER_MINUTES * MINUTE;
  await snoozeAll(db, userId, { ids: open.map(({ id }) => id), until, now });
  return { laterUntil: until };
}
