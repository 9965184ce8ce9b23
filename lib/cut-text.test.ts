import fc from "fast-check";
import { expect, it } from "vitest";
import { cutText, getFirstWords, shorten } from "./cut-text.ts";

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc"],
  ["ab💊", 3, "ab💊"],
  ["ab💊d", 3, "ab💊"],
  ["abc💊", 3, "abc"],
  // A letter and its accent, a family, a flag: each is one to whoever reads it.
  ["abe\u0301", 3, "ab"],
  ["a👩‍👩‍👧", 3, "a"],
  ["ab🇩🇪", 3, "ab"],
  ["👩‍👩‍👧", 2, "👩‍"],
  ["abc", 0, ""],
])("%j cut at %i is %j", (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});

it("cuts any text to a well-formed beginning of it, within the limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 40 }), (text, length) => {
      const cut = cutText(text, length);
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut)).toBe(true);
      expect([...cut].length).toBeLessThanOrEqual(length);
      if ([...text].length <= length) expect(cut).toBe(text);
    }),
  );
});

it("ends a shortened text with an ellipsis", () => {
  expect(shorten("one two", 7)).toBe("one two");
  expect(shorten("one two", 4)).toBe("one…");
});

it.each([
  ["", ""],
  ["  Slept badly.  ", "Slept badly."],
  ["Slept badly.\nCall Dr. Sahin.", "Slept badly."],
  ["\n\n Slept   badly ", "Slept badly"],
  ["Slept badly, awake", "Slept badly…"],
  ["Donaudampfschifffahrt", "Donaudampfschi…"],
])("the first words of %j are %j", (text, words) => {
  expect(getFirstWords(text, 14)).toBe(words);
});
