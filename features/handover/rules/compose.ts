import { formatAppointmentTime } from "../../../lib/appointment-time.ts";
import { shorten } from "../../../lib/cut-text.ts";
import { formatDate, SHORT_MOMENT } from "../../../lib/dates/date-format.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { formatDifference } from "../../medications/rules/difference-words.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { toDoLines } from "../../notes/rules/handover.ts";
import type { Handover, HandoverNote } from "../schema.ts";
import {
  describeUnanswered,
  listDoses,
  listOpenDoses,
  listPlans,
  listUnusualDoses,
} from "./compose-doses.ts";
import { MAX_LISTED } from "./limits.ts";
import type { Entry, HandoverPage, PageSection, SectionName } from "./page.ts";
import { formatList, formatMoment, formatSpan, isQuestion, type WordsFor } from "./words.ts";

/** The most characters of a text in one entry. */
const TEXT_LENGTH = 140;
const DETAIL_LENGTH = 100;
/** So many tasks that one person did are lines of their own; more are one line. */
const SINGLE_TASKS = 2;
const NAMED = 4;

/** Composes a handover as texts, in a fixed order of sections. */
export function composeHandover(handover: Handover, words: WordsFor): HandoverPage {
  const sections = [
    buildSection("needs", t("handover.needs"), [
      [listOpenDoses(handover, words), handover.openDoses.isCut],
      [listUnusualDoses(handover, words), handover.doses.isCut],
      [listQuestions(handover, words), false],
      [listOverdue(handover, words), handover.overdue.isCut],
    ]),
    buildSection("appointments", t("handover.appointments"), [
      [listAppointments(handover), handover.appointments.isCut],
    ]),
    buildSection("medication", t("handover.medication"), [
      [listPlans(handover, words), handover.plans.isCut || handover.pauses.isCut],
      [
        handover.medicationLists.shown.map((note) => toListEntry(note, words)),
        handover.medicationLists.isCut,
      ],
      [listDoses(handover, words), handover.doses.isCut],
    ]),
    buildSection("notes", t("handover.notes"), [
      [
        handover.handoverNotes.shown.map((note) => toHandoverEntry(note, words)),
        handover.handoverNotes.isCut,
      ],
      [handover.notes.shown.map((note) => toNoteEntry(note, words)), handover.notes.isCut],
      [listFiles(handover, words), handover.files.isCut],
    ]),
    buildSection("tasks", t("handover.tasks"), [
      [listTasks(handover, words), handover.tasks.isCut],
      [listPrograms(handover, words), handover.programs.isCut],
    ]),
    buildSection("comments", t("handover.comments"), [
      [listComments(handover, words), handover.comments.isCut],
    ]),
    buildSection("people", t("handover.people"), [[listPeople(handover, words), handover.people.isCut]]),
  ].filter(({ entries }) => entries.length > 0);
  const { since, until, days } = handover;
  // Plans are no news.
  const isEmpty = sections.every(({ name }) => name === "appointments") && days.length === 0;
  return {
    heading:
      until === null
        ? t("handover.since", { when: formatMoment(since, words) })
        : formatSpan(since, until, words),
    hint: handover.isFirst ? t("handover.firstHint") : null,
    own: handover.ownHandover && buildOwn(handover.ownHandover, words),
    sections,
    quiet: formatQuietLine(handover),
    nothing: !isEmpty
      ? null
      : until === null
        ? t("handover.nothingSince", {
            hasOwn: String(handover.ownHandover !== null),
            when: formatMoment(since, words),
          })
        : t("handover.nothingIn", { span: formatSpan(since, until, words) }),
    days: days.map((day) => ({ day: longDay(day.day), text: formatDay(day) })),
    older: handover.isOlder ? t("handover.older") : null,
  };
}

function buildSection(
  name: SectionName,
  title: string,
  parts: [entries: Entry[], isCut: boolean][],
): PageSection {
  const entries = parts.flatMap(([part]) => part);
  const isCut = parts.some(([part, isCut]) => isCut && part.length > 0);
  return {
    name,
    title: t("handover.section", { title, count: entries.length, isCut: String(isCut) }),
    entries,
    more: isCut ? t("handover.cut", { count: MAX_LISTED }) : null,
  };
}

/** "41 of 41 other doses given": what needs no line of its own. */
function formatQuietLine({ otherDoses: { planned, given }, openDoses, doses }: Handover): string | null {
  if (planned === 0) return null;
  const hasOthers = openDoses.shown.length + doses.shown.length > 0;
  return t(hasOthers ? "handover.quietOther" : "handover.quiet", { given, planned });
}

const formatAuthor = (name: string | null) => name?.trim() || t("handover.formerMember");

const formatFacts = ({ by: name, at }: { by: string | null; at: number }, words: WordsFor) => [
  formatAuthor(name),
  formatMoment(at, words),
];

const isQuestionToMe = ({ mentionsMe, isAnswered, text }: Handover["comments"]["shown"][number]) =>
  mentionsMe && !isAnswered && isQuestion(text);

/** What others ask the reader, and isn't answered. */
const listQuestions = ({ comments }: Handover, words: WordsFor): Entry[] =>
  comments.shown
    .filter(isQuestionToMe)
    .map((comment) => ({ ...toCommentEntry(comment, words), marks: [t("handover.asksYou")] }));

/** All other comments; those that name the reader come first. */
const listComments = ({ comments }: Handover, words: WordsFor): Entry[] =>
  comments.shown
    .filter((comment) => !isQuestionToMe(comment))
    .map((comment) => toCommentEntry(comment, words));

const toCommentEntry = (comment: Handover["comments"]["shown"][number], words: WordsFor): Entry => ({
  key: comment.key,
  text: shorten(comment.text.replace(/\s+/g, " "), TEXT_LENGTH) || t("handover.unreadable"),
  detail: "",
  facts: [
    formatAuthor(comment.by),
    ...(comment.on.title ? [t("handover.on", { title: comment.on.title })] : []),
    formatMoment(comment.at, words),
  ],
  marks: [...isForMe(comment), ...isEdited(comment)],
  at: comment.at,
  target:
    comment.on.type === "note"
      ? { type: "comments", id: comment.on.id }
      : { type: comment.on.type, id: comment.on.id },
});

const listOverdue = ({ overdue }: Handover, words: WordsFor): Entry[] =>
  overdue.shown.map((task) => ({
    key: `overdue:${task.id}`,
    text: task.title,
    detail: "",
    facts: [
      t("handover.overdueSince", {
        lateness: task.isOfToday ? "late" : "overdue",
        when: formatMoment(task.dueAt, words),
      }),
      task.isMine ? t("handover.forYou") : t("handover.forNobody"),
    ],
    marks: describeUnanswered([task]),
    at: null,
    target: { type: "task", id: task.id },
  }));

const listAppointments = ({ appointments }: Handover): Entry[] =>
  appointments.shown.map(({ id, title, place, isCalledOff, driver, isChanged, ...times }) => ({
    key: `appointment:${id}`,
    text: title,
    detail: place,
    facts: [
      formatAppointmentTime(times),
      ...(isCalledOff
        ? []
        : [driver === null ? t("handover.nobodyDrives") : t("handover.drives", { name: driver })]),
    ],
    marks: [
      ...(isCalledOff ? [t("handover.calledOff")] : []),
      ...(isChanged ? [t("handover.newOrChanged")] : []),
    ],
    at: null,
    target: { type: "appointment", id },
  }));

const isEdited = ({ isFirst }: { isFirst: boolean }) => (isFirst ? [] : [t("handover.changed")]);
const isForMe = ({ mentionsMe }: { mentionsMe: boolean }) => (mentionsMe ? [t("handover.mentionsYou")] : []);
const isOwnOnly = ({ visibility }: HandoverNote) => (visibility === "private" ? [t("handover.onlyYou")] : []);

const toNoteEntry = (note: HandoverNote, words: WordsFor): Entry => ({
  key: note.key,
  text: note.title || t("handover.untitled"),
  detail:
    note.preview.startsWith(note.title) && note.preview.length <= note.title.length
      ? ""
      : shorten(note.preview, DETAIL_LENGTH),
  facts: [formatNoteAuthor(note), formatMoment(note.at, words)],
  marks: [...isForMe(note), ...isEdited(note), ...isOwnOnly(note)],
  at: note.at,
  target: note.shortId ? { type: "note", id: note.shortId } : null,
});

/** Who wrote or changed it last; the mark of a clinician is the author's. */
const formatNoteAuthor = (note: HandoverNote): string =>
  note.isFirst
    ? describeAuthor({ creatorName: formatAuthor(note.by), byClinician: note.byClinician ?? false })
    : formatAuthor(note.by);

/** A note that hands over, whole. */
const toHandoverEntry = (note: HandoverNote, words: WordsFor): Entry => ({
  ...toNoteEntry(note, words),
  detail: "",
  ...(note.handover && { parts: getParts(note.handover) }),
  marks: [
    ...(note.handover ? [t("handover.careState", { state: note.handover.state })] : []),
    ...isForMe(note),
    ...isEdited(note),
    ...isOwnOnly(note),
  ],
});

/** The reader's own handover: its title has the author and the time. */
const buildOwn = (note: HandoverNote, words: WordsFor): PageSection => ({
  name: "own",
  title: t("handover.handedOver", { when: formatMoment(note.at, words) }),
  entries: [{ ...toHandoverEntry(note, words), facts: [] }],
  more: null,
});

const PARTS: [Key, (parts: NonNullable<HandoverNote["handover"]>) => string][] = [
  ["handover.partHappened", ({ happened }) => happened],
  ["handover.partToDo", (parts) => toDoLines(parts).join("; ")],
  ["handover.partWatchFor", ({ watchFor }) => watchFor],
  ["handover.partForWhom", ({ forWhom }) => forWhom],
];

/** The parts of a handover note, each in one paragraph. */
const getParts = (handover: NonNullable<HandoverNote["handover"]>): [heading: string, text: string][] =>
  PARTS.map(([key, read]): [string, string] => [t(key), read(handover)]).filter(([, text]) => text !== "");

/** An entry for a list of medications, with its differences. */
const toListEntry = (note: HandoverNote, words: WordsFor): Entry => ({
  ...toNoteEntry(note, words),
  detail: note.differences
    ? formatList(
        [
          ...note.differences.shown.map(formatDifference),
          ...Array.from({ length: note.differences.more }, () => ""),
        ],
        NAMED,
      ) || t("handover.noDifferences")
    : shorten(note.preview, DETAIL_LENGTH),
});

/** Files, one line a note and person. */
const listFiles = ({ files }: Handover, words: WordsFor): Entry[] =>
  [...Map.groupBy(files.shown, ({ noteId, by }) => `${noteId} ${by}`).values()].map((group) => ({
    key: group[0]!.key,
    text: t("handover.files", { count: group.length, title: group[0]!.title || t("handover.untitled") }),
    detail: formatList(
      group.map(({ filename }) => filename),
      NAMED,
    ),
    facts: formatFacts(group[0]!, words),
    marks: [],
    at: group[0]!.at,
    target: { type: "note", id: group[0]!.noteId },
  }));

const TASK_WORDS = {
  done: "handover.taskDone",
  given: "handover.taskGiven",
  new: "handover.taskNew",
  changed: "handover.taskChanged",
  cancelled: "handover.taskCancelled",
} as const;

/** Lists tasks; several done by one member are one entry. Overdue tasks are in another section. */
function listTasks({ tasks, overdue }: Handover, words: WordsFor): Entry[] {
  const above = new Set(overdue.shown.map(({ id }) => id));
  const rest = tasks.shown.filter(({ id }) => !above.has(id));
  const groups = Map.groupBy(rest, ({ news, by, key }) =>
    news === "done" || news === "cancelled" ? `${news} ${by}` : key,
  );
  return [...groups.values()].flatMap((group) => {
    if (group.length <= SINGLE_TASKS) return group.map((task) => toTaskEntry(task, words));
    const [first] = group;
    return [
      {
        key: first!.key,
        text: t("handover.manyTasks", { count: group.length, news: first!.news }),
        detail: formatList([...new Set(group.map(({ title }) => title))], NAMED),
        facts: formatFacts(first!, words),
        marks: [],
        at: first!.at,
        target: { type: "tasks" } as const,
      },
    ];
  });
}

const toTaskEntry = (task: Handover["tasks"]["shown"][number], words: WordsFor): Entry => ({
  key: task.key,
  text: task.title,
  detail: "",
  facts: [t(TASK_WORDS[task.news]), ...formatFacts(task, words)],
  marks: [],
  at: task.at,
  target: { type: "task", id: task.id },
});

const listPrograms = ({ programs }: Handover, words: WordsFor): Entry[] =>
  programs.shown.map((program) => ({
    key: program.key,
    text: program.title,
    detail: "",
    facts: [t("handover.programStarted"), ...formatFacts(program, words)],
    marks: [],
    at: program.at,
    target: { type: "program", id: program.id },
  }));

const listPeople = ({ people }: Handover, words: WordsFor): Entry[] =>
  people.shown.map(({ key, name, at }) => ({
    key,
    text: t("handover.joined", { name: formatAuthor(name) }),
    detail: "",
    facts: [formatMoment(at, words)],
    marks: [],
    at,
    target: { type: "members" },
  }));

function formatDay({ notes, medications, tasks, comments, doses }: Handover["days"][number]): string {
  const counts: [number, Key][] = [
    [notes, "handover.dayNotes"],
    [medications, "handover.dayMedications"],
    [tasks, "handover.dayTasks"],
    [comments, "handover.dayComments"],
    [doses, "handover.dayDoses"],
  ];
  return listNames(counts.filter(([count]) => count > 0).map(([count, key]) => t(key, { count })));
}

/** The foot of a printed page: two members may rightly see different ones. */
export const formatSeen = ({ readerName, upTo, until, timeZone }: Handover): string =>
  t("handover.seen", {
    name: formatAuthor(readerName),
    when: formatDate(Math.min(upTo, until ?? upTo), SHORT_MOMENT, undefined, timeZone),
    timeZone,
  });
