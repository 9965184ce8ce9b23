import { z } from "zod";
import {
  type Recurrence,
  RecurrenceError,
  readRecurrence,
  UNITS,
  WEEKDAYS,
} from "../../../lib/recurrence/recurrence.ts";
import type { Message } from "../../../lib/words/message.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import {
  PROGRAM_LIMITS,
  type Problem,
  type ProgramActivity,
  type ProgramContent,
  type ProgramFile,
  ProgramFileError,
  UPLOAD_MESSAGES,
} from "../rules.ts";
import { findTextProblems } from "./program-texts.ts";

const fileError = (path: string, message: string) => new ProgramFileError([{ path, message }]);

const createFileError = (words: Message) =>
  new ProgramFileError([{ path: "", message: writeMessage(words), words }]);

const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .nullish()
    .transform((given) => given ?? "");
const title = z.string().trim().min(1).max(PROGRAM_LIMITS.title);

/** Property names with a special meaning in JavaScript; as an id, one of them could collide with it. */
const RESERVED = ["__proto__", "constructor", "prototype"];

const id = z
  .union([z.string().trim().max(PROGRAM_LIMITS.id), z.int()])
  .nullish()
  .transform((given) => (given ?? "").toString())
  .refine((given) => !RESERVED.includes(given), "can't be named like this");

const day = z.int().min(-PROGRAM_LIMITS.days).max(PROGRAM_LIMITS.days);

const dayRange = z
  .looseObject({ start: day, end: day })
  .refine(({ start, end }) => end >= start, { path: ["end"], message: "must be at least start" })
  .meta({
    description: "Days from the baseline event, which is day 0; both days belong to the phase. end ≥ start.",
  });

const UNIT_SCHEMA = { enum: UNITS };
const COUNT_SCHEMA = { type: "integer", minimum: 1 };
const partSchema = (name: string, properties: Record<string, unknown>) => ({
  type: "object",
  properties: {
    pattern: { const: name },
    [name]: { type: "object", properties, required: Object.keys(properties) },
  },
  required: [name],
});

/** `readRecurrence` validates; this describes the same to editors of files. */
const RECURRENCE_SCHEMA = {
  description:
    "How often the activity happens within its phase. The pattern may be left out where its part is there.",
  anyOf: [
    { type: "null" },
    { type: "object", properties: { pattern: { const: "one-time" } }, required: ["pattern"] },
    partSchema("interval", { every: COUNT_SCHEMA, unit: UNIT_SCHEMA }),
    partSchema("frequency", { times: COUNT_SCHEMA, per: COUNT_SCHEMA, unit: UNIT_SCHEMA }),
    partSchema("weekly", {
      byWeekdays: { type: "array", items: { enum: WEEKDAYS } },
    }),
    partSchema("monthly", {
      byMonthDay: { type: "array", items: { type: "integer", minimum: 1, maximum: 31 } },
    }),
    {
      type: "object",
      properties: { pattern: { const: "custom" }, rrule: { type: "string", description: "RFC 5545 rule" } },
      required: ["rrule"],
    },
  ],
};

const recurrence = z
  .unknown()
  .optional()
  .transform((given, context): Recurrence | null => {
    try {
      return readRecurrence(given);
    } catch (error) {
      if (!(error instanceof RecurrenceError)) throw error;
      context.addIssue({ code: "custom", message: error.message, params: { at: error.path } });
      return z.NEVER;
    }
  })
  .meta(RECURRENCE_SCHEMA);

const programTask = z.looseObject({ taskId: id, title, description: text(PROGRAM_LIMITS.description) });

const activity = z.looseObject({
  activityId: id,
  title,
  description: text(PROGRAM_LIMITS.description),
  isRecurring: z.boolean().nullish(),
  recurrence,
  assignable: z.boolean().nullish(),
  contraindicators: z
    .array(z.string().trim().min(1).max(PROGRAM_LIMITS.contraindicator))
    .max(PROGRAM_LIMITS.contraindicators)
    .nullish(),
  tasks: z.array(programTask).max(PROGRAM_LIMITS.tasks).nullish(),
});

const phase = z
  .looseObject({
    phaseId: id,
    phaseName: z.string().trim().max(PROGRAM_LIMITS.title).nullish(),
    title: z.string().trim().max(PROGRAM_LIMITS.title).nullish(),
    guidance: text(PROGRAM_LIMITS.description),
    description: text(PROGRAM_LIMITS.description),
    dayRange,
    activities: z.array(activity).max(PROGRAM_LIMITS.activities).nullish(),
  })
  .refine(({ phaseName, title: given }) => phaseName || given, { path: ["title"], message: "is missing" })
  .meta({
    description: "A stretch of days. It is named by phaseName or title.",
    anyOf: [{ required: ["phaseName"] }, { required: ["title"] }],
  });

const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-\d{3})?$/, 'must be a language such as "de" or "pt-BR"');
const translation = z.string().trim().min(1);

const texts = z
  .record(language, z.record(z.string(), z.union([translation, z.array(translation)])))
  .refine((given) => Object.keys(given).length <= PROGRAM_LIMITS.languages, {
    message: `may have at most ${PROGRAM_LIMITS.languages} languages`,
  })
  .meta({
    description: [
      "Translations by language. Keys: programName, description, category, tags, baselineEvent.name and .description;",
      "phases.<phaseId>.title, .guidance and .description; activities.<activityId>.title, .description and",
      ".contraindicators; tasks.<activityId>.<taskId>.title and .description. Tags and contraindicators are lists.",
      "What a language lacks is shown in the program's own.",
    ].join(" "),
  });

/** The schema of a program file (decisions, "Program file"), published as `docs/program.schema.json`. */
export const programFile = z
  .looseObject({
    language: language.nullish().meta({ description: "The language that the file is written in." }),
    programName: z.string().trim().min(1).max(PROGRAM_LIMITS.name),
    description: text(PROGRAM_LIMITS.description),
    category: text(PROGRAM_LIMITS.category),
    tags: z.array(z.string().trim().min(1).max(PROGRAM_LIMITS.tag)).max(PROGRAM_LIMITS.tags).nullish(),
    baselineEvent: z
      .looseObject({
        name: z.string().trim().min(1).max(PROGRAM_LIMITS.name),
        description: text(PROGRAM_LIMITS.description),
      })
      .nullish(),
    phases: z.array(phase).max(PROGRAM_LIMITS.phases),
    texts: texts.nullish(),
  })
  .meta({ title: "CareDiary care program" });

/**
 * Validates a program file, given as text or parsed. Unknown fields are kept, missing ids are derived from the
 * position.
 * @throws ProgramFileError that lists all invalid places
 */
export function readProgramFile(given: unknown): ProgramFile {
  const value = typeof given === "string" ? parsed(given) : given;
  const fields = (isObject(value) ? value : {}) as { programName?: unknown; phases?: unknown };
  if (!fields.programName) throw createFileError(UPLOAD_MESSAGES.noName);
  if (!fields.phases) throw createFileError(UPLOAD_MESSAGES.noPhases);
  const plain = plainJson(value, "", 1);
  if (typeof given !== "string" && isTooLarge(JSON.stringify(plain)))
    throw createFileError(UPLOAD_MESSAGES.tooLarge);
  const read = programFile.safeParse(plain, { error: describeProblem });
  if (!read.success) throw new ProgramFileError(read.error.issues.map(findProblem));
  const { programName, description, category, tags, language, texts, ...rest } = read.data;
  const content = {
    ...rest,
    baselineEvent: rest.baselineEvent ?? null,
    phases: rest.phases.map((given) => ({
      ...given,
      title: given.phaseName || given.title || "",
      activities: (given.activities ?? []).map(completed),
    })),
  };
  checkCounts(content);
  nameParts(content);
  const program = {
    programName,
    description,
    category,
    tags: [...new Set(tags ?? [])],
    language: language ?? undefined,
    texts: texts ?? undefined,
    content,
  };
  const problems = findTextProblems(program);
  if (problems.length > 0) throw new ProgramFileError(problems);
  return program;
}

const isObject = (value: unknown): value is object => value !== null && typeof value === "object";

function parsed(text: string): unknown {
  if (isTooLarge(text)) throw createFileError(UPLOAD_MESSAGES.tooLarge);
  try {
    // Some editors write a byte order mark first.
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw createFileError(UPLOAD_MESSAGES.invalidJson);
  }
}

const isTooLarge = (text: string) =>
  text.length > PROGRAM_LIMITS.bytes || new TextEncoder().encode(text).length > PROGRAM_LIMITS.bytes;

function completed(given: z.output<typeof activity>): ProgramActivity {
  const pattern = given.recurrence?.pattern ?? "one-time";
  return {
    ...given,
    isRecurring: given.isRecurring ?? pattern !== "one-time",
    assignable: given.assignable ?? true,
    contraindicators: given.contraindicators ?? [],
    tasks: given.tasks ?? [],
  };
}

/** A copy that is plain JSON which the database can store, without property names that are special in JavaScript. */
function plainJson(value: unknown, path: string, level: number): unknown {
  if (level > PROGRAM_LIMITS.depth) {
    throw fileError(path.split(/[.[]/, 1)[0]!, `is nested more than ${PROGRAM_LIMITS.depth} levels deep`);
  }
  switch (typeof value) {
    case "string":
      checkText(value, path);
      return value;
    case "number":
      if (!Number.isFinite(value)) throw fileError(path, "is a number that can't be stored");
      return value === 0 ? 0 : value;
    case "boolean":
      return value;
    case "object":
      if (value === null) return null;
      if (Array.isArray(value)) return value.map((item, i) => plainJson(item, `${path}[${i}]`, level + 1));
      return plainObject(value, path, level);
    default:
      throw fileError(path, "isn't JSON");
  }
}

function plainObject(value: object, path: string, level: number): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined || RESERVED.includes(key)) continue;
    checkText(key, path);
    // A name that would make the path unreadable is left out of it.
    const at = /^[\w$-]+$/.test(key) ? `${path}${path && "."}${key}` : path;
    copy[key] = plainJson(item, at, level + 1);
  }
  return copy;
}

function checkText(text: string, path: string): void {
  if (text.includes("\0") || !text.isWellFormed())
    throw fileError(path, "has characters that can't be stored");
}

function checkCounts({ phases }: ProgramContent): void {
  const activities = phases.flatMap((each) => each.activities);
  const tasks = activities.flatMap((each) => each.tasks);
  if (phases.length === 0) throw createFileError(UPLOAD_MESSAGES.emptyPhases);
  if (activities.length === 0) throw createFileError(UPLOAD_MESSAGES.noActivities);
  if (activities.length > PROGRAM_LIMITS.activities) {
    throw fileError("phases", `may have at most ${PROGRAM_LIMITS.activities} activities in all`);
  }
  if (tasks.length > PROGRAM_LIMITS.tasks) {
    throw fileError("phases", `may have at most ${PROGRAM_LIMITS.tasks} tasks in all`);
  }
}

/**
 * Adds missing ids and refuses duplicates: ids of phases and activities are unique in the program, ids of tasks within
 * their activity.
 */
function nameParts({ phases }: ProgramContent): void {
  checkAndAddIds(
    phases.map((part, p) => ({ part, key: "phaseId", at: `phases[${p}]`, made: `phase-${p + 1}` })),
  );
  checkAndAddIds(
    phases.flatMap(({ activities }, p) =>
      activities.map((part, a) => ({
        part,
        key: "activityId",
        at: `phases[${p}].activities[${a}]`,
        made: `phase-${p + 1}-activity-${a + 1}`,
      })),
    ),
  );
  for (const [p, { activities }] of phases.entries()) {
    for (const [a, { tasks }] of activities.entries()) {
      checkAndAddIds(
        tasks.map((part, t) => ({
          part,
          key: "taskId",
          at: `phases[${p}].activities[${a}].tasks[${t}]`,
          made: `phase-${p + 1}-activity-${a + 1}-task-${t + 1}`,
        })),
      );
    }
  }
}

type IdentifiedPart = { part: object; key: string; at: string; made: string };

function checkAndAddIds(list: IdentifiedPart[]): void {
  const places = new Map<string, string>();
  const getName = ({ part, key }: IdentifiedPart) => (part as Record<string, string>)[key]!;
  for (const one of list) {
    const name = getName(one);
    if (!name) continue;
    const existingPlace = places.get(name);
    if (existingPlace)
      throw fileError(`${one.at}.${one.key}`, `"${name}" is the id of ${existingPlace} already`);
    places.set(name, one.at);
  }
  for (const one of list) {
    if (getName(one)) continue;
    let newId = one.made;
    while (places.has(newId)) newId = `${newId}-new`;
    places.set(newId, one.at);
    (one.part as Record<string, string>)[one.key] = newId;
  }
}

const TYPES: Record<string, string> = {
  string: "text",
  number: "a whole number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** The message of a problem, for authors of such files. */
function describeProblem(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? "is missing" : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case "invalid_key":
      return 'must be a language such as "de" or "pt-BR"';
    case "invalid_union":
      return "must be text";
    case "too_small":
      return issue.origin === "string" ? "must not be empty" : `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `may have at most ${issue.maximum} characters`;
      if (issue.origin === "array") return `may have at most ${issue.maximum} entries`;
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

/** A recurrence's problem contains its own path within the activity. */
function findProblem(issue: z.core.$ZodIssue): Problem {
  const at = issue.code === "custom" ? issue.params?.at : undefined;
  const path = at === undefined ? issue.path : [...issue.path.slice(0, -1), at];
  return { path: pathText(path), message: issue.message };
}

const pathText = (path: readonly PropertyKey[]) =>
  path.map((key, i) => (typeof key === "number" ? `[${key}]` : `${i > 0 ? "." : ""}${String(key)}`)).join("");
