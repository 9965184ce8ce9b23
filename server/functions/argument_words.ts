import type { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { readIssue } from "../../lib/words/message.ts";
import { FIELD_LABELS } from "./field_labels.ts";

type Path = readonly PropertyKey[];

/**
 * The label of the argument at a path, with its position in a list: "The dosage (entry 3)". An argument without a
 * label takes that of its parent, one with no labelled parent "This request".
 */
export function getLabel(path: Path): string {
  const at = path.findLastIndex((key) => typeof key === "string" && Object.hasOwn(FIELD_LABELS, key));
  if (at === -1) return "This request";
  const place = [path[at + 1], path[at - 1]].find((key) => typeof key === "number");
  return FIELD_LABELS[path[at] as string]! + (place === undefined ? "" : ` (entry ${Number(place) + 1})`);
}

/** Types in the words that follow "must be". */
const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "yes or no",
  array: "a list",
  object: "a group of entries",
  record: "a group of entries",
};

/** Marks a message that still needs its argument's label in front: inside a union the whole path isn't known yet. */
const UNLABELLED = "\0";

/** The message for an issue whose schema has no message of its own; `createInvalidArguments` puts the label before it. */
export const describeArgument = (issue: z.core.$ZodRawIssue): string => UNLABELLED + getProblem(issue);

/** Limits this large are moments in epoch ms or the largest storable numbers: they help no reader of the message. */
const isMoment = (limit: number | bigint): boolean => Math.abs(Number(limit)) > 1e9;

function getProblem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is missing"
        : `must be ${TYPES[issue.expected] ?? "of another kind"}`;
    case "too_small":
      if (issue.origin === "string") return "must not be empty";
      return isMoment(issue.minimum) ? "is out of range" : `must be at least ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `may have at most ${issue.maximum} characters`;
      if (issue.origin === "array") return `may have at most ${issue.maximum} entries`;
      return isMoment(issue.maximum) ? "is out of range" : `must be at most ${issue.maximum}`;
    case "invalid_value":
      return "must be one of the choices offered";
    case "unrecognized_keys":
      return "has an entry that isn't known here";
    default:
      return "isn't in a form that can be read";
  }
}

/** An error about one argument: `what` follows its label, such as "must be a text". `path` is for programs. */
export const getRefusedArgument = (path: Path, what: string): CareError =>
  new CareError("invalid", { english: `${getLabel(path)} ${what}` }, { path: path.join(".") });

/** Turns the first issue of a schema into an error with a readable message and the path of the argument. */
export function createInvalidArguments(error: z.ZodError): CareError {
  const { path, message, ...issue } = deepestIssue(error.issues[0]!);
  if (message.startsWith(UNLABELLED)) {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const words = { english: `${getLabel(path)} ${message.slice(UNLABELLED.length)}` };
    return new CareError("invalid", words, { path: [...path, ...unknown].join(".") });
  }
  return new CareError("invalid", readIssue(message) ?? { english: message }, { path: path.join(".") });
}

/** The issue of the union's alternative that matched deepest, with the whole path. */
function deepestIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== "invalid_union") return issue;
  const ends = issue.errors.flatMap(([first]) => (first ? [deepestIssue(first)] : []));
  const [deepest] = ends.sort((a, b) => b.path.length - a.path.length);
  return deepest && deepest.path.length > 0 ? { ...deepest, path: [...issue.path, ...deepest.path] } : issue;
}
