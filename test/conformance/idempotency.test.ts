import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessTokenOf } from "../access-tokens.ts";
import { serveNode } from "../node.ts";
import { createNotebook, createPerson, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { endNodeProcesses, startNodeProcess } from "./node_processes.ts";
import { proxyTo, proxyToDatabase } from "./proxies.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let second: Service;
let token: string;
let otherToken: string;
let diaryId: string;
beforeAll(async () => {
  service = await startService();
  second = await service.startSecondNode();
  const owner = await createPerson(service, "Olga Owner");
  diaryId = await createNotebook(owner);
  token = (await accessTokenOf(service, owner.userId)).token;
  otherToken = (await accessTokenOf(service, owner.userId)).token;
});
afterAll(async () => {
  endNodeProcesses();
  await service.close();
});

type Sent = { key?: string | undefined; url?: string; bearer?: string; path?: string; kind?: string };

async function send(
  args: object,
  { key, url = service.url, bearer = token, path = "notes:createNote", kind = "mutation" }: Sent = {},
) {
  const response = await fetch(`${url}/api/${kind}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${bearer}`,
      "Content-Type": "application/json",
      ...(key !== undefined && { "Idempotency-Key": key }),
    },
    body: JSON.stringify({ path, args, format: "json" }),
  });
  const body = (await response.json()) as { status: string; value?: unknown; errorData?: { code: string } };
  return {
    status: response.status,
    isReplayed: response.headers.get("idempotency-replayed") === "true",
    body,
    headers: response.headers,
  };
}

const noteOf = (title: string) => noteArguments(diaryId, { title });
const notesWith = async (title: string) => {
  const { rows } = await service.database.pool.query("select id from notes where title = $1", [title]);
  return rows.map(({ id }) => id as string);
};

describe("an idempotency key", () => {
  it("runs a change once and repeats its answer, on whichever node, with the arguments in any order", async () => {
    const key = randomUUID();
    const first = await send(noteOf("Once"), { key });
    expect(first).toMatchObject({ status: 200, isReplayed: false, body: { status: "success" } });
    const turned = Object.fromEntries(Object.entries(noteOf("Once")).toReversed());
    const again = await send(turned, { key, url: second.url });
    expect(again).toMatchObject({ status: 200, isReplayed: true, body: first.body });
    expect(await notesWith("Once")).toEqual([first.body.value]);
    // Without a key each request is a change of its own.
    await send(noteOf("Twice"));
    await send(noteOf("Twice"));
    expect(await notesWith("Twice")).toHaveLength(2);
  });

  it("is refused with 422 for other arguments and for another function, and changes nothing", async () => {
    const key = randomUUID();
    const { body } = await send(noteOf("The first"), { key });
    const reused = { status: 422, isReplayed: false, body: { errorData: { code: "key-reused" } } };
    expect(await send(noteOf("The second"), { key })).toMatchObject(reused);
    expect(await send({ noteId: body.value }, { key, path: "notes:deleteNote" })).toMatchObject(reused);
    expect(await notesWith("The first")).toEqual([body.value]);
    expect(await notesWith("The second")).toEqual([]);
  });

  it("belongs to one token", async () => {
    const key = randomUUID();
    const answers = [
      await send(noteOf("By two"), { key }),
      await send(noteOf("By two"), { key, bearer: otherToken }),
    ];
    expect(answers.map(({ isReplayed }) => isReplayed)).toEqual([false, false]);
    expect(await notesWith("By two")).toHaveLength(2);
  });

  it("repeats a refusal as well, so that a change never happens later than it was refused", async () => {
    const key = randomUUID();
    const elsewhere = { ...noteOf("Refused"), diaryId: randomUUID() };
    const answers = [await send(elsewhere, { key }), await send(elsewhere, { key, url: second.url })];
    expect(answers.map(({ status, isReplayed, body }) => [status, isReplayed, body.errorData?.code])).toEqual(
      [
        [560, false, "access-denied"],
        [560, true, "access-denied"],
      ],
    );
  });

  it("makes ten requests at once on two nodes one change", async () => {
    for (let round = 0; round < 5; round++) {
      const key = randomUUID();
      const title = `At once ${round}`;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          send(noteOf(title), { key, url: n % 2 ? service.url : second.url }),
        ),
      );
      const [id] = await notesWith(title);
      expect(await notesWith(title)).toHaveLength(1);
      expect(answers.map(({ status, body }) => [status, body.value])).toEqual(answers.map(() => [200, id]));
      expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    }
  });

  it("is text of 1 to 255 characters, and works only for mutations: it is never ignored where it would matter", async () => {
    for (const key of ["x".repeat(256), "ä"])
      expect((await send(noteOf("Bad key"), { key })).body.errorData?.code, key).toBe("invalid");
    expect(await notesWith("Bad key")).toEqual([]);
    const link = await send({ diaryId }, { key: "one", kind: "action", path: "diaries:getCopyUrl" });
    expect(link.body.errorData?.code).toBe("invalid");
    const read = await send({ diaryId }, { key: "one", kind: "query", path: "notes:listNotes" });
    expect(read.status).toBe(200);
  });

  it("stores no text of a change that was refused, and neither the key nor the arguments of any", async () => {
    const key = `key-${randomUUID()}`;
    await send(noteOf("A secret title"), { key });
    const { rows } = await service.database.pool.query("select * from sync_outcomes");
    const whole = JSON.stringify(rows);
    expect(whole).not.toContain(key);
    expect(whole).not.toContain("A secret title");
  });
});

describe("a program that gets no answer and sends its change again", () => {
  /** Sends a request and cuts the connection after so many ms. */
  const sendAndCut = (url: string, args: object, key: string, afterMs: number) =>
    new Promise<void>((resolve) => {
      const request = httpRequest(`${url}/api/mutation`, {
        method: "POST",
        headers: {
          Authorization: `Bearer ${token}`,
          "Content-Type": "application/json",
          "Idempotency-Key": key,
        },
      });
      const end = () => resolve();
      request.on("error", end).on("close", end);
      request.on("response", (response) => response.resume());
      request.end(JSON.stringify({ path: "notes:createNote", args, format: "json" }));
      setTimeout(() => request.destroy(), afterMs);
    });

  it("makes it once, wherever the connection was cut", async () => {
    const cuts = Array.from({ length: 40 }, (_, n) => n);
    await Promise.all(
      cuts.map(async (n) => {
        const [title, key] = [`Cut ${n}`, randomUUID()];
        await sendAndCut(n % 2 ? service.url : second.url, noteOf(title), key, n * 2);
        const { status, body } = await send(noteOf(title), { key });
        expect(status).toBe(200);
        expect(await notesWith(title)).toEqual([body.value]);
      }),
    );
  });

  it("makes it once when its node is killed between the commit and the answer", async () => {
    const node = await startNodeProcess(service);
    // Answers of the node get lost on the way.
    const { url, proxy } = await proxyTo(node.url);
    proxy.faults.swallow.down = true;
    const [title, key] = ["Killed", randomUUID()];
    const lost = send(noteOf(title), { key, url }).catch(() => "no answer");
    await eventually(async () => (await notesWith(title)).length === 1);
    await node.kill();
    proxy.cut();
    expect(await lost).toBe("no answer");
    const { status, isReplayed, body } = await send(noteOf(title), { key });
    expect({ status, isReplayed }).toEqual({ status: 200, isReplayed: true });
    expect(await notesWith(title)).toEqual([body.value]);
    await proxy.close();
  });

  it("is asked to send it again while the database is away, and neither its token nor its change is refused", async () => {
    const { connectionString, proxy: line } = await proxyToDatabase(service.database.connectionString);
    const node = await serveNode({ connectionString, verifyToken: service.issuer.verifyToken });
    const [title, key] = ["Away", randomUUID()];
    line.faults.refuse = true;
    line.cut();
    const away = await send(noteOf(title), { key, url: node.url });
    expect(away).toMatchObject({ status: 503, body: { errorData: { code: "busy" } } });
    expect(away.headers.get("retry-after")).toBe("2");
    line.faults.refuse = false;
    const { status, body } = await send(noteOf(title), { key, url: node.url });
    expect(status).toBe(200);
    expect(await notesWith(title)).toEqual([body.value]);

    // Now the token is known to the node, and the answer to the commit is lost with the database.
    const [committed, again] = ["Committed", randomUUID()];
    let writing: unknown = null;
    line.tap.up = (piece, link) => {
      if (piece.includes(committed)) writing = link;
      return undefined;
    };
    line.tap.down = (piece, link) => {
      // The database says so when it has committed, and not before.
      if (link !== writing || !piece.includes("COMMIT\0")) return undefined;
      line.faults.refuse = true;
      line.cut();
      return false;
    };
    const unknown = await send(noteOf(committed), { key: again, url: node.url });
    expect(unknown).toMatchObject({ status: 503, body: { errorData: { code: "busy" } } });
    line.tap.up = line.tap.down = null;
    line.faults.refuse = false;
    expect(await send(noteOf(committed), { key: again, url: node.url })).toMatchObject({
      status: 200,
      isReplayed: true,
    });
    expect(await notesWith(committed)).toHaveLength(1);
    await node.close();
    await line.close();
  }, 120_000);
});
