import type { Locator, Page, WebSocketRoute } from "@playwright/test";
import { api } from "../lib/api.ts";
import { jpegOf } from "../test/pictures.ts";
import { leaflet } from "./support/attachments.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { commentField } from "./support/comments.ts";
import { loseServer, visit } from "./support/line.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { afternoon, taskOf, taskRow } from "./support/tasks.ts";
import { expect, type SignUp, test } from "./support/test.ts";

const findNotes = (page: Page) => page.getByRole("list", { name: "Notes" }).getByRole("listitem");

async function writeNote(page: Page, care: string, title: string) {
  await page.goto(`${care}/note/new?type=default`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Content").fill(`${title}, in all its length.`);
  await page.getByRole("button", { name: "Save note" }).click();
}

/** Makes a notebook, and opens it and its form of a new note, so that this device keeps both. */
async function visitForm(author: Awaited<ReturnType<SignUp>>) {
  const rosa = await notebookOf(author);
  const care = `/care/${rosa.shortId}`;
  const form = `${care}/note/new?type=default`;
  await visit(author.page, {
    "/home": "Rosa Blum",
    [care]: "No diary notes yet",
    [form]: "Photos and files",
  });
  return { rosa, care, form };
}

test("what is written without a connection shows at once, outlives the page, and is sent once and in order", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await taskOf(anna, rosa._id, "Weigh her", { scheduledDate: afternoon(), assignedTo: anna.userId });
  const care = `/care/${rosa.shortId}`;
  const { page } = anna;
  const note = await noteOf(anna, rosa._id, "A short night", "Slept until six.");
  // What was looked at is there without a connection.
  const path = `${care}/note/${note.shortId}`;
  await visit(page, { "/tasks": "Weigh her", [care]: "A short night", [path]: "No comments yet" });
  await anna.context.addInitScript(() => {
    navigator.setAppBadge = async (count) =>
      void document.documentElement.setAttribute("data-badge", `${count}`);
  });
  const expectBadge = (count: number) =>
    expect(page.locator("html")).toHaveAttribute("data-badge", String(count));
  const back = await loseServer(anna.context);
  await page.goto(path);
  await expect(page.getByText("Slept until six.")).toBeVisible();
  await commentField(page).fill("Turned her at two.");
  await page.getByRole("button", { name: "Send" }).click();
  const comment = page.getByRole("listitem").filter({ hasText: "Turned her at two." });
  await expect(comment).toContainText("Waiting to be sent");
  await writeNote(page, care, "Written in the cellar");
  await expect(findNotes(page).filter({ hasText: "Written in the cellar" })).toContainText(
    "Waiting to be sent",
  );

  // A page that is closed and opened again.
  await page.goto("/tasks");
  await taskRow(page, "Weigh her").getByRole("checkbox").click();
  await page.getByRole("button", { name: /^Completed/ }).click();
  await expect(taskRow(page, "Weigh her")).toContainText("Waiting to be sent");
  await page.goto(care);
  const written = findNotes(page).filter({ hasText: "Written in the cellar" });
  await expect(written).toContainText("Waiting to be sent");
  await written.getByRole("link", { name: "Written in the cellar" }).click();
  await expect(page.getByText("Written in the cellar, in all its length.")).toBeVisible();
  await page.goto("/more/not-sent");
  await expect(page.getByRole("heading", { name: "Waiting to be sent (3)" })).toBeVisible();
  for (const [heading, text] of [
    ["New comment", "Turned her at two."],
    ["New note: Written in the cellar", "in all its length"],
    ["Change of a task: Weigh her", "Rosa Blum, "],
  ] as const) {
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: heading }) });
    await expect(card).toContainText(text);
    await expect(card).toContainText("Rosa Blum, ");
  }
  await expectCleanScreen(page, "not sent");
  await expectBadge(3);

  await back();
  // As a browser says that the line is back; what waits longer between its tries tries at once.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible({
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });
  await expectBadge(0);
  await addMember(node, rosa._id, jonas, "member");
  const list = await jonas.http.query(api.notes.listNotes, { diaryId: rosa._id });
  expect(list.map(({ title }) => title).sort()).toEqual(["A short night", "Written in the cellar"]);
});

test("a note with a photo that is written without a connection arrives with it, whatever page is open", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const photo = {
    name: "ankle.jpg",
    mimeType: "image/jpeg",
    buffer: await jpegOf({ width: 300, height: 200 }),
  };
  const { rosa, form } = await visitForm(anna);
  const back = await loseServer(anna.context);
  await page.goto(form);
  await page.getByLabel("Title").fill("The ankle");
  await page.getByLabel("Content").fill("Swollen since noon.");
  await page.locator("input[type=file][multiple]").setInputFiles([leaflet, photo]);
  await page.getByRole("textbox", { name: "Description of ankle.jpg" }).fill("The left one");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("The note and its files are kept on this device.")).toBeVisible();
  await expect(findNotes(page).filter({ hasText: "The ankle" })).toContainText("Waiting to be sent");
  // The page is closed and opened again.
  await page.goto("/more/not-sent");
  await expect(page.getByRole("heading", { name: "Photos and files (2)" })).toBeVisible();
  await expectCleanScreen(page, "not sent, with files");
  const left = page.getByRole("listitem").filter({ hasText: "leaflet.txt" });
  await left.getByRole("button", { name: "Discard…" }).click();
  await left.getByRole("button", { name: "Yes, discard it for good" }).click();
  await expect(page.getByRole("heading", { name: "Photos and files (1)" })).toBeVisible();
  await back();
  await page.goto("/home");
  const listFiles = async () => {
    const [note] = await anna.http.query(api.notes.listNotes, { diaryId: rosa._id });
    const files = note && (await anna.http.query(api.attachments.listAttachments, { noteId: note._id }));
    return files?.map(({ filename, description }) => [filename, description]);
  };
  await expect.poll(listFiles, { timeout: 60_000 }).toEqual([["ankle.jpg", "The left one"]]);
  await page.goto("/more/not-sent");
  await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
});

test("a note keeps its photo when the line breaks just before it is saved and its page closes just after", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const sockets: WebSocketRoute[] = [];
  let isAway = false;
  await page.routeWebSocket(/\/sync/, (socket) => {
    if (isAway) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  const { care } = await visitForm(anna);
  await page.getByLabel("Content").fill("The letter.");
  await page.locator("input[type=file][multiple]").setInputFiles([leaflet]);
  // The page's own check is under way: it doesn't know yet that the server is out of reach.
  await page.route("**/api/**", () => {});
  isAway = true;
  for (const socket of sockets) await socket.close();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page).not.toHaveURL(/\/new/);
  isAway = false;
  await page.unroute("**/api/**");
  await page.goto(care);
  await page.getByRole("link", { name: "The letter." }).click();
  await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible({ timeout: 60_000 });
});

test("a file that the storage refuses stays on the device, with the reason, until the note's page can send it", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { page } = anna;
  const { care, form } = await visitForm(anna);
  const back = await loseServer(anna.context);
  await page.goto(form);
  await page.getByLabel("Content").fill("The letter.");
  await page.locator("input[type=file][multiple]").setInputFiles([leaflet]);
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("The note and its files are kept on this device.")).toBeVisible();
  await page.route("**/api/files/*", (route) => route.fulfill({ status: 403 }));
  await back();
  await expect(page.getByText("leaflet.txt: Upload failed: Forbidden")).toBeVisible({ timeout: 60_000 });
  await page.goto("/more/not-sent");
  await expect(page.getByRole("heading", { name: "Photos and files (1)" })).toBeVisible();
  await page.unroute("**/api/files/*");
  await page.goto(care);
  await page.getByRole("link", { name: "The letter." }).click();
  await expect(page.getByRole("heading", { name: "Attachments (1)" })).toBeVisible();
});

test("a change that the server refuses is listed with its text and the reason, and holds up nothing after it", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "admin");
  const other = await noteOf(anna, rosa._id, "A long day", "Cooked soup.");
  const note = await noteOf(anna, rosa._id, "A short night", "Slept until six.");
  const care = `/care/${rosa.shortId}`;
  const path = `${care}/note/${note.shortId}`;
  const { page } = anna;
  await visit(page, {
    [care]: "A short night",
    [path]: "No comments yet",
    [`${path}/edit`]: "Slept until six.",
    [`${care}/note/${other.shortId}/edit`]: "Cooked soup.",
  });
  const back = await loseServer(anna.context);
  await page.goto(`${path}/edit`);
  await page.getByLabel("Content").fill("Slept until seven.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Slept until seven.")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Waiting to be sent");
  await commentField(page).fill("She dreamt.");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "She dreamt." })).toContainText(
    "Waiting to be sent",
  );
  await page.goto(`${care}/note/${other.shortId}/edit`);
  await page.getByLabel("Content").fill("Cooked stew.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Cooked stew.")).toBeVisible();
  // What can't wait says so before anything is typed.
  await page.goto("/care/new");
  await expect(page.getByText("A new notebook needs a connection, and there is none now.")).toBeVisible();
  // Meanwhile somebody else changes both notes.
  const theirs = { baseVersion: 1, noteDate: afternoon(), visibility: "team" as const };
  for (const fields of [
    { noteId: note._id, title: "A short night", content: "Slept until five.", tags: [] },
    { noteId: other._id, title: "A long day", content: "Cooked fish.", tags: ["food"] },
  ])
    await jonas.http.mutation(api.notes.updateNote, { ...theirs, ...fields });
  await back();
  const refused = page.getByRole("link", { name: "2 changes could not be saved." });
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(refused).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 60_000 });
  await page.goto(path);
  await expect(page.getByText("Slept until five.")).toBeVisible();
  const comments = await jonas.http.query(api.comments.listComments, {
    targetType: "note",
    targetId: note._id,
  });
  expect(comments.map(({ content }) => content)).toEqual(["She dreamt."]);

  await refused.click();
  const countRefused = (count: number) =>
    expect(page.getByRole("heading", { name: `Could not be saved (${count})` })).toBeVisible();
  await countRefused(2);
  await expect(page.getByText("Slept until seven.")).toBeVisible();
  await expectCleanScreen(page, "refused changes");
  const [first, second] = [0, 1].map((at) => page.getByRole("main").getByRole("listitem").nth(at)) as [
    Locator,
    Locator,
  ];
  await first.getByRole("button", { name: "Discard…" }).click();
  await first.getByRole("button", { name: "Yes, discard it for good" }).click();
  await countRefused(1);
  await first.getByRole("button", { name: "Try again" }).click();
  await countRefused(1);
  await page.reload();
  await expect(first).toContainText("Cooked stew.");
  await expect(second).toHaveCount(0);
  // The form shows both texts, and keeps what one wrote and what the other changed.
  await page.getByRole("button", { name: "Compare with the note" }).click();
  await expect(page.getByText("Somebody changed this note while you were writing")).toBeVisible();
  await expect(page.getByText("Cooked fish.")).toBeVisible();
  await expect(page.getByLabel("Content")).toHaveValue("Cooked stew.");
  await page.getByRole("button", { name: "Keep what I wrote" }).click();
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Cooked stew.")).toBeVisible();
  await expect
    .poll(() => jonas.http.query(api.notes.getNote, { noteId: other._id }))
    .toMatchObject({ content: { data: { text: "Cooked stew." } }, tags: ["food"] });
  await page.goto("/more/not-sent");
  await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
  await expect(refused).toHaveCount(0);
});
