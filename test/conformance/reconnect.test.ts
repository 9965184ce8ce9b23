import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { seededRandom } from "../random.ts";
import { type Service, startService } from "../service.ts";
import { speedUpClient } from "./client_clock.ts";
import { addressOf, proxyTo } from "./proxies.ts";
import { sleep } from "./waiting.ts";

const random = seededRandom();

let service: Service;
let other: Service;
let clock: ReturnType<typeof speedUpClient>;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
});
afterAll(() => service.close());
beforeEach(() => {
  clock = speedUpClient(20);
});
afterEach(() => clock.restore());

const EDITS = 40;
const MAX_CUTS = 20;

it.each(["rst", "fin"] as const)(
  "S4 S10 rule 3 stores each edit once and in order and never shows an older state, through a connection that breaks (%s) at random and changes nodes",
  { timeout: 60_000 },
  async (how) => {
    const { diaryId, owner, admin, caregiver } = await careTeam(service);
    const { proxy, url } = await proxyTo(service.url);
    let cuts = 0;
    let writing = true;
    const cuttingConnections = (async () => {
      // At most so often: on a busy machine the test would otherwise never finish.
      while (writing && cuts < MAX_CUTS) {
        await sleep(15 + random() * 120);
        proxy.target = addressOf(cuts % 2 === 0 ? other.url : service.url);
        if (proxy.links.size > 0) {
          proxy.cut(how);
          cuts++;
        }
      }
    })();
    const { diaryId: _, type: __, ...fields } = noteArguments(diaryId);
    await Promise.all(
      [owner, admin, caregiver].map(async (person) => {
        const noteId = await createNote(person, diaryId);
        const client = service.connect(person, { url });
        const shown: number[] = [];
        client.onUpdate(api.notes.getNote, { noteId }, (note) => shown.push(note!.version));
        const resolved: number[] = [];
        for (let i = 0; i < EDITS; i += 5) {
          await Promise.all(
            Array.from({ length: 5 }, async (___, j) => {
              await client.mutation(api.notes.updateNote, { ...fields, noteId, title: `Edit ${i + j}` });
              resolved.push(i + j);
            }),
          );
        }
        const { rows } = await service.database.pool.query(
          `select version, title from note_versions where note_id = $1
           union all select version, title from notes where id = $1 order by version`,
          [noteId],
        );
        const inOrder = Array.from({ length: EDITS }, (___, i) => i);
        expect(rows.slice(1).map(({ title }) => title)).toEqual(inOrder.map((i) => `Edit ${i}`));
        expect(resolved).toEqual(inOrder);
        expect(shown).toEqual([...shown].sort((a, b) => a - b));
        expect(shown.at(-1)).toBe(EDITS + 1);
        await client.close();
      }),
    );
    writing = false;
    await cuttingConnections;
    expect(cuts).toBeGreaterThan(5);
    await proxy.close();
  },
);

it("S4 S9 detects a connection that swallows everything, and still runs its mutations once", async () => {
  clock.restore();
  clock = speedUpClient(60);
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const client = service.connect(owner, { url });
  await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "Note 0" }));
  for (const [i, direction] of (["up", "down"] as const).entries()) {
    proxy.faults.swallow[direction] = true;
    const done = client.mutation(api.notes.createNote, noteArguments(diaryId, { title: `Note ${i + 1}` }));
    // At a sixtieth of the time: silence of 60 s lasts a second.
    await sleep(500);
    const attempts = proxy.attempts.length;
    for (let waited = 0; proxy.attempts.length === attempts && waited < 5000; waited += 20) await sleep(20);
    expect(proxy.attempts.length).toBeGreaterThan(attempts);
    proxy.faults.swallow[direction] = false;
    await done;
  }
  const titles = (await owner.http.query(api.notes.listNotes, { diaryId })).map(({ title }) => title);
  expect(titles.sort()).toEqual(["Note 0", "Note 1", "Note 2"]);
  await client.close();
});
