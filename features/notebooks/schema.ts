import { z } from "zod";
import { isCountry } from "../../lib/countries.ts";
import { isTimeZone } from "../../lib/dates/time-zones.ts";
import { isLanguage } from "../../lib/languages.ts";
import { getWord, id, moment, nothing, role } from "../../lib/schemas.ts";
import { toIssue } from "../../lib/words/message.ts";
import type { NotebookAction } from "../../server/access/permissions.ts";

import {
  BLOOD_TYPES,
  GENDERS,
  MAX_CONTACTS,
  MAX_ENTRIES,
  NOTEBOOK_DESCRIPTION_LENGTH,
  NOTEBOOK_MESSAGES,
  NOTEBOOK_NAME_LENGTH,
  PERSON_LENGTHS,
  ZONE_CHANGE_MODES,
} from "./rules.ts";

const text = (length: number) => z.string().trim().max(length);
const list = z
  .array(text(PERSON_LENGTHS.entry))
  .max(MAX_ENTRIES)
  .transform((items) => items.filter((item) => item !== ""));
const day = z.iso.date(toIssue({ key: "notebookrules.day" }));

/** All fields of a notebook's subject; only the full name is required (care-core 3, 5). */
export const personInfo = z.object({
  fullName: text(PERSON_LENGTHS.name).min(1, toIssue(NOTEBOOK_MESSAGES.fullName)),
  dateOfBirth: day.nullish(),
  gender: z.enum(GENDERS).nullish(),
  phoneNumber: text(PERSON_LENGTHS.phone).nullish(),
  emergencyContacts: z
    .array(z.object({ name: text(PERSON_LENGTHS.name), phone: text(PERSON_LENGTHS.phone) }))
    .max(MAX_CONTACTS)
    .nullish(),
  bloodType: z.enum(BLOOD_TYPES).nullish(),
  organDonor: z.boolean().nullish(),
  allergies: list.nullish(),
  conditions: list.nullish(),
  familyDoctor: z
    .object({
      name: text(PERSON_LENGTHS.name).nullish(),
      phone: text(PERSON_LENGTHS.phone).nullish(),
      address: text(PERSON_LENGTHS.address).nullish(),
    })
    .nullish(),
  medicalHistory: text(PERSON_LENGTHS.story).nullish(),
  medicalConsent: z
    .object({
      signed: z.boolean(),
      signedBy: text(PERSON_LENGTHS.name)
        .transform((name) => name.toUpperCase())
        .nullish(),
      signedDate: day.nullish(),
    })
    .nullish(),
  powerOfAttorney: z
    .object({ hasPOA: z.boolean(), nameAndPhone: text(PERSON_LENGTHS.nameAndPhone).nullish() })
    .nullish(),
  advanceDirectives: z
    .object({
      hasLivingWill: z.boolean().nullish(),
      hasDNR: z.boolean().nullish(),
      hasOrganDonation: z.boolean().nullish(),
      notes: text(PERSON_LENGTHS.directiveNotes).nullish(),
    })
    .nullish(),
  preferences: text(PERSON_LENGTHS.story).nullish(),
  /** A code of the list of languages. */
  language: z.string().refine(isLanguage, toIssue(NOTEBOOK_MESSAGES.language)).nullish(),
  govIdInfo: text(PERSON_LENGTHS.govIdInfo).nullish(),
  medicalInsurance: z
    .object({
      fundName: text(PERSON_LENGTHS.name).nullish(),
      memberNumber: text(PERSON_LENGTHS.memberNumber).nullish(),
    })
    .nullish(),
  ambulanceCover: z.boolean().nullish(),
});

export type PersonInfo = z.output<typeof personInfo>;

/** Arguments of creating and updating a notebook; client and server validate them. */
export const notebookFields = z.object({
  name: text(NOTEBOOK_NAME_LENGTH).default(""),
  description: text(NOTEBOOK_DESCRIPTION_LENGTH).default(""),
  avatarUrl: z.string().max(2000).nullish(),
  region: z.string(toIssue(NOTEBOOK_MESSAGES.region)).refine(isCountry, toIssue(NOTEBOOK_MESSAGES.region)),
  personInfo,
  timeZone: z.string().max(64).refine(isTimeZone, toIssue(NOTEBOOK_MESSAGES.timeZone)).optional(),
});

export type NotebookFields = z.output<typeof notebookFields>;

/** The fields that both the list and the notebook's pages show. */
const notebookHead = z.strictObject({
  _id: id,
  shortId: id,
  name: z.string(),
  description: z.string(),
  avatarUrl: z.string().nullable(),
  region: z.string(),
  timeZone: z.string(),
  isArchived: z.boolean(),
  /** Whether the members' devices may keep it for times without a connection. */
  isKeptOnDevices: z.boolean(),
  userRole: role,
  permissions: z.array(getWord<NotebookAction>()),
  dateOfBirth: z.string().nullable(),
  memberCount: z.number(),
  noteCount: z.number(),
  unreadCount: z.number(),
  ownerName: z.string(),
  creator: z.strictObject({ name: z.string() }),
  updatedAt: moment,
  _creationTime: moment,
});

/** A notebook in the list. */
export const notebookSummary = notebookHead.extend({
  details: z.strictObject({ fullName: z.string() }),
});

const optionalText = z.string().nullish();
const optionalBoolean = z.boolean().nullish();

/** The person, with the fields that the reader's role sees; viewers see only the required ones here. */
const visiblePerson = z.strictObject({
  fullName: z.string(),
  dateOfBirth: z.string().nullable(),
  emergencyContacts: z.array(z.strictObject({ name: z.string(), phone: z.string() })),
  gender: z.enum(GENDERS).nullish(),
  phoneNumber: optionalText,
  bloodType: z.enum(BLOOD_TYPES).nullish(),
  organDonor: optionalBoolean,
  allergies: z.array(z.string()).optional(),
  conditions: z.array(z.string()).optional(),
  familyDoctor: z.strictObject({ name: optionalText, phone: optionalText, address: optionalText }).nullish(),
  medicalHistory: optionalText,
  medicalConsent: z
    .strictObject({ signed: z.boolean(), signedBy: optionalText, signedDate: optionalText })
    .nullish(),
  powerOfAttorney: z.strictObject({ hasPOA: z.boolean(), nameAndPhone: optionalText }).nullish(),
  advanceDirectives: z
    .strictObject({
      hasLivingWill: optionalBoolean,
      hasDNR: optionalBoolean,
      hasOrganDonation: optionalBoolean,
      notes: optionalText,
    })
    .nullish(),
  preferences: optionalText,
  language: optionalText,
  govIdInfo: optionalText,
  medicalInsurance: z.strictObject({ fundName: optionalText, memberNumber: optionalText }).nullish(),
  ambulanceCover: optionalBoolean,
});

/** A notebook with the permissions of the reader's role. */
export const notebook = notebookHead.extend({
  version: z.number(),
  details: visiblePerson,
  permissionsOnOthers: z.array(getWord<NotebookAction>()),
  /** Whether caregivers write medication plans too. */
  caregiversEditPlans: z.boolean(),
});

export const listMyDiaries = {
  args: z.object({}),
  returns: z.array(notebookSummary),
};

export const getDiary = {
  args: z.object({ diaryId: id }),
  returns: notebook.nullable(),
};

export const getDiaryByShortId = {
  args: z.object({ shortId: id }),
  returns: notebook.nullable(),
};

export const createDiaryWithPersonInfo = {
  args: notebookFields,
  returns: id,
};

export const updateDiaryWithPersonInfo = {
  args: notebookFields.extend({
    diaryId: id,
    baseVersion: z.number().int().min(1).optional(),
    /** The part that future tasks with times keep when `timeZone` changes. */
    timedTasksKeep: z.enum(ZONE_CHANGE_MODES).default("hour"),
  }),
  returns: nothing,
};

export const archiveDiary = {
  args: z.object({ diaryId: id }),
  returns: nothing,
};

export const unarchiveDiary = {
  args: z.object({ diaryId: id }),
  returns: nothing,
};

export const setKeptOnDevices = {
  args: z.object({ diaryId: id, isKept: z.boolean() }),
  returns: nothing,
};

export const deleteDiary = {
  args: z.object({ diaryId: id }),
  returns: nothing,
};

export const markDiaryOpened = {
  args: z.object({ diaryId: id }),
  returns: nothing,
};
