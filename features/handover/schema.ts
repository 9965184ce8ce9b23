import { z } from "zod";
import { day, id, moment, nothing } from "../../lib/schemas.ts";
import { PAUSE_KINDS } from "../doses/rules/pauses.ts";
import { NOT_GIVEN_REASONS } from "../doses/rules/slot-states.ts";
import { DIFFERENCE_KINDS } from "../medications/rules/limits.ts";
import { NOTE_TYPES } from "../notes/rules/filters.ts";
import { HANDOVER_STATES } from "../notes/rules/handover.ts";
import { VISIBILITIES } from "../notes/rules/limits.ts";
import { UNIT_NAMES } from "../plans/rules/amounts.ts";
import { MAX_TAIL, spanProblem } from "./rules/limits.ts";

const time = z.number().int().min(0);

/** What one thing of a list was and when it was recorded: `note:<id>@<ms>`; a thing that changes again has another one. */
const key = z.string().max(80);

/** Who did it and when it was recorded. */
const recorded = { key, at: moment, by: z.string().nullable() };

/** The keys of earlier things that a line stands for as well. */
const told = z.array(key).optional();

/** Whether nobody answered its reminders to the end, though they were passed on. */
const unanswered = z.literal(true).optional();

/** A list that is cut off at its most. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ shown: z.array(item), isCut: z.boolean() });

const dose = {
  planId: id,
  /** What is given; "" when it can't be read any more. */
  name: z.string(),
  strength: z.string(),
  amount: z.number().nullable(),
  unit: z.enum(UNIT_NAMES),
};

const note = z.strictObject({
  ...recorded,
  id,
  shortId: id,
  type: z.enum(NOTE_TYPES),
  title: z.string(),
  preview: z.string(),
  byClinician: z.literal(true).optional(),
  visibility: z.enum(VISIBILITIES),
  isEncrypted: z.boolean(),
  isFirst: z.boolean(),
  mentionsMe: z.boolean(),
  /** What a handover note says. */
  handover: z
    .strictObject({
      state: z.enum(HANDOVER_STATES),
      happened: z.string(),
      nextSteps: z.string(),
      watchFor: z.string(),
      forWhom: z.string(),
    })
    .optional(),
  /** What a list of medications changes, where that is known. */
  differences: z
    .strictObject({
      shown: z.array(
        z.strictObject({
          kind: z.enum(DIFFERENCE_KINDS),
          name: z.string(),
          before: z.string(),
          after: z.string(),
        }),
      ),
      more: z.number(),
    })
    .optional(),
});

/** What something belongs to and where it is opened. */
const place = z.strictObject({ type: z.enum(["note", "task", "program"]), id, title: z.string() });

export const TASK_NEWS = ["done", "given", "new", "changed", "cancelled"] as const;
export const PLAN_NEWS = ["begun", "changed", "ended"] as const;
export const DOSE_NEWS = ["given", "not_given", "corrected", "withdrawn", "followed_up", "noted"] as const;

/** What a page of a handover tells, as its reader sees it. */
export const handover = z.strictObject({
  diaryId: id,
  /** The reader, whose page it is. */
  readerName: z.string(),
  timeZone: z.string(),
  /** From when on it tells what was recorded; the reader's mark, or 72 hours ago for a member without one. */
  since: moment,
  /** The end of a report; null for a page that goes on. */
  until: moment.nullable(),
  /** Whether the reader has no mark yet. */
  isFirst: z.boolean(),
  /** All that was recorded up to here is on it. */
  upTo: moment,
  /** Of what it shows, what was recorded in the minute before `upTo` or later. */
  tail: z.array(key),
  /** From when on things are told one by one; before, by day. */
  detailFrom: moment,
  days: z.array(
    z.strictObject({
      day,
      notes: z.number(),
      medications: z.number(),
      tasks: z.number(),
      comments: z.number(),
      doses: z.number(),
    }),
  ),
  /** Whether something happened before the first of these days. */
  isOlder: z.boolean(),
  overdue: listOf(z.strictObject({ id, title: z.string(), dueAt: moment, isMine: z.boolean(), unanswered })),
  /** Planned doses without an entry, whatever was read before: those that are due now first, then late ones, then missed ones. */
  openDoses: listOf(
    z.strictObject({
      ...dose,
      slot: z.string(),
      dueAt: moment,
      /** Whether it can still be given. */
      isOpen: z.boolean(),
      /** Whether it is due now and not late yet. */
      isDue: z.literal(true).optional(),
      unanswered,
    }),
  ),
  /** Planned doses whose result was recorded since, without a line of their own. */
  otherDoses: z.strictObject({ planned: z.number(), given: z.number() }),
  doses: listOf(
    z.strictObject({
      ...recorded,
      ...dose,
      doseId: id,
      kind: z.enum(DOSE_NEWS),
      slot: z.string().nullable(),
      dueAt: moment.nullable(),
      givenAt: moment.nullable(),
      givenBy: z.string().nullable(),
      reason: z.enum(NOT_GIVEN_REASONS).or(z.string()).nullable(),
      isExtra: z.boolean(),
      isAgainst: z.boolean(),
      /** Whether it stands so, and nobody has looked at it yet. */
      isToReview: z.boolean(),
      words: z.string(),
      told,
    }),
  ),
  plans: listOf(
    z.strictObject({
      ...recorded,
      planId: id,
      name: z.string(),
      strength: z.string(),
      news: z.enum(PLAN_NEWS),
      reason: z.string(),
    }),
  ),
  pauses: listOf(
    z.strictObject({
      ...recorded,
      news: z.enum(PLAN_NEWS),
      kind: z.enum(PAUSE_KINDS),
      from: moment,
      until: moment.nullable(),
      told,
    }),
  ),
  handoverNotes: listOf(note),
  medicationLists: listOf(note),
  notes: listOf(note),
  files: listOf(z.strictObject({ ...recorded, noteId: id, title: z.string(), filename: z.string() })),
  tasks: listOf(z.strictObject({ ...recorded, id, title: z.string(), news: z.enum(TASK_NEWS), told })),
  programs: listOf(z.strictObject({ ...recorded, id, title: z.string() })),
  comments: listOf(
    z.strictObject({
      ...recorded,
      on: place,
      text: z.string(),
      isFirst: z.boolean(),
      mentionsMe: z.boolean(),
      /** Whether the reader commented there afterwards. */
      isAnswered: z.boolean(),
    }),
  ),
  people: listOf(z.strictObject({ key, at: moment, name: z.string() })),
});

export type Handover = z.output<typeof handover>;
export type HandoverNote = z.output<typeof note>;

/** A span of a report. */
export const reportSpan = { fromTime: time, untilTime: time };

/** The parameters of a report as PDF. */
export const reportParameters = z.strictObject(reportSpan);

export const getHandover = {
  args: z.object({
    diaryId: id,
    /** The line in the address: it stays where it is while the page is open. */
    since: time.optional(),
    /** The moment at which doses and tasks are late. */
    at: time,
  }),
  returns: handover,
};

export const getShift = {
  args: z.object({ diaryId: id, ...reportSpan, at: time }).superRefine((span, context) => {
    const problem = spanProblem(span);
    if (problem) context.addIssue({ code: "custom", path: [problem.path], message: problem.message });
  }),
  returns: handover,
};

export const listStarts = {
  args: z.object({}),
  returns: z.array(
    z.strictObject({
      diaryId: id,
      diaryShortId: id,
      subject: z.string(),
      /** The clock of the notebook, by which its page says times. */
      timeZone: z.string(),
      /** Null before the reader's first mark. */
      since: moment.nullable(),
    }),
  ),
};

export const listReceipts = {
  args: z.object({ diaryId: id }),
  returns: z.array(
    z.strictObject({
      userId: id,
      name: z.string(),
      isMe: z.boolean(),
      /** Null for a member who never said so. */
      upTo: moment.nullable(),
    }),
  ),
};

export const markRead = {
  args: z.object({
    diaryId: id,
    upTo: time,
    tail: z.array(key).max(MAX_TAIL),
    /** The newest handover note that was shown. */
    noteId: z.guid().nullish(),
  }),
  returns: nothing,
};

export const markUnreadFrom = { args: z.object({ diaryId: id, upTo: time }), returns: nothing };

export const sendLink = {
  args: z.object({
    diaryId: id,
    userIds: z.array(id).min(1).max(50),
    /** The span of a report; without it the link leads to what is new to each of them. */
    span: z.strictObject(reportSpan).optional(),
  }),
  /** How many of them get a mail. */
  returns: z.number(),
};
