import { describe, expect, it } from "vitest";
import { runInLanguage } from "../../server/words/texts.ts";
import { formatRecurrence, type Recurrence, UNITS, WEEKDAYS } from "./recurrence.ts";
import { describeRecurrence, nameWeekday } from "./recurrence-words.ts";

const weekly = (...byWeekdays: (typeof WEEKDAYS)[number][]): Recurrence => ({
  pattern: "weekly",
  weekly: { byWeekdays },
});
const monthly = (...byMonthDay: number[]): Recurrence => ({ pattern: "monthly", monthly: { byMonthDay } });

const ALL: Recurrence[] = [
  { pattern: "one-time" },
  ...UNITS.flatMap((unit): Recurrence[] =>
    [1, 2, 720].flatMap((every) => [
      { pattern: "interval", interval: { every, unit } },
      { pattern: "frequency", frequency: { times: every, per: 1, unit } },
      { pattern: "frequency", frequency: { times: 1, per: every, unit } },
    ]),
  ),
  ...[weekly(), weekly("MO"), weekly("MO", "TU"), weekly(...WEEKDAYS)],
  ...[monthly(), monthly(3), monthly(1, 15), monthly(1, 15, 31)],
  { pattern: "custom", rrule: "FREQ=DAILY" },
];

describe("a recurrence in words", () => {
  it.each(ALL)("is in English as it is stored: %j", (recurrence) => {
    expect(describeRecurrence(recurrence)).toBe(formatRecurrence(recurrence));
  });

  it("is in the reader's language", () => {
    const read = (language: string, recurrence: Recurrence) =>
      runInLanguage(language, () => describeRecurrence(recurrence));
    expect(read("de", weekly("MO", "TU", "SU"))).toBe("Jede Woche: Mo, Di und So");
    expect(read("pl", { pattern: "interval", interval: { every: 5, unit: "week" } })).toBe("Co 5 tygodni");
    expect(runInLanguage("es", () => nameWeekday("MO", "long"))).toBe("lunes");
  });
});
