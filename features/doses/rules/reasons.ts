import type { NotGivenReason } from "./slot-states.ts";

/** Why a dose wasn't given, in words that fit after a number: "3 refused". */
export const REASON_WORDS: Readonly<Record<NotGivenReason, string>> = {
  refused: "refused",
  asleep: "asleep",
  absent: "absent",
  nausea: "nausea or vomiting",
  unwell: "too unwell",
  too_soon: "too soon",
  stopped: "stopped",
  not_in_stock: "not in stock",
  dropped: "dropped or destroyed",
  hospital: "in hospital",
  elsewhere: "given elsewhere",
  other: "other reason",
};

/** The letter of a reason on a sheet, in brackets: "(R)". */
export const REASON_CODES: Readonly<Record<NotGivenReason, string>> = {
  refused: "R",
  asleep: "S",
  absent: "A",
  nausea: "N",
  unwell: "U",
  too_soon: "T",
  stopped: "X",
  not_in_stock: "K",
  dropped: "D",
  hospital: "H",
  elsewhere: "E",
  other: "O",
};

/** A reason as stored; an unknown one counts as "other". */
export const readReason = (stored: string | null): NotGivenReason =>
  stored !== null && Object.hasOwn(REASON_WORDS, stored) ? (stored as NotGivenReason) : "other";

/** A reason in brackets, as on a sheet. */
export const formatReasonCode = (stored: string | null): string => `(${REASON_CODES[readReason(stored)]})`;
