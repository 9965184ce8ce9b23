import { type RawBuilder, sql } from "kysely";
import type { Role } from "../../../server/access/permissions.ts";
import { levelsSeen, seesTeam } from "../rules/visibility.ts";

/**
 * Who may see a note, and what hangs on it, in SQL: the same as features/notes/rules/visibility.ts, by the same names, for
 * rows by their aliases. `visibility.test.ts` beside holds the two against each other.
 */

/** A reader of rows; what is for the team may depend on the row, where these are of several notebooks. */
export type RowReader = {
  readonly seesTeam: boolean | ((row: string) => RawBuilder<boolean>);
  readonly privateOf: string | null;
};

const ROLES: readonly Role[] = ["owner", "admin", "member", "extended"];
const SEE_TEAM = ROLES.filter(seesTeam);

/** Somebody who reads notebooks in which they have these roles. */
export function readerIn(
  userId: string,
  notebooks: readonly { readonly diaryId: string; readonly role: Role }[],
): RowReader {
  const team = notebooks.filter(({ role }) => seesTeam(role)).map(({ diaryId }) => diaryId);
  return {
    seesTeam: (row) => sql<boolean>`${sql.ref(`${row}.diary_id`)} = any(${team}::uuid[])`,
    privateOf: userId,
  };
}

/** Somebody whose role in the row's notebook is in this column; their id is null while they are no member. */
export const readerWithRole = (roleColumn: string, userId: string | null): RowReader => ({
  seesTeam: () => sql<boolean>`${sql.ref(roleColumn)} = any(${SEE_TEAM})`,
  privateOf: userId,
});

/** Whether the reader sees what has the visibility of this row, whoever made it. */
function seesLevel(row: string, { seesTeam }: RowReader): RawBuilder<boolean> {
  const level = sql.ref(`${row}.visibility`);
  if (typeof seesTeam === "boolean")
    return sql<boolean>`${level} in (${sql.join(levelsSeen(seesTeam, false))})`;
  return sql<boolean>`(${level} = 'extended' or (${level} = 'team' and ${seesTeam(row)}))`;
}

/** Whether the reader sees the note with this alias. */
export function seesNote(note: string, reader: RowReader): RawBuilder<boolean> {
  const shared = seesLevel(note, reader);
  if (reader.privateOf === null) return shared;
  return sql<boolean>`(${shared}
    or (${sql.ref(`${note}.visibility`)} = 'private' and ${sql.ref(`${note}.created_by`)} = ${reader.privateOf}))`;
}

/**
 * Whether the reader sees a thing that hangs on the note with this alias, which is left-joined and may be missing: then
 * every member sees it. Whom a task is assigned to sees it whatever it hangs on.
 * @param task the alias of the task that the thing is or belongs to, if any
 */
export function seesThing(note: string, reader: RowReader, task?: string): RawBuilder<boolean> {
  const onNote = sql<boolean>`${sql.ref(`${note}.id`)} is null or ${seesNote(note, reader)}`;
  if (task === undefined || reader.privateOf === null) return sql<boolean>`(${onNote})`;
  return sql<boolean>`(${sql.ref(`${task}.assigned_to`)} = ${reader.privateOf} or ${onNote})`;
}

/** Whether a reader who sees the thing sees the comment on it with this alias. */
export function seesComment(comment: string, reader: RowReader): RawBuilder<boolean> {
  const shared = seesLevel(comment, reader);
  if (reader.privateOf === null) return shared;
  return sql<boolean>`(${shared} or ${sql.ref(`${comment}.created_by`)} = ${reader.privateOf})`;
}

/** Whether administrators of the platform may read the note with this alias; its index has the same words. */
export const isOpenToAdmins = (note: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${note}.visibility`)} <> 'private' and not ${sql.ref(`${note}.is_encrypted`)}`;
