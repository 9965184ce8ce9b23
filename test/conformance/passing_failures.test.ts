import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from "vitest";
import { type Clock, systemClock } from "../../server/clock.ts";
import { createFakeClock, type FakeClock, withRealPauses } from "../fake_clock.ts";
import { serveNode } from "../node.ts";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { betweenSteps, functions } from "./functions.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
/** A session of its own that holds a lock while a test wants it. */
let lockHolder: pg.Client;
beforeAll(async () => {
  service = await startService({ functions });
  lockHolder = new pg.Client({ connectionString: service.database.connectionString });
  await lockHolder.connect();
});
afterEach(() => lockHolder.query("rollback"));
afterAll(async () => {
  await lockHolder.end();
  await service.close();
});

/** Does to each statement that waits for a lock what a time limit does to it; resolves to how many there were. */
async function cancelWaiting(how: "pg_cancel_backend" | "pg_terminate_backend"): Promise<number> {
  // Not in the transaction that holds the lock: it would see only sessions that began before its first look.
  const { rows } = await service.database.pool.query(
    `select ${how}(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and application_name = 'carediary'`,
  );
  return rows.length;
}

/**
 * A node whose reads that failed pause until the test advances its clock; with `holdsMutations` also its mutations. Its
 * connections to the database and to other nodes go on by themselves.
 */
async function startPausingNode({ holdsMutations = false } = {}) {
  const clock = createFakeClock(systemClock.now());
  const ofNode: Clock = {
    ...(holdsMutations ? clock : withRealPauses(clock)),
    after: (ms, run) => (ms < 100 ? systemClock : clock).after(ms, run),
  };
  const { database, issuer } = service;
  const node = await serveNode({
    ...{
      connectionString: database.connectionString,
      verifyToken: issuer.verifyToken,
      functions,
      clock: ofNode,
    },
  });
  onTestFinished(() => node.close());
  return { clock, node };
}

/** Lets the pause before the next attempt pass, and no more than 10 ms of that; returns how long it was, ms. */
async function passPause(clock: FakeClock): Promise<number> {
  const waiting = clock.waiting();
  let ms = 0;
  for (; clock.waiting() >= waiting; ms += 10) await clock.advance(10);
  return ms;
}

/** Ends the statement that waits for the lock; resolves once the node pauses before the next attempt. */
async function failAttempt(clock: FakeClock): Promise<void> {
  const waiting = clock.waiting();
  await eventually(() => cancelWaiting("pg_cancel_backend"));
  await eventually(() => clock.waiting() > waiting);
}

const BUSY = {
  error: { code: "busy", message: "This took too long. Please try again.", key: "refusals.tookTooLong" },
};

it.each([
  ["a result's read", "notes", 1],
  ["an access check's read", "members", 1],
  ["a result's read, four times", "notes", 4],
])(
  'answers "busy" when %s exceeds the time limit, and delivers the result later by itself',
  async (_, table, times) => {
    const { diaryId, owner, caregiver } = await careTeam(service);
    await createNote(owner, diaryId);
    const { clock, node } = await startPausingNode();
    const first = await RawClient.open(node.url, { token: await service.issuer.tokenFor(owner) });
    const query = { queryId: 0, udfPath: "test:countedTitles", args: { diaryId, n: 0 } };
    const seen: unknown[] = [];
    first.onView = (view) => seen.push(view.get(0));
    await lockHolder.query(`begin; lock table ${table} in access exclusive mode`);
    first.add(query);
    await failAttempt(clock);
    await first.until(() => first.values.has(0));
    for (let attempt = 2; attempt <= times; attempt++) {
      await passPause(clock);
      await failAttempt(clock);
    }
    expect(first.values.get(0)).toEqual(BUSY);

    // Who comes now is not given the failure of others, and the next attempt serves both.
    const second = await RawClient.open(node.url, { token: await service.issuer.tokenFor(caregiver) });
    const given: unknown[] = [];
    second.onView = (view) => given.push(view.get(0));
    second.add(query);
    await second.settle();
    await lockHolder.query("rollback");
    await passPause(clock);
    await second.until(() => Array.isArray(second.values.get(0)));
    await first.until(() => Array.isArray(first.values.get(0)));
    expect(first.values.get(0)).toEqual(["A quiet morning"]);
    expect(given.filter((value) => value !== undefined)).toEqual([["A quiet morning"]]);
    expect([...first.violations, ...second.violations]).toEqual([]);
    await first.close();
    await second.close();
  },
);

it("S6 never keeps the former value of a temporarily failed read in a newer transition", async () => {
  const { diaryId, owner } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  client.add({ queryId: 0, udfPath: "test:titlesInTwoSteps", args: { diaryId } });
  client.add({ queryId: 1, udfPath: "diaries:getDiary", args: { diaryId } });
  await client.until(() => client.values.size === 2);
  const titlesWithNewName: unknown[] = [];
  client.onView = (view) => {
    const { name } = view.get(1) as { name: string };
    if (name === "Renamed") titlesWithNewName.push(view.get(0));
  };
  betweenSteps.wait = async () => {
    betweenSteps.wait = null;
    throw Object.assign(new Error("canceling statement due to statement timeout"), { code: "57014" });
  };
  await service.database.pool.query("update diaries set name = 'Renamed' where id = $1", [diaryId]);
  await eventually(() => titlesWithNewName.length === 2);
  expect(titlesWithNewName).toEqual([BUSY, { name: "Renamed", titles: [] }]);
  await client.close();
});

it("retries a read that always fails ever more rarely, and serves others meanwhile", async () => {
  const { diaryId, owner } = await careTeam(service);
  const { clock, node } = await startPausingNode();
  const client = await RawClient.open(node.url, { token: await service.issuer.tokenFor(owner) });
  const noteId = await createNote(owner, diaryId);
  await lockHolder.query("begin; lock table attachments in access exclusive mode");
  client.add({ queryId: 0, udfPath: "attachments:listAttachments", args: { noteId } });
  client.add({ queryId: 1, udfPath: "test:countedTitles", args: { diaryId, n: 0 } });
  await failAttempt(clock);
  await client.until(() => client.values.size === 2);
  // Half to a whole of 500 ms, and twice as long after each failure.
  for (const [i, longest] of [500, 1000, 2000, 4000].entries()) {
    await client.call("notes:createNote", noteArguments(diaryId));
    await client.until(() => (client.values.get(1) as unknown[]).length === i + 2);
    const pause = await passPause(clock);
    expect(pause).toBeGreaterThanOrEqual(longest / 2);
    expect(pause).toBeLessThanOrEqual(longest + 10);
    await failAttempt(clock);
  }
  await client.close();
});

it("S4 rule 3 answers a temporarily failed mutation without storing its outcome, and doesn't run later ones before it", async () => {
  const { diaryId, owner } = await careTeam(service);
  const noteId = await createNote(owner, diaryId);
  const token = await service.issuer.tokenFor(owner);
  const { clock, node } = await startPausingNode({ holdsMutations: true });
  const client = await RawClient.open(node.url, { token });
  const { sessionId } = client;
  await client.settle();
  // Beyond the time limit of Connect.
  await clock.advance(10_001);
  const waiting = clock.waiting();
  await lockHolder.query("begin");
  await lockHolder.query("select 1 from notes where id = $1 for update", [noteId]);
  const { diaryId: _, type: __, ...fields } = noteArguments(diaryId, { title: "Late" });
  client.mutate("notes:updateNote", { ...fields, noteId }, 0);
  client.mutate("notes:createNote", noteArguments(diaryId, { title: "After it" }), 1);
  let attempts = 0;
  const answer = await eventually(async () => {
    attempts += await cancelWaiting("pg_cancel_backend");
    if (clock.waiting() > waiting) await clock.advance(1000);
    return client.messages.find(({ type }) => type === "MutationResponse");
  });
  expect(answer).toMatchObject({ requestId: 0, success: false, errorData: BUSY.error });
  expect(attempts, "attempts").toBeGreaterThan(1);
  await eventually(() => client.closed);
  const stored = () =>
    service.database.pool.query("select request_id from sync_outcomes where session_id = $1", [sessionId]);
  expect((await stored()).rows, "nothing of the session is remembered, and nothing later was run").toEqual(
    [],
  );

  // The answer got lost, let us say: both come again, in order, and now both succeed.
  await lockHolder.query("rollback");
  const again = await RawClient.open(service.url, { token, sessionId });
  expect(await again.call("notes:updateNote", { ...fields, noteId }, 0)).toMatchObject({ success: true });
  expect(
    await again.call("notes:createNote", noteArguments(diaryId, { title: "After it" }), 1),
  ).toMatchObject({ success: true });
  const notes = await owner.http.query(api.notes.listNotes, { diaryId });
  expect(notes.map(({ title }) => title).sort()).toEqual(["After it", "Late"]);
  await again.close();
});

it("answers a temporarily failed HTTP call with an error that invites a retry", async () => {
  const { diaryId, owner } = await careTeam(service);
  for (const how of ["pg_cancel_backend", "pg_terminate_backend"] as const) {
    await lockHolder.query("begin; lock table notes in access exclusive mode");
    const asking = owner.http.query(api.notes.listNotes, { diaryId });
    asking.catch(() => {});
    await eventually(() => cancelWaiting(how));
    await expect(asking).rejects.toMatchObject({ data: { code: "busy" } });
    await lockHolder.query("rollback");
  }
  expect(await owner.http.query(api.notes.listNotes, { diaryId })).toEqual([]);
});
