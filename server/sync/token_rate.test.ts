import { expect, it } from "vitest";
import { CALLS_PER_MINUTE, TokenRate } from "./token_rate.ts";

it("lets a token call so often in a minute, says how long it has to wait, and counts each token by itself", () => {
  const rate = new TokenRate();
  for (let call = 0; call < CALLS_PER_MINUTE; call++) expect(rate.count("one", 1_000)).toBe(null);
  expect(rate.count("one", 31_000)).toBe(30);
  expect(rate.count("other", 31_000)).toBe(null);
  expect(rate.count("one", 61_000)).toBe(null);
});
