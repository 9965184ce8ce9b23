import { t } from "../../../lib/words/t.ts";
import { DOSE_MARKS, NOT_PLANNED, PAUSED_CODE } from "../rules/cell-words.ts";
import { formatReasonCode, nameReason, readReason } from "../rules/reasons.ts";

// The texts of a printed sheet of doses: whole sentences, so that a translation can order their parts.

export const SHEET_WORDS = {
  title: (month: string) => `Medication record, ${month}`,
  corner: "Medicine, time and amount",
  seenBy: (name: string, moment: string) => `As of ${moment}, as seen by ${name}`,
  allergiesHidden: "Allergies: not shown to viewers",
  noRows: "No dose was planned at a fixed time in this month.",
  blank:
    "A blank cell is not recorded, or still to come: this sheet doesn't tell whether that dose was given. It lists what people entered in CareDiary and doesn't replace medical advice.",
  timed: "As needed, and doses outside the plan",
  noTimed: "No such dose was entered in this month.",
  initials: "Initials",
} as const;

export const INCOMPLETE =
  "Where this sheet shows \ufffd, letters are left out that its fonts don't have. The screen shows them.";

export const NOT_ALL =
  "This month has more doses than one sheet holds. Doses are missing here: make a sheet of a single medicine.";

/** What the letters in the cells mean; reasons only where they occur. */
export function formatCodeLegend(used: readonly (string | null)[]): string {
  const reasons = [...new Set(used.map(readReason))].map(
    (reason) => `${formatReasonCode(reason)} ${nameReason(reason)}`,
  );
  return [
    "Initials: given",
    "a time below: given earlier or later than planned",
    ...reasons,
    `${PAUSED_CODE} paused`,
    `${NOT_PLANNED} not planned`,
    ...Object.values(DOSE_MARKS).map(([mark, words]) => `${mark} ${t(words)}`),
  ].join("; ");
}

export const formatInitialsLegend = (
  people: readonly (readonly [initials: string, name: string])[],
): string =>
  people.length === 0
    ? "Nobody has entered a dose."
    : people.map(([initials, name]) => `${initials} = ${name}`).join("; ");
