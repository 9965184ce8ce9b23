import { toIssue, writeIssue } from "../../../lib/words/message.ts";
import { PERSON_LENGTHS } from "../rules.ts";
import { notebookFields } from "../schema.ts";
import { getSentFields, type NotebookTab, type NotebookValues } from "./notebook-values.ts";

/** Issues of fields, written where they are shown (`writeIssue`). */
export type NotebookErrors = Partial<Record<keyof NotebookValues, string>>;

const MESSAGES = {
  date: toIssue({ key: "notebookform.date" }),
  entry: toIssue({ key: "notebookform.entry", values: { most: PERSON_LENGTHS.entry } }),
};

/** The form field of each argument; a message of the form's own replaces the server's technical one. */
const FIELDS: Record<string, { field: keyof NotebookValues; words?: string }> = {
  "personInfo.fullName": { field: "fullName" },
  region: { field: "region" },
  "personInfo.dateOfBirth": { field: "dateOfBirth", words: MESSAGES.date },
  "personInfo.medicalConsent.signedDate": { field: "signedDate", words: MESSAGES.date },
  "personInfo.allergies.entry": { field: "allergies", words: MESSAGES.entry },
  "personInfo.conditions.entry": { field: "conditions", words: MESSAGES.entry },
};

/**
 * All errors of the form at once; only the full name and the country are required. Limits that the fields don't enforce
 * are checked by the server.
 */
export function findNotebookErrors(values: NotebookValues): NotebookErrors {
  const { error } = notebookFields.safeParse(getSentFields(values));
  const messages = new Map(error?.issues.map(({ path, message }) => [getPlace(path), message]));
  const errors: NotebookErrors = {};
  for (const [place, { field, words }] of Object.entries(FIELDS)) {
    const message = messages.get(place);
    if (message) errors[field] = words ?? writeIssue(message);
  }
  return errors;
}

const getPlace = (path: readonly PropertyKey[]): string =>
  path.map((key) => (typeof key === "number" ? "entry" : key)).join(".");

/** The tab of the first of these errors; null without errors. */
export function findTabOfErrors(errors: NotebookErrors): NotebookTab | null {
  if (errors.fullName || errors.region || errors.dateOfBirth) return "basic";
  if (errors.allergies || errors.conditions) return "medical";
  return errors.signedDate ? "legal" : null;
}
