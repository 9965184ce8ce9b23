import { expect, it } from "vitest";
import { isQuestion, withoutQuestion } from "./rules.ts";

it("a note is a question by its tag, in whatever spelling, and none without it", () => {
  expect(isQuestion({ tags: ["pain", "Question"] })).toBe(true);
  expect(isQuestion({ tags: ["questions", "pain"] })).toBe(false);
  expect(isQuestion({ tags: [] })).toBe(false);
  expect(withoutQuestion(["pain", "QUESTION", "Knee"])).toEqual(["pain", "Knee"]);
});
