import { afterAll, beforeAll, expect, it } from "vitest";
import { MAX_KEPT } from "../../server/sync/kept_results.ts";
import { careTeam, createNote, type TestPerson } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { computations, functions } from "./functions.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ functions });
});
afterAll(() => service.close());

const CLIENTS = 200;
const QUERIES = 50;
const NOTHING_LEFT = { sockets: 0, sessions: 0, checks: 0, results: 0, kept: 0, scopes: 0 };

/** How a client leaves its queries. */
const ENDINGS: ((client: RawClient, token: string) => void)[] = [
  (client) => client.modify(queryIds().map((queryId) => ({ type: "Remove", queryId }))),
  (client) => client.ws.terminate(),
  (client) => client.ws.close(),
  (client) => client.authenticate(null),
  (client, token) => client.authenticate(token),
  (client) => client.authenticate("no token at all"),
  (client) => client.ws.send("no JSON"),
];
const queryIds = () => Array.from({ length: QUERIES }, (_, queryId) => queryId);

/** When a client leaves: at once, while its checks run, while its results are computed, or when it has all of them. */
const MOMENTS: ((client: RawClient) => unknown)[] = [
  () => {},
  (client) => client.settle(),
  (client) => client.until(() => client.values.size > 0),
  (client) => client.until(() => client.values.size === QUERIES),
];

/** Subscribes to queries of its own, a part of which fail, and leaves them at once or a moment later. */
async function subscribeAndLeave(
  number: number,
  diaryId: string,
  people: readonly TestPerson[],
): Promise<void> {
  const tokens = await Promise.all(people.map((person) => service.issuer.tokenFor(person)));
  const client = await RawClient.open(service.url, { token: tokens[number % people.length]! });
  client.add(
    ...queryIds().map((queryId) => ({
      queryId,
      udfPath: "test:countedTitles",
      args: { diaryId, n: number * QUERIES + queryId },
    })),
  );
  await MOMENTS[number % MOMENTS.length]!(client);
  ENDINGS[number % ENDINGS.length]!(client, tokens[(number + 1) % people.length]!);
  // Some are gone before the server has read it, some are ended by the server.
  if (number % 3 !== 0 && !client.closed) await client.settle().catch(() => {});
  await client.close();
}

it("rule 6 keeps and computes nothing of 10,000 queries after their clients left in any way", async () => {
  const { diaryId, owner, caregiver, viewer } = await careTeam(service);
  await createNote(owner, diaryId);
  const witness = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  witness.add({ queryId: 0, udfPath: "diaries:getDiary", args: { diaryId } });
  /** Resolves once the pass has run that follows the change, and all reads in it have begun. */
  const writeAndSee = async (noteCount: number) => {
    await createNote(owner, diaryId);
    await witness.until(() => (witness.values.get(0) as { noteCount: number })?.noteCount === noteCount);
  };
  let next = 0;
  const worker = async () => {
    while (next < CLIENTS) await subscribeAndLeave(next++, diaryId, [owner, caregiver, viewer]);
  };
  await Promise.all(Array.from({ length: 10 }, worker));
  await eventually(() => service.sync.stats().sockets === 1);
  // The pass that was under way ends, and so does the one after it.
  await writeAndSee(2);
  const before = computations.times;
  await writeAndSee(3);

  expect(computations.times - before, "queries computed for one commit, while nobody listens").toBe(0);
  const { kept, scopes, ...watched } = service.sync.stats();
  expect({ ...watched, kept: 0, scopes: 0 }).toEqual({
    ...NOTHING_LEFT,
    ...{ sockets: 1, sessions: 1, checks: 1, results: 1 },
  });
  // The checks of people and notebook are kept for a minute, unless what they read changes.
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(MAX_KEPT);
  expect(scopes).toBeGreaterThan(0);
  await witness.close();
  await eventually(() => service.sync.stats().sockets === 0);
  await service.database.pool.query("delete from diaries where id = $1", [diaryId]);
  await eventually(() => service.sync.stats().kept === 0);
  expect(service.sync.stats()).toEqual(NOTHING_LEFT);
});

it("rule 6 keeps no session of a client that leaves during Connect", async () => {
  for (let i = 0; i < 20; i++) {
    const client = await RawClient.open(service.url, { maxObservedTimestamp: "AAAAAAAAABA=" });
    if (i % 2 === 0) for (let step = 0; step < i; step++) await new Promise(setImmediate);
    client.ws.terminate();
  }
  // Its own Connect asks the database as well, after theirs.
  const last = await RawClient.open(service.url, { maxObservedTimestamp: "AAAAAAAAABA=" });
  await last.settle();
  await last.close();
  await eventually(() => service.sync.stats().sockets === 0);
  expect(service.sync.stats()).toEqual(NOTHING_LEFT);
});
