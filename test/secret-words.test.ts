import { expect, it } from "vitest";
import { walRecords, wordsFound } from "./secret-words.ts";

/** A page of the write-ahead log with a header of this size, whose records fill it from this end. */
function walPage(header: number, records: string, end: "start" | "end"): Buffer {
  const page = Buffer.alloc(8192);
  page[2] = header === 40 ? 2 : 0;
  page.write(records, end === "start" ? header : page.length - records.length);
  return page;
}

it("finds a word that the headers of two pages of the write-ahead log divide", () => {
  const segment = Buffer.concat([
    walPage(40, "open-ti", "end"),
    walPage(24, "tle-4f6d, cont", "start").subarray(0, 24 + 14),
  ]);
  expect(wordsFound(segment, ["open-title-4f6d"])).toEqual([]);
  expect(wordsFound(walRecords(segment), ["open-title-4f6d"])).toEqual(["open-title-4f6d"]);
});
