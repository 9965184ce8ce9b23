import { afterAll, beforeAll, expect, it } from "vitest";
import { api, careTeam, createNote, type TestPerson } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { computations, functions } from "./functions.ts";
import { RawClient } from "./raw_client.ts";
import { eventually } from "./waiting.ts";

let service: Service;
let other: Service;
beforeAll(async () => {
  service = await startService({ functions });
  other = await service.startSecondNode();
});
afterAll(() => service.close());

/** Somebody who opens a list, takes what comes first, and leaves it, as one goes from screen to screen. */
async function visitor(person: TestPerson, diaryId: string) {
  let queries = 0;
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(person) });
  return {
    client,
    async visit(): Promise<unknown> {
      const queryId = queries++;
      client.add({ queryId, udfPath: "test:countedTitles", args: { diaryId, n: 0 } });
      await client.until(() => client.values.has(queryId));
      const value = client.values.get(queryId);
      client.modify([{ type: "Remove", queryId }]);
      return value;
    },
  };
}

it("rule 4 rule 6 answers a list that was just left without a new read, and never with what is no longer true", async () => {
  const { diaryId, owner, admin, caregiver } = await careTeam(service);
  const noteId = await createNote(owner, diaryId, { title: "First" });
  const people = await Promise.all([owner, admin, caregiver].map((person) => visitor(person, diaryId)));
  const [ofOwner, ofAdmin, ofCaregiver] = people;
  const before = computations.times;
  const readsOf = async (visit: Promise<unknown>) => [await visit, computations.times - before];

  expect(await readsOf(ofOwner!.visit())).toEqual([["First"], 1]);
  expect(await readsOf(ofOwner!.visit())).toEqual([["First"], 1]);
  // Another person who sees the same shares it; her own right is checked.
  expect(await readsOf(ofAdmin!.visit())).toEqual([["First"], 1]);
  expect(await readsOf(ofCaregiver!.visit())).toEqual([["First"], 1]);

  // A change by this node, by another node, and by hand.
  await createNote(owner, diaryId, { title: "Second" });
  expect(await ofOwner!.visit()).toEqual(expect.arrayContaining(["First", "Second"]));
  await other.connect(owner).mutation(api.notes.deleteNote, { noteId });
  await eventually(async () => ((await ofOwner!.visit()) as string[]).join() === "Second");
  await service.database.pool.query("update notes set title = 'By hand' where diary_id = $1", [diaryId]);
  await eventually(async () => ((await ofOwner!.visit()) as string[]).join() === "By hand");

  // Somebody who is removed is refused, although the list itself hasn't changed.
  expect(await ofCaregiver!.visit()).toEqual(["By hand"]);
  await service.database.pool.query(
    "delete from members where diary_id = $1 and user_id = (select id from users where email = $2)",
    [diaryId, caregiver.email],
  );
  await eventually(async () => !Array.isArray(await ofCaregiver!.visit()));
  expect(await ofAdmin!.visit()).toEqual(["By hand"]);
  for (const { client } of people) await client.close();
});
