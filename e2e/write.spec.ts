import { readFile } from "node:fs/promises";
import { Transformer } from "@napi-rs/image";
import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { KEPT_FILES_DATABASE } from "../lib/browser-store.ts";
import { coloursOf, jpegOf, withExif } from "../test/pictures.ts";
import { leaflet, rowOf } from "./support/attachments.ts";
import { atRest, expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { expect, screenTest, test } from "./support/test.ts";

const write = (page: Page) => page.getByRole("link", { name: "Write a note" });

test("a link on every screen leads to a new note in the notebook that was open last", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Sommer");
  const { page } = anna;
  await page.goto("/home");
  await expect(page.getByText("No notebooks yet")).toBeVisible();
  // Nobody writes without a notebook.
  await expect(write(page)).toHaveCount(0);
  const rosa = await notebookOf(anna, "Rosa Blum");
  const emil = await notebookOf(anna, "Emil Weber");
  await addMember(node, rosa._id, vera, "extended");
  const target = ({ shortId }: { shortId: string }) => `/care/${shortId}/note/new?type=default`;
  await page.goto(`/care/${rosa.shortId}`);
  await expect(write(page)).toHaveAttribute("href", target(rosa));
  for (const path of ["/home", "/tasks", "/calendar", "/care"]) {
    await page.goto(path);
    await expect(write(page)).toHaveAttribute("href", target(rosa));
  }
  await page.goto(`/care/${emil.shortId}/members`);
  await expect(write(page)).toHaveAttribute("href", target(emil));
  // Once it is open, this browser keeps it as the last one.
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  await page.goto("/home");
  await write(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Create New Note" })).toBeVisible();
  await expect(page).toHaveURL(target(emil));
  await expect(write(page)).toHaveCount(0);

  await vera.page.goto(`/care/${rosa.shortId}`);
  await expect(vera.page.getByRole("heading", { level: 1, name: "Rosa Blum's Care Notebook" })).toBeVisible();
  await expect(write(vera.page)).toHaveCount(0);
});

screenTest(
  "a new note begins with its text, whose first words are its title unless one writes another",
  async ({ someone }) => {
    const anna = await someone("Anna Keller");
    const { _id, shortId } = await notebookOf(anna);
    const { page } = anna;
    await page.goto(`/care/${shortId}/note/new?type=default`);
    const [content, title] = [page.getByLabel("Content"), page.getByLabel("Title")];
    await expect(content).toBeFocused();
    await content.fill("Slept badly");
    await expect(title).toHaveValue("Slept badly");
    await content.fill("Slept badly, awake from three. Her left ankle is swollen again.\nCall Dr. Sahin.");
    await expect(title).toHaveValue("Slept badly, awake from three. Her left ankle is…");
    await title.fill("A bad night");
    await content.fill("Slept badly.");
    await expect(title).toHaveValue("A bad night");
    // Without a title of one's own the words are taken again.
    await title.fill("");
    await content.fill("Slept well.");
    await expect(title).toHaveValue("Slept well.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.getByRole("link", { name: "Slept well." })).toBeVisible();
    const [note] = await anna.http.query(api.notes.listNotes, { diaryId: _id });
    // A note that exists keeps its title.
    await page.goto(`/care/${shortId}/note/${note!.shortId}/edit`);
    await content.fill("Slept very well.");
    await expect(title).toHaveValue("Slept well.");
  },
);

test("photos and files are chosen in the form of a note, made smaller, and sent with it", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page } = anna;
  await page.goto("/home");
  await write(page).click();
  await page.getByLabel("Content").fill("The ankle tonight.");
  // Turned by a quarter, with a place.
  const photo = withExif(await jpegOf({ width: 3000, height: 1500 }), 6, "48.2082 N 16.3738 E");
  const files = page.getByRole("group", { name: "Photos and files" });
  const chosen = page.waitForEvent("filechooser");
  await files.getByRole("button", { name: "Add files" }).click();
  await (await chosen).setFiles([{ name: "ankle.jpg", mimeType: "image/jpeg", buffer: photo }, leaflet]);
  await expect(files.getByRole("listitem")).toHaveCount(2);
  await expect(files.locator("img")).toHaveCount(1);
  await files.getByRole("textbox", { name: "Description of ankle.jpg" }).fill("The swollen ankle");
  await expectCleanScreen(page);
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The ankle tonight." })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Attachments (2)" })).toBeVisible();
  await expect(rowOf(page, "ankle.jpg").getByRole("img", { name: "The swollen ankle" })).toBeVisible();
  const download = page.waitForEvent("download");
  await rowOf(page, "ankle.jpg").getByRole("button", { name: "More for ankle.jpg" }).click();
  await page.getByRole("menuitem", { name: "Download" }).click();
  const sent = await readFile(await (await download).path());
  expect(await new Transformer(sent).metadata()).toMatchObject({ width: 1280, height: 2560 });
  expect(await coloursOf(sent)).toBe("BRWG");
  expect(sent.includes("48.2082")).toBe(false);
  expect(page.url()).toContain(`/care/${shortId}/note/`);
});

/** The files that the browser keeps: where they wait, and all that is written about them. */
const keptFiles = (page: Page) =>
  page.evaluate(
    (name) =>
      new Promise<{ keys: string[]; texts: string }>((resolve, reject) => {
        const opening = indexedDB.open(name);
        let isMissing = false;
        // The app makes it with the first file; an empty one of this test's would leave it no place.
        opening.onupgradeneeded = () => {
          isMissing = true;
          opening.transaction!.abort();
        };
        opening.onerror = () => (isMissing ? resolve({ keys: [], texts: "" }) : reject(opening.error));
        opening.onsuccess = () => {
          const database = opening.result;
          const store = database.transaction("files").objectStore("files");
          const [keys, values] = [store.getAllKeys(), store.getAll()];
          values.onsuccess = () => {
            database.close();
            resolve({ keys: keys.result.map(String), texts: JSON.stringify(values.result) });
          };
        };
      }),
    KEPT_FILES_DATABASE,
  );
const keptKeys = async (page: Page) => (await keptFiles(page)).keys;
const keptTexts = async (page: Page) => (await keptFiles(page)).texts;

test("files that wait in the form survive a reload and are dropped with the draft", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id);
  const { page } = anna;
  const form = `/care/${shortId}/note/new?type=default`;
  await page.goto(form);
  const files = page.getByRole("group", { name: "Photos and files" });
  const rows = files.getByRole("listitem");
  const photo = {
    name: "ankle.jpg",
    mimeType: "image/jpeg",
    buffer: await jpegOf({ width: 300, height: 200 }),
  };
  await page.getByLabel("Content").fill("The letter.");
  await page.locator("input[type=file][multiple]").setInputFiles([leaflet, photo]);
  const description = files.getByRole("textbox", { name: "Description of ankle.jpg" });
  await description.fill("The swollen ankle");
  // The files are stored a moment later.
  await expect.poll(() => keptTexts(page)).toContain("The swollen ankle");
  await page.reload();
  await expect(rows).toHaveCount(2);
  await expect(description).toHaveValue("The swollen ankle");
  await expect(files.locator("img")).toHaveCount(1);
  // Leaving asks nothing, because nothing is lost.
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("list", { name: "Notes" })).toBeVisible();
  await page.goto(form);
  await rows
    .filter({ hasText: "leaflet.txt" })
    .getByRole("button", { name: /^Remove/ })
    .click();
  await expect(rows).toHaveCount(1);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(rows).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel("Content")).toHaveValue("");
  await expect(files).toBeVisible();
  await atRest(page);
  await expect(rows).toHaveCount(0);
  expect(await keptKeys(page)).toEqual([]);
});

/** Waits until the browser keeps a file for a note. */
const keptForNote = (page: Page) =>
  expect.poll(async () => (await keptKeys(page)).some((key) => key.startsWith("note "))).toBe(true);

test("a saved note's files go on uploading after the page was closed in between", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Content").fill("The letter.");
  await page.locator("input[type=file][multiple]").setInputFiles(leaflet);
  // An upload that never ends.
  await page.route("**/api/files/*", () => {});
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The letter." })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Upload of leaflet.txt" })).toBeVisible();
  await keptForNote(page);
  const address = page.url();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.unroute("**/api/files/*");
  await page.reload();
  await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
  // Once, also when the page is opened again.
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
  await expect.poll(async () => (await keptKeys(page)).filter((key) => key.startsWith("note "))).toEqual([]);
  await atRest(page);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
});

test("a browser that can't keep files says so where there is no connection, and the form keeps them", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { shortId } = await notebookOf(anna);
  const { page, context } = anna;
  await page.addInitScript((name) => {
    const { open } = indexedDB;
    indexedDB.open = (...args) => {
      if (args[0] === name) throw new DOMException("Storage is disabled", "SecurityError");
      return open.apply(indexedDB, args);
    };
  }, KEPT_FILES_DATABASE);
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Content").fill("The letter.");
  await page.locator("input[type=file][multiple]").setInputFiles([leaflet]);
  const rows = page.getByRole("group", { name: "Photos and files" }).getByRole("listitem");
  await expect(rows).toHaveCount(1);
  await context.setOffline(true);
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(
    page.getByText(/this browser can't keep these photos and files until you are online/),
  ).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel("Content")).toHaveValue("The letter.");
});

test("files that wait leave the browser at a sign-out that says so", async ({ someone }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  await noteOf(anna, _id);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Content").fill("The letter.");
  const photo = { name: "IMG_1.HEIC", mimeType: "image/heic", buffer: Buffer.from("no picture") };
  await page.locator("input[type=file][multiple]").setInputFiles([leaflet, photo]);
  const files = page.getByRole("group", { name: "Photos and files" });
  await expect(files.getByRole("listitem")).toHaveCount(2);
  await expect(files).toContainText("This browser can't read the format HEIC.");
  await expect.poll(() => keptKeys(page)).toHaveLength(2);
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /^Your account/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  const question = page.getByRole("dialog", { name: "Sign out and lose this?" });
  await expect(question).toContainText("1 draft and 2 photos or files");
  await question.getByRole("button", { name: "Sign out and delete it" }).click();
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test("the notebook is chosen in the form: what is typed goes along, and a draft that waits there stays", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller", { viewport: { width: 390, height: 844 } });
  const ben = await someone("Ben Weber");
  const emil = await notebookOf(anna, "Emil Weber");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const ida = await notebookOf(ben, "Ida Weber");
  await addMember(node, ida._id, anna, "extended");
  const { page } = anna;
  await page.goto(`/care/${rosa.shortId}`);
  await page.goto("/home");
  await write(page).click();
  const notebook = page.getByLabel("In the notebook of");
  const content = page.getByLabel("Content");
  await expect(notebook.getByRole("option", { selected: true })).toHaveText("Rosa Blum");
  // Anna only reads Ida's.
  await expect(notebook.getByRole("option")).toHaveCount(2);
  await content.fill("Slept well.");
  await page.getByLabel("Only me").check();
  await page.locator("input[type=file][multiple]").setInputFiles(leaflet);
  await expect.poll(() => keptKeys(page)).toHaveLength(1);
  await notebook.selectOption("Emil Weber");
  await expect(page).toHaveURL(`/care/${emil.shortId}/note/new?type=default`);
  await expect(content).toHaveValue("Slept well.");
  await expect(page.getByLabel("Only me")).toBeChecked();
  await expect(page.getByRole("group", { name: "Photos and files" }).getByRole("listitem")).toHaveCount(1);
  // Nothing stays in the former notebook; what is begun there is a draft of its own.
  await page.goto(`/care/${rosa.shortId}/note/new?type=default`);
  await expect(content).toHaveValue("");
  await content.fill("Rosa walked.");
  await notebook.selectOption("Emil Weber");
  await expect(page).toHaveURL(`/care/${emil.shortId}/note/new?type=default`);
  await expect(content).toHaveValue("Slept well.");
  await notebook.selectOption("Rosa Blum");
  await expect(page).toHaveURL(`/care/${rosa.shortId}/note/new?type=default`);
  await expect(content).toHaveValue("Rosa walked.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByRole("link", { name: "Rosa walked." })).toBeVisible();
  const [note] = await anna.http.query(api.notes.listNotes, { diaryId: rosa._id });
  expect(note).toMatchObject({ title: "Rosa walked." });
});
