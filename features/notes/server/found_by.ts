import { type RawBuilder, sql } from "kysely";

/** The searched text of the note with this alias; null for an encrypted note. */
export const getNoteText = (note: string): RawBuilder<string | null> =>
  sql`note_text(${sql.ref(`${note}.title`)}, ${sql.ref(`${note}.content`)}, ${sql.ref(`${note}.tags`)})`;

/** The search terms of the note with this alias; written exactly as in its index. */
export const toSearchTerms = (note: string): RawBuilder<string> =>
  sql`find_terms(${sql.ref(`${note}.diary_id`)}, ${getNoteText(note)}, ${sql.ref(`${note}.tags`)})`;
