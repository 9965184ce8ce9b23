import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectOne, KINDS, type Races, startRaces, type Told } from "../../../test/dose-races.ts";
import { entriesOf } from "../../../test/doses.ts";
import { beginAt } from "../../../test/moment.ts";
import { api } from "../../../test/people.ts";
import type { Service } from "../../../test/service.ts";

const startService = beginAt();

// Writers at once through two servers and by hand, mixed in each round. `DOSE_RACES=1000` runs so many rounds; a few of
// each kind show in seconds what a broken guard lets through.

const ROUNDS = Number(process.env.DOSE_RACES ?? 25);

let service: Service;
let races: Races;
beforeAll(async () => {
  service = await startService();
  races = await startRaces(service);
});
afterAll(async () => {
  await races.close();
  await service.close();
});

describe("of writers through two servers and by hand", () => {
  it.each(KINDS)(
    "records exactly one, and every caller learns it: %s",
    { timeout: 600_000 },
    async (kind) => {
      const told: Told[] = [];
      for (let round = 0; round < ROUNDS / KINDS.length; round++) {
        const result = await races.race(kind, round);
        expectOne(kind, result);
        told.push(...result.answers.filter(({ isWritten }) => isWritten));
      }
      // What a person was told to be written is in the history.
      const ids = told.filter(({ by }) => by !== races.team.viewer.userId).map(({ entryId }) => entryId);
      const { rows } = await races.hand.query(
        "select count(*)::int as n from dose_entries where id = any ($1)",
        [ids],
      );
      expect(ids.length).toBeGreaterThan(0);
      expect(rows[0].n).toBe(ids.length);
    },
  );

  it("members who give several plans at once don't deadlock", async () => {
    for (let round = 0; round < 8; round++) {
      const plans = await Promise.all(Array.from({ length: 4 }, () => races.planOf("slot")));
      const backwards = [...plans].reverse();
      const [ana, ben] = [races.doors[0]!, races.doors[3]!];
      const answers = await Promise.all([
        ...plans.map((plan) => races.throughServer(plan, ana)),
        ...backwards.map((plan) => races.throughServer(plan, ben)),
        // Two programs that give all in one transaction, in opposite orders: PostgreSQL waits a second to find that out.
        ...(round < 6
          ? []
          : [races.byHand(plans, "read committed"), races.byHand(backwards, "repeatable read")]),
      ]);
      for (const plan of plans) expect(await races.standing(plan)).toHaveLength(1);
      const people = answers.slice(0, 8).filter(({ isWritten }) => isWritten).length;
      const programs = answers.slice(8).filter(({ isWritten }) => isWritten).length;
      expect(people + 4 * programs).toBe(4);
    }
  });

  it("a withdrawal frees the dose for exactly one other", async () => {
    const plan = await races.planOf("slot");
    const [ana, ben] = [races.doors[0]!, races.doors[3]!];
    for (let round = 0; round < 10; round++) {
      const first = await races.throughServer(plan, ana);
      expect(first.isWritten).toBe(true);
      const [answers] = await Promise.all([
        Promise.all([ben, races.doors[4]!].map((door) => races.throughServer(plan, door))),
        ana.http.mutation(api.doses.withdrawDose, {
          entryId: randomUUID(),
          doseId: first.entryId,
          revision: 1,
          reason: "mistake",
        }),
      ]);
      const now = await races.standing(plan);
      const written = answers.filter(({ isWritten }) => isWritten);
      expect(now.map(({ id }) => id)).toEqual(written.map(({ entryId }) => entryId));
      expect((await entriesOf(races.team.owner, first.entryId)).map(({ kind }) => kind)).toEqual([
        "given",
        "withdrawn",
      ]);
      for (const { id } of now)
        await races.hand.query("update doses set state = 'withdrawn', reason = 'mistake' where id = $1", [
          id,
        ]);
    }
  });
});
