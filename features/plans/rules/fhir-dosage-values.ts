import type { Unit } from "./amounts.ts";
import {
  type FhirDosage,
  type FhirQuantity,
  KBV_UNITS,
  MIN_GAP_URL,
  NEEDED_FOR_URL,
  UCUM,
} from "./fhir-dosage-schema.ts";

/** Why a dosage isn't a plan, for people; never leaves the reading. */
export class NotReadable extends Error {
  readonly kind: "unsupported" | "invalid";
  constructor(kind: "unsupported" | "invalid", words: string) {
    super(words);
    this.kind = kind;
  }
}

export function refuse(kind: "unsupported" | "invalid", words: string): never {
  throw new NotReadable(kind, words);
}

/** The amount of one dose, from the smaller to the larger; equal where there is no range. */
export type Dose = { low: number; high: number; unit: FhirQuantity };

/** The number of a quantity. "More than" and "less than" aren't numbers. */
export function readAmount({ value, comparator }: FhirQuantity): number {
  if (comparator !== undefined) return refuse("unsupported", "An amount that is only compared with a number");
  return value ?? refuse("invalid", "An amount has no number");
}

export const isSameUnit = (a: FhirQuantity, b: FhirQuantity): boolean =>
  a.system === b.system && a.code === b.code && a.unit === b.unit;

/** Our units by their codes in UCUM; of the German list only codes that mean one of ours and nothing else. */
const UNIT_CODES: Record<string, Record<string, Unit>> = {
  [UCUM]: {
    mg: "mg",
    ug: "mcg",
    g: "g",
    mL: "ml",
    ml: "ml",
    "[drp]": "drop",
    "[IU]": "unit",
    "[iU]": "unit",
    "{tablet}": "tablet",
    "{tbl}": "tablet",
    "{capsule}": "capsule",
    "{puff}": "puff",
    "{spray}": "spray",
    "{patch}": "patch",
    "{sachet}": "sachet",
    "{suppository}": "suppository",
    "{application}": "application",
  },
  [KBV_UNITS]: { 6: "drop" },
};

export const readUnit = ({ system = "", code = "" }: FhirQuantity): Unit | null =>
  UNIT_CODES[system]?.[code] ?? null;

const MINUTES: Record<string, number> = { min: 1, h: 60, d: 1440, wk: 10_080 };
/** Units of time in the German guide: a unit that belongs to another code contradicts it. */
const WRITTEN: Record<string, string> = {
  "Minute(n)": "min",
  "Stunde(n)": "h",
  "Tag(e)": "d",
  "Woche(n)": "wk",
  "Monat(e)": "mo",
  "Jahr(e)": "a",
};

/** Minutes of a duration; NaN for months and years, whose length differs. */
export function readMinutes(duration: FhirQuantity): number {
  const { code = "", unit = "" } = duration;
  if (WRITTEN[unit] !== undefined && WRITTEN[unit] !== code)
    return refuse("invalid", "The code and the name of a unit of time differ");
  return readAmount(duration) * (MINUTES[code] ?? Number.NaN);
}

/** The least minutes between two doses. Any other extension that changes the meaning is named. */
export function readMinGap({ modifierExtension = [] }: FhirDosage): number | null {
  const [gap, ...others] = modifierExtension;
  if (!gap) return null;
  if (others.length > 0 || gap.url !== MIN_GAP_URL)
    return refuse("unsupported", "An extension that changes what the dosage means");
  const minutes = readMinutes((gap.valueDuration ?? {}) as FhirQuantity);
  return Number.isInteger(minutes) && minutes > 0 && minutes <= 1440 * 31
    ? minutes
    : refuse("unsupported", "A time between doses that isn't one minute to 31 days");
}

/** What a dose is needed for, as words. */
export function readNeededFor({ extension = [], asNeededCodeableConcept }: FhirDosage): string[] {
  const texts = extension
    .filter(({ url }) => url === NEEDED_FOR_URL)
    .map(({ valueCodeableConcept }) => (valueCodeableConcept as { text?: string } | undefined)?.text);
  return [...texts, asNeededCodeableConcept?.text].filter((text) => typeof text === "string");
}
