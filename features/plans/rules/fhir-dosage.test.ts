import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WEEKDAYS } from "../../../lib/recurrence/recurrence.ts";
import { EXAMPLES } from "../../../test/fhir-dosage-examples.ts";
import { dosagesOf } from "../../../test/fhir-dosages.ts";
import { UNIT_NAMES } from "./amounts.ts";
import { type PlannedDosage, readDosages } from "./fhir-dosage.ts";
import { writeDosages } from "./fhir-dosage-write.ts";
import type { PlannedDays, Schedule } from "./schedule.ts";

/** What a family might choose. */
const choices = {
  MORN: "07:00",
  NOON: "12:00",
  EVE: "18:00",
  NIGHT: "22:00",
  "time-1": "08:00",
  "time-2": "11:00",
  "time-3": "14:00",
  "time-4": "17:00",
  monthDay: "15",
};

const daysText = (days: PlannedDays) =>
  JSON.stringify(days) === '{"everyDays":1}'
    ? "daily"
    : Object.entries(days)
        .map(([key, value]) => `${key} ${[value].flat().join(" ")}`)
        .join();

function scheduleText(schedule: Schedule): string {
  switch (schedule.kind) {
    case "clock":
      return `${schedule.times.map(({ at, amount }) => `${at}=${amount}`).join(" ")} ${daysText(schedule.days)}`;
    case "everyHours":
      return `every ${schedule.hours} h from ${schedule.from} =${schedule.amount}`;
    case "asNeeded":
      return `as needed =${schedule.amount}${schedule.most === null ? "" : `..${schedule.most}`}`;
    default:
      return "free text";
  }
}

/** A reading as it stands in the table: what it needs, then the plan with those times chosen; or why it is none. */
function readingText(dosages: object[]): string {
  const first = readDosages(dosages);
  const read = first.kind === "needs" ? readDosages(dosages, { choices }) : first;
  if (read.kind !== "plan") return `${read.kind}: ${read.words}`;
  const { schedule, minGapMinutes, maxAmount, windowHours, firstDay, lastDay, lasts } = read.plan;
  return [
    first.kind === "needs" && `needs ${first.needs.map(({ key }) => key).join(" ")}`,
    scheduleText(schedule),
    minGapMinutes && `gap ${minGapMinutes} min`,
    maxAmount && `at most ${maxAmount} in ${windowHours} h`,
    firstDay && `from ${firstDay}`,
    lastDay && `until ${lastDay}`,
    lasts && `for ${lasts.count} ${lasts.unit}s`,
  ]
    .filter(Boolean)
    .join(", ");
}

const groups = EXAMPLES.trim()
  .split(/^# /m)
  .filter(Boolean)
  .map((text) => {
    const [name, ...lines] = text.trim().split("\n");
    const rows = lines.map((line) => line.split(" | ") as [count: string, notation: string, wanted: string]);
    return { name: name!, rows };
  });

describe("the examples of the German guide", () => {
  it.each(groups)("become plans, name what they need, or are refused in words: $name", ({ rows }) => {
    const found = rows.map(([count, notation]) => [count, notation, readingText(dosagesOf(notation))]);
    expect(found).toEqual(rows);
  });

  it("that it doesn't support are named, and all examples that it calls invalid are refused", () => {
    const kindsOf = (wanted: string) =>
      new Set(
        groups
          .find(({ name }) => name === wanted)!
          .rows.map(([, notation]) => readDosages(dosagesOf(notation)).kind),
      );
    expect(kindsOf("unsupported")).toEqual(new Set(["unsupported"]));
    expect(kindsOf("invalid")).toEqual(new Set(["invalid"]));
  });

  it("are as many as the guide has", () => {
    const resources = groups.map(({ name, rows }) => [
      name,
      rows.reduce((sum, [count]) => sum + Number(count), 0),
    ]);
    expect(resources).toEqual([
      ["schemes", 49],
      ["edge cases", 34],
      ["others", 25],
      ["unsupported", 45],
      ["invalid", 105],
      ["rules", 183],
    ]);
  });
});

describe("a FHIR dosage", () => {
  it("without clock times names the ones that a family has to choose", () => {
    expect(readDosages(dosagesOf("EVE MORN =1"))).toMatchObject({
      kind: "needs",
      words: "It needs a time for morning, a time for evening",
    });
    // A choice that isn't a time is none.
    expect(readDosages(dosagesOf("EVE =1"), { choices: { EVE: "late" } }).kind).toBe("needs");
    // Two times of the day can't be at the same clock time.
    const same = readDosages(dosagesOf("MORN EVE =1"), { choices: { MORN: "08:00", EVE: "08:00" } });
    expect(same).toMatchObject({ kind: "invalid", words: "Each time may stand once" });
  });

  it("keeps its text with its times when the caller wants it", () => {
    const [dosage] = dosagesOf("text @08:00 =1");
    expect(readDosages([dosage]).kind).toBe("invalid");
    expect(readDosages([dosage], { keepsText: true })).toMatchObject({
      kind: "plan",
      plan: { instructions: "As written", schedule: { kind: "clock" } },
    });
  });

  it("that has anything unknown, or something that changes its meaning, isn't read", () => {
    const [dosage] = dosagesOf("@08:00 =1");
    expect(readDosages([{ ...dosage, dose: 5 }]).kind).toBe("invalid");
    expect(
      readDosages([{ ...dosage, modifierExtension: [{ url: "https://example.org/not-really" }] }]),
    ).toEqual({
      kind: "unsupported",
      words: "An extension that changes what the dosage means",
    });
    for (const nonsense of [null, 5, "1-0-1", [], { timing: [] }, { text: 5 }])
      expect(readDosages([nonsense]).kind).toBe("invalid");
    const compared = {
      doseAndRate: [{ doseQuantity: { value: 1, comparator: "<" } }],
      timing: { repeat: {} },
    };
    expect(readDosages([compared]).kind).toBe("unsupported");
  });

  it("of any shape is read or refused, and never throws", () => {
    const words =
      "1/1d 2/1d 1/8h 1-2/1d 1/4-6d MORN EVE @08:00 @20:00 mon fri =1 =0.5 =1..2 =1[mg] prn for gap4h max6/24h text during3wk from2026-06-05 method event".split(
        " ",
      );
    const entry = fc.subarray(words).map((chosen) => chosen.join(" "));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), (entries) => {
        const read = readDosages(dosagesOf(entries.join(" + ")), { choices });
        expect(["plan", "needs", "unsupported", "invalid"]).toContain(read.kind);
      }),
    );
  });
});

describe("a plan", () => {
  const clock = fc.integer({ min: 0, max: 1439 }).map((minute) => {
    const text = (part: number) => String(part).padStart(2, "0");
    return `${text(Math.floor(minute / 60))}:${text(minute % 60)}`;
  });
  const amount = fc.constantFrom(0.5, 1, 1.25, 2, 10);
  const days = fc.oneof(
    fc.record({ everyDays: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ everyWeeks: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ weekdays: fc.subarray([...WEEKDAYS], { minLength: 1 }) }),
  );
  const times = fc
    .uniqueArray(fc.record({ at: clock, amount }), { minLength: 1, maxLength: 6, selector: ({ at }) => at })
    .map((all) => all.sort((a, b) => (a.at < b.at ? -1 : 1)));
  const schedule: fc.Arbitrary<Schedule> = fc.oneof(
    fc.record({ kind: fc.constant("clock" as const), times, days }),
    fc.record({
      kind: fc.constant("everyHours" as const),
      hours: fc.integer({ min: 1, max: 72 }),
      from: clock,
      amount,
    }),
    fc.record({
      kind: fc.constant("asNeeded" as const),
      amount: fc.constant(1),
      most: fc.constantFrom(null, 2),
    }),
    fc.constant({ kind: "freeText" as const }),
  );
  const bounds = fc.constantFrom(
    { firstDay: null, lastDay: null, lasts: null },
    { firstDay: "2026-06-05", lastDay: null, lasts: null },
    { firstDay: "2026-06-05", lastDay: "2026-07-05", lasts: null },
    { firstDay: null, lastDay: null, lasts: { count: 21, unit: "day" as const } },
    { firstDay: null, lastDay: null, lasts: { count: 2, unit: "month" as const } },
  );

  it("is read again as it was written", () => {
    fc.assert(
      fc.property(
        schedule,
        bounds,
        fc.constantFrom(...UNIT_NAMES),
        fc.constantFrom(null, 30, 240),
        fc.constantFrom(null, 4, 7.5),
        fc.constantFrom(6, 24, 48),
        fc.constantFrom("", "With a glass of water"),
        (schedule, bounds, unit, minGapMinutes, maxAmount, windowHours, instructions) => {
          const isTimed = schedule.kind === "clock" || schedule.kind === "everyHours";
          const plan: PlannedDosage = {
            schedule,
            unit,
            unitText: unit,
            minGapMinutes,
            maxAmount,
            windowHours: maxAmount === null ? 24 : windowHours,
            ...(isTimed ? bounds : { firstDay: null, lastDay: null, lasts: null }),
            instructions,
            neededFor: schedule.kind === "asNeeded" ? ["Headache", "Fever"] : [],
            ...(schedule.kind === "freeText" && {
              unit: null,
              unitText: "",
              minGapMinutes: null,
              maxAmount: null,
              windowHours: 24,
            }),
          };
          const written = writeDosages(plan);
          if ("unsupported" in written) throw new Error(written.unsupported);
          const from = schedule.kind === "everyHours" ? schedule.from : "";
          // Through JSON, as it goes over the wire.
          const sent = JSON.parse(JSON.stringify(written.dosages)) as object[];
          expect(readDosages(sent, { choices: { "time-1": from } })).toEqual({ kind: "plan", plan });
        },
      ),
    );
  });

  it("without elements in FHIR names the reason", () => {
    const rest = readDosages(dosagesOf("@08:00 =1"));
    if (rest.kind !== "plan") throw new Error(rest.kind);
    const write = (schedule: Schedule) => writeDosages({ ...rest.plan, schedule });
    expect(write({ kind: "afterLast", hours: 6, amount: 1 })).toEqual({
      unsupported: "Hours after the last dose",
    });
    expect(write({ kind: "steps", steps: [] })).toEqual({ unsupported: "Steps that follow each other" });
    const monthly: Schedule = {
      kind: "clock",
      times: [{ at: "08:00", amount: 1 }],
      days: { monthDays: [1] },
    };
    expect(write(monthly)).toEqual({ unsupported: "Days of the month" });
  });
});
