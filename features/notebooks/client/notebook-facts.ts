import { getCountryName } from "../../../lib/countries.ts";
import { computeAge, isCalendarDay, shortDay } from "../../../lib/dates/zone-day.ts";
import { getLanguageName } from "../../../lib/languages.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { GENDERS } from "../rules.ts";
import type { NotebookTab, NotebookValues } from "./notebook-values.ts";

/** One line of a fact; `phone` when the number can be called. */
type Line = { text: string; phone?: string };

const FIELD_LABELS = {
  photo: "facts.photo",
  fullName: "facts.fullName",
  name: "facts.name",
  description: "facts.description",
  region: "facts.region",
  timeZone: "facts.timeZone",
  dateOfBirth: "facts.dateOfBirth",
  gender: "facts.gender",
  phoneNumber: "facts.phoneNumber",
  language: "facts.language",
  emergencyContacts: "facts.emergencyContacts",
  preferences: "facts.preferences",
  bloodType: "facts.bloodType",
  organDonor: "facts.organDonor",
  allergies: "facts.allergies",
  conditions: "facts.conditions",
  doctorName: "facts.doctorName",
  doctorPhone: "facts.doctorPhone",
  doctorAddress: "facts.doctorAddress",
  medicalHistory: "facts.medicalHistory",
  hasConsent: "facts.hasConsent",
  signedBy: "facts.signedBy",
  signedDate: "facts.signedDate",
  hasPOA: "facts.hasPOA",
  poaNameAndPhone: "facts.poaNameAndPhone",
  hasLivingWill: "facts.hasLivingWill",
  hasDNR: "facts.hasDNR",
  hasOrganDonation: "facts.hasOrganDonation",
  directiveNotes: "facts.directiveNotes",
  govIdInfo: "facts.govIdInfo",
  fundName: "facts.fundName",
  memberNumber: "facts.memberNumber",
  ambulanceCover: "facts.ambulanceCover",
} as const satisfies Record<keyof NotebookValues, Key>;

const FACT_LABELS = {
  ...FIELD_LABELS,
  familyDoctor: "facts.familyDoctor",
  medicalConsent: "facts.medicalConsent",
  powerOfAttorney: "facts.powerOfAttorney",
  advanceDirectives: "facts.advanceDirectives",
} as const satisfies Record<string, Key>;

type FactName = keyof typeof FACT_LABELS;

/** One labelled fact about the notebook or its subject; `lines` is empty when unknown. */
export type Fact = { name: FactName; label: string; lines: Line[] };

/** The label of a field, shared by the form, the information page and the edit conflict. */
export const getFieldLabel = (field: keyof NotebookValues): string => t(FIELD_LABELS[field]);

const GENDER_NAMES = {
  male: "facts.genderMale",
  female: "facts.genderFemale",
  other: "facts.genderOther",
  "prefer-not-to-say": "facts.genderNotSaid",
} as const satisfies Record<(typeof GENDERS)[number], Key>;

/** The name of a gender; empty for none. */
export function describeGender(gender: string): string {
  const known = GENDERS.find((one) => one === gender);
  return known ? t(GENDER_NAMES[known]) : "";
}

/** The names of an answer that is known. */
export const ANSWERS = { yes: "facts.yes", no: "facts.no" } as const satisfies Record<string, Key>;

export const describeBloodType = (bloodType: string): string =>
  bloodType === "unknown" ? t("facts.bloodTypeUnknown") : bloodType;

/**
 * All facts of a notebook, known or not, grouped by the form's tabs and in its order. The age needs `today`
 * (`YYYY-MM-DD`).
 */
export function getNotebookFacts(values: NotebookValues, today: string | null): Record<NotebookTab, Fact[]> {
  const fact = (name: FactName, ...lines: (Line | string | false)[]): Fact => ({
    name,
    label: t(FACT_LABELS[name]),
    lines: lines
      .map((line) => (typeof line === "string" ? { text: line } : line))
      .filter((line): line is Line => line !== false && line.text !== ""),
  });
  const callable = (text: string): Line => ({ text, phone: text });
  const ticked = [
    values.hasLivingWill && getFieldLabel("hasLivingWill"),
    values.hasDNR && getFieldLabel("hasDNR"),
    values.hasOrganDonation && getFieldLabel("hasOrganDonation"),
  ];
  return {
    basic: [
      fact("fullName", values.fullName),
      fact("name", values.name),
      fact("description", values.description),
      fact("region", values.region && getCountryName(values.region)),
      fact("timeZone", values.timeZone),
      fact("dateOfBirth", birthInWords(values.dateOfBirth, today)),
      fact("gender", describeGender(values.gender)),
      fact("language", values.language && getLanguageName(values.language)),
      fact("phoneNumber", callable(values.phoneNumber)),
      fact(
        "emergencyContacts",
        ...values.emergencyContacts.map(({ name, phone }) => ({
          text: [name, phone].filter(Boolean).join(", "),
          phone: phone || undefined,
        })),
      ),
      fact("preferences", values.preferences),
    ],
    medical: [
      fact("bloodType", describeBloodType(values.bloodType)),
      fact("organDonor", answerInWords(values.organDonor)),
      fact("allergies", values.allergies),
      fact("conditions", values.conditions),
      fact("familyDoctor", values.doctorName, callable(values.doctorPhone), values.doctorAddress),
      fact("medicalHistory", values.medicalHistory),
    ],
    legal: [
      fact("medicalConsent", values.hasConsent && consentInWords(values)),
      fact("powerOfAttorney", values.hasPOA && (values.poaNameAndPhone || t("facts.yes"))),
      fact("advanceDirectives", ...ticked),
      fact("directiveNotes", ticked.some(Boolean) ? values.directiveNotes : ""),
    ],
    insurance: [
      fact("govIdInfo", values.govIdInfo),
      fact("fundName", values.fundName),
      fact("memberNumber", values.memberNumber),
      fact("ambulanceCover", answerInWords(values.ambulanceCover)),
    ],
  };
}

const answerInWords = (answer: NotebookValues["organDonor"]) => answer && t(ANSWERS[answer]);

function consentInWords({ signedBy: name, signedDate }: NotebookValues): string {
  const signed = name && signedDate ? "both" : name ? "name" : signedDate ? "day" : "none";
  return t("facts.consentGiven", { signed, name, day: dateInWords(signedDate) });
}

function dateInWords(date: string): string {
  return isCalendarDay(date) ? shortDay(date) : date;
}

function birthInWords(date: string, today: string | null): string {
  const age = today !== null && isCalendarDay(date) ? computeAge(date, today) : -1;
  return age < 0 ? dateInWords(date) : t("facts.born", { day: dateInWords(date), age });
}
