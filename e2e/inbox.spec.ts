import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { parseSlotMoment } from "../lib/slot-moment.ts";
import { doseIdOf, record } from "../test/doses.ts";
import { beganDaysAgo, everyDayAt, planOf } from "../test/plans.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { bell, notify } from "./support/inbox.ts";
import { addMember, notebookOf, noteOf } from "./support/people.ts";
import { DAY, taskOf } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

test.use({ hasBackground: true });

const daysAgo = (days: number) => Date.now() - days * DAY;
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
  await expect(page.getByRole("region", { name: "For you" }).getByRole("listitem")).toHaveCount(1);
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
    const flowers = await taskOf(jonas, rosa._id, "Water the flowers");
    await tell({ kind: "task-due", subjectKind: "task", subjectId: flowers, dueAt: noon, ago: 2 * DAY });
    await tell({ kind: "assigned", subjectKind: "task", subjectId: task, ...by, ago: DAY });
    await tell({ kind: "note", subjectKind: "note", subjectId: note._id, ...by, ago: 3000 });
    await tell({ kind: "comment", subjectKind: "comment", subjectId: commentId, ...by, ago: 2000 });
    await tell({ kind: "member-joined", subjectKind: "member", subjectId: jonas.userId, ...by, ago: 1000 });
    const { page } = anna;
    await page.goto("/notifications");
    await expect
      .poll(() => rows(page).allTextContents())
      .toEqual(["Jonas Weber gave you “Call the doctor”New", "Water the flowersNew"]);
    // The notebook's clock, and one's own where it is another.
    await expect(row(page, "Water the flowers")).toContainText("Jan 5, 2026, 12:00 PM · 1:00 PM for you");
    // News have no number.
    await expect(bell(page, 2)).toBeVisible();
    await expect(page.getByRole("region", { name: "News" }).getByRole("listitem")).toHaveText([
      /^Jonas Weber joined/,
      /^Jonas Weber commented on “A short night”/,
      /^Jonas Weber wrote “A short night”/,
    ]);
    const way = (title: string) => page.getByRole("link", { name: title, exact: true });
    await expect(way("Jonas Weber commented on “A short night”")).toHaveAttribute(
      "href",
      `/care/${rosa.shortId}/note/${note.shortId}#comment-${commentId}`,
    );
    await expect(way("Jonas Weber joined")).toHaveAttribute("href", `/care/${rosa.shortId}/members`);
    await way("Jonas Weber wrote “A short night”").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A short night");
    await expect(bell(page, 2)).toBeVisible();
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
  await expect(row(page, "Water the flowers")).toContainText(/Done by you, \d/);
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
    const pool = node.database().pool;
    // A task of its own for each: thirty of them are on the first page.
    for (let index = 0; index < 35; index++)
      await notify(node, anna, rosa._id, {
        kind: "task-due",
        subjectKind: "task",
        subjectId: await taskOf(anna, rosa._id, `Task ${index}`),
        ago: (index + 1) * 1000,
      });
    await page.goto("/notifications");
    await expect(bell(page, "9+")).toBeVisible();
    await expect(rows(page)).toHaveCount(30);
    await page.getByRole("button", { name: "Show more for you" }).click();
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
    await pool.query("update notifications set done_at = now() where id = $1", [late]);
    await expect(bell(page)).toBeVisible();
    // The row stays where it was read.
    await expect(rows(page).first()).toHaveText("Weigh her");
    await expect(page.getByText("No longer open")).toHaveCount(1);
  },
);

screenTest(
  "three messages about one dose are one row, which says by whom it was given",
  async ({ someone, node }) => {
    const anna = await someone("Anna Keller");
    const ben = await someone("Ben Weber");
    const rosa = await notebookOf(anna, "Rosa Blum", "Europe/Berlin");
    await addMember(node, rosa._id, ben, "member");
    const planId = await planOf(anna, rosa._id, "Aspirin", everyDayAt("08:00"), { lateUntilMinutes: 1380 });
    const pool = node.database().pool;
    await beganDaysAgo(pool, planId, 4);
    const slot = `${toDayInZone(daysAgo(1), "Europe/Berlin")}T08:00[Europe/Berlin]`;
    for (const [index, kind] of ["escalation", "dose-missed", "dose-due"].entries()) {
      const given = { kind, subjectKind: "dose", subjectId: planId, ago: (index + 1) * 1000 };
      const id = await notify(node, anna, rosa._id, given);
      await pool.query("update notifications set slot = $2 where id = $1", [id, slot]);
    }
    const { page } = anna;
    await page.goto("/notifications");
    await expect(bell(page, 1)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    doseIdOf(await record(ben, planId, { slot, givenAt: parseSlotMoment(slot)!, why: "Kept on paper" }));
    await expect(bell(page)).toBeVisible();
    await expect(rows(page)).toHaveText(["Aspirin"]);
    await expect(row(page, "Aspirin")).toContainText(/Given by Ben Weber, yesterday, \d/);
    // What others wrote is news in one line, without a number.
    for (const title of ["Breakfast", "Lunch", "The evening"]) {
      const { _id: subjectId } = await noteOf(ben, rosa._id, title);
      await notify(node, anna, rosa._id, {
        kind: "note",
        subjectKind: "note",
        subjectId,
        actorId: ben.userId,
      });
    }
    const news = page.getByRole("region", { name: "News" });
    await expect(news.getByRole("link", { name: "Ben Weber wrote 3 notes" })).toHaveAttribute(
      "href",
      "/updates",
    );
    await expect(bell(page)).toBeVisible();
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
    const day = toDayInZone(daysAgo(2), "Europe/Berlin");
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
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([
    /^Something that you don't see any more/,
  ]);
  await expect(bell(page)).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem").getByRole("link")).toHaveCount(0);
});

test("the inbox is accessible", async ({ someone, node }) => {
  const anna = await someone("Anna Keller");
  const rosa = await notebookOf(anna);
  const task = await taskOf(anna, rosa._id, "Weigh her");
  const given = { kind: "task-due", subjectKind: "task", subjectId: task };
  await notify(node, anna, rosa._id, given);
  const other = await taskOf(anna, rosa._id, "Wash her hair");
  await notify(node, anna, rosa._id, { ...given, subjectId: other, ago: DAY, whileAway: true });
  const { _id: note } = await noteOf(anna, rosa._id, "Lunch");
  await notify(node, anna, rosa._id, {
    kind: "note",
    subjectKind: "note",
    subjectId: note,
    actorId: anna.userId,
  });
  await anna.page.goto("/notifications");
  await expect(rows(anna.page)).toHaveCount(2);
  await expect(anna.page.getByText("The server was away then, so you weren't told in time.")).toBeVisible();
  await expectCleanScreen(anna.page);
});
