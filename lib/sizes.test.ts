import { expect, it } from "vitest";
import { adminSize, recordingSize } from "./sizes.ts";

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [1024 ** 2, "1.00 MB"],
  [5 * 1024 ** 3, "5120.00 MB"],
])("WORK-908 WORK-909 an administrator reads %i as %s", (bytes, words) => {
  expect(adminSize(bytes)).toBe(words);
});

it.each([
  [512, "512 Bytes"],
  [2048, "2 KB"],
  [1.5 * 1024 ** 2, "1.5 MB"],
  [3 * 1024 ** 3, "3 GB"],
  [2048 * 1024 ** 3, "2048 GB"],
])("WORK-910 a recording of %i is %s", (bytes, words) => {
  expect(recordingSize(bytes)).toBe(words);
});
