import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTimeZone } from "../../lib/dates/time-zones.ts";
import { ROLES } from "../../lib/roles.ts";
import { writeIssue } from "../../lib/words/message.ts";
import { runInLanguage } from "../../server/words/texts.ts";
import { spec } from "../../test/spec.ts";
import { getRoleName } from "./rules/roles.ts";
import { suggestNotebookName } from "./rules/suggested-name.ts";
import { notebookFields, personInfo } from "./schema.ts";

const valid = { region: "DE", personInfo: { fullName: "Rosa Blum" } };
const complaints = (value: unknown) =>
  notebookFields
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join("."), writeIssue(message)]);

describe("the fields of a notebook", () => {
  it("require only a full name and a region", { tags: spec("CORE-112 CORE-114") }, () => {
    expect(notebookFields.parse(valid)).toEqual({ ...valid, name: "", description: "" });
  });

  it.each([
    [
      "CORE-108 CORE-109",
      { ...valid, personInfo: { fullName: "  " } },
      "personInfo.fullName",
      "Person's full name is required",
    ],
    ["CORE-110 CORE-111", { personInfo: valid.personInfo }, "region", "Country/region is required"],
    ["CORE-110 CORE-111", { ...valid, region: "" }, "region", "Country/region is required"],
    ["CORE-049", { ...valid, region: "Germany" }, "region", "Country/region is required"],
  ])("%s are refused when incomplete: %j", (_, value, field, message) => {
    expect(complaints(value)).toEqual([[field, message]]);
  });

  it("have the signer's name in capitals", { tags: spec("CORE-115") }, () => {
    const medicalConsent = { signed: true, signedBy: " olga Blum " };
    expect(personInfo.parse({ fullName: "R", medicalConsent }).medicalConsent).toMatchObject({
      signedBy: "OLGA BLUM",
    });
  });

  it("have trimmed allergies and conditions without empty ones", {
    tags: spec("CORE-117 CORE-118 CORE-120 CORE-121"),
  }, () => {
    const lists = { allergies: [" Penicillin ", "", "  "], conditions: ["", " High blood pressure"] };
    expect(personInfo.parse({ fullName: "R", ...lists })).toMatchObject({
      allergies: ["Penicillin"],
      conditions: ["High blood pressure"],
    });
  });

  it.each(["1942-3-5", "05.03.1942", "1942-02-30", "0000-01-01x"])(
    "refuse %s as a date of birth",
    (dateOfBirth) => {
      expect(personInfo.safeParse({ fullName: "R", dateOfBirth }).success).toBe(false);
    },
  );

  it.each([
    ["CORE-059", "gender", ["male", "female", "other", "prefer-not-to-say"], "unknown"],
    ["CORE-064", "bloodType", ["A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-", "unknown"], "C+"],
  ])("%s %s takes the listed values and nothing else", (_, field, good, bad) => {
    for (const value of good)
      expect(personInfo.safeParse({ fullName: "R", [field]: value }).success).toBe(true);
    expect(personInfo.safeParse({ fullName: "R", [field]: bad }).success).toBe(false);
  });
});

it("a stored name is in the language of its writer, without marks for a page", () => {
  expect(runInLanguage("de", () => suggestNotebookName("Rosa Blum"))).toBe("Pflege-Notizbuch für Rosa Blum");
  expect(runInLanguage("ar", () => suggestNotebookName("Rosa Blum"))).toBe("دفتر رعاية Rosa Blum");
});

it("an empty name becomes the person's, within the limit of names", { tags: spec("CORE-113") }, () => {
  expect(suggestNotebookName("Rosa Blum")).toBe("Rosa Blum's Care Notebook");
  expect(suggestNotebookName("R".repeat(200))).toBe(`${"R".repeat(183)}…'s Care Notebook`);
  expect(suggestNotebookName(`${"R".repeat(182)}💊💊💊`)).toBe(`${"R".repeat(182)}…'s Care Notebook`);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 }), (fullName) => {
      const name = suggestNotebookName(fullName.slice(0, 200).toWellFormed());
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name.isWellFormed()).toBe(true);
      expect(name.endsWith("'s Care Notebook")).toBe(true);
    }),
  );
});

it.each(["Mars/Olympus", "PST", "+05:30", "US/Pacific"])(
  "an unknown time zone such as %s is refused",
  (timeZone) => {
    expect(complaints({ ...valid, timeZone })).toEqual([
      ["timeZone", "Unknown time zone: choose a place such as Europe/Berlin"],
    ]);
  },
);

it("a time zone has an IANA name", () => {
  expect(["Europe/Berlin", "UTC", "America/Argentina/Ushuaia"].every(isTimeZone)).toBe(true);
  expect(["", "CET summer", "../etc"].some(isTimeZone)).toBe(false);
});

it("each role has a label", { tags: spec("CORE-593 CORE-594 CORE-595 CORE-596") }, () => {
  expect(Object.fromEntries(ROLES.map((role) => [role, getRoleName(role)]))).toEqual({
    owner: "Owner",
    admin: "Admin",
    member: "Caregiver",
    clinician: "Clinician",
    extended: "Viewer",
  });
});
