import { describe, expect, it } from "vitest";
import { fits, getCategories } from "./program-filter.ts";

const HIP = {
  name: "After a hip operation",
  description: "Übungen for six weeks",
  category: "Surgery",
  tags: ["walking", "wound"],
};

describe("the search of the picker", () => {
  it.each([
    ["hip", true],
    ["SIX weeks", true],
    ["surgery", true],
    ["wound", true],
    ["ubungen", true],
    ["hip wound", true],
    ["  ", true],
    ["knee", false],
    ["hip knee", false],
  ])("finds words in name, description, category and tags: %s", (words, found) => {
    expect(fits(HIP, { words, category: null })).toBe(found);
  });

  it("finds a program by its names in further languages", () => {
    const translated = { ...HIP, otherNames: ["Nach einer Hüftoperation"] };
    expect(fits(translated, { words: "huftoperation", category: null })).toBe(true);
  });

  it("filters by one category and by words at the same time", () => {
    expect(fits(HIP, { words: "hip", category: "Surgery" })).toBe(true);
    expect(fits(HIP, { words: "hip", category: "Neurology" })).toBe(false);
    expect(fits(HIP, { words: "knee", category: "Surgery" })).toBe(false);
  });

  it("offers the existing categories, sorted, without duplicates or an empty one", () => {
    const of = (category: string) => ({ ...HIP, category });
    expect(getCategories([of("Surgery"), of(""), of("Dementia"), of("Surgery")])).toEqual([
      "Dementia",
      "Surgery",
    ]);
  });
});
