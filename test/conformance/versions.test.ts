import { afterAll, beforeAll, expect, it } from "vitest";
import { encodeTimestamp } from "../../server/sync/protocol.ts";
import { api, careTeam, createNote, createNotebook, createPerson, noteArguments } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { spec } from "../spec.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let other: Service;
beforeAll(async () => {
  service = await startService();
  other = await service.startSecondNode();
});
afterAll(() => service.close());

it("S1 rule 1 chains versions and takes all results of a transition from one snapshot, while two nodes write", {
  tags: spec("CORE-630"),
}, async () => {
  const { diaryId, owner, admin, caregiver } = await careTeam(service);
  const watchers = await Promise.all(
    [service.url, other.url].map(async (url) => {
      const client = await RawClient.open(url, { token: await service.issuer.tokenFor(caregiver) });
      client.add(
        { queryId: 0, udfPath: "diaries:listMyDiaries", args: {} },
        { queryId: 1, udfPath: "notes:listNotes", args: { diaryId } },
        { queryId: 2, udfPath: "diaries:getDiary", args: { diaryId } },
      );
      return client;
    }),
  );
  const mismatches: unknown[] = [];
  let compared = 0;
  for (const watcher of watchers) {
    watcher.onView = (view) => {
      const [listed, notes, diary] = [0, 1, 2].map((id) => view.get(id)) as [
        { noteCount: number; updatedAt: number }[],
        { updatedAt: number }[],
        { noteCount: number },
      ];
      if (!listed || !notes || !diary) return;
      compared++;
      const counts = [listed[0]!.noteCount, notes.length, diary.noteCount];
      const newest = Math.max(0, ...notes.map((note) => note.updatedAt));
      if (new Set(counts).size !== 1) mismatches.push(counts);
      if (notes.length > 0 && listed[0]!.updatedAt !== newest)
        mismatches.push([listed[0]!.updatedAt, newest]);
    };
  }
  await Promise.all(watchers.map((watcher) => watcher.until(() => watcher.values.has(2))));
  const writers = [service.connect(owner), service.connect(admin, { url: other.url })];
  await Promise.all(
    writers.map(async (writer) => {
      for (let i = 0; i < 24; i++) await writer.mutation(api.notes.createNote, noteArguments(diaryId));
    }),
  );
  for (const watcher of watchers) {
    await watcher.until(() => (watcher.values.get(1) as unknown[]).length === 48);
    expect(watcher.violations).toEqual([]);
    await watcher.close();
  }
  expect(mismatches).toEqual([]);
  // Enough views were compared that a mismatch would have shown.
  expect(compared).toBeGreaterThan(20);
});

it("S10 rule 4 never answers below what the client has seen, on whichever node", async () => {
  const { diaryId, owner } = await careTeam(service);
  const token = await service.issuer.tokenFor(owner);
  for (let i = 0; i < 40; i++) {
    await createNote(owner, diaryId, { title: `Note ${i}` });
    const first = await RawClient.open(service.url, { token });
    first.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
    await first.until(() => first.values.has(0));
    const seen = first.ts;
    await first.close();
    const second = await RawClient.open(other.url, { token, maxObservedTimestamp: encodeTimestamp(seen) });
    second.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
    await second.until(() => second.values.has(0));
    for (const { endVersion } of second.transitions) {
      expect(Buffer.from(endVersion.ts, "base64").readBigUInt64LE()).toBeGreaterThanOrEqual(seen);
    }
    expect(second.values.get(0)).toHaveLength(i + 1);
    await second.close();
  }
});

it.each([
  ["a thousand years ahead", 2n ** 62n],
  ["the largest of all", 2n ** 64n - 1n],
])(
  "S10 answers a client that claims a timestamp %s at or above it, without effect on others",
  async (_, claimed) => {
    const owner = await createPerson(service, "Lena Liar");
    const diaryId = await createNotebook(owner);
    const token = await service.issuer.tokenFor(owner);
    const otherClient = await RawClient.open(service.url, { token });
    const futureClient = await RawClient.open(service.url, {
      token,
      maxObservedTimestamp: encodeTimestamp(claimed),
    });
    futureClient.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
    await eventually(() => futureClient.values.has(0) || futureClient.closed);
    otherClient.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
    await otherClient.until(() => otherClient.values.has(0));
    const before = otherClient.ts;
    for (let i = 1; i <= 3; i++) {
      await createNote(owner, diaryId);
      await otherClient.until(() => (otherClient.values.get(0) as unknown[]).length === i);
    }
    expect(otherClient.ts - before).toBeLessThan(1000n);
    expect(otherClient.violations).toEqual([]);
    expect(futureClient.violations).toEqual([]);
    if (!futureClient.closed) expect(futureClient.ts).toBeGreaterThanOrEqual(claimed);
    await Promise.all([otherClient.close(), futureClient.close()]);
  },
);
