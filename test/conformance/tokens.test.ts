import { ConvexReactClient } from "convex/react";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { type Clock, systemClock } from "../../server/clock.ts";
import { createTestDatabase } from "../database.ts";
import { createFakeClock, withRealPauses } from "../fake_clock.ts";
import { type Node, serveNode } from "../node.ts";
import { api, careTeam, createNote } from "../people.ts";
import { holdPieces } from "../proxy.ts";
import { type Service, serveService } from "../service.ts";
import { spec } from "../spec.ts";
import { createIssuer } from "../tokens.ts";
import { holdClientClock } from "./client_clock.ts";
import { proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

const AUTH_FAILED = "Auth failed: check server auth config.";

/** The time of tokens and of strict nodes: a whole second, as in tokens. */
const clock = createFakeClock(Math.floor(systemClock.now() / 1000) * 1000);

let testDatabase: Awaited<ReturnType<typeof createTestDatabase>>;
let service: Service;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  service = await serveService(testDatabase.connectionString, await createIssuer(clock), {});
});
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

/**
 * A node whose tokens end at the second that they name, without the tolerance for clocks that differ. It looks for changes
 * each second of the machine's.
 */
async function startStrictNode(time: Clock = clock): Promise<Node> {
  const node = await serveNode({
    connectionString: service.database.connectionString,
    verifyToken: async (token) => ({
      ...(await service.issuer.verifyToken(token)),
      expiresAt: decodeJwt(token).exp! * 1000,
    }),
    clock: { ...withRealPauses(time), every: systemClock.every },
  });
  onTestFinished(() => node.close());
  return node;
}

function reactClient(url: string) {
  const logLines: string[] = [];
  const addLine = (...words: unknown[]) => void logLines.push(words.join(" "));
  const client = new ConvexReactClient(url, {
    unsavedChangesWarning: false,
    authRefreshTokenLeewaySeconds: 2,
    logger: { log: addLine, warn: addLine, error: addLine, logVerbose() {} },
  });
  return { client, said: logLines };
}

it("S11 S12 runs every query again as the other person when the identity changes on the live socket", async () => {
  const { diaryId, owner, viewer, outsider } = await careTeam(service);
  await createNote(owner, diaryId, { title: "For the team" });
  await createNote(owner, diaryId, { title: "For all", visibility: "extended" });
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  client.add(
    { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
    { queryId: 1, udfPath: "users:getCurrentUser", args: {} },
  );
  const seen = () => [
    (client.values.get(0) as { title: string }[])?.length ?? client.values.get(0),
    (client.values.get(1) as { name: string })?.name ?? client.values.get(1),
  ];
  await client.until(() => client.version.querySet === 1);
  expect(seen()).toEqual([2, "Olga Owner"]);
  const authenticateAs = async (token: string | null, identity: number) => {
    client.authenticate(token);
    await client.until(() => client.version.identity === identity);
    return seen();
  };
  expect(await authenticateAs(await service.issuer.tokenFor(viewer), 2)).toEqual([1, "Viktor Viewer"]);
  const denied = { error: { code: "access-denied", message: "Access denied", key: "refusals.denied" } };
  expect(await authenticateAs(await service.issuer.tokenFor(outsider), 3)).toEqual([
    denied,
    "Oskar Outsider",
  ]);
  const nobody = {
    error: { code: "unauthenticated", message: "Not authenticated", key: "refusals.notSignedIn" },
  };
  expect(await authenticateAs(null, 4)).toEqual([nobody, nobody]);
  expect(await authenticateAs(await service.issuer.tokenFor(owner), 5)).toEqual([2, "Olga Owner"]);
  expect(client.violations).toEqual([]);
  await client.close();
});

it.each([
  ["garbage", async () => "garbage"],
  ["a token that lives 2 s", async () => service.issuer.tokenFor(SOMEONE, { lifetime: 2 })],
  ["a token of long ago", async () => service.issuer.tokenFor(SOMEONE, { lifetime: -60 })],
])(
  "S11 answers %s with the specified message and ends the connection",
  { tags: spec("CORE-641 CORE-648") },
  async (_, token) => {
    const client = await RawClient.open(service.url, { token: await token() });
    client.add({ queryId: 0, udfPath: "noteTypes:listActiveNoteTypes", args: {} });
    await eventually(() => client.closed);
    expect(client.messages).toEqual([
      { type: "AuthError", error: AUTH_FAILED, baseVersion: 0, authUpdateAttempted: true },
    ]);
  },
);
const SOMEONE = { subject: "someone", email: "someone@example.org", name: "Someone" };

it("S11 makes the client fetch a refused token again at most twice and then continue signed out", {
  tags: spec("CORE-642 CORE-648"),
}, async () => {
  const { client, said } = reactClient(service.url);
  const fetches: boolean[] = [];
  const states: boolean[] = [];
  client.setAuth(
    async ({ forceRefreshToken }) => {
      fetches.push(forceRefreshToken);
      return `refused ${fetches.length}`;
    },
    (isAuthenticated) => states.push(isAuthenticated),
  );
  const watch = client.watchQuery(api.users.getCurrentUser, {});
  let failure: unknown = null;
  watch.onUpdate(() => {
    try {
      watch.localQueryResult();
    } catch (error) {
      failure = error;
    }
  });
  await eventually(() => failure);
  expect(failure).toMatchObject({
    data: { code: "unauthenticated", message: "Not authenticated", key: "refusals.notSignedIn" },
  });
  // The cached token, a fresh one in its place, and that one tried again twice.
  expect(fetches).toEqual([false, true, true, true]);
  expect(states).toEqual([false]);
  expect(said.join("\n")).toContain(`Failed to authenticate: "${AUTH_FAILED}"`);
  await client.close();
});

it("S11 makes the client refetch a token 2 s before it expires, on the same socket and without a gap", {
  tags: spec("CORE-632 CORE-639 CORE-640"),
}, async () => {
  const clientClock = holdClientClock();
  onTestFinished(clientClock.restore);
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo((await startStrictNode()).url);
  const { client } = reactClient(url);
  let fetches = 0;
  client.setAuth(() => {
    fetches++;
    return service.issuer.tokenFor(owner, { lifetime: 4 });
  });
  const watch = client.watchQuery(api.notes.listNotes, { diaryId });
  const lengths: number[] = [];
  watch.onUpdate(() => lengths.push(watch.localQueryResult()!.length));
  const refetches = () =>
    clientClock.requestedTimers.filter(({ by }) => by === "authentication_manager").map(({ ms }) => ms);
  for (let i = 1; i <= 6; i++) {
    await createNote(owner, diaryId);
    await eventually(() => lengths.at(-1) === i);
    // The node has confirmed the last token.
    await eventually(() => refetches().length === i);
    await clock.advance(2000);
    await clientClock.advance(2000);
  }
  await eventually(() => refetches().length === 7);
  expect(refetches()).toEqual(Array.from({ length: 7 }, () => 2000));
  // The first is fetched anew at once, in place of one that may be old.
  expect(fetches).toBe(8);
  expect(proxy.attempts).toBe(1);
  await client.close();
  await proxy.close();
});

it("makes the client report a token with a lifetime of 2 s or less", { tags: spec("CORE-641") }, async () => {
  const { owner } = await careTeam(service);
  const { client, said } = reactClient(service.url);
  let fetches = 0;
  client.setAuth(async () => {
    fetches++;
    return service.issuer.tokenFor(owner, { lifetime: 2 });
  });
  await eventually(() => said.some((line) => line.includes(AUTH_FAILED)));
  expect(fetches).toBeLessThanOrEqual(4);
  await client.close();
});

it("S12 rule 8 sends nothing after a token's end until somebody signs in again", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const strictNode = await startStrictNode();
  const client = await RawClient.open(strictNode.url, {
    token: await service.issuer.tokenFor(caregiver, { lifetime: 3 }),
  });
  client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await client.until(() => client.values.has(0));
  await clock.advance(2999);
  await createNote(owner, diaryId, { title: "In time" });
  await client.until(() => (client.values.get(0) as unknown[]).length === 1);
  const inTime = client.messages.length;
  await clock.advance(1);
  client.mutate("notes:createNote", { diaryId });
  await createNote(owner, diaryId, { title: "Too late" });
  await eventually(() => client.closed);
  expect(client.messages.slice(inTime)).toHaveLength(1);
  expect(client.messages.at(-1)).toEqual({
    type: "AuthError",
    error: AUTH_FAILED,
    baseVersion: 0,
    authUpdateAttempted: false,
  });
  const again = await RawClient.open(strictNode.url, {
    token: await service.issuer.tokenFor(caregiver),
    sessionId: client.sessionId,
  });
  again.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await again.until(() => (again.values.get(0) as unknown[])?.length === 2);
  await again.close();
});

it("S12 notices a token's end when the timer fires early, as Node's do now and then", async () => {
  const { caregiver } = await careTeam(service);
  const early: Clock = { ...clock, after: (ms, run) => clock.after(ms > 1000 ? ms - 20 : ms, run) };
  const strictNode = await startStrictNode(early);
  const token = await service.issuer.tokenFor(caregiver, { lifetime: 3 });
  const client = await RawClient.open(strictNode.url, { token });
  await client.settle();
  await clock.advance(3000);
  await eventually(() => client.messages.some(({ type }) => type === "AuthError"));
  await client.close();
});

it("S11 S12 accepts a fresh token that arrives after the old one's end", async () => {
  const clientClock = holdClientClock();
  onTestFinished(clientClock.restore);
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo((await startStrictNode()).url);
  const { client } = reactClient(url);
  const slow = holdPieces();
  let fetches = 0;
  client.setAuth(async () => {
    // The third is the one that is fetched 2 s before the end; the network is slow at that moment.
    if (++fetches === 3) proxy.tap.up = slow.tap;
    return service.issuer.tokenFor(owner, { lifetime: fetches < 3 ? 4 : 300 });
  });
  const watch = client.watchQuery(api.notes.listNotes, { diaryId });
  let length = -1;
  watch.onUpdate(() => {
    length = watch.localQueryResult()!.length;
  });
  await eventually(() => length === 0);
  await eventually(() => clientClock.requestedTimers.some(({ by }) => by === "authentication_manager"));
  await clock.advance(2000);
  await clientClock.advance(2000);
  await eventually(() => slow.held() === 1);
  // The old one ends, and its connection, before the fresh one arrives.
  await clock.advance(2600);
  proxy.tap.up = null;
  slow.open();
  await eventually(() => clientClock.pauses().length === 1);
  await clientClock.advance(clientClock.pauses()[0]!);
  await createNote(owner, diaryId);
  await eventually(() => length === 1);
  await client.close();
  await proxy.close();
});
