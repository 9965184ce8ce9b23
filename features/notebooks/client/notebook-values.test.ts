import { describe, expect, it } from "vitest";
import type { Notebook } from "../../../lib/api.ts";
import { spec } from "../../../test/spec.ts";
import { personInfo } from "../schema.ts";
import { findNotebookErrors, findTabOfErrors } from "./notebook-errors.ts";
import {
  createNotebookValues,
  getSavedNotebookValues,
  getSentFields,
  type NotebookValues,
  splitEntries,
} from "./notebook-values.ts";

const blank = createNotebookValues("Europe/Berlin");
const least = { ...blank, fullName: "Rosa Blum", region: "DE" };

const filled: NotebookValues = {
  photo: "https://care.example/api/avatars/0197",
  fullName: "Rosa Blum",
  name: "Rosa at home",
  description: "Since the fall in May",
  region: "DE",
  timeZone: "Europe/Berlin",
  dateOfBirth: "1942-03-05",
  gender: "female",
  phoneNumber: "+49 30 1234",
  language: "tr",
  emergencyContacts: [{ name: "Anna Keller", phone: "+49 170 1" }],
  preferences: "Tea, no milk",
  bloodType: "A+",
  organDonor: "no",
  allergies: "Penicillin, nuts",
  conditions: "High blood pressure",
  doctorName: "Dr. Sahin",
  doctorPhone: "+49 30 99",
  doctorAddress: "Main Street 1",
  medicalHistory: "Hip replaced 2019",
  hasConsent: true,
  signedBy: "ROSA BLUM",
  signedDate: "2026-01-02",
  hasPOA: true,
  poaNameAndPhone: "Anna Keller, +49 170 1",
  hasLivingWill: true,
  hasDNR: false,
  hasOrganDonation: true,
  directiveNotes: "In the blue folder",
  govIdInfo: "Pass C01X",
  fundName: "Public Health Fund",
  memberNumber: "A123",
  ambulanceCover: "yes",
};

describe("the form of a notebook", () => {
  it("needs a name and a country, and nothing else", { tags: spec("CORE-108 CORE-110 CORE-114") }, () => {
    expect(findNotebookErrors({ ...blank, fullName: "  " })).toEqual({
      fullName: "Person's full name is required",
      region: "Country/region is required",
    });
    expect(findNotebookErrors(least)).toEqual({});
    expect(getSentFields(least).personInfo).toMatchObject({ fullName: "Rosa Blum" });
    expect(JSON.parse(JSON.stringify(getSentFields(least)))).toEqual({
      name: "",
      description: "",
      region: "DE",
      timeZone: "Europe/Berlin",
      personInfo: { fullName: "Rosa Blum", emergencyContacts: [], allergies: [], conditions: [] },
    });
  });

  it("sends every field as the server expects it, and shows it again as it was", () => {
    const { personInfo: person, ...fields } = getSentFields(filled);
    const details = personInfo.parse(person);
    const notebook = { ...fields, avatarUrl: filled.photo, details } as unknown as Notebook;
    expect(getSavedNotebookValues(notebook)).toEqual(filled);
  });

  it("is empty for a notebook with only a name", () => {
    const notebook = {
      ...{ name: "", description: "", region: null, timeZone: "Europe/Berlin", avatarUrl: null },
      details: { fullName: "Rosa Blum", allergies: null, familyDoctor: null, organDonor: null },
    } as unknown as Notebook;
    expect(getSavedNotebookValues(notebook)).toEqual({ ...blank, fullName: "Rosa Blum" });
  });

  it("doesn't send hidden fields", () => {
    const hidden = { hasConsent: false, hasPOA: false, hasLivingWill: false, hasOrganDonation: false };
    const { personInfo: person } = getSentFields({ ...filled, ...hidden });
    expect(person.medicalConsent).toBeUndefined();
    expect(person.powerOfAttorney).toBeUndefined();
    expect(person.advanceDirectives).toBeUndefined();
    expect(JSON.stringify(person)).not.toMatch(/ROSA|2026-01-02|Anna Keller, |blue folder/);
    // A hidden date isn't checked either.
    expect(findNotebookErrors({ ...filled, hasConsent: false, signedDate: "20260-01-01" })).toEqual({});
  });

  it("splits at commas, trims and drops empty parts", {
    tags: spec("CORE-116 CORE-117 CORE-118 CORE-119 CORE-120 CORE-121"),
  }, () => {
    expect(splitEntries(" Penicillin ,, nuts,  , ")).toEqual(["Penicillin", "nuts"]);
    expect(splitEntries("  ")).toEqual([]);
    const { personInfo: person } = getSentFields({ ...least, allergies: "a,,b ", conditions: " c , " });
    expect(person).toMatchObject({ allergies: ["a", "b"], conditions: ["c"] });
  });

  it("drops contacts without name and phone", () => {
    const emergencyContacts = [
      { name: " ", phone: "" },
      { name: " Anna ", phone: " 1 " },
    ];
    expect(getSentFields({ ...least, emergencyContacts }).personInfo.emergencyContacts).toEqual([
      { name: "Anna", phone: "1" },
    ]);
  });

  it.each([
    ["basic", { fullName: "x", signedDate: "x" }],
    ["basic", { region: "x", allergies: "x" }],
    ["medical", { conditions: "x", signedDate: "x" }],
    ["legal", { signedDate: "x" }],
    [null, {}],
  ])("opens the tab %s for the error in %j", (tab, errors) => {
    expect(findTabOfErrors(errors)).toBe(tab);
  });

  it("marks dates and entries that the server would refuse", () => {
    const long = "x".repeat(201);
    expect(
      Object.keys(
        findNotebookErrors({ ...filled, dateOfBirth: "19420-03-05", signedDate: "x", conditions: long }),
      ),
    ).toEqual(["dateOfBirth", "signedDate", "conditions"]);
  });
});
