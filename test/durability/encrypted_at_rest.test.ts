import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { api, medicationArguments, noteArguments } from "../people.ts";
import { foundInTables, uniqueWord, walRecords, wordsFound } from "../secret-words.ts";
import { type ServerProcess, startServer } from "../server-process.ts";
import { attachAs } from "../uploads.ts";
import { usedDirectory } from "../used-directory.ts";
import { createHousehold, onDatabase } from "./household.ts";

// The whole program as people run it: what it leaves on the disk is read byte by byte.
let directory: Awaited<ReturnType<typeof usedDirectory>>;
let server: ServerProcess;
beforeAll(async () => {
  directory = await usedDirectory();
  server = await startServer({ DATA_DIR: directory.path, LOG_LEVEL: "trace" });
});
afterAll(async () => {
  await server?.end("SIGTERM");
  await directory?.remove();
});

const WAL_SEGMENT = /\/pg_wal\/[0-9A-F]{24}$/;

/** Every file below the data directory that holds one of the words, with the words. */
async function foundOnDisk(secrets: readonly string[]): Promise<Record<string, string[]>> {
  const files = await readdir(directory.path, { recursive: true, withFileTypes: true });
  const holding: Record<string, string[]> = {};
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    const there = wordsFound(WAL_SEGMENT.test(path) ? walRecords(bytes) : bytes, secrets);
    if (there.length > 0) holding[path.slice(directory.path.length)] = there;
  }
  return holding;
}

it("stores titles, contents, former versions, comments and files of encrypted notes in plain text neither on disk nor in tables nor in the log", async () => {
  const { diaryId, people } = await createHousehold(server.url, directory.path, ["Maria", "Jonas"]);
  const [maria, jonas] = people.map((person) => person.device()) as [
    ReturnType<(typeof people)[0]["device"]>,
    ReturnType<(typeof people)[0]["device"]>,
  ];
  const secrets: string[] = [];
  const secret = (what: string) => {
    const made = uniqueWord(what);
    secrets.push(made);
    return made;
  };
  const open = [uniqueWord("open-title"), uniqueWord("open-content")] as const;
  const isEncrypted = true;

  // What is meant to be seen is seen: the search of this test finds what is there.
  await maria.mutation(api.notes.createNote, noteArguments(diaryId, { title: open[0], content: open[1] }));
  const noteId = await maria.mutation(api.notes.createNote, {
    ...noteArguments(diaryId, {
      title: secret("title"),
      content: `${secret("content")} ${"x ".repeat(5000)}`,
    }),
    isEncrypted,
  });
  for (let version = 2; version <= 4; version++) {
    const {
      diaryId: _,
      type: __,
      ...fields
    } = noteArguments("", {
      title: secret(`title of version ${version}`),
      content: secret(`content of version ${version}`),
    });
    await maria.mutation(api.notes.updateNote, { noteId, ...fields });
  }
  const row = { genericName: secret("generic"), dosage: secret("dosage"), notes: secret("notes") };
  await maria.mutation(
    api.notes.createNote,
    medicationArguments(diaryId, [row], { title: secret("list"), isEncrypted }),
  );
  await maria.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: noteId,
    content: secret("comment"),
  });
  const attachmentId = await attachAs(
    { http: maria as never },
    { diaryId, noteId },
    {
      name: "letter.txt",
      type: "text/plain",
      bytes: Buffer.from(secret("file")),
    },
  );
  await maria.mutation(api.attachments.updateAttachment, {
    attachmentId,
    description: secret("description"),
  });
  // Refusals speak of the arguments as well.
  const refused = { title: secret("refused"), content: secret("refused content"), isEncrypted };
  const wrong = [
    { ...noteArguments(diaryId, refused), tags: ["x".repeat(99)] },
    { ...noteArguments(diaryId, refused), type: "current-medications" as const },
  ];
  for (const args of wrong) await expect(maria.mutation(api.notes.createNote, args)).rejects.toThrow();
  await expect(
    jonas.mutation(api.notes.updateNote, {
      noteId,
      ...noteArguments("", refused),
      diaryId: undefined,
    } as never),
  ).rejects.toThrow();

  // The people themselves read all of it.
  const read = JSON.stringify([
    await jonas.query(api.notes.listNotes, { diaryId }),
    await jonas.query(api.notes.getNote, { noteId }),
    await jonas.query(api.notes.latestMedications, { diaryId }),
    await jonas.query(api.attachments.listAttachments, { noteId }),
    await jonas.query(api.comments.listComments, { targetType: "note", targetId: noteId }),
    ...(await Promise.all(
      [1, 2, 3].map((version) => jonas.query(api.notes.getNoteVersion, { noteId, version })),
    )),
  ]);
  const shown = secrets.filter((word) => read.includes(word));
  expect(shown).toEqual(secrets.filter((word) => !/^(refused|file)/.test(word)));

  const onDisk = await foundOnDisk([...secrets, ...open]);
  const inTables = await onDatabase(directory.path, (database) =>
    foundInTables(database, [...secrets, ...open]),
  );
  expect(new Set(Object.values(onDisk).flat())).toEqual(new Set(open));
  expect(Object.keys(onDisk).some((path) => path.includes("pg_wal"))).toBe(true);
  expect(inTables).toEqual({ "public.notes": [...open] });

  // With everything written down that was only in memory.
  await Promise.all([maria.close(), jonas.close()]);
  expect((await server.end("SIGTERM")).code).toBe(0);
  const afterwards = await foundOnDisk([...secrets, ...open]);
  expect(new Set(Object.values(afterwards).flat())).toEqual(new Set(open));
  expect(Object.keys(afterwards).some((path) => path.includes("/base/"))).toBe(true);
  expect(wordsFound(Buffer.from(server.output()), [...secrets, ...open])).toEqual([]);
}, 120_000);
