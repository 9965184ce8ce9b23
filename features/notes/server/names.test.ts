import { afterAll, beforeAll, expect, it } from "vitest";
import { RawClient } from "../../../test/conformance/raw_client.ts";
import { api, careTeam, createNote, createNotebook, createPerson } from "../../../test/people.ts";
import { type Service, startService } from "../../../test/service.ts";
import { statementsDuring } from "../../../test/statements.ts";
import { attachAs } from "../../../test/uploads.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Queries that show names of a notebook's people, watched by one client; the last one is of another notebook. */
async function watchNotes() {
  const { diaryId, owner } = await careTeam(service);
  const otherDiary = await createNotebook(owner);
  const noteId = await createNote(owner, diaryId);
  await attachAs(owner, { diaryId, noteId });
  await owner.http.mutation(api.notes.createNote, {
    diaryId,
    type: "current-medications",
    title: "Her medications",
    content: { type: "current-medications", data: { medications: [{ genericName: "Ramipril" }] } },
    noteDate: 1_760_000_000_000,
    visibility: "team",
    tags: [],
  });
  const client = await RawClient.open(service.url, { token: await service.issuer.tokenFor(owner) });
  const first = { paginationOpts: { numItems: 50, cursor: null } };
  const queries: [string, Record<string, unknown>][] = [
    ["notes:listNotes", { diaryId }],
    ["notes:pageNotes", { diaryId, ...first }],
    ["notes:getNote", { noteId }],
    ["notes:latestMedications", { diaryId }],
    ["notes:listNoteVersions", { noteId }],
    ["attachments:listAttachments", { noteId }],
    ["notes:listNotes", { diaryId: otherDiary }],
  ];
  for (const [queryId, [udfPath, args]] of queries.entries()) client.add({ queryId, udfPath, args });
  const shown = queries.slice(0, -1).map((_, queryId) => queryId);
  const resultText = (queryId: number) => JSON.stringify(client.values.get(queryId)) ?? "";
  await client.until(() => shown.every((queryId) => resultText(queryId).includes(owner.name)));
  return { client, owner, diaryId, noteId, otherDiary, shown, resultText, last: queries.length - 1 };
}

it("a sign-up or another person's new name runs no open query of notes, files or versions again", async () => {
  const { client, owner, diaryId, noteId, otherDiary, resultText, last } = await watchNotes();
  const statements = await statementsDuring(async () => {
    const stranger = await createPerson(service, "Newcomer");
    await service.database.pool.query("update users set name = 'Renamed' where id = $1", [stranger.userId]);
    // Results arrive in the order of the database's changes, so once this one is here, so is the effect of the
    // sign-up.
    await createNote(owner, otherDiary, { title: "the end" });
    await client.until(() => resultText(last).includes("the end"));
  });
  expect(statements.some(({ text }) => text.includes('into "users"'))).toBe(true);
  expect(statements.filter(({ values }) => values.includes(diaryId) || values.includes(noteId))).toEqual([]);
  await client.close();
});

it("an author's new name shows everywhere at once", async () => {
  const { client, owner, shown, resultText } = await watchNotes();
  await service.database.pool.query("update users set name = 'Olga Newname' where id = $1", [owner.userId]);
  await client.until(() => shown.every((queryId) => resultText(queryId).includes("Olga Newname")));
  await client.close();
});
