import { mkdir, truncate, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { type JSHandle, type Locator, type Page, test } from "@playwright/test";
import { api } from "../../lib/api.ts";
import type { Visibility } from "../../lib/visibility-levels.ts";
import { attachAs } from "../../test/uploads.ts";
import { addMember, notebookOf, type Person } from "./people.ts";
import type { RunningNode } from "./running-node.ts";
import { today } from "./tasks.ts";

/** A file to choose in a browser. */
export type ChosenFile = { name: string; mimeType: string; buffer: Buffer };

export const leaflet: ChosenFile = {
  name: "leaflet.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("Take one a day."),
};

export type Scene = { diaryId: string; noteId: string; path: string };

/** A note in a new notebook of a person, and the note's address. */
export async function noteWith(
  author: Person,
  { visibility = "team", isEncrypted = false }: { visibility?: Visibility; isEncrypted?: boolean } = {},
): Promise<Scene> {
  const { _id: diaryId, shortId } = await notebookOf(author);
  const noteId = await author.http.mutation(api.notes.createNote, {
    diaryId,
    type: "default",
    title: "A quiet morning",
    content: "Ate half a slice of toast, drank well.",
    noteDay: today(),
    visibility,
    tags: [],
    isEncrypted,
  });
  const note = await author.http.query(api.notes.getNote, { noteId });
  return { diaryId, noteId, path: `/care/${shortId}/note/${note!.shortId}` };
}

/** Adds people to the notebook of a note. */
export async function addMembers(node: RunningNode, { diaryId }: Scene, ...people: Person[]): Promise<void> {
  for (const person of people) await addMember(node, diaryId, person, "member");
}

/** Attaches a file without a browser; returns the attachment's id. */
export const attach = (
  { http }: Person,
  { diaryId, noteId }: Omit<Scene, "path">,
  { name, mimeType, buffer }: ChosenFile = leaflet,
): Promise<string> => attachAs({ http }, { diaryId, noteId }, { name, type: mimeType, bytes: buffer });

export const panelOf = (page: Page): Locator => page.getByRole("region", { name: /^Attachments/ });
export const rowOf = (page: Page, name: string): Locator =>
  panelOf(page).getByRole("listitem").filter({ hasText: name });

/** Chooses files as the file dialog does. */
export const choose = (page: Page, ...files: ChosenFile[]): Promise<void> => chooseFiles(page, files);

/** The same for a large file: its path is given to the browser, because megabytes of content take seconds on that way. */
export const chooseLarge = async (page: Page, name: string, bytes: number): Promise<void> =>
  chooseFiles(page, await makeLargeFile(name, bytes));

async function chooseFiles(page: Page, files: string | ChosenFile[]): Promise<void> {
  const opened = page.waitForEvent("filechooser");
  await panelOf(page).getByRole("button", { name: "Add files" }).click();
  await (await opened).setFiles(files);
}

/** Makes a file of zeros on the disk; returns its path. */
export async function makeLargeFile(name: string, bytes: number): Promise<string> {
  const path = test.info().outputPath(name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "");
  await truncate(path, bytes);
  return path;
}

/** A drag of files, as a page gets it. */
export function transferOf(page: Page, ...files: ChosenFile[]): Promise<JSHandle<DataTransfer>> {
  const sent = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    text: buffer.toString("base64"),
  }));
  return page.evaluateHandle((list) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, text } of list) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, sent);
}
