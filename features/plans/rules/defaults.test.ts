import { expect, it } from "vitest";
import { HOUR } from "../../../lib/dates/time.ts";
import { getDayPart, getDefaultSameDose, getUsualTimes } from "./defaults.ts";

it("takes doses for the same one within half the distance to the next, at most four hours", () => {
  expect(getDefaultSameDose([8 * HOUR, 14 * HOUR, 20 * HOUR])).toBe(180);
  expect(getDefaultSameDose([8 * HOUR, 32 * HOUR])).toBe(240);
  expect(getDefaultSameDose([8 * HOUR])).toBe(240);
});

it("offers the most frequent planned time of each part of the day, of several the earliest", () => {
  expect(getUsualTimes([])).toEqual({ morning: "08:00", noon: "12:00", evening: "18:00", night: "22:00" });
  expect(getUsualTimes(["07:30", "09:00", "07:30", "20:00", "19:00", "23:15"])).toEqual({
    morning: "07:30",
    noon: "12:00",
    evening: "19:00",
    night: "23:15",
  });
});

it("knows the part of the day of a time", () => {
  expect(["03:59", "04:00", "10:59", "11:00", "14:59", "15:00", "20:59", "21:00"].map(getDayPart)).toEqual([
    "night",
    "morning",
    "morning",
    "noon",
    "noon",
    "evening",
    "evening",
    "night",
  ]);
});
