import { pipeline } from "node:stream";
import type { Caller } from "../../../../server/access/gate.ts";
import { denied } from "../../../../server/access/gate.ts";
import { findBearerOfLink } from "../../../../server/access/link_bearer.ts";
import type { CopyAddition, CopyFile, CopySection } from "../../../../server/copies.ts";
import type { RoomParts } from "../../../../server/rooms.ts";
import { getFileKeyPlace } from "../../../../server/storage/received.ts";
import { createDecryptStream } from "../../../../server/storage/sealed_stream.ts";
import { CannotOpen } from "../../../../server/vault/cipher.ts";
import { readAccountLanguage } from "../../../../server/words/of_account.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { toHtml } from "./html.ts";
import { toJson } from "./json.ts";
import type { Additions, CopiedRow, CopyOf, CopySource } from "./source.ts";
import type { ZipEntry } from "./zip.ts";

export type CopyParts = Pick<RoomParts, "database" | "storage" | "vault" | "rooms">;

/** The files of a copy: a page to read in the reader's language, the same as JSON for programs, and the attachments. */
export async function* readCopy(parts: CopyParts, of: CopyOf): AsyncGenerator<ZipEntry, void, undefined> {
  const additions = parts.rooms.flatMap(({ copy }) => copy?.additions ?? []);
  const source = getSource(parts, of, additions);
  const at = new Date();
  const language = await readAccountLanguage(parts.database.db, of.userId);
  yield { name: "notebook.html", at, isText: true, content: pullInLanguage(language, toHtml(source, at)) };
  yield { name: "notebook.json", at, isText: true, content: toJson(source, at) };
  // Only sections with files are read once more.
  const withFiles = additions.filter(({ fileOf }) => fileOf);
  const sections = getSource(parts, of, withFiles).sections.filter(({ section }) =>
    withFiles.some(({ to }) => to.includes(section.name)),
  );
  for (const { rows } of sections) {
    for await (const row of rows()) {
      for (const file of getFiles(row.additions)) {
        const content = await readContent(parts, of, file);
        if (content) yield { name: file.path, at: file.at, isText: false, content };
      }
    }
  }
}

/** Makes each part in the language: an archive asks for one when its reader has taken the last, outside of our call. */
async function* pullInLanguage<Part>(language: string | null, parts: AsyncGenerator<Part, void, undefined>) {
  try {
    for (;;) {
      const { done, value } = await runInLanguage(language, () => parts.next());
      if (done) return;
      yield value as Part;
    }
  } finally {
    await parts.return();
  }
}

/** @param additions read along with the rows of the sections */
function getSource(parts: CopyParts, of: CopyOf, additions: readonly CopyAddition[]): CopySource {
  const copies = parts.rooms.flatMap(({ copy }) => copy ?? []);
  return {
    async head() {
      for (const { head } of copies) {
        if (head) return seen(parts, of, (caller) => head({ ...of, caller, vault: parts.vault }));
      }
      throw denied();
    },
    sections: copies
      .flatMap((copy) => copy.sections ?? [])
      .map((section) => ({
        section,
        rows: () =>
          readRows(
            parts,
            of,
            section,
            additions.filter(({ to }) => to.includes(section.name)),
          ),
      })),
  };
}

async function* readRows(
  parts: CopyParts,
  of: CopyOf,
  section: CopySection,
  additions: readonly CopyAddition[],
): AsyncGenerator<CopiedRow, void, undefined> {
  for (let cursor: string | null = null; ; ) {
    const from: string | null = cursor;
    const page = await seen(parts, of, async (caller) => {
      const reader = { ...of, caller, vault: parts.vault };
      const { rows, next } = await section.page(reader, from);
      const hanging = [];
      for (const addition of additions) {
        hanging.push({ addition, byRow: await addition.read(reader, section.name, rows) });
      }
      return { rows, next, hanging };
    });
    for (const row of page.rows) {
      const hanging = page.hanging.map(({ addition, byRow }) => ({
        addition,
        items: byRow.get(row._id) ?? [],
      }));
      yield { row, additions: hanging };
    }
    if (page.next === null) return;
    cursor = page.next;
  }
}

/** Reads in one snapshot with the reader's current permissions. */
function seen<Result>(
  { database }: CopyParts,
  { userId }: CopyOf,
  read: (caller: Caller) => Promise<Result>,
) {
  return database.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => read(await findBearerOfLink(db, userId)));
}

const getFiles = (additions: Additions): CopyFile[] =>
  additions.flatMap(({ addition, items }) =>
    addition.fileOf ? items.map((item) => addition.fileOf!(item)) : [],
  );

/** A file's bytes; null when it isn't stored any more or its key is gone. */
async function readContent({ database, storage, vault }: CopyParts, { diaryId }: CopyOf, file: CopyFile) {
  if (!file.objectName) return null;
  try {
    const place = getFileKeyPlace(file.objectName);
    const key = file.fileKey && (await vault.open(database.db, diaryId, place, file.fileKey));
    const stored = await storage.stream(file.objectName);
    // Marks the rejection as handled; it surfaces where the result is awaited.
    return stored && key ? pipeline(stored, createDecryptStream(key), () => {}) : stored;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
