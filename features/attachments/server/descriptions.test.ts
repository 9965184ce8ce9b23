import { afterAll, beforeAll, expect, it } from "vitest";
import { destroyKeys } from "../../../server/vault/data.ts";
import { api, careTeam, createNote } from "../../../test/people.ts";
import { jpegOf } from "../../../test/pictures.ts";
import { type Service, startService } from "../../../test/service.ts";
import { attachAs, TEXT_FILE, uploadAs } from "../../../test/uploads.ts";

let service: Service;
let team: Awaited<ReturnType<typeof careTeam>>;
beforeAll(async () => {
  service = await startService();
  team = await careTeam(service);
});
afterAll(() => service.close());

const WOUND = "The wound on the left heel, smaller than on Monday";

async function targetOf(isEncrypted = false) {
  return { diaryId: team.diaryId, noteId: await createNote(team.owner, team.diaryId, { isEncrypted }) };
}
const listed = async ({ noteId }: { noteId: string }) =>
  (await team.caregiver.http.query(api.attachments.listAttachments, { noteId })).map(
    ({ description, canDescribe }) => ({ description, canDescribe }),
  );

it("a description is given with the file or later, changed and removed", async () => {
  const target = await targetOf();
  const gcsObjectName = await uploadAs(team.caregiver, target);
  const { name: filename, type: mimeType, bytes } = TEXT_FILE;
  const attachmentId = await team.caregiver.http.mutation(api.attachments.createAttachment, {
    ...target,
    filename,
    mimeType,
    sizeBytes: bytes.length,
    gcsObjectName,
    description: ` ${WOUND} `,
  });
  expect(await listed(target)).toEqual([{ description: WOUND, canDescribe: true }]);
  const update = (description: string) =>
    team.caregiver.http.mutation(api.attachments.updateAttachment, { attachmentId, description });
  await update("ö".repeat(500));
  expect((await listed(target))[0]!.description).toBe("ö".repeat(500));
  await expect(update("x".repeat(501))).rejects.toMatchObject({
    data: { message: "A description may have at most 500 characters" },
  });
  await update("  ");
  expect((await listed(target))[0]!.description).toBe("");
});

it("who may delete a file may describe it: one's own, and administrators those of others", async () => {
  const target = await targetOf();
  const attachmentId = await attachAs(team.owner, target);
  const describeAs = (who: typeof team.owner) =>
    who.http.mutation(api.attachments.updateAttachment, { attachmentId, description: WOUND });
  expect(await listed(target)).toEqual([{ description: "", canDescribe: false }]);
  await expect(describeAs(team.caregiver)).rejects.toMatchObject({ data: { message: "Access denied" } });
  await describeAs(team.owner);
  expect(await listed(target)).toEqual([{ description: WOUND, canDescribe: false }]);
});

it("a description on an encrypted note is encrypted, and is lost with the notebook's key", async () => {
  const target = await targetOf(true);
  const attachmentId = await attachAs(team.owner, target);
  await team.owner.http.mutation(api.attachments.updateAttachment, { attachmentId, description: WOUND });
  expect((await listed(target))[0]!.description).toBe(WOUND);
  const { rows } = await service.database.pool.query(
    "select description, sealed_description from attachments where id = $1",
    [attachmentId],
  );
  expect(rows[0].description).toBeNull();
  expect(rows[0].sealed_description.includes("wound")).toBe(false);
  await destroyKeys(service.database.db, team.diaryId);
  expect((await listed(target))[0]!.description).toBe("");
});

it("a list of notes has the first three pictures of each note and the number of others, none of an encrypted one", async () => {
  const [plain, encrypted] = [await targetOf(), await targetOf(true)];
  const photo = { name: "photo.jpg", type: "image/jpeg", bytes: await jpegOf() };
  await attachAs(team.owner, plain);
  const ids: string[] = [];
  for (let i = 0; i < 5; i++) ids.push(await attachAs(team.owner, plain, photo));
  await attachAs(team.owner, encrypted, photo);
  const notes = await team.caregiver.http.query(api.notes.listNotes, { diaryId: team.diaryId });
  const of = ({ noteId }: { noteId: string }) => notes.find(({ _id }) => _id === noteId)!;
  expect(of(plain)).toMatchObject({ attachmentCount: 6, pictures: { shown: ids.slice(0, 3), more: 2 } });
  expect(of(encrypted).attachmentCount).toBe(1);
  for (const note of notes) if (note._id !== plain.noteId) expect(note).not.toHaveProperty("pictures");
});
