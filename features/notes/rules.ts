import { z } from "zod";
import { CareError } from "../../lib/errors.ts";

/** Limits of notes (care-core 9, reliability). Lengths are in characters. */
export const NOTE_TITLE_LENGTH = 200;
export const NOTE_CONTENT_LENGTH = 100_000;
export const NOTE_PREVIEW_LENGTH = 150;
export const NOTE_TAGS = 50;
export const NOTE_TAG_LENGTH = 50;

export const NOTE_TYPES = ["default", "current-medications"] as const;
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
  title: "Please enter a title",
  content: "Please enter some content",
  date: "Invalid date selected",
  notFound: "Note not found or you don't have access to it",
  createFailed: "Failed to create note",
  updateFailed: "Failed to update note",
} as const;

/** The stored content of a note: plain text for `default`. */
export type NoteContent = { type: NoteType; data: { text: string }; metadata: Record<string, unknown> };

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

/** A plain string is read as the text, an object must carry it. */
const content = z.union([
  text,
  z
    .object({
      type: z.literal("default"),
      data: z.object({ text }),
      metadata: z.record(z.string(), z.unknown()).optional(),
    })
    .transform((value) => value.data.text),
]);

// The range in which every browser and PostgreSQL agree on dates: the years 1 to 9999.
const EARLIEST = -62_135_596_800_000;
const LATEST = 253_402_300_799_999;
const noteDate = z
  .number(NOTE_MESSAGES.date)
  .min(EARLIEST, NOTE_MESSAGES.date)
  .max(LATEST, NOTE_MESSAGES.date);

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
  noteDate,
  visibility: z.enum(VISIBILITIES),
  tags: tags.default([]),
});

export type NoteFields = z.output<typeof noteFields>;

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
  const line = text.replace(/\s+/g, " ").trim();
  const characters = [...line];
  if (characters.length <= NOTE_PREVIEW_LENGTH) return line;
  return `${characters.slice(0, NOTE_PREVIEW_LENGTH).join("").trimEnd()}…`;
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

/** Thrown when somebody else has changed a note since the editor read it. */
export const changedMeanwhile = () =>
  new CareError("conflict", "Somebody else has changed this note since you opened it.");
