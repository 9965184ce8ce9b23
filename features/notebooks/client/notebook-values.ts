import type { FunctionArgs } from "convex/server";
import type { api, Notebook } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import type { PersonInfo } from "../schema.ts";

export const NOTEBOOK_TABS = [
  { id: "basic", label: "facts.basic" },
  { id: "medical", label: "facts.medical" },
  { id: "legal", label: "facts.legal" },
  { id: "insurance", label: "facts.insurance" },
] as const satisfies { id: string; label: Key }[];

export type NotebookTab = (typeof NOTEBOOK_TABS)[number]["id"];

/** Yes, no or unknown: for an organ donor card, unknown isn't no. */
export type Answer = "" | "yes" | "no";

export type Contact = { name: string; phone: string };

/** The values of the notebook form as its fields have them: texts, dates `YYYY-MM-DD`, comma-separated lists. */
export type NotebookValues = {
  /** The address of the saved photo, a picture selected and cropped here (a `data:` URL), or null. */
  photo: string | null;
  fullName: string;
  name: string;
  description: string;
  region: string;
  timeZone: string;
  dateOfBirth: string;
  gender: string;
  phoneNumber: string;
  /** A code; "" for none. */
  language: string;
  emergencyContacts: Contact[];
  preferences: string;
  bloodType: string;
  organDonor: Answer;
  allergies: string;
  conditions: string;
  doctorName: string;
  doctorPhone: string;
  doctorAddress: string;
  medicalHistory: string;
  hasConsent: boolean;
  signedBy: string;
  signedDate: string;
  hasPOA: boolean;
  poaNameAndPhone: string;
  hasLivingWill: boolean;
  hasDNR: boolean;
  hasOrganDonation: boolean;
  directiveNotes: string;
  govIdInfo: string;
  fundName: string;
  memberNumber: string;
  ambulanceCover: Answer;
};

/** The arguments that create and update share, except the photo, which is uploaded first. */
type SentFields = Omit<FunctionArgs<typeof api.diaries.createDiaryWithPersonInfo>, "avatarUrl">;

/** The form values of a new notebook; `region` and `language` are the device's proposals, "" for nothing. */
export function createNotebookValues(timeZone: string, region = "", language = ""): NotebookValues {
  return {
    photo: null,
    fullName: "",
    name: "",
    description: "",
    region,
    timeZone,
    dateOfBirth: "",
    gender: "",
    phoneNumber: "",
    language,
    emergencyContacts: [],
    preferences: "",
    bloodType: "",
    organDonor: "",
    allergies: "",
    conditions: "",
    doctorName: "",
    doctorPhone: "",
    doctorAddress: "",
    medicalHistory: "",
    hasConsent: false,
    signedBy: "",
    signedDate: "",
    hasPOA: false,
    poaNameAndPhone: "",
    hasLivingWill: false,
    hasDNR: false,
    hasOrganDonation: false,
    directiveNotes: "",
    govIdInfo: "",
    fundName: "",
    memberNumber: "",
    ambulanceCover: "",
  };
}

/** Whether the photo was selected in the form and has to be uploaded first. */
export const isChosenHere = (photo: string | null): photo is string => photo?.startsWith("data:") ?? false;

const answer = (value: boolean | null | undefined): Answer => (value == null ? "" : value ? "yes" : "no");

/** The form values of an existing notebook; fields that the viewer's role doesn't see are empty. */
export function getSavedNotebookValues(notebook: Notebook): NotebookValues {
  const { avatarUrl, name, description, region, timeZone } = notebook;
  // JSON columns are untyped here; the values were validated with this type when saved.
  const person = notebook.details as Partial<PersonInfo>;
  return {
    photo: avatarUrl,
    fullName: person.fullName ?? "",
    name,
    description,
    region: region ?? "",
    timeZone,
    dateOfBirth: person.dateOfBirth ?? "",
    gender: person.gender ?? "",
    phoneNumber: person.phoneNumber ?? "",
    language: person.language ?? "",
    emergencyContacts: person.emergencyContacts ?? [],
    preferences: person.preferences ?? "",
    bloodType: person.bloodType ?? "",
    organDonor: answer(person.organDonor),
    allergies: (person.allergies ?? []).join(", "),
    conditions: (person.conditions ?? []).join(", "),
    doctorName: person.familyDoctor?.name ?? "",
    doctorPhone: person.familyDoctor?.phone ?? "",
    doctorAddress: person.familyDoctor?.address ?? "",
    medicalHistory: person.medicalHistory ?? "",
    hasConsent: person.medicalConsent?.signed ?? false,
    signedBy: person.medicalConsent?.signedBy ?? "",
    signedDate: person.medicalConsent?.signedDate ?? "",
    hasPOA: person.powerOfAttorney?.hasPOA ?? false,
    poaNameAndPhone: person.powerOfAttorney?.nameAndPhone ?? "",
    hasLivingWill: person.advanceDirectives?.hasLivingWill ?? false,
    hasDNR: person.advanceDirectives?.hasDNR ?? false,
    hasOrganDonation: person.advanceDirectives?.hasOrganDonation ?? false,
    directiveNotes: person.advanceDirectives?.notes ?? "",
    govIdInfo: person.govIdInfo ?? "",
    fundName: person.medicalInsurance?.fundName ?? "",
    memberNumber: person.medicalInsurance?.memberNumber ?? "",
    ambulanceCover: answer(person.ambulanceCover),
  };
}

/** The entries of a comma-separated text: trimmed, without empty ones (care core 5). */
export function splitEntries(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** Whether any directive is ticked; only then its notes are shown and saved. */
export const hasDirective = (values: NotebookValues): boolean =>
  values.hasLivingWill || values.hasDNR || values.hasOrganDonation;

const text = (value: string) => value.trim() || undefined;
const bool = (value: Answer) => (value === "" ? undefined : value === "yes");

/** The form's values as arguments; hidden and blank fields are left out. */
export function getSentFields(values: NotebookValues): SentFields {
  const doctor = {
    name: text(values.doctorName),
    phone: text(values.doctorPhone),
    address: text(values.doctorAddress),
  };
  const insurance = { fundName: text(values.fundName), memberNumber: text(values.memberNumber) };
  return {
    name: values.name.trim(),
    description: values.description.trim(),
    region: values.region,
    timeZone: values.timeZone || undefined,
    personInfo: {
      fullName: values.fullName.trim(),
      dateOfBirth: text(values.dateOfBirth),
      gender: (text(values.gender) as PersonInfo["gender"]) ?? undefined,
      phoneNumber: text(values.phoneNumber),
      language: text(values.language),
      emergencyContacts: values.emergencyContacts
        .map(({ name, phone }) => ({ name: name.trim(), phone: phone.trim() }))
        .filter(({ name, phone }) => name || phone),
      preferences: text(values.preferences),
      bloodType: (text(values.bloodType) as PersonInfo["bloodType"]) ?? undefined,
      organDonor: bool(values.organDonor),
      allergies: splitEntries(values.allergies),
      conditions: splitEntries(values.conditions),
      familyDoctor: doctor.name || doctor.phone || doctor.address ? doctor : undefined,
      medicalHistory: text(values.medicalHistory),
      medicalConsent: values.hasConsent
        ? { signed: true, signedBy: text(values.signedBy), signedDate: text(values.signedDate) }
        : undefined,
      powerOfAttorney: values.hasPOA
        ? { hasPOA: true, nameAndPhone: text(values.poaNameAndPhone) }
        : undefined,
      advanceDirectives: hasDirective(values)
        ? {
            hasLivingWill: values.hasLivingWill,
            hasDNR: values.hasDNR,
            hasOrganDonation: values.hasOrganDonation,
            notes: text(values.directiveNotes),
          }
        : undefined,
      govIdInfo: text(values.govIdInfo),
      medicalInsurance: insurance.fundName || insurance.memberNumber ? insurance : undefined,
      ambulanceCover: bool(values.ambulanceCover),
    },
  };
}

export const hasSameValues = (a: NotebookValues, b: NotebookValues): boolean =>
  JSON.stringify(a) === JSON.stringify(b);
