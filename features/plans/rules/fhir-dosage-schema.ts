import { z } from "zod";

/**
 * A FHIR R4 Dosage, as far as it can be read: elements that a plan has are typed, others are only known by name, so
 * that a sentence can name them. Anything else isn't a Dosage.
 * @see https://hl7.org/fhir/R4/dosage.html
 */

const value = z.number();
const quantity = z.strictObject({
  value: value.optional(),
  comparator: z.unknown().optional(),
  unit: z.string().optional(),
  system: z.string().optional(),
  code: z.string().optional(),
});
export type FhirQuantity = z.output<typeof quantity>;

const extension = z.looseObject({ url: z.string() });
const idAndExtensions = { id: z.string().optional(), extension: z.array(extension).optional() };
const unread = z.unknown().optional();
const dateTime = z.string().regex(/^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d))?)?)?$/);

export const DAYS_OF_WEEK = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const PERIOD_UNITS = ["s", "min", "h", "d", "wk", "mo", "a"] as const;

/** Times of the day that have no clock time, in their order; FHIR's event timings. */
export const TIMES_OF_DAY = {
  WAKE: "after waking",
  "MORN.early": "early morning",
  ACM: "before breakfast",
  CM: "with breakfast",
  PCM: "after breakfast",
  MORN: "morning",
  "MORN.late": "late morning",
  ACD: "before lunch",
  CD: "with lunch",
  NOON: "noon",
  PCD: "after lunch",
  "AFT.early": "early afternoon",
  AFT: "afternoon",
  "AFT.late": "late afternoon",
  ACV: "before dinner",
  CV: "with dinner",
  PCV: "after dinner",
  "EVE.early": "early evening",
  EVE: "evening",
  "EVE.late": "late evening",
  HS: "bedtime",
  NIGHT: "night",
} as const;
export type TimeOfDayCode = keyof typeof TIMES_OF_DAY;
/** Other event timings of FHIR, which name no time of a day. */
const OTHER_EVENTS = ["PHS", "C", "AC", "PC"] as const;

const repeat = z.strictObject({
  ...idAndExtensions,
  boundsDuration: quantity.optional(),
  boundsPeriod: z.strictObject({ start: dateTime.optional(), end: dateTime.optional() }).optional(),
  boundsRange: unread,
  count: unread,
  countMax: unread,
  duration: unread,
  durationMax: unread,
  durationUnit: unread,
  frequency: z.number().int().min(1).optional(),
  frequencyMax: z.number().int().min(1).optional(),
  period: z.number().positive().optional(),
  periodMax: z.number().positive().optional(),
  periodUnit: z.enum(PERIOD_UNITS).optional(),
  dayOfWeek: z.array(z.enum(DAYS_OF_WEEK)).optional(),
  timeOfDay: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?$/)).optional(),
  when: z
    .array(z.enum([...(Object.keys(TIMES_OF_DAY) as [TimeOfDayCode, ...TimeOfDayCode[]]), ...OTHER_EVENTS]))
    .optional(),
  offset: unread,
});
export type FhirRepeat = z.output<typeof repeat>;

export const fhirDosage = z.strictObject({
  ...idAndExtensions,
  modifierExtension: z.array(extension).optional(),
  sequence: unread,
  text: z.string().optional(),
  additionalInstruction: unread,
  patientInstruction: z.string().optional(),
  timing: z
    .strictObject({ ...idAndExtensions, event: unread, code: unread, repeat: repeat.optional() })
    .optional(),
  asNeededBoolean: z.boolean().optional(),
  asNeededCodeableConcept: z.looseObject({ text: z.string().optional() }).optional(),
  site: unread,
  route: unread,
  method: unread,
  doseAndRate: z
    .array(
      z.strictObject({
        ...idAndExtensions,
        type: unread,
        doseQuantity: quantity.optional(),
        doseRange: z.strictObject({ low: quantity.optional(), high: quantity.optional() }).optional(),
        rateQuantity: unread,
        rateRange: unread,
        rateRatio: unread,
      }),
    )
    .optional(),
  maxDosePerPeriod: z
    .strictObject({ numerator: quantity.optional(), denominator: quantity.optional() })
    .optional(),
  maxDosePerAdministration: unread,
  maxDosePerLifetime: unread,
});
export type FhirDosage = z.output<typeof fhirDosage>;

/** The extensions that are read: the least time between two doses of the German guide, and what a dose is needed for (R5). */
export const MIN_GAP_URL = "http://ig.fhir.de/igs/medication/StructureDefinition/MindestabstandZwischenGaben";
export const NEEDED_FOR_URL = "http://hl7.org/fhir/5.0/StructureDefinition/extension-Dosage.asNeededFor";

export const UCUM = "http://unitsofmeasure.org";
/** The German list of units of doses. */
export const KBV_UNITS = "https://fhir.kbv.de/CodeSystem/KBV_CS_SFHIR_BMP_DOSIEREINHEIT";
