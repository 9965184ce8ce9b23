import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createFakeClock, createLoopClock, withRealPauses } from "../fake_clock.ts";
import { serveNode } from "../node.ts";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { type ClientClock, holdClientClock, SILENCE_MS } from "./client_clock.ts";
import { proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let clock: ClientClock | null = null;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(() => {
  clock?.restore();
  clock = null;
});

it("S8 reconnects after 1 s, doubled each time up to 16 s, each with jitter", {
  tags: spec("CORE-633 CORE-634 CORE-635 CORE-636 CORE-637"),
}, async () => {
  clock = holdClientClock();
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const runs: number[][] = [];
  for (let run = 0; run < 3; run++) {
    proxy.faults.refuse = false;
    const client = service.connect(owner, { url });
    let shown = -1;
    client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => (shown = notes.length));
    await eventually(() => shown >= 0);
    clock.requestedTimers.length = 0;
    const before = proxy.attempts;
    proxy.faults.refuse = true;
    proxy.cut();
    for (let attempt = 1; attempt <= 7; attempt++) {
      await eventually(() => clock!.pauses().length === attempt);
      await clock.advance(clock.pauses().at(-1)! - 1);
      expect(proxy.attempts - before).toBe(attempt - 1);
      await clock.advance(1);
      await eventually(() => proxy.attempts - before === attempt);
    }
    await eventually(() => clock!.pauses().length === 8);
    runs.push(clock.pauses().slice(0, 7));
    // Back again as soon as there is somebody to connect to.
    proxy.faults.refuse = false;
    await clock.advance(clock.pauses().at(-1)!);
    await createNote(owner, diaryId);
    await eventually(() => shown === run + 1);
    await client.close();
  }
  for (const waits of runs) {
    [1000, 2000, 4000, 8000, 16_000, 16_000, 16_000].forEach((base, i) => {
      expect(waits[i]).toBeGreaterThanOrEqual(base / 2);
      expect(waits[i]).toBeLessThanOrEqual(base * 1.5);
    });
  }
  expect(new Set(runs.map((waits) => waits[0])).size).toBe(3);
  await proxy.close();
});

it("S9 reconnects after 60 s of silence, counted from the last message", {
  tags: spec("CORE-638"),
}, async () => {
  clock = holdClientClock();
  const { diaryId, owner } = await careTeam(service);
  const { database, issuer } = service;
  // Its own clock stays where it is: it sends no pings.
  const node = await serveNode({
    ...{ connectionString: database.connectionString, verifyToken: issuer.verifyToken },
    clock: createLoopClock(),
  });
  const { proxy, url } = await proxyTo(node.url);
  const client = service.connect(owner, { url });
  let shown = -1;
  client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => (shown = notes.length));
  await eventually(() => shown >= 0);
  // Something comes each half minute: nothing happens for three.
  for (let i = 1; i <= 6; i++) {
    await clock.advance(30_000);
    await client.mutation(api.notes.createNote, noteArguments(diaryId));
    await eventually(() => shown === i);
  }
  expect(proxy.attempts).toBe(1);
  proxy.faults.swallow.down = true;
  await clock.advance(SILENCE_MS - 1);
  expect(clock.pauses()).toEqual([]);
  await clock.advance(1);
  expect(clock.pauses()).toHaveLength(1);
  expect(clock.requestedTimers.filter(({ ms }) => ms === SILENCE_MS).length).toBeGreaterThan(6);
  proxy.faults.swallow.down = false;
  proxy.cut();
  await clock.advance(clock.pauses()[0]!);
  await eventually(() => proxy.attempts === 2);
  await client.mutation(api.notes.createNote, noteArguments(diaryId));
  await eventually(() => shown === 7);
  await client.close();
  await node.close();
  await proxy.close();
});

it("S9 pings each connection every 15 s, and ends one whose client has silently gone", async () => {
  const { database, issuer } = service;
  const serverClock = createFakeClock();
  const node = await serveNode({
    connectionString: database.connectionString,
    verifyToken: issuer.verifyToken,
    clock: withRealPauses(serverClock),
  });
  const { proxy, url } = await proxyTo(node.url);
  const [here, gone] = await Promise.all([RawClient.open(node.url), RawClient.open(url)]);
  // What a connection has sent before, such as answers to pings, has arrived then.
  await Promise.all([here!.settle(), gone!.settle()]);
  const pings = () => here!.messages.filter(({ type }) => type === "Ping").length;
  await serverClock.advance(14_999);
  await here!.settle();
  expect(pings()).toBe(0);
  await serverClock.advance(1);
  await here!.until(() => pings() === 1);
  // The answer of the one that is to be gone counts for this ping and not for the next.
  await gone!.until(() => gone!.messages.some(({ type }) => type === "Ping"));
  await gone!.settle();
  await here!.settle();
  proxy.faults.swallow = { up: true, down: true };
  await serverClock.advance(15_000);
  await here!.until(() => pings() === 2);
  expect(node.sync.stats().sockets).toBe(2);
  // Within the minute after which the client gives up as well; the other one answers and stays.
  for (let i = 3; i <= 5; i++) {
    await here!.settle();
    await serverClock.advance(15_000);
    await here!.until(() => pings() === i);
  }
  // No further ping is needed; only the socket has to close.
  await eventually(() => node.sync.stats().sockets === 1);
  expect(here!.closed).toBe(false);
  await Promise.all([here!.close(), gone!.close()]);
  await node.close();
  await proxy.close();
});
