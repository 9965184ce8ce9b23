import { shortDay } from "../../../lib/dates/zone-day.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { type CopyPart, type CopySection, formatParagraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { formatNewerList, formatSummary } from "../rules/list-words.ts";
import { getEnteredText, listUsedColumns } from "../rules/medication-columns.ts";
import type { Medication } from "../rules/medication-schema.ts";
import { mayListNotes } from "./access.ts";
import { pageWholeNotes, type WholeNote } from "./data.ts";

/** How many notes are read at a time. */
const AT_A_TIME = 50;

const READERS: Record<Visibility, Key> = {
  private: "notewords.onlyMe",
  team: "notewords.careTeam",
  extended: "notewords.everyone",
};

/** The notes that the reader sees, by day. */
export const notesSection: CopySection<WholeNote> = {
  name: "notes",
  title: "copyhtml.notes",
  async page({ caller, diaryId, vault }, cursor) {
    const access = await mayListNotes().resolve(caller, { diaryId });
    const options = { numItems: AT_A_TIME, cursor };
    const { page, isDone, continueCursor } = await pageWholeNotes(caller.db, access, vault, options);
    return { rows: page, next: isDone ? null : continueCursor };
  },
  article: (note, inWords) => ({
    title: note.title || t("notewords.untitled"),
    facts: [
      describeAuthor(note),
      note.noteTime
        ? t("copyhtml.moment", { day: shortDay(note.noteDay), time: note.noteTime })
        : shortDay(note.noteDay),
      ...(note.newerList ? [formatNewerList(note.newerList)] : []),
      t("copyhtml.updated", { moment: inWords(note.updatedAt) }),
      t(READERS[note.visibility]),
      ...(note.isEncrypted ? [t("notewords.encrypted")] : []),
      ...note.tags.map((tag) => `#${tag}`),
    ],
    body: getBody(note),
  }),
};

export const copy: CopyPart = { sections: [notesSection] };

function formatEntered(row: Medication, field: keyof Medication): string {
  const text = getEnteredText(row, field);
  return field === "compliance" && text ? t("copyhtml.compliance", { level: text }) : text;
}

function getBody({ content, isLost }: WholeNote): string {
  if (isLost) return "";
  if (content.type !== "current-medications") return formatParagraph(content.data.text);
  const { medications, summary, reason } = content.data;
  const columns = listUsedColumns(medications);
  const head = columns.map(({ field }) => `<th>${t(`medicationlist.${field}`)}</th>`).join("");
  const rows = medications.map((row) =>
    columns.map(({ field }) => `<td>${escapeHtml(formatEntered(row, field))}</td>`).join(""),
  );
  return `${formatParagraph(formatSummary(summary))}${reason ? formatParagraph(t("copyhtml.reason", { reason })) : ""}<div class="wide" tabindex="0"><table><tr>${head}</tr>${rows
    .map((cells) => `<tr>${cells}</tr>`)
    .join("")}</table></div>`;
}
