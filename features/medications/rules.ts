import { z } from "zod";
import { shortened } from "../../lib/cut-text.ts";
import { shortDay } from "../../lib/zone-day.ts";

/** Limits of a medication list (care-core 9 and our own). Lengths are in characters. */
export const MOST_MEDICATIONS = 100;
export const MEDICATION_TEXT_LENGTH = 500;
export const MEDICATION_NOTES_LENGTH = 2000;
export const MEDICATIONS_SHOWN = 6;
export const TABLE_CELL_LENGTH = 24;
const LONG_TEXT_LENGTH = 20_000;
const MOST_STEPS = 100;
const MOST_TRANSCRIPTS = 20;

export const COMPLIANCE_LEVELS = ["unknown", "excellent", "good", "fair", "poor"] as const;
export type Compliance = (typeof COMPLIANCE_LEVELS)[number];

export const DEFAULT_SUMMARY = "Manual entry";
export const EMPTY_SUMMARY = "Current Medications";

/** Texts of the medications form, verbatim where the specification has them (care-core 8). */
export const MEDICATION_MESSAGES = {
  none: "Please add at least one medication with a generic name",
  genericName: "Please enter the generic name of this medication",
  tooMany: `A list may have at most ${MOST_MEDICATIONS} medications`,
  createFailed: "Failed to create medications note",
} as const;

const upTo = (length: number) => z.string().trim().max(length).default("");

/** One row of the list. Its name is the generic one; everything else may be left open. */
const medication = z.strictObject({
  brandName: upTo(MEDICATION_TEXT_LENGTH),
  genericName: upTo(MEDICATION_TEXT_LENGTH),
  dosage: upTo(MEDICATION_TEXT_LENGTH),
  timing: upTo(MEDICATION_TEXT_LENGTH),
  compliance: z.enum(COMPLIANCE_LEVELS).default("unknown"),
  notes: upTo(MEDICATION_NOTES_LENGTH),
});

export type Medication = z.output<typeof medication>;

/** Rows without any text are dropped; what is left needs names. */
const medications = z
  .array(medication)
  .max(MOST_MEDICATIONS, MEDICATION_MESSAGES.tooMany)
  .superRefine((rows, context) => {
    if (!rows.some((row) => row.genericName)) {
      context.addIssue({ code: "custom", message: MEDICATION_MESSAGES.none });
      return;
    }
    for (const index of namelessRows(rows)) {
      context.addIssue({
        code: "custom",
        path: [index, "genericName"],
        message: MEDICATION_MESSAGES.genericName,
      });
    }
  })
  .transform((rows) => rows.filter((row) => !isBlank(row)));

// As of note dates: the years 1 to 9999, in which every browser and PostgreSQL agree.
export const EARLIEST_TIME = -62_135_596_800_000;
export const LATEST_TIME = 253_402_300_799_999;
const time = z.number().min(EARLIEST_TIME).max(LATEST_TIME);

/** The content of a medication note (care-core 3). `snapshotDate` is that of the note unless it is given. */
export const medicationContent = z.strictObject({
  type: z.literal("current-medications"),
  data: z.strictObject({
    medications,
    snapshotDate: time.optional(),
    summary: z.string().trim().max(MEDICATION_TEXT_LENGTH).default(DEFAULT_SUMMARY),
  }),
  metadata: z
    .strictObject({
      photoTranscripts: z.array(z.string().max(LONG_TEXT_LENGTH)).max(MOST_TRANSCRIPTS).default([]),
      processingSteps: z
        .array(
          z.strictObject({
            step: z.string().max(MEDICATION_TEXT_LENGTH),
            timestamp: time,
            status: z.string().max(MEDICATION_TEXT_LENGTH),
          }),
        )
        .max(MOST_STEPS)
        .default([]),
      aiRationalization: z.string().max(LONG_TEXT_LENGTH).optional(),
    })
    .prefault({}),
});

/** Medications as they are stored; times are epoch ms. */
export type MedicationContent = z.output<typeof medicationContent> & { data: { snapshotDate: number } };

type MedicationTexts = Partial<Omit<Medication, "compliance">>;

/** Whether a row of the form says nothing; its compliance alone doesn't count. */
export const isBlank = ({ brandName, genericName, dosage, timing, notes }: MedicationTexts): boolean =>
  [brandName, genericName, dosage, timing, notes].every((text) => !text?.trim());

/** The places of rows that say something and lack the generic name. */
export const namelessRows = (rows: readonly MedicationTexts[]): number[] =>
  rows.flatMap((row, index) => (!row.genericName?.trim() && !isBlank(row) ? [index] : []));

/** One medication in a few words: "Ramipril 5 mg". */
export const medicationLabel = ({
  genericName,
  dosage,
}: Pick<Medication, "genericName" | "dosage">): string => `${genericName} ${dosage}`.trim();

/** "Current Medications - November 20, 2026"; `today` in the words of the viewer's locale. */
export const medicationTitle = (today: string): string => `Current Medications - ${today}`;

/** What stands over the list: its summary, or words that stand for an empty one. */
export const summaryText = (summary: string): string => summary.trim() || EMPTY_SUMMARY;

/** A text for a cell of the table: at most 24 characters and "…" when there are more. */
export const tableCell = (text: string): string => shortened(text, TABLE_CELL_LENGTH);

/** The medications that a card shows and the line about the rest, null when there is none. */
export function shownMedications<Item>(list: readonly Item[]): { shown: Item[]; more: string | null } {
  const rest = list.length - MEDICATIONS_SHOWN;
  return { shown: list.slice(0, MEDICATIONS_SHOWN), more: rest > 0 ? `+ ${rest} more` : null };
}

/** What replaced an older list, as far as its reader may know; `noteDay` is `YYYY-MM-DD`. */
export type NewerList =
  | { isShared: true; _id: string; shortId: string; noteDay: string; creatorName: string }
  | { isShared: false };

/** What stands on an older list. */
export const newerListWords = (newer: NewerList): string =>
  newer.isShared
    ? `Replaced on ${shortDay(newer.noteDay)} by ${newer.creatorName || "Unknown"}`
    : "A newer list exists that isn't shared with you";

type Change = { before: Medication; after: Medication };

/** What is different in a list from the one before; a medication whose dose and timing changed is in both lists. */
export type MedicationChanges = {
  started: Medication[];
  stopped: Medication[];
  doseChanged: Change[];
  timingChanged: Change[];
};

/** Compares two lists by generic name, without case. Something taken twice is matched with what it most resembles. */
export function medicationChanges(
  before: readonly Medication[],
  after: readonly Medication[],
): MedicationChanges {
  const changes: MedicationChanges = { started: [], stopped: [], doseChanged: [], timingChanged: [] };
  const names = new Set([...before, ...after].map((item) => comparedName(item.genericName)));
  for (const name of names) {
    const isNamed = (item: Medication) => comparedName(item.genericName) === name;
    const { pairs, left, added } = paired(before.filter(isNamed), after.filter(isNamed));
    changes.stopped.push(...left);
    changes.started.push(...added);
    for (const pair of pairs) {
      if (!same(pair, "dosage")) changes.doseChanged.push(pair);
      if (!same(pair, "timing")) changes.timingChanged.push(pair);
    }
  }
  return changes;
}

/** Pairs what is the same first, then the same dose, then whatever has the same name, in their order. */
function paired(before: readonly Medication[], after: readonly Medication[]) {
  const pairs: Change[] = [];
  const added = [...after];
  let left = [...before];
  const alike: ((pair: Change) => boolean)[] = [
    (pair) => same(pair, "dosage") && same(pair, "timing"),
    (pair) => same(pair, "dosage"),
    () => true,
  ];
  for (const isAlike of alike) {
    left = left.filter((former) => {
      const index = added.findIndex((item) => isAlike({ before: former, after: item }));
      if (index >= 0) pairs.push({ before: former, after: added.splice(index, 1)[0]! });
      return index < 0;
    });
  }
  return { pairs, left, added };
}

const same = ({ before, after }: Change, field: "dosage" | "timing") =>
  comparedText(before[field]) === comparedText(after[field]);

const comparedName = (name: string) => comparedBlanks(name).toLowerCase();

/** Words that say the same in any case, though they begin with the letter of milli and mega. */
const WORDS_WITH_M = new Set(["mg", "ml", "mcg", "mol", "meq", "min"]);

/**
 * A dosage or timing as it is compared. Only what can't be another dose is left out: blanks between a number and a word
 * ("5 mg", "5mg"), and capitals ("5 MG"), but for the M of milli and mega in a short unit ("1 mIU", "1 MIU"). All else
 * counts as a change, for a person to judge: "2 5 mg" isn't "25 mg", "2,5" may be 2.5 or 2 and 5.
 */
export function comparedText(text: string): string {
  return comparedBlanks(text).replace(/\p{L}+/gu, (word) => {
    const lower = word.toLowerCase();
    const isUnit = [...word].length <= 3 && word.startsWith("M") && !WORDS_WITH_M.has(lower);
    return isUnit ? `M${lower.slice(1)}` : lower;
  });
}

/** One blank for many, and none between a digit and a letter, which stay apart without it. */
const comparedBlanks = (text: string) =>
  text
    .normalize("NFC")
    // The sign for micro and the Greek letter look alike.
    .replaceAll("\u00b5", "\u03bc")
    .trim()
    .replace(/\s+/g, " ")
    .replace(/(?<=\p{Nd}) (?=\p{L})|(?<=\p{L}) (?=\p{Nd})/gu, "");
