import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { createLog } from "../../../server/log.ts";
import { whileTimeStops } from "../../../test/database_clock.ts";
import { give, meant, record, skip } from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { addMember, api, careTeam, createPerson, type TestPerson } from "../../../test/people.ts";
import { beganDaysAgo, clockIn, doseIn, everyDayAt, planOf } from "../../../test/plans.ts";
import type { Service } from "../../../test/service.ts";
import type { ChannelSender, Delivery } from "../../notifications/server/deliver/channels.ts";
import { deliverDue } from "../../notifications/server/deliver/deliver.ts";
import { endDueSnoozes } from "../../notifications/server/plan/snoozed.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { planDoses } from "./dose_planner.ts";

const startService = beginAt();

const lines: string[] = [];
const log = createLog("trace", { write: (line) => void lines.push(line) });
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await sql("delete from notifications");
  // Plans of other tests say nothing any more; the ledger can't be emptied.
  await sql("update dose_reminders set next_at = null");
  await sql("delete from notification_targets");
  await sql("delete from care_pauses");
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

/** Doses of the plan were looked at up to so long ago, and are to be looked at since `dueSince` ago. */
const lookedAt = (planId: string, ago: number, dueSince = MINUTE) =>
  sql(
    `update dose_reminders set done_until = now() - make_interval(secs => $2), next_at = now() - make_interval(secs => $3)
      where plan_id = $1`,
    [planId, ago / 1000, dueSince / 1000],
  );

/** A plan with a dose so many minutes from now, since yesterday, that hasn't been looked at for an hour or so. */
async function planAt(
  person: TestPerson,
  diaryId: string,
  minutes: number,
  {
    looked = HOUR,
    dueSince = MINUTE,
    schedule,
    ...overrides
  }: Record<string, unknown> & { schedule?: Schedule } = {},
): Promise<{ planId: string; slot: string }> {
  const dose = doseIn(minutes);
  const planId = await planOf(person, diaryId, "canary", schedule ?? dose.schedule, {
    facts: facts("canary"),
    ...overrides,
  });
  await beganDaysAgo(service.database.pool, planId, 3);
  await lookedAt(planId, looked as number, dueSince as number);
  return { planId, slot: dose.slot };
}
const facts = (name: string) => ({ name, strength: "5 mg" });

const told = async (planId: string, kind = "dose-due") =>
  sql(
    `select n.user_id, n.slot, n.while_away, n.done_at is not null as is_done, n.due_at,
            (select count(*)::int from notification_deliveries d where d.notification_id = n.id) as deliveries
       from notifications n where n.subject_id = $1 and n.kind = $2 order by n.due_at, n.user_id`,
    [planId, kind],
  );
const slotsTold = async (planId: string, kind?: string) => [
  ...new Set((await told(planId, kind)).map(({ slot }) => slot)),
];
const plan = () => planDoses(service.database);

async function withPhone(person: TestPerson, detail: "nothing" | "who" | "what" = "nothing"): Promise<void> {
  await sql(
    `insert into notification_targets (id, user_id, channel, sealed, endpoint_hash, detail)
     values (gen_random_uuid(), $1, 'push', '\\x00', sha256(convert_to($2, 'UTF8')), $3)`,
    [person.userId, randomUUID(), detail],
  );
}
function receiver() {
  const got: Delivery[] = [];
  const sender: ChannelSender = {
    channel: "push",
    concurrency: 4,
    async send(_, delivery) {
      got.push(delivery);
      return "sent";
    },
  };
  return { got, deliver: () => deliverDue({ ...service, log, baseUrl: service.url } as never, sender) };
}

it("reminds members who may give a due dose, once, and nobody else", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const [viewer, clinician, outsider] = await Promise.all(
    ["Viktor", "Clara", "Otto"].map((name) => createPerson(service, name)),
  );
  await addMember(service, diaryId, viewer!, "extended");
  await addMember(service, diaryId, clinician!, "clinician");
  const { planId, slot } = await planAt(owner, diaryId, -2);
  await plan();
  await lookedAt(planId, HOUR);
  await plan();
  const people = (await told(planId)).map(({ user_id }) => user_id);
  expect(people).toContain(owner.userId);
  expect(people).toContain(caregiver.userId);
  for (const other of [viewer!, clinician!, outsider!]) expect(people).not.toContain(other.userId);
  expect(new Set(people).size).toBe(people.length);
  expect(await slotsTold(planId)).toEqual([slot]);
  const [row] = await sql(
    "select next_at > now() as ahead from dose_reminders where plan_id = $1 and kind = 'dose'",
    [planId],
  );
  expect(row).toEqual({ ahead: true });
});

it("skips a dose with an entry, and reports one without an entry once it counts as late", async () => {
  const { owner, diaryId } = await careTeam(service);
  const early = await planAt(owner, diaryId, -2);
  await give(owner, early.planId, { slot: early.slot });
  const refused = await planAt(owner, diaryId, -2);
  await skip(owner, refused.planId, refused.slot);
  const open = await planAt(owner, diaryId, -30, { lateAfterMinutes: 29 });
  const notYet = await planAt(owner, diaryId, -30, { lateAfterMinutes: 60 });
  const recorded = await planAt(owner, diaryId, -30, {
    lateAfterMinutes: 29,
    facts: facts("another canary"),
  });
  await record(owner, recorded.planId, { slot: recorded.slot, acknowledged: [], why: "" });
  await plan();
  expect(await told(early.planId)).toEqual([]);
  expect(await told(refused.planId)).toEqual([]);
  expect(await slotsTold(open.planId, "dose-missed")).toEqual([open.slot]);
  expect(await slotsTold(notYet.planId, "dose-missed")).toEqual([]);
  expect(await slotsTold(recorded.planId, "dose-missed")).toEqual([]);
  const [next] = await sql(
    `select extract(epoch from next_at - now())::float8 / 60 as minutes from dose_reminders
      where plan_id = $1 and kind = 'dose-missed'`,
    [notYet.planId],
  );
  expect(next.minutes).toBeGreaterThan(28);
  expect(next.minutes).toBeLessThan(31);
});

it("waits while a member has claimed the dose, and reminds when the claim ends without an entry", async () => {
  const { owner, diaryId } = await careTeam(service);
  const { planId, slot } = await planAt(owner, diaryId, -2);
  await owner.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
  await plan();
  expect(await told(planId)).toEqual([]);
  const [wait] = await sql(
    "select extract(epoch from next_at - now())::float8 / 60 as minutes from dose_reminders where plan_id = $1 and kind = 'dose'",
    [planId],
  );
  expect(wait.minutes).toBeGreaterThan(13);
  expect(wait.minutes).toBeLessThan(16);
  await sql("update doses set claimed_until = now() - interval '1 second' where plan_id = $1", [planId]);
  await sql("update dose_reminders set next_at = now() where plan_id = $1", [planId]);
  await plan();
  expect(await slotsTold(planId)).toEqual([slot]);
});

it("plans nothing while paused, in an archived notebook, for an ended plan, and for doses that a new version moved", async () => {
  const { owner, diaryId } = await careTeam(service);
  const paused = await planAt(owner, diaryId, -2);
  await sql(
    `insert into care_pauses (id, diary_id, kind, plan_ids, from_at, started_by, updated_by)
     values (gen_random_uuid(), $1, 'hospital', $3, now() - interval '1 hour', $2, $2)`,
    [diaryId, owner.userId, [paused.planId]],
  );
  const ended = await planAt(owner, diaryId, -2);
  await owner.http.mutation(api.plans.endPlan, { planId: ended.planId, reason: "" });
  const moved = await planAt(owner, diaryId, 1);
  await sql(
    `insert into medication_plan_versions select (jsonb_populate_record(v, jsonb_build_object('version', 2,
       'effective_from', now() - interval '5 seconds', 'schedule', $2::jsonb))).* from medication_plan_versions v where plan_id = $1`,
    [moved.planId, JSON.stringify(everyDayAt(clockIn(120)))],
  );
  await plan();
  for (const { planId } of [paused, ended, moved]) expect(await told(planId)).toEqual([]);
  const rows = await sql(
    "select plan_id, kind, next_at from dose_reminders where plan_id = any($1) and kind = 'dose'",
    [[ended.planId, moved.planId]],
  );
  expect(rows.find(({ plan_id }) => plan_id === ended.planId).next_at).toBeNull();
  const ahead = rows.find(({ plan_id }) => plan_id === moved.planId).next_at - Date.now();
  expect(Math.round(ahead / MINUTE)).toBeGreaterThan(117);

  const other = await careTeam(service);
  const archived = await planAt(other.owner, other.diaryId, -2);
  await sql("update diaries set is_archived = true where id = $1", [other.diaryId]);
  await plan();
  expect(await told(archived.planId)).toEqual([]);
});

it("follows the last dose of a plan by elapsed hours: given, corrected or taken back", async () => {
  const { owner, diaryId } = await careTeam(service);
  const schedule: Schedule = { kind: "afterLast", hours: 6, amount: 1 };
  const { planId } = await planAt(owner, diaryId, 0, { schedule });
  await plan();
  // Before the first dose the plan's beginning counts; that is three days ago, and long over.
  expect(await told(planId)).toEqual([]);
  const nextAt = async () =>
    (await sql("select next_at from dose_reminders where plan_id = $1 and kind = 'dose'", [planId]))[0]
      .next_at;
  expect(await nextAt()).toBeNull();
  const given = await record(
    owner,
    planId,
    meant("acknowledged", { givenAt: Date.now() - 5 * HOUR, why: "written later" }),
  );
  await plan();
  expect(((await nextAt()) - Date.now()) / MINUTE).toBeCloseTo(60, -1);
  expect(await told(planId)).toEqual([]);
  await owner.http.mutation(api.doses.correctDose, {
    entryId: randomUUID(),
    doseId: (given as { doseId: string }).doseId,
    revision: 1,
    amount: 1,
    note: "",
    givenAt: Date.now() - 6 * HOUR - 5 * MINUTE,
    acknowledged: [],
    why: "the clock was wrong",
  } as never);
  await plan();
  const [reminder] = await told(planId);
  expect((reminder.due_at - Date.now()) / MINUTE).toBeCloseTo(-5, 0);
  await give(owner, planId, { slot: reminder.slot });
  await plan();
  expect(((await nextAt()) - Date.now()) / HOUR).toBeCloseTo(6, 1);
  expect((await told(planId)).every(({ is_done }) => is_done)).toBe(true);
});

it("plans each dose once with three nodes, and doses that a slow transaction commits behind the clock", async () => {
  const { owner, diaryId } = await careTeam(service);
  const plans = [];
  for (let n = 0; n < 12; n++) plans.push(await planAt(owner, diaryId, -2));
  const nodes = await Promise.all([1, 2, 3].map(() => planDoses(service.database, 5)));
  expect(nodes.reduce((sum, { plans: count }) => sum + count, 0)).toBeLessThanOrEqual(15);
  while ((await planDoses(service.database, 5)).isFull);
  const count = (
    await sql("select count(*)::int as n, count(distinct (subject_id, user_id))::int as d from notifications")
  )[0];
  expect(count.n).toBe(count.d);
  for (const { planId, slot } of plans) expect(await slotsTold(planId)).toEqual([slot]);

  const slow = await planAt(owner, diaryId, -1, { looked: 0 });
  await sql("delete from notifications");
  const client = await service.database.pool.connect();
  try {
    await client.query("begin");
    await client.query("update dose_reminders set next_at = now() where plan_id = $1", [slow.planId]);
    expect(await plan()).toMatchObject({ plans: 0 });
    await client.query("commit");
  } finally {
    client.release();
  }
  await plan();
  expect(await slotsTold(slow.planId)).toEqual([slow.slot]);
});

it("writes each dose of a long absence into the inbox, and sends only the last", async () => {
  const { owner, diaryId } = await careTeam(service);
  await withPhone(owner);
  const schedule = everyDayAt(clockIn(-60), clockIn(-120), clockIn(-180));
  const { planId } = await planAt(owner, diaryId, -60, { schedule, looked: 1.9 * DAY, dueSince: 1.9 * DAY });
  await plan();
  const own = (await told(planId)).filter(({ user_id }) => user_id === owner.userId);
  expect(own.length).toBe(6);
  expect(own.every(({ while_away }) => while_away)).toBe(true);
  expect(own.map(({ deliveries }) => deliveries)).toEqual([0, 0, 0, 0, 0, 1]);
});

it("goes on with all other plans when the times of one can't be computed", async () => {
  const { owner, diaryId } = await careTeam(service);
  const broken = await planAt(owner, diaryId, -2);
  await sql(
    `alter table medication_plan_versions disable trigger ledger_only_grows;
     update medication_plan_versions set time_zone = 'Mars/Olympus' where plan_id::text = '${broken.planId}';
     alter table medication_plan_versions enable trigger ledger_only_grows`,
  );
  const whole = await planAt(owner, diaryId, -2);
  await plan();
  expect(await slotsTold(whole.planId)).toEqual([whole.slot]);
  expect(await told(broken.planId)).toEqual([]);
  expect(await plan()).toMatchObject({ plans: 0 });
});

it("sends no content by default, the person or medicine where a device allows it, and doses of one time together", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await withPhone(owner);
  await withPhone(caregiver, "what");
  await planAt(owner, diaryId, -2);
  await planAt(owner, diaryId, -2, { facts: facts("second canary") });
  await plan();
  const { got, deliver } = receiver();
  await deliver();
  const to = (person: TestPerson) => got.filter(({ userId }) => userId === person.userId);
  expect(to(owner)).toMatchObject([{ count: 2, words: { title: "You have 2 reminders", body: "" } }]);
  expect(JSON.stringify(to(owner)) + lines.join("")).not.toMatch(/canary|Rosa|Blum/);
  const [what] = to(caregiver);
  expect(what!.words.title).toBe("2 doses are due: Rosa Blum");
  expect(what!.words.body).toBe("canary 5 mg, second canary 5 mg");
  expect(what!.path).toMatch(/^\/care\/[^/]+\/doses\?dose=[-0-9a-f]+&slot=[-0-9]+T\d\d%3A\d\d%5BUTC%5D$/);
});

it("finds the same for many plans at once as for each by itself", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  const other = await careTeam(service);
  const ids: string[] = [];
  // Due now and later, late or not, given or paused, in two notebooks and zones, daily, by weekdays and by hours.
  const minutes = fc.sample(fc.integer({ min: -50, max: 30 }), { numRuns: 14, seed: 20261125 });
  for (const [index, minute] of minutes.entries()) {
    const [person, place] = index % 3 === 0 ? [other.owner, other.diaryId] : [owner, diaryId];
    const { schedule: clock, slot } = doseIn(minute);
    const schedules: Schedule[] = [
      clock,
      { ...clock, days: { weekdays: ["MO", "WE", "TH", "SU"] } },
      { kind: "everyHours", hours: 8, from: clock.times[0]!.at, amount: 1 },
      { ...clock, days: { everyDays: 1 + (index % 3) } },
    ];
    const more = { lateAfterMinutes: 5 + index, dueSince: 2 * MINUTE };
    const { planId } = await planAt(person, place, minute, {
      schedule: schedules[index % 4]!,
      ...more,
    });
    ids.push(planId);
    if (index === 4) await give(owner, planId, { slot });
  }
  const state = await sql("select * from dose_reminders where plan_id = any($1)", [ids]);
  const outcome = async (batch: number) => {
    for (const { plan_id, kind, done_until, next_at } of state)
      await sql("update dose_reminders set done_until = $3, next_at = $4 where plan_id = $1 and kind = $2", [
        ...[plan_id, kind, new Date(done_until), new Date(next_at)],
      ]);
    await sql("delete from notifications");
    while ((await planDoses(service.database, batch)).isFull);
    return {
      told: await sql(
        `select kind, subject_id, slot, user_id, group_key, due_at, while_away from notifications
          order by kind, subject_id, slot, user_id`,
      ),
      next: await sql(
        "select plan_id, kind, next_at from dose_reminders where plan_id = any($1) order by plan_id, kind",
        [ids],
      ),
    };
  };
  await whileTimeStops(service.database, async () => {
    const together = await outcome(300);
    expect(together.told.length).toBeGreaterThan(8);
    expect(new Set(together.told.map(({ user_id }) => user_id))).toContain(caregiver.userId);
    expect(await outcome(1)).toEqual(together);
    expect(await outcome(4)).toEqual(together);
  });
});

it("reminds of a dose again when a claim made after the planning ends without an entry", async () => {
  const { owner, diaryId } = await careTeam(service);
  await withPhone(owner);
  const due = await planAt(owner, diaryId, -2);
  const missed = await planAt(owner, diaryId, -30, { lateAfterMinutes: 29 });
  const given = await planAt(owner, diaryId, -30, { lateAfterMinutes: 29 });
  await plan();
  for (const { planId, slot } of [due, missed, given])
    await owner.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
  const { got, deliver } = receiver();
  await deliver();
  expect(got).toEqual([]);
  await give(owner, given.planId, { slot: given.slot });
  const waiting = await sql(
    `select d.next_attempt_at = o.claimed_until as at_its_end, d.attempts, t.failures
       from notification_deliveries d join notifications n on n.id = d.notification_id
       join notification_targets t on t.id = d.target_id
       join doses o on o.plan_id = n.subject_id and o.slot = n.slot
      where d.outcome is null and o.state = 'claimed' and t.channel = 'push'`,
  );
  expect(waiting.length).toBeGreaterThanOrEqual(2);
  for (const one of waiting) expect(one).toEqual({ at_its_end: true, attempts: 0, failures: 0 });
  // Nobody has given it, and the time of the claims passes.
  await sql("update doses set claimed_until = now() - interval '1 second' where state = 'claimed'");
  await sql("update notification_deliveries set next_attempt_at = now() where outcome is null");
  await deliver();
  const kinds = got.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(["dose-due", "dose-missed"]));
  const sent = await sql(
    "select distinct n.subject_id from notification_deliveries d join notifications n on n.id = d.notification_id where d.outcome = 'sent'",
  );
  expect(new Set(sent.map(({ subject_id }) => subject_id))).toEqual(new Set([due.planId, missed.planId]));
});

it("reminds at once when a claim is withdrawn, in every state of the delivery", async () => {
  const { owner, diaryId } = await careTeam(service);
  await withPhone(owner);
  const [told, untold, putOff] = [
    await planAt(owner, diaryId, -2),
    await planAt(owner, diaryId, -2),
    await planAt(owner, diaryId, -2),
  ];
  const claim = ({ planId, slot }: { planId: string; slot: string }) =>
    owner.http.mutation(api.doses.claimDose, { entryId: randomUUID(), planId, slot });
  await claim(untold);
  await plan();
  await claim(told);
  await claim(putOff);
  const { got, deliver } = receiver();
  await deliver();
  await sql(
    `update notifications n set later_until = o.claimed_until from doses o
      where n.subject_id = $1 and o.plan_id = n.subject_id and o.slot = n.slot`,
    [putOff.planId],
  );
  expect(got).toEqual([]);
  const claims = await sql(
    `select id as "doseId", revision from doses where state = 'claimed' and diary_id = $1`,
    [diaryId],
  );
  for (const { doseId, revision } of claims)
    await owner.http.mutation(api.doses.releaseDose, { entryId: randomUUID(), doseId, revision });
  await plan();
  await endDueSnoozes(service.database);
  await deliver();
  const sent = await sql(
    "select distinct n.subject_id from notification_deliveries d join notifications n on n.id = d.notification_id where d.outcome = 'sent'",
  );
  expect(new Set(sent.map(({ subject_id }) => subject_id))).toEqual(
    new Set([told.planId, untold.planId, putOff.planId]),
  );
});

it("sends nothing of a dose that was given, paused or taken from who may not give any more since it was planned", async () => {
  const { owner, caregiver, diaryId } = await careTeam(service);
  await withPhone(owner);
  await withPhone(caregiver);
  const given = await planAt(owner, diaryId, -2);
  const paused = await planAt(owner, diaryId, -2);
  const ended = await planAt(owner, diaryId, -2);
  const open = await planAt(owner, diaryId, -2);
  await plan();
  await give(owner, given.planId, { slot: given.slot });
  await sql(
    `insert into care_pauses (id, diary_id, kind, plan_ids, from_at, started_by, updated_by)
     values (gen_random_uuid(), $1, 'hospital', $3, now() - interval '1 hour', $2, $2)`,
    [diaryId, owner.userId, [paused.planId]],
  );
  await owner.http.mutation(api.plans.endPlan, { planId: ended.planId, reason: "" });
  await sql("update members set role = 'extended' where user_id = $1", [caregiver.userId]);
  const { got, deliver } = receiver();
  await deliver();
  expect(got).toMatchObject([{ userId: owner.userId, count: 1 }]);
  const [sent] = await sql("select subject_id from notifications where id = $1", [got[0]!.notificationId]);
  expect(sent.subject_id).toBe(open.planId);
});
