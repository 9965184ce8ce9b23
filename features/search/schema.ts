import { z } from "zod";
import { day, getWord, id, moment } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import type { TaskStatus } from "../tasks/rules/states.ts";
import { SEARCH_KINDS, SEARCH_LENGTH } from "./rules.ts";

/** A text in parts, some of them matches. */
const markedText = z.array(z.strictObject({ text: z.string(), isMatch: z.boolean() }));
export type MarkedText = z.output<typeof markedText>;

const searchHit = z.strictObject({
  /** The note, comment, task, file or membership. */
  id,
  title: markedText,
  snippet: markedText,
  diaryId: id,
  diaryShortId: id,
  /** The notebook's subject. */
  diarySubject: z.string(),
  isArchived: z.boolean(),
  /** When it was written, added or joined; of a note when it was last changed. */
  at: moment,
  /** The day of a note, or the due day of a task. */
  day: day.nullable(),
  /** The note's time of day, `HH:MM` by its notebook's clock; absent without one. */
  time: z.string().optional(),
  /** The author's name; null for a person. */
  authorName: z.string().nullable(),
  /** The note that it is or belongs to, when the reader sees that. */
  noteId: id.nullable(),
  noteShortId: id.nullable(),
  /** The task that it is or is written on. */
  taskId: id.nullable(),
  taskStatus: getWord<TaskStatus>().nullable(),
  /** The activated program that a comment is written on. */
  diaryProgramId: id.nullable(),
  /** How many tasks of a repetition it represents; 1 for everything else. */
  repetitions: z.number(),
  /** Found although a word is spelled differently. */
  isSlip: z.boolean(),
});

const searchGroup = z.strictObject({
  kind: z.enum(SEARCH_KINDS),
  /** How many there are in all. */
  count: z.number(),
  hits: z.array(searchHit),
  /** Where the next page begins; null when there are no more. */
  cursor: z.string().nullable(),
});

export const searchEverything = {
  args: z.object({
    text: z
      .string()
      .trim()
      .max(SEARCH_LENGTH, toIssue({ key: "search.tooLong", values: { most: SEARCH_LENGTH } })),
    /** Without it, all notebooks of the reader. */
    diaryId: id.optional(),
    /** Whether archived notebooks are searched too; a named one always is. */
    withArchived: z.boolean().default(false),
    /** Only this kind, from a place on. */
    kind: z.enum(SEARCH_KINDS).optional(),
    cursor: z.string().max(500).nullable().default(null),
  }),
  returns: z.array(searchGroup),
};
