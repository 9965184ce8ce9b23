import { describe, expect, it } from "vitest";
import { HARMFUL, HARMLESS } from "../../test/files.ts";
import { previewTypeOf } from "./preview_type.ts";

describe("what a file says that it is", () => {
  it.each(HARMLESS)("$type of $name", ({ type, bytes }) => {
    expect(previewTypeOf(bytes)).toBe(type);
    expect(previewTypeOf(bytes.subarray(0, 16))).toBe(type);
  });

  it.each(HARMFUL)("$name is shown as $shownAs", ({ bytes, shownAs }) => {
    expect(previewTypeOf(bytes)).toBe(shownAs);
  });

  it("is nothing for what is too short to tell", () => {
    for (const { bytes } of HARMLESS) expect(previewTypeOf(bytes.subarray(0, 2))).toBeNull();
    expect(previewTypeOf(new Uint8Array())).toBeNull();
  });
});
