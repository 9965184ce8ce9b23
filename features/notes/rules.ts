import { shorten } from "../../lib/cut-text.ts";
import { getDayStart, isCalendarDay, toDayInZone } from "../../lib/dates/zone-day.ts";
import { CareError } from "../../lib/errors.ts";
import { toHandoverText } from "./rules/handover.ts";
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

/** The day given for a note. Throws when there is none. */
export function getGivenDay({ noteDay: day, noteDate: at }: Partial<GivenFields>, timeZone: string): string {
  if (day !== undefined) return day;
  if (at === undefined) throw new CareError("invalid", NOTE_MESSAGES.date, { path: "noteDate" });
  const found = toDayInZone(at, timeZone);
  // At the limits of the range, the day in another zone may be in an invalid year.
  if (!isCalendarDay(found)) throw new CareError("invalid", NOTE_MESSAGES.date, { path: "noteDate" });
  return found;
}

type StoredAs = { type: NoteType; noteDay: string; timeZone: string; former?: NoteContent | undefined };

/**
 * The given content as it is stored. A general note keeps the metadata of its `former` content if none is given; a list
 * of medications gets the note's day if it has no date of its own. Throws when the content doesn't match its type.
 */
export function getStoredContent(
  given: GivenFields["content"],
  { type, noteDay: day, timeZone, former }: StoredAs,
): NoteContent {
  if (given.type !== type) {
    throw new CareError("invalid", NOTE_MESSAGES.otherKind, { path: "content" });
  }
  if (given.type === "default") {
    const formerMetadata = former?.type === "default" ? former.metadata : {};
    return { type: "default", data: { text: given.data.text }, metadata: given.metadata ?? formerMetadata };
  }
  if (given.type === "handover")
    return { ...given, data: { ...given.data, text: toHandoverText(given.data) } };
  return {
    ...given,
    data: { ...given.data, snapshotDate: given.data.snapshotDate ?? getDayStart(day, timeZone) },
  };
}

/**
 * The given fields as they are stored in a notebook of that time zone. Time and mentions stay those of the `former`
 * fields if none are given. Throws as `getStoredContent` does.
 */
export function getStoredFields(
  given: GivenFields,
  { type, timeZone, former }: Pick<StoredAs, "type" | "timeZone"> & { former?: NoteFields },
): NoteFields {
  const { title, visibility, tags } = given;
  const day = getGivenDay(given, timeZone);
  return {
    title,
    visibility,
    tags,
    noteDay: day,
    noteTime: given.noteTime === undefined ? (former?.noteTime ?? null) : given.noteTime,
    mentions: given.mentions ?? former?.mentions ?? [],
    content: getStoredContent(given.content, { type, noteDay: day, timeZone, former: former?.content }),
  };
}

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
