import { describe, expect, it } from "vitest";
import { readFileText } from "./file-text.ts";

const TEXT = '{"programName":"Über 🚶"}';
const bigEndian = (text: string) => Buffer.from(text, "utf16le").swap16();

describe("the text of a file", () => {
  it.each([
    ["UTF-8", Buffer.from(TEXT)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${TEXT}`)],
    ["UTF-16", Buffer.from(`\ufeff${TEXT}`, "utf16le")],
    ["UTF-16 without a mark", Buffer.from(TEXT, "utf16le")],
    ["UTF-16, the other way round", bigEndian(`\ufeff${TEXT}`)],
    ["UTF-16, the other way round, without a mark", bigEndian(TEXT)],
  ])("is read from %s", (_, bytes) => {
    expect(readFileText(bytes)).toBe(TEXT);
  });

  it.each([
    ["Latin-1", Buffer.from(TEXT.replace("🚶", ""), "latin1")],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ["half a character", Buffer.from([0x7b, 0xc3])],
  ])("can't be read from %s", (_, bytes) => {
    expect(readFileText(bytes)).toBeNull();
  });

  it("is empty for an empty file", () => {
    expect(readFileText(new Uint8Array())).toBe("");
  });
});
