import { describe, expect, it } from "vitest";
import { HARMFUL_FILES, PREVIEWABLE_FILES } from "../../test/files.ts";
import { previewTypeOf } from "./preview_type.ts";

describe("the type of a file by its first bytes", () => {
  it.each(PREVIEWABLE_FILES)("is $type for $name", ({ type, bytes }) => {
    expect(previewTypeOf(bytes)).toBe(type);
    expect(previewTypeOf(bytes.subarray(0, 16))).toBe(type);
  });

  it.each(HARMFUL_FILES)("is $shownAs for $name", ({ bytes, shownAs }) => {
    expect(previewTypeOf(bytes)).toBe(shownAs);
  });

  it("is null for a file that is too short", () => {
    for (const { bytes } of PREVIEWABLE_FILES) expect(previewTypeOf(bytes.subarray(0, 2))).toBeNull();
    expect(previewTypeOf(new Uint8Array())).toBeNull();
  });
});
