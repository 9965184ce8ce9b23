import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { careTeam, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const path = () => `${service.url.replace("http", "ws")}/api/1.48.0/sync`;

it("rule 8 refuses a connection from a page of another origin, and accepts one of the product's own", async () => {
  const foreign = new WebSocket(path(), { origin: "https://evil.example" });
  const [, refusal] = await once(foreign, "unexpected-response");
  expect(refusal.statusCode).toBe(403);
  foreign.on("error", () => {});
  foreign.terminate();
  const own = new WebSocket(path(), { origin: service.url });
  await once(own, "open");
  own.terminate();
});

it("rule 8 refuses each live query beyond the limit, which is lower for signed-out connections", async () => {
  const { owner } = await careTeam(service);
  for (const [token, limit] of [
    [null, 20],
    [await service.issuer.tokenFor(owner), 500],
  ] as const) {
    const client = await RawClient.open(service.url, { token });
    client.add(
      ...Array.from({ length: limit + 2 }, (_, queryId) => ({
        queryId,
        udfPath: "notes:getNote",
        args: { noteId: `n${queryId}` },
      })),
    );
    await client.until(() => client.values.size === limit + 2);
    const refused = [...client.values].filter(([, value]) => JSON.stringify(value).includes("Too many"));
    expect(refused.map(([queryId]) => queryId)).toEqual([limit, limit + 1]);
    expect(refused[0]![1]).toEqual({
      error: { code: "limit", message: `Too many live queries: at most ${limit} a connection` },
    });
    await client.close();
  }
});

it.each([
  ["no JSON", "{", "not valid JSON"],
  ["an unknown type", '{"type":"Frobnicate"}', "not valid"],
  ["a list", "[]", "not valid"],
  [
    "anything before Connect",
    '{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[]}',
    "Connect",
  ],
  [
    "a session that is none",
    '{"type":"Connect","sessionId":"1; drop table","connectionCount":0}',
    "sessionId",
  ],
])("rule 8 ends only the connection that sends %s, and gives the reason", async (_, text, reason) => {
  const bystander = await RawClient.open(service.url);
  bystander.add({ queryId: 0, udfPath: "notes:getNote", args: { noteId: "x" } });
  await bystander.until(() => bystander.values.has(0));
  const client = new RawClient(service.url);
  await once(client.ws, "open");
  client.ws.send(text);
  await eventually(() => client.closed);
  expect(client.messages.at(-1)).toMatchObject({
    type: "FatalError",
    error: expect.stringContaining(reason),
  });
  expect(bystander.closed).toBe(false);
  await bystander.close();
});

it("rule 8 ends the connection after a frame above 4 MB, a binary frame or a second Connect", async () => {
  const violations: ((client: RawClient) => void)[] = [
    (client) => client.ws.send("x".repeat(4 * 1024 * 1024 + 1)),
    (client) => client.ws.send(Buffer.from("{}")),
    (client) => client.sendConnect(),
    (client) => client.send({ type: "ModifyQuerySet", baseVersion: 7, newVersion: 8, modifications: [] }),
    (client) => client.send({ type: "Authenticate", tokenType: "None", baseVersion: 3 }),
  ];
  for (const violate of violations) {
    const client = await RawClient.open(service.url);
    violate(client);
    await eventually(() => client.closed);
    expect(client.values.size).toBe(0);
  }
});

it("refuses unknown arguments of any length, and changes nothing", async () => {
  const { diaryId, owner } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  const answer = await client.call("notes:createNote", { ...noteArguments(diaryId), ["x".repeat(1025)]: 1 });
  expect(answer).toMatchObject({ success: false, errorData: { code: "invalid" } });
  const kind = await client.call("notes:listNotes", { diaryId });
  expect(kind).toMatchObject({ success: false, errorData: { code: "not-found" } });
  const { rows } = await service.database.pool.query("select id from notes where diary_id = $1", [diaryId]);
  expect(rows).toEqual([]);
  await client.close();
});
