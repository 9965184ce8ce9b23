import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY } from "../../../lib/dates/time.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { doseIdOf, give, meant, record } from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";
import { DOSE_ZONES, slowlyDue, wallClock } from "../../../test/slow-clock.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";

const startService = beginAt();

// Nights through the real server: doses around midnight, and nights on which clocks change.

let service: Service;
let owner: TestPerson;
beforeAll(async () => {
  service = await startService();
  owner = await createPerson(service, "Olga Owner");
});
afterAll(() => service.close());

/** A notebook in a zone, with a plan that has been valid since the first of 2025. */
async function planSince2025(timeZone: string, schedule: Schedule) {
  const diaryId = await createNotebook(owner, { timeZone });
  const planId = randomUUID();
  const { pool } = service.database;
  await pool.query(
    `insert into medication_plans (id, diary_id, unit, visibility, facts, created_by)
     values ($1, $2, 'tablet', 'team', '{"name": "ramipril", "strength": "", "form": "", "route": "", "prescriber": "", "notes": ""}', $3)`,
    [planId, diaryId, owner.userId],
  );
  await pool.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       late_after_minutes, late_until_minutes, words, changed_by)
     values ($1, 1, $2, '2025-01-01', $3, '2025-01-01', $4, 60, 240, '{"instructions": "", "saidBy": "", "reason": ""}', $5)`,
    [planId, diaryId, timeZone, JSON.stringify(schedule), owner.userId],
  );
  return { diaryId, planId };
}

const list = (diaryId: string, fromDay: string, toDay = fromDay) =>
  owner.http.query(api.doses.listDoses, { diaryId, fromDay, toDay });

describe("doses of a night", () => {
  it.each(DOSE_ZONES)("on which clocks change in %s are listed once, under their day", async (timeZone) => {
    const times = ["00:00", "00:30", "02:00", "02:30", "03:00", "23:00", "23:30"];
    const schedule: Schedule = {
      kind: "clock",
      times: times.map((at) => ({ at, amount: 1 })),
      days: { everyDays: 1 },
    };
    const { diaryId } = await planSince2025(timeZone, schedule);
    const clock = wallClock(timeZone, "2025-01-01", "2026-12-31");
    // Zones that leave their clocks alone have nights too.
    const nights = clock.changes.length > 0 ? clock.changes : ["2026-03-29", "2026-10-25"];
    for (const night of nights) {
      const days = [-1, 0, 1].map((count) => addDays(night, count));
      const { slots } = await list(diaryId, days[0]!, days[2]!);
      const wanted = days.flatMap((day) => times.map((at) => `${day}T${at}`));
      expect(slots.map(({ slot }) => slot.slice(0, 16)).sort()).toEqual(wanted);
      for (const { slot, dueAt } of slots) expect(dueAt).toBe(slowlyDue(clock, slot.slice(0, 16)));
      // A sheet of one day has those of this day, and no other sheet has them.
      for (const day of days) {
        const own = (await list(diaryId, day)).slots.map(({ slot }) => slot.slice(0, 10));
        expect(own).toEqual(times.map(() => day));
      }
    }
  });

  it("that are given after midnight belong to the evening before", async () => {
    const evening: Schedule = { kind: "clock", times: [{ at: "23:30", amount: 1 }], days: { everyDays: 1 } };
    const { diaryId, planId } = await planSince2025("UTC", evening);
    const today = toDayInZone(Date.now(), "UTC");
    const yesterday = addDays(today, -1);
    const slot = `${yesterday}T23:30[UTC]`;
    // Now is after midnight.
    const id = doseIdOf(await give(owner, planId, meant("seen", { slot })));
    const [sheet, next] = [await list(diaryId, yesterday), await list(diaryId, today)];
    expect(sheet.doses).toMatchObject([{ _id: id, slot, dueAt: Date.parse(`${yesterday}T23:30Z`) }]);
    expect(next.doses).toEqual([]);
    expect(next.slots).toMatchObject([{ slot: `${today}T23:30[UTC]` }]);
    // The dose of this evening is another one.
    expect(await record(owner, planId, meant("acknowledged", { slot: `${today}T23:30[UTC]` }))).toMatchObject(
      { isExtra: false },
    );
  });

  it("keep their names when the notebook moves to another zone and its plan follows", async () => {
    const morning: Schedule = { kind: "clock", times: [{ at: "08:00", amount: 1 }], days: { everyDays: 1 } };
    const { diaryId, planId } = await planSince2025("Europe/Berlin", morning);
    const day = toDayInZone(Date.now() - 3 * DAY, "Europe/Berlin");
    const slot = `${day}T08:00[Europe/Berlin]`;
    const id = doseIdOf(await give(owner, planId, meant("seen", { slot })));
    await service.database.pool.query("update diaries set time_zone = 'America/New_York' where id = $1", [
      diaryId,
    ]);
    const [plan] = await owner.http.query(api.plans.listPlans, { diaryId });
    const { version, effectiveFrom, timeZone, changedBy, changedAt, ...fields } = plan!.current;
    await owner.http.mutation(api.plans.changePlan, { planId, baseVersion: version, ...fields });
    const { slots, doses } = await list(diaryId, addDays(day, -1), addDays(day, 1));
    // What was due stays due at its hour in Berlin, and the dose stays where it was.
    expect(slots.find((each) => each.slot === slot)).toMatchObject({ version: 1 });
    expect(doses).toMatchObject([{ _id: id, slot, version: 1 }]);
    const after = await list(diaryId, addDays(day, 5));
    expect(after.slots).toMatchObject([{ slot: `${addDays(day, 5)}T08:00[America/New_York]`, version: 2 }]);
  });
});
