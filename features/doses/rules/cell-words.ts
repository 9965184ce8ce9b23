import { toClockInZone } from "../../../lib/dates/zone-day.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { joinParts } from "../../plans/rules/schedule-words.ts";
import type { SheetCell } from "./month.ts";
import { formatReasonCode, nameReason } from "./reasons.ts";

/** Who a sheet's people are, by their positions, and the zone of its times. */
export type SheetNames = { names: readonly string[]; initials: readonly string[]; timeZone: string };

type DoseMark = "extra" | "against" | "refusedFirst" | "corrected" | "withdrawn";

/** Remarks about a given dose, as a letter next to the initials, and in words. */
export const DOSE_MARKS: Record<DoseMark, readonly [sign: string, words: Key]> = {
  extra: ["2×", "dosecells.markExtra"],
  against: ["!", "dosecells.markAgainst"],
  refusedFirst: ["r", "dosecells.markRefusedFirst"],
  corrected: ["c", "dosecells.markCorrected"],
  withdrawn: ["w", "dosecells.markWithdrawn"],
};

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

function listMarks({ dose, extras, withdrawn, state }: SheetCell): DoseMark[] {
  const given = state === "given" ? dose : null;
  return [
    ...(extras.length > 0 ? (["extra"] as const) : []),
    ...(given?.isAgainst ? (["against"] as const) : []),
    ...(given?.wasNotGiven ? (["refusedFirst"] as const) : []),
    ...(given?.isCorrected ? (["corrected"] as const) : []),
    ...(withdrawn.length > 0 ? (["withdrawn"] as const) : []),
  ];
}

const STATES = {
  coming: "dosecells.coming",
  due: "dosecells.due",
  late: "dosecells.late",
  not_recorded: "dosecells.notRecorded",
  paused: "dosecells.paused",
} as const;

/** A cell as a sentence, for those who don't see the grid: "given 09:40 by Ben Berg, late, corrected". */
export function formatCellSentence(cell: SheetCell, sheet: SheetNames): string {
  const { timing } = cell;
  return joinParts("schedule.comma", [
    formatState(cell, sheet),
    ...(timing ? [t(timing === "late" ? "dosecells.givenLate" : "dosecells.givenEarly")] : []),
    ...listMarks(cell).map((mark) => t(DOSE_MARKS[mark][1])),
  ]);
}

function formatState({ state, dose }: SheetCell, { names, timeZone }: SheetNames): string {
  const name = (dose && names[dose.by]) ?? "";
  if (state === "given") return t("dosecells.given", { time: toClockInZone(dose!.givenAt!, timeZone), name });
  if (state === "not_given") return t("dosecells.notGiven", { reason: nameReason(dose!.reason), name });
  return state === "claimed" ? t("dosecells.claimed", { name }) : t(STATES[state]);
}
