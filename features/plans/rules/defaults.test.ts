import { expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { getDefaultSameDose } from "./defaults.ts";

it("takes doses for the same one within half the distance to the next, at most four hours", () => {
  expect(getDefaultSameDose([8 * HOUR, 14 * HOUR, 20 * HOUR])).toBe(180);
  expect(getDefaultSameDose([8 * HOUR, 32 * HOUR])).toBe(240);
  expect(getDefaultSameDose([8 * HOUR])).toBe(240);
});
