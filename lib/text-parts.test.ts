import fc from "fast-check";
import { expect, it } from "vitest";
import { splitText } from "./text-parts.ts";

const people = [
  { userId: "c", name: "Clara" },
  { userId: "h", name: "https" },
];

it("highlights mentions and links addresses, but no mention inside an address", () => {
  expect(splitText("Ask @Clara: https://a.b/@Clara", people).map(({ at: _, ...part }) => part)).toEqual([
    { text: "Ask ", href: null, isMention: false },
    { text: "@Clara", href: null, isMention: true },
    { text: ": ", href: null, isMention: false },
    { text: "https://a.b/@Clara", href: "https://a.b/@Clara", isMention: false },
  ]);
});

it("keeps the text as it is", () => {
  const pieces = fc.constantFrom("@Clara", "@https", "://", "https://a.b", " ", "@", "\n", "<b>", "Clara");
  fc.assert(
    fc.property(fc.array(pieces), (array) => {
      const text = array.join("");
      const parts = splitText(text, people);
      expect(parts.map((part) => part.text).join("")).toBe(text);
      expect(new Set(parts.map(({ at }) => at)).size).toBe(parts.length);
    }),
  );
});
