import { expect, it } from "vitest";
import { getTextAfter, isQuestion, removeQuestionTag } from "./rules.ts";

it("doesn't repeat a text that is its own title", () => {
  expect(getTextAfter("Is it too much?", "Is it too much?")).toBe("");
  expect(getTextAfter("Is it too much?", "Is it too much? She is dizzy.")).toBe("She is dizzy.");
  expect(getTextAfter("A walk", "She liked it.")).toBe("She liked it.");
});

it("recognises a question by its tag, in any spelling", () => {
  expect(isQuestion({ tags: ["pain", "Question"] })).toBe(true);
  expect(isQuestion({ tags: ["questions", "pain"] })).toBe(false);
  expect(isQuestion({ tags: [] })).toBe(false);
  expect(removeQuestionTag(["pain", "QUESTION", "Knee"])).toEqual(["pain", "Knee"]);
});
