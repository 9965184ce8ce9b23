import { type Compilable, type Kysely, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { ROLES } from "../../members/rules.ts";
import { readerOf, seesComment, seesNote } from "../../notes/rules/visibility.ts";
import type { Visibility } from "../../notes/rules.ts";
import type { Kind } from "../rules.ts";

/**
 * The notifications of what people do. Each is one statement in the transaction of the event, for the members who see it
 * and didn't do it; what is sent, a planner writes a moment later. Which tasks somebody is given, the database sees itself
 * (`notify_assigned`).
 */

type Db = Kysely<Tables>;

type Event = {
  diaryId: string;
  /** Who did it; they aren't told. */
  actorId: string;
  subject: "note" | "comment" | "member";
  subjectId: string;
  /** What is read together with it, such as the comments on a note. */
  groupKey: string;
  /** The kind for those whom it mentions; they are told of that alone. */
  mentioned: readonly string[];
  /** Of which kind it is for others, and for whom; null when only those mentioned are told. */
  others: { kind: Kind; roles: readonly Role[]; userId: string | null } | null;
  now: Date;
};

/** Somebody who isn't the author. */
const OTHER = "other";

/** A new note: for all who see it, and for those whom it mentions. */
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
  const roles = ROLES.filter((role) => seesNote({ visibility, authorId }, readerOf({ userId: OTHER, role })));
  return notify(db, { ...ofNote(note), others: { kind: "note", roles, userId: null }, now });
};

/** A note that mentions people since its last change; `mentioned` see it. */
export const notifyOfMentionInNote = (
  db: Db,
  note: { diaryId: string; noteId: string; userId: string; mentioned: readonly string[] },
  now: Date,
): Compilable => notify(db, { ...ofNote({ ...note, authorId: note.userId }), others: null, now });

const ofNote = (note: {
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
 * A comment: for the author of the note that it is on, when they see it, and for those whom it mentions (`mentioned` see
 * it). `noteAuthor` is null for a comment on something else, and for one that was only changed.
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
    seesComment({ visibility, creatorId: userId }, readerOf({ userId: OTHER, role })),
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

/** Somebody joined: for all other members. */
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
  const kind = sql`case when m.user_id = any(${mentioned}::uuid[]) then 'mentioned' else ${others?.kind ?? "mentioned"} end`;
  const isOther =
    others === null
      ? sql`false`
      : sql`(m.role = any(${others.roles}) and (${others.userId}::uuid is null or m.user_id = ${others.userId}::uuid))`;
  const statement = sql`
    with made as (
      insert into notifications
        (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, actor_id, group_key, due_at, made_at)
      select gen_random_uuid(), ${kind} || ' ' || ${subjectId}::text || ' ' || m.user_id, m.user_id, m.diary_id, ${kind},
             ${subject}::text, ${subjectId}::uuid, ${actorId}::uuid, ${groupKey}::text, ${now}::timestamptz, ${now}::timestamptz
        from members m
       where m.diary_id = ${diaryId}::uuid and m.user_id <> ${actorId}::uuid
         and (m.user_id = any(${mentioned}::uuid[]) or ${isOther})
          on conflict (dedupe) do nothing
      returning id
    )
    insert into unplanned_notifications select id from made`;
  return { compile: () => statement.compile(db) };
}
