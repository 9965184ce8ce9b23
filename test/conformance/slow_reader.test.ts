import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { functions } from "./functions.ts";
import { proxyTo } from "./proxies.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

// Megabytes take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let service: Service;
beforeAll(async () => {
  service = await startService({ functions });
});
afterAll(() => service.close());

const MEGABYTE = 1_000_000;
type Large = { count: number; text: string };

it("S14 rule 6 sends a slow reader few of many changes and the last one, and doesn't delay others", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const token = await service.issuer.tokenFor(caregiver);
  const { proxy, url } = await proxyTo(service.url);
  const [slow, quick] = await Promise.all([
    RawClient.open(url, { token }),
    RawClient.open(service.url, { token }),
  ]);
  const large = { queryId: 0, udfPath: "test:large", args: { diaryId, length: 2 * MEGABYTE } };
  slow!.add(large);
  await slow!.until(() => slow!.values.has(0));
  quick!.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
  await quick!.until(() => quick!.values.has(0));

  // It reads a piece with each change, of at most 64 kB: far less than what a change sends it.
  let next = Promise.withResolvers<void>();
  proxy.tap.down = async () => {
    await next.promise;
    return undefined;
  };
  const before = slow!.transitions.length;
  for (let i = 1; i <= 40; i++) {
    await createNote(owner, diaryId);
    await quick!.until(() => (quick!.values.get(0) as unknown[]).length === i);
    next.resolve();
    next = Promise.withResolvers();
  }
  const late = (slow!.values.get(0) as Large).count;
  expect(late).toBeLessThan(40);
  proxy.tap.down = null;
  next.resolve();
  await slow!.until(() => (slow!.values.get(0) as Large).count === 40);
  // What the kernel's buffers and the two unsent ones hold, and the last; not the forty.
  expect(slow!.transitions.length - before).toBeLessThan(15);
  expect(slow!.violations).toEqual([]);
  await Promise.all([slow!.close(), quick!.close()]);
  await proxy.close();
});

it("S14 rule 6 neither delays others nor fills the memory when a reader stops reading", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const token = await service.issuer.tokenFor(caregiver);
  const stopped = await RawClient.open(service.url, { token });
  stopped.add({ queryId: 0, udfPath: "test:large", args: { diaryId, length: 4 * MEGABYTE } });
  await stopped.until(() => stopped.values.has(0));
  (stopped.ws as unknown as { _socket: { pause(): void } })._socket.pause();
  const quick = service.connect(caregiver);
  let length = 0;
  quick.onUpdate(api.notes.listNotes, { diaryId }, (notes) => (length = notes.length));
  await createNote(owner, diaryId);
  const before = process.memoryUsage();
  for (let i = 2; i <= 20; i++) {
    await createNote(owner, diaryId);
    await eventually(() => length === i);
  }
  const after = process.memoryUsage();
  // Twenty changes of 4 MB each would be 80 MB.
  expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(
    40 * MEGABYTE,
  );
  await stopped.close();
  await quick.close();
});

it("S14 sends a very large result whole, in ordered chunks with the protocol's fields", async () => {
  const { diaryId, owner } = await careTeam(service);
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  client.add(
    { queryId: 0, udfPath: "test:large", args: { diaryId, length: 5 * MEGABYTE } },
    { queryId: 1, udfPath: "notes:listNotes", args: { diaryId } },
  );
  await client.until(() => client.values.size === 2);
  const chunks = client.messages.filter(({ type }) => type === "TransitionChunk");
  expect(chunks.length).toBeGreaterThan(3);
  expect(new Set(chunks.map(({ transitionId }) => transitionId)).size).toBe(1);
  expect(chunks.map(({ partNumber }) => partNumber)).toEqual(chunks.map((_, i) => i));
  expect(chunks.every(({ totalParts }) => totalParts === chunks.length)).toBe(true);
  expect((client.values.get(0) as Large).text).toHaveLength(5 * MEGABYTE);
  expect(client.violations).toEqual([]);
  await client.close();
});

it("S14 sends chunks that the real client joins, with non-Latin letters at every edge", async () => {
  const { diaryId, owner } = await careTeam(service);
  const notes = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      createNote(owner, diaryId, {
        title: `Note ${i}`,
        content: "äöü 😀 漢字 ".repeat(8000).slice(0, 90_000 + i),
      }),
    ),
  );
  const client = service.connect(owner);
  // All in one query set, so that they come in one transition of more than 2 MB.
  const read = await Promise.all(
    notes.map(
      (noteId) =>
        new Promise<string>((resolve) => {
          client.onUpdate(api.notes.getNote, { noteId }, (note) =>
            resolve((note!.content.data as { text: string }).text),
          );
        }),
    ),
  );
  const written = Array.from({ length: 24 }, (_, i) =>
    "äöü 😀 漢字 "
      .repeat(8000)
      .slice(0, 90_000 + i)
      .trim(),
  );
  expect(read.map(({ length }) => length)).toEqual(written.map(({ length }) => length));
  expect(read.map((text) => text.isWellFormed())).toEqual(written.map((text) => text.isWellFormed()));
  await client.mutation(api.notes.createNote, noteArguments(diaryId));
  await client.close();
});
