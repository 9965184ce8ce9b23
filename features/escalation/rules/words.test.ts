import { expect, it } from "vitest";
import { contactWords, stepWords } from "./words.ts";

const NOW = Date.UTC(2026, 10, 25, 14);
const berlin = { timeZone: "Europe/Berlin", now: NOW };
const anna = { name: "Anna", device: "phone" as const, at: Date.UTC(2026, 10, 25, 12, 40) };

it("says when the phone of whoever was reminded was last connected, and to ask before giving it", () => {
  expect(contactWords([anna], { isDose: true, ...berlin })).toBe(
    "Anna’s phone was last connected at 13:40; Anna may have logged it offline. Ask before you give it.",
  );
  expect(contactWords([], { isDose: true, ...berlin })).toBe("");
});

it("names the day of an earlier one, and several people in one sentence", () => {
  const ben = { name: "Ben", device: "computer" as const, at: Date.UTC(2026, 10, 24, 17) };
  expect(contactWords([anna, ben], { isDose: false, ...berlin })).toBe(
    "Anna’s phone was last connected at 13:40 and Ben’s yesterday, 18:00; they may have logged it offline. Ask before you do it.",
  );
});

it("says what a message is", () => {
  expect(stepWords("again", null)).toBe("Still open");
  expect(stepWords("next", null)).toBe("Nobody has answered");
  expect(stepWords("taken", "Ben")).toBe("Ben is on it");
  expect(stepWords("taken", null)).toBe("Somebody is on it");
});
