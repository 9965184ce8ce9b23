import { describe, expect, it } from "vitest";
import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { describeFrequency } from "./frequency-words.ts";

describe("how often a task is done", () => {
  it.each<[Recurrence | null, string | null]>([
    [{ pattern: "interval", interval: { every: 1, unit: "day" } }, "Every day"],
    [{ pattern: "interval", interval: { every: 2, unit: "week" } }, "Every 2 weeks"],
    [{ pattern: "frequency", frequency: { times: 1, per: 1, unit: "day" } }, "Once a day"],
    [{ pattern: "frequency", frequency: { times: 2, per: 1, unit: "hour" } }, "Twice an hour"],
    [{ pattern: "frequency", frequency: { times: 3, per: 1, unit: "day" } }, "3 times a day"],
    [{ pattern: "frequency", frequency: { times: 3, per: 2, unit: "week" } }, "3 times per 2 weeks"],
    [{ pattern: "weekly", weekly: { byWeekdays: ["MO", "TH"] } }, "Every Mon, Thu"],
    [{ pattern: "one-time" }, null],
    [null, null],
  ])("%j reads %s", (recurrence, words) => {
    expect(describeFrequency({ isRecurring: true, recurrence })).toBe(words);
    expect(describeFrequency({ isRecurring: false, recurrence })).toBeNull();
  });
});
