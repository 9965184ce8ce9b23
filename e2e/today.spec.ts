import type { Page } from "@playwright/test";
import { api } from "../lib/api.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { expectCleanScreen } from "./support/axe.ts";
import { addMember, notebookOf } from "./support/people.ts";
import { afternoon, DAY, HOUR, sectionOf, taskOf, taskRow } from "./support/tasks.ts";
import { expect, screenTest, test } from "./support/test.ts";

const region = (page: Page, name: string | RegExp) => page.getByRole("region", { name });
const titles = (page: Page, name: string | RegExp) =>
  region(page, name).getByRole("heading", { level: 3 }).allTextContents();
const dayOf = (at: number) => toDayInZone(at, "Europe/Berlin");
const DAILY = { recurrence: { pattern: "interval", interval: { every: 1, unit: "day" } } };

screenTest(
  "home begins with what is overdue, for today and next: done, taken over and skipped from there",
  async ({ someone, node }) => {
    const now = afternoon();
    const anna = await someone("Anna Keller");
    const jonas = await someone("Jonas Weber");
    const rosa = await notebookOf(anna);
    await addMember(node, rosa._id, jonas, "member");
    const task = (title: string, fields: object = {}) => taskOf(anna, rosa._id, title, fields);
    await task("Pay the chemist", { scheduledDate: now - 2 * DAY });
    await task("Noon pill", { scheduledDate: now + HOUR, assignedTo: anna.userId });
    const walk = await task("Walk with her", { scheduledDate: now + 2 * HOUR });
    await task("Drive her home", { scheduledDate: now + 3 * HOUR, assignedTo: jonas.userId });
    await task("Dentist", { scheduledDate: now + DAY });
    const { page } = anna;
    await page.clock.setFixedTime(now);
    await page.goto("/home");
    await expect.poll(() => titles(page, /^Overdue/)).toEqual(["Pay the chemist"]);
    expect(await titles(page, "Your tasks")).toEqual(["Noon pill", "Walk with her"]);
    expect(await titles(page, "Next")).toEqual(["Dentist"]);
    const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "Europe/Berlin" });
    await expect(region(page, /^Overdue/)).toContainText(`${weekday.format(now - 2 * DAY)}, 2:30 PM`);
    await expect(region(page, "Next")).toContainText("Tomorrow, 2:30 PM");
    const today = region(page, "Your tasks");
    await expect(taskRow(today, "Noon pill")).toContainText("You");
    await expect(today.getByRole("link", { name: "For others: 1" })).toHaveAttribute(
      "href",
      "/tasks?tab=all",
    );
    // Tomorrow's can't be ticked by mistake.
    await expect(region(page, "Next").getByRole("checkbox")).toHaveCount(0);

    await today.getByRole("button", { name: /^Take it\s?: Walk with her$/ }).click();
    await expect(taskRow(today, "Walk with her")).toContainText("You");
    await expect
      .poll(async () => (await anna.http.query(api.tasks.getTask, { taskId: walk }))!.assignedTo)
      .toBe(anna.userId);
    await today.getByRole("checkbox", { name: "Done: Noon pill" }).click();
    await expect.poll(() => titles(page, "Your tasks")).toEqual(["Walk with her"]);
    await expect(page.getByText("You have 1 tasks today, 1 overdue, and 1 coming up")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => titles(page, "Your tasks")).toEqual(["Noon pill", "Walk with her"]);

    // What others do appears and disappears.
    await jonas.http.mutation(api.tasks.updateTask, { taskId: walk, status: "completed" });
    await expect.poll(() => titles(page, "Your tasks")).toEqual(["Noon pill"]);
    // A press on a task opens it.
    await today.getByRole("button", { name: "Noon pill", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Noon pill" })).toContainText("Comments");
  },
);

screenTest(
  "home shows a repeated task that was missed once, and skips the missed ones",
  async ({ someone, node }) => {
    const now = afternoon();
    const anna = await someone("Anna Keller");
    const rosa = await notebookOf(anna);
    const taskId = await taskOf(anna, rosa._id, "Turn her", { scheduledDay: dayOf(now + DAY), ...DAILY });
    // As if the series had begun three days ago.
    await node.database().pool.query(
      `update tasks t set scheduled_day = t.scheduled_day - 4 from tasks f
        where f.id = $1 and t.series_id = f.series_id and t.scheduled_day < f.scheduled_day + 3`,
      [taskId],
    );
    const { page } = anna;
    await page.clock.setFixedTime(now);
    await page.goto("/home");
    await expect.poll(() => titles(page, /^Overdue/)).toEqual(["Turn her"]);
    await expect(region(page, /^Overdue/)).toContainText("and 2 earlier");
    await page.getByRole("button", { name: /^Skip the missed ones\s?: Turn her$/ }).click();
    await expect(page.getByText("Skipped 3 overdue instance(s) of this recurring task.")).toBeVisible();
    await expect(region(page, /^Overdue/)).toHaveCount(0);
  },
);

screenTest("a viewer's home shows and counts only what is theirs to do", async ({ someone, node }) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const vera = await someone("Vera Sommer");
  const rosa = await notebookOf(anna);
  await addMember(node, rosa._id, vera, "extended");
  await taskOf(anna, rosa._id, "Wash her hair", { scheduledDate: now + HOUR });
  await taskOf(anna, rosa._id, "Bring the newspaper", { scheduledDate: now + HOUR, assignedTo: vera.userId });
  const { page } = vera;
  await page.clock.setFixedTime(now);
  await page.goto("/home");
  await expect.poll(() => titles(page, "Your tasks")).toEqual(["Bring the newspaper"]);
  await expect(page.getByText("You have 1 tasks today, 0 overdue, and 0 coming up")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Take it/ })).toHaveCount(0);
});

screenTest(
  "a repeated task is one row of the upcoming tasks, with a page of its own; a later one isn't ticked unasked",
  async ({ someone }) => {
    const now = afternoon();
    const anna = await someone("Anna Keller");
    const rosa = await notebookOf(anna);
    await taskOf(anna, rosa._id, "Noon pill", { scheduledDay: dayOf(now), ...DAILY });
    await taskOf(anna, rosa._id, "Dentist", { scheduledDay: dayOf(now + 2 * DAY) });
    const { page } = anna;
    await page.clock.setFixedTime(now);
    await page.goto("/tasks?tab=all");
    const upcoming = sectionOf(page, "Upcoming");
    await expect(upcoming.getByRole("heading", { level: 3 })).toHaveText(["Noon pill", "Dentist"]);
    const link = upcoming.getByRole("link", { name: /^\d+ to come\s?: Noon pill$/ });
    const toCome = Number(/^\d+/.exec((await link.textContent())!)![0]);
    expect(toCome).toBeGreaterThan(80);
    await expect(upcoming.getByRole("button", { name: `Upcoming (${toCome + 1})` })).toBeVisible();

    await upcoming.getByRole("checkbox", { name: "Done: Noon pill" }).click();
    const question = page.getByRole("dialog", { name: "That is for tomorrow" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(question).toHaveCount(0);
    await expect(upcoming.getByRole("checkbox", { name: "Done: Noon pill" })).not.toBeChecked();
    await upcoming.getByRole("checkbox", { name: "Done: Noon pill" }).click();
    await question.getByRole("button", { name: "It is done already" }).click();
    await expect(upcoming.getByRole("link", { name: new RegExp(`^${toCome - 1} to come`) })).toBeVisible();

    await upcoming.getByRole("link", { name: /to come\s?: Noon pill$/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Noon pill" })).toBeVisible();
    await expect(region(page, "Open").getByRole("listitem")).toHaveCount(30);
    await expect(region(page, "Open").getByRole("listitem").first()).toContainText("Today");
    await expect(region(page, "Done or over").getByRole("listitem")).toHaveCount(1);
    // Today's isn't asked about.
    await region(page, "Open").getByRole("checkbox").first().click();
    await expect(region(page, "Done or over").getByRole("listitem")).toHaveCount(2);
    await region(page, "Open").getByRole("button", { name: "Show more" }).click();
    await expect(region(page, "Open").getByRole("listitem")).toHaveCount(59);
    await page.getByRole("link", { name: "All tasks" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Tasks" })).toBeVisible();

    await page.goto("/tasks/repeated/00000000-0000-7000-8000-000000000000");
    await expect(page.getByRole("heading", { name: "Task not found" })).toBeVisible();
  },
);

test("axe finds no problem on home with tasks and on the page of a repeated task", async ({
  someone,
  node,
}) => {
  const now = afternoon();
  const anna = await someone("Anna Keller");
  const jonas = await someone("Jonas Weber");
  const [rosa, emil] = [await notebookOf(anna), await notebookOf(anna, "Emil Weber")];
  await addMember(node, rosa._id, jonas, "member");
  await taskOf(anna, rosa._id, "Pay the chemist", { scheduledDate: now - 2 * DAY });
  await taskOf(anna, emil._id, "Walk", { scheduledDate: now + HOUR });
  await taskOf(anna, rosa._id, "Drive her", { scheduledDate: now + HOUR, assignedTo: jonas.userId });
  const pill = await taskOf(anna, rosa._id, "Noon pill", { scheduledDay: dayOf(now), ...DAILY });
  const { page } = anna;
  await page.clock.setFixedTime(now);
  await page.goto("/home");
  await expect.poll(() => titles(page, "Your tasks")).toEqual(["Walk", "Noon pill"]);
  await expectCleanScreen(page);
  await page.goto(`/tasks/repeated/${pill}`);
  await expect(region(page, "Open").getByRole("listitem")).toHaveCount(30);
  await expectCleanScreen(page);
});
