import { afterEach, expect, it } from "vitest";
import { runInLanguage } from "../../server/words/texts.ts";
import { getLocale, t, writeParts } from "./t.ts";

afterEach(() => expect(getLocale()).toBe("en-US"));

it("writes a text in English where no other language is wanted, with the numbers of that language", () => {
  expect(t("search.title")).toBe("Search");
  expect(t("search.found", { count: 1, words: "ibu" })).toBe("1 result for “ibu”");
  expect(t("search.found", { count: 1200, words: "ibu" })).toBe("1,200 results for “ibu”");
});

it("writes in the language of the recipient, also after something was awaited, and each for itself", async () => {
  const write = async () => {
    await Promise.resolve();
    return t("search.found", { count: 1200, words: "ibu" });
  };
  const [german, english] = await Promise.all([runInLanguage("de", write), runInLanguage("en", write)]);
  expect(german).toBe("1.200 Treffer für „ibu“");
  expect(english).toBe("1,200 results for “ibu”");
});

it("gives each tag its content", () => {
  const parts = writeParts<{ hidden: unknown[] }>("search.showCountMore", {
    count: 3,
    kind: "dose",
    hidden: (content) => ({ hidden: content }),
  });
  expect(parts).toEqual(["Show 3 more", { hidden: [" doses"] }]);
});

it("keeps a filled-in text together in a right-to-left language, and chooses by a value all the same", () => {
  const write = () => t("search.found", { count: 2, words: "Ibuprofen 5 mg" });
  expect(runInLanguage("ar", write)).toContain("\u2068Ibuprofen 5 mg\u2069");
  expect(write()).not.toMatch(/[\u2066-\u2069]/);
  const choose = (hasPicture: string) => runInLanguage("ar", () => t("account.whoSees", { hasPicture }));
  expect(choose("true")).not.toBe(choose("false"));
});
