import { type Compilable, type Kysely, sql } from "kysely";
import { ROLES } from "../../../../lib/roles.ts";
import { seesComment, seesNote, toReader } from "../../../../lib/visibility.ts";
import type { Visibility } from "../../../../lib/visibility-levels.ts";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import type { Kind } from "../../rules.ts";
import { hasImmediateRule } from "../settings/rules_data.ts";

/**
 * The notifications of members' acts: for the addressed members, and for those who chose to be notified of the kind at
 * once. For all others it is news, which "what is new" and the digest read (docs/decisions/0225). Each is one statement
 * in the event's transaction; a planner writes the deliveries a moment later. The database itself notifies the assignee
 * of a task (`notify_assigned`).
 */

type Db = Kysely<Tables>;

type Event = {
  diaryId: string;
  /** Isn't notified. */
  actorId: string;
  subject: "note" | "comment" | "member";
  subjectId: string;
  /** Notifications with the same key share a message, such as comments on a note. */
  groupKey: string;
  /** Notified of the mention alone. */
  mentioned: readonly string[];
  /** Also notified; null without anybody else. */
  others: {
    kind: Kind;
    /** The roles that see it. */
    roles: readonly Role[];
    /** The only one, such as the author of the note that is commented on; null for all who chose it. */
    userId: string | null;
  } | null;
  now: Date;
};

/** Members other than the author. */
const OTHER = "other";

/** A new note: for those whom it mentions, and those who see it and chose to be notified of notes at once. */
export const notifyOfNote = (
  db: Db,
  note: {
    diaryId: string;
    noteId: string;
    authorId: string;
    visibility: Visibility;
    mentioned: readonly string[];
  },
  now: Date,
): Compilable => {
  const { visibility, authorId } = note;
  const roles = ROLES.filter((role) => seesNote({ visibility, authorId }, toReader({ userId: OTHER, role })));
  return notify(db, { ...toNoteEvent(note), others: { kind: "note", roles, userId: null }, now });
};

/** A note whose last change mentions people; `mentioned` see it. */
export const notifyOfMentionInNote = (
  db: Db,
  note: { diaryId: string; noteId: string; userId: string; mentioned: readonly string[] },
  now: Date,
): Compilable => notify(db, { ...toNoteEvent({ ...note, authorId: note.userId }), others: null, now });

const toNoteEvent = (note: {
  diaryId: string;
  noteId: string;
  authorId: string;
  mentioned: readonly string[];
}) => ({
  diaryId: note.diaryId,
  actorId: note.authorId,
  subject: "note" as const,
  subjectId: note.noteId,
  groupKey: `note ${note.noteId}`,
  mentioned: note.mentioned,
});

/**
 * Notifies of a comment: the author of its note, when they see it, and the mentioned members (`mentioned` see it).
 * `noteAuthor` is null for a comment on another subject, and for a changed comment.
 */
export const notifyOfComment = (
  db: Db,
  comment: {
    diaryId: string;
    commentId: string;
    userId: string;
    onId: string;
    visibility: Visibility;
    noteAuthor: string | null;
    mentioned: readonly string[];
  },
  now: Date,
): Compilable => {
  const { diaryId, commentId, userId, onId, visibility, noteAuthor, mentioned } = comment;
  const roles = ROLES.filter((role) =>
    seesComment({ visibility, creatorId: userId }, toReader({ userId: OTHER, role })),
  );
  return notify(db, {
    diaryId,
    actorId: userId,
    subject: "comment",
    subjectId: commentId,
    groupKey: `comment ${onId}`,
    mentioned,
    others: noteAuthor === null ? null : { kind: "comment", roles, userId: noteAuthor },
    now,
  });
};

/** A new member: for those who chose to be notified of that at once. */
export const notifyOfMember = (
  db: Db,
  member: { diaryId: string; userId: string; memberId: string },
  now: Date,
): Compilable =>
  notify(db, {
    diaryId: member.diaryId,
    actorId: member.userId,
    subject: "member",
    subjectId: member.memberId,
    groupKey: `member ${member.diaryId}`,
    mentioned: [],
    others: { kind: "member-joined", roles: ROLES, userId: null },
    now,
  });

function notify(db: Db, { diaryId, actorId, subject, subjectId, groupKey, mentioned, others, now }: Event) {
  const isOther = (userId: string | null) =>
    userId === null ? hasImmediateRule(sql`m`, others!.kind) : sql`m.user_id = ${userId}::uuid`;
  const notified = sql`
      select m.user_id, 'mentioned' as kind from members m
       where m.diary_id = ${diaryId}::uuid and m.user_id = any(${mentioned}::uuid[])
      ${
        others === null
          ? sql``
          : sql`union all
      select m.user_id, ${others.kind} from members m
       where m.diary_id = ${diaryId}::uuid and m.user_id <> all(${mentioned}::uuid[])
         and m.role = any(${others.roles}) and ${isOther(others.userId)}`
      }`;
  const statement = sql`
    with made as (
      insert into notifications
        (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, actor_id, group_key, due_at, made_at)
      select gen_random_uuid(), p.kind || ' ' || ${subjectId}::text || ' ' || p.user_id, p.user_id, ${diaryId}::uuid, p.kind,
             ${subject}::text, ${subjectId}::uuid, ${actorId}::uuid, ${groupKey}::text, ${now}::timestamptz, ${now}::timestamptz
        from (${notified}) p
       where p.user_id <> ${actorId}::uuid
          on conflict (dedupe) do nothing
      returning id
    )
    insert into unplanned_notifications select id from made`;
  return { compile: () => statement.compile(db) };
}
