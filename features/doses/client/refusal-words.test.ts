import { describe, expect, it } from "vitest";
import type { Dose, DosePlan } from "../../../lib/api.ts";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { DOUBTS } from "../rules/doubts.ts";
import { getNeededState } from "./as-needed.ts";
import { hasTypedLimit, isAskable, type ShownConflict } from "./conflicts.ts";
import { formatConflicts, limitWords } from "./limit-words.ts";
import { formatDoubts, formatNearbyDoses, formatOutsideLimits, formatRefusalTitle } from "./refusal-words.ts";

// A Friday.
const NOW = Date.UTC(2026, 10, 27, 18, 30);
const reading = { myId: "me", timeZone: "UTC", now: NOW };
const weekly: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 4 }], days: { weekdays: ["MO"] } };
const MONDAY = Date.UTC(2026, 10, 30, 8);

const planOf = (schedule: Schedule, fields: object = {}, facts: object = {}) =>
  ({
    _id: "plan",
    name: "methotrexate",
    strength: "2.5 mg",
    doseUnit: "tablet",
    isLost: false,
    endedAt: null,
    ...facts,
    current: {
      schedule,
      firstDay: "2026-01-01",
      lastDay: null,
      timeZone: "UTC",
      minGapMinutes: null,
      maxCount: null,
      maxAmount: null,
      windowHours: 24,
      sameDoseMinutes: 240,
      saidBy: "",
      ...fields,
    },
  }) as unknown as DosePlan;

const conflict = (limit: ShownConflict["limit"], fields: Partial<ShownConflict> = {}): ShownConflict => ({
  id: "entry",
  limit,
  at: NOW - 20 * 60_000,
  by: "Anna",
  amount: 1,
  ...fields,
});
const give = { slot: null, amount: 4, kind: "give" } as const;
/** Times are shown with a narrow space. */
const plain = (words: string) => words.replaceAll("\u202f", " ").replaceAll(/ · [^.;,]* for you/g, "");

describe("a dose when none is planned", () => {
  const plan = planOf(weekly);
  const asked = [conflict("notDue", { next: MONDAY, at: NOW - DAY, by: "Ben", amount: 4 })];

  it("shows when the next one is planned, and when and by whom the last one was given", () => {
    expect(formatNearbyDoses(asked, reading)).toBe("Next planned: Monday. Last given: yesterday, by Ben.");
    expect(formatDoubts(asked, plan, give, reading)).toEqual(["No dose is planned now."]);
    expect(formatRefusalTitle([{ ...asked[0]!, amount: null }], give, reading)).toBe(
      "No dose is planned now",
    );
    expect(isAskable(asked)).toBe(true);
    expect(hasTypedLimit(asked)).toBe(false);
    // The dose in its own way isn't another one that was given.
    expect(formatConflicts(asked, plan, reading)).toEqual([]);
  });

  it("has a sentence for each reason, and none of them judges", () => {
    const words = DOUBTS.flatMap((limit) =>
      formatDoubts(
        [{ limit }],
        planOf(weekly, { firstDay: "2026-12-01", lastDay: "2026-11-25" }),
        { ...give, amount: 99_999, slot: "2026-11-30T08:00[UTC]" },
        reading,
      ),
    ).map(plain);
    expect(words).toEqual([
      "This plan begins on Tuesday.",
      "The last day of this plan was Nov 25, 2026.",
      "It is paused at that time: somebody else gives it.",
      "No dose is planned now.",
      "It is planned for Nov 30, 2026, 8:00 AM.",
      "It is planned for Nov 30, 2026, 8:00 AM.",
      "Planned: 4 tablets. Entered: 99,999 tablets.",
    ]);
    expect(words.join(" ")).not.toMatch(
      /safe|you can|may give|overdose|recommend|allowed|too much|danger|missed/i,
    );
  });

  it("before a course and after it nothing is offered as if it were due", () => {
    const needed: Schedule = { kind: "asNeeded", amount: 1, most: null };
    expect(formatOutsideLimits(planOf(needed), reading)).toBe("");
    expect(formatOutsideLimits(planOf(needed, { firstDay: "2026-11-28" }), reading)).toBe(
      "This plan begins tomorrow.",
    );
    expect(formatOutsideLimits(planOf(needed, { lastDay: "2026-11-26" }), reading)).toBe(
      "The last day of this plan was yesterday.",
    );
  });
});

describe("a given dose", () => {
  const plan = planOf({ kind: "clock", times: [{ at: "18:30", amount: 1 }], days: { everyDays: 1 } });
  const given = [
    conflict("sameDose", {
      id: "a",
      at: Date.UTC(2026, 10, 27, 18, 5),
      next: Date.UTC(2026, 10, 28, 18, 30),
    }),
  ];

  it("is the title, with who gave it and when", () => {
    expect(plain(formatRefusalTitle(given, give, reading))).toBe("Anna gave it at 6:05 PM");
    expect(plain(formatRefusalTitle([{ ...given[0]!, byId: "me" }], give, reading))).toBe(
      "You gave it at 6:05 PM",
    );
    expect(plain(formatRefusalTitle([{ ...given[0]!, at: NOW - 20 * HOUR }], give, reading))).toBe(
      "Anna gave it yesterday, 10:30 PM",
    );
    expect(formatRefusalTitle([conflict("claim", { amount: null })], give, reading)).toBe(
      "Anna is giving it",
    );
    const medicine = { planId: "b", name: "paracetamol", strength: "1 g", doseUnit: "tablet" as const };
    const other = [{ ...given[0]!, limit: "sameMedicine" as const, medicine }];
    expect(plain(formatRefusalTitle(other, give, reading))).toBe("Anna gave paracetamol, 1 g at 6:05 PM");
    expect(formatConflicts(other, plan, reading).map(({ words }) => plain(words))).toEqual([
      "paracetamol, 1 g: 1 tablet, 6:05 PM, Anna.",
    ]);
  });

  it("shows when the next one is planned, and no limits that weren't typed", () => {
    expect(plain(formatNearbyDoses(given, reading))).toBe("Next planned: tomorrow, 6:30 PM.");
    const lately = [{ _id: "a", slot: null, givenAt: NOW - HOUR, amount: 1 }] as unknown as Dose[];
    expect(limitWords(plan, getNeededState(plan, lately, 1, NOW), reading)).toBeNull();
    // With a typed one it is that one alone: the other four hours are bookkeeping.
    const limited = planOf(plan.current.schedule, { minGapMinutes: 120 });
    expect(plain(limitWords(limited, getNeededState(limited, lately, 1, NOW), reading)!)).toBe(
      "By the limits you entered: from 7:30 PM.",
    );
    expect(limitWords(limited, getNeededState(limited, lately, 1, NOW + 2 * HOUR), reading)).toBeNull();
  });
});

it("two plans of one medicine are counted together by their strength", () => {
  const needed: Schedule = { kind: "asNeeded", amount: 1, most: null };
  const plan = planOf(
    needed,
    { maxAmount: 4, sameDoseMinutes: null },
    { name: "paracetamol", strength: "500 mg" },
  );
  const strong = planOf(
    needed,
    { sameDoseMinutes: null },
    { _id: "strong", name: "Paracetamol", strength: "1 g" },
  );
  const lately = [{ _id: "x", slot: null, givenAt: NOW - HOUR, amount: 1 }] as unknown as Dose[];
  const standing = getNeededState(plan, [], 1, NOW, [{ plan: strong, lately }]);
  expect(standing).toMatchObject({ amount: { given: 2, most: 4 }, isOverLimit: false });
  expect(standing.conflicts).toEqual([{ id: "x", limit: "sameMedicine" }]);
  expect(getNeededState(plan, [], 3, NOW, [{ plan: strong, lately }]).isOverLimit).toBe(true);
});
