import { describe, expect, it } from "vitest";
import type { Schedule } from "../rules/schedule.ts";
import { createArgs, findProblems, toVersionArgs } from "./plan-args.ts";
import { createPlanValues, fromPlan, listUsualTimes, type PlanValues, withRow } from "./plan-values.ts";
import type { Plan } from "./use-plans.ts";

const DAY = "2026-11-28";

const createPlan = (schedule: Schedule, more: Partial<Plan["current"]> = {}): Plan => ({
  _id: "plan",
  doseUnit: "tablet",
  visibility: "team",
  isEncrypted: false,
  isLost: false,
  name: "ramipril",
  strength: "5 mg",
  form: "",
  route: "",
  prescriber: "",
  notes: "",
  sourceNoteId: null,
  createdAt: 0,
  endedAt: null,
  endedReason: "",
  coming: [],
  current: {
    version: 1,
    effectiveFrom: 0,
    timeZone: "Europe/Berlin",
    schedule,
    firstDay: DAY,
    lastDay: null,
    minGapMinutes: null,
    maxCount: null,
    maxAmount: null,
    windowHours: 24,
    sameDoseMinutes: 240,
    lateAfterMinutes: 120,
    lateUntilMinutes: 480,
    mealRelation: "none",
    mealMinutes: null,
    instructions: "",
    saidBy: "",
    reason: "",
    changedBy: "Anna",
    changedAt: 0,
    ...more,
  },
});
const clock = (...times: [string, number][]): Schedule => ({
  kind: "clock",
  times: times.map(([at, amount]) => ({ at, amount })),
  days: { everyDays: 1 },
});
const filled = (more: Partial<PlanValues>): PlanValues => ({
  ...createPlanValues(DAY),
  facts: { ...createPlanValues(DAY).facts, name: "ramipril" },
  amount: "1",
  times: [{ key: 0, at: "08:00", amount: "", part: "morning" }],
  ...more,
});

describe("a plan's form", () => {
  it.each<Schedule>([
    clock(["08:00", 0.5]),
    clock(["08:00", 1], ["20:00", 1.5]),
    clock(["08:00", 1], ["09:00", 1], ["22:30", 1]),
    { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { weekdays: ["MO", "TH"] } },
    { kind: "everyHours", hours: 8, from: "06:00", amount: 0.25 },
    { kind: "afterLast", hours: 8, amount: 1 },
    { kind: "asNeeded", amount: 0.5, most: 2 },
    {
      kind: "steps",
      steps: [
        {
          from: DAY,
          until: "2026-11-30",
          schedule: { kind: "clock", times: [{ at: "08:00", amount: 2 }], days: { everyDays: 1 } },
        },
        {
          from: "2026-12-01",
          until: null,
          schedule: { kind: "everyHours", hours: 12, from: "08:00", amount: 1 },
        },
      ],
    },
    { kind: "freeText" },
  ])("that nobody touches saves what the plan has: %j", (schedule) => {
    const plan = createPlan(schedule, { minGapMinutes: 90, maxAmount: 1.5, saidBy: "Dr Lee" });
    const args = toVersionArgs(fromPlan(plan));
    expect(args.schedule).toEqual(schedule);
    if (schedule.kind !== "freeText") expect(args).toMatchObject({ minGapMinutes: 90, maxAmount: 1.5 });
  });

  it("has a problem at each field that isn't right, all at once", () => {
    const empty = createPlanValues(DAY);
    expect(findProblems(empty, null)).toEqual({
      name: "Enter the name of the medicine",
      amount: "Enter a number, such as 1, ½ or 0.5",
      times: "Choose when it is given",
    });
    expect(
      Object.keys(findProblems(filled({ maxCount: "0", lateAfter: "0", lastDay: "2026-01-01" }), null)),
    ).toEqual(["maxCount", "lateAfter", "saidBy", "lastDay"]);
    expect(findProblems(filled({}), null)).toEqual({});
  });

  it("asks for the amount of each time once they may differ, and sorts the times", () => {
    const times = [
      { key: 1, at: "20:00", amount: "½" },
      { key: 0, at: "08:00", amount: "" },
    ];
    expect(findProblems(filled({ times, hasOwnAmounts: true }), null)).toHaveProperty(["amount.0"]);
    const { schedule } = createArgs(filled({ times }), "diary", undefined);
    expect(schedule).toEqual(clock(["08:00", 1], ["20:00", 1]));
    // With one time left its own amount isn't on the screen.
    const one = createArgs(filled({ times: times.slice(0, 1), hasOwnAmounts: true }), "diary", undefined);
    expect(one.schedule).toEqual(clock(["20:00", 1]));
  });

  it("has an unusual amount confirmed once the fields are right", () => {
    const facts = { ...filled({}).facts, strength: "47.5 mg" };
    expect(findProblems(filled({ facts, amount: "47.5", times: [] }), null)).toEqual({
      times: "Choose when it is given",
    });
    const asked = filled({ facts, amount: "47.5" });
    expect(findProblems(asked, null)).toEqual({ confirmedAmounts: "Confirm the amount, or change it" });
    expect(findProblems({ ...asked, confirmedAmounts: "47.5 tablets" }, null)).toEqual({});
  });
});

it("takes the strength out of a row that was written from a plan, with decimals or a fraction", () => {
  const row = {
    genericName: "ramipril",
    brandName: "",
    timing: "",
    compliance: "unknown" as const,
    notes: "",
  };
  for (const dosage of ["0.5 tablet of 5 mg", "½ tablet of 5 mg", "5 mg"])
    expect(withRow(createPlanValues(DAY), { ...row, dosage }, { isEncrypted: false }).facts.strength).toBe(
      "5 mg",
    );
});

it("offers the times of running plans alone", () => {
  const ended = { ...createPlan(clock(["06:00", 1])), endedAt: 1 };
  expect(
    listUsualTimes([createPlan(clock(["07:15", 1])), ended, createPlan({ kind: "freeText" })]).morning,
  ).toBe("07:15");
});
