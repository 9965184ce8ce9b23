import { randomUUID } from "node:crypto";
import type { ConvexHttpClient } from "convex/browser";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MINUTE } from "../../../lib/time.ts";
import { clockInZone, dayInZone } from "../../../lib/zone-day.ts";
import { entriesOf, givenArgs } from "../../../test/doses.ts";
import { api, careTeam, type TestPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";

// Writers at once through two servers and by hand, mixed in each round. `DOSE_RACES=1000` runs so many rounds; a few of
// each kind show in seconds what a broken guard lets through.

const ROUNDS = Number(process.env.DOSE_RACES ?? 75);
const KINDS = ["slot", "gap", "count", "amount", "claim"] as const;
type Kind = (typeof KINDS)[number];
const LIMITS: Record<Kind, object> = {
  slot: {},
  gap: { min_gap_minutes: 240 },
  count: { max_count: 1 },
  amount: { max_amount: 1.5 },
  claim: {},
};

let service: Service;
let hand: pg.Pool;
let team: Awaited<ReturnType<typeof careTeam>>;
/** Each person through each of the two servers. */
let doors: { person: TestPerson; http: ConvexHttpClient }[];
beforeAll(async () => {
  service = await startService();
  const node = await service.startSecondNode();
  team = await careTeam(service);
  hand = new pg.Pool({ connectionString: service.database.connectionString, max: 8 });
  const { owner, caregiver, admin } = team;
  doors = [];
  for (const person of [owner, caregiver, admin])
    doors.push({ person, http: person.http }, { person, http: await node.http(person) });
});
afterAll(async () => {
  await hand.end();
  await service.close();
});

/** A plan of one dose a day, which is now, with the name of that dose. */
async function planOf(kind: Kind) {
  const [planId, time] = [randomUUID(), Date.now() + MINUTE];
  const [day, at] = [dayInZone(time, "UTC"), clockInZone(time, "UTC")];
  const clock = { kind: "clock", times: [{ at, amount: 1 }], days: { everyDays: 1 } };
  await hand.query(
    `insert into medication_plans (id, diary_id, unit, visibility, facts, created_by)
     values ($1, $2, 'tablet', 'team', '{}', $3)`,
    [planId, team.diaryId, team.owner.userId],
  );
  await hand.query(
    `insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
       min_gap_minutes, max_count, max_amount, late_after_minutes, late_until_minutes, words, changed_by)
     select $1, 1, $2, now() - interval '1 day', 'UTC', $3, $4, min_gap_minutes, max_count, max_amount, 60, 240, '{}', $5
       from jsonb_to_record($6) as limits (min_gap_minutes int, max_count int, max_amount numeric)`,
    [planId, team.diaryId, day, clock, team.owner.userId, LIMITS[kind]],
  );
  const isPlanned = kind === "slot" || kind === "claim";
  return { kind, planId, slot: isPlanned ? `${day}T${at}[UTC]` : null };
}
type Plan = Awaited<ReturnType<typeof planOf>>;

/** What a writer was told, and who it was. */
type Told = { isWritten: boolean; entryId: string; by: string; names?: string[] };

async function throughServer(
  { kind, planId, slot }: Plan,
  { person, http }: (typeof doors)[number],
): Promise<Told> {
  const args = givenArgs(planId, { slot });
  const answer =
    kind === "claim"
      ? await http.mutation(api.doses.claimDose, { entryId: args.entryId, planId, slot: slot! })
      : await http.mutation(api.doses.giveDose, args);
  const told = { entryId: args.entryId, by: person.userId };
  if (answer.outcome === "written") return { ...told, isWritten: true };
  return { ...told, isWritten: false, names: answer.conflicts.map(({ id }) => id) };
}

const INSERT = `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, recorded_by, claimed_until)
  select $1, $2, $3, 1, $4, case when $4::text is not null then now() end, $5, 1, case when $5 = 'given' then now() end, $6,
         case when $5 = 'claimed' then now() + interval '15 minutes' end`;
const row = ({ kind, planId, slot }: Plan, id: string) => [
  id,
  team.diaryId,
  planId,
  slot,
  kind === "claim" ? "claimed" : "given",
  team.viewer.userId,
];

/** By hand, as a program that knows nothing of our server: runs again only what PostgreSQL asks to run again. */
async function byHand(plans: readonly Plan[], level: string): Promise<Told> {
  const entryId = randomUUID();
  const told = { entryId, by: team.viewer.userId };
  const client = await hand.connect();
  try {
    for (;;) {
      await client.query(`begin isolation level ${level}`);
      try {
        for (const plan of plans)
          await client.query(INSERT, row(plan, plans.length > 1 ? randomUUID() : entryId));
        await client.query("commit");
        return { ...told, isWritten: true };
      } catch (error) {
        await client.query("rollback");
        const { code, detail } = error as { code: string; detail: string };
        if (code === "40001" || code === "40P01") continue;
        // The guard, or the index of planned doses.
        if (code === "CD001")
          return {
            ...told,
            isWritten: false,
            names: JSON.parse(detail).map((each: { id: string }) => each.id),
          };
        if (code === "23505") return { ...told, isWritten: false };
        throw error;
      }
    }
  } finally {
    client.release();
  }
}

const standing = async ({ planId, kind }: Plan) =>
  (
    await hand.query<{ id: string; recorded_by: string }>(
      "select id, recorded_by from doses where plan_id = $1 and state = $2",
      [planId, kind === "claim" ? "claimed" : "given"],
    )
  ).rows;

/** A different mixture in each round: the first of these writers, from a place that moves on. */
const writers: ((plan: Plan) => Promise<Told>)[] = [
  (plan) => throughServer(plan, doors[0]!),
  (plan) => throughServer(plan, doors[3]!),
  (plan) => byHand([plan], "read committed"),
  (plan) => throughServer(plan, doors[4]!),
  (plan) => throughServer(plan, doors[1]!),
  (plan) => byHand([plan], "repeatable read"),
  (plan) => throughServer(plan, doors[2]!),
  (plan) => throughServer(plan, doors[5]!),
];

describe("of writers through two servers and by hand", () => {
  it.each(KINDS)("exactly one stands, and each is told so: %s", { timeout: 600_000 }, async (kind) => {
    const told: Told[] = [];
    for (let round = 0; round < ROUNDS / KINDS.length; round++) {
      const plan = await planOf(kind);
      const count = 2 + (round % 7);
      const chosen = Array.from({ length: count }, (_, index) => writers[(round + index) % writers.length]!);
      const answers = await Promise.all(chosen.map((write) => write(plan)));
      const [one, ...others] = await standing(plan);
      expect(others).toEqual([]);
      const written = answers.filter(({ isWritten }) => isWritten);
      // Somebody who claims a dose twice still claims it.
      if (kind !== "claim") expect(written.map(({ entryId }) => entryId)).toEqual([one!.id]);
      for (const { by } of written) expect(by).toBe(one!.recorded_by);
      for (const { names } of answers) if (names) expect(names).toEqual([one!.id]);
      told.push(...written);
    }
    // What a person was told to be written is in the history.
    const ids = told.filter(({ by }) => by !== team.viewer.userId).map(({ entryId }) => entryId);
    const { rows } = await hand.query("select count(*)::int as n from dose_entries where id = any ($1)", [
      ids,
    ]);
    expect(ids.length).toBeGreaterThan(0);
    expect(rows[0].n).toBe(ids.length);
  });

  it("those who give all of several plans at once don't wait for each other for ever", async () => {
    for (let round = 0; round < 8; round++) {
      const plans = await Promise.all(Array.from({ length: 4 }, () => planOf("slot")));
      const backwards = [...plans].reverse();
      const [ana, ben] = [doors[0]!, doors[3]!];
      const answers = await Promise.all([
        ...plans.map((plan) => throughServer(plan, ana)),
        ...backwards.map((plan) => throughServer(plan, ben)),
        // Two programs that give all in one transaction, in opposite orders: PostgreSQL waits a second to find that out.
        ...(round < 6 ? [] : [byHand(plans, "read committed"), byHand(backwards, "repeatable read")]),
      ]);
      for (const plan of plans) expect(await standing(plan)).toHaveLength(1);
      const people = answers.slice(0, 8).filter(({ isWritten }) => isWritten).length;
      const programs = answers.slice(8).filter(({ isWritten }) => isWritten).length;
      expect(people + 4 * programs).toBe(4);
    }
  });

  it("a withdrawal frees the dose for exactly one other", async () => {
    const plan = await planOf("slot");
    const [ana, ben] = [doors[0]!, doors[3]!];
    for (let round = 0; round < 10; round++) {
      const first = await throughServer(plan, ana);
      expect(first.isWritten).toBe(true);
      const [answers] = await Promise.all([
        Promise.all([ben, doors[4]!].map((door) => throughServer(plan, door))),
        ana.http.mutation(api.doses.withdrawDose, {
          entryId: randomUUID(),
          doseId: first.entryId,
          revision: 1,
          reason: "mistake",
        }),
      ]);
      const now = await standing(plan);
      const written = answers.filter(({ isWritten }) => isWritten);
      expect(now.map(({ id }) => id)).toEqual(written.map(({ entryId }) => entryId));
      expect((await entriesOf(team.owner, first.entryId)).map(({ kind }) => kind)).toEqual([
        "given",
        "withdrawn",
      ]);
      for (const { id } of now)
        await hand.query("update doses set state = 'withdrawn', reason = 'mistake' where id = $1", [id]);
    }
  });
});
