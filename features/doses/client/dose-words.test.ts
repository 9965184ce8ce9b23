import { expect, it } from "vitest";
import type { Dose, DosePlan } from "../../../lib/api.ts";
import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import conflicts from "../../../words/en/doseconflicts.json" with { type: "json" };
import dialogs from "../../../words/en/dosedialogs.json" with { type: "json" };
import questions from "../../../words/en/dosequestions.json" with { type: "json" };
import reasons from "../../../words/en/dosereasons.json" with { type: "json" };
import sheet from "../../../words/en/dosesheet.json" with { type: "json" };
import { UNITS } from "../../plans/rules/amounts.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { findKnownConflicts, getNeededState } from "./as-needed.ts";
import { formatMedicine, formatState } from "./dose-words.ts";
import { formatConflicts, limitWords } from "./limit-words.ts";
import { computeToday, countDaysBefore } from "./today-rows.ts";

const NOW = Date.UTC(2026, 4, 4, 12, 0);
const reading = { myId: "me", timeZone: "UTC", now: NOW };

const plan = (id: string, schedule: Schedule, fields: object = {}, facts: object = {}) =>
  ({
    _id: id,
    name: id,
    strength: "",
    doseUnit: "tablet",
    isLost: false,
    endedAt: null,
    notes: "",
    coming: [],
    ...facts,
    current: {
      version: 1,
      schedule,
      firstDay: "2026-01-01",
      lastDay: null,
      minGapMinutes: null,
      maxCount: null,
      maxAmount: null,
      windowHours: 24,
      sameDoseMinutes: null,
      lateAfterMinutes: 60,
      lateUntilMinutes: 240,
      instructions: "",
      saidBy: "",
      ...fields,
    },
  }) as unknown as DosePlan;

let count = 0;
const dose = (planId: string, givenAt: number, fields: object = {}) =>
  ({
    _id: `d${++count}`,
    planId,
    slot: null,
    dueAt: null,
    state: "given",
    reason: null,
    amount: 1,
    givenAt,
    givenBy: "Ana",
    givenById: "ana",
    recordedBy: "Ana",
    recordedById: "ana",
    recordedAt: givenAt,
    note: "",
    extraOf: null,
    against: [],
    claimedUntil: null,
    helped: null,
    revision: 1,
    ...fields,
  }) as unknown as Dose;

const needed: Schedule = { kind: "asNeeded", amount: 1, most: 2 };

it("shows the typed limits with their source: from when, and how many of how many", () => {
  const limited = plan("ibuprofen", needed, {
    minGapMinutes: 240,
    maxCount: 4,
    saidBy: "Dr Lee, letter of 3 May",
  });
  const lately = [dose("ibuprofen", NOW - 20 * MINUTE), dose("ibuprofen", NOW - 6 * HOUR)];
  const clock = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  const from = clock.format(NOW - 20 * MINUTE + 4 * HOUR);
  const words = limitWords(limited, getNeededState(limited, lately, 1, NOW), reading)!;
  expect(words.replace(/ · [^;.]* for you/, "").replaceAll("\u202f", " ")).toBe(
    `By the limits you entered (Dr Lee, letter of 3 May): from ${from.replaceAll("\u202f", " ")}; 2 of 4 in 24 hours.`,
  );
  expect(getNeededState(limited, lately, 1, NOW + 4 * HOUR)).toMatchObject({ conflicts: [], from: null });
  expect(
    limitWords(plan("free", needed), getNeededState(plan("free", needed), lately, 1, NOW), reading),
  ).toBeNull();
  const byAmount = plan("ibuprofen", needed, { maxAmount: 2.5 });
  expect(limitWords(byAmount, getNeededState(byAmount, lately, 1, NOW), reading)).toContain(
    "2 of 2.5 tablets in 24 hours",
  );
  expect(findKnownConflicts(limited, lately, { amount: 1, givenAt: NOW - 3 * HOUR })).toMatchObject([
    { limit: "gap", by: "Ana", at: NOW - 6 * HOUR },
    { limit: "gap", by: "Ana", at: NOW - 20 * MINUTE },
  ]);
});

it("no sentence about a dose permits, judges or advises", () => {
  const large = plan("ibuprofen", needed, { maxAmount: 1 });
  const all = [
    ...[conflicts, dialogs, questions, reasons, sheet].flatMap((room) => Object.values(room)),
    ...formatConflicts(
      [
        { id: "a", limit: "amount", at: 0, by: null, amount: null },
        { id: "b", limit: "slot", at: NOW, by: "Ana", amount: 1 },
        { id: "c", limit: "claim", at: NOW, by: "Ben", amount: null },
        { id: "d", limit: "gap", at: NOW, by: null, amount: 0.5 },
      ],
      large,
      reading,
    ).map(({ words }) => words),
    limitWords(large, getNeededState(large, [], 2, NOW), reading)!,
  ].join(" ");
  expect(all).not.toMatch(/safe|you can|may give|overdose|recommend|allowed|too much|danger|missed/i);
  expect(all).toContain("This dose was recorded: 1 tablet, ");
  expect(all).toContain("½ tablet, ");
  expect(Object.keys(UNITS)).toContain("unit");
});

it("shows the giver of a dose, and that a refused one can still be given", () => {
  const given = dose("p", NOW, { givenById: "me", givenBy: "Anna" });
  const row = { isOpen: true, dueAt: NOW };
  expect(formatState({ ...row, state: "given", dose: given }, reading)).toMatch(/^Given by you, /);
  const refused = dose("p", NOW, { state: "not_given", reason: "refused", givenAt: null });
  expect(formatState({ ...row, state: "not_given", dose: refused }, reading)).toMatch(
    /^Refused at .*, written by Ana\. It can still be given\.$/,
  );
  expect(formatState({ ...row, state: "not_recorded", dose: null }, reading)).toBe("Not recorded");
  expect(formatMedicine({ name: "ramipril", strength: "5 mg" })).toBe("ramipril, 5 mg");
  expect(formatMedicine({ name: "", strength: "", isLost: true })).toContain("can't be read");
});

it("lists a day's times in order, then doses as needed; yesterday's open ones stay, also hours after the last", () => {
  const clock: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } };
  const plans = [
    plan("b", clock),
    plan("a", clock),
    plan("open", clock, { lateUntilMinutes: 3 * 24 * 60 }),
    plan("hours", { kind: "afterLast", hours: 6, amount: 1 }),
    plan("needed", needed),
    plan("text", { kind: "freeText" }),
  ];
  const slot = (planId: string, dueAt: number, lateUntilMinutes = 240) => ({
    planId,
    slot: `${planId} ${dueAt}`,
    dueAt,
    amount: 1,
    version: 1,
    lateAfterMinutes: 60,
    lateUntilMinutes,
  });
  const morning = NOW - 4 * HOUR;
  const days = {
    timeZone: "UTC",
    givers: 1,
    plans,
    slots: [
      slot("b", morning),
      slot("a", morning),
      slot("a", morning - 24 * HOUR),
      slot("open", morning - 24 * HOUR, 3 * 24 * 60),
    ],
    doses: [
      dose("hours", NOW - HOUR, { slot: "2026-05-04T10:00:00.000Z", dueAt: NOW - 2 * HOUR }),
      dose("needed", NOW - HOUR),
      dose("b", NOW - HOUR),
    ],
    together: [],
    lately: [],
    pauses: [],
  } as unknown as Parameters<typeof computeToday>[0];
  const today = computeToday(days, "2026-05-04", NOW);
  expect(today.groups.map(({ rows }) => rows.map((row) => row.plan._id))).toEqual([["b", "a"], ["hours"]]);
  expect(today.groups[1]!.rows[0]).toMatchObject({ state: "given", slot: "2026-05-04T10:00:00.000Z" });
  expect(today.earlier.map((row) => row.plan._id)).toEqual(["open"]);
  expect(today.asNeeded.map((each) => [each.plan._id, each.ofDay.length])).toEqual([["needed", 1]]);
  expect(today.freeText.map(({ _id }) => _id)).toEqual(["text"]);
  // A dose of a plan with times that wasn't planned.
  expect(today.extra.map((each) => each.plan._id)).toEqual(["b"]);
  expect(countDaysBefore(plans)).toBe(3);
  expect(countDaysBefore([])).toBe(1);
});

it("shows a later version's own instructions for its doses", () => {
  const schedule: Schedule = { kind: "clock", times: [{ at: "20:00", amount: 1 }], days: { everyDays: 1 } };
  const { current } = plan("a", schedule, { instructions: "With water" });
  const begins = Date.UTC(2026, 4, 5);
  const coming = { ...current, version: 2, effectiveFrom: begins, instructions: "With a meal" };
  const slot = (dueAt: number, version: number) => ({
    planId: "a",
    slot: new Date(dueAt).toISOString(),
    ...{ dueAt, amount: 1, version, lateAfterMinutes: 60, lateUntilMinutes: 240 },
  });
  const days = {
    timeZone: "UTC",
    plans: [plan("a", schedule, { instructions: "With water" }, { coming: [coming] })],
    slots: [slot(Date.UTC(2026, 4, 4, 20), 1), slot(Date.UTC(2026, 4, 5, 20), 2)],
    ...{ doses: [], lately: [], pauses: [] },
  } as unknown as Parameters<typeof computeToday>[0];
  const said = (day: string) =>
    computeToday(days, day, NOW).groups.flatMap(({ rows }) =>
      rows.map((row) => row.plan.current.instructions),
    );
  expect([said("2026-05-04"), said("2026-05-05")]).toEqual([["With water"], ["With a meal"]]);
});
