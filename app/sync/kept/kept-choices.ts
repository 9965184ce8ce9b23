import { getStoredPerson } from "../../../lib/browser-store.ts";

/** How much this device keeps of what a person reads: days without the server, bytes, and newest notes of a notebook. */
export type KeptChoice = { days: number; bytes: number; notes: number };

/** The first holds where the person has chosen none. */
export const KEPT_CHOICES: readonly [KeptChoice, ...KeptChoice[]] = [
  { days: 30, bytes: 50_000_000, notes: 20 },
  { days: 90, bytes: 100_000_000, notes: 60 },
  { days: 400, bytes: 200_000_000, notes: 200 },
];

/** What a person has chosen on this device. */
export const getKeptChoice = (personId: string): KeptChoice =>
  KEPT_CHOICES.find(({ days }) => days === getStoredPerson(personId).keptDays) ?? KEPT_CHOICES[0];
