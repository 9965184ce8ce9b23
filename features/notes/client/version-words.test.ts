import { expect, it } from "vitest";
import type { NotePart } from "../rules.ts";
import { changeInWords } from "./version-words.ts";

it.each<[number, NotePart[], string]>([
  [1, [], "Wrote the note"],
  [2, ["title"], "Changed the title"],
  [2, ["title", "content"], "Changed the title and the content"],
  [3, ["title", "noteDate", "tags"], "Changed the title, the date and the tags"],
  [4, ["visibility"], "Changed who can see it"],
])("version %i with %j is: %s", (version, changed, words) => {
  expect(changeInWords({ version, changed })).toBe(words);
});
