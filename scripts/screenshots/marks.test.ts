import format, { type CompiledMessage } from "icu-minify/format";
import { expect, it } from "vitest";
import { compileMessages, listRooms, readMessages } from "../../server/words/read.ts";
import { MARK, markMessage, readMark } from "./marks.ts";

const formatters = {
  getDateTimeFormat: (locale: unknown, options: unknown) =>
    new Intl.DateTimeFormat(locale as string, options as Intl.DateTimeFormatOptions),
  getNumberFormat: (locale: unknown, options: unknown) =>
    new Intl.NumberFormat(locale as string, options as Intl.NumberFormatOptions),
  getPluralRules: (locale: unknown, options: unknown) =>
    new Intl.PluralRules(locale as string, options as Intl.PluralRulesOptions),
};
const write = (message: CompiledMessage, values: Record<string, unknown>): string =>
  [format(message, "en", values as never, { formatters } as never)].flat().join("");

it("each text of the product has its number in front, and reads as before without it", () => {
  let number = 0;
  for (const room of listRooms())
    for (const [name, message] of Object.entries(compileMessages("en", room))) {
      number++;
      // Texts with values need them; their literals are marked the same way.
      if (/[{<]/.test(readMessages("en", room)[name]!)) continue;
      const marked = write(markMessage(message, number), {});
      const marks = [...marked.matchAll(new RegExp(MARK, "g"))];
      expect(
        marks.map(([mark]) => readMark(mark)),
        `${room}.${name}`,
      ).toEqual([number]);
      expect(marked.replace(new RegExp(MARK, "g"), "")).toBe(write(message, {}));
    }
  expect(number).toBeLessThan(2 ** 14);
});
