import compile from "icu-minify/compile";
import format from "icu-minify/format";
import { expect, it } from "vitest";
import { toPseudo } from "./pseudo.ts";
import { compileMessages, listRooms, readMessages } from "./read.ts";

const formatters = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};
const write = (message: string, values: Record<string, string | number | ((content: unknown[]) => string)>) =>
  format(toPseudo("en-XA", compile(message)), "en", values as never, { formatters });

it("changes all letters of a text, and neither arguments nor tags", () => {
  expect(write("Search", {})).toBe("[Šéåŕçĥ···]");
  expect(write("{count, plural, one {# note} other {# notes}} of {name}", { count: 2, name: "Rosa" })).toBe(
    "2[ ñöţéš···][ öf ··]Rosa",
  );
  expect(write("{kind, select, a {Old} other {{count, number} new}}", { kind: "b", count: 1200 })).toBe(
    "1,200[ ñéŵ··]",
  );
  expect(write("See <b>{name}</b><i>now</i>", { name: "Rosa", b: (c) => `<${c}>`, i: (c) => `(${c})` })).toBe(
    "[Šéé ··]<Rosa>([ñöŵ··])",
  );
});

it("leaves no plain text in any message", () => {
  for (const room of listRooms())
    for (const [name, message] of Object.entries(compileMessages("en-XB", room))) {
      // An argument's name stays; no text begins or ends without its mark.
      const texts = JSON.stringify(message).match(/"[^"]*[A-Z][a-z]+ [^"]*"/g) ?? [];
      for (const text of texts) expect([name, text]).toEqual([name, expect.stringMatching(/^"\u202e/)]);
    }
  expect(Object.keys(compileMessages("en-XA", "search"))).toEqual(Object.keys(readMessages("en", "search")));
});
