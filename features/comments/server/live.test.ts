import { afterAll, beforeAll, expect, it } from "vitest";
import { RawClient } from "../../../test/conformance/raw_client.ts";
import {
  addMember,
  api,
  careTeam,
  createComment,
  createNote,
  createNotebook,
  createPerson,
  type TestPerson,
} from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { spec } from "../../../test/spec.ts";
import { statementsDuring } from "../../../test/statements.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const WATCHERS = 50;
type CommentList = { content: string }[];

async function watch(person: TestPerson, noteId: string): Promise<RawClient> {
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(person) });
  client.add({
    queryId: 0,
    udfPath: "comments:listComments",
    args: { targetType: "note", targetId: noteId },
  });
  await client.until(() => client.values.has(0));
  return client;
}

const resultHas = (client: RawClient, content: string) =>
  client.until(() => (client.values.get(0) as CommentList).some((comment) => comment.content === content));

it("50 people who watch a note share one result: a comment is read twice, however many watch", async () => {
  const { diaryId, owner } = await careTeam(service);
  const noteId = await createNote(owner, diaryId);
  const people = await Promise.all(
    Array.from({ length: WATCHERS }, async (_, i) => {
      const person = await createPerson(service, `Person ${i}`);
      await addMember(service, diaryId, person, i % 2 ? "admin" : "member");
      return person;
    }),
  );
  const clients = await Promise.all(people.map((person) => watch(person, noteId)));
  expect(service.sync.stats()).toMatchObject({ checks: WATCHERS, results: 1 });

  // A person's first comment makes them an author, which the list depends on from then on.
  await createComment(people[0]!, diaryId, noteId, { content: "first" });
  await Promise.all(clients.map((client) => resultHas(client, "first")));
  const statements = await statementsDuring(async () => {
    await createComment(people[0]!, diaryId, noteId, { content: "second" });
    await Promise.all(clients.map((client) => resultHas(client, "second")));
  });
  const reads = statements
    .map(({ text }) => text)
    .filter((text) => /^select .* from "(comments|notes|members|users)"/.test(text));
  // Two statements check the author's access and three read the list with its people and which of them are still
  // members; no watcher's access is checked again.
  expect(reads.filter((text) => text.includes('from "comments"'))).toHaveLength(1);
  expect(reads.length).toBeLessThanOrEqual(5);
  expect(service.sync.stats()).toMatchObject({ checks: WATCHERS, results: 1 });

  // A private comment gives its author a result of their own, and nobody else.
  await createComment(people[1]!, diaryId, noteId, { content: "canary", visibility: "private" });
  await resultHas(clients[1]!, "canary");
  expect(service.sync.stats()).toMatchObject({ checks: WATCHERS, results: 2 });
  await createComment(people[0]!, diaryId, noteId, { content: "third" });
  await Promise.all(clients.map((client) => resultHas(client, "third")));
  for (const [i, client] of clients.entries()) {
    expect(client.violations).toEqual([]);
    expect(JSON.stringify(client.messages).includes("canary"), people[i]!.name).toBe(i === 1);
  }
  await Promise.all(clients.map((client) => client.close()));
});

it.each<
  [string, (noteId: string, someone: TestPerson, owner: TestPerson, diaryId: string) => Promise<unknown>]
>([
  [
    "is removed",
    async (_, someone, owner, diaryId) => {
      const members = await owner.http.query(api.members.listMembers, { diaryId });
      const { _id } = members.find(({ userId }) => userId === someone.userId)!;
      await owner.http.mutation(api.members.removeMember, { memberId: _id });
    },
  ],
  [
    "may not see the note any more",
    (noteId) =>
      service.database.pool.query("update notes set visibility = 'private' where id = $1", [noteId]),
  ],
])("a member who %s gets no comment from then on", { tags: spec("CORE-621") }, async (_, end) => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const noteId = await createNote(owner, diaryId);
  await createComment(owner, diaryId, noteId, { content: "before" });
  const client = await watch(caregiver, noteId);
  await resultHas(client, "before");
  client.add({ queryId: 1, udfPath: "diaries:listMyDiaries", args: {} });
  await client.until(() => client.values.has(1));
  await end(noteId, caregiver, owner, diaryId);
  await client.until(() => String(JSON.stringify(client.values.get(0))).includes("Access denied"));
  const messageCount = client.messages.length;
  for (let i = 0; i < 20; i++) await createComment(owner, diaryId, noteId, { content: `canary ${i}` });
  // What comes later on the same connection.
  const own = await createNotebook(caregiver);
  await client.until(() => JSON.stringify(client.values.get(1)).includes(own));
  expect(JSON.stringify(client.messages.slice(messageCount))).not.toContain("canary");
  await client.close();
});
