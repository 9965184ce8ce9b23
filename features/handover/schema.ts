import { z } from "zod";
import { day, id, moment, nothing } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { toIssue } from "../../lib/words/message.ts";
import { PAUSE_KINDS } from "../doses/rules/pauses.ts";
import { NOT_GIVEN_REASONS } from "../doses/rules/slot-states.ts";
import { DIFFERENCE_KINDS } from "../medications/rules.ts";
import { NOTE_TYPES } from "../notes/rules/filters.ts";
import { HANDOVER_STATES } from "../notes/rules/handover.ts";
import { UNIT_NAMES } from "../plans/rules/amounts.ts";
import { appointmentFacts } from "../visits/rules/appointment-schema.ts";
import { checkSpan, MAX_TAIL } from "./rules/limits.ts";

const time = z.number().int().min(0);

/** The key of a recorded item, `note:<id>@<ms>`; a later change of the item has another key. */
const key = z.string().max(80);

/** Who did it and when it was recorded. */
const recorded = { key, at: moment, by: z.string().nullable() };

/** Keys of older entries merged into this line. */
const told = z.array(key).optional();

/** Whether nobody answered its reminders to the end, though they were passed on. */
const unanswered = z.literal(true).optional();

/** A list that is cut off at its most. */
const createListSchema = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ shown: z.array(item), isCut: z.boolean() });

const dose = {
  planId: id,
  /** The medicine; "" when it can't be decrypted any more. */
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
  /** The content of a handover note. */
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

/** A page of a handover, as its reader sees it. */
export const handover = z.strictObject({
  diaryId: id,
  /** The reader, whose page it is. */
  readerName: z.string(),
  timeZone: z.string(),
  /** The start of the page: the reader's marker, or 72 hours ago without one. */
  since: moment,
  /** The end of a report; null for a page that goes on. */
  until: moment.nullable(),
  /** Whether the reader has no mark yet. */
  isFirst: z.boolean(),
  /** All that was recorded up to here is on it. */
  upTo: moment,
  /** Keys of shown entries that were recorded in the minute before `upTo` or later. */
  tail: z.array(key),
  /** The start of single entries; older ones are summed up by day. */
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
  overdue: createListSchema(
    z.strictObject({
      id,
      title: z.string(),
      dueAt: moment,
      /** Whether its day isn't over yet. */
      isOfToday: z.boolean(),
      isMine: z.boolean(),
      unanswered,
    }),
  ),
  /** Planned doses without an entry, regardless of the read marker: due ones first, then late, then missed. */
  openDoses: createListSchema(
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
  doses: createListSchema(
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
      /** Whether the conflict is current and not yet reviewed. */
      isToReview: z.boolean(),
      words: z.string(),
      told,
    }),
  ),
  plans: createListSchema(
    z.strictObject({
      ...recorded,
      planId: id,
      name: z.string(),
      strength: z.string(),
      news: z.enum(PLAN_NEWS),
      reason: z.string(),
    }),
  ),
  pauses: createListSchema(
    z.strictObject({
      ...recorded,
      news: z.enum(PLAN_NEWS),
      kind: z.enum(PAUSE_KINDS),
      from: moment,
      until: moment.nullable(),
      told,
    }),
  ),
  /** The appointments of the next days, and whether one was changed since; none in a report. */
  appointments: createListSchema(
    z.strictObject({
      id,
      ...appointmentFacts,
      isCalledOff: z.boolean(),
      /** Who drives; null while nobody does. */
      driver: z.string().nullable(),
      isChanged: z.boolean(),
    }),
  ),
  handoverNotes: createListSchema(note),
  /** The reader's own newest one of today, which is no news to them; null in a report, which lists it. */
  ownHandover: note.nullable(),
  medicationLists: createListSchema(note),
  notes: createListSchema(note),
  files: createListSchema(
    z.strictObject({ ...recorded, noteId: id, title: z.string(), filename: z.string() }),
  ),
  tasks: createListSchema(
    z.strictObject({ ...recorded, id, title: z.string(), news: z.enum(TASK_NEWS), told }),
  ),
  programs: createListSchema(z.strictObject({ ...recorded, id, title: z.string() })),
  comments: createListSchema(
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
  people: createListSchema(z.strictObject({ key, at: moment, name: z.string() })),
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
    /** The `since` parameter of the URL; fixed while the page is open. */
    since: time.optional(),
    /** The moment by which doses and tasks count as late. */
    at: time,
  }),
  returns: handover,
};

export const getShift = {
  args: z.object({ diaryId: id, ...reportSpan, at: time }).superRefine((span, context) => {
    const problem = checkSpan(span);
    if (problem)
      context.addIssue({ code: "custom", path: [problem.path], message: toIssue(problem.message) });
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
      /** The notebook's time zone, in which the page shows times. */
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
      /** Null for a member without a read marker. */
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
    /** The span of a report; without one the link opens each member's own page. */
    span: z.strictObject(reportSpan).optional(),
  }),
  /** How many of them get a mail. */
  returns: z.number(),
};
