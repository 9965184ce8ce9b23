import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { delayResult } from "./support/faults.ts";
import { addMember, notebookOf, noteOf, type Person } from "./support/people.ts";
import { taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";
import { watchQuery } from "./support/watched.ts";

const news = (page: Page) => page.getByRole("region", { name: /^What is new/ });
const lines = (page: Page) => news(page).getByRole("heading", { level: 3 }).allTextContents();

const comment = (by: Person, diaryId: string, noteId: string, content: string, mentions: string[] = []) =>
  by.http.mutation(api.comments.createComment, {
    diaryId,
    targetType: "note",
    targetId: noteId,
    content,
    mentions,
  });

screenTest(
  "home says what others did since one looked, and one tap leads there",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(anna);
    await addMember(node, rosa._id, jonas, "member");
    const asked = await noteOf(jonas, rosa._id, "A short night");
    await comment(jonas, rosa._id, asked._id, "Can you call her?", [anna.userId]);
    await comment(jonas, rosa._id, asked._id, "After six, please.");
    await noteOf(jonas, rosa._id, "Breakfast");
    await noteOf(anna, rosa._id, "My own");
    const done = await taskOf(anna, rosa._id, "Water the flowers");
    await jonas.http.mutation(api.tasks.updateTask, { taskId: done, status: "completed" });

    const { page } = anna;
    await page.goto("/home");
    await expect(news(page).getByRole("link").first()).toHaveText("4 new, 1 needs you");
    expect(await lines(page)).toEqual(["A short nightMentions you"]);
    await page.goto("/updates");
    await expect
      .poll(() => lines(page))
      .toEqual([
        "A short nightMentions you",
        "Jonas Weber did “Water the flowers”",
        "Breakfast",
        "Jonas Weber joined",
      ]);
    await expect(news(page)).toContainText("Jonas Weber wrote it and commented 2 times.");

    await news(page).getByRole("link", { name: "A short night" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A short night");
    const comments = page.getByRole("region", { name: "Comments (2)" });
    await expect(comments.getByText("New", { exact: true })).toHaveCount(2);
    // It counts as read after a moment in sight.
    await expect
      .poll(async () => (await anna.http.query(api.updates.listNew, {})).groups.map(({ title }) => title))
      .not.toContain("A short night");
    await page.goto("/updates");
    await expect.poll(() => lines(page)).toContain("Breakfast");
    await expect.poll(() => lines(page)).not.toContain("A short nightMentions you");

    // What comes while she looks is there at once, in its place.
    await comment(jonas, rosa._id, asked._id, "She slept well.");
    await expect.poll(async () => (await lines(page))[0]).toBe("A short night");
    await news(page).getByRole("button", { name: "Mark all as read" }).click();
    await expect(news(page)).toHaveCount(0);
    await page.goto("/home");
    await expect(news(page)).toContainText("nothing new");
    await news(page).getByRole("link").click();
    await expect(page).toHaveURL(new RegExp(`/care/${rosa.shortId}/handover`));
    expect((await anna.http.query(api.updates.listNew, {})).groups).toEqual([]);
  },
);

screenTest(
  "notes with something new say so, until they are opened on any device",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(anna);
    await addMember(node, rosa._id, jonas, "member");
    const first = await noteOf(jonas, rosa._id, "A short night");
    await noteOf(jonas, rosa._id, "Breakfast");
    await noteOf(anna, rosa._id, "My own");
    const { page } = anna;
    await page.goto(`/care/${rosa.shortId}`);
    const cards = page.getByRole("list", { name: "Notes" }).getByRole("listitem");
    const marked = cards.filter({ has: page.getByText("New", { exact: true }) });
    await expect(marked).toHaveCount(2);
    await expect(page.getByRole("link", { name: "3 things are new" })).toBeVisible();
    // Her other device.
    const [group] = (await anna.http.query(api.updates.listNew, {})).groups.filter(
      ({ noteId }) => noteId === first._id,
    );
    await anna.http.mutation(api.updates.markRead, {
      targetType: "note",
      targetId: first._id,
      upTo: group!.at,
    });
    await expect(marked).toHaveCount(1);
    await page.getByRole("link", { name: /things are new/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Updates: Rosa Blum");
    await expect.poll(() => lines(page)).toEqual(["Breakfast", "Jonas Weber joined"]);
    const all = page.getByRole("region", { name: "All updates" });
    await expect(all.getByRole("listitem")).toHaveCount(4);
    await expect(all.getByRole("listitem").first()).toContainText("My own");
  },
);

test("all updates go back without end; a given task opens where it is told; the page is accessible", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "member");
  for (let index = 0; index < 55; index++) await noteOf(jonas, rosa._id, `Note ${index}`);
  await taskOf(jonas, rosa._id, "Call the doctor", { assignedTo: anna.userId });
  const { page } = anna;
  await page.goto("/home");
  await expect(news(page)).toContainText("53+ new, 1 needs you");
  await page.goto("/updates");
  await expect(news(page).getByRole("heading", { level: 2 })).toHaveText("What is new (53+)");
  await news(page).getByRole("button", { name: "Jonas Weber gave you “Call the doctor”" }).click();
  await expect(page.getByRole("dialog", { name: "Call the doctor" })).toBeVisible();
  await page.keyboard.press("Escape");
  const all = page.getByRole("region", { name: "All updates" });
  await expect(all.getByRole("listitem")).toHaveCount(50);
  await expectCleanScreen(page);
  await page.getByRole("button", { name: "Show earlier updates" }).click();
  await expect(all.getByRole("listitem")).toHaveCount(56);
  await expect(all.getByText("Note 0", { exact: true })).toBeVisible();
});

test("the notes of a notebook wait for the line above them, which would push them away", async ({
  someone,
  node,
}) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "member");
  await noteOf(jonas, rosa._id, "A short night");
  const { page } = anna;
  const news = await delayResult(page, "updates:listNew");
  const notes = watchQuery(page, "notes:pageNotes");
  await page.goto(`/care/${rosa.shortId}`);
  await expect.poll(() => notes.answers.length * news.countHeld()).toBeGreaterThan(0);
  await expect(page.getByRole("status").filter({ hasText: "Loading notes..." })).toBeAttached();
  await expect(page.getByRole("link", { name: "A short night" })).toHaveCount(0);
  news.release();
  await noteOf(jonas, rosa._id, "Breakfast");
  await expect(page.getByRole("link", { name: /things are new/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "A short night" })).toBeVisible();
});
