import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getFileAddress } from "../../lib/file-paths.ts";
import { cleanFilename, getMediaType, getUploadedType, TOO_LARGE } from "./rules.ts";

describe("the name of a file", () => {
  it("is the same after a second cleaning", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
        const clean = cleanFilename(name);
        const marks = [..."/\\\u2028\u2029\u202a\u202e\u2066\u2069\u200e\u061c\ufeff"];
        expect(marks.filter((mark) => clean.includes(mark))).toEqual([]);
        expect(
          [...clean].every((letter) => letter >= " " && !(letter >= "\u007f" && letter <= "\u009f")),
        ).toBe(true);
        expect(clean).toBe(clean.trim());
        expect([".", ".."]).not.toContain(clean);
        expect(cleanFilename(clean)).toBe(clean);
      }),
    );
  });

  it("keeps all letters", () => {
    for (const name of [
      "x-ray 5 (2).pdf",
      ".profile",
      "ärztebrief.docx",
      "薬の一覧.png",
      "👩‍👩‍👧.jpg",
      "a..b",
    ]) {
      expect(cleanFilename(name)).toBe(name);
    }
  });
});

describe("the type of a file", () => {
  it.each([
    ["image/png", "image/png"],
    ["Text/HTML; charset=UTF-8", "text/html"],
    ["", "application/octet-stream"],
    [" ; charset=utf-8", "application/octet-stream"],
    [undefined, "application/octet-stream"],
  ])("of %j is %s", (header, type) => {
    expect(getUploadedType(header)).toBe(type);
    expect(getMediaType(getUploadedType(header))).toBe(type);
  });
});

it("10 MB are 10,485,760 bytes", () => {
  expect(TOO_LARGE).toBe(10_485_760);
});

it.each([
  ["http://localhost:3000/api/files/abc.def", "/api/files/abc.def"],
  ["https://care.example.org/api/files/abc.def", "/api/files/abc.def"],
  [
    "https://files.s3.amazonaws.com/uploads/a?X-Amz-Date=1",
    "https://files.s3.amazonaws.com/uploads/a?X-Amz-Date=1",
  ],
])("the page requests %s at %s", (url, address) => {
  expect(getFileAddress(url)).toBe(address);
});
