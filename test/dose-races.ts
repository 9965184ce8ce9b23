import { randomUUID } from "node:crypto";
import type { ConvexHttpClient } from "convex/browser";
import pg from "pg";
import { expect } from "vitest";
import { MINUTE } from "../lib/dates/time.ts";
import { toClockInZone, toDayInZone } from "../lib/dates/zone-day.ts";
import { givenArgs } from "./doses.ts";
import { api, careTeam, type TestPerson } from "./people.ts";
import type { Service } from "./service.ts";

/** What writers at once may compete for. */
export const KINDS = ["slot", "gap", "count", "amount", "claim"] as const;
type Kind = (typeof KINDS)[number];
const LIMITS: Record<Kind, object> = {
  slot: {},
  gap: { min_gap_minutes: 240 },
  count: { max_count: 1 },
  amount: { max_amount: 1.5 },
  claim: {},
};

/** What a writer was told, and who it was; `names` are the doses in the way. */
export type Told = { isWritten: boolean; entryId: string; by: string; names?: string[] };
type Plan = { kind: Kind; planId: string; slot: string | null };
type Door = { person: TestPerson; http: ConvexHttpClient };

/** People of one notebook who give doses through two servers, and programs that write to the same database by hand. */
export async function startRaces(service: Service) {
  const node = await service.startSecondNode();
  const team = await careTeam(service);
  const hand = new pg.Pool({ connectionString: service.database.connectionString, max: 8 });
  const { owner, caregiver, admin } = team;
  /** Each person through each of the two servers. */
  const doors: Door[] = [];
  for (const person of [owner, caregiver, admin])
    doors.push({ person, http: person.http }, { person, http: await node.http(person) });

  /** A plan of one dose a day, which is now, with the name of that dose. */
  async function planOf(kind: Kind): Promise<Plan> {
    const [planId, time] = [randomUUID(), Date.now() + MINUTE];
    const [day, at] = [toDayInZone(time, "UTC"), toClockInZone(time, "UTC")];
    const isPlanned = kind === "slot" || kind === "claim";
    // One that isn't planned is asked about where there are planned times.
    const schedule = isPlanned
      ? { kind: "clock", times: [{ at, amount: 1 }], days: { everyDays: 1 } }
      : { kind: "asNeeded", amount: 1, most: null };
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
      [planId, team.diaryId, day, schedule, team.owner.userId, LIMITS[kind]],
    );
    return { kind, planId, slot: isPlanned ? `${day}T${at}[UTC]` : null };
  }
  async function throughServer({ kind, planId, slot }: Plan, { person, http }: Door): Promise<Told> {
    const args = givenArgs(planId, { slot });
    const answer =
      kind === "claim"
        ? await http.mutation(api.doses.claimDose, { entryId: args.entryId, planId, slot: slot! })
        : await http.mutation(api.doses.giveDose, args);
    const told = { entryId: args.entryId, by: person.userId };
    if (answer.outcome === "written") return { ...told, isWritten: true };
    return { ...told, isWritten: false, names: answer.conflicts.map(({ id }) => id) };
  }

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

  /** One round: so many different writers at once, and the rows that stand afterwards. */
  async function race(kind: Kind, round: number) {
    const plan = await planOf(kind);
    const chosen = Array.from(
      { length: 2 + (round % 7) },
      (_, at) => writers[(round + at) % writers.length]!,
    );
    const answers = await Promise.all(chosen.map((write) => write(plan)));
    return { answers, rows: await standing(plan) };
  }

  return {
    team,
    hand,
    doors,
    planOf,
    throughServer,
    byHand,
    standing,
    race,
    close: () => hand.end(),
  };
}

export type Races = Awaited<ReturnType<typeof startRaces>>;

const INSERT = `insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, recorded_by, claimed_until)
  select $1, $2, $3, 1, $4, case when $4::text is not null then now() end, $5, 1, case when $5 = 'given' then now() end, $6,
         case when $5 = 'claimed' then now() + interval '15 minutes' end`;

/** Exactly one stands, whoever was told to have written it did, and the others were told which one is in their way. */
export function expectOne(
  kind: Kind,
  { answers, rows: [one, ...others] }: Awaited<ReturnType<Races["race"]>>,
): void {
  expect(others).toEqual([]);
  const written = answers.filter(({ isWritten }) => isWritten);
  // Somebody who claims a dose twice still claims it.
  if (kind !== "claim") expect(written.map(({ entryId }) => entryId)).toEqual([one!.id]);
  expect(new Set(written.map(({ by }) => by))).toEqual(new Set([one!.recorded_by]));
  for (const { names } of answers) if (names) expect(names).toEqual([one!.id]);
}
