import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY, HOUR } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import * as rules from "../../../lib/plan-visibility.ts";
import { seesTeam, toReader } from "../../../lib/visibility.ts";
import { createReader, toReaderWithRole } from "../../../server/access/visibility.ts";
import { addDose, addPlan } from "../../../test/ledger.ts";
import { beginAt } from "../../../test/moment.ts";
import { addMember, api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { whenNeeded } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import * as inSql from "./visibility.ts";

const startService = beginAt();

let service: Service;
/** The owner and three members of any roles. */
let people: TestPerson[];
beforeAll(async () => {
  service = await startService();
  people = await Promise.all(["Olga", "Adam", "Clara", "Viktor"].map((name) => createPerson(service, name)));
});
afterAll(() => service.close());

const role = fc.constantFrom("admin", "member", "clinician", "extended");
const visibility = fc.constantFrom(...rules.PLAN_VISIBILITIES);
/** The number of one of the plans. */
const one = fc.nat({ max: 99 });
const notebook = fc.record({
  roles: fc.tuple(role, role, role),
  plans: fc.array(fc.record({ visibility, isEnded: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  doses: fc.array(one, { maxLength: 8 }),
  pauses: fc.array(fc.option(fc.array(one, { minLength: 1, maxLength: 3 }), { nil: null }), { maxLength: 4 }),
});
type Notebook = typeof notebook extends fc.Arbitrary<infer Value> ? Value : never;

type Plan = { id: string; visibility: rules.PlanVisibility };
type Rows = {
  plans: Plan[];
  doses: { id: string; plan: Plan }[];
  pauses: { id: string; plans: Plan[] | null }[];
};

const sql = (text: string, values: unknown[]) => service.database.pool.query(text, values);

async function insert(wanted: Notebook): Promise<Rows & { diaryId: string }> {
  const owner = people[0]!;
  const diaryId = await createNotebook(owner);
  for (const [i, given] of wanted.roles.entries()) await addMember(service, diaryId, people[i + 1]!, given);
  const plans: Plan[] = [];
  for (const [i, { visibility }] of wanted.plans.entries()) {
    const firstDay = toDayInZone(Date.now() - 3 * DAY, "UTC");
    const plan = { diaryId, userId: owner.userId, name: `medicine ${"abcdef"[i]}`, visibility, firstDay };
    const id = await addPlan(service.database.pool, { ...plan, schedule: whenNeeded() });
    plans.push({ id, visibility });
  }
  const planAt = (index: number) => plans[index % plans.length]!;
  const doses: Rows["doses"] = [];
  for (const [i, index] of wanted.doses.entries()) {
    const plan = planAt(index);
    const dose = { diaryId, planId: plan.id, by: owner.userId, givenAt: Date.now() - (i + 1) * HOUR };
    doses.push({ id: await addDose(service.database.pool, dose), plan });
  }
  const pauses: Rows["pauses"] = [];
  for (const indices of wanted.pauses) {
    const pause = { id: randomUUID(), plans: indices && [...new Set(indices.map(planAt))] };
    await sql(
      `insert into care_pauses (id, diary_id, kind, plan_ids, from_at, started_by, updated_by)
       values ($1, $2, 'away', $3, now(), $4, $4)`,
      [pause.id, diaryId, pause.plans?.map(({ id }) => id) ?? null, owner.userId],
    );
    pauses.push(pause);
  }
  for (const [i, { isEnded }] of wanted.plans.entries())
    if (isEnded)
      await sql("update medication_plans set ended_at = now(), ended_by = $2 where id = $1", [
        plans[i]!.id,
        owner.userId,
      ]);
  return { diaryId, plans, doses, pauses };
}

const sortedIds = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();

/** The ids of everything that a reader sees, by the rules in TypeScript. */
const listSeen = ({ plans, doses, pauses }: Rows, reader: rules.PlanReader) => ({
  plans: sortedIds(plans.filter((plan) => rules.seesPlan(plan, reader))),
  doses: sortedIds(doses.filter(({ plan }) => rules.seesPlan(plan, reader))),
  pauses: sortedIds(pauses.filter((pause) => rules.seesPause(pause.plans, reader))),
});

/** The same by the rules in SQL; the reader's membership has the alias `me`. */
async function listSeenInSql(diaryId: string, userId: string, reader: inSql.PlanRowReader) {
  const members = service.database.db
    .selectFrom("members as me")
    .where("me.diary_id", "=", diaryId)
    .where("me.user_id", "=", userId);
  const [plans, doses, pauses] = await Promise.all([
    members
      .innerJoin("medication_plans as p", "p.diary_id", "me.diary_id")
      .where(inSql.seesPlan("p", reader))
      .select("p.id")
      .execute(),
    members
      .innerJoin("doses as d", "d.diary_id", "me.diary_id")
      .where(inSql.seesDose(reader))
      .select("d.id")
      .execute(),
    members
      .innerJoin("care_pauses as u", "u.diary_id", "me.diary_id")
      .where(inSql.seesPause(reader))
      .select("u.id")
      .execute(),
  ]);
  return { plans: sortedIds(plans), doses: sortedIds(doses), pauses: sortedIds(pauses) };
}

/** The same as the product's functions return it. A single read is allowed exactly for what the lists have. */
async function listReturned(person: TestPerson, { diaryId, plans, doses }: Rows & { diaryId: string }) {
  const ask = person.http;
  const [planList, doseList, pauseList] = await Promise.all([
    ask.query(api.plans.listPlans, { diaryId }),
    ask.query(api.doses.listDoses, {
      diaryId,
      fromDay: toDayInZone(Date.now() - 2 * DAY, "UTC"),
      toDay: toDayInZone(Date.now() + DAY, "UTC"),
    }),
    ask.query(api.pauses.listPauses, { diaryId }),
  ]);
  const returned = {
    plans: planList.map(({ _id }) => _id).sort(),
    doses: doseList.doses.map(({ _id }) => _id).sort(),
    pauses: pauseList.map(({ _id }) => _id).sort(),
  };
  const isReturned = (value: unknown) => value !== null;
  for (const { id } of plans) {
    const plan = await ask.query(api.plans.getPlan, { planId: id });
    expect(isReturned(plan)).toBe(returned.plans.includes(id));
  }
  for (const { id } of doses) {
    const dose = await ask.query(api.doses.getDose, { doseId: id });
    expect(isReturned(dose)).toBe(returned.doses.includes(id));
  }
  const named = pauseList.flatMap(({ planIds }) => planIds ?? []);
  expect(named.filter((id) => !returned.plans.includes(id))).toEqual([]);
  return returned;
}

it("SQL, TypeScript and the functions agree on who sees plans, doses and pauses, in any notebook", {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(notebook, async (wanted) => {
      const rows = await insert(wanted);
      const { diaryId } = rows;
      for (const [i, role] of (["owner", ...wanted.roles] as const).entries()) {
        const person = people[i]!;
        const { userId } = person;
        const expected = { role, ...listSeen(rows, toReader({ userId, role })) };
        for (const reader of [
          { seesTeam: seesTeam(role) },
          createReader(userId, [{ diaryId, role }]),
          toReaderWithRole("me.role", userId),
        ])
          expect({ role, ...(await listSeenInSql(diaryId, userId, reader)) }).toEqual(expected);
        expect({ role, ...(await listReturned(person, rows)) }).toEqual(expected);
      }
    }),
    // Shrinking a failing notebook would take minutes.
    { numRuns: 5, endOnFailure: true },
  );
});
