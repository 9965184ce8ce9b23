import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import type { NotGivenReason } from "./slot-states.ts";

const REASONS: Readonly<Record<NotGivenReason, Key>> = {
  refused: "dosereasons.refused",
  asleep: "dosereasons.asleep",
  absent: "dosereasons.absent",
  nausea: "dosereasons.nausea",
  unwell: "dosereasons.unwell",
  too_soon: "dosereasons.tooSoon",
  stopped: "dosereasons.stopped",
  not_in_stock: "dosereasons.notInStock",
  dropped: "dosereasons.dropped",
  hospital: "dosereasons.hospital",
  elsewhere: "dosereasons.elsewhere",
  other: "dosereasons.other",
};

/** Why a dose wasn't given, within a sentence: "refused". An unknown reason counts as "other". */
export const nameReason = (stored: string | null): string => t(REASONS[readReason(stored)]);

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

export const isReason = (stored: string): stored is NotGivenReason => Object.hasOwn(REASONS, stored);

/** A reason as stored; an unknown one counts as "other". */
export const readReason = (stored: string | null): NotGivenReason =>
  stored !== null && isReason(stored) ? stored : "other";

/** A reason in brackets, as on a sheet. */
export const formatReasonCode = (stored: string | null): string => `(${REASON_CODES[readReason(stored)]})`;
