import { type RawBuilder, sql } from "kysely";
import { ROLES } from "../../lib/roles.ts";
import { listLevelsSeen, seesTeam } from "../../lib/visibility.ts";
import type { Role } from "./permissions.ts";

/**
 * Who may see a note and everything that belongs to it, in SQL: the same rules under the same names as in
 * lib/visibility.ts, for rows by their aliases. `visibility.test.ts` compares the two.
 */

/**
 * A reader of rows; whether they see the visibility "team" may depend on the row when rows are of several notebooks.
 */
export type RowReader = {
  readonly seesTeam: boolean | ((row: string) => RawBuilder<boolean>);
  readonly privateOf: string | null;
};

const SEE_TEAM = ROLES.filter(seesTeam);

/** A reader of several notebooks, with their role in each. */
export function createReader(
  userId: string,
  notebooks: readonly { readonly diaryId: string; readonly role: Role }[],
): RowReader {
  const team = notebooks.filter(({ role }) => seesTeam(role)).map(({ diaryId }) => diaryId);
  return {
    seesTeam: (row) => sql<boolean>`${sql.ref(`${row}.diary_id`)} = any(${team}::uuid[])`,
    privateOf: userId,
  };
}

/** A reader whose role in the row's notebook is in this column; their id is null when they are no member. */
export const toReaderWithRole = (roleColumn: string, userId: string | null): RowReader => ({
  seesTeam: () => sql<boolean>`${sql.ref(roleColumn)} = any(${SEE_TEAM})`,
  privateOf: userId,
});

/** Whether the reader's role sees the visibility of this row, for any author. */
function seesLevel(row: string, { seesTeam }: RowReader): RawBuilder<boolean> {
  const level = sql.ref(`${row}.visibility`);
  if (typeof seesTeam === "boolean")
    return sql<boolean>`${level} in (${sql.join(listLevelsSeen(seesTeam, false))})`;
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
 * Whether the reader sees an item that belongs to the note with this alias, which is left-joined and may be missing:
 * then every member sees it. The assignee of a task sees it regardless of its note.
 * @param task the alias of the task that the item is or belongs to, if any
 */
export function seesItem(note: string, reader: RowReader, task?: string): RawBuilder<boolean> {
  const onNote = sql<boolean>`${sql.ref(`${note}.id`)} is null or ${seesNote(note, reader)}`;
  if (task === undefined || reader.privateOf === null) return sql<boolean>`(${onNote})`;
  return sql<boolean>`(${sql.ref(`${task}.assigned_to`)} = ${reader.privateOf} or ${onNote})`;
}

/** Whether a reader who sees the target sees the comment with this alias. */
export function seesComment(comment: string, reader: RowReader): RawBuilder<boolean> {
  const shared = seesLevel(comment, reader);
  if (reader.privateOf === null) return shared;
  return sql<boolean>`(${shared} or ${sql.ref(`${comment}.created_by`)} = ${reader.privateOf})`;
}

/** Whether platform administrators may read the note with this alias; written exactly as in its index. */
export const isOpenToAdmins = (note: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${note}.visibility`)} <> 'private' and not ${sql.ref(`${note}.is_encrypted`)}`;
