import { expect, it } from "vitest";
import { spec } from "../test/spec.ts";
import { getAdminSize, getRecordingSize } from "./sizes.ts";

it.each([
  [0, "0 B"],
  [1023, "1023 B"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [1024 ** 2, "1.00 MB"],
  [5 * 1024 ** 3, "5120.00 MB"],
])("shows administrators %i bytes as %s", { tags: spec("WORK-908 WORK-909") }, (bytes, words) => {
  expect(getAdminSize(bytes)).toBe(words);
});

it.each([
  [512, "512 Bytes"],
  [2048, "2 KB"],
  [1.5 * 1024 ** 2, "1.5 MB"],
  [3 * 1024 ** 3, "3 GB"],
  [2048 * 1024 ** 3, "2048 GB"],
])("shows a recording of %i bytes as %s", { tags: spec("WORK-910") }, (bytes, words) => {
  expect(getRecordingSize(bytes)).toBe(words);
});
