import { expect, it } from "vitest";
import { getNotebookFacts } from "./notebook-facts.ts";
import { createNotebookValues } from "./notebook-values.ts";

const today = "2026-11-21";
const blank = createNotebookValues("Europe/Berlin");
const known = (values: Partial<typeof blank>) =>
  Object.fromEntries(
    Object.values(getNotebookFacts({ ...blank, timeZone: "", ...values }, today))
      .flat()
      .filter(({ lines }) => lines.length > 0)
      .map(({ label, lines }) => [label, lines.map(({ text }) => text)]),
  );

it("an empty notebook has no facts", () => {
  expect(known({})).toEqual({});
});

it("an age is shown only where today's date is known", () => {
  const born = (today: string | null) =>
    getNotebookFacts({ ...blank, timeZone: "", dateOfBirth: "1942-11-22" }, today)
      .basic.find(({ label }) => label === "Date of birth")
      ?.lines.map(({ text }) => text);
  expect(born("2026-11-21")).toEqual(["Nov 22, 1942 (83 years)"]);
  expect(born("2026-11-22")).toEqual(["Nov 22, 1942 (84 years)"]);
  expect(born(null)).toEqual(["Nov 22, 1942"]);
});

it("facts are in plain language", () => {
  expect(
    known({
      region: "DE",
      dateOfBirth: "1942-11-22",
      gender: "prefer-not-to-say",
      bloodType: "unknown",
      organDonor: "no",
      doctorPhone: "1",
      doctorAddress: "Main Street 1",
      hasConsent: true,
      signedBy: "ROSA BLUM",
      signedDate: "2026-01-02",
      hasPOA: true,
      hasDNR: true,
      directiveNotes: "In the blue folder",
    }),
  ).toEqual({
    "Country/region": ["Germany"],
    "Date of birth": ["Nov 22, 1942 (83 years)"],
    Gender: ["Prefer not to say"],
    "Blood type": ["Unknown"],
    "Organ donor": ["No"],
    "Family doctor": ["1", "Main Street 1"],
    "Medical consent": ["Given, signed by ROSA BLUM on Jan 2, 2026"],
    "Power of attorney": ["Yes"],
    "Advance directives": ["Do not resuscitate (DNR)"],
    "Notes on the directives": ["In the blue folder"],
  });
});

it("phone numbers are links", () => {
  const emergencyContacts = [
    { name: "Anna Keller", phone: "+49 170 1" },
    { name: "Neighbour", phone: "" },
  ];
  const { basic } = getNotebookFacts({ ...blank, emergencyContacts }, today);
  expect(basic.find(({ label }) => label === "Emergency contacts")!.lines).toEqual([
    { text: "Anna Keller, +49 170 1", phone: "+49 170 1" },
    { text: "Neighbour", phone: undefined },
  ]);
});
