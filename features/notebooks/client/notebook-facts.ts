import { getCountryName } from "../../../lib/countries.ts";
import { computeAge, isCalendarDay, shortDay } from "../../../lib/dates/zone-day.ts";
import { getLanguageName } from "../../../lib/languages.ts";
import type { NotebookTab, NotebookValues } from "./notebook-values.ts";

/** One line of a fact; `phone` when the number can be called. */
type Line = { text: string; phone?: string };

/** One labelled fact about the notebook or its subject; `lines` is empty when unknown. */
export type Fact = { label: string; lines: Line[] };

/** The labels of fields, shared by the form, the information page and the edit conflict. */
export const FIELD_LABELS = {
  photo: "Photo",
  fullName: "Person's full name",
  name: "Notebook name",
  description: "Description",
  region: "Country/region",
  timeZone: "Time zone",
  dateOfBirth: "Date of birth",
  gender: "Gender",
  phoneNumber: "Phone number",
  language: "Language",
  emergencyContacts: "Emergency contacts",
  preferences: "Preferences",
  bloodType: "Blood type",
  organDonor: "Organ donor",
  allergies: "Allergies",
  conditions: "Conditions",
  doctorName: "Doctor's name",
  doctorPhone: "Doctor's phone",
  doctorAddress: "Doctor's address",
  medicalHistory: "Medical history",
  hasConsent: "Medical consent has been given",
  signedBy: "Signed by",
  signedDate: "Date of consent",
  hasPOA: "There is a power of attorney",
  poaNameAndPhone: "Name and phone of the attorney",
  hasLivingWill: "Living will",
  hasDNR: "Do not resuscitate (DNR)",
  hasOrganDonation: "Organ donation",
  directiveNotes: "Notes on the directives",
  govIdInfo: "Government ID",
  fundName: "Insurance fund",
  memberNumber: "Member number",
  ambulanceCover: "Ambulance cover",
} as const satisfies Record<keyof NotebookValues, string>;

export const GENDER_LABELS: Record<string, string> = {
  male: "Male",
  female: "Female",
  other: "Other",
  "prefer-not-to-say": "Prefer not to say",
};

export const describeBloodType = (bloodType: string): string =>
  bloodType === "unknown" ? "Unknown" : bloodType;

/**
 * All facts of a notebook, known or not, grouped by the form's tabs and in its order. The age needs `today`
 * (`YYYY-MM-DD`).
 */
export function getNotebookFacts(values: NotebookValues, today: string | null): Record<NotebookTab, Fact[]> {
  const fact = (label: string, ...lines: (Line | string | false)[]): Fact => ({
    label,
    lines: lines
      .map((line) => (typeof line === "string" ? { text: line } : line))
      .filter((line): line is Line => line !== false && line.text !== ""),
  });
  const of = (field: keyof typeof FIELD_LABELS, text: string) => fact(FIELD_LABELS[field], text);
  const callable = (text: string): Line => ({ text, phone: text });
  const ticked = [
    values.hasLivingWill && FIELD_LABELS.hasLivingWill,
    values.hasDNR && FIELD_LABELS.hasDNR,
    values.hasOrganDonation && FIELD_LABELS.hasOrganDonation,
  ];
  const consent = [
    "Given",
    values.signedBy && `, signed by ${values.signedBy}`,
    values.signedDate && ` on ${dateInWords(values.signedDate)}`,
  ];
  return {
    basic: [
      of("fullName", values.fullName),
      of("name", values.name),
      of("description", values.description),
      of("region", values.region && getCountryName(values.region)),
      of("timeZone", values.timeZone),
      of("dateOfBirth", birthInWords(values.dateOfBirth, today)),
      of("gender", GENDER_LABELS[values.gender] ?? ""),
      of("language", values.language && getLanguageName(values.language)),
      fact(FIELD_LABELS.phoneNumber, callable(values.phoneNumber)),
      fact(
        FIELD_LABELS.emergencyContacts,
        ...values.emergencyContacts.map(({ name, phone }) => ({
          text: [name, phone].filter(Boolean).join(", "),
          phone: phone || undefined,
        })),
      ),
      of("preferences", values.preferences),
    ],
    medical: [
      of("bloodType", describeBloodType(values.bloodType)),
      of("organDonor", answerInWords(values.organDonor)),
      of("allergies", values.allergies),
      of("conditions", values.conditions),
      fact("Family doctor", values.doctorName, callable(values.doctorPhone), values.doctorAddress),
      of("medicalHistory", values.medicalHistory),
    ],
    legal: [
      fact("Medical consent", values.hasConsent && consent.join("")),
      fact("Power of attorney", values.hasPOA && (values.poaNameAndPhone || "Yes")),
      fact("Advance directives", ...ticked),
      of("directiveNotes", ticked.some(Boolean) ? values.directiveNotes : ""),
    ],
    insurance: [
      of("govIdInfo", values.govIdInfo),
      of("fundName", values.fundName),
      of("memberNumber", values.memberNumber),
      of("ambulanceCover", answerInWords(values.ambulanceCover)),
    ],
  };
}

const answerInWords = (answer: NotebookValues["organDonor"]) => ({ "": "", yes: "Yes", no: "No" })[answer];

function dateInWords(date: string): string {
  return isCalendarDay(date) ? shortDay(date) : date;
}

function birthInWords(date: string, today: string | null): string {
  const age = today !== null && isCalendarDay(date) ? computeAge(date, today) : -1;
  return age < 0 ? dateInWords(date) : `${dateInWords(date)} (${age} years)`;
}
