import type { Selectable } from "kysely";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import type { Tables } from "../../../server/db/database.ts";
import { NOTE_MESSAGES } from "../rules/messages.ts";
import { emptyContent, type NoteType } from "../rules.ts";
import { type createOpener, openContent, openHead } from "./sealed_note.ts";

type Open = Awaited<ReturnType<typeof createOpener>>;

type FactsRow = Pick<Selectable<Tables["notes"]>, "visibility" | "tags" | "note_day" | "note_time"> & {
  /** The notebook's time zone. */
  time_zone: string | null;
};

/**
 * The fields of every answer with a note or a former version. `noteDay` is `YYYY-MM-DD`, `noteDate` the start of that
 * day in the notebook's zone, epoch ms; `noteTime` is `HH:MM` by its clock. Without a title it is encrypted with a destroyed key.
 */
export const presentFacts = (row: FactsRow, title: string | undefined) => ({
  title: title ?? writeMessage(NOTE_MESSAGES.lost),
  visibility: row.visibility as Visibility,
  tags: row.tags,
  noteDay: row.note_day,
  noteDate: getDayStart(row.note_day, row.time_zone ?? "UTC"),
  ...(row.note_time !== null && { noteTime: row.note_time }),
});

type WholeRow = Parameters<typeof openHead>[0] & Parameters<typeof openContent>[0] & { type: string };

/**
 * Title and content of a whole note or a former version; without a title and with empty content if it can't be
 * decrypted.
 */
export function openWhole(row: WholeRow, open: Open) {
  const content = openContent(row, open);
  return {
    title: content ? openHead(row, open)?.title : undefined,
    content: content ?? emptyContent(row.type as NoteType),
    isReadable: content !== null,
  };
}
