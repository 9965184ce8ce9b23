import fc from "fast-check";
import { expect, it } from "vitest";
import { linkify } from "./linkify.ts";

it.each([
  ["see https://example.org/a?b=c.", ["https://example.org/a?b=c"]],
  ["(http://example.org)", ["http://example.org"]],
  ["javascript:alert(1) file:///etc ftp://x", []],
  ['<a href="https://example.org">', ["https://example.org"]],
])("%j links to %j", (text, addresses) => {
  expect(linkify(text).flatMap(({ href }) => href ?? [])).toEqual(addresses);
});

it("keeps any text whole, and links only http and https addresses", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("https://", "http://", "a.b", " ", ".", "<", '"', "javascript:", "\n")),
      (parts) => {
        const text = parts.join("");
        const found = linkify(text);
        expect(found.map((part) => part.text).join("")).toBe(text);
        expect(found.every(({ href }) => href === null || /^https?:\/\//.test(href))).toBe(true);
      },
    ),
  );
});
