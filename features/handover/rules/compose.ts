import { shortened } from "../../../lib/cut-text.ts";
import { formatDate, SHORT_MOMENT } from "../../../lib/date-format.ts";
import { pluralize } from "../../../lib/pluralize.ts";
import { FORMER_MEMBER } from "../../../lib/product.ts";
import { longDay } from "../../../lib/zone-day.ts";
import { formatDifference } from "../../medications/rules/difference-words.ts";
import { authorWords } from "../../notebooks/rules/authors.ts";
import { HANDOVER_STATE_WORDS, handoverParts, toDoLines } from "../../notes/rules/handover.ts";
import type { Handover, HandoverNote } from "../schema.ts";
import { doseLines, NOBODY_ANSWERED, openDoseLines, planLines, unusualDoseLines } from "./compose-doses.ts";
import { MAX_LISTED } from "./limits.ts";
import type { HandoverPage, Line, PageSection, SectionName } from "./page.ts";
import { isQuestion, listed, momentWords, spanWords, type WordsFor } from "./words.ts";

/** So much of a text stands on a line, in characters. */
const TEXT_LENGTH = 140;
const DETAIL_LENGTH = 100;
/** So many tasks that one person did are lines of their own; more are one line. */
const SINGLE_TASKS = 2;
const NAMED = 4;

/** What a handover says, in words and in its fixed order, so that one learns where to look. */
export function composeHandover(handover: Handover, words: WordsFor): HandoverPage {
  const sections = [
    section("needs", "Needs somebody", [
      [openDoseLines(handover, words), handover.openDoses.isCut],
      [unusualDoseLines(handover, words), handover.doses.isCut],
      [questions(handover, words), false],
      [overdue(handover, words), handover.overdue.isCut],
    ]),
    section("medication", "Medication", [
      [planLines(handover, words), handover.plans.isCut || handover.pauses.isCut],
      [handover.medicationLists.shown.map((note) => listLine(note, words)), handover.medicationLists.isCut],
      [doseLines(handover, words), handover.doses.isCut],
    ]),
    section("notes", "Notes", [
      [handover.handoverNotes.shown.map((note) => handoverLine(note, words)), handover.handoverNotes.isCut],
      [handover.notes.shown.map((note) => noteLine(note, words)), handover.notes.isCut],
      [files(handover, words), handover.files.isCut],
    ]),
    section("tasks", "Tasks", [
      [tasks(handover, words), handover.tasks.isCut],
      [programs(handover, words), handover.programs.isCut],
    ]),
    section("comments", "Comments", [[comments(handover, words), handover.comments.isCut]]),
    section("people", "People", [[people(handover, words), handover.people.isCut]]),
  ].filter(({ lines }) => lines.length > 0);
  const { since, until, days } = handover;
  const isEmpty = sections.length === 0 && days.length === 0;
  return {
    heading: until === null ? `Since ${momentWords(since, words)}` : spanWords(since, until, words),
    hint: handover.isFirst
      ? "You begin with the last 72 hours. Next time, with what is new since you read."
      : null,
    sections,
    quiet: quietLine(handover),
    nothing: !isEmpty
      ? null
      : until === null
        ? `Nothing since ${momentWords(since, words)}`
        : `Nothing from ${spanWords(since, until, words)}`,
    days: days.map((day) => ({ day: longDay(day.day), text: dayText(day) })),
    older: handover.isOlder ? "What is older stands in the notebook." : null,
  };
}

function section(name: SectionName, title: string, parts: [lines: Line[], isCut: boolean][]): PageSection {
  const lines = parts.flatMap(([part]) => part);
  const isCut = parts.some(([part, isCut]) => isCut && part.length > 0);
  return {
    name,
    title: `${title} (${lines.length}${isCut ? "+" : ""})`,
    lines,
    more: isCut ? `The newest ${MAX_LISTED} of a kind are shown. There is more in the notebook.` : null,
  };
}

/** "41 of 41 other doses given": what needs no line of its own. */
function quietLine({ otherDoses: { planned, given }, openDoses, doses }: Handover): string | null {
  if (planned === 0) return null;
  const other = openDoses.shown.length + doses.shown.length > 0 ? "other " : "";
  return `${given} of ${pluralize(planned, `${other}dose`)} given.`;
}

const by = (name: string | null) => name?.trim() || FORMER_MEMBER;

const facts = ({ by: name, at }: { by: string | null; at: number }, words: WordsFor) => [
  by(name),
  momentWords(at, words),
];

const isQuestionToMe = ({ mentionsMe, isAnswered, text }: Handover["comments"]["shown"][number]) =>
  mentionsMe && !isAnswered && isQuestion(text);

/** What others ask the reader, and isn't answered. */
const questions = ({ comments }: Handover, words: WordsFor): Line[] =>
  comments.shown
    .filter(isQuestionToMe)
    .map((comment) => ({ ...commentLine(comment, words), marks: ["Asks you"] }));

/** All other comments; those that name the reader come first. */
const comments = ({ comments }: Handover, words: WordsFor): Line[] =>
  comments.shown.filter((comment) => !isQuestionToMe(comment)).map((comment) => commentLine(comment, words));

const commentLine = (comment: Handover["comments"]["shown"][number], words: WordsFor): Line => ({
  key: comment.key,
  text: shortened(comment.text.replace(/\s+/g, " "), TEXT_LENGTH) || "It can't be read any more",
  detail: "",
  facts: [
    by(comment.by),
    ...(comment.on.title ? [`on ${comment.on.title}`] : []),
    momentWords(comment.at, words),
  ],
  marks: [...isForMe(comment), ...isEdited(comment)],
  at: comment.at,
  target:
    comment.on.type === "note"
      ? { type: "comments", id: comment.on.id }
      : { type: comment.on.type, id: comment.on.id },
});

const overdue = ({ overdue }: Handover, words: WordsFor): Line[] =>
  overdue.shown.map((task) => ({
    key: `overdue:${task.id}`,
    text: task.title,
    detail: "",
    facts: [`Overdue since ${momentWords(task.dueAt, words)}`, task.isMine ? "for you" : "for nobody yet"],
    marks: isUnanswered(task),
    at: null,
    target: { type: "task", id: task.id },
  }));

const isUnanswered = ({ unanswered }: { unanswered?: true | undefined }) =>
  unanswered ? [NOBODY_ANSWERED] : [];

const isEdited = ({ isFirst }: { isFirst: boolean }) => (isFirst ? [] : ["Changed"]);
const isForMe = ({ mentionsMe }: { mentionsMe: boolean }) => (mentionsMe ? ["Mentions you"] : []);
const isOwnOnly = ({ visibility }: HandoverNote) => (visibility === "private" ? ["Only you"] : []);

const noteLine = (note: HandoverNote, words: WordsFor): Line => ({
  key: note.key,
  text: note.title || "Untitled",
  detail:
    note.preview.startsWith(note.title) && note.preview.length <= note.title.length
      ? ""
      : shortened(note.preview, DETAIL_LENGTH),
  facts: [authorOf(note), momentWords(note.at, words)],
  marks: [...isForMe(note), ...isEdited(note), ...isOwnOnly(note)],
  at: note.at,
  target: { type: "note", id: note.shortId },
});

/** Who wrote or changed it last; the mark of a clinician is the author's. */
const authorOf = (note: HandoverNote): string =>
  note.isFirst
    ? authorWords({ creatorName: by(note.by), byClinician: note.byClinician ?? false })
    : by(note.by);

/** A note that hands over, whole. */
const handoverLine = (note: HandoverNote, words: WordsFor): Line => ({
  ...noteLine(note, words),
  detail: "",
  ...(note.handover && { parts: partsOf(note.handover) }),
  marks: [
    ...(note.handover ? [HANDOVER_STATE_WORDS[note.handover.state]] : []),
    ...isForMe(note),
    ...isEdited(note),
    ...isOwnOnly(note),
  ],
});

/** The parts of a handover note, each in one paragraph. */
const partsOf = (handover: NonNullable<HandoverNote["handover"]>): Line["parts"] =>
  handoverParts({ ...handover, nextSteps: toDoLines(handover).join("; ") });

/** A list of medications, with what it changes. */
const listLine = (note: HandoverNote, words: WordsFor): Line => ({
  ...noteLine(note, words),
  detail: note.differences
    ? listed(
        [
          ...note.differences.shown.map(formatDifference),
          ...Array.from({ length: note.differences.more }, () => ""),
        ],
        NAMED,
      ) || "No differences from the list before"
    : shortened(note.preview, DETAIL_LENGTH),
});

/** Files, one line a note and person. */
const files = ({ files }: Handover, words: WordsFor): Line[] =>
  [...Map.groupBy(files.shown, ({ noteId, by }) => `${noteId} ${by}`).values()].map((group) => ({
    key: group[0]!.key,
    text: `${pluralize(group.length, "file")} on ${group[0]!.title || "Untitled"}`,
    detail: listed(
      group.map(({ filename }) => filename),
      NAMED,
    ),
    facts: facts(group[0]!, words),
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

/** Tasks: those that one person did, if they are several, in one line. What needs somebody stands above already. */
function tasks({ tasks, overdue }: Handover, words: WordsFor): Line[] {
  const above = new Set(overdue.shown.map(({ id }) => id));
  const rest = tasks.shown.filter(({ id }) => !above.has(id));
  const groups = Map.groupBy(rest, ({ news, by, key }) =>
    news === "done" || news === "cancelled" ? `${news} ${by}` : key,
  );
  return [...groups.values()].flatMap((group) => {
    if (group.length <= SINGLE_TASKS) return group.map((task) => taskLine(task, words));
    const [first] = group;
    return [
      {
        key: first!.key,
        text: `${group.length} tasks ${TASK_WORDS[first!.news]}`,
        detail: listed([...new Set(group.map(({ title }) => title))], NAMED),
        facts: facts(first!, words),
        marks: [],
        at: first!.at,
        target: { type: "tasks" } as const,
      },
    ];
  });
}

const taskLine = (task: Handover["tasks"]["shown"][number], words: WordsFor): Line => ({
  key: task.key,
  text: task.title,
  detail: "",
  facts: [TASK_WORDS[task.news], ...facts(task, words)],
  marks: [],
  at: task.at,
  target: { type: "task", id: task.id },
});

const programs = ({ programs }: Handover, words: WordsFor): Line[] =>
  programs.shown.map((program) => ({
    key: program.key,
    text: program.title,
    detail: "",
    facts: ["program started", ...facts(program, words)],
    marks: [],
    at: program.at,
    target: { type: "program", id: program.id },
  }));

const people = ({ people }: Handover, words: WordsFor): Line[] =>
  people.shown.map(({ key, name, at }) => ({
    key,
    text: `${by(name)} joined`,
    detail: "",
    facts: [momentWords(at, words)],
    marks: [],
    at,
    target: { type: "members" },
  }));

function dayText({ notes, medications, tasks, comments, doses }: Handover["days"][number]): string {
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
export const seenWords = ({ readerName, upTo, until, timeZone }: Handover): string =>
  `As seen by ${by(readerName)} at ${formatDate(Math.min(upTo, until ?? upTo), SHORT_MOMENT, undefined, timeZone)} (${timeZone}). Newer information may be in the notebook.`;
