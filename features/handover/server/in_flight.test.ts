import type { PoolClient } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createShortId } from "../../../server/db/short_ids.ts";
import { addMember, api, createNotebook, createPerson, type TestPerson } from "../../../test/people.ts";
import { LONGER, randomFrom, SEED } from "../../../test/random.ts";
import { type Service, startService } from "../../../test/service.ts";
import type { Handover } from "../schema.ts";

let service: Service;
let owner: TestPerson;
let author: TestPerson;
beforeAll(async () => {
  service = await startService();
  owner = await createPerson(service, "Olga Owner");
  author = await createPerson(service, "Clara Caregiver");
});
afterAll(() => service.close());

const HISTORIES = 10 * LONGER;
const STEPS = 14;

const open = (diaryId: string): Promise<Handover> =>
  owner.http.query(api.handover.getHandover, { diaryId, at: Date.now() });
const read = ({ diaryId, upTo, tail }: Handover) =>
  owner.http.mutation(api.handover.markRead, { diaryId, upTo, tail });

/** Writes a note in the client's transaction, by a clock that is `behind` so many seconds; returns its id. */
async function write(client: PoolClient, diaryId: string, behind: number): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into notes (id, short_id, diary_id, type, title, content, preview, note_day, visibility, created_by, updated_by,
       created_at, updated_at)
     select gen_random_uuid(), $4, $1, 'default',
            'N', '{"type": "default", "data": {"text": ""}, "metadata": {}}', '', current_date, 'team', $2, $2, t, t
       from (select now() - make_interval(secs => $3) as t) x
     returning id`,
    [diaryId, author.userId, behind, createShortId()],
  );
  return rows[0]!.id;
}

type Running = { client: PoolClient; wrote: string[] };

/** Plays one history; returns what was committed, and what was shown between one mark and the next. */
async function play(seed: number) {
  const random = randomFrom(seed);
  const diaryId = await createNotebook(owner);
  await addMember(service, diaryId, author, "member");
  const running: Running[] = [];
  const committed: string[] = [];
  const shown: string[] = [];
  const end = async (how: "commit" | "rollback") => {
    const [ended] = running.splice(Math.floor(random() * running.length), 1);
    await ended!.client.query(how);
    ended!.client.release();
    if (how === "commit") committed.push(...ended!.wrote);
  };
  const handOver = async () => {
    const page = await open(diaryId);
    // What comes between the look and the press.
    if (running.length > 0 && random() < 0.5) await end("commit");
    await read(page);
    shown.push(...page.notes.shown.map(({ id }) => id));
  };
  for (let step = 0; step < STEPS; step++) {
    const choice = random();
    if (choice < 0.3 && running.length < 4) {
      const client = await service.database.pool.connect();
      await client.query("begin");
      // One that doesn't write at once has its recorded time all the same.
      const wrote = random() < 0.7 ? [await write(client, diaryId, 0)] : [];
      running.push({ client, wrote });
    } else if (choice < 0.5 && running.length > 0) {
      const some = running[Math.floor(random() * running.length)]!;
      some.wrote.push(await write(some.client, diaryId, random() < 0.3 ? random() * 50 : 0));
    } else if (choice < 0.7 && running.length > 0) await end(random() < 0.85 ? "commit" : "rollback");
    else await handOver();
  }
  while (running.length > 0) await end("commit");
  await handOver();
  await handOver();
  return { committed, shown };
}

it(`loses no entry and shows none twice, in ${HISTORIES} random histories with transactions in flight`, {
  timeout: 300_000,
}, async () => {
  let told = 0;
  for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
    const { committed, shown } = await play(seed);
    expect([...shown].sort(), `history ${seed}`).toEqual([...committed].sort());
    told += shown.length;
  }
  expect(told).toBeGreaterThan(HISTORIES);
});

it("is never marked beyond a transaction that may still write, however long it lasts", async () => {
  const diaryId = await createNotebook(owner);
  await addMember(service, diaryId, author, "member");
  const client = await service.database.pool.connect();
  await client.query("begin");
  const id = await write(client, diaryId, 0);
  const { rows } = await client.query("select extract(epoch from now()) * 1000 as began");
  const began = Number(rows[0].began);
  const page = await open(diaryId);
  expect(page.upTo).toBeLessThan(began);
  await client.query("commit");
  client.release();
  await read(page);
  expect((await open(diaryId)).notes.shown.map((note) => note.id)).toEqual([id]);
  // Nothing is in flight any more.
  expect((await open(diaryId)).upTo).toBeGreaterThan(began - 1000);
});

it("shows a note again that changes after it was shown, also when the change began before the marker", async () => {
  const diaryId = await createNotebook(owner);
  await addMember(service, diaryId, author, "member");
  const writer = await service.database.pool.connect();
  await writer.query("begin");
  // Versions of a note are told apart by the millisecond.
  const id = await write(writer, diaryId, 0.005);
  await writer.query("commit");
  await writer.query("begin");
  await writer.query("select now()");
  const page = await open(diaryId);
  expect(page.notes.shown.map((note) => note.id)).toEqual([id]);
  await read(page);
  await writer.query("update notes set updated_at = now() where id = $1", [id]);
  await writer.query("commit");
  writer.release();
  expect((await open(diaryId)).notes.shown.map((note) => note.id)).toEqual([id]);
});
