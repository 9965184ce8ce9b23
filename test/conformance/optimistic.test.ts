import { ConvexHttpClient } from "convex/browser";
import { ConvexReactClient } from "convex/react";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveNode } from "../node.ts";
import { api, careTeam, createNote, noteArguments } from "../people.ts";
import { holdPieces } from "../proxy.ts";
import { seededRandom } from "../random.ts";
import { type Service, startService } from "../service.ts";
import { holdClientClock } from "./client_clock.ts";
import { proxyTo, proxyToDatabase } from "./proxies.ts";
import { eventually } from "./waiting.ts";

const random = seededRandom();

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Records each list that a person would see, as titles, and creates notes that show at once. */
async function startWriter(
  url: string,
  person: Parameters<typeof service.issuer.tokenFor>[0],
  diaryId: string,
) {
  const client = new ConvexReactClient(url, { unsavedChangesWarning: false, logger: false });
  client.setAuth(() => service.issuer.tokenFor(person));
  const watch = client.watchQuery(api.notes.listNotes, { diaryId });
  const shown: string[][] = [];
  watch.onUpdate(() => {
    const titles = watch.localQueryResult()?.map(({ title }) => title);
    if (titles && titles.join() !== shown.at(-1)?.join()) shown.push(titles);
  });
  await eventually(() => shown.length > 0);
  const create = (title: string) =>
    client.mutation(api.notes.createNote, noteArguments(diaryId, { title }), {
      optimisticUpdate(store) {
        const notes = store.getQuery(api.notes.listNotes, { diaryId });
        if (notes === undefined) return;
        const draft = { title, _id: `draft-${title}` } as (typeof notes)[number];
        store.setQuery(api.notes.listNotes, { diaryId }, [draft, ...notes]);
      },
    });
  return { client, shown, create };
}

/** What is wrong with what was shown of one note from its creation on: gone again, or there twice. */
function flickers(shown: string[][], title: string): string[] {
  const first = shown.findIndex((titles) => titles.includes(title));
  if (first < 0) return [`${title} never shown`];
  return shown.slice(first).flatMap((titles, i) => {
    const times = titles.filter((each) => each === title).length;
    return times === 1 ? [] : [`${title} shown ${times} times, ${i} steps after its creation`];
  });
}

it("S6 shows an optimistic note once from its creation on, while others write on two nodes", async () => {
  const { diaryId, owner, admin, caregiver } = await careTeam(service);
  const other = await service.startSecondNode();
  const { client, shown, create } = await startWriter(service.url, caregiver, diaryId);
  let writing = true;
  const otherWriters = [service.connect(owner), service.connect(admin, { url: other.url })].map(
    async (writer) => {
      const noteId = await createNote(owner, diaryId, { title: "Noise" });
      const { diaryId: _, type: __, ...fields } = noteArguments(diaryId);
      for (let i = 0; writing; i++) {
        await writer.mutation(api.notes.updateNote, { ...fields, noteId, title: `Noise ${i}` });
      }
    },
  );
  const othersChanges = () => new Set(shown.flat().filter((title) => /^Noise \d/.test(title))).size;
  const titles = Array.from({ length: 30 }, (_, i) => `Note ${i}`);
  for (const title of titles.slice(0, 15)) {
    await create(title);
    const before = othersChanges() + Math.floor(random() * 3);
    // However fast or slow the machine is, others' changes come between the notes.
    await eventually(() => othersChanges() > before);
  }
  await Promise.all(titles.slice(15).map(create));
  writing = false;
  await Promise.all(otherWriters);
  expect(titles.flatMap((title) => flickers(shown, title))).toEqual([]);
  expect(othersChanges()).toBeGreaterThanOrEqual(15);
  await client.close();
});

it("S6 doesn't show a note twice when another change arrives between its commit and its response", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const { connectionString, proxy: line } = await proxyToDatabase(service.database.connectionString);
  const node = await serveNode({ connectionString, verifyToken: service.issuer.verifyToken });
  const { client, shown, create } = await startWriter(node.url, caregiver, diaryId);
  const witness = new ConvexHttpClient(node.url, { skipConvexDeploymentUrlCheck: true, logger: false });
  witness.setAuth(await service.issuer.tokenFor(owner));
  for (let i = 0; i < 3; i++) {
    const committing = new Set<unknown>();
    line.tap.up = (piece, link) => {
      if (/insert into sync_outcomes[\s\S]*commit\s*;/.test(piece.toString("latin1"))) committing.add(link);
      return undefined;
    };
    // The database has committed; the node is notified late.
    const answer = holdPieces((_, link) => committing.delete(link));
    line.tap.down = answer.tap;
    const done = create(`Note ${i}`);
    await eventually(() => answer.held() === 1);
    await createNote(owner, diaryId, { title: `Between ${i}` });
    // Each of these reads takes as many steps as a pass does, and none waits for one.
    for (let times = 0; times < 10; times++) await witness.query(api.diaries.getDiary, { diaryId });
    answer.open();
    await done;
    await eventually(() => shown.at(-1)!.includes(`Between ${i}`));
  }
  expect([0, 1, 2].flatMap((i) => flickers(shown, `Note ${i}`))).toEqual([]);
  await client.close();
  await node.close();
  await line.close();
});

it("S4 S6 doesn't show a note twice when its response was lost and it comes with the first results after the reconnect", async () => {
  const clock = holdClientClock({ reconnectsSoon: true });
  const { diaryId, caregiver } = await careTeam(service);
  const { proxy, url } = await proxyTo(service.url, { plain: true });
  const { client, shown, create } = await startWriter(url, caregiver, diaryId);
  for (let i = 0; i < 5; i++) {
    let lost = false;
    proxy.tap.down = (piece, link) => {
      if (lost || !piece.includes("MutationResponse")) return undefined;
      lost = true;
      link.cut();
      return false;
    };
    await create(`Note ${i}`);
    expect(lost).toBe(true);
  }
  clock.restore();
  expect([0, 1, 2, 3, 4].flatMap((i) => flickers(shown, `Note ${i}`))).toEqual([]);
  await client.close();
  await proxy.close();
});

it("S6 removes only the optimistic note when the server refuses it", async () => {
  const { diaryId, owner, viewer } = await careTeam(service);
  await createNote(owner, diaryId, { title: "Stays", visibility: "extended" });
  const { client, shown, create } = await startWriter(service.url, viewer, diaryId);
  await expect(create("Refused")).rejects.toMatchObject({ data: { code: "access-denied" } });
  expect(shown).toEqual([["Stays"], ["Refused", "Stays"], ["Stays"]]);
  await client.close();
});
