import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { commentField } from "./support/comments.ts";
import { loseServer, visit } from "./support/line.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { afternoon, taskOf, taskRow } from "./support/tasks.ts";
import { expect, test } from "./support/test.ts";

const findNotes = (page: Page) => page.getByRole("list", { name: "Notes" }).getByRole("listitem");

async function writeNote(page: Page, care: string, title: string) {
  await page.goto(`${care}/note/new?type=default`);
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Content").fill(`${title}, in all its length.`);
  await page.getByRole("button", { name: "Save note" }).click();
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
  await expectCleanScreen(page, "not sent");

  await back();
  // As a browser says that the line is back; what waits longer between its tries tries at once.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible({
      timeout: 3000,
    });
  }).toPass({ timeout: 60_000 });
  await addMember(node, rosa._id, jonas, "member");
  const list = await jonas.http.query(api.notes.listNotes, { diaryId: rosa._id });
  expect(list.map(({ title }) => title).sort()).toEqual(["A short night", "Written in the cellar"]);
});

test("a change that the server refuses is listed with its text and the reason, and holds up nothing after it", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "admin");
  const note = await noteOf(anna, rosa._id, "A short night", "Slept until six.");
  const care = `/care/${rosa.shortId}`;
  const path = `${care}/note/${note.shortId}`;
  const { page } = anna;
  await visit(page, {
    [care]: "A short night",
    [path]: "No comments yet",
    [`${path}/edit`]: "Slept until six.",
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
  // What can't wait says so before anything is typed.
  await page.goto("/care/new");
  await expect(page.getByText("A new notebook needs a connection, and there is none now.")).toBeVisible();
  // Meanwhile somebody else changes the note.
  await jonas.http.mutation(api.notes.updateNote, {
    noteId: note._id,
    baseVersion: 1,
    title: "A short night",
    content: "Slept until five.",
    noteDate: afternoon(),
    visibility: "team",
    tags: [],
  });
  await back();
  const refused = page.getByRole("link", { name: "1 change could not be saved." });
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
  await expect(page.getByRole("heading", { name: "Could not be saved (1)" })).toBeVisible();
  await expect(page.getByText("Slept until seven.")).toBeVisible();
  await expectCleanScreen(page, "a refused change");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Could not be saved (1)" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("Slept until seven.")).toBeVisible();
  await page.getByRole("link", { name: "Compare with the note" }).click();
  await expect(page.getByText("Slept until five.")).toBeVisible();
  await page.goBack();
  await page.getByRole("button", { name: "Discard…" }).click();
  await page.getByRole("button", { name: "Yes, discard it for good" }).click();
  await expect(page.getByText("All that you wrote on this device has been saved.")).toBeVisible();
  await expect(refused).toHaveCount(0);
});
