import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFileLinks } from "./links.ts";

const links = createFileLinks("a secret of the tests, long enough", "https://care.example.org");
const upload = { use: "upload", grantId: "0197c3d4-0000-7000-8000-000000000001" } as const;
const tokenOf = (url: string) => url.split("/").at(-1)!;

describe("links to files on this server", () => {
  it("carry what they allow until they expire", () => {
    const url = links.sign(upload, 1_000);
    expect(url).toMatch(/^https:\/\/care\.example\.org\/api\/files\/[\w.-]+$/);
    expect(links.read(tokenOf(url), 999)).toEqual(upload);
    expect(links.read(tokenOf(url), 1_000)).toBeNull();
  });

  it("are refused when any letter is changed", () => {
    const token = tokenOf(links.sign(upload, 1_000));
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
      // The last letter of a base64 text may have bits that count for nothing.
      if (at < token.length - 1) expect(links.read(changed, 0), `letter ${at}`).toBeNull();
    }
    const [text, mac] = token.split(".");
    const later = Buffer.from(JSON.stringify({ ...upload, expiresAt: 9e15 })).toString("base64url");
    for (const forged of [`${later}.${mac}`, `${text}.`, text!, `${token}.`, `.${mac}`, ".", ""]) {
      expect(links.read(forged, 0), forged).toBeNull();
    }
  });

  it("of another deployment are refused", () => {
    const theirs = createFileLinks("another secret of the tests, long enough", "https://care.example.org");
    expect(links.read(tokenOf(theirs.sign(upload, 1_000)), 0)).toBeNull();
  });

  it("made of any other text are refused without an error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3_000 }), (text) => {
        expect(links.read(text, 0)).toBeNull();
      }),
    );
  });
});
