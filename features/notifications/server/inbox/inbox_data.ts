import { type Kysely, sql } from "kysely";
import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import type { PaginationOptions } from "../../../../lib/schemas.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import { type PageJournal, paginate } from "../../../../server/db/pages.ts";
import { runPipelined } from "../../../../server/db/pipelined.ts";
import type { Vault } from "../../../../server/vault/vault.ts";
import { readNotebookNames } from "../../../notebooks/server/public.ts";
import { isAddressed, toBellKey } from "../../rules/addressed.ts";
import type { EscalationStep } from "../../rules/escalation-words.ts";
import { NOTIFICATION_MESSAGES } from "../../rules/messages.ts";
import type { SecurityAct } from "../../rules/security.ts";
import { type Kind, MAX_UNSEEN } from "../../rules.ts";
import type { InboxAccess } from "../access.ts";
import { getEscalationRuns } from "../plan/escalation_runs.ts";
import { getSubjectRoom } from "../subject_rooms.ts";
import { getVisibleSubject, readSubjects, type Subjects, type VisibleSubject } from "../subjects.ts";
import { addressed, bellKey } from "./addressed.ts";
import { findSettled, presentSettled, readAnswers } from "./settled_subjects.ts";

type Db = Kysely<Tables>;

const COLUMNS = [
  "r.id",
  "r.diary_id",
  "r.kind",
  "r.subject_kind",
  "r.subject_id",
  "r.slot",
  "r.group_key",
  "r.actor_id",
  "r.due_at",
  "r.made_at",
  "r.while_away",
  "r.seen_at",
  "r.later_until",
  "r.done_at",
  "r.run_id",
  "r.step",
  "r.contacts",
  "r.act",
  "r.act_detail",
  "r.act_session",
] as const;

/** The reader, and their session of the built-in sign-in; null where sessions are an issuer's. */
type Reader = { readonly userId: string; readonly sessionId: string | null };

/** Whether this session itself did the notified act. */
const isOwnAct = (actSession: string | null, { sessionId }: Reader): boolean =>
  actSession !== null && actSession === sessionId;

/**
 * Acts of other sessions. This session's own acts are for the user's other sessions, which may reveal an intruder: so
 * they can't be marked as seen from here.
 */
const isNotOwnAct = ({ sessionId }: Reader) =>
  sql<boolean>`(act_session is null or act_session is distinct from ${sessionId})`;

type PageAsked = {
  options: PaginationOptions;
  /** Only those that the bell counts. */
  isWaiting: boolean;
  journal: PageJournal;
};

/** Returns a page of a user's notifications, newest first, with what they may see of each subject now. */
export async function pageNotifications(
  db: Db,
  access: InboxAccess,
  vault: Vault,
  { options, isWaiting: onlyWaiting, journal }: PageAsked,
) {
  const { page: rows, ...rest } = await paginate({
    options,
    journal,
    by: sql<number>`r.made_at`,
    select: () =>
      db
        .selectFrom("notifications as r")
        .select(COLUMNS)
        .where("r.user_id", "=", access.userId)
        .$if(onlyWaiting, (all) => all.where(isWaiting(access))),
    present: (row) => ({ ...row, ...toSubjectKey(row) }),
  });
  const [runs, subjects, answers] = await runPipelined(
    getEscalationRuns().read(db, rows),
    readSubjects(db, rows),
    readAnswers(db, access.userId, rows),
  );
  const settled = rows.map((row) => findSettled(row, subjects, answers));
  const [notebooks, names] = await runPipelined(
    readNotebookNames(
      db,
      rows.flatMap(({ diaryId }) => diaryId ?? []),
    ),
    readNames(db, [
      ...rows.flatMap(({ actor_id }) => actor_id ?? []),
      ...settled.flatMap((one) => one?.by ?? []),
      ...runs.listPeople(subjects),
    ]),
  );
  const roles = new Map(access.notebooks.map(({ diaryId, role }) => [diaryId, role]));
  const seen = rows.map((row) => {
    const role = roles.get(row.diaryId ?? "");
    return role ? getVisibleSubject(subjects, row, { userId: access.userId, role }) : null;
  });
  const titleOf = await readSubjectTitles(
    db,
    vault,
    subjects,
    rows.map(({ diaryId }, index) => ({ diaryId, subject: seen[index]! })),
  );
  const page = rows.map((row, index) => {
    const notebook = notebooks.get(row.diaryId ?? "");
    return {
      _id: row.id,
      kind: row.kind as Kind,
      diaryId: row.diaryId,
      diaryShortId: notebook?.short_id ?? null,
      diaryName: notebook?.name ?? null,
      diarySubject: notebook?.full_name ?? null,
      timeZone: notebook?.time_zone ?? null,
      subject: presentSubject(seen[index]!, titleOf),
      actorName: getShownName(names, row.actor_id),
      escalation: seen[index] ? runs.present(row, { subjects, names }, roles.get(row.diaryId ?? "")!) : null,
      security: row.act === null ? null : { act: row.act as SecurityAct, browser: row.act_detail },
      dueAt: row.due_at,
      whileAway: row.while_away,
      seenAt: row.seen_at ?? (isOwnAct(row.act_session, access) ? row.made_at : null),
      laterUntil: row.done_at === null ? row.later_until : null,
      doneAt: row.done_at,
      settled: seen[index] ? presentSettled(settled[index]!, names, access.userId) : null,
      bellKey: toBellKey(row),
      isAddressed: isAddressed({ kind: row.kind as Kind, step: row.step as EscalationStep | null }),
      _creationTime: row.made_at,
    };
  });
  return { page, ...rest };
}

const toSubjectKey = (row: {
  diary_id: string | null;
  subject_kind: string;
  subject_id: string | null;
  slot: string | null;
}) => ({
  diaryId: row.diary_id,
  subjectKind: row.subject_kind,
  subjectId: row.subject_id,
  slot: row.slot,
});

/** Reads the titles that readers see in the inbox, those of encrypted notes and plans decrypted; never for messages. */
async function readSubjectTitles(
  db: Db,
  vault: Vault,
  subjects: Subjects,
  seen: readonly { diaryId: string | null; subject: VisibleSubject | null }[],
): Promise<(subject: VisibleSubject) => string> {
  const inNotebooks = seen.flatMap(({ diaryId, subject }) =>
    diaryId === null || subject === null ? [] : [{ diaryId, subject }],
  );
  const getPlainTitle = (noteId: string) => subjects.notes.get(noteId)?.note_title ?? null;
  const titles = await getSubjectRoom("note").readTitles(
    db,
    vault,
    inNotebooks.flatMap(({ diaryId, subject: { titledBy } }) =>
      titledBy === null || !subjects.notes.has(titledBy) || getPlainTitle(titledBy) !== null
        ? []
        : [{ diaryId, id: titledBy }],
    ),
  );
  const plans = await getSubjectRoom("dose").readTitles(
    db,
    vault,
    inNotebooks.flatMap(({ diaryId, subject: { planId } }) =>
      planId === null ? [] : [{ diaryId, id: planId }],
    ),
  );
  return ({ title, titledBy, planId }) =>
    title || getPlainTitle(titledBy ?? "") || titles.get(titledBy ?? "") || plans.get(planId ?? "") || "";
}

function presentSubject(subject: VisibleSubject | null, titleOf: (subject: VisibleSubject) => string) {
  if (subject === null) return null;
  const { type, id, noteId, noteShortId, taskId, diaryProgramId, slot } = subject;
  return { type, id, title: titleOf(subject), noteId, noteShortId, taskId, diaryProgramId, slot };
}

/** More unseen ones are hardly more subjects than the bell shows. */
const MAX_COUNTED = 500;

/** The condition of a user's notifications that the bell counts. */
const isWaiting = (reader: Reader) =>
  sql<boolean>`(seen_at is null and done_at is null and ${addressed} and ${isNotOwnAct(reader)})`;

/** Counts the subjects that wait for a user, at most `MAX_UNSEEN`. */
export async function countUnseen(db: Db, reader: Reader): Promise<number> {
  const unseen = db
    .selectFrom("notifications")
    .select(bellKey.as("key"))
    .where("user_id", "=", reader.userId)
    .where(isWaiting(reader))
    .limit(MAX_COUNTED);
  const { count } = await db
    .selectFrom(unseen.as("n"))
    .select(sql<number>`least(count(distinct key), ${sql.lit(MAX_UNSEEN)})::integer`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Marks a user's own notification as seen, and the earlier ones about its subject.
 * @throws CareError when there is none
 */
export async function markSeen(db: Db, reader: Reader, notificationId: string, now: Date): Promise<void> {
  const own = isFullId(notificationId)
    ? await db
        .selectFrom("notifications")
        .select(["act_session", bellKey.as("key")])
        .where("id", "=", notificationId)
        .where("user_id", "=", reader.userId)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!own) throw new CareError("not-found", NOTIFICATION_MESSAGES.notFound);
  if (isOwnAct(own.act_session, reader)) return;
  await db
    .updateTable("notifications")
    .set({ seen_at: now })
    .where("user_id", "=", reader.userId)
    .where("seen_at", "is", null)
    .where(bellKey, "=", own.key)
    .where(({ selectFrom, eb }) =>
      eb("made_at", "<=", selectFrom("notifications").select("made_at").where("id", "=", notificationId)),
    )
    .execute();
}

/** Marks a user's notifications as seen that were made up to a moment (epoch ms). */
export async function markAllSeen(db: Db, reader: Reader, upTo: number, now: Date): Promise<void> {
  await db
    .updateTable("notifications")
    .set({ seen_at: now })
    .where("user_id", "=", reader.userId)
    .where("seen_at", "is", null)
    .where(isNotOwnAct(reader))
    // Clients know times in whole milliseconds, the database in microseconds.
    .where(sql<boolean>`made_at < ${new Date(Math.min(upTo + 1, now.getTime() + 1))}`)
    .execute();
}
