import { expect, it } from "vitest";
import { listInWords } from "./list-words.ts";

it.each([
  [["the title"], "the title"],
  [["the title", "the tags"], "the title and the tags"],
  [["the title", "the date", "the tags"], "the title, the date and the tags"],
])("joins %j as in a sentence", (things, words) => expect(listInWords(things)).toBe(words));
