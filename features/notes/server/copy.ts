import { shortDay } from "../../../lib/zone-day.ts";
import { type CopyPart, type CopySection, paragraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { newerListWords, summaryText } from "../../medications/rules.ts";
import type { Visibility } from "../rules.ts";
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
      note.creatorName || "Unknown",
      shortDay(note.noteDay),
      ...(note.newerList ? [newerListWords(note.newerList)] : []),
      `updated ${inWords(note.updatedAt)}`,
      READERS[note.visibility],
      ...(note.isEncrypted ? ["Encrypted"] : []),
      ...note.tags.map((tag) => `#${tag}`),
    ],
    body: bodyOf(note),
  }),
};

export const copy: CopyPart = { sections: [notesSection] };

function bodyOf({ content, isLost }: WholeNote): string {
  if (isLost) return "";
  if (content.type === "default") return paragraph(content.data.text);
  if (content.type !== "current-medications") return "";
  const rows = content.data.medications.map((each) =>
    [each.genericName, each.brandName, each.dosage, each.timing, each.compliance, each.notes]
      .map((text) => `<td>${escapeHtml(text)}</td>`)
      .join(""),
  );
  const head = ["Generic name", "Brand name", "Dosage", "Timing", "Compliance", "Notes"];
  return `${paragraph(summaryText(content.data.summary))}<div class="wide" tabindex="0"><table><tr>${head
    .map((text) => `<th>${text}</th>`)
    .join("")}</tr>${rows.map((cells) => `<tr>${cells}</tr>`).join("")}</table></div>`;
}
