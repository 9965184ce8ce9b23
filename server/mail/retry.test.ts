import { expect, it } from "vitest";
import { retryInSeconds } from "./retry.ts";

it.each<[number, number | undefined, number | null]>([
  [1, undefined, 30],
  [2, undefined, 60],
  [5, 451, 480],
  [12, undefined, 6 * 3600],
  [19, undefined, 6 * 3600],
  [20, undefined, null],
  [1, 550, null],
  [1, 535, 30],
  [20, 535, null],
])("after %i attempts, the last one with response %s, waits %s seconds", (attempts, code, seconds) => {
  expect(retryInSeconds(attempts, code)).toBe(seconds);
});
