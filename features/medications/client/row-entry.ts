import type { Medication } from "../../notes/rules/medication-schema.ts";
import { isSameRow, mergeRow } from "../rules/changed-rows.ts";
import { matchMedications } from "../rules/changes.ts";
import type { MedicationChange } from "../schema.ts";
import { createRow } from "./medication-body.ts";

/** The list that an entry is based on, as far as it matters for a conflict. */
export type ListState = { _id: string; version: number; medications: Medication[] };

/** The input about one row, also as a draft in this browser. */
export type RowEntry = {
  kind: MedicationChange["kind"];
  base: ListState | null;
  /** The number of the row in the base; that of the new row when one is added. */
  row: number;
  medication: Medication;
  reason: string;
};

const createMedication = (): Medication => {
  const { key: _, ...medication } = createRow(0);
  return medication;
};

export function startEntry(kind: RowEntry["kind"], list: ListState | null, row?: number): RowEntry {
  const base = list && { _id: list._id, version: list.version, medications: list.medications };
  const number = row ?? list?.medications.length ?? 0;
  return { kind, base, row: number, medication: list?.medications[number] ?? createMedication(), reason: "" };
}

/** The row of the base that the entry is about; undefined for a new one. */
export const getBaseRow = ({ kind, base, row }: RowEntry): Medication | undefined =>
  kind === "add" ? undefined : base?.medications[row];

/** Whether something was entered that isn't saved. */
export function isEntered(entry: RowEntry): boolean {
  return entry.reason.trim() !== "" || !isSameRow(entry.medication, getBaseRow(entry) ?? createMedication());
}

/** Whether the list has changed since the entry began. */
export const isOutdated = ({ base }: RowEntry, latest: ListState | null): boolean =>
  base?._id !== latest?._id || base?.version !== latest?.version;

/** The row of the newest list that the entry is about; undefined when it isn't listed any more, and for a new one. */
export function presentRow(entry: RowEntry, latest: ListState | null): Medication | undefined {
  const former = getBaseRow(entry);
  if (!former || !entry.base || !latest) return undefined;
  const { pairs } = matchMedications(entry.base.medications, latest.medications);
  return pairs.find(({ before }) => before === former)?.after;
}

/**
 * The entry on the newest list: the typed values stay, all else of the row is as the others have it. A row that they
 * stopped is added again. Null when there is nothing left to stop.
 */
export function onNewestList(entry: RowEntry, latest: ListState | null): RowEntry | null {
  const former = getBaseRow(entry);
  const theirs = presentRow(entry, latest);
  if (!former || !theirs) {
    if (entry.kind === "stop") return null;
    return { ...startEntry("add", latest), medication: entry.medication, reason: entry.reason };
  }
  return {
    ...startEntry(entry.kind, latest, latest!.medications.indexOf(theirs)),
    medication: mergeRow(former, entry.medication, theirs),
    reason: entry.reason,
  };
}

/** The change that the server makes. */
export function toChange({ kind, row, medication }: RowEntry): MedicationChange {
  if (kind === "add") return { kind, medication };
  return kind === "stop" ? { kind, row } : { kind, row, medication };
}
