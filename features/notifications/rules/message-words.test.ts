import { expect, it } from "vitest";
import type { Detail } from "../rules.ts";
import { formatExample, formatMessage, type Message } from "./message-words.ts";

const NOW = Date.parse("2026-11-25T09:00:00Z");
const message: Message = {
  kind: "dose-missed",
  detail: "what",
  subjectKind: "dose",
  subjectName: "Rosa Blum",
  slot: "2026-11-25T08:00[Europe/Berlin]",
  notebookZone: "Europe/Berlin",
  step: null,
  actorName: null,
  contacts: null,
  timeZone: "Europe/Berlin",
  hours: 24,
};
const shown = (change: Partial<Message>, ...titles: string[]) =>
  Object.values(formatMessage({ ...message, ...change }, titles, NOW)).join(" | ");

it.each([
  [{}, ["Ramipril"], "No entry for Ramipril, planned 08:00"],
  [{ hours: 12 }, ["Ramipril"], "No entry for Ramipril, planned 8:00 AM"],
  [{ timeZone: "America/New_York" }, ["Ramipril"], "No entry for Ramipril, planned 08:00 · 02:00 for you"],
  [{ timeZone: "Mars/Base" }, ["Ramipril"], "No entry for Ramipril, planned 08:00 · 07:00 UTC for you"],
  [{ slot: "2026-11-25T07:00:00.000Z" }, ["Ramipril"], "No entry for Ramipril, planned 08:00"],
  [{ slot: null }, ["Ramipril"], "No entry for Ramipril"],
  [{}, [""], "No entry, planned 08:00"],
] as const)("a dose without an entry is named with its planned time: %j", (change, titles, body) => {
  expect(shown(change, ...titles)).toBe(`A dose has no entry yet: Rosa Blum | ${body}`);
});

it("several doses of one time are one message", () => {
  expect(shown({}, "Ramipril", "Aspirin")).toBe(
    "2 doses have no entry yet: Rosa Blum | No entry for Ramipril, Aspirin, planned 08:00",
  );
});

it("names neither the dose nor its time where the person hasn't allowed it", () => {
  expect(shown({ detail: "who" }, "Ramipril")).toBe("A dose has no entry yet: Rosa Blum | ");
  expect(shown({ detail: "nothing" }, "Ramipril")).toBe("You have a reminder | ");
});

it("shows the last connection of a phone in the reader's clock format, in an unknown zone too", () => {
  const contacts = [{ name: "Anna", device: "phone" as const, at: Date.parse("2026-11-25T13:40:00+01:00") }];
  const run = { kind: "escalation", step: "next", contacts, slot: null } as const;
  expect(shown({ ...run, hours: 12 }, "Ramipril")).toContain("last connected at 1:40 PM;");
  expect(shown(run, "Ramipril")).toContain("last connected at 13:40;");
  expect(shown({ ...run, timeZone: "Mars/Base" }, "Ramipril")).toContain("last connected at 12:40 UTC;");
});

it("the example of the settings is a real message in each detail", () => {
  const dose = { kind: "dose-due", slot: null } as const;
  for (const detail of ["nothing", "who", "what"] satisfies Detail[])
    expect(Object.values(formatExample(detail, "Rosa Blum", 24)).join(" | ")).toBe(
      shown({ ...dose, detail }, "Ramipril 5 mg"),
    );
});
