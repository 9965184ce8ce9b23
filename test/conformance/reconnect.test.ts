import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../server/clock.ts";
import { createFakeClock, withRealPauses } from "../fake_clock.ts";
import { serveNode } from "../node.ts";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { seededRandom } from "../random.ts";
import { type Service, startService } from "../service.ts";
import { type ClientClock, holdClientClock } from "./client_clock.ts";
import { addressOf, proxyTo } from "./proxies.ts";
import { eventually } from "./waiting.ts";

const random = seededRandom();

let service: Service;
let other: Service;
let clock: ClientClock;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
});
afterAll(() => service.close());
beforeEach(() => {
  clock = holdClientClock({ reconnectsSoon: true });
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
    // With a message of a random number, in either direction; it gets lost as well.
    const nextCut = () => 5 + Math.floor(random() * 40);
    let left = nextCut();
    proxy.tap.up = proxy.tap.down = () => {
      if (--left > 0 || cuts === MAX_CUTS) return undefined;
      left = nextCut();
      proxy.target = addressOf(cuts % 2 === 0 ? other.url : service.url);
      proxy.cut(how);
      cuts++;
      return false;
    };
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
    expect(cuts).toBeGreaterThan(5);
    await proxy.close();
  },
);

it("S4 S9 detects a connection that swallows everything, and still runs its mutations once", async () => {
  clock.restore();
  clock = holdClientClock();
  const { diaryId, owner } = await careTeam(service);
  const { database, issuer } = service;
  const serverClock = createFakeClock(systemClock.now());
  const node = await serveNode({
    connectionString: database.connectionString,
    verifyToken: issuer.verifyToken,
    clock: withRealPauses(serverClock),
  });
  const { proxy, url } = await proxyTo(node.url);
  const client = service.connect(owner, { url });
  await client.mutation(api.notes.createNote, noteArguments(diaryId, { title: "Note 0" }));
  for (const [i, direction] of (["up", "down"] as const).entries()) {
    const before = proxy.attempts;
    proxy.faults.swallow[direction] = true;
    const done = client.mutation(api.notes.createNote, noteArguments(diaryId, { title: `Note ${i + 1}` }));
    // The server ends a connection without answers to its pings, the client one on which nothing comes.
    const pauses = clock.pauses().length;
    for (let seconds = 0; seconds < 75 && clock.pauses().length === pauses; seconds += 15) {
      await serverClock.advance(15_000);
      await clock.advance(15_000);
    }
    await eventually(() => clock.pauses().length > pauses);
    await clock.advance(clock.pauses().at(-1)!);
    await eventually(() => proxy.attempts > before);
    proxy.faults.swallow[direction] = false;
    // What the fault took from the new connection doesn't come any more.
    const tried = clock.pauses().length;
    proxy.cut();
    await eventually(() => clock.pauses().length > tried);
    await clock.advance(clock.pauses().at(-1)!);
    await done;
  }
  const titles = (await owner.http.query(api.notes.listNotes, { diaryId })).map(({ title }) => title);
  expect(titles.sort()).toEqual(["Note 0", "Note 1", "Note 2"]);
  await client.close();
  await node.close();
  await proxy.close();
});
