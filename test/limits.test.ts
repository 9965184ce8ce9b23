import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addMember, api, createNote, createNotebook, createPerson, type TestPerson } from "./people.ts";
import { type Service, startService } from "./service.ts";

const MB = 1024 ** 2;

describe("what the operator allows at most", () => {
  let service: Service;
  let anna: TestPerson;
  let ben: TestPerson;
  beforeAll(async () => {
    service = await startService({
      limits: { notebooksPerPerson: 2, notebookStorage: 10 * MB, personStorage: 12 * MB },
    });
    anna = await createPerson(service, "Anna Keller");
    ben = await createPerson(service, "Ben Keller");
  });
  afterAll(() => service.close());

  /** Asks for the address of an upload of so many bytes. */
  const ask = (who: TestPerson, diaryId: string, noteId: string, sizeBytes: number) =>
    who.http.action(api.attachments.generateUploadUrl, {
      diaryId,
      noteId,
      filename: "scan.txt",
      mimeType: "text/plain",
      sizeBytes,
    });
  /** A file of that size that is there already. */
  const add = (diaryId: string, noteId: string, userId: string, sizeBytes: number) =>
    service.database.pool.query(
      `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, object_name, is_encrypted, uploaded_by)
       values (gen_random_uuid(), $1, $2, 'scan.pdf', 'application/pdf', $3, 'attachments/' || gen_random_uuid(), false, $4)`,
      [diaryId, noteId, sizeBytes, userId],
    );

  it("is so many notebooks a person, in words that say what to do; others' don't count", async () => {
    const diaryId = await createNotebook(anna);
    await addMember(service, diaryId, ben, "admin");
    await createNotebook(anna);
    await expect(createNotebook(anna)).rejects.toMatchObject({
      data: {
        code: "limit",
        message: "A person may make 2 notebooks here. Ask whoever runs this server for more.",
      },
    });
    await createNotebook(ben);
  });

  it("is so much for the files of a notebook, and so much for those of a person in all notebooks", async () => {
    const [cleo, dora] = [await createPerson(service, "Cleo"), await createPerson(service, "Dora")];
    const [first, second] = [await createNotebook(cleo), await createNotebook(cleo)];
    await addMember(service, second, dora, "admin");
    const [one, two] = [await createNote(cleo, first), await createNote(cleo, second)];
    await add(first, one, cleo.userId, 9 * MB);
    await ask(cleo, first, one, MB);
    await expect(ask(cleo, first, one, MB + 1)).rejects.toMatchObject({
      data: {
        code: "limit",
        message: expect.stringContaining("The files of this notebook may take 10 MB here."),
      },
    });
    await ask(cleo, second, two, 3 * MB);
    await expect(ask(cleo, second, two, 3 * MB + 1)).rejects.toMatchObject({
      data: {
        code: "limit",
        message: expect.stringContaining("The files that you add may take 12 MB here."),
      },
    });
    await ask(dora, second, two, 5 * MB);
  });
});
