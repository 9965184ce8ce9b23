import { ConvexReactClient } from "convex/react";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Node, serveNode } from "../node.ts";
import { api, careTeam, createNote } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { speedUpClient } from "./client_clock.ts";
import { proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually, sleep } from "./waiting.ts";

const AUTH_FAILED = "Auth failed: check server auth config.";

let service: Service;
/** A node whose tokens end at the second that they name, without the tolerance for clocks that differ. */
let strictNode: Node;
beforeAll(async () => {
  service = await startService();
  strictNode = await serveNode({
    connectionString: service.database.connectionString,
    verifyToken: async (token) => ({
      ...(await service.issuer.verifyToken(token)),
      expiresAt: decodeJwt(token).exp! * 1000,
    }),
  });
});
afterAll(async () => {
  await strictNode.close();
  await service.close();
});

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
  const denied = { error: { code: "access-denied", message: "Access denied" } };
  expect(await authenticateAs(await service.issuer.tokenFor(outsider), 3)).toEqual([
    denied,
    "Oskar Outsider",
  ]);
  const nobody = { error: { code: "unauthenticated", message: "Not authenticated" } };
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
  await eventually(() => failure, 8000);
  expect(failure).toMatchObject({ data: { code: "unauthenticated", message: "Not authenticated" } });
  // The cached token, a fresh one in its place, and that one tried again twice.
  expect(fetches).toEqual([false, true, true, true]);
  expect(states).toEqual([false]);
  expect(said.join("\n")).toContain(`Failed to authenticate: "${AUTH_FAILED}"`);
  await client.close();
});

it("S11 makes the client refetch a token 2 s before it expires, on the same socket and without a gap", {
  tags: spec("CORE-632 CORE-639 CORE-640"),
  timeout: 15_000,
}, async () => {
  const clock = speedUpClient(1);
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(strictNode.url);
  const { client } = reactClient(url);
  const fetchedAt: number[] = [];
  client.setAuth(() => {
    fetchedAt.push(performance.now());
    return service.issuer.tokenFor(owner, { lifetime: 4 });
  });
  const watch = client.watchQuery(api.notes.listNotes, { diaryId });
  const lengths: number[] = [];
  watch.onUpdate(() => lengths.push(watch.localQueryResult()!.length));
  const begin = performance.now();
  for (let i = 1; performance.now() - begin < 6500; i++) {
    await createNote(owner, diaryId);
    await eventually(() => lengths.at(-1) === i, 1000);
    await sleep(150);
  }
  clock.restore();
  const refetches = clock.requestedTimers.filter(({ by }) => by === "authentication_manager");
  expect(refetches.map(({ ms }) => ms).slice(0, 2)).toEqual([2000, 2000]);
  expect(fetchedAt.length).toBeGreaterThanOrEqual(4);
  expect(proxy.attempts).toHaveLength(1);
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
  await eventually(() => said.some((line) => line.includes(AUTH_FAILED)), 8000);
  expect(fetches).toBeLessThanOrEqual(4);
  await client.close();
});

it("S12 rule 8 sends nothing after a token's end until somebody signs in again", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const client = await RawClient.open(strictNode.url, {
    token: await service.issuer.tokenFor(caregiver, { lifetime: 3 }),
  });
  client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await client.until(() => client.values.has(0));
  const begin = performance.now();
  const late: string[] = [];
  client.ws.on("message", (data) => {
    if (performance.now() - begin > 3100) late.push(data.toString());
  });
  await createNote(owner, diaryId, { title: "In time" });
  await client.until(() => (client.values.get(0) as unknown[]).length === 1);
  await eventually(() => client.messages.some(({ type }) => type === "AuthError"), 4000);
  expect(client.messages.at(-1)).toEqual({
    type: "AuthError",
    error: AUTH_FAILED,
    baseVersion: 0,
    authUpdateAttempted: false,
  });
  await createNote(owner, diaryId, { title: "Too late" });
  client.mutate("notes:createNote", { diaryId });
  await sleep(300);
  expect(late.join("")).not.toContain("Too late");
  expect(late.every((message) => message.includes("AuthError"))).toBe(true);
  expect(client.closed).toBe(true);
  const again = await RawClient.open(strictNode.url, {
    token: await service.issuer.tokenFor(caregiver),
    sessionId: client.sessionId,
  });
  again.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await again.until(() => (again.values.get(0) as unknown[])?.length === 2);
  await again.close();
});

it("S12 notices a token's end when the timer fires early, as Node's do now and then", async () => {
  const { setTimeout: onTime } = globalThis;
  const timers = vi
    .spyOn(globalThis, "setTimeout")
    .mockImplementation(((run: () => void, ms = 0) => onTime(run, ms > 1000 ? ms - 20 : ms)) as never);
  try {
    const { caregiver } = await careTeam(service);
    const token = await service.issuer.tokenFor(caregiver, { lifetime: 3 });
    const client = await RawClient.open(strictNode.url, { token });
    await eventually(() => client.messages.some(({ type }) => type === "AuthError"), 4000);
    await client.close();
  } finally {
    timers.mockRestore();
  }
});

it("S11 S12 accepts a fresh token that arrives after the old one's end", async () => {
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(strictNode.url);
  const { client } = reactClient(url);
  let fetches = 0;
  client.setAuth(async () => {
    // The third is the one that is fetched 2 s before the end; the network is slow at that moment.
    if (++fetches === 3) proxy.faults.delayMs = 2600;
    return service.issuer.tokenFor(owner, { lifetime: fetches < 3 ? 4 : 300 });
  });
  const watch = client.watchQuery(api.notes.listNotes, { diaryId });
  let length = -1;
  watch.onUpdate(() => {
    length = watch.localQueryResult()!.length;
  });
  await eventually(() => length === 0);
  await eventually(() => fetches === 3, 5000);
  await sleep(3000);
  proxy.faults.delayMs = 0;
  await createNote(owner, diaryId);
  await eventually(() => length === 1, 8000);
  await client.close();
  await proxy.close();
}, 25_000);
