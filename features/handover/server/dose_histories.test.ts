import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { addDose, addPlan, slotsOf } from "../../../test/ledger.ts";
import { beginAt } from "../../../test/moment.ts";
import { addMember, api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { everyDayAt } from "../../../test/plans.ts";
import { LONGER, randomFrom, SEED } from "../../../test/random.ts";
import type { Service } from "../../../test/service.ts";
import type { Handover } from "../schema.ts";

const startService = beginAt();

let service: Service;
let owner: TestPerson;
let writers: TestPerson[];
beforeAll(async () => {
  service = await startService();
  owner = await createPerson(service, "Olga Owner");
  writers = [
    owner,
    await createPerson(service, "Clara Caregiver"),
    await createPerson(service, "Carl Caregiver"),
  ];
});
afterAll(() => service.close());

const HISTORIES = 6 * LONGER;
const STEPS = 16;
const HOUR = 3_600_000;
const HOURS = ["02:00", "06:00", "10:00", "14:00", "18:00", "22:00"] as const;
/** As the plan of `addPlan` has it. */
const [LATE_AFTER, LATE_UNTIL] = [HOUR, 4 * HOUR];

type Slot = { planId: string; slot: string; dueAt: number };
type Result = { slot: Slot; isToReview: boolean };
/** A transaction in flight; it writes doses of one plan, because the guard locks the plan. */
type Running = { client: PoolClient; planId: string; wrote: Result[] };

const nameOf = ({ planId, slot }: { planId: string; slot: string | null }) => `${planId} ${slot}`;

/** What a page must say of a planned dose without an entry; null when it needs no member. */
function stateOf({ dueAt }: Slot, at: number): "due" | "late" | "missed" | null {
  if (at < dueAt - LATE_AFTER) return null;
  return at <= dueAt + LATE_AFTER ? "due" : at <= dueAt + LATE_UNTIL ? "late" : "missed";
}

/**
 * Plays one history of three writers and a reader, whose marks are at any moment: doses are due before and after them, given
 * and refused before and after them, by transactions that begin before and end after them. Checks each page on the way.
 */
async function play(seed: number): Promise<number> {
  const random = randomFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const diaryId = await createNotebook(owner);
  for (const writer of writers.slice(1)) await addMember(service, diaryId, writer, "member");
  const now = Date.now();
  const [from, to] = [toDayInZone(now - 24 * HOUR, "UTC"), toDayInZone(now + STEPS * 5 * HOUR, "UTC")];
  const schedule = everyDayAt(...HOURS);
  const { pool } = service.database;
  const planIds: string[] = [];
  for (const name of ["ramipril", "metoprolol", "torasemide"])
    planIds.push(await addPlan(pool, { diaryId, userId: owner.userId, name, schedule, firstDay: from }));
  const slots: Slot[] = planIds.flatMap((planId) =>
    slotsOf(schedule, from, to).map(({ slot, dueAt }) => ({ planId, slot, dueAt })),
  );
  const free = new Set(slots);
  const running: Running[] = [];
  const committed: Result[] = [];
  let shown = 0;
  // The moment by which doses are due and late; marks are by the server's clock.
  let at = now - 20 * HOUR;

  const write = async ({ client, planId, wrote }: Running) => {
    const slot = pick([...free].filter((each) => each.planId === planId && each.dueAt <= at + LATE_AFTER));
    if (!slot) return;
    free.delete(slot);
    const { rows } = await client.query("select extract(epoch from now()) * 1000 as began");
    const kind = random();
    await addDose(client, {
      diaryId,
      by: pick(writers).userId,
      ...slot,
      // Some clocks are behind.
      givenAt: Math.floor(Number(rows[0].began)) - (random() < 0.3 ? Math.floor(random() * 50_000) : 0),
      ...(kind < 0.3 && { reason: "refused" }),
      ...(kind > 0.8 && { against: ["00000000-0000-4000-8000-000000000001"] }),
    });
    wrote.push({ slot, isToReview: kind > 0.8 });
  };
  const end = async (how: "commit" | "rollback") => {
    const [ended] = running.splice(Math.floor(random() * running.length), 1);
    await ended!.client.query(how);
    ended!.client.release();
    if (how === "commit") committed.push(...ended!.wrote);
    else for (const { slot } of ended!.wrote) free.add(slot);
  };
  const check = (page: Handover) => {
    const recorded = new Set(committed.map(({ slot }) => slot));
    const expected = slots
      .filter((slot) => !recorded.has(slot))
      .map((slot) => [nameOf(slot), stateOf(slot, at)] as const)
      .filter(([, state]) => state !== null);
    const open = page.openDoses.shown.map(
      ({ isOpen, isDue, ...slot }) => [nameOf(slot), isDue ? "due" : isOpen ? "late" : "missed"] as const,
    );
    expect(open.toSorted(), `open doses of history ${seed}`).toEqual(expected.toSorted());
    const order = open.map(([, state]) => ["due", "late", "missed"].indexOf(state));
    expect(order, "due now first").toEqual(order.toSorted());
    const toReview = page.doses.shown.filter(({ isToReview }) => isToReview).map(nameOf);
    expect(toReview.sort(), `doses to review of history ${seed}`).toEqual(
      committed
        .filter(({ isToReview }) => isToReview)
        .map(({ slot }) => nameOf(slot))
        .sort(),
    );
  };
  const handOver = async () => {
    const page: Handover = await owner.http.query(api.handover.getHandover, { diaryId, at });
    check(page);
    // What is committed between the page and the press.
    if (running.length > 0 && random() < 0.5) await end("commit");
    await owner.http.mutation(api.handover.markRead, { diaryId, upTo: page.upTo, tail: page.tail });
    shown += page.doses.shown.filter(({ isToReview }) => !isToReview).length + page.otherDoses.planned;
  };

  try {
    for (let step = 0; step < STEPS; step++) {
      at += Math.floor(random() * 5 * HOUR);
      const choice = random();
      if (choice < 0.3 && running.length < 3) {
        const client = await pool.connect();
        await client.query("begin");
        const planId = planIds.find((id) => running.every((other) => other.planId !== id))!;
        running.push({ client, planId, wrote: [] });
        if (random() < 0.7) await write(running.at(-1)!);
      } else if (choice < 0.55 && running.length > 0) await write(pick(running));
      else if (choice < 0.75 && running.length > 0) await end(random() < 0.85 ? "commit" : "rollback");
      else await handOver();
    }
    while (running.length > 0) await end("commit");
    await handOver();
    await handOver();
  } finally {
    // A failed check leaves no transaction in flight.
    while (running.length > 0) await end("rollback");
  }
  expect(shown, `results of history ${seed}`).toBe(committed.filter(({ isToReview }) => !isToReview).length);
  return committed.length;
}

it(`shows each result of a dose once, and open doses until they are settled, in ${HISTORIES} random histories`, {
  timeout: 300_000,
}, async () => {
  let results = 0;
  for (let seed = SEED; seed < SEED + HISTORIES; seed++) results += await play(seed);
  expect(results).toBeGreaterThan(HISTORIES);
});
