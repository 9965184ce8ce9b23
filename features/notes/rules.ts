import { z } from "zod";
import { shortened } from "../../lib/cut-text.ts";
import { CareError } from "../../lib/errors.ts";
import { dayInZone, dayStart, isCalendarDay } from "../../lib/zone-day.ts";
import {
  EARLIEST_TIME,
  LATEST_TIME,
  type MedicationContent,
  medicationContent,
  medicationLabel,
  shownMedications,
} from "../medications/rules.ts";
import { NOTE_SEARCH_LENGTH, NOTE_TAG_LENGTH, NOTE_TYPES } from "./rules/filters.ts";

export { NOTE_SEARCH_LENGTH, NOTE_TAG_LENGTH, NOTE_TYPES };

/** Limits of notes (care-core 9, reliability). Lengths are in characters. */
export const NOTE_TITLE_LENGTH = 200;
export const NOTE_CONTENT_LENGTH = 100_000;
export const NOTE_PREVIEW_LENGTH = 150;
export const NOTE_TAGS = 50;
/** As JSON. */
export const NOTE_METADATA_LENGTH = 20_000;
/** How many notes the plain list holds at most; screens read pages. */
export const LISTED_NOTES = 1000;

export const VISIBILITIES = ["private", "team", "extended"] as const;
export const DEFAULT_VISIBILITY = "team";

export type NoteType = (typeof NOTE_TYPES)[number];
export type Visibility = (typeof VISIBILITIES)[number];

/** The words that stand beside each level (care-core 4). */
export const VISIBILITY_MEANINGS: Record<Visibility, string> = {
  private: "Only me",
  team: "Core members",
  extended: "Everyone",
};

/** Form messages, verbatim (care-core 8). */
export const NOTE_MESSAGES = {
  program:
    "Somebody else activated a care program on this note. Ask them, or an admin of the notebook, to delete the program first",
  title: "Please enter a title",
  content: "Please enter some content",
  date: "Invalid date selected",
  notFound: "Note not found or you don't have access to it",
  createFailed: "Failed to create note",
  updateFailed: "Failed to update note",
  deleteFailed: "Failed to delete note",
  lost: "This note can't be read any more",
  lostReason: "It was stored encrypted, and the key to it is gone.",
  unknownType: "Unknown note type",
} as const;

/** The stored content of a general note. */
export type TextContent = { type: "default"; data: { text: string }; metadata: Record<string, unknown> };

/** The stored content of a note, by its type (care-core 3). */
export type NoteContent = TextContent | MedicationContent;

const title = z
  .string()
  .trim()
  .min(1, NOTE_MESSAGES.title)
  .max(NOTE_TITLE_LENGTH, `A title may have at most ${NOTE_TITLE_LENGTH} characters`);

const text = z
  .string()
  .trim()
  .min(1, NOTE_MESSAGES.content)
  .max(NOTE_CONTENT_LENGTH, `A note may have at most ${NOTE_CONTENT_LENGTH} characters`);

/** What programs keep with a general note; no screen shows it. */
const metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= NOTE_METADATA_LENGTH,
    `Metadata may take at most ${NOTE_METADATA_LENGTH} characters`,
  );

/** A plain string is read as the text of a general note, and so is one in the place of its data. */
const content = z
  .union([
    text,
    z.discriminatedUnion("type", [
      z.object({
        type: z.literal("default"),
        data: z.union([text, z.object({ text })]),
        metadata: metadata.optional(),
      }),
      medicationContent,
    ]),
  ])
  .transform((given) => {
    if (typeof given !== "string" && given.type !== "default") return given;
    const { data, metadata } = typeof given === "string" ? { data: given, metadata: undefined } : given;
    const text = typeof data === "string" ? { text: data } : data;
    return { type: "default" as const, data: text, ...(metadata && { metadata }) };
  });

const noteDate = z
  .number(NOTE_MESSAGES.date)
  .min(EARLIEST_TIME, NOTE_MESSAGES.date)
  .max(LATEST_TIME, NOTE_MESSAGES.date);

const noteDay = z.string().refine(isCalendarDay, NOTE_MESSAGES.date);

const tags = z
  .array(
    z.string().trim().min(1).max(NOTE_TAG_LENGTH, `A tag may have at most ${NOTE_TAG_LENGTH} characters`),
  )
  .max(NOTE_TAGS, `A note may have at most ${NOTE_TAGS} tags`)
  .transform(withoutRepeats);

/** The fields of a note that people fill in, as both sides check them. */
export const noteFields = z.object({
  title,
  content,
  /** The note's day, `YYYY-MM-DD`; or any moment of it (epoch ms) by the notebook's clock. The day counts. */
  noteDay: noteDay.optional(),
  noteDate: noteDate.optional(),
  visibility: z.enum(VISIBILITIES),
  tags: tags.default([]),
});

type GivenFields = z.output<typeof noteFields>;

/** What a note says, as it is stored. */
export type NoteFields = Omit<GivenFields, "content" | "noteDate" | "noteDay"> & {
  content: NoteContent;
  noteDay: string;
};

/** The day that somebody gave a note. Throws when they gave none. */
export function givenDay({ noteDay: day, noteDate: at }: Partial<GivenFields>, timeZone: string): string {
  if (day !== undefined) return day;
  if (at === undefined) throw new CareError("invalid", NOTE_MESSAGES.date, { path: "noteDate" });
  const found = dayInZone(at, timeZone);
  // Near the ends of time, the day elsewhere may be in no year that can be written.
  if (!isCalendarDay(found)) throw new CareError("invalid", NOTE_MESSAGES.date, { path: "noteDate" });
  return found;
}

type StoredAs = { type: NoteType; noteDay: string; timeZone: string; former?: NoteContent | undefined };

/**
 * What is stored of the given content. A general note keeps the metadata of its `former` content where none is given; a list of medications is of the note's day
 * unless it says otherwise. Throws when it isn't content of that type.
 */
export function storedContent(
  given: z.output<typeof noteFields>["content"],
  { type, noteDay: day, timeZone, former }: StoredAs,
): NoteContent {
  if (given.type !== type) {
    throw new CareError("invalid", "The content must be that of the note's kind", { path: "content" });
  }
  if (given.type === "default") {
    const kept = former?.type === "default" ? former.metadata : {};
    return { type: "default", data: { text: given.data.text }, metadata: given.metadata ?? kept };
  }
  return {
    ...given,
    data: { ...given.data, snapshotDate: given.data.snapshotDate ?? dayStart(day, timeZone) },
  };
}

/** The fields that somebody gave, as they are stored in a notebook of that time zone; throws as `storedContent` does. */
export function storedFields(
  given: GivenFields,
  { type, timeZone, former }: Omit<StoredAs, "noteDay">,
): NoteFields {
  const { title, visibility, tags } = given;
  const day = givenDay(given, timeZone);
  return {
    title,
    visibility,
    tags,
    noteDay: day,
    content: storedContent(given.content, { type, noteDay: day, timeZone, former }),
  };
}

/**
 * Which notes a list shows; all of them where nothing is said. `from` and `to` are epoch ms and stand for the days that
 * they are in by the notebook's clock, both included.
 */
export const noteFilter = z.object({
  type: z.enum(NOTE_TYPES).optional(),
  /** A whole tag; letters in another case are the same tag. */
  tag: z.string().trim().min(1).max(NOTE_TAG_LENGTH).optional(),
  createdBy: z.guid().toLowerCase().optional(),
  /** Words that the note has, in any order; the last one may go on. */
  text: z
    .string()
    .trim()
    .max(NOTE_SEARCH_LENGTH, `A search may have at most ${NOTE_SEARCH_LENGTH} characters`)
    .transform((words) => words || undefined)
    .optional(),
  from: noteDate.optional(),
  to: noteDate.optional(),
});

export type NoteFilter = z.output<typeof noteFilter>;

/** Drops tags that are there already; letters in another case are the same tag. */
export function withoutRepeats(list: readonly string[]): string[] {
  const seen = new Set<string>();
  return list.filter((tag) => {
    const key = tag.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The first 150 characters of a text on one line; "…" says that there is more. */
export function previewOf(text: string): string {
  return shortened(text.replace(/\s+/g, " ").trim(), NOTE_PREVIEW_LENGTH);
}

/** What lists show of a note: the beginning of its text, or its medications by name and dose. */
export function previewOfContent(content: NoteContent): string {
  if (content.type === "default") return previewOf(content.data.text);
  return previewOf(content.data.medications.map(medicationLabel).join(", "));
}

/** The first medications of a list and the line about the rest, for its card; null for other notes. */
export function shownOfContent(content: NoteContent): ReturnType<typeof shownMedications<string>> | null {
  if (content.type !== "current-medications") return null;
  return shownMedications(content.data.medications.map(medicationLabel));
}

/** The text of stored content, whatever its form; see care-core 3. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const data = (content as { data?: unknown } | null)?.data;
  if (typeof data === "string") return data;
  const inner = (data as { text?: unknown } | null | undefined)?.text;
  return typeof inner === "string" ? inner : "";
}

const EMOJIS = new Map([
  ["Pill", "💊"],
  ["FileText", "📝"],
  ["Calendar", "📅"],
  ["Image", "🖼️"],
  ["Video", "🎥"],
  ["Audio", "🎵"],
]);

/** The emoji of a note type's icon name; a page for any other name. */
export const noteIcon = (name: string): string => EMOJIS.get(name) ?? "📄";

/** The parts of a note that a version can have changed. */
export const NOTE_PARTS = ["title", "content", "noteDate", "visibility", "tags"] as const;
export type NotePart = (typeof NOTE_PARTS)[number];

/** Which parts of a note an edit changes. */
export function changedParts(before: NoteFields, after: NoteFields): NotePart[] {
  const value = (fields: NoteFields, part: NotePart) =>
    JSON.stringify(ordered(part === "noteDate" ? fields.noteDay : fields[part]));
  return NOTE_PARTS.filter((part) => value(before, part) !== value(after, part));
}

/** The same value with the keys of objects in one order: the database keeps its own. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, part]) => [name, ordered(part)]);
}

/** What stands in the place of content that can't be opened any more. */
export function emptyContent(type: NoteType): NoteContent {
  if (type === "default") return { type, data: { text: "" }, metadata: {} };
  return {
    type,
    data: { medications: [], snapshotDate: 0, summary: "" },
    metadata: { photoTranscripts: [], processingSteps: [] },
  };
}

/** Thrown when somebody else has changed a note since the editor read it. */
export const changedMeanwhile = () =>
  new CareError("conflict", "Somebody else has changed this note since you opened it.");
