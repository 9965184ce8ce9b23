import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { careTeam, createNote, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { functions, makeGate } from "./functions.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ functions, trustProxy: true });
});
afterAll(() => service.close());

const mutationFrame = (json: string) =>
  `{"type":"Mutation","requestId":0,"udfPath":"notes:createNote","args":[{"a":${json}}]}`;
const nestedLists = (length: number) => mutationFrame(`[${"[],".repeat(length / 3)}[]]`);
const UNAUTHENTICATED = {
  code: "unauthenticated",
  message: "Not authenticated",
  key: "refusals.notSignedIn",
};
const reasonOf = (client: RawClient) => client.messages.find(({ type }) => type === "FatalError")?.error;

/** How many large texts were parsed meanwhile, which is what costs CPU. */
async function countParsed(work: () => Promise<unknown>): Promise<number> {
  const parse = vi.spyOn(JSON, "parse");
  try {
    await work();
    return parse.mock.calls.filter(([text]) => String(text).length > 100_000).length;
  } finally {
    parse.mockRestore();
  }
}

describe("a connection that isn't signed in", () => {
  it("rule 8 may send only small messages, and costs little CPU with large ones, which aren't parsed", async () => {
    const frame = nestedLists(3_480_000);
    const client = await RawClient.open(service.url);
    const parsed = await countParsed(async () => {
      client.ws.send(frame);
      await eventually(() => client.closed);
    });
    expect(parsed).toBe(0);
    expect(reasonOf(client)).toContain("at most 65536 bytes before the connection is signed in");
  });

  it("rule 8 is closed while a large message still arrives, and after a compressed one", async () => {
    const slow = await RawClient.open(service.url);
    // biome-ignore lint/suspicious/noExplicitAny: the frame's header alone, as no client of the protocol sends it
    const socket = (slow.ws as any)._socket;
    socket.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0, 0x30, 0, 0, 1, 2, 3, 4]));
    for (let sent = 0; sent < 500_000 && !slow.closed; sent += 10_000)
      await new Promise((done) => socket.write(Buffer.alloc(10_000, "x"), done));
    await eventually(() => slow.closed);
    expect(reasonOf(slow)).toContain("65536");

    const packed = new WebSocket(`${service.url.replace("http", "ws")}/api/1.48.0/sync`, {
      perMessageDeflate: { threshold: 0 },
    });
    const texts: string[] = [];
    packed.on("message", (data) => texts.push(data.toString()));
    await once(packed, "open");
    packed.send(mutationFrame(JSON.stringify("x".repeat(3_000_000))));
    await once(packed, "close");
    expect(texts.join()).toContain("65536");
  });

  it("is refused every call that needs signing in, with any arguments, and stores nothing", async () => {
    const { diaryId } = await careTeam(service);
    const client = await RawClient.open(service.url);
    const calls = [noteArguments(diaryId), { diaryId: 7 }, {}, { title: "\u0000" }];
    for (const args of calls) {
      expect(await client.call("notes:createNote", args)).toMatchObject({
        success: false,
        errorData: UNAUTHENTICATED,
      });
    }
    client.add(...calls.map((args, queryId) => ({ queryId, udfPath: "notes:listNotes", args })), {
      queryId: 9,
      udfPath: "invitations:getInvitationByToken",
      args: { tokn: "x" },
    });
    await client.until(() => client.values.size === calls.length + 1);
    for (const queryId of calls.keys())
      expect(client.values.get(queryId)).toEqual({ error: UNAUTHENTICATED });
    expect(client.values.get(9)).toEqual({ error: { code: "invalid", message: "Invalid arguments" } });
    client.send({ type: "Action", requestId: 77, udfPath: "attachments:generateUploadUrl", args: [{}] });
    const action = await client.until(() => client.messages.find(({ requestId }) => requestId === 77));
    expect(action).toMatchObject({ errorData: UNAUTHENTICATED });
    const { rows } = await service.database.pool.query(
      "select request_id from sync_outcomes where session_id = $1 or user_key = '-'",
      [client.sessionId],
    );
    expect(rows, "outcomes stored").toEqual([]);
    expect(service.sync.stats()).toMatchObject({ checks: 0, results: 0 });
    await client.close();
  });

  it("S12 gets its queries' results, or the problems of their arguments, once it signs in", async () => {
    const { diaryId, owner } = await careTeam(service);
    await createNote(owner, diaryId);
    const client = await RawClient.open(service.url);
    client.add(
      { queryId: 0, udfPath: "notes:listNotes", args: { diaryId } },
      { queryId: 1, udfPath: "notes:listNotes", args: { diaryId: 7 } },
    );
    await client.until(() => client.values.size === 2);
    client.authenticate(await service.issuer.tokenFor(owner));
    await client.until(() => Array.isArray(client.values.get(0)));
    expect(JSON.stringify(client.values.get(1))).toContain('"path":"diaryId"');
    client.authenticate(null);
    await client.until(() => !Array.isArray(client.values.get(0)));
    expect(client.values.get(1)).toEqual({ error: UNAUTHENTICATED });
    expect(client.violations).toEqual([]);
    await client.close();
  });

  it("can call over HTTP only with small bodies, and isn't told the problems of its arguments", async () => {
    const post = async (kind: string, body: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`${service.url}/api/${kind}`, { method: "POST", body, headers });
      return { status: answer.status, ...((await answer.json()) as object) };
    };
    const call = (args: unknown) => JSON.stringify({ path: "notes:createNote", args });
    expect(await post("mutation", call({ diaryId: 7 }))).toMatchObject({ errorData: UNAUTHENTICATED });
    expect(await post("mutation", call({ a: "x".repeat(70_000) }))).toMatchObject({ status: 413 });
    const { owner } = await careTeam(service);
    const authorization = `Bearer ${await service.issuer.tokenFor(owner)}`;
    expect(await post("mutation", call({ a: "x".repeat(70_000) }), { authorization })).toMatchObject({
      errorData: { code: "invalid" },
    });
    const many = `{"path":"notes:createNote","args":{"a":[${"[],".repeat(1_000_000)}[]]}}`;
    expect(await post("mutation", many, { authorization })).toMatchObject({
      errorData: { code: "limit", message: "The request has more than 50000 values" },
    });
  });
});

describe("a connection that is signed in", () => {
  it("may send a photo of 3 MB together with Connect and its token", async () => {
    const { owner } = await careTeam(service);
    const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
    client.ws.send(mutationFrame(JSON.stringify("x".repeat(3_000_000))));
    const answer = await client.until(() => client.messages.find(({ type }) => type === "MutationResponse"));
    // Read, and refused as the function wants other arguments.
    expect(answer).toMatchObject({ success: false, errorData: { code: "invalid" } });
    await client.close();
  });

  it("is closed at once after a message of too many values", async () => {
    const { owner } = await careTeam(service);
    const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
    await client.until(() => client.version.identity === 1);
    const frame = nestedLists(3_480_000);
    const parsed = await countParsed(async () => {
      client.ws.send(frame);
      await eventually(() => client.closed);
    });
    expect(parsed).toBe(0);
    expect(reasonOf(client)).toBe("A message has more than 50000 values");
  });

  it("S3 rule 8 may have 16 MB of mutations waiting, and gets the limit's error for more", async () => {
    const { owner } = await careTeam(service);
    const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
    const { gate, open } = makeGate();
    client.mutate("test:wait", { gate });
    const large = { n: "x".repeat(3_400_000) };
    const ids = Array.from({ length: 8 }, () => client.mutate("test:nothing", large));
    const found = () => client.messages.filter(({ type }) => type === "MutationResponse");
    await client.until(() => found().length === 4);
    open();
    const answers = await client.until(() => found().length === 9 && found());
    const refused = answers.filter(({ errorData }) => errorData?.code === "limit");
    expect(refused.map(({ requestId }) => requestId)).toEqual(ids.slice(4));
    expect(refused[0]!.result).toBe(
      "Too much at once: calls of at most 16777216 bytes may wait on a connection",
    );
    // What was answered counts no more.
    expect(await client.call("test:nothing", large)).toMatchObject({ errorData: { code: "invalid" } });
    await client.close();
  });
});

describe("connections of one network", () => {
  const open = async (address: string) => {
    const ws = new WebSocket(`${service.url.replace("http", "ws")}/api/1.48.0/sync`, {
      headers: { "x-forwarded-for": address },
    });
    ws.on("error", () => {});
    return Promise.race([
      once(ws, "open").then(() => ws),
      once(ws, "unexpected-response").then(([, response]) => response.statusCode as number),
    ]);
  };

  it.each([
    ["198.51.100.7", "198.51.100.7", "198.51.100.8"],
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:db8:1:3::1"],
  ])(
    "rule 8 of %s that aren't signed in are limited to 100; those of other networks are accepted",
    async (one, same, other) => {
      const sockets = await Promise.all(Array.from({ length: 100 }, () => open(one)));
      expect(sockets.every((socket) => socket instanceof WebSocket)).toBe(true);
      expect(await open(same)).toBe(429);
      const others = await open(other);
      expect(others).toBeInstanceOf(WebSocket);

      // Room is made by one that goes and by one that signs in.
      const [first, second] = sockets as WebSocket[];
      first!.terminate();
      await eventually(async () => {
        const next = await open(same);
        return next instanceof WebSocket && sockets.push(next);
      });
      expect(await open(same)).toBe(429);
      const { owner } = await careTeam(service);
      second!.send(JSON.stringify({ type: "Connect", sessionId: crypto.randomUUID(), connectionCount: 0 }));
      const value = await service.issuer.tokenFor(owner);
      second!.send(JSON.stringify({ type: "Authenticate", tokenType: "User", value, baseVersion: 0 }));
      await eventually(async () => {
        const next = await open(same);
        return next instanceof WebSocket && sockets.push(next);
      });
      for (const socket of [...sockets, others]) (socket as WebSocket).terminate();
      await eventually(() => service.sync.stats().sockets === 0);
    },
  );

  it("rule 8 are refused with the name of the limit", async () => {
    const sockets = await Promise.all(Array.from({ length: 100 }, () => open("203.0.113.5")));
    const body = await new Promise<string>((resolve, reject) => {
      const headers = {
        connection: "upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": Buffer.alloc(16).toString("base64"),
        "x-forwarded-for": "203.0.113.5",
      };
      request(`${service.url}/api/1.48.0/sync`, { headers })
        .on("response", async (response) => resolve(Buffer.concat(await response.toArray()).toString()))
        .on("error", reject)
        .end();
    });
    expect(body).toContain("at most 100 connections from one address that aren't signed in");
    for (const socket of sockets) (socket as WebSocket).terminate();
  });
});
