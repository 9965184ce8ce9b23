import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { DAY } from "../lib/dates/time.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { spec } from "./support/spec.ts";
import { afternoon, taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

async function writeNote(page: Page, title: string, text: string) {
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Content").fill(text);
  await page.getByRole("button", { name: "Save note" }).click();
}

test("a member sees another member's note appear and change, without a reload", {
  tag: spec("CORE-628 CORE-630 CORE-631 CORE-632"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, jonas, "member");

  const sockets: string[] = [];
  const sent: string[] = [];
  const calls: string[] = [];
  jonas.page.on("websocket", (socket) => {
    sockets.push(socket.url());
    socket.on("framesent", ({ payload }) => sent.push(String(payload)));
  });
  for (const { page } of [anna, jonas]) {
    page.on("request", (request) => {
      if (["fetch", "xhr"].includes(request.resourceType())) calls.push(new URL(request.url()).pathname);
    });
  }
  await jonas.page.goto(`/care/${shortId}`);
  await expect(jonas.page.getByText("No diary notes yet")).toBeVisible();
  let loads = 0;
  jonas.page.on("load", () => loads++);

  await anna.page.goto(`/care/${shortId}/note/new?type=default`);
  await writeNote(anna.page, "A quiet morning", "Ate half a slice of toast and drank well.");
  await expect(jonas.page.getByRole("link", { name: "A quiet morning" })).toBeVisible();
  await expect(jonas.page.getByText("Ate half a slice of toast and drank well.")).toBeVisible();

  await jonas.page.getByRole("link", { name: "A quiet morning" }).click();
  await expect(jonas.page.getByRole("heading", { level: 1, name: "A quiet morning" })).toBeVisible();
  await anna.page.getByRole("link", { name: "A quiet morning" }).click();
  await anna.page.getByRole("link", { name: "Edit", exact: true }).click();
  await writeNote(anna.page, "A very quiet morning", "Ate a whole slice.");
  await expect(jonas.page.getByRole("heading", { level: 1, name: "A very quiet morning" })).toBeVisible();
  await expect(jonas.page.getByText("Ate a whole slice.")).toBeVisible();

  expect(loads).toBe(0);
  expect(sockets).toHaveLength(1);
  expect(new URL(sockets[0]!).pathname).toMatch(/^\/api\/[^/]+\/sync$/);
  expect(
    sent
      .map((frame) => JSON.parse(frame))
      .some(({ type, tokenType }) => type === "Authenticate" && tokenType === "User"),
  ).toBe(true);
  // The texts, the settings and the session that a page begins with are no calls of the backend.
  expect(calls.filter((path) => !/^\/(assets\/words\/|api\/(settings$|auth\/))/.test(path))).toEqual([]);
});

screenTest(
  "a notebook leaves the screen of a member who is removed",
  {
    tag: spec("CORE-621"),
  },
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await noteOf(anna, _id, "A quiet morning");
    await jonas.page.goto(`/care/${shortId}`);
    await expect(jonas.page.getByRole("link", { name: "A quiet morning" })).toBeVisible();
    await anna.page.goto("/care");
    await anna.page.getByRole("button", { name: "2 members" }).click();
    await anna.page.getByRole("button", { name: "Remove Jonas Weber" }).click();
    await anna.page.getByRole("button", { name: "Remove", exact: true }).click();
    await expect(jonas.page.getByText("Notebook not found or you don't have access to it.")).toBeVisible();
    await expect(jonas.page.getByText("A quiet morning")).toHaveCount(0);
  },
);

screenTest(
  "nothing is lost when the server stops while one types, and starts again",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const { _id, shortId } = await notebookOf(anna);
    await addMember(node, _id, jonas, "member");
    await jonas.page.goto(`/care/${shortId}`);
    await expect(jonas.page.getByText("No diary notes yet")).toBeVisible();
    // The list that the form keeps ready.
    const list = watchQuery(anna.page, "notes:pageNotes");
    await anna.page.goto(`/care/${shortId}/note/new?type=default`);
    await anna.page.getByLabel("Title").fill("Written in the");
    await expect.poll(() => list.answers.length).toBeGreaterThan(0);
    await node.stop();
    await expect(anna.page.getByText("Reconnecting…")).toBeVisible();
    await anna.page.getByLabel("Title").fill("Written in the cellar");
    await anna.page.getByLabel("Content").fill("No signal down here.");
    await anna.page.getByRole("button", { name: "Save note" }).click();
    // The note is listed at once, marked as being sent.
    await expect(anna.page).toHaveURL(`/care/${shortId}`);
    await expect(anna.page.getByRole("heading", { name: "Written in the cellar" })).toBeVisible();
    await expect(anna.page.getByRole("main").getByText("Waiting to be sent")).toBeVisible();
    await node.start();
    await expect(anna.page.getByRole("link", { name: "Written in the cellar" })).toBeVisible({
      timeout: 40_000,
    });
    // The note is listed as a link while it waits as well; the client tries to connect less and less often.
    await expect(anna.page.getByText("Reconnecting…")).toHaveCount(0, { timeout: 40_000 });
    await expect(jonas.page.getByRole("link", { name: "Written in the cellar" })).toHaveCount(1, {
      timeout: 40_000,
    });
    await expect(anna.page.getByRole("heading", { name: "Written in the cellar" })).toHaveCount(1);
  },
);

test("the page asks before it closes while a change waits for the network, and only then", {
  tag: spec("CORE-645"),
}, async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const daily = { interval: { every: 1, unit: "day" as const } };
  const first = { assignedTo: anna.userId, scheduledDate: afternoon() - 2 * DAY, recurrence: daily };
  await taskOf(anna, _id, "Weigh her", first);
  const { page } = anna;
  await page.goto(`/care/${shortId}/note/new?type=default`);
  await page.getByLabel("Title").fill("Written in the lift");
  await page.getByLabel("Content").fill("Between two floors.");
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  // Nothing was sent yet: the text is a draft, and the page closes without a question.
  await page.reload();
  await expect(page.getByText("We kept what you had written")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Written in the lift");
  expect(asked).toEqual([]);

  await page.goto("/tasks");
  const item = page.getByRole("button", { name: /^Skip to current instance/ }).first();
  await expect(item).toBeVisible();
  await node.stop();
  await expect(page.getByText("Reconnecting…")).toBeVisible();
  // A note or a tick would be kept on this device; this is only on this page.
  await item.click();
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);

  await node.start();
  // Offered once the server has made the change.
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible({ timeout: 60_000 });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => page.isClosed()).toBe(true);
  expect(asked).toEqual(["beforeunload"]);
});

test("a draft is back after the tab was closed, for a new note and for an edited one", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const { _id, shortId } = await notebookOf(anna);
  const note = await noteOf(anna, _id, "A quiet morning");
  const edit = `/care/${shortId}/note/${note.shortId}/edit`;
  await anna.page.goto(edit);
  await anna.page.getByLabel("Title").fill("A quiet morning, later");
  await anna.page.close();
  const page = await anna.context.newPage();
  await page.goto(edit);
  await expect(page.getByText("We kept what you had written")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("A quiet morning, later");
  await page.getByRole("button", { name: "Discard the draft" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("A quiet morning");
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("A quiet morning");
  await expect(page.getByText("We kept what you had written")).toHaveCount(0);

  // A draft knows the version it started from, so it doesn't overwrite what was saved since, here or by others.
  await page.getByLabel("Title").fill("A quiet morning, at last");
  await page.close();
  const saved = (await anna.http.query(api.notes.getNote, { noteId: note._id }))!;
  const { title, noteDate, tags } = saved;
  const theirs = {
    title,
    noteDate: noteDate - 86_400_000,
    tags,
    content: "By phone.",
    visibility: "private",
  } as const;
  await anna.http.mutation(api.notes.updateNote, { noteId: note._id, ...theirs });
  const again = await anna.context.newPage();
  await again.goto(edit);
  const choice = again.getByRole("alert").filter({ hasText: "Somebody changed this note" });
  await expect(choice).toContainText("Only me");
  await expect(choice).toContainText("By phone.");
  await expect(again.getByRole("radio", { name: "Care team" })).toBeChecked();
  await choice.getByRole("button", { name: "Keep what I wrote" }).click();
  await expect(again.getByRole("radio", { name: "Only me" })).toBeChecked();
  await again.getByRole("button", { name: "Save note" }).click();
  await expect(again.getByRole("heading", { name: "A quiet morning, at last" })).toBeVisible();
  expect(await anna.http.query(api.notes.getNote, { noteId: note._id })).toMatchObject({
    title: "A quiet morning, at last",
    content: { data: { text: "By phone." } },
    visibility: "private",
    noteDate: noteDate - 86_400_000,
  });

  // When a note is deleted while somebody edits it, their text stays, in this tab and in the next.
  await again.goto(edit);
  await again.getByLabel("Content").fill("Half a page, not saved.");
  await anna.http.mutation(api.notes.deleteNote, { noteId: note._id });
  await expect(again.getByRole("alert")).toContainText("This note can't be changed any more");
  await expect(again.getByLabel("Content")).toHaveValue("Half a page, not saved.");
  await again.reload();
  await expect(again.getByLabel("Content")).toHaveValue("Half a page, not saved.");
  await again.getByRole("button", { name: "Save note" }).click();
  await expect(again).toHaveURL(`/care/${shortId}`);
  await expect(again.getByText("Half a page, not saved.")).toBeVisible();
  await again.goto(edit);
  await expect(
    again.getByRole("heading", { name: "Note not found or you don't have access to it" }),
  ).toBeVisible();
});

test("when two people edit the same note, the second one is told, sees both versions and chooses", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const adam = await someone("Adam Admin");
  const { _id, shortId } = await notebookOf(anna);
  await addMember(node, _id, adam, "admin");
  const note = await noteOf(anna, _id, "A quiet morning", "As it was.");
  const edit = `/care/${shortId}/note/${note.shortId}/edit`;
  await anna.page.goto(edit);
  await anna.page.getByLabel("Content").fill("What Anna saw.");
  await adam.page.goto(edit);
  await writeNote(adam.page, "A quiet morning", "What Adam saw.");
  await expect(anna.page.getByText("Somebody changed this note while you were writing")).toBeVisible();
  await expect(anna.page.getByText("What Adam saw.")).toBeVisible();
  await expect(anna.page.getByLabel("Content")).toHaveValue("What Anna saw.");
  // Saving without a choice scrolls to the choice, which may be far above the button.
  await anna.page.getByRole("button", { name: "Save note" }).click();
  const choice = anna.page.getByRole("alert").filter({ hasText: "Somebody changed this note" });
  await expect(choice).toBeFocused();
  await anna.page.getByRole("button", { name: "Keep what I wrote" }).click();
  await anna.page.getByRole("button", { name: "Save note" }).click();
  await expect(adam.page.getByText("What Anna saw.")).toBeVisible();
});
