import { shorten } from "../../../lib/cut-text.ts";
import { formatDate, SHORT_MOMENT } from "../../../lib/dates/date-format.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { formatDifference } from "../../medications/rules/difference-words.ts";
import { describeAuthor } from "../../notebooks/rules/authors.ts";
import { getHandoverParts, HANDOVER_STATE_WORDS, toDoLines } from "../../notes/rules/handover.ts";
import { LATENESS_WORDS } from "../../tasks/rules/lateness.ts";
import type { Handover, HandoverNote } from "../schema.ts";
import { listDoses, listOpenDoses, listPlans, listUnusualDoses, NOBODY_ANSWERED } from "./compose-doses.ts";
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
    buildSection("needs", "Needs someone", [
      [listOpenDoses(handover, words), handover.openDoses.isCut],
      [listUnusualDoses(handover, words), handover.doses.isCut],
      [listQuestions(handover, words), false],
      [listOverdue(handover, words), handover.overdue.isCut],
    ]),
    buildSection("medication", "Medication", [
      [listPlans(handover, words), handover.plans.isCut || handover.pauses.isCut],
      [
        handover.medicationLists.shown.map((note) => toListEntry(note, words)),
        handover.medicationLists.isCut,
      ],
      [listDoses(handover, words), handover.doses.isCut],
    ]),
    buildSection("notes", "Notes", [
      [
        handover.handoverNotes.shown.map((note) => toHandoverEntry(note, words)),
        handover.handoverNotes.isCut,
      ],
      [handover.notes.shown.map((note) => toNoteEntry(note, words)), handover.notes.isCut],
      [listFiles(handover, words), handover.files.isCut],
    ]),
    buildSection("tasks", "Tasks", [
      [listTasks(handover, words), handover.tasks.isCut],
      [listPrograms(handover, words), handover.programs.isCut],
    ]),
    buildSection("comments", "Comments", [[listComments(handover, words), handover.comments.isCut]]),
    buildSection("people", "People", [[listPeople(handover, words), handover.people.isCut]]),
  ].filter(({ entries }) => entries.length > 0);
  const { since, until, days } = handover;
  const isEmpty = sections.length === 0 && days.length === 0;
  return {
    heading: until === null ? `Since ${formatMoment(since, words)}` : formatSpan(since, until, words),
    hint: handover.isFirst
      ? "You begin with the last 72 hours. Next time, with what is new since you read."
      : null,
    own: handover.ownHandover && buildOwn(handover.ownHandover, words),
    sections,
    quiet: formatQuietLine(handover),
    nothing: !isEmpty
      ? null
      : until === null
        ? `Nothing${handover.ownHandover ? " from others" : ""} since ${formatMoment(since, words)}`
        : `Nothing from ${formatSpan(since, until, words)}`,
    days: days.map((day) => ({ day: longDay(day.day), text: formatDay(day) })),
    older: handover.isOlder ? "What is older stands in the notebook." : null,
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
    title: `${title} (${entries.length}${isCut ? "+" : ""})`,
    entries,
    more: isCut ? `The newest ${MAX_LISTED} of a kind are shown. There is more in the notebook.` : null,
  };
}

/** "41 of 41 other doses given": what needs no line of its own. */
function formatQuietLine({ otherDoses: { planned, given }, openDoses, doses }: Handover): string | null {
  if (planned === 0) return null;
  const other = openDoses.shown.length + doses.shown.length > 0 ? "other " : "";
  return `${given} of ${pluralize(planned, `${other}dose`)} given.`;
}

const formatAuthor = (name: string | null) => name?.trim() || FORMER_MEMBER;

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
    .map((comment) => ({ ...toCommentEntry(comment, words), marks: ["Asks you"] }));

/** All other comments; those that name the reader come first. */
const listComments = ({ comments }: Handover, words: WordsFor): Entry[] =>
  comments.shown
    .filter((comment) => !isQuestionToMe(comment))
    .map((comment) => toCommentEntry(comment, words));

const toCommentEntry = (comment: Handover["comments"]["shown"][number], words: WordsFor): Entry => ({
  key: comment.key,
  text: shorten(comment.text.replace(/\s+/g, " "), TEXT_LENGTH) || "It can't be read any more",
  detail: "",
  facts: [
    formatAuthor(comment.by),
    ...(comment.on.title ? [`on ${comment.on.title}`] : []),
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
      `${LATENESS_WORDS[task.isOfToday ? "late" : "overdue"]} since ${formatMoment(task.dueAt, words)}`,
      task.isMine ? "for you" : "for nobody yet",
    ],
    marks: isUnanswered(task),
    at: null,
    target: { type: "task", id: task.id },
  }));

const isUnanswered = ({ unanswered }: { unanswered?: true | undefined }) =>
  unanswered ? [NOBODY_ANSWERED] : [];

const isEdited = ({ isFirst }: { isFirst: boolean }) => (isFirst ? [] : ["Changed"]);
const isForMe = ({ mentionsMe }: { mentionsMe: boolean }) => (mentionsMe ? ["Mentions you"] : []);
const isOwnOnly = ({ visibility }: HandoverNote) => (visibility === "private" ? ["Only you"] : []);

const toNoteEntry = (note: HandoverNote, words: WordsFor): Entry => ({
  key: note.key,
  text: note.title || "Untitled",
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
    ...(note.handover ? [HANDOVER_STATE_WORDS[note.handover.state]] : []),
    ...isForMe(note),
    ...isEdited(note),
    ...isOwnOnly(note),
  ],
});

/** The reader's own handover: its title has the author and the time. */
const buildOwn = (note: HandoverNote, words: WordsFor): PageSection => ({
  name: "own",
  title: `Handed over by you, ${formatMoment(note.at, words)}`,
  entries: [{ ...toHandoverEntry(note, words), facts: [] }],
  more: null,
});

/** The parts of a handover note, each in one paragraph. */
const getParts = (handover: NonNullable<HandoverNote["handover"]>): Entry["parts"] =>
  getHandoverParts({ ...handover, nextSteps: toDoLines(handover).join("; ") });

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
      ) || "No differences from the list before"
    : shorten(note.preview, DETAIL_LENGTH),
});

/** Files, one line a note and person. */
const listFiles = ({ files }: Handover, words: WordsFor): Entry[] =>
  [...Map.groupBy(files.shown, ({ noteId, by }) => `${noteId} ${by}`).values()].map((group) => ({
    key: group[0]!.key,
    text: `${pluralize(group.length, "file")} on ${group[0]!.title || "Untitled"}`,
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
  done: "done",
  given: "given to you",
  new: "new",
  changed: "changed",
  cancelled: "cancelled",
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
        text: `${group.length} tasks ${TASK_WORDS[first!.news]}`,
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
  facts: [TASK_WORDS[task.news], ...formatFacts(task, words)],
  marks: [],
  at: task.at,
  target: { type: "task", id: task.id },
});

const listPrograms = ({ programs }: Handover, words: WordsFor): Entry[] =>
  programs.shown.map((program) => ({
    key: program.key,
    text: program.title,
    detail: "",
    facts: ["program started", ...formatFacts(program, words)],
    marks: [],
    at: program.at,
    target: { type: "program", id: program.id },
  }));

const listPeople = ({ people }: Handover, words: WordsFor): Entry[] =>
  people.shown.map(({ key, name, at }) => ({
    key,
    text: `${formatAuthor(name)} joined`,
    detail: "",
    facts: [formatMoment(at, words)],
    marks: [],
    at,
    target: { type: "members" },
  }));

function formatDay({ notes, medications, tasks, comments, doses }: Handover["days"][number]): string {
  const counts: [number, string, string?][] = [
    [notes, "note"],
    [medications, "change of medication", "changes of medication"],
    [tasks, "task done", "tasks done"],
    [comments, "comment"],
    [doses, "dose recorded", "doses recorded"],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => pluralize(count, one, many))
    .join(", ");
}

/** The foot of a printed page: two members may rightly see different ones. */
export const formatSeen = ({ readerName, upTo, until, timeZone }: Handover): string =>
  `As seen by ${formatAuthor(readerName)} at ${formatDate(Math.min(upTo, until ?? upTo), SHORT_MOMENT, undefined, timeZone)} (${timeZone}). Newer information may be in the notebook.`;
