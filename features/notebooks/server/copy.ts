import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { denied, inNotebook } from "../../../server/access/gate.ts";
import { type CopyPart, formatParagraph } from "../../../server/copies.ts";
import { escapeHtml } from "../../../server/mail/letter.ts";
import { getNotebook } from "./data.ts";

/** The first section of a copy: the notebook and the person it is about. */
export const copy: CopyPart = {
  async head({ caller, diaryId }) {
    const access = await inNotebook("notebook.see").resolve(caller, { diaryId });
    const notebook = await getNotebook(caller.db, access, "");
    if (!notebook) throw denied();
    const { name, description, region, timeZone, details } = notebook;
    return {
      name,
      timeZone,
      json: { name, description, region, timeZone, person: details },
      body: `${formatParagraph(description)}<dl>${getFacts(details)}</dl>\n`,
    };
  },
};

/** The labels of the person's fields, of all levels. */
const LABELS: Record<string, Key> = {
  ...{ fullName: "copyhtml.fullName", dateOfBirth: "copyhtml.dateOfBirth", gender: "copyhtml.gender" },
  ...{ phoneNumber: "copyhtml.phoneNumber", emergencyContacts: "copyhtml.emergencyContacts" },
  ...{ name: "copyhtml.name", phone: "copyhtml.phone", address: "copyhtml.address" },
  ...{ bloodType: "copyhtml.bloodType", organDonor: "copyhtml.organDonor" },
  ...{ allergies: "copyhtml.allergies", conditions: "copyhtml.conditions" },
  ...{ familyDoctor: "copyhtml.familyDoctor", medicalHistory: "copyhtml.medicalHistory" },
  ...{ medicalConsent: "copyhtml.medicalConsent", signed: "copyhtml.signed" },
  ...{ signedBy: "copyhtml.signedBy", signedDate: "copyhtml.signedDate" },
  ...{ powerOfAttorney: "copyhtml.powerOfAttorney", hasPOA: "copyhtml.hasPOA" },
  ...{ nameAndPhone: "copyhtml.nameAndPhone", advanceDirectives: "copyhtml.advanceDirectives" },
  ...{ hasLivingWill: "copyhtml.hasLivingWill", hasDNR: "copyhtml.hasDNR" },
  ...{ hasOrganDonation: "copyhtml.hasOrganDonation", notes: "copyhtml.directiveNotes" },
  ...{ preferences: "copyhtml.preferences", language: "copyhtml.language", govIdInfo: "copyhtml.govIdInfo" },
  ...{ medicalInsurance: "copyhtml.medicalInsurance", fundName: "copyhtml.fundName" },
  ...{ memberNumber: "copyhtml.memberNumber", ambulanceCover: "copyhtml.ambulanceCover" },
};

/** The values that are words of ours, by their fields. */
const VALUES: Record<string, Record<string, Key>> = {
  gender: {
    male: "copyhtml.male",
    female: "copyhtml.female",
    other: "copyhtml.otherGender",
    "prefer-not-to-say": "copyhtml.genderNotSaid",
  },
  bloodType: { unknown: "copyhtml.unknown" },
};

/** The known facts about the person as an HTML list. */
export function getFacts(person: object): string {
  const facts = Object.entries(person).flatMap(([field, value]) => {
    const text = formatValue(value, field);
    return text ? [`<dt>${escapeHtml(nameField(field))}</dt><dd class="text">${escapeHtml(text)}</dd>`] : [];
  });
  return facts.join("");
}

const nameField = (field: string): string => t(LABELS[field]!);

function formatValue(value: unknown, field: string): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return t(value ? "facts.yes" : "facts.no");
  if (Array.isArray(value))
    return value
      .map((each) => formatValue(each, field))
      .filter(Boolean)
      .join("\n");
  if (typeof value !== "object") {
    const words = VALUES[field]?.[String(value)];
    return words ? t(words) : String(value);
  }
  return Object.entries(value).reduce((before, [name, inner]) => {
    const text = formatValue(inner, name);
    if (!text) return before;
    const after = t("copyhtml.labelled", { label: nameField(name), text });
    return before ? t("schedule.comma", { before, after }) : after;
  }, "");
}
