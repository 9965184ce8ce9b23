import { shortDay } from "../../../lib/dates/zone-day.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { type CopyPart, type CopySection, formatParagraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { getEnteredText, listUsedColumns } from "../rules/medication-columns.ts";
import { formatNewerList, formatSummary } from "../rules/medication-words.ts";
import { mayListNotes } from "./access.ts";
import { pageWholeNotes, type WholeNote } from "./data.ts";

/** How many notes are read at a time. */
const AT_A_TIME = 50;

const READERS: Record<Visibility, string> = { private: "Only me", team: "Care team", extended: "Everyone" };

/** The notes that the reader sees, by day. */
export const notesSection: CopySection<WholeNote> = {
  name: "notes",
  title: "Notes",
  async page({ caller, diaryId, vault }, cursor) {
    const access = await mayListNotes().resolve(caller, { diaryId });
    const options = { numItems: AT_A_TIME, cursor };
    const { page, isDone, continueCursor } = await pageWholeNotes(caller.db, access, vault, options);
    return { rows: page, next: isDone ? null : continueCursor };
  },
  article: (note, inWords) => ({
    title: note.title || "Untitled",
    facts: [
      describeAuthor(note),
      note.noteTime ? `${shortDay(note.noteDay)}, ${note.noteTime}` : shortDay(note.noteDay),
      ...(note.newerList ? [formatNewerList(note.newerList)] : []),
      `updated ${inWords(note.updatedAt)}`,
      READERS[note.visibility],
      ...(note.isEncrypted ? ["Encrypted"] : []),
      ...note.tags.map((tag) => `#${tag}`),
    ],
    body: getBody(note),
  }),
};

export const copy: CopyPart = { sections: [notesSection] };

function getBody({ content, isLost }: WholeNote): string {
  if (isLost) return "";
  if (content.type !== "current-medications") return formatParagraph(content.data.text);
  const { medications, summary, reason } = content.data;
  const columns = listUsedColumns(medications);
  const head = columns.map(({ title }) => `<th>${title}</th>`).join("");
  const rows = medications.map((row) =>
    columns.map(({ field }) => `<td>${escapeHtml(getEnteredText(row, field))}</td>`).join(""),
  );
  return `${formatParagraph(formatSummary(summary))}${reason ? formatParagraph(`Reason: ${reason}`) : ""}<div class="wide" tabindex="0"><table><tr>${head}</tr>${rows
    .map((cells) => `<tr>${cells}</tr>`)
    .join("")}</table></div>`;
}
