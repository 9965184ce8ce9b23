import { describe, expect, it } from "vitest";
import { HARMFUL_FILES, PREVIEWABLE_FILES } from "../../test/files.ts";
import { getPreviewType } from "./preview_type.ts";

describe("the type of a file by its first bytes", () => {
  it.each(PREVIEWABLE_FILES)("is $type for $name", ({ type, bytes }) => {
    expect(getPreviewType(bytes)).toBe(type);
    expect(getPreviewType(bytes.subarray(0, 16))).toBe(type);
  });

  it.each(HARMFUL_FILES)("is $shownAs for $name", ({ bytes, shownAs }) => {
    expect(getPreviewType(bytes)).toBe(shownAs);
  });

  it("is null for a file that is too short", () => {
    for (const { bytes } of PREVIEWABLE_FILES) expect(getPreviewType(bytes.subarray(0, 2))).toBeNull();
    expect(getPreviewType(new Uint8Array())).toBeNull();
  });
});
