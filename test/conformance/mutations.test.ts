import { anyApi } from "convex/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createLoopClock } from "../fake_clock.ts";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { functions, makeGate } from "./functions.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

// A thousand mutations take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let service: Service;
beforeAll(async () => {
  // No sweep: what doesn't announce itself doesn't come.
  service = await startService({ functions, clock: createLoopClock() });
});
afterAll(() => service.close());

it("S3 rule 3 runs mutations of a connection one at a time and in order, also when they are sent without waiting", async () => {
  const { diaryId, owner } = await careTeam(service);
  const noteId = await createNote(owner, diaryId);
  const client = service.connect(owner);
  const { diaryId: _, type: __, ...fields } = noteArguments(diaryId);
  const finished: number[] = [];
  await Promise.all(
    Array.from({ length: 60 }, async (___, i) => {
      await client.mutation(api.notes.updateNote, { ...fields, noteId, title: `Edit ${i}` });
      finished.push(i);
    }),
  );
  const { rows } = await service.database.pool.query(
    "select title from note_versions where note_id = $1 and version > 1 order by version",
    [noteId],
  );
  const inOrder = Array.from({ length: 60 }, (___, i) => i);
  expect(rows.map(({ title }) => title)).toEqual(inOrder.slice(0, 59).map((i) => `Edit ${i}`));
  expect(await owner.http.query(api.notes.getNote, { noteId })).toMatchObject({
    title: "Edit 59",
    version: 61,
  });
  expect(finished).toEqual(inOrder);
});

it("S3 runs actions in parallel with mutations", async () => {
  const { owner } = await careTeam(service);
  const client = service.connect(owner);
  const order: string[] = [];
  await client.mutation(anyApi.test!.nothing!, { n: 0 });
  const [first, second, third, last] = [makeGate(), makeGate(), makeGate(), makeGate()];
  const { wait, waitOutside, nothing } = anyApi.test!;
  const done = [
    client.mutation(wait!, { gate: last.gate }).then(() => order.push("waiting mutation")),
    client.action(waitOutside!, { gate: second.gate }).then(() => order.push("second action")),
    client.action(waitOutside!, { gate: first.gate }).then(() => order.push("first action")),
    client.mutation(nothing!, { n: 1 }).then(() => order.push("mutation behind it")),
    client.action(waitOutside!, { gate: third.gate }).then(() => order.push("third action")),
  ];
  await eventually(() => [first, second, third, last].every(({ isEntered }) => isEntered()));
  for (const [i, { open }] of [first, second, third, last].entries()) {
    open();
    await eventually(() => order.length > i);
  }
  await Promise.all(done);
  expect(order).toEqual([
    "first action",
    "second action",
    "third action",
    "waiting mutation",
    "mutation behind it",
  ]);
});

it("S3 rule 8 refuses a mutation when the queue is full and names the limit, and runs the queued ones", async () => {
  const { owner } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  const { gate, isEntered, open } = makeGate();
  client.mutate("test:wait", { gate });
  await eventually(isEntered);
  for (let i = 1; i <= 1010; i++) client.mutate("test:nothing", { n: i });
  const answers = () => client.messages.filter(({ type }) => type === "MutationResponse");
  await client.until(() => answers().length === 10);
  open();
  const responses = await client.until(() => answers().length === 1011 && answers(), 55_000);
  const refused = responses.filter(({ success }) => !success);
  expect(refused.map(({ requestId }) => requestId)).toEqual(Array.from({ length: 10 }, (_, i) => 1001 + i));
  expect(refused[0]!.errorData).toEqual({
    code: "limit",
    message: "Too many changes at once: at most 1000 may wait on a connection",
  });
  const done = responses.filter(({ success, requestId }) => success && requestId > 0);
  expect(done.map(({ result }) => result)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
  await client.close();
});

it("S5 rule 4 follows a success by a transition, an empty one without subscriptions, and sends a failure without one", async () => {
  const { diaryId, owner, viewer } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  for (let i = 0; i < 10; i++) {
    const { success, ts } = await client.call("notes:createNote", noteArguments(diaryId));
    expect(success).toBe(true);
    const committed = Buffer.from(ts, "base64").readBigUInt64LE();
    await client.until(() => client.ts >= committed);
    expect(client.transitions.at(-1)!.modifications).toEqual([]);
  }
  expect(client.violations).toEqual([]);
  const denied = await RawClient.open(service.url, { token: await service.issuer.tokenFor(viewer) });
  const failure = await denied.call("notes:createNote", noteArguments(diaryId));
  expect(failure).toMatchObject({
    success: false,
    result: "Access denied",
    errorData: { code: "access-denied" },
  });
  expect(failure.ts).toBeUndefined();
  await Promise.all([client.close(), denied.close()]);
});

it("S5 resolves mutations while others write without pause", async () => {
  const { diaryId, owner, admin, caregiver } = await careTeam(service);
  const resolved = await Promise.all(
    [owner, admin, caregiver].map(async (person) => {
      const client = service.connect(person);
      client.onUpdate(api.notes.listNotes, { diaryId }, () => {});
      const ids: string[] = [];
      for (let i = 0; i < 25; i++)
        ids.push(await client.mutation(api.notes.createNote, noteArguments(diaryId)));
      return ids;
    }),
  );
  expect(new Set(resolved.flat()).size).toBe(75);
});

it("S1 S3 delivers a change that came while the client's own mutation was refused", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const [mine, others] = await Promise.all(
    [caregiver, owner].map(async (person) => {
      const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(person) });
      client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
      await client.until(() => client.values.has(0));
      return client;
    }),
  );
  for (let i = 1; i <= 8; i++) {
    // The former round's transition has just arrived, another's commit falls into the refused mutation.
    const { gate, isEntered, open } = makeGate();
    const refused = mine!.call("test:waitAndRefuse", { diaryId, gate });
    await eventually(isEntered);
    await others!.call("notes:createNote", noteArguments(diaryId));
    // Its pass is over, in which the change was withheld from the one whose mutation runs.
    await others!.until(() => (others!.values.get(0) as unknown[]).length === i);
    open();
    expect(await refused).toMatchObject({ success: false, result: "Refused later" });
    await mine!.until(() => (mine!.values.get(0) as unknown[]).length === i);
  }
  expect(mine!.violations).toEqual([]);
  await Promise.all([mine!.close(), others!.close()]);
});

it("S1 delivers others' changes to a client that writes without pause", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const busy = await RawClient.open(service.url, { token: await service.issuer.tokenFor(caregiver) });
  busy.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await busy.until(() => busy.values.has(0));
  for (let i = 0; i < 800; i++) busy.mutate("test:nothing", { n: i });
  await busy.until(() => busy.messages.some(({ requestId }) => requestId === 5));
  await createNote(owner, diaryId);
  await busy.until(() => (busy.values.get(0) as unknown[]).length === 1);
  // Counted in its own writes, since on a busy machine everything takes longer.
  const answered = busy.messages.filter(({ type }) => type === "MutationResponse").length;
  expect(answered).toBeLessThan(400);
  await busy.until(() => busy.messages.some(({ requestId }) => requestId === 799));
  await busy.close();
});

it("rule 9 reveals nothing of an unexpected error, and answers the same when the mutation is sent again", async () => {
  const { owner } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  const failure = await client.call("test:break", {}, 7);
  expect(failure.result).toMatch(/^Internal error \([0-9a-f-]{36}\)$/);
  expect(JSON.stringify(failure)).not.toContain("4711");
  expect((await client.call("test:break", {}, 7)).result).toBe(failure.result);
  await client.close();
});
