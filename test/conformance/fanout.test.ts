import { afterAll, beforeAll, expect, it } from "vitest";
import { addMember, careTeam, createNote, createPerson } from "../people.ts";
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

const SUBSCRIBERS = 200;
type NoteTitles = { title: string; visibility: string }[];

it("rule 5 rule 6 sends each update to 200 subscribers on two nodes, each with the notes of their role, and computes equal results once", {
  tags: spec("CORE-630"),
}, async () => {
  const { diaryId, owner, caregiver, viewer } = await careTeam(service);
  await createNote(caregiver, diaryId, { title: "Canary of Clara", visibility: "private" });
  const people = [owner, caregiver, viewer];
  const tokens = await Promise.all(people.map((person) => service.issuer.tokenFor(person)));
  const clients = await Promise.all(
    Array.from({ length: SUBSCRIBERS }, async (_, i) => {
      const client = await RawClient.open(i % 2 ? other.url : service.url, { token: tokens[i % 3]! });
      client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
      await client.until(() => client.values.has(0));
      return { client, person: people[i % 3]! };
    }),
  );
  // Clara's own, with her private note, the owner's and the viewer's.
  expect(service.sync.stats()).toMatchObject({ sockets: SUBSCRIBERS / 2, results: 3 });
  for (let round = 0; round < 5; round++) {
    await createNote(owner, diaryId, { title: `For the team ${round}` });
    await createNote(owner, diaryId, { title: `For all ${round}`, visibility: "extended" });
    await Promise.all(
      clients.map(({ client }) =>
        client.until(
          () => (client.values.get(0) as NoteTitles).some(({ title }) => title === `For all ${round}`),
          4000,
        ),
      ),
    );
  }
  for (const { client, person } of clients) {
    const notes = client.values.get(0) as NoteTitles;
    expect(notes).toHaveLength(person === viewer ? 5 : person === caregiver ? 11 : 10);
    expect(client.violations).toEqual([]);
    const heard = JSON.stringify(client.messages);
    expect(heard.includes("Canary of Clara")).toBe(person === caregiver);
    expect(heard.includes("For the team")).toBe(person !== viewer);
  }
  await Promise.all(clients.map(({ client }) => client.close()));
  await eventually(() => service.sync.stats().sockets === 0 && service.sync.stats().results === 0);
});

it("rule 6 rule 7 shares a result among people who see the same notes, and never across a private note", async () => {
  const { diaryId, owner, admin, caregiver } = await careTeam(service);
  const colleague = await createPerson(service, "Carl Colleague");
  await addMember(service, diaryId, colleague, "member");
  await createNote(owner, diaryId, { title: "Shared" });
  const clients = await Promise.all(
    [owner, admin, caregiver, colleague].map(async (person) => {
      const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(person) });
      client.add({ queryId: 0, udfPath: "notes:listNotes", args: { diaryId } });
      await client.until(() => client.values.has(0));
      return client;
    }),
  );
  expect(service.sync.stats()).toMatchObject({ checks: 4, results: 1 });
  await createNote(caregiver, diaryId, { title: "Canary 1", visibility: "private" });
  await clients[2]!.until(() => (clients[2]!.values.get(0) as NoteTitles).length === 2);
  expect(service.sync.stats().results).toBe(2);
  const noteId = await createNote(colleague, diaryId, { title: "Canary 2", visibility: "private" });
  await clients[3]!.until(() => (clients[3]!.values.get(0) as NoteTitles).length === 2);
  expect(service.sync.stats().results).toBe(3);
  await createNote(owner, diaryId, { title: "Shared too" });
  await Promise.all(
    clients.map((client) =>
      client.until(() => (client.values.get(0) as NoteTitles).some(({ title }) => title === "Shared too")),
    ),
  );
  // Given up, they see the same again.
  await service.database.pool.query("delete from notes where id = $1", [noteId]);
  await eventually(() => service.sync.stats().results === 2);
  const heard = clients.map(({ messages }) => JSON.stringify(messages));
  expect(heard.map((text) => text.includes("Canary 1"))).toEqual([false, false, true, false]);
  expect(heard.map((text) => text.includes("Canary 2"))).toEqual([false, false, false, true]);
  await Promise.all(clients.map((client) => client.close()));
});
