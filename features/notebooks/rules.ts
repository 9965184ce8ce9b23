import type { Message } from "../../lib/words/message.ts";

export const NOTEBOOK_NAME_LENGTH = 200;
export const NOTEBOOK_DESCRIPTION_LENGTH = 2000;

export const GENDERS = ["male", "female", "other", "prefer-not-to-say"] as const;
export const BLOOD_TYPES = ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-", "unknown"] as const;

/** Maximum lengths of a person's fields, in characters. */
export const PERSON_LENGTHS = {
  name: 200,
  phone: 50,
  /** The maximum length of one allergy or condition. */
  entry: 200,
  address: 500,
  nameAndPhone: 500,
  directiveNotes: 5000,
  /** The maximum length of medical history and preferences. */
  story: 20_000,
  govIdInfo: 2000,
  memberNumber: 100,
} as const;
/** The maximum number of allergies, conditions, and emergency contacts. */
export const MAX_ENTRIES = 200;
export const MAX_CONTACTS = 20;

/** Form messages, verbatim (care-core 8). */
export const NOTEBOOK_MESSAGES = {
  fullName: { key: "notebookrules.fullName" },
  region: { key: "notebookrules.region" },
  timeZone: { key: "notebookrules.timeZone" },
  language: { key: "notebookrules.language" },
  notFound: { key: "notebookrules.notFound" },
  createFailed: { key: "notebookrules.createFailed" },
  updateFailed: { key: "notebookrules.updateFailed" },
  changedMeanwhile: { key: "notebookrules.changedMeanwhile" },
  tooMany: (count: number) => ({ key: "notebookrules.tooMany", values: { count } }),
} as const satisfies Record<string, Message | ((...args: never[]) => Message)>;

/** The part that tasks with times keep when their notebook's time zone changes: the local time, or the moment. */
export const ZONE_CHANGE_MODES = ["hour", "moment"] as const;
export type ZoneChangeMode = (typeof ZONE_CHANGE_MODES)[number];
