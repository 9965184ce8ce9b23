import { describe, expect, it } from "vitest";
import { HARMFUL, HARMLESS } from "../../test/files.ts";
import { previewTypeOf } from "./preview_type.ts";

describe("the type of a file by its first bytes", () => {
  it.each(HARMLESS)("is $type for $name", ({ type, bytes }) => {
    expect(previewTypeOf(bytes)).toBe(type);
    expect(previewTypeOf(bytes.subarray(0, 16))).toBe(type);
  });

  it.each(HARMFUL)("is $shownAs for $name", ({ bytes, shownAs }) => {
    expect(previewTypeOf(bytes)).toBe(shownAs);
  });

  it("is null for a file that is too short", () => {
    for (const { bytes } of HARMLESS) expect(previewTypeOf(bytes.subarray(0, 2))).toBeNull();
    expect(previewTypeOf(new Uint8Array())).toBeNull();
  });
});
