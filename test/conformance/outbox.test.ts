import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../server/auth/account_deletion.ts";
import { deleteExpired } from "../../server/jobs/data.ts";
import { accessTokenOf } from "../access-tokens.ts";
import { createFakeClock, withRealPauses } from "../fake_clock.ts";
import { serveNode } from "../node.ts";
import { createHttpSender, createOperation, type Envelope, readAnswer } from "../outbox.ts";
import { careTeam, createPerson } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { busyMarks, functions, makeGate } from "./functions.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let second: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
let send: Awaited<ReturnType<typeof createHttpSender>>;
beforeAll(async () => {
  service = await startService({ functions });
  second = await service.startSecondNode();
  team = await careTeam(service);
  send = await createHttpSender(service, team.caregiver);
});
afterAll(() => service.close());

let outboxId: string;
beforeEach(() => {
  outboxId = randomUUID();
  busyMarks.clear();
});

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

type Mark = { name?: string; isRefused?: boolean } & Partial<Envelope>;
/** An operation that leaves a mark, of the present outbox. */
const mark = (n: number, { name = `mark ${n}`, isRefused = false, ...more }: Mark = {}): Envelope =>
  createOperation(
    outboxId,
    n,
    "test:leaveMark",
    { diaryId: team.diaryId, mark: `${outboxId} ${name}`, isRefused },
    more,
  );
/** The marks of the present outbox, in the order in which they were left. */
const listMarks = async () =>
  (
    await sql("select target_id from audit_events where target_id like $1 || ' %' order by id", [outboxId])
  ).map(({ target_id }) => (target_id as string).slice(outboxId.length + 1));
const written = (name: string) => ({ value: expect.objectContaining({ mark: `${outboxId} ${name}` }) });
const rows = () =>
  sql(
    "select request_id::int as n, outcome is null as dropped from sync_outcomes where session_id = $1 order by n",
    [outboxId],
  );
const DAY = 86_400_000;
const answerTo = async (...args: Parameters<typeof send>) => (await send(...args)).answer;

describe("an operation of an outbox", () => {
  it("runs once, in the order of its numbers, and a repeat gets the same answer from any node", async () => {
    const first = await send(mark(1));
    expect(first).toEqual({ status: 200, isRepeat: false, answer: written("mark 1") });
    expect(await send(mark(1), { to: second.url })).toEqual({ ...first, isRepeat: true });
    expect(await send(mark(3))).toMatchObject({ status: 409, answer: { code: "outbox-gap", expected: 2 } });
    expect(await answerTo(mark(2))).toEqual(written("mark 2"));
    expect(await answerTo(mark(3))).toEqual(written("mark 3"));
    expect(await listMarks()).toEqual(["mark 1", "mark 2", "mark 3"]);
  });

  it("of an unknown outbox is number 1, or the first number is expected", async () => {
    expect(await answerTo(mark(2))).toEqual({ code: "outbox-gap", expected: 1 });
    expect(await rows()).toEqual([]);
    expect(await answerTo(mark(1))).toEqual(written("mark 1"));
  });

  it("under a number that was used for another one is refused as rewound, and changes nothing", async () => {
    await send(mark(1));
    expect(await send(mark(1, { name: "another" }))).toMatchObject({
      status: 422,
      answer: { code: "outbox-rewound" },
    });
    expect(await answerTo({ ...mark(1), path: "notes:deleteNote" })).toEqual({ code: "outbox-rewound" });
    expect(await listMarks()).toEqual(["mark 1"]);
  });

  it("is recognised with its arguments in any order, another age and another function form", async () => {
    await send(mark(1));
    const turned = Object.fromEntries(Object.entries(mark(1).args).toReversed());
    const again = { ...mark(1), args: turned, age: 5000, path: "test.leaveMark" };
    expect(await send(again)).toMatchObject({ isRepeat: true, answer: written("mark 1") });
  });

  it("that was refused is decided, also for invalid arguments and a later repeat", async () => {
    const refused = mark(1, { isRefused: true });
    const invalid = { ...mark(2), args: { mark: 7 } };
    for (const isRepeat of [false, true]) {
      expect(await send(refused)).toMatchObject({ status: 560, isRepeat, answer: { code: "conflict" } });
      expect(await send(invalid)).toMatchObject({ status: 560, isRepeat, answer: { code: "invalid" } });
    }
    const elsewhere = { ...mark(3), args: { ...mark(3).args, diaryId: randomUUID() } };
    expect(await answerTo(elsewhere)).toEqual({ code: "access-denied" });
    expect(await answerTo(mark(4))).toEqual(written("mark 4"));
    expect(await listMarks()).toEqual(["mark 4"]);
  });

  it("that fails in passing isn't decided: later ones wait for it, and it succeeds later", async () => {
    busyMarks.add(`${outboxId} mark 1`);
    expect(await send(mark(1))).toMatchObject({ status: 503, answer: { code: "busy" } });
    expect(await answerTo(mark(2))).toEqual({ code: "outbox-gap", expected: 1 });
    expect(await rows()).toEqual([]);
    busyMarks.clear();
    expect(await answerTo(mark(1))).toEqual(written("mark 1"));
    expect(await answerTo(mark(2))).toEqual(written("mark 2"));
  });

  it("of a function that this node doesn't know, or that isn't durable, is sent again, and a newer node runs it", async () => {
    const older = new Map(functions);
    (older as Map<string, unknown>).delete("test.leaveMark");
    const { connectionString } = service.database;
    const node = await serveNode({
      connectionString,
      verifyToken: service.issuer.verifyToken,
      functions: older,
    });
    expect(await send(mark(1), { to: node.url })).toMatchObject({ status: 503, answer: { code: "busy" } });
    await node.close();
    expect(await answerTo(createOperation(outboxId, 1, "test:nothing", { n: 1 }))).toEqual({ code: "busy" });
    expect(await answerTo(createOperation(outboxId, 1, "doses:claimDose", {}))).toEqual({ code: "busy" });
    expect(await answerTo(mark(1))).toEqual(written("mark 1"));
  });

  it("belongs to one user: another one learns nothing, and changes nothing", async () => {
    await send(mark(1));
    const others = await createHttpSender(service, team.admin);
    for (const n of [1, 2, 3]) expect((await others(mark(n))).answer).toEqual({ code: "access-denied" });
    // An access token of the same user is another caller too.
    const { token } = await accessTokenOf(service, team.caregiver.userId);
    const response = await fetch(`${service.url}/api/mutation`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Idempotency-Key": `${outboxId}/2` },
      body: JSON.stringify({ path: "outbox:send", args: mark(2) }),
    });
    expect(readAnswer(await response.json())).toEqual({ code: "access-denied" });
    expect(await listMarks()).toEqual(["mark 1"]);
  });

  it("is refused without a sign-in, which decides nothing", async () => {
    const response = await fetch(`${service.url}/api/mutation`, {
      method: "POST",
      headers: { "Idempotency-Key": `${outboxId}/1` },
      body: JSON.stringify({ path: "outbox:send", args: mark(1) }),
    });
    expect(readAnswer(await response.json())).toEqual({ code: "unauthenticated" });
    const closed = await createPerson(service, "Carl Closed");
    const sendClosed = await createHttpSender(service, closed);
    const setClosed = (to: "created_at" | "null") =>
      sql(`update users set closed_at = ${to} where id = $1`, [closed.userId]);
    await setClosed("created_at");
    expect((await sendClosed(mark(1))).answer).toEqual({ code: "account-closed" });
    expect(await rows()).toEqual([]);
    await setClosed("null");
    // Now it is about the operation: they are no member.
    expect((await sendClosed(mark(1))).answer).toEqual({ code: "access-denied" });
    expect(await rows()).toEqual([{ n: 1, dropped: false }]);
  });

  it("has a readable envelope, and over HTTP the key of its number", async () => {
    for (const broken of [
      { outboxId: "x" },
      // The session of an idempotency key.
      { outboxId: outboxId.replace(/^(.{14})4/, "$18") },
      { n: 0 },
      { n: 1.5 },
      { acked: 1 },
      { opId: "x" },
      { args: [] as never },
    ])
      expect(await answerTo({ ...mark(1), ...broken }), JSON.stringify(broken)).toEqual({ code: "invalid" });
    for (const key of ["", "x", `${outboxId}/2`])
      expect(await answerTo(mark(1), { key }), key).toEqual({ code: "invalid" });
    expect(await rows()).toEqual([]);
    expect(await answerTo({ ...mark(1), later: true } as never)).toEqual(written("mark 1"));
  });

  it("was made before it came: by its age, at most 400 days, whatever the device's clock", async () => {
    const clock = createFakeClock(Date.parse("2026-11-27T12:00:00Z"));
    const { connectionString } = service.database;
    const { verifyToken } = service.issuer;
    const node = await serveNode({ connectionString, verifyToken, functions, clock: withRealPauses(clock) });
    const opId = randomUUID();
    for (const [i, [age, before]] of [
      [0, 0],
      [3_600_000, 3_600_000],
      [-5000, 0],
      [500 * DAY, 400 * DAY],
    ].entries()) {
      const { answer } = await send(mark(i + 1, { age, opId }), { to: node.url });
      expect(answer).toMatchObject({ value: { opId, madeAt: clock.now() - before! } });
    }
    await node.close();
  });
});

describe("outcomes of an outbox", () => {
  /** Makes outcomes older by so many days. */
  const age = (days: number) =>
    sql(
      "update sync_outcomes set created_at = created_at - make_interval(days => $2) where session_id = $1",
      [outboxId, days],
    );
  const ageOutbox = (days: number) =>
    sql("update sync_outboxes set seen_at = seen_at - make_interval(days => $2) where outbox_id = $1", [
      outboxId,
      days,
    ]);

  it("go as soon as the device has read them; their numbers are never run again", async () => {
    for (const n of [1, 2, 3]) await send(mark(n));
    await send(mark(4, { acked: 2 }));
    expect((await rows()).map(({ n }) => n).sort()).toEqual([3, 4]);
    // A refusal carries the acknowledgement too.
    await send(mark(5, { acked: 4, isRefused: true }));
    expect(await rows()).toEqual([{ n: 5, dropped: false }]);
    // A frozen tab: another one has read its outcome meanwhile.
    expect(await answerTo(mark(3))).toEqual({ code: "outbox-rewound" });
    expect(await listMarks()).toEqual(["mark 1", "mark 2", "mark 3", "mark 4"]);
  });

  it("that no device has read go after 30 days: a repeat is recognised and settled, another operation isn't", async () => {
    await send(mark(1));
    await send(mark(2, { isRefused: true }));
    await age(29);
    await deleteExpired(service.database);
    expect(await answerTo(mark(1))).toEqual(written("mark 1"));
    await age(2);
    await deleteExpired(service.database);
    expect(await rows()).toEqual([
      { n: 1, dropped: true },
      { n: 2, dropped: true },
    ]);
    expect(await send(mark(1))).toMatchObject({ isRepeat: true, answer: { value: { repeated: true } } });
    expect(await answerTo(mark(2, { isRefused: true }))).toEqual({ value: { repeated: true } });
    expect(await answerTo(mark(2))).toEqual({ code: "outbox-rewound" });
    expect(await answerTo(mark(3))).toEqual(written("mark 3"));
  });

  it("of a device that went back to an earlier state after acknowledging are rewound, and nothing is lost", async () => {
    for (const n of [1, 2, 3]) await send(mark(n, { acked: n - 1 }));
    await send(mark(4, { acked: 3 }));
    // Its storage is restored to where it had sent one: what it makes now has numbers that were used.
    for (const n of [2, 3, 4])
      expect(await answerTo(mark(n, { name: `new ${n}`, acked: 1 }))).toEqual({ code: "outbox-rewound" });
    outboxId = randomUUID();
    for (const n of [1, 2, 3])
      expect(await answerTo(mark(n, { name: `new ${n + 1}` }))).toEqual(written(`new ${n + 1}`));
  });

  it("end with the outbox, 400 days after its last operation, and its next one is number 1", async () => {
    for (const n of [1, 2]) await send(mark(n));
    await age(390);
    await ageOutbox(399);
    await deleteExpired(service.database);
    expect(await answerTo(mark(1))).toEqual({ value: { repeated: true } });
    await ageOutbox(2);
    await deleteExpired(service.database);
    expect(await rows()).toEqual([]);
    expect(await answerTo(mark(3))).toEqual({ code: "outbox-gap", expected: 1 });
  });

  it("are no secret of a deleted account: its outboxes go with it", async () => {
    await send(mark(1));
    const leaving = await createPerson(service, "Lea Leaving");
    const other = randomUUID();
    await (await createHttpSender(service, leaving))({ ...mark(1), outboxId: other });
    await deleteAccount(service.database, leaving.subject, null, []);
    const left = await sql("select outbox_id from sync_outboxes where outbox_id = any($1)", [
      [outboxId, other],
    ]);
    expect(left).toEqual([{ outbox_id: outboxId }]);
  });
});

describe("the socket", () => {
  const open = async (url = service.url) =>
    RawClient.open(url, { token: await service.issuer.tokenFor(team.caregiver) });

  it("answers 32 operations in flight in order, and after one that fails in passing none", async () => {
    const client = await open();
    busyMarks.add(`${outboxId} mark 17`);
    for (let n = 1; n <= 32; n++) client.mutate("outbox:send", mark(n));
    const answers = () => client.messages.filter(({ type }) => type === "MutationResponse");
    await client.until(() => answers().length === 32);
    expect(client.closed, "the socket stays open").toBe(false);
    const of = (n: number) => readAnswer(answers().find(({ requestId }) => requestId === n - 1)!);
    for (let n = 1; n <= 16; n++) expect(of(n)).toEqual(written(`mark ${n}`));
    expect(of(17)).toEqual({ code: "busy" });
    for (let n = 18; n <= 32; n++) expect(of(n)).toEqual({ code: "outbox-gap", expected: 17 });
    busyMarks.clear();
    for (let n = 17; n <= 32; n++)
      expect(readAnswer(await client.call("outbox:send", mark(n)))).toEqual(written(`mark ${n}`));
    expect(await listMarks()).toEqual(Array.from({ length: 32 }, (_, i) => `mark ${i + 1}`));
    expect(client.violations).toEqual([]);
    await client.close();
  });

  it("confirms an operation by a transition, and a repeat as well", async () => {
    const client = await open();
    for (let i = 0; i < 2; i++) {
      const { success, ts } = await client.call("outbox:send", mark(1));
      expect(success).toBe(true);
      const committed = Buffer.from(ts, "base64").readBigUInt64LE();
      await client.until(() => client.ts >= committed);
    }
    expect(client.violations).toEqual([]);
    await client.close();
  });

  it("runs each operation once when two senders send all of them at once, on two nodes", async () => {
    const senders = [await open(), await open(second.url)];
    const sendAll = async (client: RawClient) => {
      for (let n = 1; n <= 20; n++) {
        // A sender that gets a gap sends again from what is expected.
        for (;;) {
          const answer = readAnswer(await client.call("outbox:send", mark(n)));
          if (!("code" in answer)) break;
          expect(answer.code).toBe("outbox-gap");
          n = answer.expected!;
        }
      }
    };
    await Promise.all(senders.map(sendAll));
    expect(await listMarks()).toEqual(Array.from({ length: 20 }, (_, i) => `mark ${i + 1}`));
    await Promise.all(senders.map((client) => client.close()));
  });

  it("answers with a passing failure what comes while too many others wait", async () => {
    const client = await open();
    const { gate, isEntered, open: openGate } = makeGate();
    client.mutate("test:wait", { gate });
    await eventually(isEntered);
    for (let n = 1; n <= 1003; n++) client.mutate("outbox:send", mark(n));
    const answers = () => client.messages.filter(({ type }) => type === "MutationResponse");
    await client.until(() => answers().length === 3);
    expect(answers().map(readAnswer)).toEqual([{ code: "busy" }, { code: "busy" }, { code: "busy" }]);
    await client.close();
    openGate();
  });
});
