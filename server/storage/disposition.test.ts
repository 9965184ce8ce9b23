import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanFilename } from "../../features/attachments/rules.ts";
import { formatContentDisposition, getServedType } from "./disposition.ts";

const file = (filename: string, previewType: "image/png" | "application/pdf" | null = null) => ({
  filename,
  previewType,
});

describe("the headers of a served file", () => {
  it.each([
    ["X-ray of 5 May (2).txt", `attachment; filename="X-ray of 5 May (2).txt"`],
    ["Röntgen 5%.pdf", `attachment; filename="R_ntgen 5_.pdf"; filename*=UTF-8''R%C3%B6ntgen%205%25.pdf`],
    ['a"b\\c.txt', `attachment; filename="a_b_c.txt"; filename*=UTF-8''a%22b%5Cc.txt`],
    [
      "it's ä (1)*.txt",
      `attachment; filename="it's _ (1)*.txt"; filename*=UTF-8''it%27s%20%C3%A4%20%281%29%2A.txt`,
    ],
    ["薬.png", `attachment; filename="_.png"; filename*=UTF-8''%E8%96%AC.png`],
    [
      "👩‍👩‍👧.png",
      `attachment; filename="________.png"; filename*=UTF-8''${encodeURIComponent("👩‍👩‍👧.png")}`,
    ],
  ])("name %s as RFC 6266 requires", (filename, header) => {
    expect(formatContentDisposition(file(filename), false)).toBe(header);
  });

  it("make one safe header line from any cleaned filename", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 255 }), (name) => {
        const filename = cleanFilename(name);
        const header = formatContentDisposition(file(filename), false);
        const parts =
          /^attachment; filename="([ !#-$&-[\]-~]*)"(?:; filename\*=UTF-8''([\w%.~!#$&+^`|-]*))?$/.exec(
            header,
          );
        expect(parts, header).not.toBeNull();
        expect(parts![2] === undefined ? parts![1] : decodeURIComponent(parts![2])).toBe(filename);
      }),
    );
  });

  it("show only pictures inline, and only on request", () => {
    expect(formatContentDisposition(file("a.png", "image/png"), true)).toMatch(/^inline;/);
    expect(formatContentDisposition(file("a.png", "image/png"), false)).toMatch(/^attachment;/);
    expect(formatContentDisposition(file("a.pdf", "application/pdf"), true)).toMatch(/^attachment;/);
    expect(formatContentDisposition(file("a.html"), true)).toMatch(/^attachment;/);
  });

  it("give the real type only for files that may be shown", () => {
    expect(getServedType(file("a.png", "image/png"))).toBe("image/png");
    expect(getServedType(file("a.html"))).toBe("application/octet-stream");
  });
});
