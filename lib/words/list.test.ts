import { expect, it } from "vitest";
import { runInLanguage } from "../../server/words/texts.ts";
import { listNames } from "./list.ts";

it("separates names as the reader's language does", () => {
  expect(listNames(["Ada"])).toBe("Ada");
  expect(listNames(["Ada", "Grace", "Joan"])).toBe("Ada, Grace, Joan");
  expect(runInLanguage("de", () => listNames(["Ada", "Grace", "Joan"]))).toBe("Ada, Grace und Joan");
});
