import { toClockInZone } from "../../../lib/dates/zone-day.ts";
import type { SheetCell, SheetDose } from "./month.ts";
import { formatReasonCode, REASON_WORDS, readReason } from "./reasons.ts";

/** Who a sheet's people are, by their positions, and the zone of its times. */
export type SheetNames = { names: readonly string[]; initials: readonly string[]; timeZone: string };

/** Remarks about a given dose, as a letter next to the initials, and in words. */
export const DOSE_MARKS = {
  extra: ["2×", "given more than once"],
  against: ["!", "against its plan, a limit or another dose"],
  refusedFirst: ["r", "first recorded as not given"],
  corrected: ["c", "corrected"],
  withdrawn: ["w", "an entry was withdrawn"],
} as const;

/** The code of a time within a pause. */
export const PAUSED_CODE = "(P)";
/** In the cell of a day without a dose of the plan at this time; a cross would read as a missed dose. */
export const NOT_PLANNED = "·";

export type CellText = {
  /** Initials or a reason's code; "" where nothing is recorded. */
  main: string;
  /** The time of a dose that was given off its time. */
  time: string;
  marks: string;
};

/** The text of a cell, as on paper. */
export function formatCell(cell: SheetCell, sheet: SheetNames): CellText {
  const { state, dose, timing } = cell;
  return {
    main: formatMain(cell, sheet),
    time: timing && dose?.givenAt ? toClockInZone(dose.givenAt, sheet.timeZone) : "",
    marks: listMarks(cell)
      .filter((mark) => state === "given" || mark === "withdrawn")
      .map((mark) => (mark === "extra" ? `${cell.extras.length + 1}×` : DOSE_MARKS[mark][0]))
      .join(" "),
  };
}

function formatMain({ state, dose }: SheetCell, { initials }: SheetNames): string {
  if (state === "given") return initials[dose!.by] ?? "?";
  if (state === "not_given") return formatReasonCode(dose!.reason);
  return state === "paused" ? PAUSED_CODE : "";
}

function listMarks({ dose, extras, withdrawn, state }: SheetCell): (keyof typeof DOSE_MARKS)[] {
  const given = state === "given" ? dose : null;
  return [
    ...(extras.length > 0 ? (["extra"] as const) : []),
    ...(given?.isAgainst ? (["against"] as const) : []),
    ...(given?.wasNotGiven ? (["refusedFirst"] as const) : []),
    ...(given?.isCorrected ? (["corrected"] as const) : []),
    ...(withdrawn.length > 0 ? (["withdrawn"] as const) : []),
  ];
}

const STATE_WORDS = {
  coming: "to come",
  due: "due now",
  late: "not recorded yet, late",
  not_recorded: "not recorded",
  paused: "paused",
} as const;

/** A cell as a sentence, for those who don't see the grid: "given 09:40 by Ben Berg, late, corrected". */
export function formatCellSentence(cell: SheetCell, sheet: SheetNames): string {
  const { state, timing } = cell;
  return [
    formatStateSentence(cell, sheet),
    ...(timing ? [timing] : []),
    ...listMarks(cell).map((mark) => DOSE_MARKS[mark][1]),
  ].join(", ");

  function formatStateSentence({ dose }: SheetCell, { names, timeZone }: SheetNames): string {
    if (state === "given")
      return `given ${toClockInZone(dose!.givenAt!, timeZone)} by ${names[dose!.by] ?? ""}`;
    if (state === "not_given") return formatNotGiven(dose!, names);
    if (state === "claimed") return `being given by ${names[dose!.by] ?? ""}`;
    return STATE_WORDS[state];
  }
}

const formatNotGiven = ({ reason, by }: SheetDose, names: readonly string[]): string =>
  `not given: ${REASON_WORDS[readReason(reason)]}, recorded by ${names[by] ?? ""}`;
