import { expect, it } from "vitest";
import { toClockInZone } from "../../../lib/dates/zone-day.ts";
import { formatContacts, formatRun, formatStep } from "./escalation-words.ts";

const NOW = Date.UTC(2026, 10, 25, 14);
const berlin = {
  timeZone: "Europe/Berlin",
  now: NOW,
  clockOf: (at: number) => toClockInZone(at, "Europe/Berlin"),
};
const anna = { name: "Anna", device: "phone" as const, at: Date.UTC(2026, 10, 25, 12, 40) };

it("formats the last connection of a first recipient's phone, and advises asking before giving", () => {
  expect(formatContacts([anna], { isDose: true, ...berlin })).toBe(
    "Anna’s phone was last connected at 13:40; Anna may have logged it offline. Ask before you give it.",
  );
  expect(formatContacts([], { isDose: true, ...berlin })).toBe("");
});

it("names the day of an earlier one, and several people in one sentence", () => {
  const ben = { name: "Ben", device: "computer" as const, at: Date.UTC(2026, 10, 24, 17) };
  expect(formatContacts([anna, ben], { isDose: false, ...berlin })).toBe(
    "Anna’s phone was last connected at 13:40 and Ben’s yesterday, 18:00; they may have logged it offline. Ask before you do it.",
  );
});

it("formats who was notified when, and who took it on", () => {
  const at = (clock: string) => Date.parse(`2026-11-25T${clock}:00+01:00`);
  const person = (name: string, clock: string) => ({ userId: name, name, at: at(clock) });
  const reading = { ...berlin, myId: "Me" };
  const run = { occurrence: at("09:00"), assignee: { userId: "Ben", name: "Ben" }, told: [], taken: null };
  expect(formatRun(run, reading)).toBe("");
  const told = [person("Anna", "09:20")];
  expect(formatRun({ ...run, told }, reading)).toBe("Ben was told at 09:00; Anna at 09:20");
  expect(
    formatRun({ ...run, assignee: null, told: [person("Me", "09:20"), person("Ida", "09:50")] }, reading),
  ).toBe("You were told at 09:20; Ida at 09:50");
  const many = ["Ida", "Me", "Jo", "Kim"].map((name) => person(name, "10:00"));
  expect(formatRun({ ...run, told: [...told, ...many.slice(0, 3)] }, reading)).toBe(
    "Ben was told at 09:00; Anna at 09:20; Ida, you and Jo at 10:00",
  );
  expect(formatRun({ ...run, assignee: null, told: many }, reading)).toBe(
    "Ida, you and 2 others were told at 10:00",
  );
  const taken = { byId: "Ben", by: "Ben", until: at("15:30") };
  expect(formatRun({ ...run, told, taken }, reading)).toBe("Ben is on it until 15:30");
  expect(formatRun({ ...run, told, taken: { ...taken, byId: "Me" } }, reading)).toBe(
    "You are on it until 15:30",
  );
  expect(formatRun({ ...run, told, taken: { ...taken, until: at("14:30") } }, reading)).toBe(
    "Ben was told at 09:00; Anna at 09:20",
  );
});

it("formats the step of a message", () => {
  expect(formatStep("again", null)).toBe("Still open");
  expect(formatStep("next", null)).toBe("Nobody has answered");
  expect(formatStep("stale", null)).toBe("Nobody has answered for 12 hours");
  expect(formatStep("taken", "Ben")).toBe("Ben is on it");
  expect(formatStep("taken", null)).toBe("Somebody is on it");
});
