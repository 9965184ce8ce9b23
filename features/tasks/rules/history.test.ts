import { describe, expect, it } from "vitest";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import { NO_DATES } from "../rules.ts";
import { countStates, describeHistory, getHistoryStart, getHistoryState, HISTORY_DAYS } from "./history.ts";

const ZONE = "Europe/Berlin";
const HOUR = 3_600_000;
const at = (day: string, hour: number) => getDayStart(day, ZONE) + hour * HOUR;
const NOW = at("2027-03-30", 10);

const task = (fields: object = {}) => ({
  ...NO_DATES,
  dateOnly: true,
  scheduledDay: "2027-03-28",
  status: "pending" as const,
  timeZone: ZONE,
  addedToTodayAt: null,
  pausedSince: null,
  completedAt: null,
  ...fields,
});
const done = (completedAt: number, fields: object = {}) =>
  task({ status: "completed", completedAt, ...fields });

describe("what became of a task", () => {
  it.each([
    ["done on its day", done(at("2027-03-28", 12)), "done"],
    // The clocks are put forward on this day, which has 23 hours.
    ["done in the last hour of its day", done(at("2027-03-28", 22.9)), "done"],
    ["done after the midnight that follows", done(at("2027-03-29", 0)), "late"],
    ["done before its day", done(at("2027-03-20", 12)), "done"],
    ["done when nobody noted it", task({ status: "completed" }), "done"],
    [
      "done an hour after its time",
      done(at("2027-03-28", 9), { dateOnly: false, scheduledDate: at("2027-03-28", 8) }),
      "done",
    ],
    ["done by its later due day", done(at("2027-03-29", 9), { dueDay: "2027-03-29" }), "done"],
    ["open after its day", task(), "missed"],
    ["begun, but not done on its day", task({ status: "in_progress" }), "missed"],
    ["open on its day", task({ scheduledDay: "2027-03-30" }), "open"],
    [
      "expired on its day",
      task({
        dateOnly: false,
        scheduledDay: "2027-03-30",
        scheduledDate: at("2027-03-30", 7),
        endDate: at("2027-03-30", 8),
      }),
      "missed",
    ],
    ["of a paused program", task({ pausedSince: at("2027-03-27", 8) }), "paused"],
    ["cancelled", task({ status: "cancelled" }), "cancelled"],
  ] as const)("%s", (_, one, state) => {
    expect(getHistoryState(one as ReturnType<typeof task>, NOW)).toBe(state);
  });
});

describe("the words of a history", () => {
  it.each([
    [["done", "done", "late", "missed"], "3 of 4 done, 1 of them late, 1 missed"],
    [["done", "cancelled", "open", "paused"], "1 of 1 done, 1 cancelled, 1 still open, 1 paused"],
    [["open"], "None was due, 1 still open"],
    [[], "None was due"],
  ] as const)("of %j", (states, words) => {
    expect(describeHistory(countStates(states))).toBe(words);
  });
});

it("has thirty days, the last one included", () => {
  expect([HISTORY_DAYS, getHistoryStart("2027-03-30"), getHistoryStart("2028-03-01")]).toEqual([
    30,
    "2027-03-01",
    "2028-02-01",
  ]);
});
