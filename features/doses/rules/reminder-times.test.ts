import { expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { computeReminderTimes, type RemindedVersion, type ReminderMoment } from "./reminder-times.ts";

const at = (text: string) => Date.parse(text);
const clock = (...times: string[]): Schedule => ({
  kind: "clock",
  times: times.map((time) => ({ at: time, amount: 1 })),
  days: { everyDays: 1 },
});
const version = (schedule: Schedule, overrides: Partial<RemindedVersion> = {}): RemindedVersion => ({
  version: 1,
  schedule,
  firstDay: "2026-01-01",
  lastDay: null,
  timeZone: "Europe/Berlin",
  effectiveFrom: 0,
  lateAfterMinutes: 60,
  ...overrides,
});

/** All reminders between two moments as a planner finds them that looks when it was told to. */
function follow(
  versions: RemindedVersion[],
  from: number,
  to: number,
  { moment = "due" as ReminderMoment, lastGivenAt = null as number | null } = {},
): string[] {
  const told: string[] = [];
  let [after, now] = [from, from];
  for (let looks = 0; looks < 500; looks++) {
    const { slots, next } = computeReminderTimes(versions, {
      moment,
      after,
      now,
      endedAt: null,
      lastGivenAt,
    });
    told.push(
      ...slots.map(
        ({ slot, remindAt }) => `${slot.split("[")[0]} ${new Date(remindAt).toISOString().slice(0, 16)}Z`,
      ),
    );
    if (next === null || next > to) return told;
    expect(next).toBeGreaterThan(now);
    [after, now] = [now, next];
  }
  throw new Error("It never ends");
}

/** Two nights in which clocks change, with times before, in and after the hour that is skipped or repeated. */
const NIGHTS: [zone: string, from: string, to: string, times: string[], expected: string[]][] = [
  [
    "Europe/Berlin",
    "2026-03-29T00:00Z",
    "2026-03-29T12:00Z",
    ["01:30", "02:30", "03:30", "08:00"],
    [
      "2026-03-29T01:30 2026-03-29T00:30Z",
      // 02:30 doesn't exist: an hour later, at which 03:30 has its own dose.
      "2026-03-29T02:30 2026-03-29T01:30Z",
      "2026-03-29T03:30 2026-03-29T01:30Z",
      "2026-03-29T08:00 2026-03-29T06:00Z",
    ],
  ],
  [
    "Europe/Berlin",
    "2026-10-24T23:00Z",
    "2026-10-25T12:00Z",
    ["01:30", "02:30", "08:00"],
    [
      "2026-10-25T01:30 2026-10-24T23:30Z",
      // Twice on the clock, once reminded: the first time.
      "2026-10-25T02:30 2026-10-25T00:30Z",
      "2026-10-25T08:00 2026-10-25T07:00Z",
    ],
  ],
  [
    "America/New_York",
    "2026-03-08T05:00Z",
    "2026-03-08T20:00Z",
    ["02:15", "08:00"],
    ["2026-03-08T02:15 2026-03-08T07:15Z", "2026-03-08T08:00 2026-03-08T12:00Z"],
  ],
  [
    "America/New_York",
    "2026-11-01T04:00Z",
    "2026-11-01T20:00Z",
    ["01:15", "08:00"],
    ["2026-11-01T01:15 2026-11-01T05:15Z", "2026-11-01T08:00 2026-11-01T13:00Z"],
  ],
  [
    "Australia/Lord_Howe",
    "2026-10-03T14:00Z",
    "2026-10-04T04:00Z",
    ["02:15", "08:00"],
    // Half an hour is skipped at two.
    ["2026-10-04T02:15 2026-10-03T15:45Z", "2026-10-04T08:00 2026-10-03T21:00Z"],
  ],
  [
    "Australia/Lord_Howe",
    "2026-04-04T13:00Z",
    "2026-04-05T04:00Z",
    ["01:45", "08:00"],
    ["2026-04-05T01:45 2026-04-04T14:45Z", "2026-04-05T08:00 2026-04-04T21:30Z"],
  ],
  [
    "Africa/Cairo",
    "2026-04-23T21:00Z",
    "2026-04-24T12:00Z",
    ["00:30", "08:00"],
    // Midnight is skipped.
    ["2026-04-24T00:30 2026-04-23T22:30Z", "2026-04-24T08:00 2026-04-24T05:00Z"],
  ],
  [
    "Africa/Cairo",
    "2026-10-29T20:00Z",
    "2026-10-30T12:00Z",
    ["23:30", "08:00"],
    ["2026-10-29T23:30 2026-10-29T20:30Z", "2026-10-30T08:00 2026-10-30T06:00Z"],
  ],
];

it.each(NIGHTS)(
  "reminds once of each dose when clocks change in %s, from %s on",
  (timeZone, from, to, times, expected) => {
    const versions = [version(clock(...times), { timeZone })];
    expect(follow(versions, at(from), at(to))).toEqual(expected);
    // An hour after, by elapsed time, that there is no entry.
    expect(follow(versions, at(from) + HOUR, at(to) + HOUR, { moment: "late" })).toEqual(
      expected.map((line) => {
        const [slot, moment] = line.split(" ");
        return `${slot} ${new Date(at(moment!) + HOUR).toISOString().slice(0, 16)}Z`;
      }),
    );
  },
);

it("follows every n hours by the clock, steps of a taper, weekdays and a plan's last day", () => {
  const hours = version({ kind: "everyHours", hours: 8, from: "00:00", amount: 1 });
  expect(follow([hours], at("2026-03-28T22:30Z"), at("2026-03-29T23:00Z"))).toEqual([
    "2026-03-29T00:00 2026-03-28T23:00Z",
    "2026-03-29T08:00 2026-03-29T06:00Z",
    "2026-03-29T16:00 2026-03-29T14:00Z",
    "2026-03-30T00:00 2026-03-29T22:00Z",
  ]);
  const taper = version(
    {
      kind: "steps",
      steps: [
        { from: "2026-05-01", until: "2026-05-01", schedule: clock("08:00", "20:00") as never },
        { from: "2026-05-03", until: "2026-05-03", schedule: clock("09:00") as never },
      ],
    },
    { firstDay: "2026-05-01", lastDay: "2026-05-03" },
  );
  expect(follow([taper], at("2026-04-01T00:00Z"), at("2027-04-01T00:00Z"))).toEqual([
    "2026-05-01T08:00 2026-05-01T06:00Z",
    "2026-05-01T20:00 2026-05-01T18:00Z",
    "2026-05-03T09:00 2026-05-03T07:00Z",
  ]);
  const once = version({ kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { monthDays: [29] } });
  expect(follow([once], at("2026-01-30T00:00Z"), at("2026-04-01T00:00Z"))).toEqual([
    "2026-03-29T08:00 2026-03-29T06:00Z",
  ]);
});

it("keeps what was due under the version before, and takes another zone's clock from its moment on", () => {
  const versions = [
    version(clock("08:00", "20:00")),
    version(clock("08:00", "20:00"), {
      version: 2,
      timeZone: "America/New_York",
      effectiveFrom: at("2026-06-01T12:00Z"),
    }),
  ];
  expect(follow(versions, at("2026-05-31T22:00Z"), at("2026-06-02T03:00Z"))).toEqual([
    "2026-06-01T08:00 2026-06-01T06:00Z",
    "2026-06-01T08:00 2026-06-01T12:00Z",
    "2026-06-01T20:00 2026-06-02T00:00Z",
  ]);
});

it("counts hours from the last dose, also from one that was written down later", () => {
  const plan = [
    version({ kind: "afterLast", hours: 6, amount: 1 }, { effectiveFrom: at("2026-06-01T07:00Z") }),
  ];
  const look = (now: string, lastGivenAt: string | null) =>
    computeReminderTimes(plan, {
      moment: "due",
      after: at(now) - MINUTE,
      now: at(now),
      endedAt: null,
      lastGivenAt: lastGivenAt === null ? null : at(lastGivenAt),
    });
  // Before the first dose the plan's beginning counts.
  expect(look("2026-06-01T07:00Z", null).slots).toMatchObject([{ remindAt: at("2026-06-01T07:00Z") }]);
  expect(look("2026-06-01T10:00Z", "2026-06-01T09:00Z")).toEqual({
    slots: [],
    next: at("2026-06-01T15:00Z"),
  });
  expect(look("2026-06-01T17:00Z", "2026-06-01T09:00Z").slots).toMatchObject([
    { slot: "2026-06-01T15:00:00.000Z", remindAt: at("2026-06-01T15:00Z") },
  ]);
  expect(look("2026-06-02T17:00Z", "2026-06-01T09:00Z")).toEqual({ slots: [], next: null });
});

it("has no reminder for plans that ended, that are as needed or in free text, and that are over", () => {
  const now = at("2026-06-01T12:00Z");
  const look = { moment: "due" as const, after: now - DAY, now, endedAt: null, lastGivenAt: null };
  const none = { slots: [], next: null };
  expect(computeReminderTimes([version(clock("08:00"))], { ...look, endedAt: now - 1 })).toEqual(none);
  expect(computeReminderTimes([version({ kind: "freeText" })], look)).toEqual(none);
  expect(computeReminderTimes([version({ kind: "asNeeded", amount: 1, most: null })], look)).toEqual(none);
  expect(computeReminderTimes([version(clock("08:00"), { lastDay: "2026-05-20" })], look)).toEqual(none);
  expect(computeReminderTimes([], look)).toEqual(none);
});

it("a change that begins long after doesn't keep a rare plan from its next reminder", () => {
  const monthly: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { monthDays: [20] } };
  const later = version(monthly, {
    version: 2,
    firstDay: "2026-09-20",
    effectiveFrom: at("2026-09-20T00:00Z"),
  });
  expect(follow([version(monthly), later], at("2026-06-25T00:00Z"), at("2026-09-30T00:00Z"))).toEqual(
    ["07", "08", "09"].map((month) => `2026-${month}-20T08:00 2026-${month}-20T06:00Z`),
  );
});
