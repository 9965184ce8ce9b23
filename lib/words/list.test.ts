import { expect, it } from "vitest";
import { runInLanguage } from "../../server/words/texts.ts";
import { listInSentence, listNames } from "./list.ts";

it("separates names as the reader's language does", () => {
  expect(listNames(["Ada"])).toBe("Ada");
  expect(listNames(["Ada", "Grace", "Joan"])).toBe("Ada, Grace, Joan");
  expect(runInLanguage("de", () => listNames(["Ada", "Grace", "Joan"]))).toBe("Ada, Grace und Joan");
});

it("lists parts in a sentence", () => {
  const parts = ["the title", "the date", "the tags"];
  expect(listInSentence(parts)).toBe("the title, the date and the tags");
  expect(runInLanguage("es", () => listInSentence(["título", "fecha"]))).toBe("título y fecha");
});
