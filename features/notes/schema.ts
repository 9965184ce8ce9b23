import { z } from "zod";
import { EARLIEST_TIME, LATEST_TIME } from "../../lib/dates/time.ts";
import { isCalendarDay } from "../../lib/dates/zone-day.ts";
import { day, getPage, id, moment, newId, nothing, paginationOptions } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { toIssue } from "../../lib/words/message.ts";
import { NOTE_SEARCH_LENGTH, NOTE_TAG_LENGTH, NOTE_TYPES } from "./rules/filters.ts";
import { HANDOVER_PART_LENGTH, HANDOVER_STATES, HANDOVER_TO_LENGTH } from "./rules/handover.ts";
import {
  LISTED_NOTES,
  NOTE_CONTENT_LENGTH,
  NOTE_METADATA_LENGTH,
  NOTE_TAGS,
  NOTE_TITLE_LENGTH,
  removeRepeats,
} from "./rules/limits.ts";
import { medicationContent, newerList, storedMedications } from "./rules/medication-schema.ts";
import { createMentionIds, mentionedPerson } from "./rules/mention-schema.ts";
import { NOTE_MESSAGES } from "./rules/messages.ts";

const title = z
  .string()
  .trim()
  .min(1, toIssue(NOTE_MESSAGES.title))
  .max(NOTE_TITLE_LENGTH, toIssue(NOTE_MESSAGES.titleLong));

const text = z
  .string()
  .trim()
  .min(1, toIssue(NOTE_MESSAGES.content))
  .max(NOTE_CONTENT_LENGTH, toIssue(NOTE_MESSAGES.contentLong));

/** Extra data that API clients store with a general note; no screen shows it. */
const metadata = z
  .record(z.string(), z.unknown())
  .refine(
    (value) => JSON.stringify(value).length <= NOTE_METADATA_LENGTH,
    toIssue({ key: "noterules.metadataLong", values: { most: NOTE_METADATA_LENGTH } }),
  );

const part = z
  .string()
  .trim()
  .max(HANDOVER_PART_LENGTH, toIssue({ key: "noterules.partLong", values: { most: HANDOVER_PART_LENGTH } }))
  .default("");

/** The content of a handover note. */
const handoverContent = z.strictObject({
  type: z.literal("handover"),
  data: z.strictObject({
    state: z.enum(HANDOVER_STATES),
    happened: part.refine((text) => text !== "", toIssue(NOTE_MESSAGES.content)),
    nextSteps: part,
    watchFor: part,
    /** The recipients, in words; mentions among them are members. */
    forWhom: z.string().trim().max(HANDOVER_TO_LENGTH).default(""),
  }),
});

/** A plain string is accepted as the text of a general note, also in place of its data. */
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
      handoverContent,
    ]),
  ])
  .transform((given) => {
    if (typeof given !== "string" && given.type !== "default") return given;
    const { data, metadata } = typeof given === "string" ? { data: given, metadata: undefined } : given;
    const text = typeof data === "string" ? { text: data } : data;
    return { type: "default" as const, data: text, ...(metadata && { metadata }) };
  });

const noteDate = z
  .number(toIssue(NOTE_MESSAGES.date))
  .min(EARLIEST_TIME, toIssue(NOTE_MESSAGES.date))
  .max(LATEST_TIME, toIssue(NOTE_MESSAGES.date));

const noteDay = z.string().refine(isCalendarDay, toIssue(NOTE_MESSAGES.date));

/** A time of day by the notebook's clock. */
const noteTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, toIssue({ key: "noterules.time" }));

const tags = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .max(NOTE_TAG_LENGTH, toIssue({ key: "noterules.tagLong", values: { most: NOTE_TAG_LENGTH } })),
  )
  .max(NOTE_TAGS, toIssue(NOTE_MESSAGES.tooManyTags))
  .transform(removeRepeats);

/** The fields of a note that people fill in; client and server validate them. */
export const noteFields = z.object({
  title,
  content,
  /** The note's day, `YYYY-MM-DD`; or any moment of it (epoch ms) in the notebook's zone. The day counts. */
  noteDay: noteDay.optional(),
  noteDate: noteDate.optional(),
  /** The time of day, `HH:MM` by the notebook's clock; null for none. An edit without it keeps the note's. */
  noteTime: noteTime.nullish(),
  visibility: z.enum(VISIBILITIES),
  tags: tags.default([]),
  /** Ids of members whom the text mentions. An edit without them keeps the note's. */
  mentions: createMentionIds(toIssue(NOTE_MESSAGES.tooManyMentions)).optional(),
});

/** A whole tag, ignoring case. */
const wholeTag = z.string().trim().min(1).max(NOTE_TAG_LENGTH);

/**
 * The filter of a list of notes; everything is optional. `from` and `to` are epoch ms and mean their days in the
 * notebook's zone, both included.
 */
export const noteFilter = z.object({
  type: z.enum(NOTE_TYPES).optional(),
  tag: wholeTag.optional(),
  createdBy: z.guid().toLowerCase().optional(),
  /** Words of the note in any order; the last one as a prefix. */
  text: z
    .string()
    .trim()
    .max(NOTE_SEARCH_LENGTH, toIssue({ key: "noterules.searchLong", values: { most: NOTE_SEARCH_LENGTH } }))
    .transform((words) => words || undefined)
    .optional(),
  from: noteDate.optional(),
  to: noteDate.optional(),
  /** A single day of the notebook. */
  day: noteDay.optional(),
});

export type GivenFields = z.output<typeof noteFields>;
export type NoteFilter = z.output<typeof noteFilter>;

/** The content of a note as it is stored (care-core 3). */
export const noteContent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("default"),
    data: z.strictObject({ text: z.string() }),
    metadata: z.record(z.string(), z.unknown()),
  }),
  storedMedications,
  z.strictObject({
    type: z.literal("handover"),
    data: z.strictObject({
      /** All of it as one text, as other notes have theirs. */
      text: z.string(),
      state: z.enum(HANDOVER_STATES),
      happened: z.string(),
      nextSteps: z.string(),
      watchFor: z.string(),
      forWhom: z.string(),
    }),
  }),
]);

export type NoteContent = z.output<typeof noteContent>;

/** The fields that both lists and the note itself show. */
const noteHead = z.strictObject({
  _id: id,
  shortId: id,
  type: z.enum(NOTE_TYPES),
  title: z.string(),
  noteTypeName: z.string(),
  noteTypeIcon: z.string(),
  creatorId: id,
  creatorName: z.string(),
  /** Present when the author was a clinician when they wrote it. */
  byClinician: z.literal(true).optional(),
  visibility: z.enum(VISIBILITIES),
  isEncrypted: z.boolean(),
  tags: z.array(z.string()),
  noteDay: day,
  noteDate: moment,
  /** Absent without one. */
  noteTime: z.string().optional(),
  updatedAt: moment,
  _creationTime: moment,
});

/**
 * A note in a list: with a preview instead of its content. Fields that few notes have are absent from the others: a
 * change of a list sends only new data as long as 50 rows take less than 32 kB (docs/decisions/0004).
 */
export const noteSummary = noteHead.extend({
  preview: z.string(),
  medications: z.strictObject({ shown: z.array(z.string()), more: z.string().nullable() }).optional(),
  newerList: newerList.optional(),
  commentCount: z.number(),
  attachmentCount: z.number(),
  /** The first pictures by the ids of their attachments, and how many there are beyond; never of an encrypted note. */
  pictures: z.strictObject({ shown: z.array(id), more: z.number() }).optional(),
});

export const note = noteHead.extend({
  diaryId: id,
  diaryShortId: id,
  isLost: z.boolean(),
  content: noteContent,
  mentions: z.array(id),
  mentioned: z.array(mentionedPerson),
  version: z.number(),
  canEdit: z.boolean(),
  canDelete: z.boolean(),
});

const noteType = z.strictObject({
  typeId: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  requiresAI: z.boolean(),
});

export const listNotes = {
  args: z.object({ diaryId: id, limit: z.number().int().min(1).max(LISTED_NOTES).default(LISTED_NOTES) }),
  returns: z.array(noteSummary),
};

export const pageNotes = {
  args: noteFilter.extend({ diaryId: id, paginationOpts: paginationOptions }),
  returns: getPage(noteSummary),
};

export const listNoteTags = {
  args: z.object({ diaryId: id }),
  returns: z.array(z.strictObject({ count: z.number(), tag: z.string() })),
};

export const listNoteDays = {
  args: z.object({ diaryId: id, fromDay: noteDay, toDay: noteDay, tag: wholeTag.optional() }),
  returns: z.array(
    z.strictObject({
      day,
      notes: z.number(),
      /** How many of them are lists of medications. */
      medicationLists: z.number(),
      /** How many of them have the given tag; 0 without one. */
      tagged: z.number(),
      /** The tags that most of its notes have, with their number. */
      tags: z.array(z.strictObject({ tag: z.string(), count: z.number() })),
    }),
  ),
};

export const getNote = {
  args: z.object({ noteId: id }),
  returns: note.nullable(),
};

export const getNoteByShortId = {
  args: z.object({ shortId: id }),
  returns: note.nullable(),
};

export const createNote = {
  args: noteFields.extend({
    id: newId.optional(),
    diaryId: id,
    type: z.enum(NOTE_TYPES),
    isEncrypted: z.boolean().default(false),
  }),
  returns: id,
};

export const updateNote = {
  args: noteFields.extend({ noteId: id, baseVersion: z.number().int().min(1).optional() }),
  returns: id,
};

export const deleteNote = {
  args: z.object({ noteId: id, baseVersion: z.number().int().min(1).optional() }),
  returns: nothing,
};

export const listActiveNoteTypes = {
  args: z.object({}),
  returns: z.array(noteType),
};
