import { shorten } from "../../lib/cut-text.ts";
import { CareError } from "../../lib/errors.ts";
import { NOTE_PREVIEW_LENGTH, type NoteType } from "./rules/limits.ts";
import { formatMedicationLabel, limitShown } from "./rules/medication-words.ts";
import { NOTE_MESSAGES } from "./rules/messages.ts";
import type { GivenFields, NoteContent } from "./schema.ts";

export * from "./rules/filters.ts";
export * from "./rules/icons.ts";
export * from "./rules/limits.ts";

/** The fields of a note as they are stored. */
export type NoteFields = Pick<GivenFields, "title" | "visibility" | "tags"> & {
  content: NoteContent;
  noteDay: string;
  noteTime: string | null;
  mentions: string[];
};

/** The first 150 characters of a text on one line, with "…" if there is more. */
export function getPreview(text: string): string {
  return shorten(text.replace(/\s+/g, " ").trim(), NOTE_PREVIEW_LENGTH);
}

/** A note's preview in lists: the beginning of its text, or its medications by name and dose. */
export function previewOfContent(content: NoteContent): string {
  if (content.type !== "current-medications") return getPreview(content.data.text);
  return getPreview(content.data.medications.map(formatMedicationLabel).join(", "));
}

/** A list's first medications and the line about the others, for its card; null for other notes. */
export function getShownContent(content: NoteContent): ReturnType<typeof limitShown<string>> | null {
  if (content.type !== "current-medications") return null;
  return limitShown(content.data.medications.map(formatMedicationLabel));
}

/** The text of stored content, in any of its forms; see care-core 3. */
export function getNoteText(content: unknown): string {
  if (typeof content === "string") return content;
  const data = (content as { data?: unknown } | null)?.data;
  if (typeof data === "string") return data;
  const inner = (data as { text?: unknown } | null | undefined)?.text;
  return typeof inner === "string" ? inner : "";
}

/** The parts of a note that a version can change. */
export const NOTE_PARTS = ["title", "content", "noteDate", "noteTime", "visibility", "tags"] as const;
export type NotePart = (typeof NOTE_PARTS)[number];

/** The parts of a note that an edit changes. */
export function getChangedParts(before: NoteFields, after: NoteFields): NotePart[] {
  const value = (fields: NoteFields, part: NotePart) => JSON.stringify(ordered(getPart(fields, part)));
  return NOTE_PARTS.filter((part) => value(before, part) !== value(after, part));
}

function getPart(fields: NoteFields, part: NotePart): unknown {
  if (part === "noteDate") return fields.noteDay;
  // The mentioned people belong to the text.
  return part === "content" ? [fields.content, [...fields.mentions].sort()] : fields[part];
}

/** Sorts the keys of objects, for comparison: the database has its own order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, part]) => [name, ordered(part)]);
}

/** The placeholder for content that can't be decrypted any more. */
export function emptyContent(type: NoteType): NoteContent {
  if (type === "default") return { type, data: { text: "" }, metadata: {} };
  if (type === "handover") {
    const nothing = { happened: "", nextSteps: "", watchFor: "", forWhom: "" };
    return { type, data: { text: "", state: "steady", ...nothing } };
  }
  return {
    type,
    data: { medications: [], snapshotDate: 0, summary: "" },
    metadata: { photoTranscripts: [], processingSteps: [] },
  };
}

/** Thrown when another user has changed a note since the editor read it. */
export const hasChangedMeanwhile = () => new CareError("conflict", NOTE_MESSAGES.changed);
