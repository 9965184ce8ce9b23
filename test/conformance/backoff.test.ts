import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { serveNode } from "../node.ts";
import { api, careTeam, createNote } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { speedUpClient } from "./client_clock.ts";
import { proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually, sleep } from "./waiting.ts";

let service: Service;
let clock: ReturnType<typeof speedUpClient> | null = null;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
afterEach(() => {
  clock?.restore();
  clock = null;
  vi.useRealTimers();
});

const SILENCE_MS = 60_000;

it("S8 reconnects after 1 s, doubled each time up to 16 s, each with jitter", {
  tags: spec("CORE-633 CORE-634 CORE-635 CORE-636 CORE-637"),
}, async () => {
  clock = speedUpClient(40);
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
    const attempts = proxy.attempts.length;
    proxy.faults.refuse = true;
    proxy.cut();
    await eventually(() => proxy.attempts.length - attempts === 7, 8000);
    runs.push(
      clock.requestedTimers
        .filter(({ by, ms }) => by === "web_socket_manager" && ms !== SILENCE_MS)
        .map(({ ms }) => ms),
    );
    // Back again as soon as there is somebody to connect to.
    proxy.faults.refuse = false;
    await createNote(owner, diaryId);
    await eventually(() => shown === run + 1, 4000);
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
  clock = speedUpClient(60);
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const client = service.connect(owner, { url });
  let shown = -1;
  client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => (shown = notes.length));
  await eventually(() => shown >= 0);
  // A minute takes a second. Something comes each half minute: nothing happens for three.
  for (let i = 1; i <= 6; i++) {
    await sleep(500);
    await createNote(owner, diaryId);
    await eventually(() => shown === i);
  }
  expect(proxy.attempts).toHaveLength(1);
  proxy.faults.swallow.down = true;
  const begin = performance.now();
  await eventually(() => proxy.attempts.length === 2, 3000);
  expect(performance.now() - begin).toBeGreaterThan(700);
  expect(clock.requestedTimers.filter(({ ms }) => ms === SILENCE_MS).length).toBeGreaterThan(6);
  proxy.faults.swallow.down = false;
  proxy.cut();
  await createNote(owner, diaryId);
  await eventually(() => shown === 7, 5000);
  await client.close();
  await proxy.close();
});

it("S9 pings each connection every 15 s, and ends one whose client has silently gone", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { database, issuer } = service;
  const node = await serveNode({
    connectionString: database.connectionString,
    verifyToken: issuer.verifyToken,
  });
  const { proxy, url } = await proxyTo(node.url);
  const [here, gone] = await Promise.all([RawClient.open(node.url), RawClient.open(url)]);
  await eventually(() => node.sync.stats().sockets === 2);
  const pings = () => here!.messages.filter(({ type }) => type === "Ping").length;
  vi.advanceTimersByTime(14_999);
  await sleep(100);
  expect(pings()).toBe(0);
  vi.advanceTimersByTime(1);
  await eventually(() => pings() === 1);
  // The answer of the one that is to be gone counts for this ping and not for the next.
  await eventually(() => gone!.messages.some(({ type }) => type === "Ping"));
  await sleep(200);
  proxy.faults.swallow = { up: true, down: true };
  vi.advanceTimersByTime(15_000);
  await eventually(() => pings() === 2);
  expect(node.sync.stats().sockets).toBe(2);
  // Within the minute after which the client gives up as well; the other one answers and stays.
  for (let i = 3; i <= 5; i++) {
    vi.advanceTimersByTime(15_000);
    await eventually(() => pings() === i);
    await sleep(20);
  }
  // No further ping is needed; only the socket has to close.
  await eventually(() => node.sync.stats().sockets === 1);
  expect(here!.closed).toBe(false);
  await Promise.all([here!.close(), gone!.close()]);
  await node.close();
  await proxy.close();
});
