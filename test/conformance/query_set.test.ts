import { BaseConvexClient } from "convex/browser";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { clientFrames } from "../proxy.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it("S2 subscribes to the same query once per client, over one websocket with its token", {
  tags: spec("CORE-631 CORE-632"),
}, async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url, { plain: true });
  const sent: { type: string; modifications?: unknown[]; tokenType?: string }[] = [];
  let request = "";
  const frames = clientFrames();
  proxy.tap.up = (piece) => {
    request ||= piece.toString();
    sent.push(...frames(piece).map(({ text }) => JSON.parse(text)));
    return undefined;
  };
  const client = service.connect(caregiver, { url });
  const [one, two]: unknown[][] = [[], []];
  client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => one!.push(notes.length));
  client.onUpdate(api.notes.listNotes, { diaryId }, (notes) => two!.push(notes.length));
  await eventually(() => one!.length > 0 && two!.length > 0);
  const noteId = await createNote(owner, diaryId);
  await eventually(() => one!.at(-1) === 1 && two!.at(-1) === 1);
  await client.mutation(api.diaries.markDiaryOpened, { diaryId });
  const file = { diaryId, noteId, filename: "a.txt", mimeType: "text/plain" };
  await client.action(api.attachments.generateUploadUrl, file);
  expect(sent.map(({ type }) => type)).toEqual(expect.arrayContaining(["Mutation", "Action"]));
  const added = sent.filter(({ type }) => type === "ModifyQuerySet").flatMap((each) => each.modifications!);
  expect(added).toHaveLength(1);
  expect(sent.map(({ type }) => type)).toContain("Authenticate");
  expect(sent.find(({ type }) => type === "Authenticate")!.tokenType).toBe("User");
  expect(proxy.attempts).toBe(1);
  expect(request).toMatch(/^GET \/api\/1\.48\.0\/sync HTTP\/1\.1/);
  await client.close();
  await proxy.close();
});

it("S2 sends the error's data for a failed query, and keeps the others running", async () => {
  const { diaryId, owner, outsider } = await careTeam(service);
  const token = await service.issuer.tokenFor(outsider);
  const client = await RawClient.open(service.url, { token });
  client.add(
    { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
    { queryId: 1, udfPath: "users:getCurrentUser", args: {} },
    { queryId: 2, udfPath: "notes:noSuchQuery", args: {} },
    { queryId: 3, udfPath: "notes:listNotes", args: { diary: "misspelt" } },
    { queryId: 4, udfPath: "diaries:listMyDiaries", args: {} },
  );
  await client.until(() => client.values.size === 5);
  expect(client.values.get(0)).toEqual({
    error: { code: "access-denied", message: "Access denied", key: "refusals.denied" },
  });
  expect(client.values.get(1)).toMatchObject({ name: "Oskar Outsider" });
  expect(client.values.get(2)).toMatchObject({ error: { code: "not-found" } });
  expect(client.values.get(3)).toMatchObject({ error: { code: "invalid" } });
  expect(client.values.get(4)).toEqual([]);
  await service.database.pool.query(
    "insert into members (id, diary_id, user_id, role) values (gen_random_uuid(), $1, $2, 'member')",
    [diaryId, outsider.userId],
  );
  await createNote(owner, diaryId, { title: "Now you see it" });
  await client.until(() => (client.values.get(0) as { title: string }[])[0]?.title === "Now you see it");
  await client.until(() => (client.values.get(4) as unknown[]).length === 1);
  expect(client.violations).toEqual([]);
  await client.close();
});

it("S2 sends nothing more for a removed query", async () => {
  const { diaryId, owner } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  client.add(
    { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
    { queryId: 1, udfPath: "diaries:getDiary", args: { diaryId } },
  );
  await client.until(() => client.values.size === 2);
  client.modify([{ type: "Remove", queryId: 0 }]);
  await client.until(() => !client.values.has(0));
  await createNote(owner, diaryId);
  await client.until(() => (client.values.get(1) as { noteCount: number }).noteCount === 1);
  expect(client.values.has(0)).toBe(false);
  expect(client.violations).toEqual([]);
  await client.close();
});

it("S16 shows in the connection's state what is in flight, whether it is connected and how often it was", async () => {
  const { diaryId, owner } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url);
  const states: string[] = [];
  const client = new BaseConvexClient(url, () => {}, {
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  client.subscribeToConnectionState((state) => {
    states.push(`${state.isWebSocketConnected} ${state.inflightMutations} ${state.connectionCount}`);
  });
  client.setAuth(
    () => service.issuer.tokenFor(owner),
    () => {},
  );
  // An open socket counts as a connection once the client has its token and says hello.
  await eventually(() => client.connectionState().hasEverConnected);
  expect(client.connectionState()).toMatchObject({ isWebSocketConnected: true, connectionCount: 1 });
  proxy.faults.swallow.down = true;
  const done = client.mutation("notes:createNote", noteArguments(diaryId));
  await eventually(() => client.connectionState().inflightMutations === 1);
  expect(client.connectionState()).toMatchObject({ hasInflightRequests: true });
  expect(client.connectionState().timeOfOldestInflightRequest).toBeInstanceOf(Date);
  proxy.cut();
  await eventually(() => !client.connectionState().isWebSocketConnected);
  expect(client.connectionState().connectionRetries).toBeGreaterThan(0);
  proxy.faults.swallow.down = false;
  await done;
  expect(client.connectionState()).toMatchObject({
    hasInflightRequests: false,
    inflightMutations: 0,
    isWebSocketConnected: true,
    connectionCount: 2,
    connectionRetries: 0,
  });
  expect(states).toContain("false 1 1");
  await client.close();
  await proxy.close();
});
