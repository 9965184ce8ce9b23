import { type RawBuilder, sql } from "kysely";

/** What is searched of the note with this alias; null for an encrypted one. */
export const textOfNote = (note: string): RawBuilder<string | null> =>
  sql`note_text(${sql.ref(`${note}.title`)}, ${sql.ref(`${note}.content`)}, ${sql.ref(`${note}.tags`)})`;

/** The terms by which the note with this alias is found; written exactly as in its index. */
export const foundBy = (note: string): RawBuilder<string> =>
  sql`find_terms(${sql.ref(`${note}.diary_id`)}, ${textOfNote(note)}, ${sql.ref(`${note}.tags`)})`;
