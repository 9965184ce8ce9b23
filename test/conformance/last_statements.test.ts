import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { inNotebook } from "../../server/access/gate.ts";
import { mutation } from "../../server/functions/define.ts";
import { api, careTeam, createNote } from "../people.ts";
import { type Service, startService } from "../service.ts";
import { functions } from "./functions.ts";
import { RawClient } from "./raw_client.ts";

/** The short ids of the attempts to come. */
const shortIds: string[] = [];

/** Renames the notebook at once, and adds a note with the commit. */
const renameAndAdd = mutation({
  args: z.object({ diaryId: z.string(), visibility: z.string() }),
  returns: z.null(),
  access: inNotebook("notes.create"),
  handler: async ({ db, access, writeLast }, { diaryId, visibility }) => {
    await db.updateTable("diaries").set({ name: "Renamed" }).where("id", "=", diaryId).execute();
    writeLast(
      db.insertInto("notes").values({
        id: randomUUID(),
        short_id: shortIds.shift()!,
        diary_id: diaryId,
        type: "default",
        title: "With the commit",
        preview: "",
        content: JSON.stringify({ type: "default", data: { text: "" }, metadata: {} }),
        note_day: sql<string>`current_date`,
        visibility,
        created_by: access.userId,
        updated_by: access.userId,
      }),
    );
    return null;
  },
});

let service: Service;
beforeAll(async () => {
  const ours = new Map<string, never>([...(functions as Map<string, never>)]);
  service = await startService({ functions: ours.set("test.renameAndAdd", renameAndAdd as never) });
});
afterAll(() => service.close());

const open = async (who: Parameters<Service["issuer"]["tokenFor"]>[0]) =>
  RawClient.open(service.url, { token: await service.issuer.tokenFor(who) });

it("rule 3 writes the last statements in the mutation's own transaction, and updates who reads their rows", async () => {
  const { diaryId, owner, caregiver } = await careTeam(service);
  const seen: string[][] = [];
  const watching = service.connect(caregiver);
  watching.onUpdate(api.notes.listNotes, { diaryId }, (notes) => seen.push(notes.map(({ title }) => title)));
  await expect.poll(() => seen.at(-1)).toEqual([]);
  shortIds.push("aaaaa2");
  const client = await open(owner);
  expect(await client.call("test:renameAndAdd", { diaryId, visibility: "team" })).toMatchObject({
    success: true,
  });
  await expect.poll(() => seen.at(-1)).toEqual(["With the commit"]);
  await client.close();
});

it("rule 3 changes nothing when a last statement fails, and answers the same when the mutation is sent again", async () => {
  const { diaryId, owner } = await careTeam(service);
  const { name } = (await owner.http.query(api.diaries.getDiary, { diaryId }))!;
  shortIds.push("aaaaa3");
  const client = await open(owner);
  // Only the table refuses this visibility.
  const refused = await client.call("test:renameAndAdd", { diaryId, visibility: "nobody" }, 7);
  expect(refused.success).toBe(false);
  expect(refused.result).toMatch(/^Internal error/);
  expect((await client.call("test:renameAndAdd", { diaryId, visibility: "nobody" }, 7)).result).toBe(
    refused.result,
  );
  expect((await owner.http.query(api.diaries.getDiary, { diaryId }))!.name).toBe(name);
  expect(await owner.http.query(api.notes.listNotes, { diaryId })).toEqual([]);
  await client.close();
});

it("rule 3 runs again with another short id when the one that it writes last is taken", async () => {
  const { diaryId, owner } = await careTeam(service);
  const noteId = await createNote(owner, diaryId);
  const { shortId } = (await owner.http.query(api.notes.getNote, { noteId }))!;
  shortIds.length = 0;
  shortIds.push(shortId, shortId, "aaaaa4");
  const client = await open(owner);
  expect(await client.call("test:renameAndAdd", { diaryId, visibility: "team" })).toMatchObject({
    success: true,
  });
  const notes = await owner.http.query(api.notes.listNotes, { diaryId });
  expect(notes.map((note) => note.shortId).sort()).toEqual([shortId, "aaaaa4"].sort());
  expect(shortIds).toEqual([]);
  await client.close();
});
