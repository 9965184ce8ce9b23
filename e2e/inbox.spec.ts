import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { beganDaysAgo, everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { bell, notify } from "./support/inbox.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { DAY, taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const rows = (page: Page) => page.getByRole("main").getByRole("heading", { level: 3 });
const row = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByText(title, { exact: true }) });

test("a task becomes due: the bell counts it at once, its row opens it, and what is done counts no more", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  await page.goto("/calendar");
  await expect(bell(page)).toBeVisible();
  const due = await taskOf(anna, rosa._id, "Water the flowers", { scheduledDate: Date.now() + 1500 });
  await expect(bell(page, 1)).toBeVisible();
  await bell(page, 1).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Today" })).toBeVisible();
  await expect(row(page, "Water the flowers")).toContainText(/New.*today, \d.*Rosa Blum/);
  await row(page, "Water the flowers")
    .getByRole("button", { name: "Water the flowers", exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: "Water the flowers" });
  await expect(dialog).toBeVisible();
  // Opening its matter is seeing it.
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(bell(page)).toBeVisible();
  await expect(row(page, "Water the flowers")).not.toContainText("New");
  expect((await anna.http.query(api.tasks.getTask, { taskId: due }))!.status).toBe("pending");
});

screenTest(
  "the inbox says in words what happened, where and when by the notebook's clock, and leads to that very matter",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(anna, "Rosa Blum", "Europe/Lisbon");
    await addMember(node, rosa._id, jonas, "member");
    const note = await noteOf(jonas, rosa._id, "A short night");
    const task = await taskOf(jonas, rosa._id, "Call the doctor");
    const commentId = await jonas.http.mutation(api.comments.createComment, {
      diaryId: rosa._id,
      targetType: "note",
      targetId: note._id,
      content: "Can you call her?",
      mentions: [],
    });
    // What was told of these already goes: the rows below have times of their own.
    await node.database().pool.query("delete from notifications where user_id = $1", [anna.userId]);
    const tell = (given: Parameters<typeof notify>[3]) => notify(node, anna, rosa._id, given);
    const by = { actorId: jonas.userId };
    const noon = Date.parse("2026-01-05T12:00Z");
    await tell({ kind: "task-due", subjectKind: "task", subjectId: task, dueAt: noon, ago: 2 * DAY });
    await tell({ kind: "assigned", subjectKind: "task", subjectId: task, ...by, ago: DAY });
    await tell({ kind: "note", subjectKind: "note", subjectId: note._id, ...by, ago: 3000 });
    await tell({ kind: "comment", subjectKind: "comment", subjectId: commentId, ...by, ago: 2000 });
    await tell({ kind: "member-joined", subjectKind: "member", subjectId: jonas.userId, ...by, ago: 1000 });
    const { page } = anna;
    await page.goto("/notifications");
    await expect
      .poll(() => rows(page).allTextContents())
      .toEqual([
        "Jonas Weber joinedNew",
        "Jonas Weber commented on “A short night”New",
        "Jonas Weber wrote “A short night”New",
        "Jonas Weber gave you “Call the doctor”New",
        "Call the doctorNew",
      ]);
    // The notebook's clock, and one's own where it is another.
    await expect(row(page, "Call the doctor")).toContainText("Jan 5, 2026, 12:00 PM · 1:00 PM for you");
    await expect(page.getByRole("region", { name: "Yesterday" }).getByRole("listitem")).toHaveCount(1);
    const way = (title: string) => page.getByRole("link", { name: title, exact: true });
    await expect(way("Jonas Weber commented on “A short night”")).toHaveAttribute(
      "href",
      `/care/${rosa.shortId}/note/${note.shortId}#comment-${commentId}`,
    );
    await expect(way("Jonas Weber joined")).toHaveAttribute("href", `/care/${rosa.shortId}/members`);
    await way("Jonas Weber wrote “A short night”").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A short night");
    await expect(bell(page, 4)).toBeVisible();
  },
);

test("a reminder is put off by the keyboard: it is quiet, says when it comes back, and is done before that", async ({
  someone,
}) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna, "Rosa Blum");
  const { page } = anna;
  const taskId = await taskOf(anna, rosa._id, "Water the flowers", { scheduledDate: Date.now() + 1500 });
  await page.goto("/notifications");
  await expect(bell(page, 1)).toBeVisible({ timeout: 90_000 });
  const button = row(page, "Water the flowers").getByRole("button", { name: "Later: Water the flowers" });
  await button.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Later: Water the flowers" });
  await expect(menu.getByRole("menuitem")).toHaveText(["In 10 minutes", "In 30 minutes", "In an hour"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^You are reminded again at \d/)).toBeVisible();
  await expect(button).toBeFocused();
  await expect(row(page, "Water the flowers")).toContainText(/Again at \d/);
  await expect(row(page, "Water the flowers")).not.toContainText("New");
  await expect(bell(page)).toBeVisible();
  await expectCleanScreen(page, "what is put off");
  await anna.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
  await expect(row(page, "Water the flowers")).toContainText("No longer open");
  await expect(row(page, "Water the flowers")).not.toContainText("Again at");
  await expect(button).toHaveCount(0);
});

screenTest(
  "all that is shown is marked as seen with one press; what comes after stays new; what is settled counts no more",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await notebookOf(anna);
    const { page } = anna;
    const task = await taskOf(anna, rosa._id, "Weigh her");
    for (let index = 0; index < 35; index++)
      await notify(node, anna, rosa._id, {
        kind: "task-due",
        subjectKind: "task",
        subjectId: task,
        ago: (index + 1) * 1000,
      });
    await page.goto("/notifications");
    await expect(bell(page, 35)).toBeVisible();
    await expect(rows(page)).toHaveCount(30);
    await page.getByRole("button", { name: "Show earlier notifications" }).click();
    await expect(rows(page)).toHaveCount(35);
    await page.getByRole("button", { name: "Mark all as seen" }).click();
    await expect(bell(page)).toBeVisible();
    await expect(page.getByText("New", { exact: true })).toHaveCount(0);
    const late = await notify(node, anna, rosa._id, {
      kind: "task-due",
      subjectKind: "task",
      subjectId: task,
    });
    await expect(bell(page, 1)).toBeVisible();
    await node.database().pool.query("update notifications set done_at = now() where id = $1", [late]);
    await expect(bell(page)).toBeVisible();
    await expect(rows(page).first()).toHaveText("Weigh her");
    await expect(page.getByText("No longer open")).toHaveCount(1);
  },
);

screenTest(
  "what says that a dose has no entry names its planned time, and leads to that dose on its day",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const rosa = await notebookOf(anna, "Rosa Blum", "Europe/Berlin");
    const planId = await planOf(anna, rosa._id, "Aspirin", everyDayAt("08:00", "20:00"), {
      facts: { name: "Aspirin", strength: "100 mg" },
    });
    await beganDaysAgo(node.database().pool, planId, 4);
    const day = toDayInZone(Date.now() - 2 * DAY, "Europe/Berlin");
    const slot = `${day}T08:00[Europe/Berlin]`;
    const id = await notify(node, anna, rosa._id, {
      kind: "dose-missed",
      subjectKind: "dose",
      subjectId: planId,
    });
    await node.database().pool.query("update notifications set slot = $2 where id = $1", [id, slot]);
    const { page } = anna;
    await page.goto("/notifications");
    const way = page.getByRole("link", { name: "No entry yet: Aspirin 100 mg", exact: true });
    await expect(row(page, "No entry yet: Aspirin 100 mg")).toContainText(/, 8:00 AM/);
    await way.click();
    await expect(page.getByRole("heading", { level: 1, name: "Doses" })).toBeVisible();
    const asked = page.locator("[aria-current=true][data-slot]");
    await expect(asked).toHaveCount(1);
    await expect(asked).toHaveAttribute("data-slot", slot);
    await expect(asked).toBeFocused();
  },
);

screenTest("what the reader doesn't see any more has no words of it", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, jonas, "extended");
  const note = await noteOf(anna, rosa._id, "A secret worry");
  const { page } = jonas;
  await page.goto("/notifications");
  await expect(page.getByRole("heading", { level: 2, name: "Nothing yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark all as seen" })).toHaveCount(0);
  const given = { kind: "note", subjectKind: "note", subjectId: note._id, actorId: anna.userId };
  await notify(node, jonas, rosa._id, { ...given, whileAway: true });
  await expect(rows(page)).toHaveText(["Something that you don't see any moreNew"]);
  await expect(page.getByText("The server was away then, so you weren't told in time.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").getByRole("link")).toHaveCount(0);
});

test("the inbox is accessible", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna);
  const task = await taskOf(anna, rosa._id, "Weigh her");
  const given = { kind: "task-due", subjectKind: "task", subjectId: task };
  await notify(node, anna, rosa._id, given);
  await notify(node, anna, rosa._id, { ...given, ago: DAY, whileAway: true });
  await anna.page.goto("/notifications");
  await expect(rows(anna.page)).toHaveCount(2);
  await expectCleanScreen(anna.page);
});
